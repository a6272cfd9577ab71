// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// PTX suffixes of orders and scopes, and fences. Device code only.

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/cuda/instructions.hpp>
#include <diatomic/cuda/platform.hpp>

namespace diatomic::backends::cuda {
inline namespace DIATOMIC_VERSION_NS {

DIATOMIC_CONSTEXPR const char* suffix_of(memory_order o) {
  constexpr const char* suffixes[] = {".relaxed", ".acquire", ".release", ".acq_rel", ".sc"};
  return suffixes[static_cast<int>(o)];
}
DIATOMIC_CONSTEXPR const char* suffix_of(memory_scope s) {
  constexpr const char* cluster = compiled_architecture >= 90 ? ".cluster" : ".gpu";
  constexpr const char* suffixes[] = {".cta", ".cta", cluster, ".gpu", ".sys"};
  return suffixes[static_cast<int>(s)];
}
template <memory_order Order, memory_scope Scope>
struct fence_instruction {
  static DIATOMIC_CONSTEXPR spelling spell() {
    spelling s;
    s << "fence" << (Order == memory_order::seq_cst ? ".sc" : ".acq_rel") << suffix_of(Scope);
    return s;
  }
  static constexpr spelling name = spell();
};

template <memory_order Order, memory_scope Scope>
__device__ __forceinline__ void fence() {
  emit_fence<literal<fence_instruction<Order, Scope>>>();
}

template <class Access>
__device__ __forceinline__ void fence_before() {
  if constexpr (Access::order == memory_order::seq_cst) {
    fence<memory_order::seq_cst, Access::scope>();
  }
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::cuda
