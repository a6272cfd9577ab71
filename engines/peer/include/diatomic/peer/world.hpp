// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as host threads of one process, each with a device.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
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

namespace diatomic::engines::peer {
inline namespace DIATOMIC_RUNTIME_NS {

/// How a world is made.
struct options {
  /// The device of each processing element; several may share one. Empty: all devices.
  std::vector<int> devices;
  /// True: atomics on another device's memory are taken to be native where the vendor's runtime
  /// does not say so of all of them. AMD's never does.
  bool trust_links = false;

  /// Made by `run`, for each of its threads.
  ///@{
  std::shared_ptr<group> in;
  int pe = 0;
  ///@}
};

/// Throws where device code of `device` cannot update the memory of `other`.
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
                            "of several devices each needs a thread: call with_world");
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
    group_->barrier();
  }
  ~session() {
    if (!fails()) group_->leave();
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  int pe() const { return pe_; }
  int pes() const { return group_->pes(); }
  remote_link link() const { return remote_link::direct; }
  bool kernels_meet() const { return kernels_meet_; }

  void barrier() { group_->barrier(); }

  /// The `bytes` of each processing element, one after the other.
  std::vector<unsigned char> gather(const void* value, std::size_t bytes) {
    std::vector<unsigned char> all;
    for (const auto& one : group_->gather(pe_, value, bytes)) {
      all.insert(all.end(), one.begin(), one.end());
    }
    return all;
  }

  /// Memory of so many bytes on each device, which starts as zeros.
  segment allocate(std::size_t bytes) {
    std::vector<void*> bases(static_cast<std::size_t>(pes()));
    device_memory own;
    device_memory table;
    std::exception_ptr failure;
    try {
      own.reset(detail::driver::allocate_for_peers(bytes));
      detail::driver::fill(own.get(), 0, bytes);
      table.reset(detail::driver::allocate(bases.size() * sizeof(void*)));
    } catch (const runtime_error&) {
      failure = std::current_exception();
    }
    end_if_failed(failure);
    void* const base = own.get();
    const auto all = gather(&base, sizeof(base));
    std::memcpy(bases.data(), all.data(), all.size());
    detail::driver::copy_to_device(table.get(), all.data(), all.size());
    const segment made{static_cast<void* const*>(table.release()), bases.data(), own.release(), pe_,
                       pes()};
    host_bases_.emplace(made.bases, std::move(bases));
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
  /// Called by all in the same order. Where one of them has failed the memory lives as long as the
  /// group does.
  void release(const segment& old) noexcept {
    auto* const table = const_cast<void**>(old.bases);
    host_bases_.erase(old.bases);
    try {
      if (!fails()) {
        barrier();
        detail::driver::release(table);
        detail::driver::release(old.own);
        meet_again();
        return;
      }
    } catch (const runtime_error&) {  // another one has failed
    }
    group_->leave_behind(table);
    group_->leave_behind(old.own);
  }

 private:
  struct memory_end {
    void operator()(void* memory) const noexcept { detail::driver::release(memory); }
  };
  using device_memory = std::unique_ptr<void, memory_end>;

  /// Throws on all if one of them has a `failure`.
  void end_if_failed(const std::exception_ptr& failure) {
    const unsigned char has_failed = failure != nullptr ? 1 : 0;
    const auto all = gather(&has_failed, 1);
    if (failure != nullptr) std::rethrow_exception(failure);
    for (std::size_t pe = 0; pe < all.size(); ++pe) {
      if (all[pe] == 0) continue;
      throw runtime_error(
          "symmetric_array", "out_of_memory",
          "processing element " + std::to_string(pe) + " has no memory for its part");
    }
  }
  /// A barrier behind a release: memory of a device whose peers access it may be released only when
  /// what runs on these has ended, so nobody may start a kernel that waits for another one earlier.
  void meet_again() noexcept {
    try {
      barrier();
    } catch (const runtime_error&) {  // another one has failed, and the next barrier says so
    }
  }
  /// Whether an exception ends this world; then the others learn it.
  bool fails() const noexcept {
    if (std::uncaught_exceptions() <= exceptions_) return false;
    group_->fail();
    return true;
  }

  std::shared_ptr<group> group_;
  std::map<void* const*, std::vector<void*>> host_bases_;  ///< by the tables on the device
  int pe_;
  bool kernels_meet_ = true;
  int exceptions_ = std::uncaught_exceptions();
};

/// The first exceptions of a group's threads.
class first_exception {
 public:
  /// In a handler: keeps what is handled, if it is the first of its sort.
  void keep_current() {
    const std::lock_guard<std::mutex> lock(mutex_);
    std::exception_ptr* to = &own_;
    try {
      throw;
    } catch (const runtime_error& error) {
      if (error.name() == pe_failed || error.name() == pe_left) to = &for_others_;
    } catch (...) {  // any other is a thread's own
    }
    if (*to == nullptr) *to = std::current_exception();
  }
  /// Throws one that a thread had by itself, else one that it had because of another.
  void rethrow() const {
    if (own_ != nullptr) std::rethrow_exception(own_);
    if (for_others_ != nullptr) std::rethrow_exception(for_others_);
  }

 private:
  std::mutex mutex_;
  std::exception_ptr own_;
  std::exception_ptr for_others_;
};

/// Calls `f(options)` in a thread for each processing element; throws what the first of them threw
/// that did not fail for another's failure.
template <class F>
void run(options of_all, F f) {
  if (of_all.devices.empty()) {
    for (int device = 0; device < device_count(); ++device) of_all.devices.push_back(device);
  }
  const int pes = static_cast<int>(of_all.devices.size());
  if (pes == 0) throw runtime_error("world", "no_device", no_device_reason());
  of_all.in = std::make_shared<group>(pes);
  first_exception thrown;
  std::vector<std::thread> threads;
  for (int pe = 0; pe < pes; ++pe) {
    threads.emplace_back([&, pe] {
      try {
        options own = of_all;
        own.pe = pe;
        f(own);
      } catch (...) {
        thrown.keep_current();
        of_all.in->fail();
      }
    });
  }
  for (std::thread& t : threads) t.join();
  thrown.rethrow();
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::engines::peer
