// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the runtime knows of a device. The same on every backend.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <string>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

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
  /// Bytes of the L2 cache, which all compute units share; on AMD chips that are made of parts, of
  /// one part. 0 on the host, and where it is not known.
  std::size_t l2_bytes = 0;
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

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
