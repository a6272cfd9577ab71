// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The substitutes for C++ headers of run-time compilers say of each type what the C++ library
/// says. A compiler proves it: this file has no code.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

// The substitutes, in another namespace.
#define std substitute
#include "../../backends/rtc/include/atomic"
#include "../../backends/rtc/include/cstddef"
#include "../../backends/rtc/include/cstdint"
#include "../../backends/rtc/include/type_traits"
#include "../../backends/rtc/include/utility"
#undef std

namespace {

enum plain { first };
enum class scoped : unsigned char { first };
union either {
  int i;
  float f;
};
struct bytes {
  int a, b;
};
struct padded {
  char a;
  int b;
};
struct copied {
  copied(int);
  copied(const copied&);
};
struct base {
  int a;
};
struct derived : base {
  int b;
};
using function = int(float);

template <class A, class B>
constexpr bool same = std::is_same_v<A, B>;

/// The traits of any type, in both headers.
template <class T>
constexpr bool agree_on_any() {
  static_assert(substitute::is_const_v<T> == std::is_const_v<T>);
  static_assert(substitute::is_volatile_v<T> == std::is_volatile_v<T>);
  static_assert(substitute::is_reference_v<T> == std::is_reference_v<T>);
  static_assert(substitute::is_pointer_v<T> == std::is_pointer_v<T>);
  static_assert(substitute::is_void_v<T> == std::is_void_v<T>);
  static_assert(substitute::is_integral_v<T> == std::is_integral_v<T>);
  static_assert(substitute::is_floating_point_v<T> == std::is_floating_point_v<T>);
  static_assert(substitute::is_function_v<T> == std::is_function_v<T>);
  static_assert(substitute::is_object_v<T> == std::is_object_v<T>);
  static_assert(substitute::is_enum_v<T> == std::is_enum_v<T>);
  static_assert(substitute::is_class_v<T> == std::is_class_v<T>);
  static_assert(substitute::is_trivially_copyable_v<T> == std::is_trivially_copyable_v<T>);
  static_assert(substitute::is_standard_layout_v<T> == std::is_standard_layout_v<T>);
  static_assert(substitute::is_default_constructible_v<T> == std::is_default_constructible_v<T>);
  static_assert(same<substitute::remove_const_t<T>, std::remove_const_t<T>>);
  static_assert(same<typename substitute::remove_volatile<T>::type, std::remove_volatile_t<T>>);
  static_assert(same<substitute::remove_cv_t<T>, std::remove_cv_t<T>>);
  static_assert(same<substitute::remove_reference_t<T>, std::remove_reference_t<T>>);
  // The library needs neither of arrays nor of volatile pointers.
  if constexpr (!std::is_array_v<std::remove_reference_t<T>>) {
    static_assert(same<substitute::decay_t<T>, std::decay_t<T>>);
  }
  if constexpr (!std::is_volatile_v<T>) {
    static_assert(same<substitute::remove_pointer_t<T>, std::remove_pointer_t<T>>);
  }
  static_assert(same<substitute::void_t<T>, void>);
  return true;
}
/// Without qualifiers, and with each.
template <class... T>
constexpr bool agree_on() {
  return ((agree_on_any<T>() && agree_on_any<const T>() && agree_on_any<volatile T>() &&
           agree_on_any<const volatile T>()) &&
          ...);
}
template <class... T>
constexpr bool agree_on_references() {
  return ((agree_on_any<T&>() && agree_on_any<T&&>() && agree_on_any<T*>()) && ...);
}
static_assert(
    agree_on<bool, char, signed char, unsigned char, wchar_t, char16_t, char32_t, short,
             unsigned short, int, unsigned, long, unsigned long, long long, unsigned long long,
             float, double, long double, void, plain, scoped, either, bytes, padded, copied,
             derived, int*, const int*, bytes*, function*, void*, std::nullptr_t, int[3]>());
static_assert(
    agree_on_references<int, const int, volatile bytes, function, int[3], const int[3]>());
static_assert(agree_on_any<function>() && agree_on_any<int[]>());
static_assert(same<substitute::remove_pointer_t<int* const>, int> &&
              same<substitute::remove_pointer_t<const int*>, const int>);

template <class... T>
constexpr bool agree_on_signs() {
  return ((substitute::is_signed_v<T> == std::is_signed_v<T>) && ...);
}
static_assert(
    agree_on_signs<bool, char, signed char, unsigned char, short, unsigned short, int, unsigned,
                   long, unsigned long, long long, unsigned long long, float, double>());

template <class... T>
constexpr bool agree_on_representations() {
  return ((substitute::has_unique_object_representations_v<T> ==
           std::has_unique_object_representations_v<T>) &&
          ...);
}
static_assert(
    agree_on_representations<int, const int, float, bytes, const bytes, padded, scoped>());
static_assert(same<substitute::underlying_type_t<scoped>, std::underlying_type_t<scoped>> &&
              same<substitute::underlying_type_t<plain>, std::underlying_type_t<plain>>);

template <class... T>
struct numbers {
  template <class U>
  static constexpr bool agree_with() {
    return (same<substitute::common_type_t<T, U>, std::common_type_t<T, U>> && ...);
  }
  static constexpr bool agree() { return (agree_with<T>() && ...); }
};
static_assert(numbers<bool, char, signed char, unsigned short, int, unsigned, long, unsigned long,
                      long long, float, double>::agree());

// Two types.
static_assert(substitute::is_same_v<int, int> && !substitute::is_same_v<int, const int> &&
              !substitute::is_same_v<int, long>);
static_assert(same<substitute::conditional_t<true, int, float>, int> &&
              same<substitute::conditional_t<false, int, float>, float>);
static_assert(same<substitute::enable_if_t<true>, void> &&
              same<substitute::enable_if_t<true, int>, int>);
template <bool Condition, class = void>
constexpr bool is_enabled = false;
template <bool Condition>
constexpr bool is_enabled<Condition, substitute::enable_if_t<Condition>> = true;
static_assert(is_enabled<true> && !is_enabled<false>);
static_assert(substitute::integral_constant<int, 7>::value == 7 && substitute::true_type::value &&
              !substitute::false_type::value);
static_assert(same<substitute::integral_constant<int, 7>::value_type, int> &&
              same<substitute::bool_constant<true>::type, substitute::true_type>);

// Sequences.
static_assert(same<decltype(substitute::declval<int>()), int&&> &&
              same<decltype(substitute::declval<int&>()), int&> &&
              noexcept(substitute::declval<int>()));
template <std::size_t... I>
constexpr bool counts_up(substitute::index_sequence<I...>, std::size_t n) {
  std::size_t next = 0;
  bool is_right = sizeof...(I) == n;
  ((is_right = is_right && I == next++), ...);
  return is_right;
}
template <std::size_t... N>
constexpr bool all_count_up(std::index_sequence<N...>) {
  return (counts_up(substitute::make_index_sequence<N>{}, N) && ...);
}
static_assert(all_count_up(std::make_index_sequence<40>{}) &&
              counts_up(substitute::make_index_sequence<1000>{}, 1000));

// Sizes, integers and orders.
static_assert(same<substitute::size_t, std::size_t> && same<substitute::ptrdiff_t, std::ptrdiff_t>);
static_assert(same<substitute::int8_t, std::int8_t> && same<substitute::uint8_t, std::uint8_t> &&
              same<substitute::int16_t, std::int16_t> && same<substitute::uint16_t, std::uint16_t>);
template <class A, class B>
constexpr bool alike = sizeof(A) == sizeof(B) && std::is_signed_v<A> == std::is_signed_v<B>;
static_assert(alike<substitute::int32_t, std::int32_t> &&
              alike<substitute::uint32_t, std::uint32_t> &&
              alike<substitute::int64_t, std::int64_t> &&
              alike<substitute::uint64_t, std::uint64_t> &&
              alike<substitute::uintptr_t, std::uintptr_t>);
constexpr bool are_same_orders() {
  return int{substitute::memory_order_relaxed} == int{std::memory_order_relaxed} &&
         int{substitute::memory_order_consume} == int{std::memory_order_consume} &&
         int{substitute::memory_order_acquire} == int{std::memory_order_acquire} &&
         int{substitute::memory_order_release} == int{std::memory_order_release} &&
         int{substitute::memory_order_acq_rel} == int{std::memory_order_acq_rel} &&
         int{substitute::memory_order_seq_cst} == int{std::memory_order_seq_cst};
}
static_assert(are_same_orders());

}  // namespace
