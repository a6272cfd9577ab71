// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The tables of expected instructions (`backends/<name>/codegen/*.txt`): lines of fields between
/// `|`, comments after `#`. tests/codegen/README.md describes the columns.

#include <cstddef>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/core/support.hpp>

namespace codegen {

inline std::string trimmed(const std::string& text) {
  const char* const blank = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

/// The parts of `text` between `mark`, trimmed.
inline std::vector<std::string> split(const std::string& text, const std::string& mark) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  for (;;) {
    const std::size_t to = text.find(mark, from);
    parts.push_back(trimmed(text.substr(from, to == std::string::npos ? to : to - from)));
    if (to == std::string::npos) return parts;
    from = to + mark.size();
  }
}

inline std::vector<std::string> words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// True if a column's list of names has the name; `all` has every name.
inline bool lists(const std::string& column, const std::string& name) {
  for (const std::string& word : words_of(column)) {
    if (word == "all" || word == name) return true;
  }
  return false;
}

/// 1204 for "12.4".
inline int release_of(const std::string& text) {
  std::size_t dot = 0;
  const int major = std::stoi(text, &dot);
  return 100 * major + std::stoi(text.substr(dot + 1));
}
/// The release of CUDA in the name of its compiler, such as nvrtc-12.4; of others the newest.
inline int toolkit_of(const std::string& compiler) {
  const std::size_t dash = compiler.find('-');
  const std::string name = compiler.substr(0, dash);
  if (dash == std::string::npos || (name != "nvcc" && name != "nvrtc")) {
    return diatomic::tables::question{}.toolkit;
  }
  return release_of(compiler.substr(dash + 1));
}

/// One line of a table.
struct row {
  std::string where;  ///< file:line, for messages
  std::vector<std::string> fields;
  bool used = false;
};

/// Reads the lines of a table that speak of `architecture`, whose column is number `column`.
class table_file {
 public:
  /// \throw std::runtime_error if the file cannot be read or a line has not `columns` fields.
  table_file(const std::string& path, std::size_t columns, std::size_t column,
             const std::vector<std::string>& architectures, const std::string& architecture,
             const std::string& compiler) {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("cannot read " + path);
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
      if (trimmed(line).empty() || trimmed(line)[0] == '#') continue;
      row r{path + ":" + std::to_string(number), split(line, " | ")};
      if (r.fields.size() != columns) {
        throw std::runtime_error(r.where + ": " + std::to_string(r.fields.size()) +
                                 " fields, not " + std::to_string(columns));
      }
      if (covers(r, r.fields[column], architectures, architecture, compiler)) rows.push_back(r);
    }
  }

  std::vector<row> rows;

 private:
  static std::size_t index_of(const row& r, const std::vector<std::string>& names,
                              const std::string& name) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == name) return i;
    }
    throw std::runtime_error(r.where + ": no architecture " + name);
  }

  /// A column of architectures holds names, ranges `first..last` in the order of the backend's
  /// list, `first..`, or `all`; and perhaps the compilers that the line is for, each `@compiler`,
  /// where a name without a release means all of them; `>=12.4`, `<12.8`: by CUDA's releases.
  static bool covers(const row& r, const std::string& column, const std::vector<std::string>& names,
                     const std::string& name, const std::string& compiler) {
    const std::size_t here = index_of(r, names, name);
    bool found = false;
    bool of_compilers = false;
    bool of_this_compiler = false;
    for (const std::string& word : words_of(column)) {
      if (word[0] == '@') {
        const std::string named = word.substr(1);
        of_compilers = true;
        of_this_compiler =
            of_this_compiler || compiler == named || compiler.rfind(named + "-", 0) == 0;
        continue;
      }
      if (word[0] == '<' && toolkit_of(compiler) >= release_of(word.substr(1))) return false;
      if (word[0] == '>' && toolkit_of(compiler) < release_of(word.substr(2))) return false;
      if (word[0] == '<' || word[0] == '>') continue;
      if (word == "all") {
        found = true;
        continue;
      }
      const std::size_t dots = word.find("..");
      const std::string first = word.substr(0, dots);
      const std::string last = dots == std::string::npos ? first : word.substr(dots + 2);
      const std::size_t from = index_of(r, names, first);
      const std::size_t to = last.empty() ? names.size() - 1 : index_of(r, names, last);
      found = found || (from <= here && here <= to);
    }
    return found && (!of_compilers || of_this_compiler);
  }
};

/// A case as the tables see it.
struct subject {
  std::string space;      ///< global or shared
  std::string operation;  ///< load store exchange compare_exchange wide_load update reduce fence
  std::string order;
  std::string scope;
  std::string op;     ///< add, and, min ...
  std::string place;  ///< global shared parameter array, or empty
};

/// `forms.txt`: what | architectures | spaces | operations | orders | scopes | text. For each
/// `what`, the first line that matches a case holds. Operations are those of `subject`, or the
/// names of updates.
class form_table {
 public:
  form_table(const std::string& path, const std::vector<std::string>& architectures,
             const std::string& architecture, const std::string& compiler)
      : file_(path, 7, 1, architectures, architecture, compiler) {}

  const std::string& text(const std::string& what, const subject& s) {
    for (row& r : file_.rows) {
      const std::vector<std::string>& f = r.fields;
      const bool is_update = s.operation == "update" || s.operation == "reduce";
      if (f[0] == what && (lists(f[2], s.space) || lists(f[2], s.place)) &&
          (lists(f[3], s.operation) || (is_update && lists(f[3], s.op))) && lists(f[4], s.order) &&
          lists(f[5], s.scope)) {
        r.used = true;
        return f[6];
      }
    }
    throw std::runtime_error("forms.txt has no line for '" + what + "' of " + s.operation + " " +
                             s.space + " " + s.order + " " + s.scope);
  }

  /// `text` with each `{word}` replaced by what the table says for it, `{name}` by `name` and
  /// `{op}` by the operation. `{{...}}` is left to FileCheck.
  std::string filled(const std::string& text, const subject& s, const std::string& name = "") {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      if (text.compare(i, 2, "{{") == 0) {
        const std::size_t end = text.find("}}", i);
        out += text.substr(i, end + 2 - i);
        i = end + 2;
      } else if (text[i] == '{') {
        const std::size_t end = text.find('}', i);
        const std::string what = text.substr(i + 1, end - i - 1);
        const std::string with = what == "name" ? name
                                 : what == "op" ? s.op
                                                : filled(this->text(what, s), s);
        if (with != "-") out += with;
        i = end + 1;
      } else {
        out += text[i++];
      }
    }
    return out;
  }

  const std::vector<row>& rows() const { return file_.rows; }

 private:
  table_file file_;
};

/// `entries.txt`: architectures | operations | kinds | space | result | needs | instructions.
class entry_table {
 public:
  entry_table(const std::string& path, const std::vector<std::string>& architectures,
              const std::string& architecture, const std::string& compiler)
      : file_(path, 7, 0, architectures, architecture, compiler) {}

  /// The instructions that the table expects of an entry, or null if it expects a loop. A line for
  /// this compiler goes before one for all.
  /// \throw std::runtime_error if two lines of the same sort speak of it.
  const std::string* instructions(const std::string& operation, const std::string& kind,
                                  const diatomic::access_properties& how) {
    row* found = nullptr;
    for (row& r : file_.rows) {
      const std::vector<std::string>& f = r.fields;
      const char* const result = how.result == diatomic::result_use::used ? "used" : "unused";
      if (!lists(f[1], operation) || !lists(f[2], kind) || !lists(f[3], name_of(how.space)) ||
          !lists(f[4], result) || !has_what_it_needs(r, how)) {
        continue;
      }
      if (found && is_of_compiler(*found) == is_of_compiler(r)) {
        throw std::runtime_error("two lines for one entry: " + found->where + " and " + r.where);
      }
      if (!found || is_of_compiler(r)) found = &r;
      r.used = true;
    }
    return found ? &found->fields[6] : nullptr;
  }

  const std::vector<row>& rows() const { return file_.rows; }

 private:
  static bool is_of_compiler(const row& r) { return r.fields[0].find('@') != std::string::npos; }

  /// `needs` lists alternatives, each of parts with `+` between: `nothing`, `device` (that scope or
  /// a narrower one), `coarse`, `flushing`, `array`.
  static bool has_what_it_needs(const row& r, const diatomic::access_properties& how) {
    using diatomic::hint;
    const auto has = [&](const std::string& part) {
      return part == "nothing"    ? true
             : part == "device"   ? how.scope <= diatomic::memory_scope::device
             : part == "coarse"   ? diatomic::tables::includes(how.hints, hint::coarse_grained)
             : part == "flushing" ? diatomic::tables::includes(how.hints, hint::ignore_denormals)
             : part == "array"    ? diatomic::tables::includes(how.hints, hint::in_array)
                                  : throw std::runtime_error(r.where + ": unknown need " + part);
    };
    for (const std::string& need : words_of(r.fields[5])) {
      bool met = true;
      for (const std::string& part : split(need, "+")) met = has(part) && met;
      if (met) return true;
    }
    return false;
  }

  table_file file_;
};

}  // namespace codegen
