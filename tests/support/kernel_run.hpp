// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the suites of the shared kernels have in common.

#include <cstddef>
#include <ostream>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "kernels/launch_shape.hpp"
#include "support/guarded_array.hpp"

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

// GoogleTest prints a shape that fails.
inline void PrintTo(const launch_shape& shape, std::ostream* out) {
  *out << shape.grid << " blocks of " << shape.block;
}

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace test {

using diatomic::device_array;
using diatomic::kernels::launch_shape;

/// The message of the `Exception` that `call` throws.
template <class Exception, class Call>
std::string thrown_text(Call call) {
  try {
    call();
  } catch (const Exception& thrown) {
    return thrown.what();
  }
  return "nothing thrown";
}

/// Names typed tests by their type, in its C++ spelling.
struct type_names {
  template <class T>
  static std::string GetName(int) {
    if (std::is_same_v<T, int>) return "int";
    if (std::is_same_v<T, unsigned>) return "unsigned";
    if (std::is_same_v<T, long>) return "long";
    if (std::is_same_v<T, unsigned long>) return "unsigned_long";
    if (std::is_same_v<T, long long>) return "long_long";
    if (std::is_same_v<T, unsigned long long>) return "unsigned_long_long";
    if (std::is_same_v<T, float>) return "float";
    if (std::is_same_v<T, double>) return "double";
    return "other";
  }
};

/// Launches on the current device, and waits.
template <class Kernel, class... Args>
void run(launch_shape shape, std::size_t shared_bytes, Kernel kernel, Args... args) {
  diatomic::stream stream;
  diatomic::launch(shape.grid, shape.block, shared_bytes, stream, kernel, args...);
  stream.synchronize();
}

/// A copy on the device, between guards. An empty one has a real pointer too.
template <class T>
guarded_array<T> on_device(const std::vector<T>& values) {
  return guarded_array<T>(values);
}

/// Shapes that find mistakes: one thread, less and more than a warp, no power of two, many blocks.
inline std::vector<launch_shape> shapes() {
  return {{1, 1}, {1, 33}, {2, 64}, {5, 100}, {3, 256}, {16, 128}};
}

}  // namespace test
