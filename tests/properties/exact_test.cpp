// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `reproducible_sum`, `reproducible_accumulator` and `exact_sum`: the same bits for every order,
// address and shape: the bits of an exactly computed sum.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reproducible_sum.hpp>

#include "properties/property.hpp"
#include "support/exact_oracle.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::exact_sum;
using test::guarded_array;
using test::launch_shape;
using test::word_of;
using test::exact::bits_of;
using test::exact::expected_bits;
using test::exact::from_bits;
using test::exact::layout;

/// The kinds of numbers in a sum.
enum class sum_pattern : std::uint8_t {
  around,         ///< of exponents around one, and of both signs
  just_under,     ///< all the greatest number below a power of two
  cancelling,     ///< all but one have their negative in the sum
  with_specials,  ///< around one exponent, with infinities or NaNs among them
  any_bits,
  last,
};

struct sum_case {
  std::size_t n;
  std::size_t offset;  ///< in elements
  sum_pattern pattern;
  int exponent;  ///< as bits, in thousandths of the type's range
  unsigned spread;
  unsigned seed;
  launch_shape shape;
  bool in_stretches;
  test::callers who;

  friend std::ostream& operator<<(std::ostream& out, const sum_case& c) {
    constexpr const char* patterns[] = {"around", "just under", "cancelling", "with specials",
                                        "any bits"};
    return out << c.n << " elements, " << c.offset << " off, "
               << patterns[static_cast<int>(c.pattern)] << " exponent " << c.exponent
               << " thousandths, spread " << c.spread << ", seed " << c.seed << "; " << c.shape.grid
               << " blocks of " << c.shape.block << ", in stretches " << c.in_stretches << "; "
               << c.who.threads << " threads with " << c.who.streams << " streams";
  }

  /// The same numbers each time, in different orders.
  template <class T>
  std::vector<T> numbers() const {
    constexpr int fraction = layout<T>::fraction_bits;
    constexpr word_of<T> sign = word_of<T>{1} << (8 * sizeof(T) - 1);
    constexpr int greatest = layout<T>::exponents - 1;
    const int middle = static_cast<int>(static_cast<long>(greatest) * exponent / 1000);
    std::mt19937_64 random(seed);
    const auto one = [&] {
      const int at = middle + static_cast<int>(random() % spread) - static_cast<int>(spread / 2);
      const auto bits = static_cast<word_of<T>>(std::clamp(at, 0, greatest)) << fraction;
      const auto low = static_cast<word_of<T>>(random() >> (64 - fraction));
      return from_bits<T>(bits | low | (random() % 2 == 0 ? sign : word_of<T>{0}));
    };
    std::vector<T> values(n);
    for (T& v : values) v = one();
    const T constant = from_bits<T>((static_cast<word_of<T>>(middle + 1) << fraction) - 1);
    constexpr T inf = std::numeric_limits<T>::infinity();
    const T specials[] = {inf, -inf, inf - inf, inf};
    for (std::size_t i = 0; i < n; ++i) {
      if (pattern == sum_pattern::just_under) values[i] = constant;
      if (pattern == sum_pattern::cancelling && i % 2 == 1) values[i] = -values[i - 1];
      if (pattern == sum_pattern::any_bits) values[i] = from_bits<T>(word_of<T>(random()));
    }
    const bool has_specials = pattern == sum_pattern::with_specials && n != 0;
    for (unsigned k = 0; has_specials && k <= seed % 3; ++k) {
      values[random() % n] = specials[(seed / 3 + k * (seed / 12 % 2)) % 4];
    }
    std::shuffle(values.begin(), values.end(), random);
    return values;
  }
};

rc::Gen<sum_case> sum_cases(std::size_t size) {
  const auto plan = diatomic::detail::plan_exact(std::size_t{1} << 22, size);
  const std::size_t vector = 16 / size;
  const std::size_t tile = vector * plan.block * diatomic::detail::exact_vectors;
  const std::vector<std::size_t> units = {vector, 4 * vector, tile, 64 * 1024 / size};
  const auto shape = rc::gen::apply(
      [](unsigned grid, unsigned block) { return launch_shape{grid, block}; },
      rc::gen::element(1u, 2u, 3u, 7u), rc::gen::element(1u, 2u, 31u, 32u, 33u, 64u, 100u));
  // The ends of the range more often than the rest.
  const auto exponent = rc::gen::weightedOneOf<int>({{2, rc::gen::inRange(0, 1001)},
                                                     {1, rc::gen::inRange(480, 530)},
                                                     {1, rc::gen::inRange(980, 1001)},
                                                     {1, rc::gen::inRange(0, 10)}});
  return rc::gen::build<sum_case>(
      rc::gen::set(&sum_case::n, test::some_size(units, scaled(20000, 3000))),
      rc::gen::set(&sum_case::offset, rc::gen::inRange<std::size_t>(0, vector)),
      rc::gen::set(&sum_case::pattern,
                   rc::gen::map(rc::gen::inRange(0, static_cast<int>(sum_pattern::last)),
                                [](int i) { return static_cast<sum_pattern>(i); })),
      rc::gen::set(&sum_case::exponent, exponent),
      rc::gen::set(&sum_case::spread, rc::gen::element(1u, 5u, 24u, 30u, 60u, 300u, 3000u)),
      rc::gen::set(&sum_case::seed, test::some_seed()), rc::gen::set(&sum_case::shape, shape),
      rc::gen::set(&sum_case::in_stretches, rc::gen::arbitrary<bool>()),
      rc::gen::set(&sum_case::who, test::some_callers()));
}

template <class T>
std::string told(const char* who, word_of<T> found, word_of<T> expected) {
  if (found == expected) return "";
  std::ostringstream out;
  out << who << ": the sum has the bits " << std::hex << found << " and should have " << expected
      << ". ";
  return out.str();
}

/// A call of `reproducible_sum` with separate memory for the result and for `temp`.
template <class T>
struct sum_call {
  const guarded_array<T>* input;
  word_of<T> expected;
  guarded_array<T> result{1};
  guarded_array<unsigned char> temp;

  sum_call(const guarded_array<T>& from, word_of<T> bits)
      : input(&from), expected(bits), temp(diatomic::reproducible_sum_temp_bytes<T>(from.size())) {}

  void start(diatomic::stream& on) {
    diatomic::reproducible_sum(on, input->data(), input->size(), result.data(), temp.data(),
                               temp.size());
  }
  std::string wrong() const {
    return input->first_change() + result.first_change() + temp.first_change() +
           told<T>("reproducible_sum", bits_of(result.download()[0]), expected);
  }
};

/// The kernel of `reproducible_sum`, in a shape of the test's choice.
template <class T>
T summed_in(launch_shape shape, bool in_stretches, const guarded_array<T>& values) {
  guarded_array<T> result(1);
  guarded_array<unsigned char> temp(diatomic::detail::exact_memory<T>::bytes(shape.grid));
  const T* const first = values.data();
  const diatomic::detail::walk_shares shares(first, values.size(),
                                             {shape.grid, shape.block, in_stretches},
                                             diatomic::detail::exact_vectors);
  test::run(shape, diatomic::reproducible_accumulator<T>::shared_bytes(shape.block),
            diatomic::detail::reproducible_kernel<T, false>{}, first, shares, result.data(),
            static_cast<void*>(temp.data()), diatomic::detail::next_signature());
  return result.download()[0];
}

/// Adds the elements one by one, in two rounds with the same accumulator.
struct add_one_by_one {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, exact_sum<T>* total) const {
    diatomic::reproducible_accumulator<T> sum(diatomic::shared_array<std::uint64_t>());
    const std::size_t half = n / 2;
    for (unsigned round = 0; round < 2; ++round) {
      const std::size_t end = round == 0 ? half : n;
      const std::size_t begin = round == 0 ? 0 : half;
      for (std::size_t i = begin + diatomic::global_index(); i < end;
           i += diatomic::global_size()) {
        sum.add(input[i]);
      }
      const exact_sum<T>* all = sum.finish();
      if (diatomic::thread_index() == 0) total->add_atomically(*all);
      diatomic::sync_block();
      sum.clear();
      diatomic::sync_block();
    }
  }
};

template <class T>
T summed_one_by_one(launch_shape shape, const guarded_array<T>& values) {
  guarded_array<exact_sum<T>> total(std::vector<exact_sum<T>>(1, exact_sum<T>{}));
  test::run(shape, diatomic::reproducible_accumulator<T>::shared_bytes(shape.block),
            add_one_by_one{}, values.data(), values.size(), total.data());
  return total.download()[0].value();
}

/// The sum of sums of up to seven numbers each.
template <class T>
T summed_on_host(const std::vector<T>& values) {
  exact_sum<T> total{};
  for (std::size_t i = 0; i < values.size();) {
    exact_sum<T> part{};
    for (const std::size_t end = std::min(values.size(), i + 7); i < end; ++i) part.add(values[i]);
    total.add(part);
  }
  return total.value();
}

template <class T>
class exact_property : public testing::Test {
 protected:
  template <class Sum>
  static void hold(std::size_t count, Sum wrong_with) {
    test::check_property<sum_case>(count, sum_cases(sizeof(T)), [&](const sum_case& c) {
      const std::vector<T> values = c.numbers<T>();
      guarded_array<T> input(values, c.offset * sizeof(T));
      input.make_constant();
      return wrong_with(c, values, input, expected_bits(values)) + input.first_change();
    });
  }
};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(exact_property, floats, test::type_names);

TYPED_TEST(exact_property, sum_of_the_device) {
  TestFixture::hold(150, [](const sum_case& c, const auto&, const auto& input, auto expected) {
    return test::wrong_of_all(c.who, [&] { return sum_call<TypeParam>(input, expected); });
  });
}

TYPED_TEST(exact_property, sum_in_any_shape) {
  TestFixture::hold(150, [](const sum_case& c, const auto&, const auto& input, auto expected) {
    const TypeParam found = summed_in(c.shape, c.in_stretches, input);
    return told<TypeParam>("reproducible_kernel", bits_of(found), expected);
  });
}

TYPED_TEST(exact_property, sum_one_by_one) {
  TestFixture::hold(100, [](const sum_case& c, const auto& values, const auto& input,
                            auto expected) {
    return told<TypeParam>("accumulator", bits_of(summed_one_by_one(c.shape, input)), expected) +
           told<TypeParam>("exact_sum", bits_of(summed_on_host(values)), expected);
  });
}

// A thread's integers have room for a limited count of numbers of the window's greatest exponent,
// and must be flushed before they overflow.
TYPED_TEST(exact_property, sum_of_many_numbers_just_under_a_power_of_two) {
  using window = diatomic::detail::exact_window<TypeParam>;
  constexpr int fraction = layout<TypeParam>::fraction_bits;
  const std::size_t n = scaled(100000, 5000);
  for (const unsigned top : {window::usual_base + window::exponents, window::first_base + 40u,
                             window::usual_base, window::last_base + window::exponents - 20}) {
    for (const TypeParam sign : {TypeParam{1}, TypeParam{-1}}) {
      const TypeParam v = from_bits<TypeParam>((word_of<TypeParam>{top} << fraction) - 1);
      const std::vector<TypeParam> values(n, sign * v);
      const guarded_array<TypeParam> input(values);
      const word_of<TypeParam> expected = expected_bits(values);
      EXPECT_EQ(bits_of(summed_in({1, 1}, true, input)), expected) << "below exponent " << top;
      EXPECT_EQ(bits_of(summed_one_by_one({1, 1}, input)), expected) << "below exponent " << top;
    }
  }
}

constexpr unsigned batch_size = 16;
/// A window moves for more elements of a batch than these.
constexpr unsigned worth_a_move = batch_size / 4;

template <class T>
struct choose_windows {
  DIATOMIC_DEVICE void operator()(const unsigned* exponents, unsigned batches,
                                  unsigned* bases) const {
    for (unsigned i = diatomic::global_index(); i < batches; i += diatomic::global_size()) {
      const unsigned* const batch = exponents + i * batch_size;
      bases[i] = diatomic::detail::better_base<T>(bases[i], batch_size,
                                                  [batch](unsigned k) { return batch[k]; });
    }
  }
};

// Which window is chosen is a matter of speed, and no sum shows it.
TYPED_TEST(exact_property, window_of_a_batch) {
  using window = diatomic::detail::exact_window<TypeParam>;
  constexpr unsigned special = diatomic::detail::exact_format<TypeParam>::exponent_mask;
  constexpr unsigned last_end = window::last_base + window::exponents;
  const auto batches = static_cast<unsigned>(scaled(20000, 2000));
  std::mt19937 random(1);
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  std::vector<unsigned> exponents;
  std::vector<unsigned> old_bases;
  for (unsigned i = 0; i < batches; ++i) {
    const unsigned spread = 1 + below(2 * window::exponents);
    const unsigned lowest = below(special - spread);
    for (unsigned k = 0; k < batch_size; ++k) exponents.push_back(lowest + below(spread));
    if (below(8) == 0) exponents.back() = special;
    old_bases.push_back(window::first_base + below(window::last_base - window::first_base + 1));
  }
  guarded_array<unsigned> bases(old_bases);
  test::run({4, 64}, 0, choose_windows<TypeParam>{}, guarded_array<unsigned>(exponents).data(),
            batches, bases.data());
  const std::vector<unsigned> new_bases = bases.download();

  for (unsigned i = 0; i < batches; ++i) {
    const auto* const batch = exponents.data() + i * batch_size;
    const unsigned old_base = old_bases[i];
    const unsigned base = new_bases[i];
    const auto held = [batch](unsigned from) {
      return std::count_if(batch, batch + batch_size, [from](unsigned exponent) {
        return from <= exponent && exponent < from + window::exponents;
      });
    };
    const auto [least, greatest] = std::minmax_element(batch, batch + batch_size);
    const unsigned bottom = *least;
    const unsigned bottom_held = std::max(bottom, window::first_base);
    const unsigned top = *greatest;
    const unsigned end = base + window::exponents;
    const bool is_new = base != old_base;
    SCOPED_TRACE("exponents " + std::to_string(bottom) + " to " + std::to_string(top) +
                 ", old base " + std::to_string(old_base) + ", new base " + std::to_string(base));
    ASSERT_GE(base, window::first_base);
    ASSERT_LE(base, window::last_base);
    ASSERT_TRUE(!is_new || held(base) > held(old_base) + worth_a_move);
    if (top == special) continue;
    // Five greater exponents fit too, if all that there are then do, where the window has moved.
    if (top - bottom < window::exponents) {
      const bool all_fit = bottom_held == bottom && top < last_end;
      ASSERT_TRUE(!all_fit || held(base) >= batch_size - (is_new ? 0 : worth_a_move));
      ASSERT_TRUE(!is_new || end >= std::min({top + 6, bottom_held + window::exponents, last_end}));
    } else {
      const unsigned roomy = std::clamp(top + 6, window::first_base + window::exponents, last_end);
      ASSERT_GE(held(base) + worth_a_move, held(roomy - window::exponents));
      ASSERT_TRUE(!is_new || end >= std::min(top + 6, last_end));
    }
  }
}

// An infinity or a NaN has the exponent next to that of the greatest numbers.
TYPED_TEST(exact_property, sum_of_the_greatest_numbers_and_specials) {
  using limits = std::numeric_limits<TypeParam>;
  constexpr TypeParam inf = limits::infinity();
  for (const TypeParam great : {limits::max(), limits::max() / 2, limits::max() / 64}) {
    for (const TypeParam special : {inf, -inf, limits::quiet_NaN(), -limits::quiet_NaN()}) {
      for (const std::size_t place : {0u, 5u, 100u, 1000u}) {
        std::vector<TypeParam> values(1001);
        for (std::size_t i = 0; i < values.size(); ++i) values[i] = i % 2 == 0 ? great : -great;
        values[place] = special;
        const guarded_array<TypeParam> input(values);
        const word_of<TypeParam> expected = expected_bits(values);
        EXPECT_EQ(bits_of(summed_in({1, 1}, true, input)), expected) << special << " at " << place;
        EXPECT_EQ(bits_of(summed_in({2, 33}, false, input)), expected) << special;
        EXPECT_EQ(bits_of(summed_one_by_one({1, 32}, input)), expected) << special;
      }
    }
  }
}

TYPED_TEST(exact_property, sum_of_sums_keeps_infinities_and_nans) {
  using limits = std::numeric_limits<TypeParam>;
  constexpr TypeParam inf = limits::infinity();
  const std::vector<TypeParam> parts = {TypeParam{0}, TypeParam{3}, inf, -inf, limits::quiet_NaN()};
  for (const TypeParam a : parts) {
    for (const TypeParam b : parts) {
      exact_sum<TypeParam> x{};
      exact_sum<TypeParam> y{};
      x.add(a);
      y.add(b);
      exact_sum<TypeParam> z = x;
      z.add(y);
      EXPECT_EQ(bits_of(z.value()), expected_bits<TypeParam>({a, b})) << a << " and " << b;
      z = x;
      z.add_atomically(y);
      EXPECT_EQ(bits_of(z.value()), expected_bits<TypeParam>({a, b})) << a << " and " << b;
    }
  }
}

}  // namespace
