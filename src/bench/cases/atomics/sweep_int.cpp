// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/cases/atomics/sweep.hpp"

namespace bench {

void add_atomics_int(std::vector<bench_case>& to, const context& on) {
  sweep<int>(to, on, "int").add();
  sweep<unsigned, true>(to, on, "unsigned").add();
  sweep<long, true>(to, on, "long").add();
}

}  // namespace bench
