// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What carries operations to other processing elements: on direct links the chips' instructions,
/// on a network each transport's operations. Tables of transports are data, so that this program
/// knows them all, without their libraries.

#include <nlohmann/json.hpp>
#include <vector>

#include "info/chips.hpp"
#include "info/tables.hpp"

namespace program {

/// A section for the direct link of each of these chips, and one for each transport's network.
std::vector<section> sections_of_links(const std::vector<chip>& chips);

/// The same as an array of links.
nlohmann::ordered_json json_of_links(const std::vector<chip>& chips);

}  // namespace program
