// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Bitwise-reproducible sums of floats: the exact sum, rounded once. The bits are the same in every
/// run, for every launch shape, on every backend.
///
///     device_array<unsigned char> temp(reproducible_sum_temp_bytes<float>(n));
///     reproducible_sum(stream, input, n, result, temp.data(), temp.size());
///
/// T is `float` or `double`. Only the result is rounded: elements are added as integers, in which
/// the order of additions makes no difference (docs/decisions/algorithms/0012-reproducible-sum.md).
/// The result is the T nearest to the exact sum, ties to even: within half a unit in its last
/// place, however much cancels, and in any rounding mode. Subnormals count. A sum beyond the
/// greatest T is infinite; partial sums never overflow. An exact sum of 0, and the sum of no
/// elements, is +0. If there is a NaN, or infinities of both signs, the result is the quiet NaN
/// 0x7fc00000 or 0x7ff8000000000000; with infinities of one sign, it is that infinity. n is below
/// 2^42.
///
/// Speed: zeros are fast, and so are elements within some 28 binary orders of magnitude (47 for
/// double) of each other; a sample of the input selects this window. Floats up to 48 orders below
/// the window cost somewhat more. Each other element costs several atomic additions in shared
/// memory.
///
/// Sums of `double` need a compiler that does not reorder float arithmetic: no -ffast-math.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <type_traits>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/reproducible/sum_kernel.hpp>
#include <diatomic/algorithms/reproducible_accumulator.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Bytes of temporary memory that the sum of n elements needs on the current device: 96 and an
/// `exact_sum<T>` for each block.
template <class T>
std::size_t reproducible_sum_temp_bytes(std::size_t n) {
  return detail::exact_memory<T>::bytes(detail::plan_exact(n, 16).grid);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

template <class T, class Elements, class Result>
void start_reproducible_sum(stream_view stream, const Elements& input, std::size_t n,
                            Result* result, void* temp, std::size_t temp_bytes) {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "reproducible_sum: T is float or double");
  static_assert(std::is_same_v<T, element_t<Elements>>,
                "reproducible_sum: elements have the result's type");
  detail::check_walk("reproducible_sum", input, n, result, temp, temp_bytes,
                     diatomic::reproducible_sum_temp_bytes<T>(n));
  const walk_plan plan = detail::plan_exact(n, has_vectors_v<Elements> ? sizeof(T) : 16);
  const walk_shares shares(input, n, plan, exact_vectors);
  const auto start = [&](auto kernel) {
    diatomic::launch(plan.grid, plan.block, reproducible_accumulator<T>::shared_bytes(plan.block),
                     stream, kernel, input, shares, result, temp, next_signature());
  };
  if constexpr (!runtime_api::threads_yield) {
    if (plan.grid == 1 && shares.rounds == 0) return start(reproducible_kernel<T, true>{});
  }
  start(reproducible_kernel<T, false>{});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Queues `*result = input[0] + ... + input[n - 1]`, rounded once.
///
/// `input` is an array of T, or a function that returns T (`<diatomic/algorithms/elements.hpp>`).
/// Memory (`temp_bytes` at `temp`), alignment and errors are as for `reduce`
/// (`<diatomic/algorithms/reduce.hpp>`); one launch.
template <class Elements, class T>
void reproducible_sum(stream_view stream, Elements input, std::size_t n, T* result, void* temp,
                      std::size_t temp_bytes) {
  detail::start_reproducible_sum<T>(stream, input, n, result, temp, temp_bytes);
}
/// The same, with `temp_bytes` at `temp`, but `result` is the sum before rounding, which can be
/// added to other sums.
template <class Elements, class T>
void reproducible_sum(stream_view stream, Elements input, std::size_t n, exact_sum<T>* result,
                      void* temp, std::size_t temp_bytes) {
  detail::start_reproducible_sum<T>(stream, input, n, result, temp, temp_bytes);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
