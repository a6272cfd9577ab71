// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How the threads of a launch share out an array: in aligned 16-byte vectors, with the unaligned
/// ends taken element by element.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/core/types.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Threads in a block of a GPU.
inline constexpr unsigned walk_block = 256;

/// A 16-byte vector.
template <class Element>
using vector_of = pack<Element, static_cast<int>(16 / sizeof(Element))>;
/// The vectors that a thread loads before it uses the first.
template <class T, unsigned Vectors>
struct vector_batch {
  vector_of<T> at[Vectors];
};
template <class T, unsigned Vectors>
DIATOMIC_DEVICE inline vector_batch<T, Vectors> load_batch(const vector_of<T>* p, unsigned stride) {
  vector_batch<T, Vectors> v{};
  for (unsigned u = 0; u < Vectors; ++u) v.at[u] = p[u * stride];
  return v;
}

/// Loads `count` vectors, at least one; the rest of the batch repeats the first. Repeated loads
/// cost less than a branch before each load, which makes the loads wait for each other.
template <class T, unsigned Vectors>
DIATOMIC_DEVICE inline vector_batch<T, Vectors> load_some(const vector_of<T>* p, unsigned stride,
                                                          unsigned count) {
  vector_batch<T, Vectors> v{};
  for (unsigned u = 0; u < Vectors; ++u) v.at[u] = p[(u < count ? u : 0) * stride];
  return v;
}

/// Loads the vectors `p[0]`, `p[stride]` ... that are among the first `left` from `p` on; the rest
/// of the batch is empty.
template <class T, unsigned Vectors>
DIATOMIC_DEVICE inline vector_batch<T, Vectors> load_part(const vector_of<T>* p, unsigned stride,
                                                          unsigned left) {
  vector_batch<T, Vectors> v{};
  for (unsigned u = 0; u < Vectors; ++u) {
    if (u * stride < left) v.at[u] = p[u * stride];
  }
  return v;
}

/// Whether a launch can load elements as whole vectors.
template <class Elements>
inline constexpr bool has_vectors_v =
    is_contiguous_v<Elements> && 16 % sizeof(element_t<Elements>) == 0 &&
    std::is_default_constructible_v<element_t<Elements>>;

/// Elements that a thread loads before it uses the first.
template <class T, unsigned Count>
struct element_batch {
  T at[Count];
};
template <class Elements, std::size_t... U>
DIATOMIC_DEVICE inline element_batch<element_t<Elements>, sizeof...(U)> load_elements_of(
    const Elements& elements, std::size_t i, unsigned stride, unsigned left,
    std::index_sequence<U...>) {
  return {{detail::element_at(elements, i + (U * stride < left ? U * stride : 0))...}};
}
/// The elements `i`, `i + stride` ... that are among the `left` elements from i on, at least one;
/// the rest of the batch repeats the first.
template <unsigned Count, class Elements>
DIATOMIC_DEVICE inline element_batch<element_t<Elements>, Count> load_elements(
    const Elements& elements, std::size_t i, unsigned stride, unsigned left) {
  return detail::load_elements_of(elements, i, stride, left, std::make_index_sequence<Count>());
}

/// A launch's shape for n elements.
struct walk_plan {
  unsigned grid;
  unsigned block;
  bool in_stretches;
};

/// How the blocks of a launch share out n elements: in units, which are aligned vectors or, without
/// vector loads, single elements. Host code computes it, because divisions take long on GPUs.
///
/// A tile is a batch of units for each thread of a block. Each block takes `rounds` whole tiles;
/// then each takes `even` of the units that are left, until there are none. So no block waits for
/// a block with an extra tile. The shares depend only on n, the launch's shape and the address
/// modulo 16.
struct walk_shares {
  std::size_t n;
  std::size_t units;
  std::size_t rounds;
  unsigned even;
  unsigned head;  ///< elements before the first vector
  unsigned tail;  ///< elements after the last vector
  bool by_vectors;
  bool in_stretches;  ///< a block's tiles are consecutive

  template <class Elements>
  walk_shares(const Elements& input, std::size_t count, const walk_plan& plan, unsigned batch)
      : n(count), head(0), tail(0), by_vectors(false), in_stretches(plan.in_stretches) {
    units = n;
    if constexpr (has_vectors_v<Elements>) {
      constexpr unsigned size = sizeof(element_t<Elements>);
      const auto address = reinterpret_cast<std::uintptr_t>(input);
      // A type may allow an address from which no element begins at a multiple of 16 bytes.
      by_vectors = address % size == 0;
      if (by_vectors) {
        head = static_cast<unsigned>(std::min<std::size_t>(n, (0 - address) % 16 / size));
        units = (n - head) * size / 16;
        tail = static_cast<unsigned>(n - head - units * (16 / size));
      }
    }
    const std::size_t round = std::size_t{plan.grid} * plan.block * batch;
    // Of a batch each: then the even shares are no larger than a tile.
    const std::size_t line = std::size_t{plan.grid} * batch;
    rounds = units / round;
    const std::size_t left = units - rounds * round;
    even = static_cast<unsigned>(plan.grid == 1 ? left : (left + line - 1) / line * batch);
  }
};

/// The share of the calling thread's block: `shares.rounds` tiles, with a stride of `step` units
/// from `first` on, then `rest` units from `last` on.
struct block_share {
  std::size_t first;
  std::size_t step;
  std::size_t last;
  unsigned rest;

  DIATOMIC_DEVICE block_share(const walk_shares& shares, unsigned tile) {
    const std::size_t round = std::size_t{grid_size()} * tile;
    first = std::size_t{block_index()} * tile * (shares.in_stretches ? shares.rounds : 1);
    step = shares.in_stretches ? tile : round;
    last = shares.rounds * round + std::size_t{block_index()} * shares.even;
    const std::size_t left = last < shares.units ? shares.units - last : 0;
    rest = left < shares.even ? static_cast<unsigned>(left) : shares.even;
  }
};

/// Calls `whole(unit)` for the calling thread's first unit in each whole tile of its block, and
/// `part(unit, left)` for the units that are left over: `left` units from `unit` on belong to the
/// block. A thread's units have a stride of `Threads`, the size of the blocks. With `Once` there is
/// one block, and no whole tile.
template <unsigned Threads, unsigned Batch, bool Once, class Whole, class Part>
DIATOMIC_DEVICE inline void walk_units(const walk_shares& shares, Whole whole, Part part) {
  const unsigned me = thread_index();
  if constexpr (Once) {
    part(std::size_t{me}, me < shares.even ? shares.even - me : 0);
  } else {
    const block_share share(shares, Threads * Batch);
    std::size_t unit = share.first + me;
    DIATOMIC_DETAIL_ROLLED
    for (std::size_t k = 0; k < shares.rounds; ++k) {
      whole(unit);
      unit += share.step;
    }
    if (share.rest != 0) part(share.last + me, me < share.rest ? share.rest - me : 0);
  }
}

/// Calls `single(i)` for the calling thread's elements at the ends of the array, which fill no
/// aligned vector. They belong to the first block.
template <unsigned Threads, class Single>
DIATOMIC_DEVICE inline void walk_ends(const walk_shares& shares, Single single) {
  if ((shares.head | shares.tail) == 0 || block_index() != 0) return;
  constexpr unsigned most = 15;  // elements before or after the vectors
  for (unsigned first = 0; first < most; first += Threads) {
    const unsigned i = first + thread_index();
    if (i < shares.head) single(std::size_t{i});
    if (i < shares.tail) single(shares.n - shares.tail + i);
  }
}

/// The properties of the current device that shapes depend on. A query takes longer than a small
/// reduction.
struct walk_device {
  std::size_t units;  ///< compute units
  bool is_host;
};
inline walk_device current_walk_device() {
  struct facts {
    std::atomic<unsigned> units{0};
    std::atomic<bool> is_host{false};
  };
  static facts known[64];
  const int device = current_device();
  if (device >= 64) throw std::out_of_range("reduce: more than 64 devices");
  facts& of_device = known[device];
  if (of_device.units.load(std::memory_order_acquire) == 0) {
    const device_properties found = properties(device);
    of_device.is_host.store(found.warp_size == 1, std::memory_order_relaxed);
    of_device.units.store(static_cast<unsigned>(std::max(1, found.compute_units)),
                          std::memory_order_release);
  }
  return {of_device.units.load(std::memory_order_relaxed),
          of_device.is_host.load(std::memory_order_relaxed)};
}
/// The host's shape: more stretches than threads in the pool for large inputs, because some
/// processors may be busy.
inline walk_plan plan_stretches(std::size_t bytes, std::size_t units) {
  constexpr std::size_t worth_a_thread = 64 * 1024;
  const std::size_t grid = std::clamp<std::size_t>(bytes / worth_a_thread, 1, 4 * units);
  return {static_cast<unsigned>(grid), 1, true};
}

/// The launch shape for n elements on the current device: always the same. On a GPU each compute
/// unit gets at most `blocks_a_unit` blocks.
inline walk_plan plan_walk(std::size_t n, std::size_t element_bytes, unsigned vectors,
                           unsigned blocks_a_unit) {
  const walk_device device = current_walk_device();
  const std::size_t bytes = n * element_bytes;
  if (device.is_host) return plan_stretches(bytes, device.units);
  const std::size_t tile_bytes = std::size_t{16} * vectors * walk_block;
  const std::size_t tiles = (bytes + tile_bytes - 1) / tile_bytes;
  return {static_cast<unsigned>(std::clamp<std::size_t>(tiles, 1, device.units * blocks_a_unit)),
          walk_block, false};
}

/// The same where each thread takes batches of `batch` vectors, and more blocks take longer to
/// combine. One block, if its threads need no second batch.
inline walk_plan plan_batches(std::size_t n, std::size_t element_bytes, unsigned batch,
                              unsigned blocks_a_unit) {
  const walk_device device = current_walk_device();
  const std::size_t bytes = n * element_bytes;
  if (device.is_host) return plan_stretches(bytes, device.units);
  const std::size_t tile_bytes = std::size_t{16} * batch * walk_block;
  if (bytes <= tile_bytes) return {1, walk_block, false};
  // Measured on an H200: a warp combines 64 blocks at once, and otherwise twice the blocks where
  // each would take twice the batches.
  std::size_t grid = std::clamp<std::size_t>(device.units / 2, 2, 64);
  if (bytes <= grid * tile_bytes) {
    grid = std::min(grid, std::max<std::size_t>(2, bytes / (tile_bytes / 4)));
  } else {
    for (std::size_t batches = 1;
         grid < device.units * blocks_a_unit && bytes > grid * batches * tile_bytes; batches *= 2) {
      grid = std::max(2 * grid, device.units) / device.units * device.units;
    }
    grid = std::min(grid, device.units * blocks_a_unit);
  }
  return {static_cast<unsigned>(grid), walk_block, false};
}

/// Throws `std::invalid_argument` for arguments that no kernel of such a call can work with.
template <class Elements, class Result>
void check_walk(const char* call, const Elements& input, std::size_t n, const Result* result,
                const void* temp, std::size_t temp_bytes, std::size_t needed_bytes) {
  const auto refuse = [call](const std::string& why) {
    throw std::invalid_argument(std::string(call) + ": " + why);
  };
  const auto is_misaligned = [](const void* p, std::size_t to) {
    return reinterpret_cast<std::uintptr_t>(p) % to != 0;
  };
  if constexpr (has_data_v<Elements>) {
    const auto* const first = detail::data_of(input);
    using element = std::remove_pointer_t<decltype(detail::data_of(input))>;
    if (n != 0 && first == nullptr) refuse("input is null");
    if (is_misaligned(first, alignof(element))) refuse("input is misaligned for its type");
    // Checked before sizes in bytes overflow.
    if (n > static_cast<std::size_t>(-1) / 2 / sizeof(element)) {
      refuse("input: " + std::to_string(n) + " elements are more than any memory");
    }
  } else {
    detail::check_function(input, call, "input");
  }
  if (result == nullptr) refuse("result is null");
  if (is_misaligned(result, alignof(Result))) refuse("result is misaligned for its type");
  if (temp == nullptr) refuse("temp is null");
  if (is_misaligned(temp, 16)) refuse("temp is not aligned to 16 bytes");
  if (temp_bytes < needed_bytes) {
    refuse("temp_bytes is " + std::to_string(temp_bytes) + ", and " + std::to_string(needed_bytes) +
           " are needed");
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
