// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operands of a call: plain values; in checked mode and in the profile, values that carry the
/// call site. Operands that lose their value when converted are compile errors of one sentence.

#include <atomic>
#include <type_traits>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/refusal.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/core/support.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The operands and the result of a call that a `static_assert` refuses. Converts from and to
/// anything: an error about an operand would hide the refusal.
struct any_operand {
  DIATOMIC_FUNCTION constexpr any_operand() {}
  template <class V>
  DIATOMIC_FUNCTION constexpr any_operand(const V&) {}
  template <class V>
  DIATOMIC_FUNCTION operator V() const;
};

/// Whether T is an atomic object or reference of Diatomic, std or cuda::std.
template <class T, class = void>
inline constexpr bool is_atomic_object_v = false;
template <class T>
inline constexpr bool
    is_atomic_object_v<T, std::void_t<decltype(std::declval<const T&>().is_lock_free())>> = true;

/// The operand of an operation on a T: `Operand`, if operations on a T exist. With call sites, a
/// condition here would make nvcc 13 capture its place instead of the call's.
#if DIATOMIC_HAS_CALL_SITES
template <class T, class Operand>
struct operand : identity<Operand> {};
template <class Operand>
struct operand<void, Operand> : identity<any_operand> {};
template <class Operand>
struct operand<const void, Operand> : identity<any_operand> {};
template <class Operand>
struct operand<volatile void, Operand> : identity<any_operand> {};
template <class Operand>
struct operand<const volatile void, Operand> : identity<any_operand> {};
#else
template <class T, class Operand>
using operand = std::conditional<std::is_void_v<T> || is_atomic_object_v<T>, any_operand, Operand>;
#endif

/// A tag or an order, which follows the operands.
template <class V>
inline constexpr bool is_access_v = is_tag_v<V> || std::is_same_v<V, std::memory_order>;
/// Why a V is no operand for a T, although it may convert: a floating-point operand for an integer,
/// a number for an enum, or a tag.
template <class T, class V>
inline constexpr refusal misfit_v =
    is_access_v<V> && !std::is_same_v<T, V> ? refusal::pass_the_missing_operand_before_the_tags
    : is_integer_v<T> && (std::is_floating_point_v<V> || is_float16_v<V>)
        ? refusal::convert_the_floating_point_value_which_would_lose_its_fraction
    : std::is_enum_v<T> && (is_integer_v<V> || std::is_floating_point_v<V>)
        ? refusal::convert_the_number_to_the_type_of_the_enum
        : refusal::none;
template <class T, class V>
inline constexpr bool is_misfit_v = misfit_v<T, V> != refusal::none;

/// Whether an `Argument` binds to a `T&`; to a `const T&` if it converts to T. NVRTC has no
/// `std::is_convertible`.
///@{
template <class T>
DIATOMIC_FUNCTION void bind(T& object);
template <class T, class Argument, class = void>
inline constexpr bool binds_v = false;
template <class T, class Argument>
inline constexpr bool
    binds_v<T, Argument, std::void_t<decltype(detail::bind<T>(std::declval<Argument>()))>> = true;
///@}

#if DIATOMIC_HAS_CALL_SITES

/// The source location of a call. A default argument captures the caller's file and line.
struct call_site {
  const char* file;
  unsigned line;
  bool is_of_reference = false;  ///< the location where an atomic_ref was made

#if DIATOMIC_HAS_HOST_CODE || __has_builtin(__builtin_FILE)
  DIATOMIC_FUNCTION call_site(const char* in = __builtin_FILE(), unsigned at = __builtin_LINE())
      : file(in), line(at) {}
#else  // NVRTC of CUDA 12.5
  DIATOMIC_FUNCTION call_site(const char* in = "(this NVRTC does not tell the line)",
                              unsigned at = 0)
      : file(in), line(at) {}
#endif
  DIATOMIC_FUNCTION call_site of_reference() const {
    call_site made = *this;
    made.is_of_reference = true;
    return made;
  }
};

/// A T, constructed from anything that converts to T, and its call site. Without the T if it is an
/// atomic object, which the call refuses.
template <class T>
struct located {
  std::conditional_t<is_atomic_object_v<T>, any_operand, T> content;
  call_site at;

  DIATOMIC_FUNCTION located(call_site site = {}) : content{}, at(site) {}
  DIATOMIC_FUNCTION located(T v, call_site site = {}) : content(v), at(site) {}
  /// No `enable_if` here: nvcc 13 would capture the location of its substitution, not of the call.
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V>
  DIATOMIC_FUNCTION located(V v, call_site site = {}) : content(converted(v)), at(site) {}

  DIATOMIC_FUNCTION operator T() const { return content; }

 private:
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V>
  DIATOMIC_FUNCTION static T converted(const V& v) {
    if constexpr (is_misfit_v<T, V>) {
      detail::refuse<misfit_v<T, V>>();
      return T();
    } else if constexpr (std::is_pointer_v<T> && std::is_integral_v<V>) {
      return nullptr;  // a literal 0
    } else {
      return static_cast<T>(v);
    }
  }
};

/// The parts of a call's name. Variables, not functions: nvcc does not let device code call
/// constexpr host functions.
///@{
template <op Op>
inline constexpr const char* op_name_v = name_of(Op);
template <class T>
inline constexpr const char* kind_name_v = diatomic::name_of(kind_of_v<T>);
template <op Op, class Access>
inline constexpr const char* form_v = !tables::updates.has(Op)                     ? ""
                                      : Access::value.result == result_use::unused ? "store_"
                                                                                   : "fetch_";
///@}

/// `v` with the call site of `other`.
template <class Other, class T>
DIATOMIC_FUNCTION located<T> same_site(const located<Other>& other, T v) {
  return {v, other.at};
}

#else

/// An integer or enum T, constructed from anything that converts to T, but from no misfit.
template <class T>
class strict {
 public:
  DIATOMIC_FUNCTION constexpr strict(T v = {}) : content_(v) {}
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class Argument, class V = std::decay_t<Argument>,
            std::enable_if_t<is_misfit_v<T, V> ||
                                 (!is_integer_v<V> && !std::is_enum_v<V> &&
                                  !std::is_same_v<V, strict> && binds_v<const T, Argument>),
                             bool> = true>
  DIATOMIC_FUNCTION strict(Argument&& v) : content_(converted<V>(v)) {}

  DIATOMIC_FUNCTION constexpr operator T() const { return content_; }

 private:
  DIATOMIC_EXEC_CHECK_DISABLE
  template <class V, class Argument>
  DIATOMIC_FUNCTION static T converted(Argument& v) {
    if constexpr (is_misfit_v<T, V>) {
      detail::refuse<misfit_v<T, V>>();
      return T();
    } else {
      return v;
    }
  }

  T content_;
};

/// Empty outside checked mode and the profile.
struct call_site {};

template <class Other, class T>
DIATOMIC_FUNCTION T same_site(Other, T v) {
  return v;
}

#endif

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

#if DIATOMIC_HAS_CALL_SITES
template <class T>
using value = typename detail::operand<T, detail::located<T>>::type;
template <class T>
using difference =
    typename detail::operand<T, detail::located<typename detail::addend<T>::type>>::type;
#else
/// An operand: converts to T without taking part in T's deduction.
template <class T>
using value = typename detail::operand<T, T>::type;
/// The operand of an addition to a T: a T, or a number of elements for a pointer.
template <class T>
using difference = typename detail::operand<T, typename detail::addend<T>::type>::type;
#endif

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// `value` and `difference` where no overload refuses a misfit: in members.
///@{
#if DIATOMIC_HAS_CALL_SITES
template <class T>
using strict_value = value<T>;
#else
template <class T>
using strict_value = std::conditional_t<is_integer_v<value<T>> || std::is_enum_v<value<T>>,
                                        strict<value<T>>, value<T>>;
#endif
template <class T>
using strict_difference = strict_value<typename addend<T>::type>;
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
