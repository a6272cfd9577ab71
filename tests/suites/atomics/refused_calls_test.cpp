// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Detection by SFINAE: of every function, the calls that compile, and those that are refused. A
/// refused call must not be viable, and must not stand in the way of another function of the name.

#include <atomic>
#include <complex>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/sync/lock_table.hpp>

// With call sites nothing is refused by overloads.
#if !DIATOMIC_HAS_CALL_SITES
namespace refused_calls_tests {
/// A 16-bit float that converts to other numbers, as vendors' types do.
struct half_like {
  std::uint16_t bits;
  DIATOMIC_FUNCTION operator float() const { return bits == 0 ? 0.0f : 1.0f; }
};
}  // namespace refused_calls_tests
template <>
inline constexpr diatomic::kind diatomic::number_kind_v<refused_calls_tests::half_like> =
    diatomic::kind::f16;

namespace {

using fixed = diatomic::fixed_point<-40>;
using relaxed = diatomic::relaxed_t;
using acquire = diatomic::acquire_t;
using release = diatomic::release_t;
using std::memory_order;
enum class colour : unsigned { red };
struct widget {};
using half_like = refused_calls_tests::half_like;
template <class T, class V>
inline constexpr auto reason_of = diatomic::detail::misfit_v<T, V>;
struct increments {
  DIATOMIC_FUNCTION int operator()(int v) const { return v + 1; }
};
struct halves {
  DIATOMIC_FUNCTION double operator()(int v) const { return v * 0.5; }
};
struct changes {
  DIATOMIC_FUNCTION bool operator()(int& v) const { return ++v != 0; }
};
struct is_set {
  DIATOMIC_FUNCTION bool operator()(int v) const { return v != 0; }
};

/// `can_NAME<A...>`: whether `NAME` can be called with these arguments.
#define DETECT(name)                                                                          \
  template <class Enable, class... A>                                                         \
  inline constexpr bool finds_##name = false;                                                 \
  template <class... A>                                                                       \
  inline constexpr bool                                                                       \
      finds_##name<std::void_t<decltype(diatomic::name(std::declval<A>()...))>, A...> = true; \
  template <class... A>                                                                       \
  inline constexpr bool can_##name = finds_##name<void, A...>;

/// What no function takes, whatever its operands are.
#define REFUSES_OBJECTS(name, ...)                                                             \
  static_assert(!can_##name<int, __VA_ARGS__> && !can_##name<double, __VA_ARGS__> &&           \
                !can_##name<colour, __VA_ARGS__> && !can_##name<widget, __VA_ARGS__> &&        \
                !can_##name<widget&, __VA_ARGS__> && !can_##name<std::string, __VA_ARGS__> &&  \
                !can_##name<std::vector<fixed>&, __VA_ARGS__> &&                               \
                !can_##name<std::vector<int>::iterator, __VA_ARGS__> &&                        \
                !can_##name<std::unique_ptr<int>, __VA_ARGS__> &&                              \
                !can_##name<std::nullptr_t, __VA_ARGS__> && !can_##name<void*, __VA_ARGS__> && \
                !can_##name<diatomic::atomic<int>&, __VA_ARGS__> &&                            \
                !can_##name<diatomic::atomic<int>*, __VA_ARGS__> &&                            \
                !can_##name<const void*, __VA_ARGS__> && !can_##name<volatile int*, __VA_ARGS__>);
#define REFUSES_CONST(name, T, ...) static_assert(!can_##name<const T*, __VA_ARGS__>);

/// A function with one operand, on a T.
#define TAKES_OPERAND(name, T, has_acquire)                                                    \
  DETECT(name)                                                                                 \
  static_assert(can_##name<T*, T> && can_##name<T*&, T&> && can_##name<T*, const T&> &&        \
                can_##name<T*, unsigned char> && can_##name<T*, T, relaxed> &&                 \
                can_##name<T*, T, diatomic::block_scope_t, const memory_order&>);              \
  static_assert(can_##name<T*, T, acquire> == has_acquire &&                                   \
                can_##name<T*, T, diatomic::result_unused_t> != has_acquire);                  \
  static_assert(!can_##name<T*> && !can_##name<T*, relaxed> && !can_##name<T*, T, int> &&      \
                !can_##name<T*, T, T, T, T> && !can_##name<T*, T, const char*> &&              \
                !can_##name<T*, T, memory_order, memory_order> &&                              \
                !can_##name<T*, T, relaxed, release> && !can_##name<T*, T, relaxed, relaxed>); \
  static_assert(!can_##name<T*, std::string> && !can_##name<T*, const char*> &&                \
                !can_##name<T*, T*> && !can_##name<T*, std::nullptr_t> &&                      \
                !can_##name<T*, colour> && !can_##name<T*, widget> &&                          \
                !can_##name<T*, std::vector<fixed>&>);                                         \
  REFUSES_OBJECTS(name, T)                                                                     \
  REFUSES_CONST(name, T, T)
#define TAKES_OPERANDS(op, T)        \
  TAKES_OPERAND(fetch_##op, T, true) \
  TAKES_OPERAND(op##_fetch, T, true) \
  TAKES_OPERAND(store_##op, T, false)

TAKES_OPERANDS(add, int)
TAKES_OPERANDS(sub, long long)
TAKES_OPERANDS(mul, int)
TAKES_OPERANDS(div, int)
TAKES_OPERANDS(mod, unsigned)
TAKES_OPERANDS(and, int)
TAKES_OPERANDS(or, unsigned)
TAKES_OPERANDS(xor, short)
TAKES_OPERANDS(nand, int)
TAKES_OPERANDS(shl, int)
TAKES_OPERANDS(shr, int)
TAKES_OPERANDS(min, int)
TAKES_OPERANDS(max, unsigned long)
TAKES_OPERANDS(fminimum, float)
TAKES_OPERANDS(fmaximum, double)
TAKES_OPERANDS(fminimum_num, float)
TAKES_OPERANDS(fmaximum_num, float)
TAKES_OPERANDS(min_if_less, float)
TAKES_OPERANDS(max_if_greater, float)
TAKES_OPERANDS(inc_wrap, unsigned)
TAKES_OPERANDS(dec_wrap, unsigned)
TAKES_OPERAND(store, int, false)
TAKES_OPERAND(exchange, int, true)

// Operands that would lose their value, and operations that are not defined for the type.
static_assert(!can_fetch_add<int*, double> && !can_store_max<unsigned long*, float> &&
              can_fetch_add<float*, double> && can_fetch_add<double*, int>);
static_assert(!can_fetch_add<int*, half_like> && !can_store_max<unsigned long*, half_like> &&
              !can_exchange<int*, half_like> && can_fetch_add<float*, half_like>);
static_assert(reason_of<int, double> == reason_of<unsigned char, half_like> &&
              reason_of<int, float> != reason_of<int, long> &&
              reason_of<colour, int> == reason_of<colour, float> &&
              reason_of<colour, double> != reason_of<colour, colour>);
static_assert(!can_fetch_and<float*, float> && !can_fetch_inc_wrap<int*, int> &&
              !can_fetch_fminimum<int*, int> && !can_store_max_if_greater<int*, int> &&
              !can_fetch_add<bool*, bool> && !can_fetch_max<int**, int*> &&
              !can_fetch_add<widget*, widget> && !can_fetch_add<long double*, long double> &&
              !can_fetch_add<void**, int>);
static_assert(can_fetch_or<colour*, colour> && !can_fetch_or<colour*, unsigned> &&
              !can_fetch_add<colour*, colour>);
static_assert(can_fetch_add<int**, int> && can_fetch_add<int**, std::ptrdiff_t> &&
              !can_fetch_add<int**, int*> && !can_fetch_add<int**, double>);
static_assert(can_store<int**, int*> && can_store<int**, std::nullptr_t> &&
              can_store<const int**, int*> && !can_store<int**, const int*> &&
              !can_store<int**, float*> && !can_store<int**, int> && can_store<void**, int*>);
static_assert(can_fetch_add<fixed*, fixed> && !can_fetch_mul<fixed*, fixed>);
static_assert(can_fetch_add<std::complex<double>*, std::complex<double>> &&
              !can_fetch_mul<std::complex<double>*, std::complex<double>>);

DETECT(load)
static_assert(can_load<int*> && can_load<const int*> && can_load<fixed*, acquire> &&
              can_load<const float*&, memory_order>);
static_assert(!can_load<> && !can_load<int> && !can_load<widget> && !can_load<int*, int> &&
              !can_load<int*, release> && !can_load<int*, const char*> && !can_load<const void*> &&
              !can_load<std::vector<fixed>&> && !can_load<volatile int*> &&
              !can_load<int*, memory_order, memory_order> && !can_load<diatomic::atomic<int>*>);
REFUSES_OBJECTS(load, relaxed)

DETECT(compare_exchange)
static_assert(can_compare_exchange<int*, int, int> && can_compare_exchange<float*, int, double> &&
              can_compare_exchange<int**, std::nullptr_t, int*, memory_order, relaxed> == false);
static_assert(
    !can_compare_exchange<int*, int> && !can_compare_exchange<int*, int, double> &&
    !can_compare_exchange<int*, std::string, int> && !can_compare_exchange<int*, int, int, int> &&
    !can_compare_exchange<std::complex<double>*, std::complex<double>, std::complex<double>>);
REFUSES_OBJECTS(compare_exchange, int, int)
REFUSES_CONST(compare_exchange, int, int, int)

#define TAKES_EXPECTED(name)                                                                       \
  DETECT(name)                                                                                     \
  static_assert(can_##name<int*, int&, int> && can_##name<int*, int&, long, relaxed> &&            \
                can_##name<int*, int&, int, memory_order> &&                                       \
                can_##name<int*, int&, int, memory_order, memory_order> &&                         \
                can_##name<int*, int&, int, memory_order, memory_order, diatomic::block_scope_t>); \
  static_assert(!can_##name<int*, int, int> && !can_##name<int*, const int&, int> &&               \
                !can_##name<int*, long&, int> && !can_##name<int*, int*, int> &&                   \
                !can_##name<int*, int&> && !can_##name<int*, int&, double> &&                      \
                !can_##name<int*, int&, const char*> && !can_##name<int*, int&, int, int> &&       \
                !can_##name<int*, int&, int, memory_order, memory_order, memory_order>);           \
  REFUSES_OBJECTS(name, int&, int)                                                                 \
  REFUSES_CONST(name, int, int&, int)
TAKES_EXPECTED(compare_exchange_strong)
TAKES_EXPECTED(compare_exchange_weak)

#define TAKES_FUNCTION(name, F, G)                                                     \
  DETECT(name)                                                                         \
  static_assert(can_##name<int*, F> && can_##name<int*, F&, relaxed> &&                \
                can_##name<int*, const F&, diatomic::block_scope_t, memory_order>);    \
  static_assert(!can_##name<int*> && !can_##name<int*, int> && !can_##name<int*, G> && \
                !can_##name<int*, std::string> && !can_##name<int*, F, int> &&         \
                !can_##name<int*, F, F>);                                              \
  REFUSES_OBJECTS(name, F)
TAKES_FUNCTION(fetch_update, increments, halves)
TAKES_FUNCTION(try_update, changes, widget)
TAKES_FUNCTION(wait_until, is_set, widget)
REFUSES_CONST(fetch_update, int, increments)
REFUSES_CONST(try_update, int, changes)
static_assert(can_wait_until<const int*, is_set, acquire> && !can_fetch_update<int*, changes>);
static_assert(!can_wait_until<int*, is_set, release>);

DETECT(wait)
static_assert(can_wait<int*, int> && can_wait<const int*, int, acquire>);
static_assert(!can_wait<int*> && !can_wait<int*, const char*> && !can_wait<int*, double> &&
              !can_wait<int*, int, int>);
REFUSES_OBJECTS(wait, int)

DETECT(claim_slot)
static_assert(can_claim_slot<unsigned*> && can_claim_slot<long long*, relaxed>);
static_assert(!can_claim_slot<> && !can_claim_slot<int> && !can_claim_slot<float*> &&
              !can_claim_slot<const int*> && !can_claim_slot<int*, int> &&
              !can_claim_slot<std::vector<fixed>&>);

DETECT(store_add_at)
static_assert(can_store_add_at<float*, int, std::size_t, float> &&
              can_store_add_at<int*, unsigned, unsigned, long, relaxed>);
static_assert(!can_store_add_at<float*, int, int> && !can_store_add_at<float*, float, int, int> &&
              !can_store_add_at<float*, int, int, const char*> &&
              !can_store_add_at<float*, int, int, float, int>);
REFUSES_OBJECTS(store_add_at, int, int, int)
REFUSES_CONST(store_add_at, int, int, int, int)

DETECT(fence)
static_assert(can_fence<acquire> && can_fence<memory_order, diatomic::block_scope_t>);
static_assert(!can_fence<> && !can_fence<relaxed> && !can_fence<int> &&
              !can_fence<acquire, release> &&
              !can_fence<diatomic::seq_cst_t, diatomic::warp_scope_t>);

/// Members take at most one order, which the operation can have, and nothing but tags.
#define CALLS(name, call)                                     \
  struct name {                                               \
    template <class A, class... O>                            \
    auto operator()(A&& a, O... o) const -> decltype(a.call); \
  };
CALLS(loads, load(o...))
CALLS(waits, wait(1, o...))
CALLS(adds, fetch_add(1, o...))
CALLS(exchanges, exchange(1, o...))
CALLS(stores, store(1, o...))
CALLS(reduces, store_add(1, o...))
template <class... A>
inline constexpr bool can = std::is_invocable_v<A...>;
template <class F, class A, bool Acquires, bool Releases>
inline constexpr bool obeys =
    can<F, A> && can<F, A, memory_order> && can<F, A, relaxed, diatomic::block_scope_t> &&
    can<F, A, acquire> == Acquires && can<F, A, release> == Releases && !can<F, A, int> &&
    can<F, A, diatomic::result_unused_t> != Acquires && !can<F, A, memory_order, memory_order> &&
    !can<F, A, const char*>;
template <class A>
inline constexpr bool all_obey = obeys<loads, A, true, false> && obeys<waits, A, true, false> &&
                                 obeys<adds, A, true, true> && obeys<exchanges, A, true, true> &&
                                 obeys<stores, A, false, true> && obeys<reduces, A, false, true>;
static_assert(all_obey<diatomic::atomic<int>&> && all_obey<diatomic::atomic_ref<float>>);
static_assert(all_obey<diatomic::atomic_ref<int, diatomic::acq_rel_t>>);
/// The same of every member.
#define MEMBERS_OBEY(op, T)                                                 \
  CALLS(fetches_##op, fetch_##op(T{1}, o...))                               \
  CALLS(news_##op, op##_fetch(T{1}, o...))                                  \
  CALLS(reduces_##op, store_##op(T{1}, o...))                               \
  static_assert(obeys<fetches_##op, diatomic::atomic_ref<T>, true, true> && \
                obeys<news_##op, diatomic::atomic_ref<T>, true, true> &&    \
                obeys<reduces_##op, diatomic::atomic_ref<T>, false, true>);
MEMBERS_OBEY(add, int)
MEMBERS_OBEY(sub, int)
MEMBERS_OBEY(mul, int)
MEMBERS_OBEY(div, int)
MEMBERS_OBEY(mod, int)
MEMBERS_OBEY(and, int)
MEMBERS_OBEY(or, int)
MEMBERS_OBEY(xor, int)
MEMBERS_OBEY(nand, int)
MEMBERS_OBEY(shl, int)
MEMBERS_OBEY(shr, int)
MEMBERS_OBEY(min, int)
MEMBERS_OBEY(max, int)
MEMBERS_OBEY(fminimum, float)
MEMBERS_OBEY(fmaximum, float)
MEMBERS_OBEY(fminimum_num, float)
MEMBERS_OBEY(fmaximum_num, float)
MEMBERS_OBEY(min_if_less, float)
MEMBERS_OBEY(max_if_greater, float)
MEMBERS_OBEY(inc_wrap, unsigned)
MEMBERS_OBEY(dec_wrap, unsigned)
CALLS(compares, compare_exchange(1, 1, o...))
CALLS(strongly, compare_exchange_strong(std::declval<int&>(), 1, o...))
CALLS(weakly, compare_exchange_weak(std::declval<int&>(), 1, o...))
CALLS(replaces, fetch_update(increments{}, o...))
CALLS(tries, try_update(changes{}, o...))
template <class A, class... Members>
inline constexpr bool obey_as_updates = (obeys<Members, A, true, true> && ...);
static_assert(obey_as_updates<diatomic::atomic_ref<int>, compares, replaces, tries>);
static_assert(can<strongly, diatomic::atomic_ref<int>, acquire> &&
              !can<strongly, diatomic::atomic_ref<int>, const char*> &&
              can<weakly, diatomic::atomic_ref<int>, memory_order, memory_order> &&
              !can<weakly, diatomic::atomic_ref<int>, relaxed, release>);
static_assert(obey_as_updates<diatomic::atomic<int>&, fetches_sub, fetches_and, fetches_or,
                              fetches_xor, fetches_min, fetches_max>);
static_assert(obeys<reduces_min, diatomic::atomic<int>&, false, true> &&
              obeys<reduces_max, diatomic::atomic<int>&, false, true>);
using in_a_warp = diatomic::atomic_ref<int, diatomic::warp_scope_t>;
static_assert(!can<loads, in_a_warp> && !can<adds, in_a_warp> && !can<stores, in_a_warp> &&
              can<loads, in_a_warp, relaxed> && can<adds, in_a_warp, memory_order>);
static_assert(!std::is_constructible_v<diatomic::atomic_ref<int[4]>, int (&)[4]>);

// The functions with a lock table take any type.
using stripes = diatomic::lock_stripes<>;
static_assert(can_load<const std::complex<double>*, stripes> && can_load<int*, stripes&> &&
              can_store<int*, long, stripes> && can_exchange<int*, int, stripes> &&
              can_fetch_update<int*, increments, stripes>);

/// How cereal and Boost.Serialization look for a user's functions: expressions whose unqualified
/// calls find functions by the arguments' namespaces.
namespace serializers {
struct archive {};
template <class A, class T, class = void>
inline constexpr bool has_load = false;
template <class A, class T>
inline constexpr bool
    has_load<A, T, std::void_t<decltype(load(std::declval<A&>(), std::declval<T&>()))>> = true;
template <class A, class T, class = void>
inline constexpr bool has_store = false;
template <class A, class T>
inline constexpr bool
    has_store<A, T, std::void_t<decltype(store(std::declval<A&>(), std::declval<T const&>()))>> =
        true;
template <class A, class T, class = void>
inline constexpr bool has_versioned_load = false;
template <class A, class T>
inline constexpr bool has_versioned_load<
    A, T, std::void_t<decltype(load(std::declval<A&>(), std::declval<T&>(), 0u))>> = true;
template <class T>
inline constexpr bool is_found =
    has_load<archive, T> || has_store<archive, T> || has_versioned_load<archive, T> ||
    has_load<int, T> || has_load<archive*, T> || has_store<T, T>;
static_assert(!is_found<fixed> && !is_found<std::vector<fixed>> && !is_found<int> &&
              !is_found<diatomic::atomic<int>> && !is_found<std::unique_ptr<fixed>> &&
              !is_found<diatomic::kind> && !is_found<std::vector<diatomic::relaxed_t>>);
}  // namespace serializers

/// A user's functions that convert their arguments.
namespace converting {
struct view {
  view(const std::vector<fixed>&) {}
  view(const fixed*) {}
  view(const std::string&) {}
};
int store(view) { return 1; }
int load(const fixed*, view) { return 2; }
int exchange(fixed*, const std::string&) { return 3; }
}  // namespace converting

TEST(refused_calls, let_users_functions_through) {
  using namespace converting;
  std::vector<fixed> sums(1);
  EXPECT_EQ(store(sums), 1);
  EXPECT_EQ(load(sums.data(), std::string("a")), 2);
  EXPECT_EQ(exchange(sums.data(), "a"), 3);
}

}  // namespace
#endif
