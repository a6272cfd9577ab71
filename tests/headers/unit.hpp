// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Two units that use the same parts of the library. They must not define anything twice.

/// Adds one to each of the words, by one unit's instances of the library's templates.
void count_in_first_unit(unsigned* integer, float* real);
void count_in_second_unit(unsigned* integer, float* real);
