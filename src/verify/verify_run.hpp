// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The base of all checks of `diatomic verify`: random inputs, launch shapes, and timed launches on
/// a stream.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "kernels/compare_exchange.hpp"
#include "kernels/histogram.hpp"
#include "kernels/launch_shape.hpp"

namespace program {

namespace kernels = diatomic::kernels;
using diatomic::device_array;

template <class T>
device_array<T> on_device(const std::vector<T>& values) {
  device_array<T> array(values.size());
  array.upload(values);
  return array;
}

/// One run of `diatomic verify`, on the current device.
class verify_run {
 public:
  verify_run(std::size_t elements, unsigned seed, const diatomic::device_properties& device)
      : n_(elements), shape_(kernels::shape_for(elements, device)), random_(seed), device_(device) {
    // Loads the kernels before the timed launches.
    device_array<std::uint64_t> head = on_device<std::uint64_t>({0});
    device_array<std::uint32_t> next(1);
    timed({1, 1}, 0, kernels::stack_fill{}, head.data(), next.data(), 0u);
  }

  /// The number of elements of the inputs.
  std::size_t size() const { return n_; }

  /// `size()` random values from `lowest` to `highest`.
  template <class T>
  std::vector<T> values(std::int64_t lowest, std::int64_t highest) {
    // Uniform enough for tests, and faster than a standard distribution.
    const auto span = static_cast<std::uint64_t>(highest - lowest) + 1;
    std::vector<T> result(n_);
    for (T& value : result) {
      value = static_cast<T>(lowest + static_cast<std::int64_t>(random_() % span));
    }
    return result;
  }

  std::vector<kernels::rgb8> pixels() {
    std::vector<kernels::rgb8> result(n_);
    for (kernels::rgb8& pixel : result) {
      const auto bits = static_cast<std::uint32_t>(random_());
      pixel = {static_cast<unsigned char>(bits), static_cast<unsigned char>(bits >> 8),
               static_cast<unsigned char>(bits >> 16)};
    }
    return result;
  }

 protected:
  /// A launch shape with few enough threads that contention on one word starves none, and the
  /// rounds per thread.
  std::pair<kernels::launch_shape, unsigned> contended() const {
    const kernels::launch_shape shape =
        kernels::shape_for(std::min<std::size_t>(n_, 1024), device_);
    const std::size_t operations = std::min<std::size_t>(n_, 1u << 16);
    return {shape, static_cast<unsigned>(std::max<std::size_t>(1, operations / shape.threads()))};
  }

  /// Launches the kernel and returns its milliseconds.
  template <class Kernel, class... Args>
  float timed(kernels::launch_shape shape, std::size_t shared_bytes, Kernel kernel, Args... args) {
    return timed_call([&](diatomic::stream& on) {
      diatomic::launch(shape.grid, shape.block, shared_bytes, on, kernel, args...);
    });
  }

  /// Milliseconds of the work that `call` queues on the stream.
  template <class Call>
  float timed_call(Call call) {
    diatomic::event start;
    diatomic::event stop;
    start.record(stream_);
    call(stream_);
    stop.record(stream_);
    stream_.synchronize();
    return elapsed_ms(start, stop);
  }

  std::size_t n_;
  kernels::launch_shape shape_;

 private:
  std::mt19937_64 random_;
  diatomic::device_properties device_;
  diatomic::stream stream_;
};

}  // namespace program
