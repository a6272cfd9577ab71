// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Block-aggregated updates: all threads of a block update one object, and one thread issues the
/// atomic.

#include <cstddef>

#include <diatomic/atomics/detail/warp_updates.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// `fetch_OP` and `store_OP` for all threads of a block together: add, sub, mul, min, max, and, or,
/// xor.
///
/// All threads of the block must call, with the same address. Other threads see the effect of one
/// update per thread, lowest thread first; floats may be rounded in another, but fixed, order. Tags
/// apply to the operation: a release publishes the earlier writes of the whole block.
///
///     block_update<op::add, unsigned> slots(shared_array<unsigned>());
///     unsigned slot = slots.fetch(counter, wanted);  // this thread's first of `wanted`
///
/// The memory may be reused after the next `sync_block()`.
template <op Op, class T>
class block_update {
  using number = detail::combined_type<Op, T>;
  static constexpr op combining = detail::combining_v<Op>;
  static_assert(tables::sums.has(Op) || tables::bitwise.has(Op) || tables::extrema.has(Op) ||
                    Op == op::mul,
                "diatomic: block_update: add, sub, mul, min, max, and, or, xor");

 public:
  /// Bytes of shared memory that a block of `block_size` threads needs, on every backend.
  static DIATOMIC_CONSTEXPR std::size_t shared_bytes(unsigned block_size) {
    return sizeof(number) * (block_size + 1);
  }

  /// `shared` has room for `shared_bytes(block_size())`, and is aligned to 16 bytes.
  DIATOMIC_DEVICE explicit block_update(void* shared) : shared_(static_cast<number*>(shared)) {}

  /// `store_OP(p, v, tags...)` for each thread.
  template <class... Tags>
  DIATOMIC_DEVICE void store(T* p, value<T> v, Tags...) const {
    using access = detail::checked<Op, T, typename detail::access_of<Tags...>::without_result>;
    constexpr detail::subnormals of_numbers = detail::subnormals_of<access>;
    const number all = combine<of_numbers>(detail::number_as<number>(static_cast<T>(v))).up_to_here;
    if (is_last()) {
      detail::update<Op, access>(p, detail::same_site(v, detail::number_as<T>(all)));
    }
  }

  /// `fetch_OP(p, v, tags...)` for each thread: the old value, as if threads updated one by one.
  template <class... Tags>
  DIATOMIC_DEVICE T fetch(T* p, value<T> v, Tags...) const {
    using access = detail::checked<Op, T, detail::access_of<Tags...>>;
    constexpr detail::subnormals of_numbers = detail::subnormals_of<access>;
    const prefix own = combine<of_numbers>(detail::number_as<number>(static_cast<T>(v)));
    number* const word = shared_ + block_size();
    if (is_last()) {
      const T all = detail::number_as<T>(own.up_to_here);
      const T old = detail::update<Op, access>(p, detail::same_site(v, all));
      *word = detail::number_as<number>(old);
    }
    sync_block();
    const number old = *word;
    return detail::number_as<T>(
        thread_index() == 0 ? old : detail::result_for<Op, of_numbers>(old, own.before));
  }

 private:
  /// The inclusive and the exclusive scan of the threads' values.
  struct prefix {
    number up_to_here;
    number before;
  };

  static DIATOMIC_DEVICE bool is_last() { return thread_index() == block_size() - 1; }

  template <detail::subnormals Subnormals>
  DIATOMIC_DEVICE prefix combine(number v) const {
    const auto plus = [](number a, number b) {
      return detail::result_for<combining, Subnormals>(a, b);
    };
    const unsigned lanes = warp_size();
    const unsigned warp = thread_index() / lanes;
    const unsigned here = block_size() - warp * lanes;
    const auto mask = first_lanes(here);
    const unsigned lane = lane_index();
    const detail::lane_set in_warp{mask, mask, lane};
    prefix own{};
    own.up_to_here = detail::inclusive_scan<combining, Subnormals>(in_warp, v);
    own.before = detail::shuffle(mask, own.up_to_here, lane == 0 ? 0 : lane - 1);
    // A partial warp is the last warp, whose sum is never read.
    if (lane == lanes - 1) shared_[warp] = own.up_to_here;
    sync_block();
    if (warp == 0) return own;
    // A short loop: a block has at most 32 warps, except on the host, where each thread is a warp.
    number others = shared_[0];
    for (unsigned w = 1; w < warp; ++w) others = plus(others, shared_[w]);
    own.before = lane == 0 ? others : plus(others, own.before);
    own.up_to_here = plus(others, own.up_to_here);
    return own;
  }

  number* shared_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
