// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Rates of single remote operations versus NVSHMEM's own, on the next processing element's memory,
/// for every type and operation of NVSHMEM.
///
///     mpirun -n 2 nvshmem_single_operations [network=1]
///
/// All threads of a launch update random words of a table of 2^22 words. The two contenders
/// alternate in one process. Prints the medians in 10^9 operations per second of one processing
/// element, their ratio (above 1: `remote_ref` is faster), and for additions a mark if the sum of
/// the table is wrong.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/statistics.hpp"

namespace {

using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

enum class operation {
  set,
  fetch,
  swap,
  compare_swap,
  add,
  fetch_add,
  inc,
  fetch_inc,
  bit_and,
  fetch_and,
  bit_or,
  fetch_or,
  bit_xor,
  fetch_xor
};
constexpr const char* names[] = {"set",       "fetch",    "swap",      "compare_swap", "add",
                                 "fetch_add", "inc",      "fetch_inc", "and",          "fetch_and",
                                 "or",        "fetch_or", "xor",       "fetch_xor"};

// NVSHMEM's function names contain the type, so only the preprocessor can generate the calls.
#define MOVES(NAME, T)                                                        \
  using type = T;                                                             \
  static constexpr const char* name = #NAME;                                  \
  static __device__ T move(operation op, T* p, T v, int to) {                 \
    if (op == operation::set) nvshmem_##NAME##_atomic_set(p, v, to);          \
    if (op == operation::fetch) return nvshmem_##NAME##_atomic_fetch(p, to);  \
    if (op == operation::swap) return nvshmem_##NAME##_atomic_swap(p, v, to); \
    return v;                                                                 \
  }
#define COMPARES(NAME, T)                                           \
  static __device__ T compare(T* p, T v, int to) {                  \
    return nvshmem_##NAME##_atomic_compare_swap(p, type(0), v, to); \
  }
#define SUMS(NAME, T)                                                                   \
  static __device__ T sum(operation op, T* p, T v, int to) {                            \
    if (op == operation::add) nvshmem_##NAME##_atomic_add(p, v, to);                    \
    if (op == operation::fetch_add) return nvshmem_##NAME##_atomic_fetch_add(p, v, to); \
    if (op == operation::inc) nvshmem_##NAME##_atomic_inc(p, to);                       \
    if (op == operation::fetch_inc) return nvshmem_##NAME##_atomic_fetch_inc(p, to);    \
    return v;                                                                           \
  }
#define BITS(NAME, T)                                                                   \
  static __device__ T bits(operation op, T* p, T v, int to) {                           \
    if (op == operation::bit_and) nvshmem_##NAME##_atomic_and(p, v, to);                \
    if (op == operation::fetch_and) return nvshmem_##NAME##_atomic_fetch_and(p, v, to); \
    if (op == operation::bit_or) nvshmem_##NAME##_atomic_or(p, v, to);                  \
    if (op == operation::fetch_or) return nvshmem_##NAME##_atomic_fetch_or(p, v, to);   \
    if (op == operation::bit_xor) nvshmem_##NAME##_atomic_xor(p, v, to);                \
    if (op == operation::fetch_xor) return nvshmem_##NAME##_atomic_fetch_xor(p, v, to); \
    return v;                                                                           \
  }
#define OF_FLOATS(NAME, T) \
  struct of_##NAME {       \
    MOVES(NAME, T)         \
  };
#define OF_INTEGERS(NAME, T, ...) \
  struct of_##NAME {              \
    MOVES(NAME, T)                \
    COMPARES(NAME, T)             \
    __VA_ARGS__                   \
  };
OF_FLOATS(float, float)
OF_FLOATS(double, double)
OF_INTEGERS(int, int, SUMS(int, int))
OF_INTEGERS(long, long, SUMS(long, long))
OF_INTEGERS(size, std::size_t, SUMS(size, std::size_t))
// NVSHMEM 3.8 declares additions of these types, but its device library does not define them.
OF_INTEGERS(longlong, long long)
OF_INTEGERS(ptrdiff, std::ptrdiff_t)
OF_INTEGERS(int64, std::int64_t, BITS(int64, std::int64_t))
OF_INTEGERS(int32, std::int32_t, SUMS(int32, std::int32_t) BITS(int32, std::int32_t))
OF_INTEGERS(uint, unsigned, SUMS(uint, unsigned) BITS(uint, unsigned))
OF_INTEGERS(ulong, unsigned long, SUMS(ulong, unsigned long) BITS(ulong, unsigned long))
OF_INTEGERS(ulonglong, unsigned long long,
            SUMS(ulonglong, unsigned long long) BITS(ulonglong, unsigned long long))
OF_INTEGERS(uint32, std::uint32_t, SUMS(uint32, std::uint32_t) BITS(uint32, std::uint32_t))
OF_INTEGERS(uint64, std::uint64_t, SUMS(uint64, std::uint64_t) BITS(uint64, std::uint64_t))

template <class Type, class = void>
inline constexpr bool compares = false;
template <class Type>
inline constexpr bool compares<Type, decltype(&Type::compare, void())> = true;
template <class Type, class = void>
inline constexpr bool adds = false;
template <class Type>
inline constexpr bool adds<Type, decltype(&Type::sum, void())> = true;
template <class Type, class = void>
inline constexpr bool has_bits = false;
template <class Type>
inline constexpr bool has_bits<Type, decltype(&Type::bits, void())> = true;

template <class Type, operation Op>
struct by_nvshmem {
  using T = typename Type::type;
  DIATOMIC_DEVICE T operator()(const symmetric_ptr<T>& word, int to, T v) const {
    if constexpr (Op <= operation::swap) {
      return Type::move(Op, word.local(), v, to);
    } else if constexpr (Op == operation::compare_swap) {
      return Type::compare(word.local(), v, to);
    } else if constexpr (Op <= operation::fetch_inc) {
      return Type::sum(Op, word.local(), v, to);
    } else {
      return Type::bits(Op, word.local(), v, to);
    }
  }
};
template <class Type, operation Op>
struct by_remote_ref {
  using T = typename Type::type;
  DIATOMIC_DEVICE T operator()(const symmetric_ptr<T>& word, int to, T v) const {
    const remote_ref<T> at(word, to);
    if constexpr (Op == operation::set) at.store(v);
    if constexpr (Op == operation::fetch) return at.load();
    if constexpr (Op == operation::swap) return at.exchange(v);
    if constexpr (Op == operation::compare_swap) return at.compare_exchange(T(0), v);
    if constexpr (Op == operation::add) at.store_add(v);
    if constexpr (Op == operation::fetch_add) return at.fetch_add(v);
    if constexpr (Op == operation::inc) at.store_add(T(1));
    if constexpr (Op == operation::fetch_inc) return at.fetch_add(T(1));
    if constexpr (Op == operation::bit_and) at.store_and(v);
    if constexpr (Op == operation::fetch_and) return at.fetch_and(v);
    if constexpr (Op == operation::bit_or) at.store_or(v);
    if constexpr (Op == operation::fetch_or) return at.fetch_or(v);
    if constexpr (Op == operation::bit_xor) at.store_xor(v);
    if constexpr (Op == operation::fetch_xor) return at.fetch_xor(v);
    return v;
  }
};

constexpr unsigned grid = 1056;
constexpr unsigned block = 256;
constexpr unsigned each = 64;  // operations per thread
constexpr unsigned words = 1u << 22;
constexpr int repeats = 15;

struct update_words {
  template <class T, class Way>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> table, int to, Way way, T* sink) const {
    T seen{};
    unsigned random = diatomic::global_index() * 0x9e3779b9u + 1u;
    for (unsigned i = 0; i < each; ++i) {
      random = random * 1664525u + 1013904223u;
      const T found = way(table + (random >> 10), to, T(1));
      if (found != T(1)) seen = found;
    }
    // Keeps the compiler from discarding fetched values.
    if (seen == static_cast<T>(12345)) *sink = seen;
  }
};

/// Each processing element updates the next one's memory, all at the same time.
class single_operations {
 public:
  explicit single_operations(world& w) : w_(w) {}

  template <class Type>
  void of_type() {
    table<typename Type::type> of(w_);
    of_operation<Type, operation::set>(of);
    of_operation<Type, operation::fetch>(of);
    of_operation<Type, operation::swap>(of);
    if constexpr (compares<Type>) of_operation<Type, operation::compare_swap>(of);
    if constexpr (adds<Type>) {
      of_operation<Type, operation::add>(of);
      of_operation<Type, operation::fetch_add>(of);
      of_operation<Type, operation::inc>(of);
      of_operation<Type, operation::fetch_inc>(of);
    }
    if constexpr (has_bits<Type>) {
      of_operation<Type, operation::bit_and>(of);
      of_operation<Type, operation::fetch_and>(of);
      of_operation<Type, operation::bit_or>(of);
      of_operation<Type, operation::fetch_or>(of);
      of_operation<Type, operation::bit_xor>(of);
      of_operation<Type, operation::fetch_xor>(of);
    }
  }

 private:
  template <class T>
  struct table {
    explicit table(world& w) : words_of(w, words), sink(1) {}
    symmetric_array<T> words_of;
    diatomic::device_array<T> sink;
  };

  template <class Type, operation Op>
  void of_operation(table<typename Type::type>& of) {
    std::vector<double> ours;
    std::vector<double> theirs;
    bool ours_right = true;
    bool theirs_right = true;
    for (int i = 0; i <= repeats; ++i) {
      const double a = time<Op>(of, by_remote_ref<Type, Op>{}, ours_right);
      const double b = time<Op>(of, by_nvshmem<Type, Op>{}, theirs_right);
      if (i == 0) continue;
      ours.push_back(a);
      theirs.push_back(b);
    }
    const double operations = double{grid} * block * each;
    const double a = bench::rates_of(operations, ours).median;
    const double b = bench::rates_of(operations, theirs).median;
    if (w_.pe() != 0) return;
    std::printf("%-10s %-13s %7.2f %7.2f  %.2f%s%s\n", Type::name, names[static_cast<int>(Op)], a,
                b, a / b, ours_right ? "" : "  remote_ref WRONG",
                theirs_right ? "" : "  NVSHMEM WRONG");
    std::fflush(stdout);
  }
  template <operation Op, class T, class Way>
  double time(table<T>& of, Way way, bool& right) {
    diatomic::fill(on_, of.words_of.data(), words, T(0));
    on_.synchronize();
    w_.barrier();
    begin_.record(on_);
    diatomic::launch(grid, block, 0, on_, update_words{}, of.words_of.pointer(),
                     (w_.pe() + 1) % w_.pes(), way, of.sink.data());
    end_.record(on_);
    on_.synchronize();
    w_.barrier();
    if constexpr (Op >= operation::add && Op <= operation::fetch_inc) {
      T sum{};
      for (const T v : of.words_of.download()) sum = static_cast<T>(sum + v);
      right = right && sum == static_cast<T>(grid * block * each);
    }
    return diatomic::elapsed_ms(begin_, end_) * 1e-3;
  }

  world& w_;
  diatomic::stream on_;
  diatomic::event begin_;
  diatomic::event end_;
};

}  // namespace

int main(int argc, char** argv) {
  diatomic::world_options options;
  options.network_only = argc > 1 && std::strcmp(argv[1], "network=1") == 0;
  diatomic::with_world(
      [](world& w) {
        if (w.pe() == 0)
          std::printf("%d processing elements, link %s\n", w.pes(), name_of(w.link()));
        if (w.pe() == 0) std::puts("type       operation    remote_ref NVSHMEM ratio");
        single_operations all(w);
        all.of_type<of_float>();
        all.of_type<of_double>();
        all.of_type<of_int>();
        all.of_type<of_long>();
        all.of_type<of_longlong>();
        all.of_type<of_size>();
        all.of_type<of_ptrdiff>();
        all.of_type<of_uint>();
        all.of_type<of_ulong>();
        all.of_type<of_ulonglong>();
        all.of_type<of_int32>();
        all.of_type<of_int64>();
        all.of_type<of_uint32>();
        all.of_type<of_uint64>();
      },
      options);
}
