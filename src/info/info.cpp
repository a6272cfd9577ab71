// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>

#include "info/build.hpp"
#include "info/chips.hpp"
#include "info/device.hpp"
#include "info/links.hpp"

// The build says what it alone knows; by hand, neither need be said.
#if !defined(DIATOMIC_VERSION)
#define DIATOMIC_VERSION "(unversioned)"
#endif
#if !defined(DIATOMIC_COMPILER)
#define DIATOMIC_COMPILER "(not said)"
#endif

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

/// The hints that a caller may give to have an entry done natively, as their tags are called. A
/// new one is one line here.
constexpr std::pair<hint, const char*> hint_tags[] = {
    {hint::coarse_grained, "coarse_grained"},
    {hint::ignore_denormals, "ignore_denormals"},
    {hint::in_array, "in_array"},
};

/// What a caller may add to a call to have an entry done natively.
struct help {
  char mark = ' ';  ///< stands behind "loop" in the tables
  hint hints = hint::none;
  result_use result = result_use::used;
  std::vector<std::string> tags;  ///< names of the hints

  std::string words() const {
    if (tags.empty()) return "store_OP, which returns nothing";
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

/// Native up to the device's scope, and a loop at system scope.
constexpr char only_within_device = '*';

/// An entry of the table that people read.
struct table_entry {
  support level = support::none;          ///< at device scope, without a hint
  support across_system = support::none;  ///< the same at system scope
  support hinted = support::none;         ///< at system scope, with coarse_grained
  const help* helped_by = nullptr;        ///< what makes a loop native; null if nothing does

  std::string text() const {
    if (level == support::none) return "-";
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

std::vector<op> all_operations() {
  std::vector<op> all;
  for (int i = 0; i < diatomic::op_count; ++i) all.push_back(static_cast<op>(i));
  return all;
}

std::vector<kind> all_kinds() {
  std::vector<kind> all;
  for (int i = 0; i < diatomic::kind_count; ++i) {
    if (static_cast<kind>(i) != kind::unknown) all.push_back(static_cast<kind>(i));
  }
  return all;
}

/// A table that people read: rows of words, the first of them the heads of the columns.
struct table {
  std::string title;
  std::vector<std::vector<std::string>> rows;
};

/// The tables of one architecture, narrow enough for a terminal: for each space one of the integers
/// and one of all else, without the operations that these kinds do not have.
std::vector<table> tables_of(const chip& on) {
  // Kinds are named after what they hold: i32, u128; f64, bf16x2.
  const auto is_integer = [](kind k) { return name_of(k)[0] == 'i' || name_of(k)[0] == 'u'; };
  std::vector<table> tables;
  for (const memory_space s : spaces) {
    for (const bool of_integers : {true, false}) {
      table t{fmt::format("{}, {} memory: {}", on.title(), name_of(s),
                          of_integers ? "integers" : "floating point"),
              {{"operation"}}};
      std::vector<kind> columns;
      for (const kind k : all_kinds()) {
        if (is_integer(k) != of_integers) continue;
        columns.push_back(k);
        t.rows[0].emplace_back(name_of(k));
      }
      for (const op o : all_operations()) {
        std::vector<std::string> row = {name_of(o)};
        bool has_any = false;
        for (const kind k : columns) {
          const table_entry entry = entry_of(o, k, s, on);
          has_any = has_any || entry.level != support::none;
          row.push_back(entry.text());
        }
        if (has_any) t.rows.push_back(row);
      }
      tables.push_back(t);
    }
  }
  return tables;
}

/// The lines below the tables that explain what stands in them, and nothing else.
std::vector<std::pair<std::string, std::string>> legend_of(const chip& on) {
  std::vector<std::pair<std::string, std::string>> lines = {
      {"native", "the chip's own instruction"},
      {"loop", "a compare-exchange loop: the library's, or the compiler's own"},
      {"-", "no such operation; left out of a table whose kinds all lack it"},
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
      lines.emplace_back(fmt::format("loop {}", h.mark), fmt::format("native with {}", h.words()));
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
  return {{"architecture", on.name}, {"backend", on.backend}, {"entries", entries}};
}

struct numbered_device {
  int number;
  diatomic::device_properties properties;
  device_links links;
};

/// What the runtime knows of a device: names and values, for people.
fact_list facts_of(const numbered_device& device) {
  const diatomic::device_properties& d = device.properties;
  constexpr double kib = 1024;
  const auto bytes = static_cast<double>(d.memory_bytes);
  fact_list facts = {
      {"architecture", d.architecture},
      {"compute units", std::to_string(d.compute_units)},
      {"threads in a warp", std::to_string(d.warp_size)},
      {"threads in a block", fmt::format("up to {}", d.max_threads_per_block)},
      {"shared memory", fmt::format("up to {:.0f} KiB in a block",
                                    static_cast<double>(d.shared_bytes_per_block) / kib)},
      {"L2 cache", d.l2_bytes == 0
                       ? "not known"
                       : fmt::format("{:.1f} MiB", static_cast<double>(d.l2_bytes) / kib / kib)},
      {"memory", fmt::format("{:.1f} GiB", bytes / kib / kib / kib)},
      {"managed memory", d.concurrent_managed_access ? "for kernels and the CPU at the same time"
                                                     : "not for the CPU while a kernel runs"},
      {"pageable memory",
       d.pageable_memory_access ? "kernels reach it" : "kernels cannot reach it"},
  };
  for (const auto& fact : facts_of(device.links)) facts.push_back(fact);
  return facts;
}

/// The text in lines that end before column 100; all but the first begin in column `indent`.
std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t width = 100;
  std::string lines;
  std::size_t column = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() >= width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

std::string text_of(const fact_list& header, const std::vector<numbered_device>& devices,
                    const std::vector<chip>& chips) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const auto& [name, content] : header) fmt::format_to(out, "{:<22}{}\n", name, content);
  for (const numbered_device& d : devices) {
    fmt::format_to(out, "\n{:<22}{}\n", fmt::format("device {}", d.number), d.properties.name);
    for (const auto& [name, content] : facts_of(d)) {
      fmt::format_to(out, "  {:<20}{}\n", name, wrapped(content, 22));
    }
  }
  for (const chip& c : chips) {
    for (const table& t : tables_of(c)) {
      fmt::format_to(out, "\n{}\n", t.title);
      std::size_t width = 0;
      for (const auto& row : t.rows) {
        for (std::size_t i = 1; i < row.size(); ++i) width = std::max(width, row[i].size() + 2);
      }
      for (const auto& row : t.rows) {
        fmt::format_to(out, "  {:<18}", row[0]);
        for (std::size_t i = 1; i < row.size(); ++i) fmt::format_to(out, "{:<{}}", row[i], width);
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
      }
    }
    text += '\n';
    for (const auto& [word, meaning] : legend_of(c)) {
      fmt::format_to(out, "  {:<10}{}\n", word, meaning);
    }
  }
  return text;
}

std::string markdown_of(const fact_list& header, const std::vector<numbered_device>& devices,
                        const std::vector<chip>& chips) {
  std::string text;
  const auto out = std::back_inserter(text);
  const auto list = [&](const fact_list& facts) {
    for (const auto& [name, content] : facts) fmt::format_to(out, "- {}: {}\n", name, content);
  };
  list(header);
  for (const numbered_device& d : devices) {
    fmt::format_to(out, "\n## Device {}: {}\n\n", d.number, d.properties.name);
    list(facts_of(d));
  }
  for (const chip& c : chips) {
    fmt::format_to(out, "\n## {}\n", c.title());
    for (const table& t : tables_of(c)) {
      const auto& rows = t.rows;
      fmt::format_to(out, "\n### {}\n\n", t.title);
      for (std::size_t r = 0; r < rows.size(); ++r) {
        for (const std::string& entry : rows[r]) {
          // A star would begin emphasis.
          const std::size_t star = entry.find(only_within_device);
          fmt::format_to(out, "| {} ",
                         star == std::string::npos ? entry : entry.substr(0, star) + "\\*");
        }
        text += "|\n";
        if (r > 0) continue;
        for (std::size_t i = 0; i < rows[r].size(); ++i) text += "|---";
        text += "|\n";
      }
    }
    text += '\n';
    for (const auto& [word, meaning] : legend_of(c)) {
      fmt::format_to(out, "- `{}`: {}\n", word, meaning);
    }
  }
  return text;
}

std::string json_text_of(const std::vector<numbered_device>& devices,
                         const std::vector<chip>& chips) {
  json all = {{"version", version()},
              {"backend", backend_name()},
              {"compiler", DIATOMIC_COMPILER},
              {"devices", json::array()},
              {"support", json::array()}};
  for (const auto& [number, d, links] : devices) {
    all["devices"].push_back({{"number", number},
                              {"name", d.name},
                              {"architecture", d.architecture},
                              {"compute_units", d.compute_units},
                              {"warp_size", d.warp_size},
                              {"max_threads_per_block", d.max_threads_per_block},
                              {"shared_bytes_per_block", d.shared_bytes_per_block},
                              {"l2_bytes", d.l2_bytes},
                              {"memory_bytes", d.memory_bytes},
                              {"host_native_atomics", d.host_native_atomics},
                              {"concurrent_managed_access", d.concurrent_managed_access},
                              {"pageable_memory_access", d.pageable_memory_access},
                              {"host_link", json_of(links.host)},
                              {"peer_links", json_of(links.peers)}});
  }
  for (const chip& c : chips) all["support"].push_back(support_json(c));
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

void run_info(const info_options& options) {
  fact_list header = {
      {"diatomic", version()}, {"backend", backend_name()}, {"compiler", DIATOMIC_COMPILER}};
  std::vector<numbered_device> devices;
  std::vector<chip> chips;
  const auto add = [&](const chip& c) {
    const auto same = [&](const chip& other) { return c.name == other.name; };
    if (std::none_of(chips.begin(), chips.end(), same)) chips.push_back(c);
  };

  if (options.architectures.empty()) {
    const std::vector<chip> listed = chips_of_this_build();
    const int count = count_devices();
    for (int i = 0; i < count; ++i) {
      if (options.device >= 0 && options.device != i) continue;
      devices.push_back({i, diatomic::properties(i), links_of(i)});
      const std::string& name = devices.back().properties.architecture;
      const auto found =
          std::find_if(listed.begin(), listed.end(), [&](const chip& c) { return c.name == name; });
      if (found != listed.end()) {
        add(*found);
      } else {
        header.emplace_back("support of " + name,
                            "not listed; the table lists " + names_of(listed));
      }
    }
    if (devices.empty()) choose_device(options.device);  // throws: there is no such device
  }
  for (const std::string& name : options.architectures) {
    if (name == "all") {
      for (const chip& c : all_chips()) add(c);
    } else {
      add(chip_named(name));
    }
  }

  fmt::print("{}", options.format == info_format::text       ? text_of(header, devices, chips)
                   : options.format == info_format::markdown ? markdown_of(header, devices, chips)
                                                             : json_text_of(devices, chips));
}

}  // namespace program
