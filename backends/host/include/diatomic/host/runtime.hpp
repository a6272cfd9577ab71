// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Host functions of the runtime on the CPU: devices, streams, events and memory. The functions are
/// documented in `<diatomic/runtime/runtime.hpp>`.

#include <chrono>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>
#include <string>

#include <sys/utsname.h>
#include <unistd.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/thread_pool.hpp>
#include <diatomic/host/platform.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

/// Empty, because a launch is complete when `launch` returns.
struct host_stream {};
struct host_event {
  std::optional<std::chrono::steady_clock::time_point> time;
};
using native_stream = host_stream*;
using native_event = host_event*;

inline constexpr const char* invalid_configuration = "invalid_configuration";
inline constexpr const char* invalid_device = "invalid_device";
inline constexpr std::align_val_t alignment{256};

/// Small tables: two cache lines, which x86-64 fetches together, and a line of AArch64's largest.
/// Arrays need no other alignment.
///@{
inline constexpr std::size_t largest_distance = 128;
inline constexpr std::size_t table_alignment = 256;
inline constexpr std::size_t largest_unaligned = 0;
inline constexpr std::size_t largest_aligned = 0;
///@}

inline void check_device(int device, const char* call) {
  if (device == 0) return;
  throw runtime_error(call, invalid_device,
                      "there is no device " + std::to_string(device) + ", only device 0, the CPU");
}

inline std::size_t memory_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

inline native_stream make_stream() { return new host_stream; }
inline void destroy(native_stream old) noexcept { delete old; }
inline void synchronize(native_stream) {}

inline native_event make_event() { return new host_event; }
inline void destroy(native_event old) noexcept { delete old; }
inline void record(native_event what, native_stream) {
  if (what == nullptr) throw runtime_error("record", "invalid_handle", "the event was moved from");
  what->time = std::chrono::steady_clock::now();
}
inline void synchronize(native_event) {}
inline float elapsed_ms(native_event start, native_event stop) {
  if (!start->time || !stop->time) {
    throw runtime_error("elapsed_ms", "invalid_handle", "an event was never recorded");
  }
  return std::chrono::duration<float, std::milli>(*stop->time - *start->time).count();
}

inline void* allocate(std::size_t bytes) {
  // The system may overcommit memory and kill the process on first touch.
  void* memory = bytes > memory_bytes() ? nullptr : ::operator new(bytes, alignment, std::nothrow);
  if (memory == nullptr) {
    throw runtime_error("allocate", "out_of_memory",
                        "no " + std::to_string(bytes) + " bytes of memory are left");
  }
  std::memset(memory, backends::host::uninitialised, bytes);
  return memory;
}
inline void* allocate_for_peers(std::size_t bytes) { return allocate(bytes); }
inline constexpr bool peer_memory_is_fine_grained = false;
inline void release(void* memory) noexcept { ::operator delete(memory, alignment); }
inline void* allocate_pinned(std::size_t bytes) { return allocate(bytes); }
inline void release_pinned(void* memory) noexcept { release(memory); }
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void copy_on_device(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  std::memset(memory, value, bytes);
}

// All earlier work is complete, so these ignore the stream.
inline void check_stream(native_stream, const char*) {}
inline void queue_copy_to_device(native_stream, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void queue_copy_to_host(native_stream, void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void queue_rows_to_device(native_stream, void* to, std::size_t pitch, const void* from,
                                 std::size_t bytes, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(static_cast<char*>(to) + i * pitch, static_cast<const char*>(from) + i * bytes,
                bytes);
  }
}
inline void queue_rows_to_host(native_stream, void* to, const void* from, std::size_t pitch,
                               std::size_t bytes, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::memcpy(static_cast<char*>(to) + i * bytes, static_cast<const char*>(from) + i * pitch,
                bytes);
  }
}
inline void queue_fill(native_stream, void* memory, unsigned char value, std::size_t bytes) {
  std::memset(memory, value, bytes);
}

struct launch_limits {
  unsigned threads_per_block;
  std::size_t shared_bytes;
};
/// Sizes along x, y and z.
struct shape_limits {
  unsigned grid[3];
  unsigned block[3];
};
/// Today's GPU limits, so that programs that run here can also run on a GPU.
///@{
inline launch_limits limits() { return {1024, 64 * 1024}; }
inline shape_limits max_extents() { return {{2147483647, 65535, 65535}, {1024, 1024, 64}}; }
///@}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

inline int device_count() { return 1; }

inline std::string no_device_reason() { return ""; }

inline int current_device() { return 0; }

inline void use_device(int device) { detail::runtime_api::check_device(device, "use_device"); }

inline device_properties properties(int device) {
  detail::runtime_api::check_device(device, "properties");
  device_properties result;
  result.name = "CPU";
  std::ifstream processors("/proc/cpuinfo");
  for (std::string line; std::getline(processors, line);) {
    const std::size_t colon = line.find(": ");
    if (line.compare(0, 10, "model name") != 0 || colon == std::string::npos) continue;
    result.name = line.substr(colon + 2);
    break;
  }
  utsname system{};
  if (uname(&system) == 0) result.architecture = system.machine;
  if (result.architecture == "x86_64") result.architecture = "x86-64";  // the compilers' spelling
  result.architecture_number = backends::host::compiled_architecture;
  result.compute_units = static_cast<int>(backends::host::thread_pool::instance().size());
  result.warp_size = 1;
  result.max_threads_per_block = static_cast<int>(detail::runtime_api::limits().threads_per_block);
  result.shared_bytes_per_block = detail::runtime_api::limits().shared_bytes;
  result.memory_bytes = detail::runtime_api::memory_bytes();
  result.host_native_atomics = true;
  result.concurrent_managed_access = true;
  result.pageable_memory_access = true;
  return result;
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
