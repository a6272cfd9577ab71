// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The race check's records of objects that atomic operations accessed. ThreadSanitizer sees only
/// their keys and marks.

#include <diatomic/host/race/sanitizer.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <new>

#include <sched.h>
#include <sys/mman.h>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// An address to which ThreadSanitizer attaches a vector clock. Such addresses, and marks,
/// must not share 8 bytes.
struct key {
  alignas(8) unsigned char bytes[8];
  std::uint64_t times_given;  // 0: nothing to acquire
};

/// A byte that represents the object. An atomic operation accesses its own group's marks
/// atomically, and reads another group's mark plainly if their scopes do not match: a race unless
/// the two operations are ordered.
struct mark {
  alignas(8) unsigned char byte;
};

/// The accesses of an object by one block, or by one warp once an operation had the warp's scope.
struct group {
  std::uint64_t id;
  group* next;
  unsigned epoch;
  key given;  // at block scope or wider
  mark loaded, stored;
  mark loaded_narrowly, stored_narrowly;  // at the group's scope or narrower
};

/// An object of the size with which it was accessed.
struct object {
  const void* address;
  std::size_t size;
  object* next;   // of the bucket
  group* groups;  // groups of an earlier epoch are free
  unsigned epoch;
  unsigned blocks;  // that have a group of this epoch
  bool has_narrow;  // an operation at block scope or narrower in this epoch
  bool has_warps;   // one at warp scope
  key given;        // at device scope or wider
};

/// The identifiers of a block's groups: first the block, then its warps.
inline constexpr std::uint64_t ids_of_a_block = 64;

/// Overlapping objects are in the same bucket. Its lock makes an access and its record one step.
struct bucket {
  object* first;
  const void* owner;  // of the lock; nullptr: nobody
};
inline constexpr unsigned buckets_bits = 16;
DIATOMIC_HOST_SHARED inline bucket buckets[1u << buckets_bits] = {};

/// Changes when a launch begins while no other one runs: all earlier blocks are over then.
DIATOMIC_HOST_SHARED inline unsigned epoch = 1;

/// Holds the lock of an address's bucket. A thread that holds it already, and was interrupted by a
/// signal, goes on.
class bucket_lock {
 public:
  bucket& its;

  DIATOMIC_HOST_UNSEEN explicit bucket_lock(const void* p) : bucket_lock(buckets[hash(p)]) {}
  DIATOMIC_HOST_UNSEEN explicit bucket_lock(bucket& b) : its(b) {
    if (__atomic_load_n(&b.owner, __ATOMIC_RELAXED) == &this_thread) return;
    const void* nobody = nullptr;
    while (!__atomic_compare_exchange_n(&b.owner, &nobody, &this_thread, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED)) {
      nobody = nullptr;
      sched_yield();
    }
    is_held_ = true;
    order_accesses();
  }
  DIATOMIC_HOST_UNSEEN ~bucket_lock() {
    if (!is_held_) return;
    order_accesses();
    __atomic_store_n(&its.owner, nullptr, __ATOMIC_RELEASE);
  }
  bucket_lock(const bucket_lock&) = delete;
  bucket_lock& operator=(const bucket_lock&) = delete;

 private:
  DIATOMIC_HOST_UNSEEN static std::size_t hash(const void* p) {
    return (reinterpret_cast<std::uintptr_t>(p) >> 4) * 0x9E3779B97F4A7C15u >> (64 - buckets_bits);
  }
  /// The processor's accesses between are relaxed.
  static void order_accesses() {
#if DIATOMIC_HOST_AARCH64
    asm volatile("dmb ish" ::: "memory");
#endif
  }

  static inline thread_local char this_thread;
  bool is_held_ = false;
};

/// Zeroed memory that is never freed, from the system and not from the sanitizer's allocator.
class record_source {
 public:
  template <class T>
  DIATOMIC_HOST_UNSEEN T* make() {
    const bucket_lock lock(guard_);
    if (left_ < sizeof(T)) {
      const unseen own;  // else the new memory counts as this thread's write
      void* const more = mmap(nullptr, chunk, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (more == MAP_FAILED) throw std::bad_alloc();
      at_ = static_cast<unsigned char*>(more);
      left_ = chunk;
    }
    T* const made = reinterpret_cast<T*>(at_);
    at_ += sizeof(T);
    left_ -= sizeof(T);
    return made;
  }

 private:
  static constexpr std::size_t chunk = std::size_t{1} << 22;
  bucket guard_ = {};
  unsigned char* at_ = nullptr;
  std::size_t left_ = 0;
};
DIATOMIC_HOST_SHARED inline record_source records;

/// Whether the two share a byte.
DIATOMIC_HOST_UNSEEN inline bool overlap(const object& a, const object& b) {
  const auto begin_of_a = reinterpret_cast<std::uintptr_t>(a.address);
  const auto begin_of_b = reinterpret_cast<std::uintptr_t>(b.address);
  return begin_of_a < begin_of_b + b.size && begin_of_b < begin_of_a + a.size;
}

/// The object of these bytes. The caller holds the bucket's lock.
DIATOMIC_HOST_UNSEEN inline object& find_object(bucket& b, const void* p, std::size_t size) {
  object* its = b.first;
  while (its != nullptr && (its->address != p || its->size != size)) its = its->next;
  if (its == nullptr) {
    its = records.make<object>();
    its->address = p;
    its->size = size;
    its->next = b.first;
    b.first = its;
  }
  const unsigned now = __atomic_load_n(&epoch, __ATOMIC_RELAXED);
  if (its->epoch != now) {
    its->epoch = now;
    its->blocks = 0;
    its->has_narrow = false;
    its->has_warps = false;
  }
  return *its;
}

/// The group with this identifier. If it is missing: a new group if `make`, else nullptr.
DIATOMIC_HOST_UNSEEN inline group* find_group(object& o, std::uint64_t id, bool make) {
  group* unused = nullptr;
  for (group* g = o.groups; g != nullptr; g = g->next) {
    if (g->epoch != o.epoch) {
      unused = g;
    } else if (g->id == id) {
      return g;
    }
  }
  if (!make) return nullptr;
  if (unused == nullptr) {
    unused = records.make<group>();
    unused->next = o.groups;
    o.groups = unused;
  }
  unused->id = id;
  unused->epoch = o.epoch;
  unused->given.times_given = 0;
  for (mark* m :
       {&unused->loaded, &unused->stored, &unused->loaded_narrowly, &unused->stored_narrowly}) {
    m->byte = 0;
  }
  return unused;
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
