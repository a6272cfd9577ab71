// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The public functions by operation, so that a test can be written once for all of them.

#include <diatomic/diatomic.hpp>

namespace test {

/// `fetch_OP`.
template <diatomic::op Op, class T, class... Tags>
DIATOMIC_FUNCTION T call_fetch(T* p, T v, Tags... tags) {
  using diatomic::op;
  if constexpr (Op == op::exchange) return diatomic::exchange(p, v, tags...);
  if constexpr (Op == op::add) return diatomic::fetch_add(p, v, tags...);
  if constexpr (Op == op::sub) return diatomic::fetch_sub(p, v, tags...);
  if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v, tags...);
  if constexpr (Op == op::bit_or) return diatomic::fetch_or(p, v, tags...);
  if constexpr (Op == op::bit_xor) return diatomic::fetch_xor(p, v, tags...);
  if constexpr (Op == op::min) return diatomic::fetch_min(p, v, tags...);
  if constexpr (Op == op::max) return diatomic::fetch_max(p, v, tags...);
}

/// `OP_fetch`.
template <diatomic::op Op, class T, class... Tags>
DIATOMIC_FUNCTION T call_new(T* p, T v, Tags... tags) {
  using diatomic::op;
  if constexpr (Op == op::add) return diatomic::add_fetch(p, v, tags...);
  if constexpr (Op == op::sub) return diatomic::sub_fetch(p, v, tags...);
  if constexpr (Op == op::bit_and) return diatomic::and_fetch(p, v, tags...);
  if constexpr (Op == op::bit_or) return diatomic::or_fetch(p, v, tags...);
  if constexpr (Op == op::bit_xor) return diatomic::xor_fetch(p, v, tags...);
  if constexpr (Op == op::min) return diatomic::min_fetch(p, v, tags...);
  if constexpr (Op == op::max) return diatomic::max_fetch(p, v, tags...);
}

/// `store_OP`.
template <diatomic::op Op, class T, class... Tags>
DIATOMIC_FUNCTION void call_store(T* p, T v, Tags... tags) {
  using diatomic::op;
  if constexpr (Op == op::add) diatomic::store_add(p, v, tags...);
  if constexpr (Op == op::sub) diatomic::store_sub(p, v, tags...);
  if constexpr (Op == op::bit_and) diatomic::store_and(p, v, tags...);
  if constexpr (Op == op::bit_or) diatomic::store_or(p, v, tags...);
  if constexpr (Op == op::bit_xor) diatomic::store_xor(p, v, tags...);
  if constexpr (Op == op::min) diatomic::store_min(p, v, tags...);
  if constexpr (Op == op::max) diatomic::store_max(p, v, tags...);
}

}  // namespace test
