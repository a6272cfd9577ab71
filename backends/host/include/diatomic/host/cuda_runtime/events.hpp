// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's events on the CPU.

#include <diatomic/host/cuda_runtime/streams.hpp>
#include <diatomic/runtime/event.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

/// With their flags.
DIATOMIC_HOST_SHARED inline live_objects<unsigned>& events() {
  static auto* const all = new live_objects<unsigned>;  // never destroyed
  return *all;
}

}  // namespace cuda_state
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

using cudaEvent_t = detail::runtime_api::native_event;

inline constexpr unsigned cudaEventDefault = 0;
inline constexpr unsigned cudaEventBlockingSync = 1;
inline constexpr unsigned cudaEventDisableTiming = 2;
inline constexpr unsigned cudaEventInterprocess = 4;

/// Between processes: `cudaErrorNotSupported`.
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags) {
  return detail::cuda_compat::call([&] {
    if (event == nullptr || flags > 7) return cudaErrorInvalidValue;
    if ((flags & cudaEventInterprocess) != 0) return cudaErrorNotSupported;
    *event = detail::runtime_api::make_event();
    detail::cuda_state::events().add(*event, flags);
    return cudaSuccess;
  });
}
inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags = cudaEventDefault) {
  return cuda_names::cudaEventCreateWithFlags(event, flags);
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return detail::cuda_compat::call([&] {
    const auto any = [](const auto&) { return true; };
    if (!detail::cuda_state::events().take(event, any)) return cudaErrorInvalidResourceHandle;
    detail::runtime_api::destroy(event);
    return cudaSuccess;
  });
}

inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (!detail::cuda_state::events().find(event)) return cudaErrorInvalidResourceHandle;
    detail::runtime_api::record(event, stream);
    return cudaSuccess;
  });
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  return detail::cuda_compat::call([&] {
    return detail::cuda_state::events().find(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}
/// Never `cudaErrorNotReady`.
inline cudaError_t cudaEventQuery(cudaEvent_t event) {
  return cuda_names::cudaEventSynchronize(event);
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (flags > 1) return cudaErrorInvalidValue;
    return detail::cuda_state::events().find(event) ? cudaSuccess : cudaErrorInvalidResourceHandle;
  });
}

inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t start, cudaEvent_t end) {
  return detail::cuda_compat::call([&] {
    if (ms == nullptr) return cudaErrorInvalidValue;
    for (const cudaEvent_t event : {start, end}) {
      const auto found = detail::cuda_state::events().find(event);
      if (!found || (*found & cudaEventDisableTiming) != 0) {
        return cudaErrorInvalidResourceHandle;
      }
    }
    *ms = detail::runtime_api::elapsed_ms(start, end);  // throws if one was not recorded
    return cudaSuccess;
  });
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
