// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/reduce.hpp>`.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/reduce/policies.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/dispatch/semantics.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Offset of the blocks' values in a launch's temporary memory, after the counter.
inline constexpr std::size_t partials_at = 16;
/// Offset of the memory for `block_reduce` in shared memory, after a word for the counter.
inline constexpr std::size_t scratch_at = 16;

/// Vectors that a thread loads at a time: enough to keep the memory busy.
inline constexpr unsigned reduce_vectors = 8;
inline walk_plan plan_reduction(std::size_t n, std::size_t element_bytes) {
  return plan_walk(n, element_bytes, reduce_vectors, 8);
}

/// Combines the states of all threads of the launch; true in the one thread that has the result.
///
/// The last block combines the blocks' states in block order, so that the result does not depend on
/// which blocks finish first.
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

/// Vectors of elements that a thread loads at a time: fewer where their states are larger.
template <class Element, class State>
inline constexpr unsigned vectors_at_once = sizeof(Element) >= sizeof(State) ? reduce_vectors
                                            : reduce_vectors * sizeof(Element) >= sizeof(State)
                                                ? reduce_vectors * sizeof(Element) / sizeof(State)
                                                : 1;

/// Combines a batch of vectors into a row of states: element j of each vector into state j.
template <class Element, unsigned Vectors, class State, std::size_t Width, class Policy>
DIATOMIC_DEVICE inline void combine_batch(State (&own)[Width],
                                          const vector_batch<Element, Vectors>& v,
                                          const Policy& combine) {
  State rows[Vectors][Width];  // a row per vector, so that CPUs use vector instructions
  for (unsigned u = 0; u < Vectors; ++u) {
    for (unsigned j = 0; j < Width; ++j) rows[u][j] = combine.lift(v.at[u].at[j]);
  }
  for (unsigned half = Vectors / 2; half != 0; half /= 2) {
    for (unsigned u = 0; u < half; ++u) {
      for (unsigned j = 0; j < Width; ++j) rows[u][j] = combine(rows[u][j], rows[u + half][j]);
    }
  }
  for (unsigned j = 0; j < Width; ++j) own[j] = combine(own[j], rows[0][j]);
}
/// The same for the first `count` vectors of the batch.
template <class Element, unsigned Vectors, class State, std::size_t Width, class Policy>
DIATOMIC_DEVICE inline void combine_some(State (&own)[Width],
                                         const vector_batch<Element, Vectors>& v, unsigned count,
                                         const Policy& combine) {
  for (unsigned u = 0; u < Vectors; ++u) {
    for (unsigned j = 0; j < Width; ++j) {
      const State s = u < count ? combine.lift(v.at[u].at[j]) : combine.identity();
      own[j] = combine(own[j], s);
    }
  }
}
/// The combination of a row of states, which it overwrites. `Width` is a power of two.
template <class State, std::size_t Width, class Policy>
DIATOMIC_DEVICE inline State combine_row(State (&own)[Width], const Policy& combine) {
  for (unsigned half = Width / 2; half != 0; half /= 2) {
    for (unsigned j = 0; j < half; ++j) own[j] = combine(own[j], own[j + half]);
  }
  return own[0];
}

/// The state of a thread's share of n elements, which it loads by vectors.
template <class Element, class Policy>
DIATOMIC_DEVICE inline typename Policy::state reduce_vectors_of(const Element* input, std::size_t n,
                                                                bool in_stretches,
                                                                const Policy& combine) {
  using state = typename Policy::state;
  constexpr unsigned width = 16 / sizeof(Element);
  constexpr unsigned vectors = vectors_at_once<Element, state>;
  const unsigned stride = block_size();
  state own[width];
  for (state& s : own) s = combine.identity();
  detail::walk_array<vectors>(
      input, n, in_stretches,
      [&](const vector_batch<Element, vectors>& v, const vector_of<Element>*, std::size_t) {
        detail::combine_batch(own, v, combine);
      },
      [&](const vector_of<Element>* p, std::size_t, unsigned count) {
        detail::combine_some(own, detail::load_some<Element, vectors>(p, stride, count), count,
                             combine);
      },
      [&](Element value, std::size_t) { own[0] = combine(own[0], combine.lift(value)); });
  return detail::combine_row(own, combine);
}

/// Elements that a thread takes at a time where it cannot load vectors: in a tile each counts as
/// one vector.
inline constexpr unsigned reduce_elements = reduce_vectors;

/// The state of a thread's share of n elements, taken without vector loads.
template <class Elements, class Policy>
DIATOMIC_DEVICE inline typename Policy::state reduce_singly(const Elements& input, std::size_t n,
                                                            bool in_stretches,
                                                            const Policy& combine) {
  using state = typename Policy::state;
  using batch = element_batch<element_t<Elements>, reduce_elements>;
  state own = combine.identity();
  detail::walk_elements<reduce_elements>(
      input, n, in_stretches, [&](const batch& v, std::size_t, unsigned, unsigned count) {
        state row[reduce_elements];
        for (unsigned u = 0; u < reduce_elements; ++u) {
          row[u] = u < count ? combine.lift(v.at[u]) : combine.identity();
        }
        own = combine(own, detail::combine_row(row, combine));
      });
  return own;
}

template <class T, class Policy>
struct reduce_kernel {
  Policy policy;
  bool in_stretches;
  // The result for n = 0 may differ from the policy's identity.
  T empty;
  static constexpr unsigned threads_at_most = walk_block;
  static constexpr unsigned blocks_at_once = 4;

  template <class Elements>
  DIATOMIC_DEVICE void operator()(Elements input, std::size_t n, T* result, void* temp,
                                  std::uint64_t signature) const {
    const block_counter counter(static_cast<std::uint64_t*>(temp), signature);
    const Policy combine = policy;
    typename Policy::state all = combine.identity();
    if constexpr (has_vectors_v<Elements>) {
      all = detail::reduce_vectors_of(input, n, in_stretches, combine);
    } else {
      all = detail::reduce_singly(input, n, in_stretches, combine);
    }
    if (detail::combine_blocks(all, combine, temp, counter))
      *result = n == 0 ? empty : combine.lower(all);
  }
};

/// The kernel holds a copy of the caller's functions.
template <class T, class Policy>
inline constexpr bool is_launchable_v<reduce_kernel<T, Policy>> = is_launchable_policy_v<Policy>;

/// The shape of a launch that takes elements as vectors, or one by one.
template <class Elements>
walk_plan plan_reduction_of(std::size_t n) {
  return detail::plan_reduction(n, has_vectors_v<Elements> ? sizeof(element_t<Elements>) : 16);
}

template <class Elements, class T, class Policy>
void start_reduction(stream_view stream, Elements input, std::size_t n, Policy policy, T empty,
                     T* result, void* temp) {
  const walk_plan plan = detail::plan_reduction_of<Elements>(n);
  diatomic::launch(plan.grid, plan.block,
                   scratch_at + block_reduce<typename Policy::state>::shared_bytes(plan.block),
                   stream, reduce_kernel<T, Policy>{policy, plan.in_stretches, empty}, input, n,
                   result, temp, next_signature());
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
