// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Histograms: one call on arrays in device memory.
///
///     device_array<unsigned char> bytes(n);
///     device_array<unsigned> counts(256);
///     counts.fill_bytes(0);
///     histogram(stream, bytes.data(), n, counts.data(), 256, value_bin{});
///
/// Blocks count in shared memory, in a layout that `plan_histogram` chooses, and add their counters
/// to `counts`. The call allocates nothing and needs no temporary memory.
/// `<diatomic/collectives/block_histogram.hpp>` is the device half, for your own kernels;
/// `<diatomic/collectives/binning.hpp>` has the binning functions.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <type_traits>
#include <vector>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram/counting_kernel.hpp>
#include <diatomic/algorithms/histogram/counting_plan.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/collectives/block_histogram.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The function that kernels call instead of a binning function, with the same results.
template <class Bin>
Bin prepared(Bin bin_of) {
  return bin_of;
}
template <class Float>
even_binning<Float> prepared(basic_even_bin<Float> of) {
  return {of.lower, of.upper, of.bins};
}

/// Counting on the host: each thread has private counters on its heap, and adds them to the results
/// at the end. Launch with one-thread blocks. Consecutive values use the `copies`, 1 or 4, in turn:
/// with one copy, consecutive values of one bin would wait for each other.
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

template <class Layout, class Elements, class Weights, class Bin, class Count>
void start_counting(stream_view stream, const counting_plan& plan, Elements input, Weights weights,
                    std::size_t n, Count* counts, unsigned bins, Bin bin_of) {
  const counting_job job{n, bins, plan.part_bins, plan.copies, plan.parts, plan.spread};
  diatomic::launch(plan.grid, plan.block, plan.shared_bytes, stream, counting_kernel<Layout>{},
                   input, weights, detail::prepared(bin_of), counts, job);
}

/// The type of counters in shared memory: the results' type if weighted, otherwise 32 bits.
template <class Weight, class Count>
using own_counter = std::conditional_t<std::is_same_v<Weight, no_weight>, unsigned, Count>;

/// Whether counters of this type can be in shared memory.
template <class Count>
inline constexpr bool can_be_shared = (std::is_arithmetic_v<Count> || is_count_v<Count>) &&
                                      (sizeof(Count) == 4 || sizeof(Count) == 8);

template <class Input, class Weight, class Count>
counting_task task_of(std::size_t n, unsigned bins) {
  constexpr bool weighted = !std::is_same_v<Weight, no_weight>;
  using counter = own_counter<Weight, Count>;
  return {n,
          bins,
          static_cast<unsigned>(sizeof(Count)),
          counts_values<Input, Weight>,
          static_cast<unsigned>(sizeof(Input) + (weighted ? sizeof(Weight) : 0)),
          can_be_shared<counter> ? static_cast<unsigned>(sizeof(counter)) : 0,
          weighted,
          std::is_integral_v<counter> && sizeof(counter) == 4};
}

template <class Elements, class Weights, class Bin, class Count>
void count_by_plan(stream_view stream, const counting_plan& plan, Elements input, Weights weights,
                   std::size_t n, Count* counts, unsigned bins, Bin bin_of) {
  using Weight = element_t<Weights>;
  constexpr bool weighted = !std::is_same_v<Weight, no_weight>;
  using counter = own_counter<Weight, Count>;
  if constexpr (runtime_api::threads_yield && can_be_shared<counter>) {
    if (plan.layout == counter_layout::private_copies) {
      diatomic::launch(plan.grid, plan.block, 0, stream, private_counting_kernel<counter>{}, input,
                       weights, detail::prepared(bin_of), counts, n, bins, plan.copies);
      return;
    }
  }
  if (plan.layout == counter_layout::global) {
    detail::start_counting<global_counters>(stream, plan, input, weights, n, counts, bins, bin_of);
    return;
  }
  if constexpr (can_be_shared<counter>) {
    if (plan.layout == counter_layout::per_lane_copies) {
      detail::start_counting<per_lane_copies<counter>>(stream, plan, input, weights, n, counts,
                                                       bins, bin_of);
      return;
    }
  }
  if constexpr (!weighted) {
    detail::start_counting<packed_counters<16>>(stream, plan, input, weights, n, counts, bins,
                                                bin_of);
  }
}

/// The checks of a binning function's own arguments.
template <class Bin>
void check_edges(const argument_checks&, const Bin&) {}
template <class Edge>
void check_edges(const argument_checks& check, const edge_bin<Edge>& bin_of) {
  if (bin_of.bins() == 0) check.refuse("bin_of has fewer than two edges");
  check.array(bin_of.edges(), std::size_t{bin_of.bins()} + 1, "bin_of.edges()");
}

/// The checks of a binning function for elements of type `Input`.
template <class Input, class Bin>
void check_binning(const argument_checks& check, const Bin& bin_of) {
  static_assert(
      DIATOMIC_IS_DEVICE_LAMBDA(Bin) || std::is_invocable_r_v<unsigned, const Bin&, Input>,
      "histogram: bin_of must take an element and return unsigned, in host code too: annotate a "
      "lambda with DIATOMIC_LAMBDA");
  bin_values<Bin>::template check<Input>();
  check.function(bin_of, "bin_of");
  detail::check_edges(check, bin_of);
}

template <class Elements, class Weights, class Bin, class Count>
void check_histogram(const Elements& input, [[maybe_unused]] const Weights& weights, std::size_t n,
                     const Count* counts, unsigned bins, const Bin& bin_of) {
  using Input = element_t<Elements>;
  static_assert(std::is_trivially_copyable_v<Input>, "histogram: Input must be trivially copyable");
  constexpr bool weighted = !std::is_same_v<element_t<Weights>, no_weight>;
  const argument_checks check(weighted ? "weighted_histogram" : "histogram");
  check.table(counts, bins, current_properties(), "counts", "bins");
  check.elements(input, n, "input");
  if constexpr (weighted) check.elements(weights, n, "weights");
  detail::check_binning<Input>(check, bin_of);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The plan by which `histogram` counts `n` values of type `Input` in `bins` bins on a device.
template <class Input, class Count>
counting_plan plan_histogram(std::size_t n, unsigned bins, const device_properties& device) {
  return detail::plan_counting(detail::task_of<Input, detail::no_weight, Count>(n, bins), device);
}

/// Adds to `counts[b]` the number of the `n` values for which `bin_of` returns b.
///
/// `input` is an array or a function (`<diatomic/algorithms/elements.hpp>`). Arrays and the `bins`
/// counters of `counts` are in memory of the current device, which must be the stream's; `input`
/// may also be in managed memory. The call adds to `counts`, so clear them first, or continue from
/// an earlier call. Counters are 32- or 64-bit integers, and wrap around if too small. `input`
/// needs only the alignment of its type. `n` may be 0, and more than 2^32. Other work may add to
/// `counts` at the same time, but not write them.
///
/// GPUs run the work asynchronously, in stream order. Throws `std::invalid_argument`, which names
/// the argument, if an argument is null or misaligned, or if `bins` is 0 or more than the device
/// has memory for.
template <class Elements, class Count, class Bin>
void histogram(stream_view stream, Elements input, std::size_t n, Count* counts, unsigned bins,
               Bin bin_of) {
  static_assert(std::is_integral_v<Count> && (sizeof(Count) == 4 || sizeof(Count) == 8),
                "histogram: counters are integers of 32 or 64 bits");
  using Input = detail::element_t<Elements>;
  const detail::no_weight* const none = nullptr;
  detail::check_histogram(input, none, n, counts, bins, bin_of);
  if (n == 0) return;
  const counting_plan plan =
      diatomic::plan_histogram<Input, Count>(n, bins, detail::current_properties());
  detail::count_by_plan(stream, plan, input, none, n, counts, bins, bin_of);
}

/// Adds to `counts[b]` the `weights` of the `n` values for which `bin_of` returns b.
///
/// As `histogram`, with weights for the `input`: also an array or a function. `Count` is any type
/// that `store_add` takes, including floating-point types, whose sums depend on the order of the
/// additions, which differs from run to run. `counts` must be memory for which the hint
/// `coarse_grained` is true, as for `scatter_add`.
template <class Elements, class Weights, class Count, class Bin>
void weighted_histogram(stream_view stream, Elements input, Weights weights, std::size_t n,
                        Count* counts, unsigned bins, Bin bin_of) {
  using Input = detail::element_t<Elements>;
  using Weight = detail::element_t<Weights>;
  detail::check_histogram(input, weights, n, counts, bins, bin_of);
  if (n == 0) return;
  const counting_plan plan = detail::plan_counting(detail::task_of<Input, Weight, Count>(n, bins),
                                                   detail::current_properties());
  detail::count_by_plan(stream, plan, input, weights, n, counts, bins, bin_of);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
