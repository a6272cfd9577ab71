// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The NVSHMEM library: start, checks and end.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include <nvshmem_host.h>

#include <diatomic/mpi/processes.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/links.hpp>

static_assert(NVSHMEM_VENDOR_MAJOR_VERSION >= 3,
              "diatomic: the transport needs NVSHMEM 3 or newer");

namespace diatomic::transports::nvshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// Throws `runtime_error` if NVSHMEM reports that a call failed.
inline void check(int status, const char* call) {
  if (status == 0) return;
  throw runtime_error(call, "NVSHMEM status " + std::to_string(status),
                      "for details set NVSHMEM_DEBUG=WARN in the environment");
}

/// The NVSHMEM library. The first world starts it unless the program has; in that case it ends with
/// the process. It can be started for one device and one set of processes only.
class library {
 public:
  static library& start(mpi::processes& all, int device) {
    library* started = nullptr;
    // Otherwise threads that make their first worlds concurrently could deadlock in the
    // constructor.
    all.in_turn([&] {
      static library one(all, device);
      started = &one;
    });
    return *started;
  }
  /// The device for which NVSHMEM was started.
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
    check_placement(all);
    // Without a network NVSHMEM's proxy thread has no work but still polls. mpirun binds each of
    // two processes to one core, where the thread takes CPU time from host code.
    setenv("NVSHMEM_DISABLE_LOCAL_ONLY_PROXY", "1", 0);
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
    // If the process ends within a world, the others still wait and would match the barriers of
    // NVSHMEM's finalization with their own. MPI's end, which comes later, ends the others.
    if (is_ours_ && mpi::library::worlds() == 0) nvshmemx_hostlib_finalize();
  }

  /// A newer header may declare functions that an older library lacks.
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

  /// Throws on all processes if NVSHMEM would end them or hang. NVSHMEM forms teams of the
  /// processes on one machine and on one GPU, and all such teams must be alike (nvshmemi_team_init,
  /// NVSHMEM 3).
  static void check_placement(mpi::processes& all) {
    struct place {
      detail::runtime_api::device_id device;
      int on_machine;
    };
    place own{{}, all.pes_on_machine()};
    all.together([&] { own.device = detail::runtime_api::identify(current_device()); });
    std::vector<place> places(static_cast<std::size_t>(all.pes()));
    all.collect(&own, places.data(), sizeof(own));
    const auto refuse = [](const std::string& rule) {
      throw runtime_error("world", "placement", "NVSHMEM needs " + rule);
    };
    std::map<detail::runtime_api::device_id, std::vector<int>> by_device;
    for (int pe = 0; pe < all.pes(); ++pe) {
      const place& there = places[static_cast<std::size_t>(pe)];
      by_device[there.device].push_back(pe);
      if (there.on_machine == places[0].on_machine) continue;
      refuse("the same number of processes on every machine: that of processing element 0 has " +
             std::to_string(places[0].on_machine) + ", that of processing element " +
             std::to_string(pe) + " has " + std::to_string(there.on_machine));
    }
    const std::vector<int>& first = by_device[places[0].device];
    for (const auto& [device, sharers] : by_device) {
      if (sharers.size() != first.size()) {
        refuse("the same number of processes on every GPU: that of processing element 0 has " +
               std::to_string(first.size()) + ", that of processing element " +
               std::to_string(sharers[0]) + " has " + std::to_string(sharers.size()));
      }
      for (std::size_t i = 2; i < sharers.size(); ++i) {
        if (sharers[i] - sharers[i - 1] == sharers[1] - sharers[0]) continue;
        refuse("equally spaced processing elements on every GPU: one has the processing elements " +
               std::to_string(sharers[i - 2]) + ", " + std::to_string(sharers[i - 1]) + " and " +
               std::to_string(sharers[i]));
      }
    }
  }

  int device_ = 0;
  bool is_ours_ = false;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::nvshmem
