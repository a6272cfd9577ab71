// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The part of `diatomic info` about atomics between devices, and between a device and the host.

#include <nlohmann/json.hpp>
#include <vector>

#include <diatomic/runtime/links.hpp>

#include "info/tables.hpp"

namespace program {

using json = nlohmann::ordered_json;
struct peer_link {
  int device;
  diatomic::link_atomics link;
};

/// The links of one device: to the host and to every other device.
struct device_links {
  diatomic::link_atomics host;
  std::vector<peer_link> peers;
};

device_links links_of(int device);

/// One line for the host, and one for each group of peers with equal support.
fact_list facts_of(const device_links& links);

/// `operations` is null if the runtime does not report them.
json json_of(const diatomic::link_atomics& link);
/// The same for each peer, with the device's number.
json json_of(const std::vector<peer_link>& peers);

}  // namespace program
