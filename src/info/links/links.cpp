// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/links/links.hpp"

#include <fmt/format.h>

namespace program {
namespace {

using diatomic::link_atomics;
using diatomic::link_capability;
using diatomic::link_operation;
using diatomic::link_support;

std::vector<std::string> native_forms(const link_atomics& link, link_operation o) {
  std::vector<std::string> names;
  for (int i = 0; i < diatomic::link_capability_count; ++i) {
    const auto c = static_cast<link_capability>(i);
    if (link.native_forms(o).has(c)) names.emplace_back(name_of(c));
  }
  return names;
}

/// "and, or (signed, scalar_32); exchange (scalar_64)": grouped by forms.
std::string native_operations(const link_atomics& link) {
  fact_list groups;  // forms, and their operations
  for (int i = 0; i < diatomic::link_operation_count; ++i) {
    const auto o = static_cast<link_operation>(i);
    const std::string forms = fmt::format("{}", fmt::join(native_forms(link, o), ", "));
    if (forms.empty()) continue;
    append_name(group_of(groups, forms), name_of(o));
  }
  std::vector<std::string> parts;
  for (const auto& [forms, names] : groups) parts.push_back(fmt::format("{} ({})", names, forms));
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string with_operations(const std::string& text, const link_atomics& link) {
  const std::string operations = native_operations(link);
  return operations.empty() ? text : fmt::format("{}: {}", text, operations);
}

std::string host_words(const link_atomics& link) {
  switch (link.native) {
    case link_support::all:
      return with_operations("yes: system_scope reaches the CPU", link);
    case link_support::some:
      return link.operations ? with_operations("some are atomic against the CPU", link)
                             : "some; the runtime does not report which";
    case link_support::none:
      return with_operations("no: not atomic against the CPU on host memory", link);
    case link_support::unknown:
      break;
  }
  return "the runtime does not report whether they are atomic against the CPU";
}

std::string peer_words(const link_atomics& link) {
  if (!link.access) return "no access";
  switch (link.native) {
    case link_support::all:
      return with_operations("access, all atomics native", link);
    case link_support::some:
      return link.operations ? with_operations("access, some atomics native", link)
                             : "access, some atomics native (the runtime does not report which)";
    case link_support::none:
      return with_operations("access, no atomics native", link);
    case link_support::unknown:
      break;
  }
  return "access; the runtime does not report whether atomics are native";
}

}  // namespace

device_links links_of(int device) {
  device_links links{diatomic::host_link(device), {}};
  for (int peer = 0; peer < diatomic::device_count(); ++peer) {
    if (peer != device) links.peers.push_back({peer, diatomic::peer_link(device, peer)});
  }
  return links;
}

fact_list facts_of(const device_links& links) {
  fact_list facts = {{"host atomics", host_words(links.host)}};
  fact_list groups;  // a description, and its devices
  for (const peer_link& peer : links.peers) {
    append_name(group_of(groups, peer_words(peer.link)), std::to_string(peer.device));
  }
  for (const auto& [words, peers] : groups) {
    const bool is_one = peers.find(',') == std::string::npos;
    facts.emplace_back("peer memory",
                       fmt::format("{} {}: {}", is_one ? "device" : "devices", peers, words));
  }
  return facts;
}

json json_of(const link_atomics& link) {
  json operations;
  if (link.operations) {
    for (int i = 0; i < diatomic::link_operation_count; ++i) {
      const auto o = static_cast<link_operation>(i);
      operations[name_of(o)] = native_forms(link, o);
    }
  }
  return {{"access", link.access},
          {"native_atomics", name_of(link.native)},
          {"operations", operations}};
}

json json_of(const std::vector<peer_link>& peers) {
  json all = json::array();
  for (const peer_link& peer : peers) {
    json entry = {{"device", peer.device}};
    entry.update(json_of(peer.link));
    all.push_back(entry);
  }
  return all;
}

}  // namespace program
