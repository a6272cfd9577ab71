// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// desul's names: each function on numbers of every size and on structs that use compare-exchange
/// or locks, in each scope, compared with the plain operators; and under contention.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/compat/desul_names.hpp>
#include <diatomic/compat/desul_ref.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace {

using namespace diatomic::desul_names;

/// N elements that compute as one number does.
template <class E, int N, std::size_t Alignment = alignof(E)>
struct alignas(Alignment) row {
  E at[N];

  row() = default;
  DIATOMIC_FUNCTION row(E v) {
    for (int i = 0; i < N; ++i) at[i] = v * static_cast<E>(i + 1);
  }
  template <class F>
  DIATOMIC_FUNCTION row each(const row& other, F f) const {
    row result = *this;
    for (int i = 0; i < N; ++i) result.at[i] = f(at[i], other.at[i]);
    return result;
  }
  DIATOMIC_FUNCTION row operator+(const row& o) const {
    return each(o, [](E a, E b) { return a + b; });
  }
  DIATOMIC_FUNCTION row operator-(const row& o) const {
    return each(o, [](E a, E b) { return a - b; });
  }
  DIATOMIC_FUNCTION row operator*(const row& o) const {
    return each(o, [](E a, E b) { return a * b; });
  }
  DIATOMIC_FUNCTION row operator/(const row& o) const {
    return each(o, [](E a, E b) { return a / b; });
  }
  DIATOMIC_FUNCTION bool operator==(const row& o) const {
    bool same = true;
    for (int i = 0; i < N; ++i) same = same && !(at[i] < o.at[i]) && !(o.at[i] < at[i]);
    return same;
  }
  DIATOMIC_FUNCTION bool operator<(const row& o) const { return at[0] < o.at[0]; }
  DIATOMIC_FUNCTION bool operator>(const row& o) const { return o < *this; }
};

/// A type that is not trivially copyable: it uses locks, although it has a word's size.
struct copied {
  long long v;
  copied() = default;
  DIATOMIC_FUNCTION copied(long long from) : v(from) {}
  DIATOMIC_FUNCTION copied(const copied& from) : v(from.v) {}
  DIATOMIC_FUNCTION copied& operator=(const copied& from) {
    v = from.v;
    return *this;
  }
  DIATOMIC_FUNCTION copied operator+(const copied& o) const { return v + o.v; }
  DIATOMIC_FUNCTION copied operator-(const copied& o) const { return v - o.v; }
  DIATOMIC_FUNCTION bool operator==(const copied& o) const { return v == o.v; }
};

using half_aligned = row<float, 2>;         // 8 bytes on 4
using whole_pair = row<float, 2, 8>;        // 8 bytes: compare-exchange
using wide_pair = row<double, 2, 16>;       // 16 bytes: compare-exchange where the chip has it
using three_doubles = row<double, 3>;       // 24 bytes: locks
using three_shorts = row<std::int16_t, 3>;  // 6 bytes: locks

constexpr int most_results = 160;

/// Appends what calls return and leave.
template <class T>
struct recorder {
  T* out;
  int count = 0;
  DIATOMIC_FUNCTION void add(const T& v) { out[count++] = v; }
};

/// One operation in its forms; a form that there is not is the first one without its result.
template <class T, class Fetch, class OpFetch, class Plain>
DIATOMIC_DEVICE void record(recorder<T>& to, T* p, const T& old, Fetch fetch, OpFetch op_fetch,
                            Plain plain) {
  *p = old;
  to.add(fetch());
  to.add(*p);
  *p = old;
  to.add(op_fetch());
  to.add(*p);
  *p = old;
  plain();
  to.add(*p);
}

/// Every name on `*p`, whose value is first `old`.
template <class T, class Order, class Scope>
struct every_name {
  DIATOMIC_DEVICE void operator()(T* p, T* out, T old, T v, int* count) const {
    recorder<T> to{out};
    arithmetic(to, p, old, v);
    if constexpr (std::is_integral_v<T>) bits(to, p, old, v);
    moves(to, p, old, v);
    *count = to.count;
  }

  static DIATOMIC_DEVICE void arithmetic(recorder<T>& to, T* p, const T& old, const T& v) {
    const Order order{};
    const Scope scope{};
    record(
        to, p, old, [&] { return atomic_fetch_add(p, v, order, scope); },
        [&] { return atomic_add_fetch(p, v, order, scope); },
        [&] { atomic_add(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_sub(p, v, order, scope); },
        [&] { return atomic_sub_fetch(p, v, order, scope); },
        [&] { atomic_sub(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_mul(p, v, order, scope); },
        [&] { return atomic_mul_fetch(p, v, order, scope); },
        [&] { atomic_mul(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_div(p, v, order, scope); },
        [&] { return atomic_div_fetch(p, v, order, scope); },
        [&] { atomic_div(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_min(p, v, order, scope); },
        [&] { return atomic_min_fetch(p, v, order, scope); },
        [&] { atomic_min(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_max(p, v, order, scope); },
        [&] { return atomic_max_fetch(p, v, order, scope); },
        [&] { atomic_max(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_inc(p, order, scope); },
        [&] { return atomic_inc_fetch(p, order, scope); }, [&] { atomic_inc(p, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_dec(p, order, scope); },
        [&] { return atomic_dec_fetch(p, order, scope); }, [&] { atomic_dec(p, order, scope); });
  }

  static DIATOMIC_DEVICE void bits(recorder<T>& to, T* p, const T& old, const T& v) {
    const Order order{};
    const Scope scope{};
    record(
        to, p, old, [&] { return atomic_fetch_mod(p, v, order, scope); },
        [&] { return atomic_mod_fetch(p, v, order, scope); },
        [&] { atomic_mod(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_and(p, v, order, scope); },
        [&] { return atomic_and_fetch(p, v, order, scope); },
        [&] { atomic_and(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_or(p, v, order, scope); },
        [&] { return atomic_or_fetch(p, v, order, scope); },
        [&] { atomic_or(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_xor(p, v, order, scope); },
        [&] { return atomic_xor_fetch(p, v, order, scope); },
        [&] { atomic_xor(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_nand(p, v, order, scope); },
        [&] { return atomic_nand_fetch(p, v, order, scope); },
        [&] { atomic_nand(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_lshift(p, 2u, order, scope); },
        [&] { return atomic_lshift_fetch(p, 2u, order, scope); },
        [&] { atomic_lshift(p, 2u, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_rshift(p, 2u, order, scope); },
        [&] { return atomic_rshift_fetch(p, 2u, order, scope); },
        [&] { atomic_rshift(p, 2u, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_inc_mod(p, v, order, scope); },
        [&] { return atomic_inc_mod_fetch(p, v, order, scope); },
        [&] { atomic_inc_mod(p, v, order, scope); });
    record(
        to, p, old, [&] { return atomic_fetch_dec_mod(p, v, order, scope); },
        [&] { return atomic_dec_mod_fetch(p, v, order, scope); },
        [&] { atomic_dec_mod(p, v, order, scope); });
  }

  static DIATOMIC_DEVICE void moves(recorder<T>& to, T* p, const T& old, const T& v) {
    const Order order{};
    const Scope scope{};
    *p = old;
    if constexpr (!std::is_same_v<Order, MemoryOrderRelease>) {
      to.add(atomic_load(p, order, scope));
    }
    if constexpr (!std::is_same_v<Order, MemoryOrderAcquire>) {
      atomic_store(p, v, order, scope);
      to.add(*p);
    }
    *p = old;
    to.add(atomic_exchange(p, v, order, scope));
    to.add(*p);
    to.add(atomic_compare_exchange(p, v, old, order, scope));  // stores
    to.add(*p);
    to.add(atomic_compare_exchange(p, v, v, order, scope));  // does not, unless they are equal
    to.add(*p);
    T expected = v;
    *p = old;
    const bool fails =
        !atomic_compare_exchange_strong(p, expected, v, order, MemoryOrderRelaxed{}, scope);
    to.add(fails ? expected : v);
    const bool stores =
        atomic_compare_exchange_weak(p, expected, v, order, MemoryOrderRelaxed{}, scope);
    to.add(stores ? *p : old);
    // Itself as `expected`, which is to be left alone after success.
    *p = old;
    atomic_compare_exchange_strong(p, *p, v, order, MemoryOrderRelaxed{}, scope);
    to.add(*p);
    *p = old;
    atomic_compare_exchange_weak(p, *p, v, order, MemoryOrderRelaxed{}, scope);
    to.add(*p);
    atomic_thread_fence(order, scope);
  }
};

/// The same by plain operators.
template <class T, class Order>
std::vector<T> expected_of(const T& old, const T& v) {
  std::vector<T> e;
  const auto forms = [&](T after) {
    for (const T& r : {old, after, after, after, after}) e.push_back(r);
  };
  const T one = static_cast<T>(1);
  for (const T& after : {static_cast<T>(old + v), static_cast<T>(old - v), static_cast<T>(old * v),
                         static_cast<T>(old / v), v < old ? v : old, old < v ? v : old,
                         static_cast<T>(old + one), static_cast<T>(old - one)}) {
    forms(after);
  }
  if constexpr (std::is_integral_v<T>) {
    using word = std::make_unsigned_t<T>;
    for (const T& after :
         {static_cast<T>(old % v), static_cast<T>(old & v), static_cast<T>(old | v),
          static_cast<T>(old ^ v), static_cast<T>(~(old & v)),
          static_cast<T>(static_cast<word>(old) << 2), static_cast<T>(old >> 2)}) {
      forms(after);
    }
    forms(old >= v ? T{0} : static_cast<T>(old + 1));
    forms(old == 0 || old > v ? v : static_cast<T>(old - 1));
  }
  if (!std::is_same_v<Order, MemoryOrderRelease>) e.push_back(old);
  if (!std::is_same_v<Order, MemoryOrderAcquire>) e.push_back(v);
  for (const T& r : {old, v, v, old, old, old, old, v, v, v}) e.push_back(r);
  return e;
}

template <class T, class Order, class Scope>
void expect_every_name(T old, T v) {
  diatomic::device_array<T> word(4);  // whole words of 4 bytes, of which narrow objects are parts
  diatomic::device_array<T> out(most_results);
  diatomic::device_array<int> count(1);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, every_name<T, Order, Scope>{}, word.data(), out.data(), old, v,
                   count.data());
  stream.synchronize();
  const std::vector<T> expected = expected_of<T, Order>(old, v);
  ASSERT_EQ(count.download()[0], static_cast<int>(expected.size()));
  const std::vector<T> found = out.download();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(found[i] == expected[i]) << "result " << i;
  }
}

template <class T>
class desul : public testing::Test {};
using types = testing::Types<signed char, unsigned short, int, long long, unsigned long long, float,
                             double, whole_pair, wide_pair, three_doubles>;
TYPED_TEST_SUITE(desul, types, );

TYPED_TEST(desul, computes) {
  using T = TypeParam;
  for (const auto& [old, v] : {std::pair{T(9), T(4)}, {T(4), T(9)}, {T(7), T(7)}}) {
    expect_every_name<T, MemoryOrderRelaxed, MemoryScopeDevice>(old, v);
  }
  if constexpr (std::is_signed_v<T>) {
    expect_every_name<T, MemoryOrderRelaxed, MemoryScopeDevice>(T(-9), T(4));
  }
}

TEST(desul_orders, compute) {
  using word = unsigned long long;
  expect_every_name<word, MemoryOrderSeqCst, MemoryScopeSystem>(9, 4);
  expect_every_name<word, MemoryOrderAcqRel, MemoryScopeNode>(9, 4);
  expect_every_name<word, MemoryOrderAcquire, MemoryScopeDevice>(9, 4);
  expect_every_name<word, MemoryOrderRelease, MemoryScopeCore>(9, 4);
  expect_every_name<word, MemoryOrderRelaxed, MemoryScopeCaller>(9, 4);
  expect_every_name<float, MemoryOrderAcqRel, MemoryScopeDevice>(9, 4);
  expect_every_name<float, MemoryOrderRelease, MemoryScopeSystem>(4, 9);
  expect_every_name<three_doubles, MemoryOrderSeqCst, MemoryScopeCaller>(9, 4);
}

TEST(desul_orders, compute_under_locks) {
  three_doubles v(1);
  const MemoryScopeDevice scope{};
  atomic_add(&v, three_doubles(2), MemoryOrderSeqCst{}, scope);
  atomic_sub(&v, three_doubles(1), MemoryOrderAcqRel{}, scope);
  atomic_store(&v, atomic_load(&v, MemoryOrderAcquire{}, scope) * three_doubles(1),
               MemoryOrderRelease{}, scope);
  EXPECT_TRUE((v == three_doubles(2) * three_doubles(1)));
}

/// Each thread's updates of `count` objects: each round adds 1 to the sum of all. A `row` always
/// holds multiples of its first element; a thread that reads anything else counts itself in `torn`.
template <class T>
struct update_in_all {
  static DIATOMIC_FUNCTION bool is_whole(const T& v) {
    if constexpr (std::is_same_v<T, copied>) {
      return true;
    } else {
      return v == T(v.at[0]);
    }
  }
  DIATOMIC_DEVICE void operator()(T* objects, unsigned count, unsigned rounds,
                                  unsigned* torn) const {
    const MemoryOrderRelaxed order{};
    const MemoryScopeDevice scope{};
    bool whole = true;
    for (unsigned k = 0; k < rounds; ++k) {
      T* const p = objects + (diatomic::global_index() * 7 + k) % count;
      atomic_add(p, T(3), order, scope);
      whole = is_whole(atomic_fetch_sub(p, T(1), order, scope)) && whole;
      T expected = atomic_load(p, order, scope);
      whole = is_whole(expected) && whole;
      while (!atomic_compare_exchange_strong(p, expected, expected - T(1), MemoryOrderAcqRel{},
                                             MemoryOrderAcquire{}, scope)) {
      }
    }
    if (!whole) atomic_inc(torn, order, scope);
  }
};

template <class T>
long long sum_of(const std::vector<T>& values) {
  long long sum = 0;
  for (const T& v : values) {
    if constexpr (std::is_same_v<T, copied>) {
      sum += v.v;
    } else {
      sum += static_cast<long long>(v.at[0]);
      EXPECT_TRUE(update_in_all<T>::is_whole(v));
    }
  }
  return sum;
}

/// \param offset of the objects, in bytes, from where they are aligned to their size.
template <class T>
void expect_updates_apart(unsigned count, std::size_t offset) {
  const auto grid = static_cast<unsigned>(scaled(6, 2));
  const auto block = static_cast<unsigned>(scaled(96, 40));
  const auto rounds = static_cast<unsigned>(scaled(600, 1));
  diatomic::device_array<unsigned char> bytes((count + 1) * sizeof(T));
  diatomic::device_array<unsigned> torn(1);
  bytes.fill_bytes(0);
  torn.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, update_in_all<T>{},
                   reinterpret_cast<T*>(bytes.data() + offset), count, rounds, torn.data());
  stream.synchronize();
  EXPECT_EQ(torn.download()[0], 0u);
  const std::vector<unsigned char> raw = bytes.download();
  std::vector<T> objects(count);
  std::memcpy(static_cast<void*>(objects.data()), raw.data() + offset, count * sizeof(T));
  EXPECT_EQ(sum_of(objects), static_cast<long long>(grid) * block * rounds);
}

TEST(desul_contention, by_compare_exchange) {
  expect_updates_apart<whole_pair>(3, 0);
  expect_updates_apart<half_aligned>(3, 0);
  expect_updates_apart<wide_pair>(2, 0);
}

TEST(desul_contention, of_misaligned_objects) { expect_updates_apart<half_aligned>(3, 4); }

TEST(desul_contention, by_locks) {
  expect_updates_apart<three_doubles>(1, 0);
  expect_updates_apart<three_doubles>(70, 0);
  expect_updates_apart<copied>(5, 0);
}

#if DIATOMIC_DETAIL_PUBLISHES_LOCKS
struct tell_locks {
  DIATOMIC_DEVICE void operator()(const void** first) const {
    *first = diatomic::detail::locks_by_address().first;
  }
};

const void* first_lock_of_kernels() {
  diatomic::device_array<const void*> first(1);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, tell_locks{}, first.data());
  stream.synchronize();
  return first.download()[0];
}

TEST(desul_contention, by_published_locks) {
  const void* const own = first_lock_of_kernels();
  ensure_cuda_lock_arrays_on_device();
  const void* const published = first_lock_of_kernels();
  EXPECT_NE(published, own);
  EXPECT_EQ(published, diatomic::detail::device_lock_sets::of_program().of(0));
  Impl::init_lock_arrays();
  ensure_hip_lock_arrays_on_device();
  Impl::finalize_lock_arrays();
  EXPECT_EQ(first_lock_of_kernels(), published);
  expect_updates_apart<three_doubles>(1, 0);
  expect_updates_apart<three_doubles>(70, 0);
}
#endif

/// Host code has locks that need no preparation.
TEST(desul_host, updates) {
  three_doubles v(1);
  atomic_add(&v, three_doubles(2), MemoryOrderSeqCst{}, MemoryScopeDevice{});
  EXPECT_TRUE(v == three_doubles(3));
  three_shorts s(1);
  EXPECT_TRUE(atomic_exchange(&s, three_shorts(2), MemoryOrderRelaxed{}, MemoryScopeDevice{}) ==
              three_shorts(1));
  long double x = 1;
  atomic_add(&x, 2.0L, MemoryOrderRelaxed{}, MemoryScopeDevice{});
  EXPECT_EQ(static_cast<double>(x), 3.0);
}

/// 12 bytes of 16 have values.
struct padded {
  double a;
  int b;
  DIATOMIC_FUNCTION bool operator==(const padded& o) const {
    return !(a < o.a) && !(o.a < a) && b == o.b;
  }
};

TEST(desul_compare_exchange, takes_padding_for_nothing) {
  alignas(16) unsigned char memory[sizeof(padded)];
  std::memset(memory, 0xa5, sizeof memory);
  auto* const object = reinterpret_cast<padded*>(memory);
  object->a = 1;
  object->b = 2;
  const padded old = atomic_compare_exchange(object, padded{1, 2}, padded{3, 4},
                                             MemoryOrderRelaxed{}, MemoryScopeDevice{});
  EXPECT_TRUE((old == padded{1, 2}));
  EXPECT_TRUE((*object == padded{3, 4}));
}

TEST(desul_compare_exchange, compares_the_bits_of_floats) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  float x = nan;
  float expected = nan;
  EXPECT_TRUE(atomic_compare_exchange_strong(&x, expected, 0.0f, MemoryOrderRelaxed{},
                                             MemoryOrderRelaxed{}, MemoryScopeDevice{}));
  expected = -0.0f;
  EXPECT_FALSE(atomic_compare_exchange_strong(&x, expected, 1.0f, MemoryOrderRelaxed{},
                                              MemoryOrderRelaxed{}, MemoryScopeDevice{}));
  EXPECT_FALSE(std::signbit(expected));
}

struct use_references {
  DIATOMIC_DEVICE void operator()(int* v, double* d, int* out) const {
    const AtomicRef<int, MemoryOrderRelaxed, MemoryScopeDevice> r(*v);
    int n = 0;
    out[n++] = (r = 10);
    out[n++] = r;
    out[n++] = r += 5;
    out[n++] = r -= 1;
    out[n++] = r *= 3;
    out[n++] = r /= 2;
    out[n++] = r %= 16;
    out[n++] = r <<= 3;
    out[n++] = r >>= 1;
    out[n++] = r |= 3;
    out[n++] = r &= 0xfe;
    out[n++] = r ^= 1;
    out[n++] = r++;
    out[n++] = ++r;
    out[n++] = r--;
    out[n++] = --r;
    out[n++] = r.exchange(6);
    out[n++] = r.fetch_max(9);
    out[n++] = r.min_fetch(4);
    out[n++] = r.nand_fetch(5);
    out[n++] = r.load();
    const AtomicRef<double, MemoryOrderSeqCst, MemoryScopeSystem> x(*d);
    x.store(2.5);
    x += 1.0;
    x.fetch_mul(2.0);
  }
};

TEST(desul_reference, does_what_the_functions_do) {
  diatomic::device_array<int> v(1);
  diatomic::device_array<double> d(1);
  diatomic::device_array<int> out(21);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, use_references{}, v.data(), d.data(), out.data());
  stream.synchronize();
  EXPECT_EQ(out.download(), (std::vector<int>{10, 10, 15, 14, 42, 21, 5, 40, 20, 23, 22,
                                              23, 23, 25, 25, 23, 23, 6, 4,  -5, -5}));
  EXPECT_EQ(v.download()[0], -5);
  EXPECT_EQ(d.download()[0], 7.0);
}

/// Each byte of the object counts.
template <class T>
void expect_every_byte_compared(T* object) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    *object = T(5);
    T expected(5);
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &expected, sizeof(T));
    bytes[i] ^= 0x10;
    std::memcpy(static_cast<void*>(&expected), bytes, sizeof(T));
    const T wanted = expected;
    EXPECT_TRUE(atomic_compare_exchange(object, wanted, T(9), MemoryOrderRelaxed{},
                                        MemoryScopeDevice{}) == T(5));
    EXPECT_TRUE(*object == T(5)) << "byte " << i;
    EXPECT_FALSE(atomic_compare_exchange_strong(object, expected, T(9), MemoryOrderRelaxed{},
                                                MemoryOrderRelaxed{}, MemoryScopeDevice{}))
        << "byte " << i;
    EXPECT_TRUE(*object == T(5)) << "byte " << i;
    EXPECT_TRUE(expected == T(5)) << "byte " << i;
  }
}

TEST(desul_compare_exchange, compares_every_byte) {
  row<std::int16_t, 3> of_6(0);
  row<std::int32_t, 2, 8> of_8(0);
  row<std::int32_t, 3> of_12(0);
  row<std::int64_t, 2, 16> of_16(0);
  row<std::int64_t, 3> of_24(0);
  expect_every_byte_compared(&of_6);
  expect_every_byte_compared(&of_8);
  expect_every_byte_compared(&of_12);
  expect_every_byte_compared(&of_16);
  expect_every_byte_compared(&of_24);
}

/// 16 bytes that are aligned to 8 only.
TEST(desul_contention, of_misaligned_objects_of_16_bytes) {
  using half_aligned_longs = row<std::int64_t, 2>;
  expect_updates_apart<half_aligned_longs>(3, 0);
  expect_updates_apart<half_aligned_longs>(3, 8);
}

namespace detail = diatomic::detail;
template <class Order, class Scope, diatomic::memory_order Own, diatomic::memory_scope OwnScope>
constexpr bool means = detail::desul_access<Order, Scope>::order == Own &&
                       detail::desul_access<Order, Scope>::scope == OwnScope;

TEST(desul_orders, mean_what_they_say) {
  using order = diatomic::memory_order;
  using scope = diatomic::memory_scope;
  static_assert(means<MemoryOrderSeqCst, MemoryScopeSystem, order::seq_cst, scope::system>);
  static_assert(means<MemoryOrderAcqRel, MemoryScopeNode, order::acq_rel, scope::system>);
  static_assert(means<MemoryOrderAcquire, MemoryScopeDevice, order::acquire, scope::device>);
  static_assert(means<MemoryOrderRelease, MemoryScopeCore, order::release, scope::block>);
  static_assert(means<MemoryOrderRelaxed, MemoryScopeDevice, order::relaxed, scope::device>);
  static_assert(std::is_same_v<detail::half_of_acq_rel<diatomic::acq_rel_t, diatomic::acquire_t>,
                               diatomic::acquire_t>);
  static_assert(std::is_same_v<detail::half_of_acq_rel<diatomic::seq_cst_t, diatomic::acquire_t>,
                               diatomic::seq_cst_t>);
}

}  // namespace
