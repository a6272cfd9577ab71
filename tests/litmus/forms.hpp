// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The forms that a litmus test is run in: what orders its accesses, with which scopes, in which
/// space.

#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

namespace litmus {

using diatomic::memory_order;
using diatomic::memory_scope;
using diatomic::memory_space;

/// What orders the accesses of a test.
enum class ordering : unsigned {
  relaxed,             ///< nothing
  acquire_release,     ///< loads that acquire, stores that release
  seq_cst,             ///< seq_cst operations
  fences,              ///< relaxed operations, fences of acquire, release or acq_rel
  seq_cst_fences,      ///< relaxed operations, seq_cst fences
  fence_to_operation,  ///< the first role by fences of acquire or release, the others by operations
  operation_to_fence,  ///< the other way round
  fence_to_seq_cst,
};
inline const char* name_of(ordering o) {
  constexpr const char* names[] = {"relaxed",
                                   "acquire_release",
                                   "seq_cst",
                                   "fences",
                                   "seq_cst_fences",
                                   "fence_to_operation",
                                   "operation_to_fence",
                                   "fence_to_seq_cst"};
  return names[static_cast<unsigned>(o)];
}

/// A form. The first role's operations have the scope `First`, those of the others `Others`.
template <ordering Ordering, memory_scope First = memory_scope::device, memory_scope Others = First,
          memory_space Space = memory_space::global>
struct form {
  static constexpr ordering how = Ordering;
  static constexpr memory_scope first = First;
  static constexpr memory_scope others = Others;
  static constexpr memory_space space = Space;

  /// The accesses of one role.
  template <bool IsFirst>
  struct by {
    static constexpr bool orders_by_operation =
        Ordering == ordering::acquire_release ||
        Ordering == (IsFirst ? ordering::operation_to_fence : ordering::fence_to_operation);
    static constexpr bool orders_by_fence =
        Ordering == ordering::fences ||
        Ordering == (IsFirst ? ordering::fence_to_operation : ordering::operation_to_fence);
    static constexpr bool is_seq_cst_operation =
        Ordering == ordering::seq_cst || (!IsFirst && Ordering == ordering::fence_to_seq_cst);
    static constexpr bool is_seq_cst_fence =
        Ordering == ordering::seq_cst_fences || (IsFirst && Ordering == ordering::fence_to_seq_cst);

    static constexpr memory_order of_operation(memory_order o) {
      return is_seq_cst_operation  ? memory_order::seq_cst
             : orders_by_operation ? o
                                   : memory_order::relaxed;
    }
    using scope = diatomic::tag<IsFirst ? First : Others>;
    using space = diatomic::tag<Space>;
    using acquires = diatomic::tag<of_operation(memory_order::acquire)>;
    using releases = diatomic::tag<of_operation(memory_order::release)>;
    using both = diatomic::tag<of_operation(memory_order::acq_rel)>;

    /// What an ordering access may come in, and the access that it orders.
    DIATOMIC_FUNCTION static unsigned load(const unsigned* p) {
      return diatomic::load(p, acquires{}, scope{}, space{});
    }
    DIATOMIC_FUNCTION static void store(unsigned* p, unsigned v) {
      diatomic::store(p, v, releases{}, scope{}, space{});
    }
    DIATOMIC_FUNCTION static unsigned relaxed_load(const unsigned* p) {
      return diatomic::load(p, scope{}, space{});
    }
    DIATOMIC_FUNCTION static unsigned load_monotone(const unsigned* p) {
      return diatomic::load(p, diatomic::monotone, scope{}, space{});
    }
    DIATOMIC_FUNCTION static void relaxed_store(unsigned* p, unsigned v) {
      diatomic::store(p, v, scope{}, space{});
    }

    /// A fence between two accesses, in the forms that have fences.
    template <memory_order Order>
    DIATOMIC_FUNCTION static void fence() {
      if constexpr (is_seq_cst_fence) {
        diatomic::fence(diatomic::seq_cst, scope{});
      } else if constexpr (orders_by_fence) {
        diatomic::fence(diatomic::tag<Order>{}, scope{});
      }
    }
  };
  using first_role = by<true>;
  using other_role = by<false>;
};

/// A form, as the host knows it.
struct form_description {
  ordering how;
  memory_scope first;
  memory_scope others;
  memory_space space;

  std::string name() const {
    std::string text = litmus::name_of(how) + std::string("_") + diatomic::name_of(first);
    if (others != first) text += std::string("_") + diatomic::name_of(others);
    constexpr const char* spaces[] = {"_unspecified", "", "_shared"};
    return text + spaces[static_cast<unsigned>(space)];
  }
};

template <class... Forms>
struct form_list {
  static std::vector<form_description> descriptions() {
    return {{Forms::how, Forms::first, Forms::others, Forms::space}...};
  }
};

template <class... Lists>
struct joined_forms;
template <class... A>
struct joined_forms<form_list<A...>> {
  using type = form_list<A...>;
};
template <class... A, class... B, class... Lists>
struct joined_forms<form_list<A...>, form_list<B...>, Lists...>
    : joined_forms<form_list<A..., B...>, Lists...> {};

/// All forms of some lists.
template <class... Lists>
using joined = typename joined_forms<Lists...>::type;

/// Each ordering with the three scopes that chips tell apart, and in shared memory.
template <ordering... Orderings>
using in_scopes = joined<
    form_list<form<Orderings, memory_scope::block>...>,
    form_list<form<Orderings, memory_scope::device>...>,
    form_list<form<Orderings, memory_scope::system>...>,
    form_list<form<Orderings, memory_scope::block, memory_scope::block, memory_space::shared>...>>;

/// At addresses of which the compiler does not know the space: the operation looks where it is.
using generic_forms = form_list<
    form<ordering::acquire_release, memory_scope::device, memory_scope::device,
         memory_space::unspecified>,
    form<ordering::seq_cst, memory_scope::device, memory_scope::device, memory_space::unspecified>>;

/// Lists for the shapes: what orders nothing, acquires and releases, or is seq_cst.
using message_forms =
    joined<in_scopes<ordering::relaxed, ordering::acquire_release, ordering::seq_cst,
                     ordering::fences, ordering::seq_cst_fences>,
           form_list<form<ordering::fence_to_operation>, form<ordering::operation_to_fence>,
                     form<ordering::acquire_release, memory_scope::warp>,
                     form<ordering::acquire_release, memory_scope::cluster>,
                     form<ordering::acquire_release, memory_scope::device, memory_scope::system>,
                     form<ordering::acquire_release, memory_scope::system, memory_scope::device>,
                     form<ordering::acquire_release, memory_scope::device, memory_scope::block>,
                     form<ordering::acquire_release, memory_scope::block, memory_scope::device>>,
           generic_forms>;
using handed_on_forms =
    form_list<form<ordering::relaxed>, form<ordering::acquire_release>, form<ordering::fences>,
              form<ordering::seq_cst>,
              form<ordering::relaxed, memory_scope::block, memory_scope::device>,
              form<ordering::acquire_release, memory_scope::block, memory_scope::device>,
              form<ordering::fences, memory_scope::block, memory_scope::device>,
              form<ordering::acquire_release, memory_scope::block, memory_scope::system>>;
using acquire_release_forms =
    in_scopes<ordering::relaxed, ordering::acquire_release, ordering::fences>;
using seq_cst_forms = in_scopes<ordering::relaxed, ordering::acquire_release, ordering::fences,
                                ordering::seq_cst, ordering::seq_cst_fences>;
using relaxed_forms = in_scopes<ordering::relaxed>;

/// For which orderings C++ forbids a weak outcome, if scopes reach far enough.
inline bool is_any(ordering) { return true; }
inline bool is_none(ordering) { return false; }
inline bool is_ordered(ordering how) { return how != ordering::relaxed; }
inline bool is_seq_cst(ordering how) {
  return how == ordering::seq_cst || how == ordering::seq_cst_fences ||
         how == ordering::fence_to_seq_cst;
}

/// What all shapes have.
template <unsigned Roles, unsigned Words, class Forms, bool (*Forbids)(ordering)>
struct shape {
  static constexpr unsigned roles = Roles;
  static constexpr unsigned words = Words;
  static constexpr bool has_racing_data = false;  ///< read whether or not the flag is there
  using forms = Forms;
  static bool forbids(ordering how) { return Forbids(how); }
};

}  // namespace litmus
