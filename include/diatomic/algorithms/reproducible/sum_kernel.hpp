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
/// With few elements each thread gets half a batch, so that there are more blocks.
inline walk_plan plan_exact(std::size_t n, std::size_t element_bytes) {
  return plan_walk(n, element_bytes, exact_vectors / 2, exact_blocks, exact_blocks);
}

/// A block's share of an array's vectors: `rounds` tiles of whole batches, with a stride of `step`
/// vectors from `first` on, then an even share of the remaining vectors: `rest` of them from `last`
/// on. So no block waits for a block with an extra tile.
struct even_share {
  std::size_t first;
  std::size_t step;
  std::size_t rounds;
  std::size_t last;
  unsigned rest;

  DIATOMIC_DEVICE even_share(std::size_t vectors, unsigned tile, bool in_stretches) {
    constexpr unsigned line = exact_vectors;  // a tile is a multiple of it
    const unsigned grid = grid_size();
    const unsigned round_vectors = grid * tile;
    // Divisions are slow, and short arrays need none.
    rounds = vectors < round_vectors ? 0 : vectors / round_vectors;
    first = block_index() * (in_stretches ? rounds : 1) * tile;
    step = in_stretches ? tile : round_vectors;
    const std::size_t done = rounds * round_vectors;
    const auto left = static_cast<unsigned>(vectors - done);
    const unsigned line_vectors = grid * line;
    const unsigned even = grid == 1 ? left : (left + line_vectors - 1) / line_vectors * line;
    const unsigned before = block_index() * even < left ? block_index() * even : left;
    last = done + before;
    rest = left - before < even ? left - before : even;
  }
};

/// A block's sum: limbs, if all its elements were in the launch's window; otherwise zero limbs and
/// an `exact_sum`.
struct alignas(16) exact_partial {
  static constexpr unsigned spilled = limb_count;  ///< index of the flag for an `exact_sum`
  static constexpr unsigned size = limb_count + 1;
  std::uint64_t at[size];
};

/// The temporary memory of a launch: the counter, then room for both kinds of sum for each block.
template <class T>
struct exact_memory {
  exact_partial* partials;
  exact_sum<T>* sums;

  static std::size_t bytes(unsigned grid) {
    return partials_at + std::size_t{grid} * (sizeof(exact_partial) + sizeof(exact_sum<T>));
  }
  DIATOMIC_DEVICE explicit exact_memory(void* temp)
      : partials(reinterpret_cast<exact_partial*>(static_cast<unsigned char*>(temp) + partials_at)),
        sums(reinterpret_cast<exact_sum<T>*>(partials + grid_size())) {}
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

/// Launch with any grid, blocks of up to `walk_block` threads, and
/// `reproducible_accumulator<T>::shared_bytes(block)`; `temp` has `exact_memory<T>::bytes(grid)`.
template <class T>
struct reproducible_kernel {
  bool in_stretches;
  static constexpr unsigned threads_at_most = walk_block;
  static constexpr unsigned blocks_at_once = exact_blocks;

  /// `result` points to a T, or to an `exact_sum<T>` for the sum before it is rounded.
  template <class Elements, class Result>
  DIATOMIC_DEVICE void operator()(Elements input, std::size_t n, Result* result, void* temp,
                                  std::uint64_t signature) const {
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    accumulator sum = added(input, n);
    sum.flush_to_block();
    sync_block();
    bool is_spilled = sum.is_spilled();
    if (is_spilled) {
      sum.finalize();
      sync_block();
    }
    if (grid_size() != 1) {
      const exact_memory<T> memory(temp);
      put_partial(memory, sum, is_spilled);
      if (!counter.is_last(sum.spare_word())) return;
      // This block's own sum stays in place if it is all in limbs.
      unsigned own = block_index();
      if (is_spilled) {
        sum.empty();
        sync_block();
        own = grid_size();
      }
      add_partials(memory, own, sum);
      sync_block();
      is_spilled = sum.is_spilled();
      if (is_spilled) {
        sum.finalize();
        sync_block();
      }
    }
    if constexpr (std::is_same_v<Result, exact_sum<T>>) {
      if (!is_spilled) {
        sum.finalize();
        sync_block();
      }
      if (thread_index() == 0) *result = *sum.total();
    } else {
      if (thread_index() != 0) return;
      *result = is_spilled ? sum.total()->value() : sum.rounded_limbs();
    }
  }

 private:
  using accumulator = reproducible_accumulator<T>;

  template <class Elements>
  DIATOMIC_DEVICE accumulator added(const Elements& input, std::size_t n) const {
    const window_sample<T> sample(input, n);
    if constexpr (has_vectors_v<Elements>) {
      return added_by_vectors(input, n, sample);
    } else {
      accumulator sum(shared_array<std::uint64_t>());
      sum.start_at(sample.base());
      using batch = element_batch<T, reduce_elements>;
      detail::walk_elements<reduce_elements>(
          input, n, in_stretches, [&](const batch& v, std::size_t, unsigned, unsigned count) {
            sum.add_elements(v.at, count);
          });
      return sum;
    }
  }

  /// Issues the first loads before it constructs the accumulator, which clears shared memory.
  DIATOMIC_DEVICE accumulator added_by_vectors(const T* input, std::size_t n,
                                               const window_sample<T>& sample) const {
    using batch = vector_batch<T, exact_vectors>;
    const vector_layout<T> layout(input, n);
    const auto* const vector = reinterpret_cast<const vector_of<T>*>(input + layout.head);
    const unsigned stride = block_size();
    const unsigned me = thread_index();
    const even_share share(layout.vectors, stride * exact_vectors, in_stretches);
    const vector_of<T>* p = vector + share.first + me;
    const auto load = [&](bool is_whole) {
      if (is_whole) return detail::load_batch<T, exact_vectors>(p, stride);
      batch v{};
      for (unsigned u = 0; u < exact_vectors; ++u) {
        const unsigned i = me + u * stride;
        if (i < share.rest) v.at[u] = vector[share.last + i];
      }
      return v;
    };

    std::size_t count = share.rounds + (me < share.rest ? 1 : 0);
    batch v = count != 0 ? load(share.rounds != 0) : batch{};
    accumulator sum(shared_array<std::uint64_t>());
    sum.start_at(sample.base());
    for (std::size_t k = 0; k < count;) {
      sum.add_batch(v);
      p += share.step;
      if (++k < count) v = load(k < share.rounds);
    }
    const std::size_t tail = layout.head + layout.vectors * (16 / sizeof(T));
    const bool is_end = block_index() == grid_size() - 1;
    if (block_index() == 0 && layout.head != 0) {
      sum.with_local_copy([&](accumulator& copy) { add_singly(copy, input, 0, layout.head); });
    }
    if (is_end && tail != n) {
      sum.with_local_copy([&](accumulator& copy) { add_singly(copy, input, tail, n); });
    }
    return sum;
  }

  /// Adds the elements from `begin` to `end`, which belong to this block alone.
  static __attribute__((noinline)) DIATOMIC_DEVICE void add_singly(accumulator& sum, const T* input,
                                                                   std::size_t begin,
                                                                   std::size_t end) {
    for (std::size_t i = begin + thread_index(); i < end; i += block_size()) sum.add(input[i]);
  }

  static DIATOMIC_DEVICE void put_partial(const exact_memory<T>& memory, const accumulator& sum,
                                          bool is_spilled) {
    exact_partial& own = memory.partials[block_index()];
    for (unsigned k = thread_index(); k < exact_partial::size; k += block_size()) {
      own.at[k] = k == exact_partial::spilled ? is_spilled : is_spilled ? 0 : sum.limbs()[k];
    }
    if (!is_spilled) return;
    auto* const to = reinterpret_cast<std::uint32_t*>(memory.sums + block_index());
    const auto* const from = reinterpret_cast<const std::uint32_t*>(sum.total());
    for (unsigned i = thread_index(); i < sizeof(exact_sum<T>) / 4; i += block_size()) {
      to[i] = from[i];
    }
  }

  /// Adds the sums of all blocks but `own`. Adjacent threads load adjacent words, and each adds up
  /// one word of several blocks.
  static DIATOMIC_DEVICE void add_partials(const exact_memory<T>& memory, unsigned own,
                                           accumulator& sum) {
    constexpr unsigned at_once = 10;  // loads in flight
    constexpr unsigned size = exact_partial::size;
    const unsigned rows = block_size() < size ? 1 : block_size() / size;
    const unsigned row = thread_index() / size;
    if (row >= rows) return;
    for (unsigned k = thread_index() % size; k < size; k += block_size()) {
      std::uint64_t all = 0;
      for (unsigned first = row; first < grid_size(); first += at_once * rows) {
        std::uint64_t word[at_once];
        for (unsigned u = 0; u < at_once; ++u) {
          const unsigned b = first + u * rows;
          word[u] = b < grid_size() && b != own ? memory.partials[b].at[k] : 0;
        }
        for (const std::uint64_t w : word) all += w;
      }
      if (all == 0) continue;
      if (k != exact_partial::spilled) {
        sum.add_limb(k, all);
      } else {
        sum.with_local_copy([&](accumulator& copy) { add_spilled(memory, own, row, rows, copy); });
      }
    }
  }
  /// Adds the `exact_sum`s of every `rows`-th block from `row` on, where the block has one.
  static __attribute__((noinline)) DIATOMIC_DEVICE void add_spilled(const exact_memory<T>& memory,
                                                                    unsigned own, unsigned row,
                                                                    unsigned rows,
                                                                    accumulator& sum) {
    for (unsigned b = row; b < grid_size(); b += rows) {
      if (b != own && memory.partials[b].at[exact_partial::spilled] != 0) {
        sum.add_sum(memory.sums[b]);
      }
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
