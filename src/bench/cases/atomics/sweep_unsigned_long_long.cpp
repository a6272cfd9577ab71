// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/cases/atomics/sweep.hpp"

namespace bench {

void add_atomics_unsigned_long_long(std::vector<bench_case>& to, const context& on) {
  sweep<unsigned long long>(to, on, "unsigned long long").add();
}

}  // namespace bench
