// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's names on the CPU.

#include <diatomic/host/cuda_runtime/copies.hpp>
#include <diatomic/host/cuda_runtime/devices.hpp>
#include <diatomic/host/cuda_runtime/errors.hpp>
#include <diatomic/host/cuda_runtime/events.hpp>
#include <diatomic/host/cuda_runtime/functions.hpp>
#include <diatomic/host/cuda_runtime/launch.hpp>
#include <diatomic/host/cuda_runtime/memory.hpp>
#include <diatomic/host/cuda_runtime/pointers.hpp>
#include <diatomic/host/cuda_runtime/properties.hpp>
#include <diatomic/host/cuda_runtime/streams.hpp>
#include <diatomic/host/cuda_runtime/symbols.hpp>

// CUDA declares these at file scope. A directive, since a source may overload them there.
using namespace diatomic::cuda_names::at_file_scope;

// The guards of CUDA's headers, by which other headers know that these names are declared.
#if !defined(__DRIVER_TYPES_H__)
#define __DRIVER_TYPES_H__
#endif
#if !defined(__CUDA_RUNTIME_H__)
#define __CUDA_RUNTIME_H__
#endif
