// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the race check keeps for each word of memory that atomic operations accessed: of most words
/// only who accessed them, in 8 bytes.

#include <diatomic/host/race/sanitizer.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstddef>
#include <cstdint>
#include <new>

#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// Changes when a launch begins while no other one runs: all earlier blocks are over then.
DIATOMIC_HOST_SHARED inline unsigned epoch = 1;

struct lock_owner {
  const void* thread = nullptr;  // nullptr: nobody
};
/// Bytes that an operation may access together have the same lock, which makes an access and its
/// record one step.
inline constexpr unsigned locks_bits = 12;  // few, so that they stay in the cache
DIATOMIC_HOST_SHARED inline lock_owner locks[1u << locks_bits] = {};

/// Zeroed memory that is never freed. ThreadSanitizer does not learn of it: it would count as this
/// thread's write, in a shadow of twice its size.
DIATOMIC_HOST_UNSEEN inline void* zeroed_memory(std::size_t bytes) {
  const long made = ::syscall(SYS_mmap, nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0L);
  if (made == -1) throw std::bad_alloc();
  return reinterpret_cast<void*>(made);
}

/// A byte that represents an object. An atomic operation accesses its own group's marks atomically,
/// and reads another group's mark plainly if their scopes do not match: a race unless the two
/// operations are ordered.
using mark = unsigned char;

/// What is known of 8 aligned bytes, guarded by the lock of their address: 0, the bits of a
/// `sole_user`, or the address of the first of the objects that begin there, plus 3. The bytes of a
/// slot are marks too, of the objects that begin at those bytes: they are accessed without a
/// change.
union slot {
  std::uint64_t bits;
  mark stored[8];
};
/// What is known of 64 KiB. The system provides its pages as they are touched.
struct words_of_part {
  static constexpr unsigned count = 1u << 13;
  slot slots[count];
  std::uint64_t loaded[count];  // marks: each byte is 1 if it is set
};
/// The entry of 8 bytes.
struct word {
  slot& its;
  mark* loaded;
};

/// The parts by bits 32 to 47 of their address, then by bits 16 to 31.
using parts_of_4_gib = words_of_part*;
DIATOMIC_HOST_SHARED inline parts_of_4_gib* parts[1u << 16] = {};

template <class Table>
DIATOMIC_HOST_UNSEEN Table* make_once(Table*& at, std::size_t bytes) {
  Table* made = nullptr;
  auto* const own = static_cast<Table*>(zeroed_memory(bytes));
  if (__atomic_compare_exchange_n(__builtin_addressof(at), __builtin_addressof(made), own, false,
                                  __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    return own;
  }
  ::syscall(SYS_munmap, own, bytes);
  return made;
}
/// The table, which is made on first use.
template <class Table>
DIATOMIC_HOST_UNSEEN_PART Table* made_once(Table*& at, std::size_t bytes) {
  Table* const made = __atomic_load_n(__builtin_addressof(at), __ATOMIC_ACQUIRE);
  return made != nullptr ? made : race::make_once(at, bytes);
}
/// The entry of the 8 bytes that contain the byte.
DIATOMIC_HOST_UNSEEN_PART word word_at(std::uintptr_t byte) {
  parts_of_4_gib* const some = made_once(parts[byte >> 32 & 0xffff], sizeof(parts_of_4_gib) << 16);
  words_of_part& part = *made_once(some[byte >> 16 & 0xffff], sizeof(words_of_part));
  const auto i = static_cast<unsigned>(byte & 0xffff) / 8;
  return {part.slots[i], reinterpret_cast<mark*>(part.loaded + i)};
}

/// Starts to load the bytes. On x86-64 also ThreadSanitizer's record of them: it is at twice the
/// address. If a version of ThreadSanitizer has it elsewhere, only time is lost.
DIATOMIC_HOST_UNSEEN_PART void load_early(std::uintptr_t bytes) {
  __builtin_prefetch(reinterpret_cast<const void*>(bytes), 1);
#if defined(__x86_64__)
  constexpr std::uintptr_t left_out = 0x7000'0000'0007, records = 0x1000'0000'0000;
  __builtin_prefetch(reinterpret_cast<const void*>((bytes & ~left_out) * 2 + records), 1);
#endif
}
/// The same of what an operation on the byte needs, since the processor would load one after the
/// other; and of the next operation, if it is as far away as the last one was, in the same 64 KiB.
DIATOMIC_HOST_UNSEEN_PART void load_early_around(std::uintptr_t byte) {
  static thread_local std::uintptr_t last = 0;
  const auto its = reinterpret_cast<std::uintptr_t>(&word_at(byte).its);
  const std::uintptr_t next = byte + (byte - last);
  last = byte;
  race::load_early(byte);
  race::load_early(its);
  if (next >> 16 != byte >> 16) return;
  race::load_early(next);
  race::load_early(its + (next & ~std::uintptr_t{7}) - (byte & ~std::uintptr_t{7}));
}

/// Holds the lock of an address. A thread that holds it already, and was interrupted by a signal,
/// goes on.
class word_lock {
 public:
  DIATOMIC_HOST_UNSEEN explicit word_lock(const void* p) : word_lock(locks[hash(p)]) {}
  DIATOMIC_HOST_UNSEEN explicit word_lock(lock_owner& owner) : owner_(owner) {
    if (__atomic_load_n(&owner.thread, __ATOMIC_RELAXED) == &this_thread) return;
    const void* nobody = nullptr;
    while (!__atomic_compare_exchange_n(&owner.thread, &nobody,
                                        static_cast<const void*>(&this_thread), false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      nobody = nullptr;
      sched_yield();
    }
    is_held_ = true;
    order_accesses();
  }
  DIATOMIC_HOST_UNSEEN ~word_lock() {
    if (!is_held_) return;
    order_accesses();
    __atomic_store_n(&owner_.thread, nullptr, __ATOMIC_RELEASE);
  }
  word_lock(const word_lock&) = delete;
  word_lock& operator=(const word_lock&) = delete;

 private:
  /// The lock's number. Loads begin before the lock's exchange, because later ones wait for it.
  DIATOMIC_HOST_UNSEEN_PART static std::size_t hash(const void* p) {
    race::load_early_around(reinterpret_cast<std::uintptr_t>(p));
    return (reinterpret_cast<std::uintptr_t>(p) >> 4) * 0x9E3779B97F4A7C15u >> (64 - locks_bits);
  }
  /// The processor's accesses between are relaxed.
  static void order_accesses() {
#if DIATOMIC_HOST_AARCH64
    asm volatile("dmb ish" ::: "memory");
#endif
  }

  static inline thread_local char this_thread;
  lock_owner& owner_;
  bool is_held_ = false;
};

/// Zeroed records that are never freed.
class record_source {
 public:
  template <class T>
  DIATOMIC_HOST_UNSEEN T* make() {
    const word_lock lock(guard_);
    if (left_ < sizeof(T)) {
      at_ = static_cast<unsigned char*>(zeroed_memory(chunk));
      left_ = chunk;
    }
    T* const made = reinterpret_cast<T*>(at_);
    at_ += sizeof(T);
    left_ -= sizeof(T);
    return made;
  }

 private:
  static constexpr std::size_t chunk = std::size_t{1} << 22;
  lock_owner guard_;
  unsigned char* at_ = nullptr;
  std::size_t left_ = 0;
};
DIATOMIC_HOST_SHARED inline record_source records;

/// Since this epoch only this block accessed objects of this size that begin in the 8 bytes, at
/// device scope, and published nothing by them.
class sole_user {
 public:
  DIATOMIC_HOST_UNSEEN_PART explicit sole_user(const slot& s) : bits_(s.bits) {}
  /// Of no object yet. Without bits if the numbers do not fit.
  DIATOMIC_HOST_UNSEEN_PART sole_user(std::size_t size, std::uint64_t block, std::uint64_t epoch) {
    if (block >> 27 != 0 || epoch >> 24 != 0) return;
    bits_ = 1 | std::uint64_t(__builtin_ctzll(size)) << 2 | epoch << 13 | block << 37;
  }
  /// Adds the object that begins at this byte of the 8.
  DIATOMIC_HOST_UNSEEN_PART void add(std::size_t byte) { bits_ |= std::uint64_t{1} << (5 + byte); }
  DIATOMIC_HOST_UNSEEN_PART bool has(std::size_t byte) const { return bits_ >> (5 + byte) & 1; }
  DIATOMIC_HOST_UNSEEN_PART std::uint64_t bits() const { return bits_; }
  /// Not for a slot that is 0 or an address.
  DIATOMIC_HOST_UNSEEN_PART bool is_user() const { return (bits_ & 3) == 1; }
  DIATOMIC_HOST_UNSEEN_PART bool is_of(std::uint64_t epoch) const {
    return is_user() && (bits_ >> 13 & 0xffffff) == epoch;
  }
  /// Whether both are users of one size, block and epoch.
  DIATOMIC_HOST_UNSEEN_PART bool is_like(const sole_user& other) const {
    return ((bits_ ^ other.bits_) & ~all_objects) == 0;
  }
  DIATOMIC_HOST_UNSEEN_PART std::uint64_t block() const { return bits_ >> 37; }
  DIATOMIC_HOST_UNSEEN_PART std::size_t size() const { return std::size_t{1} << (bits_ >> 2 & 7); }

 private:
  static constexpr std::uint64_t all_objects = std::uint64_t{0xff} << 5;
  std::uint64_t bits_ = 0;
};

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
