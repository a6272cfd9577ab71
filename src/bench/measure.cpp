// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>

#include "bench/cases/placed_array.hpp"

namespace bench {
namespace {

constexpr unsigned most_rounds = 1u << 16;

/// A contender's runs.
struct series {
  measured of;
  std::vector<double> ms;  ///< Per round.
  std::vector<double> ratios;
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

/// Runs the contenders in order, then in reverse order.
void alternate(stopwatch& watch, const std::vector<contender>& contenders,
               std::vector<series>& all) {
  std::vector<double> ms(contenders.size());  // of both runs
  for (std::size_t turn = 0; turn < 2 * ms.size(); ++turn) {
    const std::size_t k = std::min(turn, 2 * ms.size() - 1 - turn);
    all[k].ms.push_back(watch.time(contenders[k], all[k].of.rounds) / all[k].of.rounds);
    ms[k] += all[k].ms.back();
  }
  for (std::size_t k = 0; k < ms.size(); ++k) all[k].ratios.push_back(ms[k] / ms[0]);
}

bool is_unclear(const series& s) { return quartiles_of(s.ratios).is_wide(); }

}  // namespace

std::vector<measured> measure(const bench_case& what, const effort& how, context& on) {
  const auto begin = std::chrono::steady_clock::now();
  const auto has_time = [&] {
    const std::chrono::duration<double, std::milli> spent =
        std::chrono::steady_clock::now() - begin;
    return spent.count() < how.case_ms;
  };
  stopwatch watch(on);
  std::vector<series> all;
  do {
    for (unsigned place = 0; place < how.placements; ++place) {
      const bool is_first = all.empty();
      const std::vector<contender> contenders =
          on.prepare_at(placements[place % std::size(placements)], is_first, what.prepare);
      all.resize(contenders.size());
      for (std::size_t k = 0; k < contenders.size(); ++k) {
        const contender& c = contenders[k];
        watch.time(c, std::max(1u, c.rounds));  // loads the kernel
        if (c.check) c.check();
        if (is_first) {
          all[k].of.role = c.role;
          all[k].of.implementation = c.implementation;
          all[k].of.is_loop = c.is_loop;
          all[k].of.placements = how.placements;
          all[k].of.rounds = calibrated(watch, c, how.run_ms);
        }
      }
      for (unsigned k = 0; k < how.alternations; ++k) alternate(watch, contenders, all);
    }
  } while (std::any_of(all.begin(), all.end(), is_unclear) && has_time());
  std::vector<measured> results;
  for (series& s : all) {
    s.of.alternations = static_cast<unsigned>(s.ratios.size());
    s.of.ms = quartiles_of(s.ms);
    s.of.ratio = quartiles_of(s.ratios);
    const auto [least, most] = std::minmax_element(s.ms.begin(), s.ms.end());
    s.of.min_ms = *least;
    s.of.max_ms = *most;
    results.push_back(s.of);
  }
  return results;
}

}  // namespace bench
