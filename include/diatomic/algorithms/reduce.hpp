// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reductions of arrays in device memory: sum, minimum, maximum, their positions, and your own.
///
/// Each call is one launch: blocks reduce their shares, and the last block combines them.
/// The caller provides temporary memory:
///
///     device_array<unsigned char> temp(reduce_temp_bytes(n));
///     reduce<op::add>(stream, input, n, result, temp.data(), temp.size());
///
/// `input` is an array of n elements, or a function (`<diatomic/algorithms/elements.hpp>`). Arrays,
/// `result` (one element) and `temp` (aligned to 16 bytes) are memory of the current device, which
/// must be the stream's; `temp` has `temp_bytes` bytes. `temp` need not be initialised, and serves
/// one call at a time: calls on one stream may share it. `input` needs only the alignment of its
/// type; n may be above 2^32 (the limit is 2^42). `result` is written, not added to; it has 4 or 8
/// bytes (16 are possible with your own operation).
///
/// A call returns when the work is queued. It throws `std::invalid_argument`, which names the
/// argument, for null pointers (`input` may be null if n is 0), null functions, misaligned pointers
/// and too little `temp`; `runtime_error` if the launch fails.
///
/// Blocks pass their results through memory that is not initialised: each with a 64-bit signature
/// of the call. Memory that holds the same bits by chance would be taken for a result: once in 2^64
/// for each block, if memory were random. Calls captured in a graph can be repeated, one at a time.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram/search_kernel.hpp>
#include <diatomic/algorithms/reduce/kernels.hpp>
#include <diatomic/core/vocabulary.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// The guarantee for results that depend on the order of combination: sums of floats, and your own
/// operations that are only nearly associative.
enum class determinism : std::uint8_t {
  /// Whatever order is fastest.
  fastest,
  /// The same bits every run: for the same device, n, address of `input` modulo 16, and release of
  /// this library. For the same bits on all devices: `<diatomic/algorithms/reproducible_sum.hpp>`.
  run_to_run,
};

/// An element and its index. 16 bytes.
template <class T>
struct alignas(16) indexed {
  /// The element.
  T value;
  /// Its index, from 0; `no_index` if there was no element.
  std::uint64_t index;
};

/// The `index` of no element.
inline constexpr std::uint64_t no_index = ~std::uint64_t{0};

/// Bytes of temporary memory that any reduction of n elements of up to 16 bytes needs on the
/// current device: 32 for each block.
inline std::size_t reduce_temp_bytes(std::size_t n) {
  return 32 * std::size_t{detail::plan_reduction(n, 16).grid};
}

/// Queues `*result = input[0] + ... + input[n - 1]`, or the minimum, or the maximum.
///
/// Op is `op::add`, `op::min` or `op::max`; T is an integer or a float of 4 or 8 bytes. Elements of
/// another type are first converted to T. Integer sums wrap. A float sum has at most n - 1
/// roundings: it is within (n - 1) u S / (1 - (n - 1) u) of the exact sum, where S is the sum of
/// the magnitudes and u is half an epsilon; in practice each element goes through few roundings.
/// `min` and `max` order floats by IEEE 754's totalOrder, as `fetch_min` does: -NaN, -infinity ...
/// -0, +0 ... infinity, +NaN. If n is 0, the sum is 0, the minimum is infinity or the greatest T,
/// and the maximum is -infinity or the lowest T.
///
/// Both kinds of determinism that can be `wanted` run the same code today: a fixed order has no
/// measurable cost.
template <op Op, class Elements, class T>
void reduce(stream_view stream, Elements input, std::size_t n, T* result, void* temp,
            std::size_t temp_bytes, [[maybe_unused]] determinism wanted = determinism::fastest) {
  detail::check_walk("reduce", input, n, result, temp, temp_bytes, reduce_temp_bytes(n));
  detail::start_reduction(stream, input, n, detail::policy_of<Op, T>(), detail::empty_of<Op, T>,
                          result, temp);
}

/// Queues `*result = function(... function(input[0], input[1]) ..., input[n - 1])`, in any order.
///
/// `T function(T, T)` is called in kernels: a trivially copyable, associative and commutative
/// function object with a `DIATOMIC_DEVICE` call operator. `identity` is neutral, however often it
/// is combined; it is the result for n = 0. `wanted` is as above. T is trivially copyable and has
/// 4, 8 or 16 bytes; elements of another type are first converted to T.
template <class Elements, class T, class Function>
void reduce(stream_view stream, Elements input, std::size_t n, Function function, T identity,
            T* result, void* temp, std::size_t temp_bytes,
            [[maybe_unused]] determinism wanted = determinism::fastest) {
  detail::check_function(function, "reduce", "function");
  detail::check_walk("reduce", input, n, result, temp, temp_bytes, reduce_temp_bytes(n));
  detail::start_reduction(stream, input, n, detail::policy_of(function, identity), identity, result,
                          temp);
}

/// Queues `reduce` of `transform(input[0])`, ..., `transform(input[n - 1])`: a sum of squares, or a
/// count of the elements with a property.
///
/// `transform` is called in kernels with an element of any trivially copyable type, and returns a
/// value that converts to T. It is a function object as above, and may be called more than once for
/// an element. Otherwise as `reduce` with the same Op.
template <op Op, class Elements, class Transform, class T>
void transform_reduce(stream_view stream, Elements input, std::size_t n, Transform transform,
                      T* result, void* temp, std::size_t temp_bytes,
                      [[maybe_unused]] determinism wanted = determinism::fastest) {
  detail::check_transform<T>(input, transform);
  detail::check_walk("transform_reduce", input, n, result, temp, temp_bytes, reduce_temp_bytes(n));
  detail::start_reduction(stream, input, n,
                          detail::transformed(detail::policy_of<Op, T>(), transform),
                          detail::empty_of<Op, T>, result, temp);
}

/// Queues `reduce` with `function` over the elements transformed by `transform`.
///
/// `function`, `identity` and T are as for `reduce` with a function; `transform` is as above.
template <class Elements, class Function, class Transform, class T>
void transform_reduce(stream_view stream, Elements input, std::size_t n, Function function,
                      Transform transform, T identity, T* result, void* temp,
                      std::size_t temp_bytes,
                      [[maybe_unused]] determinism wanted = determinism::fastest) {
  detail::check_function(function, "transform_reduce", "function");
  detail::check_transform<T>(input, transform);
  detail::check_walk("transform_reduce", input, n, result, temp, temp_bytes, reduce_temp_bytes(n));
  detail::start_reduction(stream, input, n,
                          detail::transformed(detail::policy_of(function, identity), transform),
                          identity, result, temp);
}

/// Queues the search for the smallest element: `*result` is its value and its index.
///
/// Among equal elements the lowest index wins, on every device and in every run. Floats are ordered
/// by totalOrder: -NaN is the smallest, and -0 is below +0. T is the elements' type, of 4 or 8
/// bytes. For n = 0 the value is as for `reduce`, and the index is `no_index`.
template <class Elements, class T>
void arg_min(stream_view stream, Elements input, std::size_t n, indexed<T>* result, void* temp,
             std::size_t temp_bytes) {
  detail::start_search<op::min, T>("arg_min", stream, input, n, result, temp, temp_bytes,
                                   reduce_temp_bytes(n));
}

/// Queues the search for the greatest element; as `arg_min`, but +NaN is the greatest.
template <class Elements, class T>
void arg_max(stream_view stream, Elements input, std::size_t n, indexed<T>* result, void* temp,
             std::size_t temp_bytes) {
  detail::start_search<op::max, T>("arg_max", stream, input, n, result, temp, temp_bytes,
                                   reduce_temp_bytes(n));
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
