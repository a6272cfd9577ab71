// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/measure.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <utility>

namespace bench {
namespace {

constexpr unsigned most_rounds = 1u << 16;

/// A contender's runs so far.
struct series {
  unsigned rounds = 1;
  std::vector<double> ms;  ///< Per round.
  double spent_ms = 0;
  bool done = false;
};

class stopwatch {
 public:
  explicit stopwatch(context& on) : on_(on) {}

  /// Milliseconds of the whole run.
  double time(const contender& c, unsigned rounds) {
    if (c.before) c.before();
    start_.record(on_.stream);
    c.run(input_, rounds);
    stop_.record(on_.stream);
    on_.stream.synchronize();
    input_ = (input_ + rounds) % std::max(1u, on_.inputs);
    return diatomic::elapsed_ms(start_, stop_);
  }

 private:
  context& on_;
  diatomic::event start_;
  diatomic::event stop_;
  unsigned input_ = 0;
};

/// The number of rounds that takes about `wanted_ms`.
unsigned calibrated(stopwatch& watch, const contender& c, double wanted_ms) {
  watch.time(c, std::max(1u, c.rounds));  // loads the kernel
  if (c.rounds != 0) return c.rounds;
  unsigned rounds = 1;
  for (;;) {
    double ms = watch.time(c, rounds);
    // Measure short runs twice, so that a hiccup does not look like a long run.
    if (ms < 16 * wanted_ms) ms = std::min(ms, watch.time(c, rounds));
    if (ms >= wanted_ms / 2 || rounds == most_rounds) return rounds;
    const double factor = std::clamp(wanted_ms / std::max(ms, 1e-6), 2.0, 64.0);
    rounds = std::min(most_rounds, static_cast<unsigned>(rounds * factor));
  }
}

}  // namespace

std::vector<measured> measure(const std::vector<contender>& contenders, const effort& how,
                              context& on) {
  stopwatch watch(on);
  std::vector<series> of(contenders.size());
  for (std::size_t k = 0; k < of.size(); ++k) {
    of[k].rounds = calibrated(watch, contenders[k], how.run_ms);
  }
  std::vector<std::size_t> turn(of.size());
  std::iota(turn.begin(), turn.end(), std::size_t{0});
  std::mt19937 random(1);
  for (unsigned repetition = 0; repetition < how.repetitions; ++repetition) {
    // Not std::shuffle, whose result depends on the standard library.
    for (std::size_t k = turn.size(); k > 1; --k) std::swap(turn[k - 1], turn[random() % k]);
    for (const std::size_t k : turn) {
      series& s = of[k];
      if (s.done) continue;
      const double ms = watch.time(contenders[k], s.rounds);
      s.ms.push_back(ms / s.rounds);
      s.spent_ms += ms;
      s.done = s.spent_ms > how.contender_ms && s.ms.size() >= how.fewest_repetitions;
    }
  }
  for (const contender& c : contenders) {
    if (c.check) c.check();
  }
  std::vector<measured> all;
  for (std::size_t k = 0; k < of.size(); ++k) {
    std::vector<double>& ms = of[k].ms;
    std::sort(ms.begin(), ms.end());
    all.push_back({contenders[k].role, contenders[k].implementation, contenders[k].is_loop,
                   of[k].rounds, static_cast<unsigned>(ms.size()), quantile(ms, 0.5), ms.front(),
                   quantile(ms, 0.25), quantile(ms, 0.75), ms.back()});
  }
  return all;
}

}  // namespace bench
