// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Elements that are no array of their own: each call, with elements of a function, of a field and
// of every third, must give what it gives for an array of the same; and `transform_reduce`.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>

#include "support/exact_oracle.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::device_array;
using diatomic::field_elements;
using diatomic::indexed;
using diatomic::op;
using diatomic::strided_elements;
using test::guarded_array;
using test::on_device;

/// 24 bytes, between others that nothing may count.
struct particle {
  double mass;
  float charge;
  std::int32_t cell;
  std::uint8_t kind;
};

constexpr int cells = 50;

std::vector<particle> particles(std::size_t n) {
  std::mt19937 random(static_cast<unsigned>(n));
  std::vector<particle> all(n);
  for (particle& p : all) {
    p.mass = static_cast<double>(random() % 1000) - 300;
    p.charge = static_cast<float>(random() % 9) - 4;
    p.cell = static_cast<std::int32_t>(random() % (cells + 5)) - 2;  // some are none
    p.kind = static_cast<std::uint8_t>(random() % 7);
  }
  return all;
}

/// A field of host elements, as the calls' elements have it.
template <class Field>
std::vector<Field> values_of(const std::vector<particle>& all, Field particle::* field) {
  std::vector<Field> values;
  values.reserve(all.size());
  for (const particle& p : all) values.push_back(p.*field);
  return values;
}

/// A function of the element's number that is no type of the library's.
template <class Field>
struct by_function {
  const particle* all;
  Field particle::* field;
  DIATOMIC_FUNCTION Field operator()(std::size_t i) const { return all[i].*field; }
};

/// Lengths around those of a thread's turn, a block's and a grid's.
std::vector<std::size_t> sizes() {
  return {0, 1, 2, 7, 8, 9, 255, 2048, 2049, 4099, scaled(200000, 9001), scaled(1u << 20, 10007)};
}

/// Calls `check(elements)` with the same elements from an array, a field, a stride and a function.
template <class Field, class Check>
void for_each_source(const std::vector<particle>& all, Field particle::* field, Check check) {
  const auto structures = on_device(all);
  const auto values = on_device(values_of(all, field));
  std::vector<Field> apart(3 * all.size() + 1, Field{99});
  std::vector<Field> backward(2 * all.size() + 1, Field{99});
  for (std::size_t i = 0; i < all.size(); ++i) {
    apart[3 * i] = all[i].*field;
    backward[2 * (all.size() - 1 - i)] = all[i].*field;
  }
  const auto strided = on_device(apart);
  const auto reversed = on_device(backward);
  const std::size_t last = all.empty() ? 0 : 2 * (all.size() - 1);
  {
    SCOPED_TRACE("an array");
    check(static_cast<const Field*>(values.data()));
  }
  {
    SCOPED_TRACE("a field");
    check(field_elements{structures.data(), field});
  }
  {
    SCOPED_TRACE("every third");
    check(strided_elements{strided.data(), 3});
  }
  {
    SCOPED_TRACE("every second, backward");
    check(strided_elements{reversed.data() + last, -2});
  }
  {
    SCOPED_TRACE("a function");
    check(by_function<Field>{structures.data(), field});
  }
}

/// Temporary memory with nothing useful in it.
struct temporary {
  guarded_array<unsigned char> bytes;
  explicit temporary(std::size_t size) : bytes(std::vector<unsigned char>(size, 0xcd)) {}
  void* data() { return bytes.data(); }
  std::size_t size() const { return bytes.size(); }
};

TEST(elements, are_counted_from_anywhere) {
  for (const std::size_t n : sizes()) {
    const std::vector<particle> all = particles(n);
    std::vector<unsigned> want(cells, 5);
    for (const particle& p : all) {
      if (p.cell >= 0 && p.cell < cells) ++want[static_cast<std::size_t>(p.cell)];
    }
    for_each_source(all, &particle::cell, [&](auto elements) {
      auto counts = on_device(std::vector<unsigned>(cells, 5));
      diatomic::stream on;
      diatomic::histogram(on, elements, n, counts.data(), cells, diatomic::value_bin{});
      on.synchronize();
      EXPECT_EQ(counts.download(), want) << n << " values";
    });
  }
}

// Bytes are counted by value, and in packed counters where bins are many.
TEST(elements, of_one_byte_are_counted_from_anywhere) {
  for (const std::size_t n : sizes()) {
    const std::vector<particle> all = particles(n);
    for (const unsigned bins : {5u, 256u}) {
      std::vector<std::uint64_t> want(bins);
      for (const particle& p : all) {
        if (p.kind < bins) ++want[p.kind];
      }
      for_each_source(all, &particle::kind, [&](auto elements) {
        auto counts = on_device(std::vector<std::uint64_t>(bins, 0));
        diatomic::stream on;
        diatomic::histogram(on, elements, n, counts.data(), bins, diatomic::value_bin{});
        on.synchronize();
        EXPECT_EQ(counts.download(), want) << n << " values";
      });
    }
  }
}

/// The bin of a cell among very many: too many for shared memory with columns.
struct far_bin {
  DIATOMIC_FUNCTION unsigned operator()(std::int32_t cell) const {
    return cell < 0 ? diatomic::no_bin : static_cast<unsigned>(cell) * 1999;
  }
};

TEST(elements, are_counted_in_many_bins) {
  constexpr unsigned bins = 100000;
  const std::size_t n = scaled(300000, 20011);
  const std::vector<particle> all = particles(n);
  std::vector<unsigned> want(bins);
  for (const particle& p : all) {
    const unsigned bin = far_bin{}(p.cell);
    if (bin < bins) ++want[bin];
  }
  for_each_source(all, &particle::cell, [&](auto elements) {
    auto counts = on_device(std::vector<unsigned>(bins, 0));
    diatomic::stream on;
    diatomic::histogram(on, elements, n, counts.data(), bins, far_bin{});
    on.synchronize();
    EXPECT_EQ(counts.download(), want);
  });
}

TEST(elements, have_weights_from_anywhere) {
  for (const std::size_t n : sizes()) {
    const std::vector<particle> all = particles(n);
    std::vector<float> want(cells, 1);
    for (const particle& p : all) {
      if (p.cell >= 0 && p.cell < cells) want[static_cast<std::size_t>(p.cell)] += p.charge;
    }
    const auto structures = on_device(all);
    const auto check = [&](auto input, auto weights) {
      auto counts = on_device(std::vector<float>(cells, 1));
      diatomic::stream on;
      diatomic::weighted_histogram(on, input, weights, n, counts.data(), cells,
                                   diatomic::value_bin{});
      on.synchronize();
      EXPECT_EQ(counts.download(), want) << n << " values";
    };
    const field_elements cell{structures.data(), &particle::cell};
    for_each_source(all, &particle::charge, [&](auto weights) { check(cell, weights); });
    const field_elements charge{structures.data(), &particle::charge};
    for_each_source(all, &particle::cell, [&](auto input) { check(input, charge); });
  }
}

TEST(elements, are_scattered_from_anywhere) {
  for (const std::size_t n : sizes()) {
    const std::vector<particle> all = particles(n);
    for (const std::size_t count : {std::size_t{cells}, std::size_t{70000}}) {
      std::vector<double> want(count, 0.5);
      for (const particle& p : all) {
        const auto at = static_cast<std::size_t>(static_cast<std::int64_t>(p.cell));
        if (at < count) want[at] += p.mass;
      }
      const auto structures = on_device(all);
      const auto check = [&](auto indices, auto values) {
        auto words = on_device(std::vector<double>(count, 0.5));
        diatomic::stream on;
        diatomic::scatter_add(on, indices, values, n, words.data(), count);
        on.synchronize();
        EXPECT_EQ(words.download(), want) << n << " values";
      };
      const field_elements cell{structures.data(), &particle::cell};
      for_each_source(all, &particle::mass, [&](auto values) { check(cell, values); });
      const field_elements mass{structures.data(), &particle::mass};
      for_each_source(all, &particle::cell, [&](auto indices) { check(indices, mass); });
    }
  }
}

template <op Op, class Elements, class T>
T reduced(Elements elements, std::size_t n, T none) {
  auto result = on_device(std::vector<T>{none});
  temporary temp(diatomic::reduce_temp_bytes(n));
  diatomic::stream on;
  diatomic::reduce<Op>(on, elements, n, result.data(), temp.data(), temp.size());
  on.synchronize();
  return result.download()[0];
}

TEST(elements, are_reduced_from_anywhere) {
  for (const std::size_t n : sizes()) {
    const std::vector<particle> all = particles(n);
    double sum = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    for (const particle& p : all) {
      sum += p.mass;
      least = p.mass < least ? p.mass : least;
      most = p.mass > most ? p.mass : most;
    }
    for_each_source(all, &particle::mass, [&](auto elements) {
      SCOPED_TRACE(testing::Message() << n << " elements");
      EXPECT_EQ((reduced<op::add>(elements, n, 99.0)), sum);
      EXPECT_EQ((reduced<op::min>(elements, n, 99.0)), least);
      EXPECT_EQ((reduced<op::max>(elements, n, 99.0)), most);
    });
  }
}

// An element is converted before it is added: a sum of bytes in 64 bits, of floats in a double.
TEST(elements, are_converted_to_the_results_type) {
  for (const std::size_t n : sizes()) {
    const std::vector<particle> all = particles(n);
    std::uint64_t kinds = 0;
    double charges = 0;
    for (const particle& p : all) {
      kinds += p.kind;
      charges += p.charge;
    }
    for_each_source(all, &particle::kind, [&](auto elements) {
      EXPECT_EQ((reduced<op::add>(elements, n, std::uint64_t{99})), kinds) << n << " bytes";
    });
    for_each_source(all, &particle::charge, [&](auto elements) {
      EXPECT_EQ((reduced<op::add>(elements, n, 99.0)), charges) << n << " floats";
    });
  }
}

TEST(elements, are_searched_from_anywhere) {
  for (const std::size_t n : sizes()) {
    if (n == 0) continue;
    const std::vector<particle> all = particles(n);
    std::size_t first_least = 0;
    std::size_t first_most = 0;
    for (std::size_t i = 1; i < n; ++i) {
      if (all[i].charge < all[first_least].charge) first_least = i;
      if (all[i].charge > all[first_most].charge) first_most = i;
    }
    for_each_source(all, &particle::charge, [&](auto elements) {
      SCOPED_TRACE(testing::Message() << n << " elements");
      guarded_array<indexed<float>> result(2);
      temporary temp(diatomic::reduce_temp_bytes(n));
      diatomic::stream on;
      diatomic::arg_min(on, elements, n, result.data(), temp.data(), temp.size());
      diatomic::arg_max(on, elements, n, result.data() + 1, temp.data(), temp.size());
      on.synchronize();
      const auto found = result.download();
      EXPECT_EQ(found[0].index, first_least);
      EXPECT_EQ(found[0].value, all[first_least].charge);
      EXPECT_EQ(found[1].index, first_most);
      EXPECT_EQ(found[1].value, all[first_most].charge);
    });
  }
}

/// Masses of very different magnitudes, which a sum in any order would round.
TEST(elements, have_the_same_reproducible_sum_from_anywhere) {
  for (const std::size_t n : sizes()) {
    std::vector<particle> all = particles(n);
    for (std::size_t i = 0; i < n; ++i) {
      all[i].mass = std::ldexp(all[i].mass, static_cast<int>(i * 37 % 600) - 300);
    }
    std::vector<double> sums;
    for_each_source(all, &particle::mass, [&](auto elements) {
      auto result = on_device(std::vector<double>{99});
      temporary temp(diatomic::reproducible_sum_temp_bytes<double>(n));
      diatomic::stream on;
      diatomic::reproducible_sum(on, elements, n, result.data(), temp.data(), temp.size());
      on.synchronize();
      sums.push_back(result.download()[0]);
      EXPECT_EQ(test::exact::bits_of(sums.back()), test::exact::bits_of(sums.front()))
          << n << " elements";
    });
  }
}

template <class T>
struct square {
  template <class Element>
  DIATOMIC_FUNCTION T operator()(Element v) const {
    return static_cast<T>(v) * static_cast<T>(v);
  }
};

/// `transform_reduce` of elements of one type to a result of another, at each offset.
template <class Element, class T>
void check_squares() {
  for (const std::size_t n : sizes()) {
    for (const std::size_t offset : {0u, 1u, 3u}) {
      std::vector<Element> values(n + offset);
      std::mt19937 random(static_cast<unsigned>(n + offset));
      T sum{};
      T most = std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                    : std::numeric_limits<T>::lowest();
      for (std::size_t i = 0; i < n; ++i) {
        const Element v = values[offset + i] = static_cast<Element>(random() % 3);
        const T due = square<T>{}(v);
        sum = static_cast<T>(sum + due);
        most = due > most ? due : most;
      }
      const auto input = on_device(values);
      auto results = on_device(std::vector<T>{T{99}, T{99}});
      temporary temp(diatomic::reduce_temp_bytes(n));
      diatomic::stream on;
      diatomic::transform_reduce<op::add>(on, input.data() + offset, n, square<T>{}, results.data(),
                                          temp.data(), temp.size());
      diatomic::transform_reduce<op::max>(on, input.data() + offset, n, square<T>{},
                                          results.data() + 1, temp.data(), temp.size());
      on.synchronize();
      EXPECT_EQ(results.download(), (std::vector<T>{sum, most}))
          << n << " elements of " << sizeof(Element) << " bytes, " << offset << " off, to "
          << sizeof(T);
    }
  }
}

TEST(transform_reduce, of_elements_of_each_size_to_each_size) {
  check_squares<std::uint8_t, std::uint32_t>();
  check_squares<std::uint8_t, double>();
  check_squares<std::int16_t, int>();
  check_squares<std::uint16_t, std::int64_t>();
  check_squares<float, float>();
  check_squares<int, double>();
  check_squares<double, float>();
  check_squares<std::int64_t, std::int32_t>();
}

/// Three floats; without a default constructor, as many a class of points.
struct point {
  float x, y, z;
  point() = delete;
  point(float x_, float y_, float z_) : x(x_), y(y_), z(z_) {}
};
/// 4 bytes without a default constructor, which vectors of 16 bytes could hold.
struct charge {
  float of;
  charge() = delete;
  explicit charge(float v) : of(v) {}
};
struct squared_length {
  DIATOMIC_FUNCTION double operator()(const point& p) const {
    return static_cast<double>(p.x) * p.x + static_cast<double>(p.y) * p.y +
           static_cast<double>(p.z) * p.z;
  }
  DIATOMIC_FUNCTION double operator()(const charge& c) const {
    return static_cast<double>(c.of) * c.of;
  }
};
/// The lower corner, and the upper one.
struct box {
  float low, high;
  double volume;
};
struct box_of {
  DIATOMIC_FUNCTION box operator()(const point& p) const { return {p.x, p.x, 1}; }
};
struct joined {
  DIATOMIC_FUNCTION box operator()(box a, box b) const {
    return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high, a.volume + b.volume};
  }
};

TEST(transform_reduce, of_structures) {
  for (const std::size_t n : sizes()) {
    std::mt19937 random(static_cast<unsigned>(n));
    std::vector<point> points;
    std::vector<charge> charges;
    double norms = 0;
    double squares = 0;
    box all{1e30f, -1e30f, 0};
    for (std::size_t i = 0; i < n; ++i) {
      const auto coordinate = [&random] { return static_cast<float>(random() % 21) - 10; };
      const float x = coordinate();
      const float y = coordinate();
      points.emplace_back(x, y, coordinate());
      charges.emplace_back(coordinate());
      norms += squared_length{}(points.back());
      squares += squared_length{}(charges.back());
      all = joined{}(all, box_of{}(points.back()));
    }
    const auto input = on_device(points);
    const auto singles = on_device(charges);
    auto sums = on_device(std::vector<double>{99, 99});
    auto boxes = on_device(std::vector<box>{box{0, 0, 0}});
    temporary temp(diatomic::reduce_temp_bytes(n));
    diatomic::stream on;
    diatomic::transform_reduce<op::add>(on, input.data(), n, squared_length{}, sums.data(),
                                        temp.data(), temp.size());
    diatomic::transform_reduce<op::add>(on, singles.data(), n, squared_length{}, sums.data() + 1,
                                        temp.data(), temp.size());
    diatomic::transform_reduce(on, input.data(), n, joined{}, box_of{}, box{1e30f, -1e30f, 0},
                               boxes.data(), temp.data(), temp.size());
    on.synchronize();
    EXPECT_EQ(sums.download(), (std::vector<double>{norms, squares})) << n << " points";
    const box found = boxes.download()[0];
    EXPECT_EQ(found.low, all.low) << n << " points";
    EXPECT_EQ(found.high, all.high) << n << " points";
    EXPECT_EQ(found.volume, all.volume) << n << " points";
  }
}

/// Charges of 4 bytes, by their bits: a histogram's input need not have a default constructor.
struct bin_of_charge {
  DIATOMIC_FUNCTION unsigned operator()(const charge& c) const {
    return static_cast<unsigned>(c.of);
  }
};

TEST(elements, need_no_default_constructor) {
  const std::size_t n = scaled(50000, 3001);
  std::vector<charge> charges;
  std::vector<unsigned> counts_wanted(10);
  std::vector<double> sums_wanted(10);
  for (std::size_t i = 0; i < n; ++i) {
    charges.emplace_back(static_cast<float>(i % 10));
    ++counts_wanted[i % 10];
    sums_wanted[i % 10] += static_cast<double>(i % 3);
  }
  std::vector<double> weights(n);
  for (std::size_t i = 0; i < n; ++i) weights[i] = static_cast<double>(i % 3);
  const auto input = on_device(charges);
  const auto with = on_device(weights);
  auto counts = on_device(std::vector<unsigned>(10));
  auto sums = on_device(std::vector<double>(10));
  diatomic::stream on;
  diatomic::histogram(on, input.data(), n, counts.data(), 10, bin_of_charge{});
  diatomic::weighted_histogram(on, input.data(), with.data(), n, sums.data(), 10, bin_of_charge{});
  on.synchronize();
  EXPECT_EQ(counts.download(), counts_wanted);
  EXPECT_EQ(sums.download(), sums_wanted);
}

/// A dot product: of what lies nowhere.
struct product {
  const float* x;
  const float* y;
  DIATOMIC_FUNCTION double operator()(std::size_t i) const {
    return static_cast<double>(x[i]) * y[i];
  }
};
/// The number itself.
struct number {
  DIATOMIC_FUNCTION std::uint64_t operator()(std::size_t i) const { return i; }
};

TEST(elements, of_a_function_need_no_memory) {
  const std::size_t n = scaled(100000, 5003);
  std::vector<float> x(n);
  std::vector<float> y(n);
  double want = 0;
  for (std::size_t i = 0; i < n; ++i) {
    x[i] = static_cast<float>(i % 13);
    y[i] = static_cast<float>(i % 7);
    want += static_cast<double>(x[i]) * y[i];
  }
  const auto left = on_device(x);
  const auto right = on_device(y);
  EXPECT_EQ((reduced<op::add>(product{left.data(), right.data()}, n, 0.0)), want);
  EXPECT_EQ((reduced<op::add>(number{}, n, std::uint64_t{0})), std::uint64_t{n} * (n - 1) / 2);
}

// Numbers of elements above 2^32, without the memory for them.
TEST(elements, of_a_function_may_be_more_than_32_bits_count) {
  if (diatomic::properties(diatomic::current_device()).warp_size == 1 || test::scale() < 1) {
    GTEST_SKIP() << "takes a GPU at full scale";
  }
  const std::uint64_t n = (std::uint64_t{1} << 32) + 12345;
  const std::uint64_t sum = (n % 2 == 0) ? n / 2 * (n - 1) : (n - 1) / 2 * n;
  EXPECT_EQ((reduced<op::add>(number{}, n, std::uint64_t{0})), sum);
  EXPECT_EQ((reduced<op::max>(number{}, n, std::uint64_t{0})), n - 1);
}

template <class T>
struct upper_half {
  DIATOMIC_FUNCTION T operator()(std::size_t i) const { return static_cast<T>(i >> 32); }
};
struct one {
  DIATOMIC_FUNCTION unsigned operator()(std::size_t) const { return 1; }
};

TEST(elements, above_32_bits_are_counted_searched_and_summed) {
  if (diatomic::properties(diatomic::current_device()).warp_size == 1 || test::scale() < 1) {
    GTEST_SKIP() << "takes a GPU at full scale";
  }
  constexpr std::uint64_t far = std::uint64_t{1} << 32;
  const std::size_t n = far + 12345;
  auto counts = on_device(std::vector<std::uint64_t>(3, 0));
  auto words = on_device(std::vector<std::uint64_t>(3, 0));
  guarded_array<indexed<unsigned>> ends(2);
  guarded_array<double> sum(1);
  temporary temp(diatomic::reduce_temp_bytes(n));
  temporary sum_temp(diatomic::reproducible_sum_temp_bytes<double>(n));
  diatomic::stream on;
  diatomic::histogram(on, upper_half<unsigned>{}, n, counts.data(), 3, diatomic::value_bin{});
  diatomic::scatter_add(on, upper_half<unsigned>{}, one{}, n, words.data(), 3);
  diatomic::arg_max(on, upper_half<unsigned>{}, n, ends.data(), temp.data(), temp.size());
  diatomic::arg_min(on, upper_half<unsigned>{}, n, ends.data() + 1, temp.data(), temp.size());
  diatomic::reproducible_sum(on, upper_half<double>{}, n, sum.data(), sum_temp.data(),
                             sum_temp.size());
  on.synchronize();
  const std::vector<std::uint64_t> expected = {far, 12345, 0};
  EXPECT_EQ(counts.download(), expected);
  EXPECT_EQ(words.download(), expected);
  EXPECT_EQ(ends.download()[0].index, far);
  EXPECT_EQ(ends.download()[1].index, 0u);
  EXPECT_EQ(sum.download()[0], 12345);
}

/// Ones; on the CPU, where a kernel can, it throws instead of one of them.
struct ones_but_for {
  std::size_t place;
  DIATOMIC_FUNCTION unsigned operator()([[maybe_unused]] std::size_t i) const {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
    if (i == place) throw std::domain_error("on purpose");
#endif
    return 1;
  }
};

// The exception comes to the caller, and the next call finds its memory fit for use.
TEST(elements, whose_function_throws_harm_no_other_call) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "kernels that cannot throw";
  const std::size_t n = scaled(1u << 20, 70000);
  temporary temp(diatomic::reduce_temp_bytes(n));
  auto result = on_device(std::vector<unsigned>{99});
  auto counts = on_device(std::vector<unsigned>(4, 0));
  for (const std::size_t place : {std::size_t{0}, n / 2, n - 1}) {
    EXPECT_THROW(
        {
          diatomic::stream on;
          diatomic::reduce<op::add>(on, ones_but_for{place}, n, result.data(), temp.data(),
                                    temp.size());
          on.synchronize();
        },
        std::domain_error);
    diatomic::stream on;
    diatomic::reduce<op::add>(on, ones_but_for{n}, n, result.data(), temp.data(), temp.size());
    on.synchronize();
    EXPECT_EQ(result.download()[0], n);
    EXPECT_THROW(
        {
          diatomic::stream other;
          diatomic::histogram(other, ones_but_for{place}, n, counts.data(), 4,
                              diatomic::value_bin{});
          other.synchronize();
        },
        std::domain_error);
    counts.fill_bytes(0);
    diatomic::histogram(on, ones_but_for{n}, n, counts.data(), 4, diatomic::value_bin{});
    on.synchronize();
    EXPECT_EQ(counts.download(), (std::vector<unsigned>{0, static_cast<unsigned>(n), 0, 0}));
  }
}

}  // namespace
