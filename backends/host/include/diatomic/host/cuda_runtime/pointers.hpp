// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the CUDA runtime on the CPU knows of a pointer: registered host memory, attributes, hints.

#include <cstddef>
#include <cstdint>
#include <optional>

#include <diatomic/host/cuda_runtime/copies.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline constexpr int cudaCpuDeviceId = -1;
inline constexpr int cudaInvalidDeviceId = -2;
inline constexpr unsigned cudaHostRegisterDefault = 0;
inline constexpr unsigned cudaHostRegisterPortable = 1;
inline constexpr unsigned cudaHostRegisterMapped = 2;
inline constexpr unsigned cudaHostRegisterReadOnly = 8;

enum cudaMemoryType : int {
  cudaMemoryTypeUnregistered = 0,
  cudaMemoryTypeHost = 1,
  cudaMemoryTypeDevice = 2,
  cudaMemoryTypeManaged = 3,
};
struct cudaPointerAttributes {
  cudaMemoryType type;
  int device;
  void* devicePointer;
  void* hostPointer;
};
enum cudaMemoryAdvise : int {
  cudaMemAdviseSetReadMostly = 1,
  cudaMemAdviseUnsetReadMostly = 2,
  cudaMemAdviseSetPreferredLocation = 3,
  cudaMemAdviseUnsetPreferredLocation = 4,
  cudaMemAdviseSetAccessedBy = 5,
  cudaMemAdviseUnsetAccessedBy = 6,
};
enum cudaMemLocationType : int {
  cudaMemLocationTypeInvalid = 0,
  cudaMemLocationTypeDevice = 1,
  cudaMemLocationTypeHost = 2,
};
struct cudaMemLocation {
  cudaMemLocationType type;
  int id;
};

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

/// The allocation that the address belongs to.
inline std::optional<allocation> allocation_of(const void* address) {
  const auto found = allocations().find_up_to(address);
  if (!found) return std::nullopt;
  const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(address) - found->first;
  return offset < found->second.bytes ? std::optional(found->second) : std::nullopt;
}
inline cudaMemLocation location_of(int device) {
  return {device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice, device};
}
/// The check of a hint about managed memory, which has no effect on a CPU.
inline cudaError_t check_hint(const void* memory, std::size_t bytes, cudaMemLocation where,
                              cudaStream_t stream) {
  return cuda_compat::on_stream(stream, [&] {
    const auto found = cuda_compat::allocation_of(memory);
    if (!found || found->kind != memory_kind::managed || bytes == 0 ||
        !cuda_compat::is_range(memory, bytes, place::any)) {
      return cudaErrorInvalidValue;
    }
    if (where.type == cudaMemLocationTypeHost) return cudaSuccess;
    if (where.type != cudaMemLocationTypeDevice) return cudaErrorInvalidValue;
    return where.id == 0 ? cudaSuccess : cudaErrorInvalidDevice;
  });
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

inline cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned flags) {
  return detail::cuda_compat::call([&] {
    if (memory == nullptr || bytes == 0 || flags > 15) return cudaErrorInvalidValue;
    const void* const last = static_cast<const char*>(memory) + bytes - 1;
    const auto found = detail::cuda_state::allocations().find_up_to(last);
    if (found && found->first + found->second.bytes > reinterpret_cast<std::uintptr_t>(memory)) {
      return cudaErrorHostMemoryAlreadyRegistered;
    }
    detail::cuda_state::allocations().add(
        memory, {bytes, detail::cuda_state::memory_kind::registered, flags});
    return cudaSuccess;
  });
}
inline cudaError_t cudaHostUnregister(void* memory) {
  return detail::cuda_compat::call([&] {
    const auto found = detail::cuda_compat::allocation_of(memory);
    if (memory == nullptr || (found && found->kind == detail::cuda_state::memory_kind::pinned)) {
      return cudaErrorInvalidValue;
    }
    const auto is_registered = [](const auto& all) {
      return all.kind == detail::cuda_state::memory_kind::registered;
    };
    const bool was = detail::cuda_state::allocations().take(memory, is_registered).has_value();
    return was ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
  });
}
/// The same address.
template <class T>
cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return detail::cuda_compat::call([&] {
    if (device == nullptr || flags != 0) return cudaErrorInvalidValue;
    const auto found = detail::cuda_compat::allocation_of(host);
    if (!found || found->kind == detail::cuda_state::memory_kind::device ||
        found->kind == detail::cuda_state::memory_kind::managed) {
      return cudaErrorInvalidValue;
    }
    *device = static_cast<T*>(host);
    return cudaSuccess;
  });
}
inline cudaError_t cudaHostGetFlags(unsigned* flags, void* host) {
  return detail::cuda_compat::call([&] {
    const auto found = detail::cuda_compat::allocation_of(host);
    if (flags == nullptr || !found || found->kind != detail::cuda_state::memory_kind::pinned) {
      return cudaErrorInvalidValue;
    }
    *flags = found->flags;
    return cudaSuccess;
  });
}

inline cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes,
                                            const void* pointer) {
  return detail::cuda_compat::call([&] {
    if (attributes == nullptr) return cudaErrorInvalidValue;
    void* const address = const_cast<void*>(pointer);
    const auto found = detail::cuda_compat::allocation_of(pointer);
    if (!found) {
      *attributes = {cudaMemoryTypeUnregistered, cudaInvalidDeviceId, nullptr, address};
    } else if (found->kind == detail::cuda_state::memory_kind::device) {
      *attributes = {cudaMemoryTypeDevice, 0, address, nullptr};
    } else if (found->kind == detail::cuda_state::memory_kind::managed) {
      *attributes = {cudaMemoryTypeManaged, 0, address, address};
    } else {
      *attributes = {cudaMemoryTypeHost, 0, address, address};
    }
    return cudaSuccess;
  });
}

/// Hints that have no effect on a CPU, whose arguments are checked; in CUDA 12's form and in CUDA
/// 13's.
///@{
inline cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes, cudaMemLocation to,
                                        unsigned flags, cudaStream_t stream = nullptr) {
  if (flags != 0) return detail::cuda_compat::call([] { return cudaErrorInvalidValue; });
  return detail::cuda_compat::check_hint(memory, bytes, to, stream);
}
inline cudaError_t cudaMemPrefetchAsync(const void* memory, std::size_t bytes, int device,
                                        cudaStream_t stream = nullptr) {
  return cuda_names::cudaMemPrefetchAsync(memory, bytes, detail::cuda_compat::location_of(device),
                                          0, stream);
}
inline cudaError_t cudaMemAdvise(const void* memory, std::size_t bytes, cudaMemoryAdvise advice,
                                 cudaMemLocation where) {
  if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy) {
    return detail::cuda_compat::call([] { return cudaErrorInvalidValue; });
  }
  return detail::cuda_compat::check_hint(memory, bytes, where, nullptr);
}
inline cudaError_t cudaMemAdvise(const void* memory, std::size_t bytes, cudaMemoryAdvise advice,
                                 int device) {
  return cuda_names::cudaMemAdvise(memory, bytes, advice, detail::cuda_compat::location_of(device));
}
/// All threads may access managed memory at any time.
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void* memory, std::size_t = 0,
                                            unsigned flags = 4) {
  return detail::cuda_compat::on_stream(stream, [&] {
    const auto found = detail::cuda_compat::allocation_of(memory);
    const bool is_valid = found && found->kind == detail::cuda_state::memory_kind::managed &&
                          (flags == 1 || flags == 2 || flags == 4);
    return is_valid ? cudaSuccess : cudaErrorInvalidValue;
  });
}
///@}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
