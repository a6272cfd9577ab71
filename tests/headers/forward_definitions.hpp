// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The definitions of the classes that `<diatomic/fwd.hpp>` declares.

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

static_assert(sizeof(diatomic::atomic<int>) == sizeof(int) &&
                  sizeof(diatomic::atomic_flag<>) != 0 && sizeof(diatomic::atomic_ref<int>) != 0 &&
                  sizeof(diatomic::fixed_point<-40>) != 0 && sizeof(diatomic::stream_view) != 0 &&
                  sizeof(diatomic::spin_mutex<>) != 0,
              "a declaration of <diatomic/fwd.hpp> hides a definition");
