// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What only the host backend guarantees: exceptions cross launches, barriers that cannot open are
// found, blocks run side by side.

#include <sys/mman.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/host/fibers/thread_stack.hpp>
#include <diatomic/host/modes/checked.hpp>
#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/semaphore.hpp>

namespace {

struct throw_in {
  unsigned block, thread;
  void operator()(std::atomic<unsigned>* ran) const {
    ++*ran;
    if (diatomic::block_index() == block && diatomic::thread_index() == thread) {
      throw std::out_of_range("from the kernel");
    }
  }
};

TEST(kernel_exception, reaches_the_caller) {
  std::atomic<unsigned> ran{0};
  diatomic::stream stream;
  try {
    diatomic::launch(1, 8, 0, stream, throw_in{0, 5}, &ran);
    FAIL() << "launch did not throw";
  } catch (const std::out_of_range& error) {
    EXPECT_STREQ(error.what(), "from the kernel");
  }
  EXPECT_EQ(ran, 6u);  // Threads after the one that threw do not begin.

  ran = 0;
  diatomic::launch(2, 8, 0, stream, throw_in{99, 0}, &ran);
  EXPECT_EQ(ran, 16u);
}

TEST(kernel_exception, leaves_out_blocks_not_yet_begun) {
  std::atomic<unsigned> ran{0};
  diatomic::stream stream;
  EXPECT_THROW(diatomic::launch(1000000, 1, 0, stream, throw_in{0, 0}, &ran), std::out_of_range);
  EXPECT_LT(ran, 1000000u);
}

// Counts the objects of itself that live on kernel threads' stacks.
struct counted {
  explicit counted(std::atomic<int>* live) : live_(live) { ++*live_; }
  ~counted() { --*live_; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  std::atomic<int>* live_;
};

struct throw_while_others_wait {
  void operator()(unsigned rounds, std::atomic<int>* live) const {
    const counted mine(live);
    for (unsigned i = 0; i < rounds; ++i) diatomic::sync_block();
    if (diatomic::thread_index() == diatomic::block_size() / 2) throw std::length_error("half");
    diatomic::sync_block();
    diatomic::sync_block();
  }
};

TEST(kernel_exception, unwinds_threads_at_a_barrier) {
  diatomic::stream stream;
  for (const unsigned rounds : {0u, 1u, 2u}) {
    std::atomic<int> live{0};
    EXPECT_THROW(diatomic::launch(4, 64, 0, stream, throw_while_others_wait{}, rounds, &live),
                 std::length_error);
    EXPECT_EQ(live, 0) << rounds;
  }
}

struct skip_barrier {
  void operator()(unsigned first, unsigned rounds, std::atomic<int>* live) const {
    const counted mine(live);
    for (unsigned i = 0; i < rounds; ++i) diatomic::sync_block();
    if (diatomic::thread_index() >= first) return;
    try {
      diatomic::sync_block();
    } catch (...) {
      diatomic::sync_block();  // A stubborn kernel comes no further either.
    }
  }
};

/// DIATOMIC_STRICT_BARRIERS.
class strict_barrier : public testing::Test {
 protected:
  strict_barrier() { diatomic::backends::host::strict_barriers = true; }
  ~strict_barrier() override { diatomic::backends::host::strict_barriers = false; }
};

TEST_F(strict_barrier, that_some_threads_skip_is_an_error) {
  diatomic::stream stream;
  for (const unsigned first : {1u, 7u}) {
    for (const unsigned rounds : {0u, 3u}) {
      std::atomic<int> live{0};
      try {
        diatomic::launch(3, 8, 0, stream, skip_barrier{}, first, rounds, &live);
        ADD_FAILURE() << "launch did not throw";
      } catch (const diatomic::runtime_error& error) {
        EXPECT_EQ(error.call(), "sync_block");
        EXPECT_EQ(error.name(), "barrier_not_reached");
        const std::string text = error.text();
        EXPECT_EQ(text.find("barrier not reached by all threads of the block"), 0u) << text;
        EXPECT_NE(text.find(" " + std::to_string(first) + " of 8 "), std::string::npos) << text;
      }
      EXPECT_EQ(live, 0);
    }
  }
}

struct skip_barrier_of_a_block {
  void operator()(unsigned block, unsigned stay) const {
    const bool may_leave = diatomic::block_index() == block && diatomic::thread_index() >= stay;
    if (!may_leave) diatomic::sync_block();
  }
};
TEST_F(strict_barrier, error_names_the_block_and_counts_its_threads) {
  diatomic::stream stream;
  for (const unsigned block : {0u, 2u, 4u}) {
    for (const unsigned stay : {1u, 7u}) {
      try {
        diatomic::launch(5, 8, 0, stream, skip_barrier_of_a_block{}, block, stay);
        ADD_FAILURE() << "launch did not throw";
      } catch (const diatomic::runtime_error& error) {
        EXPECT_EQ(error.text(), "barrier not reached by all threads of the block: in block " +
                                    std::to_string(block) + " " + std::to_string(stay) +
                                    " of 8 threads wait, the others have returned");
      }
    }
  }
}

/// Some threads return at once, some after each barrier, at two places of the kernel. Those that
/// stay see what those that stay wrote, and the votes are theirs.
struct leave_one_by_one {
  void operator()(unsigned first, unsigned* seen) const {
    auto* const shared = diatomic::shared_array<unsigned>();
    const unsigned own = diatomic::thread_index();
    const unsigned threads = diatomic::block_size();
    if (own < first) return;
    for (unsigned left = threads - first; left != 0; --left) {
      shared[own] = left;
      if (own % 2 == 0) {
        diatomic::sync_block();
      } else {
        diatomic::sync_block();
        diatomic::store_add(seen, 1u);
      }
      unsigned sum = 0;
      for (unsigned i = threads - left; i < threads; ++i) sum += shared[i];
      const auto votes = static_cast<unsigned>(diatomic::cuda_names::__syncthreads_count(own != 7));
      const bool is_seven_left = 7 < threads && threads - left <= 7;
      if (sum != left * left || votes != left - (is_seven_left ? 1 : 0)) {
        throw std::logic_error(std::to_string(sum) + " " + std::to_string(votes));
      }
      if (own == threads - left) return;
    }
  }
};
TEST(barrier, does_not_wait_for_threads_that_have_ended) {
  diatomic::stream stream;
  for (const unsigned block : {2u, 3u, 8u, 33u, 100u}) {
    for (const unsigned first : {0u, 1u, block / 2, block - 1, block}) {
      unsigned seen = 0;
      diatomic::launch(1, block, block * sizeof(unsigned), stream, leave_one_by_one{}, first,
                       &seen);
      unsigned expected = 0;
      for (unsigned i = first; i < block; ++i) expected += i % 2 == 0 ? 0 : i - first + 1;
      EXPECT_EQ(seen, expected) << block << " " << first;
    }
  }
}
struct vote_without_the_others {
  void operator()(unsigned* told) const {
    namespace names = diatomic::cuda_names;
    const unsigned own = diatomic::thread_index();
    if (own % 3 == 0) return;
    unsigned right = names::__syncthreads_and(own % 3 != 0) != 0 ? 1 : 0;
    right += names::__syncthreads_or(own % 3 == 0) == 0 ? 1 : 0;
    right += names::__ballot_sync(~0u, 1) == (own < 32 ? 0xb6db6db6u : 0x6db6db6du) ? 1 : 0;
    names::__syncwarp();
    if (own % 3 == 1) return;
    names::__syncwarp();
    right += names::__all_sync(~0u, own % 3 == 2) != 0 ? 1 : 0;
    right += names::__syncthreads_count(1) == 21 ? 1 : 0;
    *(told + own) = right;
  }
};
TEST(barrier, and_votes_leave_out_threads_that_have_ended) {
  diatomic::device_array<unsigned> told(64);
  told.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(1, 64, 0, stream, vote_without_the_others{}, told.data());
  const std::vector<unsigned> found = told.download();
  for (unsigned i = 0; i < 64; ++i) EXPECT_EQ(found[i], i % 3 == 2 ? 5u : 0u) << i;
}

/// What the call throws as the reason.
template <class Call>
std::string reason(Call call) {
  try {
    call();
  } catch (const diatomic::runtime_error& error) {
    return error.text();
  }
  return "";
}
/// What the call throws, in full.
template <class Call>
std::string message(Call call) {
  try {
    call();
  } catch (const diatomic::runtime_error& error) {
    return error.what();
  }
  return "";
}
TEST(barrier, outside_a_kernel_is_an_error) {
  EXPECT_EQ(message([] { diatomic::sync_block(); }),
            "sync_block failed: the caller is not a kernel: call it in one that launch runs "
            "(invalid_configuration)");
}
TEST(errors, name_the_call_and_what_is_wrong) {
  namespace runtime_api = diatomic::detail::runtime_api;
  for (const int device : {-1, 1, 7}) {
    const std::string text = " failed: there is no device " + std::to_string(device) +
                             ", only device 0, the CPU (invalid_device)";
    EXPECT_EQ(message([&] { diatomic::use_device(device); }), "use_device" + text);
    EXPECT_EQ(message([&] { diatomic::properties(device); }), "properties" + text);
  }
  const std::size_t too_much = runtime_api::memory_bytes() + 1;
  EXPECT_EQ(message([&] { diatomic::device_array<char> array(too_much); }),
            "allocate failed: no " + std::to_string(too_much) +
                " bytes of memory are left (out_of_memory)");

  diatomic::stream stream;
  diatomic::event moved;
  const diatomic::event recorded(std::move(moved));
  diatomic::event never;
  EXPECT_EQ(message([&] { moved.record(stream); }),
            "record failed: the event was moved from (invalid_handle)");
  diatomic::event now;
  now.record(stream);
  const std::string unrecorded = "elapsed_ms failed: an event was never recorded (invalid_handle)";
  EXPECT_EQ(message([&] { (void)diatomic::elapsed_ms(never, now); }), unrecorded);
  EXPECT_EQ(message([&] { (void)diatomic::elapsed_ms(now, never); }), unrecorded);
  EXPECT_EQ(message([&] { (void)diatomic::elapsed_ms(moved, now); }),
            "synchronize failed: the event was moved from (invalid_handle)");
  EXPECT_EQ(message([&] { (void)diatomic::elapsed_ms(now, now); }), "");
}
/// Memory that another process opens is the one that its owner has shared, and no later one.
TEST(errors, of_shared_memory_say_whose_it_is) {
  namespace runtime_api = diatomic::detail::runtime_api;
  void* const memory = runtime_api::allocate_for_processes(1000);
  const runtime_api::shared_handle own = runtime_api::share_memory(memory);
  const auto refusal = [](const runtime_api::shared_handle& handle) {
    return message([&] { runtime_api::close_memory(runtime_api::open_memory(handle)); });
  };
  EXPECT_EQ(refusal(own), "");
  const std::string mine = "open_memory failed: the memory of process " + std::to_string(getpid());
  const std::string other =
      ": another file is there; do the processes share their PID namespace? (invalid_handle)";
  runtime_api::shared_handle wrong = own;
  wrong.number += 1;
  EXPECT_EQ(refusal(wrong), mine + other);
  wrong = own;
  wrong.bytes += 4096;
  EXPECT_EQ(refusal(wrong), mine + other);
  wrong = own;
  wrong.file = 1 << 20;
  EXPECT_EQ(refusal(wrong), mine + ": No such file or directory (invalid_handle)");
  wrong.owner = 1 << 30;
  EXPECT_EQ(refusal(wrong),
            "open_memory failed: the memory of process 1073741824: No such file or "
            "directory (invalid_handle)");
  runtime_api::release_for_processes(memory);
  EXPECT_NE(refusal(own), "") << "of memory that is released";
  const std::string much = std::to_string(std::size_t{1} << 60);
  EXPECT_EQ(message([&] { runtime_api::allocate_for_processes(std::size_t{1} << 60); }),
            "allocate_for_processes failed: no " + much +
                " bytes of shared memory: " + std::strerror(ENOMEM) + " (out_of_memory)");
}
/// The number of the system's page with this address, among `n` mapped ones, is in memory.
std::vector<bool> present_pages(void* first, std::size_t n, std::size_t page) {
  std::vector<unsigned char> found(n);
  EXPECT_EQ(mincore(first, n * page, found.data()), 0);
  std::vector<bool> are_present;
  for (const unsigned char each : found) are_present.push_back((each & 1) != 0);
  return are_present;
}
/// All pages of a range are provided at once, the first and the last too.
TEST(memory_of_processes, is_provided_in_whole_pages) {
  namespace runtime_api = diatomic::detail::runtime_api;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  constexpr std::size_t pages = 5;
  void* const start =
      mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(start, MAP_FAILED);
  madvise(start, pages * page, MADV_NOHUGEPAGE);
  char* const second = static_cast<char*>(start) + page;
  runtime_api::provide(second + page - 8, 2 * page);
  const std::vector<bool> found = present_pages(start, pages, page);
  munmap(start, pages * page);
  if (found == std::vector<bool>(pages)) GTEST_SKIP() << "needs Linux 5.14";
  EXPECT_EQ(found, (std::vector<bool>{false, true, true, true, false}));
  EXPECT_EQ(message([&] { runtime_api::provide(second, 100); }),
            std::string("madvise failed: no 100 bytes of memory: ") + std::strerror(ENOMEM) +
                " (out_of_memory)");
}
/// The available memory in bytes, according to the system, and to the control groups if less.
double available_memory() {
  const auto limit = static_cast<double>(diatomic::detail::runtime_api::left_in_groups());
  std::ifstream info("/proc/meminfo");
  for (std::string name; info >> name;) {
    double kib = 0;
    if (name == "MemAvailable:" && info >> kib) return std::min(kib * 1024, limit);
  }
  return 0;
}
TEST(memory_of_processes, is_as_much_as_is_available) {
  if (available_memory() == 0) GTEST_SKIP() << "the system does not say";
  bool is_between = false;
  for (int attempt = 0; attempt < 100 && !is_between; ++attempt) {  // other programs use it too
    const double before = available_memory();
    const auto found = static_cast<double>(diatomic::detail::runtime_api::available_bytes());
    const double after = available_memory();
    is_between = std::min(before, after) * 0.99 <= found && found <= std::max(before, after) * 1.01;
  }
  EXPECT_TRUE(is_between);
}
TEST(cuda_names, outside_a_kernel_say_where_to_call_them) {
  namespace names = diatomic::cuda_names;
  const std::string text =
      "a function of warps or blocks was called outside a kernel; call it in one that launch runs";
  EXPECT_EQ(reason([] { names::__shfl_sync(1u, 1, 0); }), text);
  EXPECT_EQ(reason([] { names::__match_any_sync(1u, 1); }), text);
  EXPECT_EQ(reason([] { names::__reduce_add_sync(1u, 1); }), text);
  EXPECT_EQ(reason([] { names::__syncthreads_count(1); }), text);
  EXPECT_EQ(reason([] { names::__nanosleep(100); }), "");
}

TEST(device, is_the_host) {
  const diatomic::link_atomics link = diatomic::host_link(0);
  EXPECT_TRUE(link.access);
  EXPECT_EQ(link.native, diatomic::link_support::all);
  EXPECT_FALSE(link.operations.has_value());
  const auto found = diatomic::properties(0);
  EXPECT_EQ(found.name.find_first_not_of(' '), 0u) << found.name;
  utsname system{};
  ASSERT_EQ(uname(&system), 0);
  const std::string machine = system.machine;
  EXPECT_EQ(found.architecture, machine == "x86_64" ? "x86-64" : machine);
  EXPECT_EQ(found.warp_size, 1);
  EXPECT_EQ(found.max_threads_per_block, 1024);
  EXPECT_EQ(found.shared_bytes_per_block, 65536u);
  EXPECT_EQ(found.l2_bytes, 0u);
  EXPECT_EQ(found.memory_bytes, static_cast<std::size_t>(sysconf(_SC_PHYS_PAGES)) *
                                    static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  EXPECT_TRUE(found.host_native_atomics);
  EXPECT_TRUE(found.concurrent_managed_access);
  EXPECT_TRUE(found.pageable_memory_access);
}

// Each block waits for all others: with fewer pool threads than blocks it would never end.
struct meet_other_blocks {
  void operator()(std::atomic<unsigned>* arrived) const {
    ++*arrived;
    while (*arrived < diatomic::grid_size()) std::this_thread::yield();
  }
};

TEST(blocks, run_side_by_side) {
  const auto units = static_cast<unsigned>(diatomic::properties(0).compute_units);
  ASSERT_GE(units, 2u);
  std::atomic<unsigned> arrived{0};
  diatomic::stream stream;
  diatomic::launch(units, 1, 0, stream, meet_other_blocks{}, &arrived);
  EXPECT_EQ(arrived, units);
}

struct launch_another {
  void operator()() const {
    diatomic::stream stream;
    diatomic::launch(1, 1, 0, stream, launch_another{});
  }
};

TEST(kernel, cannot_launch_another) {
  diatomic::stream stream;
  EXPECT_EQ(message([&] { diatomic::launch(1, 1, 0, stream, launch_another{}); }),
            "launch failed: a kernel cannot launch another one (launch_in_kernel)");
}

struct count {
  void operator()(std::atomic<unsigned>* counter) const {
    diatomic::sync_block();
    ++*counter;
  }
};

TEST(launches, may_come_from_many_threads) {
  std::atomic<unsigned> counter{0};
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&] {
      diatomic::stream stream;
      for (int j = 0; j < 50; ++j) diatomic::launch(5, 16, 0, stream, count{}, &counter);
    });
  }
  for (auto& caller : callers) caller.join();
  EXPECT_EQ(counter, 4u * 50 * 5 * 16);
}

/// Products of sizes are not counted modulo 2^32.
TEST(launches, of_2_to_the_32_blocks_and_more_are_refused) {
  diatomic::stream stream;
  std::atomic<unsigned> ran{0};
  for (const diatomic::extent3 grid :
       {diatomic::extent3((1u << 17) + 1, 1u << 15), diatomic::extent3(1u << 17, 1u << 15),
        diatomic::extent3(1u << 16, 1u << 15, 2),
        diatomic::extent3(1u << 30, 1u << 15, 1u << 15)}) {
    const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
    try {
      diatomic::launch(grid, 1, 0, stream, throw_in{0, 0}, &ran);
      FAIL() << blocks << " blocks ended";
    } catch (const std::out_of_range&) {
      FAIL() << blocks << " blocks were begun";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.what(), "launch failed: " + std::to_string(blocks) +
                                  " blocks, and the host runs fewer than 2^32 "
                                  "(invalid_configuration)");
    }
  }
  EXPECT_EQ(ran, 0u);
}

/// Threads of a block wait for the one after them, across a barrier and before one.
struct wait_for_the_next {
  void operator()(unsigned* words) const {
    const unsigned me = diatomic::thread_index();
    unsigned* const own = words + diatomic::block_index() * (diatomic::block_size() + 1) + me;
    for (unsigned k = 1; k <= 3; ++k) {
      if (me + 1 == diatomic::block_size()) {
        diatomic::store(own + 1, k, diatomic::release);
      }
      diatomic::wait(own + 1, k - 1, diatomic::acquire);
      if (diatomic::thread_index() != me) throw std::logic_error("it woke as another thread");
      diatomic::store(own, k, diatomic::release);
      if (k == 2) diatomic::sync_block();
    }
  }
};

TEST(waiting, lets_other_threads_of_the_block_run) {
  constexpr unsigned grid = 5;
  constexpr unsigned block = 100;
  diatomic::device_array<unsigned> words(grid * (block + 1));
  words.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, wait_for_the_next{}, words.data());
  EXPECT_EQ(words.download(), std::vector<unsigned>(grid * (block + 1), 3));
}

/// One thread fails while others of its block, and of the other block, wait for what never comes.
struct throw_while_all_wait {
  void operator()(const unsigned* word, std::atomic<int>* live) const {
    const counted mine(live);
    if (diatomic::block_index() == 1 && diatomic::thread_index() == 7) throw std::length_error("");
    if (diatomic::thread_index() % 3 == 0) diatomic::sync_block();
    diatomic::wait(word, 0u);
  }
};

TEST(kernel_exception, unwinds_threads_that_wait_for_a_word) {
  diatomic::stream stream;
  const unsigned word = 0;
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> live{0};
    EXPECT_THROW(diatomic::launch(2, 16, 0, stream, throw_while_all_wait{}, &word, &live),
                 std::length_error);
    EXPECT_EQ(live, 0);
  }
}

struct look_at_fresh_memory {
  void operator()(unsigned* shared_zeros, const unsigned char* global, unsigned n) const {
    const unsigned char* shared = diatomic::shared_array<unsigned char>();
    unsigned zeros = 0;
    for (unsigned i = 0; i < n; ++i) zeros += shared[i] == 0 || global[i] == 0 ? 1 : 0;
    shared_zeros[diatomic::block_index()] = zeros;
    std::fill_n(diatomic::shared_array<unsigned char>(), n, static_cast<unsigned char>(0));
  }
};

TEST(fresh_memory, is_never_zero) {
  constexpr unsigned blocks = 16;
  constexpr unsigned bytes = 1000;
  diatomic::device_array<unsigned> zeros(blocks);
  diatomic::device_array<unsigned char> fresh(bytes);
  diatomic::stream stream;
  diatomic::launch(blocks, 1, bytes, stream, look_at_fresh_memory{}, zeros.data(), fresh.data(),
                   bytes);
  EXPECT_EQ(zeros.download(), std::vector<unsigned>(blocks, 0));
}

/// Which addresses around a block's shared memory checked mode takes for shared.
TEST(shared_memory, is_known_from_its_first_to_its_last_byte) {
  namespace host = diatomic::backends::host;
  diatomic::stream stream;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{100}, std::size_t{64}}) {
    std::atomic<unsigned> wrong{0};
    diatomic::launch(8, 1, bytes, stream, [&wrong, bytes] {
      const auto* const first = diatomic::shared_array<char>();
      for (std::ptrdiff_t i = -2; i < static_cast<std::ptrdiff_t>(bytes) + 2; ++i) {
        const bool is_shared = i >= 0 && i < static_cast<std::ptrdiff_t>(bytes);
        if (host::is_outside_global(first + i) != is_shared) ++wrong;
      }
    });
    EXPECT_EQ(wrong, 0u) << bytes;
  }
}

struct use_much_stack {
  void operator()(unsigned* out) const {
    volatile unsigned char large[768 * 1024];
    for (unsigned i = 0; i < sizeof(large); i += 1023) large[i] = static_cast<unsigned char>(i);
    diatomic::sync_block();
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof(large); i += 1023) sum += large[i];
    out[diatomic::thread_index()] = sum;
  }
};

TEST(stack, of_each_thread_holds_large_arrays_across_barriers) {
  diatomic::device_array<unsigned> sums(32);
  diatomic::stream stream;
  diatomic::launch(1, 32, 0, stream, use_much_stack{}, sums.data());
  unsigned sum = 0;
  for (unsigned i = 0; i < 768 * 1024; i += 1023) sum += i % 256;
  EXPECT_EQ(sums.download(), std::vector<unsigned>(32, sum));
}

/// Each thread calls a function that needs more stack than a fiber has, on its pool thread, and one
/// that throws; between them it waits for its block.
struct call_with_much_stack {
  DIATOMIC_FUNCTION void operator()(unsigned* sums) const {
    unsigned sum = 0;
    for (int round = 0; round < 3; ++round) {
      diatomic::backends::host::on_thread_stack([&] {
        volatile unsigned char much[2 << 20];  // twice a fiber's stack
        for (std::size_t i = 0; i < sizeof(much); i += 4096) much[i] = 1;
        for (std::size_t i = 0; i < sizeof(much); i += 4096) sum += much[i];
      });
      diatomic::sync_block();
      try {
        diatomic::backends::host::on_thread_stack([] { throw std::domain_error("from there"); });
      } catch (const std::domain_error&) {
        ++sum;
      }
    }
    sums[diatomic::block_index() * diatomic::block_size() + diatomic::thread_index()] = sum;
  }
};
TEST(host_runtime, calls_on_the_thread_stack) {
  diatomic::device_array<unsigned> sums(4 * 8);
  diatomic::stream stream;
  diatomic::launch(4, 8, 0, stream, call_with_much_stack{}, sums.data());
  EXPECT_EQ(sums.download(), std::vector<unsigned>(4 * 8, 3 * (512 + 1)));
  unsigned outside = 0;
  diatomic::backends::host::on_thread_stack([&] { outside = 1; });
  EXPECT_EQ(outside, 1u);
}

unsigned pauses_made = 0;
diatomic::semaphore<>* released_in_pause = nullptr;

TEST(attempts, have_pauses_between_them_only) {
  diatomic::semaphore<> none;
  diatomic::spin_mutex<> held;
  ASSERT_TRUE(held.try_lock());
  void (*const before)() = diatomic::detail::device_ops::give_way;
  diatomic::detail::device_ops::give_way = [] { ++pauses_made; };
  for (const unsigned attempts : {0u, 1u, 2u, 3u, 10u}) {
    const unsigned expected = attempts == 0 ? 0 : attempts - 1;
    pauses_made = 0;
    EXPECT_FALSE(none.try_acquire_for(attempts));
    EXPECT_EQ(pauses_made, expected) << attempts;
    pauses_made = 0;
    EXPECT_FALSE(diatomic::with_lock_for(attempts, held, [] {}));
    EXPECT_EQ(pauses_made, expected) << attempts;
  }
  released_in_pause = &none;
  diatomic::detail::device_ops::give_way = [] { released_in_pause->release(); };
  EXPECT_FALSE(none.try_acquire_for(0));
  EXPECT_FALSE(none.try_acquire_for(1));
  EXPECT_TRUE(none.try_acquire_for(2));
  EXPECT_FALSE(none.try_acquire());
  diatomic::detail::device_ops::give_way = before;
}

/// Calls in a handler: each thread keeps the exception that it handles.
struct call_in_handler {
  void operator()(unsigned* told) const {
    const unsigned own = diatomic::thread_index();
    unsigned right = 0;
    try {
      throw own;
    } catch (unsigned) {
      diatomic::backends::host::on_thread_stack([&] {
        if (std::current_exception() == nullptr && std::uncaught_exceptions() == 0) ++right;
      });
      diatomic::sync_block();
      try {
        diatomic::backends::host::on_thread_stack([] { throw std::domain_error("from there"); });
      } catch (const std::domain_error&) {
        diatomic::sync_block();
        ++right;
      }
      try {
        throw;
      } catch (unsigned again) {
        right += again == own ? 1 : 0;
      }
    }
    told[own] = right + (std::current_exception() == nullptr ? 1 : 0);
  }
};
TEST(host_runtime, calls_on_the_thread_stack_in_a_handler) {
  diatomic::device_array<unsigned> told(8);
  diatomic::stream stream;
  diatomic::launch(1, 8, 0, stream, call_in_handler{}, told.data());
  EXPECT_EQ(told.download(), std::vector<unsigned>(8, 4));
}

/// Calls that wait, call again, and run operations until their thread's turn is over.
struct wait_on_the_thread_stack {
  DIATOMIC_FUNCTION void operator()(unsigned* words) const {
    const unsigned i = diatomic::global_index();
    diatomic::backends::host::on_thread_stack([=] {
      diatomic::pause();
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
      while (std::chrono::steady_clock::now() < end) {
        for (int k = 0; k < 100; ++k) diatomic::fetch_add(words + i, 2u);
      }
      diatomic::backends::host::on_thread_stack([=] {
        diatomic::store(words + i, diatomic::thread_index());
        diatomic::pause();
      });
    });
    diatomic::sync_block();
  }
};
TEST(host_runtime, waits_on_the_thread_stack) {
  diatomic::device_array<unsigned> words(4 * 3);
  diatomic::stream stream;
  diatomic::launch(4, 3, 0, stream, wait_on_the_thread_stack{}, words.data());
  EXPECT_EQ(words.download(), (std::vector<unsigned>{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2}));
}

struct throw_while_others_vote {
  void operator()(std::atomic<int>* live, bool first) const {
    const counted mine(live);
    const unsigned thrower = first ? 0 : diatomic::block_size() - 1;
    if (diatomic::thread_index() == thrower) throw std::length_error("a lane");
    diatomic::cuda_names::__ballot_sync(~0u, 1);
    diatomic::cuda_names::__syncwarp(~0u);
  }
};
TEST(kernel_exception, unwinds_lanes_at_a_vote) {
  diatomic::stream stream;
  for (const bool first : {false, true}) {
    for (int round = 0; round < 20; ++round) {
      std::atomic<int> live{0};
      EXPECT_THROW(diatomic::launch(4, 40, 0, stream, throw_while_others_vote{}, &live, first),
                   std::length_error);
      EXPECT_EQ(live, 0);
    }
  }
}

/// When the operations of a thread, on objects in turn, end its turn.
class turns : public testing::Test {
 protected:
  using watch = diatomic::backends::host::turn_watch;
  using turn = diatomic::backends::host::turn;
  using end = diatomic::backends::host::turn_end;
  static turn now() { return static_cast<turn>(diatomic::backends::host::turn_now); }
  ~turns() override { watch::set(turn::fresh); }

  /// The operations on `objects` of this array, in turn, before which none ends the turn.
  unsigned operations_until(end why, unsigned objects) {
    for (unsigned i = 0; i < 100; ++i) {
      const end found = watch_.end_before(&objects_[i % objects]);
      if (found == why) return i;
      EXPECT_EQ(found, end::none);
    }
    return 100;
  }
  char objects_[5000] = {};
  watch watch_;
};
TEST_F(turns, end_when_they_only_poll_one_or_two_objects) {
  watch::set(turn::watched);
  EXPECT_EQ(operations_until(end::polls, 1), 16u);
  EXPECT_EQ(operations_until(end::polls, 1), 15u);  // the object is known
  EXPECT_EQ(operations_until(end::polls, 2), 17u);  // the second is not
  EXPECT_EQ(operations_until(end::polls, 2), 15u);
  EXPECT_EQ(operations_until(end::polls, 3), 100u);
  EXPECT_EQ(now(), turn::watched);
}
TEST_F(turns, end_by_time_and_are_watched_until_they_work) {
  for (int round = 0; round < 3; ++round) {
    watch::set(turn::over);
    EXPECT_EQ(watch_.end_before(&objects_[0]), end::time);
    EXPECT_EQ(now(), turn::watched);
    for (unsigned i = 1; i <= 4096; ++i) {
      if (i == 3000 && round == 1) {
        watch::set(turn::over);  // from here on counted anew
        EXPECT_EQ(watch_.end_before(&objects_[0]), end::time);
        break;
      }
      ASSERT_EQ(now(), turn::watched) << i;
      ASSERT_EQ(watch_.end_before(&objects_[i]), end::none) << i;
    }
    EXPECT_EQ(now(), round == 1 ? turn::watched : turn::fresh);
  }
}
TEST_F(turns, are_counted_until_they_are_fresh) {
  EXPECT_EQ(diatomic::backends::host::aged_turns, 0u);
  for (const turn next : {turn::over, turn::watched, turn::over}) {
    watch::set(next);
    EXPECT_EQ(diatomic::backends::host::aged_turns, 1u);
  }
  watch::set(turn::fresh);
  EXPECT_EQ(diatomic::backends::host::aged_turns, 0u);
}
/// The first thread of a block polls for the last one, in a turn that must end.
struct poll_for_last_thread {
  void operator()(unsigned* flags) const {
    unsigned* const flag = flags + diatomic::block_index();
    if (diatomic::thread_index() + 1 == diatomic::block_size()) diatomic::store(flag, 1u);
    while (diatomic::load(flag) == 0) {
    }
  }
};
TEST_F(turns, are_fresh_after_a_launch) {
  constexpr unsigned blocks = 8;
  const diatomic::stream stream;
  diatomic::device_array<unsigned> flags(blocks);
  diatomic::fill(stream, flags.data(), blocks, 0u);
  diatomic::launch(blocks, 3, 0, stream, poll_for_last_thread{}, flags.data());
  EXPECT_EQ(diatomic::backends::host::aged_turns, 0u);
}

// Sanitizers put local arrays elsewhere, and end the program themselves.
#if !DIATOMIC_HOST_ADDRESS_SANITIZER && !DIATOMIC_HOST_THREAD_SANITIZER
/// A frame of 40 KiB of which only the far end is written.
[[gnu::noinline]] void write_far_below(unsigned char* result) {
  volatile unsigned char frame[40 * 1024];
  frame[0] = 7;
  *result = frame[0];
}
/// Takes the stack of `bytes` below `top`, then 40 KiB more at once.
[[gnu::noinline]] unsigned fill_stack(const volatile unsigned char* top, std::ptrdiff_t bytes,
                                      unsigned char* result) {
  volatile unsigned char frame[1024];
  frame[0] = 1;
  if (top - frame < bytes) return fill_stack(top, bytes, result) + frame[0];
  write_far_below(result);
  return frame[0];
}
/// Thread 0 leaves its stack by 20 KiB; thread 1, whose stack is below, looks at its own.
void overflow_a_stack() {
  unsigned changed = 0;
  unsigned char result = 0;
  diatomic::stream stream;
  diatomic::launch(1, 2, 0, stream, [&] {
    volatile unsigned char own[60 * 1024];
    if (diatomic::thread_index() == 0) {
      const std::size_t bytes = diatomic::backends::host::stack_source::stack_bytes - 20 * 1024;
      diatomic::sync_block();
      fill_stack(own + sizeof(own), static_cast<std::ptrdiff_t>(bytes), &result);
      diatomic::sync_block();
    } else {
      for (volatile unsigned char& byte : own) byte = 1;
      diatomic::sync_block();
      diatomic::sync_block();
      for (const volatile unsigned char& byte : own) changed += byte != 1 ? 1 : 0;
    }
  });
  std::fprintf(stderr, "%u bytes of another thread's stack changed\n", changed);
  std::exit(0);
}
TEST(host_runtime, ends_the_program_at_a_frame_that_jumps_off_its_stack) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(overflow_a_stack(), testing::KilledBySignal(SIGSEGV), "");
}
#endif

}  // namespace
