// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Prefix sums in one pass, by decoupled look-back (D. Merrill and M. Garland, "Single-pass
/// Parallel Prefix Scan with Decoupled Look-back", NVIDIA NVR-2016-002).
///
/// A block sums its tile and posts the total in the tile's record. Then it polls the preceding
/// records and adds up totals until it finds a record with a prefix. A block thus waits for blocks
/// with lower tiles. A counter hands out the tiles, so those blocks are already running, and the
/// block with the first tile does not wait. One warp of the block polls, its lanes in step.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// The content of a record.
enum class tile_status : unsigned {
  nothing,  ///< the initial zeros
  total,    ///< the sum of the tile
  prefix,   ///< the sum of the tile and of all tiles before it
};

template <class T>
struct tile_sum {
  tile_status status;
  T sum;
};

/// The state of a tile; zeros at first. A 32-bit sum and its status share one word, so relaxed
/// accesses are enough.
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

/// For larger sums, a release store of the status follows the write of the sum, and an acquire load
/// of the status precedes the read. Each status has a separate sum, so each sum is written once.
/// The sums are an array, read by index: from two members, g++ 12 would load both and then choose
/// (-fhoist-adjacent-loads), while another thread may write one of them. That race is harmless, but
/// ThreadSanitizer reports it.
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

/// The sum of `value` over this lane and all lower lanes. All lanes of the mask take part.
template <class T>
DIATOMIC_DEVICE T prefix_in_warp(lane_mask mask, T value) {
  return detail::inclusive_scan<op::add>({mask, mask, detail::device_ops::lane_number()}, value);
}

enum class scan_kind {
  inclusive,  ///< each sum includes the element itself
  exclusive,
};

/// `output[i]` is the sum of `input[0]` to `input[i]` (exclusive: to `input[i - 1]`), modulo 2^32
/// or 2^64.
///
/// T is a 32- or 64-bit unsigned integer. `output` may be `input`. `records` has `tiles(n, block)`
/// records, fewer than 2^32; they and `*next_tile` are zeros. Any launch shape works; the block's
/// shared memory is `shared_bytes<T>(block)`.
template <scan_kind Kind>
struct scan_by_look_back {
  /// Elements per thread. Odd, which avoids bank conflicts in shared memory.
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
    T* const warp_sums = values + block * items;  // one per warp: at most one per thread
    T* const tile_number = warp_sums + block;
    T* const sum_before = tile_number + 1;

    for (;;) {
      if (me == 0) *tile_number = fetch_add(next_tile, 1u, in_global, coarse_grained);
      sync_block();
      const auto tile = static_cast<unsigned>(*tile_number);
      const std::size_t first = std::size_t{tile} * block * items;
      if (first >= n) return;

      // All loads first, so that they overlap.
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
  /// The first warp replaces each warp's sum by the sum of the warps before it. Returns the total.
  template <class T>
  static DIATOMIC_DEVICE T scan_warp_sums(lane_mask mask, T* warp_sums, unsigned warps) {
    const unsigned lanes = detail::device_ops::count_of(mask);
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

  /// The first warp posts the tile's total, looks back, and posts the prefix. Each lane polls one
  /// record; all lanes stay until the needed records are posted.
  template <class T>
  static DIATOMIC_DEVICE T sum_of_tiles_before(lane_mask mask, tile_record<T>* records,
                                               unsigned tile, T total) {
    const unsigned lane = lane_index();
    const unsigned lanes = detail::device_ops::count_of(mask);
    if (lane == 0 && tile != 0) records[tile].post({tile_status::total, total});
    T sum = 0;
    unsigned end = tile;  // The sum has the tiles from here on.
    for (bool done = tile == 0; !done; end -= lanes) {
      // Before the first tile, the prefix is 0.
      tile_sum<T> seen = {lane < end ? tile_status::nothing : tile_status::prefix, 0};
      lane_mask prefixes = 0;
      lane_mask missing = 0;
      do {
        if (missing != 0) detail::device_ops::pause(1);
        if (seen.status == tile_status::nothing) seen = records[end - 1 - lane].poll();
        prefixes = ballot(mask, seen.status == tile_status::prefix);
        // The nearest prefix includes all earlier tiles; without a prefix, all records are needed.
        missing = ballot(mask, seen.status == tile_status::nothing) & ((prefixes & -prefixes) - 1);
      } while (missing != 0);
      done = prefixes != 0;
      const bool counts = !done || lane <= detail::device_ops::lowest_of(prefixes);
      sum += shuffle(mask, prefix_in_warp(mask, counts ? seen.sum : T{0}), lanes - 1);
    }
    if (lane == 0) records[tile].post({tile_status::prefix, sum + total});
    return sum;
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
