// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime's types that are the same on every backend.

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace diatomic {

/// A call of the runtime that failed.
///
/// `what()` says all of it in one line: "cudaMalloc failed: out of memory
/// (cudaErrorMemoryAllocation)". It is one class for all backends, so that a program that links
/// several can catch their errors in one place.
class runtime_error : public std::runtime_error {
 public:
  /// The error `name` of the call `call`, which the vendor describes as `text`.
  runtime_error(std::string call, std::string name, std::string text)
      : std::runtime_error(call + " failed: " + text + " (" + name + ")"),
        call_(std::move(call)),
        name_(std::move(name)),
        text_(std::move(text)) {}

  /// The call that failed: a function of the vendor's, or of this runtime where that refused.
  const std::string& call() const noexcept { return call_; }
  /// The vendor's name of the error. On the host backend one of `invalid_device`,
  /// `invalid_configuration`, `invalid_handle`, `out_of_memory`, `no_threads`,
  /// `barrier_not_reached` and `launch_in_kernel`.
  const std::string& name() const noexcept { return name_; }
  /// What the vendor has to say about it.
  const std::string& text() const noexcept { return text_; }

 private:
  std::string call_;
  std::string name_;
  std::string text_;
};

/// What the runtime knows of a device.
struct device_properties {
  /// As on the box.
  std::string name;
  /// As compilers spell it: "sm_90", "gfx942", "x86-64".
  std::string architecture;
  /// Multiprocessors, compute units, or the host's pool threads: at least as many blocks run at
  /// the same time, if each fits one of them.
  int compute_units = 0;
  /// Threads that run in lockstep; 1 on the host.
  int warp_size = 0;
  /// Most threads that a block can have.
  int max_threads_per_block = 0;
  /// Most dynamic shared memory that a launch can ask for.
  std::size_t shared_bytes_per_block = 0;
  /// Bytes of the device's memory.
  std::size_t memory_bytes = 0;
  /// Whether the link between device and host carries atomics, so that `system_scope` operations
  /// on host memory are atomic against the CPU. `host_link()` says more.
  bool host_native_atomics = false;
  /// Whether kernels and the CPU may work on managed memory at the same time.
  bool concurrent_managed_access = false;
  /// Whether kernels reach host memory that was not allocated for them, from `malloc` or `new`.
  bool pageable_memory_access = false;
};

}  // namespace diatomic
