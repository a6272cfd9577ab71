// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches on CUDA, as on all GPUs.

#include <diatomic/gpu/launch.hpp>
