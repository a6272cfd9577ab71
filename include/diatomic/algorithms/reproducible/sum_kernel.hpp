// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `<diatomic/algorithms/reproducible_sum.hpp>`.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/exact/limbs.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/reduce/kernels.hpp>
#include <diatomic/algorithms/reproducible_accumulator.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/collectives/warp.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Vectors per batch, and blocks that should fit on a compute unit. More of either would spill
/// registers, which costs a third of the speed.
inline constexpr unsigned exact_vectors = runtime_api::registers_follow_bounds ? 8 : 4;
inline constexpr unsigned exact_blocks = runtime_api::registers_follow_bounds ? 2 : 4;
inline walk_plan plan_exact(std::size_t n, std::size_t element_bytes) {
  return detail::plan_batches(n, element_bytes, exact_vectors, exact_blocks);
}

/// The temporary memory of a launch: the blocks' sums. If all elements of a block were in the
/// launch's window, its words are its limbs and a 0; otherwise they are zeros and the block's
/// number plus one, and it has an `exact_sum`.
template <class T>
struct exact_memory {
  static constexpr unsigned spilled = limb_count;  ///< the last word of a block
  static constexpr unsigned size = limb_count + 1;

  block_value<std::uint64_t>* words;
  exact_sum<T>* sums;

  static std::size_t bytes(unsigned grid) {
    return std::size_t{grid} * (size * sizeof(*words) + sizeof(exact_sum<T>));
  }
  DIATOMIC_DEVICE explicit exact_memory(void* temp)
      : words(static_cast<block_value<std::uint64_t>*>(temp)),
        sums(reinterpret_cast<exact_sum<T>*>(words + std::size_t{size} * grid_size())) {}
};

/// Elements from all parts of the input, the same for all warps of a launch, so that all start with
/// the same window.
template <class T>
class window_sample {
  static constexpr unsigned size = 32;
  static constexpr unsigned each =
      device_ops::warp_lanes < size ? size / device_ops::warp_lanes : 1;

 public:
  template <class Elements>
  DIATOMIC_DEVICE window_sample(const Elements& elements, std::size_t n) {
    for (unsigned i = 0; i < each; ++i) {
      const unsigned k = lane_index() * each + i;
      at_[i] = k < size && n != 0 ? detail::element_at(elements, k * n / size) : T{0};
    }
  }
  /// The base of a window with headroom for somewhat greater elements. All lanes call it together.
  DIATOMIC_DEVICE unsigned base() const {
    constexpr unsigned room = sizeof(T) == 4 ? 8 : 11;
    std::uint32_t greatest = 0;
    for (const T v : at_) {
      const unsigned exponent = detail::exponent_of(v);
      if (exponent > greatest && exponent != exact_format<T>::exponent_mask) greatest = exponent;
    }
    // A partial warp would take a different sample.
    if (block_size() % device_ops::warp_lanes != 0) return exact_window<T>::usual_base;
    greatest = reduce_group<op::max>(whole_warp(), greatest);
    return greatest == 0 ? exact_window<T>::usual_base : detail::base_below<T>(greatest, room);
  }

 private:
  T at_[each];
};

/// Launch with blocks of up to `walk_block` threads, and
/// `reproducible_accumulator<T>::shared_bytes(block)`; `temp` has `exact_memory<T>::bytes(grid)`.
/// `Once`: with one block, whose threads take at most one batch.
template <class T, bool Once>
struct reproducible_kernel {
  static constexpr unsigned threads_at_most = walk_block;
  static constexpr unsigned blocks_at_once = exact_blocks;

  /// `result` points to a T, or to an `exact_sum<T>` for the sum before it is rounded.
  template <class Elements, class Result>
  DIATOMIC_DEVICE void operator()(Elements input, walk_shares shares, Result* result, void* temp,
                                  std::uint64_t signature) const {
    accumulator sum = added(input, shares);
    sum.flush_to_block();
    if constexpr (!Once) {
      if (grid_size() != 1) {
        const exact_memory<T> memory(temp);
        if (block_index() != grid_size() - 1) return put_sum(memory, sum, signature);
        add_sums(memory, sum, signature);
      }
    }
    const bool is_spilled = finished(sum, std::is_same_v<Result, exact_sum<T>>);
    if (thread_index() != 0) return;
    if constexpr (std::is_same_v<Result, exact_sum<T>>) {
      *result = *sum.total();
    } else {
      *result = is_spilled ? sum.total()->value() : sum.rounded_limbs();
    }
  }

 private:
  using accumulator = reproducible_accumulator<T>;

  /// Waits for all threads' parts, and makes the `exact_sum` if limbs are not enough or it is
  /// `wanted`. Returns whether limbs are not enough.
  static DIATOMIC_DEVICE bool finished(accumulator& sum, bool wanted) {
    sync_block();
    const bool is_spilled = sum.is_spilled();
    if (is_spilled || wanted) {
      sum.finalize();
      sync_block();
    }
    return is_spilled;
  }

  template <class Elements>
  static DIATOMIC_DEVICE accumulator added(const Elements& input, const walk_shares& shares) {
    const window_sample<T> sample(input, shares.n);
    if constexpr (has_vectors_v<Elements>) {
      return added_by_vectors(input, shares, sample);
    } else {
      accumulator sum(shared_array<std::uint64_t>());
      sum.start_at(sample.base());
      const unsigned stride = block_size();
      const auto several = [&](std::size_t unit, unsigned left) {
        if (left == 0) return;
        const auto v = detail::load_elements<exact_vectors>(input, unit, stride, left);
        sum.add_elements(v.at, (left + stride - 1) / stride);
      };
      const block_share share(shares, stride * exact_vectors);
      std::size_t unit = share.first + thread_index();
      for (std::size_t k = 0; k < shares.rounds; ++k) {
        several(unit, exact_vectors * stride);
        unit += share.step;
      }
      several(share.last + thread_index(),
              thread_index() < share.rest ? share.rest - thread_index() : 0);
      return sum;
    }
  }

  static DIATOMIC_DEVICE accumulator added_by_vectors(const T* input, const walk_shares& shares,
                                                      const window_sample<T>& sample) {
    const auto* const vector = reinterpret_cast<const vector_of<T>*>(input + shares.head);
    accumulator sum = added_batches(vector, shares, sample);
    if (block_index() == 0 && (shares.head | shares.tail) != 0) {
      sum.with_local_copy([&](accumulator& copy) {
        add_singly(copy, input, 0, shares.head);
        add_singly(copy, input, shares.n - shares.tail, shares.n);
      });
    }
    return sum;
  }
  static DIATOMIC_DEVICE accumulator added_batches(const vector_of<T>* vector,
                                                   const walk_shares& shares,
                                                   const window_sample<T>& sample) {
    if constexpr (Once) {
      // Conversions take long, of zeros too.
      constexpr unsigned few = 2;
      if (shares.even <= few * block_size()) return added_once<few>(vector, shares.even, sample);
      return added_once<exact_vectors>(vector, shares.even, sample);
    } else {
      return added_in_rounds(vector, shares, sample);
    }
  }
  // The first loads are issued before the accumulator clears shared memory.
  template <unsigned Vectors>
  static DIATOMIC_DEVICE accumulator added_once(const vector_of<T>* vector, unsigned count,
                                                const window_sample<T>& sample) {
    const unsigned me = thread_index();
    const auto v =
        detail::load_part<T, Vectors>(vector + me, block_size(), me < count ? count - me : 0);
    accumulator sum(shared_array<std::uint64_t>());
    sum.start_at(sample.base());
    sum.add_batch(v);
    return sum;
  }
  static DIATOMIC_DEVICE accumulator added_in_rounds(const vector_of<T>* vector,
                                                     const walk_shares& shares,
                                                     const window_sample<T>& sample) {
    const unsigned stride = block_size();
    const unsigned me = thread_index();
    const block_share share(shares, stride * exact_vectors);
    const vector_of<T>* p = vector + share.first + me;
    const auto load = [&](bool is_whole) {
      if (is_whole) return detail::load_batch<T, exact_vectors>(p, stride);
      return detail::load_part<T, exact_vectors>(vector + share.last + me, stride,
                                                 me < share.rest ? share.rest - me : 0);
    };
    const std::size_t count = shares.rounds + (me < share.rest ? 1 : 0);
    auto v = load(shares.rounds != 0);
    accumulator sum(shared_array<std::uint64_t>());
    sum.start_at(sample.base());
    DIATOMIC_DETAIL_ROLLED
    for (std::size_t k = 0; k < count;) {
      sum.add_batch(v);
      p += share.step;
      if (++k < count) v = load(k < shares.rounds);
    }
    return sum;
  }

  /// Adds the elements from `begin` to `end`, which belong to this block alone.
  static __attribute__((noinline)) DIATOMIC_DEVICE void add_singly(accumulator& sum, const T* input,
                                                                   std::size_t begin,
                                                                   std::size_t end) {
    for (std::size_t i = begin + thread_index(); i < end; i += block_size()) sum.add(input[i]);
  }

  /// Sends the sum of this block to the last one.
  static DIATOMIC_DEVICE void put_sum(const exact_memory<T>& memory, accumulator& sum,
                                      std::uint64_t signature) {
    const bool is_spilled = finished(sum, false);
    if (is_spilled) {
      auto* const to = reinterpret_cast<std::uint32_t*>(memory.sums + block_index());
      const auto* const from = reinterpret_cast<const std::uint32_t*>(sum.total());
      for (unsigned i = thread_index(); i < sizeof(exact_sum<T>) / 4; i += block_size()) {
        to[i] = from[i];
      }
      sync_block();
      diatomic::fence(release);
    }
    for (unsigned k = thread_index(); k < memory.size; k += block_size()) {
      const std::uint64_t word = !is_spilled           ? k == memory.spilled ? 0 : sum.limbs()[k]
                                           : k == memory.spilled ? block_index() + 1
                                                       : 0;
      memory.words[block_index() * memory.size + k].put(word, signature);
    }
  }

  /// Adds the sums of all blocks but the last. Adjacent threads load adjacent words, and each adds
  /// up one word of several blocks.
  static DIATOMIC_DEVICE void add_sums(const exact_memory<T>& memory, accumulator& sum,
                                       std::uint64_t signature) {
    constexpr unsigned size = exact_memory<T>::size;
    constexpr unsigned rows = runtime_api::threads_yield ? 1 : walk_block / size;
    const unsigned end = (grid_size() - 1) * size;
    for (unsigned k = thread_index(); k < rows * size; k += block_size()) {
      std::uint64_t all = 0;
      detail::take_block_values<8, rows * size>(
          memory.words, k, end, signature, [&](std::uint64_t word) {
            if (k % size != memory.spilled) {
              all += word;
            } else if (word != 0) {
              sum.with_local_copy([&](accumulator& copy) { add_spilled(memory, word - 1, copy); });
            }
          });
      if (all != 0) sum.add_limb(k % size, all);
    }
  }
  static __attribute__((noinline)) DIATOMIC_DEVICE void add_spilled(const exact_memory<T>& memory,
                                                                    std::uint64_t block,
                                                                    accumulator& sum) {
    diatomic::fence(acquire);
    sum.add_sum(memory.sums[block]);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
