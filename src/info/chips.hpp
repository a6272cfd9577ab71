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
  /// The chip's support for an operation on a kind of object, with these access properties, by a
  /// release of the toolkit, 1204 for 12.4.
  std::function<diatomic::support(diatomic::op, diatomic::kind, diatomic::access_properties, int)>
      support_by;
  bool depends_on_toolkit = false;  ///< some entries need a newer toolkit than others
  int toolkit = 0;                  ///< the release that is asked about
  std::string toolkit_name;         ///< the same as on the command line; "" if not given

  diatomic::support support_of(diatomic::op operation, diatomic::kind type,
                               diatomic::access_properties access) const {
    return support_by(operation, type, access, toolkit);
  }
  /// The name, plus the backend if it is not this build's, and the toolkit if it was given.
  std::string title() const;
};

/// Asks the chips about a release of the CUDA toolkit, such as "12.4". Throws
/// `std::invalid_argument` for an unknown release, or one before 11.8, or if no
/// chip depends on it.
void set_toolkit(std::vector<chip>& chips, const std::string& release);

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
