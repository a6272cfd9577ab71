// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Uses each name of `<diatomic/fwd.hpp>`: an error if a declaration and a definition are two
/// classes, or if none is known. Included twice by a unit, once before the definitions.

using forward_names = void(diatomic::atomic<int>&, diatomic::atomic_flag<>&,
                           diatomic::atomic_ref<int>&, diatomic::fixed_point<-40>&,
                           diatomic::grid_barrier<>&, diatomic::latch<>&, diatomic::lock_table<>&,
                           diatomic::once_flag<>&, diatomic::semaphore<>&,
                           diatomic::shared_mutex<>&, diatomic::spin_mutex<>&,
                           diatomic::ticket_mutex<>&, diatomic::bounded_queue<int>&,
                           diatomic::bounded_queue_ref<int>&, diatomic::spread_array<int>&,
                           diatomic::spread_array_ref<int>&, diatomic::device_array<int>&,
                           diatomic::event&, diatomic::pinned_array<int>&, diatomic::stream&,
                           diatomic::stream_view&);
