// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the device at hand has, in the words of the code that was compiled for it.

#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace test {

template <diatomic::op Op, class T>
struct tell_support {
  DIATOMIC_DEVICE void operator()(int* level) const {
    *level = static_cast<int>(diatomic::support_v<Op, T>);
  }
};

/// Whether the device has the operation on a T at all; of 16 bytes not all have.
template <diatomic::op Op, class T>
bool device_has() {
  diatomic::stream stream;
  diatomic::device_array<int> level(1);
  diatomic::launch(1, 1, 0, stream, tell_support<Op, T>{}, level.data());
  stream.synchronize();
  return level.download()[0] != static_cast<int>(diatomic::support::none);
}

}  // namespace test
