// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `diatomic verify` says of kernels that are right, wrong and broken.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "verify/verify_checks.hpp"
#include "verify/verify_report.hpp"

namespace program_test {
namespace {

using namespace diatomic::kernels;
using diatomic::op;
using program::check;
using program::check_outcome;
using program::check_report;
using program::difference;

TEST(differences, are_told_by_their_place) {
  using list = std::vector<int>;
  EXPECT_EQ(difference("bin", list{1, 2, 3}, list{1, 2, 3}), "");
  EXPECT_EQ(difference("bin", list{}, list{}), "");
  EXPECT_EQ(difference("bin", list{9, 2, 3}, list{1, 2, 3}), "bin 0 is 9, expected 1");
  EXPECT_EQ(difference("bin", list{1, 2, 4}, list{1, 2, 3}), "bin 2 is 4, expected 3");
  EXPECT_EQ(difference("bin", list{1, 5, 6}, list{1, 2, 3}), "bin 1 is 5, expected 2");
  EXPECT_EQ(difference("bin", list{1, 2}, list{1, 2, 3}), "bin: 2 entries, expected 3");
  EXPECT_EQ(difference("bin", list{1, 2, 3}, list{1, 2}), "bin: 3 entries, expected 2");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(difference<float>("sum", {nan}, {1.5F}), "sum 0 is nan, expected 1.5");
  EXPECT_EQ(difference<float>("sum", {1.5F}, {nan}), "sum 0 is 1.5, expected nan");
}

TEST(launch_shapes, fill_the_device_and_no_more_than_there_is_work) {
  diatomic::device_properties device{};
  device.compute_units = 2;
  device.max_threads_per_block = 1024;
  const auto expect = [&](std::size_t n, unsigned block, launch_shape expected) {
    const launch_shape found = shape_for(n, device, block);
    EXPECT_EQ(found.grid, expected.grid) << n << " elements";
    EXPECT_EQ(found.block, expected.block) << n << " elements";
  };
  expect(0, 256, {1, 256});
  expect(1, 256, {1, 256});
  expect(256, 256, {1, 256});
  expect(257, 256, {2, 256});
  expect(15 * 256 + 1, 256, {16, 256});
  expect(16 * 256 + 1, 256, {16, 256});
  expect(std::size_t{1} << 40, 256, {16, 256});
  expect(1000, 64, {16, 64});
  device.max_threads_per_block = 128;
  expect(129, 256, {2, 128});
}

/// A check with an outcome that is known.
check known(const std::string& kernel, std::size_t size, const std::string& fault) {
  return {kernel, [=] { return check_outcome{size, 1.25F, fault}; }};
}

/// Runs them and notes the names that `before_each` got.
check_report report_of(const std::vector<check>& checks, std::vector<std::string>& begun) {
  return program::run_checks(checks, [&](const std::string& name) { begun.push_back(name); });
}

const std::string heading =
    "kernel                                                    size         time  result\n"
    "------------------------------------------------ ------------- ------------  ------\n";

TEST(reports, of_right_kernels) {
  std::vector<std::string> begun;
  const check_report r = report_of({known("one", 999, ""), known("two", 1234567, "")}, begun);
  EXPECT_TRUE(r.all_right);
  EXPECT_EQ(begun, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(
      r.table,
      heading +
          "one                                                        999     1.250 ms  right\n"
          "two                                                  1,234,567     1.250 ms  right\n"
          "\nAll 2 kernels agree with their serial references.\n");
}

TEST(reports, of_wrong_kernels_name_them_and_go_on) {
  for (const std::size_t wrong : {std::size_t{0}, std::size_t{1}, std::size_t{2}}) {
    std::vector<check> checks;
    for (std::size_t i = 0; i < 3; ++i) {
      checks.push_back(
          known("kernel " + std::to_string(i), 1, i == wrong ? "bin 3 is 4, expected 5" : ""));
    }
    std::vector<std::string> begun;
    const check_report r = report_of(checks, begun);
    EXPECT_FALSE(r.all_right);
    EXPECT_EQ(begun.size(), 3U);
    const std::size_t line = r.table.find("kernel " + std::to_string(wrong));
    EXPECT_EQ(r.table.find("WRONG: bin 3 is 4, expected 5\n"), r.table.find("WRONG", line))
        << r.table;
    EXPECT_LT(r.table.find("WRONG", line), r.table.find('\n', line)) << r.table;
    EXPECT_NE(r.table.find("\n1 of 3 kernels differ from their serial references.\n"),
              std::string::npos)
        << r.table;
    EXPECT_EQ(r.table.find("All"), std::string::npos) << r.table;
  }
}

TEST(reports, of_a_kernel_that_throws_say_why_and_stop) {
  const check broken = {"two", []() -> check_outcome { throw std::runtime_error("the reason"); }};
  std::vector<std::string> begun;
  const check_report r = report_of({known("one", 5, "bin 0 is 1, expected 2"), broken,
                                    known("three", 5, ""), known("four", 5, "")},
                                   begun);
  EXPECT_FALSE(r.all_right);
  EXPECT_EQ(begun, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(
      r.table,
      heading +
          "one                                                          5     1.250 ms  WRONG: bin "
          "0 "
          "is 1, expected 2\n"
          "two                                                          -            -  FAILED: "
          "the "
          "reason\n"
          "three                                                        -            -  not run\n"
          "four                                                         -            -  not run\n"
          "\n1 of 4 kernels differ from their serial references.\n"
          "\nOne kernel failed; 2 after it did not run.\n");
  const check_report alone = report_of({broken}, begun);
  EXPECT_FALSE(alone.all_right);
  EXPECT_EQ(alone.table.find("differ"), std::string::npos) << alone.table;
}

TEST(reports, leave_a_lack_of_memory_to_the_program) {
  std::vector<std::string> begun;
  EXPECT_THROW(report_of({{"one", []() -> check_outcome { throw std::bad_alloc(); }}}, begun),
               std::bad_alloc);
}

// Kernels with one mistake each, in place of those that are checked.

/// Leaves out the last element.
struct histogram_less_one : histogram_global {
  template <class Input, class Bin, class Count>
  DIATOMIC_DEVICE void operator()(const Input* input, std::size_t n, Bin bin_of, Count* counts,
                                  unsigned bins) const {
    histogram_global::operator()(input, n - 1, bin_of, counts, bins);
  }
};

template <class Kernel>
struct less_one {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* total) const {
    Kernel{}(input, n - 1, total);
  }
};

/// Adds, but notes the new value.
struct count_after {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* counter, unsigned rounds, T* taken) const {
    for (unsigned round = 0; round < rounds; ++round) {
      const T old = diatomic::fetch_add(counter, T{1});
      taken[std::size_t{round} * diatomic::global_size() + diatomic::global_index()] = old + 1;
    }
  }
};

/// Counts rightly; who took the last value counts once more, when all others are done.
struct count_once_more {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* counter, unsigned rounds, T* taken) const {
    count_by_compare_exchange{}(counter, rounds, taken);
    const std::size_t threads = diatomic::global_size();
    const T last = taken[(rounds - 1) * threads + diatomic::global_index()];
    if (last + 1 == rounds * threads) diatomic::store_add(counter, T{1});
  }
};

/// Pushes all but the last.
struct fill_less_one {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next, unsigned n) const {
    stack_fill{}(head, next, n - 1);
  }
};

/// Counts one pop too many.
struct churn_and_one {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next, unsigned* numbers,
                                  unsigned rounds, unsigned* pops) const {
    stack_churn{}(head, next, numbers, rounds, pops);
    if (diatomic::global_index() == 0) ++pops[0];
  }
};

/// Visits each node twice.
struct drain_twice {
  DIATOMIC_DEVICE void operator()(std::uint64_t* head, std::uint32_t* next,
                                  unsigned* visits) const {
    index_stack stack(head, next);
    for (unsigned i = stack.pop(); i != index_stack::none; i = stack.pop()) {
      diatomic::store_add(visits + i, 2u);
    }
  }
};

/// Loses the first thread's token and doubles the next one's.
struct lose_a_token {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* slots, unsigned slot_count, T* hands, unsigned rounds) const {
    swap_tokens{}(slots, slot_count, hands, rounds);
    if (diatomic::global_index() == 0) hands[0] = slot_count + 1;
  }
};

/// Counts rightly, and notes one old value twice.
struct count_under_lock_twice {
  template <class Mutex, class T>
  DIATOMIC_DEVICE void operator()(Mutex* mutex, T* counter, unsigned rounds, T* taken) const {
    count_under_lock{}(mutex, counter, rounds, taken);
    if (diatomic::global_index() == 0) taken[0] = taken[1];
  }
};

/// Adds one too many to the sum of the last group.
struct summarize_and_one {
  DIATOMIC_DEVICE void operator()(const std::int64_t* input, std::size_t n,
                                  diatomic::lock_stripes<> locks, summary* summaries,
                                  unsigned groups) const {
    summarize{}(input, n, locks, summaries, groups);
    if (diatomic::global_index() == 0) ++summaries[groups - 1].sum;
  }
};

/// Leaves a wrong number for the first turn, as a block would that had not seen it.
struct take_turns_but_one {
  DIATOMIC_DEVICE void operator()(unsigned* turn, unsigned rounds, unsigned* history) const {
    yield_if_due{}(turn, rounds, history);
    if (diatomic::global_index() == 0) history[1] = 0;
  }
};

/// A call that leaves out the last element.
template <op Op>
struct reduce_less_one {
  template <class T>
  void operator()(diatomic::stream& on, const T* input, std::size_t n, T* result, void* temp,
                  std::size_t temp_bytes) const {
    diatomic::reduce<Op>(on, input, n - 1, result, temp, temp_bytes);
  }
};

/// Adds `Less` elements too few.
template <std::size_t Less>
struct scatter_of {
  template <class Index, class T>
  void operator()(diatomic::stream& on, const Index* indices, const T* values, std::size_t n,
                  T* words, std::size_t count) const {
    diatomic::scatter_add(on, indices, values, n - Less, words, count);
  }
};

class checks : public testing::Test {
 protected:
  static constexpr std::size_t n = 1000;
  program::verifier v{n, 3, diatomic::properties(diatomic::current_device())};

  static void expect_right(const check_outcome& o, std::size_t size = n) {
    EXPECT_EQ(o.fault, "");
    EXPECT_EQ(o.size, size);
    EXPECT_GE(o.ms, 0);
  }
  static void expect_wrong(const check_outcome& o, const std::string& words) {
    EXPECT_NE(o.fault.find(words), std::string::npos) << "'" << o.fault << "'";
    EXPECT_NE(o.fault, "");
  }
};

TEST_F(checks, of_histograms) {
  const std::vector<unsigned> fives(n, 5);
  expect_right(v.histogram<histogram_global, unsigned>(fives, value_bin{}, 8));
  expect_right(v.histogram<histogram_shared, std::uint64_t>(fives, value_bin{}, 8));
  expect_right(v.histogram<histogram_shared, unsigned>(fives, value_bin{}, 3));  // none has a bin
  expect_wrong(v.histogram<histogram_less_one, unsigned>(fives, value_bin{}, 8),
               "bin 5 is 999, expected 1000");
  expect_wrong(v.histogram<histogram_less_one, unsigned>(fives, value_bin{}, 6),
               "bin 5 is 999, expected 1000");
}

TEST_F(checks, of_reductions) {
  std::vector<int> rising(n);
  for (std::size_t i = 0; i < n; ++i) rising[i] = static_cast<int>(i) - 500;
  const std::vector<int> falling(rising.rbegin(), rising.rend());
  expect_right(v.reduction_by_atomics<op::add>(rising));
  expect_right(v.reduction_by_tree<op::max, stride_order::interleaved>(rising));
  expect_right(v.reduction_by_tree<op::min, stride_order::sequential>(falling));
  expect_right(v.reduction<op::max>(rising, 0, maximum_by_compare_exchange{}));
  using sum = reduce_by_atomics<op::add>;
  using minimum = reduce_by_atomics<op::min>;
  expect_wrong(v.reduction<op::add>(rising, 0, less_one<sum>{}), "result 0 is -999, expected -500");
  expect_wrong(v.reduction<op::min>(falling, 0, less_one<minimum>{}),
               "result 0 is -499, expected -500");
  expect_wrong(v.reduction<op::max>(rising, 0, less_one<maximum_by_compare_exchange>{}),
               "result 0 is 498, expected 499");
  const std::vector<float> halves(n, 0.5F);
  expect_right(v.reduction_by_atomics<op::add>(halves));
  expect_wrong(v.reduction<op::add>(halves, 0, less_one<sum>{}), "result 0 is 499.5, expected 500");
}

TEST_F(checks, of_counters) {
  const check_outcome right = v.count(count_by_compare_exchange{});
  expect_right(right, right.size);
  EXPECT_GE(right.size, n / 2);
  expect_wrong(v.count(count_after{}), "old value 0 is 1, expected 0");
  expect_wrong(v.count(count_once_more{}), "counter 0 is " + std::to_string(right.size + 1) +
                                               ", expected " + std::to_string(right.size));
}

TEST_F(checks, of_stacks) {
  const check_outcome right = v.stack(stack_fill{}, stack_churn{}, stack_drain{});
  expect_right(right, right.size);
  EXPECT_GE(right.size, 512U);
  expect_wrong(v.stack(fill_less_one{}, stack_churn{}, stack_drain{}),
               "visits of node 511 is 0, expected 1");
  expect_wrong(v.stack(stack_fill{}, churn_and_one{}, stack_drain{}),
               "pops changed the numbers by");
  expect_wrong(v.stack(stack_fill{}, stack_churn{}, drain_twice{}),
               "visits of node 0 is 2, expected 1");
}

TEST_F(checks, of_tokens) {
  const check_outcome right = v.tokens(swap_tokens{});
  expect_right(right, right.size);
  EXPECT_GE(right.size, n * 16);
  expect_wrong(v.tokens(lose_a_token{}), "token");
}

TEST_F(checks, of_mutexes) {
  const check_outcome right = v.count_under<diatomic::ticket_mutex<>>(count_under_lock{});
  expect_right(right, right.size);
  EXPECT_GE(right.size, n / 2);
  expect_wrong(v.count_under<diatomic::spin_mutex<>>(count_under_lock_twice{}), "old value");
}

TEST_F(checks, of_lock_tables) {
  const auto input = v.values<std::int64_t>(0, 1'000'000);
  expect_right(v.summaries(summarize{}, input));
  expect_wrong(v.summaries(summarize_and_one{}, input), "sum of group 60 is");
}

TEST_F(checks, of_waiting) {
  const check_outcome right = v.turns(yield_if_due{});
  expect_right(right, right.size);
  EXPECT_GE(right.size, 32U);
  expect_wrong(v.turns(take_turns_but_one{}), "turn 1 is 0, expected 1");
}

TEST_F(checks, of_calls) {
  std::vector<int> rising(n);
  for (std::size_t i = 0; i < n; ++i) rising[i] = static_cast<int>(i);
  const std::size_t temp = diatomic::reduce_temp_bytes(n);
  expect_right(v.one_result(rising, 998, temp, reduce_less_one<op::max>{}));
  expect_wrong(v.one_result(rising, 999, temp, reduce_less_one<op::max>{}),
               "result 0 is 998, expected 999");
  const std::vector<int> ones(n, 1);
  expect_right(v.scatter(ones, 1, scatter_of<0>{}));
  expect_wrong(v.scatter(ones, 1, scatter_of<n>{}), "word 0 is 0, expected");
}

TEST_F(checks, have_random_inputs_from_end_to_end_of_their_range) {
  for (const auto& [lowest, highest] : {std::pair<int, int>{0, 255}, {-8, 8}, {7, 7}}) {
    std::vector<int> seen(static_cast<std::size_t>(highest - lowest) + 1);
    for (int round = 0; round < 10; ++round) {
      for (const int value : v.values<int>(lowest, highest)) {
        ASSERT_GE(value, lowest);
        ASSERT_LE(value, highest);
        ++seen[static_cast<std::size_t>(value - lowest)];
      }
    }
    for (std::size_t i = 0; i < seen.size(); ++i) {
      EXPECT_GT(seen[i], 0) << "never " << lowest + static_cast<int>(i);
    }
  }
  EXPECT_EQ(v.pixels().size(), n);
  std::vector<bool> seen(3 * 256);
  for (int round = 0; round < 10; ++round) {
    for (const rgb8 p : v.pixels()) {
      seen[p.red] = seen[256U + p.green] = seen[512U + p.blue] = true;
    }
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 3 * 256);
}

TEST(verifiers, of_one_seed_have_one_input) {
  const auto device = diatomic::properties(diatomic::current_device());
  program::verifier a(100, 1, device);
  program::verifier b(100, 1, device);
  program::verifier c(100, 2, device);
  const std::vector<int> first = a.values<int>(0, 1000000);
  EXPECT_EQ(first, b.values<int>(0, 1000000));
  EXPECT_NE(first, a.values<int>(0, 1000000)) << "the next input is another one";
  EXPECT_NE(first, c.values<int>(0, 1000000));
}

}  // namespace
}  // namespace program_test
