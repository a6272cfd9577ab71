// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The minima and maxima of floats over all pairs of special values, bit for bit, against an oracle
/// that is written out here: numbers by `<`, -0 below +0, NaNs beyond the infinities of their sign
/// (`min`, `max`), or winning (`fminimum`, `fmaximum`), or losing (`fminimum_num`, `fmaximum_num`);
/// or all of them by `<` and `>` (`min_if_less`, `max_if_greater`). And the sums of subnormal
/// floats that `keep_denormals` asks for.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/calls.hpp"
#include "support/float16.hpp"
#include "support/history.hpp"

namespace {

using diatomic::kind;
using diatomic::op;

template <kind Kind>
using float16 = diatomic::detail::float16<Kind>;

/// The number, for the oracle.
template <class T>
double number_of(T v) {
  return static_cast<double>(v);
}
template <kind Kind>
double number_of(float16<Kind> v) {
  return test::number_of_bits<Kind>(v.bits);
}

template <class T>
std::vector<T> special_values() {
  if constexpr (sizeof(T) == 2) {
    constexpr bool is_half = diatomic::kind_of_v<T> == kind::f16;
    constexpr unsigned infinity = is_half ? 0x7c00 : 0x7f80;
    constexpr unsigned least_normal = is_half ? 0x0400 : 0x0080;
    constexpr unsigned one = is_half ? 0x3c00 : 0x3f80;
    std::vector<T> values;
    for (const unsigned bits : {0u, 1u, least_normal / 2, least_normal, one, one + 1, infinity - 1,
                                infinity, infinity + least_normal / 2}) {
      values.push_back({static_cast<std::uint16_t>(bits)});
      values.push_back({static_cast<std::uint16_t>(bits | 0x8000u)});
    }
    return values;
  } else {
    using limits = std::numeric_limits<T>;
    std::vector<T> values;
    for (const T v : {T(0), limits::denorm_min(), limits::min() / 2, limits::min(), T(1), T(1.5),
                      limits::max(), limits::infinity(), limits::quiet_NaN()}) {
      values.push_back(v);
      values.push_back(std::copysign(v, T(-1)));
    }
    return values;
  }
}

/// Whether a is below b.
template <class T>
bool is_below(T first, T second) {
  const double a = number_of(first);
  const double b = number_of(second);
  if (std::isnan(a)) return std::signbit(a) && !(std::isnan(b) && std::signbit(b));
  if (std::isnan(b)) return !std::signbit(b);
  if (a == 0 && b == 0) return std::signbit(a) && !std::signbit(b);
  return a < b;
}

template <class T>
struct min_and_max {
  /// `words` holds 12 * n values, all of them each pair's first: four forms in global, four in
  /// shared memory, four that check before updating.
  DIATOMIC_DEVICE void operator()(T* words, const T* with, T* returned, unsigned n) const {
    const unsigned i = diatomic::global_index();
    T* const shared = diatomic::shared_array<T>() + 4 * diatomic::thread_index();
    if (i >= n) return;
    const T v = with[i];
    T* const w = words + 12 * i;
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
    diatomic::store_min(w + 8, v, diatomic::check_first);
    diatomic::store_max(w + 9, v, diatomic::check_first);
    diatomic::store_min(w + 10, v, diatomic::monotone);
    diatomic::store_max(w + 11, v, diatomic::monotone);
  }
};

constexpr unsigned nan_forms = 6;
template <class T>
struct by_nans {
  /// `words` holds 6 values for each pair, all of them its first.
  DIATOMIC_DEVICE void operator()(T* words, const T* with, T* returned, unsigned n) const {
    const unsigned i = diatomic::global_index();
    if (i >= n) return;
    T* const w = words + nan_forms * i;
    T* const out = returned + nan_forms * i;
    out[0] = diatomic::fetch_fminimum(w, with[i]);
    out[1] = diatomic::fetch_fmaximum(w + 1, with[i]);
    out[2] = diatomic::fetch_fminimum_num(w + 2, with[i]);
    out[3] = diatomic::fetch_fmaximum_num(w + 3, with[i]);
    out[4] = diatomic::fetch_min_if_less(w + 4, with[i]);
    out[5] = diatomic::fetch_max_if_greater(w + 5, with[i], diatomic::acq_rel);
  }
};

/// Every special value with every other.
template <class T>
struct all_pairs {
  std::vector<T> first;
  std::vector<T> second;

  all_pairs() {
    const std::vector<T> values = special_values<T>();
    for (const T a : values) {
      for (const T b : values) {
        first.push_back(a);
        second.push_back(b);
      }
    }
  }
  std::vector<T> firsts(std::size_t copies) const {
    std::vector<T> words;
    for (const T a : first) words.insert(words.end(), copies, a);
    return words;
  }
};

/// What a kernel left of `copies` words for each pair, and the 4 or 6 values that it was returned.
template <class T>
struct left_and_returned {
  std::vector<T> left;
  std::vector<T> returned;
};

template <class T, class Kernel>
left_and_returned<T> run(const all_pairs<T>& pairs, std::size_t copies, Kernel kernel) {
  constexpr unsigned block = 64;
  const std::size_t n = pairs.first.size();
  diatomic::stream stream;
  diatomic::device_array<T> words(copies * n);
  diatomic::device_array<T> second(n);
  diatomic::device_array<T> returned(nan_forms * n);
  words.upload(pairs.firsts(copies));
  second.upload(pairs.second);
  diatomic::launch(static_cast<unsigned>((n + block - 1) / block), block, 4 * block * sizeof(T),
                   stream, kernel, words.data(), static_cast<const T*>(second.data()),
                   returned.data(), static_cast<unsigned>(n));
  stream.synchronize();
  return {words.download(), returned.download()};
}

template <class T>
class special_values_of : public testing::Test {};

using float_types = testing::Types<float, double, float16<kind::f16>, float16<kind::bf16>>;
TYPED_TEST_SUITE(special_values_of, float_types, );

TYPED_TEST(special_values_of, min_and_max) {
  using type = TypeParam;
  const all_pairs<type> pairs;
  const auto got = run(pairs, 12, min_and_max<type>{});
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    const type a = pairs.first[i];
    const type b = pairs.second[i];
    SCOPED_TRACE(testing::Message() << number_of(a) << " and " << number_of(b));
    const type least = is_below(b, a) ? b : a;
    const type greatest = is_below(a, b) ? b : a;
    for (std::size_t k = 0; k < 12; ++k) {
      const type expected = k % 2 == 0 ? least : greatest;
      EXPECT_EQ(test::bits_of(got.left[12 * i + k]), test::bits_of(expected)) << "form " << k;
    }
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(test::bits_of(got.returned[4 * i + k]), test::bits_of(a)) << "form " << k;
    }
  }
}

/// What the forms of `by_nans` make of a word `a` and an operand `b`. The first two bring the
/// lesser and the greater one if neither is a NaN.
template <class T>
std::vector<T> results_by_nans(T a, T b, T least, T greatest) {
  const bool is_a_nan = std::isnan(number_of(a));
  const bool is_b_nan = std::isnan(number_of(b));
  const bool any_nan = is_a_nan || is_b_nan;
  const T a_nan = is_a_nan ? a : b;     // the word's NaN first
  const T a_number = is_b_nan ? a : b;  // if both are NaNs, the word's
  return {any_nan ? a_nan : least,
          any_nan ? a_nan : greatest,
          any_nan ? a_number : least,
          any_nan ? a_number : greatest,
          number_of(b) < number_of(a) ? b : a,
          number_of(b) > number_of(a) ? b : a};
}

TYPED_TEST(special_values_of, fminimum_and_fmaximum) {
  using type = TypeParam;
  const all_pairs<type> pairs;
  const auto got = run(pairs, nan_forms, by_nans<type>{});
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    const type a = pairs.first[i];
    const type b = pairs.second[i];
    SCOPED_TRACE(testing::Message() << number_of(a) << " and " << number_of(b));
    const type least = is_below(b, a) ? b : a;
    const type greatest = is_below(a, b) ? b : a;
    const std::vector<type> expected = results_by_nans(a, b, least, greatest);
    for (std::size_t k = 0; k < nan_forms; ++k) {
      const std::size_t at = nan_forms * i + k;
      EXPECT_EQ(test::bits_of(got.left[at]), test::bits_of(expected[k])) << "form " << k;
      EXPECT_EQ(test::bits_of(got.returned[at]), test::bits_of(a)) << "form " << k;
    }
  }
}

/// Infinities, the numbers beside them, and NaNs: signalling and quiet ones, of the least and the
/// greatest payload.
template <class T>
std::vector<T> ends_and_nans() {
  using word = diatomic::detail::unsigned_of<T>;
  constexpr kind k = diatomic::kind_of_v<T>;
  constexpr auto infinity = static_cast<word>(k == kind::f16    ? 0x7c00ull
                                              : k == kind::bf16 ? 0x7f80ull
                                              : k == kind::f32  ? 0x7f800000ull
                                                                : 0x7ff0000000000000ull);
  constexpr auto quiet = static_cast<word>(k == kind::f16    ? 0x200ull
                                           : k == kind::bf16 ? 0x40ull
                                           : k == kind::f32  ? 0x400000ull
                                                             : 0x8000000000000ull);
  constexpr auto sign = static_cast<word>(word{1} << (8 * sizeof(T) - 1));
  std::vector<T> values;
  for (const word beyond : {word{0}, word{1}, word{2}, static_cast<word>(quiet - 1), quiet,
                            static_cast<word>(quiet + 1), static_cast<word>(2 * quiet - 1)}) {
    for (const word with : {word{0}, sign}) {
      values.push_back(diatomic::detail::bits_as<T>(static_cast<word>((infinity + beyond) | with)));
    }
  }
  values.push_back(diatomic::detail::bits_as<T>(static_cast<word>(infinity - 1)));
  values.push_back(diatomic::detail::bits_as<T>(word{0}));
  return values;
}

/// The place of a value in totalOrder: its bits, with those of negative ones turned round.
template <class T>
std::int64_t rank_of(T v) {
  using diatomic::detail::signed_of;
  const std::int64_t bits = diatomic::detail::bits_as<signed_of<T>>(v);
  return bits < 0 ? std::numeric_limits<signed_of<T>>::min() - bits - 1 : bits;
}

TYPED_TEST(special_values_of, nans_of_every_payload) {
  using type = TypeParam;
  const std::vector<type> values = ends_and_nans<type>();
  all_pairs<type> pairs;
  pairs.first.clear();
  pairs.second.clear();
  for (const type a : values) {
    for (const type b : values) {
      pairs.first.push_back(a);
      pairs.second.push_back(b);
    }
  }
  const auto extrema = run(pairs, 12, min_and_max<type>{});
  const auto got = run(pairs, nan_forms, by_nans<type>{});
  for (std::size_t i = 0; i < pairs.first.size(); ++i) {
    const type a = pairs.first[i];
    const type b = pairs.second[i];
    SCOPED_TRACE(testing::Message()
                 << std::hex << +test::bits_of(a) << " and " << +test::bits_of(b));
    const type least = rank_of(b) < rank_of(a) ? b : a;
    const type greatest = rank_of(a) < rank_of(b) ? b : a;
    for (std::size_t k = 0; k < 12; ++k) {
      EXPECT_EQ(test::bits_of(extrema.left[12 * i + k]),
                test::bits_of(k % 2 == 0 ? least : greatest))
          << "form " << k;
    }
    const std::vector<type> expected = results_by_nans(a, b, least, greatest);
    for (std::size_t k = 0; k < nan_forms; ++k) {
      const std::size_t at = nan_forms * i + k;
      EXPECT_EQ(test::bits_of(got.left[at]), test::bits_of(expected[k])) << "form " << k;
      EXPECT_EQ(test::bits_of(got.returned[at]), test::bits_of(a)) << "form " << k;
    }
  }
}

/// The result of a form of `add_subnormals`.
enum class returns : unsigned { nothing, old_value, new_value };
struct kept_form {
  bool subtracts;
  returns result;
};
constexpr kept_form kept_forms[] = {
    {false, returns::nothing},   {false, returns::old_value}, {true, returns::nothing},
    {true, returns::old_value},  {false, returns::new_value}, {true, returns::nothing},
    {true, returns::new_value},  {false, returns::old_value}, {false, returns::nothing},
    {true, returns::old_value},  {true, returns::new_value},  {false, returns::nothing},
    {false, returns::old_value},
};
constexpr unsigned kept_count = std::size(kept_forms);
constexpr unsigned kept_in_global = 8;  // the first forms; the others are in shared memory
constexpr unsigned kept_threads = 96;

/// Each thread adds `v` to the word of each form, or subtracts it.
template <class T>
struct add_subnormals {
  DIATOMIC_DEVICE void operator()(T* words, T v, T* returned) const {
    using namespace diatomic::tags;
    const diatomic::keep_denormals_t keep{};
    const unsigned i = diatomic::thread_index();
    T* const shared = diatomic::shared_array<T>();
    T* const out = returned + kept_count * i;
    if (i >= kept_in_global && i < kept_count) shared[i] = words[i];
    diatomic::sync_block();
    diatomic::store_add(words, v, keep, in_global);
    out[1] = diatomic::fetch_add(words + 1, v, keep, in_global, acq_rel, system_scope);
    diatomic::store_sub(words + 2, v, release, keep);
    out[3] = diatomic::fetch_sub(words + 3, v, keep, seq_cst);
    out[4] = diatomic::add_fetch(words + 4, v, keep, same_address);
    diatomic::store_sub(words + 5, v, keep, few_addresses, block_scope, in_global);
    out[6] = diatomic::atomic_ref<T, diatomic::keep_denormals_t>(words[6]).sub_fetch(v);
    out[7] = diatomic::fetch_add(words + 7, v, std::memory_order_acquire, keep);
    diatomic::store_add(shared + 8, v, keep, in_shared, block_scope);
    out[9] = diatomic::fetch_sub(shared + 9, v, keep, in_shared, block_scope, acq_rel);
    out[10] = diatomic::sub_fetch(shared + 10, v, keep, cluster_scope);
    diatomic::store_add(shared + 11, v, keep, few_addresses);
    T* const either = i % 2 == 0 ? shared + 12 : words + 12;
    out[12] = diatomic::fetch_add(either, v, keep);
    diatomic::sync_block();
    if (i >= kept_in_global && i < kept_count - 1) words[i] = shared[i];
    if (i == 0) words[kept_count] = shared[12];
  }
};

template <class T>
class subnormal_sums_of : public testing::Test {};
using vector_types =
    testing::Types<float, diatomic::detail::pack<float, 2>, diatomic::detail::pack<float, 4>>;
TYPED_TEST_SUITE(subnormal_sums_of, vector_types, );

/// `units` of 2^-149, up to 2^24: a float with these bits.
template <class T>
T in_units(std::uint32_t units) {
  diatomic::detail::pack<float, sizeof(T) / sizeof(float)> v{};
  for (float& element : v.at) element = diatomic::detail::bits_as<float>(units++);
  return diatomic::detail::bits_as<T>(v);
}
template <class T>
std::uint32_t units_of(const T& v, std::size_t element) {
  using elements = diatomic::detail::pack<float, sizeof(T) / sizeof(float)>;
  return test::bits_of(diatomic::detail::bits_as<elements>(v).at[element]);
}

TYPED_TEST(subnormal_sums_of, are_kept) {
  using type = TypeParam;
  constexpr std::uint32_t added = 70001;
  constexpr std::uint32_t least_normal = 1U << 23;
  std::vector<type> before;
  for (const kept_form& f : kept_forms)
    before.push_back(in_units<type>(f.subtracts ? least_normal : 1));
  before.push_back(before.back());
  diatomic::stream stream;
  diatomic::device_array<type> words(before.size());
  diatomic::device_array<type> values(kept_count * kept_threads);
  values.fill_bytes(0);
  words.upload(before);
  diatomic::launch(1, kept_threads, kept_count * sizeof(type), stream, add_subnormals<type>{},
                   words.data(), in_units<type>(added), values.data());
  stream.synchronize();
  const auto left = words.download();
  const auto returned = values.download();
  for (std::size_t e = 0; e < sizeof(type) / sizeof(float); ++e) {
    for (std::size_t f = 0; f < kept_count; ++f) {
      SCOPED_TRACE(testing::Message() << "form " << f << ", element " << e);
      const auto after = [&](std::uint32_t updates) {
        const auto change = updates * units_of(in_units<type>(added), e);
        return units_of(before[f], e) + (kept_forms[f].subtracts ? 0 - change : change);
      };
      // Half of the threads update the last form's word in each memory.
      const bool is_last = f == kept_count - 1;
      const std::uint32_t n = is_last ? kept_threads / 2 : kept_threads;
      EXPECT_EQ(units_of(left[f], e), after(n));
      EXPECT_EQ(units_of(left[is_last ? f + 1 : f], e), after(n));
      if (kept_forms[f].result == returns::nothing) continue;
      std::vector<std::uint32_t> got;
      std::vector<std::uint32_t> expected;
      for (std::uint32_t i = 0; i < kept_threads; ++i) {
        got.push_back(units_of(returned[kept_count * i + f], e));
        expected.push_back(after(i % n + (kept_forms[f].result == returns::new_value ? 1 : 0)));
      }
      std::sort(got.begin(), got.end());
      std::sort(expected.begin(), expected.end());
      EXPECT_EQ(got, expected);
    }
  }
}

}  // namespace
