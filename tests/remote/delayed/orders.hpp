// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

/// \file
/// The calls of the transport that a member of `remote_ref` makes on a network, for each order, as
/// a tag, as a `std::memory_order`, and as a tag of the type.

#include <atomic>
#include <string>

#include "remote/on_each_pe.hpp"
#include "support/call_ref.hpp"

namespace test {

using diatomic::memory_order;
using diatomic::remote_ref;
using diatomic::symmetric_ptr;

/// The transport's calls within `f`.
inline std::string calls_of(call_ref f) {
  std::string calls;
  diatomic::transports::delayed::record() = &calls;
  f();
  diatomic::transports::delayed::record() = nullptr;
  return calls;
}

/// `store_OP` is a reduction.
enum class kind_of_call { load, store, reduction, update };

/// `calls` in the order `order`, of which a load, a store or a reduction takes its half.
inline std::string ordered(kind_of_call kind, memory_order order, const std::string& calls) {
  const bool is_both = order == memory_order::acq_rel;
  const bool is_total = order == memory_order::seq_cst;
  const bool releases =
      is_total || (kind != kind_of_call::load && (is_both || order == memory_order::release));
  const bool acquires =
      is_total || (kind != kind_of_call::store && kind != kind_of_call::reduction &&
                   (is_both || order == memory_order::acquire));
  return (releases ? "quiet " : "") + calls + (acquires ? " acquire" : "");
}

/// An object of another processing element, and references to it, one for each order of their type.
template <class T>
struct subject {
  symmetric_ptr<T> p;
  remote_ref<T> untagged{p, 1};
  remote_ref<T, diatomic::relaxed_t> relaxed{p, 1};
  remote_ref<T, diatomic::acquire_t> acquire{p, 1};
  remote_ref<T, diatomic::release_t> release{p, 1};
  remote_ref<T, diatomic::acq_rel_t> acq_rel{p, 1};
  remote_ref<T, diatomic::seq_cst_t> seq_cst{p, 1};
};

/// A member: what it finds and is given, what it returns, and the transport's calls without an
/// order. The result of a member that returns nothing is its operand.
template <class T>
struct member {
  std::string name;
  T start;
  T operand;
  T result;
  std::string calls;
};

/// A call of a member, as a plain function: this file has thousands of calls, and its checks are
/// compiled once for each T.
///@{
template <class T>
using plain_call = T (*)(const void* function, const void* reference, T operand,
                         std::memory_order standard);
template <class T, class Function, class Reference, class... Tags>
T call_with(const void* function, const void* reference, T operand, std::memory_order) {
  return (*static_cast<const Function*>(function))(*static_cast<const Reference*>(reference),
                                                   operand, Tags{}...);
}
template <class T, class Function>
T call_standard(const void* function, const void* reference, T operand,
                std::memory_order standard) {
  return (*static_cast<const Function*>(function))(*static_cast<const remote_ref<T>*>(reference),
                                                   operand, standard);
}
///@}

/// The calls of a member, all of them with the same function object.
template <class T>
struct calls_of_member {
  const subject<T>& object;
  const member<T>& of;
  kind_of_call kind;
  const void* function;

  /// Expects the member's result, and the transport's calls in this order.
  void expect(const char* form, memory_order order, plain_call<T> call, const void* reference,
              std::memory_order standard = std::memory_order_relaxed) const {
    object.untagged.store(of.start);
    diatomic::quiet();
    T result{};
    const std::string calls =
        calls_of([&] { result = call(function, reference, of.operand, standard); });
    const int number = static_cast<int>(order);
    EXPECT_EQ(calls, ordered(kind, order, of.calls)) << of.name << ", " << form << number;
    EXPECT_EQ(result, of.result) << of.name << ", " << form << number;
  }
  /// An order as a tag, over the default order and over the type's; as the type's tag; and as a
  /// `std::memory_order`.
  void expect_order(memory_order order, std::memory_order standard, plain_call<T> tagged,
                    plain_call<T> over_type, plain_call<T> own, const void* own_reference,
                    plain_call<T> by_standard) const {
    expect("order ", order, tagged, &object.untagged);
    // A call's order replaces the type's.
    expect("over seq_cst ", order, over_type, &object.seq_cst);
    expect("own order ", order, own, own_reference);
    expect("std ", order, by_standard, &object.untagged, standard);
  }
};

/// `function(reference, operand, tags...)` calls the member.
template <kind_of_call Kind, class T, class Function>
void expect_orders(const subject<T>& object, const member<T>& of, const Function& function) {
  using diatomic::acq_rel_t;
  using diatomic::acquire_t;
  using diatomic::relaxed_t;
  using diatomic::release_t;
  using diatomic::seq_cst_t;
  using untagged = remote_ref<T>;
  using total = remote_ref<T, seq_cst_t>;
  const calls_of_member<T> calls{object, of, Kind, &function};
  const plain_call<T> standard = call_standard<T, Function>;
  calls.expect("no order: ", memory_order::relaxed, call_with<T, Function, untagged>,
               &object.untagged);
  calls.expect_order(memory_order::relaxed, std::memory_order_relaxed,
                     call_with<T, Function, untagged, relaxed_t>,
                     call_with<T, Function, total, relaxed_t>,
                     call_with<T, Function, remote_ref<T, relaxed_t>>, &object.relaxed, standard);
  calls.expect_order(memory_order::seq_cst, std::memory_order_seq_cst,
                     call_with<T, Function, untagged, seq_cst_t>,
                     call_with<T, Function, total, seq_cst_t>, call_with<T, Function, total>,
                     &object.seq_cst, standard);
  if constexpr (Kind == kind_of_call::load || Kind == kind_of_call::update) {
    calls.expect_order(memory_order::acquire, std::memory_order_acquire,
                       call_with<T, Function, untagged, acquire_t>,
                       call_with<T, Function, total, acquire_t>,
                       call_with<T, Function, remote_ref<T, acquire_t>>, &object.acquire, standard);
    calls.expect("consume ", memory_order::acquire, standard, &object.untagged,
                 std::memory_order_consume);
  }
  if constexpr (Kind != kind_of_call::load) {
    calls.expect_order(memory_order::release, std::memory_order_release,
                       call_with<T, Function, untagged, release_t>,
                       call_with<T, Function, total, release_t>,
                       call_with<T, Function, remote_ref<T, release_t>>, &object.release, standard);
  }
  const plain_call<T> own_both = call_with<T, Function, remote_ref<T, acq_rel_t>>;
  if constexpr (Kind == kind_of_call::update) {
    calls.expect_order(memory_order::acq_rel, std::memory_order_acq_rel,
                       call_with<T, Function, untagged, acq_rel_t>,
                       call_with<T, Function, total, acq_rel_t>, own_both, &object.acq_rel,
                       standard);
  } else {
    // A load or a store takes its half of acq_rel only if this is the order of its type.
    calls.expect("own order ", memory_order::acq_rel, own_both, &object.acq_rel);
  }
}

/// `f(pointer)` on the first of two processing elements.
template <class T, class F>
void on_first(F f) {
  diatomic::world_options options;
  options.devices = {0, 0};
  diatomic::with_world(
      [&](diatomic::world& w) {
        diatomic::symmetric_array<T> object(w, 3);
        w.barrier();
        if (w.pe() == 0) f(object.pointer() + 1);
        w.barrier();
      },
      options);
}

}  // namespace test
