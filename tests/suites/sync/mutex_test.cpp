// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Locks: plain accesses under them must never meet, and what one holder wrote the next must see,
/// for all lanes of a warp, warps of a block and blocks of a grid at once. That the tests end is
/// half of what they prove.

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using block_mutex = diatomic::spin_mutex<diatomic::block_scope_t, diatomic::in_shared_t>;
using fair_block_mutex = diatomic::ticket_mutex<diatomic::block_scope_t, diatomic::in_shared_t>;

/// Numbers that are in step whenever nobody holds the lock.
struct account {
  unsigned deposits;
  unsigned twice;
  unsigned long long sum;
};

DIATOMIC_DEVICE inline bool deposit(account& a, unsigned amount) {
  const bool in_step = a.twice == 2 * a.deposits;
  a.deposits += 1;
  a.sum += amount;
  a.twice += 2;
  return in_step;
}

/// Neighbouring lanes use mutexes that are `step` apart.
template <class Mutex>
struct deposit_in_all {
  unsigned step = 7;

  DIATOMIC_DEVICE void operator()(Mutex* mutexes, account* accounts, unsigned* torn, unsigned count,
                                  unsigned rounds) const {
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned i = (diatomic::global_index() * step + k) % count;
      const bool in_step = diatomic::with_lock(
          mutexes[i], [&] { return deposit(accounts[i], diatomic::global_index()); });
      if (!in_step) diatomic::store_add(torn, 1u);
    }
  }
};

template <class Mutex>
class mutex : public testing::Test {};
using mutexes = testing::Types<diatomic::spin_mutex<>, diatomic::ticket_mutex<>,
                               diatomic::spin_mutex<diatomic::system_scope_t>,
                               diatomic::ticket_mutex<diatomic::in_global_t>>;
TYPED_TEST_SUITE(mutex, mutexes, );

constexpr unsigned deposit_block = 96;

template <class Mutex>
void expect_deposits_apart(unsigned grid, unsigned count, unsigned rounds, unsigned step = 7) {
  diatomic::stream stream;
  diatomic::device_array<Mutex> locks(count);
  diatomic::device_array<account> accounts(count);
  diatomic::device_array<unsigned> torn(1);
  locks.fill_bytes(0);
  accounts.fill_bytes(0);
  torn.fill_bytes(0);
  diatomic::launch(grid, deposit_block, 0, stream, deposit_in_all<Mutex>{step}, locks.data(),
                   accounts.data(), torn.data(), count, rounds);
  stream.synchronize();
  unsigned deposits = 0;
  unsigned long long sum = 0;
  for (const account& a : accounts.download()) {
    EXPECT_EQ(a.twice, 2 * a.deposits);
    deposits += a.deposits;
    sum += a.sum;
  }
  const unsigned long long threads = grid * deposit_block;
  EXPECT_EQ(torn.download()[0], 0u);
  EXPECT_EQ(deposits, grid * deposit_block * rounds);
  EXPECT_EQ(sum, threads * (threads - 1) / 2 * rounds);
}

TYPED_TEST(mutex, keeps_holders_apart) {
  const auto rounds = static_cast<unsigned>(scaled(256, 2));
  for (const unsigned count : {1u, 2u, 37u}) expect_deposits_apart<TypeParam>(8, count, rounds);
}

TYPED_TEST(mutex, keeps_holders_apart_of_mutexes_in_a_row) {
  const auto rounds = static_cast<unsigned>(scaled(256, 2));
  for (const unsigned count : {40u, 96u, 768u}) {
    expect_deposits_apart<TypeParam>(8, count, rounds, 1);
  }
}

/// Lanes of one warp ask for one mutex in branches of their own, some of them alone there.
template <class Mutex>
struct deposit_in_branches {
  DIATOMIC_DEVICE void operator()(Mutex* m, account* a, unsigned rounds) const {
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned turn = (diatomic::thread_index() + k) % 16;
      if (turn == 0) {
        diatomic::with_lock(*m, [&] { deposit(*a, 1); });
      } else if (turn == 1) {
        diatomic::with_lock(*m, [&] { deposit(*a, 2); });
      } else if (turn % 2 == 0) {
        diatomic::with_lock(*m, [&] { deposit(*a, 3); });
      } else {
        while (!diatomic::with_lock_for(3, *m, [&] { deposit(*a, 4); })) {
        }
      }
    }
  }
};

TYPED_TEST(mutex, keeps_holders_apart_in_branches) {
  const auto rounds = static_cast<unsigned>(scaled(64, 2));
  constexpr unsigned grid = 8;
  diatomic::stream stream;
  diatomic::device_array<TypeParam> m(1);
  diatomic::device_array<account> got(1);
  m.fill_bytes(0);
  got.fill_bytes(0);
  diatomic::launch(grid, deposit_block, 0, stream, deposit_in_branches<TypeParam>{}, m.data(),
                   got.data(), rounds);
  stream.synchronize();
  const account a = got.download()[0];
  const unsigned groups = grid * deposit_block / 16 * rounds;
  EXPECT_EQ(a.deposits, 16 * groups);
  EXPECT_EQ(a.twice, 2 * a.deposits);
  EXPECT_EQ(a.sum, (1 + 2 + 7 * 3 + 7 * 4) * groups);
}

TYPED_TEST(mutex, keeps_holders_apart_on_a_full_device) {
  const unsigned grid = diatomic::max_resident_blocks(
      deposit_block, 0, deposit_in_all<TypeParam>{}, static_cast<TypeParam*>(nullptr),
      static_cast<account*>(nullptr), static_cast<unsigned*>(nullptr), 0u, 0u);
  const auto rounds = static_cast<unsigned>(scaled(4, 1));
  for (const unsigned count : {1u, 300u}) expect_deposits_apart<TypeParam>(grid, count, rounds);
}

/// The textbook's kernel that "frequently locks up": every thread adds its part of a dot product to
/// the total under one lock, with lanes of one warp among those who want it.
struct dot_product_under_lock {
  template <class Mutex>
  DIATOMIC_DEVICE void operator()(const unsigned* a, const unsigned* b, unsigned n, Mutex* m,
                                  unsigned long long* total) const {
    unsigned long long part = 0;
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      part += 1ull * a[i] * b[i];
    }
    if (part != 0) diatomic::with_lock(*m, [&] { *total += part; });
  }
};

TYPED_TEST(mutex, never_locks_up_a_dot_product) {
  const auto n = static_cast<unsigned>(scaled(20000, 700));
  std::vector<unsigned> values(n);
  unsigned long long expected = 0;
  for (unsigned i = 0; i < n; ++i) {
    values[i] = i % 3 == 0 ? 0 : i;  // So some lanes have nothing to add.
    expected += 1ull * values[i] * values[i];
  }
  diatomic::device_array<unsigned> a(n);
  a.upload(values);
  diatomic::stream stream;
  diatomic::device_array<TypeParam> m(1);
  diatomic::device_array<unsigned long long> total(1);
  const auto times = static_cast<unsigned>(scaled(20, 2));
  m.fill_bytes(0);
  for (const unsigned block : {1u, 31u, 64u, 96u, 256u}) {
    for (const unsigned grid : {1u, 7u, 16u}) {
      total.fill_bytes(0);
      for (unsigned k = 0; k < times; ++k) {
        diatomic::launch(grid, block, 0, stream, dot_product_under_lock{},
                         static_cast<const unsigned*>(a.data()),
                         static_cast<const unsigned*>(a.data()), n, m.data(), total.data());
      }
      stream.synchronize();
      EXPECT_EQ(total.download()[0], times * expected) << grid << " blocks of " << block;
    }
  }
}

/// A block's mutexes and what they guard in shared memory, with some lanes of each warp only.
template <class Mutex>
struct deposit_in_shared {
  static constexpr unsigned count = 3;
  struct room {
    Mutex mutexes[count];
    account accounts[count];
  };
  DIATOMIC_DEVICE void operator()(account* results, unsigned rounds) const {
    room& r = *diatomic::shared_array<room>();
    const unsigned me = diatomic::thread_index();
    if (me == 0) r = room{};
    diatomic::sync_block();
    for (unsigned k = 0; k < rounds; ++k) {
      const unsigned i = (me + k) % count;
      if ((me * 2654435761u >> 20) % 3 != k % 3) {
        diatomic::with_lock(r.mutexes[i], [&] { deposit(r.accounts[i], 1); });
      }
    }
    diatomic::sync_block();
    if (me < count) results[diatomic::block_index() * count + me] = r.accounts[me];
  }
};

template <class Mutex>
void expect_shared_accounts_in_step() {
  constexpr unsigned grid = 3;
  constexpr unsigned block = 128;
  constexpr unsigned count = deposit_in_shared<Mutex>::count;
  const auto rounds = static_cast<unsigned>(scaled(60, 3));
  diatomic::stream stream;
  diatomic::device_array<account> results(grid * count);
  diatomic::launch(grid, block, sizeof(typename deposit_in_shared<Mutex>::room), stream,
                   deposit_in_shared<Mutex>{}, results.data(), rounds);
  stream.synchronize();
  unsigned expected = 0;
  for (unsigned me = 0; me < block; ++me) {
    for (unsigned k = 0; k < rounds; ++k) expected += (me * 2654435761u >> 20) % 3 != k % 3 ? 1 : 0;
  }
  const std::vector<account> got = results.download();
  for (unsigned b = 0; b < grid; ++b) {
    unsigned deposits = 0;
    for (unsigned i = 0; i < count; ++i) deposits += got[b * count + i].deposits;
    EXPECT_EQ(deposits, expected) << "block " << b;
  }
}

TEST(block_mutexes, keep_holders_apart) {
  expect_shared_accounts_in_step<block_mutex>();
  expect_shared_accounts_in_step<fair_block_mutex>();
}

/// The first thread holds the mutex for good; nobody else gets it, and everybody comes back.
template <class Mutex>
struct give_up {
  DIATOMIC_DEVICE void operator()(Mutex* m, unsigned* counts) const {
    if (diatomic::thread_index() == 0 && m->try_lock()) diatomic::store_add(counts, 1u);
    diatomic::sync_block();
    const bool ran = diatomic::with_lock_for(5, *m, [&] { counts[1] += 1; });
    if (!ran) diatomic::store_add(counts + 2, 1u);
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) m->unlock();
    diatomic::sync_block();
    if (diatomic::with_lock_for(100000, *m, [&] { counts[3] += 1; })) {
      diatomic::store_add(counts + 4, 1u);
    }
  }
};

TYPED_TEST(mutex, can_be_given_up_waiting_for) {
  constexpr unsigned block = 64;
  diatomic::stream stream;
  diatomic::device_array<TypeParam> m(1);
  diatomic::device_array<unsigned> counts(5);
  m.fill_bytes(0);
  counts.fill_bytes(0);
  diatomic::launch(1, block, 0, stream, give_up<TypeParam>{}, m.data(), counts.data());
  stream.synchronize();
  EXPECT_EQ(counts.download(), (std::vector<unsigned>{1, 0, block, block, block}));
}

/// One of two mutexes is held for good. Neighbours ask for both, with numbers of attempts of their
/// own; then all for the one that is held.
template <class Mutex>
struct give_up_beside {
  DIATOMIC_DEVICE void operator()(Mutex* m, unsigned* counts) const {
    const unsigned me = diatomic::thread_index();
    if (me == 0 && m[0].try_lock()) diatomic::store_add(counts, 1u);
    diatomic::sync_block();
    const unsigned own = me % 2;
    const unsigned attempts = own == 0 ? me % 7 : 1000000u;
    bool ran = diatomic::with_lock_for(attempts, m[own], [&] { counts[1 + own] += 1; });
    if (ran != (own == 1)) diatomic::store_add(counts + 3, 1u);
    diatomic::sync_block();
    ran = diatomic::with_lock_for(me % 5, m[0], [&] { counts[1] += 1; });
    if (ran) diatomic::store_add(counts + 3, 1u);
  }
};

TYPED_TEST(mutex, can_be_given_up_beside_one_that_is_free) {
  constexpr unsigned block = 128;
  diatomic::stream stream;
  diatomic::device_array<TypeParam> m(2);
  diatomic::device_array<unsigned> counts(4);
  m.fill_bytes(0);
  counts.fill_bytes(0);
  diatomic::launch(1, block, 0, stream, give_up_beside<TypeParam>{}, m.data(), counts.data());
  stream.synchronize();
  EXPECT_EQ(counts.download(), (std::vector<unsigned>{1, 0, block / 2, 0}));
}

/// Larger than any chip exchanges.
struct large {
  unsigned long long a, b, c, d;
  friend DIATOMIC_FUNCTION bool operator==(const large& x, const large& y) {
    return x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d;
  }
};
DIATOMIC_DEVICE inline bool is_whole(const large& v) {
  return v.b == 2 * v.a && v.c == 3 * v.a && v.d == 4 * v.a;
}
DIATOMIC_DEVICE inline large whole(unsigned long long n) { return {n, 2 * n, 3 * n, 4 * n}; }

struct update_large {
  DIATOMIC_DEVICE void operator()(diatomic::lock_stripes<> stripes, large* words, unsigned count,
                                  unsigned* torn, unsigned rounds) const {
    for (unsigned k = 0; k < rounds; ++k) {
      large* const p = words + (diatomic::global_index() + k) % count;
      const large old =
          diatomic::fetch_update(p, [](const large& v) { return whole(v.a + 1); }, stripes);
      const large seen = diatomic::load(p, stripes);
      large* const q = words + count;  // one that all exchange
      const large found = diatomic::exchange(q, whole(k), stripes);
      const large met = diatomic::compare_exchange(q, whole(k), whole(k + 1), stripes);
      if (k % 4 == 3) diatomic::store(q, whole(7), stripes);
      if (!is_whole(old) || !is_whole(seen) || !is_whole(found) || !is_whole(met)) {
        diatomic::store_add(torn, 1u);
      }
    }
  }
};

TEST(lock_tables, make_large_types_atomic) {
  constexpr unsigned grid = 8;
  constexpr unsigned block = 64;
  constexpr unsigned count = 5;
  const auto rounds = static_cast<unsigned>(scaled(160, 2));
  diatomic::lock_table<> table(1);
  diatomic::device_array<diatomic::spin_mutex<>> few(256);
  few.fill_bytes(0);
  for (const diatomic::lock_stripes<> stripes :
       {{few.data(), 0}, {few.data(), 2}, {few.data(), 8, 5}, table.stripes()}) {
    diatomic::stream stream;
    diatomic::device_array<large> words(count + 1);
    diatomic::device_array<unsigned> torn(1);
    words.fill_bytes(0);
    torn.fill_bytes(0);
    diatomic::launch(grid, block, 0, stream, update_large{}, stripes, words.data(), count,
                     torn.data(), rounds);
    stream.synchronize();
    EXPECT_EQ(torn.download()[0], 0u);
    unsigned long long sum = 0;
    const std::vector<large> got = words.download();
    for (unsigned i = 0; i < count; ++i) sum += got[i].d;
    EXPECT_EQ(sum, 4ull * grid * block * rounds) << stripes.bits << " bits";
  }
}

/// Of 1024 locks, how many belong to some of 1024 words at such distances.
std::size_t locks_of_words(std::uintptr_t begin, std::uintptr_t distance, std::uint32_t stride) {
  constexpr unsigned bits = 10;
  std::vector<diatomic::spin_mutex<>> locks(1 << bits);
  const diatomic::lock_stripes<> stripes{locks.data(), bits, stride};
  std::set<const void*> used;
  for (unsigned i = 0; i < locks.size(); ++i) {
    const auto* word = reinterpret_cast<const void*>(begin + i * distance);
    const diatomic::spin_mutex<>* lock = &stripes.of(word);
    EXPECT_TRUE(lock >= locks.data() && lock < locks.data() + locks.size());
    used.insert(lock);
  }
  return used.size();
}

TEST(lock_tables, give_words_locks_of_their_own) {
  diatomic::lock_table<> few(1);
  for (const std::uint32_t stride : {1u, few.stripes().stride}) {
    for (const unsigned size : {4, 8, 16, 32, 64}) {
      EXPECT_EQ(locks_of_words(std::uintptr_t{size} << 20, size, stride), 1024u) << size;
      EXPECT_GE(locks_of_words(0x7f0012345600u, size, stride), 640u) << size << ", somewhere";
    }
    for (const unsigned size : {12, 20, 24, 36, 40, 48}) {
      EXPECT_GE(locks_of_words(0x7f0012345600u, size, stride), 512u) << size << " bytes";
    }
    for (const unsigned row : {1024, 4092, 4096, 4100, 8188, 8192, 8196, 65536, 65540, 1048576}) {
      EXPECT_GE(locks_of_words(0x7f0012345600u, row, stride), 256u) << "rows of " << row;
    }
    for (const unsigned row : {30, 32, 34, 36}) {
      EXPECT_GE(locks_of_words(0x12345600u, std::uintptr_t{1} << row, stride), 256u) << "2^" << row;
    }
  }
}

// The locks of a few neighbouring objects use most parts of a small table, and so of the L2 cache.
TEST(lock_tables, spread_the_locks_of_neighbours) {
  diatomic::lock_table<> table(1000);
  const diatomic::lock_stripes<> stripes = table.stripes();
  const std::size_t locks = std::size_t{1} << stripes.bits;
  for (const unsigned size : {4, 8, 16, 32, 64, 128}) {
    for (const std::size_t objects : {64, 256}) {
      std::set<std::size_t> parts;
      for (std::size_t i = 0; i < objects; ++i) {
        const auto* object = reinterpret_cast<const void*>(std::uintptr_t{0x40000000} + i * size);
        parts.insert((&stripes.of(object) - stripes.first) * objects / locks);
      }
      EXPECT_GE(parts.size(), objects / 2) << objects << " objects of " << size << " bytes";
    }
  }
}

/// What the table of so many locks throws.
std::string refusal_of_locks(std::size_t count) {
  return test::thrown_text<std::invalid_argument>([=] { diatomic::lock_table<> refused(count); });
}
TEST(lock_tables, need_a_stripe) {
  EXPECT_EQ(refusal_of_locks(0), "lock_table: 0 stripes; it needs from 1 to 2^31");
}

TEST(lock_tables, have_the_next_power_of_two_of_locks) {
  const std::tuple<std::size_t, unsigned, bool> sizes[] = {
      {1, 14, true},      {1000, 14, true},   {2048, 14, true},  {2049, 14, false},
      {16384, 14, false}, {16385, 15, false}, {65536, 16, false}};
  for (const auto& [count, bits, is_spread] : sizes) {
    diatomic::lock_table<> table(count);
    EXPECT_EQ(table.stripes().bits, bits) << count;
    EXPECT_EQ(table.stripes().stride != 1, is_spread) << count;
    EXPECT_EQ(table.stripes().stride % 2, 1u) << count;
  }
}

TEST(lock_tables, have_2_to_the_31_stripes_at_most) {
  constexpr std::size_t most = std::size_t{1} << 31;
  EXPECT_EQ(refusal_of_locks(most + 1), "lock_table: 2147483649 stripes; it needs from 1 to 2^31");
  EXPECT_EQ(refusal_of_locks(~std::size_t{0}),
            "lock_table: 18446744073709551615 stripes; it needs from 1 to 2^31");
}

}  // namespace
