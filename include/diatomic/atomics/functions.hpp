// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operations. Each works on the object that `p` points to, in kernels and in host code. After
/// the operands may stand tags (`vocabulary.hpp`), in any order:
///
/// - an order; `relaxed` unless said. One that the operation cannot have is a compile error;
/// - a scope; `device_scope` unless said;
/// - `in_global` or `in_shared`;
/// - hints: `coarse_grained`, `ignore_denormals`, `in_array`, `seldom_changes`, `monotone`,
///   `same_address`, `few_addresses`;
/// - `require_native`.
///
/// T is trivially copyable, of 1, 2, 4, 8 or 16 bytes, and aligned to its size. All operations
/// that mean something there work on integers, `float`, `double`, the vendors' half and bfloat16
/// and vectors of floats (each element atomic by itself); add and sub on pointers and complex
/// numbers; and, or, xor on enums and `bool`; load, store, exchange, compare-exchange and
/// `fetch_update` on any T. AMD chips have nothing for 16 bytes but the elements of vectors. What
/// does not work is a compile error that names operation and type.
///
/// No operation fails at run time. Names follow C++26: `fetch_OP` returns the old value, `OP_fetch`
/// the new one, `store_OP` nothing (P3111): an acquire fence after it does not synchronise with it,
/// and it cannot acquire.

#include <diatomic/atomics/access.hpp>
#include <diatomic/atomics/bits.hpp>
#include <diatomic/atomics/counts.hpp>
#include <diatomic/atomics/extrema.hpp>
#include <diatomic/atomics/slots.hpp>
#include <diatomic/atomics/sums.hpp>
#include <diatomic/atomics/wait.hpp>
