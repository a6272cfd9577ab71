// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's copies and fills on the CPU. A copy that takes a stream is done at once, by
/// the host thread that calls it.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <dlfcn.h>

#include <diatomic/host/cuda_runtime/memory.hpp>
#include <diatomic/host/cuda_runtime/streams.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

enum cudaMemcpyKind : int {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4,
};

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

enum class place { host, device, any };

/// Whether `bytes` bytes at `memory` are in one allocation and, of the device's memory, in such a
/// place. Variables may be of either: `__device__` and `__managed__` leave no trace on the CPU.
inline bool is_range(const void* memory, std::size_t bytes, place where) {
  if (memory == nullptr) return false;
  if (const auto found = allocations().find_up_to(memory)) {
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(memory) - found->first;
    const allocation& all = found->second;
    if (offset < all.bytes) {
      if (where == place::host && all.kind == memory_kind::device) return false;
      return bytes <= all.bytes - offset;
    }
  }
  Dl_info module{};
  return where != place::device || dladdr(memory, &module) != 0;
}
inline cudaError_t check_copy(const void* to, std::size_t to_bytes, const void* from,
                              std::size_t from_bytes, cudaMemcpyKind kind) {
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault) {
    return cudaErrorInvalidMemcpyDirection;
  }
  const bool to_host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyDeviceToHost;
  const bool from_host = kind == cudaMemcpyHostToHost || kind == cudaMemcpyHostToDevice;
  const place into = kind == cudaMemcpyDefault ? place::any : to_host ? place::host : place::device;
  const place out_of = kind == cudaMemcpyDefault ? place::any
                       : from_host               ? place::host
                                                 : place::device;
  const bool fit = is_range(to, to_bytes, into) && is_range(from, from_bytes, out_of);
  return fit ? cudaSuccess : cudaErrorInvalidValue;
}

/// Bytes from the first to the last of `height` rows of `width` bytes.
inline std::size_t bytes_of_rows(std::size_t pitch, std::size_t width, std::size_t height) {
  return (height - 1) * pitch + width;
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

/// Where `kind` and the memory do not fit together, which CUDA leaves undefined, and beyond the end
/// of an allocation: `cudaErrorInvalidValue`.
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (bytes == 0) return cudaSuccess;
    const cudaError_t e = detail::cuda_compat::check_copy(to, bytes, from, bytes, kind);
    if (e == cudaSuccess) std::memmove(to, from, bytes);
    return e;
  });
}
inline cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  return cuda_names::cudaMemcpyAsync(to, from, bytes, kind);
}

/// Between device 0 and itself.
///@{
inline cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device,
                                       std::size_t bytes, cudaStream_t stream = nullptr) {
  if (to_device != 0 || from_device != 0) {
    return detail::cuda_compat::call([] { return cudaErrorInvalidDevice; });
  }
  return cuda_names::cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream);
}
inline cudaError_t cudaMemcpyPeer(void* to, int to_device, const void* from, int from_device,
                                  std::size_t bytes) {
  return cuda_names::cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes);
}
///@}

inline cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from,
                                     std::size_t from_pitch, std::size_t width, std::size_t height,
                                     cudaMemcpyKind kind, cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (width > to_pitch || width > from_pitch) return cudaErrorInvalidPitchValue;
    if (width == 0 || height == 0) return cudaSuccess;
    const cudaError_t e = detail::cuda_compat::check_copy(
        to, detail::cuda_compat::bytes_of_rows(to_pitch, width, height), from,
        detail::cuda_compat::bytes_of_rows(from_pitch, width, height), kind);
    if (e != cudaSuccess) return e;
    for (std::size_t i = 0; i < height; ++i) {
      std::memmove(static_cast<char*>(to) + i * to_pitch,
                   static_cast<const char*>(from) + i * from_pitch, width);
    }
    return cudaSuccess;
  });
}
inline cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from,
                                std::size_t from_pitch, std::size_t width, std::size_t height,
                                cudaMemcpyKind kind) {
  return cuda_names::cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind);
}

inline cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes,
                                   cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (bytes == 0) return cudaSuccess;
    const auto device = detail::cuda_compat::place::device;
    if (!detail::cuda_compat::is_range(memory, bytes, device)) return cudaErrorInvalidValue;
    std::memset(memory, value, bytes);
    return cudaSuccess;
  });
}
inline cudaError_t cudaMemset(void* memory, int value, std::size_t bytes) {
  return cuda_names::cudaMemsetAsync(memory, value, bytes);
}

inline cudaError_t cudaMemset2DAsync(void* memory, std::size_t pitch, int value, std::size_t width,
                                     std::size_t height, cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    if (width > pitch && height > 1) return cudaErrorInvalidValue;
    if (width == 0 || height == 0) return cudaSuccess;
    const std::size_t bytes = detail::cuda_compat::bytes_of_rows(pitch, width, height);
    const auto device = detail::cuda_compat::place::device;
    if (!detail::cuda_compat::is_range(memory, bytes, device)) return cudaErrorInvalidValue;
    for (std::size_t i = 0; i < height; ++i) {
      std::memset(static_cast<char*>(memory) + i * pitch, value, width);
    }
    return cudaSuccess;
  });
}
inline cudaError_t cudaMemset2D(void* memory, std::size_t pitch, int value, std::size_t width,
                                std::size_t height) {
  return cuda_names::cudaMemset2DAsync(memory, pitch, value, width, height);
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
