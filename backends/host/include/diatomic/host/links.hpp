// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Links to other processes, on the CPU, which is both device and host.

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <random>
#include <string>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/runtime.hpp>
#include <diatomic/runtime/detail/link_types.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

/// All atomics are native, so the link lists no single operations.
inline link_atomics host_link(int) { return {true, link_support::all, {}}; }
/// Never called: there is one device only.
inline link_atomics peer_link(int, int) { return {}; }

/// Never called: there is one device only.
inline void enable_peer_access(int) {}

/// Each process has its own thread pool.
inline constexpr bool processes_run_together = true;

using device_id = std::array<char, 32>;
/// The CPU of this machine.
inline device_id identify(int) { return {}; }

/// Locates shared memory for another process; the memory also begins with a copy of the handle. The
/// memory is an unnamed file, which disappears when the last process that has it open ends, however
/// that process ends.
struct shared_handle {
  pid_t owner;
  int file;           ///< the owner's file descriptor
  std::size_t bytes;  ///< of the whole file
  unsigned number;    ///< distinguishes the file from a later one with the same descriptor
};
/// The bytes before the user's memory.
inline constexpr std::size_t shared_prefix = static_cast<std::size_t>(alignment);
static_assert(sizeof(shared_handle) <= shared_prefix);

inline shared_handle* handle_in(void* memory) {
  return reinterpret_cast<shared_handle*>(static_cast<char*>(memory) - shared_prefix);
}
/// Maps the whole file; null on failure.
inline char* map_shared(int file, std::size_t bytes) {
  void* start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  return start == MAP_FAILED ? nullptr : static_cast<char*>(start);
}

/// The number that a file begins with, or `otherwise`.
inline std::size_t number_in(const std::string& file, std::size_t otherwise) {
  std::size_t number = 0;
  return std::ifstream(file) >> number ? number : otherwise;
}
/// The bytes left in a control group (cgroup). Its reclaimable pages of files count as free.
inline std::size_t left_in_group(const std::string& folder, bool is_v2) {
  constexpr std::size_t none = ~std::size_t{0};
  const std::size_t most =
      number_in(folder + (is_v2 ? "/memory.max" : "/memory.limit_in_bytes"), none);
  if (most == none) return none;
  std::size_t used = number_in(folder + (is_v2 ? "/memory.current" : "/memory.usage_in_bytes"), 0);
  std::ifstream numbers(folder + "/memory.stat");
  std::size_t bytes = 0;
  for (std::string name; numbers >> name >> bytes;) {
    if (name == (is_v2 ? "inactive_file" : "total_inactive_file")) used -= std::min(used, bytes);
  }
  return most - std::min(most, used);
}
/// The bytes left in the control groups of this process, which containers and batch systems limit.
/// `root` is the folder with `/proc` and `/sys`.
inline std::size_t left_in_groups(const std::string& root = "") {
  std::size_t left = ~std::size_t{0};
  std::ifstream groups(root + "/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {  // number:controllers:/path
    const std::size_t first = line.find(':') + 1;
    const std::size_t second = line.find(':', first) + 1;
    if (second == 0) continue;
    const std::string controllers = "," + line.substr(first, second - first - 1) + ",";
    const bool is_v2 = controllers == ",,";
    if (!is_v2 && controllers.find(",memory,") == std::string::npos) continue;
    const std::string folder = root + (is_v2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory");
    for (std::string group = line.substr(second);; group.resize(group.rfind('/'))) {
      left = std::min(left, left_in_group(folder + group, is_v2));
      if (group.empty()) break;  // the groups around it have limits too
    }
  }
  return left;
}
/// The memory that the system can still provide without killing a process.
inline std::size_t available_bytes() {
  std::size_t left = memory_bytes();
  std::ifstream info("/proc/meminfo");
  for (std::string name; info >> name;) {
    std::size_t kib = 0;
    if (name == "MemAvailable:" && info >> kib) left = kib * 1024;
  }
  return std::min(left, left_in_groups());
}
/// Throws if `sharers` threads or processes of this machine, with `bytes` each, need more than
/// `left`. They may call it together before they allocate.
inline void check_memory(std::size_t bytes, int sharers, std::size_t left = available_bytes()) {
  if (bytes < left / static_cast<std::size_t>(sharers)) return;
  throw runtime_error("symmetric_array", "out_of_memory",
                      std::to_string(sharers) + " parts on one machine need " +
                          std::to_string(bytes) + " bytes each, and " + std::to_string(left) +
                          " bytes are left");
}
/// Makes the system provide mapped memory now instead of at the first access, where a lack of
/// memory kills the process. Does nothing before Linux 5.14.
inline void provide([[maybe_unused]] void* start, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const auto address = reinterpret_cast<std::uintptr_t>(start);
  const std::uintptr_t before = address % page;
  if (madvise(static_cast<char*>(start) - before, bytes + before, MADV_POPULATE_WRITE) == 0 ||
      errno == EINVAL) {
    return;
  }
  throw runtime_error("madvise", "out_of_memory",
                      "no " + std::to_string(bytes) + " bytes of memory: " + std::strerror(errno));
#endif
}

inline void* allocate_for_processes(std::size_t bytes) {
  const unsigned number = std::random_device()();  // may throw, so before the file is created
  const bool fits = bytes <= available_bytes();
  errno = ENOMEM;
  const int file = fits ? memfd_create("diatomic", MFD_CLOEXEC) : -1;
  const std::size_t all = bytes + shared_prefix;
  char* start = nullptr;
  // Not ftruncate: a sparse file may lack memory for a page when it is written.
  if (file >= 0 && fallocate(file, 0, 0, static_cast<off_t>(all)) == 0) {
    start = map_shared(file, all);
  }
  if (start == nullptr) {
    const std::string why = std::strerror(errno);
    if (file >= 0) close(file);
    throw runtime_error("allocate_for_processes", "out_of_memory",
                        "no " + std::to_string(bytes) + " bytes of shared memory: " + why);
  }
  new (start) shared_handle{getpid(), file, all, number};
  std::memset(start + shared_prefix, backends::host::uninitialised, bytes);
  return start + shared_prefix;
}
inline shared_handle share_memory(void* memory) { return *handle_in(memory); }

inline void* open_memory(const shared_handle& handle) {
  const auto refuse = [&](const std::string& why) {
    throw runtime_error("open_memory", "invalid_handle",
                        "the memory of process " + std::to_string(handle.owner) + ": " + why);
  };
  const std::string path =
      "/proc/" + std::to_string(handle.owner) + "/fd/" + std::to_string(handle.file);
  const int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) refuse(std::strerror(errno));
  struct stat found{};
  char* start = nullptr;
  const bool has_size =
      fstat(file, &found) == 0 && static_cast<std::size_t>(found.st_size) == handle.bytes;
  if (has_size) start = map_shared(file, handle.bytes);
  const int error = errno;
  close(file);
  if (has_size && start == nullptr) refuse(std::strerror(error));
  // In another PID namespace the owner's PID may name a different process.
  const auto is_it = [&] {
    const auto& there = *reinterpret_cast<const shared_handle*>(start);
    return there.owner == handle.owner && there.file == handle.file &&
           there.bytes == handle.bytes && there.number == handle.number;
  };
  if (!has_size || !is_it()) {
    if (start != nullptr) munmap(start, handle.bytes);
    refuse("another file is there; do the processes share their PID namespace?");
  }
  return start + shared_prefix;
}
inline void close_memory(void* memory) noexcept {
  munmap(handle_in(memory), handle_in(memory)->bytes);
}
inline void release_for_processes(void* memory) noexcept {
  close(handle_in(memory)->file);
  close_memory(memory);
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
