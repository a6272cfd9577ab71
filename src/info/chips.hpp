// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The architectures of every backend. Support tables are data, so any build of the program knows
/// the architectures of all backends.

#include <functional>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

namespace program {

/// An architecture, with its backend's support table.
struct chip {
  std::string backend;  ///< the name of the backend's folder, e.g. "hip"
  std::string name;     ///< as compilers spell it, e.g. "gfx90a"
  /// The chip's support for an operation on a kind of object, with these access properties.
  std::function<diatomic::support(diatomic::op, diatomic::kind, diatomic::access_properties)>
      support_of;

  /// The name, plus the backend if it is not this build's.
  std::string title() const;
};

/// All chips: this build's backend first, in ascending order per backend.
const std::vector<chip>& all_chips();

/// The chips of this build's backend, in ascending order.
std::vector<chip> chips_of_this_build();

/// The chip of that name; hyphens and underscores are equivalent (x86_64). Throws
/// `std::invalid_argument` if no table lists it; the message lists the chips of the backend with
/// the most similar names, or of all backends.
const chip& chip_named(const std::string& name);

/// "sm_75, sm_80": the chips' names.
std::string names_of(const std::vector<chip>& chips);

}  // namespace program
