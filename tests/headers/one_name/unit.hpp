// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The functions of an object that is compiled for its own backend and mode. Their parameters are
/// types of Diatomic, so the objects link only if these types have the same names in all of them.

#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/fixed_point.hpp>

using number = diatomic::fixed_point<-8>;
using accessor = diatomic::atomic_accessor<unsigned, diatomic::relaxed_t>;

/// A user's type, whose layout is the same in all objects.
struct cell {
  diatomic::atomic<unsigned> count;
  diatomic::atomic<number, diatomic::relaxed_t> sum;
  diatomic::atomic_ref<unsigned> reference;
  diatomic::atomic_ref<const unsigned> view;
  diatomic::atomic_flag<> flag;
  number last;
};

/// Functions that the object number `Unit` defines.
///@{
/// Whether the object is compiled in checked mode.
template <int Unit>
bool is_checked();
/// Adds one to each of the first three, sets the flag, returns the last.
template <int Unit>
number add(diatomic::atomic<unsigned>& count, diatomic::atomic<number, diatomic::relaxed_t>& sum,
           diatomic::atomic_ref<unsigned> reference, diatomic::atomic_flag<>& flag, number last);
/// The sum of the numbers in a cell, seven more if its flag is set; the flag is clear afterwards.
template <int Unit>
unsigned total(cell& all);
/// The number `i` of an array.
template <int Unit>
unsigned element(const accessor& access, unsigned* numbers, int i);
/// A sum that wraps, by the member number `way`. Returns false if there is no such member.
template <int Unit>
bool wrap(int way);
///@}
