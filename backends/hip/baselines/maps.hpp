// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// No hash maps.

#include "bench/cases/maps.hpp"

namespace bench {

using map_baselines = no_map_baselines;

}  // namespace bench
