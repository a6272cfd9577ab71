// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "bench/cases/cases.hpp"

namespace bench {

std::vector<bench_case> all_cases(const context& on) {
  std::vector<bench_case> cases;
  add_memory(cases, on);
#if DIATOMIC_EVERY_BENCH_CASE
  for (const auto add :
       {add_atomics_int, add_atomics_unsigned_long_long, add_atomics_float, add_atomics_double,
        add_atomics_half, add_atomics_other_forms, add_lanes, add_extrema, add_exchange,
        add_fixed_point, add_histogram, add_reduce, add_scatter, add_segments, add_graphs,
        add_locks, add_queues, add_maps, add_spread}) {
    add(cases, on);
  }
#endif
  return cases;
}

}  // namespace bench
