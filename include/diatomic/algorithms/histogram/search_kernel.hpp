// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `arg_min` and `arg_max` of `<diatomic/algorithms/reduce.hpp>`.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/algorithms/reduce/kernels.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The signed key of T's size whose minimum `Op` searches for.
template <op Op, class T>
DIATOMIC_FUNCTION signed_of<T> search_key(T v) {
  using word = signed_of<T>;
  auto key = static_cast<word>(detail::to_key(v));
  if constexpr (!is_float_v<T> && !std::is_signed_v<T>) {
    key = static_cast<word>(key ^ lowest<word>);
  }
  return Op == op::min ? key : static_cast<word>(~key);
}

/// The best key and the index of its element; the first among equals.
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

/// The same in one word: a 32-bit key above a 32-bit index. The identity belongs to no element: its
/// index would be 2^32 - 1.
struct packed_search_policy {
  static constexpr std::size_t most_elements = 0xffffffffu;
  using state = std::uint64_t;
  DIATOMIC_FUNCTION state state_of(std::int32_t key, std::size_t index) const {
    const auto unsigned_key = static_cast<std::uint32_t>(key) ^ 0x80000000u;
    return std::uint64_t{unsigned_key} << 32 | index;
  }
  DIATOMIC_FUNCTION std::size_t index_of(state best) const {
    return static_cast<std::uint32_t>(best);
  }
  DIATOMIC_FUNCTION state identity() const { return ~std::uint64_t{0}; }
  DIATOMIC_FUNCTION state operator()(state a, state b) const { return b < a ? b : a; }
};

/// The best element that a thread has seen.
///
/// For each place in a vector it keeps the best key and its row among the thread's rows of vectors
/// in whole tiles. `Row` counts these rows in rising order. If a thread may have more rows than
/// `Row` can count, it folds its results and starts again whenever `Row` wraps. This is the case on
/// the host, whose blocks have one thread: 2^32 rows are 64 GiB. On a GPU at least 8 blocks of 256
/// threads share 2^42 elements: 2^31 rows each.
template <op Op, class T, class Policy, unsigned Threads, class Row>
class thread_search {
  using word = signed_of<T>;
  static constexpr unsigned width = 16 / sizeof(T);
  static constexpr bool rows_may_wrap = runtime_api::threads_yield || sizeof(Row) < 4;

 public:
  DIATOMIC_DEVICE explicit thread_search(const walk_shares& shares)
      : shares_(shares), all_(Policy{}.identity()) {
    begin();
  }

  /// A thread's vectors of a whole tile.
  DIATOMIC_DEVICE void add_batch(const vector_batch<T, reduce_vectors>& v) {
    for (unsigned u = 0; u < reduce_vectors; ++u) {
      for (unsigned j = 0; j < width; ++j) {
        const word key = detail::search_key<Op>(v.at[u].at[j]);
        const bool better = key < best_[j];
        best_[j] = better ? key : best_[j];
        seen_[j] = better ? static_cast<Row>(row_ + u) : seen_[j];
      }
    }
    row_ = static_cast<Row>(row_ + reduce_vectors);
    if constexpr (rows_may_wrap) {
      if (row_ == 0) fold();
    }
  }
  /// The vectors of a batch that begins at `unit` and has `left` units.
  DIATOMIC_DEVICE void add_part(const vector_batch<T, reduce_vectors>& v, std::size_t unit,
                                unsigned left) {
    for (unsigned u = 0; u < reduce_vectors; ++u) {
      for (unsigned j = 0; j < width; ++j) {
        if (u * Threads < left) add(v.at[u].at[j], index_of(unit + u * Threads, j));
      }
    }
  }
  DIATOMIC_DEVICE void add(T value, std::size_t index) {
    add_key(detail::search_key<Op>(value), index);
  }

  /// The best of all added elements.
  DIATOMIC_DEVICE typename Policy::state finish() {
    fold();
    return all_;
  }

 private:
  DIATOMIC_DEVICE std::size_t index_of(std::size_t unit, unsigned j) const {
    return shares_.head + unit * width + j;
  }
  /// Merges the best keys of the rows since `begin` into `all_`. If no key is better than the
  /// initial key of `begin`, all equal it, and the first of them is in the first row.
  DIATOMIC_DEVICE void fold() {
    if (folded_ == shares_.rounds) return;
    const block_share share(shares_, Threads * reduce_vectors);
    for (unsigned j = 0; j < width; ++j) {
      const std::size_t tile = folded_ + unsigned{seen_[j]} / reduce_vectors;
      const std::size_t unit = share.first + tile * share.step + thread_index() +
                               unsigned{seen_[j]} % reduce_vectors * Threads;
      add_key(best_[j], index_of(unit, j));
    }
    if constexpr (rows_may_wrap) {
      folded_ += (std::size_t{1} << 8 * sizeof(Row)) / reduce_vectors;
      begin();
    }
  }
  DIATOMIC_DEVICE void begin() {
    for (unsigned j = 0; j < width; ++j) {
      best_[j] = greatest<word>;
      seen_[j] = 0;
    }
  }
  DIATOMIC_DEVICE void add_key(word key, std::size_t index) {
    const Policy combine{};
    all_ = combine(all_, combine.state_of(key, index));
  }

  const walk_shares& shares_;
  word best_[width];
  Row seen_[width];
  Row row_ = 0;             // the next row, counted from `folded_`
  std::size_t folded_ = 0;  // tiles of the thread that `all_` includes
  typename Policy::state all_;
};

/// Finds the smallest or the largest element. `Result` has a `value` and an `index`. `Threads` and
/// `Once` are as for `reduce_kernel`.
template <op Op, class T, class Policy, class Result, unsigned Threads, bool Once,
          class Row = std::uint32_t>
struct search_kernel {
  T empty;
  static constexpr unsigned threads_at_most = Threads;
  static constexpr unsigned blocks_at_once = 4;

  template <class Elements>
  DIATOMIC_DEVICE void operator()(Elements input, walk_shares shares, Result* result, void* temp,
                                  std::uint64_t signature) const {
    typename Policy::state all = share_of(input, shares);
    const Policy combine{};
    if (!detail::combine_launch<Threads, Once>(all, combine, temp, signature)) return;
    if (shares.n == 0) {
      *result = {empty, ~std::uint64_t{0}};
    } else {
      const std::size_t at = combine.index_of(all);
      *result = {detail::element_at(input, at), at};
    }
  }

 private:
  /// The best of the calling thread's share.
  template <class Elements>
  static DIATOMIC_DEVICE typename Policy::state share_of(const Elements& input,
                                                         const walk_shares& shares) {
    if constexpr (has_vectors_v<Elements>) {
      const auto* const vector = reinterpret_cast<const vector_of<T>*>(input + shares.head);
      thread_search<Op, T, Policy, Threads, Row> own(shares);
      detail::walk_units<Threads, reduce_vectors, Once>(
          shares,
          [&](std::size_t unit) {
            own.add_batch(detail::load_batch<T, reduce_vectors>(vector + unit, Threads));
          },
          [&](std::size_t unit, unsigned left) {
            own.add_part(detail::load_part<T, reduce_vectors>(vector + unit, Threads, left), unit,
                         left);
          });
      detail::walk_ends<Threads>(shares, [&](std::size_t i) { own.add(input[i], i); });
      return own.finish();
    } else {
      const Policy combine{};
      typename Policy::state all = combine.identity();
      const auto several = [&](std::size_t unit, unsigned left) {
        if (left == 0) return;
        const auto v = detail::load_elements<reduce_vectors>(input, unit, Threads, left);
        for (unsigned u = 0; u < reduce_vectors; ++u) {
          if (u * Threads < left) {
            all = combine(all, combine.state_of(detail::search_key<Op>(v.at[u]),
                                                unit + std::size_t{u} * Threads));
          }
        }
      };
      detail::walk_units<Threads, reduce_vectors, Once>(
          shares, [&](std::size_t unit) { several(unit, reduce_vectors * Threads); }, several);
      return all;
    }
  }
};

template <op Op, class T, class Elements, class Result>
void start_search(const char* call, stream_view stream, Elements input, std::size_t n,
                  Result* result, void* temp, std::size_t temp_bytes, std::size_t needed_bytes) {
  static_assert(std::is_same_v<T, element_t<Elements>>,
                "arg_min, arg_max: the result has a value of the elements' type");
  static_assert(is_integer_v<T> || is_float_v<T>, "reduce: T must be an integer or a float");
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "reduce: T must have 4 or 8 bytes");
  detail::check_walk(call, input, n, result, temp, temp_bytes, needed_bytes);
  const auto start = [&](auto policy) {
    using policy_type = decltype(policy);
    constexpr T empty = extremum_identity<Op, T>;
    // The elements' own type has as many vectors at once as a sum.
    detail::start_either<T>(
        stream, input, n, search_kernel<Op, T, policy_type, Result, reduce_block, true>{empty},
        search_kernel<Op, T, policy_type, Result, reduce_block, false>{empty}, result, temp);
  };
  if constexpr (sizeof(T) == 4) {
    if (n <= packed_search_policy::most_elements) return start(packed_search_policy{});
  }
  start(search_policy{});
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
