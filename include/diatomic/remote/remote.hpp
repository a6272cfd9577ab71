// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The world of processing elements, symmetric arrays, references to objects in any part, and a
/// barrier for kernels.

#include <diatomic/core/detail/host_code.hpp>

#include <diatomic/remote/remote_ref.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/remote/world_barrier.hpp>
