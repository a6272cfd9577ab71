// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The numbers of orders for the compiler's builtins.

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/host/platform.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

constexpr int builtin_order(memory_order o) {
  switch (o) {
    case memory_order::relaxed:
      return __ATOMIC_RELAXED;
    case memory_order::acquire:
      return __ATOMIC_ACQUIRE;
    case memory_order::release:
      return __ATOMIC_RELEASE;
    case memory_order::acq_rel:
      return __ATOMIC_ACQ_REL;
    case memory_order::seq_cst:
      break;
  }
  return __ATOMIC_SEQ_CST;
}

/// The failure order of a compare-exchange: acquire for acq_rel, relaxed for release.
constexpr memory_order order_of_failure(memory_order o) {
  if (o == memory_order::release) return memory_order::relaxed;
  return o == memory_order::acq_rel ? memory_order::acquire : o;
}
constexpr int builtin_failure_order(memory_order o) { return builtin_order(order_of_failure(o)); }

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
