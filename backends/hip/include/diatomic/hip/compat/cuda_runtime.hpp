// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's names on HIP. Errors have HIP's names and texts: `cudaGetErrorName` returns
/// "hipErrorInvalidValue".

#include <diatomic/core/detail/host_code.hpp>

#include <hip/hip_runtime.h>

#include <cstddef>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/hip/compat/runtime_names.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// Functions that HIP declares for `void*` only, or without CUDA's default arguments.
inline namespace at_file_scope {

template <class T>
cudaError_t cudaMallocPitch(T** memory, std::size_t* pitch, std::size_t width, std::size_t height) {
  return hipMallocPitch(reinterpret_cast<void**>(memory), pitch, width, height);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return hipHostGetDevicePointer(reinterpret_cast<void**>(device), host, flags);
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags = cudaEventDefault) {
  return hipEventCreateWithFlags(event, flags);
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0) {
  return hipStreamWaitEvent(stream, event, flags);
}

template <class Function>
cudaError_t cudaFuncSetAttribute(Function* function, cudaFuncAttribute attribute, int value) {
  return hipFuncSetAttribute(reinterpret_cast<const void*>(function), attribute, value);
}
template <class Function>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Function* function) {
  return hipFuncGetAttributes(attributes, reinterpret_cast<const void*>(function));
}
template <class Function>
cudaError_t cudaFuncSetCacheConfig(Function* function, cudaFuncCache config) {
  return hipFuncSetCacheConfig(reinterpret_cast<const void*>(function), config);
}
template <class Function>
cudaError_t cudaFuncSetSharedMemConfig(Function* function, cudaSharedMemConfig config) {
  return hipFuncSetSharedMemConfig(reinterpret_cast<const void*>(function), config);
}

template <class Function>
cudaError_t cudaLaunchKernel(Function* kernel, dim3 grid, dim3 block, void** args,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return hipLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, args, shared_bytes,
                         stream);
}
template <class Function>
cudaError_t cudaLaunchCooperativeKernel(Function* kernel, dim3 grid, dim3 block, void** args,
                                        std::size_t shared_bytes = 0,
                                        cudaStream_t stream = nullptr) {
  return hipLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), grid, block, args,
                                    static_cast<unsigned>(shared_bytes), stream);
}

/// The block with which the most threads of the kernel run on a multiprocessor, and the blocks that
/// run on the device then.
template <class SharedBytes, class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid, int* block,
                                                           Function* function,
                                                           SharedBytes shared_bytes_of,
                                                           int limit = 0) {
  int most = 0;
  int processors = 0;
  cudaError_t e = cudaDeviceGetAttribute(&most, cudaDevAttrMaxThreadsPerBlock, 0);
  if (e == cudaSuccess) e = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  if (limit > 0 && limit < most) most = limit;
  *grid = *block = 0;
  for (int threads = most; threads > 0 && e == cudaSuccess;
       threads -= threads > 32 ? 32 : threads) {
    int blocks = 0;
    e = ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
        &blocks, function, threads, static_cast<std::size_t>(shared_bytes_of(threads)));
    if (blocks * threads <= *grid / processors * *block) continue;
    *grid = blocks * processors;
    *block = threads;
  }
  return e;
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

using namespace diatomic::cuda_names::at_file_scope;

// The guards of CUDA's headers, by which other headers know that these names are declared.
#if !defined(__DRIVER_TYPES_H__)
#define __DRIVER_TYPES_H__
#endif
#if !defined(__CUDA_RUNTIME_H__)
#define __CUDA_RUNTIME_H__
#endif
