// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The operations. Each works on the object that `p` points to, in kernels and in host code. Tags
/// (`vocabulary.hpp`) may follow the operands, in any order:
///
/// - an order; `relaxed` by default. An order that the operation cannot have is a compile error;
/// - a scope; `device_scope` by default;
/// - `in_global` or `in_shared`;
/// - hints: `coarse_grained`, `ignore_denormals`, `keep_denormals`, `in_array`, `check_first`,
///   `monotone`; with `warp_aggregation.hpp`, `same_address`, `few_addresses` and `lane_group`;
/// - `require_native`.
///
/// T is trivially copyable, has 1, 2, 4, 8 or 16 bytes, and is aligned to its size. Integers,
/// `float`, `double`, the vendors' half and bfloat16, and vectors of floats or `int` (each element
/// separately atomic) support all operations that are defined for them. Pointers and complex
/// numbers support add and sub; enums and `bool` support and, or, xor; every T supports load,
/// store, exchange, compare-exchange and `fetch_update`. AMD chips support 16-byte objects only as
/// vectors, element by element. An unsupported call is a compile error that names operation and
/// type.
///
/// Operands convert to T as in C++, except that a floating-point operand for an integer is a
/// compile error, because it would lose its fraction.
///
/// No operation fails at run time. Names follow C++26: `fetch_OP` returns the old value, `OP_fetch`
/// the new value, `store_OP` nothing (P3111). `store_OP` cannot acquire, and an acquire fence after
/// it does not synchronise with it.

#include <diatomic/atomics/access.hpp>
#include <diatomic/atomics/bits.hpp>
#include <diatomic/atomics/detail/refusals.hpp>
#include <diatomic/atomics/extrema.hpp>
#include <diatomic/atomics/sums.hpp>
#include <diatomic/atomics/support.hpp>
#include <diatomic/atomics/wait.hpp>
