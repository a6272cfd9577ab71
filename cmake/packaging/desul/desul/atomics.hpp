// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's header of this name, implemented by Diatomic. Only our package's target `desul_atomics`
/// adds this separate directory, so that the header does not shadow a desul by accident.

#include <desul/atomics/Macros.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/compat/desul_ref.hpp>

namespace desul {
using namespace diatomic::desul_names;
}
