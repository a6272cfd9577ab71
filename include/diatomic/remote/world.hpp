// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The processing elements that a program runs on: one per device of this process, or one per
/// process, depending on the transport.

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

/// The options of a world, a structure that the transport defines
/// (backends/transports/*/README.md). The default takes all available devices or processes.
using world_options = transports::DIATOMIC_REMOTE::options;

/// The processing elements of a program, as seen by one of them.
///
/// All processing elements construct and destroy it together. The underlying library is initialised
/// then, and finalised, unless the program has initialised it. Errors throw `runtime_error`.
///
/// No processing element waits forever for one that fails:
/// - An exception that leaves the world ends it for the others. If they are threads, their
///   collective calls and waits throw `pe_failed`, with the number and the reason; processes end.
/// - If a processing element leaves its world while others wait for it, they throw `pe_left`.
/// - If collective calls differ in kind, size or order, all processing elements throw `other_call`.
///   The world is broken: later collective calls throw the same error.
/// - An exception that all processing elements catch within the world leaves the world intact. The
///   arrays that it unwinds are released in the next collective call.
///
/// Worlds of the same processes that one thread has at once end in the same order on all of them.
/// Otherwise each process waits forever, for another one's destructor of another world.
///
/// Collective calls are the constructors and destructors of the world and its arrays, `barrier`,
/// `gather`, and each function that waits for all others.
class world {
 public:
  /// A world with these `options`. Waits for all others.
  explicit world(const world_options& options = {}) : session_(options) {}

  /// The number of this processing element, from 0 on.
  int pe() const { return session_.pe(); }
  /// The number of processing elements.
  int pes() const { return session_.pes(); }
  /// The link over which they reach each other's memory. It is the same for all: operations over
  /// two kinds of link on one object would not be atomic with each other.
  remote_link link() const { return session_.link(); }

  /// Whether kernels of different processing elements may wait for each other: the link is direct,
  /// no two share a GPU (on the CPU, a process), and this process has no other world at the moment.
  bool kernels_meet() const { return session_.kernels_meet(); }

  /// Waits for all others. All then see the earlier operations of each, including operations on a
  /// network. On a GPU this covers only completed work: synchronise the streams first.
  void barrier() { session_.barrier(); }

  /// The `n` values of each processing element, concatenated in the order of their numbers. Waits
  /// for all others; `n` is the same on all. T is trivially copyable. All throw `std::length_error`
  /// if the values of each exceed 2^31 - 1 bytes.
  template <class T>
  std::vector<T> gather(const T* values, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>, "gather: T must be trivially copyable");
    static_assert(!std::is_same_v<T, bool>,
                  "gather: use char instead of bool, because std::vector<bool> packs its elements");
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
  std::uint64_t arrays_ = 0;  ///< started so far
};

/// Calls `f(world&)` once for each processing element of this process: a single one in this thread,
/// several in one thread each, whose current device is the processing element's. Rethrows an
/// exception of one of them. `options` are passed to the world. A program that does all its work in
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
