// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Replaces all_cases.cpp and the cases with -DDIATOMIC_BENCH=OFF.

#include <stdexcept>

#include "bench/cases/cases.hpp"

namespace bench {

std::vector<bench_case> all_cases(const context&) {
  throw std::invalid_argument("bench: this program was built without cases (-DDIATOMIC_BENCH=OFF)");
}

}  // namespace bench
