// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The host as a backend: `device_ops` is the namespace that implements this translation unit's
/// calls.

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/kinds.hpp>
#include <diatomic/host/native.hpp>
#include <diatomic/host/pause.hpp>
#include <diatomic/host/support.hpp>

namespace diatomic::tables {
inline namespace DIATOMIC_BACKEND_NS {
namespace backend = ::diatomic::backends::host;
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::tables

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace device_ops = ::diatomic::backends::host;
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
