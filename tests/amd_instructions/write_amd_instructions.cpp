// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Writes a page of docs/amd_instructions. write_page.sh runs it and the compilers.
///
/// Usage: write_amd_instructions runs                  one line each: compiler, architecture
///        write_amd_instructions kernels PLAIN IR      writes the two sources
///        write_amd_instructions page DIRECTORY HIP    the page, from
///        DIRECTORY/COMPILER.ARCHITECTURE
///                                                     .{plain,hardware}.s; HIP is its version

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "assembly.hpp"
#include "entries.hpp"
#include "kernels.hpp"
#include "reasons.hpp"

namespace {

using namespace amd_instructions;
using strings = std::vector<std::string>;

void add_once(strings& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

std::string joined(const strings& parts, const std::string& between) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : between) + part;
  return all;
}

/// What one compiler makes of all entries for one architecture.
struct compiled {
  const compiler* by;
  std::map<std::string, kernel_text> plain, hardware;
};

/// One architecture, as each compiler that knows it sees it.
struct chip {
  architecture which;
  std::vector<compiled> all;
};

std::vector<chip> read_chips(const std::string& directory) {
  std::vector<chip> chips;
  for (const architecture& a : backends::hip::architectures) {
    chips.push_back({a, {}});
    for (const compiler& c : compilers) {
      if (!knows(c, a.name)) continue;
      const std::string stem = directory + "/" + c.name + "." + a.name;
      chips.back().all.push_back(
          {&c, read_assembly(stem + ".plain.s"), read_assembly(stem + ".hardware.s")});
    }
  }
  return chips;
}

/// The table's answer for a call with all hints, or with none.
table_entry entry_here(const subject& s, const chip& on, bool hints_all) {
  access_properties how;
  how.space = s.space;
  how.result = s.result;
  if (hints_all) how.hints = static_cast<hint>(0xff);
  return find(backends::hip::table, {s.o.operation, s.type, how, on.which.number});
}

answer here(const subject& s, const chip& on) {
  const support best = entry_here(s, on, true).level;
  if (best == support::none) return answer::absent;
  if (best == support::loop) return answer::loop;
  return entry_here(s, on, false).level == support::native ? answer::native : answer::with_hints;
}

answer plain(const subject& s, const compiled& c) {
  if (!s.o.function) return answer::absent;
  return answer_of(c.plain, s.name(), s.o.operation);
}

answer hardware(const subject& s, const compiled& c) {
  return answer_of(c.hardware, s.name(), s.o.operation);
}

const char* words_of(answer a) {
  constexpr const char* words[] = {"native", "loop", "-", "does not link", "native with hints"};
  return words[static_cast<int>(a)];
}

/// The reasons for what differs, and whether each was needed.
class explainer {
 public:
  /// The reason why `s` differs, empty if it does not.
  std::string why(const subject& s, const chip& on, const compiled& c) {
    const answer own = here(s, on);
    const bool is_native_here = own == answer::native || own == answer::with_hints;
    if (is_native_here == (hardware(s, c) == answer::native)) return "";
    for (std::size_t i = 0; i < std::size(reasons); ++i) {
      if (!explains(reasons[i], s, on.which.number, *c.by, is_native_here)) continue;
      used_[i] = true;
      return reasons[i].text;
    }
    std::cerr << on.which.name << ", " << c.by->words << ": " << s.name()
              << (is_native_here ? ": native here, and the code generator writes a loop"
                                 : ": the code generator has an instruction, and it is a loop here")
              << "; reasons.hpp has no reason\n";
    ++mistakes_;
    return "";
  }

  /// Call last.
  int mistakes() const {
    int all = mistakes_;
    for (std::size_t i = 0; i < std::size(reasons); ++i) {
      if (used_[i] || !reasons[i].can_be_needed()) continue;
      std::cerr << "reasons.hpp: nothing differs for this reason: " << reasons[i].text << '\n';
      ++all;
    }
    return all;
  }

 private:
  std::array<bool, std::size(reasons)> used_{};
  int mistakes_ = 0;
};

// --- The tables of one architecture

/// A row: operations, kinds and memories that share all else.
struct row {
  strings operations, kinds, memories;
  strings rest;  ///< here, plain HIP, hardware, why
};

/// Joins rows that differ in one list only.
void merge(std::vector<row>& rows, strings row::* list) {
  std::vector<row> out;
  for (const row& r : rows) {
    const auto same = [&](row o) {
      o.*list = r.*list;
      return o.operations == r.operations && o.kinds == r.kinds && o.memories == r.memories &&
             o.rest == r.rest;
    };
    const auto found = std::find_if(out.begin(), out.end(), same);
    if (found == out.end()) {
      out.push_back(r);
    } else {
      strings& all = (*found).*list;
      all.insert(all.end(), (r.*list).begin(), (r.*list).end());
    }
  }
  rows = std::move(out);
}

/// What holds with a result, and what without, if it differs.
std::string both(const std::string& used, const std::string& unused) {
  return used == unused ? used : used + "; without a result " + unused;
}

/// One text for all compilers, or one each.
std::string by_compiler(const chip& on, const strings& texts) {
  if (std::all_of(texts.begin(), texts.end(), [&](auto& t) { return t == texts[0]; })) {
    return texts[0];
  }
  strings all;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all.push_back(std::string(on.all[i].by->words) + ": " + texts[i]);
  }
  return joined(all, "<br>");
}

/// The entries that differ in their result alone, as one row.
row row_of(const std::vector<subject>& pair, const chip& on, explainer& reasons_of) {
  const subject& s = pair.front();
  const subject& blind = pair.back();
  row r{{name_of(s.o.operation)}, {s.k.name}, {name_of(s.space)}, {}};

  std::string own = both(words_of(here(s, on)), words_of(here(blind, on)));
  const method how = entry_here(s, on, true).implementation;
  if (how == method::sign_bit) own += " \u00b1";
  if (how == method::on_word) own += " \u2021";
  strings of_plain;
  strings of_hardware;
  strings why;
  for (const compiled& c : on.all) {
    of_plain.push_back(both(words_of(plain(s, c)), words_of(plain(blind, c))));
    of_hardware.push_back(both(words_of(hardware(s, c)), words_of(hardware(blind, c))));
    for (const subject& one : pair) {
      const std::string text = reasons_of.why(one, on, c);
      if (!text.empty()) add_once(why, text);
    }
  }
  r.rest = {own, by_compiler(on, of_plain), by_compiler(on, of_hardware), joined(why, "; ")};
  return r;
}

/// One row for each operation, kind and memory.
std::vector<row> rows_of(const chip& on, explainer& reasons_of) {
  std::vector<row> rows;
  const std::vector<subject> all = subjects();
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::vector<subject> pair{all[i]};
    if (updates.has(all[i].o.operation)) pair.push_back(all[++i]);
    rows.push_back(row_of(pair, on, reasons_of));
  }
  return rows;
}

std::string table_of(std::vector<row> rows) {
  merge(rows, &row::kinds);
  merge(rows, &row::memories);
  merge(rows, &row::operations);
  std::string text =
      "| operation | type | memory | Diatomic | plain HIP | code generator | why they differ |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const row& r : rows) {
    text += "| " + joined(r.operations, " ") + " | " + joined(r.kinds, " ") + " | " +
            joined(r.memories, " ") + " | " + joined(r.rest, " | ") + " |\n";
  }
  return text;
}

/// Chips with the same text share it; in the order of the chips.
struct group {
  std::string names, text;
};
std::vector<group> grouped(const std::vector<chip>& chips, const strings& texts) {
  std::vector<group> groups;
  for (std::size_t i = 0; i < chips.size(); ++i) {
    const auto found = std::find_if(groups.begin(), groups.end(),
                                    [&](const group& g) { return g.text == texts[i]; });
    if (found == groups.end()) {
      groups.push_back({chips[i].which.name, texts[i]});
    } else {
      found->names += std::string(" ") + chips[i].which.name;
    }
  }
  return groups;
}

/// A table of what is alike on all chips, then one of what is not for each group of chips.
std::string tables_of(const std::vector<chip>& chips, explainer& reasons_of) {
  std::vector<std::vector<row>> of_chips;
  for (const chip& c : chips) of_chips.push_back(rows_of(c, reasons_of));
  std::vector<row> alike;
  std::vector<std::vector<row>> others(chips.size());
  for (std::size_t i = 0; i < of_chips[0].size(); ++i) {
    const bool is_alike = std::all_of(of_chips.begin(), of_chips.end(), [&](const auto& rows) {
      return rows[i].rest == of_chips[0][i].rest;
    });
    if (is_alike) alike.push_back(of_chips[0][i]);
    for (std::size_t c = 0; !is_alike && c < chips.size(); ++c) {
      others[c].push_back(of_chips[c][i]);
    }
  }
  std::string text = "\n## The same on all of them\n\n" + table_of(alike);
  strings texts;
  for (std::vector<row>& rows : others) texts.push_back(table_of(std::move(rows)));
  for (const group& g : grouped(chips, texts)) text += "\n## " + g.names + "\n\n" + g.text;
  return text;
}

// --- The page

template <class F>
std::string count_of(F is_so) {
  const std::vector<subject> all = subjects();
  return std::to_string(std::count_if(all.begin(), all.end(), is_so));
}

std::string counts_of(const chip& on) {
  std::string text = " | " + count_of([&](const subject& s) {
                       return here(s, on) == answer::native || here(s, on) == answer::with_hints;
                     });
  text += " | " + count_of([&](const subject& s) { return here(s, on) == answer::native; });
  std::string of_hardware;
  for (const compiler& c : compilers) {
    const auto found = std::find_if(on.all.begin(), on.all.end(),
                                    [&](const compiled& one) { return one.by == &c; });
    text += " | ";
    of_hardware += " | ";
    if (found == on.all.end()) continue;
    text += count_of([&](const subject& s) { return plain(s, *found) == answer::native; });
    text += " of " + count_of([&](const subject& s) { return plain(s, *found) != answer::absent; });
    of_hardware +=
        count_of([&](const subject& s) { return hardware(s, *found) == answer::native; });
  }
  return text + of_hardware + " |\n";
}

/// What `unsafeAtomicAdd` is on a chip, and whether there is such a function.
std::pair<std::string, bool> unsafe_text(const subject& s, const chip& on) {
  subject blind = s;
  blind.result = result_use::unused;
  strings texts;
  bool is_there = false;
  for (const compiled& c : on.all) {
    const answer a = answer_of(c.plain, unsafe_name(s), op::add);
    texts.push_back(both(words_of(a), words_of(answer_of(c.plain, unsafe_name(blind), op::add))));
    is_there |= a != answer::absent;
  }
  return {by_compiler(on, texts), is_there};
}

std::string unsafe_table(const std::vector<chip>& chips) {
  std::string head = "|";
  std::string rule = "|---";
  strings lines(chips.size());
  for (const subject& s : subjects()) {
    if (!has_unsafe(s) || s.result == result_use::unused) continue;
    strings texts;
    bool is_there = false;
    for (const chip& c : chips) {
      const auto [text, is_there_too] = unsafe_text(s, c);
      texts.push_back(text);
      is_there |= is_there_too;
    }
    if (!is_there) continue;
    head += std::string(" | ") + s.k.name + " " + name_of(s.space);
    rule += "|---";
    for (std::size_t i = 0; i < chips.size(); ++i) lines[i] += " | " + texts[i];
  }
  std::string text = head + " |\n" + rule + "|\n";
  for (const group& g : grouped(chips, lines)) text += "| " + g.names + g.text + " |\n";
  return text;
}

std::string introduction(const std::string& hip_version) {
  std::string text =
      R"(<!-- Written by tests/amd_instructions from the HIP table and from clang's assembly.
     Do not edit: build the target amd_instructions. -->
# AMD: what is native, here and in HIP )" +
      hip_version +
      R"(

An entry is an operation on a type in global or shared memory (LDS), with the old value used or
unused. Each entry has three results:

- **Diatomic**: the [support table](../support_matrix.md#hip) at device scope. The
  [instruction checks](../../tests/codegen/README.md) prove it for each architecture and compiler.
  *native with hints*: native in a call with all hints, such as `coarse_grained`; otherwise a loop.
- **plain HIP**: `atomicAdd`, `atomicMin` and the like, as the headers of HIP )" +
      hip_version +
      R"( define them for
  exactly this type, compiled at `-O3`. Other versions have [separate pages](README.md). *-*: HIP
  has no such function. *does not link*: the function calls an intrinsic that these compilers
  removed.
- **code generator**: LLVM's atomic instructions with every permission for memory and denormals, the
  best code that this compiler can select for the chip.

An entry is native if its kernel has the operation's instruction and no compare-exchange loop. Two
compilers with the same result share one cell; clang 19 does not know gfx950 and gfx1250. If the
first and the third result differ, the last column gives the reason. A test fails if a reason is
missing.

- **)"
      "\u00b1"
      R"(**: a float minimum or maximum as one integer instruction, chosen by the sign bit of the
  operand ([why this is exact](../semantics.md#minimum-and-maximum-of-floats)). This also replaces
  the chips' float instructions, which treat NaN and -0 in three different ways.
- **)"
      "\u2021"
      R"(**: 8 or 16 bits, by one instruction on the enclosing 32-bit word.

HIP 5's functions do not describe the memory, so the compiler's default applies: clang 22 assumes
coarse-grained memory, clang 19 does not. A float sum that is native there may therefore be dropped
on host memory ([0004](../decisions/backends/0004-amd-memory-defaults.md)). HIP 7's functions tell
clang 22 that the memory may be fine-grained or remote. Other operations of the library are left
out: they are loops on all chips.
)";
  const strings missing = kinds_left_out();
  if (!missing.empty()) {
    text += "\nNot compared: " + joined(missing, " ") + ".\n";
  }
  return text;
}

std::string page(const std::vector<chip>& chips, const std::string& hip_version,
                 explainer& reasons_of) {
  std::string text = introduction(hip_version) + "\n## Native entries of " +
                     std::to_string(subjects().size()) +
                     "\n\nPlain HIP: out of the entries for which HIP has a function.\n\n"
                     "| | Diatomic | Diatomic without hints";
  std::string rule = "|---|---|---";
  for (const char* column : {"plain HIP", "code generator"}) {
    for (const compiler& c : compilers) {
      text += std::string(" | ") + column + ", " + c.words;
      rule += "|---";
    }
  }
  text += " |\n" + rule + "|\n";
  strings counts;
  for (const chip& c : chips) counts.push_back(counts_of(c));
  for (const group& g : grouped(chips, counts)) text += "| " + g.names + g.text;

  text += tables_of(chips, reasons_of);

  return text +
         "\n## unsafeAtomicAdd\n\nHIP's function for floats on memory that its caller knows to be "
         "coarse-grained.\n\n" +
         unsafe_table(chips);
}

void write_file(const std::string& path, void (*write)(std::ostream&)) {
  std::ofstream out(path);
  write(out);
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) {
  const strings words(argv + 1, argv + argc);
  try {
    if (words.size() == 1 && words[0] == "runs") {
      for (const compiler& c : compilers) {
        for (const architecture& a : backends::hip::architectures) {
          if (knows(c, a.name)) std::cout << c.name << ' ' << a.name << '\n';
        }
      }
    } else if (words.size() == 3 && words[0] == "kernels") {
      write_file(words[1], write_plain_hip);
      write_file(words[2], write_hardware);
    } else if (words.size() == 3 && words[0] == "page") {
      explainer reasons_of;
      std::cout << page(read_chips(words[1]), words[2], reasons_of);
      return reasons_of.mistakes() == 0 ? 0 : 1;
    } else {
      std::cerr << "usage: write_amd_instructions runs | kernels PLAIN IR | page DIRECTORY HIP\n";
      return 2;
    }
  } catch (const std::exception& error) {
    std::cerr << "write_amd_instructions: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
