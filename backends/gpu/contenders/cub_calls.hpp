// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The calls of CUB or hipCUB on whole arrays. A backend's `arrays.hpp` includes it below what it
/// needs: `array_library`, and `cub_of_vendor`, the library's namespace, if
/// `DIATOMIC_BENCH_HAS_CUB`.

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>

#include <diatomic/runtime/runtime.hpp>

namespace bench {

using diatomic::detail::driver::check;

/// A call of the library on an array that is read; empty where there is none.
template <class T>
using array_call = std::function<void(const T*)>;

#if DIATOMIC_BENCH_HAS_CUB
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
    return cub_of_vendor::DeviceReduce::Sum(memory, bytes, input, result, static_cast<int>(n),
                                            on.native_handle());
  });
}

/// The same of the greatest element.
template <class T>
array_call<T> library_max(diatomic::stream& on, std::size_t n, T* result) {
  if (!fits_int(n)) return {};
  return with_memory<T>([&on, n, result](void* memory, std::size_t& bytes, const T* input) {
    return cub_of_vendor::DeviceReduce::Max(memory, bytes, input, result, static_cast<int>(n),
                                            on.native_handle());
  });
}

/// Counts n values, each its own bin, and clears the counts before.
template <class T>
array_call<T> library_histogram(diatomic::stream& on, std::size_t n, unsigned* counts,
                                unsigned bins) {
  if (!fits_int(n)) return {};
  return with_memory<T>([&on, n, counts, bins](void* memory, std::size_t& bytes, const T* input) {
    return cub_of_vendor::DeviceHistogram::HistogramEven(
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
