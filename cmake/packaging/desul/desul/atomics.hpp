// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's header of this name, made of Diatomic. It lies in a directory of its own, which only the
/// target `desul_atomics` of our package names, so that it shadows no desul by accident.

#include <desul/atomics/Macros.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/compat/desul_ref.hpp>

namespace desul {
using namespace diatomic::desul_names;
}
