// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The processing elements that a program runs on: one per device of this process, or one per
/// process, as the transport has them.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <diatomic/remote/detail/forward.hpp>
#include <diatomic/remote/detail/transport_select.hpp>
#include <diatomic/remote/support.hpp>

#include DIATOMIC_TRANSPORT_HEADER(world.hpp)

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// How a world is made: the transport's own structure (backends/transports/*/README.md), of which
/// the default is all that there is.
using world_options = transports::DIATOMIC_REMOTE::options;

/// The processing elements of a program, as one of them sees it.
///
/// All processing elements make it, and end it, together; what it needs is started then, if the
/// program has not started it, and ended. Errors throw `runtime_error`.
///
/// No processing element waits forever for one that goes wrong:
/// - An exception that leaves the world ends it for the others. With threads their collective calls
///   and waits throw `pe_failed`, with the number and the reason; processes end.
/// - If a processing element leaves its world while others wait for it, they throw `pe_left`.
/// - If collective calls differ in kind, size or order, all processing elements throw `other_call`.
///   The world is broken: later collective calls throw the same error.
/// - An exception that all processing elements catch within the world leaves it whole. The arrays
///   that it unwinds are released in the next collective call.
///
/// Collective calls are the constructors and destructors of the world and its arrays, `barrier`,
/// `gather`, and each function that waits for all others.
class world {
 public:
  /// Made as `options` say. Waits for all others.
  explicit world(const world_options& options = {}) : session_(options) {}

  /// The number of this processing element, from 0 on.
  int pe() const { return session_.pe(); }
  /// How many processing elements there are.
  int pes() const { return session_.pes(); }
  /// How they reach each other's memory. One for all: operations of two kinds on one object would
  /// not be atomic with each other.
  remote_link link() const { return session_.link(); }

  /// Whether kernels of different processing elements may wait for each other: the link is direct,
  /// no two share a GPU, or on the CPU a process, and this process has no other world now.
  bool kernels_meet() const { return session_.kernels_meet(); }

  /// Waits for all others. What each did before, operations on a network too, all see after. On a
  /// GPU what streams have done is meant: synchronise these first.
  void barrier() { session_.barrier(); }

  /// The `n` values of each processing element, one after the other in the order of their numbers.
  /// Waits for all others; `n` is the same on all. T is trivially copyable. All throw
  /// `std::length_error` if the values of each are more than 2^31 - 1 bytes.
  template <class T>
  std::vector<T> gather(const T* values, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>, "gather: T must be trivially copyable");
    static_assert(!std::is_same_v<T, bool>, "gather: a vector of bool is no array; gather chars");
    if (n > std::size_t{0x7fffffff} / sizeof(T)) {       // libraries count in int
      session_.gather("", 0, detail::too_large_gather);  // throws if the others gather less
      throw std::length_error("gather: more than 2^31 - 1 bytes");
    }
    const std::vector<unsigned char> bytes = session_.gather(values, n * sizeof(T));
    std::vector<T> all(n * static_cast<std::size_t>(pes()));
    if (!bytes.empty()) std::memcpy(all.data(), bytes.data(), bytes.size());
    return all;
  }

 private:
  template <class T>
  friend class symmetric_array;
  friend struct detail::world_access;

  transports::DIATOMIC_REMOTE::session session_;
  std::uint64_t arrays_ = 0;  ///< that were begun
};

/// Calls `f(world&)` once for each processing element of this process: for one per process in this
/// thread, for several each in a thread of its own, whose current device is the element's. Throws
/// what one of them threw. `options` say how the world is made. A program that does all its work in
/// `f` runs on every transport.
template <class F>
void with_world(F f, const world_options& options = {}) {
  transports::DIATOMIC_REMOTE::run(options, [&](const world_options& own) {
    world w(own);
    f(w);
  });
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
