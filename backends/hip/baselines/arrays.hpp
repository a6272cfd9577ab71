// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// hipCUB's calls on whole arrays, where it is installed, and HIP's copy.

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>

#if __has_include(<hipcub/device/device_reduce.hpp>)
#define DIATOMIC_BENCH_HIPCUB 1
#include <hipcub/device/device_histogram.hpp>
#include <hipcub/device/device_reduce.hpp>
#endif

#include <diatomic/runtime/runtime.hpp>

namespace bench {

inline constexpr const char* array_library = "hipCUB";
inline constexpr const char* copy_name = "hipMemcpyAsync";

/// A call of the library on an array that is read; empty where there is none.
template <class T>
using array_call = std::function<void(const T*)>;

inline void check(hipError_t status, const char* call) {
  if (status == hipSuccess) return;
  throw diatomic::runtime_error(call, hipGetErrorName(status), hipGetErrorString(status));
}

inline void copy_by_library(diatomic::stream& on, void* to, const void* from, std::size_t bytes) {
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, on.native_handle()), copy_name);
}

#if defined(DIATOMIC_BENCH_HIPCUB)
/// Makes the temporary memory for `call(memory, bytes, input)`, and binds it.
template <class T, class Call>
array_call<T> with_memory(Call call) {
  std::size_t bytes = 0;
  check(call(nullptr, bytes, static_cast<const T*>(nullptr)), array_library);
  const auto memory = std::make_shared<diatomic::device_array<char>>(bytes + 1);
  return [call, memory, bytes](const T* input) {
    std::size_t size = bytes;
    check(call(memory->data(), size, input), array_library);
  };
}

/// The library's own calls count with `int` where that is enough.
inline bool fits_int(std::size_t n) { return n <= std::numeric_limits<int>::max(); }

/// Writes the sum of n elements to `*result`.
template <class T>
array_call<T> library_sum(diatomic::stream& on, std::size_t n, T* result) {
  if (!fits_int(n)) return {};
  return with_memory<T>([&on, n, result](void* memory, std::size_t& bytes, const T* input) {
    return hipcub::DeviceReduce::Sum(memory, bytes, input, result, static_cast<int>(n),
                                     on.native_handle());
  });
}

/// The same of the greatest element.
template <class T>
array_call<T> library_max(diatomic::stream& on, std::size_t n, T* result) {
  if (!fits_int(n)) return {};
  return with_memory<T>([&on, n, result](void* memory, std::size_t& bytes, const T* input) {
    return hipcub::DeviceReduce::Max(memory, bytes, input, result, static_cast<int>(n),
                                     on.native_handle());
  });
}

/// Counts n values, each its own bin, and clears the counts before.
template <class T>
array_call<T> library_histogram(diatomic::stream& on, std::size_t n, unsigned* counts,
                                unsigned bins) {
  if (!fits_int(n)) return {};
  return with_memory<T>([&on, n, counts, bins](void* memory, std::size_t& bytes, const T* input) {
    return hipcub::DeviceHistogram::HistogramEven(
        memory, bytes, input, counts, static_cast<int>(bins) + 1, 0, static_cast<int>(bins),
        static_cast<int>(n), on.native_handle());
  });
}
#else
template <class T>
array_call<T> library_sum(diatomic::stream&, std::size_t, T*) {
  return {};
}
template <class T>
array_call<T> library_max(diatomic::stream&, std::size_t, T*) {
  return {};
}
template <class T>
array_call<T> library_histogram(diatomic::stream&, std::size_t, unsigned*, unsigned) {
  return {};
}
#endif

}  // namespace bench
