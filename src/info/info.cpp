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
#include "info/remote_links.hpp"
#include "info/tables.hpp"

// The build defines both macros; a compilation by hand need not.
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

/// The tables of one architecture, narrow enough for a terminal.
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
      {"loop", "a compare-exchange loop: the library's, or the compiler's own"},
      {no_entry, "no such operation; left out of a table whose kinds all lack it"},
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

/// The runtime's properties of a device, as names and values for people.
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

/// Wraps the text before column 100; all lines but the first begin in column `indent`.
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
                    const std::vector<section>& parts) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const auto& [name, content] : header) fmt::format_to(out, "{:<22}{}\n", name, content);
  for (const numbered_device& d : devices) {
    fmt::format_to(out, "\n{:<22}{}\n", fmt::format("device {}", d.number), d.properties.name);
    for (const auto& [name, content] : facts_of(d)) {
      fmt::format_to(out, "  {:<20}{}\n", name, wrapped(content, 22));
    }
  }
  for (const section& part : parts) text += text_of(part);
  return text;
}

std::string markdown_of(const fact_list& header, const std::vector<numbered_device>& devices,
                        const std::vector<section>& parts) {
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
  for (const section& part : parts) text += markdown_of(part);
  return text;
}

std::string json_text_of(const std::vector<numbered_device>& devices,
                         const std::vector<chip>& chips, bool links) {
  json all = {{"version", version()},
              {"backend", backend_name()},
              {"compiler", DIATOMIC_COMPILER},
              {"devices", json::array()}};
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
  if (links) {
    all["links"] = json_of_links(chips);
  } else {
    all["support"] = json::array();
    for (const chip& c : chips) all["support"].push_back(support_json(c));
  }
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

  if (options.format == info_format::json) {
    fmt::print("{}", json_text_of(devices, chips, options.links));
    return;
  }
  std::vector<section> parts;
  if (options.links) {
    parts = sections_of_links(chips);
  } else {
    for (const chip& c : chips) parts.push_back({c.title(), support_tables_of(c), legend_of(c)});
  }
  fmt::print("{}", options.format == info_format::text ? text_of(header, devices, parts)
                                                       : markdown_of(header, devices, parts));
}

}  // namespace program
