// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Aggregation: items from many threads for many processing elements, sent in bulk.
///
/// Each atomic on another device's memory takes a packet on the link. Many updates are faster if
/// they are sorted by owner, sent in bulk, and applied by each owner in its own memory:
///
///     mailboxes<update> boxes(w, 1 << 22);  // an update is a structure of the program
///     send_to_owners(w, stream, updates, n, owner_of, apply{table.data()}, boxes);

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/remote/detail/joint_call.hpp>
#include <diatomic/remote/detail/owner_sort.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

struct aggregated_call;

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// Memory for items in flight: on each processing element an inbox of `capacity` items for each
/// sender, and on a network an outbox of the same size for each owner. All processing elements
/// construct and destroy it together.
///
/// \tparam T the type of the items: trivially copyable, at most 128 bytes, aligned to at most 16.
template <class T>
class mailboxes {
 public:
  /// For the processing elements of `of`, each of which sends up to `capacity` items at a time.
  /// `capacity` must be the same on all, from 1 to 2^32 - 1, or all throw `std::invalid_argument`.
  /// Other errors as for `symmetric_array`.
  mailboxes(world& of, std::size_t capacity)
      : capacity_(agreed_capacity(of, capacity)),
        inboxes_(of, capacity * static_cast<std::size_t>(of.pes())),
        outboxes_(detail::together(of, "mailboxes",
                                   [&] {
                                     return device_array<T>(
                                         of.link() == remote_link::network ? inboxes_.size() : 0);
                                   })),
        received_(of, static_cast<std::size_t>(of.pes())),
        sent_(detail::together(of, "mailboxes", [&] {
          device_array<unsigned> zeros(received_.size());
          zeros.fill_bytes(0);
          return zeros;
        })) {}

  /// Maximum number of items that a processing element sends at a time.
  std::size_t capacity() const noexcept { return capacity_; }

 private:
  template <class U, class Items, class Owner, class Handle>
  friend void send_to_owners(world& w, stream_view stream, Items items, std::size_t n,
                             Owner owner_of, Handle handle, mailboxes<U>& boxes);
  friend struct detail::aggregated_call;

  /// Throws on all processing elements if a capacity differs or is out of range.
  static std::size_t agreed_capacity(world& of, std::size_t capacity) {
    const std::vector<std::size_t> all = of.gather(&capacity, 1);
    for (std::size_t pe = 0; pe < all.size(); ++pe) {
      if (all[pe] == all[0] && all[pe] != 0 && all[pe] <= std::numeric_limits<unsigned>::max()) {
        continue;
      }
      throw std::invalid_argument("mailboxes: the capacity of processing element " +
                                  std::to_string(pe) + " is " + std::to_string(all[pe]) +
                                  "; all must pass the same one, from 1 to 2^32 - 1");
    }
    return capacity;
  }

  std::uint64_t number_of_step(std::uint64_t step) const {
    return detail::call_number(detail::joint_send, detail::peer_signals::number_of(inboxes_), step);
  }
  /// Agrees with all others before kernels wait for each other. The result's `n` is the maximum
  /// over all processing elements; its `shift` is 0 if theirs differ. `variant`, 0 or the number of
  /// the call's other array, is the same on all.
  detail::joint_call agree(world& w, stream_view stream, std::size_t n, std::uint64_t variant = 0,
                           unsigned shift = 0) const {
    detail::runtime_api::check_stream(stream.native_handle(), "send_to_owners");
    const detail::joint_call all =
        detail::world_access::agree(w, number_of_step(variant), n, is_whole_, shift);
    if (all.is_whole != 0) return all;
    throw std::logic_error("mailboxes: an exception ended an earlier call: make new mailboxes");
  }
  /// `send_to_owners` after an agreement. If kernels synchronise with each other, the host waits
  /// only for the last one.
  template <class Items, class Owner, class Handle>
  void send(world& w, stream_view stream, const Items& items, std::size_t n,
            const detail::joint_call& all, const Owner& owner_of, const Handle& handle) {
    const bool meets = all.meets != 0;
    is_whole_ = false;
    detail::with_others(w, meets, [&] {
      for (std::size_t round = 0; round * capacity_ < all.n; ++round) {
        const std::size_t first = std::min(n, round * capacity_);
        const auto meet_on_host = [&](std::uint64_t step) {
          detail::runtime_api::synchronize(stream.native_handle());
          if (step == 0) post();
          detail::world_access::barrier(w, number_of_step(2 * round + step + 1));
        };
        queue(stream, items, owner_of, handle, first, std::min(n - first, capacity_), [&] {
          if (!meets) meet_on_host(0);
        });
        if (!meets) meet_on_host(1);
        // A device's launch queue is finite.
        if (meets && round % 256 == 255) detail::runtime_api::synchronize(stream.native_handle());
      }
      if (meets) detail::runtime_api::synchronize(stream.native_handle());
    });
    is_whole_ = true;
    w.barrier();
  }
  /// Queues a round: one kernel sends items, another handles incoming ones. `between` is called
  /// between the two launches.
  template <class Items, class Owner, class Handle, class Between>
  void queue(stream_view stream, const Items& items, const Owner& owner_of, const Handle& by,
             std::size_t first, std::size_t n, Between between) {
    constexpr unsigned block = detail::owner_tile<T>::threads;
    const detail::peer_signals signals = detail::peer_signals::next_of(inboxes_);
    const detail::owner_tile<T> tile{static_cast<unsigned>(sent_.size())};
    const std::size_t in_tile = std::size_t{block} * tile.items;
    const std::size_t tiles = std::max<std::size_t>((n + in_tile - 1) / in_tile, 1);
    diatomic::launch(static_cast<unsigned>(tiles), block, tile.bytes(), stream,
                     detail::owner_sort_kernel<T>{}, items, owner_of, by, first, n,
                     detail::outgoing_boxes<T>{inboxes_.pointer(), outboxes_.data(), capacity_},
                     sent_.data(), received_.pointer(), signals);
    if (sent_.size() == 1) return;
    between();
    const std::size_t max_messages = capacity_ * (sent_.size() - 1);
    diatomic::launch(
        static_cast<unsigned>(std::min<std::size_t>((max_messages + block - 1) / block, 4096)),
        block, 0, stream, detail::handle_kernel{}, inboxes_.pointer(), received_.pointer(),
        capacity_, by, sent_.data(), signals);
  }
  /// On a network: copies the outboxes to their owners, where they are complete after a barrier.
  void post() {
    if (outboxes_.size() == 0) return;
    const std::vector<unsigned> sent = sent_.download();
    for (std::size_t owner = 0; owner < sent.size(); ++owner) {
      inboxes_.put(static_cast<int>(owner),
                   static_cast<std::size_t>(inboxes_.pointer().pe()) * capacity_,
                   outboxes_.data() + owner * capacity_, sent[owner]);
    }
  }

  std::size_t capacity_;
  symmetric_array<T> inboxes_;          ///< one per sender
  device_array<T> outboxes_;            ///< one per owner; empty on a direct link
  symmetric_array<unsigned> received_;  ///< items received from each sender in this round
  device_array<unsigned> sent_;         ///< items sent to each owner
  bool is_whole_ = true;  ///< false during a call, and after one that an exception ended
};

/// Calls `handle(item)` for each item of all processing elements, in a kernel of the item's owner:
/// in any order, and concurrently.
///
/// `items`, the `n` items of this processing element, is an array or a function
/// (`<diatomic/algorithms/elements.hpp>`); `n` may differ between processing elements.
/// `owner_of(i)` is the owner of item number i, a `std::size_t`; an item whose owner is not a
/// processing element is not sent. `owner_of` and `handle` are trivially copyable and callable in
/// kernels, as is `items` if a function. Each processing element passes a `handle` that refers to
/// its own memory; `handle` may update that memory by atomics at device scope or wider. A
/// processing element's own items may be handled while other items are still being read, so
/// `handle` must not change anything that `items` and `owner_of` read.
///
/// Items are sent in rounds of up to `boxes.capacity()`. All processing elements make the call
/// together; it returns on all when all items have been handled, and all see the effects. If
/// `w.kernels_meet()`, the kernels of all rounds are queued on `stream` and wait for each other.
///
/// Throws `runtime_error` if a block's shared memory cannot hold three numbers per processing
/// element. After an exception the mailboxes are unusable: later calls throw `std::logic_error` on
/// all. If `w.kernels_meet()`, an exception after the start of the kernels ends the world for the
/// others.
template <class T, class Items, class Owner, class Handle>
void send_to_owners(world& w, stream_view stream, Items items, std::size_t n, Owner owner_of,
                    Handle handle, mailboxes<T>& boxes) {
  static_assert(std::is_same_v<detail::element_t<Items>, T>,
                "send_to_owners: the items must have the type of the mailboxes");
  boxes.send(w, stream, items, n, boxes.agree(w, stream, n), owner_of, handle);
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
