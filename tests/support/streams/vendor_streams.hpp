// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams and graphs that the vendor's own API makes.

#include <diatomic/core/detail/backend_select.hpp>

// clang-format off: a blank beside a slash would become part of the name.
#include DIATOMIC_DETAIL_TEXT(support/streams/DIATOMIC_BACKEND.hpp)
// clang-format on
