// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as processes of one machine. Each has a device and opens the memory of the
/// others' devices. MPI starts the processes and carries their host-side communication.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <mpi.h>

#include <diatomic/ipc/segment.hpp>
#include <diatomic/mpi/processes.hpp>
#include <diatomic/peer/world.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/links.hpp>

namespace diatomic::transports::ipc {
inline namespace DIATOMIC_RUNTIME_NS {

namespace runtime_api = diatomic::detail::runtime_api;

using mpi::run;

/// Options of a world.
struct options {
  /// The communicator whose processes are the processing elements.
  MPI_Comm processes = MPI_COMM_WORLD;
  /// This process's device, in its own numbering; several processes may share a device. -1: the
  /// process's number on its machine, modulo the number of devices that the process sees.
  int device = -1;
  /// True: assume that all atomics on another device's memory are native even if the runtime does
  /// not report this, or if this process does not see the device and so cannot query the link.
  bool trust_links = false;
};

/// One process of the world. Allocates and reads on the device that was current at construction.
class session {
 public:
  explicit session(const options& o) : processes_(o.processes) {
    if (!processes_.one_machine()) {
      throw runtime_error("world", "several_machines",
                          "the transport ipc is for processes of one machine");
    }
    runtime_api::device_id own{};
    processes_.together([&] {
      choose_device(o.device);
      own = runtime_api::identify(current_device());
    });
    auto all = collect_as(own);
    processes_.together([&] {
      for (int pe = 0; pe < pes(); ++pe) {
        const auto& theirs = all[static_cast<std::size_t>(pe)];
        if (theirs != own) check_device(pe, theirs, o.trust_links);
      }
    });
    std::sort(all.begin(), all.end());
    kernels_meet_ = runtime_api::processes_run_together ||
                    std::adjacent_find(all.begin(), all.end()) == all.end();
  }
  ~session() { processes_.leave(); }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return processes_.pe(); }
  int pes() const { return processes_.pes(); }
  remote_link link() const { return remote_link::direct; }
  bool kernels_meet() const { return kernels_meet_ && mpi::library::worlds() == 1; }
  void abandon() const noexcept { processes_.abandon(); }

  void barrier(std::uint64_t what = 0) {
    std::atomic_thread_fence(std::memory_order_seq_cst);
    processes_.barrier(what);
    std::atomic_thread_fence(std::memory_order_seq_cst);
  }

  /// The concatenated `bytes` of all processing elements.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    return processes_.gather(value, bytes, what);
  }

  /// Allocates `bytes` of zeroed memory on each process's device.
  segment allocate(std::size_t bytes) {
    allocation made;
    made.number = processes_.begin_array(bytes);
    processes_.together([&] { runtime_api::check_memory(bytes, processes_.pes_on_machine()); });
    runtime_api::shared_handle own{};
    end_if_failed(made, processes_.attempt([&] {
      made.own = runtime_api::allocate_for_processes(bytes);
      runtime_api::fill(made.own, 0, bytes);
      own = runtime_api::share_memory(made.own);
    }));
    const auto handles = collect_as(own);
    end_if_failed(made, processes_.attempt([&] {
      made.bases.resize(handles.size());
      for (int pe = 0; pe < pes(); ++pe) {
        const auto i = static_cast<std::size_t>(pe);
        made.bases[i] = pe == this->pe() ? made.own : runtime_api::open_memory(handles[i]);
      }
      const std::size_t bytes_of_table = made.bases.size() * sizeof(void*);
      made.table = runtime_api::allocate(bytes_of_table);
      runtime_api::copy_to_device(made.table, made.bases.data(), bytes_of_table);
    }));
    const segment result{static_cast<void* const*>(made.table), made.bases.data(), made.own, pe(),
                         pes()};
    allocations_.emplace(result.bases, std::move(made));
    return result;
  }
  /// Copies `bytes` from `offset` in `from`'s part to the host.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    runtime_api::copy_to_host(to, in.direct(from, offset), bytes);
  }
  /// Copies `bytes` from this device to `offset` in `to`'s part.
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    runtime_api::copy_on_device(in.direct(to, offset), from, bytes);
  }
  /// All processes call it in the same order.
  void release(const segment& old) noexcept {
    processes_.release(allocations_.at(old.bases).number, [this, bases = old.bases] {
      end(allocations_.at(bases));
      allocations_.erase(bases);
    });
  }

 private:
  /// One process's view of an allocation.
  struct allocation {
    std::uint64_t number = 0;  ///< of the array
    void* own = nullptr;
    void* table = nullptr;
    std::vector<void*> bases;  ///< its own and the opened ones, indexed by process
  };

  void choose_device(int wanted) const {
    const int count = device_count();
    if (count == 0) throw runtime_error("world", "no_device", no_device_reason());
    use_device(wanted == -1 ? processes_.pe_on_machine() % count : wanted);
  }

  /// Throws if kernels of this process cannot update the memory of another device.
  static void check_device(int pe, const runtime_api::device_id& theirs, bool trusted) {
    for (int device = 0; device < device_count(); ++device) {
      if (runtime_api::identify(device) != theirs) continue;
      peer::check_link(current_device(), device, trusted);
      return;
    }
    if (trusted) return;
    throw runtime_error("world", "unseen_device",
                        "this process does not see the device of processing element " +
                            std::to_string(pe) + ", so it cannot query atomics on its memory");
  }

  template <class T>
  std::vector<T> collect_as(const T& own) {
    std::vector<T> all(static_cast<std::size_t>(pes()));
    processes_.collect(__builtin_addressof(own), all.data(), sizeof(T));
    return all;
  }

  /// Closes the other processes' memory, and releases this process's own once all have closed it.
  void end(const allocation& old) {
    for (void* base : old.bases) {
      if (base != nullptr && base != old.own) runtime_api::close_memory(base);
    }
    if (old.table != nullptr) runtime_api::release(old.table);
    processes_.all_agree(true);  // all have closed it
    if (old.own != nullptr) runtime_api::release_for_processes(old.own);
  }
  /// If one process failed, `error` is set on all: each ends the allocation that it began and
  /// throws.
  void end_if_failed(const allocation& begun, const std::exception_ptr& error) {
    if (error == nullptr) return;
    end(begun);
    std::rethrow_exception(error);
  }

  mpi::processes processes_;
  bool kernels_meet_ = true;
  std::map<void* const*, allocation> allocations_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::ipc
