// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `arg_min` and `arg_max` of `<diatomic/reduce.hpp>`.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/detail/reduce_kernels.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

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

/// The best key, and the number of the element that has it: the first one among equals.
struct alignas(16) indexed_key {
  std::int64_t key;
  std::uint64_t index;
};
struct search_policy {
  using state = indexed_key;
  template <class Key>
  DIATOMIC_FUNCTION indexed_key state_of(Key key, std::size_t index) const {
    return {key, index};
  }
  DIATOMIC_FUNCTION std::size_t index_of(indexed_key best) const { return best.index; }
  DIATOMIC_FUNCTION indexed_key identity() const {
    return {greatest<std::int64_t>, ~std::uint64_t{0}};
  }
  DIATOMIC_FUNCTION indexed_key operator()(indexed_key a, indexed_key b) const {
    return b.key < a.key || (b.key == a.key && b.index < a.index) ? b : a;
  }
};

/// The same in one word: keys of 32 bits above numbers of 32 bits.
struct packed_search_policy {
  static constexpr std::size_t most_elements = 0xffffffffu;
  using state = std::uint64_t;
  DIATOMIC_FUNCTION state state_of(std::int32_t key, std::size_t index) const {
    const auto unsigned_key = static_cast<std::uint32_t>(key) ^ 0x80000000u;
    return std::uint64_t{unsigned_key} << 32 | index;
  }
  DIATOMIC_FUNCTION std::size_t index_of(state best) const {
    const auto index = static_cast<std::uint32_t>(best);
    return index == ~std::uint32_t{0} ? ~std::size_t{0} : index;
  }
  DIATOMIC_FUNCTION state identity() const { return ~std::uint64_t{0}; }
  DIATOMIC_FUNCTION state operator()(state a, state b) const { return b < a ? b : a; }
};

/// Where the least, or the greatest, element is. `Result` has a `value` and an `index`.
template <op Op, class T, class Policy, class Result>
struct search_kernel {
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
    const Policy combine{};
    const unsigned stride = block_size();
    // Of each place in a vector the best key, and in which row of vectors: rows come in rising
    // order.
    word best[width];
    std::uint32_t seen[width];
    for (unsigned j = 0; j < width; ++j) {
      best[j] = greatest<word>;
      seen[j] = none;
    }
    typename Policy::state all = combine.identity();
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
          const auto v = load_some<T, reduce_vectors>(p, stride, count);
          for (unsigned u = 0; u < reduce_vectors; ++u) {
            for (unsigned j = 0; j < width; ++j) {
              const std::size_t at = walk_index(input, tile * reduce_vectors + u, j);
              const auto s = combine.state_of(search_key<Op>(v.at[u].at[j]), at);
              all = combine(all, u < count ? s : combine.identity());
            }
          }
        },
        [&](T value, std::size_t i) {
          all = combine(all, combine.state_of(search_key<Op>(value), i));
        });
    for (unsigned j = 0; j < width; ++j) {
      if (seen[j] == none) continue;
      all = combine(all, combine.state_of(best[j], walk_index(input, seen[j], j)));
    }
    if (!combine_blocks(all, combine, temp, counter)) return;
    if (n == 0) {
      *result = {empty, ~std::uint64_t{0}};
    } else {
      // An element whose key is the last one is never better than none: then the first is as good.
      const std::size_t found = combine.index_of(all);
      const std::size_t at = found == ~std::size_t{0} ? 0 : found;
      *result = {input[at], at};
    }
  }
};

template <op Op, class T, class Result>
void start_search(const char* call, stream& on, const T* input, std::size_t n, Result* result,
                  void* temp, std::size_t temp_bytes, std::size_t needed_bytes) {
  static_assert(is_integer_v<T> || is_float_v<T>, "reduce: T must be an integer or a float");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "reduce: T must have 4 or 8 bytes");
  check_walk(call, input, n, alignof(T), result, alignof(Result), temp, temp_bytes, needed_bytes);
  const walk_plan plan = plan_reduction(n, sizeof(T));
  const auto start = [&](auto policy) {
    using policy_type = decltype(policy);
    launch(plan.grid, plan.block,
           scratch_at + block_reduce<typename policy_type::state>::shared_bytes(plan.block), on,
           search_kernel<Op, T, policy_type, Result>{plan.in_stretches, extremum_identity<Op, T>},
           input, n, result, temp, next_signature());
  };
  if constexpr (sizeof(T) == 4) {
    if (n <= packed_search_policy::most_elements) return start(packed_search_policy{});
  }
  start(search_policy{});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
