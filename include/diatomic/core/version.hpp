// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The version of the library, and the inline namespace of each release.

/// The major version. `CMakeLists.txt` repeats all three numbers.
#define DIATOMIC_VERSION_MAJOR 0
/// The minor version.
#define DIATOMIC_VERSION_MINOR 1
/// The patch version.
#define DIATOMIC_VERSION_PATCH 0

/// 1 or 2: the race check of the CPU backend (docs/tools/race_check.md). 0: none.
#if !defined(DIATOMIC_RACE_CHECK)
#define DIATOMIC_RACE_CHECK 0
#endif

#if DIATOMIC_RACE_CHECK == 2  // Other functions and layouts: modes share no symbols.
#define DIATOMIC_DETAIL_VERSION_OF(major, minor, patch) v##major##_##minor##_##patch##_race_check_2
#elif DIATOMIC_RACE_CHECK == 1
#define DIATOMIC_DETAIL_VERSION_OF(major, minor, patch) v##major##_##minor##_##patch##_race_check_1
#elif DIATOMIC_RACE_CHECK == 0
#define DIATOMIC_DETAIL_VERSION_OF(major, minor, patch) v##major##_##minor##_##patch
#else
#error "diatomic: DIATOMIC_RACE_CHECK is 0, 1, or 2"
#endif
#define DIATOMIC_DETAIL_VERSION(major, minor, patch) DIATOMIC_DETAIL_VERSION_OF(major, minor, patch)

/// The inline namespace of this release, such as `v0_1_0`. Shared libraries built with different
/// releases share no symbols, even in one process.
#define DIATOMIC_VERSION_NS \
  DIATOMIC_DETAIL_VERSION(DIATOMIC_VERSION_MAJOR, DIATOMIC_VERSION_MINOR, DIATOMIC_VERSION_PATCH)
