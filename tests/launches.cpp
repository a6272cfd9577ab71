// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The host's thread pool and scheduler, once for all sources of a suite.

#include "launches.hpp"

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

template void run<>(void (*)(const void*), const void*, const extent3&, const extent3&, std::size_t,
                    bool);

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
