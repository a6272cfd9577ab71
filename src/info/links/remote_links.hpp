// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How operations reach other processing elements: by the chips' instructions on direct links, by
/// the transport's operations on a network. The transports' tables are data, so the program knows
/// all of them without their libraries.

#include <nlohmann/json.hpp>
#include <vector>

#include "info/chips.hpp"
#include "info/tables.hpp"

namespace program {

/// One section per chip for its direct link, and one per transport for its network.
std::vector<section> sections_of_links(const std::vector<chip>& chips);

/// The same as an array of links.
nlohmann::ordered_json json_of_links(const std::vector<chip>& chips);

}  // namespace program
