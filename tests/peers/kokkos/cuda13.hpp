// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// For Kokkos before 4.7 with CUDA 13: functions of CUDA's runtime as CUDA 12 declares them, which
/// that Kokkos calls. Included before every source.

#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                            const cudaGraphNode_t* to, size_t count) {
  return ::cudaGraphAddDependencies(graph, from, to, nullptr, count);
}

/// Where memory of `device` lies; -1 is the host.
inline cudaMemLocation location_of_device(int device) {
  cudaMemLocation location{};
  location.type = device < 0 ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  location.id = device < 0 ? 0 : device;
  return location;
}
inline cudaError_t cudaMemPrefetchAsync(const void* memory, size_t bytes, int device,
                                        cudaStream_t stream = nullptr) {
  return ::cudaMemPrefetchAsync(memory, bytes, location_of_device(device), 0, stream);
}
inline cudaError_t cudaMemAdvise_v2(const void* memory, size_t bytes, cudaMemoryAdvise advice,
                                    cudaMemLocation location) {
  return ::cudaMemAdvise(memory, bytes, advice, location);
}
#endif
