// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// HIP's calls for memory of several processes, by the host backend's shared memory, for programs
/// that run on an emulator without them. Linked into a program they stand before the runtime
/// library's; where that has its own, they pass each call on. DIATOMIC_TEST_FIRST_BUS=N gives the
/// devices that this process sees the PCI buses N, N + 1, ...

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <set>

#include <dlfcn.h>
#include <hip/hip_runtime_api.h>

#include <diatomic/runtime/links.hpp>

namespace {

namespace host = diatomic::detail::runtime_api;

/// The runtime library's function of this type and name; null where it has none.
template <class F>
F* next(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
bool is_needed() { return dlsym(RTLD_NEXT, "hipIpcGetMemHandle") == nullptr; }

/// What was allocated here.
///@{
std::mutex mutex;
std::set<void*> own;
///@}

/// Host memory that is registered is fine-grained, as HIP's memory of several processes is: an
/// emulator then knows that this memory is.
///@{
void mark_fine_grained(void* memory) {
  const std::size_t bytes = host::handle_in(memory)->bytes - host::shared_prefix;
  (void)hipHostRegister(memory, bytes, hipHostRegisterDefault);
}
void unmark(void* memory) { (void)hipHostUnregister(memory); }
///@}

template <class F>
hipError_t attempt(hipError_t failure, F f) {
  try {
    f();
    return hipSuccess;
  } catch (const diatomic::runtime_error&) {
    return failure;
  }
}

}  // namespace

extern "C" {

hipError_t hipExtMallocWithFlags(void** memory, size_t bytes, unsigned flags) {
  if (!is_needed()) {
    return next<decltype(hipExtMallocWithFlags)>("hipExtMallocWithFlags")(memory, bytes, flags);
  }
  return attempt(hipErrorOutOfMemory, [&] {
    *memory = host::allocate_for_processes(bytes);
    mark_fine_grained(*memory);
    const std::lock_guard<std::mutex> lock(mutex);
    own.insert(*memory);
  });
}

hipError_t hipFree(void* memory) {
  const std::lock_guard<std::mutex> lock(mutex);
  if (own.erase(memory) == 0) return next<decltype(hipFree)>("hipFree")(memory);
  unmark(memory);
  host::release_for_processes(memory);
  return hipSuccess;
}

hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t* handle, void* memory) {
  if (!is_needed()) {
    return next<decltype(hipIpcGetMemHandle)>("hipIpcGetMemHandle")(handle, memory);
  }
  const std::lock_guard<std::mutex> lock(mutex);
  if (own.count(memory) == 0) return hipErrorInvalidValue;
  const host::shared_handle found = host::share_memory(memory);
  static_assert(sizeof(found) <= sizeof(*handle));
  std::memcpy(handle, &found, sizeof(found));
  return hipSuccess;
}

hipError_t hipIpcOpenMemHandle(void** memory, hipIpcMemHandle_t handle, unsigned flags) {
  if (!is_needed()) {
    return next<decltype(hipIpcOpenMemHandle)>("hipIpcOpenMemHandle")(memory, handle, flags);
  }
  host::shared_handle from{};
  std::memcpy(&from, &handle, sizeof(from));
  return attempt(hipErrorInvalidHandle, [&] {
    *memory = host::open_memory(from);
    mark_fine_grained(*memory);
  });
}

hipError_t hipIpcCloseMemHandle(void* memory) {
  if (!is_needed()) return next<decltype(hipIpcCloseMemHandle)>("hipIpcCloseMemHandle")(memory);
  unmark(memory);
  host::close_memory(memory);
  return hipSuccess;
}

hipError_t hipDeviceGetPCIBusId(char* text, int length, int device) {
  const char* first = std::getenv("DIATOMIC_TEST_FIRST_BUS");
  if (first == nullptr) {
    return next<decltype(hipDeviceGetPCIBusId)>("hipDeviceGetPCIBusId")(text, length, device);
  }
  std::snprintf(text, static_cast<std::size_t>(length), "0000:%02x:00.0",
                std::atoi(first) + device);
  return hipSuccess;
}

}  // extern "C"
