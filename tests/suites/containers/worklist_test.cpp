// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Worklists: `drain` of a bounded queue ends when all work is done, not before, and its threads
/// then see all that was done; also where the lanes of a warp have different queues.

#include <cstddef>
#include <numeric>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/containers/bounded_queue.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

// As in docs/containers.md.

// Counts how often the numbers in the queue can be halved: each half is a task for any thread.
struct halve {
  DIATOMIC_DEVICE void operator()(diatomic::bounded_queue_ref<int> queue, unsigned* tasks) const {
    queue.drain([&](int task) {
      diatomic::store_add(tasks, 1u);
      while (task > 1 && !queue.try_push(task / 2)) {  // The queue is full: do the next task here.
        task /= 2;
        diatomic::store_add(tasks, 1u);
      }
    });
  }
};

unsigned count_tasks(const std::vector<int>& numbers) {
  diatomic::stream s;
  diatomic::bounded_queue<int> queue(1024);  // a power of two
  diatomic::device_array<int> first(numbers.size());
  diatomic::device_array<unsigned> tasks(1);
  first.upload(numbers);
  tasks.fill_bytes(0);
  queue.push(s, first.data(), first.size());
  diatomic::launch(64, 128, 0, s, halve{}, queue.ref(), tasks.data());
  if (queue.failures(s) != 0) return 0;  // Some numbers found no room.
  return tasks.download()[0];
}

namespace {

using diatomic::bounded_queue;
using diatomic::bounded_queue_ref;
using diatomic::kernels::launch_shape;
using test::on_device;
using test::run;

TEST(worklists, of_the_documents_are_worked_off) {
  EXPECT_EQ(count_tasks({}), 0u);
  EXPECT_EQ(count_tasks({1}), 1u);
  EXPECT_EQ(count_tasks({1000}), 10u);
  EXPECT_EQ(count_tasks(std::vector<int>(1000, 1000)), 10000u);
  EXPECT_EQ(count_tasks(std::vector<int>(1025, 1)), 0u);
}

/// A binary tree: the items from 2 on below `n`, and item i leads to 2i and 2i + 1. Or a chain:
/// item i leads to i + 2, after a pause in which the queue is empty.
struct tree {
  unsigned n;
  bool is_chain;
  unsigned* notes;   ///< plain: written before the push, read after the pop
  unsigned* done;    ///< plain: written by the work, read after the end
  unsigned* near;    ///< the same; a cache may hold it, since it is read before as well
  unsigned* visits;  ///< of each item
  unsigned* wrong;

  template <class Queue>
  DIATOMIC_FUNCTION void work_at(const Queue& queue, unsigned item) const {
    unsigned own[32];  // Items that find no room.
    unsigned count = 0;
    own[count++] = item;
    while (count != 0) {
      const unsigned i = own[--count];
      if (notes[i] != i + 7) diatomic::store_add(wrong, 1u);
      if (is_chain) diatomic::pause();
      const unsigned last = is_chain ? i + 2 : 2 * i + 1;
      for (unsigned next = is_chain ? last : 2 * i; next <= last && next < n; ++next) {
        notes[next] = next + 7;
        if (!queue.try_push(next)) own[count++] = next;
      }
      done[i] = i;
      diatomic::store(near + i, i);
      diatomic::store_add(visits + i, 1u);
    }
  }
  /// How many of up to 64 items from `first` on a cache shows as done.
  DIATOMIC_FUNCTION unsigned seen(unsigned first) const {
    unsigned count = 0;
    for (unsigned i = first; i < first + 64 && i < n; ++i) {
      count += diatomic::load(near + i, diatomic::monotone) == i ? 1u : 0u;
    }
    return count;
  }
  DIATOMIC_FUNCTION void expect_all_seen(unsigned first) const {
    unsigned missing = 0;
    unsigned all = 0;
    for (unsigned i = first; i < first + 64 && i < n; ++i, ++all) missing += done[i] != i ? 1u : 0u;
    if (missing != 0 || seen(first) != all) diatomic::store_add(wrong, 1u);
  }
};

/// Works off the tree. Every second lane uses the second queue, if there are `two`.
struct work_off {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> a, bounded_queue_ref<unsigned> b,
                                  bool two, tree t) const {
    const unsigned first = 2 + diatomic::global_index() * 37 % (t.n - 2);
    diatomic::store_add(t.visits, t.seen(first));
    const bounded_queue_ref<unsigned> own = two && diatomic::thread_index() % 2 == 1 ? b : a;
    own.drain([&](unsigned item) { t.work_at(own, item); });
    if (!two) t.expect_all_seen(first);
  }
};

void expect_worked_off(launch_shape shape, std::size_t capacity, bool two, bool is_chain = false) {
  const auto n = static_cast<unsigned>(is_chain ? scaled(400, 40) : scaled(20000, 200));
  diatomic::stream on;
  bounded_queue<unsigned> a(capacity);
  bounded_queue<unsigned> b(capacity);
  std::vector<unsigned> first_notes(n, 0);
  for (unsigned i = 2; i < 4; ++i) first_notes[i] = i + 7;
  auto notes = on_device(first_notes);
  auto done = on_device(std::vector<unsigned>(n, ~0u));
  auto near = on_device(std::vector<unsigned>(n, ~0u));
  auto visits = on_device(std::vector<unsigned>(n, 0));
  auto wrong = on_device(std::vector<unsigned>{0});
  const auto roots = on_device(std::vector<unsigned>{2, 3});
  a.push(on, roots.data(), two ? 1 : 2);
  if (two) b.push(on, roots.data() + 1, 1);
  const tree t{n, is_chain, notes.data(), done.data(), near.data(), visits.data(), wrong.data()};
  diatomic::launch(shape.grid, shape.block, 0, on, work_off{}, a.ref(), b.ref(), two, t);
  on.synchronize();
  const std::vector<unsigned> all = visits.download();
  for (unsigned i = 2; i < n; ++i) ASSERT_EQ(all[i], 1u) << i << ", capacity " << capacity;
  EXPECT_EQ(wrong.download()[0], 0u) << capacity << ' ' << two;
  EXPECT_EQ(a.failures(on) + b.failures(on), 0u);
}

TEST(worklists, end_when_all_work_is_done) {
  for (const std::size_t capacity : {2, 64, 4096}) {
    for (const bool two : {false, true}) expect_worked_off({4, 96}, capacity, two);
  }
}

TEST(worklists, wait_for_work_that_may_make_more) {
  for (const bool two : {false, true}) expect_worked_off({4, 96}, 64, two, true);
}

TEST(worklists, may_be_shared_by_many_blocks) { expect_worked_off({200, 64}, 1024, false); }

struct count_items {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> queue, unsigned* count) const {
    queue.drain([&](unsigned) { diatomic::store_add(count, 1u); });
  }
};

// Items that were popped otherwise, and earlier ones, need no work.
TEST(worklists, end_for_what_is_in_the_queue) {
  diatomic::stream on;
  bounded_queue<unsigned> queue(8);
  auto items = on_device(std::vector<unsigned>(8, 5));
  auto count = on_device(std::vector<unsigned>{0});
  run({2, 64}, 0, count_items{}, queue.ref(), count.data());
  EXPECT_EQ(count.download()[0], 0u);
  for (unsigned lap = 1; lap < 4; ++lap) {
    queue.push(on, items.data(), 6);
    EXPECT_EQ(queue.pop(on, items.data(), 2), 2u);
    run({2, 64}, 0, count_items{}, queue.ref(), count.data());
    EXPECT_EQ(count.download()[0], 4 * lap);
    EXPECT_EQ(queue.pop(on, items.data(), 2), 0u);
  }
}

// The count of pushed items has passed 2^32, that of claimed ones has not.
TEST(worklists, pass_the_last_position) {
  constexpr unsigned start = 0u - 4;
  std::vector<diatomic::queue_cell<unsigned>> cells(4, {start, 0u});
  diatomic::queue_ends ends{};
  for (diatomic::queue_end* end : {&ends.back, &ends.front}) {
    end->next = end->claimed = end->ready = start;
  }
  const bounded_queue_ref<unsigned> queue(cells.data(), 4, &ends);
  for (unsigned item = 1; item < 5; ++item) EXPECT_TRUE(queue.try_push(item));
  unsigned sum = 0;
  queue.drain([&](unsigned item) { sum += item; });
  EXPECT_EQ(sum, 10u);
}

TEST(worklists, are_worked_off_by_host_threads) {
  const auto n = static_cast<unsigned>(scaled(20000, 200));
  std::vector<diatomic::queue_cell<unsigned>> cells(64);
  diatomic::queue_ends ends{};
  const bounded_queue_ref<unsigned> queue(cells.data(), 64, &ends);
  std::vector<unsigned> notes(n), done(n, ~0u), near(n, ~0u), visits(n, 0);
  unsigned wrong = 0;
  notes[2] = 9;
  notes[3] = 10;
  const tree t{n, false, notes.data(), done.data(), near.data(), visits.data(), &wrong};
  EXPECT_TRUE(queue.try_push(2));
  EXPECT_TRUE(queue.try_push(3));
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < 4; ++k) {
    threads.emplace_back([=] {
      queue.drain([&](unsigned item) { t.work_at(queue, item); });
      t.expect_all_seen(2 + k * (n / 4));
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<unsigned> expected(n, 1);
  expected[0] = expected[1] = 0;
  EXPECT_EQ(visits, expected);
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
