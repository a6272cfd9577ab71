// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Two relaxed operations on objects of all sizes at all places in 32 bytes, by two blocks: they
/// are reported exactly if the objects differ and overlap, or if one scope leaves out the other
/// block. Prints the pairs that are not as expected.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <type_traits>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "race_check/reports.hpp"

namespace {

using namespace diatomic;

struct memory {
  alignas(16) unsigned char bytes[32];
};
struct alignas(16) wide_word {
  std::uint64_t halves[2];
};
/// What comes before the first operation.
enum class before { nothing, another_object_of_the_block, another_launch, a_release };
enum class what { load, update };
enum class where { same_block, other_blocks };

int cases = 0;
int wrong_cases = 0;

template <std::size_t Size>
using word = std::conditional_t<
    Size == 16, wide_word,
    std::conditional_t<
        Size == 8, std::uint64_t,
        std::conditional_t<Size == 4, std::uint32_t,
                           std::conditional_t<Size == 2, std::uint16_t, std::uint8_t>>>>;

template <std::size_t Size>
struct operation {
  static constexpr std::size_t size = Size;
  std::size_t at;
  what its;
  bool is_narrow;

  void operator()(memory* m) const {
    auto* const p = reinterpret_cast<word<Size>*>(m->bytes + at);
    if (its == what::load && is_narrow) {
      static_cast<void>(load(p, block_scope));
    } else if (its == what::load) {
      static_cast<void>(load(p));
    } else if (is_narrow) {
      exchange(p, word<Size>{}, block_scope);
    } else {
      exchange(p, word<Size>{});
    }
  }
};

template <class First, class Second>
int reports_of(before earlier, where second_by, First first, Second second) {
  // ThreadSanitizer reports an address once.
  static device_array<memory> all(40000);
  memory* const m = all.data() + cases;
  stream on;
  const int start = test::reports();
  if (earlier == before::another_launch) {
    launch(
        2, 1, 0, on,
        [=](memory* its) { operation<First::size>{first.at, what::update, false}(its); }, m);
    on.synchronize();
  }
  launch(
      2, 1, 0, on,
      [=](memory* its) {
        auto* const bytes = its->bytes;
        if (block_index() == 0) {
          if (earlier == before::another_object_of_the_block) {
            exchange(reinterpret_cast<word<First::size>*>(bytes + (first.at + First::size) % 32),
                     word<First::size>{});
          }
          if (earlier == before::a_release) {
            store(reinterpret_cast<word<First::size>*>(bytes + first.at), word<First::size>{},
                  release);
          }
          first(its);
        }
        if (block_index() == (second_by == where::same_block ? 0u : 1u)) second(its);
      },
      m);
  on.synchronize();
  return test::reports() - start;
}

template <class First, class Second>
void expect(before earlier, where second_by, First first, Second second) {
  const auto overlaps = [&](std::size_t at) {
    const bool differ = at != second.at || First::size != Second::size;
    return differ && at < second.at + Second::size && second.at < at + First::size;
  };
  const bool is_same = first.at == second.at && First::size == Second::size;
  const bool stores = first.its == what::update || second.its == what::update;
  bool is_wrong = overlaps(first.at) && stores;
  is_wrong |= is_same && stores && (first.is_narrow || second.is_narrow) &&
              second_by == where::other_blocks;
  if (earlier == before::another_object_of_the_block) {
    is_wrong |= overlaps((first.at + First::size) % 32);
  }
  is_wrong |= earlier == before::a_release && overlaps(first.at);
  is_wrong |= earlier == before::a_release && is_same && second.is_narrow &&
              second_by == where::other_blocks;
  const int reports = reports_of(earlier, second_by, first, second);
  // In one block the thread's own operations are in order.
  if (second_by == where::same_block) is_wrong = false;
  ++cases;
  if ((reports != 0) == is_wrong) return;
  ++wrong_cases;
  std::printf("%zu bytes at %zu (%d, %d), then %zu at %zu (%d, %d), before: %d, %s: %d reports\n",
              First::size, first.at, int(first.its), int(first.is_narrow), Second::size, second.at,
              int(second.its), int(second.is_narrow), int(earlier),
              second_by == where::same_block ? "same block" : "other block", reports);
}

template <std::size_t First, std::size_t Second>
void expect_at_all_places(before earlier, where second_by, what first, what second,
                          bool narrow_first, bool narrow_second) {
  for (std::size_t i = 0; i < 16; i += First) {
    for (std::size_t k = 0; k < 32; k += Second) {
      expect(earlier, second_by, operation<First>{i, first, narrow_first},
             operation<Second>{k, second, narrow_second});
    }
  }
}
template <std::size_t First, std::size_t... Seconds>
void expect_all_seconds(before earlier, where second_by, what first, what second, bool narrow_first,
                        bool narrow_second) {
  (expect_at_all_places<First, Seconds>(earlier, second_by, first, second, narrow_first,
                                        narrow_second),
   ...);
}
void expect_all(before earlier, where second_by, what first, what second, bool narrow_first,
                bool narrow_second) {
  const auto of = [&](auto first_size) {
    expect_all_seconds<decltype(first_size)::value, 1, 2, 4, 8, 16>(
        earlier, second_by, first, second, narrow_first, narrow_second);
  };
  of(std::integral_constant<std::size_t, 1>{});
  of(std::integral_constant<std::size_t, 2>{});
  of(std::integral_constant<std::size_t, 4>{});
  of(std::integral_constant<std::size_t, 8>{});
  of(std::integral_constant<std::size_t, 16>{});
}

}  // namespace

int main() {
  for (const before earlier : {before::nothing, before::another_object_of_the_block,
                               before::another_launch, before::a_release}) {
    expect_all(earlier, where::other_blocks, what::update, what::update, false, false);
  }
  for (const what first : {what::load, what::update}) {
    for (const what second : {what::load, what::update}) {
      expect_all(before::nothing, where::other_blocks, first, second, false, false);
      expect_all(before::nothing, where::other_blocks, first, second, true, false);
      expect_all(before::nothing, where::other_blocks, first, second, false, true);
      expect_all(before::nothing, where::same_block, first, second, false, true);
    }
  }
  std::printf("%d wrong of %d\n", wrong_cases, cases);
  return wrong_cases == 0 ? 0 : 1;
}
