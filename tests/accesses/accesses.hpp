// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The accesses of a call, as text, and the expected ones.

#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>

#include "support/call_ref.hpp"
#include "support/calls.hpp"
#include "support/members.hpp"

namespace accesses_tests {

namespace recorder = diatomic::backends::recorder;
using diatomic::access_properties;
using diatomic::hint;
using diatomic::memory_order;
using diatomic::memory_scope;
using diatomic::memory_space;
using diatomic::op;
using diatomic::requirement;
using diatomic::result_use;
using test::call_ref;

inline constexpr bool by_fences = recorder::orders_loops_by_fences;

inline std::string text_of(const char* how, const access_properties& with) {
  std::string text = how;
  text += std::string(" ") + diatomic::name_of(with.order) + " " + diatomic::name_of(with.scope) +
          " " + diatomic::name_of(with.space);
  text += ", hints " + std::to_string(static_cast<unsigned>(with.hints));
  if (with.result == result_use::unused) text += ", unused";
  if (with.required == requirement::native) text += ", native";
  return text + "\n";
}
inline std::string fence_text(memory_order order, memory_scope scope) {
  return std::string("fence ") + diatomic::name_of(order) + " " + diatomic::name_of(scope) + "\n";
}

/// An object in whole words of 4 bytes: calls on narrow objects may access the whole word.
template <class T>
struct in_words {
  alignas(alignof(T) < 4 ? 4 : alignof(T)) T object;
};

/// What `call` does.
inline std::string accesses_of(call_ref call) {
  recorder::accesses.clear();
  recorder::yields.clear();
  call();
  std::string text;
  for (const recorder::access_made& a : recorder::accesses) {
    const bool is_fence = std::string(a.how) == "fence";
    text += is_fence ? accesses_tests::fence_text(a.with.order, a.with.scope)
                     : accesses_tests::text_of(a.how, a.with);
  }
  return text;
}

inline access_properties with_order(access_properties with, memory_order order) {
  with.order = order;
  return with;
}
/// The order of an operation that turns out to be a load.
inline memory_order order_of_failure(memory_order o) {
  if (o == memory_order::release) return memory_order::relaxed;
  return o == memory_order::acq_rel ? memory_order::acquire : o;
}

/// The first load of a loop that always stores: the loop checks its value, so any cache may answer.
inline access_properties first_guess(const access_properties& with) {
  access_properties first;
  first.order = memory_order::relaxed;
  first.scope = by_fences ? memory_scope::warp : with.scope;
  first.space = with.space;
  return first;
}

/// Whether the function of a CAS loop always stores, stores but could have declined, or declines.
enum class loop_that { stores, may_decline, declines };

/// A CAS loop with the order of `with`.
inline std::string loop_text(const access_properties& with, loop_that does = loop_that::stores) {
  const memory_order o = with.order;
  const memory_order in_loop = by_fences ? memory_order::relaxed : o;
  const auto first = does == loop_that::stores
                         ? first_guess(with)
                         : with_order(with, accesses_tests::order_of_failure(in_loop));
  std::string text = text_of("load", first);
  if (does != loop_that::declines) text += text_of("compare_exchange", with_order(with, in_loop));
  if (!by_fences) return text;
  if (o == memory_order::acquire || o == memory_order::acq_rel || o == memory_order::seq_cst) {
    text += fence_text(memory_order::acquire, with.scope);
  }
  if (o == memory_order::acquire || o == memory_order::relaxed) return text;
  const memory_order before = o == memory_order::seq_cst ? o : memory_order::release;
  return fence_text(before, with.scope) + text;
}

/// Whether an update is an instruction; otherwise it is a CAS loop.
inline bool is_loop(const std::string& accesses) {
  return accesses.find("compare_exchange") != std::string::npos;
}

// --- What tags mean, tag by tag.

#define ACCESSES_TAG(name, member, meaning) \
  inline void put(access_properties& to, diatomic::name##_t) { to.member = meaning; }
ACCESSES_TAG(relaxed, order, memory_order::relaxed)
ACCESSES_TAG(acquire, order, memory_order::acquire)
ACCESSES_TAG(release, order, memory_order::release)
ACCESSES_TAG(acq_rel, order, memory_order::acq_rel)
ACCESSES_TAG(seq_cst, order, memory_order::seq_cst)
ACCESSES_TAG(warp_scope, scope, memory_scope::warp)
ACCESSES_TAG(block_scope, scope, memory_scope::block)
ACCESSES_TAG(cluster_scope, scope, memory_scope::cluster)
ACCESSES_TAG(device_scope, scope, memory_scope::device)
ACCESSES_TAG(system_scope, scope, memory_scope::system)
ACCESSES_TAG(in_global, space, memory_space::global)
ACCESSES_TAG(in_shared, space, memory_space::shared)
ACCESSES_TAG(require_native, required, requirement::native)
#undef ACCESSES_TAG
#define ACCESSES_HINT(name) \
  inline void put(access_properties& to, diatomic::name##_t) { to.hints = to.hints | hint::name; }
ACCESSES_HINT(coarse_grained)
ACCESSES_HINT(ignore_denormals)
ACCESSES_HINT(keep_denormals)
ACCESSES_HINT(in_array)
ACCESSES_HINT(check_first)
ACCESSES_HINT(same_address)
ACCESSES_HINT(few_addresses)
ACCESSES_HINT(monotone)
#undef ACCESSES_HINT
inline void put(access_properties& to, std::memory_order o) {
  to.order = o == std::memory_order_relaxed   ? memory_order::relaxed
             : o == std::memory_order_release ? memory_order::release
             : o == std::memory_order_acq_rel ? memory_order::acq_rel
             : o == std::memory_order_seq_cst ? memory_order::seq_cst
                                              : memory_order::acquire;  // and consume
}

/// Whether an operation cannot have the order of `with`: a load that releases, a store or an
/// operation without a result that acquires.
inline bool is_impossible(op operation, const access_properties& with) {
  const bool acquires = with.order == memory_order::acquire || with.order == memory_order::acq_rel;
  const bool releases = with.order == memory_order::release || with.order == memory_order::acq_rel;
  if (with.scope == memory_scope::warp && with.order == memory_order::seq_cst) return true;
  if (operation == op::load) return releases;
  return (operation == op::store || with.result == result_use::unused) && acquires;
}

/// A call's properties: its object type's properties, changed by the call's tags.
template <class... Tags>
access_properties properties_of(op operation, access_properties own, Tags... tags) {
  (accesses_tests::put(own, tags), ...);
  const bool has_std_order = (std::is_same_v<Tags, std::memory_order> || ...);
  if (has_std_order && accesses_tests::is_impossible(operation, own)) {
    own.order = memory_order::seq_cst;
    if (own.scope == memory_scope::warp) own.scope = memory_scope::block;
  }
  return own;
}

inline constexpr std::memory_order std_orders[] = {
    std::memory_order_relaxed, std::memory_order_consume, std::memory_order_acquire,
    std::memory_order_release, std::memory_order_acq_rel, std::memory_order_seq_cst};

/// Updates that are in every mode as the host has them: 32 bits.
using word = unsigned;

}  // namespace accesses_tests
