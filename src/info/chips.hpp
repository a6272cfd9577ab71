// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The architectures of every backend. Support tables are data, so that this program knows them
/// all, whichever backend it was built for.

#include <functional>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

namespace program {

/// An architecture, and what its backend's support table answers.
struct chip {
  std::string backend;  ///< the name of the backend's folder, e.g. "hip"
  std::string name;     ///< as compilers spell it, e.g. "gfx90a"
  /// What the chip has for an operation on objects of a kind, done as the access properties say.
  std::function<diatomic::support(diatomic::op, diatomic::kind, diatomic::access_properties)>
      support_of;

  /// Its name, and its backend where the program was built for another one.
  std::string title() const;
};

/// All of them: those of this build's backend first, each backend's in ascending order.
const std::vector<chip>& all_chips();

/// Those of this build's backend, in ascending order.
std::vector<chip> chips_of_this_build();

/// The chip of that name, in which hyphens and underscores are the same (x86_64). Throws
/// `std::invalid_argument` if no table lists it; the text names the chips of the backend whose
/// names are most like it, or of all backends.
const chip& chip_named(const std::string& name);

/// "sm_75, sm_80": the chips' names.
std::string names_of(const std::vector<chip>& chips);

}  // namespace program
