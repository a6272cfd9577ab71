// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as processes, each with a GPU, in NVSHMEM's symmetric memory. MPI starts the
/// processes.
///
/// This header uses only NVSHMEM's host library, so programs need no relocatable device code.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>
#include <mpi.h>
#include <nvshmem_host.h>

#include <diatomic/mpi/processes.hpp>
#include <diatomic/nvshmem/library.hpp>
#include <diatomic/nvshmem/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/links.hpp>

namespace diatomic::transports::nvshmem {
inline namespace DIATOMIC_RUNTIME_NS {

using mpi::run;

/// Options of a world.
struct options {
  /// The communicator whose processes are the processing elements.
  MPI_Comm processes = MPI_COMM_WORLD;
  /// This process's device. -1: the process's number on its machine, modulo the number of devices;
  /// or the current device, if the program has started NVSHMEM.
  int device = -1;
  /// True: all accesses use NVSHMEM's operations even if instructions reach the memory. For the
  /// transport `nvshmem_network`.
  bool network_only = false;
};

/// The processing elements and their memory: the base of both transports' sessions. If construction
/// fails on one process, all processes throw, and none ends the others.
class elements {
 public:
  explicit elements(const options& o)
      : processes_(o.processes), device_(library::start(processes_, o.device).device()) {
    processes_.together([&] { check_start(o); });
    use_device(device_);
    const auto own = detail::runtime_api::identify(device_);
    const auto bytes = gather(&own, sizeof(own));
    std::vector<detail::runtime_api::device_id> all(static_cast<std::size_t>(pes()));
    std::memcpy(all.data(), bytes.data(), bytes.size());
    std::sort(all.begin(), all.end());
    own_devices_ = std::adjacent_find(all.begin(), all.end()) == all.end();
  }
  elements(const elements&) = delete;
  elements& operator=(const elements&) = delete;

  void abandon() const noexcept { processes_.abandon(); }
  int pe() const { return processes_.pe(); }
  int pes() const { return processes_.pes(); }

  /// The concatenated `bytes` of all processing elements.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    return processes_.gather(value, bytes, what);
  }

 protected:
  /// Waits for all. Afterwards the instructions of ended kernels and of host code are complete.
  void barrier_of_instructions(std::uint64_t what) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    processes_.barrier(what);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }

  /// Begins an allocation of the world and allocates the memory.
  void* make_array(std::size_t bytes) {
    const std::uint64_t number = processes_.begin_array(bytes);
    void* const own = make(bytes);
    arrays_[own] = number;
    return own;
  }
  /// Allocates `bytes` of zeroed memory on each GPU. All processes are in this call.
  void* make(std::size_t bytes) {
    constexpr std::size_t alignment = 64;
    void* own = nullptr;
    check_memory(bytes);
    processes_.in_turn([&] {
      own = nvshmem_align(alignment, (bytes + alignment - 1) / alignment * alignment);
      if (own != nullptr) heap().take(own, bytes);
    });
    if (!processes_.all_agree(own != nullptr)) refuse(bytes);
    end_if_failed(own, processes_.attempt([&] { detail::runtime_api::fill(own, 0, bytes); }));
    return own;
  }
  /// Releases memory from `make` on all processes, which are all in this call.
  void end(void* own) {
    processes_.in_turn([&] {
      heap().give_back(own);
      nvshmem_free(own);
    });
  }
  /// Fills in the tables with the address of `own` on each GPU.
  void find_bases(segment& of) {
    const auto count = static_cast<std::size_t>(pes());
    std::unique_ptr<void*[]> host;
    void* table = nullptr;
    const auto error = processes_.attempt([&] {
      host = std::make_unique<void*[]>(count);
      for (int pe = 0; pe < pes(); ++pe)
        host[static_cast<std::size_t>(pe)] = nvshmem_ptr(of.own, pe);
      table = detail::runtime_api::allocate(sizeof(void*) * count);
      detail::runtime_api::copy_to_device(table, host.get(), sizeof(void*) * count);
    });
    if (error != nullptr && table != nullptr) detail::runtime_api::release(table);
    end_if_failed(of.own, error);
    of.bases = static_cast<void* const*>(table);
    of.host_bases = host.release();
  }
  /// Releases an array of the world.
  void end(const segment& old) noexcept {
    const auto array = arrays_.find(old.own);
    const std::uint64_t number = array->second;
    arrays_.erase(array);
    processes_.release(number, [this, old = old] {
      end(old.own);
      if (old.bases != nullptr) detail::runtime_api::release(const_cast<void**>(old.bases));
      delete[] old.host_bases;
    });
  }

  /// The reason why the link is not direct, the same on all processes; empty if the link is direct.
  std::string why_not_direct() {
    void* const probe = make(1);
    char own_bus[32] = {};
    end_if_failed(probe, processes_.attempt([&] {
      detail::runtime_api::check(cudaDeviceGetPCIBusId(own_bus, sizeof(own_bus), device_),
                                 "cudaDeviceGetPCIBusId");
    }));
    const auto buses = processes_.collect(own_bus, sizeof(own_bus));
    std::string reason;
    end_if_failed(probe, processes_.attempt([&] {
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
    }));
    end(probe);
    if (processes_.all_agree(reason.empty())) return "";
    return reason.empty() ? "another processing element cannot access the memory of all others"
                          : reason;
  }

  /// Whether no two processing elements share a device, and this process has no other world.
  bool have_own_devices() const { return own_devices_ && mpi::library::worlds() == 1; }

  mpi::processes processes_;

 private:
  /// The use of NVSHMEM's heap in this process. The heap only grows and keeps released memory.
  class heap_use {
   public:
    void take(void* memory, std::size_t bytes) {
      sizes_[memory] = bytes;
      free_ -= std::min(bytes, free_.load());
    }
    void give_back(void* memory) {
      free_ += sizes_[memory];
      sizes_.erase(memory);
    }
    std::size_t free() const { return free_; }

   private:
    std::map<void*, std::size_t> sizes_;
    std::atomic<std::size_t> free_{0};
  };
  static heap_use& heap() {
    static heap_use one;
    return one;
  }
  /// Throws on all processes if a GPU lacks the memory. NVSHMEM itself hangs if only some GPUs have
  /// the memory; if none has, its next barrier accesses unmapped memory.
  void check_memory(std::size_t bytes) {
    std::size_t left = 0;
    std::size_t all = 0;
    processes_.together(
        [&] { detail::runtime_api::check(cudaMemGetInfo(&left, &all), "cudaMemGetInfo"); });
    if (!processes_.all_agree(bytes <= left || bytes - left <= heap().free())) refuse(bytes);
  }
  [[noreturn]] static void refuse(std::size_t bytes) {
    throw runtime_error("nvshmem_align", "out_of_memory",
                        "no " + std::to_string(bytes) +
                            " bytes of symmetric memory on every GPU: "
                            "NVSHMEM_MAX_MEMORY_PER_GPU sets its size, or "
                            "NVSHMEM_SYMMETRIC_SIZE if NVSHMEM maps no memory");
  }
  /// If one process failed, `error` is set on all: each releases the memory and throws.
  void end_if_failed(void* own, const std::exception_ptr& error) {
    if (error == nullptr) return;
    end(own);
    std::rethrow_exception(error);
  }
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
  /// NVSHMEM also maps memory over PCIe, where atomics are not atomic. Mapped memory of another
  /// machine is on NVLink.
  bool has_native_atomics(int pe, const char* bus) const {
    if (nvshmem_team_translate_pe(NVSHMEM_TEAM_WORLD, pe, NVSHMEMX_TEAM_NODE) < 0) return true;
    int other = 0;
    if (!detail::runtime_api::is_answered(cudaDeviceGetByPCIBusId(&other, bus))) return false;
    if (other == device_) return true;
    const link_support native = peer_link(device_, other).native;
    return native != link_support::none && native != link_support::some;
  }

  int device_;
  bool own_devices_ = false;
  std::map<void*, std::uint64_t> arrays_;  ///< array numbers, keyed by this process's memory
};

/// One process of the world.
class session : public elements {
 public:
  explicit session(const options& o) : elements(o) {
    const std::string reason =
        processes_.all_agree(!o.network_only) ? why_not_direct() : "network_only was requested";
    if (reason.empty()) return;
    throw runtime_error("world", "no_network",
                        reason + ": build the program with the transport nvshmem_network");
  }
  ~session() { processes_.leave(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  remote_link link() const { return remote_link::direct; }
  bool kernels_meet() const { return have_own_devices(); }

  void barrier(std::uint64_t what = 0) { barrier_of_instructions(what); }

  segment allocate(std::size_t bytes) {
    segment made{nullptr, nullptr, make_array(bytes), pe(), pes()};
    find_bases(made);
    return made;
  }
  /// Copies `bytes` from `offset` in `from`'s part to the host.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    detail::runtime_api::copy_to_host(to, in.direct(from, offset), bytes);
  }
  /// Copies `bytes` from this device to `offset` in `to`'s part.
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    detail::runtime_api::copy_on_device(in.direct(to, offset), from, bytes);
  }
  void release(const segment& old) noexcept { end(old); }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::nvshmem
