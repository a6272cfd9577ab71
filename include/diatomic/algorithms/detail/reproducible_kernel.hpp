// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `<diatomic/algorithms/reproducible_sum.hpp>`.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/detail/exact/limbs.hpp>
#include <diatomic/algorithms/detail/reduce_kernels.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/reproducible_accumulator.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/collectives/warp.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Vectors of a batch.
inline constexpr unsigned exact_vectors = 4;
/// Blocks that a compute unit should have room for. Fewer for floats, whose batch takes more
/// registers: spilled ones cost a third of the speed.
inline constexpr unsigned exact_blocks(std::size_t element_bytes) {
  return element_bytes == 4 ? 3 : 4;
}
inline walk_plan plan_exact(std::size_t n, std::size_t element_bytes) {
  const unsigned at_once = exact_blocks(element_bytes);
  return plan_walk(n, element_bytes, exact_vectors, 2 * at_once, at_once);
}

/// A block's sum, if all its elements were in the launch's window: else it is an `exact_sum`.
struct alignas(16) exact_partial {
  std::uint64_t limbs[limb_count];
  std::uint64_t is_spilled;
};

/// The temporary memory of a launch: the counter, and room for both kinds of sums of each block.
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
/// one window.
template <class T>
class window_sample {
  static constexpr unsigned size = 32;
  static constexpr unsigned each = target::warp_lanes < size ? size / target::warp_lanes : 1;

 public:
  template <class Elements>
  DIATOMIC_DEVICE window_sample(const Elements& elements, std::size_t n) {
    for (unsigned i = 0; i < each; ++i) {
      const unsigned k = lane_index() * each + i;
      at_[i] = k < size && n != 0 ? element_at(elements, k * n / size) : T{0};
    }
  }
  /// The base of a window that has room for somewhat greater elements. All lanes call it together.
  DIATOMIC_DEVICE unsigned base() const {
    constexpr unsigned room = sizeof(T) == 4 ? 8 : 11;
    std::uint32_t greatest = 0;
    for (const T v : at_) {
      const unsigned exponent = exponent_of(v);
      if (exponent > greatest && exponent != exact_format<T>::exponent_mask) greatest = exponent;
    }
    // Of a warp with fewer lanes than the others the sample is another one.
    if (block_size() % target::warp_lanes != 0) return exact_window<T>::usual_base;
    greatest = reduce_group<op::max>(lanes_of_block(), greatest);
    return greatest == 0 ? exact_window<T>::usual_base : base_below<T>(greatest, room);
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
  static constexpr unsigned blocks_at_once = sizeof(T) == 4 ? 3 : 4;

  /// `result` is a T, or the sum before it is rounded.
  template <class Elements, class Result>
  DIATOMIC_DEVICE void operator()(Elements input, std::size_t n, Result* result, void* temp,
                                  std::uint64_t signature) const {
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    accumulator sum = added(input, n);
    sum.meet();
    sync_block();
    bool is_spilled = sum.is_spilled();
    if (is_spilled) {
      sum.total_up();
      sync_block();
    }
    if (grid_size() != 1) {
      const exact_memory<T> memory(temp);
      put_partial(memory, sum, is_spilled);
      if (!counter.is_last(sum.spare_word())) return;
      sum.clear(is_spilled);
      sync_block();
      add_partials(memory, sum);
      sync_block();
      is_spilled = sum.is_spilled();
      if (is_spilled) {
        sum.total_up();
        sync_block();
      }
    }
    if constexpr (std::is_same_v<Result, exact_sum<T>>) {
      if (!is_spilled) {
        sum.total_up();
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
      walk_elements<reduce_elements>(input, n, in_stretches,
                                     [&](const batch& v, std::size_t, unsigned, unsigned count) {
                                       sum.add_elements(v.at, count);
                                     });
      return sum;
    }
  }

  /// As `walk_array`, but the first loads are under way before the accumulator is made.
  DIATOMIC_DEVICE accumulator added_by_vectors(const T* input, std::size_t n,
                                               const window_sample<T>& sample) const {
    using batch = vector_batch<T, exact_vectors>;
    const vector_layout<T> layout(input, n);
    const auto* const vector = reinterpret_cast<const vector_of<T>*>(input + layout.head);
    const unsigned stride = block_size();
    const unsigned me = thread_index();
    const unsigned tile_vectors = stride * exact_vectors;
    const std::size_t tiles = layout.vectors / tile_vectors;
    const tile_share share(tiles, in_stretches);
    const vector_of<T>* p = vector + share.first * tile_vectors + me;
    // The vectors after the last tile; of those of this thread there are `left`.
    const bool is_end = block_index() == grid_size() - 1;
    const vector_of<T>* const end = vector + tiles * tile_vectors;
    const auto vectors_left = static_cast<unsigned>(layout.vectors - tiles * tile_vectors);
    const unsigned left =
        is_end && me < vectors_left ? (vectors_left - me + stride - 1) / stride : 0;
    const auto load_left = [&] {
      batch v = load_some<T, exact_vectors>(end + me, stride, left);
      for (unsigned u = 0; u < exact_vectors; ++u) {
        for (T& x : v.at[u].at) x = u < left ? x : T{0};
      }
      return v;
    };

    batch v{};
    if (share.count != 0) {
      v = load_batch<T, exact_vectors>(p, stride);
    } else if (left != 0) {
      v = load_left();
    }
    accumulator sum(shared_array<std::uint64_t>());
    sum.start_at(sample.base());
    for (std::size_t count = share.count; count != 0;) {
      sum.add_batch(v, p, stride, exact_vectors);
      p += share.step * tile_vectors;
      if (--count != 0) v = load_batch<T, exact_vectors>(p, stride);
    }
    if (left != 0) {
      if (share.count != 0) v = load_left();
      sum.add_batch(v, end + me, stride, left);
    }
    if (block_index() == 0) {
      for (std::size_t i = me; i < layout.head; i += stride) sum.add(input[i]);
    }
    if (is_end) {
      const std::size_t tail = layout.head + layout.vectors * (16 / sizeof(T));
      for (std::size_t i = tail + me; i < n; i += stride) sum.add(input[i]);
    }
    return sum;
  }

  static DIATOMIC_DEVICE void put_partial(const exact_memory<T>& memory, const accumulator& sum,
                                          bool is_spilled) {
    exact_partial& own = memory.partials[block_index()];
    for (unsigned k = thread_index(); k < limb_count; k += block_size()) {
      own.limbs[k] = sum.limbs()[k];
    }
    if (thread_index() == 0) own.is_spilled = is_spilled ? 1 : 0;
    if (!is_spilled) return;
    auto* const to = reinterpret_cast<std::uint32_t*>(memory.sums + block_index());
    const auto* const from = reinterpret_cast<const std::uint32_t*>(sum.total());
    for (unsigned i = thread_index(); i < sizeof(exact_sum<T>) / 4; i += block_size()) {
      to[i] = from[i];
    }
  }

  static DIATOMIC_DEVICE void add_partials(const exact_memory<T>& memory, accumulator& sum) {
    constexpr unsigned at_once = 4;  // loads in flight
    exact_limbs own;
    bool are_spilled = false;
    for (unsigned first = thread_index(); first < grid_size(); first += at_once * block_size()) {
      exact_partial part[at_once];
      for (unsigned u = 0; u < at_once; ++u) {
        const unsigned b = first + u * block_size();
        part[u] = memory.partials[b < grid_size() ? b : first];
      }
      for (unsigned u = 0; u < at_once; ++u) {
        const bool counts = first + u * block_size() < grid_size() && part[u].is_spilled == 0;
        are_spilled = are_spilled | (part[u].is_spilled != 0);
        for (unsigned k = 0; k < limb_count; ++k) own.at[k] += counts ? part[u].limbs[k] : 0;
      }
    }
    for (unsigned b = thread_index(); are_spilled && b < grid_size(); b += block_size()) {
      if (memory.partials[b].is_spilled != 0) sum.add_sum(memory.sums[b]);
    }
    const lane_group warp = lanes_of_block();
    for (std::uint64_t& limb : own.at) limb = sum_of_lanes(warp, limb);
    sum.add_limbs(own, warp);
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
