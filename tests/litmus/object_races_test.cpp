// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Messages of plain data through locks, other objects of `sync` and containers, for
// ThreadSanitizer: it reports an acquire or release that is missing in them as a race, even on
// processors where none ever shows.

#include <complex>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <type_traits>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/containers/bounded_queue_ref.hpp>
#include <diatomic/containers/static_map_ref.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/host/fibers/thread_stack.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "race_check/reports.hpp"
#include "support/call_ref.hpp"

namespace {

using namespace diatomic;

/// Plain data, and two words that order nothing. They are 16 bytes apart, because ThreadSanitizer
/// remembers only the last few accesses to each 8 bytes.
struct plain_words {
  alignas(16) int data = 0;
  alignas(16) unsigned is_sent = 0;
  alignas(16) unsigned is_read = 0;
};
template <class Object>
struct message_words : plain_words {
  alignas(16) Object object{};
};

/// The sender writes the data and calls `send()`; after it the receiver calls `receive()` and reads
/// the data. The sender's thread outlives the receiver, because ThreadSanitizer may forget the
/// accesses of ended threads.
void pass_message(plain_words& words, test::call_ref send, test::call_ref receive) {
  std::thread sender([&words, send] {
    words.data = 1;
    send();
    store(&words.is_sent, 1u);
    while (load(&words.is_read) == 0) std::this_thread::yield();
  });
  while (load(&words.is_sent) == 0) std::this_thread::yield();
  receive();
  EXPECT_EQ(words.data, 1);
  store(&words.is_read, 1u);
  sender.join();
}
template <class Object, class Send, class Receive>
int reports_of(Send send, Receive receive, int rounds) {
  const int before = test::reports();
  for (int k = 0; k < rounds && test::reports() == before; ++k) {
    const auto words = std::make_unique<message_words<Object>>();
    pass_message(*words, [&] { send(words->object); }, [&] { receive(words->object); });
  }
  return test::reports() - before;
}
template <class Object, class Send, class Receive>
void expect_message(const char* what, Send send, Receive receive) {
  EXPECT_EQ((reports_of<Object>(send, receive, 3)), 0) << what;
}

/// Without any order the race is reported: the others could fail.
TEST(object_races, are_reported_where_no_order_prevents_them) {
  const auto nothing = [](unsigned&) {};
  EXPECT_GT(reports_of<unsigned>(nothing, nothing, 100), 0);
}

template <class Mutex>
void expect_lock() {
  const auto lock = [](Mutex& m) { with_lock(m, [] {}); };
  const auto try_lock = [](Mutex& m) { EXPECT_TRUE(m.try_lock()); };
  const auto unlock = [](Mutex& m) {
    EXPECT_TRUE(m.try_lock());
    m.unlock();
  };
  expect_message<Mutex>("with_lock twice", lock, lock);
  expect_message<Mutex>("unlock and with_lock", unlock, lock);
  expect_message<Mutex>("with_lock and try_lock", lock, try_lock);
  expect_message<Mutex>("unlock and with_lock_for", unlock,
                        [](Mutex& m) { EXPECT_TRUE(with_lock_for(2, m, [] {})); });
}
TEST(object_races, spin_mutex) { expect_lock<spin_mutex<>>(); }
TEST(object_races, ticket_mutex) { expect_lock<ticket_mutex<>>(); }
TEST(object_races, shared_mutex) {
  expect_lock<shared_mutex<>>();
  using mutex = shared_mutex<>;
  const auto write = [](mutex& m) { with_lock(m, [] {}); };
  const auto read = [](mutex& m) { with_shared_lock(m, [] {}); };
  expect_message<mutex>("a reader after a writer", write, read);
  expect_message<mutex>("try_lock_shared after a writer", write,
                        [](mutex& m) { EXPECT_TRUE(m.try_lock_shared()); });
  expect_message<mutex>("a writer after a reader", read, write);
}

/// The receiver polls while the sender holds the lock, and gets it from a later attempt.
template <class Mutex>
void expect_late_lock() {
  const int before = test::reports();
  for (int k = 0; k < 20; ++k) {
    Mutex mutex;
    int data = 0;
    const auto add = [&] {
      for (int i = 0; i < 50; ++i) {
        with_lock(mutex, [&] {
          ++data;
          std::this_thread::yield();
        });
      }
    };
    std::thread other(add);
    add();
    other.join();
    EXPECT_EQ(data, 100);
  }
  EXPECT_EQ(test::reports(), before);
}
TEST(object_races, locks_that_are_waited_for) {
  expect_late_lock<spin_mutex<>>();
  expect_late_lock<ticket_mutex<>>();
  expect_late_lock<shared_mutex<>>();
}

struct one_permit : semaphore<> {
  one_permit() : semaphore<>(1) {}
};
TEST(object_races, semaphore) {
  const auto release = [](semaphore<>& s) { s.release(); };
  expect_message<semaphore<>>("acquire", release, [](semaphore<>& s) { s.acquire(); });
  expect_message<semaphore<>>("try_acquire", release,
                              [](semaphore<>& s) { EXPECT_TRUE(s.try_acquire()); });
  expect_message<semaphore<>>("try_acquire_for", release,
                              [](semaphore<>& s) { EXPECT_TRUE(s.try_acquire_for(2)); });
  const auto use = [](one_permit& s) { with_permit(static_cast<semaphore<>&>(s), [] {}); };
  expect_message<one_permit>("with_permit", use, use);
}

struct latch_of_one : latch<> {
  latch_of_one() : latch<>(1) {}
};
struct latch_of_two : latch<> {
  latch_of_two() : latch<>(2) {}
};
TEST(object_races, latch) {
  const auto count_down = [](latch<>& l) { l.count_down(); };
  expect_message<latch_of_one>("wait", count_down, [](latch<>& l) { l.wait(); });
  expect_message<latch_of_one>("try_wait", count_down,
                               [](latch<>& l) { EXPECT_TRUE(l.try_wait()); });
  expect_message<latch_of_two>("arrive_and_wait", count_down,
                               [](latch<>& l) { l.arrive_and_wait(); });
}

TEST(object_races, once_flag) {
  const auto call = [](once_flag<>& f) { call_once(f, [] {}); };
  expect_message<once_flag<>>("call_once", call, call);
  expect_message<once_flag<>>("is_done", call, [](once_flag<>& f) { EXPECT_TRUE(f.is_done()); });
}

/// One stripe for all objects, and an object of 12 bytes.
struct striped {
  struct content {
    int a, b, c;
    bool operator==(const content& o) const { return a == o.a && b == o.b && c == o.c; }
  };
  spin_mutex<> mutex{};
  content held{};
  lock_stripes<> stripes() { return {&mutex, 0}; }
};
TEST(object_races, lock_stripes) {
  using content = striped::content;
  const auto send = [](striped& s) { store(&s.held, content{1, 2, 3}, s.stripes()); };
  const auto receive = [](striped& s) { EXPECT_EQ(load(&s.held, s.stripes()).c, 3); };
  expect_message<striped>("store and load", send, receive);
  expect_message<striped>(
      "exchange", [](striped& s) { exchange(&s.held, content{1, 2, 3}, s.stripes()); }, receive);
  expect_message<striped>(
      "compare_exchange",
      [](striped& s) { compare_exchange(&s.held, content{}, content{1, 2, 3}, s.stripes()); },
      receive);
  expect_message<striped>("fetch_update", send, [](striped& s) {
    EXPECT_EQ(fetch_update(&s.held, [](content c) { return c; }, s.stripes()).a, 1);
  });
}

/// A map in an array of slots.
template <class Word>
struct small_map {
  using ref = static_map_ref<Word, Word>;
  typename ref::slot_type slots[8];
  small_map() {
    for (std::size_t i = 0; i < 8; ++i) map().clear_slot(i);
  }
  ref map() { return {slots, 8, empty_key<Word>(~Word{0}), empty_value<Word>(~Word{0})}; }
};
/// The key has a slot already, of an erased value.
template <class Word>
struct map_with_slot : small_map<Word> {
  map_with_slot() {
    EXPECT_EQ(this->map().insert(5, 1), insertion::added);
    EXPECT_TRUE(this->map().erase(5));
  }
};
template <class Word>
struct map_with_key : small_map<Word> {
  map_with_key() { EXPECT_EQ(this->map().insert(5, 1), insertion::added); }
};

/// Calls that release, and `receive`, which acquires from any of them.
template <class Word, class Map, class Receive>
void expect_releases_of_map(Receive receive) {
  const auto keep = [](Word held, Word) { return held; };
  expect_message<Map>(
      "insert_or_assign", [](Map& m) { m.map().insert_or_assign(5, 7, release); }, receive);
  expect_message<Map>(
      "insert_or_exchange",
      [](Map& m) {
        Word before{};
        m.map().insert_or_exchange(5, 7, before, release);
      },
      receive);
  expect_message<Map>(
      "insert_or_update in a loop",
      [](Map& m) { m.map().template insert_or_update<op::add>(5, 7, release); }, receive);
  expect_message<Map>(
      "insert_or_update by min",
      [](Map& m) { m.map().template insert_or_update<op::min>(5, 7, release); }, receive);
  expect_message<Map>(
      "insert_or_update by a function",
      [keep](Map& m) { m.map().insert_or_update(5, 7, keep, release); }, receive);
}
template <class Word, class Map>
bool finds(Map& m) {
  Word v{};
  return m.map().find(5, v, acquire);
}
/// Calls that find the key which `insert` has added acquire, with an order that only acquires and
/// with one that also releases.
template <class Word, class Map, class Order>
void expect_acquires_of_map(Order order) {
  const auto insert = [](Map& m) { m.map().insert(5, 7, release); };
  const auto keep = [](Word held, Word) { return held; };
  expect_message<Map>("insert", insert, [order](Map& m) {
    EXPECT_EQ(m.map().insert(5, 9, order), insertion::found);
  });
  expect_message<Map>("insert_and_find", insert, [order](Map& m) {
    Word held{};
    EXPECT_EQ(m.map().insert_and_find(5, 9, held, order), insertion::found);
    EXPECT_EQ(held, Word{7});
  });
  expect_message<Map>("insert_or_exchange", insert, [order](Map& m) {
    Word before{};
    EXPECT_EQ(m.map().insert_or_exchange(5, 9, before, order), insertion::found);
    EXPECT_EQ(before, Word{7});
  });
  expect_message<Map>("insert_or_update", insert, [order, keep](Map& m) {
    EXPECT_EQ(m.map().insert_or_update(5, 9, keep, order), insertion::found);
  });
  expect_message<Map>("erase", insert, [order](Map& m) { EXPECT_TRUE(m.map().erase(5, order)); });
}
template <class Word, class Map>
void expect_messages_of_map() {
  const auto insert = [](Map& m) { m.map().insert(5, 7, release); };
  const auto find = [](Map& m) { EXPECT_TRUE((finds<Word>(m))); };
  expect_releases_of_map<Word, Map>(find);
  expect_message<Map>("insert", insert, find);
  expect_message<Map>("contains", insert,
                      [](Map& m) { EXPECT_TRUE(m.map().contains(5, acquire)); });
  expect_acquires_of_map<Word, Map>(acquire);
  expect_acquires_of_map<Word, Map>(acq_rel);
}
template <class Word>
void expect_messages_of_key() {
  using map = map_with_key<Word>;
  expect_releases_of_map<Word, map>([](map& m) { EXPECT_TRUE((finds<Word>(m))); });
  expect_message<map>(
      "insert after an erasure", [](map& m) { m.map().erase(5, release); },
      [](map& m) { EXPECT_EQ(m.map().insert(5, 9, acquire), insertion::added); });
}

/// An empty slot of 8 bytes is claimed as a whole. ThreadSanitizer knows no order between accesses
/// of different sizes, so the receiver looks at whole slots.
TEST(object_races, static_map_of_whole_slots) {
  using map = small_map<std::uint32_t>;
  const auto look = [](map& m) {
    for (auto& slot : m.slots) load(reinterpret_cast<std::uint64_t*>(&slot), acquire);
  };
  expect_releases_of_map<std::uint32_t, map>(look);
  expect_message<map>("insert", [](map& m) { m.map().insert(5, 7, release); }, look);
}
TEST(object_races, static_map_of_words) {
  expect_messages_of_map<std::uint32_t, map_with_slot<std::uint32_t>>();
  expect_messages_of_key<std::uint32_t>();
}
TEST(object_races, static_map_of_long_words) {
  expect_messages_of_map<std::uint64_t, small_map<std::uint64_t>>();
  expect_messages_of_map<std::uint64_t, map_with_slot<std::uint64_t>>();
  expect_messages_of_key<std::uint64_t>();
}

/// A queue in arrays; `full` pushes as many items as fit.
struct small_queue {
  queue_cell<int> cells[2] = {};
  queue_ends ends{};
  bounded_queue_ref<int> queue() { return {cells, 2, &ends}; }
};
struct full_queue : small_queue {
  full_queue() {
    EXPECT_TRUE(queue().try_push(1));
    EXPECT_TRUE(queue().try_push(2));
  }
};
TEST(object_races, bounded_queue) {
  const auto pop = [](auto& q) {
    int item = 0;
    EXPECT_TRUE(q.queue().try_pop(item));
  };
  expect_message<small_queue>(
      "try_push and try_pop", [](small_queue& q) { EXPECT_TRUE(q.queue().try_push(1)); }, pop);
  expect_message<small_queue>(
      "push and pop", [](small_queue& q) { q.queue().push(1); },
      [](small_queue& q) { EXPECT_EQ(q.queue().pop(), 1); });
  expect_message<full_queue>("try_pop and try_push", pop,
                             [](full_queue& q) { EXPECT_TRUE(q.queue().try_push(3)); });
  // The receiver finds no item, and sees what the others' work wrote.
  const auto drain = [](full_queue& q) { q.queue().drain([](int) {}); };
  expect_message<full_queue>("drain", drain, drain);
}

/// Sums and products of numbers that are updated in a loop, as their bits or element by element.
template <class T>
void expect_messages_of_number(const char* what) {
  const T one(1);
  const auto send = [one](T& n) { fetch_add(&n, one, release); };
  const auto receive = [](T& n) { EXPECT_TRUE(fetch_add(&n, T(0), acquire) == T(1)); };
  expect_message<T>(what, send, receive);
  expect_message<T>(what, [one](T& n) { store_add(&n, one, release); }, receive);
  expect_message<T>(what, [](T& n) { store_sub(&n, T(-1), release); }, receive);
  expect_message<T>(what, send, [](T& n) { sub_fetch(&n, T(1), acq_rel); });
  expect_message<T>(what, send, [](T& n) { fetch_mul(&n, T(2), acquire); });
  expect_message<T>(
      what, [](T& n) { store_mul(&n, T(2), release); }, [](T& n) { mul_fetch(&n, T(2), acq_rel); });
}
TEST(object_races, numbers) {
  expect_messages_of_number<std::int8_t>("int8");
  expect_messages_of_number<std::uint64_t>("uint64");
  expect_messages_of_number<float>("float");
  expect_messages_of_number<double>("double");
  expect_messages_of_number<half>("half");
  expect_messages_of_number<bfloat16>("bfloat16");
}
TEST(object_races, vectors) {
  const auto send = [](auto& v) { store_add(&v, std::decay_t<decltype(v)>{1, 2}, release); };
  const auto receive = [](auto& v) {
    EXPECT_EQ(fetch_add(&v, std::decay_t<decltype(v)>{}, acquire).y, 2);
  };
  expect_message<float2>("float2", send, receive);
  expect_message<double2>("double2", send, receive);
  using number = std::complex<float>;
  expect_message<number>(
      "complex", [](number& n) { fetch_add(&n, number(1, 2), release); },
      [](number& n) { EXPECT_EQ(fetch_add(&n, number(), acquire).imag(), 2); });
}

// ---- In kernels, whose threads ThreadSanitizer sees as threads.

/// The reports while such a kernel runs.
template <class Kernel, class... Args>
int reports_of_kernel(unsigned grid, unsigned block, Kernel kernel, Args... args) {
  const int before = test::reports();
  stream on;
  for (int round = 0; round < 3; ++round) {
    launch_cooperative(grid, block, sizeof(unsigned), on, kernel, args...);
  }
  return test::reports() - before;
}
/// A word for each thread, 16 bytes apart.
struct alignas(16) apart {
  unsigned word = 0;
};
constexpr unsigned blocks = 2;  // as many as run at once on any machine
constexpr unsigned in_block = 33;
constexpr unsigned all = blocks * in_block;

/// Reads the words that the threads from `first` to before `last` have written.
unsigned sum_of(const apart* words, unsigned first, unsigned last) {
  unsigned sum = 0;
  for (unsigned n = first; n < last; ++n) sum += words[n].word;
  return sum;
}
unsigned first_of_block() { return block_index() * in_block; }

TEST(object_races, sync_block) {
  const auto words = std::make_unique<apart[]>(all);
  const auto kernel = [](apart* w) {
    for (int round = 0; round < 3; ++round) {
      w[global_index()].word = 1;
      sync_block();
      if (sum_of(w, first_of_block(), first_of_block() + in_block) != in_block) std::abort();
      sync_block();
    }
  };
  EXPECT_EQ(reports_of_kernel(blocks, in_block, kernel, words.get()), 0);
}
/// A thread that arrives at a barrier is not ordered before those that leave the one before.
TEST(object_races, accesses_between_two_barriers_are_reported) {
  const auto words = std::make_unique<apart[]>(1);
  const auto kernel = [](apart* w) {
    sync_block();
    if (thread_index() == 0) w->word = 1;
    sync_block();
    sync_block();
    if (thread_index() == 1) w->word = 2;
    if (thread_index() == 0) w->word = 3;
    sync_block();
  };
  EXPECT_GT(reports_of_kernel(1, 2, kernel, words.get()), 0);
}
TEST(object_races, warps_of_cuda_names) {
  const auto words = std::make_unique<apart[]>(32);
  const auto kernel = [](apart* w) {
    w[thread_index()].word = 1;
    cuda_names::__syncwarp(~0u);
    if (sum_of(w, 0, 32) != 32) std::abort();
    cuda_names::__syncwarp(~0u);
  };
  EXPECT_EQ(reports_of_kernel(1, 32, kernel, words.get()), 0);
}
TEST(object_races, barriers_that_count) {
  const auto words = std::make_unique<apart[]>(in_block);
  const auto kernel = [](apart* w) {
    w[thread_index()].word = 1;
    cuda_names::__syncthreads_count(1);
    if (sum_of(w, 0, in_block) != in_block) std::abort();
    cuda_names::__syncthreads_and(1);
  };
  EXPECT_EQ(reports_of_kernel(1, in_block, kernel, words.get()), 0);
}
TEST(object_races, grid_barrier) {
  const auto words = std::make_unique<apart[]>(all);
  grid_barrier<> barrier;
  const auto kernel = [](apart* w, grid_barrier<>* b) {
    w[global_index()].word = 1;
    b->arrive_and_wait();
    if (sum_of(w, 0, all) != all) std::abort();
    b->arrive_and_wait();
  };
  EXPECT_EQ(reports_of_kernel(blocks, in_block, kernel, words.get(), &barrier), 0);
}
/// What host code writes before a launch, and what it reads after it; and the same for a call on
/// the stack of the pool's thread.
TEST(object_races, launches) {
  const auto words = std::make_unique<apart[]>(all);
  for (unsigned n = 0; n < all; ++n) words[n].word = n;
  const auto kernel = [](apart* w) {
    apart& own = w[global_index()];
    own.word += 1;
    backends::host::on_thread_stack([&own] { own.word += 1; });
    own.word += 1;
  };
  EXPECT_EQ(reports_of_kernel(blocks, in_block, kernel, words.get()), 0);
  for (unsigned n = 0; n < all; ++n) words[n].word -= n;
  EXPECT_EQ(sum_of(words.get(), 0, all), 9 * all);
}

}  // namespace
