// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

struct count_threads {
  DIATOMIC_DEVICE void operator()(unsigned* counter) const { diatomic::store_add(counter, 1u); }
};

}  // namespace

unsigned COUNT() {
  diatomic::device_array<unsigned> counter(1);
  counter.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(4, 64, 0, stream, count_threads{}, counter.data());
  stream.synchronize();
  return counter.download()[0];
}
