// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The bounded queue: every item that is pushed is popped once and whole, and in its producer's
/// order, over many laps; what was done before a push is seen after the pop; no attempt fails for
/// nothing.

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/warp.hpp>
#include <diatomic/containers/bounded_queue.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::bounded_queue;
using diatomic::bounded_queue_ref;
using diatomic::queue_cell;
using diatomic::queue_ends;
using diatomic::kernels::launch_shape;
using test::on_device;
using test::run;

/// 24 bytes that must stay together.
struct parcel {
  std::uint64_t a, b, c;
};

/// An item that carries the number `n`, and the number of an item that is whole.
template <class T>
struct coded {
  static DIATOMIC_FUNCTION T item(unsigned n) { return static_cast<T>(T{n} * 3 + 1); }
  static DIATOMIC_FUNCTION bool is_whole(T v) { return v % 3 == 1; }
  static DIATOMIC_FUNCTION unsigned number(T v) { return static_cast<unsigned>(v / 3); }
};
template <>
struct coded<parcel> {
  static DIATOMIC_FUNCTION parcel item(unsigned n) { return {n, n * 5ull, n ^ 0xffffull << 40}; }
  static DIATOMIC_FUNCTION bool is_whole(const parcel& v) {
    return v.b == v.a * 5 && v.c == (v.a ^ 0xffffull << 40);
  }
  static DIATOMIC_FUNCTION unsigned number(const parcel& v) { return static_cast<unsigned>(v.a); }
};

/// Pushes and pops in turn `rounds` times each, and pops what is left while there is any. The items
/// of a thread have the numbers from `first + rounds * global_index()` on.
///
/// Every thread writes a note of its own before it pushes a number, and who pops the number reads
/// it, both plainly. `visits[number]` counts pops, `pushed[thread]` is how many got in.
struct push_and_pop {
  template <class T>
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<T> queue, unsigned rounds, unsigned first,
                                  unsigned* notes, unsigned* visits, unsigned* pushed,
                                  unsigned* wrong) const {
    first += diatomic::global_index() * rounds;
    unsigned count = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned n = first + count;
      notes[n] = n + 7;
      if (queue.try_push(coded<T>::item(n))) ++count;
      T item;
      if (queue.try_pop(item)) visit(item, notes, visits, wrong);
    }
    pushed[first / rounds] = count;
    T item;
    while (queue.try_pop(item)) visit(item, notes, visits, wrong);
  }

  template <class T>
  static DIATOMIC_DEVICE void visit(const T& item, const unsigned* notes, unsigned* visits,
                                    unsigned* wrong) {
    const unsigned n = coded<T>::number(item);
    if (!coded<T>::is_whole(item) || notes[n] != n + 7) {
      diatomic::store_add(wrong, 1u);
    } else {
      diatomic::store_add(visits + n, 1u);
    }
  }
};

/// Pops what is left.
struct pop_all {
  template <class T>
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<T> queue, unsigned* count) const {
    T item;
    while (queue.try_pop(item)) ++*count;
  }
};

/// Pushes until the queue is full.
struct count_room {
  template <class T>
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<T> queue, unsigned* pushed) const {
    while (queue.try_push(coded<T>::item(*pushed))) ++*pushed;
  }
};

/// Pushes and pops by all threads of `shape`, in three launches; expects that no item is lost,
/// doubled or torn.
template <class T>
void expect_items_kept(launch_shape shape, unsigned capacity, unsigned rounds) {
  constexpr unsigned launches = 3;
  const auto threads = static_cast<unsigned>(shape.threads());
  ASSERT_GE(threads * rounds, capacity);
  bounded_queue<T> memory(capacity);
  const std::vector<unsigned> nothing(launches * threads * rounds, 0);
  auto notes = on_device(nothing);
  auto visits = on_device(nothing);
  test::guarded_array<unsigned> pushed(launches * threads);
  auto wrong = on_device(std::vector<unsigned>{0});
  auto left = on_device(std::vector<unsigned>{0});
  for (unsigned launch = 0; launch < launches; ++launch) {
    run(shape, 0, push_and_pop{}, memory.ref(), rounds, launch * threads * rounds, notes.data(),
        visits.data(), pushed.data(), wrong.data());
    // A thread pops after its last push, until the queue is empty.
    run({1, 1}, 0, pop_all{}, memory.ref(), left.data());
  }
  EXPECT_EQ(wrong.download()[0], 0u);
  EXPECT_EQ(left.download()[0], 0u);
  // No attempt has left a trace in the counts.
  auto room = on_device(std::vector<unsigned>{0});
  run({1, 1}, 0, count_room{}, memory.ref(), room.data());
  EXPECT_EQ(room.download()[0], capacity);
  // The numbers that a thread pushed are its first ones.
  std::vector<unsigned> expected(nothing.size(), 0);
  const std::vector<unsigned> counts = pushed.download();
  for (std::size_t thread = 0; thread < counts.size(); ++thread) {
    const auto first = static_cast<std::ptrdiff_t>(thread * rounds);
    std::fill_n(expected.begin() + first, counts[thread], 1u);
  }
  // Before a push fails, as many items as there are cells have got in, in each launch.
  EXPECT_GE(std::accumulate(counts.begin(), counts.end(), std::size_t{0}), launches * capacity);
  EXPECT_TRUE(visits.download() == expected) << "capacity " << capacity;
}

template <class T>
class queue : public testing::Test {};
using items = testing::Types<std::uint32_t, std::uint64_t, parcel>;
TYPED_TEST_SUITE(queue, items, );

TYPED_TEST(queue, gives_each_item_to_one_thread) {
  for (const unsigned capacity : {2u, 8u, 256u}) {
    expect_items_kept<TypeParam>({6, 96}, capacity, static_cast<unsigned>(scaled(340, 8)));
  }
}

// As many threads as run at a time.
TEST(bounded_queues, give_each_item_to_one_thread_of_a_full_device) {
  const auto units = static_cast<unsigned>(diatomic::properties(0).compute_units);
  constexpr unsigned capacity = 1024;
  const launch_shape shape{units * 8, scaled(256, 64) < 256 ? 64u : 256u};
  const auto rounds = static_cast<unsigned>(scaled(6, 1 + capacity / shape.threads()));
  expect_items_kept<std::uint32_t>(shape, capacity, rounds);
}

/// The first block's first thread pops all items and writes down their numbers; threads of the
/// other blocks push `each` of them, and try again where the queue is full. Lanes that try again
/// vote in each round: else a compiler may let those that got in fill their cells after the loop,
/// for which lanes that run in lockstep would wait for ever.
struct pop_in_one_thread {
  template <class T>
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<T> queue, unsigned each, T* popped) const {
    const unsigned producers = (diatomic::grid_size() - 1) * diatomic::block_size();
    if (diatomic::block_index() == 0) {
      if (diatomic::thread_index() != 0) return;
      for (unsigned k = 0; k < producers * each;) {
        if (queue.try_pop(popped[k])) {
          ++k;
        } else {
          diatomic::detail::device_ops::pause(1);
        }
      }
    } else {
      const diatomic::lane_mask lanes = diatomic::active_lanes();
      const unsigned producer = diatomic::global_index() - diatomic::block_size();
      unsigned k = 0;
      while (diatomic::ballot(lanes, k < each) != 0) {
        if (k < each && queue.try_push(coded<T>::item(producer * each + k))) {
          ++k;
        } else {
          diatomic::detail::device_ops::pause(1);
        }
      }
    }
  }
};

TYPED_TEST(queue, keeps_the_order_of_each_producer) {
  for (const unsigned capacity : {2u, 64u}) {
    constexpr launch_shape shape{4, 64};
    const unsigned producers = (shape.grid - 1) * shape.block;
    const auto each = static_cast<unsigned>(scaled(200, 24));
    bounded_queue<TypeParam> memory(capacity);
    test::guarded_array<TypeParam> popped(producers * each);
    run(shape, 0, pop_in_one_thread{}, memory.ref(), each, popped.data());
    std::vector<unsigned> next(producers, 0);
    for (const TypeParam& item : popped.download()) {
      ASSERT_TRUE(coded<TypeParam>::is_whole(item));
      const unsigned n = coded<TypeParam>::number(item);
      ASSERT_LT(n, producers * each);
      EXPECT_EQ(n % each, next[n / each]++) << "producer " << n / each;
    }
    EXPECT_EQ(next, std::vector<unsigned>(producers, each));
  }
}

/// A queue in shared memory: each thread of the block brings numbers and adds up what it gets.
struct sum_through_shared_queue {
  static constexpr unsigned capacity = 16;
  struct room {
    queue_ends ends;
    queue_cell<unsigned> cells[capacity];
    unsigned long long sum;
  };
  DIATOMIC_DEVICE void operator()(unsigned rounds, unsigned long long* brought,
                                  unsigned long long* found) const {
    room& r = *diatomic::shared_array<room>();
    const unsigned me = diatomic::thread_index();
    if (me == 0) r = room{};
    diatomic::sync_block();
    bounded_queue_ref<unsigned, diatomic::block_scope_t, diatomic::in_shared_t> queue(
        r.cells, capacity, &r.ends);
    unsigned long long pushed = 0;
    unsigned long long popped = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      const unsigned n = me * rounds + round;
      if (queue.try_push(n)) pushed += n;
      if (round % 2 == 1 && round + 8 < rounds) continue;  // Full at times.
      unsigned item = 0;
      while (queue.try_pop(item)) popped += item;
    }
    diatomic::store_add(brought, pushed);
    diatomic::store_add(found, popped);
    diatomic::sync_block();
    unsigned item = 0;
    while (queue.try_pop(item)) diatomic::store_add(found, static_cast<unsigned long long>(item));
  }
};

TEST(bounded_queues, of_a_block_lie_in_shared_memory) {
  const auto rounds = static_cast<unsigned>(scaled(200, 10));
  test::guarded_array<unsigned long long> sums(2);
  sums.fill_bytes(0);
  run({3, 128}, sizeof(sum_through_shared_queue::room), sum_through_shared_queue{}, rounds,
      sums.data(), sums.data() + 1);
  EXPECT_GT(sums.download()[0], 0u);
  EXPECT_EQ(sums.download()[0], sums.download()[1]);
}

// In host code, where the same queue serves threads of the CPU. It starts shortly before its
// positions pass 2^32.
TYPED_TEST(queue, serves_host_threads_and_passes_the_last_position) {
  constexpr unsigned capacity = 8;
  constexpr unsigned start = 0u - 2 * capacity;
  std::vector<queue_cell<TypeParam>> cells(capacity, {start, TypeParam{}});
  queue_ends ends{};
  for (diatomic::queue_end* end : {&ends.back, &ends.front}) {
    end->next = end->claimed = end->ready = start;
  }
  bounded_queue_ref<TypeParam> shared(cells.data(), capacity, &ends);
  const auto each = static_cast<unsigned>(scaled(20000, 200));
  constexpr unsigned producers = 2;
  std::vector<std::vector<unsigned>> popped(2);
  std::vector<std::thread> threads;
  threads.reserve(producers + popped.size());
  for (unsigned producer = 0; producer < producers; ++producer) {
    threads.emplace_back([=] {
      auto own = shared;
      for (unsigned k = 0; k < each;) {
        if (own.try_push(coded<TypeParam>::item(producer * each + k))) {
          ++k;
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  for (std::vector<unsigned>& numbers : popped) {
    threads.emplace_back([=, &numbers] {
      auto own = shared;
      while (numbers.size() < producers / 2 * each) {
        TypeParam item{};
        if (own.try_pop(item)) {
          numbers.push_back(coded<TypeParam>::is_whole(item) ? coded<TypeParam>::number(item)
                                                             : ~0u);
        } else {
          std::this_thread::yield();
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::vector<unsigned> all;
  for (const std::vector<unsigned>& numbers : popped) {
    unsigned next[producers] = {0, 0};
    for (const unsigned n : numbers) {
      ASSERT_LT(n, producers * each);
      EXPECT_GE(n % each, next[n / each]) << "an earlier item of the same thread comes later";
      next[n / each] = n % each;
    }
    all.insert(all.end(), numbers.begin(), numbers.end());
  }
  std::sort(all.begin(), all.end());
  std::vector<unsigned> expected(producers * each);
  std::iota(expected.begin(), expected.end(), 0u);
  EXPECT_EQ(all, expected);
  TypeParam item{};
  EXPECT_FALSE(shared.try_pop(item));
}

// By one thread, so that each answer is known.
TEST(bounded_queues, say_when_they_are_full_or_empty) {
  std::vector<queue_cell<unsigned>> cells(4);
  queue_ends ends{};
  bounded_queue_ref<unsigned> q(cells.data(), 4, &ends);
  unsigned item = 99;
  unsigned in = 0;
  unsigned out = 0;
  for (unsigned lap = 0; lap < 5; ++lap) {
    EXPECT_FALSE(q.try_pop(item));
    EXPECT_EQ(item, 99u);
    while (in < 7 * lap + 4) EXPECT_TRUE(q.try_push(in++));
    EXPECT_FALSE(q.try_push(1000));
    while (out < 7 * lap + 3) {
      EXPECT_TRUE(q.try_pop(item));
      EXPECT_EQ(item, out++);
    }
    while (in < 7 * lap + 7) EXPECT_TRUE(q.try_push(in++));
    EXPECT_FALSE(q.try_push(1000));
    while (out < 7 * lap + 7) {
      EXPECT_TRUE(q.try_pop(item));
      EXPECT_EQ(item, out++);
    }
    item = 99;
  }
}

/// The answer of `call`, while another thread ends its own call after a moment.
template <class Call, class End>
bool answer_meanwhile(Call call, End end) {
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    end();
  });
  const bool answer = call();
  other.join();
  return answer;
}

// Another thread is in the midst of a call, and has claimed more than there is, which hides an item
// or room. Or it has claimed the last item, and may give it back.
TEST(bounded_queues, fail_only_if_they_are_full_or_empty) {
  std::vector<queue_cell<unsigned>> cells(2);
  queue_ends ends{};
  const bounded_queue_ref<unsigned> q(cells.data(), 2, &ends);
  unsigned item = 0;
  const auto pops = [&] { return q.try_pop(item); };
  const auto pushes = [&] { return q.try_push(7); };

  ASSERT_TRUE(q.try_push(5));
  diatomic::store_add(&ends.front.claimed, 3u);
  EXPECT_TRUE(answer_meanwhile(pops, [&] { diatomic::store_sub(&ends.front.claimed, 3u); }));
  EXPECT_EQ(item, 5u);
  diatomic::store_add(&ends.back.claimed, 4u);
  EXPECT_TRUE(answer_meanwhile(pushes, [&] { diatomic::store_sub(&ends.back.claimed, 4u); }));
  ASSERT_TRUE(q.try_pop(item));
  EXPECT_EQ(item, 7u);

  ASSERT_TRUE(q.try_push(5));
  diatomic::store_add(&ends.front.claimed, 1u);
  EXPECT_TRUE(answer_meanwhile(pops, [&] { diatomic::store_sub(&ends.front.claimed, 1u); }));
  ASSERT_TRUE(q.try_push(5));
  diatomic::store_add(&ends.front.claimed, 1u);
  EXPECT_FALSE(answer_meanwhile(pops, [&] { diatomic::store_add(&ends.front.next, 1u); }));
}

/// A page of which the first access that is not `allowed` runs `meanwhile()` before.
class page_with_news {
 public:
  page_with_news(char* page, std::size_t bytes, int allowed, void (*meanwhile)()) {
    page_ = page;
    bytes_ = bytes;
    meanwhile_ = meanwhile;
    struct sigaction now{};
    now.sa_handler = [](int) {
      sigaction(SIGSEGV, &before_, nullptr);
      mprotect(page_, bytes_, PROT_READ | PROT_WRITE);
      meanwhile_();
    };
    sigaction(SIGSEGV, &now, &before_);
    mprotect(page_, bytes_, allowed);
  }
  page_with_news(const page_with_news&) = delete;
  page_with_news& operator=(const page_with_news&) = delete;

 private:
  static inline char* page_;
  static inline std::size_t bytes_;
  static inline void (*meanwhile_)();
  static inline struct sigaction before_;
};

// A thread finds that both items have been claimed. Before it looks at the positions, the others
// take these two items and push two more, so the queue is never empty.
TEST(bounded_queues, fail_only_by_positions_that_are_older_than_the_ready_cells) {
  const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const pages =
      mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  auto* const first = static_cast<char*>(pages);
  // The front's position ends the first page; its counts are in the second one.
  static queue_ends* ends;
  ends =
      reinterpret_cast<queue_ends*>(first + bytes - sizeof(unsigned) - offsetof(queue_ends, front));
  std::vector<queue_cell<unsigned>> cells(4);
  const bounded_queue_ref<unsigned> q(cells.data(), 4, ends);
  for (unsigned item = 0; item < 4; ++item) ASSERT_TRUE(q.try_push(item));
  ends->front.ready = ends->front.claimed = 2;
  const page_with_news news(first, bytes, PROT_NONE, [] {
    diatomic::store(&ends->front.next, 2u);
    diatomic::store(&ends->front.ready, 4u);
  });
  unsigned item = 99;
  EXPECT_TRUE(q.try_pop(item));
  EXPECT_EQ(item, 2u);
  munmap(pages, 2 * bytes);
}

// One item is there. Before a thread claims it, others do; perhaps more is pushed meanwhile.
TEST(bounded_queues, claim_no_more_than_others_leave) {
  const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* const pages =
      mmap(nullptr, 2 * bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  auto* const first = static_cast<char*>(pages);
  // The count of claims ends the first page; that of ready cells begins the second one.
  static diatomic::queue_end* end;
  end =
      reinterpret_cast<diatomic::queue_end*>(first + bytes - offsetof(diatomic::queue_end, ready));
  const diatomic::detail::queue_visits<unsigned> queue{nullptr, nullptr, 7};
  const auto claimed = [&](int wanted, void (*meanwhile)()) {
    end->claimed = 0;
    end->ready = 1;
    const page_with_news news(first, bytes, PROT_READ, meanwhile);
    return queue.claim(*end, 0, wanted);
  };
  EXPECT_EQ(claimed(1, [] { end->claimed += 1; }), 0);
  EXPECT_EQ(end->claimed, 1u);
  EXPECT_EQ(claimed(1, [] { end->claimed += 3; }), 0);
  EXPECT_EQ(end->claimed, 3u);
  EXPECT_EQ(claimed(1, [] { end->claimed += 1, end->ready += 1; }), 1);
  EXPECT_EQ(end->claimed, 2u);
  EXPECT_EQ(claimed(1, [] { end->claimed += 2, end->ready += 1; }), 0);
  EXPECT_EQ(end->claimed, 2u);
  munmap(pages, 2 * bytes);
}

TEST(bounded_queues, take_arrays_in_order) {
  diatomic::stream on;
  constexpr unsigned capacity = 1024;
  bounded_queue<parcel> q(capacity);
  std::vector<parcel> numbers(capacity + 300);
  for (unsigned n = 0; n < numbers.size(); ++n) numbers[n] = coded<parcel>::item(n);
  const auto items = on_device(numbers);
  test::guarded_array<parcel> popped(numbers.size());
  const auto push = [&](unsigned n) { q.push(on, items.data(), n); };
  const auto pop = [&](unsigned room, unsigned expected) {
    ASSERT_EQ(q.pop(on, popped.data(), room), expected);
    const std::vector<parcel> all = popped.download();
    for (unsigned k = 0; k < expected; ++k) {
      ASSERT_TRUE(coded<parcel>::is_whole(all[k]));
      ASSERT_EQ(coded<parcel>::number(all[k]), k);
    }
  };
  pop(5, 0);
  for (unsigned lap = 0; lap < 5; ++lap) {
    push(700);
    pop(700, 700);
  }
  push(capacity);
  EXPECT_EQ(q.failures(on), 0u);
  q.push(on, items.data(), 3);
  EXPECT_EQ(q.failures(on), 3u);
  pop(capacity + 300, capacity);
  push(0);
  pop(0, 0);
  q.push(on, items.data(), capacity + 300);
  EXPECT_EQ(q.failures(on), 303u);
  pop(capacity, capacity);
  pop(1, 0);
  q.clear(on);
  EXPECT_EQ(q.failures(on), 0u);
}

/// The first block pushes an array of as many items as there are cells, and pops it. Another call
/// has claimed half of the cells at each end, so both calls need a second round: the second block
/// gives back the claims after their first ones.
struct push_and_pop_in_two_rounds {
  using visits = diatomic::detail::queue_visits<unsigned>;
  DIATOMIC_DEVICE void operator()(visits queue, const unsigned* items, unsigned* popped,
                                  unsigned long long* counts) const {
    const unsigned n = queue.capacity();
    if (diatomic::block_index() == 0) {
      diatomic::detail::queue_push_kernel{}(queue, items, n, counts);
      diatomic::sync_block();
      diatomic::detail::queue_pop_kernel{}(queue, popped, n, counts + 1);
    } else if (diatomic::thread_index() == 0) {
      give_back(queue.ends->back, queue.ends->front, n / 2);
      give_back(queue.ends->front, queue.ends->back, n / 2);
    }
  }
  static DIATOMIC_DEVICE void give_back(diatomic::queue_end& end, diatomic::queue_end& other,
                                        unsigned half) {
    while (diatomic::load(&other.ready) != half) diatomic::pause();
    // The second round begins meanwhile, finds nothing to claim, and waits.
    for (unsigned k = 0; k < 1000; ++k) diatomic::pause();
    diatomic::store_sub(&end.claimed, half);
  }
};

TEST(bounded_queues, take_arrays_in_two_rounds) {
  constexpr unsigned capacity = 64;
  auto cells = on_device(std::vector<queue_cell<unsigned>>(capacity));
  queue_ends claimed{};
  claimed.back.claimed = claimed.front.claimed = capacity / 2;
  auto ends = on_device(std::vector<queue_ends>{claimed});
  std::vector<unsigned> numbers(capacity);
  std::iota(numbers.begin(), numbers.end(), 7u);
  const auto items = on_device(numbers);
  auto popped = on_device(std::vector<unsigned>(capacity, 0));
  auto counts = on_device(std::vector<unsigned long long>{0, 0});
  run({2, 32}, sizeof(diatomic::detail::queue_block_claim), push_and_pop_in_two_rounds{},
      push_and_pop_in_two_rounds::visits{cells.data(), ends.data(), capacity - 1}, items.data(),
      popped.data(), counts.data());
  EXPECT_EQ(popped.download(), numbers);
  EXPECT_EQ(counts.download(), (std::vector<unsigned long long>{0, capacity}));
}

TEST(bounded_queues, refuse_bad_arrays) {
  diatomic::stream on;
  bounded_queue<unsigned> q(4);
  unsigned* const null = nullptr;
  EXPECT_THROW(q.push(on, null, 1), std::invalid_argument);
  EXPECT_THROW(q.pop(on, null, 1), std::invalid_argument);
  q.push(on, null, 0);
  EXPECT_EQ(q.pop(on, null, 0), 0u);
}

/// Warps in turn push and pop, `each` items a thread, and wait where the queue is full or empty.
struct push_or_pop_and_wait {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> queue, unsigned each,
                                  unsigned* visits) const {
    const unsigned warp = diatomic::thread_index() / diatomic::warp_size();
    const unsigned first = diatomic::global_index() * each;
    for (unsigned k = 0; k < each; ++k) {
      if (warp % 2 == 0) {
        queue.push(first + k);
      } else {
        diatomic::store_add(visits + queue.pop(), 1u);
      }
    }
  }
};

TEST(bounded_queues, are_waited_for) {
  diatomic::stream on;
  const auto lanes = static_cast<unsigned>(diatomic::properties(0).warp_size);
  const auto each = static_cast<unsigned>(scaled(200, 8));
  const launch_shape shape{2, 4 * lanes};
  for (const unsigned capacity : {2u, 64u}) {
    bounded_queue<unsigned> q(capacity);
    EXPECT_EQ(q.capacity(), capacity);
    EXPECT_EQ(q.ref().capacity(), capacity);
    auto visits = on_device(std::vector<unsigned>(shape.threads() * each, 0));
    run(shape, 0, push_or_pop_and_wait{}, q.ref(), each, visits.data());
    const std::vector<unsigned> all = visits.download();
    for (std::size_t n = 0; n < all.size(); ++n) {
      ASSERT_EQ(all[n], n / each / lanes % 2 == 0 ? 1u : 0u) << "item " << n;
    }
  }
}

TEST(bounded_queues, are_waited_for_in_host_code) {
  constexpr unsigned each = 2000;
  std::vector<queue_cell<unsigned>> cells(4);
  queue_ends ends{};
  const bounded_queue_ref<unsigned> q(cells.data(), 4, &ends);
  std::thread producer([=] {
    for (unsigned k = 0; k < each; ++k) q.push(k);
  });
  unsigned wrong = 0;
  for (unsigned k = 0; k < each; ++k) wrong += q.pop() != k ? 1u : 0u;
  producer.join();
  EXPECT_EQ(wrong, 0u);
}

/// All lanes of a warp push together, then pop together; `got` counts each.
struct push_and_pop_by_warp {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> queue, unsigned* got) const {
    if (queue.try_push(diatomic::thread_index())) diatomic::store_add(got, 1u);
    diatomic::sync_block();
    unsigned item = 0;
    if (queue.try_pop(item)) {
      diatomic::store_add(got + 1, 1u);
      diatomic::store_add(got + 2, item);
    }
  }
};

TEST(bounded_queues, serve_as_many_lanes_of_a_warp_as_they_can) {
  const auto lanes = static_cast<unsigned>(diatomic::properties(0).warp_size);
  for (const unsigned capacity : {2u, 8u, 64u}) {
    bounded_queue<unsigned> q(capacity);
    for (unsigned lap = 0; lap < 3; ++lap) {
      auto got = on_device(std::vector<unsigned>(3, 0));
      run({1, lanes}, 0, push_and_pop_by_warp{}, q.ref(), got.data());
      const unsigned served = std::min(lanes, capacity);
      EXPECT_EQ(got.download(), (std::vector<unsigned>{served, served, served * (served - 1) / 2}));
    }
  }
}

/// Lanes in turn use two queues, in one call. Half of the warps push to the first while they pop
/// from the second, in branches of one warp; the others do it the other way round.
struct move_between_two {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> a, bounded_queue_ref<unsigned> b,
                                  unsigned rounds, unsigned* moved) const {
    const unsigned lane = diatomic::thread_index() % diatomic::warp_size();
    const bool forward = diatomic::thread_index() / diatomic::warp_size() % 2 == 0;
    unsigned pushed = 0;
    unsigned popped = 0;
    for (unsigned round = 0; round < rounds; ++round) {
      const bool first = ((lane + round) % 2 == 0) == forward;
      const bounded_queue_ref<unsigned> own = first ? a : b;
      const bounded_queue_ref<unsigned> other = first ? b : a;
      unsigned item = 0;
      if ((lane / 2 + round) % 2 == 0) {
        if (own.try_push(1)) ++pushed;
        if (other.try_pop(item)) popped += item;
      } else {
        if (other.try_pop(item)) popped += item;
        if (own.try_push(1)) ++pushed;
      }
    }
    diatomic::store_add(moved, pushed);
    diatomic::store_add(moved + 1, popped);
  }
};
struct pop_ones {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> queue, unsigned* popped) const {
    unsigned item = 0;
    while (queue.try_pop(item)) *popped += item;
  }
};

TEST(bounded_queues, may_be_different_in_the_lanes_of_a_warp) {
  for (const unsigned capacity : {2u, 16u}) {
    bounded_queue<unsigned> a(capacity);
    bounded_queue<unsigned> b(capacity);
    auto moved = on_device(std::vector<unsigned>{0, 0});
    run({4, 128}, 0, move_between_two{}, a.ref(), b.ref(), static_cast<unsigned>(scaled(400, 16)),
        moved.data());
    for (const auto& queue : {a.ref(), b.ref()}) {
      run({1, 1}, 0, pop_ones{}, queue, moved.data() + 1);
    }
    EXPECT_GT(moved.download()[0], 2 * capacity);
    EXPECT_EQ(moved.download()[0], moved.download()[1]);
  }
}

struct push_three {
  DIATOMIC_DEVICE void operator()(bounded_queue_ref<unsigned> queue, unsigned* pushed) const {
    for (unsigned k = 0; k < 3; ++k) *pushed += queue.try_push(k) ? 1u : 0u;
  }
};

TEST(bounded_queues, are_cleared) {
  diatomic::stream on;
  bounded_queue<unsigned> q(2);
  auto pushed = on_device(std::vector<unsigned>{0});
  run({1, 1}, 0, push_three{}, q.ref(), pushed.data());
  EXPECT_EQ(pushed.download()[0], 2u);
  run({1, 1}, 0, push_three{}, q.ref(), pushed.data());
  EXPECT_EQ(pushed.download()[0], 2u);
  q.clear(on);
  run({1, 1}, 0, push_three{}, q.ref(), pushed.data());
  EXPECT_EQ(pushed.download()[0], 4u);
}

TEST(bounded_queues, have_a_power_of_two_as_capacity) {
  for (const std::size_t capacity : {std::size_t{0}, std::size_t{1}, std::size_t{12},
                                     std::size_t{1} << 31, std::size_t{1} << 32}) {
    EXPECT_EQ(test::thrown_text<std::invalid_argument>([=] { bounded_queue<unsigned>{capacity}; }),
              "bounded_queue: a capacity of " + std::to_string(capacity) +
                  "; it must be a power of two from 2 to 2^30");
  }
}

struct large_item {
  unsigned char at[1 << 20];
};

// The capacity is correct; there is no memory for so many large items, which is another error.
TEST(bounded_queues, may_have_2_to_the_30_cells) {
  EXPECT_THROW(bounded_queue<large_item>{std::size_t{1} << 30}, diatomic::runtime_error);
}

// By one thread, so that each answer is known; positions pass 2^32 in the first laps.
TEST(bounded_queues, say_when_they_are_full_or_empty_past_the_last_position) {
  constexpr unsigned start = 0u - 8;
  std::vector<queue_cell<unsigned>> cells(4, {start, 0u});
  queue_ends ends{};
  for (diatomic::queue_end* end : {&ends.back, &ends.front}) {
    end->next = end->claimed = end->ready = start;
  }
  bounded_queue_ref<unsigned> q(cells.data(), 4, &ends);
  unsigned item = 99;
  unsigned in = 0;
  unsigned out = 0;
  for (unsigned round = 0; round < 8; ++round) {
    EXPECT_FALSE(q.try_pop(item));
    EXPECT_EQ(item, 99u);
    while (in < out + 4) EXPECT_TRUE(q.try_push(in++));
    EXPECT_FALSE(q.try_push(1000));
    for (unsigned k = 0; k < 3; ++k) {
      EXPECT_TRUE(q.try_pop(item));
      EXPECT_EQ(item, out++);
    }
    while (in < out + 4) EXPECT_TRUE(q.try_push(in++));
    EXPECT_FALSE(q.try_push(1000));
    while (out < in) {
      EXPECT_TRUE(q.try_pop(item));
      EXPECT_EQ(item, out++);
    }
    item = 99;
  }
}

}  // namespace
