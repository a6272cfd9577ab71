// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reductions of segments: of consecutive elements between two offsets, such as the rows of a
/// matrix in CSR format.
///
///     // sums[s] = values[offsets[s]] + ... + values[offsets[s + 1] - 1], for each segment s
///     const std::size_t bytes = segmented_reduce_temp_bytes(n, segments);
///     device_array<unsigned char> temp(bytes);
///     segmented_reduce<op::add>(stream, values, n, offsets, segments, sums, temp.data(), bytes);
///
/// Each call is one launch. If segments are few, or long on average, a GPU's block takes each of
/// them, and several blocks each very long one. Otherwise every warp takes an equal share of
/// elements and ends of segments. So neither many empty segments nor one long segment makes a call
/// slow. The last block to finish combines the parts of a segment that several blocks share.
///
/// `input` is an array of n elements, or a function (`<diatomic/algorithms/elements.hpp>`).
/// `offsets` points to `segments` + 1 non-descending integers from 0 to n: segment s has the
/// elements from `offsets[s]` to before `offsets[s + 1]`, or none. Elements before the first offset
/// and from the last one on belong to no segment. `results` points to `segments` elements, which
/// are written, not added to. Arrays and `temp` (aligned to 16 bytes) are memory of the current
/// device, which must be the stream's; `temp` has `temp_bytes` bytes, need not be initialised, and
/// serves one call at a time. n + `segments` is below 2^42. `segments` may be 0.
///
/// A call returns when the work is queued, and can be captured in a graph. It throws
/// `std::invalid_argument`, which names the argument, for null or misaligned pointers (`input` may
/// be null if n is 0), null functions, too many elements and too little `temp`; `runtime_error` if
/// the launch fails. Offsets are not checked: the kernel may access other memory if they descend or
/// exceed n.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram/counting_plan.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/segmented/kernel.hpp>
#include <diatomic/algorithms/segmented/per_block.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The shape of a launch for n elements and the ends of segments. A thread takes 16 of them or
/// more.
inline walk_plan plan_segments(std::size_t n, std::size_t segments) {
  return plan_walk(n + segments, 16, 16, segment_blocks);
}

/// Temporary memory of a block or window: the greatest size of its partial.
inline constexpr std::size_t segment_partial_bytes = 48;

/// Whether a call on the current device gives each segment a block. A CPU's blocks have one thread.
inline bool has_block_per_segment(std::size_t n, std::size_t segments) {
  return segment_per_block_plan::suits(n, segments) && plan_segments(n, segments).block != 1;
}

/// Temporary memory of a call.
inline std::size_t segment_temp_bytes(std::size_t n, std::size_t segments) {
  const unsigned partials = detail::has_block_per_segment(n, segments)
                                ? std::max(1u, segment_per_block_plan(n, segments).windows)
                                : plan_segments(n, segments).grid;
  return partials_at + segment_partial_bytes * partials;
}

/// Queues a kernel in which each segment has a block.
template <class Elements, class Offset, class T, class Policy>
void start_block_per_segment(stream_view stream, Elements input, const Offset* offsets,
                             const segment_per_block_plan& plan, Policy policy, T empty, T* results,
                             void* temp) {
  using kernel = segment_per_block_kernel<T, Policy>;
  static_assert(sizeof(typename kernel::part) <= segment_partial_bytes);
  const kernel k{policy, empty, plan};
  diatomic::launch(k.groups() + plan.segments, segment_block, kernel::shared_bytes, stream, k,
                   input, offsets, results, temp, next_signature());
}

/// Checks the arguments, and queues the kernel.
template <class Elements, class Offset, class T, class Policy>
void start_segments(const char* call, stream_view stream, Elements input, std::size_t n,
                    const Offset* offsets, std::size_t segments, Policy policy, T empty, T* results,
                    void* temp, std::size_t temp_bytes) {
  static_assert(std::is_integral_v<Offset> && !std::is_same_v<Offset, bool>,
                "segmented_reduce: offsets are integers");
  using kernel = segmented_reduce_kernel<T, Policy>;
  static_assert(sizeof(segment_partial<typename Policy::state>) <= segment_partial_bytes,
                "segmented_reduce: the alignment of T is at most 16 bytes");
  constexpr std::size_t too_many = std::size_t{1} << 42;
  const argument_checks check(call);
  check.elements(input, n, "input");
  check.array(results, segments, "results");
  if (n >= too_many || segments >= too_many - n) check.refuse("n + segments is not below 2^42");
  check.array(offsets, segments + 1, "offsets");
  check.temporary(temp, temp_bytes, detail::segment_temp_bytes(n, segments));
  if (segments == 0) return;
  if constexpr (!runtime_api::threads_yield) {
    if (detail::has_block_per_segment(n, segments)) {
      return detail::start_block_per_segment(stream, input, offsets,
                                             segment_per_block_plan(n, segments), policy, empty,
                                             results, temp);
    }
  }
  const walk_plan plan = plan_segments(n, segments);
  diatomic::launch(plan.grid, plan.block, kernel::shared_bytes(plan.block), stream,
                   kernel{policy, empty}, input, segment_path<Offset>{offsets, segments + 1, n},
                   results, temp, next_signature());
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Bytes of temporary memory that a reduction of n elements in `segments` segments needs on the
/// current device: 16, plus 48 for each share of a block, or for each of up to 8192 parts of
/// `input`.
inline std::size_t segmented_reduce_temp_bytes(std::size_t n, std::size_t segments) {
  return detail::segment_temp_bytes(n, segments);
}

/// Queues `results[s] = input[offsets[s]] + ... + input[offsets[s + 1] - 1]` for each segment s, or
/// the minimum, or the maximum.
///
/// Op, T, the conversion of elements, the order of floats and the bound on the errors of a segment
/// are as for `reduce`, and so is the result of an empty segment. Both kinds of determinism that
/// can be `wanted` run the same code today: results have the same bits in every run for the same
/// device, n, offsets, address of `input` modulo 16, and release of this library.
template <op Op, class Elements, class Offset, class T>
void segmented_reduce(stream_view stream, Elements input, std::size_t n, const Offset* offsets,
                      std::size_t segments, T* results, void* temp, std::size_t temp_bytes,
                      [[maybe_unused]] determinism wanted = determinism::fastest) {
  detail::start_segments("segmented_reduce", stream, input, n, offsets, segments,
                         detail::policy_of<Op, T>(), detail::empty_of<Op, T>, results, temp,
                         temp_bytes);
}

/// The same with your own operation, combined in any order.
///
/// `function`, `identity` and T are as for `reduce` with a function; `identity` is the result of an
/// empty segment.
template <class Elements, class Offset, class Function, class T>
void segmented_reduce(stream_view stream, Elements input, std::size_t n, const Offset* offsets,
                      std::size_t segments, Function function, T identity, T* results, void* temp,
                      std::size_t temp_bytes,
                      [[maybe_unused]] determinism wanted = determinism::fastest) {
  detail::check_function(function, "segmented_reduce", "function");
  detail::start_segments("segmented_reduce", stream, input, n, offsets, segments,
                         detail::policy_of(function, identity), identity, results, temp,
                         temp_bytes);
}

/// Queues the sum of each segment in units of `scale`: the same bits in every run, for every launch
/// shape, on every backend.
///
/// Each element is rounded to the nearest unit, ties to even, and each result to the nearest T: the
/// T nearest to a sum that is within m / 2 units of the sum of the m elements. A sum that
/// exceeds 64 bits of units wraps around. T is float or double; elements are float, double, half or
/// bfloat16. For exact sums: `reproducible_index_add` with `csr_segment_index`.
template <class Elements, class Offset, class T>
void reproducible_segmented_sum(stream_view stream, fixed_scale scale, Elements input,
                                std::size_t n, const Offset* offsets, std::size_t segments,
                                T* results, void* temp, std::size_t temp_bytes) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "reproducible_segmented_sum: results are float or double");
  static_assert(detail::is_float_v<detail::element_t<Elements>>,
                "reproducible_segmented_sum: elements are float, double, half or bfloat16");
  detail::start_segments("reproducible_segmented_sum", stream, input, n, offsets, segments,
                         detail::scaled_sum_policy<T>{scale}, T{}, results, temp, temp_bytes);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
