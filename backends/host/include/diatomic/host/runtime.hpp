// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime on the CPU. The functions are documented in `<diatomic/runtime.hpp>`.
///
/// Blocks run on a pool of threads, and a block's threads are fibers of one of them: a thread
/// runs until it ends, waits at `sync_block()`, or waits for others by the library's functions. A
/// loop of its own around a load keeps the other threads of its block from running. Waiting belongs
/// in no exception handler and no destructor: when a thread of the launch fails, those that wait
/// are unwound.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>
#include <string>

#include <sys/utsname.h>
#include <unistd.h>

#include <diatomic/detail/backend_select.hpp>
#include <diatomic/detail/runtime_types.hpp>
#include <diatomic/host/thread_pool.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace driver {

/// A block's threads take turns, at barriers and pauses only.
inline constexpr bool threads_take_turns = true;

/// Launches are over when `launch` returns, so a stream has nothing to hold.
struct host_stream {};
struct host_event {
  std::optional<std::chrono::steady_clock::time_point> time;
};
using native_stream = host_stream*;
using native_event = host_event*;

inline constexpr const char* invalid_configuration = "invalid_configuration";
inline constexpr const char* invalid_device = "invalid_device";
inline constexpr std::align_val_t alignment{256};

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
  // More than there is could still be promised, and the process be killed when it is touched.
  void* memory = bytes > memory_bytes() ? nullptr : ::operator new(bytes, alignment, std::nothrow);
  if (memory == nullptr) {
    throw runtime_error("allocate", "out_of_memory",
                        "no " + std::to_string(bytes) + " bytes of memory are left");
  }
  std::memset(memory, uninitialised, bytes);
  return memory;
}
inline void release(void* memory) noexcept { ::operator delete(memory, alignment); }
inline void* allocate_pinned(std::size_t bytes) { return allocate(bytes); }
inline void release_pinned(void* memory) noexcept { release(memory); }
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  std::memcpy(to, from, bytes);
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  std::memset(memory, value, bytes);
}

struct launch_limits {
  unsigned threads_per_block;
  std::size_t shared_bytes;
};
/// Those of today's GPUs, so that what runs here has a chance there.
inline launch_limits limits() { return {1024, 64 * 1024}; }

template <class Kernel, class... Args>
void start(unsigned grid, unsigned block, std::size_t shared_bytes, native_stream, Kernel kernel,
           Args... args) {
  if (here.scheduler != nullptr) {
    throw runtime_error("launch", "launch_in_kernel", "a kernel cannot launch another one");
  }
  const bound_call<Kernel, Args...> call(grid, block, shared_bytes, kernel, args...);
  thread_pool::instance().run(call);
}

/// Every block has a thread of the pool to itself, if there are no more of them. The pool never
/// gets smaller.
template <class Kernel, class... Args>
unsigned resident_blocks(unsigned, std::size_t) {
  return thread_pool::instance().size();
}
template <class Kernel, class... Args>
void start_cooperative(unsigned grid, unsigned block, std::size_t shared_bytes, native_stream on,
                       Kernel kernel, Args... args) {
  start(grid, block, shared_bytes, on, kernel, args...);
}

inline void* shared_memory() { return here.shared; }

}  // namespace driver
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

inline int device_count() { return 1; }

inline std::string no_device_reason() { return ""; }

inline int current_device() { return 0; }

inline void use_device(int device) { detail::driver::check_device(device, "use_device"); }

inline device_properties properties(int device) {
  detail::driver::check_device(device, "properties");
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
  if (result.architecture == "x86_64") result.architecture = "x86-64";  // As compilers spell it.
  result.compute_units = static_cast<int>(detail::thread_pool::instance().size());
  result.warp_size = 1;
  result.max_threads_per_block = static_cast<int>(detail::driver::limits().threads_per_block);
  result.shared_bytes_per_block = detail::driver::limits().shared_bytes;
  result.memory_bytes = detail::driver::memory_bytes();
  result.host_native_atomics = true;
  result.concurrent_managed_access = true;
  result.pageable_memory_access = true;
  return result;
}

inline unsigned thread_index() { return detail::here.thread.load(std::memory_order_relaxed); }
inline unsigned block_index() { return detail::here.block; }
inline unsigned block_size() { return detail::here.block_size; }
inline unsigned grid_size() { return detail::here.grid_size; }
inline unsigned warp_size() { return 1; }

inline void sync_block() {
  if (detail::here.scheduler == nullptr) {
    throw runtime_error("sync_block", "invalid_configuration", "it was called outside a kernel");
  }
  detail::here.scheduler->sync();
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
