// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: device_array: T's alignment is at most 256 bytes, as that of allocations
// message: pinned_array: T's alignment is at most 256 bytes, as that of allocations
// message: spread_array: T's alignment is at most 256 bytes, as that of allocations
// errors: 3

#include <diatomic/containers/spread_array.hpp>
#include <diatomic/runtime/pinned_array.hpp>

#if defined(MUST_NOT_COMPILE)
constexpr unsigned alignment = 512;
#else
constexpr unsigned alignment = 256;
#endif
struct alignas(alignment) word {
  unsigned value;
};

void make() {
  diatomic::device_array<word> on_device(1);
  diatomic::pinned_array<word> pinned(1);
  diatomic::spread_array<word> spread(1);
}
