// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The one header to include: every operation, the tags, `atomic_ref` and the support queries.
/// Needs only a C++17 compiler.

#include <diatomic/atomics/atomic_ref.hpp>
#include <diatomic/atomics/functions.hpp>
#include <diatomic/core/support.hpp>
#include <diatomic/core/vocabulary.hpp>
