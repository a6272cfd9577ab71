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

/// The median rate of `run`, in updates a nanosecond; `reset` precedes each round, untimed. Rounds
/// end early, but not before the third, when they have taken two seconds.
template <class Reset, class Run>
double measure(std::int64_t updates, Reset reset, Run run) {
  std::vector<double> seconds;
  double total = 0;
  for (int round = -1; round < rounds && (round < 3 || total < 2); ++round) {
    reset();
    Kokkos::fence();
    Kokkos::Timer timer;
    run();
    Kokkos::fence();
    const double taken = timer.seconds();
    if (round >= 0) seconds.push_back(taken);  // the first one warms up
    total += taken;
  }
  std::nth_element(seconds.begin(), seconds.begin() + static_cast<long>(seconds.size() / 2),
                   seconds.end());
  return static_cast<double>(updates) / seconds[seconds.size() / 2] / 1e9;
}

bool all_right = true;

void report(const char* name, const char* what, unsigned bits, double rate, bool is_right) {
  std::printf("%-10s %-22s 2^%-2u words %10.4f Gop/s%s\n", name, what, bits, rate,
              is_right ? "" : "  WRONG");
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
  const Kokkos::RangePolicy<space> policy(0, updates);
  const double rate = measure(
      updates, reset, [&] { Kokkos::parallel_for("add", policy, add_one<T>{words, bits}); });
  // A float of one word stops at 2^24.
  const bool is_exact = sizeof(T) == 8 || bits > 8;
  report(name, what, bits, rate, !is_exact || sum_of(words) == static_cast<double>(updates));
}

void measure_fetching_sums(const char* name, std::int64_t updates, unsigned bits) {
  array<long long> words("words", std::size_t{1} << bits);
  array<long long> seen("seen", 1);
  const double rate = measure(
      updates, [&] { Kokkos::deep_copy(words, 0ll); },
      [&] {
        Kokkos::parallel_for("fetch_add", Kokkos::RangePolicy<space>(0, updates),
                             fetch_add_one<long long>{words, seen, bits});
      });
  report(name, "fetch_add long long", bits, rate, sum_of(words) == static_cast<double>(updates));
}

void measure_maxima(const char* name, std::int64_t updates, unsigned bits) {
  array<float> words("words", std::size_t{1} << bits);
  const double rate = measure(
      updates, [&] { Kokkos::deep_copy(words, -1.0f); },
      [&] {
        Kokkos::parallel_for("max", Kokkos::RangePolicy<space>(0, updates), max_float{words, bits});
      });
  float most = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<space>(0, updates),
      KOKKOS_LAMBDA(std::int64_t i, float& m) { m = Kokkos::max(m, max_float::value(i)); },
      Kokkos::Max<float>(most));
  float found = 0;
  Kokkos::parallel_reduce(
      Kokkos::RangePolicy<space>(0, static_cast<std::int64_t>(words.size())),
      KOKKOS_LAMBDA(std::int64_t i, float& m) { m = Kokkos::max(m, words(i)); },
      Kokkos::Max<float>(found));
  report(name, "max float", bits, rate, found == most);
}

template <class T>
void measure_scatter(const char* name, const char* what, std::int64_t updates, unsigned bits) {
  array<T> words("words", std::size_t{1} << bits);
  auto scatter =
      Kokkos::Experimental::create_scatter_view<Kokkos::Experimental::ScatterSum,
                                                Kokkos::Experimental::ScatterNonDuplicated,
                                                Kokkos::Experimental::ScatterAtomic>(words);
  const double rate = measure(
      updates, [&] { Kokkos::deep_copy(words, T(0)); },
      [&] {
        Kokkos::parallel_for("scatter", Kokkos::RangePolicy<space>(0, updates),
                             scatter_one<decltype(scatter)>{scatter, bits});
        Kokkos::Experimental::contribute(words, scatter);
      });
  report(name, what, bits, rate, sum_of(words) == static_cast<double>(updates));
}

void measure_all(const char* name, std::int64_t updates) {
  for (const unsigned bits : {0u, 16u, 26u}) {
    // Contended loops of compare-exchange take a hundred times as long.
    const std::int64_t n = bits == 0 ? updates / 16 : updates;
    measure_sums<int>(name, "add int", n, bits);
    measure_sums<long long>(name, "add long long", n, bits);
    measure_sums<unsigned long long>(name, "add unsigned long long", n, bits);
    measure_sums<double>(name, "add double", n, bits);
    measure_fetching_sums(name, n, bits);
    measure_maxima(name, n, bits);
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
