// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The race check's records of objects that several blocks accessed, or by which something was
/// published. ThreadSanitizer sees only their keys and marks.

#include <diatomic/host/race/words.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstddef>
#include <cstdint>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

struct agent;
/// An address to which ThreadSanitizer attaches a vector clock. Such addresses, and marks,
/// must not share 8 bytes.
struct key {
  alignas(8) unsigned char bytes[8];
  const agent* giver;  // the last one; nullptr: nothing to acquire
  bool has_several;    // givers
};

/// What loads and stores access.
struct marks {
  mark *loaded, *stored;  // `own` ones, or the slot's
  bool is_of_slot;
  alignas(8) mark own_loaded;
  alignas(8) mark own_stored;

  // Member by member: the sanitizer sees a copy of the whole, which may be a call of memcpy.
  DIATOMIC_HOST_UNSEEN void set_to(mark* its_loaded, mark* its_stored, bool are_of_slot) {
    loaded = its_loaded;
    stored = its_stored;
    is_of_slot = are_of_slot;
  }
};

/// The accesses of an object by one block, or by one warp once an operation had the warp's scope.
struct group {
  std::uint64_t id;
  group* next;
  unsigned epoch;
  key given;  // at block scope or wider
  marks wide;
  marks narrow;  // of accesses at the group's scope or narrower
};

/// An object of the size with which it was accessed.
struct object {
  std::uintptr_t address;
  std::size_t size;
  object* next;   // that begins in the same 8 bytes
  group* groups;  // groups of an earlier epoch are free
  unsigned epoch;
  unsigned blocks;  // that have a group of this epoch
  bool has_narrow;  // an operation at block scope or narrower in this epoch
  bool has_warps;   // one at warp scope
  key given;        // at device scope or wider
};

/// The identifiers of a block's groups: first the block, then its warps.
inline constexpr std::uint64_t ids_of_a_block = 64;

/// Whether the ranges of bytes have a byte in common.
DIATOMIC_HOST_UNSEEN_PART constexpr bool overlap(std::uintptr_t a, std::size_t size_of_a,
                                                 std::uintptr_t b, std::size_t size_of_b) {
  return a < b + size_of_b && b < a + size_of_a;
}

DIATOMIC_HOST_UNSEEN_PART unsigned present_epoch() {
  return __atomic_load_n(&epoch, __ATOMIC_RELAXED);
}
/// The first of the objects that begin in the 8 bytes of a slot.
DIATOMIC_HOST_UNSEEN_PART object* objects_in(const slot& s) {
  return (s.bits & 3) == 3 ? reinterpret_cast<object*>(s.bits - 3) : nullptr;
}

/// A group with this identifier, of `o.epoch`, with unset marks. The caller holds the lock.
DIATOMIC_HOST_UNSEEN inline group* make_group(object& o, std::uint64_t id) {
  group* g = o.groups;
  while (g != nullptr && g->epoch == o.epoch) g = g->next;
  if (g == nullptr) {
    g = records.make<group>();
    g->next = o.groups;
    o.groups = g;
  }
  g->id = id;
  g->epoch = o.epoch;
  g->given.giver = nullptr;
  for (marks* m : {&g->wide, &g->narrow}) {
    m->set_to(&m->own_loaded, &m->own_stored, false);
    m->own_loaded = m->own_stored = 0;
  }
  return g;
}
/// The group with this identifier; nullptr: there is none.
DIATOMIC_HOST_UNSEEN inline group* find_group(const object& o, std::uint64_t id) {
  for (group* g = o.groups; g != nullptr; g = g->next) {
    if (g->epoch == o.epoch && g->id == id) return g;
  }
  return nullptr;
}

/// Adds an object of no accesses in this epoch to a slot that has no sole user.
DIATOMIC_HOST_UNSEEN inline object& add_object(slot& in, std::uintptr_t address, std::size_t size) {
  auto* const made = records.make<object>();
  made->address = address;
  made->size = size;
  made->next = objects_in(in);
  made->epoch = present_epoch();
  in.bits = reinterpret_cast<std::uint64_t>(made) + 3;
  return *made;
}
/// Replaces a sole user by its objects, whose groups keep the slot's marks.
DIATOMIC_HOST_UNSEEN inline void replace_sole_user(std::uintptr_t byte, const word& at) {
  const sole_user user(at.its);
  if (!user.is_user()) return;
  at.its.bits = 0;
  if (!user.is_of(present_epoch())) return;
  for (std::size_t i = 0; i < 8; ++i) {
    if (!user.has(i)) continue;
    object& o = add_object(at.its, (byte & ~std::uintptr_t{7}) + i, user.size());
    make_group(o, user.block() * ids_of_a_block)
        ->wide.set_to(at.loaded + i, at.its.stored + i, true);
    ++o.blocks;
  }
}
/// The object of these bytes. The caller holds the lock.
DIATOMIC_HOST_UNSEEN inline object& find_object(std::uintptr_t address, std::size_t size,
                                                const word& at) {
  replace_sole_user(address, at);
  object* its = objects_in(at.its);
  while (its != nullptr && (its->address != address || its->size != size)) its = its->next;
  if (its == nullptr) return add_object(at.its, address, size);
  const unsigned now = present_epoch();
  if (its->epoch != now) {
    its->epoch = now;
    its->blocks = 0;
    its->has_narrow = false;
    its->has_warps = false;
  }
  return *its;
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
