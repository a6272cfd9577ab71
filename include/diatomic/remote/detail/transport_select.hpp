// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Selects this translation unit's transport, which carries operations to other processing
/// elements.
///
/// `DIATOMIC_REMOTE` names a folder of `transports/`. CMake's target `diatomic::remote` defines it.

#include <diatomic/core/detail/backend_select.hpp>

/// The transport of this translation unit. Default: the devices of this process.
#if !defined(DIATOMIC_REMOTE)
#define DIATOMIC_REMOTE peer
#endif

// clang-format off: a blank next to a slash would become part of the name.
/// The header `file` of this translation unit's transport, for `#include`.
#define DIATOMIC_TRANSPORT_HEADER(file) DIATOMIC_DETAIL_TEXT(diatomic/DIATOMIC_REMOTE/file)
// clang-format on

/// Everything whose meaning depends on the transport lives in this inline namespace, so that
/// objects compiled for different transports share one program without clashes.
#define DIATOMIC_REMOTE_NS \
  DIATOMIC_DETAIL_JOIN(DIATOMIC_DETAIL_JOIN(DIATOMIC_RUNTIME_NS, _by_), DIATOMIC_REMOTE)
