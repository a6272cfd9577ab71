// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The record of an atomic access: sets its marks, looks at those of others, and tells its order.

#include <diatomic/host/race/accesses.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstddef>
#include <cstdint>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// An atomic access of the mark, so that operations of one group do not race.
__attribute__((noinline)) inline void put(mark& m, mark value) {
  __atomic_store_n(&m, value, __ATOMIC_RELAXED);
}
DIATOMIC_HOST_UNSEEN_PART void set(const access& a, const marks& its) {
  if (!a.stores) return race::put(*its.loaded, 1);
  race::put(*its.stored, its.is_of_slot ? *its.stored : mark{1});
}
/// A plain read of the mark.
DIATOMIC_HOST_UNSEEN inline void read(const mark& m, void* tag) {
  __tsan_external_read(const_cast<mark*>(&m), __builtin_return_address(0), tag);
}
/// The same of the marks of accesses that conflict with `a`, if they are set. A slot's marks may be
/// unset or of an earlier epoch: ThreadSanitizer then knows no access of them, or one in order.
DIATOMIC_HOST_UNSEEN_PART void look_at(const access& a, const marks& its, void* tag) {
  if (its.is_of_slot || *its.stored != 0) race::read(*its.stored, tag);
  if (a.stores && *its.loaded != 0) race::read(*its.loaded, tag);
}

/// Compares the access with the marks of other groups: of a warp's group, the narrow marks are of
/// the warp's scope; of a block's group, of the block's scope and of narrower ones.
DIATOMIC_HOST_UNSEEN inline void look_at_groups(const access& a, const agent& me, const object& o,
                                                bool is_private, const group* own,
                                                const group* of_warp) {
  for (const group* g = o.groups; g != nullptr; g = g->next) {
    if (g->epoch != o.epoch || g == own || g == of_warp) continue;
    if (is_private && g->id / ids_of_a_block != me.block) continue;
    const bool is_warp = g->id % ids_of_a_block != 0;
    look_at(a, g->narrow, mark_tags.scope);
    if (a.scope == span::warp || (a.scope == span::block && !is_warp)) {
      look_at(a, g->wide, mark_tags.scope);
    }
  }
}

/// Compares the size of the access with the sizes of objects that begin in the 8 bytes at `begin`.
DIATOMIC_HOST_UNSEEN_PART void look_at_sizes(const access& a, unsigned block, std::uintptr_t begin,
                                             bool is_private) {
  const auto address = reinterpret_cast<std::uintptr_t>(a.address);
  const auto differs = [&](std::uintptr_t other, std::size_t size) {
    return (other != address || size != a.size) && race::overlap(other, size, address, a.size);
  };
  const word at = word_at(begin);
  const sole_user user(at.its);
  if (user.is_of(present_epoch()) && !(is_private && user.block() != block)) {
    for (std::size_t i = 0; user.size() != a.size && i < 8; ++i) {
      if (!user.has(i) || !differs(begin + i, user.size())) continue;
      look_at(a, {at.loaded + i, at.its.stored + i, true, 0, 0}, mark_tags.size);
    }
  }
  for (const object* o = objects_in(at.its); o != nullptr; o = o->next) {
    if (o->epoch != present_epoch() || !differs(o->address, o->size)) continue;
    for (const group* g = o->groups; g != nullptr; g = g->next) {
      if (g->epoch != o->epoch || g->id % ids_of_a_block != 0) continue;
      if (is_private && g->id != block * ids_of_a_block) continue;
      look_at(a, g->wide, mark_tags.size);
    }
  }
}
/// Of all objects that share a byte with the access's: they begin in the same aligned 16 bytes.
DIATOMIC_HOST_UNSEEN_PART void look_at_overlaps(const access& a, const agent& me, bool is_private) {
  const auto first = reinterpret_cast<std::uintptr_t>(a.address) & ~std::uintptr_t{15};
  look_at_sizes(a, me.block, first, is_private);
  look_at_sizes(a, me.block, first + 8, is_private);
}

/// An access at device scope that publishes nothing, by a block that is the sole user or becomes
/// it: only its mark counts. False for any other access.
DIATOMIC_HOST_UNSEEN_PART bool note_of_sole_user(const access& a, unsigned block, const word& at) {
  const unsigned now = present_epoch();
  const std::size_t byte = reinterpret_cast<std::uintptr_t>(a.address) & 7;
  sole_user me(a.size, block, now);
  const sole_user present(at.its);
  if (me.is_like(present)) {
    me = present;
  } else {
    if (me.bits() == 0 || objects_in(at.its) != nullptr || present.is_of(now)) return false;
  }
  me.add(byte);
  at.its.bits = me.bits();
  set(a, {at.loaded + byte, at.its.stored + byte, true, 0, 0});
  return true;
}

/// Any access: its marks in the object's groups, and its order.
DIATOMIC_HOST_UNSEEN inline void note_in_object(access a, span given_scope, agent& me,
                                                const word& at, bool is_own_memory, bool gives) {
  object& o = find_object(reinterpret_cast<std::uintptr_t>(a.address), a.size, at);
  // Relaxed updates of a large array need no more groups than those that show two blocks.
  const bool needs_group =
      gives || o.blocks < 2 || o.has_narrow || given_scope != span::device || is_own_memory;
  const std::uint64_t id = me.block * ids_of_a_block;
  group* own = find_group(o, id);
  if (own == nullptr && needs_group) {
    own = make_group(o, id);
    ++o.blocks;
  }
  o.has_narrow |= given_scope != span::device;
  o.has_warps |= given_scope == span::warp;
  group* of_warp = find_group(o, id + me.warp + 1);
  if (of_warp == nullptr && o.has_warps) of_warp = make_group(o, id + me.warp + 1);
  // Before a release, which covers them.
  for (group* g : {own, of_warp}) {
    if (g != nullptr) set(a, g->wide);
  }
  if (given_scope != span::device) set(a, own->narrow);
  tell_order(a, me, o, own);
  // After it: the order at the warp's scope goes through the block's key, which covers too much.
  if (given_scope == span::warp) set(a, of_warp->narrow);
  if (me.block == 0) return;
  a.scope = given_scope;
  look_at_groups(a, me, o, is_own_memory, own, of_warp);
}

/// After an access, under the lock of its address.
DIATOMIC_HOST_UNSEEN inline void note(access a) {
  __tsan_func_entry(__builtin_return_address(0));  // for the reports
  if (assumed != assumption::none) a.scope = span::device;
  if (assumed == assumption::all_orders) a.order = memory_order::acq_rel;
  agent& me = this_agent();
  const bool is_own_memory = me.block != 0 && is_private(me, a.address);
  // Only this block uses the memory now, and the device's key is older.
  const span given_scope = a.scope;
  if (is_own_memory && a.scope == span::device) a.scope = span::block;
  const bool gives = a.stores && (does_release(a.order) || !me.released[0].is_empty() ||
                                  !me.released[1].is_empty());
  const word at = word_at(reinterpret_cast<std::uintptr_t>(a.address));
  const bool may_be_sole = given_scope == span::device && !is_own_memory && !gives;
  if (!may_be_sole || !note_of_sole_user(a, me.block, at)) {
    note_in_object(a, given_scope, me, at, is_own_memory, gives);
  }
  if (me.block != 0) look_at_overlaps(a, me, is_own_memory);
  __tsan_func_exit(nullptr);
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
