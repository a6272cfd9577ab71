// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Checked mode and the profile for objects built from atomics: locks, semaphores, barriers.

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/core/detail/operands.hpp>
#if DIATOMIC_CHECKED
#include <diatomic/modes/checked.hpp>
#elif DIATOMIC_PROFILED
#include <diatomic/modes/profile_counts.hpp>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

#if !DIATOMIC_PROFILED
using call_record = no_record;
#endif

/// Whether checks for misuse are compiled in.
inline constexpr bool checks_for_misuse = DIATOMIC_CHECKED != 0;

/// In checked mode, ends the program or the kernel if `is_wrong`, and reports the call, the object
/// and the problem.
DIATOMIC_FUNCTION void refuse_if([[maybe_unused]] bool is_wrong, [[maybe_unused]] call_site at,
                                 [[maybe_unused]] const char* call,
                                 [[maybe_unused]] const char* object,
                                 [[maybe_unused]] const char* problem) {
#if DIATOMIC_CHECKED
  if (is_wrong) device_ops::fail(failure{at.file, at.line, "", call, object, problem, false, 0});
#endif
}

/// The space that an object's type names in its tags, as `spin_mutex<in_shared_t>` does.
/// Unspecified if the type's arguments are not tags.
///@{
template <bool AreTags, class... Tags>
inline constexpr memory_space space_of_tags_v = memory_space::unspecified;
template <class... Tags>
inline constexpr memory_space space_of_tags_v<true, Tags...> = access_of<Tags...>::space;
template <class Object>
inline constexpr memory_space space_of_object_v = memory_space::unspecified;
template <template <class...> class Object, class... Tags>
inline constexpr memory_space space_of_object_v<Object<Tags...>> =
    space_of_tags_v<(is_tag_v<Tags> && ...), Tags...>;
///@}

/// The record of a call on an object, for the profile. In checked mode, refuses a null object, and
/// an object outside the address space that its type names. Compilers assume that references and
/// `this` are non-null, so the address passes through a volatile variable.
template <class Object>
DIATOMIC_FUNCTION call_record expect_object([[maybe_unused]] const Object* object,
                                            [[maybe_unused]] call_site at,
                                            [[maybe_unused]] const char* call,
                                            [[maybe_unused]] const char* name) {
#if DIATOMIC_PROFILED
  return {at, {"", call, name, true, {}, method::nothing}, object};
#elif DIATOMIC_CHECKED
  const void* volatile hidden = object;
  const void* const address = hidden;
  refuse_if(address == nullptr, at, call, name, "null pointer");
  detail::check_space<space_of_object_v<Object>>(address, [&](bool is_wrong, const char* problem) {
    refuse_if(is_wrong, at, call, name, problem);
  });
  return {};
#else
  return {};
#endif
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
