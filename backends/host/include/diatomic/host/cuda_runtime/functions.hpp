// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's attributes of kernels, and occupancy, on the CPU. A multiprocessor runs one
/// block at a time, of any size.

#include <algorithm>
#include <cstddef>

#include <diatomic/host/cuda_runtime/devices.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

enum cudaFuncAttribute : int {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
enum cudaSharedCarveout : int {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxL1 = 0,
  cudaSharedmemCarveoutMaxShared = 100,
};
/// 0 for what the CPU has no number for: registers, local and static shared memory, versions.
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes;
  std::size_t constSizeBytes;
  std::size_t localSizeBytes;
  int maxThreadsPerBlock;
  int numRegs;
  int ptxVersion;
  int binaryVersion;
  int cacheModeCA;
  int maxDynamicSharedSizeBytes;
  int preferredShmemCarveout;
};

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

/// The dynamic shared memory of kernels that have asked for a maximum of their own.
DIATOMIC_HOST_SHARED inline live_objects<std::size_t>& most_shared_bytes() {
  static auto* const all = new live_objects<std::size_t>;  // never destroyed
  return *all;
}

}  // namespace cuda_state
}  // namespace DIATOMIC_VERSION_NS
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

/// The dynamic shared memory that a launch of the function may have.
inline std::size_t shared_bytes_of(const void* function) {
  return most_shared_bytes().find(function).value_or(default_shared_bytes);
}
/// The largest block that `cudaOccupancyMaxPotentialBlockSize` suggests. Larger ones are no faster.
inline constexpr int suggested_block = 256;

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

template <class Function>
cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute, int value) {
  return detail::cuda_compat::call([&] {
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout) {
      return value >= -1 && value <= 100 ? cudaSuccess : cudaErrorInvalidValue;
    }
    const std::size_t most = detail::runtime_api::limits().shared_bytes;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        static_cast<std::size_t>(value) > most) {
      return cudaErrorInvalidValue;
    }
    detail::cuda_state::most_shared_bytes().add(reinterpret_cast<const void*>(function),
                                                static_cast<std::size_t>(value));
    return cudaSuccess;
  });
}
template <class Function>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return detail::cuda_compat::call([&] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    *attributes = {};
    attributes->maxThreadsPerBlock =
        static_cast<int>(detail::runtime_api::limits().threads_per_block);
    attributes->maxDynamicSharedSizeBytes = static_cast<int>(
        detail::cuda_compat::shared_bytes_of(reinterpret_cast<const void*>(function)));
    attributes->preferredShmemCarveout = cudaSharedmemCarveoutDefault;
    return cudaSuccess;
  });
}
/// Settings that have no effect on a CPU, whose arguments are checked.
///@{
template <class Function>
cudaError_t cudaFuncSetCacheConfig(Function* function, cudaFuncCache config) {
  if (function == nullptr) {
    return detail::cuda_compat::call([] { return cudaErrorInvalidDeviceFunction; });
  }
  return cuda_names::cudaDeviceSetCacheConfig(config);
}
template <class Function>
cudaError_t cudaFuncSetSharedMemConfig(Function* function, cudaSharedMemConfig config) {
  if (function == nullptr) {
    return detail::cuda_compat::call([] { return cudaErrorInvalidDeviceFunction; });
  }
  return cuda_names::cudaDeviceSetSharedMemConfig(config);
}
///@}

/// 1, or 0 for a block that is too large.
template <class Function>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function* function,
                                                          int block_size,
                                                          std::size_t shared_bytes) {
  return detail::cuda_compat::call([&] {
    if (blocks == nullptr || block_size <= 0) return cudaErrorInvalidValue;
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    const auto most = detail::runtime_api::limits();
    const bool fits = static_cast<unsigned>(block_size) <= most.threads_per_block &&
                      shared_bytes <= most.shared_bytes;
    *blocks = fits ? 1 : 0;
    return cudaSuccess;
  });
}
/// 256 threads, or fewer if `limit` or the shared memory asks for it; a block on each
/// multiprocessor.
template <class SharedBytes, class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block,
                                                           Function* function,
                                                           SharedBytes shared_bytes_of,
                                                           int limit = 0) {
  return detail::cuda_compat::call([&] {
    if (grid == nullptr || block == nullptr || limit < 0) return cudaErrorInvalidValue;
    if (function == nullptr) return cudaErrorInvalidDeviceFunction;
    int threads = detail::cuda_compat::suggested_block;
    if (limit != 0) threads = std::min(threads, limit);
    const std::size_t most = detail::runtime_api::limits().shared_bytes;
    while (threads > 0 && static_cast<std::size_t>(shared_bytes_of(threads)) > most) {
      threads -= threads > 32 ? 32 : threads;
    }
    *block = threads;
    *grid = threads == 0 ? 0 : detail::cuda_compat::device_properties().multiProcessorCount;
    return cudaSuccess;
  });
}
template <class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid, int* block, Function* function,
                                               std::size_t shared_bytes = 0, int limit = 0) {
  return cuda_names::cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      grid, block, function, [&](int) { return shared_bytes; }, limit);
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
