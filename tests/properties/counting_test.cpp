// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `histogram`, `weighted_histogram` and `scatter_add`, by their own plans, in every layout and with
// partitions: against a loop over the same values.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/scatter.hpp>

#include "properties/property.hpp"
#include "support/counting_plans.hpp"
#include "support/history.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::counting_plan;
using diatomic::even_bin;
using diatomic::value_bin;
using diatomic::detail::no_weight;
using diatomic::detail::partition_plan;
using test::guarded_array;

/// Which bins the values fall in.
enum class spread_of_bins : std::uint8_t { one, all, some_beyond, runs, sorted, ends, last };

/// How a call is made: as users do, or by one of the plans of `test::all_plans` or of
/// `test::partition_plans`.
enum class way : std::uint8_t { own_plan, some_plan, some_partitions, last };

struct counting_case {
  std::size_t n;
  unsigned bins;
  spread_of_bins spread;
  unsigned seed;        ///< of values, weights and plan
  unsigned offsets[3];  ///< of input, weights and counts, in elements
  way how;
  test::callers who;

  friend std::ostream& operator<<(std::ostream& out, const counting_case& c) {
    constexpr const char* spreads[] = {
        "in one",  "in all", "in all and beyond",
        "in runs", "sorted", "in the first and the last, and beyond"};
    constexpr const char* ways[] = {"own plan", "some plan", "some partitions"};
    return out << c.n << " values in " << c.bins << " bins, " << spreads[static_cast<int>(c.spread)]
               << ", seed " << c.seed << "; " << c.offsets[0] << ", " << c.offsets[1] << " and "
               << c.offsets[2] << " elements off; " << ways[static_cast<int>(c.how)] << ", "
               << c.who.threads << " threads with " << c.who.streams << " streams";
  }
};

/// The numbers of bins on either side of those where the library's plan becomes another one.
std::vector<unsigned> bins_where_plans_change(std::size_t n) {
  const auto device = diatomic::properties(diatomic::current_device());
  const auto plan_of = [&](unsigned bins) {
    const auto plan = diatomic::plan_histogram<std::uint32_t, unsigned>(n, bins, device);
    return std::tuple(plan.layout, plan.copies, plan.parts, plan.block);
  };
  std::vector<unsigned> found;
  for (unsigned lower = 1; lower < 1u << 18; lower *= 2) {
    unsigned below = lower;
    unsigned above = 2 * lower;
    if (plan_of(below) == plan_of(above)) continue;
    while (above - below > 1) {
      const unsigned middle = (below + above) / 2;
      (plan_of(middle) == plan_of(below) ? below : above) = middle;
    }
    found.push_back(below);
    found.push_back(above);
  }
  return found;
}

rc::Gen<counting_case> counting_cases() {
  const std::size_t most = scaled(60000, 5000);
  // A packet of 16 bytes, a round of a block's packets, and what a thread of the host is worth.
  const std::vector<std::size_t> sizes = {2, 4, 8, 16, 512, 4096, 2048 * 4};
  std::vector<unsigned> bins = {1,   2,    3,    31,   32,   33,    127,   128,   255,  256,
                                257, 1000, 4095, 4096, 4097, 20000, 65535, 65536, 65537};
  for (const unsigned b : bins_where_plans_change(most)) bins.push_back(b);
  const auto offset = rc::gen::inRange(0u, 16u);
  return rc::gen::map(
      rc::gen::tuple(test::some_size(sizes, most), rc::gen::elementOf(bins),
                     rc::gen::inRange(0, static_cast<int>(spread_of_bins::last)), test::some_seed(),
                     rc::gen::tuple(offset, offset, offset),
                     rc::gen::inRange(0, static_cast<int>(way::last)), test::some_callers()),
      [](const auto& t) {
        const auto [n, count, spread, seed, offsets, how, who] = t;
        return counting_case{n,
                             count,
                             static_cast<spread_of_bins>(spread),
                             seed,
                             {std::get<0>(offsets), std::get<1>(offsets), std::get<2>(offsets)},
                             static_cast<way>(how),
                             who};
      });
}

/// The values of a case, of which `value_bin` or `even_bin` says the bins.
template <class Input>
std::vector<Input> values_of(const counting_case& c) {
  std::mt19937 random(c.seed);
  const unsigned one = random() % c.bins;
  const auto place_of = [&](std::size_t i) -> std::uint64_t {
    const std::uint64_t beyond = std::uint64_t{c.bins} + c.bins / 4 + 2;
    switch (c.spread) {
      case spread_of_bins::one:
        return one;
      case spread_of_bins::all:
        return random() % c.bins;
      case spread_of_bins::some_beyond:
        return random() % beyond;
      case spread_of_bins::runs:
        return (i / 37 + i / 4096 * 5) % c.bins;
      case spread_of_bins::sorted:
        return i * beyond / c.n;
      default:
        return std::array<std::uint64_t, 4>{0, c.bins - 1, c.bins, ~0u}[random() % 4];
    }
  };
  std::vector<Input> values(c.n);
  for (std::size_t i = 0; i < c.n; ++i) {
    values[i] = static_cast<Input>(place_of(i));
    const bool goes_beyond = c.spread == spread_of_bins::some_beyond && i % 16 == 0;
    if (goes_beyond && std::is_signed_v<Input>) values[i] = static_cast<Input>(-1);
    if constexpr (std::is_floating_point_v<Input>) {
      constexpr Input inf = std::numeric_limits<Input>::infinity();
      constexpr Input odd[] = {inf, -inf, std::numeric_limits<Input>::quiet_NaN(), Input(-0.0)};
      if (goes_beyond) values[i] = odd[i / 16 % 4];
    }
  }
  return values;
}

/// Weights whose sums are exact: whole numbers, or eighths, of both signs; with one seed in four
/// infinities and NaNs among floats, and any bits of integers.
template <class Weight, class Count>
std::vector<Weight> weights_of(const counting_case& c) {
  std::mt19937 random(c.seed + 1);
  const unsigned sort = c.seed % 4;
  std::vector<Weight> weights(c.n);
  for (Weight& w : weights) {
    const int k = static_cast<int>(random() % 65) - 32;
    if constexpr (std::is_floating_point_v<Weight>) {
      w = static_cast<Weight>(sort == 0 ? k : k / 8.0);
      if (sort == 3 && std::is_floating_point_v<Count> && random() % 4096 == 0) {
        constexpr Weight inf = std::numeric_limits<Weight>::infinity();
        w = random() % 4 == 0 ? inf - inf : random() % 2 == 0 ? inf : -inf;
      }
    } else {
      w = static_cast<Weight>(k);
      if (sort == 3 && !std::is_floating_point_v<Count>) {
        w = static_cast<Weight>(std::uint64_t{random()} << 32 | random());
      }
    }
  }
  return weights;
}

/// What counters are before the call, which adds to them.
template <class Count>
Count start_of(std::size_t bin) {
  return static_cast<Count>(static_cast<int>(bin % 5) - 2);
}

template <class Count>
Count added(Count a, Count b) {
  if constexpr (std::is_integral_v<Count>) {
    return static_cast<Count>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  } else {
    return a + b;
  }
}

/// The oracle: one counter after the other.
template <class Count, class Input, class Weight, class Bin>
std::vector<Count> expected_of(const counting_case& c, const std::vector<Input>& values,
                               const std::vector<Weight>& weights, Bin bin_of) {
  std::vector<Count> counts(c.bins);
  for (std::size_t b = 0; b < c.bins; ++b) counts[b] = start_of<Count>(b);
  for (std::size_t i = 0; i < c.n; ++i) {
    const unsigned bin = bin_of(values[i]);
    if (bin >= c.bins) continue;
    if constexpr (std::is_same_v<Weight, no_weight>) {
      counts[bin] = added(counts[bin], Count{1});
    } else {
      counts[bin] = added(counts[bin], static_cast<Count>(weights[i]));
    }
  }
  return counts;
}

template <class Count>
bool is_same(Count a, Count b) {
  if constexpr (std::is_floating_point_v<Count>) return a == b || (std::isnan(a) && std::isnan(b));
  return a == b;
}

/// The arrays that all callers read.
template <class Input, class Weight, class Count, class Bin>
struct counting_question {
  const counting_case& c;
  const guarded_array<Input>& input;
  const guarded_array<Weight>& weights;
  const std::vector<Count>& expected;
  const counting_plan* plan;         ///< null: the library's own
  const partition_plan* partitions;  ///< null: none
  Bin bin_of;
};

/// One call, on counters of its own.
template <class Input, class Weight, class Count, class Bin, bool Scatters>
struct counting_call {
  using kept = typename diatomic::detail::kept_weights<const Weight*, Count>::type;
  const counting_question<Input, Weight, Count, Bin>* of;
  guarded_array<Count> counts;
  guarded_array<unsigned char> temp;

  explicit counting_call(const counting_question<Input, Weight, Count, Bin>& question)
      : of(&question),
        counts(question.c.bins, question.c.offsets[2] * sizeof(Count) % 16),
        temp(question.partitions == nullptr ? 0
                                            : diatomic::detail::partition_temp_bytes<kept>(
                                                  *question.partitions, question.c.n)) {
    temp.fill_bytes(0xa5);
    std::vector<Count> start(question.c.bins);
    for (std::size_t b = 0; b < start.size(); ++b) start[b] = start_of<Count>(b);
    counts.upload(start);
  }

  void start(diatomic::stream& on) {
    const counting_case& c = of->c;
    const Input* const input = of->input.data();
    if (of->partitions != nullptr) return start_with_partitions(on);
    if constexpr (std::is_same_v<Weight, no_weight>) {
      const no_weight* const none = nullptr;
      if (of->plan != nullptr) {
        diatomic::detail::count_by_plan(on, *of->plan, input, none, c.n, counts.data(), c.bins,
                                        of->bin_of);
      } else {
        diatomic::histogram(on, input, c.n, counts.data(), c.bins, of->bin_of);
      }
    } else {
      const Weight* const weights = of->weights.data();
      if (of->plan != nullptr) {
        diatomic::detail::count_by_plan(on, *of->plan, input, weights, c.n, counts.data(), c.bins,
                                        of->bin_of);
      } else if constexpr (Scatters) {
        diatomic::scatter_add(on, input, weights, c.n, counts.data(), c.bins);
      } else {
        diatomic::weighted_histogram(on, input, weights, c.n, counts.data(), c.bins, of->bin_of);
      }
    }
  }

  void start_with_partitions(diatomic::stream& on) {
    const counting_case& c = of->c;
    const Input* const input = of->input.data();
    const Weight* weights = nullptr;
    if constexpr (!std::is_same_v<Weight, no_weight>) weights = of->weights.data();
    diatomic::detail::count_by_partitions(on, *of->partitions, input, weights, c.n, counts.data(),
                                          c.bins, of->bin_of, temp.data());
  }

  std::string wrong() const {
    const std::vector<Count> found = counts.download();
    std::ostringstream out;
    out << of->input.first_change() << of->weights.first_change() << counts.first_change()
        << temp.first_change();
    for (std::size_t b = 0; b < found.size(); ++b) {
      if (is_same(found[b], of->expected[b])) continue;
      out << "bin " << b << " has " << +found[b] << ", and should have " << +of->expected[b];
      break;
    }
    return out.str();
  }
};

/// Which calls the types of a property are for.
enum class call_kind : std::uint8_t { histogram, weighted, scatter };

template <call_kind Kind, class Input, class Weight, class Count>
struct counting_types {
  static constexpr call_kind kind = Kind;
  using input = Input;
  using weight = Weight;
  using count = Count;
};

template <class Types>
std::string wrong_counts(const counting_case& c) {
  using input = typename Types::input;
  using weight = typename Types::weight;
  using count = typename Types::count;
  using bin = std::conditional_t<std::is_floating_point_v<input>, even_bin, value_bin>;
  constexpr bool weighted = Types::kind != call_kind::histogram;
  bin bin_of{};
  if constexpr (std::is_floating_point_v<input>) {
    bin_of = even_bin{0, static_cast<float>(c.bins), c.bins};
  }
  const std::vector<input> values = values_of<input>(c);
  std::vector<weight> weights;
  if constexpr (weighted) weights = weights_of<weight, count>(c);
  const auto expected = expected_of<count>(c, values, weights, bin_of);
  guarded_array<input> on_device(values, c.offsets[0] * sizeof(input) % 16);
  guarded_array<weight> weights_on_device(weights,
                                          weighted ? c.offsets[1] * sizeof(weight) % 16 : 0);
  on_device.make_constant();
  weights_on_device.make_constant();

  constexpr bool can_be_shared = sizeof(count) >= 4;
  const unsigned counter_bytes = !weighted ? 4 : can_be_shared ? unsigned{sizeof(count)} : 0;
  const test::counted_kind kind{sizeof(input) == 1 && !weighted, weighted, counter_bytes};
  const auto plans = test::all_plans(c.bins, kind);
  const auto with_partitions = test::partition_plans(c.bins, kind);
  const counting_plan* plan = nullptr;
  const partition_plan* partitions = nullptr;
  if (c.n != 0 && c.how == way::some_plan) plan = &plans[c.seed / 7 % plans.size()];
  if (c.n != 0 && c.how == way::some_partitions) {
    partitions = &with_partitions[c.seed / 7 % with_partitions.size()];
  }
  const counting_question<input, weight, count, bin> question{
      c, on_device, weights_on_device, expected, plan, partitions, bin_of};
  const std::string wrong = test::wrong_of_all(c.who, [&] {
    return counting_call < input, weight, count, bin,
           Types::kind == call_kind::scatter > (question);
  });
  if (wrong.empty()) return wrong;
  if (partitions != nullptr) {
    return wrong + ", by " + name_of(partitions->layout) + " in " +
           std::to_string(partitions->partitions) + " partitions, blocks of " +
           std::to_string(partitions->block) + " and pieces of " +
           std::to_string(partitions->piece);
  }
  if (plan == nullptr) return wrong;
  return wrong + ", by " + name_of(plan->layout) + " of " + std::to_string(plan->copies) +
         " copies in " + std::to_string(plan->parts) + " parts";
}

template <class Types>
class counting_property : public testing::Test {};

constexpr call_kind counted = call_kind::histogram;
constexpr call_kind weighted = call_kind::weighted;
constexpr call_kind scattered = call_kind::scatter;
using all_types =
    testing::Types<counting_types<counted, std::uint8_t, no_weight, unsigned>,
                   counting_types<counted, std::int8_t, no_weight, long long>,
                   counting_types<counted, std::uint16_t, no_weight, unsigned long>,
                   counting_types<counted, std::int32_t, no_weight, int>,
                   counting_types<counted, std::uint64_t, no_weight, unsigned>,
                   counting_types<counted, float, no_weight, unsigned>,
                   counting_types<weighted, std::uint8_t, float, float>,
                   counting_types<weighted, std::uint16_t, double, double>,
                   counting_types<weighted, std::uint32_t, std::int8_t, int>,
                   counting_types<weighted, std::uint16_t, int, int>,
                   counting_types<weighted, float, std::int64_t, long>,
                   counting_types<weighted, std::uint32_t, std::int16_t, std::int16_t>,
                   counting_types<scattered, std::uint8_t, double, double>,
                   counting_types<scattered, std::int32_t, float, float>,
                   counting_types<scattered, std::int64_t, float, int>,
                   counting_types<scattered, std::uint64_t, std::uint8_t, unsigned long>,
                   counting_types<scattered, std::uint16_t, int, std::uint8_t>>;

template <class T>
std::string type_name() {
  if (std::is_same_v<T, no_weight>) return "";
  const char* const sort = std::is_floating_point_v<T> ? "f" : std::is_signed_v<T> ? "i" : "u";
  return "_" + (sort + std::to_string(8 * sizeof(T)));
}
struct type_names {
  template <class Types>
  static std::string GetName(int) {
    constexpr const char* kinds[] = {"histogram", "weighted", "scatter"};
    return kinds[static_cast<int>(Types::kind)] + type_name<typename Types::input>() +
           type_name<typename Types::weight>() + type_name<typename Types::count>();
  }
};
TYPED_TEST_SUITE(counting_property, all_types, type_names);

TYPED_TEST(counting_property, counts_are_those_of_a_loop) {
  test::check_property<counting_case>(120, counting_cases(), wrong_counts<TypeParam>);
}

}  // namespace
