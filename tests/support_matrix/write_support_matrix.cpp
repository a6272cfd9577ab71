// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Writes docs/support_matrix.md from the backends' support tables, which it reads as data.
///
/// Usage: write_support_matrix PAGE           writes the page
///        write_support_matrix --check PAGE   fails if the page is not what would be written

#include <algorithm>
#include <cstddef>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/core/support.hpp>

#include "backend_tables.hpp"

namespace {

using namespace diatomic;
using namespace diatomic::tables;

/// What a caller may do for a native form, one bit each. More of it never makes a form worse.
enum need : unsigned { coarse = 1, flushing = 2, array = 4, blind = 8, within_device = 16 };
constexpr unsigned all_needs = 31;

struct spelled_need {
  unsigned bit;
  const char* words;
};
constexpr spelled_need spelled_needs[] = {
    {blind, "`store_OP`"},
    {coarse, "`coarse_grained`"},
    {flushing, "`ignore_denormals`"},
    {array, "`in_array`"},
    {within_device, "`device_scope`, which is the default, or a narrower scope"},
};

/// In the page's order: what belongs together stands together.
constexpr op operations[] = {
    op::load,          op::store,        op::exchange,     op::compare_exchange,
    op::add,           op::sub,          op::bit_and,      op::bit_or,
    op::bit_xor,       op::min,          op::max,          op::inc_wrap,
    op::dec_wrap,      op::mul,          op::div,          op::mod,
    op::bit_nand,      op::shl,          op::shr,          op::fminimum,
    op::fmaximum,      op::fminimum_num, op::fmaximum_num, op::min_if_less,
    op::max_if_greater};
constexpr kind kinds[] = {
    kind::i8,    kind::u8,    kind::i16,   kind::u16,    kind::i32,   kind::u32,
    kind::i64,   kind::u64,   kind::i128,  kind::u128,   kind::f16,   kind::bf16,
    kind::f32,   kind::f64,   kind::f16x2, kind::bf16x2, kind::f16x4, kind::bf16x4,
    kind::i32x2, kind::f32x2, kind::f32x4, kind::f64x2,  kind::i32x4,
};
static_assert(std::size(operations) == op_count && std::size(kinds) == kind_count - 1);

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : between) + part;
  return all;
}

/// The reasons why entries are native only at times, lettered in the order in which they are met.
class notes {
 public:
  /// The letter of "needs any one of these sets".
  std::string letter(const std::vector<unsigned>& sets) {
    auto found = std::find(met_.begin(), met_.end(), sets);
    if (found == met_.end()) found = met_.insert(met_.end(), sets);
    return std::string(1, static_cast<char>('a' + (found - met_.begin())));
  }

  std::string text() {
    std::string all;
    for (const std::vector<unsigned>& sets : met_) {
      std::vector<std::string> alternatives;
      for (const unsigned set : sets) {
        std::vector<std::string> words;
        for (const spelled_need& s : spelled_needs) {
          if ((set & s.bit) != 0) words.emplace_back(s.words);
        }
        alternatives.push_back(joined(words, " and "));
      }
      all += "- *" + letter(sets) + "*: " + joined(alternatives, "; or ") + "\n";
    }
    return all;
  }

 private:
  std::vector<std::vector<unsigned>> met_;
};

access_properties access_with(unsigned given, memory_space space) {
  access_properties how;
  how.space = space;
  how.scope = (given & within_device) != 0 ? memory_scope::device : memory_scope::system;
  how.result = (given & blind) != 0 ? result_use::unused : result_use::used;
  if ((given & coarse) != 0) how.hints = how.hints | hint::coarse_grained;
  if ((given & flushing) != 0) how.hints = how.hints | hint::ignore_denormals;
  if ((given & array) != 0) how.hints = how.hints | hint::in_array;
  return how;
}

std::string words_of(table_entry c) {
  if (c.level == support::none) return "none";
  if (c.implementation == method::by_element) return name_of(c.level) + std::string("\u00a7");
  if (c.level == support::loop) return c.implementation == method::cas_loop ? "loop" : "loop*";
  if (c.implementation == method::on_word) return "native\u2021";
  if (c.implementation == method::in_pair) return "native\u2016";
  return c.implementation == method::sign_bit ? "native\u00b1" : "native";
}

/// What a reader sees of one operation on one kind of word in one space of one architecture.
template <std::size_t Rules>
std::string entry_text(const rule (&table)[Rules], op operation, kind type, memory_space space,
                       int architecture, notes& legend) {
  if (!is_meaningful(operation, type)) return "-";
  table_entry entries[all_needs + 1];
  for (unsigned given = 0; given <= all_needs; ++given) {
    entries[given] = find(table, {operation, type, access_with(given, space), architecture});
  }
  std::vector<unsigned> least;  // the smallest sets that make it native
  for (unsigned given = 0; given <= all_needs; ++given) {
    const bool native = entries[given].level == support::native;
    const bool covered =
        std::any_of(least.begin(), least.end(), [&](unsigned set) { return (set & given) == set; });
    if (covered && !native) {
      throw std::logic_error(std::string(name_of(operation)) + " on " + name_of(type) +
                             ": a call with more hints gets less");
    }
    if (native && !covered) least.push_back(given);
  }
  const std::string words = words_of(entries[least.empty() ? 0 : all_needs]);
  if (least.empty() || least.front() == 0) return words;
  return words + " if *" + legend.letter(least) + "*";
}

/// A table as text: rows of entries under a head, or columns that are equal already merged.
using grid = std::vector<std::vector<std::string>>;

/// Joins the neighbours among `lines` that differ in their first entry only.
grid merged(const grid& lines, const std::string& between) {
  grid out;
  for (const std::vector<std::string>& line : lines) {
    const bool same = !out.empty() && std::equal(line.begin() + 1, line.end(),
                                                 out.back().begin() + 1, out.back().end());
    if (same) {
      out.back()[0] += between + line[0];
    } else {
      out.push_back(line);
    }
  }
  return out;
}

grid turned(const grid& lines) {
  grid out(lines.front().size());
  for (const std::vector<std::string>& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) out[i].push_back(line[i]);
  }
  return out;
}

template <std::size_t Architectures, std::size_t Rules>
grid grid_of(const architecture (&architectures)[Architectures], const rule (&table)[Rules],
             memory_space space, notes& legend) {
  // One line an operation: its name, then all kinds on all architectures.
  grid by_operation;
  for (const op o : operations) {
    by_operation.push_back({name_of(o)});
    for (const kind k : kinds) {
      for (const architecture& a : architectures) {
        by_operation.back().push_back(entry_text(table, o, k, space, a.number, legend));
      }
    }
  }
  by_operation = merged(by_operation, " ");

  // One line an operation and kind; then columns that are equal become one.
  grid by_architecture(1, {"operation", "type"});
  for (const architecture& a : architectures) by_architecture[0].emplace_back(a.name);
  for (const std::vector<std::string>& line : by_operation) {
    grid by_kind;
    auto next = line.begin() + 1;
    for (const kind k : kinds) {
      by_kind.push_back({name_of(k)});
      by_kind.back().insert(by_kind.back().end(), next, next + Architectures);
      next += Architectures;
    }
    for (std::vector<std::string>& row : merged(by_kind, " ")) {
      if (row[1] == "-") continue;  // no such operation, and no row for it
      row.insert(row.begin(), line[0]);
      by_architecture.push_back(std::move(row));
    }
  }
  const grid columns = turned(by_architecture);
  grid few(columns.begin(), columns.begin() + 2);
  const grid rest = merged(grid(columns.begin() + 2, columns.end()), " ");
  few.insert(few.end(), rest.begin(), rest.end());
  return turned(few);
}

std::string markdown(const grid& lines) {
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    out += "| " + joined(lines[i], " | ") + " |\n";
    if (i != 0) continue;
    for (std::size_t column = 0; column < lines[0].size(); ++column) out += "|---";
    out += "|\n";
  }
  return out;
}

std::string spelled_release(int release) {
  return std::to_string(release / 100) + "." + std::to_string(release % 100);
}

/// What `keep_denormals` makes of native sums of 32-bit floats. The only tag that can make an entry
/// worse, and therefore not one of the needs.
template <std::size_t Architectures, std::size_t Rules>
std::string kept_sums(const architecture (&architectures)[Architectures],
                      const rule (&table)[Rules]) {
  std::string loops;
  std::string depending;
  int release = 0;
  for (const rule& r : table) release = std::max(release, r.given.toolkit);
  for (const architecture& a : architectures) {
    question q{op::add, kind::f32, access_with(all_needs, memory_space::global), a.number};
    if (find(table, q).level != support::native) continue;
    q.access = access_with(all_needs & ~flushing, memory_space::global);
    q.access.hints = q.access.hints | hint::keep_denormals;
    const support newest = find(table, q).level;
    q.toolkit = std::max(release, 1) - 1;
    if (newest != support::native) {
      loops += std::string(" ") + a.name;
    } else if (find(table, q).level != support::native) {
      depending += std::string(" ") + a.name;
    }
  }
  if (!depending.empty()) {
    depending = (loops.empty() ? "" : ";") + depending + " before release " +
                spelled_release(release) + " of the compilers";
  }
  const std::string on = loops + depending;
  return on.empty()
             ? on
             : "\nWith `keep_denormals`, sums of 32-bit floats in global memory are loops on" + on +
                   ".\n";
}

/// The entries without a hint that older compilers do not have: for each release that brought some,
/// what was there before.
template <std::size_t Architectures, std::size_t Rules>
std::string older_entries(const architecture (&architectures)[Architectures],
                          const rule (&table)[Rules]) {
  std::set<int> releases;
  for (const rule& r : table) releases.insert(r.given.toolkit);
  releases.erase(0);  // every release
  grid lines = {{"before", "operation", "type", "entry"}};
  for (const int release : releases) {
    grid by_operation;
    for (const op o : operations) {
      grid by_kind;
      for (const kind k : kinds) {
        std::set<std::string> before;
        for (const architecture& a : architectures) {
          for (const memory_space space : {memory_space::global, memory_space::shared}) {
            question q{o, k, access_with(0, space), a.number, release};
            const table_entry with = find(table, q);
            --q.toolkit;
            if (!(find(table, q) == with)) before.insert(words_of(find(table, q)));
          }
        }
        if (!before.empty()) {
          by_kind.push_back({name_of(k), joined({before.begin(), before.end()}, " or ")});
        }
      }
      for (const std::vector<std::string>& row : merged(by_kind, " ")) {
        by_operation.push_back({name_of(o), row[0], row[1]});
      }
    }
    std::stable_sort(by_operation.begin(), by_operation.end(),
                     [](const auto& a, const auto& b) { return a[1] < b[1]; });
    for (std::vector<std::string>& row : merged(by_operation, " ")) {
      row.insert(row.begin(), spelled_release(release));
      lines.push_back(std::move(row));
    }
  }
  return lines.size() == 1
             ? ""
             : "\nBefore these releases of the compilers, some entries are weaker:\n\n" +
                   markdown(lines);
}

constexpr const char* introduction =
    R"(<!-- Written by tests/support_matrix from the support tables. Do not edit: change a table
     (backends/*/include/diatomic/*/support.hpp), then build the target support_matrix. -->
# Support matrix

The implementation of each operation, by type and architecture. This page is generated from the
support tables that the library reads when it compiles a call; a test fails if the two differ.
Adjacent types and architectures with equal entries share a row or a column. The same rules apply to
architectures that are not listed ([the tables](../backends/README.md)), but these are not tested.

- **native**: the chip's own instruction. [tests/codegen](../tests/codegen/README.md) compiles each
  such entry for all architectures of this page and checks for the instruction.
- **native)"
    "\u00b1"
    R"(**: also native: a float minimum or maximum as one integer instruction, chosen by the sign
  bit of the operand ([why this is exact](semantics.md#minimum-and-maximum-of-floats)).
- **native)"
    "\u2021"
    R"(**: also native: 8 or 16 bits, by one instruction on the enclosing 32-bit word, which keeps
  the other bits.
- **native)"
    "\u2016"
    R"(**: also native: a 16-bit float in an array, by the packed-pair instruction, which adds -0.0
  to the neighbour.
- **native)"
    "\u00a7"
    R"(** and **loop)"
    "\u00a7"
    R"(**: element by element; f16x4 and bf16x4 pair by pair.
- **none**: not supported by this chip; a call is a compile error.
- **loop**: the library's compare-exchange loop.
- **loop\***: an instruction or a builtin that the vendor's compiler turns into a loop.
- **if** and a letter: native only in a call that meets the condition of this letter, listed below
  the tables of the backend; otherwise a loop. `store_OP` there is the form without a result, such
  as `store_add`.
- An operation without a row for a type does not exist for this type, and is a compile error.

Orders do not change the entries: fences and the instruction's own order implement them. For a call
that names no space, `support_v` reports the weaker of the two spaces; the call works in both.
)";

template <std::size_t Architectures, std::size_t Rules>
std::string section(const char* name, const architecture (&architectures)[Architectures],
                    const rule (&table)[Rules]) {
  notes legend;
  const grid global = grid_of(architectures, table, memory_space::global, legend);
  const grid shared = grid_of(architectures, table, memory_space::shared, legend);
  std::string text = std::string("\n## ") + name + "\n\n";
  if (global == shared) {
    text += "Any memory:\n\n" + markdown(global);
  } else {
    text += "Global memory:\n\n" + markdown(global) + "\nShared memory:\n\n" + markdown(shared);
  }
  const std::string needs = legend.text();
  return (needs.empty() ? text : text + "\n" + needs) + kept_sums(architectures, table) +
         older_entries(architectures, table);
}

std::string page() {
  std::string text = introduction;
  for_each_backend([&text](const char* name, const auto& architectures, const auto& table) {
    text += section(name, architectures, table);
  });
  return text;
}

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

void check(const std::string& path, const std::string& expected) {
  std::istringstream is(read(path));
  std::istringstream should_be(expected);
  std::string line;
  std::string other;
  for (int number = 1;; ++number) {
    const bool here = static_cast<bool>(std::getline(is, line));
    const bool there = static_cast<bool>(std::getline(should_be, other));
    if (!here && !there) break;
    if (here != there || line != other) {
      throw std::runtime_error(path + ":" + std::to_string(number) +
                               ": the page and the support tables differ; build the target "
                               "support_matrix to write it anew\n  page:   " +
                               (here ? line : "(ends)") +
                               "\n  tables: " + (there ? other : "(end)"));
    }
  }
  if (read(path) != expected) throw std::runtime_error(path + ": differs in its line ends");
}

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw std::runtime_error("cannot write " + path);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() == 2 && words[0] == "--check") {
      check(words[1], page());
    } else if (words.size() == 1 && words[0][0] != '-') {
      write(words[0], page());
    } else {
      std::cerr << "usage: write_support_matrix [--check] PAGE\n";
      return 2;
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
  return 0;
}
