// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's devices on the CPU: there is one, number 0.

#include <diatomic/compat/cuda_runtime/errors.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline cudaError_t cudaDeviceSynchronize() {
  return detail::cuda_compat::call([] { return cudaSuccess; });
}
inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }

inline cudaError_t cudaGetDeviceCount(int* count) {
  return detail::cuda_compat::call([&] {
    if (count == nullptr) return cudaErrorInvalidValue;
    *count = 1;
    return cudaSuccess;
  });
}
inline cudaError_t cudaGetDevice(int* device) {
  return detail::cuda_compat::call([&] {
    if (device == nullptr) return cudaErrorInvalidValue;
    *device = 0;
    return cudaSuccess;
  });
}
inline cudaError_t cudaSetDevice(int device) {
  return detail::cuda_compat::call(
      [&] { return device == 0 ? cudaSuccess : cudaErrorInvalidDevice; });
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
