// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Where the shared memory of the running block is, for checked mode.

#include <cstddef>

#include <diatomic/core/version.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The shared memory of the block that this OS thread runs, set by the runtime. Host code of GPU
/// backends lacks `DIATOMIC_HOST_SHARED`, so the attribute is spelled out here.
struct shared_range {
  const void* begin = nullptr;
  std::size_t bytes = 0;
};
__attribute__((visibility("default"))) inline thread_local shared_range own_shared_range{};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
