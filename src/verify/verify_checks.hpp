// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The checks of `diatomic verify`: a kernel's result on random inputs against a serial reference.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "kernels/histogram.hpp"
#include "kernels/locks.hpp"
#include "kernels/reduction.hpp"
#include "verify/verify_report.hpp"
#include "verify/verify_run.hpp"

namespace program {

using diatomic::op;

/// Each check runs a kernel or a call, and compares the result with a serial reference. The caller
/// chooses the kernel.
class verifier : public verify_run {
 public:
  using verify_run::verify_run;

  /// `Kernel` counts `input` in bins.
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

  /// A counter that threads increment; `first` are the kernel's arguments before the counter.
  template <class Kernel, class... First>
  check_outcome count(Kernel kernel, First... first) {
    const auto [shape, rounds] = contended();
    const std::size_t operations = shape.threads() * rounds;
    device_array<std::uint64_t> counter = on_device<std::uint64_t>({0});
    device_array<std::uint64_t> taken(operations);
    const float ms = timed(shape, 0, kernel, first..., counter.data(), rounds, taken.data());
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

  /// A counter that threads increment while they hold a mutex of this type.
  template <class Mutex, class Kernel>
  check_outcome count_under(Kernel kernel) {
    device_array<Mutex> mutex(1);
    mutex.fill_bytes(0);
    return count(kernel, mutex.data());
  }

  /// `kernel` reduces `input` to one value, using `Op`.
  template <op Op, class T, class Kernel>
  check_outcome reduction(const std::vector<T>& input, std::size_t shared_bytes, Kernel kernel) {
    // The reference sums in a wider type; with these inputs, the sum still fits T.
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

  /// A stack of numbers: filled, then popped and pushed concurrently, then emptied.
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

  /// Tokens that threads swap with slots: none is lost or duplicated.
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

  /// Summaries of values by group, under the locks of a table with fewer locks than groups.
  template <class Kernel>
  check_outcome summaries(Kernel kernel, std::vector<std::int64_t> input) {
    constexpr unsigned groups = 61;
    input.resize(std::min<std::size_t>(input.size(), 1u << 16));
    std::vector<kernels::summary> expected(groups);
    for (const std::int64_t v : input) {
      kernels::summary& s = expected[static_cast<std::size_t>(v % groups)];
      s = s.with(v);
    }
    const device_array<std::int64_t> values = on_device(input);
    device_array<kernels::summary> found = on_device(std::vector<kernels::summary>(groups));
    diatomic::lock_table<> locks(16);
    const float ms = timed(contended().first, 0, kernel, values.data(), input.size(),
                           locks.stripes(), found.data(), groups);
    const auto part = [](const std::vector<kernels::summary>& all, auto member) {
      std::vector<std::int64_t> parts;
      for (const kernels::summary& s : all) parts.push_back(static_cast<std::int64_t>(s.*member));
      return parts;
    };
    const std::vector<kernels::summary> all = found.download();
    using kernels::summary;
    std::string fault =
        difference("count of group", part(all, &summary::count), part(expected, &summary::count));
    if (fault.empty()) {
      fault = difference("sum of group", part(all, &summary::sum), part(expected, &summary::sum));
    }
    if (fault.empty()) {
      fault = difference("largest of group", part(all, &summary::largest),
                         part(expected, &summary::largest));
    }
    return {input.size(), ms, fault};
  }

  /// Blocks that run one after the other, each waiting for the previous one.
  template <class Kernel>
  check_outcome turns(Kernel kernel) {
    constexpr unsigned block = 64;
    constexpr unsigned rounds = 32;
    unsigned* const no_words = nullptr;
    const unsigned resident =
        diatomic::max_resident_blocks(block, 0, kernel, no_words, rounds, no_words);
    const unsigned grid = std::min(resident, 16u);
    std::vector<unsigned> expected(std::size_t{grid} * rounds + 1);
    std::iota(expected.begin(), expected.end(), 0u);
    device_array<unsigned> turn = on_device<unsigned>({0});
    device_array<unsigned> history = on_device(std::vector<unsigned>(expected.size(), 0));
    const float ms = timed_call([&](diatomic::stream& on) {
      diatomic::launch_cooperative(grid, block, 0, on, kernel, turn.data(), rounds, history.data());
    });
    return {expected.size() - 1, ms, difference("turn", history.download(), expected)};
  }

  /// `call(on, input, n, result, temp, temp_bytes)` computes one `Result` from `input`.
  template <class T, class Result, class Call>
  check_outcome one_result(const std::vector<T>& input, Result expected, std::size_t temp_bytes,
                           Call call) {
    const device_array<T> values = on_device(input);
    device_array<Result> result(1);
    device_array<unsigned char> temp(temp_bytes);
    const float ms = timed_call([&](diatomic::stream& on) {
      call(on, values.data(), n_, result.data(), temp.data(), temp.size());
    });
    return {n_, ms, difference("result", result.download(), {expected})};
  }

  /// `call(on, indices, values, n, words, count)` adds values to words. Some indices are out of
  /// range.
  template <class T, class Call>
  check_outcome scatter(const std::vector<T>& input, unsigned words, Call call) {
    const auto indices = values<std::int32_t>(-1, words);
    std::vector<T> expected(words, T{});
    for (std::size_t i = 0; i < n_; ++i) {
      if (indices[i] < 0 || indices[i] >= static_cast<std::int32_t>(words)) continue;
      expected[static_cast<std::size_t>(indices[i])] += input[i];
    }
    const device_array<std::int32_t> where = on_device(indices);
    const device_array<T> what = on_device(input);
    device_array<T> found = on_device(std::vector<T>(words, T{}));
    const float ms = timed_call([&](diatomic::stream& on) {
      call(on, where.data(), what.data(), n_, found.data(), std::size_t{words});
    });
    return {n_, ms, difference("word", found.download(), expected)};
  }
};

}  // namespace program
