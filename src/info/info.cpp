// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/info.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

#include "info/build.hpp"
#include "info/chips.hpp"
#include "info/device.hpp"
#include "info/links/links.hpp"
#include "info/links/remote_links.hpp"
#include "info/support_entries.hpp"
#include "info/tables.hpp"

// The build defines both macros; a compilation by hand need not.
#if !defined(DIATOMIC_VERSION)
#define DIATOMIC_VERSION "(unversioned)"
#endif
#if !defined(DIATOMIC_COMPILER)
#define DIATOMIC_COMPILER "(unknown)"
#endif

namespace program {
namespace {

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
                       ? "unknown"
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

std::string header_text(const fact_list& header) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const auto& [name, content] : header) fmt::format_to(out, "{:<22}{}\n", name, content);
  return text;
}

std::string name_of(const numbered_device& d) { return fmt::format("device {}", d.number); }

/// One line for each device, and the native operations of each chip.
std::string short_text_of(fact_list header, const std::vector<numbered_device>& devices,
                          const std::vector<chip>& chips) {
  for (const numbered_device& d : devices) {
    constexpr double gib = 1024.0 * 1024 * 1024;
    header.emplace_back(name_of(d),
                        fmt::format("{}: {}, {} compute units, {:.1f} GiB", d.properties.name,
                                    d.properties.architecture, d.properties.compute_units,
                                    static_cast<double>(d.properties.memory_bytes) / gib));
  }
  header.emplace_back("more", "diatomic info --tables: all properties and the support tables");
  header.emplace_back("", "diatomic info --help: other chips, links, JSON, Markdown");
  std::string text = header_text(header);
  for (const chip& c : chips) text += summary_of(c);
  return text;
}

std::string text_of(const fact_list& header, const std::vector<numbered_device>& devices,
                    const std::vector<section>& parts) {
  std::string text = header_text(header);
  const auto out = std::back_inserter(text);
  for (const numbered_device& d : devices) {
    fmt::format_to(out, "\n{:<22}{}\n", name_of(d), d.properties.name);
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
                            "unknown; the support table lists " + names_of(listed));
      }
    }
    if (devices.empty()) choose_device(options.device);  // throws if the device does not exist
  }
  for (const std::string& name : options.architectures) {
    if (name == "all") {
      for (const chip& c : all_chips()) add(c);
    } else {
      add(chip_named(name));
    }
  }

  if (!options.toolkit.empty()) set_toolkit(chips, options.toolkit);

  if (options.format == info_format::json) {
    fmt::print("{}", json_text_of(devices, chips, options.links));
    return;
  }
  if (options.format == info_format::text && !options.tables && !options.links) {
    fmt::print("{}", short_text_of(header, devices, chips));
    return;
  }
  std::vector<section> parts;
  if (options.links) {
    parts = sections_of_links(chips);
  } else {
    for (const chip& c : chips) parts.push_back(support_section(c));
  }
  fmt::print("{}", options.format == info_format::text ? text_of(header, devices, parts)
                                                       : markdown_of(header, devices, parts));
}

}  // namespace program
