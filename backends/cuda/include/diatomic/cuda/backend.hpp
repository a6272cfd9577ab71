// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// NVIDIA GPUs as a backend: `device_ops` is the namespace that implements this translation unit's
/// calls, the GPU's in device code and the host backend's in host code.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/cuda/kinds.hpp>
#include <diatomic/cuda/support.hpp>
#if DIATOMIC_DEVICE_PASS
#include <diatomic/cuda/native.hpp>
#include <diatomic/cuda/pause.hpp>
#else
#include <diatomic/host/native.hpp>
#include <diatomic/host/pause.hpp>
#endif

namespace diatomic::tables {
inline namespace DIATOMIC_BACKEND_NS {
namespace backend = ::diatomic::backends::cuda;
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::tables

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
#if DIATOMIC_DEVICE_PASS
namespace device_ops = ::diatomic::backends::cuda;
#else
namespace device_ops = ::diatomic::backends::host;
#endif
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
