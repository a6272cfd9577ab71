// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Exceptions of kernel threads that share a thread of the system: each has its own, and the
/// failure of one unwinds others only where they wait. And launches in a child of fork().

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

namespace {

using namespace std::chrono_literals;

/// Ways to let the other threads of the block run.
///@{
struct at_barrier {
  static void wait() { diatomic::sync_block(); }
};
struct at_pause {
  static void wait() { diatomic::pause(); }
};
struct at_warp_barrier {
  static void wait() { diatomic::cuda_names::__syncwarp(0xffu); }
};
///@}

struct adds_at_the_end {
  unsigned* to;
  ~adds_at_the_end() { diatomic::fetch_add(to, 1u); }
};

/// Waits while it handles one exception in the handler of another, and while one unwinds the stack.
template <class Way>
struct wait_in_handlers {
  struct waits_at_the_end {
    bool* unwinds;
    ~waits_at_the_end() {
      Way::wait();
      *unwinds = std::uncaught_exceptions() == 1;
    }
  };
  DIATOMIC_DEVICE void operator()(unsigned* told) const {
    const unsigned own = diatomic::thread_index();
    bool unwinds = false;
    unsigned caught = 0;
    try {
      const waits_at_the_end waits{&unwinds};
      throw own;
    } catch (unsigned outer) {
      Way::wait();
      try {
        throw std::to_string(own);
      } catch (const std::string& inner) {
        Way::wait();
        caught = inner == std::to_string(own) ? 1 : 0;
      }
      Way::wait();
      try {
        throw;
      } catch (unsigned again) {
        if (outer == own && again == own) caught += 1;
      }
    }
    if (std::current_exception() == nullptr && std::uncaught_exceptions() == 0) caught += 1;
    told[own] = caught + (unwinds ? 1 : 0);
  }
};
template <class Way>
void expect_own_exceptions() {
  diatomic::stream on;
  diatomic::device_array<unsigned> told(8);
  diatomic::launch(1, 8, 0, on, wait_in_handlers<Way>{}, told.data());
  EXPECT_EQ(told.download(), std::vector<unsigned>(8, 4));
}
TEST(unwinding, each_thread_has_its_own_exceptions) {
  expect_own_exceptions<at_barrier>();
  expect_own_exceptions<at_pause>();
  expect_own_exceptions<at_warp_barrier>();
}

/// The second block fails at once, while the first one computes for some of its turns.
struct fail_beside {
  std::atomic<bool>* fails;
  bool fails_here() const {
    if (diatomic::block_index() != 1) return false;
    fails->store(true);
    throw std::domain_error("mine");
  }
  /// For ten turns after the failure.
  void compute() const {
    while (!fails->load()) std::this_thread::yield();
    std::this_thread::sleep_for(20ms);
  }
};
template <class Kernel, class... Args>
void expect_failure(Kernel kernel, Args... args) {
  diatomic::stream on;
  EXPECT_THROW(diatomic::launch(2, 2, 0, on, kernel, args...), std::domain_error);
}

struct operate_in_destructor : fail_beside {
  DIATOMIC_DEVICE void operator()(unsigned* n) const {
    if (fails_here()) return;
    const adds_at_the_end adds{n};
    compute();
  }
};
TEST(unwinding, ends_no_thread_that_only_operates) {
  std::atomic<bool> fails{false};
  diatomic::device_array<unsigned> n(1);
  n.fill_bytes(0);
  expect_failure(operate_in_destructor{{&fails}}, n.data());
  EXPECT_GE(n.download()[0], 1u);
}

struct operate_under_lock : fail_beside {
  DIATOMIC_DEVICE void operator()(diatomic::spin_mutex<>* mutex, unsigned* n) const {
    if (fails_here() || diatomic::thread_index() != 0) return;
    diatomic::with_lock(*mutex, [&] {
      compute();
      diatomic::fetch_add(n, 1u);
    });
  }
};
TEST(unwinding, leaves_no_mutex_locked_by_a_thread_that_only_operates) {
  std::atomic<bool> fails{false};
  diatomic::device_array<diatomic::spin_mutex<>> mutex(1);
  diatomic::device_array<unsigned> n(1);
  mutex.fill_bytes(0);
  n.fill_bytes(0);
  expect_failure(operate_under_lock{{&fails}}, mutex.data(), n.data());
  EXPECT_EQ(n.download()[0], 1u);
  EXPECT_TRUE(mutex.download()[0].try_lock());
}

/// Polls an object without a pause; many, in turn; or in a handler.
struct poll_for_ever : fail_beside {
  unsigned objects;
  bool in_handler;
  DIATOMIC_DEVICE void operator()(unsigned* flags) const {
    if (fails_here()) return;
    if (!in_handler) return poll(flags);
    try {
      throw 1;
    } catch (int) {
      poll(flags);
    }
  }
  DIATOMIC_DEVICE void poll(unsigned* flags) const {
    for (unsigned i = 0; diatomic::load(flags + i) == 0; i = (i + 1) % objects) {
    }
  }
};
TEST(unwinding, ends_threads_that_poll) {
  diatomic::device_array<unsigned> flags(100);
  flags.fill_bytes(0);
  for (const unsigned objects : {1u, 2u, 100u}) {
    for (const bool in_handler : {false, true}) {
      std::atomic<bool> fails{false};
      expect_failure(poll_for_ever{{&fails}, objects, in_handler}, flags.data());
    }
  }
}

struct count {
  DIATOMIC_DEVICE void operator()(unsigned* n) const { diatomic::store_add(n, 1u); }
};
TEST(fork, a_child_launches_as_its_parent_does) {
#if DIATOMIC_HOST_THREAD_SANITIZER
  GTEST_SKIP() << "ThreadSanitizer ends a child that starts threads";
#endif
  diatomic::stream on;
  diatomic::device_array<unsigned> n(1);
  n.fill_bytes(0);
  diatomic::launch(4, 4, 0, on, count{}, n.data());
  const pid_t child = fork();
  ASSERT_NE(child, -1);
  if (child == 0) {
    alarm(10);
    diatomic::launch(4, 4, 0, on, count{}, n.data());
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      diatomic::launch(4, 4, 0, on, count{}, n.data());
      _exit(n.download()[0] == 48 ? 0 : 2);
    }
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 3);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status)) << "ended by signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  diatomic::launch(4, 4, 0, on, count{}, n.data());
  EXPECT_EQ(n.download()[0], 32u);
}

/// Items up to 3 are counted, and push the next one; 3 throws.
struct throw_at_the_third {
  DIATOMIC_DEVICE void operator()(diatomic::bounded_queue_ref<int> queue, unsigned* n) const {
    queue.drain([&](int item) {
      diatomic::store_add(n, 1u);
      if (item < 4) queue.try_push(item + 1);
      if (item == 3) throw std::length_error("the third");
    });
  }
};

// What a failed launch leaves in a queue is worked off by the next one.
TEST(kernel_exception, leaves_a_worklist_that_ends) {
  diatomic::stream on;
  diatomic::bounded_queue<int> queue(8);
  diatomic::device_array<unsigned> n(1);
  diatomic::device_array<int> first(1);
  n.fill_bytes(0);
  first.upload({1});
  queue.push(on, first.data(), 1);
  EXPECT_THROW(diatomic::launch(1, 1, 0, on, throw_at_the_third{}, queue.ref(), n.data()),
               std::length_error);
  EXPECT_EQ(n.download()[0], 3u);
  diatomic::launch(4, 8, 0, on, throw_at_the_third{}, queue.ref(), n.data());
  EXPECT_EQ(n.download()[0], 4u);
}

}  // namespace
