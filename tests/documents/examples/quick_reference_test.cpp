// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the idioms of docs/quick_reference.md.

#include <cmath>
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "blocks/quick_reference.hpp"
#include "calls.hpp"

namespace {

using std::vector;
using test::call;
using test::element_of;
using test::on_device;
using test::true_results;

TEST(quick_reference, counter) {
  auto values = on_device(vector<float>{1, -2, 3, 0, 5, -6, 7, 8});
  auto kept = on_device(vector<float>(8, 0));
  auto count = on_device(vector<unsigned>{0});
  call<quick_reference_counter::keep>({2, 4}, element_of<float>{values.data()}, kept.data(),
                                      count.data());
  EXPECT_EQ(count.download()[0], 5u);
  EXPECT_EQ(test::sorted(kept.download()), (vector<float>{0, 0, 0, 1, 3, 5, 7, 8}));
}

TEST(quick_reference, histogram_in_shared_memory) {
  constexpr unsigned n = 3000;
  vector<unsigned char> bytes(n);
  vector<unsigned> expected(256, 7);
  for (unsigned i = 0; i < n; ++i) ++expected[bytes[i] = static_cast<unsigned char>(i * i % 251)];
  auto in = on_device(bytes);
  auto bins = on_device(vector<unsigned>(256, 7));
  test::run({3, 96}, 1024, quick_reference_histogram_in_shared_memory::count_bytes{}, in.data(), n,
            bins.data());
  EXPECT_EQ(bins.download(), expected);
}

DIATOMIC_DEVICE void keep_best_of(best* p, float value) {
  keep_best(p, {value, diatomic::global_index()});
}

TEST(quick_reference, arg_maximum_in_a_kernel) {
  auto values = on_device(vector<float>{-5, 3, NAN, 9, 2, 9, 1, 9});
  auto found = on_device(vector<best>{{-1e30f, ~0u}});
  call<keep_best_of>({2, 4}, found.data(), element_of<float>{values.data()});
  EXPECT_EQ(found.download()[0].value, 9.0f);
  EXPECT_EQ(found.download()[0].at, 3u);
}

TEST(quick_reference, flag) {
  auto visited = on_device(vector<unsigned>{0});
  EXPECT_EQ(true_results(call<quick_reference_flag::first_visit>({4, 32}, visited.data())), 1);
  EXPECT_EQ(visited.download()[0], 1u);
}

TEST(quick_reference, lock) {
  using quick_reference_lock::account;
  struct copy {
    unsigned mutex;
    double balance, paid;
  };
  test::zeroed<account> a;
  call<quick_reference_lock::pay>({4, 64}, a.data(), 0.5);
  EXPECT_EQ(a.download<copy>().balance, -128.0);
  EXPECT_EQ(a.download<copy>().paid, 128.0);
}

TEST(quick_reference, last_block) {
  auto of_one = on_device(vector<unsigned>{0});
  EXPECT_EQ(call<quick_reference_last_block::is_last_block>({1, 1}, of_one.data()), vector<int>{1});
  auto done = on_device(vector<unsigned>{0});
  EXPECT_EQ(true_results(call<quick_reference_last_block::is_last_block>({8, 1}, done.data())), 1);
  EXPECT_EQ(done.download()[0], 8u);
}

TEST(quick_reference, worklist_with_an_end) {
  diatomic::stream stream;
  diatomic::bounded_queue<int> queue(64);
  auto first = on_device(vector<int>(60, 512));
  auto tasks = on_device(vector<unsigned>{0});
  queue.push(stream, first.data(), 60);
  diatomic::launch(4, 64, 0, stream, quick_reference_worklist_with_an_end::halve{}, queue.ref(),
                   tasks.data());
  EXPECT_EQ(queue.failures(stream), 0u);
  EXPECT_EQ(tasks.download()[0], 600u);
}

DIATOMIC_DEVICE float send_or_receive(float* data, unsigned* ready, float x) {
  using namespace quick_reference_message;
  if (diatomic::block_index() != 0) return receive(data, ready);
  send(data, ready, x);
  return 0;
}

TEST(quick_reference, message) {
  auto data = on_device(vector<float>{0});
  auto ready = on_device(vector<unsigned>{0});
  EXPECT_EQ(call<send_or_receive>({2, 1}, data.data(), ready.data(), 2.5f),
            (vector<float>{0, 2.5f}));
}

TEST(quick_reference, publish_once) {
  auto objects = on_device(vector<float>(64, 1));
  auto slot = on_device(vector<float*>{nullptr});
  const auto winners =
      call<quick_reference_publish_once::publish>({2, 32}, slot.data(), objects.data() + 5);
  EXPECT_EQ(winners, vector<float*>(64, objects.data() + 5));
  const auto later =
      call<quick_reference_publish_once::publish>({1, 1}, slot.data(), objects.data());
  EXPECT_EQ(later, vector<float*>{objects.data() + 5});
}

TEST(quick_reference, float_sum_with_the_same_bits) {
  using namespace quick_reference_float_sum_with_the_same_bits;
  auto values = on_device(vector<float>{0.03125f, 1e5f, -0.125f, 3});
  auto sum = on_device(vector<energy>(1));
  call<add>({2, 2}, sum.data(), element_of<float>{values.data()});
  EXPECT_EQ(call<value_of>({1, 1}, static_cast<const energy*>(sum.data())),
            vector<double>{100002.90625});
}

}  // namespace
