// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <diatomic/runtime/device_array.hpp>
#include <diatomic/runtime/stream.hpp>

/// Queues a kernel of 256 threads on the stream, each of which adds 1 to the counter.
void count_threads(diatomic::stream& on, diatomic::device_array<unsigned>& counter);
