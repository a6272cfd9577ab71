// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What `diatomic info` says of atomics between devices, and between a device and the host.

#include <nlohmann/json.hpp>
#include <string>
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

/// One line for the host, and one for all peers of which the same is true.
fact_list facts_of(const device_links& links);

/// `operations` is null where the runtime does not say.
json json_of(const diatomic::link_atomics& link);
/// The same for each peer, with its number.
json json_of(const std::vector<peer_link>& peers);

}  // namespace program
