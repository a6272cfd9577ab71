// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Functions of ThreadSanitizer's runtime, and what the library hides from it.

#include <diatomic/core/detail/backend_select.hpp>

#if DIATOMIC_HOST_THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>

// The runtime has these functions, but no header declares them. g++ itself declares the last one
// with a parameter; in a system header a difference would be an error.
extern "C" {
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
void AnnotateIgnoreSyncBegin(const char* file, int line);
void AnnotateIgnoreSyncEnd(const char* file, int line);
void __tsan_func_entry(void* caller);
void __tsan_func_exit(void* ignored);
}
#endif

#if DIATOMIC_RACE_CHECK
namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// While it exists, this thread's accesses and synchronisation do not count.
struct unseen {
  unseen() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
  }
  ~unseen() {
    AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
  unseen(const unseen&) = delete;
  unseen& operator=(const unseen&) = delete;
};

/// A vector clock of ThreadSanitizer's: a fiber that never runs. It knows what it was told.
class known {
 public:
  known() = default;
  known(const known&) = delete;
  known& operator=(const known&) = delete;
  DIATOMIC_HOST_UNSEEN ~known() {
    if (fiber_ == nullptr) return;
    __tsan_destroy_fiber(fiber_);
    __atomic_fetch_sub(&made_, 1, __ATOMIC_RELAXED);
  }
  /// The number of the program's clocks that have a fiber.
  DIATOMIC_HOST_UNSEEN static unsigned made() { return __atomic_load_n(&made_, __ATOMIC_RELAXED); }

  DIATOMIC_HOST_UNSEEN_PART bool is_empty() const { return is_empty_; }
  bool is_made() const { return fiber_ != nullptr; }
  /// Not its knowledge, which is older than all that follows, but that there is any.
  void forget() { is_empty_ = true; }
  /// Adds what `key` was given.
  DIATOMIC_HOST_UNSEEN void acquire(void* key) {
    make();
    void* const self = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber_, __tsan_switch_to_fiber_no_sync);
    __tsan_acquire(key);
    __tsan_switch_to_fiber(self, __tsan_switch_to_fiber_no_sync);
    is_empty_ = false;
  }
  /// Makes a key's clock that of this fiber: of one that knows nothing, if it never acquired.
  DIATOMIC_HOST_UNSEEN void replace(void* key) {
    make();
    void* const self = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber_, __tsan_switch_to_fiber_no_sync);
    store_and_release(key);
    __tsan_switch_to_fiber(self, __tsan_switch_to_fiber_no_sync);
  }
  /// Gives all of it to `key`.
  DIATOMIC_HOST_UNSEEN void release(void* key) {
    void* const self = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(fiber_, __tsan_switch_to_fiber_no_sync);
    __tsan_release(key);
    __tsan_switch_to_fiber(self, __tsan_switch_to_fiber_no_sync);
  }

 private:
  DIATOMIC_HOST_UNSEEN void make() {
    if (fiber_ != nullptr) return;
    AnnotateIgnoreSyncBegin(__FILE__, __LINE__);  // It begins with no knowledge.
    fiber_ = __tsan_create_fiber(0);
    __atomic_fetch_add(&made_, 1, __ATOMIC_RELAXED);
    AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
  }
  /// A release by which ThreadSanitizer forgets what the key was given before.
  __attribute__((noinline)) static void store_and_release(void* key) {
    __atomic_store_n(static_cast<unsigned char*>(key), 0, __ATOMIC_RELEASE);
  }

  DIATOMIC_HOST_SHARED static inline unsigned made_ = 0;
  void* fiber_ = nullptr;
  bool is_empty_ = true;
};

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
