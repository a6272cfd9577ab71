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

/// The aligned vectors of an array of n elements whose address is a multiple of `sizeof(T)`. The
/// elements before the first and after the last vector are taken one by one.
template <class T>
struct vector_layout {
  std::size_t head;     ///< elements before the first vector
  std::size_t vectors;  ///< whole vectors

  DIATOMIC_DEVICE vector_layout(const T* input, std::size_t n) {
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(input) % 16;
    const std::size_t to_aligned = misaligned == 0 ? 0 : (16 - misaligned) / sizeof(T);
    head = to_aligned < n ? to_aligned : n;
    vectors = (n - head) * sizeof(T) / 16;
  }
};

/// The tiles of the calling thread's block: `count` of them, with a stride of `step`, starting at
/// `first`. With `in_stretches` a block's tiles are consecutive; otherwise the tiles alternate
/// between blocks.
struct tile_share {
  std::size_t first;
  std::size_t step;
  std::size_t count;

  DIATOMIC_DEVICE tile_share(std::size_t tiles, bool in_stretches) {
    const unsigned grid = grid_size();
    const std::size_t share = tiles / grid;
    const auto extra = static_cast<unsigned>(tiles % grid);
    const bool has_extra = block_index() < extra;
    count = share + (has_extra ? 1 : 0);
    first =
        in_stretches ? block_index() * share + (has_extra ? block_index() : extra) : block_index();
    step = in_stretches ? 1 : grid;
  }
};

/// Calls `single` for the calling thread's share of n elements, without vector loads.
template <class T, class Single>
DIATOMIC_DEVICE inline void walk_singly(const T* input, std::size_t n, bool in_stretches,
                                        Single single) {
  const tile_share rows((n + block_size() - 1) / block_size(), in_stretches);
  for (std::size_t k = 0; k < rows.count; ++k) {
    const std::size_t i = (rows.first + k * rows.step) * block_size() + thread_index();
    if (i < n) single(input[i], i);
  }
}

/// Calls `batch`, `some` and `single` for the calling thread's share of n elements.
///
/// A tile is `Vectors` vectors for each thread of a block. A thread's vectors have a stride of
/// `block_size()`, and `tile_share` assigns the tiles to blocks. Three callbacks take the elements:
/// `batch(v, p, tile)` gets a thread's vectors `v` of a whole tile, and the address of the first;
/// `some(p, tile, count)` gets the address of the thread's first of `count` vectors in the last,
/// partial tile; `single(value, i)` gets an element at an end of the array that fills no aligned
/// vector. If the address is not a multiple of `sizeof(T)`, as may be for `std::complex`, every
/// element goes to `single`. The assignment and its order depend only on n, the launch's shape and
/// the address modulo 16.
template <unsigned Vectors, class T, class Batch, class Some, class Single>
DIATOMIC_DEVICE inline void walk_array(const T* input, std::size_t n, bool in_stretches,
                                       Batch batch, Some some, Single single) {
  if constexpr (alignof(T) < sizeof(T)) {
    // T allows this address, but no element begins at a multiple of 16 bytes.
    if (reinterpret_cast<std::uintptr_t>(input) % sizeof(T) != 0) {
      return detail::walk_singly(input, n, in_stretches, single);
    }
  }
  const vector_layout<T> layout(input, n);
  const auto* const vector = reinterpret_cast<const vector_of<T>*>(input + layout.head);
  const unsigned tile_vectors = block_size() * Vectors;
  const std::size_t tiles = layout.vectors / tile_vectors;
  const unsigned me = thread_index();

  if (block_index() == 0) {
    for (std::size_t i = me; i < layout.head; i += block_size()) single(input[i], i);
  }
  if (block_index() == grid_size() - 1) {
    const std::size_t tail = layout.head + layout.vectors * (16 / sizeof(T));
    for (std::size_t i = tail + me; i < n; i += block_size()) single(input[i], i);
    const auto left = static_cast<unsigned>(layout.vectors - tiles * tile_vectors);
    if (me < left) {
      some(vector + tiles * tile_vectors + me, tiles,
           (left - me + block_size() - 1) / block_size());
    }
  }

  const tile_share share(tiles, in_stretches);
  std::size_t tile = share.first;
  const vector_of<T>* p = vector + tile * tile_vectors + me;
  const unsigned stride = block_size();
  for (std::size_t count = share.count; count != 0; --count) {
    batch(detail::load_batch<T, Vectors>(p, stride), p, tile);
    p += share.step * tile_vectors;
    tile += share.step;
  }
}

/// Whether `walk_array` can load elements as whole vectors.
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
DIATOMIC_DEVICE inline element_batch<element_t<Elements>, sizeof...(U)> load_elements(
    const Elements& elements, std::size_t i, unsigned stride, unsigned count,
    std::index_sequence<U...>) {
  return {{detail::element_at(elements, i + (U < count ? U : 0) * stride)...}};
}

/// Calls `several` for the calling thread's share of n elements, which need not be in memory.
///
/// A tile is `Count` elements for each thread of a block, and `tile_share` assigns the tiles to
/// blocks. `several(v, i, stride, count)` gets `count` elements, up to `Count`: `v.at[u]` is
/// element `i + u * stride`; the rest of `v` repeats the first. The assignment and its order depend
/// only on n and the launch's shape.
template <unsigned Count, class Elements, class Several>
DIATOMIC_DEVICE inline void walk_elements(const Elements& elements, std::size_t n,
                                          bool in_stretches, Several several) {
  constexpr std::make_index_sequence<Count> each{};
  const unsigned stride = block_size();
  const std::size_t tile = std::size_t{stride} * Count;
  const tile_share share((n + tile - 1) / tile, in_stretches);
  for (std::size_t k = 0; k < share.count; ++k) {
    const std::size_t i = (share.first + k * share.step) * tile + thread_index();
    if (i + (Count - 1) * std::size_t{stride} < n) {
      several(detail::load_elements(elements, i, stride, Count, each), i, stride, Count);
    } else if (i < n) {
      const auto count = static_cast<unsigned>((n - i + stride - 1) / stride);
      several(detail::load_elements(elements, i, stride, count, each), i, stride, count);
    }
  }
}

/// The array index of element j of the calling thread's vector in row `row`: row u of tile t is
/// `t * Vectors + u`. The vector must exist.
template <class T>
DIATOMIC_DEVICE inline std::size_t walk_index(const T* input, std::size_t row, unsigned j) {
  const std::size_t head = (0 - reinterpret_cast<std::uintptr_t>(input)) % 16 / sizeof(T);
  return head + (row * block_size() + thread_index()) * (16 / sizeof(T)) + j;
}

/// A launch's shape for n elements.
struct walk_plan {
  unsigned grid;
  unsigned block;
  bool in_stretches;
};

/// The launch shape for n elements on the current device: always the same. For large inputs each
/// compute unit of a GPU gets `blocks_a_unit` blocks; `at_once` blocks fit on a unit at a time.
inline walk_plan plan_walk(std::size_t n, std::size_t element_bytes, unsigned vectors,
                           unsigned blocks_a_unit, unsigned at_once = 4) {
  struct facts {
    std::atomic<unsigned> units{0};
    std::atomic<bool> is_host{false};
  };
  static facts known[64];  // a query takes longer than a small reduction
  const int device = current_device();
  if (device >= 64) throw std::out_of_range("reduce: more than 64 devices");
  facts& of_device = known[device];
  if (of_device.units.load(std::memory_order_acquire) == 0) {
    const device_properties found = properties(device);
    of_device.is_host.store(found.warp_size == 1, std::memory_order_relaxed);
    of_device.units.store(static_cast<unsigned>(std::max(1, found.compute_units)),
                          std::memory_order_release);
  }
  const std::size_t units = of_device.units.load(std::memory_order_relaxed);
  const std::size_t bytes = n * element_bytes;
  if (of_device.is_host.load(std::memory_order_relaxed)) {
    // More stretches than threads in the pool for large inputs: some processors may be busy.
    constexpr std::size_t worth_a_thread = 64 * 1024;
    const std::size_t grid = std::clamp<std::size_t>(bytes / worth_a_thread, 1, 4 * units);
    return {static_cast<unsigned>(grid), 1, true};
  }
  const std::size_t tile_bytes = std::size_t{16} * vectors * walk_block;
  const std::size_t tiles = (bytes + tile_bytes - 1) / tile_bytes;
  // Large inputs get more blocks than fit at a time, so that a slow unit can run fewer.
  const std::size_t max_blocks = units * (tiles >= 64 * units ? blocks_a_unit : at_once);
  return {static_cast<unsigned>(std::clamp<std::size_t>(tiles, 1, max_blocks)), walk_block, false};
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
