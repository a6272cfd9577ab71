// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "unit.hpp"

void count_in_second_unit(unsigned* integer, float* real) {
  diatomic::store_add(integer, 1u);
  diatomic::fetch_add(real, 1.0f);
}
