// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// No locks.

#include "bench/cases/locks.hpp"

namespace bench {

using lock_by_hand = no_lock;
using library_lock = no_lock;

}  // namespace bench
