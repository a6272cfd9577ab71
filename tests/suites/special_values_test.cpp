// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Minimum and maximum of floats over all pairs of special values, bit for bit, against an oracle
/// that is written out here: numbers by `<`, -0 below +0, NaNs beyond the infinities of their sign.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime.hpp>

#include "support/calls.hpp"
#include "support/history.hpp"

namespace {

using diatomic::op;

template <class T>
std::vector<T> special_values() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values;
  for (const T v : {T(0), limits::denorm_min(), limits::min() / 2, limits::min(), T(1), T(1.5),
                    limits::max(), limits::infinity(), limits::quiet_NaN()}) {
    values.push_back(v);
    values.push_back(std::copysign(v, T(-1)));
  }
  return values;
}

/// Whether a is below b.
template <class T>
bool is_below(T a, T b) {
  if (std::isnan(a)) return std::signbit(a) && !(std::isnan(b) && std::signbit(b));
  if (std::isnan(b)) return !std::signbit(b);
  if (a == 0 && b == 0) return std::signbit(a) && !std::signbit(b);
  return a < b;
}

template <class T>
struct min_and_max {
  /// `words` holds 8 * n values, all of them each pair's first: four forms in global, four in
  /// shared memory.
  DIATOMIC_DEVICE void operator()(T* words, const T* with, T* returned, unsigned n) const {
    const unsigned i = diatomic::global_index();
    T* const shared = diatomic::shared_array<T>() + 4 * diatomic::thread_index();
    if (i >= n) return;
    const T v = with[i];
    T* const w = words + 8 * i;
    for (unsigned k = 0; k < 4; ++k) shared[k] = w[4 + k];
    returned[4 * i] = diatomic::fetch_min(w, v);
    returned[4 * i + 1] = diatomic::fetch_max(w + 1, v);
    diatomic::store_min(w + 2, v);
    diatomic::store_max(w + 3, v);
    returned[4 * i + 2] = diatomic::fetch_min(shared, v, diatomic::in_shared);
    returned[4 * i + 3] = diatomic::fetch_max(shared + 1, v, diatomic::in_shared);
    diatomic::store_min(shared + 2, v, diatomic::in_shared);
    diatomic::store_max(shared + 3, v, diatomic::in_shared);
    for (unsigned k = 0; k < 4; ++k) w[4 + k] = shared[k];
  }
};

template <class T>
class special_values_of : public testing::Test {};

using float_types = testing::Types<float, double>;
TYPED_TEST_SUITE(special_values_of, float_types);

TYPED_TEST(special_values_of, min_and_max) {
  using type = TypeParam;
  const std::vector<type> values = special_values<type>();
  std::vector<type> first;
  std::vector<type> second;
  std::vector<type> words;
  for (const type a : values) {
    for (const type b : values) {
      first.push_back(a);
      second.push_back(b);
      words.insert(words.end(), 8, a);
    }
  }
  const std::size_t n = first.size();
  constexpr unsigned block = 64;
  diatomic::stream stream;
  diatomic::device_array<type> device_words(words.size());
  diatomic::device_array<type> device_second(n);
  diatomic::device_array<type> device_returned(4 * n);
  device_words.upload(words);
  device_second.upload(second);
  diatomic::launch(static_cast<unsigned>((n + block - 1) / block), block,
                   4 * block * sizeof(type), stream, min_and_max<type>{}, device_words.data(),
                   static_cast<const type*>(device_second.data()), device_returned.data(),
                   static_cast<unsigned>(n));
  stream.synchronize();
  const std::vector<type> left = device_words.download();
  const std::vector<type> returned = device_returned.download();
  for (std::size_t i = 0; i < n; ++i) {
    SCOPED_TRACE(testing::Message() << first[i] << " and " << second[i]);
    const type least = is_below(second[i], first[i]) ? second[i] : first[i];
    const type greatest = is_below(first[i], second[i]) ? second[i] : first[i];
    for (std::size_t k = 0; k < 8; ++k) {
      const type expected = k % 2 == 0 ? least : greatest;
      EXPECT_EQ(test::bits_of(left[8 * i + k]), test::bits_of(expected)) << "form " << k;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(test::bits_of(returned[4 * i + k]), test::bits_of(first[i])) << "form " << k;
    }
  }
}

}  // namespace
