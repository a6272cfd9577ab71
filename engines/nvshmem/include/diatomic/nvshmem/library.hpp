// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The NVSHMEM library: its start, and its end.

#include <cstring>
#include <string>

#include <nvshmem_host.h>

#include <diatomic/mpi/processes.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>

static_assert(NVSHMEM_VENDOR_MAJOR_VERSION >= 3, "diatomic: the engine needs NVSHMEM 3 or newer");

namespace diatomic::engines::nvshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws `runtime_error` where NVSHMEM says that a call failed.
inline void check(int status, const char* call) {
  if (status == 0) return;
  throw runtime_error(call, "NVSHMEM status " + std::to_string(status),
                      "NVSHMEM_DEBUG=WARN in the environment lets it say more");
}

/// NVSHMEM itself: the first world starts it where the program has not, and then it ends with the
/// process. It can be started for one device and one set of processes.
class library {
 public:
  static library& start(mpi::processes& all, int device) {
    static library one(all, device);
    return one;
  }
  /// The device that it was started for.
  int device() const { return device_; }

  library(const library&) = delete;
  library& operator=(const library&) = delete;

 private:
  library(mpi::processes& all, int device) {
    const bool is_there = nvshmemx_init_status() >= NVSHMEM_STATUS_IS_INITIALIZED;
    all.together([&] {
      check_version();
      choose_device(all, device, is_there);
    });
    if (is_there) return;
    nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
    all.together([&] {
      if (all.pe() == 0) check(nvshmemx_get_uniqueid(&id), "nvshmemx_get_uniqueid");
    });
    const auto ids = all.collect(&id, sizeof(id));
    std::memcpy(&id, ids.data(), sizeof(id));
    nvshmemx_init_attr_t how = NVSHMEMX_INIT_ATTR_INITIALIZER;
    all.together([&] {
      check(nvshmemx_set_attr_uniqueid_args(all.pe(), all.pes(), &id, &how),
            "nvshmemx_set_attr_uniqueid_args");
      check(nvshmemx_hostlib_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &how),
            "nvshmemx_hostlib_init_attr");
    });
    is_ours_ = true;
  }
  ~library() {
    // Where the process ends within a world the others wait, and would take the barriers of
    // NVSHMEM's end for their own. MPI's end, which comes later, ends them.
    if (is_ours_ && mpi::library::worlds() == 0) nvshmemx_hostlib_finalize();
  }

  /// A newer header may name what an older library lacks.
  static void check_version() {
    int major = 0;
    int minor = 0;
    int patch = 0;
    nvshmemx_vendor_get_version_info(&major, &minor, &patch);
    if (major == NVSHMEM_VENDOR_MAJOR_VERSION && minor >= NVSHMEM_VENDOR_MINOR_VERSION) return;
    throw runtime_error("world", "old_library",
                        "the NVSHMEM library has version " + std::to_string(major) + "." +
                            std::to_string(minor) + ", and its headers have " +
                            std::to_string(NVSHMEM_VENDOR_MAJOR_VERSION) + "." +
                            std::to_string(NVSHMEM_VENDOR_MINOR_VERSION));
  }
  void choose_device(const mpi::processes& all, int device, bool is_there) {
    const int count = device_count();
    if (count == 0) throw runtime_error("world", "no_device", no_device_reason());
    if (device < 0 && !is_there) device = all.pe_on_machine() % count;
    if (device >= 0) use_device(device);
    device_ = current_device();
  }

  int device_ = 0;
  bool is_ours_ = false;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::nvshmem
