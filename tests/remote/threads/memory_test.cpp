// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The memory of arrays, however their world ends: all of it is released, and none of it while
/// another processing element may use it.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <unordered_set>

#include <gtest/gtest.h>

#include <diatomic/remote/mailboxes.hpp>

#include "remote/threads/run_world.hpp"

// Sanitizers define `operator new` themselves, and find leaks.
#if !DIATOMIC_IN_HOST_HALF && !DIATOMIC_HOST_ADDRESS_SANITIZER && !DIATOMIC_HOST_THREAD_SANITIZER
#define DIATOMIC_TEST_COUNTS_MEMORY 1
namespace {
std::mutex blocks_mutex;
/// The blocks of device memory.
std::unordered_set<void*>& blocks() {
  static auto& all = *new std::unordered_set<void*>;
  return all;
}
/// How many allocations of this thread succeed before one fails; -1: all do.
thread_local int successes_left = -1;
}  // namespace
void* operator new(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
  if (successes_left == 0) return nullptr;
  if (successes_left > 0) --successes_left;
  const auto alignment = static_cast<std::size_t>(align);
  void* const made = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  const std::lock_guard<std::mutex> lock(blocks_mutex);
  blocks().insert(made);
  return made;
}
void operator delete(void* memory, std::align_val_t) noexcept {
  {
    const std::lock_guard<std::mutex> lock(blocks_mutex);
    blocks().erase(memory);
  }
  std::free(memory);
}
#else
#define DIATOMIC_TEST_COUNTS_MEMORY 0
#endif

namespace {

#if DIATOMIC_TEST_COUNTS_MEMORY

using diatomic::mailboxes;
using diatomic::symmetric_array;
using diatomic::world;

std::size_t count_of_blocks() {
  const std::lock_guard<std::mutex> lock(blocks_mutex);
  return blocks().size();
}
bool is_allocated(void* block) {
  const std::lock_guard<std::mutex> lock(blocks_mutex);
  return blocks().count(block) != 0;
}
bool is_last(const world& w) { return w.pe() == w.pes() - 1; }

/// Nothing is left when the world is over.
template <class F>
std::string expect_nothing_left(const std::string& name, int pes, F f) {
  const std::size_t before = count_of_blocks();
  std::string said = test::run_world(name, pes, f);
  EXPECT_EQ(count_of_blocks(), before) << name << ", " << pes << " processing elements";
  return said;
}

TEST(remote_memory_of_threads, of_worlds_that_end_well) {
  for (const int pes : {1, 3}) {
    const auto work = [](world& w) {
      const symmetric_array<int> first(w, 10);
      const mailboxes<int> second(w, 10);
      const symmetric_array<int> third(w, 0);
      w.barrier();
    };
    EXPECT_EQ(expect_nothing_left("a good end", pes, work), "nothing thrown");
  }
}

/// An array has a block for its part and one for the table of addresses. Both are released at its
/// end, or after an exception that all catch in the next collective call.
TEST(remote_memory_of_threads, of_an_array_is_released_in_the_world) {
  const auto work = [](world& w) {
    const std::size_t before = count_of_blocks();
    w.barrier();
    {
      const symmetric_array<int> made(w, 10);
      w.barrier();
      EXPECT_EQ(count_of_blocks(), before + 6);
      w.barrier();
    }
    EXPECT_EQ(count_of_blocks(), before);
    w.barrier();
    for (const bool two : {false, true}) {
      try {
        const symmetric_array<int> made(w, 10);
        const auto other = two ? std::make_unique<symmetric_array<int>>(w, 1) : nullptr;
        throw std::domain_error("mine");
      } catch (const std::domain_error&) {
      }
      w.barrier();
      EXPECT_EQ(count_of_blocks(), before) << two;
      w.barrier();
    }
  };
  EXPECT_EQ(expect_nothing_left("an array's end", 3, work), "nothing thrown");
}

/// The part of the one that fails stays until all are gone.
TEST(remote_memory_of_threads, of_one_that_fails) {
  for (const int failing : {0, 2}) {
    std::atomic<void*> part{nullptr};
    std::atomic<int> looked{0};
    const auto work = [&](world& w) {
      const symmetric_array<int> unwound(w, 10);
      if (w.pe() == failing) part = unwound.data();
      w.barrier();
      if (w.pe() == failing) throw std::domain_error("mine");
      EXPECT_THROW(w.barrier(), diatomic::runtime_error);
      EXPECT_TRUE(is_allocated(part));
      // The others' parts stay too, though their arrays end while another one still looks.
      ++looked;
      if (w.pe() != 1) return;
      while (looked < 2) std::this_thread::yield();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      EXPECT_TRUE(is_allocated(unwound.pointer().address(2 - failing)));
      EXPECT_TRUE(is_allocated(part));
    };
    EXPECT_EQ(expect_nothing_left("one fails", 3, work), "mine");
  }
}

/// The parts of all stay if one has left, and if the ends of arrays differ.
TEST(remote_memory_of_threads, of_one_that_leaves) {
  std::atomic<void*> part{nullptr};
  const auto work = [&](world& w) {
    auto first = std::make_unique<symmetric_array<int>>(w, 10);
    auto second = std::make_unique<symmetric_array<int>>(w, 10);
    if (is_last(w)) part = first->data();
    w.barrier();
    if (is_last(w)) {
      first.reset();  // not in the order of the others
    } else {
      second.reset();
    }
    EXPECT_TRUE(is_allocated(part));
    EXPECT_THROW(w.barrier(), diatomic::runtime_error);
    first.reset();
    second.reset();
    EXPECT_TRUE(is_allocated(part));
    EXPECT_THROW(w.barrier(), diatomic::runtime_error);
  };
  EXPECT_EQ(expect_nothing_left("ends differ", 3, work), "nothing thrown");

  const auto leave = [&](world& w) {
    const symmetric_array<int> made(w, 10);
    w.barrier();
    if (!is_last(w)) w.barrier();
  };
  EXPECT_EQ(expect_nothing_left("one is ahead", 2, leave),
            "world failed: processing element 1 releases array 0; processing element 0 is at a "
            "barrier (other_call)");
}

/// An exception that only one catches: its part is released with the world.
TEST(remote_memory_of_threads, of_an_exception_that_one_catches) {
  const auto work = [&](world& w) {
    try {
      const symmetric_array<int> made(w, 10);
      if (is_last(w)) throw std::domain_error("mine");
      w.barrier();
    } catch (const std::exception&) {
    }
    EXPECT_THROW(w.barrier(), diatomic::runtime_error);
  };
  EXPECT_EQ(expect_nothing_left("one catches", 3, work), "nothing thrown");
}

/// Whichever block of an array one lacks: all throw, and all release the others.
TEST(remote_memory_of_threads, of_arrays_that_lack_some) {
  for (const int poor : {0, 1, 2}) {
    const auto work = [&](world& w) {
      const std::size_t before = count_of_blocks();
      w.barrier();
      for (const int successes : {0, 1}) {
        if (w.pe() == poor) successes_left = successes;
        const std::string said = test::text_of([&] { const symmetric_array<int> made(w, 100); });
        if (w.pe() == poor) successes_left = -1;
        const char* const bytes = successes == 0 ? "432" : "24";  // with 8 signals; 3 addresses
        EXPECT_EQ(said, w.pe() == poor
                            ? std::string("allocate failed: no ") + bytes +
                                  " bytes of memory are left (out_of_memory)"
                            : "symmetric_array failed: processing element " + std::to_string(poor) +
                                  " has no memory for its part (out_of_memory)");
        w.barrier();
        EXPECT_EQ(count_of_blocks(), before) << "after " << successes;
        w.barrier();
      }
      const symmetric_array<int> made(w, 100);  // They go on together.
    };
    EXPECT_EQ(expect_nothing_left("one lacks memory", 3, work), "nothing thrown");
  }
}

/// Half of the memory for each of three: refused before one is killed that writes its part.
TEST(remote_memory_of_threads, of_arrays_that_need_too_much_together) {
  const auto work = [](world& w) {
    const std::size_t half = diatomic::detail::runtime_api::available_bytes() / 2;
    successes_left = 0;  // so that a mistake does not use up the machine's memory
    const std::string said = test::text_of([&] { const symmetric_array<char> made(w, half); });
    successes_left = -1;
    EXPECT_EQ(said.find("symmetric_array failed: 3 parts on one machine need "), 0u) << said;
    EXPECT_NE(said.find(" bytes are left (out_of_memory)"), std::string::npos) << said;
    w.barrier();
    const symmetric_array<int> made(w, 100);  // They go on together.
  };
  EXPECT_EQ(expect_nothing_left("all lack memory", 3, work), "nothing thrown");
}

/// So with the arrays of mailboxes.
TEST(remote_memory_of_threads, of_mailboxes_that_lack_some) {
  const auto work = [](world& w) {
    const std::size_t before = count_of_blocks();
    w.barrier();
    bool is_made = false;
    int failures = 0;
    for (int successes = 0; !is_made; ++successes) {
      ASSERT_LT(successes, 10);
      if (w.pe() == 1) successes_left = successes;
      const std::string said = test::text_of([&] {
        const mailboxes<int> made(w, 100);
        is_made = true;
      });
      if (w.pe() == 1) successes_left = -1;
      w.barrier();
      EXPECT_EQ(count_of_blocks(), before) << "after " << successes;
      w.barrier();
      if (is_made) break;
      ++failures;
      // Two blocks of each symmetric array, and an array of the processing element's own.
      if (w.pe() == 1 || successes != 4) continue;
      EXPECT_EQ(said,
                "mailboxes failed: processing element 1: allocate failed: no 12 bytes of memory "
                "are left (out_of_memory) (pe_failed)");
    }
    EXPECT_EQ(failures, 5);
  };
  EXPECT_EQ(expect_nothing_left("one lacks memory", 3, work), "nothing thrown");
}

#else
TEST(remote_memory_of_threads, sanitizers) { GTEST_SKIP() << "they find leaks themselves"; }
#endif

}  // namespace
