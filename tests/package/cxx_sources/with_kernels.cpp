// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "with_kernels.hpp"

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

struct count {
  DIATOMIC_DEVICE void operator()(unsigned* counter) const { diatomic::store_add(counter, 1u); }
};

}  // namespace

void count_threads(diatomic::stream& on, diatomic::device_array<unsigned>& counter) {
  diatomic::launch(4, 64, 0, on, count{}, counter.data());
}
