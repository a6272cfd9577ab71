// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/support_entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <iterator>
#include <utility>

#include <diatomic/diatomic.hpp>

namespace program {
namespace {

using diatomic::access_properties;
using diatomic::hint;
using diatomic::kind;
using diatomic::memory_scope;
using diatomic::memory_space;
using diatomic::op;
using diatomic::result_use;
using diatomic::support;

/// The hints that can make an entry native, with the names of their tags. A new hint is one line
/// here.
constexpr std::pair<hint, const char*> hint_tags[] = {
    {hint::coarse_grained, "coarse_grained"},
    {hint::ignore_denormals, "ignore_denormals"},
    {hint::in_array, "in_array"},
};

/// Hints, and an unused result, that make an entry native.
struct help {
  char mark = ' ';  ///< follows "loop" in the tables
  hint hints = hint::none;
  result_use result = result_use::used;
  std::vector<std::string> tags;  ///< names of the hints

  /// "coarse_grained and store_OP".
  std::string words() const {
    std::vector<std::string> parts = tags;
    if (result == result_use::unused) parts.emplace_back("store_OP");
    const std::string last = parts.back();
    parts.pop_back();
    return parts.empty() ? last : fmt::format("{} and {}", fmt::join(parts, ", "), last);
  }
};

/// Every set of hints, with and without a result, the smaller sets first.
std::vector<help> make_helps() {
  constexpr std::size_t parts = 1 + std::size(hint_tags);  // Bit 0: the result is unused.
  static_assert(parts <= 4, "a letter marks each set");
  std::vector<help> all;
  for (std::size_t size = 1; size <= parts; ++size) {
    for (unsigned set = 1; set < 1U << parts; ++set) {
      if (std::bitset<parts>(set).count() != size) continue;
      help h;
      h.mark = static_cast<char>('a' + all.size());
      if ((set & 1U) != 0) h.result = result_use::unused;
      for (std::size_t i = 0; i < std::size(hint_tags); ++i) {
        if ((set >> (i + 1) & 1U) == 0) continue;
        h.hints = h.hints | hint_tags[i].first;
        h.tags.emplace_back(hint_tags[i].second);
      }
      all.push_back(h);
    }
  }
  return all;
}

const std::vector<help>& helps() {
  static const std::vector<help> all = make_helps();
  return all;
}

/// An entry of a printed table.
struct table_entry {
  support level = support::none;          ///< at device scope, without a hint
  support across_system = support::none;  ///< the same at system scope
  support hinted = support::none;         ///< at system scope, with coarse_grained
  const help* helped_by = nullptr;        ///< makes a loop native; null if nothing does

  std::string text() const {
    if (level == support::none) return no_entry;
    std::string words = name_of(level);
    if (helped_by != nullptr) words += fmt::format(" {}", helped_by->mark);
    if (level != across_system) words += only_within_device;
    return words;
  }
};

table_entry entry_of(op operation, kind type, memory_space space, const chip& on) {
  access_properties how;
  how.space = space;
  const auto ask = [&] { return on.support_of(operation, type, how); };
  table_entry entry;
  entry.level = ask();
  how.scope = memory_scope::system;
  entry.across_system = ask();
  how.hints = hint::coarse_grained;
  entry.hinted = ask();
  how.scope = memory_scope::device;
  if (entry.level != support::loop) return entry;
  for (const help& h : helps()) {
    how.hints = h.hints;
    how.result = h.result;
    if (ask() == support::native) {
      entry.helped_by = &h;
      break;
    }
  }
  return entry;
}

constexpr memory_space spaces[] = {memory_space::global, memory_space::shared};

std::vector<table> support_tables_of(const chip& on) {
  std::vector<table> tables;
  for (const memory_space s : spaces) {
    const auto entry = [&](op o, kind k) { return entry_of(o, k, s, on).text(); };
    for (table& t : tables_of(fmt::format("{}, {} memory", on.title(), name_of(s)), entry)) {
      tables.push_back(std::move(t));
    }
  }
  return tables;
}

/// The legend: explains only the entries that appear in the tables.
fact_list legend_of(const chip& on) {
  fact_list lines = {
      {"native", "the chip's own instruction"},
      {"loop", "a compare-exchange loop of the library or of the compiler"},
      {no_entry, "no such operation; a row of these is left out"},
  };
  std::vector<table_entry> entries;
  for (const memory_space s : spaces) {
    for (const op o : all_operations()) {
      for (const kind k : all_kinds()) entries.push_back(entry_of(o, k, s, on));
    }
  }
  const auto appears = [&](auto is_meant) {
    return std::any_of(entries.begin(), entries.end(), is_meant);
  };
  for (const help& h : helps()) {
    if (appears([&](const table_entry& c) { return c.helped_by == &h; })) {
      lines.emplace_back(fmt::format("loop {}", h.mark),
                         fmt::format("native with {}{}", h.words(),
                                     h.tags.empty() ? ", which returns nothing" : ""));
    }
  }
  const auto narrows = [](const table_entry& c) { return c.level != c.across_system; };
  if (appears(narrows)) {
    const bool is_rescued =
        !appears([&](const table_entry& c) { return narrows(c) && c.hinted != c.level; });
    lines.emplace_back(fmt::format("native{}", only_within_device),
                       fmt::format("up to device_scope; at system_scope a loop{}",
                                   is_rescued ? ", unless coarse_grained" : ""));
  }
  return lines;
}

/// "i8 to u64, f16, f32": names a run of three or more integer types by its ends.
std::string names_of(const std::vector<kind>& kinds) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    std::size_t end = i;
    while (is_integer(kinds[i]) && end + 1 < kinds.size() && is_integer(kinds[end + 1]) &&
           static_cast<int>(kinds[end + 1]) == static_cast<int>(kinds[end]) + 1) {
      ++end;
    }
    if (end < i + 2) {
      names.emplace_back(name_of(kinds[i]));
    } else {
      names.push_back(fmt::format("{} to {}", name_of(kinds[i]), name_of(kinds[end])));
      i = end;
    }
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// "i32 to u64; f64 with coarse_grained": the types on which the operation is native, grouped by
/// what the call needs for it. "" without requirements.
std::string native_types(op operation, memory_space space, const chip& on) {
  std::vector<std::pair<std::string, std::vector<kind>>> groups = {{"", {}}};
  for (const kind k : all_kinds()) {
    const table_entry entry = entry_of(operation, k, space, on);
    std::string needs;
    if (entry.helped_by != nullptr) {
      needs = " with " + entry.helped_by->words();
    } else if (entry.level != support::native) {
      continue;
    } else if (entry.across_system != entry.level) {
      needs = " only up to device_scope";
    }
    group_of(groups, needs).push_back(k);
  }
  std::vector<std::string> parts;
  for (const auto& [needs, kinds] : groups) {
    if (kinds.empty()) continue;
    const bool is_all = kinds.size() == all_kinds().size();
    parts.push_back((is_all ? "all types" : names_of(kinds)) + needs);
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

/// Operations with the same native types.
struct operation_group {
  std::string operations;
  std::string in_global;
  std::string in_shared;
};

std::vector<operation_group> native_operations(const chip& on) {
  std::vector<operation_group> groups;
  for (const op o : all_operations()) {
    const std::string in_global = native_types(o, memory_space::global, on);
    const std::string in_shared = native_types(o, memory_space::shared, on);
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const operation_group& group) {
          return group.in_global == in_global && group.in_shared == in_shared;
        });
    if (found == groups.end()) {
      groups.push_back({name_of(o), in_global, in_shared});
    } else {
      found->operations += fmt::format(", {}", name_of(o));
    }
  }
  return groups;
}

}  // namespace

std::string summary_of(const chip& on) {
  const std::vector<operation_group> groups = native_operations(on);
  std::string text = fmt::format("\n{}: native operations at device_scope\n", on.title());
  const auto add = [&](const char* memory, auto types_of) {
    bool is_first = true;
    for (const operation_group& group : groups) {
      const std::string types = types_of(group);
      if (types.empty()) continue;
      if (is_first) text += fmt::format("  {} memory\n", memory);
      is_first = false;
      constexpr std::size_t column = 32;
      text += fmt::format("    {:<{}}{}\n", group.operations, column - 4, wrapped(types, column));
    }
  };
  const auto is_common = [](const operation_group& g) { return g.in_global == g.in_shared; };
  add("global and shared",
      [&](const operation_group& g) { return is_common(g) ? g.in_global : ""; });
  add("global", [&](const operation_group& g) { return is_common(g) ? "" : g.in_global; });
  add("shared", [&](const operation_group& g) { return is_common(g) ? "" : g.in_shared; });
  text +=
      "  native: the chip's own instruction. All other operations are compare-exchange loops,\n"
      "  or do not compile.\n";
  return text;
}

section support_section(const chip& on) {
  return {on.title(), support_tables_of(on), legend_of(on)};
}

json support_json(const chip& on) {
  json entries = json::array();
  for (const memory_space s : spaces) {
    for (const op o : all_operations()) {
      for (const kind k : all_kinds()) {
        const table_entry asked = entry_of(o, k, s, on);
        json entry = {{"operation", name_of(o)},
                      {"kind", name_of(k)},
                      {"space", name_of(s)},
                      {"support", name_of(asked.level)},
                      {"at_system_scope", name_of(asked.across_system)}};
        if (asked.helped_by != nullptr) {
          json with = asked.helped_by->tags;
          if (asked.helped_by->result == result_use::unused) with.push_back("result_unused");
          entry["native_with"] = with;
        }
        entries.push_back(entry);
      }
    }
  }
  json all = {{"architecture", on.name}, {"backend", on.backend}, {"entries", entries}};
  if (!on.toolkit_name.empty()) all["toolkit"] = on.toolkit_name;
  return all;
}

}  // namespace program
