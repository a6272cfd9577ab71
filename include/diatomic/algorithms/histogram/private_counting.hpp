// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Counting on the host: each thread has private counters on its heap, and adds them to the results
/// at the end.

#include <cstddef>
#include <type_traits>
#include <vector>

#include <diatomic/algorithms/histogram/counting_kernel.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Launch with one-thread blocks. Consecutive values use the `copies`, 1 or 4, in turn: with one
/// copy, consecutive values of one bin would wait for each other.
template <class Counter>
struct private_counting_kernel {
  template <class Elements, class Weights, class Bin, class Count>
  DIATOMIC_DEVICE void operator()(Elements input, Weights weights, Bin bin_of, Count* counts,
                                  std::size_t n, unsigned bins, unsigned copies) const {
    std::vector<Counter> own(std::size_t{bins} * copies);
    Counter* const first = own.data();
    const auto count = [=](std::size_t i, unsigned copy) {
      const unsigned bin = bin_of(detail::element_at(input, i));
      if (bin >= bins) return;
      Counter due{1};
      if constexpr (!std::is_same_v<element_t<Weights>, no_weight>) {
        due = static_cast<Counter>(detail::element_at(weights, i));
      }
      Counter& counter = first[std::size_t{copy} * bins + bin];
      counter = diatomic::result_of<op::add>(counter, due);
    };
    const slice_bounds part(n, block_index(), grid_size());
    std::size_t i = part.begin;
    if (copies == 4) {
      for (; i + 4 <= part.end; i += 4) {
        for (unsigned copy = 0; copy < 4; ++copy) count(i + copy, copy);
      }
    }
    for (; i < part.end; ++i) count(i, 0);
    // Blocks start at distant bins, so that they do not wait for each other's cache lines.
    const auto start = static_cast<unsigned>(std::size_t{bins} * block_index() / grid_size());
    for (unsigned k = 0; k < bins; ++k) {
      const unsigned bin = k < bins - start ? start + k : k - (bins - start);
      Counter sum{};
      for (unsigned copy = 0; copy < copies; ++copy) {
        sum = diatomic::result_of<op::add>(sum, own[std::size_t{copy} * bins + bin]);
      }
      if (sum != Counter{})
        diatomic::store_add(counts + bin, static_cast<Count>(sum), coarse_grained);
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
