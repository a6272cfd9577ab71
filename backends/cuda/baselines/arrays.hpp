// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUB's device-wide algorithms, and CUDA's copy.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/version.cuh>
#include <cuda/std/functional>
#if CUB_VERSION >= 300500
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/require.h>
#include <cuda/std/execution>
#include <cuda/stream_ref>
#endif

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/arrays/library.hpp"

namespace bench {

inline constexpr const char* copy_name = "cudaMemcpyAsync";

inline void check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return;
  throw diatomic::runtime_error(call, cudaGetErrorName(status), cudaGetErrorString(status));
}

inline void copy_by_library(diatomic::stream& stream, void* to, const void* from,
                            std::size_t bytes) {
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream.native_handle()),
        copy_name);
}

struct array_baselines : no_array_baselines {
  static constexpr const char* name = "CUB";

  template <diatomic::op Op, class T>
  static array_call<T> reduce(diatomic::stream& stream, std::size_t n, T* result) {
    if (!fits_int(n)) return {};
    return with_memory<T>(
        check, name, [&stream, n, result](void* memory, std::size_t& bytes, const T* input) {
          const int count = static_cast<int>(n);
          const auto native = stream.native_handle();
          if constexpr (Op == diatomic::op::add) {
            return cub::DeviceReduce::Sum(memory, bytes, input, result, count, native);
          } else if constexpr (Op == diatomic::op::min) {
            return cub::DeviceReduce::Min(memory, bytes, input, result, count, native);
          } else {
            return cub::DeviceReduce::Max(memory, bytes, input, result, count, native);
          }
        });
  }

#if CUB_VERSION >= 300500
  template <class T>
  static array_call<T> sum_in_any_order(diatomic::stream& stream, std::size_t n, T* result) {
    return sum_with<T>(stream, n, result, cuda::execution::determinism::not_guaranteed);
  }
  template <class T>
  static array_call<T> reproducible_sum(diatomic::stream& stream, std::size_t n, T* result) {
    return sum_with<T>(stream, n, result, cuda::execution::determinism::gpu_to_gpu);
  }
#endif

  template <class T>
  static array_call<T> arg_max(diatomic::stream& stream, std::size_t n,
                               diatomic::indexed<T>* result) {
    return with_memory<T>(
        check, name, [&stream, n, result](void* memory, std::size_t& bytes, const T* input) {
          return cub::DeviceReduce::ArgMax(memory, bytes, input, &result->value,
                                           reinterpret_cast<std::int64_t*>(&result->index),
                                           static_cast<std::int64_t>(n), stream.native_handle());
        });
  }

  template <class T>
  static array_call<T> sum_segments(diatomic::stream& stream, std::size_t n, const int* offsets,
                                    std::size_t segments, T* sums) {
    if (!fits_int(n) || !fits_int(segments)) return {};
    return with_memory<T>(
        check, name, [=, &stream](void* memory, std::size_t& bytes, const T* input) {
          return cub::DeviceSegmentedReduce::Sum(memory, bytes, input, sums,
                                                 static_cast<int>(segments), offsets, offsets + 1,
                                                 stream.native_handle());
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
          return cub::DeviceReduce::ReduceByKey(memory, bytes, keys, found->data(), input, sums,
                                                count->data(), cuda::std::plus<>{},
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
          return cub::DeviceHistogram::HistogramEven(
              memory, bytes, input, counts, static_cast<int>(bins) + 1, static_cast<level>(lower),
              static_cast<level>(upper), static_cast<int>(n), stream.native_handle());
        });
  }

  template <class T>
  static updates_call<T> sort_by_part(diatomic::stream& stream, std::size_t n, std::size_t words,
                                      updates_call<T> then) {
    const auto sorted = std::make_shared<sorting<T>>(n, words);
    const int bits = bits_of(words);
    return [=, &stream](const unsigned* indices, const T* values) {
      sorted->sort(indices, values, std::max(0, bits - 8), bits, stream.native_handle());
      then(sorted->keys.data(), sorted->values.data());
    };
  }

  template <class T>
  static updates_call<T> sort_and_sum(diatomic::stream& stream, std::size_t n, std::size_t words) {
    const auto sorted = std::make_shared<sorting<T>>(n, words);
    return [=, &stream](const unsigned* indices, const T* values) {
      sorted->sort(indices, values, 0, bits_of(words), stream.native_handle());
      sorted->sum(stream.native_handle());
    };
  }

 private:
#if CUB_VERSION >= 300500
  /// These calls allocate their temporary memory, in stream order.
  template <class T, class Determinism>
  static array_call<T> sum_with(diatomic::stream& stream, std::size_t n, T* result,
                                Determinism wanted) {
    if (!fits_int(n)) return {};
    return [=, &stream](const T* input) {
      const auto how = cuda::std::execution::env{cuda::stream_ref{stream.native_handle()},
                                                 cuda::execution::require(wanted)};
      check(cub::DeviceReduce::Sum(input, result, static_cast<int>(n), how), name);
    };
  }
#endif

  static int bits_of(std::size_t words) {
    int bits = 0;
    while (std::size_t{1} << bits < words) ++bits;
    return bits;
  }

  /// Updates sorted by index, then their sum per index.
  template <class T>
  struct sorting {
    sorting(std::size_t number, std::size_t words)
        : n(number), keys(n), values(n), found(words), sums(words) {
      sort(nullptr, nullptr, 0, 32, nullptr);
      sum(nullptr);
      memory = diatomic::device_array<char>(std::max(sort_bytes, sum_bytes));
    }
    void sort(const unsigned* indices, const T* input, int from, int to, cudaStream_t stream) {
      check(cub::DeviceRadixSort::SortPairs(place(), sort_bytes, indices, keys.data(), input,
                                            values.data(), n, from, to, stream),
            name);
    }
    void sum(cudaStream_t stream) {
      check(cub::DeviceReduce::ReduceByKey(place(), sum_bytes, keys.data(), found.data(),
                                           values.data(), sums.data(), runs.data(),
                                           cuda::std::plus<>{}, n, stream),
            name);
    }
    /// Null during the size queries, while `memory` has one byte.
    void* place() { return memory.size() == 1 ? nullptr : memory.data(); }

    std::size_t n;
    diatomic::device_array<unsigned> keys;
    diatomic::device_array<T> values;
    diatomic::device_array<unsigned> found;
    diatomic::device_array<T> sums;
    diatomic::device_array<int> runs{1};
    diatomic::device_array<char> memory{1};
    std::size_t sort_bytes = 0;
    std::size_t sum_bytes = 0;
  };
};

}  // namespace bench
