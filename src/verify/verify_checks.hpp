// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What `diatomic verify` checks: a kernel's result on random inputs against a serial reference.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "kernels/compare_exchange.hpp"
#include "kernels/histogram.hpp"
#include "kernels/launch_shape.hpp"
#include "kernels/reduction.hpp"
#include "verify/verify_report.hpp"

namespace program {

namespace kernels = diatomic::kernels;
using diatomic::device_array;
using diatomic::op;

template <class T>
device_array<T> on_device(const std::vector<T>& values) {
  device_array<T> array(values.size());
  array.upload(values);
  return array;
}

/// All inputs, references and launches of one run, on the current device.
///
/// Which kernel a check runs, its caller says.
class verifier {
 public:
  verifier(std::size_t elements, unsigned seed, const diatomic::device_properties& device)
      : n_(elements), random_(seed), device_(device), shape_(kernels::shape_for(n_, device_)) {
    // The first launch pays for loading the kernels.
    device_array<std::uint64_t> head = on_device<std::uint64_t>({0});
    device_array<std::uint32_t> next(1);
    timed({1, 1}, 0, kernels::stack_fill{}, head.data(), next.data(), 0u);
  }

  /// `kernel` counts `input` in bins.
  template <class Kernel, class Count, class Input, class Bin>
  check_outcome histogram(const std::vector<Input>& input, Bin bin_of, unsigned bins) {
    std::vector<Count> expected(bins, 0);
    for (const Input& value : input) {
      const unsigned bin = bin_of(value);
      if (bin < bins) ++expected[bin];
    }
    std::size_t shared_bytes = 0;
    if constexpr (std::is_same_v<Kernel, kernels::histogram_shared>) {
      shared_bytes = kernels::histogram_shared::shared_bytes(bins);
    }
    const device_array<Input> values = on_device(input);
    device_array<Count> counts = on_device(std::vector<Count>(bins, 0));
    const float ms =
        timed(shape_, shared_bytes, Kernel{}, values.data(), n_, bin_of, counts.data(), bins);
    return {n_, ms, difference("bin", counts.download(), expected)};
  }

  template <op Op, class T>
  check_outcome reduction_by_atomics(const std::vector<T>& input) {
    return reduction<Op>(input, 0, kernels::reduce_by_atomics<Op>{});
  }

  template <op Op, kernels::stride_order Order, class T>
  check_outcome reduction_by_tree(const std::vector<T>& input) {
    using kernel = kernels::reduce_by_tree<Op, Order>;
    return reduction<Op>(input, kernel::template shared_bytes<T>(shape_.block), kernel{});
  }

  /// A counter that threads raise, each time by one.
  template <class Kernel>
  check_outcome count(Kernel kernel) {
    const auto [shape, rounds] = contended();
    const std::size_t operations = shape.threads() * rounds;
    device_array<std::uint64_t> counter = on_device<std::uint64_t>({0});
    device_array<std::uint64_t> taken(operations);
    const float ms = timed(shape, 0, kernel, counter.data(), rounds, taken.data());
    std::vector<std::uint64_t> values = taken.download();
    std::sort(values.begin(), values.end());
    std::vector<std::uint64_t> expected(operations);
    std::iota(expected.begin(), expected.end(), 0u);
    std::string fault = difference("old value", values, expected);
    if (fault.empty()) {
      fault = difference("counter", counter.download(), {std::uint64_t{operations}});
    }
    return {operations, ms, fault};
  }

  /// `kernel` combines all of `input` into one value, by `Op`.
  template <op Op, class T, class Kernel>
  check_outcome reduction(const std::vector<T>& input, std::size_t shared_bytes, Kernel kernel) {
    // Sums go into a wider type; the inputs are such that the sum fits T all the same.
    using wide = std::conditional_t<std::is_same_v<T, float>, double, T>;
    wide expected = kernels::identity_v<Op, wide>;
    for (const T value : input) {
      expected = diatomic::result_of<Op>(expected, static_cast<wide>(value));
    }
    const device_array<T> values = on_device(input);
    device_array<T> total = on_device(std::vector<T>{kernels::identity_v<Op, T>});
    const float ms = timed(shape_, shared_bytes, kernel, values.data(), n_, total.data());
    return {n_, ms, difference("result", total.download(), {static_cast<T>(expected)})};
  }

  /// A stack of numbers that is filled, popped and pushed at once, and emptied.
  template <class Fill, class Churn, class Drain>
  check_outcome stack(Fill fill, Churn churn, Drain drain) {
    const auto [shape, rounds] = contended();
    const auto nodes = static_cast<unsigned>(std::min<std::size_t>(n_, 512));
    device_array<std::uint64_t> head = on_device<std::uint64_t>({0});
    device_array<std::uint32_t> next(nodes);
    device_array<unsigned> numbers = on_device(std::vector<unsigned>(nodes, 0));
    device_array<unsigned> visits = on_device(std::vector<unsigned>(nodes, 0));
    device_array<unsigned> pops(shape.threads());
    float ms = timed(shape, 0, fill, head.data(), next.data(), nodes);
    ms += timed(shape, 0, churn, head.data(), next.data(), numbers.data(), rounds, pops.data());
    ms += timed(shape, 0, drain, head.data(), next.data(), visits.data());

    const auto total = [](const std::vector<unsigned>& values) {
      return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
    };
    const std::uint64_t popped = total(pops.download());
    const std::uint64_t added = total(numbers.download());
    std::string fault =
        difference("visits of node", visits.download(), std::vector<unsigned>(nodes, 1));
    if (fault.empty() && added != popped) {
      fault = fmt::format("{} pops changed the numbers by {}", popped, added);
    }
    return {std::size_t{popped} + nodes, ms, fault};
  }

  /// Tokens that threads swap with slots: all are there in the end.
  template <class Swap>
  check_outcome tokens(Swap swap) {
    constexpr unsigned rounds = 16;
    const auto slots = static_cast<unsigned>(shape_.threads() / 4 + 1);
    std::vector<unsigned> all(slots + shape_.threads());
    std::iota(all.begin(), all.end(), 0u);
    device_array<unsigned> table = on_device<unsigned>({all.begin(), all.begin() + slots});
    device_array<unsigned> hands = on_device<unsigned>({all.begin() + slots, all.end()});
    const float ms = timed(shape_, 0, swap, table.data(), slots, hands.data(), rounds);
    std::vector<unsigned> found = table.download();
    const std::vector<unsigned> held = hands.download();
    found.insert(found.end(), held.begin(), held.end());
    std::sort(found.begin(), found.end());
    return {shape_.threads() * rounds, ms, difference("token", found, all)};
  }

  /// `n` random values from `lowest` to `highest`.
  template <class T>
  std::vector<T> values(std::int64_t lowest, std::int64_t highest) {
    // As even as tests need it, and faster than a distribution.
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

 private:
  /// Few enough threads that those at one word do not starve each other, and work for them.
  std::pair<kernels::launch_shape, unsigned> contended() const {
    const kernels::launch_shape shape =
        kernels::shape_for(std::min<std::size_t>(n_, 1024), device_);
    const std::size_t operations = std::min<std::size_t>(n_, 1u << 16);
    return {shape, static_cast<unsigned>(std::max<std::size_t>(1, operations / shape.threads()))};
  }

  /// Launches the kernel and returns its milliseconds.
  template <class Kernel, class... Args>
  float timed(kernels::launch_shape shape, std::size_t shared_bytes, Kernel kernel, Args... args) {
    diatomic::event start;
    diatomic::event stop;
    start.record(stream_);
    diatomic::launch(shape.grid, shape.block, shared_bytes, stream_, kernel, args...);
    stop.record(stream_);
    stream_.synchronize();
    return elapsed_ms(start, stop);
  }

  std::size_t n_;
  std::mt19937_64 random_;
  diatomic::device_properties device_;
  kernels::launch_shape shape_;
  diatomic::stream stream_;
};

}  // namespace program
