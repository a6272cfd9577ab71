// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Launches on the host that fail: the system refuses memory or threads, or several threads of a
// launch throw. Every launch ends, says why, and the next one works.

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace {

/// What the system refuses: each request of a sort from the `first`-th to the `last`-th, counted
/// from 1.
struct refusal {
  std::atomic<unsigned> asked{0};
  std::atomic<unsigned> first{0};
  std::atomic<unsigned> last{0};

  void arm(unsigned from, unsigned to) {
    asked = 0;
    first = from;
    last = to;
  }
  void disarm() { arm(0, 0); }
  bool refuses_next() {
    const unsigned number = ++asked;
    return first <= number && number <= last;
  }
};
refusal threads;
refusal shared_memory;
refusal fibers;

void* allocated(std::size_t bytes, std::size_t alignment) {
  return std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
}

}  // namespace

// The program's own: the runtime asks these for a block's shared memory, the only one aligned to
// 128 bytes, and for fibers. Inlined into callers, g++ would take the pairs for mismatched ones.

void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocated(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const bool is_shared = static_cast<std::size_t>(alignment) == 128;
  void* const memory = is_shared && shared_memory.refuses_next()
                           ? nullptr
                           : allocated(bytes, static_cast<std::size_t>(alignment));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

void* operator new(std::size_t bytes) {
  const bool is_fiber = bytes == sizeof(diatomic::backends::host::kernel_fiber);
  void* const memory =
      is_fiber && fibers.refuses_next() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// A sanitizer's pthread_create must be called, and be found: clang has it in the program itself.
#if defined(__clang__) && (DIATOMIC_HOST_ADDRESS_SANITIZER || DIATOMIC_HOST_THREAD_SANITIZER)
constexpr bool can_refuse_threads = false;
#else
constexpr bool can_refuse_threads = true;
extern "C" int pthread_create(pthread_t* made, const pthread_attr_t* attributes,
                              void* (*function)(void*), void* argument) noexcept {
  static const auto real =
      reinterpret_cast<decltype(&pthread_create)>(dlsym(RTLD_NEXT, "pthread_create"));
  if (threads.refuses_next()) return EAGAIN;
  return real(made, attributes, function, argument);
}
#endif

namespace {

struct count {
  void operator()(std::atomic<unsigned>* counter) const { ++*counter; }
};

struct meet {
  void operator()(diatomic::grid_barrier<>* barrier, std::atomic<unsigned>* met) const {
    diatomic::sync_block();
    barrier->arrive_and_wait();
    ++*met;
  }
};

/// How many threads have met at a grid barrier.
unsigned number_that_meets(unsigned grid, unsigned block, std::size_t shared_bytes) {
  diatomic::device_array<diatomic::grid_barrier<>> barrier(1);
  barrier.fill_bytes(0);
  std::atomic<unsigned> met{0};
  diatomic::stream stream;
  diatomic::launch_cooperative(grid, block, shared_bytes, stream, meet{}, barrier.data(), &met);
  return met;
}

unsigned most_blocks() {
  diatomic::grid_barrier<>* barrier = nullptr;
  std::atomic<unsigned>* met = nullptr;
  return diatomic::max_resident_blocks(1, 0, meet{}, barrier, met);
}

unsigned number_that_run(unsigned grid, unsigned block) {
  std::atomic<unsigned> ran{0};
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, count{}, &ran);
  return ran;
}

/// Ends the process, by the exit status 1 if something is not as it should be.
class report {
 public:
  void expect(bool is_right, const char* what) {
    if (is_right) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    status_ = EXIT_FAILURE;
  }
  [[noreturn]] void end() const { std::exit(status_); }

 private:
  int status_ = EXIT_SUCCESS;
};

/// Each test has a process of its own, whose pool of threads is still to be made.
class pool : public testing::Test {
 protected:
  void SetUp() override {
    if (!can_refuse_threads) GTEST_SKIP() << "clang's sanitizers have pthread_create";
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
  }
};
constexpr unsigned for_good = 1u << 30;

void use_pool_without_threads() {
  report is;
  const std::string text =
      std::string("no thread can be started to run kernels: ") + std::strerror(EAGAIN);
  threads.arm(1, for_good);
  for (int round = 0; round < 2; ++round) {
    try {
      number_that_run(3, 4);
      is.expect(false, "a launch without threads returns");
    } catch (const diatomic::runtime_error& error) {
      is.expect(error.what() == "std::thread failed: " + text + " (no_threads)", error.what());
    }
    try {
      most_blocks();
      is.expect(false, "blocks run without threads");
    } catch (const diatomic::runtime_error& error) {
      is.expect(error.what() == "std::thread failed: " + text + " (no_threads)", error.what());
    }
  }
  threads.disarm();
  is.expect(number_that_run(3, 4) == 12, "a later launch runs");
  is.expect(most_blocks() >= 2, "the pool is whole");
  is.end();
}

TEST_F(pool, without_threads_is_an_error_and_later_launches_try_again) {
  EXPECT_EXIT(use_pool_without_threads(), testing::ExitedWithCode(0), "");
}

/// From the `first` thread on, the system refuses them.
void use_pool_of_few_threads(unsigned first) {
  report is;
  threads.arm(first, for_good);
  is.expect(number_that_run(20, 4) == 80, "a launch runs on the threads that there are");
  is.expect(most_blocks() == first - 1, "max_resident_blocks counts threads that exist");
  is.expect(diatomic::properties(0).compute_units == static_cast<int>(first) - 1,
            "compute_units counts threads that exist");
  is.expect(number_that_meets(first - 1, 2, 0) == 2 * (first - 1), "so many blocks meet");
  try {
    number_that_meets(first, 1, 0);
    is.expect(false, "one block more is launched");
  } catch (const diatomic::runtime_error& error) {
    is.expect(error.call() == "launch_cooperative", error.what());
  }
  threads.disarm();
  is.expect(number_that_run(20, 4) == 80, "a later launch runs");
  const unsigned most = most_blocks();
  is.expect(most > first - 1, "a later launch starts the missing threads");
  is.expect(number_that_meets(most, 2, 0) == 2 * most, "all blocks meet on them");
  is.end();
}

TEST_F(pool, of_fewer_threads_says_how_many_there_are) {
  EXPECT_EXIT(use_pool_of_few_threads(2), testing::ExitedWithCode(0), "");
}

/// One block is refused what it needs, and the others wait for it at a barrier of the grid.
TEST(block, without_shared_memory_ends_a_cooperative_launch) {
  const unsigned blocks = most_blocks();
  std::size_t shared_bytes = 1000;
  for (unsigned refused = 1; refused <= blocks; ++refused) {
    shared_bytes += 16;  // Memory of another size is not kept from the launch before.
    shared_memory.arm(refused, refused);
    EXPECT_THROW(number_that_meets(blocks, 3, shared_bytes), std::bad_alloc) << refused;
    shared_memory.disarm();
    EXPECT_EQ(number_that_meets(blocks, 3, shared_bytes), 3 * blocks) << refused;
  }
}

TEST(block, without_stacks_ends_a_cooperative_launch) {
  const unsigned blocks = most_blocks();
  unsigned block = 1;
  for (const unsigned refused : {1u, 2u, 9u, 16u}) {
    block += 16;  // Each block needs 16 fibers or more that its pool thread has not made yet.
    fibers.arm(refused, refused);
    EXPECT_THROW(number_that_meets(blocks, block, 0), std::bad_alloc) << refused;
    fibers.disarm();
    EXPECT_EQ(number_that_meets(blocks, block, 0), block * blocks) << refused;
  }
}

/// What the threads of `fail_early_and_late` tell each other.
struct signals {
  std::atomic<bool> first_has_failed{false};
  std::atomic<unsigned> others_begun{0};
};

void wait_for(const std::atomic<bool>& flag) {
  while (!flag) std::this_thread::yield();
}

void take_a_while() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

/// Signals when it is destroyed, and may give others time to go on before this block has ended.
struct signal_while_unwound {
  ~signal_while_unwound() {
    *flag = true;
    if (slow) take_a_while();
  }
  std::atomic<bool>* flag;
  bool slow;
};

/// Block 0 fails first, while one of its threads is at a barrier and is unwound. The other blocks
/// that have begun by then go on when it has failed: to an end, or to a failure of theirs. Either
/// these blocks end last, or block 0 does.
struct fail_early_and_late {
  bool others_fail;
  bool others_end_last;
  void operator()(signals* s) const {
    if (diatomic::block_index() == 0) {
      if (diatomic::thread_index() == 1) throw std::length_error("first");
      const signal_while_unwound mark{&s->first_has_failed, !others_end_last};
      diatomic::sync_block();
    }
    if (diatomic::thread_index() == 1) return;
    ++s->others_begun;
    wait_for(s->first_has_failed);
    if (others_end_last) take_a_while();
    if (others_fail) throw std::out_of_range("later");
  }
};

TEST(failure, that_is_thrown_is_the_first) {
  diatomic::stream stream;
  for (int round = 0; round < 5; ++round) {
    for (const bool others_end_last : {false, true}) {
      signals s;
      const fail_early_and_late kernel{true, others_end_last};
      EXPECT_THROW(diatomic::launch(most_blocks(), 2, 0, stream, kernel, &s), std::length_error);
    }
  }
}

TEST(failure, leaves_out_blocks_not_yet_begun) {
  diatomic::stream stream;
  for (int round = 0; round < 5; ++round) {
    signals s;
    EXPECT_THROW(diatomic::launch(100000, 2, 0, stream, fail_early_and_late{false, false}, &s),
                 std::length_error);
    EXPECT_LT(s.others_begun, most_blocks());
  }
}

struct throw_number {
  void operator()(int number, std::atomic<unsigned>* ran) const {
    ++*ran;
    diatomic::sync_block();
    if (number % 2 == 1 && diatomic::thread_index() == 2) throw number;
  }
};

/// Launches `number` from a thread, of which each odd one fails. True if this was as it should be.
bool launch_number(int number) {
  std::atomic<unsigned> ran{0};
  diatomic::stream stream;
  try {
    diatomic::launch(3, 4, 0, stream, throw_number{}, number, &ran);
  } catch (const int thrown) {
    return number % 2 == 1 && thrown == number && ran >= 4;
  }
  return number % 2 == 0 && ran == 12;
}

TEST(failure, of_one_launch_is_not_thrown_by_another) {
  constexpr int host_threads = 8;
  std::vector<std::thread> callers;
  callers.reserve(host_threads);
  std::atomic<unsigned> wrong{0};
  for (int caller = 0; caller < host_threads; ++caller) {
    callers.emplace_back([&wrong, caller] {
      for (int i = 0; i < 50; ++i) wrong += launch_number(caller + host_threads * i) ? 0 : 1;
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(wrong, 0u);
}

/// What a failed launch leaves behind on a thread of the pool: votes at a barrier, lanes that wait
/// for their warp, threads at a barrier, and an exception in each thread.
enum class left { votes, lanes, barriers, handlers };

struct leave_behind {
  void operator()(left what, diatomic::grid_barrier<>* all_begin) const {
    all_begin->arrive_and_wait();  // One block on each thread of the pool.
    const unsigned own = diatomic::thread_index();
    if (own == diatomic::block_size() - 1) throw std::length_error("the last thread");
    if (what == left::votes) diatomic::cuda_names::__syncthreads_count(1);
    if (what == left::lanes) diatomic::cuda_names::__ballot_sync(~0u, 1);
    if (what == left::barriers) {
      diatomic::sync_block();
    } else if (what == left::handlers) {
      try {
        throw own;
      } catch (unsigned) {
        diatomic::sync_block();
      }
    }
  }
};

/// Counts what is not as in a first launch. Before the first barrier, which may repair it, threads
/// vote at this barrier, or the lanes of each warp meet.
struct look_for_the_left {
  void operator()(bool votes_first, diatomic::grid_barrier<>* all_begin,
                  std::atomic<unsigned>* wrong) const {
    const auto expect = [wrong](bool is_right) { *wrong += is_right ? 0 : 1; };
    expect(std::current_exception() == nullptr && std::uncaught_exceptions() == 0);
    votes_first ? expect_votes(expect) : expect_lanes(expect);
    all_begin->arrive_and_wait();
    expect_lanes(expect);
    expect_votes(expect);
    const unsigned own = diatomic::thread_index();
    try {
      throw own;
    } catch (unsigned thrown) {
      diatomic::sync_block();
      expect(thrown == own);
    }
  }
  template <class Expect>
  static void expect_votes(Expect expect) {
    const bool is_last = diatomic::thread_index() + 1 == diatomic::block_size();
    for (int round = 0; round < 3; ++round) {
      expect(diatomic::cuda_names::__syncthreads_count(is_last) == 1);
    }
  }
  template <class Expect>
  static void expect_lanes(Expect expect) {
    namespace names = diatomic::cuda_names;
    const unsigned lane = diatomic::thread_index() % 32;
    if (lane != 31) diatomic::pause();  // The last lane comes first.
    expect(names::__ballot_sync(~0u, lane != 7) == ~(1u << 7));
    expect(names::__shfl_sync(~0u, lane, 5) == 5);
  }
};

TEST(failure, leaves_nothing_behind) {
  const unsigned blocks = most_blocks();
  diatomic::device_array<diatomic::grid_barrier<>> barrier(1);
  diatomic::stream stream;
  for (const left what : {left::votes, left::lanes, left::barriers, left::handlers}) {
    for (int round = 0; round < 3; ++round) {
      barrier.fill_bytes(0);
      EXPECT_THROW(
          diatomic::launch_cooperative(blocks, 64, 0, stream, leave_behind{}, what, barrier.data()),
          std::length_error);
      barrier.fill_bytes(0);
      std::atomic<unsigned> wrong{0};
      diatomic::launch_cooperative(blocks, 64, 0, stream, look_for_the_left{}, what == left::votes,
                                   barrier.data(), &wrong);
      EXPECT_EQ(wrong, 0u) << static_cast<int>(what);
    }
  }
}

/// After a launch that got no shared memory the next one of the same size gets all of its memory.
struct fill_shared_memory {
  void operator()(std::size_t bytes) const {
    std::memset(diatomic::shared_array<unsigned char>(), 1, bytes);
  }
};
TEST(failure, of_shared_memory_leaves_no_smaller_memory) {
  diatomic::stream stream;
  for (int round = 0; round < 10; ++round) {
    number_that_meets(most_blocks(), 2, 16);  // little memory on each thread of the pool
    constexpr std::size_t bytes = 64 * 1024;
    shared_memory.arm(1, for_good);
    EXPECT_THROW(number_that_meets(most_blocks(), 2, bytes), std::bad_alloc);
    shared_memory.disarm();
    EXPECT_EQ(number_that_meets(most_blocks(), 2, bytes), 2 * most_blocks());
    EXPECT_EQ(shared_memory.asked, most_blocks()) << "blocks that got other memory";
    diatomic::launch(most_blocks(), 1, bytes, stream, fill_shared_memory{}, bytes);
  }
}

/// Block 1 fails; a thread of block 0 then has long turns that compute in a destructor-like way,
/// which end it only after 1,000. Counted anew in each launch, and not before the failure.
struct compute_after_failure {
  void operator()(unsigned before, std::atomic<bool>* may_fail, std::atomic<bool>* has_failed,
                  unsigned turns, unsigned* words, std::atomic<unsigned>* done) const {
    if (diatomic::block_index() == 1) {
      wait_for(*may_fail);
      has_failed->store(true);
      throw std::length_error("block 1");
    }
    for (unsigned turn = 0; turn < before; ++turn) take_long_turn(words + turn % 16);
    may_fail->store(true);
    wait_for(*has_failed);
    take_a_while();  // until the launch knows
    for (unsigned turn = 0; turn < turns; ++turn) {
      take_long_turn(words + turn % 16);
      ++*done;
    }
  }
  static void take_long_turn(unsigned* word) {
    namespace host = diatomic::backends::host;
    host::turn_watch::set(host::turn::over);  // as after 2 ms
    diatomic::fetch_add(word, 1u);
  }
};
TEST(failure, counts_long_turns_of_each_launch_alone) {
  diatomic::stream stream;
  unsigned words[16] = {};
  const auto turns_done = [&](unsigned turns, unsigned before = 0) {
    std::atomic<bool> may_fail{false};
    std::atomic<bool> has_failed{false};
    std::atomic<unsigned> done{0};
    EXPECT_THROW(diatomic::launch(2, 1, 0, stream, compute_after_failure{}, before, &may_fail,
                                  &has_failed, turns, words, &done),
                 std::length_error);
    return done.load();
  };
  for (int launch = 0; launch < 2; ++launch) EXPECT_EQ(turns_done(600), 600u);
  EXPECT_EQ(turns_done(900, 2000), 900u);
  const unsigned most = turns_done(5000);
  EXPECT_GE(most, 1000u);
  EXPECT_LT(most, 1010u);
}

}  // namespace
