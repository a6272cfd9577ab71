// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// hipCUB's calls on whole arrays, where it is installed, and HIP's copy.

#include <cstddef>

#if __has_include(<hipcub/device/device_reduce.hpp>)
#define DIATOMIC_BENCH_HAS_CUB 1
#include <hipcub/device/device_histogram.hpp>
#include <hipcub/device/device_reduce.hpp>
#else
#define DIATOMIC_BENCH_HAS_CUB 0
#endif

#include <diatomic/runtime/runtime.hpp>

namespace bench {

#if DIATOMIC_BENCH_HAS_CUB
namespace cub_of_vendor = hipcub;
#endif
inline constexpr const char* array_library = "hipCUB";
inline constexpr const char* copy_name = "hipMemcpyAsync";

inline void copy_by_library(diatomic::stream& on, void* to, const void* from, std::size_t bytes) {
  diatomic::detail::driver::check(
      hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, on.native_handle()), copy_name);
}

}  // namespace bench

#include "../../gpu/contenders/cub_calls.hpp"
