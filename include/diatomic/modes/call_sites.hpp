// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Operands that carry the call's place, for checked mode and the profile. The plain ones are in
/// `core/detail/operands.hpp`, which includes this header instead.

#include <type_traits>

#include <diatomic/core/detail/misfit.hpp>
#include <diatomic/core/types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The operand of an operation on a T: `Operand`, if operations on a T exist. A condition here
/// would make nvcc 13 capture its place instead of the call's.
///@{
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
///@}

/// The source location of a call. A default argument captures the caller's file and line.
struct call_site {
  const char* file;
  unsigned line;

#if DIATOMIC_HAS_HOST_CODE || __has_builtin(__builtin_FILE)
  DIATOMIC_FUNCTION call_site(const char* in = __builtin_FILE(), unsigned at = __builtin_LINE())
      : file(in), line(at) {}
#else  // NVRTC of CUDA 12.5
  DIATOMIC_FUNCTION call_site(const char* in = "(this NVRTC does not tell the line)",
                              unsigned at = 0)
      : file(in), line(at) {}
#endif
};
/// The sites of calls whose place nothing can capture.
///@{
DIATOMIC_FUNCTION call_site site_of_many_tags() { return {"(a call with many tags, at line)", 0}; }
DIATOMIC_FUNCTION call_site site_of_operator() {
  return {"(an operator of an atomic type, at line)", 0};
}
///@}

/// Tags that were not passed. They say nothing.
///@{
using unsaid_1 = tag<unsaid::first>;
using unsaid_2 = tag<unsaid::second>;
using unsaid_3 = tag<unsaid::third>;
using unsaid_4 = tag<unsaid::fourth>;
///@}

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
  DIATOMIC_FUNCTION static T converted(V& v) {
    if constexpr (is_misfit_v<T, V>) {
      detail::refuse<misfit_v<T, V>>();
      return T();
    } else if constexpr (std::is_arithmetic_v<T> && std::is_arithmetic_v<V>) {
      return static_cast<T>(v);  // without a warning in this header
    } else {
      return v;
    }
  }
};
/// A pointer: from what converts to it, but not from a number, except for a literal 0.
template <class T>
struct located<T*> {
  T* content;
  call_site at;

  DIATOMIC_FUNCTION located(call_site site = {}) : content(nullptr), at(site) {}
  DIATOMIC_FUNCTION located(T* v, call_site site = {}) : content(v), at(site) {}

  DIATOMIC_FUNCTION operator T*() const { return content; }
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

/// `v` with the call site of another operand, and with that of an operator.
///@{
template <class Other, class T>
DIATOMIC_FUNCTION located<T> same_site(const located<Other>& other, T v) {
  return {v, other.at};
}
template <class T>
DIATOMIC_FUNCTION located<T> in_operator(T v) {
  return {v, detail::site_of_operator()};
}
///@}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
using value = typename detail::operand<T, detail::located<T>>::type;
template <class T>
using difference =
    typename detail::operand<T, detail::located<typename detail::addend<T>::type>>::type;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class T>
using strict_value = value<T>;
template <class T>
using strict_difference = value<typename addend<T>::type>;

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
