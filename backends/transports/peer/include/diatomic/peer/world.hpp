// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as host threads of one process, each with a device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <diatomic/peer/group.hpp>
#include <diatomic/peer/segment.hpp>
#include <diatomic/remote/support.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/links.hpp>

namespace diatomic::transports::peer {
inline namespace DIATOMIC_RUNTIME_NS {

/// Options of a world.
struct options {
  /// The device of each processing element; several may share a device. Empty: all devices.
  std::vector<int> devices;
  /// True: assume that all atomics on another device's memory are native even if the vendor's
  /// runtime does not report this. AMD's never does.
  bool trust_links = false;

  /// Set by `run` for each of its threads.
  ///@{
  std::shared_ptr<group> in;
  int pe = 0;
  ///@}
};

/// Throws if device code of `device` cannot update the memory of `other`.
inline void check_link(int device, int other, bool trust) {
  if (device == other) return;
  const link_atomics link = peer_link(device, other);
  const std::string pair =
      "from device " + std::to_string(device) + " to device " + std::to_string(other);
  if (!link.access) throw runtime_error("world", "no_peer_access", "no access " + pair);
  const bool is_partly = link.native == link_support::none || link.native == link_support::some;
  if (is_partly && !trust) {
    throw runtime_error("world", "no_peer_atomics", "not all atomics are native " + pair);
  }
}

/// One processing element, in its thread.
class session {
 public:
  explicit session(const options& o) : group_(o.in), pe_(o.pe) {
    if (group_ == nullptr) {
      if (o.devices.size() > 1) {
        throw runtime_error("world", "no_threads",
                            "each device needs its own thread: call with_world");
      }
      group_ = std::make_shared<group>(1);
    }
    if (!o.devices.empty()) use_device(o.devices[static_cast<std::size_t>(pe_)]);
    const int device = current_device();
    for (const int other : o.devices) check_link(device, other, o.trust_links);
    for (const int other : o.devices) {
      if (other != device) enable_peer_access(other);
    }
    std::vector<int> different = o.devices;
    std::sort(different.begin(), different.end());
    kernels_meet_ = std::adjacent_find(different.begin(), different.end()) == different.end();
    if (pes() > 1) status_ = group_->status();
    barrier();
  }
  /// If an exception leaves the world, `run` notifies the others.
  ~session() {
    for (const allocation& old : unwound_) leave_behind(old);
    for (const auto& left : arrays_) leave_behind(left.second);  // made while another one failed
    if (!is_unwinding()) group_->leave(pe_);
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return pe_; }
  int pes() const { return group_->pes(); }
  remote_link link() const { return remote_link::direct; }
  bool kernels_meet() const { return kernels_meet_ && group::all() == 1; }
  void abandon() noexcept { group_->fail(pe_); }

  void barrier(std::uint64_t what = 0) { meet({detail::collective::barrier, 0, 0, what}); }

  /// The concatenated `bytes` of all processing elements.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    return meet({detail::collective::gather, 0, bytes, what}, value, bytes);
  }

  /// Allocates `bytes` of zeroed memory on each device.
  segment allocate(std::size_t bytes) {
    std::vector<void*> bases(static_cast<std::size_t>(pes()));
    device_memory own;
    device_memory table;
    std::exception_ptr failure;
    const auto attempt = [&](auto step) {
      try {
        if (failure == nullptr) step();
      } catch (const runtime_error&) {
        failure = std::current_exception();
      }
    };
    attempt([&] { detail::runtime_api::check_memory(bytes, pes()); });
    meet({detail::collective::allocate, 0, bytes, 0});  // all have checked
    attempt([&] {
      own.reset(detail::runtime_api::allocate_for_peers(bytes));
      detail::runtime_api::fill(own.get(), 0, bytes);
      table.reset(detail::runtime_api::allocate(bases.size() * sizeof(void*)));
    });
    void* const base = failure == nullptr ? own.get() : nullptr;
    const auto all = group_->meet(pe_, {}, &base, sizeof(base));
    std::memcpy(bases.data(), all.data(), all.size());
    if (failure != nullptr) std::rethrow_exception(failure);
    check_bases(bases);
    detail::runtime_api::copy_to_device(table.get(), all.data(), all.size());
    const segment made{
        static_cast<void* const*>(table.get()), bases.data(), own.get(), pe_, pes(), status_};
    arrays_[made.bases] = {table.release(), own.release(), std::move(bases), next_array_++};
    // The copy would wait for a kernel of another processing element on the same device, and that
    // kernel perhaps for this one.
    group_->meet(pe_, {});
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
  /// All threads call it in the same order. Memory unwound by an exception is released in the next
  /// collective call, or after a failure with the group.
  void release(const segment& old) noexcept {
    const allocation last = std::move(arrays_.extract(old.bases).mapped());
    if (is_unwinding()) return unwound_.push_back(last);
    try {
      meet({detail::collective::release, 0, 0, last.number});
    } catch (const runtime_error&) {  // The next collective call throws it.
      return leave_behind(last);
    }
    try {
      release_together({last});
    } catch (const runtime_error&) {  // The same.
    }
  }

 private:
  struct memory_end {
    void operator()(void* memory) const noexcept { detail::runtime_api::release(memory); }
  };
  using device_memory = std::unique_ptr<void, memory_end>;
  /// The part of this processing element, and the tables of the addresses of all parts.
  struct allocation {
    void* table = nullptr;
    void* own = nullptr;
    std::vector<void*> bases;
    std::uint64_t number = 0;
  };

  bool is_unwinding() const noexcept { return std::uncaught_exceptions() > exceptions_; }

  /// Every collective call goes through here and also releases the arrays that exceptions unwound.
  std::vector<unsigned char> meet(detail::collective_call call, const void* value = nullptr,
                                  std::size_t bytes = 0) {
    call.unwound = static_cast<std::uint32_t>(unwound_.size());
    std::vector<unsigned char> all = group_->meet(pe_, call, value, bytes);
    if (unwound_.empty()) return all;
    for (const allocation& old : unwound_) {  // the same on all threads
      group_->meet(pe_, {detail::collective::release, 0, 0, old.number});
    }
    release_together(std::exchange(unwound_, {}));
    return all;
  }
  /// Called after a meeting. A second meeting follows: memory that peers access may be released
  /// only after the peers' work has ended, and until then no thread may start a kernel that waits
  /// for another processing element.
  void release_together(const std::vector<allocation>& old) {
    for (const allocation& each : old) {
      detail::runtime_api::release(each.table);
      detail::runtime_api::release(each.own);
    }
    group_->meet(pe_, {});
  }
  void leave_behind(const allocation& old) noexcept {
    group_->leave_behind(old.table);
    group_->leave_behind(old.own);
  }
  static void check_bases(const std::vector<void*>& bases) {
    for (std::size_t pe = 0; pe < bases.size(); ++pe) {
      if (bases[pe] != nullptr) continue;
      throw runtime_error(
          "symmetric_array", "out_of_memory",
          "processing element " + std::to_string(pe) + " has no memory for its part");
    }
  }

  std::shared_ptr<group> group_;
  const world_status* status_ = nullptr;
  std::map<void* const*, allocation> arrays_;  // keyed by table
  std::vector<allocation> unwound_;
  std::uint64_t next_array_ = 0;
  int pe_;
  bool kernels_meet_ = true;
  int exceptions_ = std::uncaught_exceptions();
};

/// Calls `f(options)` in one thread per processing element. Throws the first of their exceptions
/// that does not report another processing element's failure or exit.
template <class F>
void run(options of_all, F f) {
  if (of_all.devices.empty()) {
    for (int device = 0; device < device_count(); ++device) of_all.devices.push_back(device);
  }
  const int pes = static_cast<int>(of_all.devices.size());
  if (pes == 0) throw runtime_error("world", "no_device", no_device_reason());
  of_all.in = std::make_shared<group>(pes);
  std::vector<std::thread> threads;
  const auto work = [&](int pe) {
    try {
      options own = of_all;
      own.pe = pe;
      f(own);
      of_all.in->leave(pe);
    } catch (...) {
      of_all.in->fail(pe);
    }
  };
  try {
    for (int pe = 0; pe < pes; ++pe) threads.emplace_back(work, pe);
  } catch (...) {  // no thread could be started
    of_all.in->fail(static_cast<int>(threads.size()));
  }
  for (std::thread& t : threads) t.join();
  of_all.in->rethrow();
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::peer
