// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Threads as processing elements: whatever one of them does wrong, each other one gets an error
/// that names it, wherever it waits, and soon.

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/mailboxes.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/remote/reproducible_sum.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "remote/threads/run_world.hpp"

// Makes allocations of one thread fail. Sanitizers define `operator new` themselves.
#if !DIATOMIC_IN_HOST_HALF && !DIATOMIC_HOST_ADDRESS_SANITIZER && !DIATOMIC_HOST_THREAD_SANITIZER
#define DIATOMIC_TEST_LIMITS_MEMORY 1
namespace {
/// How many allocations of this thread succeed before one fails; -1: all do.
thread_local int successes_left = -1;
}  // namespace
void* operator new(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
  if (successes_left == 0) return nullptr;
  if (successes_left > 0) --successes_left;
  const auto alignment = static_cast<std::size_t>(align);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
#else
#define DIATOMIC_TEST_LIMITS_MEMORY 0
#endif

namespace {

using diatomic::mailboxes;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// Where host code and the kernels of several processing elements can wait for each other.
constexpr bool on_cpu = diatomic::detail::runtime_api::threads_yield;

struct is_set {
  DIATOMIC_FUNCTION bool operator()(int v) const { return v != 0; }
};
struct poll_own {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<int> flag) const {
    remote_ref<int>(flag, flag.pe()).wait_until(is_set{});
  }
};
struct meet {
  DIATOMIC_DEVICE void operator()(diatomic::world_barrier_ref barrier) const {
    barrier.arrive_and_wait();
  }
};

/// The objects that all processing elements create before one of them fails. They live as long as
/// the program: a processing element that leaves releases nothing.
struct things {
  explicit things(world& w)
      : flag(w, 1), barrier(w), extra(std::make_unique<symmetric_array<int>>(w, 1)) {}

  symmetric_array<int> flag;
  diatomic::world_barrier barrier;
  std::unique_ptr<symmetric_array<int>> extra;
};
things& make_things(world& w) {
  static std::mutex mutex;
  static auto& all = *new std::vector<things*>;  // for leak checkers
  auto* const made = new things(w);
  const std::lock_guard<std::mutex> lock(mutex);
  all.push_back(made);
  return *made;
}

/// A step of a processing element.
struct step {
  const char* name;
  void (*act)(world&, things&);
};

/// Waits of the others. The errors of a destructor come from the next call.
const step collective_waits[] = {
    {"barrier", [](world& w, things&) { w.barrier(); }},
    {"gather",
     [](world& w, things&) {
       const int own = w.pe();
       w.gather(&own, 1);
     }},
    {"array", [](world& w, things&) { const symmetric_array<int> made(w, 4); }},
    {"mailboxes", [](world& w, things&) { const mailboxes<int> made(w, 16); }},
    {"release", [](world&, things& t) { t.extra.reset(); }},
};
const step poll_in_host_code{"poll", [](world& w, things& t) {
                               remote_ref<int>(t.flag.pointer(), w.pe()).wait_until(is_set{});
                             }};
const step kernel_waits[] = {
    {"kernel",
     [](world&, things& t) {
       diatomic::stream on;
       diatomic::launch(1, 1, 0, on, poll_own{}, t.flag.pointer());
       on.synchronize();
     }},
    {"world_barrier",
     [](world&, things& t) {
       diatomic::stream on;
       diatomic::launch_cooperative(1, 1, 0, on, meet{}, t.barrier.ref());
       on.synchronize();
     }},
};

/// Actions of the last processing element that end its world,
const step ends[] = {
    {"throw", [](world&, things&) { throw std::domain_error("mine"); }},
    {"leave", [](world&, things&) {}},
};
/// and after these it goes on to a barrier.
const step mistakes[] = {
    {"catch_one",
     [](world&, things& t) {
       try {
         const auto unwound = std::move(t.extra);
         throw std::domain_error("mine");
       } catch (const std::domain_error& error) {
         EXPECT_STREQ(error.what(), "mine");
       }
     }},
    {"size", [](world& w, things&) { const symmetric_array<int> made(w, 5); }},
    {"size_of_gather",
     [](world& w, things&) {
       const int own[3] = {};
       w.gather(own, 3);
     }},
    {"capacity", [](world& w, things&) { const mailboxes<int> made(w, 0); }},
    {"other_capacity", [](world& w, things&) { const mailboxes<int> made(w, 17); }},
    {"too_much",
     [](world& w, things&) { const symmetric_array<char> made(w, std::size_t{1} << 46); }},
};

using test::run_world;
using test::text_of;
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The last processing element does `wrong` while the others do `wait`. All of them must get an
/// error; the others one that names the last, if `says_why`, and again at their next barrier.
void expect_errors(const step& wrong, const step& wait, int pes, bool says_why = true) {
  const std::string name = std::string(wrong.name) + ", others at " + wait.name;
  SCOPED_TRACE(name);
  const std::string last = "processing element " + std::to_string(pes - 1);
  const bool ends_world = wrong.act == ends[0].act || wrong.act == ends[1].act;
  std::vector<std::string> first(static_cast<std::size_t>(pes), "not reached");
  std::vector<std::string> second = first;
  const auto work = [&](world& w) {
    things& t = make_things(w);
    const auto own = static_cast<std::size_t>(w.pe());
    if (w.pe() == w.pes() - 1 && ends_world) return wrong.act(w, t);
    const step& own_step = w.pe() == w.pes() - 1 ? wrong : wait;
    first[own] = text_of([&] { own_step.act(w, t); });
    second[own] = text_of([&] { w.barrier(); });
  };
  const std::string of_world = run_world(name, pes, work);
  if (wrong.act == ends[0].act) {
    EXPECT_EQ(of_world, "mine");
  }
  for (std::size_t pe = 0; pe + 1 < first.size(); ++pe) {
    const std::string& said = has(first[pe], "nothing thrown") ? second[pe] : first[pe];
    EXPECT_FALSE(has(said, "nothing thrown")) << pe;
    if (says_why) {
      EXPECT_TRUE(has(said, last)) << pe << ": " << said;
    }
    if (!ends_world) continue;
    EXPECT_TRUE(has(second[pe], last)) << pe << ": " << second[pe];
    EXPECT_EQ(has(second[pe], "exception: mine"), wrong.act == ends[0].act) << second[pe];
  }
  if (ends_world) return;
  EXPECT_FALSE(has(first.back(), "nothing thrown") && has(second.back(), "nothing thrown"));
}

TEST(remote_failures_of_threads, one_ends_while_others_wait_in_host_code) {
  for (const step& end : ends) {
    for (const step& wait : collective_waits) expect_errors(end, wait, 3);
    if (on_cpu) expect_errors(end, poll_in_host_code, 2);
  }
  if (on_cpu) expect_errors(ends[0], poll_in_host_code, 3);
}

TEST(remote_failures_of_threads, one_makes_a_mistake) {
  for (const step& mistake : mistakes) {
    for (const step& wait : collective_waits) expect_errors(mistake, wait, 3);
  }
}

/// The checks of constructors are collective: all processing elements throw the same error and
/// continue.
TEST(remote_failures_of_threads, mailboxes_of_which_one_asks_for_something_else) {
  const auto work = [](world& w) {
    const bool is_last = w.pe() == w.pes() - 1;
    for (const std::size_t n : {std::size_t{0}, std::size_t{17}, std::size_t{1} << 32}) {
      try {
        const mailboxes<int> made(w, is_last ? n : 16);
        ADD_FAILURE() << "nothing thrown";
      } catch (const std::invalid_argument& error) {
        EXPECT_TRUE(has(error.what(), "processing element 2 is " + std::to_string(n)))
            << error.what();
      }
      w.barrier();
    }
  };
  EXPECT_EQ(run_world("capacities", 3, work), "nothing thrown");
}
TEST(remote_failures_of_threads, a_step_that_fails_on_one) {
  const auto work = [](world& w) {
    const auto step = [&] {
      if (w.pe() == 1) throw std::domain_error("mine");
      return w.pe();
    };
    const std::string said = text_of([&] { diatomic::detail::together(w, "step", step); });
    EXPECT_EQ(said, w.pe() == 1 ? "mine" : "step failed: processing element 1: mine (pe_failed)");
    EXPECT_EQ(diatomic::detail::together(w, "step", [&] { return w.pe(); }), w.pe());
  };
  EXPECT_EQ(run_world("a step", 3, work), "nothing thrown");
}

/// The others learn the first 198 characters of a message.
TEST(remote_failures_of_threads, a_step_that_fails_with_a_long_message) {
  const auto work = [](world& w) {
    for (const std::size_t length : {0, 197, 198, 199, 200, 1000}) {
      const std::string message(length, 'x');
      const auto step = [&] {
        if (w.pe() == 1) throw std::domain_error(message);
        return w.pe();
      };
      const std::string said = text_of([&] { diatomic::detail::together(w, "step", step); });
      EXPECT_EQ(said, w.pe() == 1 ? message
                                  : "step failed: processing element 1: " + message.substr(0, 198) +
                                        " (pe_failed)");
    }
  };
  EXPECT_EQ(run_world("long messages", 3, work), "nothing thrown");
}

/// The others learn of the first of two that fail; these get their own exceptions.
TEST(remote_failures_of_threads, a_step_that_fails_on_two) {
  const auto work = [](world& w) {
    const auto step = [&] {
      if (w.pe() != 0) throw std::domain_error("of " + std::to_string(w.pe()));
      return w.pe();
    };
    const std::string said = text_of([&] { diatomic::detail::together(w, "step", step); });
    EXPECT_EQ(said, w.pe() != 0 ? "of " + std::to_string(w.pe())
                                : "step failed: processing element 1: of 1 (pe_failed)");
  };
  EXPECT_EQ(run_world("a step of two", 3, work), "nothing thrown");
}

/// One after the other leaves by an exception: number `first`, then number `second`. The caller
/// gets the first exception, and so does a third that waits, or comes to a barrier later.
void expect_first_of_two(int first, int second) {
  std::atomic<int> gone{0};
  std::vector<std::string> said(2);
  const auto work = [&](world& w) {
    if (w.pe() == first) throw std::domain_error("first");
    // The barrier ends only when the first has left.
    const std::string at_barrier = text_of([&] { w.barrier(); });
    if (w.pe() == second) {
      gone = 1;
      throw std::out_of_range("second");
    }
    while (gone == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    said = {at_barrier, text_of([&] { w.barrier(); })};
  };
  EXPECT_EQ(run_world("two exceptions", 3, work), "first");
  for (const std::string& text : said) {
    EXPECT_EQ(text, "world failed: processing element " + std::to_string(first) +
                        " left its world by an exception: first (pe_failed)");
  }
}
TEST(remote_failures_of_threads, of_two_exceptions_the_first_counts) {
  expect_first_of_two(1, 2);
  expect_first_of_two(2, 1);
  expect_first_of_two(0, 2);
}

/// An error that only tells of another one's end is not the reason, even if it comes first.
TEST(remote_failures_of_threads, a_consequence_is_not_the_reason) {
  std::atomic<bool> has_left{false};
  const auto work = [&](world& w) {
    if (w.pe() == 0) return;
    try {
      w.barrier();
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.text(), "processing element 0 has left its world");
      if (w.pe() == 1) {
        has_left = true;
        throw;
      }
    }
    while (!has_left) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    throw std::domain_error("the reason");
  };
  EXPECT_EQ(run_world("a consequence", 3, work), "the reason");
}

/// After one has left and another has failed, the failure is what the third is told; a second one
/// that leaves changes nothing.
TEST(remote_failures_of_threads, the_failure_is_told_after_one_has_left) {
  std::atomic<int> step{0};
  std::atomic<int> told{0};
  std::string left;
  std::string failed;
  const auto work = [&](world& w) {
    if (w.pe() == 3) return;
    const std::string said = text_of([&] { w.barrier(); });
    if (w.pe() == 0) left = said;
    ++told;
    if (w.pe() == 2) {
      while (told < 3) std::this_thread::yield();
      step = 1;
      throw std::domain_error("mine");
    }
    while (step == 0) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (w.pe() == 1) {
      step = 2;
      return;
    }
    while (step == 1) std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    failed = text_of([&] { w.barrier(); });
  };
  EXPECT_EQ(run_world("one leaves and one fails", 4, work), "mine");
  EXPECT_EQ(left, "world failed: processing element 3 has left its world (pe_left)");
  EXPECT_EQ(failed,
            "world failed: processing element 2 left its world by an exception: mine (pe_failed)");
}

/// A world that failed leaves nothing behind that the next one sees.
TEST(remote_failures_of_threads, a_failure_of_an_earlier_world) {
  for (int round = 0; round < 3; ++round) {
    const auto fail = [](world& w) {
      const symmetric_array<int> unwound(w, 10);
      if (w.pe() == 1) throw std::domain_error("mine");
      w.barrier();
    };
    EXPECT_EQ(run_world("an earlier world", 2, fail), "mine");
    const auto work = [](world& w) {
      symmetric_array<int> a(w, 1);
      a.upload({w.pe()});
      w.barrier();
      EXPECT_EQ(a.download(1 - w.pe())[0], 1 - w.pe());
      w.barrier();
    };
    EXPECT_EQ(run_world("the next world", 2, work), "nothing thrown");
    // Kernels may wait for each other in the process's only world, unless it has a network.
    const world alone;
    EXPECT_EQ(alone.kernels_meet(), !diatomic::detail::transport::has_network);
    const world beside;
    EXPECT_FALSE(alone.kernels_meet() || beside.kernels_meet());
  }
}

/// Each processing element is told of another one whose call differs, and of its own call.
TEST(remote_failures_of_threads, calls_that_differ_are_described) {
  using diatomic::detail::collective;
  using diatomic::detail::collective_call;
  const auto texts = [](const std::vector<collective_call>& calls) {
    std::vector<std::string> all;
    for (int pe = 0; pe < static_cast<int>(calls.size()); ++pe) {
      const auto error = diatomic::detail::mismatch(calls, pe);
      all.push_back(error.empty() ? "" : error.front().what());
    }
    return all;
  };
  const auto one_differs = [&](const collective_call& usual, const collective_call& other,
                               const std::string& its, const std::string& own,
                               const std::string& name = "other_call") {
    for (std::size_t at = 1; at < 4; ++at) {
      std::vector<collective_call> calls(4, usual);
      calls[at] = other;
      const std::vector<std::string> all = texts(calls);
      const auto number = [](std::size_t pe) { return "processing element " + std::to_string(pe); };
      for (std::size_t pe = 0; pe < 4; ++pe) {
        if (pe == at) {
          EXPECT_EQ(all[pe], "world failed: " + number(0) + " " + own + "; " + number(pe) + " " +
                                 its + " (other_call)");
        } else {
          EXPECT_EQ(all[pe], "world failed: " + number(at) + " " + its + "; " + number(pe) + " " +
                                 own + " (" + name + ")");
        }
      }
    }
  };
  const collective_call barrier{collective::barrier, 0, 0, 0};
  const collective_call gather{collective::gather, 0, 24, 0};
  const std::string at_barrier = "is at a barrier";
  EXPECT_EQ(texts({barrier, barrier, barrier}), std::vector<std::string>(3));
  one_differs(barrier, gather, "gathers 24 bytes", at_barrier);
  one_differs(gather, {collective::gather, 0, 8, 0}, "gathers 8 bytes", "gathers 24 bytes");
  one_differs(gather, {collective::gather, 0, 0, diatomic::detail::too_large_gather},
              "gathers more than 2^31 - 1 bytes", "gathers 24 bytes");
  one_differs(barrier, {collective::barrier, 0, 0, 7}, at_barrier + " within a call on arrays",
              at_barrier);
  one_differs(barrier, {collective::gather, 0, 0, 9}, "begins a call on arrays", at_barrier);
  one_differs(barrier, {collective::allocate, 0, 640, 0}, "allocates an array of 640 bytes",
              at_barrier);
  one_differs({collective::release, 0, 0, 3}, {collective::release, 0, 0, 5}, "releases array 5",
              "releases array 3");
  one_differs(barrier, {collective::leave, 0, 0, 0}, "has left its world", at_barrier, "pe_left");

  // Of several that differ the first is named; and 0, if it has left.
  const collective_call leave{collective::leave, 0, 0, 0};
  EXPECT_EQ(texts({barrier, barrier, gather, leave})[1],
            "world failed: processing element 2 gathers 24 bytes; processing element 1 is at a "
            "barrier (other_call)");
  for (const std::size_t pe : {1u, 2u}) {
    EXPECT_EQ(texts({leave, barrier, barrier})[pe],
              "world failed: processing element 0 has left its world; processing element " +
                  std::to_string(pe) + " is at a barrier (pe_left)");
  }
  // The numbers of arrays that an exception has unwound.
  const collective_call unwound{collective::barrier, 2, 0, 0};
  EXPECT_EQ(texts({barrier, unwound})[0],
            "world failed: processing element 1 is at a barrier, and an exception has unwound 2 of "
            "its arrays, here 0; processing element 0 is at a barrier (other_call)");
  EXPECT_EQ(texts({barrier, unwound})[1],
            "world failed: processing element 0 is at a barrier, and an exception has unwound 0 of "
            "its arrays, here 2; processing element 1 is at a barrier (other_call)");
}

/// An exception with an empty message, and one that has none.
TEST(remote_failures_of_threads, a_step_that_fails_without_a_message) {
  const auto work = [](world& w) {
    const auto step = [&] {
      if (w.pe() == 1) throw std::domain_error("");
      return w.pe();
    };
    const std::string said = text_of([&] { diatomic::detail::together(w, "step", step); });
    if (w.pe() == 1) {
      EXPECT_EQ(said, "");
    } else {
      EXPECT_TRUE(has(said, "processing element 1")) << said;
    }
    const auto throw_a_number = [&] {
      if (w.pe() == 1) throw 7;
      return w.pe();
    };
    const std::string got = text_of([&] { diatomic::detail::together(w, "step", throw_a_number); });
    if (w.pe() == 1) {
      EXPECT_EQ(got, "the number 7");
    } else {
      EXPECT_TRUE(has(got, "processing element 1: an exception that is not a std::exception"));
    }
    w.barrier();  // They go on together.
  };
  EXPECT_EQ(run_world("a step without a text", 3, work), "nothing thrown");
}

/// The others learn why the call failed. If all ask for too much, all go on.
TEST(remote_failures_of_threads, one_gathers_more_than_is_allowed) {
  const auto work = [](world& w) {
    const int own = w.pe();
    constexpr std::size_t too_many = std::size_t{1} << 30;
    EXPECT_THROW(w.gather(&own, too_many), std::length_error);
    EXPECT_EQ(w.gather(&own, 1).size(), 3u);
    const std::string said = text_of([&] { w.gather(&own, w.pe() == 2 ? too_many : 1); });
    EXPECT_TRUE(has(said, "other_call")) << said;
    EXPECT_TRUE(has(said, "processing element 2 gathers more than 2^31 - 1 bytes")) << said;
  };
  EXPECT_EQ(run_world("too much to gather", 3, work), "nothing thrown");
}

/// On a GPU, each runs in a separate process, because a context does not survive a trap.
TEST(remote_failures_of_threadsDeathTest, one_ends_while_kernels_wait) {
  for (const step& end : ends) {
    for (const step& wait : kernel_waits) {
      if (on_cpu) {
        expect_errors(end, wait, 2);
        continue;
      }
      testing::FLAGS_gtest_death_test_style = "threadsafe";
      EXPECT_EXIT(
          {
            expect_errors(end, wait, 2, false);
            std::_Exit(testing::Test::HasFailure() ? 1 : 0);
          },
          testing::ExitedWithCode(0), "")
          << end.name << ", kernels at " << wait.name;
    }
  }
  if (on_cpu) expect_errors(ends[0], kernel_waits[0], 3);
}

struct poll_round {
  DIATOMIC_DEVICE void operator()(const unsigned* word, unsigned round) const {
    wait_until(word, reached{round}, diatomic::system_scope);
  }
  struct reached {
    unsigned round;
    DIATOMIC_FUNCTION bool operator()(unsigned v) const { return v == round; }
  };
};
/// A kernel of the first processing element starts as soon as its collective call returns, and
/// waits for the second one, whose part of the call must not wait for this kernel.
void make_calls_beside_kernels() {
  // On one processor, the first one continues alone after the last meeting.
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<unsigned>(sched_getcpu()), &one);
  sched_setaffinity(0, sizeof one, &one);
  diatomic::pinned_array<unsigned> word(1);
  unsigned* const p = word.data();
  *p = 0;
  const auto work = [p](world& w) {
    diatomic::stream on;
    diatomic::device_array<float> input(1);
    input.upload({1});
    diatomic::device_array<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<float>(1));
    symmetric_array<float> sum(w, 1);
    for (unsigned round = 1; round <= 20; ++round) {
      if (w.pe() == 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::unique_ptr<symmetric_array<int>> made;
      if (round % 2 == 0) {
        made = std::make_unique<symmetric_array<int>>(w, 1);
      } else {
        diatomic::distributed_reproducible_sum(w, on, input.data(), 1, sum, temp.data(),
                                               temp.size());
      }
      if (w.pe() == 1) {
        store(p, round, diatomic::system_scope);
      } else {
        diatomic::launch(1, 1, 0, on, poll_round{}, p, round);
        on.synchronize();
      }
      w.barrier();
    }
  };
  EXPECT_EQ(run_world("calls beside kernels", 2, work), "nothing thrown");
}
TEST(remote_failures_of_threadsDeathTest, calls_end_beside_kernels) {
  if (on_cpu) GTEST_SKIP() << "launches wait for their kernels";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  setenv("HIP_EMU_ASYNC", "1", 1);  // Kernels on emulated GPUs run while host code does.
  EXPECT_EXIT(
      {
        make_calls_beside_kernels();
        std::_Exit(testing::Test::HasFailure() ? 1 : 0);
      },
      testing::ExitedWithCode(0), "");
  unsetenv("HIP_EMU_ASYNC");
}

/// Others may still signal when one has left.
TEST(remote_failures_of_threads, waits_go_on_after_one_has_left) {
  if (!on_cpu) GTEST_SKIP() << "host code polls";
  const auto work = [](world& w) {
    things& t = make_things(w);
    const remote_ref<int> flag(t.flag.pointer(), 0);
    if (w.pe() == 0) flag.wait_until(is_set{});
    if (w.pe() == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      flag.store(1, diatomic::release);
      diatomic::quiet();
    }
  };
  EXPECT_EQ(run_world("a signal after one has left", 3, work), "nothing thrown");
}
/// The last signal of one that leaves at once.
TEST(remote_failures_of_threads, a_signal_counts_after_its_sender_has_left) {
  if (!on_cpu) GTEST_SKIP() << "host code polls";
  const auto work = [](world& w) {
    things& t = make_things(w);
    const remote_ref<int> flag(t.flag.pointer(), 0);
    if (w.pe() == 1) {
      flag.store(1, diatomic::release);
      diatomic::quiet();
    } else {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      flag.wait_until(is_set{});
    }
  };
  EXPECT_EQ(run_world("a signal, and its sender leaves", 2, work), "nothing thrown");
}

/// Processing element 0 waits for a value; the others leave.
void expect_end_of_wait(int pes) {
  const auto work = [](world& w) {
    things& t = make_things(w);
    if (w.pe() == 0) remote_ref<int>(t.flag.pointer(), 0).wait_until(is_set{});
  };
  const std::string said = run_world("all others leave", pes, work);
  EXPECT_TRUE(has(said, "has left its world")) << pes << ": " << said;
}
TEST(remote_failures_of_threads, a_wait_ends_when_all_others_have_left) {
  if (!on_cpu) GTEST_SKIP() << "host code polls";
  expect_end_of_wait(2);
  expect_end_of_wait(3);
  expect_end_of_wait(5);
}

/// The poll before the look who is gone sees the old value; then the other one stores and leaves.
TEST(remote_failures_of_threads, a_signal_counts_that_comes_before_its_sender_leaves) {
  if (!on_cpu) GTEST_SKIP() << "host code polls";
  const auto may_store = std::make_shared<std::atomic<bool>>(false);
  const auto work = [may_store](world& w) {
    things& t = make_things(w);
    const remote_ref<int> flag(t.flag.pointer(), 0);
    if (w.pe() == 1) {
      while (!*may_store) std::this_thread::yield();
      flag.store(1, diatomic::release);
      diatomic::quiet();
      return;
    }
    int polls = 0;
    const int seen = flag.wait_until([&](int v) {
      if (++polls == 64) {  // detail::wait_for_others looks after as many
        *may_store = true;
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
      }
      return v != 0;
    });
    EXPECT_EQ(seen, 1);
  };
  EXPECT_EQ(run_world("a signal between a poll and a look", 2, work), "nothing thrown");
}

/// All of them have thrown and caught the same, so they go on, and their memory is released.
TEST(remote_failures_of_threads, an_exception_that_all_catch) {
  const auto work = [](world& w) {
    for (int i = 0; i < 3; ++i) {
      try {
        const symmetric_array<int> a(w, 100);
        const symmetric_array<int> b(w, 100);
        throw std::domain_error("mine");
      } catch (const std::domain_error& error) {
        EXPECT_STREQ(error.what(), "mine");
      }
      symmetric_array<int> c(w, 1);
      c.upload({w.pe()});
      w.barrier();
      EXPECT_EQ(c.download(w.pes() - 1)[0], w.pes() - 1);
      w.barrier();
    }
  };
  EXPECT_EQ(run_world("all catch", 3, work), "nothing thrown");
}

struct works_in_destructor {
  world& w;
  ~works_in_destructor() {
    const symmetric_array<int> a(w, 2);
    w.barrier();
  }
};
TEST(remote_failures_of_threads, work_while_an_exception_is_on_its_way) {
  const auto work = [](world& w) {
    try {
      const works_in_destructor at_the_end{w};
      throw std::domain_error("mine");
    } catch (const std::domain_error& error) {
      EXPECT_STREQ(error.what(), "mine");
    }
    w.barrier();
  };
  EXPECT_EQ(run_world("work in a destructor", 3, work), "nothing thrown");
}

#if DIATOMIC_TEST_LIMITS_MEMORY
/// One lacks memory for its part, for the addresses of all parts, or for its own arrays.
TEST(remote_failures_of_threads, memory_that_one_lacks) {
  const auto work = [](world& w) {
    bool is_made = false;
    for (int successes = 0; !is_made; ++successes) {
      ASSERT_LT(successes, 10);
      if (w.pe() == 1) successes_left = successes;
      const std::string said = text_of([&] {
        const mailboxes<int> made(w, 100);
        is_made = true;
      });
      if (w.pe() == 1) successes_left = -1;
      if (!is_made) {
        EXPECT_TRUE(has(said, w.pe() == 1 ? "out_of_memory" : "processing element 1")) << said;
      }
      w.barrier();  // They go on together.
    }
  };
  EXPECT_EQ(run_world("one lacks memory", 3, work), "nothing thrown");
}

std::size_t address_space_in_use() {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}
/// While it lives, this process can start two threads, and not three.
class room_for_two_threads {
 public:
  room_for_two_threads() {
    constexpr std::size_t stack = std::size_t{256} << 20;
    pthread_getattr_default_np(&before_);
    pthread_attr_t large;
    pthread_attr_init(&large);
    pthread_attr_setstacksize(&large, stack);
    pthread_setattr_default_np(&large);
    pthread_attr_destroy(&large);
    getrlimit(RLIMIT_AS, &limit_before_);
    rlimit limit = limit_before_;
    limit.rlim_cur = address_space_in_use() + 5 * stack / 2;
    setrlimit(RLIMIT_AS, &limit);
  }
  ~room_for_two_threads() {
    setrlimit(RLIMIT_AS, &limit_before_);
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  room_for_two_threads(const room_for_two_threads&) = delete;
  room_for_two_threads& operator=(const room_for_two_threads&) = delete;

 private:
  pthread_attr_t before_;
  rlimit limit_before_;
};
/// `run_world` has one thread, and the first processing element the other.
TEST(remote_failures_of_threads, threads_that_are_not_there) {
  if (!on_cpu) GTEST_SKIP() << "drivers of GPUs reserve address space";
  const room_for_two_threads limited;
  const std::string said = run_world("threads", 3, [](world& w) { w.barrier(); });
  const std::string why = std::system_error(EAGAIN, std::generic_category()).what();
  EXPECT_EQ(said, why);
  // Without the thread of `run_world` two begin, and are told of the third.
  diatomic::world_options options;
  options.devices = {0, 0, 0};
  std::vector<std::string> told(3);
  const auto work = [&](const diatomic::world_options& own) {
    told[static_cast<std::size_t>(own.pe)] = text_of([&] { const world w(own); });
  };
  EXPECT_EQ(text_of([&] { diatomic::transports::DIATOMIC_REMOTE::run(options, work); }), why);
  const std::string third =
      "world failed: processing element 2 left its world by an exception: " + why + " (pe_failed)";
  EXPECT_EQ(told, (std::vector<std::string>{third, third, ""}));
}
#endif

TEST(remote_failures_of_threads, memory_that_is_not_there) {
  const auto work = [](world& w) {
    for (const std::size_t n : {std::size_t{1} << 46, ~std::size_t{0}}) {
      const std::string said = text_of([&] { const symmetric_array<char> made(w, n); });
      EXPECT_FALSE(has(said, "nothing thrown"));
      w.barrier();  // They go on together.
    }
  };
  EXPECT_EQ(run_world("too much", 3, work), "nothing thrown");
}

}  // namespace
