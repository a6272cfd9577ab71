// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's launches on the CPU.

#include <cstddef>
#include <type_traits>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/compat/vectors.hpp>
#include <diatomic/host/cuda_runtime/functions.hpp>
#include <diatomic/host/fibers/position.hpp>
#include <diatomic/host/fibers/thread_pool.hpp>
#include <diatomic/runtime/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

/// `cudaSuccess` for a launch that can start. `function` is null if only the caller knows it: then
/// the shared memory is up to the device's limit.
inline cudaError_t check_launch(const void* function, const extent3& grid, const extent3& block,
                                std::size_t shared_bytes, cudaStream_t stream) {
  if (const int failure = kernel_failure()) return cuda_compat::record(cudaError_t(failure));
  if (!is_stream(stream)) return cuda_compat::refuse_launch(cudaErrorInvalidResourceHandle);
  try {
    detail::check_sizes(grid, block, 0, detail::any_block);
  } catch (const runtime_error&) {
    return cuda_compat::refuse_launch(cudaErrorInvalidConfiguration);
  }
  const std::size_t most = function == nullptr ? runtime_api::limits().shared_bytes
                                               : cuda_compat::shared_bytes_of(function);
  if (shared_bytes > most) return cuda_compat::refuse_launch(cudaErrorInvalidValue);
  return cudaSuccess;
}

/// Runs `kernel(args...)` in `grid` blocks of `block` threads, like `<<<>>>`; each thread has a
/// copy of both. The kernel is anything that can be called and copied.
template <bool IsCooperative = false, class Kernel, class... Args>
cudaError_t launch(const extent3& grid, const extent3& block, std::size_t shared_bytes,
                   cudaStream_t stream, Kernel kernel, Args... args) {
  // A kernel that launches another one ends with the runtime's error.
  const bool is_host = backends::host::here.scheduler == nullptr;
  if (is_host) {
    const void* function = nullptr;
    if constexpr (std::is_pointer_v<Kernel>) function = reinterpret_cast<const void*>(kernel);
    const cudaError_t e = cuda_compat::check_launch(function, grid, block, shared_bytes, stream);
    if (e != cudaSuccess) return e;
  }
  const auto start = [&] {
    runtime_api::start<IsCooperative>(grid, block, shared_bytes, nullptr, kernel, args...);
  };
  if (is_host) return cuda_compat::run_kernel(start);
  start();
  return cudaSuccess;
}

template <bool IsCooperative, class... Params, std::size_t... I>
cudaError_t launch_packed(void (*kernel)(Params...), const extent3& grid, const extent3& block,
                          void** args, std::size_t shared_bytes, cudaStream_t stream,
                          std::index_sequence<I...>) {
  if (kernel == nullptr) return cuda_compat::refuse_launch(cudaErrorInvalidDeviceFunction);
  if (sizeof...(I) != 0 && args == nullptr) {
    return cuda_compat::refuse_launch(cudaErrorInvalidValue);
  }
  return cuda_compat::launch<IsCooperative>(
      grid, block, shared_bytes, stream, kernel,
      *static_cast<std::remove_reference_t<Params>*>(args[I])...);
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

template <class... Params>
cudaError_t launch_kernel(void (*kernel)(Params...), dim3 grid, dim3 block, void** args,
                          std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  return detail::cuda_compat::launch_packed<false>(kernel, grid, block, args, shared_bytes, stream,
                                                   std::index_sequence_for<Params...>());
}
template <class... Params>
cudaError_t launch_cooperative_kernel(void (*kernel)(Params...), dim3 grid, dim3 block, void** args,
                                      std::size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  const std::size_t blocks = std::size_t{grid.x} * grid.y * grid.z;
  if (blocks > backends::host::thread_pool::instance().size()) {
    return detail::cuda_compat::refuse_launch(cudaErrorCooperativeLaunchTooLarge);
  }
  return detail::cuda_compat::launch_packed<true>(kernel, grid, block, args, shared_bytes, stream,
                                                  std::index_sequence_for<Params...>());
}

}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

/// `f` without the cast of `(void*)f`, which programs write: only the type of a kernel tells what
/// its parameters are. The first argument becomes nothing if it starts with parentheses.
#define DIATOMIC_UNCAST(...) \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_UNCAST_, DIATOMIC_STARTS_CAST(__VA_ARGS__, ~))(__VA_ARGS__)
#define DIATOMIC_STARTS_CAST(first, ...) DIATOMIC_SECOND(DIATOMIC_PROBE first, 0, ~)
#define DIATOMIC_PROBE(...) ~, 1, ~
#define DIATOMIC_SECOND(...) DIATOMIC_SECOND_OF(__VA_ARGS__)
#define DIATOMIC_SECOND_OF(first, second, ...) second
#define DIATOMIC_UNCAST_0(...) __VA_ARGS__
#define DIATOMIC_UNCAST_1(...) DIATOMIC_NOTHING __VA_ARGS__
#define DIATOMIC_NOTHING(...)

/// The kernel is a function, or a function cast to `void*`.
///@{
#define cudaLaunchKernel(...) diatomic::cuda_names::launch_kernel(DIATOMIC_UNCAST(__VA_ARGS__))
#define cudaLaunchCooperativeKernel(...) \
  diatomic::cuda_names::launch_cooperative_kernel(DIATOMIC_UNCAST(__VA_ARGS__))
///@}
