// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as processes, each with a GPU, whose memory is NVSHMEM's. MPI starts them.
///
/// Only NVSHMEM's host library is used here: programs need no relocatable device code.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <mpi.h>
#include <nvshmem_host.h>

#include <diatomic/mpi/processes.hpp>
#include <diatomic/nvshmem/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/links.hpp>

static_assert(NVSHMEM_VENDOR_MAJOR_VERSION >= 3, "diatomic: the engine needs NVSHMEM 3 or newer");

namespace diatomic::engines::nvshmem {
inline namespace DIATOMIC_RUNTIME_NS {

/// How a world is made.
struct options {
  /// Whose processes are the processing elements.
  MPI_Comm processes = MPI_COMM_WORLD;
  /// The device of this process. -1: its number among the processes of its machine, modulo the
  /// number of devices; or the current one, if the program has started NVSHMEM.
  int device = -1;
  /// True: all accesses go by NVSHMEM's operations, where instructions reach the memory too. For
  /// the engine `nvshmem_network`.
  bool network_only = false;
};

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
    const auto ids = all.gather(&id, sizeof(id));
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

/// The processing elements and their memory: what the sessions of both engines are made of. Where
/// one cannot be made, all processes throw, and none ends the others.
class elements {
 public:
  explicit elements(const options& o)
      : processes_(o.processes), device_(library::start(processes_, o.device).device()) {
    processes_.together([&] { check_start(o); });
    use_device(device_);
    const auto own = detail::driver::identify(device_);
    const auto bytes = gather(&own, sizeof(own));
    std::vector<detail::driver::device_id> all(static_cast<std::size_t>(pes()));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    std::sort(all.begin(), all.end());
    own_devices_ = std::adjacent_find(all.begin(), all.end()) == all.end();
  }
  elements(const elements&) = delete;
  elements& operator=(const elements&) = delete;

  int pe() const { return processes_.pe(); }
  int pes() const { return processes_.pes(); }

  void barrier() { nvshmem_barrier_all(); }

  /// The `bytes` of each processing element, one after the other.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes) {
    return processes_.gather(value, bytes);
  }

 protected:
  /// Memory of so many bytes on each GPU, which starts as zeros.
  void* make(std::size_t bytes) {
    constexpr std::size_t alignment = 64;
    void* const own = nvshmem_align(alignment, (bytes + alignment - 1) / alignment * alignment);
    processes_.together([&] {
      if (own == nullptr) {
        throw runtime_error("nvshmem_align", "out_of_memory",
                            "no " + std::to_string(bytes) +
                                " bytes of symmetric memory: NVSHMEM_MAX_MEMORY_PER_GPU, or "
                                "NVSHMEM_SYMMETRIC_SIZE where it maps no memory, says how much "
                                "there is");
      }
      detail::driver::fill(own, 0, bytes);
    });
    barrier();
    return own;
  }
  /// Ends it. Called by all in the same order; not where an exception ends the world.
  void end(void* own) noexcept {
    if (!processes_.fails()) nvshmem_free(own);
  }
  /// The memory at `own` with the tables of where it is on each GPU.
  void find_bases(segment& of) {
    auto host = std::make_unique<void*[]>(static_cast<std::size_t>(pes()));
    for (int pe = 0; pe < pes(); ++pe) host[pe] = nvshmem_ptr(of.own, pe);
    processes_.together([&] {
      const std::size_t bytes = sizeof(void*) * static_cast<std::size_t>(pes());
      void* const table = detail::driver::allocate(bytes);
      of.bases = static_cast<void* const*>(table);
      detail::driver::copy_to_device(table, host.get(), bytes);
    });
    of.host_bases = host.release();
  }
  void end(const segment& old) noexcept {
    if (processes_.fails()) return;
    nvshmem_free(old.own);
    if (old.bases != nullptr) detail::driver::release(const_cast<void**>(old.bases));
    delete[] old.host_bases;
  }

  /// Why the link is no direct one, the same answer on all; empty if it is.
  std::string why_not_direct() {
    void* const probe = make(1);
    char own_bus[32] = {};
    processes_.together([&] {
      detail::driver::check(cudaDeviceGetPCIBusId(own_bus, sizeof(own_bus), device_),
                            "cudaDeviceGetPCIBusId");
    });
    const auto buses = gather(own_bus, sizeof(own_bus));
    std::string reason;
    processes_.together([&] {
      for (int pe = 0; pe < pes() && reason.empty(); ++pe) {
        const auto* bus = reinterpret_cast<const char*>(buses.data()) +
                          sizeof(own_bus) * static_cast<std::size_t>(pe);
        if (nvshmem_ptr(probe, pe) == nullptr) {
          reason = "no instruction of processing element " + std::to_string(this->pe()) +
                   " reaches the memory of " + std::to_string(pe);
        } else if (!has_native_atomics(pe, bus)) {
          reason = "not all atomics of processing element " + std::to_string(this->pe()) +
                   " are native on the memory of " + std::to_string(pe);
        }
      }
    });
    end(probe);
    if (processes_.all_agree(reason.empty())) return "";
    return reason.empty() ? "another processing element does not reach the memory of all" : reason;
  }

  /// Whether no two processing elements share a device.
  bool have_own_devices() const { return own_devices_; }

  mpi::processes processes_;

 private:
  void check_start(const options& o) const {
    if (o.device >= 0 && o.device != device_) {
      throw runtime_error("world", "other_device",
                          "NVSHMEM was started for device " + std::to_string(device_));
    }
    if (nvshmem_my_pe() != pe() || nvshmem_n_pes() != pes()) {
      throw runtime_error("world", "other_processes",
                          "NVSHMEM was started for other processes: this one is " +
                              std::to_string(nvshmem_my_pe()) + " of " +
                              std::to_string(nvshmem_n_pes()) + " there, and " +
                              std::to_string(pe()) + " of " + std::to_string(pes()) + " here");
    }
  }
  /// NVSHMEM maps memory over PCIe too, where atomics are not atomic. What it maps of another
  /// machine is reached by NVLink.
  bool has_native_atomics(int pe, const char* bus) const {
    if (nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, pe, NVSHMEMX_TEAM_NODE) < 0) return true;
    int other = 0;
    if (!detail::driver::is_answered(cudaDeviceGetByPCIBusId(&other, bus))) return false;
    if (other == device_) return true;
    const link_support native = peer_link(device_, other).native;
    return native != link_support::none && native != link_support::some;
  }

  int device_;
  bool own_devices_ = false;
};

/// One process of the world.
class session : public elements {
 public:
  explicit session(const options& o) : elements(o) {
    const std::string reason =
        processes_.all_agree(!o.network_only) ? why_not_direct() : "network_only was asked for";
    if (reason.empty()) return;
    throw runtime_error("world", "no_network",
                        reason + ": build the program with the engine nvshmem_network");
  }
  ~session() { processes_.end_others_on_failure(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  remote_link link() const { return remote_link::direct; }
  bool kernels_meet() const { return have_own_devices(); }

  segment allocate(std::size_t bytes) {
    segment made{nullptr, nullptr, make(bytes), pe(), pes()};
    find_bases(made);
    return made;
  }
  /// Copies so many bytes at `offset` in the part of `from` to the host.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    detail::driver::copy_to_host(to, in.direct(from, offset), bytes);
  }
  /// Copies so many bytes of this device to `offset` in the part of `to`.
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    detail::driver::copy_on_device(in.direct(to, offset), from, bytes);
  }
  void release(const segment& old) noexcept { end(old); }
};

/// Calls `f(options)`: every process is one processing element.
template <class F>
void run(const options& o, F f) {
  f(o);
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::nvshmem
