// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kokkos' atomics as an application calls them, in Gop/s: medians of rounds timed by
/// `Kokkos::Timer` between fences. The same source is built with Kokkos' own desul and with ours,
/// and the ratio of two lines is the gain. Every sum, maximum and histogram is checked.
///
///     kokkos_benchmark NAME [MILLIONS]
///
/// NAME is printed on each line. MILLIONS is how many updates a round has, 128 unless said.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>
#include <Kokkos_ScatterView.hpp>

namespace {

using space = Kokkos::DefaultExecutionSpace;
template <class T>
using array = Kokkos::View<T*, space>;

constexpr int rounds = 11;

/// The word of update `i`: pseudo-random among 2^`bits`.
KOKKOS_INLINE_FUNCTION std::uint64_t word_of(std::uint64_t i, unsigned bits) {
  std::uint64_t x = i * 0x9e3779b97f4a7c15ull;
  x ^= x >> 29;
  x *= 0xbf58476d1ce4e5b9ull;
  return bits == 0 ? 0 : x >> (64 - bits);
}

template <class T>
struct add_one {
  array<T> words;
  unsigned bits;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    Kokkos::atomic_add(&words(word_of(static_cast<std::uint64_t>(i), bits)), T(1));
  }
};
template <class T>
struct fetch_add_one {
  array<T> words;
  array<T> seen;
  unsigned bits;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    const T old =
        Kokkos::atomic_fetch_add(&words(word_of(static_cast<std::uint64_t>(i), bits)), T(1));
    if (old < T(0)) seen(0) = old;  // never, but the compiler does not know
  }
};
struct max_float {
  array<float> words;
  unsigned bits;
  KOKKOS_INLINE_FUNCTION static float value(std::int64_t i) {
    return static_cast<float>(word_of(static_cast<std::uint64_t>(i) + 1234567, 24));
  }
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    Kokkos::atomic_max(&words(word_of(static_cast<std::uint64_t>(i), bits)), value(i));
  }
};
template <class Scatter>
struct scatter_one {
  Scatter scatter;
  unsigned bits;
  KOKKOS_INLINE_FUNCTION void operator()(std::int64_t i) const {
    auto access = scatter.access();
    access(word_of(static_cast<std::uint64_t>(i), bits)) += 1;
  }
};

/// A rate in updates a nanosecond, and the number of updates in each round.
struct rate {
  double value;
  std::int64_t updates;
};

/// The median rate of `run(n)`, which makes n updates; `reset` precedes each round, untimed.
///
/// Loops of compare-exchange on one word take thousands of times as long as an instruction, and
/// longer yet where more threads meet. Where a tenth of the updates takes 30 ms or more, a round
/// has that tenth, or a tenth of it in turn.
template <class Reset, class Run>
rate measure(std::int64_t updates, Reset reset, Run run) {
  const auto seconds_of = [&](std::int64_t n) {
    reset();
    Kokkos::fence();
    Kokkos::Timer timer;
    run(n);
    Kokkos::fence();
    return timer.seconds();
  };
  std::int64_t n = updates / 10'000;
  seconds_of(n);  // warms up
  while (n < updates && seconds_of(n) < 0.03) n = std::min(n * 10, updates);
  std::vector<double> seconds;
  double total = 0;
  for (int round = 0; round < rounds && (round < 3 || total < 2); ++round) {
    seconds.push_back(seconds_of(n));
    total += seconds.back();
  }
  std::nth_element(seconds.begin(), seconds.begin() + static_cast<long>(seconds.size() / 2),
                   seconds.end());
  return {static_cast<double>(n) / seconds[seconds.size() / 2] / 1e9, n};
}

bool all_right = true;

void report(const char* name, const char* what, unsigned bits, const rate& r, bool is_right) {
  std::printf("%-14s %-22s 2^%-2u words %10.4f Gop/s, %lld updates%s\n", name, what, bits, r.value,
              static_cast<long long>(r.updates), is_right ? "" : "  WRONG");
  std::fflush(stdout);
  all_right = all_right && is_right;
}

template <class T>
double sum_of(const array<T>& words) {
  double sum = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<space>(0, static_cast<std::int64_t>(words.size())),
      KOKKOS_LAMBDA(std::int64_t i, double& s) { s += static_cast<double>(words(i)); }, sum);
  return sum;
}

template <class T>
void measure_sums(const char* name, const char* what, std::int64_t updates, unsigned bits) {
  array<T> words("words", std::size_t{1} << bits);
  const auto reset = [&] { Kokkos::deep_copy(words, T(0)); };
  const rate r = measure(updates, reset, [&](std::int64_t n) {
    Kokkos::parallel_for("add", Kokkos::RangePolicy<space>(0, n), add_one<T>{words, bits});
  });
  // A float of one word stops at 2^24.
  const bool is_exact = sizeof(T) == 8 || bits > 8;
  report(name, what, bits, r, !is_exact || sum_of(words) == static_cast<double>(r.updates));
}

void measure_fetching_sums(const char* name, std::int64_t updates, unsigned bits) {
  array<long long> words("words", std::size_t{1} << bits);
  array<long long> seen("seen", 1);
  const rate r = measure(
      updates, [&] { Kokkos::deep_copy(words, 0ll); },
      [&](std::int64_t n) {
        Kokkos::parallel_for("fetch_add", Kokkos::RangePolicy<space>(0, n),
                             fetch_add_one<long long>{words, seen, bits});
      });
  report(name, "fetch_add long long", bits, r, sum_of(words) == static_cast<double>(r.updates));
}

void measure_maxima(const char* name, std::int64_t updates, unsigned bits) {
  array<float> words("words", std::size_t{1} << bits);
  const rate r = measure(
      updates, [&] { Kokkos::deep_copy(words, -1.0f); },
      [&](std::int64_t n) {
        Kokkos::parallel_for("max", Kokkos::RangePolicy<space>(0, n), max_float{words, bits});
      });
  float most = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<space>(0, r.updates),
      KOKKOS_LAMBDA(std::int64_t i, float& m) { m = Kokkos::max(m, max_float::value(i)); },
      Kokkos::Max<float>(most));
  float found = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<space>(0, static_cast<std::int64_t>(words.size())),
      KOKKOS_LAMBDA(std::int64_t i, float& m) { m = Kokkos::max(m, words(i)); },
      Kokkos::Max<float>(found));
  report(name, "max float", bits, r, found == most);
}

template <class T>
void measure_scatter(const char* name, const char* what, std::int64_t updates, unsigned bits) {
  array<T> words("words", std::size_t{1} << bits);
  auto scatter =
      Kokkos::Experimental::create_scatter_view<Kokkos::Experimental::ScatterSum,
                                                Kokkos::Experimental::ScatterNonDuplicated,
                                                Kokkos::Experimental::ScatterAtomic>(words);
  const rate r = measure(
      updates, [&] { Kokkos::deep_copy(words, T(0)); },
      [&](std::int64_t n) {
        Kokkos::parallel_for("scatter", Kokkos::RangePolicy<space>(0, n),
                             scatter_one<decltype(scatter)>{scatter, bits});
        Kokkos::Experimental::contribute(words, scatter);
      });
  report(name, what, bits, r, sum_of(words) == static_cast<double>(r.updates));
}

void measure_all(const char* name, std::int64_t updates) {
  for (const unsigned bits : {0u, 16u, 26u}) {
    measure_sums<int>(name, "add int", updates, bits);
    measure_sums<long long>(name, "add long long", updates, bits);
    measure_sums<unsigned long long>(name, "add unsigned long long", updates, bits);
    measure_sums<double>(name, "add double", updates, bits);
    measure_fetching_sums(name, updates, bits);
    measure_maxima(name, updates, bits);
  }
  for (const unsigned bits : {16u, 26u}) {
    measure_scatter<double>(name, "ScatterView double", updates, bits);
    measure_scatter<long long>(name, "ScatterView long long", updates, bits);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: kokkos_benchmark NAME [MILLIONS]\n");
    return 2;
  }
  const Kokkos::ScopeGuard guard(argc, argv);
  const double millions = argc > 2 ? std::atof(argv[2]) : 128;
  const auto updates = static_cast<std::int64_t>(millions * (1 << 20));
  if (updates < 1 << 16) {
    std::fprintf(stderr, "kokkos_benchmark: MILLIONS is at least 0.0625\n");
    return 2;
  }
  measure_all(argv[1], updates);
  return all_right ? 0 : 1;
}
