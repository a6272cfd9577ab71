// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/cases/atomics/sweep.hpp"

#include <diatomic/atomics/number_types.hpp>

namespace bench {

void add_atomics_half(std::vector<bench_case>& to, const context& on) {
  sweep<diatomic::half>(to, on, "half").add();
  sweep<diatomic::bfloat16, true>(to, on, "bfloat16").add();
}

}  // namespace bench
