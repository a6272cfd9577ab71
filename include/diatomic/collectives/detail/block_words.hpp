// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Additions to words in a block's shared memory, for this library's kernels. On the host a block's
/// threads switch only at barriers and pauses, so a load and a store are enough.

#include <cstdint>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Returns the old value.
template <class T>
DIATOMIC_DEVICE inline T fetch_add_in_block(T* p, T v) {
  if constexpr (runtime_api::turns_are_whole) {
    // Core calls, which do not switch to another thread.
    using access = access_of<in_shared_t, block_scope_t>;
    const T old = detail::load<access>(p);
    detail::update<op::store, access>(p, diatomic::result_of<op::add>(old, v));
    return old;
  } else {
    return diatomic::fetch_add(p, v, in_shared, block_scope);
  }
}

template <class T>
DIATOMIC_DEVICE inline void add_in_block(T* p, T v) {
  if constexpr (runtime_api::turns_are_whole) {
    detail::fetch_add_in_block(p, v);
  } else {
    diatomic::store_add(p, v, in_shared, block_scope);
  }
}

/// Adds `v` to `*p` by halves: on NVIDIA GPUs an addition of 64 bits in shared memory is a loop.
/// Other threads may add at the same time, but read only after a `sync_block()`.
DIATOMIC_DEVICE inline void add_halves_in_block(std::uint64_t* p, std::uint64_t v) {
  auto* const half = reinterpret_cast<std::uint32_t*>(p);
  const auto low = static_cast<std::uint32_t>(v);
  const std::uint32_t before = detail::fetch_add_in_block(half, low);
  const std::uint32_t carry = before > ~low ? 1 : 0;
  detail::add_in_block(half + 1, static_cast<std::uint32_t>(v >> 32) + carry);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
