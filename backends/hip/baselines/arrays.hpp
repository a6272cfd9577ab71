// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// hipCUB's device-wide algorithms, if installed, and HIP's copy.

#include <cstddef>
#include <memory>
#include <type_traits>

#if __has_include(<hipcub/device/device_reduce.hpp>)
#define DIATOMIC_BENCH_HIPCUB 1
#include <hipcub/device/device_histogram.hpp>
#include <hipcub/device/device_reduce.hpp>
#include <hipcub/device/device_segmented_reduce.hpp>
#endif

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/arrays/library.hpp"

namespace bench {

inline constexpr const char* copy_name = "hipMemcpyAsync";

inline void check(hipError_t status, const char* call) {
  if (status == hipSuccess) return;
  throw diatomic::runtime_error(call, hipGetErrorName(status), hipGetErrorString(status));
}

inline void copy_by_library(diatomic::stream& stream, void* to, const void* from,
                            std::size_t bytes) {
  check(hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, stream.native_handle()),
        copy_name);
}

struct array_baselines : no_array_baselines {
#if defined(DIATOMIC_BENCH_HIPCUB)
  static constexpr const char* name = "hipCUB";

  template <diatomic::op Op, class T>
  static array_call<T> reduce(diatomic::stream& stream, std::size_t n, T* result) {
    if (!fits_int(n)) return {};
    return with_memory<T>(
        check, name, [&stream, n, result](void* memory, std::size_t& bytes, const T* input) {
          const int count = static_cast<int>(n);
          const auto native = stream.native_handle();
          if constexpr (Op == diatomic::op::add) {
            return hipcub::DeviceReduce::Sum(memory, bytes, input, result, count, native);
          } else if constexpr (Op == diatomic::op::min) {
            return hipcub::DeviceReduce::Min(memory, bytes, input, result, count, native);
          } else {
            return hipcub::DeviceReduce::Max(memory, bytes, input, result, count, native);
          }
        });
  }

  template <class T>
  static array_call<T> sum_segments(diatomic::stream& stream, std::size_t n, const int* offsets,
                                    std::size_t segments, T* sums) {
    if (!fits_int(n) || !fits_int(segments)) return {};
    return with_memory<T>(
        check, name, [=, &stream](void* memory, std::size_t& bytes, const T* input) {
          return hipcub::DeviceSegmentedReduce::Sum(memory, bytes, input, sums,
                                                    static_cast<int>(segments), offsets,
                                                    offsets + 1, stream.native_handle());
        });
  }

  template <class T>
  static array_call<T> sum_by_key(diatomic::stream& stream, std::size_t n, const unsigned* keys,
                                  std::size_t runs, T* sums) {
    if (!fits_int(n)) return {};
    const auto found = std::make_shared<diatomic::device_array<unsigned>>(runs);
    const auto count = std::make_shared<diatomic::device_array<int>>(1);
    return with_memory<T>(
        check, name, [=, &stream](void* memory, std::size_t& bytes, const T* input) {
          return hipcub::DeviceReduce::ReduceByKey(memory, bytes, keys, found->data(), input, sums,
                                                   count->data(), hipcub::Sum{},
                                                   static_cast<int>(n), stream.native_handle());
        });
  }

  template <class T>
  static array_call<T> histogram(diatomic::stream& stream, std::size_t n, unsigned* counts,
                                 unsigned bins, double lower, double upper) {
    if (!fits_int(n)) return {};
    using level = std::conditional_t<std::is_floating_point_v<T>, T, int>;
    return with_memory<T>(
        check, name, [=, &stream](void* memory, std::size_t& bytes, const T* input) {
          return hipcub::DeviceHistogram::HistogramEven(
              memory, bytes, input, counts, static_cast<int>(bins) + 1, static_cast<level>(lower),
              static_cast<level>(upper), static_cast<int>(n), stream.native_handle());
        });
  }
#endif
};

}  // namespace bench
