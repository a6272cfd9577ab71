// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's streams on the CPU. They check their handles, and never have work left.

#include <cstdint>

#include <diatomic/host/cuda_runtime/errors.hpp>
#include <diatomic/host/cuda_runtime/handles.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

/// With their flags.
DIATOMIC_HOST_SHARED inline live_objects<unsigned>& streams() {
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

using cudaStream_t = detail::runtime_api::native_stream;

inline constexpr unsigned cudaStreamDefault = 0;
inline constexpr unsigned cudaStreamNonBlocking = 1;
// Macros as CUDA's: a pointer made from a number is no constant.
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(std::uintptr_t{1}))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(std::uintptr_t{2}))

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

inline bool is_stream(cudaStream_t s) {
  return s == nullptr || s == cudaStreamLegacy || s == cudaStreamPerThread ||
         streams().find(s).has_value();
}
/// `call()` if `s` is a stream, of which all work is done.
template <class Call>
cudaError_t on_stream(cudaStream_t s, Call its) noexcept {
  return cuda_compat::call([&] { return is_stream(s) ? its() : cudaErrorInvalidResourceHandle; });
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags) {
  return detail::cuda_compat::call([&] {
    if (stream == nullptr || flags > cudaStreamNonBlocking) return cudaErrorInvalidValue;
    *stream = detail::runtime_api::make_stream();
    detail::cuda_state::streams().add(*stream, flags);
    return cudaSuccess;
  });
}
inline cudaError_t cudaStreamCreate(cudaStream_t* stream) {
  return cuda_names::cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}
/// There is one priority, 0. Others become the nearest, as CUDA says.
inline cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cuda_names::cudaStreamCreateWithFlags(stream, flags);
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return detail::cuda_compat::call([&] {
    const auto any = [](const auto&) { return true; };
    if (!detail::cuda_state::streams().take(stream, any)) return cudaErrorInvalidResourceHandle;
    detail::runtime_api::destroy(stream);
    return cudaSuccess;
  });
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return detail::cuda_compat::on_stream(stream, [] { return cudaSuccess; });
}
/// Never `cudaErrorNotReady`.
inline cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return cuda_names::cudaStreamSynchronize(stream);
}

inline cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned* flags) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (flags == nullptr) return cudaErrorInvalidValue;
    const auto found = detail::cuda_state::streams().find(stream);
    *flags = found ? *found : cudaStreamDefault;
    return cudaSuccess;
  });
}
inline cudaError_t cudaStreamGetPriority(cudaStream_t stream, int* priority) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (priority == nullptr) return cudaErrorInvalidValue;
    *priority = 0;
    return cudaSuccess;
  });
}

#define CUDART_CB
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void*);
using cudaHostFn_t = void (*)(void*);

/// Both are called by the thread that queues them, before the call returns.
///@{
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                         void* data, unsigned flags) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (callback == nullptr || flags != 0) return cudaErrorInvalidValue;
    callback(stream, cudaSuccess, data);
    return cudaSuccess;
  });
}
inline cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void* data) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (function == nullptr) return cudaErrorInvalidValue;
    function(data);
    return cudaSuccess;
  });
}
///@}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
