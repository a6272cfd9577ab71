// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The exact errors of threads as processing elements, and what a collective call agrees on.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/remote/aggregated_scatter.hpp>
#include <diatomic/remote/reductions.hpp>

#include "remote/threads/run_world.hpp"

namespace {

using diatomic::mailboxes;
using diatomic::symmetric_array;
using diatomic::world;
using test::run_world;
using test::text_of;

/// The exceptions that one can throw, that `with_world` then throws, and that the others get.
struct exception_case {
  const char* name;
  void (*raise)();
  std::string of_world;
  std::string told;
};
const std::vector<exception_case>& exception_cases() {
  static const std::vector<exception_case> all = {
      {"an exception", [] { throw std::domain_error("mine"); }, "mine", ": mine"},
      {"no message", [] { throw std::domain_error(""); }, "", ": "},
      {"a number", [] { throw 7; }, "the number 7", ""},
      {"a failed call", [] { throw diatomic::runtime_error("call", "name", "text"); },
       "call failed: text (name)", ": call failed: text (name)"},
      {"a call that differs", [] { throw diatomic::runtime_error("world", "other_call", "text"); },
       "world failed: text (other_call)", ": world failed: text (other_call)"}};
  return all;
}
TEST(remote_errors_of_threads, of_one_that_leaves_by_an_exception) {
  for (const exception_case& c : exception_cases()) {
    for (const int failing : {0, 1, 2}) {
      const auto work = [&](world& w) {
        if (w.pe() == failing) c.raise();
        const std::string wanted = "world failed: processing element " + std::to_string(failing) +
                                   " left its world by an exception" + c.told + " (pe_failed)";
        for (int round = 0; round < 3; ++round) {
          EXPECT_EQ(text_of([&] { w.barrier(); }), wanted) << round;
        }
        const int own = 1;
        EXPECT_EQ(text_of([&] { w.gather(&own, 1); }), wanted);
        EXPECT_EQ(text_of([&] { const symmetric_array<int> made(w, 1); }), wanted);
        EXPECT_EQ(text_of([&] { const mailboxes<int> made(w, 1); }), wanted);
      };
      EXPECT_EQ(run_world(c.name, 3, work), c.of_world) << c.name;
    }
  }
}

/// After calls that differ, all later ones throw the same error on all: one of the first errors.
TEST(remote_errors_of_threads, after_calls_that_differ) {
  for (const int odd : {0, 1, 2}) {
    std::mutex mutex;
    std::set<std::string> first;
    std::set<std::string> later;
    const auto work = [&](world& w) {
      const int own = 1;
      const std::string said =
          text_of([&] { w.pe() == odd ? void(w.gather(&own, 1)) : w.barrier(); });
      std::set<std::string> again;
      for (int round = 0; round < 3; ++round) again.insert(text_of([&] { w.barrier(); }));
      again.insert(text_of([&] { w.gather(&own, 1); }));
      const std::lock_guard<std::mutex> lock(mutex);
      first.insert(said);
      later.insert(again.begin(), again.end());
    };
    EXPECT_EQ(run_world("calls differ", 3, work), "nothing thrown");
    EXPECT_EQ(first.size(), 3u);  // Each names its own number.
    ASSERT_EQ(later.size(), 1u);
    EXPECT_EQ(first.count(*later.begin()), 1u) << *later.begin();
  }
}

/// Those that leave one after another: the first is named.
TEST(remote_errors_of_threads, of_several_that_leave) {
  std::atomic<int> gone{0};
  const auto work = [&](world& w) {
    if (w.pe() == 3) return;
    for (int round = 0; round < 2; ++round) {
      EXPECT_EQ(text_of([&] { w.barrier(); }),
                "world failed: processing element 3 has left its world (pe_left)");
    }
    while (w.pe() != gone) std::this_thread::yield();
    EXPECT_EQ(text_of([&] { w.barrier(); }),
              "world failed: processing element 3 has left its world (pe_left)");
    ++gone;
  };
  EXPECT_EQ(run_world("several leave", 4, work), "nothing thrown");
}

/// Calls of which each refuses its arguments alone, and the world stays as it was.
TEST(remote_errors_of_threads, of_arguments) {
  const auto work = [](world& w) {
    symmetric_array<int> a(w, 8);
    const int own[2] = {};
    const std::size_t most = std::numeric_limits<std::size_t>::max();
    const auto part = [](const char* call, const std::string& n, const std::string& first) {
      return std::string("symmetric_array::") + call + ": " + n + " elements from " + first +
             " on, and a part has 8";
    };
    const auto no_pe = [](int pe) {
      return "diatomic: there is no processing element " + std::to_string(pe) + ", only 0 to 2";
    };
    using diatomic::remote_ref;
    using diatomic::symmetric_ptr;
    for (const int pe : {-1, 3, std::numeric_limits<int>::max(), std::numeric_limits<int>::min()}) {
      EXPECT_EQ(text_of([&] { (void)a.download(pe); }), no_pe(pe));
      EXPECT_EQ(text_of([&] { (void)a.download(pe, 0, 0); }), no_pe(pe));
      EXPECT_EQ(text_of([&] { a.put(pe, 0, own, 0); }), no_pe(pe));
      EXPECT_EQ(text_of([&] { remote_ref<int>(a.pointer(), pe); }), no_pe(pe));
    }
    EXPECT_EQ(text_of([] { remote_ref<int>(symmetric_ptr<int>(), 0); }),
              "diatomic: the symmetric_ptr is empty: take it from a symmetric_array");
    for (int pe = 0; pe < w.pes(); ++pe) {
      EXPECT_EQ(text_of([&] { (void)a.download(pe, 8, 1); }), part("download", "1", "8"));
      EXPECT_EQ(text_of([&] { (void)a.download(pe, 0, 9); }), part("download", "9", "0"));
      EXPECT_EQ(text_of([&] { (void)a.download(pe, 9, 0); }), part("download", "0", "9"));
      EXPECT_EQ(text_of([&] { (void)a.download(pe, 7, most); }),
                part("download", std::to_string(most), "7"));
      EXPECT_EQ(text_of([&] { a.put(pe, 7, own, 2); }), part("put", "2", "7"));
      EXPECT_EQ(text_of([&] { a.put(pe, 9, own, 0); }), part("put", "0", "9"));
      EXPECT_EQ(text_of([&] { a.put(pe, most, own, 1); }), part("put", "1", std::to_string(most)));
      EXPECT_EQ(text_of([&] { (void)a.download(pe, 8, 0); }), "nothing thrown");
      EXPECT_EQ(text_of([&] { a.put(pe, 8, own, 0); }), "nothing thrown");
    }
    EXPECT_EQ(text_of([&] { a.upload(std::vector<int>(9)); }),
              "symmetric_array::upload: 9 elements, and a part has 8");
    EXPECT_EQ(text_of([&] { a.upload(std::vector<int>(8)); }), "nothing thrown");
    EXPECT_EQ(a.download(), std::vector<int>(8));
    w.barrier();
    // The first number of values that is too large, of each size.
    const auto expect_refused = [&](const auto& value) {
      constexpr std::size_t first = std::size_t{0x7fffffff} / sizeof(value) + 1;
      for (const std::size_t n : {first, most}) {
        EXPECT_EQ(text_of([&] { w.gather(&value, n); }), "gather: more than 2^31 - 1 bytes");
      }
    };
    expect_refused('a');
    expect_refused(short{1});
    expect_refused(1);
    expect_refused(1.0);
    expect_refused(std::array<char, 3>{});
    w.barrier();
  };
  EXPECT_EQ(run_world("arguments", 3, work), "nothing thrown");
}

/// All get the same error, which names the first that is wrong, and go on.
TEST(remote_errors_of_threads, of_capacities) {
  const std::size_t most = std::numeric_limits<unsigned>::max();
  struct capacities {
    std::array<std::size_t, 3> of;
    int named;
  };
  for (const capacities& c : {capacities{{0, 0, 0}, 0},
                              {{0, 5, 5}, 0},
                              {{5, 0, 5}, 1},
                              {{5, 5, 0}, 2},
                              {{5, 6, 7}, 1},
                              {{5, 5, 6}, 2},
                              {{most + 1, most + 1, most + 1}, 0},
                              {{5, most + 5, 5}, 1}}) {
    const auto work = [&](world& w) {
      const std::size_t own = c.of[static_cast<std::size_t>(w.pe())];
      EXPECT_EQ(text_of([&] { const mailboxes<int> made(w, own); }),
                "mailboxes: the capacity of processing element " + std::to_string(c.named) +
                    " is " + std::to_string(c.of[static_cast<std::size_t>(c.named)]) +
                    "; all must pass the same one, from 1 to 2^32 - 1");
      const mailboxes<int> made(w, 1);
    };
    EXPECT_EQ(run_world("capacities", 3, work), "nothing thrown");
  }
}
TEST(remote_errors_of_threads, of_sizes) {
  for (const int odd : {0, 1, 2}) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{7}, std::size_t{9},
                                   std::size_t{8} + (std::size_t{1} << 32)}) {
      const auto work = [&](world& w) {
        const std::size_t own = w.pe() == odd ? size : 8;
        const std::size_t theirs = w.pe() == odd ? 8 : size;
        const int named = w.pe() != odd ? odd : odd == 0 ? 1 : 0;
        EXPECT_EQ(text_of([&] { const symmetric_array<char> made(w, own); }),
                  "symmetric_array: " + std::to_string(own) +
                      " elements here, and processing "
                      "element " +
                      std::to_string(named) + " says " + std::to_string(theirs));
        const symmetric_array<char> made(w, 8);
      };
      EXPECT_EQ(run_world("sizes", 3, work), "nothing thrown");
    }
  }
}

TEST(remote_errors_of_threads, of_worlds_without_threads) {
  diatomic::world_options options;
  options.devices = {0, 0};
  EXPECT_EQ(text_of([&] { const world w(options); }),
            "world failed: each device needs its own thread: call with_world (no_threads)");
  options.devices = {0};
  const world w(options);
  EXPECT_EQ(w.pes(), 1);
  EXPECT_EQ(w.pe(), 0);
  EXPECT_TRUE(w.kernels_meet());
}

/// Kernels may wait for each other if no two share a device, and there is no other world.
TEST(remote_errors_of_threads, kernels_that_cannot_meet) {
  EXPECT_EQ(run_world("two on a device", 2, [](world& w) { EXPECT_FALSE(w.kernels_meet()); }),
            "nothing thrown");
  const auto work = [](world& w) {
    EXPECT_TRUE(w.kernels_meet());
    {
      const world beside;
      EXPECT_FALSE(w.kernels_meet());
      EXPECT_FALSE(beside.kernels_meet());
    }
    EXPECT_TRUE(w.kernels_meet());
  };
  EXPECT_EQ(run_world("one alone", 1, work), "nothing thrown");
}

/// Each call has another number, and none has that of a call which the program makes, or of a
/// gather that is too large.
TEST(remote_errors_of_threads, numbers_of_calls) {
  std::set<std::uint64_t> numbers = {0, diatomic::detail::too_large_gather};
  std::size_t calls = numbers.size();
  for (std::uint64_t function = 1; function < 70; ++function) {
    for (std::uint64_t array = 0; array < 20; ++array) {
      for (std::uint64_t step = 0; step < 20; ++step) {
        numbers.insert(diatomic::detail::call_number(function, array, step));
        ++calls;
      }
    }
  }
  EXPECT_EQ(numbers.size(), calls);
  EXPECT_EQ(diatomic::detail::call_number(3, 4), diatomic::detail::call_number(3, 4, 0));
  EXPECT_NE(diatomic::detail::call_number(0, 0), 0u);
}

/// The largest number of items, a number on which all must agree, and a flag that all must have
/// set.
TEST(remote_errors_of_threads, agreements) {
  const auto work = [](world& w) {
    for (int odd = 0; odd < w.pes(); ++odd) {
      for (const std::size_t n :
           {std::size_t{0}, std::size_t{3}, std::size_t{8}, (std::size_t{1} << 32) + 1}) {
        for (const bool is_whole : {false, true}) {
          const bool is_odd = w.pe() == odd;
          const unsigned shift = n > 4 && is_odd ? 21 : n == 0 && is_odd ? 0 : 20;
          const diatomic::detail::joint_call all = diatomic::detail::world_access::agree(
              w, 5, is_odd ? n : 4, is_odd ? is_whole : true, shift);
          EXPECT_EQ(all.shift, n == 3 ? 20u : 0u);
          EXPECT_EQ(all.n, std::max(n, std::size_t{4}));
          EXPECT_EQ(all.is_whole, is_whole ? 1u : 0u);
          EXPECT_EQ(all.meets, 0u);  // They share a device.
        }
      }
    }
  };
  EXPECT_EQ(run_world("agreements", 3, work), "nothing thrown");
  const auto alone = [](world& w) {
    EXPECT_EQ(diatomic::detail::world_access::agree(w, 5, 4, true).meets, 1u);
  };
  EXPECT_EQ(run_world("an agreement of one", 1, alone), "nothing thrown");
}

/// A step that throws ends the world for the others only if their kernels may wait for its own.
TEST(remote_errors_of_threads, steps_with_others) {
  const auto fail = [] { throw std::domain_error("mine"); };
  const auto apart = [&](world& w) {
    const auto step = [&] {
      if (w.pe() == 1) fail();
    };
    EXPECT_EQ(text_of([&] { diatomic::detail::with_others(w, false, step); }),
              w.pe() == 1 ? "mine" : "nothing thrown");
    w.barrier();
  };
  EXPECT_EQ(run_world("a step apart", 3, apart), "nothing thrown");
  const auto together = [&](world& w) {
    if (w.pe() == 1) {
      EXPECT_EQ(text_of([&] { diatomic::detail::with_others(w, true, fail); }), "mine");
    }
    // Also the one that failed, which goes on.
    EXPECT_EQ(text_of([&] { w.barrier(); }),
              "world failed: processing element 1 left its world by an exception: mine "
              "(pe_failed)");
  };
  EXPECT_EQ(run_world("a step together", 3, together), "mine");
  const auto alone = [&](world& w) {
    EXPECT_EQ(text_of([&] { diatomic::detail::with_others(w, true, fail); }), "mine");
    w.barrier();
  };
  EXPECT_EQ(run_world("a step of one", 1, alone), "nothing thrown");
}

struct first_element {
  DIATOMIC_FUNCTION int operator()(std::size_t) const { return 0; }
};
struct numbered {
  DIATOMIC_FUNCTION int operator()(std::size_t i) const { return static_cast<int>(i); }
};
struct refuse_items {
  bool refuses;
  DIATOMIC_DEVICE void operator()(int) const {
    if (refuses) throw std::domain_error("refused");
  }
};
/// In a world of one, which goes on after an exception.
TEST(remote_errors_of_threads, of_mailboxes_after_an_exception) {
  const auto work = [](world& w) {
    const diatomic::stream on;
    mailboxes<int> boxes(w, 10);
    const auto send = [&](bool refuses) {
      return text_of([&] {
        diatomic::send_to_owners(w, on, numbered{}, 5, first_element{}, refuse_items{refuses},
                                 boxes);
      });
    };
    EXPECT_EQ(send(false), "nothing thrown");
    EXPECT_EQ(send(false), "nothing thrown");
    EXPECT_EQ(send(true), "refused");
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(send(false), "mailboxes: an exception ended an earlier call: make new mailboxes");
    }
  };
  EXPECT_EQ(run_world("mailboxes", 1, work), "nothing thrown");
}

/// Where elements are that no array has so far from its first one.
TEST(remote_errors_of_threads, addresses_beyond_32_bits) {
  const auto work = [](world& w) {
    const symmetric_array<std::uint64_t> array(w, 1);
    const auto bytes_between = [](const void* from, const void* to) {
      return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(to) -
                                      reinterpret_cast<std::uintptr_t>(from));
    };
    for (const std::size_t n : {std::size_t{1} << 29, (std::size_t{1} << 32) + 3}) {
      const auto far = array.pointer() + static_cast<std::ptrdiff_t>(n);
      EXPECT_EQ(bytes_between(array.data(), far.local()), 8 * n);
      for (int pe = 0; pe < w.pes(); ++pe) {
        const void* const first = array.pointer().address(pe);
        EXPECT_EQ(bytes_between(first, far.address(pe)), 8 * n);
        EXPECT_EQ(bytes_between(first, diatomic::remote_ref<std::uint64_t>(far, pe).address()),
                  8 * n);
      }
    }
    // The box of each sender in an owner's part.
    const std::size_t capacity = std::numeric_limits<unsigned>::max();
    const diatomic::detail::outgoing_boxes<std::uint64_t> boxes{array.pointer(), nullptr, capacity};
    for (int owner = 0; owner < w.pes(); ++owner) {
      EXPECT_EQ(bytes_between(array.pointer().address(owner), boxes.of(owner)),
                8 * capacity * static_cast<std::size_t>(w.pe()));
    }
    w.barrier();
  };
  EXPECT_EQ(run_world("far addresses", 3, work), "nothing thrown");
}

TEST(remote_errors_of_threads, names) {
  using diatomic::remote_link;
  using diatomic::remote_support;
  EXPECT_STREQ(name_of(remote_link::direct), "direct");
  EXPECT_STREQ(name_of(remote_link::network), "network");
  EXPECT_STREQ(name_of(remote_support::none), "none");
  EXPECT_STREQ(name_of(remote_support::loop), "loop");
  EXPECT_STREQ(name_of(remote_support::transport), "transport");
  EXPECT_STREQ(name_of(remote_support::native), "native");
  using diatomic::tables::on_direct_link;
  EXPECT_EQ(on_direct_link(diatomic::support::native), remote_support::native);
  EXPECT_EQ(on_direct_link(diatomic::support::loop), remote_support::loop);
  EXPECT_EQ(on_direct_link(diatomic::support::none), remote_support::none);
}

}  // namespace
