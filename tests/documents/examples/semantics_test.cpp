// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the examples of docs/semantics.md.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/semantics.hpp"
#include "calls.hpp"

namespace {

using std::vector;
using test::call;
using test::element_of;
using test::on_device;
using test::thread_number;
using test::true_results;

TEST(semantics, orders) {
  auto done = on_device(vector<unsigned>{0});
  EXPECT_EQ(true_results(call<semantics_orders::last_block>({8, 1}, done.data(), 8u)), 1);
  EXPECT_EQ(done.download()[0], 8u);
}

TEST(semantics, skipped_updates) {
  auto visited = on_device(vector<unsigned char>(16, 0));
  auto nodes = on_device(vector<int>{1, 1, 4, 9, 4, 1, 9, 9});
  const auto first = [&] {
    return true_results(call<semantics_skipped_updates::first_to_visit>(
        {1, 8}, visited.data(), element_of<int>{nodes.data()}));
  };
  EXPECT_EQ(first(), 3);
  EXPECT_EQ(first(), 0);
  EXPECT_EQ(visited.download(),
            (vector<unsigned char>{0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}));
  auto work = on_device(vector<float>{0});
  auto waiting = on_device(vector<unsigned short>{0, 0});
  const auto wake = [&] {
    return call<semantics_skipped_updates::must_wake_the_worker>({1, 1}, work.data(),
                                                                 waiting.data());
  };
  EXPECT_EQ(wake(), vector<int>{1});
  EXPECT_EQ(wake(), vector<int>{0});
  EXPECT_EQ(work.download()[0], 1.0f);
  EXPECT_EQ(waiting.download(), (vector<unsigned short>{1, 0}));
}

TEST(semantics, load) {
  auto flags = on_device(vector<unsigned>{0, 1});
  EXPECT_EQ(call<semantics_load::is_ready>({1, 1}, flags.data()), vector<int>{0});
  EXPECT_EQ(call<semantics_load::is_ready>({1, 1}, flags.data() + 1), vector<int>{1});
}

TEST(semantics, store) {
  auto data = on_device(vector<float>{0});
  auto flag = on_device(vector<unsigned>{0});
  call<semantics_store::publish>({1, 1}, data.data(), flag.data(), 2.5f);
  EXPECT_EQ(data.download()[0], 2.5f);
  EXPECT_EQ(flag.download()[0], 1u);
}

TEST(semantics, exchange) {
  using semantics_exchange::node;
  auto nodes = on_device(vector<node>(3));
  auto head = on_device(vector<node*>{nodes.data()});
  const auto lists = call<semantics_exchange::detach_all>({4, 16}, head.data());
  EXPECT_EQ(std::count(lists.begin(), lists.end(), nodes.data()), 1);
  EXPECT_EQ(std::count(lists.begin(), lists.end(), nullptr), 63);
  EXPECT_EQ(head.download()[0], nullptr);
}

TEST(semantics, compare_exchange) {
  auto owner = on_device(vector<int>{-1});
  const auto claimed =
      call<semantics_compare_exchange::claim>({2, 32}, owner.data(), thread_number{});
  EXPECT_EQ(true_results(claimed), 1);
  EXPECT_EQ(claimed.at(static_cast<std::size_t>(owner.download()[0])), 1);
  auto other = on_device(vector<int>{-1});
  const auto owners =
      call<semantics_compare_exchange::owner_after_claim>({2, 32}, other.data(), thread_number{});
  EXPECT_EQ(owners, vector<int>(64, other.download()[0]));
  EXPECT_GE(owners[0], 0);
}

TEST(semantics, add_and_sub) {
  auto array = on_device(vector<int>(256));
  auto count = on_device(vector<unsigned>{0});
  auto sum = on_device(vector<float>{0});
  auto cursor = on_device(vector<int*>{array.data()});
  auto mine =
      call<semantics_add_and_sub::add_up>({2, 32}, count.data(), sum.data(), cursor.data(), 0.5f);
  EXPECT_EQ(count.download()[0], 64u);
  EXPECT_EQ(sum.download()[0], 32.0f);
  mine = test::sorted(mine);
  for (std::size_t i = 0; i < mine.size(); ++i) EXPECT_EQ(mine[i], array.data() + 4 * i);
}

TEST(semantics, store_add_at) {
  using diatomic::half;
  auto sums = on_device(vector<half>(33, half(0.5f)));
  call<semantics_store_add_at::add>({2, 33}, sums.data(), 33u, 32u, half(0.25f));
  call<semantics_store_add_at::add>({1, 33}, sums.data(), 33u, thread_number{}, half(1.0f));
  const vector<half> result = sums.download();
  for (std::size_t i = 0; i < 33; ++i) {
    EXPECT_EQ(static_cast<float>(result[i]), i == 32 ? 18.0f : 1.5f) << i;
  }
}

TEST(semantics, mul_div_mod) {
  auto product = on_device(vector<double>{3});
  call<semantics_mul_div_mod::scale>({2, 16}, product.data(), 2.0);
  EXPECT_EQ(product.download()[0], std::ldexp(3.0, 32));
}

TEST(semantics, and_or_xor_nand_shl_shr) {
  auto bitmap = on_device(vector<unsigned>(3, 0));
  const auto visit = [&](unsigned threads) {
    return true_results(call<semantics_and_or_xor_nand_shl_shr::was_visited>(
        {1, threads}, bitmap.data(), thread_number{}));
  };
  EXPECT_EQ(visit(40), 0);
  EXPECT_EQ(visit(70), 40);
  EXPECT_EQ(bitmap.download(), (vector<unsigned>{~0u, ~0u, 63u}));
}

TEST(semantics, min_and_max) {
  auto inputs = on_device(vector<float>{-3, 8, 2, -9, 7.5f});
  const element_of<float> x{inputs.data()};
  auto peaks = on_device(vector<float>{-5, -5});
  call<semantics_min_and_max::keep_peak>({1, 5}, peaks.data(), x);
  call<semantics_min_and_max::raise_peak>({1, 5}, peaks.data() + 1, x);
  EXPECT_EQ(peaks.download(), (vector<float>{8, 8}));
}

TEST(semantics, fminimum_and_fmaximum) {
  auto extrema = on_device(vector<float>{100, -100});
  const auto keep = [&](vector<float> values) {
    auto inputs = on_device(values);
    call<semantics_fminimum_and_fmaximum::keep_extrema>({1, static_cast<unsigned>(values.size())},
                                                        extrema.data(), extrema.data() + 1,
                                                        element_of<float>{inputs.data()});
    return extrema.download();
  };
  EXPECT_EQ(keep({3, -2, 7}), (vector<float>{-2, 7}));
  const auto after_nan = keep({4, std::numeric_limits<float>::quiet_NaN(), -6, 9});
  EXPECT_EQ(after_nan[0], -6.0f);
  EXPECT_TRUE(std::isnan(after_nan[1]));
}

TEST(semantics, min_if_less_and_max_if_greater) {
  auto range = on_device(vector<float>{0.0f, -0.0f});
  auto inputs = on_device(vector<float>{-0.0f, std::numeric_limits<float>::quiet_NaN(), 0.0f});
  const auto keep = [&](unsigned threads) {
    call<semantics_min_if_less_and_max_if_greater::keep_range>(
        {1, threads}, range.data(), range.data() + 1, element_of<float>{inputs.data()});
    return range.download();
  };
  const vector<float> zeros = keep(3);
  EXPECT_TRUE(zeros[0] == 0 && !std::signbit(zeros[0]) && zeros[1] == 0 && std::signbit(zeros[1]));
  inputs.upload({4, -6, 9});
  EXPECT_EQ(keep(3), (vector<float>{-6, 9}));
}

TEST(semantics, inc_wrap_and_dec_wrap) {
  auto position = on_device(vector<unsigned>{0});
  const auto slots = test::sorted(
      call<semantics_inc_wrap_and_dec_wrap::next_in_ring>({1, 17}, position.data(), 5u));
  EXPECT_EQ(slots, (vector<unsigned>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}));
  EXPECT_EQ(position.download()[0], 2u);
}

TEST(semantics, claim_slot) {
  vector<float> values(96);
  vector<float> positive;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i) * (i % 3 == 1 ? 1.0f : -1.0f);
    if (values[i] > 0) positive.push_back(values[i]);
  }
  auto inputs = on_device(values);
  auto kept = on_device(vector<float>(positive.size(), 0.0f));
  auto count = on_device(vector<unsigned>{0});
  call<semantics_claim_slot::keep_if_positive>({2, 48}, element_of<float>{inputs.data()},
                                               kept.data(), count.data());
  EXPECT_EQ(count.download()[0], positive.size());
  EXPECT_EQ(test::sorted(kept.download()), positive);
}

TEST(semantics, fetch_update) {
  auto sum = on_device(vector<unsigned>{~0u - 50});
  auto before = test::sorted(call<semantics_fetch_update::add_saturating>({1, 8}, sum.data(), 10u));
  EXPECT_EQ(sum.download()[0], ~0u);
  EXPECT_EQ(before.front(), ~0u - 50);
  EXPECT_EQ(before.back(), ~0u);
}

TEST(semantics, try_update) {
  auto available = on_device(vector<unsigned>{10});
  EXPECT_EQ(true_results(call<semantics_try_update::claim_one>({2, 32}, available.data())), 10);
  EXPECT_EQ(available.download()[0], 0u);
}

TEST(semantics, fence) {
  auto data = on_device(vector<float>{0});
  auto flags = on_device(vector<unsigned>{0, 0, 0});
  call<semantics_fence::publish_both>({1, 1}, data.data(), flags.data(), flags.data() + 2);
  EXPECT_EQ(data.download()[0], 1.0f);
  EXPECT_EQ(flags.download(), (vector<unsigned>{1, 0, 1}));
}

/// The first block ends the phase for which the second waits.
struct end_phase {
  DIATOMIC_DEVICE void operator()(unsigned* phase, unsigned* seen) const {
    if (diatomic::block_index() == 0) {
      diatomic::store(phase, 8u, diatomic::release);
    } else {
      *seen = semantics_wait_and_notify::next_phase(phase, 7);
    }
  }
};

TEST(semantics, wait_and_notify) {
  auto phase = on_device(vector<unsigned>{7});
  auto seen = on_device(vector<unsigned>{0});
  test::run({2, 1}, 0, end_phase{}, phase.data(), seen.data());
  EXPECT_EQ(seen.download()[0], 8u);
}

DIATOMIC_DEVICE int both_in_memory(int* counter) { return semantics_atomic_ref::both(*counter); }

TEST(semantics, atomic_ref) {
  auto counter = on_device(vector<int>{40});
  EXPECT_EQ(call<both_in_memory>({1, 1}, counter.data()), vector<int>{42});
  int own = 1;
  EXPECT_EQ(semantics_atomic_ref::both(own), 3);
}

TEST(semantics, atomic_and_atomic_flag) {
  namespace block = semantics_atomic_and_atomic_flag;
  struct copy {
    unsigned long long events;
    float largest;
  };
  test::zeroed<block::statistics> all;
  call<block::record>({2, 32}, all.data(), thread_number{});
  EXPECT_EQ(all.download<copy>().events, 64u);
  EXPECT_EQ(all.download<copy>().largest, 63.0f);
}

TEST(semantics, the_same_bits_in_any_order) {
  namespace block = semantics_the_same_bits_in_any_order;
  constexpr unsigned n = 200;
  auto energies = on_device(test::numbers<float>(n, 0.125f));
  auto total = on_device(vector<block::energy>(1));
  test::run({4, 64}, 0, block::add_energies{}, total.data(), energies.data(), n);
  const block::energy sum = total.download()[0];
  EXPECT_EQ(block::joules(&sum), n * (n - 1) / 2 * 0.125);
}

TEST(semantics, the_same_bits_in_any_order_2) {
  constexpr std::size_t n = 60;
  constexpr std::size_t d = 3;
  constexpr std::size_t rows = 7;
  vector<std::int64_t> indices(n);
  vector<float> gradients(n * d);
  vector<float> expected(rows * d, 0.5f);
  for (std::size_t i = 0; i < n * d; ++i) {
    indices[i / d] = static_cast<std::int64_t>(i / d * 5 % rows);
    gradients[i] = static_cast<float>(i % 41) - 20;
    expected[static_cast<std::size_t>(indices[i / d]) * d + i % d] += gradients[i];
  }
  auto to = on_device(indices);
  auto values = on_device(gradients);
  auto table = on_device(vector<float>(rows * d, 0.5f));
  diatomic::stream stream;
  semantics_the_same_bits_in_any_order_2::add_gradients(stream, to.data(), values.data(), n, d,
                                                        table.data(), rows);
  stream.synchronize();
  EXPECT_EQ(table.download(), expected);
}

TEST(semantics, vectors_and_complex_numbers) {
  auto total = on_device(vector<force>{{1, 2}});
  call<push>({2, 8}, total.data(), force{0.5f, 0.25f});
  EXPECT_EQ(total.download()[0].x, 9);
  EXPECT_EQ(total.download()[0].y, 6);
}

TEST(semantics, warp_aggregated_atomics) {
  auto total = on_device(vector<unsigned>{0});
  auto bins = on_device(vector<unsigned>(4, 0));
  auto bin = on_device(vector<unsigned>{0, 0, 0, 2, 2, 0, 3, 0});
  call<semantics_warp_aggregated_atomics::count>({1, 8}, total.data(), bins.data(),
                                                 element_of<unsigned>{bin.data()});
  EXPECT_EQ(total.download()[0], 8u);
  EXPECT_EQ(bins.download(), (vector<unsigned>{5, 0, 2, 1}));
}

TEST(semantics, lane_group) {
  auto bins = on_device(vector<semantics_lane_group::bin>(2));
  auto key = on_device(vector<unsigned>{0, 1, 1, 0, 1});
  auto x = on_device(vector<float>{1, 2, 3, 4, 5});
  call<semantics_lane_group::add_to_bin>({1, 5}, bins.data(), element_of<unsigned>{key.data()},
                                         element_of<float>{x.data()});
  const auto found = bins.download();
  EXPECT_EQ(found[0].moments[0], 5);
  EXPECT_EQ(found[0].moments[1], 17);
  EXPECT_EQ(found[0].count, 2u);
  EXPECT_EQ(found[1].moments[0], 10);
  EXPECT_EQ(found[1].moments[1], 38);
  EXPECT_EQ(found[1].count, 3u);
}

DIATOMIC_DEVICE void deposit_in_memory(semantics_locks::account* a, double amount, double rate) {
  semantics_locks::deposit(*a, amount, rate);
}

TEST(semantics, locks) {
  struct copy {
    unsigned mutex;
    double balance, interest;
  };
  test::zeroed<semantics_locks::account> account;
  call<deposit_in_memory>({3, 40}, account.data(), thread_number{}, 0.5);
  EXPECT_EQ(account.download<copy>().balance, 120 * 119 / 2);
  EXPECT_EQ(account.download<copy>().interest, 120 * 119 / 4);
}

}  // namespace
