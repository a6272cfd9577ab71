// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that runs a kernel, and says by its exit status 77 that there is no GPU to run it on.

#include <cstdio>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

struct count_threads {
  DIATOMIC_DEVICE void operator()(unsigned* counter) const { diatomic::store_add(counter, 1u); }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  diatomic::device_array<unsigned> counter(1);
  counter.upload({0u});
  diatomic::stream stream;
  diatomic::launch(4, 64, 0, stream, count_threads{}, counter.data());
  stream.synchronize();
  return counter.download() == std::vector<unsigned>{256u} ? 0 : 1;
}
