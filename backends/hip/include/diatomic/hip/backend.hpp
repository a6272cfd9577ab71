// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// AMD GPUs as a backend: `device_ops` is the namespace that implements this translation unit's
/// calls, the GPU's in device code and the host backend's in host code.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/hip/kinds.hpp>
#include <diatomic/hip/support.hpp>
#if DIATOMIC_DEVICE_PASS
#include <diatomic/hip/native.hpp>
#include <diatomic/hip/pause.hpp>
#else
#include <diatomic/host/native.hpp>
#include <diatomic/host/pause.hpp>
#endif

namespace diatomic::tables {
inline namespace DIATOMIC_BACKEND_NS {
namespace backend = ::diatomic::backends::hip;
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::tables

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
#if DIATOMIC_DEVICE_PASS
namespace device_ops = ::diatomic::backends::hip;
#else
namespace device_ops = ::diatomic::backends::host;
#endif
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
