// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels behind `<diatomic/algorithms/reduce.hpp>`.

#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/detail/array_walk.hpp>
#include <diatomic/algorithms/reduce/policies.hpp>
#include <diatomic/collectives/detail/block_values.hpp>
#include <diatomic/collectives/detail/last_block.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/dispatch/semantics.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Offset of the blocks' values in temporary memory that begins with a counter.
inline constexpr std::size_t partials_at = 16;
/// Offset of the memory for `block_reduce` in shared memory, after a word for the counter.
inline constexpr std::size_t scratch_at = 16;

/// Vectors that a thread loads at a time: enough to keep the memory busy.
inline constexpr unsigned reduce_vectors = 8;
/// Threads of a block, and warps of it.
inline constexpr unsigned reduce_block = runtime_api::threads_yield ? 1 : walk_block;
inline constexpr unsigned reduce_warps = reduce_block / device_ops::warp_lanes;
inline walk_plan plan_reduction(std::size_t n, std::size_t element_bytes,
                                unsigned batch = reduce_vectors) {
  return detail::plan_batches(n, element_bytes, batch, 4);
}

/// The combination of a row of states, which it overwrites. `Width` is a power of two.
template <class State, std::size_t Width, class Policy>
DIATOMIC_DEVICE inline State combine_row(State (&own)[Width], const Policy& combine) {
  for (unsigned half = Width / 2; half != 0; half /= 2) {
    for (unsigned j = 0; j < half; ++j) own[j] = combine(own[j], own[j + half]);
  }
  return own[0];
}

/// Combines the states of a warp's lanes; the result is in lane 0.
template <unsigned Lanes, class State, class Policy>
DIATOMIC_DEVICE inline State combine_lanes(State own, const Policy& combine) {
  for (unsigned delta = Lanes / 2; delta != 0; delta /= 2) {
    own = combine(own, diatomic::shuffle_down(device_ops::all_lanes, own, delta));
  }
  return own;
}

/// Combines the states of a block's threads; the result is in thread 0. `Threads` is 1, or a power
/// of two of warps; `shared` has room for a state per warp.
template <unsigned Threads, class State, class Policy>
DIATOMIC_DEVICE inline State combine_threads(State own, const Policy& combine, State* shared) {
  constexpr unsigned lanes = device_ops::warp_lanes;
  constexpr unsigned warps = Threads / lanes;
  static_assert(Threads == 1 || (Threads % lanes == 0 && (warps & (warps - 1)) == 0));
  if constexpr (Threads != 1) own = detail::combine_lanes<lanes>(own, combine);
  if constexpr (Threads != 1 && warps > 1) {
    if (lane_index() == 0) shared[thread_index() / lanes] = own;
    sync_block();
    if (thread_index() >= lanes) return own;
    // A lane takes several: a shuffle takes longer than a few operations.
    constexpr unsigned each = warps < 4 ? warps : 4;
    State row[each];
    for (unsigned u = 0; u < each; ++u) row[u] = shared[(lane_index() * each + u) % warps];
    own = detail::combine_lanes<warps / each>(detail::combine_row(row, combine), combine);
  }
  return own;
}

/// Combines the states of all threads of the launch; true in the one thread that has the result.
///
/// The last block waits for the states of the others, and combines them in an order that depends
/// only on the launch's shape.
template <unsigned Threads, class State, class Policy>
DIATOMIC_DEVICE inline bool combine_blocks(State& own, const Policy& combine, void* temp,
                                           std::uint64_t signature) {
  constexpr unsigned lanes = device_ops::warp_lanes;
  constexpr unsigned at_once = 2;  // more would be more code to load
  auto* const shared = diatomic::shared_array<State>();
  auto* const places = static_cast<block_value<State>*>(temp);
  own = detail::combine_threads<Threads>(own, combine, shared);
  const unsigned me = thread_index();
  const unsigned others = grid_size() - 1;
  if (block_index() != others) {
    if (me == 0) places[block_index()].put(own, signature);
    return false;
  }
  if (others == 0) return me == 0;
  if (me != 0) own = combine.identity();
  const auto take = [&](const State& s) { own = combine(own, s); };
  if (Threads > lanes && others > lanes * at_once) {
    detail::take_block_values<4, Threads>(places, me, others, signature, take);
    sync_block();  // the shared memory is used again
    own = detail::combine_threads<Threads>(own, combine, shared);
  } else if (me < lanes) {
    // One warp has the result sooner than all.
    constexpr unsigned step = Threads == 1 ? 1 : lanes;
    detail::take_block_values<at_once, step>(places, me, others, signature, take);
    if constexpr (Threads != 1) own = detail::combine_lanes<lanes>(own, combine);
  }
  return me == 0;
}

/// The same; with `Once` for a launch of one block.
template <unsigned Threads, bool Once, class State, class Policy>
DIATOMIC_DEVICE inline bool combine_launch(State& own, const Policy& combine, void* temp,
                                           std::uint64_t signature) {
  if constexpr (Once) {
    own = detail::combine_threads<Threads>(own, combine, diatomic::shared_array<State>());
    return thread_index() == 0;
  } else {
    return detail::combine_blocks<Threads>(own, combine, temp, signature);
  }
}

/// Vectors of elements that a thread loads at a time: fewer where their states are larger.
template <class Element, class State>
inline constexpr unsigned vectors_at_once = sizeof(Element) >= sizeof(State) ? reduce_vectors
                                            : reduce_vectors * sizeof(Element) >= sizeof(State)
                                                ? reduce_vectors * sizeof(Element) / sizeof(State)
                                                : 1;

/// Vectors, or elements where it cannot load vectors, that a thread takes at a time.
template <class Elements, class State>
inline constexpr unsigned batch_of =
    has_vectors_v<Elements> ? vectors_at_once<element_t<Elements>, State> : reduce_vectors;

/// Combines those vectors of a batch of which `holds(u)` is true into a row of states: element j of
/// each vector into state j.
template <class Element, unsigned Vectors, class State, std::size_t Width, class Policy,
          class Holds>
DIATOMIC_DEVICE inline void combine_where(State (&own)[Width],
                                          const vector_batch<Element, Vectors>& v,
                                          const Policy& combine, Holds holds) {
  State rows[Vectors][Width];  // a row per vector, so that CPUs use vector instructions
  for (unsigned u = 0; u < Vectors; ++u) {
    for (unsigned j = 0; j < Width; ++j) {
      rows[u][j] = holds(u) ? combine.lift(v.at[u].at[j]) : combine.identity();
    }
  }
  for (unsigned half = Vectors / 2; half != 0; half /= 2) {
    for (unsigned u = 0; u < half; ++u) {
      for (unsigned j = 0; j < Width; ++j) rows[u][j] = combine(rows[u][j], rows[u + half][j]);
    }
  }
  for (unsigned j = 0; j < Width; ++j) own[j] = combine(own[j], rows[0][j]);
}
/// The same for all vectors of the batch.
template <class Element, unsigned Vectors, class State, std::size_t Width, class Policy>
DIATOMIC_DEVICE inline void combine_batch(State (&own)[Width],
                                          const vector_batch<Element, Vectors>& v,
                                          const Policy& combine) {
  detail::combine_where(own, v, combine, [](unsigned) { return true; });
}
/// Combines the first `count` vectors of a batch, one after the other, which needs fewer registers.
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

/// The state of a thread's share of elements, which it loads by vectors.
template <unsigned Threads, bool Once, class Element, class Policy>
DIATOMIC_DEVICE inline typename Policy::state reduce_vectors_of(const Element* input,
                                                                const walk_shares& shares,
                                                                const Policy& combine) {
  using state = typename Policy::state;
  constexpr unsigned width = 16 / sizeof(Element);
  constexpr unsigned vectors = vectors_at_once<Element, state>;
  const auto* const vector = reinterpret_cast<const vector_of<Element>*>(input + shares.head);
  state own[width];
  for (state& s : own) s = combine.identity();
  detail::walk_units<Threads, vectors, Once>(
      shares,
      [&](std::size_t unit) {
        const auto v = detail::load_batch<Element, vectors>(vector + unit, Threads);
        detail::combine_batch(own, v, combine);
      },
      [&](std::size_t unit, unsigned left) {
        const auto v = detail::load_part<Element, vectors>(vector + unit, Threads, left);
        detail::combine_where(own, v, combine, [=](unsigned u) { return u * Threads < left; });
      });
  detail::walk_ends<Threads>(
      shares, [&](std::size_t i) { own[0] = combine(own[0], combine.lift(input[i])); });
  return detail::combine_row(own, combine);
}

/// The same without vector loads.
template <unsigned Threads, bool Once, class Elements, class Policy>
DIATOMIC_DEVICE inline typename Policy::state reduce_singly(const Elements& input,
                                                            const walk_shares& shares,
                                                            const Policy& combine) {
  using state = typename Policy::state;
  constexpr unsigned batch = batch_of<Elements, state>;
  state own = combine.identity();
  const auto several = [&](std::size_t unit, unsigned left) {
    if (left == 0) return;
    const auto v = detail::load_elements<batch>(input, unit, Threads, left);
    state row[batch];
    for (unsigned u = 0; u < batch; ++u) {
      row[u] = u * Threads < left ? combine.lift(v.at[u]) : combine.identity();
    }
    own = combine(own, detail::combine_row(row, combine));
  };
  detail::walk_units<Threads, batch, Once>(
      shares, [&](std::size_t unit) { several(unit, batch * Threads); }, several);
  return own;
}

/// Launch with blocks of `Threads` threads. `Once`: with one block, whose threads take at most one
/// batch. It is a kernel of its own because a GPU loads short code sooner.
template <class T, class Policy, unsigned Threads, bool Once>
struct reduce_kernel {
  Policy policy;
  // The result for n = 0 may differ from the policy's identity.
  T empty;
  static constexpr unsigned threads_at_most = Threads;
  static constexpr unsigned blocks_at_once = 4;

  template <class Elements>
  DIATOMIC_DEVICE void operator()(Elements input, walk_shares shares, T* result, void* temp,
                                  std::uint64_t signature) const {
    const Policy combine = policy;
    typename Policy::state all = share_of(input, shares, combine);
    if (!detail::combine_launch<Threads, Once>(all, combine, temp, signature)) return;
    *result = shares.n == 0 ? empty : combine.lower(all);
  }

 private:
  template <class Elements>
  static DIATOMIC_DEVICE typename Policy::state share_of(const Elements& input,
                                                         const walk_shares& shares,
                                                         const Policy& combine) {
    if constexpr (has_vectors_v<Elements>) {
      if (alignof(element_t<Elements>) == sizeof(element_t<Elements>) || shares.by_vectors)
        return detail::reduce_vectors_of<Threads, Once>(input, shares, combine);
    }
    return detail::reduce_singly<Threads, Once>(input, shares, combine);
  }
};

/// The kernel holds a copy of the caller's functions.
template <class T, class Policy, unsigned Threads, bool Once>
inline constexpr bool is_launchable_v<reduce_kernel<T, Policy, Threads, Once>> =
    is_launchable_policy_v<Policy>;

/// The shape and the shares of a launch that takes elements as vectors, or one by one.
template <class Elements, class State>
walk_plan plan_reduction_of(std::size_t n) {
  return detail::plan_reduction(n, has_vectors_v<Elements> ? sizeof(element_t<Elements>) : 16,
                                batch_of<Elements, State>);
}

/// Queues the one of two kernels, `one_batch` or `general`, that a launch for n elements needs.
template <class State, class Elements, class OneBatch, class General, class Result>
void start_either(stream_view stream, const Elements& input, std::size_t n, OneBatch one_batch,
                  General general, Result* result, void* temp) {
  const walk_plan plan = detail::plan_reduction_of<Elements, State>(n);
  const walk_shares shares(input, n, plan, batch_of<Elements, State>);
  const auto start = [&](auto kernel) {
    diatomic::launch(plan.grid, plan.block, 16 * reduce_warps, stream, kernel, input, shares,
                     result, temp, next_signature());
  };
  if constexpr (!runtime_api::threads_yield) {
    if (plan.grid == 1 && shares.rounds == 0) return start(one_batch);
  }
  start(general);
}

template <class Elements, class T, class Policy>
void start_reduction(stream_view stream, Elements input, std::size_t n, Policy policy, T empty,
                     T* result, void* temp) {
  detail::start_either<typename Policy::state>(
      stream, input, n, reduce_kernel<T, Policy, reduce_block, true>{policy, empty},
      reduce_kernel<T, Policy, reduce_block, false>{policy, empty}, result, temp);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
