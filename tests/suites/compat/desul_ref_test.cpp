// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every member of desul's AtomicRef, compared with the plain operators, on numbers and on types
/// that use compare-exchange or locks; and desul's functions of bits and of wrapping counts on such
/// types.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/desul_names.hpp>
#include <diatomic/compat/desul_ref.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using namespace diatomic::desul_names;

/// N words that compute as one number does. The second word differs from the first.
template <int N, std::size_t Alignment>
struct alignas(Alignment) words {
  std::uint32_t at[N];

  words() = default;
  DIATOMIC_FUNCTION words(std::uint32_t v) {
    for (int i = 0; i < N; ++i) at[i] = v * static_cast<std::uint32_t>(i + 1);
  }
#define WORDS_OPERATOR(by)                                       \
  DIATOMIC_FUNCTION words operator by(const words& o) const {    \
    words result;                                                \
    for (int i = 0; i < N; ++i) result.at[i] = at[i] by o.at[i]; \
    return result;                                               \
  }
  WORDS_OPERATOR(+)
  WORDS_OPERATOR(-)
  WORDS_OPERATOR(*)
  WORDS_OPERATOR(/)
  WORDS_OPERATOR(%)
  WORDS_OPERATOR(&)
  WORDS_OPERATOR(|)
  WORDS_OPERATOR(^)
#undef WORDS_OPERATOR
#define WORDS_SHIFT(by)                                        \
  DIATOMIC_FUNCTION words operator by(unsigned count) const {  \
    words result;                                              \
    for (int i = 0; i < N; ++i) result.at[i] = at[i] by count; \
    return result;                                             \
  }
  WORDS_SHIFT(<<)
  WORDS_SHIFT(>>)
#undef WORDS_SHIFT
  DIATOMIC_FUNCTION words operator~() const {
    words result;
    for (int i = 0; i < N; ++i) result.at[i] = ~at[i];
    return result;
  }
  DIATOMIC_FUNCTION bool operator==(const words& o) const {
    bool same = true;
    for (int i = 0; i < N; ++i) same = same && at[i] == o.at[i];
    return same;
  }
  DIATOMIC_FUNCTION bool operator<(const words& o) const { return at[0] < o.at[0]; }
  DIATOMIC_FUNCTION bool operator>(const words& o) const { return o < *this; }
  DIATOMIC_FUNCTION bool operator>=(const words& o) const { return !(*this < o); }
};
using two_words = words<2, 8>;    // compare-exchange
using three_words = words<3, 4>;  // locks

/// The result of each call, and the value that it leaves.
template <class T>
struct recorder {
  T* p;
  T old;
  T* out;
  int count;

  DIATOMIC_FUNCTION void begin() { *p = old; }
  DIATOMIC_FUNCTION void end(const T& returned) {
    out[count++] = returned;
    out[count++] = *p;
  }
};
constexpr int most_results = 200;

#define RECORD(...) to.begin(), to.end(__VA_ARGS__)

/// Each member. Types without bits have arithmetic only.
template <class T, class Order, class Scope>
struct call_members {
  DIATOMIC_DEVICE void operator()(T* p, T* out, T old, T v, int* count) const {
    recorder<T> to{p, old, out, 0};
    const AtomicRef<T, Order, Scope> r(*p);
    RECORD(r.load());
    RECORD(static_cast<T>(r));
    RECORD((r.store(v), v));
    RECORD(r = v);
    RECORD(r.exchange(v));
    RECORD(r.fetch_add(v)), RECORD(r.add_fetch(v)), RECORD(r += v);
    RECORD(r.fetch_sub(v)), RECORD(r.sub_fetch(v)), RECORD(r -= v);
    RECORD(r.fetch_mul(v)), RECORD(r.mul_fetch(v)), RECORD(r *= v);
    RECORD(r.fetch_div(v)), RECORD(r.div_fetch(v)), RECORD(r /= v);
    RECORD(r.fetch_min(v)), RECORD(r.min_fetch(v));
    RECORD(r.fetch_max(v)), RECORD(r.max_fetch(v));
    RECORD(r.fetch_inc()), RECORD(r.inc_fetch()), RECORD(++r), RECORD(r++);
    RECORD(r.fetch_dec()), RECORD(r.dec_fetch()), RECORD(--r), RECORD(r--);
    if constexpr (!std::is_floating_point_v<T>) {
      RECORD(r.fetch_mod(v)), RECORD(r.mod_fetch(v)), RECORD(r %= v);
      RECORD(r.fetch_and(v)), RECORD(r.and_fetch(v)), RECORD(r &= v);
      RECORD(r.fetch_or(v)), RECORD(r.or_fetch(v)), RECORD(r |= v);
      RECORD(r.fetch_xor(v)), RECORD(r.xor_fetch(v)), RECORD(r ^= v);
      RECORD(r.fetch_lshift(3u)), RECORD(r.lshift_fetch(3u)), RECORD(r <<= 3u);
      RECORD(r.fetch_rshift(3u)), RECORD(r.rshift_fetch(3u)), RECORD(r >>= 3u);
      RECORD(r.fetch_nand(v)), RECORD(r.nand_fetch(v));
    }
    *count = to.count;
  }
};

template <class T>
std::vector<T> expected_of_members(const T& old, const T& v) {
  std::vector<T> e{old, old, old, old, v, v, v, v, old, v};
  const auto fetches = [&](const T& after) { e.insert(e.end(), {old, after, after, after}); };
  const auto with_operator = [&](const T& after) {
    fetches(after);
    e.insert(e.end(), {after, after});
  };
  const T one = static_cast<T>(1);
  with_operator(static_cast<T>(old + v));
  with_operator(static_cast<T>(old - v));
  with_operator(static_cast<T>(old * v));
  with_operator(static_cast<T>(old / v));
  fetches(v < old ? v : old);
  fetches(old < v ? v : old);
  for (const T& after : {static_cast<T>(old + one), static_cast<T>(old - one)}) {
    with_operator(after);
    e.insert(e.end(), {old, after});
  }
  if constexpr (!std::is_floating_point_v<T>) {
    with_operator(static_cast<T>(old % v));
    with_operator(static_cast<T>(old & v));
    with_operator(static_cast<T>(old | v));
    with_operator(static_cast<T>(old ^ v));
    with_operator(static_cast<T>(old << 3u));
    with_operator(static_cast<T>(old >> 3u));
    fetches(static_cast<T>(~(old & v)));
  }
  return e;
}

/// Each function of bits and counts, for types without an entry in the support table.
template <class T, class Order, class Scope>
struct call_functions {
  DIATOMIC_DEVICE void operator()(T* p, T* out, T old, T v, int* count) const {
    recorder<T> to{p, old, out, 0};
    const Order order{};
    const Scope scope{};
#define RECORD_FUNCTIONS(name, operand)                    \
  RECORD(atomic_fetch_##name(p, operand, order, scope));   \
  RECORD(atomic_##name##_fetch(p, operand, order, scope)); \
  RECORD((atomic_##name(p, operand, order, scope), old));
    RECORD_FUNCTIONS(mod, v)
    RECORD_FUNCTIONS(and, v)
    RECORD_FUNCTIONS(or, v)
    RECORD_FUNCTIONS(xor, v)
    RECORD_FUNCTIONS(nand, v)
    RECORD_FUNCTIONS(lshift, 3u)
    RECORD_FUNCTIONS(rshift, 3u)
    RECORD_FUNCTIONS(inc_mod, v)
    RECORD_FUNCTIONS(dec_mod, v)
#undef RECORD_FUNCTIONS
    *count = to.count;
  }
};

template <class T>
std::vector<T> expected_of_functions(const T& old, const T& v) {
  std::vector<T> e;
  const T none(0);
  const T one(1);
  for (const T& after : {old % v, old & v, old | v, old ^ v, ~(old & v), old << 3u, old >> 3u,
                         old >= v ? none : old + one, old == none || old > v ? v : old - one}) {
    e.insert(e.end(), {old, after, after, after, old, after});
  }
  return e;
}

template <class Kernel, class T>
void expect_results(Kernel kernel, const std::vector<T>& expected, T old, T v) {
  diatomic::device_array<T> object(4);  // whole words of 4 bytes, of which narrow objects are parts
  diatomic::device_array<T> out(most_results);
  diatomic::device_array<int> count(1);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, kernel, object.data(), out.data(), old, v, count.data());
  stream.synchronize();
  ASSERT_EQ(count.download()[0], static_cast<int>(expected.size()));
  const std::vector<T> found = out.download();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(found[i] == expected[i])
        << "call " << i / 2 << (i % 2 == 0 ? " returns" : " leaves");
  }
}

template <class T>
class desul_reference : public testing::Test {};
using types = testing::Types<unsigned char, short, int, unsigned long long, float, double,
                             two_words, three_words>;
TYPED_TEST_SUITE(desul_reference, types, );

template <class T, class Order, class Scope>
void expect_members() {
  for (const auto& [old, v] : {std::pair{T(100), T(7)}, {T(7), T(100)}, {T(9), T(9)}}) {
    expect_results(call_members<T, Order, Scope>{}, expected_of_members(old, v), old, v);
  }
}
TYPED_TEST(desul_reference, computes) {
  using T = TypeParam;
  expect_members<T, MemoryOrderRelaxed, MemoryScopeDevice>();
  expect_members<T, MemoryOrderAcqRel, MemoryScopeCaller>();
}
TEST(desul_reference_orders, compute) {
  expect_members<unsigned, MemoryOrderSeqCst, MemoryScopeSystem>();
  expect_members<unsigned, MemoryOrderAcqRel, MemoryScopeCore>();
  expect_members<two_words, MemoryOrderSeqCst, MemoryScopeDevice>();
  expect_members<three_words, MemoryOrderSeqCst, MemoryScopeDevice>();
}

template <class T, class Order, class Scope>
void expect_functions() {
  const std::pair<T, T> pairs[] = {{T(100), T(7)}, {T(7), T(100)}, {T(9), T(9)}, {T(0), T(5)}};
  for (const auto& [old, v] : pairs) {
    expect_results(call_functions<T, Order, Scope>{}, expected_of_functions(old, v), old, v);
  }
}
TEST(desul_functions, of_bits_and_counts_take_any_type) {
  expect_functions<two_words, MemoryOrderRelaxed, MemoryScopeDevice>();
  expect_functions<two_words, MemoryOrderAcqRel, MemoryScopeCore>();
  expect_functions<three_words, MemoryOrderRelaxed, MemoryScopeDevice>();
  expect_functions<three_words, MemoryOrderRelease, MemoryScopeDevice>();
  expect_functions<three_words, MemoryOrderRelaxed, MemoryScopeCaller>();
}

TEST(desul_functions, compare_two_words) {
  using value = Dummy16ByteValue;
  EXPECT_TRUE((value{1, 2} == value{1, 2}) && !(value{1, 2} != value{1, 2}));
  EXPECT_TRUE((value{1, 2} != value{3, 2}) && !(value{1, 2} == value{3, 2}));
  EXPECT_TRUE((value{1, 2} != value{1, 3}) && !(value{1, 2} == value{1, 3}));
}

}  // namespace
