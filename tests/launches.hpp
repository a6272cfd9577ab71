// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Keeps the host's thread pool and scheduler out of each suite's object: tests/launches.cpp has
/// them.

#include <diatomic/runtime/launch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

extern template void run<>(void (*)(const void*), const void*, const extent3&, const extent3&,
                           std::size_t, bool);

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
