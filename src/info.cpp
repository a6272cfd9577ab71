// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include <diatomic/diatomic.hpp>

#include "device.hpp"

// The build says what it alone knows; by hand, neither need be said.
#if !defined(DIATOMIC_VERSION)
#define DIATOMIC_VERSION "(unversioned)"
#endif
#if !defined(DIATOMIC_COMPILER)
#define DIATOMIC_COMPILER "(not said)"
#endif

namespace program {
namespace {

using diatomic::kind;
using diatomic::manner;
using diatomic::memory_scope;
using diatomic::memory_space;
using diatomic::op;
using diatomic::promise;
using diatomic::result_use;
using diatomic::support;
using json = nlohmann::ordered_json;

/// What a caller may add to a call to have a cell done natively, least first.
struct help {
  char mark;  ///< stands behind "loop" in the tables
  promise promises;
  result_use result;
  const char* words;
};

constexpr promise both = promise::coarse_grained | promise::ignore_denormals;
constexpr help helps[] = {
    {'a', promise::none, result_use::unused, "store_OP, which returns nothing"},
    {'b', promise::coarse_grained, result_use::used, "coarse_grained"},
    {'c', promise::coarse_grained, result_use::unused, "coarse_grained and store_OP"},
    {'d', both, result_use::used, "coarse_grained and ignore_denormals"},
    {'e', both, result_use::unused, "coarse_grained, ignore_denormals and store_OP"},
};
/// Native up to the device's scope, and a loop at system scope.
constexpr char only_within_device = '*';

/// A cell of the table that people read.
struct table_cell {
  support level = support::none;          ///< at device scope, nothing promised
  support across_system = support::none;  ///< the same at system scope
  support promised = support::none;       ///< at system scope, coarse_grained promised
  const help* helped_by = nullptr;        ///< what makes a loop native; null if nothing does

  std::string text() const {
    if (level == support::none) return "-";
    std::string words = name_of(level);
    if (helped_by != nullptr) words += fmt::format(" {}", helped_by->mark);
    if (level != across_system) words += only_within_device;
    return words;
  }
};

table_cell cell_of(op operation, kind type, memory_space space, int architecture) {
  manner how;
  how.space = space;
  const auto ask = [&] { return diatomic::support_of(operation, type, how, architecture); };
  table_cell cell;
  cell.level = ask();
  how.scope = memory_scope::system;
  cell.across_system = ask();
  how.promises = promise::coarse_grained;
  cell.promised = ask();
  how.scope = memory_scope::device;
  if (cell.level != support::loop) return cell;
  for (const help& h : helps) {
    how.promises = h.promises;
    how.result = h.result;
    if (ask() == support::native) {
      cell.helped_by = &h;
      break;
    }
  }
  return cell;
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

/// The table of one space as rows of words, the first of them the heads of the columns.
std::vector<std::vector<std::string>> table_of(memory_space space, int architecture) {
  std::vector<std::vector<std::string>> rows(1);
  rows[0].emplace_back("operation");
  for (const kind k : all_kinds()) rows[0].emplace_back(name_of(k));
  for (const op o : all_operations()) {
    rows.push_back({name_of(o)});
    for (const kind k : all_kinds()) {
      rows.back().push_back(cell_of(o, k, space, architecture).text());
    }
  }
  return rows;
}

/// The lines below the tables that explain what stands in them, and nothing else.
std::vector<std::pair<std::string, std::string>> legend_of(int architecture) {
  std::vector<std::pair<std::string, std::string>> lines = {
      {"native", "the chip's own instruction"},
      {"loop", "a compare-exchange loop: the library's, or the compiler's own"},
      {"-", "no such operation"},
  };
  const auto appears = [&](auto is_meant) {
    for (const memory_space s : spaces) {
      for (const op o : all_operations()) {
        for (const kind k : all_kinds()) {
          if (is_meant(cell_of(o, k, s, architecture))) return true;
        }
      }
    }
    return false;
  };
  for (const help& h : helps) {
    if (appears([&](const table_cell& c) { return c.helped_by == &h; })) {
      lines.emplace_back(fmt::format("loop {}", h.mark), fmt::format("native with {}", h.words));
    }
  }
  const auto narrows = [](const table_cell& c) { return c.level != c.across_system; };
  if (appears(narrows)) {
    const bool is_rescued =
        !appears([&](const table_cell& c) { return narrows(c) && c.promised != c.level; });
    lines.emplace_back(fmt::format("native{}", only_within_device),
                       fmt::format("up to device_scope; at system_scope a loop{}",
                                   is_rescued ? ", unless coarse_grained" : ""));
  }
  return lines;
}

json json_of(const diatomic::architecture& architecture) {
  json cells = json::array();
  for (const memory_space s : spaces) {
    for (const op o : all_operations()) {
      for (const kind k : all_kinds()) {
        const table_cell cell = cell_of(o, k, s, architecture.number);
        json entry = {{"operation", name_of(o)},
                      {"kind", name_of(k)},
                      {"space", name_of(s)},
                      {"support", name_of(cell.level)},
                      {"at_system_scope", name_of(cell.across_system)}};
        if (cell.helped_by != nullptr) {
          json with = json::array();
          if (includes(cell.helped_by->promises, promise::coarse_grained)) {
            with.push_back("coarse_grained");
          }
          if (includes(cell.helped_by->promises, promise::ignore_denormals)) {
            with.push_back("ignore_denormals");
          }
          if (cell.helped_by->result == result_use::unused) with.push_back("result_unused");
          entry["native_with"] = with;
        }
        cells.push_back(entry);
      }
    }
  }
  return {{"architecture", architecture.name}, {"cells", cells}};
}

/// What the runtime knows of a device: names and values, for people.
std::vector<std::pair<std::string, std::string>> facts_of(const diatomic::device_properties& d) {
  constexpr double kib = 1024;
  const auto bytes = static_cast<double>(d.memory_bytes);
  return {
      {"architecture", d.architecture},
      {"compute units", std::to_string(d.compute_units)},
      {"threads in a warp", std::to_string(d.warp_size)},
      {"threads in a block", fmt::format("up to {}", d.max_threads_per_block)},
      {"shared memory", fmt::format("up to {:.0f} KiB in a block",
                                    static_cast<double>(d.shared_bytes_per_block) / kib)},
      {"memory", fmt::format("{:.1f} GiB", bytes / kib / kib / kib)},
      {"host atomics", d.host_native_atomics ? "yes: system_scope reaches the CPU"
                                             : "no: not atomic against the CPU on host memory"},
  };
}

struct numbered_device {
  int number;
  diatomic::device_properties properties;
};

std::string text_of(const std::vector<std::pair<std::string, std::string>>& header,
                    const std::vector<numbered_device>& devices,
                    const std::vector<diatomic::architecture>& architectures) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const auto& [name, content] : header) fmt::format_to(out, "{:<22}{}\n", name, content);
  for (const numbered_device& d : devices) {
    fmt::format_to(out, "\n{:<22}{}\n", fmt::format("device {}", d.number), d.properties.name);
    for (const auto& [name, content] : facts_of(d.properties)) {
      fmt::format_to(out, "  {:<20}{}\n", name, content);
    }
  }
  for (const diatomic::architecture& a : architectures) {
    for (const memory_space s : spaces) {
      fmt::format_to(out, "\n{}, {} memory\n", a.name, name_of(s));
      for (const auto& row : table_of(s, a.number)) {
        fmt::format_to(out, "  {:<18}", row[0]);
        for (std::size_t i = 1; i < row.size(); ++i) fmt::format_to(out, "{:<10}", row[i]);
        text.erase(text.find_last_not_of(' ') + 1);
        text += '\n';
      }
    }
    text += '\n';
    for (const auto& [word, meaning] : legend_of(a.number)) {
      fmt::format_to(out, "  {:<10}{}\n", word, meaning);
    }
  }
  return text;
}

std::string markdown_of(const std::vector<std::pair<std::string, std::string>>& header,
                        const std::vector<numbered_device>& devices,
                        const std::vector<diatomic::architecture>& architectures) {
  std::string text;
  const auto out = std::back_inserter(text);
  const auto list = [&](const std::vector<std::pair<std::string, std::string>>& facts) {
    for (const auto& [name, content] : facts) fmt::format_to(out, "- {}: {}\n", name, content);
  };
  list(header);
  for (const numbered_device& d : devices) {
    fmt::format_to(out, "\n## Device {}: {}\n\n", d.number, d.properties.name);
    list(facts_of(d.properties));
  }
  for (const diatomic::architecture& a : architectures) {
    fmt::format_to(out, "\n## {}\n", a.name);
    for (const memory_space s : spaces) {
      const auto rows = table_of(s, a.number);
      fmt::format_to(out, "\n### {}, {} memory\n\n", a.name, name_of(s));
      for (std::size_t r = 0; r < rows.size(); ++r) {
        for (const std::string& cell : rows[r]) {
          // A star would begin emphasis.
          const std::size_t star = cell.find(only_within_device);
          fmt::format_to(out, "| {} ",
                         star == std::string::npos ? cell : cell.substr(0, star) + "\\*");
        }
        text += "|\n";
        if (r > 0) continue;
        for (std::size_t i = 0; i < rows[r].size(); ++i) text += "|---";
        text += "|\n";
      }
    }
    text += '\n';
    for (const auto& [word, meaning] : legend_of(a.number)) {
      fmt::format_to(out, "- `{}`: {}\n", word, meaning);
    }
  }
  return text;
}

std::string json_text_of(const std::vector<numbered_device>& devices,
                         const std::vector<diatomic::architecture>& architectures) {
  json all = {{"version", version()},
              {"backend", backend_name()},
              {"compiler", DIATOMIC_COMPILER},
              {"devices", json::array()},
              {"support", json::array()}};
  for (const auto& [number, d] : devices) {
    all["devices"].push_back({{"number", number},
                              {"name", d.name},
                              {"architecture", d.architecture},
                              {"compute_units", d.compute_units},
                              {"warp_size", d.warp_size},
                              {"max_threads_per_block", d.max_threads_per_block},
                              {"shared_bytes_per_block", d.shared_bytes_per_block},
                              {"memory_bytes", d.memory_bytes},
                              {"host_native_atomics", d.host_native_atomics}});
  }
  for (const diatomic::architecture& a : architectures) all["support"].push_back(json_of(a));
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string known_architectures() {
  std::string names;
  for (const diatomic::architecture& a : diatomic::backend::architectures) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", a.name);
  }
  return names;
}

const diatomic::architecture* find_architecture(const std::string& name) {
  for (const diatomic::architecture& a : diatomic::backend::architectures) {
    if (name == a.name) return &a;
  }
  return nullptr;
}

}  // namespace

const char* version() { return DIATOMIC_VERSION; }

void run_info(const info_options& options) {
  std::vector<std::pair<std::string, std::string>> header = {
      {"diatomic", version()}, {"backend", backend_name()}, {"compiler", DIATOMIC_COMPILER}};
  std::vector<numbered_device> devices;
  std::vector<diatomic::architecture> architectures;
  const auto add = [&](const diatomic::architecture& a) {
    const auto same = [&](const diatomic::architecture& b) { return a.number == b.number; };
    if (std::none_of(architectures.begin(), architectures.end(), same)) architectures.push_back(a);
  };

  if (options.architectures.empty()) {
    const int count = count_devices();
    for (int i = 0; i < count; ++i) {
      if (options.device >= 0 && options.device != i) continue;
      devices.push_back({i, diatomic::properties(i)});
      const std::string& name = devices.back().properties.architecture;
      if (const diatomic::architecture* found = find_architecture(name)) {
        add(*found);
      } else {
        header.emplace_back("support of " + name,
                            "not listed; the table lists " + known_architectures());
      }
    }
    if (devices.empty()) choose_device(options.device);  // throws: there is no such device
  }
  for (const std::string& name : options.architectures) {
    if (name == "all") {
      for (const diatomic::architecture& a : diatomic::backend::architectures) add(a);
    } else if (const diatomic::architecture* found = find_architecture(name)) {
      add(*found);
    } else {
      throw std::invalid_argument(fmt::format("--architecture {}: the {} backend's table lists {}",
                                              name, backend_name(), known_architectures()));
    }
  }

  fmt::print("{}", options.format == info_format::text ? text_of(header, devices, architectures)
                   : options.format == info_format::markdown
                       ? markdown_of(header, devices, architectures)
                       : json_text_of(devices, architectures));
}

}  // namespace program
