// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Prefix sums in one pass, by decoupled look-back (D. Merrill and M. Garland, "Single-pass
/// Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002).
///
/// A block sums its tile and says so in the tile's record. Then it polls the records before it,
/// adding up totals of tiles until it finds one that knows its prefix. So it waits for blocks with
/// lower tiles; tiles are handed out by a counter, so those blocks are running, and the first of
/// them waits for nobody. One warp of the block polls, and all its lanes go round together.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// What a record says.
enum class tile_status : unsigned {
  nothing,  ///< zeros at first
  total,    ///< the sum of the tile
  prefix,   ///< the sum of the tile and of all before it
};

template <class T>
struct tile_sum {
  tile_status status;
  T sum;
};

/// What is known of a tile. Zeros at first. A sum of 32 bits and its status are one word, which
/// needs no order.
template <class T, class = void>
class tile_record {
 public:
  DIATOMIC_DEVICE void post(tile_sum<T> s) {
    store(&word_, std::uint64_t{static_cast<unsigned>(s.status)} << 32 | s.sum, in_global);
  }
  DIATOMIC_DEVICE tile_sum<T> poll() const {
    const std::uint64_t word = load(&word_, in_global);
    return {static_cast<tile_status>(word >> 32), static_cast<T>(word)};
  }

 private:
  std::uint64_t word_;
};

/// A larger sum is written before the status is released, and read after that was acquired. Each
/// status has its own sum, so that a sum is written once. One of them is read, by its index: of two
/// members g++ 12 would load both before it chooses (-fhoist-adjacent-loads), the one among them
/// that may be written at the time. That is harmless, but ThreadSanitizer reports it.
template <class T>
class tile_record<T, std::enable_if_t<(sizeof(T) > 4)>> {
 public:
  DIATOMIC_DEVICE void post(tile_sum<T> s) {
    sums_[index_of(s.status)] = s.sum;
    store(&status_, static_cast<unsigned>(s.status), release, in_global);
  }
  DIATOMIC_DEVICE tile_sum<T> poll() const {
    const auto status = static_cast<tile_status>(load(&status_, acquire, in_global));
    if (status == tile_status::nothing) return {status, T{}};
    return {status, sums_[index_of(status)]};
  }

 private:
  static DIATOMIC_DEVICE unsigned index_of(tile_status s) {
    return s == tile_status::prefix ? 1 : 0;
  }

  T sums_[2];
  unsigned status_;
};

/// `value` of this lane and of those below it, summed. All lanes of the mask take part.
template <class T>
DIATOMIC_DEVICE T prefix_in_warp(lane_mask mask, T value) {
  return detail::inclusive_scan<op::add>({mask, mask, detail::target::lane_number()}, value);
}

enum class scan_kind {
  inclusive,  ///< an element's own value is in its sum
  exclusive,
};

/// `output[i]` is the sum of `input[0]` to `input[i]`, or to the one before, modulo 2^32 or 2^64.
///
/// T is an unsigned integer of 32 or 64 bits. `output` may be `input`. `records` has `tiles(n,
/// block)` records, fewer than 2^32; they and `*next_tile` are zeros. Any launch shape is right;
/// the block's shared memory is `shared_bytes<T>(block)`.
template <scan_kind Kind>
struct scan_by_look_back {
  /// Elements of a thread. Odd, so that lanes meet in no bank of shared memory.
  static constexpr unsigned items = 15;

  template <class T>
  static constexpr std::size_t shared_bytes(unsigned block) {
    return sizeof(T) * (std::size_t{block} * (items + 1) + 2);
  }
  static constexpr std::size_t tiles(std::size_t n, unsigned block) {
    return (n + std::size_t{block} * items - 1) / (std::size_t{block} * items);
  }

  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* output, tile_record<T>* records,
                                  unsigned* next_tile) const {
    static_assert(std::is_unsigned_v<T> && (sizeof(T) == 4 || sizeof(T) == 8));
    const unsigned me = thread_index();
    const unsigned block = block_size();
    const unsigned warp = me / warp_size();
    const unsigned warps = (block + warp_size() - 1) / warp_size();
    const lane_mask mask = first_lanes(block - warp * warp_size());
    T* const values = shared_array<T>();
    T* const warp_sums = values + block * items;  // one a warp; no warp has less than a thread
    T* const tile_number = warp_sums + block;
    T* const sum_before = tile_number + 1;

    for (;;) {
      if (me == 0) *tile_number = fetch_add(next_tile, 1u, in_global, coarse_grained);
      sync_block();
      const auto tile = static_cast<unsigned>(*tile_number);
      const std::size_t first = std::size_t{tile} * block * items;
      if (first >= n) return;

      // All loads first, so that they are under way together.
      T item[items];
      for (unsigned k = 0; k < items; ++k) {
        const std::size_t i = first + k * block + me;
        item[k] = i < n ? input[i] : T{0};
      }
      for (unsigned k = 0; k < items; ++k) values[k * block + me] = item[k];
      sync_block();
      T own = 0;
      for (unsigned k = 0; k < items; ++k) own += item[k] = values[me * items + k];
      const T in_warp = prefix_in_warp(mask, own);
      if (lane_index() + 1 == warp_size() || me + 1 == block) warp_sums[warp] = in_warp;
      sync_block();

      if (warp == 0) {
        const T total = scan_warp_sums(mask, warp_sums, warps);
        const T before = sum_of_tiles_before(mask, records, tile, total);
        if (me == 0) *sum_before = before;
      }
      sync_block();

      T sum = *sum_before + warp_sums[warp] + in_warp - own;
      for (unsigned k = 0; k < items; ++k) {
        const T next = sum + item[k];
        values[me * items + k] = Kind == scan_kind::inclusive ? next : sum;
        sum = next;
      }
      sync_block();
      for (unsigned k = 0; k < items; ++k) {
        const std::size_t i = first + k * block + me;
        if (i < n) output[i] = values[k * block + me];
      }
    }
  }

 private:
  /// By the first warp: each warp's sum becomes the sum of the warps before it. Returns the total.
  template <class T>
  static DIATOMIC_DEVICE T scan_warp_sums(lane_mask mask, T* warp_sums, unsigned warps) {
    const unsigned lanes = detail::target::count_of(mask);
    T total = 0;
    for (unsigned first = 0; first < warps; first += lanes) {
      const unsigned i = first + lane_index();
      const T own = i < warps ? warp_sums[i] : T{0};
      const T up_to_here = prefix_in_warp(mask, own);
      if (i < warps) warp_sums[i] = total + up_to_here - own;
      total += shuffle(mask, up_to_here, lanes - 1);
    }
    return total;
  }

  /// By the first warp: posts what is known of the tile, and looks back. Each lane polls one
  /// record; none leaves before the records that are needed are there.
  template <class T>
  static DIATOMIC_DEVICE T sum_of_tiles_before(lane_mask mask, tile_record<T>* records,
                                               unsigned tile, T total) {
    const unsigned lane = lane_index();
    const unsigned lanes = detail::target::count_of(mask);
    if (lane == 0 && tile != 0) records[tile].post({tile_status::total, total});
    T sum = 0;
    unsigned end = tile;  // The tiles from here on are in the sum.
    for (bool done = tile == 0; !done; end -= lanes) {
      // Before the first tile there is nothing, and that is known.
      tile_sum<T> seen = {lane < end ? tile_status::nothing : tile_status::prefix, 0};
      lane_mask prefixes = 0;
      lane_mask missing = 0;
      do {
        if (missing != 0) detail::target::pause(1);
        if (seen.status == tile_status::nothing) seen = records[end - 1 - lane].poll();
        prefixes = ballot(mask, seen.status == tile_status::prefix);
        // Those beyond the nearest prefix are in it; where there is none, all are needed.
        missing = ballot(mask, seen.status == tile_status::nothing) & ((prefixes & -prefixes) - 1);
      } while (missing != 0);
      done = prefixes != 0;
      const bool counts = !done || lane <= detail::target::lowest_of(prefixes);
      sum += shuffle(mask, prefix_in_warp(mask, counts ? seen.sum : T{0}), lanes - 1);
    }
    if (lane == 0) records[tile].post({tile_status::prefix, sum + total});
    return sum;
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
