// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's allocations on the CPU. Fresh memory is filled with the byte 0xCD.

#include <algorithm>
#include <cstddef>

#include <unistd.h>

#include <diatomic/host/cuda_runtime/streams.hpp>
#include <diatomic/runtime/memory.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

enum class memory_kind { device, managed, pinned, registered };
struct allocation {
  std::size_t bytes;
  memory_kind kind;
  unsigned flags;
};
DIATOMIC_HOST_SHARED inline live_objects<allocation>& allocations() {
  static auto* const all = new live_objects<allocation>;  // never destroyed
  return *all;
}

}  // namespace cuda_state
}  // namespace DIATOMIC_VERSION_NS
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

inline cudaError_t allocate(void** to, std::size_t bytes, memory_kind kind, unsigned flags = 0) {
  return cuda_compat::call([&] {
    if (to == nullptr) return cudaErrorInvalidValue;
    *to = nullptr;
    if (bytes == 0) return cudaSuccess;
    *to = runtime_api::allocate(bytes);
    allocations().add(*to, {bytes, kind, flags});
    return cudaSuccess;
  });
}
/// The distance of rows of `width` bytes.
inline std::size_t pitch_of(std::size_t width) { return (width + 511) / 512 * 512; }
/// An address that is not the start of such memory, or was released before, is an error.
template <class Matches>
cudaError_t release(void* memory, Matches matches) {
  return cuda_compat::call([&] {
    if (memory == nullptr) return cudaSuccess;
    if (!allocations().take(memory, matches)) return cudaErrorInvalidValue;
    runtime_api::release(memory);
    return cudaSuccess;
  });
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline constexpr unsigned cudaMemAttachGlobal = 1;
inline constexpr unsigned cudaMemAttachHost = 2;
inline constexpr unsigned cudaHostAllocDefault = 0;
inline constexpr unsigned cudaHostAllocPortable = 1;
inline constexpr unsigned cudaHostAllocMapped = 2;
inline constexpr unsigned cudaHostAllocWriteCombined = 4;

template <class T>
cudaError_t cudaMalloc(T** memory, std::size_t bytes) {
  return detail::cuda_compat::allocate(reinterpret_cast<void**>(memory), bytes,
                                       detail::cuda_state::memory_kind::device);
}
/// The CPU and kernels may always access it at the same time.
template <class T>
cudaError_t cudaMallocManaged(T** memory, std::size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  if (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost) {
    return detail::cuda_compat::call([] { return cudaErrorInvalidValue; });
  }
  return detail::cuda_compat::allocate(reinterpret_cast<void**>(memory), bytes,
                                       detail::cuda_state::memory_kind::managed, flags);
}
template <class T>
cudaError_t cudaHostAlloc(T** memory, std::size_t bytes, unsigned flags) {
  if (flags > 7) return detail::cuda_compat::call([] { return cudaErrorInvalidValue; });
  return detail::cuda_compat::allocate(reinterpret_cast<void**>(memory), bytes,
                                       detail::cuda_state::memory_kind::pinned, flags);
}
template <class T>
cudaError_t cudaMallocHost(T** memory, std::size_t bytes, unsigned flags = cudaHostAllocDefault) {
  return cuda_names::cudaHostAlloc(memory, bytes, flags);
}

inline cudaError_t cudaFree(void* memory) {
  return detail::cuda_compat::release(memory, [](const auto& a) {
    return a.kind == detail::cuda_state::memory_kind::device ||
           a.kind == detail::cuda_state::memory_kind::managed;
  });
}
inline cudaError_t cudaFreeHost(void* memory) {
  return detail::cuda_compat::release(
      memory, [](const auto& a) { return a.kind == detail::cuda_state::memory_kind::pinned; });
}

/// On the CPU, memory that the stream's later work uses: it is allocated and released at once.
///@{
template <class T>
cudaError_t cudaMallocAsync(T** memory, std::size_t bytes, cudaStream_t stream) {
  const cudaError_t e = detail::cuda_compat::on_stream(stream, [] { return cudaSuccess; });
  return e == cudaSuccess ? cuda_names::cudaMalloc(memory, bytes) : e;
}
inline cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
  const cudaError_t e = detail::cuda_compat::on_stream(stream, [] { return cudaSuccess; });
  return e == cudaSuccess ? cuda_names::cudaFree(memory) : e;
}
///@}

/// Rows start at multiples of 512 bytes.
template <class T>
cudaError_t cudaMallocPitch(T** memory, std::size_t* pitch, std::size_t width, std::size_t height) {
  return detail::cuda_compat::call([&] {
    if (pitch == nullptr) return cudaErrorInvalidValue;
    const std::size_t row = detail::cuda_compat::pitch_of(width);
    if (row < width || (height != 0 && row > ~std::size_t{0} / height)) {
      return cudaErrorInvalidValue;
    }
    const cudaError_t e = cuda_names::cudaMalloc(memory, row * height);
    if (e == cudaSuccess) *pitch = row;
    return e;
  });
}

/// The machine's memory, and what of it no process uses.
inline cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
  return detail::cuda_compat::call([&] {
    const std::size_t all = detail::runtime_api::memory_bytes();
    if (total != nullptr) *total = all;
    if (free != nullptr) {
      *free = std::min(all, static_cast<std::size_t>(sysconf(_SC_AVPHYS_PAGES)) *
                                static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
    }
    return cudaSuccess;
  });
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
