// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Additions to words in a block's shared memory, by kernels of this library. On the host a block's
/// threads take turns, at barriers and pauses only: there a load and a store are enough.

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Returns the old value.
template <class T>
DIATOMIC_DEVICE inline T fetch_add_in_block(T* p, T v) {
  if constexpr (driver::threads_take_turns) {
    // Of the core, which lets no other thread run in between.
    using access = access_of<in_shared_t, block_scope_t>;
    const T old = detail::load<access>(p);
    detail::update<op::store, access>(p, result_of<op::add>(old, v));
    return old;
  } else {
    return fetch_add(p, v, in_shared, block_scope);
  }
}

template <class T>
DIATOMIC_DEVICE inline void add_in_block(T* p, T v) {
  if constexpr (driver::threads_take_turns) {
    fetch_add_in_block(p, v);
  } else {
    store_add(p, v, in_shared, block_scope);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
