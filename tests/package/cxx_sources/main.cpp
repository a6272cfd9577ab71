// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A C++ source beside kernels. Its atomics are the host's, its runtime is the GPU's.

#include <cstdio>
#include <type_traits>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "with_kernels.hpp"

static_assert(std::is_same_v<diatomic::stream, diatomic::EXPECTED_NAMESPACE::stream>);

int main() {
  unsigned answer = 40;
  if (diatomic::fetch_add(&answer, 2u) != 40 || answer != 42) return 1;
  if (diatomic::device_count() == 0) {
    std::printf("no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  diatomic::device_array<unsigned> counter(1);
  counter.fill_bytes(0);
  diatomic::pinned_array<unsigned> seen_by_both(1);
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  start.record(stream);
  count_threads(stream, counter);
  stop.record(stream);
  std::printf("%f ms, host link %s\n", static_cast<double>(diatomic::elapsed_ms(start, stop)),
              name_of(diatomic::host_link(diatomic::current_device()).native));
  return counter.download() == std::vector<unsigned>{256u} ? 0 : 1;
}
