// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUB's calls on whole arrays, and CUDA's copy.

#include <cstddef>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#define DIATOMIC_BENCH_HAS_CUB 1

#include <diatomic/runtime/runtime.hpp>

namespace bench {

namespace cub_of_vendor = cub;
inline constexpr const char* array_library = "CUB";
inline constexpr const char* copy_name = "cudaMemcpyAsync";

inline void copy_by_library(diatomic::stream& on, void* to, const void* from, std::size_t bytes) {
  diatomic::detail::driver::check(
      cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, on.native_handle()), copy_name);
}

}  // namespace bench

#include "../../gpu/contenders/cub_calls.hpp"
