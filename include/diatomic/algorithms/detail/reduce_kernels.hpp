// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/reduce.hpp>`.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/core/semantics.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Where the parts of a launch's temporary memory are, in bytes: the counter, then a value a block.
inline constexpr std::size_t partials_at = 16;
/// And of its shared memory: a word for the counter, then what `block_reduce` needs.
inline constexpr std::size_t scratch_at = 16;

// As variables: nvcc lets no device code call a constexpr function of the host.
template <class T>
inline constexpr T greatest = std::numeric_limits<T>::max();
template <class T>
inline constexpr T lowest = std::numeric_limits<T>::lowest();

/// Vectors that a thread loads at a time: so many are needed to keep the memory busy.
inline constexpr unsigned reduce_vectors = 8;
inline walk_plan plan_reduction(std::size_t n, std::size_t element_bytes) {
  return plan_walk(n, element_bytes, reduce_vectors, 8);
}

/// Sums, as they are.
template <class T>
struct sum_policy {
  using state = T;
  DIATOMIC_FUNCTION T identity() const { return T{}; }
  DIATOMIC_FUNCTION T lift(T v) const { return v; }
  DIATOMIC_FUNCTION T lower(T v) const { return v; }
  DIATOMIC_FUNCTION T operator()(T a, T b) const { return result_of<op::add>(a, b); }
};

/// A T as an integer that has its place in the order: of floats, in IEEE 754's totalOrder.
template <class T>
using key_of =
    typename std::conditional_t<is_float_v<T>, identity<signed_of<T>>, identity<T>>::type;

template <class T>
DIATOMIC_FUNCTION key_of<T> to_key(T v) {
  if constexpr (is_float_v<T>) {
    const auto bits = bits_as<signed_of<T>>(v);
    return bits ^ ((bits >> (8 * sizeof(T) - 1)) & greatest<signed_of<T>>);
  } else {
    return v;
  }
}
template <class T>
DIATOMIC_FUNCTION T from_key(key_of<T> key) {
  if constexpr (is_float_v<T>) {
    return bits_as<T>(bits_as<signed_of<T>>(to_key<T>(bits_as<T>(key))));
  } else {
    return key;
  }
}

/// The value that changes nothing, as `kernels` have it: infinities for floats.
template <op Op, class T>
inline constexpr T extremum_identity =
    Op == op::min ? (std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity()
                                                          : std::numeric_limits<T>::max())
                  : (std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                          : std::numeric_limits<T>::lowest());
/// The key that no key is beyond; not that of infinity, for NaNs are.
template <op Op, class T>
inline constexpr key_of<T> last_key = Op == op::min ? std::numeric_limits<key_of<T>>::max()
                                                    : std::numeric_limits<key_of<T>>::lowest();

template <op Op, class T>
struct extremum_policy {
  using state = key_of<T>;
  DIATOMIC_FUNCTION state identity() const { return last_key<Op, T>; }
  DIATOMIC_FUNCTION state lift(T v) const { return to_key(v); }
  DIATOMIC_FUNCTION T lower(state v) const { return from_key<T>(v); }
  DIATOMIC_FUNCTION state operator()(state a, state b) const {
    return (Op == op::min ? b < a : a < b) ? b : a;
  }
};

/// The caller's operation.
template <class T, class Function>
struct function_policy {
  using state = T;
  Function function;
  T start;
  DIATOMIC_DEVICE T identity() const { return start; }
  DIATOMIC_DEVICE T lift(T v) const { return v; }
  DIATOMIC_DEVICE T lower(T v) const { return v; }
  DIATOMIC_DEVICE T operator()(T a, T b) const { return function(a, b); }
};

/// Combines a state of each thread of the launch; true in the one thread that has the result.
///
/// The last block combines the blocks' states in the order of the blocks' numbers, so that the
/// result does not depend on who came when.
template <class State, class Policy>
DIATOMIC_DEVICE inline bool combine_blocks(State& own, const Policy& policy, void* temp,
                                           const block_counter& counter) {
  auto* const shared = shared_array<unsigned char>();
  auto* const partials = reinterpret_cast<State*>(static_cast<unsigned char*>(temp) + partials_at);
  const block_reduce<State> in_block(reinterpret_cast<State*>(shared + scratch_at));
  own = in_block(own, policy);
  if (grid_size() == 1) return thread_index() == 0;
  if (thread_index() == 0) partials[block_index()] = own;
  if (!counter.is_last(reinterpret_cast<unsigned*>(shared))) return false;
  own = policy.identity();
  for (unsigned i = thread_index(); i < grid_size(); i += block_size()) {
    own = policy(own, partials[i]);
  }
  own = in_block(own, policy);
  return thread_index() == 0;
}

template <class T, class Policy>
struct reduce_kernel {
  Policy policy;
  bool in_stretches;
  // The result of nothing may differ from what the kernel starts with.
  T empty;
  static constexpr unsigned threads_at_most = walk_block;
  static constexpr unsigned blocks_at_once = 4;

  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, T* result, void* temp,
                                  std::uint64_t signature) const {
    using state = typename Policy::state;
    constexpr unsigned width = 16 / sizeof(T);
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    const Policy combine = policy;
    const unsigned stride = block_size();
    state own[width];
    for (state& s : own) s = combine.identity();
    walk_array<reduce_vectors>(
        input, n, in_stretches,
        [&](const vector_batch<T, reduce_vectors>& v, const vector_of<T>*, std::size_t) {
          state rows[reduce_vectors][width];  // a vector each, so that CPUs add vectors
          for (unsigned u = 0; u < reduce_vectors; ++u) {
            for (unsigned j = 0; j < width; ++j) rows[u][j] = combine.lift(v.at[u].at[j]);
          }
          for (unsigned half = reduce_vectors / 2; half != 0; half /= 2) {
            for (unsigned u = 0; u < half; ++u) {
              for (unsigned j = 0; j < width; ++j) {
                rows[u][j] = combine(rows[u][j], rows[u + half][j]);
              }
            }
          }
          for (unsigned j = 0; j < width; ++j) own[j] = combine(own[j], rows[0][j]);
        },
        [&](const vector_of<T>* p, std::size_t, unsigned count) {
          const auto v = load_some<T, reduce_vectors>(p, stride, count);
          for (unsigned u = 0; u < reduce_vectors; ++u) {
            for (unsigned j = 0; j < width; ++j) {
              const state s = u < count ? combine.lift(v.at[u].at[j]) : combine.identity();
              own[j] = combine(own[j], s);
            }
          }
        },
        [&](T value, std::size_t) { own[0] = combine(own[0], combine.lift(value)); });
    for (unsigned half = width / 2; half != 0; half /= 2) {
      for (unsigned j = 0; j < half; ++j) own[j] = combine(own[j], own[j + half]);
    }
    state all = own[0];
    if (combine_blocks(all, combine, temp, counter)) *result = n == 0 ? empty : combine.lower(all);
  }
};

/// The kernel has a copy of the caller's function.
template <class T, class Function>
inline constexpr bool is_launchable_v<reduce_kernel<T, function_policy<T, Function>>> =
    is_launchable_v<Function>;

template <class T, class Policy>
void start_reduction(stream_view on, const T* input, std::size_t n, Policy policy, T empty,
                     T* result, void* temp) {
  const walk_plan plan = plan_reduction(n, sizeof(T));
  launch(plan.grid, plan.block,
         scratch_at + block_reduce<typename Policy::state>::shared_bytes(plan.block), on,
         reduce_kernel<T, Policy>{policy, plan.in_stretches, empty}, input, n, result, temp,
         next_signature());
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
