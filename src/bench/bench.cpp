// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/bench.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <regex>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/case_pattern.hpp"
#include "bench/cases/cases.hpp"
#include "bench/comparison.hpp"
#include "bench/measure.hpp"
#include "bench/report.hpp"
#include "histogram/image.hpp"
#include "info/device.hpp"
#include "support/interrupts.hpp"
#include "support/output_file.hpp"
#include "support/progress_bar.hpp"

namespace program {
namespace {

constexpr std::size_t mebi = std::size_t{1} << 20;

std::vector<bench::bench_case> chosen_cases(const bench::context& on, const std::string& by,
                                            const std::regex& pattern) {
  std::vector<bench::bench_case> cases = bench::all_cases(on);
  const auto unwanted = [&](const bench::bench_case& c) {
    return !std::regex_search(c.name(), pattern);
  };
  cases.erase(std::remove_if(cases.begin(), cases.end(), unwanted), cases.end());
  if (cases.empty()) {
    throw std::invalid_argument(
        fmt::format("--case {}: no matching case; --list prints the case names", by));
  }
  return cases;
}

/// An output file, stdout, or nothing.
class result_file {
 public:
  explicit result_file(const std::string& name) : to_stdout_(name == "-") {
    if (!name.empty() && !to_stdout_) file_ = std::make_unique<output_file>(name);
  }
  bool is_stdout() const { return to_stdout_; }
  bool wanted() const { return to_stdout_ || file_; }
  void write(const std::string& content) {
    if (to_stdout_) write_to_stdout(content);
    if (file_) file_->write(content);
  }
  void commit() {
    if (file_) file_->commit();
  }

 private:
  bool to_stdout_;
  std::unique_ptr<output_file> file_;
};

}  // namespace

bench_sizes sizes_for(bool is_host, std::size_t memory_bytes, const bench_options& options) {
  const std::size_t usual = is_host ? 64 * mebi : 1024 * mebi;
  const std::size_t wanted = options.quick ? usual / 16 : usual;
  constexpr std::size_t part_of_memory = 8;
  const std::size_t bytes =
      options.bytes != 0 ? options.bytes : std::min(wanted, memory_bytes / part_of_memory);
  bench_sizes sizes;
  sizes.bytes = std::max(least_bench_bytes, bytes / least_bench_bytes * least_bench_bytes);
  // Larger than any last-level cache that we know (at most 256 MiB).
  const std::size_t beyond_cache = options.quick ? 0 : 768 * mebi;
  constexpr std::size_t fewest = 3;
  sizes.inputs =
      static_cast<unsigned>(std::max(fewest, (beyond_cache + sizes.bytes - 1) / sizes.bytes));
  return sizes;
}

std::vector<bench::result> measure_cases(const std::vector<bench::bench_case>& cases,
                                         const bench::effort& effort, bench::context& on,
                                         const bench_options& options) {
  result_file csv(options.csv);
  result_file json(options.json);
  const bool prints = !csv.is_stdout() && !json.is_stdout();
  if (csv.wanted()) csv.write(bench::csv_heading());
  if (prints) write_to_stdout(bench::preamble_of(on, effort));

  std::vector<bench::result> results;
  const auto keep = [&] {
    if (json.wanted()) json.write(bench::json_of(results, on));
    csv.commit();
    json.commit();
  };
  try {
    const interrupts stops;
    progress_bar progress(cases.size());
    for (const bench::bench_case& c : cases) {
      progress.step(c.name());
      results.push_back({c, bench::measure(c, effort, on)});
      progress.hide();
      const bool is_first = results.size() == 1 || results.end()[-2].what.group != c.group;
      if (prints && is_first) write_to_stdout(bench::heading_of(c));
      if (prints) write_to_stdout(bench::rows_of(results.back()));
      if (csv.wanted()) csv.write(bench::csv_of(results.back(), on));
      if (stops.any() && results.size() < cases.size()) {
        throw interrupted(fmt::format("interrupted after {} of {} cases; their results are kept",
                                      results.size(), cases.size()));
      }
    }
  } catch (const output_error&) {  // The results cannot be written.
    throw;
  } catch (...) {
    if (!results.empty()) keep();
    throw;
  }
  keep();
  return results;
}

void run_bench(const bench_options& options) {
  bench::recording old_run;
  if (!options.compare.empty()) old_run = bench::read_recording(options.compare[0]);
  if (options.compare.size() == 2) {
    write_to_stdout(bench::comparison_of(old_run, bench::read_recording(options.compare[1])));
    return;
  }
  const std::regex pattern = pattern_of(options.cases);
  std::vector<std::uint8_t> photograph;
  if (!options.image.empty()) photograph = load_image(options.image).bytes;
  const diatomic::device_properties device = choose_device(options.device);
  bench::context on;
  on.device = device;
  on.all = options.all;
  on.photograph = std::move(photograph);
  const bench_sizes sizes = sizes_for(device.warp_size == 1, device.memory_bytes, options);
  on.bytes = sizes.bytes;
  on.inputs = sizes.inputs;
  const std::vector<bench::bench_case> cases = chosen_cases(on, options.cases, pattern);
  if (options.list) {
    for (const bench::bench_case& c : cases) fmt::print("{}\n", c.name());
    return;
  }
  bench::effort effort;
  if (options.quick) effort = {2, 1, 0.2, 0};
  const std::vector<bench::result> results = measure_cases(cases, effort, on, options);
  if (options.compare.empty()) return;
  const bench::recording now = bench::recording_of(bench::json_of(results, on), "this run");
  write_to_stdout('\n' + bench::comparison_of(old_run, now));
}

}  // namespace program
