// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// clang-format off: the order is what this unit tests.
#include "forward_definitions.hpp"
#include <diatomic/fwd.hpp>
#include "forward.hpp"
