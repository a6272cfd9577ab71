// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Other ways to write a call: forms that hand their order and scope on to another one, among them
/// the members of `atomic_ref`. Each must become the same instructions as the plain function.

#include <atomic>
#include <string>
#include <vector>

#include <diatomic/core/support.hpp>

namespace codegen {

/// A call on the word `w`, with the operands `v` and `e`, as an expression; what a form gives that
/// tells whether it stored is followed by the old value.
struct spelling {
  std::string name;
  std::string call;
};

/// The order as C++ spells it.
inline std::string std_order(diatomic::memory_order o) {
  return std::string("std::memory_order_") + diatomic::name_of(o);
}

/// The tags that ask for an order by what a failure must have.
inline std::string by_failure(diatomic::memory_order o) {
  switch (o) {
    case diatomic::memory_order::acquire:
      return "diatomic::on_failure(diatomic::acquire)";
    case diatomic::memory_order::acq_rel:
      return "diatomic::release, diatomic::on_failure(diatomic::acquire)";
    case diatomic::memory_order::seq_cst:
      return "diatomic::release, diatomic::on_failure(diatomic::seq_cst)";
    default:
      return std::string("diatomic::") + diatomic::name_of(o) +
             ", diatomic::on_failure(diatomic::relaxed)";
  }
}

/// The same as two orders, for success and failure.
inline std::string two_orders(diatomic::memory_order o) {
  switch (o) {
    case diatomic::memory_order::acquire:
      return "std::memory_order_relaxed, std::memory_order_acquire";
    case diatomic::memory_order::acq_rel:
      return "std::memory_order_release, std::memory_order_acquire";
    case diatomic::memory_order::seq_cst:
      return "std::memory_order_acquire, std::memory_order_seq_cst";
    default:
      return std_order(o) + ", std::memory_order_relaxed";
  }
}

/// The spellings of a call that says its order in each other way, on a word in global memory.
inline std::vector<spelling> spellings_in_other_ways(diatomic::op o,
                                                     const diatomic::access_properties& how) {
  using diatomic::op;
  const std::string order = std::string("diatomic::") + diatomic::name_of(how.order);
  const std::string where =
      std::string("diatomic::") + diatomic::name_of(how.scope) + "_scope, diatomic::in_global";
  const std::string tags = order + ", " + where;
  // References whose type says all, all but the order, and nothing.
  const std::string scope_types = std::string("diatomic::") + diatomic::name_of(how.scope) +
                                  "_scope_t, diatomic::in_global_t>(*w)";
  const std::string all = "diatomic::atomic_ref<unsigned, " + order + "_t, " + scope_types;
  const std::string some = "diatomic::atomic_ref<unsigned, " + scope_types;
  const std::string plain = "diatomic::atomic_ref<unsigned>(*w)";
  const std::string by_order = std_order(how.order);
  // A type that says no order is seq_cst.
  const std::string of_default = how.order == diatomic::memory_order::seq_cst ? some : all;
  if (o == op::load) {
    return {{"member", plain + ".load(" + tags + ")"},
            {"member_of_type", all + ".load()"},
            {"member_by_default", of_default + ".load()"},
            {"member_by_std_order", some + ".load(" + by_order + ")"},
            {"conversion", "static_cast<unsigned>(" + all + ")"}};
  }
  if (o == op::store) {
    return {{"member", plain + ".store(v, " + tags + ")"},
            {"member_by_default", of_default + ".store(v)"},
            {"member_of_type", all + ".store(v)"},
            {"member_by_std_order", some + ".store(v, " + by_order + ")"},
            {"assignment", "static_cast<void>(" + all + " = v)"}};
  }
  if (o == op::exchange) {
    return {{"member", plain + ".exchange(v, " + tags + ")"},
            {"member_of_type", all + ".exchange(v)"},
            {"member_by_default", of_default + ".exchange(v)"},
            {"member_by_std_order", some + ".exchange(v, " + by_order + ")"}};
  }
  if (o == op::compare_exchange) {
    std::vector<spelling> forms = {
        {"by_failure",
         "diatomic::compare_exchange(w, e, v, " + where + ", " + by_failure(how.order) + ")"},
        {"member", plain + ".compare_exchange(e, v, " + tags + ")"},
        {"member_by_std_order", some + ".compare_exchange(e, v, " + by_order + ")"}};
    const auto add = [&forms](const char* name, const std::string& call) {
      forms.push_back({name, "(static_cast<void>(" + call + "), e)"});
    };
    add("strong", "diatomic::compare_exchange_strong(w, e, v, " + tags + ")");
    add("weak", "diatomic::compare_exchange_weak(w, e, v, " + tags + ")");
    add("strong_by_failure",
        "diatomic::compare_exchange_strong(w, e, v, " + by_failure(how.order) + ", " + where + ")");
    add("weak_by_failure",
        "diatomic::compare_exchange_weak(w, e, v, " + by_failure(how.order) + ", " + where + ")");
    add("strong_by_two_orders",
        "diatomic::compare_exchange_strong(w, e, v, " + two_orders(how.order) + ", " + where + ")");
    add("weak_by_two_orders",
        "diatomic::compare_exchange_weak(w, e, v, " + two_orders(how.order) + ", " + where + ")");
    for (const char* name : {"strong", "weak"}) {
      const std::string call = std::string(".compare_exchange_") + name + "(e, v";
      const bool is_strong = name == std::string("strong");
      add(is_strong ? "member_strong" : "member_weak", plain + call + ", " + tags + ")");
      add(is_strong ? "member_strong_of_type" : "member_weak_of_type", all + call + ")");
      add(is_strong ? "member_strong_by_default" : "member_weak_by_default",
          of_default + call + ")");
      add(is_strong ? "member_strong_by_std_order" : "member_weak_by_std_order",
          some + call + ", " + by_order + ")");
      add(is_strong ? "member_strong_by_two_orders" : "member_weak_by_two_orders",
          some + call + ", " + two_orders(how.order) + ")");
    }
    return forms;
  }
  if (how.result == diatomic::result_use::unused) {
    return {{"member", plain + ".store_add(v, " + tags + ")"},
            {"member_of_type", all + ".store_add(v)"},
            {"member_by_default", of_default + ".store_add(v)"},
            {"member_by_std_order", some + ".store_add(v, " + by_order + ")"}};
  }
  return {{"new", "diatomic::add_fetch(w, v, " + tags + ")"},
          {"member", plain + ".fetch_add(v, " + tags + ")"},
          {"member_of_type", all + ".fetch_add(v)"},
          {"member_by_default", of_default + ".fetch_add(v)"},
          {"member_by_std_order", some + ".fetch_add(v, " + by_order + ")"},
          {"member_new", plain + ".add_fetch(v, " + tags + ")"},
          {"member_new_by_std_order", some + ".add_fetch(v, " + by_order + ")"},
          {"compound", all + " += v"},
          {"increment", "++" + all},
          {"increment_after", all + "++"}};
}

/// All spellings of a call on a word in global memory. `std::memory_order_consume` is acquire.
inline std::vector<spelling> spellings_of(diatomic::op o, const diatomic::access_properties& how) {
  std::vector<spelling> all = spellings_in_other_ways(o, how);
  if (how.order != diatomic::memory_order::acquire) return all;
  const std::string acquire = "std::memory_order_acquire";
  for (std::size_t n = 0, count = all.size(); n < count; ++n) {
    spelling other = all[n];
    const auto at = other.call.find(acquire);
    if (at == std::string::npos) continue;
    other.call.replace(at, acquire.size(), "std::memory_order_consume");
    other.name += "_consume";
    all.push_back(other);
  }
  return all;
}

}  // namespace codegen
