// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A fiber that runs kernel threads, and its annotations for sanitizers.

#include <cxxabi.h>

#include <atomic>
#include <cstddef>
#include <memory>
#include <new>
#include <utility>

#if !__has_include(<boost/context/fiber.hpp>)
#error "diatomic: kernels on the CPU need Boost.Context 1.69: libboost-context-dev, -lboost_context"
#endif
#include <boost/context/fiber.hpp>
#include <boost/context/preallocated.hpp>
#include <boost/context/stack_context.hpp>

#include <sys/mman.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/race/accesses.hpp>
#include <diatomic/host/race/sanitizer.hpp>
#include <diatomic/host/race/stacks.hpp>

#if DIATOMIC_HOST_ADDRESS_SANITIZER
#include <sanitizer/common_interface_defs.h>
#endif

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Orders fibers of one pool thread: accesses before `release` happen before accesses after
/// `acquire`.
///
/// Fibers run one at a time, so this costs nothing. ThreadSanitizer sees each fiber as a separate
/// thread and only these orders between them, so it finds accesses of a block's threads that no
/// barrier separates. A point's address identifies it.
struct ordering_point {
#if DIATOMIC_HOST_THREAD_SANITIZER
  void release() { __tsan_release(this); }
  void acquire() { __tsan_acquire(this); }
#else
  void release() {}
  void acquire() {}
#endif
};

/// Allocates stacks. The system provides their memory on first touch.
class stack_source {
 public:
  /// Without optimisation, the largest frame of our tests' kernels takes 60 KiB, and 250 KiB in
  /// checked mode or with the race check.
  static constexpr std::size_t stack_bytes = std::size_t{1} << 20;
  /// Below each stack. A frame that is larger may jump over the guard to the next stack.
  static constexpr std::size_t guard_bytes = std::size_t{1} << 16;

  boost::context::stack_context allocate() {
    boost::context::stack_context made_stack;
#if DIATOMIC_RACE_CHECK
    if (race::take_stack(made_stack)) return made_stack;
#endif
    void* const memory = mmap(nullptr, guard_bytes + stack_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    static std::atomic<unsigned> made{0};
    const unsigned number = made++;
    // A guard catches overflows. Each guard is a mapping, and a process may have 65,530: enough for
    // ordinary blocks on all of a machine's threads, not for 100 blocks of 1,024 threads.
    if (number < 8192) mprotect(memory, guard_bytes, PROT_NONE);
    // Stack tops at the same address modulo the page size would conflict in the same cache sets.
    const std::size_t skipped = number % 23 * 704;
    made_stack.size = stack_bytes - skipped;
    made_stack.sp = static_cast<unsigned char*>(memory) + guard_bytes + made_stack.size;
    return made_stack;
  }
  void deallocate(boost::context::stack_context& old) noexcept {
#if DIATOMIC_RACE_CHECK
    if (race::keep_stack(old)) return;
#endif
    munmap(static_cast<unsigned char*>(old.sp) - old.size - guard_bytes, guard_bytes + stack_bytes);
  }
};

/// Reports switches between a pool thread's stack and one fiber's stack to sanitizers.
///
/// The report to ThreadSanitizer comes shortly before the switch, so it must ignore the switch's
/// own accesses. All functions are inline: ThreadSanitizer also tracks calls, and a call must
/// return on the side where it began.
class switch_notes {
 public:
  switch_notes([[maybe_unused]] const void* bottom, [[maybe_unused]] std::size_t size) {
#if DIATOMIC_HOST_ADDRESS_SANITIZER
    bottom_ = bottom;
    size_ = size;
#endif
  }

  /// On the pool thread, around the making of the fiber, whose first functions begin there: calls
  /// that never return belong to the fiber.
  ///@{
  DIATOMIC_FUNCTION void before_making() {
#if DIATOMIC_HOST_THREAD_SANITIZER
    overlook();
    __tsan_switch_to_fiber(fiber_, 0);  // orders memory, to publish the fiber's own records
    overlook();
#endif
  }
  DIATOMIC_FUNCTION void after_making() {
#if DIATOMIC_HOST_THREAD_SANITIZER
    __tsan_switch_to_fiber(outer_, __tsan_switch_to_fiber_no_sync);
    look_again();
#endif
  }
  ///@}

  /// On the pool thread, just before it resumes the fiber.
  DIATOMIC_FUNCTION void before_resume() {
#if DIATOMIC_HOST_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(&outer_fake_stack_, bottom_, size_);
#endif
#if DIATOMIC_HOST_THREAD_SANITIZER
    overlook();
    __tsan_switch_to_fiber(fiber_, __tsan_switch_to_fiber_no_sync);
#endif
  }

  /// On the fiber, as soon as it runs.
  DIATOMIC_FUNCTION void on_fiber() {
#if DIATOMIC_HOST_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(fake_stack_, &outer_bottom_, &outer_size_);
#endif
#if DIATOMIC_HOST_THREAD_SANITIZER
    // ThreadSanitizer has slots for 255 threads. A fiber whose slot went to another one meanwhile
    // must take a new slot and a new time; else its accesses count as earlier ones, and reports are
    // lost. A release does both. Nothing acquires this object, so the release orders nothing.
    char unshared;
    __tsan_release(&unshared);
    look_again();
#endif
  }

  /// On the fiber, just before it suspends itself.
  DIATOMIC_FUNCTION void before_suspend() {
#if DIATOMIC_HOST_ADDRESS_SANITIZER
    __sanitizer_start_switch_fiber(&fake_stack_, outer_bottom_, outer_size_);
#endif
#if DIATOMIC_HOST_THREAD_SANITIZER
    overlook();
    __tsan_switch_to_fiber(outer_, __tsan_switch_to_fiber_no_sync);
#endif
  }

#if DIATOMIC_RACE_CHECK
  /// On the pool thread: the fiber runs no more. The caller's accesses do not count.
  DIATOMIC_FUNCTION void forget_fiber() {
    void* const outer = outer_;
    __tsan_switch_to_fiber(fiber_, __tsan_switch_to_fiber_no_sync);
    look_again();
    __tsan_switch_to_fiber(outer, __tsan_switch_to_fiber_no_sync);
    __tsan_destroy_fiber(fiber_);
  }
#endif

  /// On the pool thread, as soon as it runs again.
  DIATOMIC_FUNCTION void off_fiber() {
#if DIATOMIC_HOST_ADDRESS_SANITIZER
    __sanitizer_finish_switch_fiber(outer_fake_stack_, nullptr, nullptr);
#endif
#if DIATOMIC_HOST_THREAD_SANITIZER
    look_again();
#endif
  }

 private:
#if DIATOMIC_HOST_ADDRESS_SANITIZER
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
  void* fake_stack_ = nullptr;
  const void* outer_bottom_ = nullptr;
  std::size_t outer_size_ = 0;
  void* outer_fake_stack_ = nullptr;
#endif
#if DIATOMIC_HOST_THREAD_SANITIZER
  void* fiber_ = __tsan_create_fiber(0);
  void* outer_ = __tsan_get_current_fiber();

  DIATOMIC_FUNCTION void overlook() {
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
  }
  DIATOMIC_FUNCTION void look_again() {
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
  }
#endif
};

/// The C++ runtime's per-thread state (`__cxa_eh_globals` in the Itanium ABI): the exceptions being
/// handled, and the number of exceptions that are unwinding the stack.
struct exceptions_in_flight {
  void* handled;
  unsigned unwinding;
};

/// A fiber that runs the same job at each resumption and may suspend in the middle of it.
///
/// A fiber belongs to the pool thread that made it and is never destroyed: pool threads live as
/// long as the process. Under the race check it ends with its block.
class kernel_fiber {
 public:
  /// `job()` is called at each resumption; it must not throw.
  template <class Job>
  kernel_fiber(stack_source& stacks, Job job) : kernel_fiber(stacks, stacks.allocate(), job) {}
  kernel_fiber(const kernel_fiber&) = delete;
  kernel_fiber& operator=(const kernel_fiber&) = delete;

#if DIATOMIC_RACE_CHECK
  /// Outside of its job, by a caller whose accesses do not count. Nothing is unwound, since its
  /// stack holds nothing that must end.
  ~kernel_fiber() {
    notes_.forget_fiber();
    static_cast<void>(new (left_) boost::context::fiber(std::move(inside_)));
    stack_source().deallocate(stack_);
  }
#endif

  /// On the pool thread: runs the job, or the rest of it. True if it suspended in the middle.
  bool resume() {
#if DIATOMIC_RACE_CHECK
    race::current = &agent_;
#endif
    notes_.before_resume();
    inside_ = std::move(inside_).resume();
    notes_.off_fiber();
#if DIATOMIC_RACE_CHECK
    race::current = nullptr;
#endif
    return in_the_middle();
  }

  /// On the fiber: goes back to the pool thread until the next `resume`.
  void suspend(bool in_the_middle = true) {
    in_the_middle_.store(in_the_middle, std::memory_order_relaxed);
    notes_.before_suspend();
    const exceptions_in_flight own = std::exchange(*exceptions_, {});
    outside_ = std::move(outside_).resume();
    *exceptions_ = own;
    notes_.on_fiber();
  }

  /// Whether the fiber suspended before its job was done.
  bool in_the_middle() const { return in_the_middle_.load(std::memory_order_relaxed); }

 private:
  template <class Job>
  kernel_fiber(stack_source& stacks, boost::context::stack_context stack, Job job)
      : notes_(static_cast<unsigned char*>(stack.sp) - stack.size, stack.size) {
#if DIATOMIC_RACE_CHECK
    stack_ = stack;
    agent_.stack = {static_cast<unsigned char*>(stack.sp) - stack.size, stack.sp};
#endif
    notes_.before_making();
    inside_ = boost::context::fiber(
        std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack), stacks,
        [this, job](boost::context::fiber&& outside) -> boost::context::fiber {
          outside_ = std::move(outside);
          notes_.on_fiber();
          for (;;) {
            job();
            suspend(false);
          }
        });
    notes_.after_making();
  }

  switch_notes notes_;
  // The pool thread's state. It runs no fiber while it handles an exception.
  exceptions_in_flight* exceptions_ =
      reinterpret_cast<exceptions_in_flight*>(abi::__cxa_get_globals());
  std::atomic<bool> in_the_middle_{false};
#if DIATOMIC_RACE_CHECK
  race::agent agent_;
  boost::context::stack_context stack_{};
  alignas(boost::context::fiber) unsigned char left_[sizeof(boost::context::fiber)];
#endif
  boost::context::fiber inside_;   // the fiber, while the pool thread runs
  boost::context::fiber outside_;  // the pool thread, while the fiber runs
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
