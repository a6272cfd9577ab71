// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/links/remote_links.hpp"

#include <fmt/format.h>

#include <functional>
#include <string>

#include <diatomic/remote/support.hpp>

#include "transport_tables.hpp"

namespace program {
namespace {

using diatomic::kind;
using diatomic::op;
using diatomic::remote_link;
using diatomic::remote_support;

/// A link, and its support for each operation on each kind of object.
struct carrier {
  remote_link link;
  std::string name;  ///< of the chip, or of the transport
  std::string title;
  std::function<remote_support(op, kind)> support_of;
};

std::vector<carrier> carriers(const std::vector<chip>& chips) {
  std::vector<carrier> all;
  for (const chip& c : chips) {
    all.push_back({remote_link::direct, c.name, c.title() + ", direct link", [&c](op o, kind k) {
                     diatomic::access_properties how;
                     how.space = diatomic::memory_space::global;
                     how.scope = diatomic::memory_scope::system;
                     return diatomic::tables::on_direct_link(c.support_of(o, k, how));
                   }});
  }
  diatomic::tables::for_each_transport(
      [&](const char* transport, bool has_network, const auto& table) {
        if (!has_network) return;
        all.push_back(
            {remote_link::network, transport, fmt::format("network of the transport {}", transport),
             [&table](op o, kind k) { return diatomic::tables::find_on_network(table, o, k); }});
      });
  return all;
}

fact_list legend_of(remote_link link) {
  if (link == remote_link::direct) {
    return {{name_of(remote_support::native), "the chip's own instruction, at system scope"},
            {name_of(remote_support::loop), "a loop around the chip's compare-exchange"},
            {no_entry, "no such operation"}};
  }
  return {{name_of(remote_support::transport), "one operation of the transport"},
          {name_of(remote_support::loop), "a loop around the transport's compare-exchange"},
          {no_entry, "no such operation, or not supported: a run-time error"}};
}

}  // namespace

std::vector<section> sections_of_links(const std::vector<chip>& chips) {
  std::vector<section> parts;
  for (const carrier& c : carriers(chips)) {
    const auto entry = [&](op o, kind k) -> std::string {
      const remote_support s = c.support_of(o, k);
      return s == remote_support::none ? no_entry : name_of(s);
    };
    parts.push_back({c.title, tables_of(c.title, entry), legend_of(c.link)});
  }
  return parts;
}

nlohmann::ordered_json json_of_links(const std::vector<chip>& chips) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const carrier& c : carriers(chips)) {
    nlohmann::ordered_json entries = nlohmann::ordered_json::array();
    for (const op o : all_operations()) {
      for (const kind k : all_kinds()) {
        entries.push_back({{"operation", name_of(o)},
                           {"kind", name_of(k)},
                           {"support", name_of(c.support_of(o, k))}});
      }
    }
    all.push_back({{"link", name_of(c.link)},
                   {c.link == remote_link::direct ? "architecture" : "transport", c.name},
                   {"entries", entries}});
  }
  return all;
}

}  // namespace program
