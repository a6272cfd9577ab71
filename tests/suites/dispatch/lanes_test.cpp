// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Lanes that combine their operands before one of them goes to memory: every lane must be told
/// what some order of all the operations would have told it, whichever lanes take part.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

#include <diatomic/atomics/warp_aggregation.hpp>

#include "suites/atomics/conformance.hpp"
#include "support/float16.hpp"

namespace {

using namespace conformance_tests;

using half = diatomic::detail::float16<kind::f16>;
using bfloat16 = diatomic::detail::float16<kind::bf16>;

/// Not known before the run, so that branches are taken by some lanes of a warp only.
DIATOMIC_DEVICE bool takes_first_branch(unsigned i) { return (i * 2654435761u >> 13) % 5 < 3; }

/// Where the words are: all in global memory, or from `most_words` on in shared memory.
template <class T>
struct global_places {
  T* words;
  DIATOMIC_DEVICE T* of(unsigned word) const { return words + word; }
};
template <class T>
struct both_places {
  T* words;
  T* shared;
  DIATOMIC_DEVICE T* of(unsigned word) const {
    return word < most_words ? words + word : shared + (word - most_words);
  }
};

template <op Op, class Places, class T, class... Tags>
DIATOMIC_DEVICE void perform_all(Places at, const T* operands, const job* jobs, T* returned,
                                 unsigned n, Tags... tags) {
  for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
    T* const p = at.of(jobs[i].word);
    if (i % 1024 < 512 || takes_first_branch(i)) {  // whole warps, or some lanes
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], tags...);
    } else {
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], diatomic::release, tags...);
    }
  }
}

template <op Op, class T>
struct by_groups {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    perform_all<Op>(global_places<T>{words}, operands, jobs, returned, n, diatomic::few_addresses);
  }
};

/// Through a pointer whose space only the run tells; one block.
template <op Op, class T>
struct by_groups_in_either {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    through_shared_memory(words + most_words, [=](T* shared) {
      perform_all<Op>(both_places<T>{words, shared}, operands, jobs, returned, n,
                      diatomic::few_addresses);
    });
  }
};

template <op Op, class T>
struct at_one_address {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    perform_all<Op>(global_places<T>{words}, operands, jobs, returned, n, diatomic::same_address,
                    diatomic::in_global, diatomic::coarse_grained);
  }
};

unsigned first_word(spread, unsigned) { return 0; }
/// Half of the operations go to one word: a large group, and lanes that may be alone.
unsigned uneven(spread s, unsigned i) {
  return (i * 2246822519u >> 20) % 2 == 0 ? 0 : word_index(s, i);
}
/// Whole warps go to one space, or their lanes to both.
unsigned uneven_in_two_spaces(spread s, unsigned i) {
  const bool is_shared = s == spread::few ? i % 3 == 0 : i / 64 % 2 == 0;
  return uneven(s, i) + (is_shared ? most_words : 0);
}

struct combining_entry {
  std::string name;
  void (*by_groups)();
  void (*by_uneven_groups)();
  void (*in_either_space)();
  void (*at_one_address)();
};

constexpr std::size_t operations() { return 1 << 14; }

template <op Op, class T>
combining_entry make_combining_entry(const std::string& type) {
  return {type + "_" + diatomic::name_of(Op),
          [] {
            run<T>(launch<T, by_groups<Op, T>>, meaning_of<Op, T>(), meaning_of<Op, judged_t<T>>(),
                   4, scaled(operations(), 2048), most_words, in_one_space);
          },
          [] {
            run<T>(launch<T, by_groups<Op, T>>, meaning_of<Op, T>(), meaning_of<Op, judged_t<T>>(),
                   4, scaled(operations(), 2048), most_words, uneven);
          },
          [] {
            run<T>(launch<T, by_groups_in_either<Op, T>>, meaning_of<Op, T>(),
                   meaning_of<Op, judged_t<T>>(), 1, scaled(operations() / 4, 1024), 2 * most_words,
                   uneven_in_two_spaces);
          },
          [] {
            run<T>(launch<T, at_one_address<Op, T>>, meaning_of<Op, T>(),
                   meaning_of<Op, judged_t<T>>(), 4, scaled(operations(), 2048), 4, first_word);
          }};
}

template <class T, op... Ops>
void add_combining(std::vector<combining_entry>& entries, const std::string& type) {
  (entries.push_back(make_combining_entry<Ops, T>(type)), ...);
}

std::vector<combining_entry> combining_entries() {
  std::vector<combining_entry> entries;
  add_combining<int, op::add, op::sub, op::mul, op::min, op::max, op::bit_and, op::bit_or,
                op::bit_xor>(entries, "int");
  add_combining<unsigned, op::add, op::min, op::max>(entries, "unsigned");
  add_combining<unsigned long long, op::add, op::max, op::bit_xor>(entries, "unsigned_long_long");
  add_combining<unsigned char, op::add, op::bit_or>(entries, "unsigned_char");
  add_combining<float, op::add, op::sub, op::min, op::max>(entries, "float");
  add_combining<double, op::add, op::max>(entries, "double");
  add_combining<half, op::add, op::max>(entries, "half");
  add_combining<diatomic::detail::pack<half, 2>, op::add, op::mul, op::min>(entries, "half2");
  add_combining<diatomic::detail::pack<bfloat16, 2>, op::add, op::sub>(entries, "bfloat162");
  add_combining<diatomic::detail::pack<float, 4>, op::add>(entries, "float4");
  add_combining<diatomic::detail::pack<half, 4>, op::add, op::mul>(entries, "half4");
  add_combining<diatomic::detail::pack<int, 4>, op::add, op::bit_xor>(entries, "int4");
  return entries;
}

class lanes : public testing::TestWithParam<combining_entry> {};

TEST_P(lanes, combine_by_groups) { GetParam().by_groups(); }
TEST_P(lanes, combine_by_uneven_groups) { GetParam().by_uneven_groups(); }
TEST_P(lanes, combine_in_either_space) { GetParam().in_either_space(); }
TEST_P(lanes, combine_at_one_address) { GetParam().at_one_address(); }

INSTANTIATE_TEST_SUITE_P(entries, lanes, testing::ValuesIn(combining_entries()),
                         [](const auto& info) { return info.param.name; });

/// The element of a 16-bit float, alone or in a pair.
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t bits_in(diatomic::detail::float16<Kind> v, int) {
  return v.bits;
}
template <kind Kind>
DIATOMIC_FUNCTION std::uint16_t bits_in(
    diatomic::detail::pack<diatomic::detail::float16<Kind>, 2> v, int element) {
  return v.at[element].bits;
}

/// The lanes of one warp update two words, whose old values the first form tells them.
template <op Op, class T, class... Tags>
struct update_as_warp {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, T* told) const {
    const unsigned lane = diatomic::thread_index();
    told[lane] = test::call_fetch<Op>(words, operands[lane], Tags{}...);
    test::call_store<Op>(words + 1, operands[lane], Tags{}...);
  }
};

struct count_lanes {
  DIATOMIC_DEVICE void operator()(unsigned* lanes) const { *lanes = diatomic::warp_size(); }
};
unsigned lanes_of_warp() {
  diatomic::stream stream;
  diatomic::device_array<unsigned> lanes(1);
  diatomic::launch(1, 1, 0, stream, count_lanes{}, lanes.data());
  stream.synchronize();
  return lanes.download()[0];
}

/// Sums and products of a warp whose steps, were they rounded one by one, would lose every lane's
/// part: 2048 + 1 is 2048 in binary16, 2048 + 31 is 2080.
template <op Op, kind Kind, class T, class... Tags>
void expect_one_rounding() {
  constexpr double step = Kind == kind::f16 ? 2048 : 256;
  const unsigned lanes = lanes_of_warp();
  if (lanes == 1) GTEST_SKIP() << "a warp of one lane has nothing to combine";
  const auto number = [](unsigned lane) {
    return Op == op::mul ? 1 + 2 / step : lane == 0 ? step : 1.0;
  };
  const auto bits = [](double v) { return test::bits_of_number<Kind>(v); };
  const double first = Op == op::mul ? 1 : 0;
  std::vector<T> operands(lanes);
  for (unsigned k = 0; k < lanes; ++k) {
    const std::uint16_t both[] = {bits(number(k)), bits(Op == op::mul ? number(k) : -number(k))};
    std::memcpy(&operands[k], both, sizeof(T));
  }
  const std::uint16_t both[] = {bits(first), bits(first)};
  T start;
  std::memcpy(&start, both, sizeof(T));

  diatomic::stream stream;
  diatomic::device_array<T> words(2);
  diatomic::device_array<T> with(lanes);
  diatomic::device_array<T> told(lanes);
  words.upload({start, start});
  with.upload(operands);
  diatomic::launch(1, lanes, 0, stream, update_as_warp<Op, T, Tags...>{}, words.data(),
                   static_cast<const T*>(with.data()), told.data());
  stream.synchronize();

  constexpr int elements = sizeof(T) / sizeof(std::uint16_t);
  const std::vector<T> olds = told.download();
  for (int element = 0; element < elements; ++element) {
    const double sign = (Op == op::sub) != (element == 1) && Op != op::mul ? -1 : 1;
    double exact = first;
    for (unsigned k = 0; k < lanes; ++k) {
      EXPECT_EQ(bits_in(olds[k], element), bits(exact == 0 ? 0 : sign * exact)) << "lane " << k;
      exact = Op == op::mul ? exact * number(k) : exact + number(k);
    }
    for (const T& left : words.download()) EXPECT_EQ(bits_in(left, element), bits(sign * exact));
  }
}

template <kind Kind, class T, class... Tags>
void expect_one_rounding_of_each() {
  expect_one_rounding<op::add, Kind, T, Tags...>();
  expect_one_rounding<op::sub, Kind, T, Tags...>();
  expect_one_rounding<op::mul, Kind, T, Tags...>();
}
template <kind Kind>
void expect_one_rounding_everywhere() {
  using number = diatomic::detail::float16<Kind>;
  using pair = diatomic::detail::pack<number, 2>;
  expect_one_rounding_of_each<Kind, number, diatomic::same_address_t>();
  expect_one_rounding_of_each<Kind, number, diatomic::few_addresses_t>();
  expect_one_rounding_of_each<Kind, pair, diatomic::same_address_t>();
  expect_one_rounding_of_each<Kind, pair, diatomic::few_addresses_t, diatomic::release_t>();
}

TEST(sums_of_a_warp, round_halves_once_a_warp) { expect_one_rounding_everywhere<kind::f16>(); }
TEST(sums_of_a_warp, round_bfloats_once_a_warp) { expect_one_rounding_everywhere<kind::bf16>(); }

/// Neighbouring lanes go to two words in turns, in shared or in global memory.
template <class T, bool InShared>
struct add_in_turns {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands) const {
    T* const shared = diatomic::shared_array<T>();
    const unsigned lane = diatomic::thread_index();
    T* const at = InShared ? shared : words;
    if (InShared && lane < 2) shared[lane] = words[lane];
    diatomic::sync_block();
    diatomic::store_add(at + lane % 2, operands[lane], diatomic::few_addresses);
    diatomic::sync_block();
    if (InShared && lane < 2) words[lane] = shared[lane];
  }
};

/// 2048 and ones, whose sum is exact where it is rounded once; one by one each 1 would be lost.
template <bool InShared>
void expect_two_groups() {
  const unsigned lanes = lanes_of_warp();
  if (lanes == 1) GTEST_SKIP() << "a warp of one lane has nothing to combine";
  const auto bits = [](double v) { return test::bits_of_number<kind::f16>(v); };
  std::vector<half> operands(lanes);
  for (unsigned k = 0; k < lanes; ++k) operands[k].bits = bits(k < 2 ? 2048 : 1);
  diatomic::stream stream;
  diatomic::device_array<half> words(2);
  diatomic::device_array<half> with(lanes);
  words.fill_bytes(0);
  with.upload(operands);
  diatomic::launch(1, lanes, 2 * sizeof(half), stream, add_in_turns<half, InShared>{}, words.data(),
                   static_cast<const half*>(with.data()));
  stream.synchronize();
  for (const half& left : words.download()) EXPECT_EQ(left.bits, bits(2048 + lanes / 2 - 1));
}

TEST(sums_of_a_warp, are_found_where_two_words_take_turns) { expect_two_groups<false>(); }
TEST(sums_of_a_warp, are_found_in_shared_memory) { expect_two_groups<true>(); }

/// Every thread that keeps its number puts it into a slot; others come later, and take two.
struct compact {
  DIATOMIC_DEVICE void operator()(unsigned* slots, unsigned* count, unsigned n) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (takes_first_branch(i)) {
        slots[diatomic::claim_slot(count)] = i;
      } else {
        slots[diatomic::claim_slot(count, diatomic::acq_rel, diatomic::system_scope)] = i;
      }
    }
  }
};

TEST(slots, go_to_one_caller_each) {
  const auto n = static_cast<unsigned>(scaled(1 << 16, 2048));
  diatomic::stream stream;
  diatomic::device_array<unsigned> slots(n);
  diatomic::device_array<unsigned> count(1);
  slots.fill_bytes(0xff);
  count.fill_bytes(0);
  diatomic::launch(8, 256, 0, stream, compact{}, slots.data(), count.data(), n);
  stream.synchronize();
  EXPECT_EQ(count.download()[0], n);
  std::vector<unsigned> got = slots.download();
  std::sort(got.begin(), got.end());
  std::vector<unsigned> all(n);
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(got, all);
}

/// Each thread adds once in every way that combines lanes, in blocks with a partial last warp.
struct add_in_part_of_a_warp {
  DIATOMIC_DEVICE void operator()(unsigned* words, float* sum, unsigned* olds) const {
    using namespace diatomic;
    const unsigned i = global_index();
    const unsigned n = global_size();
    olds[i] = fetch_add(words, 1u, same_address);
    olds[n + i] = fetch_add(words + 1, 1u, few_addresses, in_global);
    olds[2 * n + i] = claim_slot(words + 2);
    olds[3 * n + i] = 0u - fetch_sub(words + 3, 1u, same_address);
    olds[4 * n + i] = add_fetch(words + 4, 1u, few_addresses, acq_rel) - 1;
    store_add(words + 5, i + 1, same_address);
    store_max(words + 6, i + 1, few_addresses);
    store_xor(words + 7, i, same_address);
    store_add(sum, 1.0f, few_addresses);
  }
};
TEST(parts_of_warps, combine) {
  constexpr unsigned grid = 3;
  const unsigned lanes = lanes_of_warp();
  for (const unsigned block : {1u, 2u, 31u, 33u, 63u, 65u, 70u, 95u, 97u, 127u, 129u, 1023u}) {
    const unsigned n = grid * block;
    diatomic::stream stream;
    diatomic::device_array<unsigned> words(8);
    diatomic::device_array<float> sum(1);
    diatomic::device_array<unsigned> olds(5 * n);
    words.fill_bytes(0);
    sum.fill_bytes(0);
    olds.fill_bytes(0xff);
    diatomic::launch(grid, block, 0, stream, add_in_part_of_a_warp{}, words.data(), sum.data(),
                     olds.data());
    stream.synchronize();
    SCOPED_TRACE(testing::Message() << "blocks of " << block);
    unsigned all_xor = 0;
    for (unsigned i = 0; i < n; ++i) all_xor ^= i;
    EXPECT_EQ(words.download(),
              (std::vector<unsigned>{n, n, n, 0u - n, n, n * (n + 1) / 2, n, all_xor}));
    EXPECT_EQ(sum.download()[0], static_cast<float>(n));
    const std::vector<unsigned> got = olds.download();
    std::vector<unsigned> expected(n);
    std::iota(expected.begin(), expected.end(), 0u);
    for (unsigned i = 0; i < n; ++i) {  // slots ascend with the lanes
      if (i % block % lanes != 0) {
        EXPECT_GT(got[2 * n + i], got[2 * n + i - 1]) << i;
      }
    }
    for (unsigned way = 0; way < 5; ++way) {
      std::vector<unsigned> own(got.begin() + way * n, got.begin() + (way + 1) * n);
      std::sort(own.begin(), own.end());
      EXPECT_EQ(own, expected) << "way " << way;
    }
  }
}

/// Lanes look for the lanes with their own 64 bits, of which the lower half is the same everywhere.
struct match_upper_halves {
  DIATOMIC_DEVICE void operator()(unsigned* wrong) const {
    namespace device_ops = diatomic::detail::device_ops;
    const auto mask = device_ops::active_lanes();
    const unsigned lane = device_ops::lane_number();
    const std::uint64_t bits = std::uint64_t{lane % 3 + 1} << 32 | 5;
    diatomic::detail::lane_mask same = 0;
    for (unsigned l = lane % 3; l < device_ops::warp_lanes; l += 3) {
      same |= diatomic::detail::lane_mask{1} << l;
    }
    if (device_ops::match(mask, bits) != (same & mask)) diatomic::store_add(wrong, 1u);
    if (device_ops::agree(mask, bits) != (device_ops::count_of(mask) == 1))
      diatomic::store_add(wrong, 1u);
    if (!device_ops::agree(mask, std::uint64_t{7} << 32)) diatomic::store_add(wrong, 1u);
  }
};
TEST(lanes_of_a_warp, match_all_bits_of_an_address) {
  diatomic::stream stream;
  diatomic::device_array<unsigned> wrong(1);
  wrong.fill_bytes(0);
  diatomic::launch(1, 128, 0, stream, match_upper_halves{}, wrong.data());
  EXPECT_EQ(wrong.download()[0], 0u);
}

}  // namespace
