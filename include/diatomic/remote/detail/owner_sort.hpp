// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels of `send_to_owners`: one writes items to the boxes of their owners, the other
/// handles received items.

#include <cstddef>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/collectives/detail/bin_values.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/remote/detail/peer_signals.hpp>
#include <diatomic/remote/symmetric_ptr.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// Where a processing element writes its items: for each owner an array of `capacity` items, in the
/// owner's memory, or on a network in local memory.
template <class T>
struct outgoing_boxes {
  symmetric_ptr<T> inboxes;  ///< on each owner, one per sender
  T* outboxes;               ///< one per owner; null on a direct link
  std::size_t capacity;

  DIATOMIC_FUNCTION T* of(int owner) const {
    if (outboxes != nullptr) return outboxes + static_cast<std::size_t>(owner) * capacity;
    return inboxes.address(owner) + static_cast<std::size_t>(inboxes.pe()) * capacity;
  }
};

/// The layout of a block's shared memory while it sorts a tile by owner.
template <class T>
struct owner_tile {
  static_assert(sizeof(T) <= 128 && alignof(T) <= 16);
  /// Threads per block, and items per thread: the tile fits in 32 KiB.
  ///@{
  static constexpr unsigned threads = 256;
  static constexpr unsigned items = sizeof(T) <= 16 ? 8 : 128 / sizeof(T);
  ///@}
  static constexpr unsigned rank_bits = 12;  ///< of an item's rank in the tile
  static_assert(threads * items <= 1u << rank_bits);

  unsigned pes;

  DIATOMIC_FUNCTION std::size_t counts_at() const {
    return (std::size_t{threads} * items * sizeof(T) + 15) / 16 * 16;
  }
  /// Includes three numbers per owner, plus one more start.
  DIATOMIC_FUNCTION std::size_t bytes() const {
    return counts_at() + (3 * std::size_t{pes} + 1) * sizeof(unsigned);
  }
};

/// `owner`, or `pes` if `owner` is not a processing element.
template <class Owner>
DIATOMIC_FUNCTION unsigned checked_owner(Owner owner, unsigned pes) {
  static_assert(is_integer_up_to_v<Owner, 8>,
                "send_to_owners: owner_of must return an integer of up to 64 bits");
  const auto wide =
      static_cast<unsigned long long>(owner);  // a negative number becomes a large one
  return wide < pes ? static_cast<unsigned>(wide) : pes;
}

/// Writes the items of a tile to the boxes of their owners, and handles the items that this
/// processing element owns. `sent` counts the items in each box; the last block stores each owner's
/// count in its `received`, and signals the owner.
///
/// A block sorts its tile in shared memory, so that its writes to a box are contiguous.
template <class T>
struct owner_sort_kernel {
  template <class Items, class Owner, class Handle>
  DIATOMIC_DEVICE void operator()(Items items, Owner owner_of, Handle handle, std::size_t first,
                                  std::size_t n, outgoing_boxes<T> to, unsigned* sent,
                                  symmetric_ptr<unsigned> received, peer_signals signals) const {
    constexpr unsigned each = owner_tile<T>::items;
    const auto pes = static_cast<unsigned>(to.inboxes.pes());
    const auto own = static_cast<unsigned>(to.inboxes.pe());
    const owner_tile<T> at{pes};
    auto* const tile = diatomic::shared_array<T>();
    auto* const counts =
        reinterpret_cast<unsigned*>(reinterpret_cast<unsigned char*>(tile) + at.counts_at());
    unsigned* const starts = counts + pes;      // in the tile; the last is the end
    unsigned* const places = starts + pes + 1;  // in the boxes
    for (unsigned o = thread_index(); o < pes; o += block_size()) counts[o] = 0;
    sync_block();

    // An item's owner, or `pes`, and its rank among the block's items for this owner, packed into
    // one register, because registers limit occupancy.
    constexpr unsigned rank_bits = owner_tile<T>::rank_bits;
    unsigned where[each];
    T mine[each] = {};  // g++ does not see that only items with an owner are read
    const std::size_t begin = std::size_t{block_index()} * block_size() * each + thread_index();
    for (unsigned k = 0; k < each; ++k) {
      const std::size_t i = begin + k * block_size();
      where[k] = (i < n ? detail::checked_owner(owner_of(first + i), pes) : pes) << rank_bits;
    }
    for (unsigned k = 0; k < each; ++k) {
      if (where[k] >> rank_bits != pes) {
        mine[k] = detail::element_at(items, first + begin + k * block_size());
      }
    }
    for (unsigned k = 0; k < each; ++k) {
      const unsigned owner = where[k] >> rank_bits;
      if (owner == own) {
        handle(mine[k]);
        where[k] = pes << rank_bits;
      } else if (owner != pes) {
        where[k] |= diatomic::fetch_add(&counts[owner], 1u, in_shared, block_scope, few_addresses);
      }
    }
    if (pes == 1) return;
    sync_block();
    if (thread_index() == 0) {
      unsigned sum = 0;
      for (unsigned o = 0; o < pes; ++o) {
        starts[o] = sum;
        sum += counts[o];
      }
      starts[pes] = sum;
    }
    for (unsigned o = thread_index(); o < pes; o += block_size()) {
      if (counts[o] != 0) places[o] = diatomic::fetch_add(&sent[o], counts[o]);
    }
    sync_block();
    for (unsigned k = 0; k < each; ++k) {
      const unsigned owner = where[k] >> rank_bits;
      if (owner != pes) tile[starts[owner] + (where[k] & ((1u << rank_bits) - 1))] = mine[k];
    }
    // The previous round's items must be handled before new items overwrite them.
    signals.wait(peer_signals::done, 1);
    for (unsigned i = thread_index(); i < starts[pes]; i += block_size()) {
      const unsigned owner = owner_at(starts, pes, i);
      to.of(static_cast<int>(owner))[places[owner] + (i - starts[owner])] = tile[i];
    }
    if (!signals.is_last_block()) return;
    for (unsigned o = 0; o < pes; ++o) {
      const unsigned count = diatomic::load(&sent[o]);
      remote_ref<unsigned>(received + to.inboxes.pe(), static_cast<int>(o)).store(count);
    }
    signals.send(peer_signals::ready);
  }

 private:
  /// The owner of the item at `place` in the tile: the last owner whose items start at or before
  /// it.
  static DIATOMIC_DEVICE unsigned owner_at(const unsigned* starts, unsigned pes, unsigned place) {
    unsigned low = 0;
    unsigned high = pes;
    while (high - low > 1) {
      const unsigned middle = low + (high - low) / 2;
      (starts[middle] <= place ? low : high) = middle;
    }
    return low;
  }
};

/// Waits for the items of each other processing element, calls `handle` for each item, and signals
/// that the boxes are free.
struct handle_kernel {
  template <class T, class Handle>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> inboxes, symmetric_ptr<unsigned> received,
                                  std::size_t capacity, Handle handle, unsigned* sent,
                                  peer_signals signals) const {
    signals.wait(peer_signals::ready);
    const std::size_t step = std::size_t{block_size()} * grid_size();
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    for (int from = 0; from < inboxes.pes(); ++from) {
      if (from == inboxes.pe()) continue;
      const T* const box = inboxes.local() + static_cast<std::size_t>(from) * capacity;
      const unsigned count = received.local()[from];
      for (std::size_t i = thread; i < count; i += step) handle(box[i]);
    }
    if (!signals.is_last_block()) return;
    for (int o = 0; o < inboxes.pes(); ++o) sent[o] = 0;
    signals.send(peer_signals::done);
  }
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
