// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// The state of the stand-in for libamdhip64, which runs GPU kernels in the emulator.
#pragma once

#include <hip/hip_runtime_api.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <thread>

#include "execution/executor.hpp"
#include "runtime/code_object.hpp"

#define API extern "C" __attribute__((visibility("default")))
struct ihipStream_t {
  unsigned flags = 0;
  int prio = 0;
};
struct ihipEvent_t {
  double t = 0;
  bool recorded = false;
};
struct ihipModule_t {
  std::unique_ptr<hip_emulator::loaded_module> m;
};
struct ihipModuleSymbol_t {
  hip_emulator::kernel* k;
};

namespace hip_emulator {
struct managed_variable {
  void** host;
  std::string name;
  size_t size;
  void* mem;
};
struct fat_binary {
  const void* data;
  std::unique_ptr<loaded_module> mod;
  bool tried = false;
  std::string error;
  std::vector<managed_variable> managed;
};
struct host_function {
  fat_binary* fb;
  std::string name;
};
struct host_variable {
  fat_binary* fb;
  std::string name;
  size_t size;
};
struct allocation {
  size_t size;
  int kind;  // 0 device, 1 host, 2 managed, 3 registered
  void* map;
  size_t maplen;
  unsigned flags;
};

struct runtime_state {
  std::recursive_mutex mu;
  std::vector<std::unique_ptr<fat_binary>> bins;
  std::map<const void*, host_function> fns;
  std::map<const void*, host_variable> vars;
  std::map<uintptr_t, allocation> allocs;
  executor ex;
  std::string gfx;
  int failures = 0;
  std::deque<std::function<void()>> q;
  std::mutex qm;
  std::condition_variable qc, qd;
  std::thread worker;
  bool busy = false, started = false;
};

runtime_state& runtime();
/// Returns `e`, and keeps it as the last error.
hipError_t ret(hipError_t e);
/// Reports a kernel that failed.
void report(const std::string& what);
/// Whether a worker thread runs the launches (HIP_EMU_ASYNC).
bool async_mode();
/// Waits for the worker thread.
void drain();
void submit(std::function<void()> f);
hipError_t sync_all();
loaded_module* module_of(fat_binary* fb);
const std::string& device_arch();
/// The kernel of a host function; null if there is none.
kernel* kernel_of(const void* fn);
hipError_t launch_checked(kernel* kern, dim3 g, dim3 b, void** args, void** extra, size_t dyn,
                          bool coop);
void* dev_alloc(size_t n, int kind, unsigned flags);
hipError_t copy(void* d, const void* s, size_t n, bool async = false);
extern thread_local hipError_t last_error;
extern std::atomic<int> async_error;

}  // namespace hip_emulator

#define LOCK std::lock_guard<std::recursive_mutex> lk_(hip_emulator::runtime().mu)
