// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/reduce.hpp>`.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <diatomic/block_reduce.hpp>
#include <diatomic/detail/array_walk.hpp>
#include <diatomic/detail/last_block.hpp>
#include <diatomic/semantics.hpp>

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
          vector_batch<T, reduce_vectors> v{};
          for (unsigned u = 0; u < reduce_vectors; ++u) {
            if (u < count) v.at[u] = p[u * stride];
          }
          for (unsigned u = 0; u < reduce_vectors; ++u) {
            if (u >= count) continue;
            for (unsigned j = 0; j < width; ++j) {
              own[j] = combine(own[j], combine.lift(v.at[u].at[j]));
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

/// A key and the number of the element that has it.
struct alignas(16) indexed_key {
  std::int64_t key;
  std::uint64_t index;
};

/// Smaller keys are better; among equals, lower numbers.
struct locate_policy {
  DIATOMIC_FUNCTION indexed_key identity() const {
    return {greatest<std::int64_t>, ~std::uint64_t{0}};
  }
  DIATOMIC_FUNCTION indexed_key operator()(indexed_key a, indexed_key b) const {
    return b.key < a.key || (b.key == a.key && b.index < a.index) ? b : a;
  }
};

/// The key of T's size, signed, whose smallest is what `Op` looks for.
template <op Op, class T>
DIATOMIC_FUNCTION signed_of<T> search_key(T v) {
  using word = signed_of<T>;
  auto key = static_cast<word>(to_key(v));
  if constexpr (!is_float_v<T> && !std::is_signed_v<T>) {
    key = static_cast<word>(key ^ lowest<word>);
  }
  return Op == op::min ? key : static_cast<word>(~key);
}

/// Where the least, or the greatest, element is. `Result` has a `value` and an `index`.
template <op Op, class T, class Result>
struct locate_kernel {
  bool in_stretches;
  T empty;
  static constexpr unsigned threads_at_most = walk_block;
  static constexpr unsigned blocks_at_once = 4;

  DIATOMIC_DEVICE void operator()(const T* input, std::size_t n, Result* result, void* temp,
                                  std::uint64_t signature) const {
    using word = signed_of<T>;
    constexpr unsigned width = 16 / sizeof(T);
    constexpr std::uint32_t none = ~std::uint32_t{0};
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    const locate_policy combine;
    const unsigned stride = block_size();
    // Of each place in a vector the best key, and in which row of vectors: rows come in rising
    // order.
    word best[width];
    std::uint32_t seen[width];
    for (unsigned j = 0; j < width; ++j) {
      best[j] = greatest<word>;
      seen[j] = none;
    }
    indexed_key all = combine.identity();
    walk_array<reduce_vectors>(
        input, n, in_stretches,
        [&](const vector_batch<T, reduce_vectors>& v, const vector_of<T>*, std::size_t tile) {
          const auto row = static_cast<std::uint32_t>(tile * reduce_vectors);
          for (unsigned u = 0; u < reduce_vectors; ++u) {
            for (unsigned j = 0; j < width; ++j) {
              const word key = search_key<Op>(v.at[u].at[j]);
              const bool better = key < best[j];
              best[j] = better ? key : best[j];
              seen[j] = better ? row + u : seen[j];
            }
          }
        },
        [&](const vector_of<T>* p, std::size_t tile, unsigned count) {
          for (unsigned u = 0; u < count; ++u) {
            const vector_of<T> v = p[u * stride];
            for (unsigned j = 0; j < width; ++j) {
              all = combine(
                  all, {search_key<Op>(v.at[j]), walk_index(input, tile * reduce_vectors + u, j)});
            }
          }
        },
        [&](T value, std::size_t i) { all = combine(all, {search_key<Op>(value), i}); });
    for (unsigned j = 0; j < width; ++j) {
      if (seen[j] == none) continue;
      all = combine(all, {best[j], walk_index(input, seen[j], j)});
    }
    // An element whose key is the last one is never better than none: then the first is as good.
    if (combine_blocks(all, combine, temp, counter)) {
      const bool nothing_better = all.index == ~std::uint64_t{0};
      if (n == 0) {
        *result = {empty, ~std::uint64_t{0}};
      } else {
        const std::size_t at = nothing_better ? 0 : static_cast<std::size_t>(all.index);
        *result = {input[at], at};
      }
    }
  }
};

template <class T, class Policy>
void start_reduction(stream& on, const T* input, std::size_t n, Policy policy, T empty, T* result,
                     void* temp) {
  const walk_plan plan = plan_reduction(n, sizeof(T));
  launch(plan.grid, plan.block,
         scratch_at + block_reduce<typename Policy::state>::shared_bytes(plan.block), on,
         reduce_kernel<T, Policy>{policy, plan.in_stretches, empty}, input, n, result, temp,
         next_signature());
}

template <op Op, class T, class Result>
void start_search(const char* call, stream& on, const T* input, std::size_t n, Result* result,
                  void* temp, std::size_t temp_bytes, std::size_t needed_bytes) {
  static_assert(is_integer_v<T> || is_float_v<T>, "reduce: T must be an integer or a float");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "reduce: T must have 4 or 8 bytes");
  check_walk(call, input, n, alignof(T), result, alignof(Result), temp, temp_bytes, needed_bytes);
  const walk_plan plan = plan_reduction(n, sizeof(T));
  launch(plan.grid, plan.block, scratch_at + block_reduce<indexed_key>::shared_bytes(plan.block),
         on, locate_kernel<Op, T, Result>{plan.in_stretches, extremum_identity<Op, T>}, input, n,
         result, temp, next_signature());
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
