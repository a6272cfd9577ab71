// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Declares the classes that programs pass between files, for headers that only name them:
///
///     // sums.hpp, which includes this header alone
///     void add_up(diatomic::stream_view stream, diatomic::atomic_ref<float> sum);
///
/// Each comment names the header of the definitions. For the types of tags
/// (`atomic_ref<float, diatomic::block_scope_t>`) include `<diatomic/core/vocabulary.hpp>`. The
/// number types belong to the vendors: include `<diatomic/atomics/number_types.hpp>`.

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic {

/// `<diatomic/atomics/...>`.
///@{
inline namespace DIATOMIC_VERSION_NS {
template <class T, class... Tags>
class atomic;
template <class... Tags>
class atomic_flag;
template <class T, class... Tags>
class atomic_ref;
template <int Exponent>
class fixed_point;
}  // namespace DIATOMIC_VERSION_NS
///@}

inline namespace DIATOMIC_BACKEND_NS {
/// `<diatomic/sync/...>`.
///@{
template <class... Tags>
class grid_barrier;
template <class... Tags>
class latch;
template <class... Tags>
class lock_table;
template <class... Tags>
class once_flag;
template <class... Tags>
class semaphore;
template <class... Tags>
class shared_mutex;
template <class... Tags>
class spin_mutex;
template <class... Tags>
class ticket_mutex;
///@}
/// `<diatomic/containers/...>`.
///@{
template <class T, class... Tags>
class bounded_queue;
template <class T, class... Tags>
class bounded_queue_ref;
template <class T>
class spread_array;
template <class T>
class spread_array_ref;
///@}
}  // namespace DIATOMIC_BACKEND_NS

/// `<diatomic/runtime/...>`.
///@{
inline namespace DIATOMIC_RUNTIME_NS {
template <class T>
class device_array;
class event;
template <class T>
class pinned_array;
class stream;
class stream_view;
}  // namespace DIATOMIC_RUNTIME_NS
///@}

}  // namespace diatomic
