// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `edge_bin` in host code and kernels, against a walk along the edges. Values and edges are places
/// in the order of their type, so that the oracle compares integers, whatever the compiler's
/// options.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/diatomic.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace edge_bins_tests {
namespace {

using diatomic::edge_bin;
using diatomic::edge_bins;
using diatomic::last_edge;
using diatomic::no_bin;
__extension__ using place = __int128;

template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// The place of infinity, or of the type's greatest integer.
template <class T>
place greatest_of() {
  if constexpr (std::is_same_v<T, float>) return 0x7f800000;
  if constexpr (std::is_same_v<T, double>) return 0x7ff0000000000000;
  if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::max();
}
template <class T>
place least_of() {
  if constexpr (std::is_integral_v<T>) return std::numeric_limits<T>::min();
  return -greatest_of<T>();
}

/// The value at a place; places beyond the infinities are NaNs. -0 and +0 share a place.
template <class T>
T value_at(place at) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(at);
  } else {
    constexpr auto sign = static_cast<bits_of<T>>(bits_of<T>{1} << (8 * sizeof(T) - 1));
    const auto magnitude = static_cast<bits_of<T>>(at < 0 ? -at : at);
    return diatomic::detail::bits_as<T>(
        static_cast<bits_of<T>>(at < 0 ? magnitude | sign : magnitude));
  }
}
template <class T>
std::vector<T> values_at(const std::vector<place>& places) {
  std::vector<T> values;
  for (const place at : places) values.push_back(value_at<T>(at));
  return values;
}

/// The oracle.
unsigned walked(const std::vector<place>& edges, place at, last_edge last) {
  const auto bins = static_cast<unsigned>(edges.size() - 1);
  for (unsigned b = 0; b < bins; ++b) {
    if (edges[b] <= at && at < edges[b + 1]) return b;
  }
  return last == last_edge::included && at == edges[bins] ? bins - 1 : no_bin;
}

template <class T>
place random_place(std::mt19937_64& random) {
  const auto range = static_cast<std::uint64_t>(greatest_of<T>() - least_of<T>());
  const std::uint64_t above = range == ~std::uint64_t{0} ? random() : random() % (range + 1);
  return least_of<T>() + place{above};
}

enum class spread { anywhere, lowest, around_zero, highest, ends };

/// Rising edges: anywhere, or neighbours at an end of the type or around zero, or with both ends.
template <class T>
std::vector<place> some_edges(std::size_t count, spread how, std::mt19937_64& random) {
  const place range = greatest_of<T>() - least_of<T>() + 1;
  count = range < place{count} ? static_cast<std::size_t>(range) : count;
  std::set<place> found;
  if (how == spread::ends) found = {least_of<T>(), greatest_of<T>()};
  place next = how == spread::highest       ? greatest_of<T>() - place{count} + 1
               : how == spread::around_zero ? -place{count / 2}
                                            : least_of<T>();
  next = std::max(next, least_of<T>());
  while (found.size() < count) {
    const bool is_random = how == spread::anywhere || how == spread::ends;
    found.insert(is_random ? random_place<T>(random) : next++);
  }
  return {found.begin(), found.end()};
}

/// At the edges, next to them, at the ends of T, and anywhere.
template <class T>
std::vector<place> some_places(const std::vector<place>& edges, std::mt19937_64& random) {
  std::vector<place> places{least_of<T>(), -1, 0, 1, greatest_of<T>()};
  for (std::size_t i = 0; i < edges.size(); i += 1 + edges.size() / 64) {
    for (int off = -1; off <= 1; ++off) places.push_back(edges[i] + off);
  }
  for (int off = -1; off <= 1; ++off) places.push_back(edges.back() + off);
  for (int i = 0; i < 32; ++i) places.push_back(random_place<T>(random));
  const auto is_none = [](place at) { return at < least_of<T>() || at > greatest_of<T>(); };
  places.erase(std::remove_if(places.begin(), places.end(), is_none), places.end());
  return places;
}

struct edge_kernel {
  template <class Edge, class T>
  DIATOMIC_DEVICE void operator()(edge_bin<Edge> bin_of, const T* values, std::size_t n,
                                  unsigned* bins) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      bins[i] = bin_of(values[i]);
    }
  }
};

template <class Edge, class T>
void expect_bins(const std::vector<Edge>& edges, last_edge last, const std::vector<T>& values,
                 const std::vector<unsigned>& expected) {
  const auto count = static_cast<unsigned>(edges.size());
  const edge_bin<Edge> in_host_code(edges.data(), count, last);
  EXPECT_EQ(in_host_code.bins(), count - 1);
  std::vector<unsigned> found;
  for (const T& value : values) found.push_back(in_host_code(value));
  EXPECT_EQ(found, expected) << count << " edges, in host code";
  const auto edges_there = test::on_device(edges);
  const auto values_there = test::on_device(values);
  auto bins = test::on_device(std::vector<unsigned>(values.size(), 77));
  const edge_bin<Edge> bin_of = edge_bins(edges.data(), edges_there.data(), count, last);
  test::run({2, 64}, 0, edge_kernel{}, bin_of, values_there.data(), values.size(), bins.data());
  EXPECT_EQ(bins.download(), expected) << count << " edges, in a kernel";
}

template <class Edge>
class bins_between_edges : public testing::Test {};
using edge_types =
    testing::Types<float, double, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(bins_between_edges, edge_types, );

/// Calls `check` with all spreads of edges, from one bin to many.
template <class Edge, class Check>
void for_each_edges(std::mt19937_64& random, Check check) {
  for (const std::size_t count :
       std::vector<std::size_t>{2, 3, 4, 5, 8, 33, test::scaled(1000, 100)}) {
    for (int how = 0; how <= static_cast<int>(spread::ends); ++how) {
      const auto edges = some_edges<Edge>(count, static_cast<spread>(how), random);
      check(edges, how % 2 == 0 ? last_edge::included : last_edge::excluded);
    }
  }
}

TYPED_TEST(bins_between_edges, are_exact) {
  std::mt19937_64 random(1);
  for_each_edges<TypeParam>(random, [&](const std::vector<place>& edges, last_edge last) {
    std::vector<place> places = some_places<TypeParam>(edges, random);
    std::vector<unsigned> expected;
    for (const place at : places) expected.push_back(walked(edges, at, last));
    if constexpr (std::is_floating_point_v<TypeParam>) {
      for (const place beyond : {place{1}, place{0x1000}, greatest_of<TypeParam>() / 4096}) {
        places.push_back(greatest_of<TypeParam>() + beyond);
        places.push_back(least_of<TypeParam>() - beyond);
        expected.insert(expected.end(), 2, no_bin);
      }
    }
    expect_bins(values_at<TypeParam>(edges), last, values_at<TypeParam>(places), expected);
  });
}

enum class small : std::int8_t {};
enum class large : std::uint64_t {};

/// Values of other integer types, of which the edges' type may have none.
TYPED_TEST(bins_between_edges, take_integers_of_all_types) {
  using edge = TypeParam;
  if constexpr (std::is_integral_v<edge>) {
    std::mt19937_64 random(2);
    for_each_edges<edge>(random, [&](const std::vector<place>& edges, last_edge last) {
      const auto check = [&](auto type) {
        using T = decltype(type);
        using base = typename diatomic::detail::integer_behind<T>::type;
        std::vector<T> values;
        std::vector<unsigned> expected;
        for (const place at : some_places<base>(edges, random)) {
          values.push_back(static_cast<T>(static_cast<base>(at)));
          expected.push_back(walked(edges, at, last));
        }
        const auto real = values_at<edge>(edges);
        const edge_bin<edge> bin_of(real.data(), static_cast<unsigned>(real.size()), last);
        for (std::size_t i = 0; i < values.size(); ++i) {
          ASSERT_EQ(bin_of(values[i]), expected[i]) << "of " << sizeof(T) << " bytes";
        }
        // Two types suffice in kernels, whose instances take long to compile.
        if constexpr (std::is_same_v<T, std::int8_t> || std::is_same_v<T, large>) {
          if (edges.size() == 4) expect_bins(real, last, values, expected);
        }
      };
      check(std::int8_t{}), check(std::uint8_t{}), check(std::int16_t{}), check(std::uint16_t{});
      check(std::int32_t{}), check(std::uint32_t{}), check(std::int64_t{}), check(std::uint64_t{});
      check(small{}), check(large{});
    });
  }
}

/// Both zeros are one edge; so are halves and floats that are equal.
TEST(edges, between_zeros_infinities_and_types) {
  const float inf = value_at<float>(greatest_of<float>());
  const float tiny = value_at<float>(1);
  const std::vector<float> edges{-inf, -tiny, -0.0f, tiny, 2, inf};
  expect_bins(edges, last_edge::included,
              std::vector<float>{-inf, -1, -tiny, -0.0f, 0.0f, tiny, 1.5f, 2, 1e30f, inf},
              {0, 0, 1, 2, 2, 3, 3, 4, 4, 4});
  expect_bins(edges, last_edge::excluded, std::vector<float>{inf, 1e30f}, {no_bin, 4});
  const std::vector<double> doubles{double{-4}, 0, value_at<double>(1), 2.5};
  expect_bins(doubles, last_edge::included, std::vector<float>{-tiny, 0.0f, tiny, 2.5f, 2.75f},
              {0, 1, 2, 2, no_bin});
  expect_bins(doubles, last_edge::included,
              std::vector<diatomic::half>{diatomic::half(-5.0f), diatomic::half(-4.0f),
                                          diatomic::half(2.5f)},
              {no_bin, 0, 2});
  expect_bins(doubles, last_edge::excluded,
              std::vector<diatomic::bfloat16>{diatomic::bfloat16(2.5f), diatomic::bfloat16(0.5f)},
              {no_bin, 2});
  expect_bins(doubles, last_edge::included, std::vector<int>{-5, -4, -1, 0, 1, 2, 3},
              {no_bin, 0, 0, 1, 2, 2, no_bin});
}

/// Without `edges_bins` nothing is checked: every value has a bin or none, repeated edges have
/// empty bins, and nothing is read where there are fewer than two edges.
TEST(edges, that_do_not_rise_give_bins_that_exist) {
  std::mt19937_64 random(3);
  std::vector<double> values;
  for (int i = 0; i < 200; ++i) values.push_back(value_at<double>(random_place<double>(random)));
  for (unsigned count = 2; count < 40; ++count) {
    std::vector<double> edges = values_at<double>({random_place<double>(random)});
    while (edges.size() < count) edges.push_back(values[random() % 200]);
    edges[random() % count] = value_at<double>(greatest_of<double>() + 1);
    const auto there = test::on_device(edges);
    const auto values_there = test::on_device(values);
    auto bins = test::on_device(std::vector<unsigned>(values.size(), 77));
    test::run({1, 64}, 0, edge_kernel{}, edge_bin<double>(there.data(), count, last_edge::included),
              values_there.data(), values.size(), bins.data());
    for (const unsigned b : bins.download()) EXPECT_TRUE(b == no_bin || b < count - 1) << b;
  }
  const int repeated[] = {0, 1, 1, 1, 2, 2};
  const edge_bin<int> bin_of(repeated, 6, last_edge::included);
  EXPECT_EQ(bin_of(0), 0u);
  EXPECT_EQ(bin_of(1), 3u);
  EXPECT_EQ(bin_of(2), 4u);
  EXPECT_EQ(edge_bin<int>(repeated, 1, last_edge::included)(0), no_bin);
  const edge_bin<float> none(nullptr, 0, last_edge::included);
  EXPECT_EQ(none(0.0f), no_bin);
  EXPECT_EQ(none.bins(), 0u);
}

TYPED_TEST(bins_between_edges, are_refused_if_they_do_not_rise) {
  using edge = TypeParam;
  const auto refusal_of = [](const std::vector<edge>& edges, std::size_t count) {
    return test::thrown_text<std::invalid_argument>([&] {
      edge_bins(edges.data(), edges.data(), static_cast<unsigned>(count), last_edge::included);
    });
  };
  const std::vector<edge> rising = values_at<edge>({0, 1, 2, 3, greatest_of<edge>()});
  for (std::size_t count = 0; count <= 5; ++count) {
    EXPECT_EQ(refusal_of(rising, count),
              count < 2 ? "edge_bins: there are fewer than two edges" : "nothing thrown");
  }
  for (std::size_t i = 1; i < 5; ++i) {
    const std::string text =
        "edge_bins: edge " + std::to_string(i) + " is not above edge " + std::to_string(i - 1);
    std::vector<edge> edges = rising;
    edges[i] = edges[i - 1];
    EXPECT_EQ(refusal_of(edges, 5), text);
    edges[i] = value_at<edge>(least_of<edge>());
    EXPECT_EQ(refusal_of(edges, 5), text);
    EXPECT_EQ(refusal_of(edges, i),
              i < 2 ? "edge_bins: there are fewer than two edges" : "nothing thrown");
  }
  if constexpr (std::is_floating_point_v<edge>) {
    for (std::size_t i = 0; i < 5; ++i) {
      for (const place at : {greatest_of<edge>() + 1, least_of<edge>() - 1}) {
        std::vector<edge> edges = rising;
        edges[i] = value_at<edge>(at);
        EXPECT_EQ(refusal_of(edges, 5), "edge_bins: edge " + std::to_string(i) + " is a NaN");
      }
    }
    EXPECT_EQ(refusal_of({edge{0}, -edge{0}}, 2), "edge_bins: edge 1 is not above edge 0");
  }
  const edge* const none = nullptr;
  EXPECT_EQ(test::thrown_text<std::invalid_argument>(
                [&] { edge_bins(none, rising.data(), 2, last_edge::included); }),
            "edge_bins: edges is null");
  EXPECT_EQ(test::thrown_text<std::invalid_argument>(
                [&] { edge_bins(rising.data(), none, 2, last_edge::included); }),
            "edge_bins: in_kernels is null");
}

/// As an argument of calls on arrays.
template <class T>
void expect_histogram(const std::vector<place>& edges, std::mt19937_64& random) {
  const auto bins = static_cast<unsigned>(edges.size() - 1);
  std::vector<place> places = some_places<T>(edges, random);
  const std::size_t n = test::scaled(20000, 3000);
  while (places.size() < n) {
    const bool is_near = random() % 4 != 0;
    places.push_back(is_near ? edges[random() % edges.size()] : random_place<T>(random));
  }
  std::vector<unsigned> expected(bins, 5);
  for (const place at : places) {
    const unsigned b = walked(edges, at, last_edge::excluded);
    if (b != no_bin) ++expected[b];
  }
  const auto own_edges = values_at<T>(edges);
  const auto there = test::on_device(own_edges);
  const auto input = test::on_device(values_at<T>(places));
  auto counts = test::on_device(std::vector<unsigned>(bins, 5));
  const edge_bin<T> bin_of =
      edge_bins(own_edges.data(), there.data(), bins + 1, last_edge::excluded);
  diatomic::stream stream;
  diatomic::histogram(stream, input.data(), places.size(), counts.data(), bin_of.bins(), bin_of);
  stream.synchronize();
  EXPECT_EQ(counts.download(), expected) << bins << " bins";
}
TEST(edges, of_histograms) {
  std::mt19937_64 random(4);
  for (const std::size_t count : std::vector<std::size_t>{2, 4, 100, 3000}) {
    expect_histogram<float>(some_edges<float>(count, spread::anywhere, random), random);
    expect_histogram<std::uint8_t>(some_edges<std::uint8_t>(count, spread::ends, random), random);
    expect_histogram<std::int64_t>(some_edges<std::int64_t>(count, spread::around_zero, random),
                                   random);
  }
}

}  // namespace
}  // namespace edge_bins_tests
