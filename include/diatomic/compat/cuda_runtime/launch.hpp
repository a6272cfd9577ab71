// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's launches on the CPU.

#include <cstddef>
#include <type_traits>
#include <utility>

#include <diatomic/compat/cuda_runtime/streams.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/compat/vectors.hpp>
#include <diatomic/host/fibers/position.hpp>
#include <diatomic/runtime/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

/// The error of a launch of that size, which did not start; `why` for the user.
inline cudaError_t check_launch(const extent3& grid, const extent3& block, std::size_t shared_bytes,
                                cudaStream_t stream) {
  if (const int failure = kernel_failure()) return cuda_compat::record(cudaError_t(failure));
  if (!is_stream(stream)) {
    return cuda_compat::refuse_launch(cudaErrorInvalidResourceHandle, "no such stream");
  }
  try {
    detail::check_sizes(grid, block, 0, detail::any_block);
  } catch (const runtime_error& e) {
    return cuda_compat::refuse_launch(cudaErrorInvalidConfiguration, e.what());
  }
  if (shared_bytes > runtime_api::limits().shared_bytes) {
    return cuda_compat::refuse_launch(cudaErrorInvalidValue, "more shared memory than a block has");
  }
  return cudaSuccess;
}

/// Runs `kernel(args...)` in `grid` blocks of `block` threads, like `<<<>>>`; each thread has a
/// copy of both. The kernel is anything that can be called and copied.
template <class Kernel, class... Args>
cudaError_t launch(const extent3& grid, const extent3& block, std::size_t shared_bytes,
                   cudaStream_t stream, Kernel kernel, Args... args) {
  // A kernel that launches another one ends with the runtime's error.
  const bool is_host = backends::host::here.scheduler == nullptr;
  if (is_host) {
    const cudaError_t e = cuda_compat::check_launch(grid, block, shared_bytes, stream);
    if (e != cudaSuccess) return e;
  }
  const auto start = [&] {
    runtime_api::start(grid, block, shared_bytes, nullptr, kernel, args...);
  };
  if (is_host) return cuda_compat::run_kernel(start);
  start();
  return cudaSuccess;
}

template <class... Params, std::size_t... I>
cudaError_t launch_packed(void (*kernel)(Params...), const extent3& grid, const extent3& block,
                          void** args, std::size_t shared_bytes, cudaStream_t stream,
                          std::index_sequence<I...>) {
  if (kernel == nullptr) {
    return cuda_compat::refuse_launch(cudaErrorInvalidDeviceFunction, "the kernel is null");
  }
  return cuda_compat::launch(grid, block, shared_bytes, stream, kernel,
                             *static_cast<std::remove_reference_t<Params>*>(args[I])...);
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

/// `kernel` is the function, not a `void*`: the CPU has no table of a kernel's parameters.
template <class... Params>
cudaError_t cudaLaunchKernel(void (*kernel)(Params...), dim3 grid, dim3 block, void** args,
                             std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return detail::cuda_compat::launch_packed(kernel, grid, block, args, shared_bytes, stream,
                                            std::index_sequence_for<Params...>());
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
