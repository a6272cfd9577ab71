// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Calls device functions of the documents' examples in kernels, and returns their results.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "support/kernel_run.hpp"

namespace test {

/// An argument that differs from thread to thread: the thread's index in the launch.
struct thread_number {
  template <class T>
  DIATOMIC_DEVICE operator T() const {
    return static_cast<T>(diatomic::global_index());
  }
};

/// An argument that differs from thread to thread: the thread's element of `values`.
template <class T>
struct element_of {
  const T* values;
  DIATOMIC_DEVICE operator T() const { return values[diatomic::global_index()]; }
};

template <auto F>
struct call_in_each_thread {
  template <class Result, class... Args>
  DIATOMIC_DEVICE void operator()(Result* results, Args... args) const {
    results[diatomic::global_index()] = F(args...);
  }
};
template <auto F>
struct call_without_result {
  template <class... Args>
  DIATOMIC_DEVICE void operator()(Args... args) const {
    F(args...);
  }
};

/// Calls `F(args...)` in each thread of a launch, and returns the results in the threads' order; of
/// a `bool` as 0 or 1.
template <auto F, class... Args>
auto call(launch_shape shape, Args... args) {
  using result = std::invoke_result_t<decltype(F), Args...>;
  if constexpr (std::is_void_v<result>) {
    run(shape, 0, call_without_result<F>{}, args...);
  } else {
    using element = std::conditional_t<std::is_same_v<result, bool>, int, result>;
    guarded_array<element> results(shape.grid * shape.block);
    run(shape, 0, call_in_each_thread<F>{}, results.data(), args...);
    return results.download();
  }
}

/// `values` in ascending order.
template <class T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// How many threads had the result true.
inline std::ptrdiff_t true_results(const std::vector<int>& results) {
  return std::count(results.begin(), results.end(), 1);
}

/// 0, 1 ... n - 1, each multiplied by `step`.
template <class T>
std::vector<T> numbers(std::size_t n, T step = 1) {
  std::vector<T> all(n);
  for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<T>(i) * step;
  return all;
}

/// Objects in zeroed device memory, of types that cannot be copied because they hold atomics.
template <class T>
class zeroed {
 public:
  zeroed() : bytes_(std::vector<unsigned char>(sizeof(T), 0)) {}
  T* data() { return reinterpret_cast<T*>(bytes_.data()); }
  /// The bytes of the object as a `Copy`, a type of the same layout.
  template <class Copy>
  Copy download() const {
    static_assert(sizeof(Copy) == sizeof(T));
    Copy copy;
    std::memcpy(&copy, bytes_.download().data(), sizeof(T));
    return copy;
  }

 private:
  guarded_array<unsigned char> bytes_;
};

}  // namespace test
