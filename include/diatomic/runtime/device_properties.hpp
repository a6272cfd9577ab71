// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The properties of a device, the same on every backend.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <string>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// The properties of a device.
struct device_properties {
  /// The product name.
  std::string name;
  /// The compilers' name: "sm_90", "gfx942", "x86-64".
  std::string architecture;
  /// The architecture's number in the support table (90, 0x942), for `support_of`; on a CPU that of
  /// the code, which may be for an older CPU.
  int architecture_number = 0;
  /// Number of multiprocessors, compute units, or pool threads of the host. At least this many
  /// blocks run at the same time, if each fits on one of them.
  int compute_units = 0;
  /// Threads that run in lockstep; 1 on the host.
  int warp_size = 0;
  /// Maximum number of threads per block.
  int max_threads_per_block = 0;
  /// Maximum dynamic shared memory per block of a launch.
  std::size_t shared_bytes_per_block = 0;
  /// Bytes of the L2 cache, which all compute units share; on multi-die AMD chips, of one die. 0 on
  /// the host, and if unknown.
  std::size_t l2_bytes = 0;
  /// Bytes of the device's memory.
  std::size_t memory_bytes = 0;
  /// Whether the link between device and host carries atomics, so that `system_scope` operations on
  /// host memory are atomic with respect to the CPU. `host_link()` has details.
  bool host_native_atomics = false;
  /// Whether kernels and the CPU may access managed memory at the same time.
  bool concurrent_managed_access = false;
  /// Whether kernels can access ordinary host memory, from `malloc` or `new`.
  bool pageable_memory_access = false;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
