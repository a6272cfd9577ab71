// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's header of this name: all of `<desul/atomics.hpp>`.

#include <desul/atomics.hpp>
