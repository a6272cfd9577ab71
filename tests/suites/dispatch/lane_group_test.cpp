// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls with a `lane_group`: every lane must be told what some order of all the operations would
/// have told it, whichever lanes found their groups together, and sums must have the bits of those
/// with `few_addresses`.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>

#include "suites/atomics/conformance.hpp"
#include "support/float16.hpp"

namespace {

using namespace conformance_tests;
using diatomic::lane_group;

using half = diatomic::detail::float16<kind::f16>;
using bfloat16 = diatomic::detail::float16<kind::bf16>;

/// Not known before the run, so that branches are taken by some lanes of a warp only.
DIATOMIC_DEVICE bool takes_first_branch(unsigned i) { return (i * 2654435761u >> 13) % 5 < 3; }

/// One operation with the group found just before it, in a whole warp or in a branch, with each way
/// to say an order.
template <op Op, class T, class WordAt>
DIATOMIC_DEVICE void perform_all(WordAt word_at, const T* operands, const job* jobs, T* returned,
                                 unsigned n) {
  for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
    T* const p = word_at(jobs[i].word);
    if (i % 1024 < 512) {
      const auto group = lane_group::with_same(jobs[i].word);
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], group);
    } else if (takes_first_branch(i)) {
      const auto group = lane_group::with_same(p);
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], diatomic::release, group);
    } else if (jobs[i].word < 256) {
      const auto group = lane_group::with_same(static_cast<unsigned char>(jobs[i].word));
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], group, std::memory_order_seq_cst);
    } else {
      const auto group = lane_group::with_same(std::uint64_t{jobs[i].word} << 32);
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], std::memory_order_relaxed, group);
    }
  }
}

template <op Op, class T>
struct in_global_memory {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    perform_all<Op>([=](unsigned word) { return words + word; }, operands, jobs, returned, n);
  }
};
/// Words from `most_words` on are in shared memory; one block.
template <op Op, class T>
struct in_either_space {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    through_shared_memory(words + most_words, [=](T* shared) {
      const auto word_at = [=](unsigned word) {
        return word < most_words ? words + word : shared + (word - most_words);
      };
      perform_all<Op>(word_at, operands, jobs, returned, n);
    });
  }
};

/// Half of the operations go to one word: a large group, and lanes that may be alone.
unsigned uneven(spread s, unsigned i) {
  return (i * 2246822519u >> 20) % 2 == 0 ? 0 : word_index(s, i);
}
unsigned uneven_in_two_spaces(spread s, unsigned i) {
  const bool is_shared = s == spread::few ? i % 3 == 0 : i / 64 % 2 == 0;
  return uneven(s, i) + (is_shared ? most_words : 0);
}

struct group_entry {
  std::string name;
  void (*in_global)();
  void (*in_either)();
};

template <op Op, class T>
group_entry make_group_entry(const std::string& type) {
  return {type + "_" + diatomic::name_of(Op),
          [] {
            for (const placement place : {in_one_space, uneven}) {
              run<T>(launch<T, in_global_memory<Op, T>>, meaning_of<Op, T>(),
                     meaning_of<Op, judged_t<T>>(), 4, scaled(1 << 13, 2048), most_words, place);
            }
          },
          [] {
            run<T>(launch<T, in_either_space<Op, T>>, meaning_of<Op, T>(),
                   meaning_of<Op, judged_t<T>>(), 1, scaled(1 << 12, 1024), 2 * most_words,
                   uneven_in_two_spaces);
          }};
}
template <class T, op... Ops>
void add_group_entries(std::vector<group_entry>& entries, const std::string& type) {
  (entries.push_back(make_group_entry<Ops, T>(type)), ...);
}
std::vector<group_entry> group_entries() {
  std::vector<group_entry> entries;
  add_group_entries<int, op::add, op::sub, op::mul, op::min, op::max, op::bit_and, op::bit_or,
                    op::bit_xor, op::exchange>(entries, "int");
  add_group_entries<unsigned, op::add, op::max, op::shl>(entries, "unsigned");
  add_group_entries<unsigned long long, op::add, op::max, op::bit_xor>(entries,
                                                                       "unsigned_long_long");
  add_group_entries<unsigned char, op::add, op::bit_or>(entries, "unsigned_char");
  add_group_entries<float, op::add, op::sub, op::min>(entries, "float");
  add_group_entries<double, op::add, op::max>(entries, "double");
  add_group_entries<half, op::add, op::max>(entries, "half");
  add_group_entries<diatomic::detail::pack<bfloat16, 2>, op::add>(entries, "bfloat162");
  add_group_entries<diatomic::detail::pack<float, 4>, op::add>(entries, "float4");
  return entries;
}

class lane_groups : public testing::TestWithParam<group_entry> {};
TEST_P(lane_groups, combine_in_global_memory) { GetParam().in_global(); }
TEST_P(lane_groups, combine_in_either_space) { GetParam().in_either(); }
INSTANTIATE_TEST_SUITE_P(entries, lane_groups, testing::ValuesIn(group_entries()),
                         [](const auto& info) { return info.param.name; });

constexpr unsigned keys = 7;
constexpr unsigned rounds = 5;

DIATOMIC_FUNCTION unsigned key_of(unsigned thread) {
  const unsigned in_block = thread % 256;
  if (in_block < 64) return thread / 256 % keys;  // whole warps with one key
  if (in_block < 128) return thread * 2246822519u % keys;
  return thread % 3;
}
template <class T>
DIATOMIC_FUNCTION T number(unsigned v) {
  return static_cast<T>(v);
}
template <>
DIATOMIC_FUNCTION half number<half>(unsigned v) {
  return diatomic::detail::number_as<half>(static_cast<float>(v));
}
DIATOMIC_FUNCTION unsigned addend_of(unsigned thread, unsigned value) {
  return (thread * 7 + value * 3) % 5 % 4;
}

/// A row for each key, to which `store_add_each` adds; columns of a group that is used in a loop; a
/// slot for each thread; and an array of pointers.
template <class T, unsigned N>
struct add_rows {
  DIATOMIC_DEVICE static void add(T* rows, unsigned* loop, unsigned* slots, T* scattered) {
    const unsigned i = diatomic::global_index();
    const unsigned key = key_of(i);
    const auto group = lane_group::with_same(key);
    T v[N];
    T* p[N];
    for (unsigned k = 0; k < N; ++k) {
      v[k] = number<T>(addend_of(i, k));
      p[k] = scattered + k * keys + key;
    }
    diatomic::store_add_each(rows + key * N, v, group);
    diatomic::store_add_each(p, v, group, diatomic::release, diatomic::in_global);
    for (unsigned round = 0; round < rounds; ++round) {
      diatomic::store_add(loop + key, i + round, group);
      diatomic::store_max(loop + keys + key, i * round, diatomic::seq_cst, group);
    }
    slots[i] = diatomic::claim_slot(loop + 2 * keys + key, group);
  }
  DIATOMIC_DEVICE void operator()(T* rows, unsigned* loop, unsigned* slots, T* scattered) const {
    if (diatomic::block_index() % 2 == 0 || takes_first_branch(diatomic::global_index())) {
      add(rows, loop, slots, scattered);
    } else {
      add(rows, loop, slots, scattered);
      slots[diatomic::global_index()] += 1u << 20;  // so that the branches do not end alike
    }
  }
};

template <class T, unsigned N>
void expect_rows(unsigned grid, unsigned block) {
  SCOPED_TRACE(testing::Message() << N << " values, blocks of " << block);
  const unsigned threads = grid * block;
  diatomic::stream stream;
  diatomic::device_array<T> rows(keys * N);
  diatomic::device_array<T> scattered(keys * N);
  diatomic::device_array<unsigned> loop(3 * keys);
  diatomic::device_array<unsigned> slots(threads);
  rows.fill_bytes(0);
  scattered.fill_bytes(0);
  loop.fill_bytes(0);
  diatomic::launch(grid, block, 0, stream, add_rows<T, N>{}, rows.data(), loop.data(), slots.data(),
                   scattered.data());
  stream.synchronize();

  std::vector<unsigned> sums(keys * N);
  std::vector<unsigned> expected(3 * keys);
  for (unsigned i = 0; i < threads; ++i) {
    for (unsigned k = 0; k < N; ++k) sums[key_of(i) * N + k] += addend_of(i, k);
    for (unsigned round = 0; round < rounds; ++round) {
      expected[key_of(i)] += i + round;
      unsigned& highest = expected[keys + key_of(i)];
      highest = std::max(highest, i * round);
    }
    ++expected[2 * keys + key_of(i)];
  }
  const std::vector<T> in_rows = rows.download();
  const std::vector<T> apart = scattered.download();
  for (unsigned key = 0; key < keys; ++key) {
    for (unsigned k = 0; k < N; ++k) {
      const T right = number<T>(sums[key * N + k]);
      EXPECT_EQ(std::memcmp(&in_rows[key * N + k], &right, sizeof(T)), 0) << key << ", " << k;
      EXPECT_EQ(std::memcmp(&apart[k * keys + key], &right, sizeof(T)), 0) << key << ", " << k;
    }
  }
  EXPECT_EQ(loop.download(), expected);
  std::vector<std::vector<bool>> taken(keys);
  for (unsigned key = 0; key < keys; ++key) taken[key].resize(expected[2 * keys + key]);
  const std::vector<unsigned> got = slots.download();
  for (unsigned i = 0; i < threads; ++i) {
    const unsigned slot = got[i] & 0xfffff;
    ASSERT_LT(slot, taken[key_of(i)].size());
    EXPECT_FALSE(taken[key_of(i)][slot]) << "slot " << slot << " of key " << key_of(i);
    taken[key_of(i)][slot] = true;
  }
}

template <class T>
void expect_rows_of_each_length() {
  for (const unsigned block : {256u, 97u, 33u, 1u}) {
    expect_rows<T, 1>(2, block);
    expect_rows<T, 2>(2, block);
    expect_rows<T, 11>(2, block);
    expect_rows<T, 32>(2, block);
  }
}
TEST(rows, of_unsigned) { expect_rows_of_each_length<unsigned>(); }
TEST(rows, of_unsigned_long_long) { expect_rows_of_each_length<unsigned long long>(); }
TEST(rows, of_floats) { expect_rows_of_each_length<float>(); }
TEST(rows, of_doubles) { expect_rows_of_each_length<double>(); }
TEST(rows, of_halves) { expect_rows_of_each_length<half>(); }
TEST(rows, of_bytes) { expect_rows_of_each_length<unsigned char>(); }

/// Moves a pointer for each key, and a member of an `atomic_ref`.
struct move_pointers {
  DIATOMIC_DEVICE void operator()(int** pointers, int* base, long long* distances,
                                  unsigned* counts) const {
    const unsigned i = diatomic::global_index();
    const unsigned key = key_of(i);
    const auto group = lane_group::with_same(key);
    int* const old = diatomic::fetch_add(pointers + key, 2, group);
    distances[i] = old - base;
    diatomic::store_sub(pointers + key, 1, group);
    diatomic::atomic_ref<unsigned>(counts[key]).fetch_add(3, group);
    diatomic::store_add_at(counts, keys + key, 2 * keys, 1u, group);
  }
};
TEST(pointers, move_by_groups) {
  constexpr unsigned threads = 2 * 200;
  diatomic::stream stream;
  diatomic::device_array<int> base(4 * threads);
  diatomic::device_array<int*> pointers(keys);
  diatomic::device_array<long long> distances(threads);
  diatomic::device_array<unsigned> counts(2 * keys);
  pointers.upload(std::vector<int*>(keys, base.data()));
  counts.fill_bytes(0);
  diatomic::launch(2, threads / 2, 0, stream, move_pointers{}, pointers.data(), base.data(),
                   distances.data(), counts.data());
  stream.synchronize();
  std::vector<unsigned> calls(keys);
  for (unsigned i = 0; i < threads; ++i) ++calls[key_of(i)];
  const std::vector<int*> at = pointers.download();
  const std::vector<unsigned> counted = counts.download();
  for (unsigned key = 0; key < keys; ++key) {
    EXPECT_EQ(at[key] - base.data(), calls[key]);
    EXPECT_EQ(counted[key], 3 * calls[key]);
    EXPECT_EQ(counted[keys + key], calls[key]);
  }
  for (const long long distance : distances.download()) {
    EXPECT_GE(distance, -static_cast<long long>(threads));
    EXPECT_LE(distance, 2 * static_cast<long long>(threads));
  }
}

/// Sums of floats in the three ways, by one warp, so that all are summed in one order.
template <class T>
struct add_three_ways {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, unsigned distinct,
                                  unsigned out_of_4) const {
    const unsigned i = diatomic::thread_index();
    if (i * 2654435761u >> 30 >= out_of_4) return;
    const unsigned key = i * 2246822519u % distinct;
    const auto group = lane_group::with_same(key);
    diatomic::store_add(words + key, operands[i], diatomic::few_addresses);
    diatomic::store_add(words + 64 + key, operands[i], group);
    const T v[3] = {number<T>(0), operands[i], number<T>(1)};
    diatomic::store_add_each({words + 256 + key, words + 128 + key, words + 320 + key}, v, group);
  }
};
template <class T>
void expect_the_same_bits() {
  const auto bits_of = [](T v) {
    return diatomic::detail::bits_as<diatomic::detail::unsigned_of<T>>(v);
  };
  for (const unsigned distinct : {1u, 2u, 3u}) {
    for (const unsigned out_of_4 : {4u, 3u}) {
      std::vector<T> operands(64);
      for (unsigned i = 0; i < 64; ++i) {
        operands[i] = diatomic::detail::number_as<T>(1.0f / static_cast<float>(i + 3));
      }
      diatomic::stream stream;
      diatomic::device_array<T> words(384);
      diatomic::device_array<T> with(64);
      words.fill_bytes(0);
      with.upload(operands);
      diatomic::launch(1, 32, 0, stream, add_three_ways<T>{}, words.data(),
                       static_cast<const T*>(with.data()), distinct, out_of_4);
      stream.synchronize();
      const std::vector<T> left = words.download();
      for (unsigned key = 0; key < distinct; ++key) {
        EXPECT_EQ(bits_of(left[key]), bits_of(left[64 + key])) << key << " of " << distinct;
        EXPECT_EQ(bits_of(left[key]), bits_of(left[128 + key])) << key << " of " << distinct;
        EXPECT_EQ(bits_of(left[256 + key]), 0u);
        EXPECT_GT(bits_of(left[320 + key]), 0u);
      }
    }
  }
}
TEST(sums_of_a_group, have_the_bits_of_few_addresses) { expect_the_same_bits<float>(); }
TEST(sums_of_a_group, are_rounded_once) { expect_the_same_bits<half>(); }

}  // namespace
