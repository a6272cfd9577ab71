// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Minima, maxima, `and`, `or` and exchanges that check before updating (`check_first`,
/// `monotone`): many threads on few words, round by round. Between rounds one block resets all
/// words, behind a barrier of the grid, and each round goes less far than the one before: a load
/// that found a value from before the barrier would lose the update.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "support/calls.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::device_array;
using diatomic::op;
using float_pair = diatomic::detail::pack<float, 2>;

constexpr unsigned ranks = 64;
constexpr unsigned rounds = 4;
constexpr unsigned block = 64;
/// Beside each other in 4 bytes, and apart.
constexpr unsigned words = 7;

/// An operation on a T, whose operands have ranks: the higher, the further it moves an object.
template <op Op, class T>
struct sort {
  static constexpr op operation = Op;
  using type = T;

  DIATOMIC_FUNCTION static T value(unsigned rank) {
    if constexpr (Op == op::bit_or) {
      return static_cast<T>((T{1} << rank * (8 * sizeof(T) - 1) / ranks) - 1);
    } else if constexpr (Op == op::bit_and) {
      return static_cast<T>(~((T{1} << rank * (8 * sizeof(T) - 1) / ranks) - 1));
    } else {
      constexpr bool goes_down = Op == op::min || Op == op::fminimum_num || Op == op::min_if_less;
      const int number = goes_down ? -static_cast<int>(rank) : static_cast<int>(rank);
      if constexpr (std::is_same_v<T, float_pair>) {
        return {{static_cast<float>(number), static_cast<float>(number / 2)}};
      } else if constexpr (std::is_unsigned_v<T>) {
        return static_cast<T>(number + static_cast<int>(ranks));
      } else {
        return static_cast<T>(static_cast<float>(number));
      }
    }
  }
};

/// What call `k` of a thread in a round works on, and the rank of its operand.
struct job {
  unsigned word;
  unsigned rank;
};
DIATOMIC_FUNCTION job job_of(unsigned thread, unsigned round, unsigned k) {
  const unsigned hash = (thread * 2654435761u + round * 40503u + k * 69069u) * 0x85ebca6bu;
  const unsigned limit = ranks - round * (ranks / rounds);
  return {(hash >> 20) % words, (hash >> 9) % limit};
}

template <class Sort, class... Hints>
struct move_and_reset {
  using type = typename Sort::type;
  DIATOMIC_DEVICE void operator()(diatomic::grid_barrier<>* barrier, type* objects, unsigned calls,
                                  type* returned, type* left) const {
    const unsigned me = diatomic::global_index();
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned k = 0; k < calls; ++k) {
        const job j = job_of(me, round, k);
        type* const p = objects + j.word;
        const type v = Sort::value(j.rank);
        type& old = returned[(round * calls + k) * diatomic::global_size() + me];
        if (k % 2 == 0) {
          old = test::call_fetch<Sort::operation>(p, v, Hints{}...);
        } else {
          test::call_store<Sort::operation>(p, v, Hints{}...);
          old = v;
        }
      }
      barrier->arrive_and_wait();
      if (diatomic::block_index() == round % diatomic::grid_size()) {
        const unsigned w = diatomic::thread_index();
        if (w < words) {
          left[round * words + w] = objects[w];
          objects[w] = Sort::value(0);
        }
      }
      barrier->arrive_and_wait();
    }
  }
};

template <class Sort>
void expect_all_there(unsigned grid, unsigned calls,
                      const std::vector<typename Sort::type>& returned,
                      const std::vector<typename Sort::type>& left) {
  using type = typename Sort::type;
  using bits = diatomic::detail::unsigned_of<type>;
  const auto same = [](const type& a, const type& b) {
    return diatomic::detail::bits_as<bits>(a) == diatomic::detail::bits_as<bits>(b);
  };
  for (unsigned round = 0; round < rounds; ++round) {
    std::vector<unsigned> farthest(words);
    for (unsigned thread = 0; thread < grid * block; ++thread) {
      for (unsigned k = 0; k < calls; ++k) {
        const job j = job_of(thread, round, k);
        farthest[j.word] = std::max(farthest[j.word], j.rank);
      }
    }
    for (unsigned w = 0; w < words; ++w) {
      EXPECT_TRUE(same(left[round * words + w], Sort::value(farthest[w])))
          << "word " << w << " of round " << round;
    }
    unsigned beyond = 0;
    for (unsigned thread = 0; thread < grid * block; ++thread) {
      for (unsigned k = 0; k < calls; ++k) {
        const type end = Sort::value(farthest[job_of(thread, round, k).word]);
        const type& old = returned[(round * calls + k) * grid * block + thread];
        if (!same(diatomic::result_of<Sort::operation>(end, old), end)) ++beyond;
      }
    }
    EXPECT_EQ(beyond, 0u) << "calls returned what the word had not had in round " << round;
  }
}

template <class Sort, class... Hints>
void run_rounds() {
  using type = typename Sort::type;
  const auto calls = static_cast<unsigned>(scaled(64, 4));
  device_array<diatomic::grid_barrier<>> barrier(1);
  barrier.fill_bytes(0);
  device_array<type> objects(words);
  objects.upload(std::vector<type>(words, Sort::value(0)));
  device_array<type> left(std::size_t{rounds} * words);
  const unsigned most =
      diatomic::max_resident_blocks(block, 0, move_and_reset<Sort, Hints...>{}, barrier.data(),
                                    objects.data(), calls, objects.data(), left.data());
  const unsigned grid = std::min(16u, most);
  device_array<type> returned(std::size_t{rounds} * calls * grid * block);
  diatomic::stream stream;
  diatomic::launch_cooperative(grid, block, 0, stream, move_and_reset<Sort, Hints...>{},
                               barrier.data(), objects.data(), calls, returned.data(), left.data());
  stream.synchronize();
  expect_all_there<Sort>(grid, calls, returned.download(), left.download());
}

template <class Sort>
class early_exits : public testing::Test {};
using sorts = testing::Types<
    sort<op::max, signed char>, sort<op::min, unsigned short>, sort<op::max, int>,
    sort<op::min, unsigned>, sort<op::max, long long>, sort<op::max, unsigned long long>,
    sort<op::max, diatomic::half>, sort<op::min, diatomic::bfloat16>, sort<op::max, float>,
    sort<op::min, float>, sort<op::max, double>, sort<op::min, double>, sort<op::fmaximum, float>,
    sort<op::fminimum_num, double>, sort<op::max_if_greater, float>,
    sort<op::min_if_less, diatomic::half>, sort<op::min_if_less, double>, sort<op::max, float_pair>,
    sort<op::bit_or, unsigned char>, sort<op::bit_and, unsigned short>, sort<op::bit_or, unsigned>,
    sort<op::bit_and, unsigned long long>>;
struct sort_names {
  template <class Sort>
  static std::string GetName(int) {
    return diatomic::name_of(Sort::operation) + std::string("_") +
           diatomic::name_of(diatomic::kind_of_v<typename Sort::type>);
  }
};
TYPED_TEST_SUITE(early_exits, sorts, sort_names);

TYPED_TEST(early_exits, lose_nothing_where_objects_seldom_change) {
  run_rounds<TypeParam, diatomic::check_first_t>();
}
TYPED_TEST(early_exits, lose_nothing_where_objects_are_monotone_between_barriers) {
  run_rounds<TypeParam, diatomic::monotone_t>();
}
TYPED_TEST(early_exits, lose_nothing_where_lanes_combine) {
  run_rounds<TypeParam, diatomic::monotone_t, diatomic::few_addresses_t>();
}

/// Words that exchanges raise from 0 to 1. The call that finds the 0 counts, for its word and
/// round.
template <class T, class... Hints>
struct raise_and_reset {
  DIATOMIC_DEVICE void operator()(diatomic::grid_barrier<>* barrier, T* flags, unsigned calls,
                                  unsigned* raised, T* left) const {
    const unsigned me = diatomic::global_index();
    const T up = static_cast<T>(1.0f);
    const T down = static_cast<T>(0.0f);
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned k = 0; k < calls; ++k) {
        const unsigned w = job_of(me, round, k).word;
        const T old = diatomic::exchange(flags + w, up, Hints{}...);
        if (static_cast<float>(old) == 0.0f) diatomic::store_add(raised + round * words + w, 1u);
      }
      barrier->arrive_and_wait();
      if (diatomic::block_index() == round % diatomic::grid_size()) {
        const unsigned w = diatomic::thread_index();
        if (w < words) {
          left[round * words + w] = flags[w];
          flags[w] = down;
        }
      }
      barrier->arrive_and_wait();
    }
  }
};

template <class T, class... Hints>
void raise_flags() {
  const auto calls = static_cast<unsigned>(scaled(64, 4));
  device_array<diatomic::grid_barrier<>> barrier(1);
  barrier.fill_bytes(0);
  device_array<T> flags(words);
  flags.fill_bytes(0);
  device_array<unsigned> raised(std::size_t{rounds} * words);
  raised.fill_bytes(0);
  device_array<T> left(std::size_t{rounds} * words);
  const unsigned most =
      diatomic::max_resident_blocks(block, 0, raise_and_reset<T, Hints...>{}, barrier.data(),
                                    flags.data(), calls, raised.data(), left.data());
  const unsigned grid = std::min(16u, most);
  diatomic::stream stream;
  diatomic::launch_cooperative(grid, block, 0, stream, raise_and_reset<T, Hints...>{},
                               barrier.data(), flags.data(), calls, raised.data(), left.data());
  stream.synchronize();
  EXPECT_EQ(raised.download(), std::vector<unsigned>(std::size_t{rounds} * words, 1));
  for (const T flag : left.download()) EXPECT_EQ(static_cast<float>(flag), 1.0f);
}

template <class T>
class flags : public testing::Test {};
using flag_types =
    testing::Types<unsigned char, short, int, float, unsigned long long, double, diatomic::half>;
TYPED_TEST_SUITE(flags, flag_types, );

TYPED_TEST(flags, are_raised_by_one_call) { raise_flags<TypeParam>(); }
TYPED_TEST(flags, are_raised_by_one_call_where_they_seldom_change) {
  raise_flags<TypeParam, diatomic::check_first_t>();
}
TYPED_TEST(flags, are_raised_by_one_call_where_they_are_monotone_between_barriers) {
  raise_flags<TypeParam, diatomic::monotone_t>();
}

TYPED_TEST(early_exits, lose_nothing_by_all_hints_together) {
  run_rounds<TypeParam, diatomic::monotone_t, diatomic::check_first_t, diatomic::few_addresses_t>();
}
TYPED_TEST(flags, are_raised_by_one_call_by_both_hints) {
  raise_flags<TypeParam, diatomic::monotone_t, diatomic::check_first_t>();
}

}  // namespace
