// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `reduce`, `arg_min` and `arg_max` of any array, at any address, from any number of host threads
// and streams: against loops over the same numbers.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ostream>
#include <random>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reduce.hpp>

#include "properties/number_patterns.hpp"
#include "properties/property.hpp"
#include "support/history.hpp"
#include "support/kernel_run.hpp"
#include "support/loose_bytes.hpp"
#include "support/scale.hpp"
#include "support/total_order.hpp"

namespace {

using diatomic::indexed;
using diatomic::op;
using test::bits_of;
using test::guarded_array;

/// An array, where it is, and who asks.
struct reduce_case {
  std::size_t n;
  std::size_t offset;  ///< of the input's address from a multiple of 16
  test::number_recipe numbers;
  test::callers who;

  friend std::ostream& operator<<(std::ostream& out, const reduce_case& c) {
    return out << c.n << " elements, " << c.offset << " bytes off, " << c.numbers << "; "
               << c.who.threads << " threads with " << c.who.streams << " streams";
  }
};

/// Cases of elements of `size` bytes that begin at multiples of `alignment`.
rc::Gen<reduce_case> reduce_cases(std::size_t size, std::size_t alignment) {
  // A vector, a row and a tile of a block, what all blocks take at once, and a stretch of the host.
  const auto plan = diatomic::detail::plan_reduction(std::size_t{1} << 22, size);
  const std::size_t vector = 16 / size;
  const std::size_t tile = vector * plan.block * diatomic::detail::reduce_vectors;
  const std::size_t most = scaled(200000, 5000);
  std::vector<std::size_t> units = {vector, vector * plan.block, tile, 64 * 1024 / size};
  const std::size_t round = tile * plan.grid;
  const bool takes_a_round = test::scale() >= 1 && round < std::size_t{1} << 23;
  if (takes_a_round) units.push_back(round);
  return rc::gen::build<reduce_case>(
      rc::gen::set(&reduce_case::n, test::some_size(units, most)),
      rc::gen::set(&reduce_case::offset,
                   rc::gen::map(rc::gen::inRange<std::size_t>(0, 16 / alignment),
                                [=](std::size_t i) { return i * alignment; })),
      rc::gen::set(&reduce_case::numbers, test::some_numbers()),
      rc::gen::set(&reduce_case::who, test::some_callers()));
}

/// What one call works on: its own result and temporary memory between guards, a common input.
template <class T, class Result>
struct reduction_memory {
  const guarded_array<T>* input;
  guarded_array<Result> result{1};
  guarded_array<unsigned char> temp;

  explicit reduction_memory(const guarded_array<T>& from)
      : input(&from), temp(diatomic::reduce_temp_bytes(from.size())) {}

  std::string damage() const {
    return input->first_change() + result.first_change() + temp.first_change();
  }
};

template <class T>
std::string told(const char* what, T found, T expected) {
  std::ostringstream out;
  out.precision(std::numeric_limits<T>::max_digits10);
  out << what << " is " << found << ", and should be " << expected << ". ";
  return out.str();
}

/// What is wrong with a sum of floats, by the bound that `reduce` documents.
template <class T>
std::string wrong_sum(const std::vector<T>& values, T found) {
  constexpr long double greatest = std::numeric_limits<T>::max();
  constexpr T inf = std::numeric_limits<T>::infinity();
  long double sum = 0;
  long double magnitudes = 0;
  bool has[2] = {false, false};
  bool has_nan = false;
  for (const T v : values) {
    has_nan = has_nan || std::isnan(v);
    if (std::isinf(v)) has[std::signbit(v)] = true;
    if (!std::isfinite(v)) continue;
    sum += v;
    magnitudes += std::fabs(static_cast<long double>(v));
  }
  if (has_nan || (has[0] && has[1])) return std::isnan(found) ? "" : told("sum", found, T(NAN));
  if (magnitudes > greatest) return "";  // Partial sums may be infinite, by the order.
  if (has[0] || has[1]) {
    const T expected = has[0] ? inf : -inf;
    return found == expected ? "" : told("sum", found, expected);
  }
  // Half an epsilon of T for each addition, and of the loop above.
  const long double u =
      std::numeric_limits<T>::epsilon() / 2 + 2 * std::numeric_limits<long double>::epsilon();
  const long double roundings = u * static_cast<long double>(values.size());
  const long double allowed = roundings / (1 - roundings) * magnitudes;
  const bool is_near = std::fabs(static_cast<long double>(found) - sum) <= allowed;
  return is_near ? "" : told("sum", found, static_cast<T>(sum));
}

/// The serial results of one array.
template <class T>
struct expectation {
  const std::vector<T>& values;
  T sum{};
  std::size_t least = 0;
  std::size_t most = 0;
  bool is_exact = true;  ///< the sum

  explicit expectation(const reduce_case& c, const std::vector<T>& of) : values(of) {
    if constexpr (std::is_integral_v<T>) {
      using word = std::make_unsigned_t<T>;
      for (const T v : of) sum = static_cast<T>(static_cast<word>(sum) + static_cast<word>(v));
    } else {
      is_exact = c.numbers.pattern == test::number_pattern::whole_numbers;
      if (is_exact) {
        for (const T v : of) sum += v;
      }
    }
    for (std::size_t i = 1; i < of.size(); ++i) {
      if (test::comes_before(of[i], of[least])) least = i;
      if (test::comes_before(of[most], of[i])) most = i;
    }
  }
};

template <op Op, class T>
struct value_call : reduction_memory<T, T> {
  const expectation<T>* expected;

  value_call(const guarded_array<T>& from, const expectation<T>& of)
      : reduction_memory<T, T>(from), expected(&of) {}

  void start(diatomic::stream& on) {
    diatomic::reduce<Op>(on, this->input->data(), this->input->size(), this->result.data(),
                         this->temp.data(), this->temp.size());
  }
  std::string wrong() const {
    const T found = this->result.download()[0];
    const std::string damage = this->damage();
    if constexpr (Op == op::add && std::is_floating_point_v<T>) {
      if (!expected->is_exact) return damage + wrong_sum(expected->values, found);
    }
    if constexpr (Op == op::add) {
      return damage + (found == expected->sum ? "" : told("sum", found, expected->sum));
    }
    if (expected->values.empty()) return damage;
    const T best = expected->values[Op == op::min ? expected->least : expected->most];
    return damage + (bits_of(found) == bits_of(best) ? "" : told("extremum", found, best));
  }
};

template <op Op, class T>
struct search_call : reduction_memory<T, indexed<T>> {
  const expectation<T>* expected;

  search_call(const guarded_array<T>& from, const expectation<T>& of)
      : reduction_memory<T, indexed<T>>(from), expected(&of) {}

  void start(diatomic::stream& on) {
    if constexpr (Op == op::min) {
      diatomic::arg_min(on, this->input->data(), this->input->size(), this->result.data(),
                        this->temp.data(), this->temp.size());
    } else {
      diatomic::arg_max(on, this->input->data(), this->input->size(), this->result.data(),
                        this->temp.data(), this->temp.size());
    }
  }
  std::string wrong() const {
    const indexed<T> found = this->result.download()[0];
    const std::string damage = this->damage();
    const std::uint64_t at = Op == op::min ? expected->least : expected->most;
    const std::uint64_t wanted = expected->values.empty() ? diatomic::no_index : at;
    if (found.index != wanted) return damage + told("index", found.index, wanted);
    if (expected->values.empty()) return damage;
    const T best = expected->values[at];
    return damage + (bits_of(found.value) == bits_of(best) ? "" : told("value", found.value, best));
  }
};

template <class T>
class reduce_property : public testing::Test {
 protected:
  template <template <op, class> class Call, op Op>
  static void holds() {
    test::check_property<reduce_case>(
        70, reduce_cases(sizeof(T), alignof(T)), [](const reduce_case& c) {
          const std::vector<T> values = c.numbers.make<T>(c.n);
          guarded_array<T> input(values, c.offset);
          input.make_constant();
          const expectation<T> expected(c, values);
          return test::wrong_of_all(c.who, [&] { return Call<Op, T>(input, expected); });
        });
  }
};
using numbers = testing::Types<int, unsigned, long, unsigned long, float, double>;
TYPED_TEST_SUITE(reduce_property, numbers, test::type_names);

TYPED_TEST(reduce_property, sum) { TestFixture::template holds<value_call, op::add>(); }
TYPED_TEST(reduce_property, minimum) { TestFixture::template holds<value_call, op::min>(); }
TYPED_TEST(reduce_property, maximum) { TestFixture::template holds<value_call, op::max>(); }
TYPED_TEST(reduce_property, first_minimum) { TestFixture::template holds<search_call, op::min>(); }
TYPED_TEST(reduce_property, first_maximum) { TestFixture::template holds<search_call, op::max>(); }

template <class T>
struct function_call : reduction_memory<T, T> {
  T expected;

  function_call(const guarded_array<T>& from, T of) : reduction_memory<T, T>(from), expected(of) {}

  void start(diatomic::stream& on) {
    diatomic::reduce(on, this->input->data(), this->input->size(), test::xor_and_add{}, T{},
                     this->result.data(), this->temp.data(), this->temp.size());
  }
  std::string wrong() const {
    const bool is_right = bits_of(this->result.download()[0]) == bits_of(expected);
    return this->damage() + (is_right ? "" : "not the result of a loop. ");
  }
};

template <class T>
class function_property : public testing::Test {};
using structs =
    testing::Types<test::loose_bytes<4, 1>, test::loose_bytes<4, 2>, test::loose_bytes<4, 4>,
                   test::loose_bytes<8, 1>, test::loose_bytes<8, 4>, test::loose_bytes<8, 8>,
                   test::loose_bytes<16, 1>, test::loose_bytes<16, 4>, test::loose_bytes<16, 8>,
                   test::loose_bytes<16, 16>>;
TYPED_TEST_SUITE(function_property, structs, test::loose_bytes_names);

TYPED_TEST(function_property, result) {
  const auto cases = reduce_cases(sizeof(TypeParam), alignof(TypeParam));
  test::check_property<reduce_case>(40, cases, [](const reduce_case& c) {
    const auto values = test::any_bytes<TypeParam>(c.n, c.numbers.seed);
    guarded_array<TypeParam> input(values, c.offset);
    input.make_constant();
    TypeParam expected{};
    for (const TypeParam& v : values) expected = test::xor_and_add{}(expected, v);
    return test::wrong_of_all(c.who, [&] { return function_call<TypeParam>(input, expected); });
  });
}

}  // namespace
