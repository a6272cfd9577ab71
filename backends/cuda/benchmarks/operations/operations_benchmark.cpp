// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Each native entry beside CUDA's own function, libcu++'s `cuda::atomic_ref` and the textbook's
/// compare-exchange loop, in one run.
///
/// Prints a table of medians, in operations per second, and of their ratios. The contenders of a
/// case run in random order, repetition by repetition, so that a drift of the clock hits all alike.
/// Options are Google Benchmark's (`--benchmark_out=FILE`, `--benchmark_filter=REGEX` ...). Names
/// of cases begin with their group: `--benchmark_filter=^extrema/`; the groups are words, extrema,
/// numbers, sizes, lanes.

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <diatomic/runtime/runtime.hpp>

#include "operations.hpp"

namespace {

/// Collects the medians and prints them side by side: a row for each of a case's contenders whose
/// name begins with "diatomic".
class side_by_side : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) failures_.push_back(run.benchmark_name() + ": " + run.error_message);
      if (run.aggregate_name != "median") continue;
      const std::string name = run.run_name.function_name;
      const std::size_t bar = name.find('|');
      rates_[name.substr(0, bar)][name.substr(bar + 1)] = run.counters.at("items_per_second") / 1e9;
    }
  }

  void Finalize() override {
    std::printf("%-62s %9s", "Gop/s, medians", "diatomic");
    for (const char* other : others) std::printf(" %9s", other);
    std::printf(" ");
    for (const char* other : others) std::printf(" %10s", (std::string("/") + other).c_str());
    std::printf("\n");
    for (const auto& [test, rates] : rates_) {
      for (const auto& [contender, rate] : rates) {
        if (contender.rfind(own, 0) != 0) continue;
        print_row(test.substr(test.find('/') + 1) + contender.substr(own.size()), rate, rates);
      }
    }
    for (const std::string& failure : failures_) std::printf("failed: %s\n", failure.c_str());
  }

 private:
  using rates_by_contender = std::map<std::string, double>;

  static void print_row(const std::string& row, double own_rate, const rates_by_contender& rates) {
    std::printf("%-62s %9.2f", row.c_str(), own_rate);
    std::string ratios;
    for (const char* other : others) {
      const auto found = rates.find(other);
      char rate[16] = "-";
      char ratio[16] = "-";
      if (found != rates.end()) {
        std::snprintf(rate, sizeof rate, "%.2f", found->second);
        std::snprintf(ratio, sizeof ratio, "%.3f", own_rate / found->second);
      }
      std::printf(" %9s", rate);
      ratios += std::string(11 - std::string(ratio).size(), ' ') + ratio;
    }
    std::printf(" %s\n", ratios.c_str());
  }

  static inline const std::string own = "diatomic";
  static constexpr const char* others[] = {"plain", "intrinsic", "libcu++", "textbook"};

  std::map<std::string, rates_by_contender> rates_;
  std::vector<std::string> failures_;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  char interleaving[] = "--benchmark_enable_random_interleaving=true";
  arguments.push_back(interleaving);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  measured_operations::add_words();
  measured_operations::add_extrema();
  measured_operations::add_numbers();
  measured_operations::add_sizes();
  measured_operations::add_lanes();
  side_by_side reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
}
