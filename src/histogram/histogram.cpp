// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "histogram/histogram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "chart/chart.hpp"
#include "histogram/image.hpp"
#include "histogram/statistics.hpp"
#include "info/build.hpp"
#include "info/device.hpp"
#include "support/numbers.hpp"
#include "support/output_file.hpp"

namespace program {
namespace {

/// A channel's name and colours.
struct channel_style {
  const char* name;
  const char* title;
  colour dark;
  colour bright;
  colour full;
  colour accent;
};

const channel_style& style_of(channel of) {
  static const channel_style styles[] = {
      {"brightness", "Brightness", {26, 36, 92}, {120, 184, 236}, {255, 255, 255}, {222, 84, 60}},
      {"red", "Red channel", {92, 14, 26}, {244, 98, 78}, {255, 0, 0}, {32, 92, 172}},
      {"green", "Green channel", {8, 66, 46}, {98, 200, 128}, {0, 255, 0}, {222, 84, 60}},
      {"blue", "Blue channel", {16, 32, 110}, {92, 160, 248}, {0, 0, 255}, {222, 84, 60}},
  };
  return styles[static_cast<std::size_t>(of)];
}

/// The data for all outputs.
struct report {
  const histogram_options& options;
  const channel_style& style;
  const pixels& image;
  const pixel_count& counted;
  const statistics& values;
  const diatomic::device_properties& device;

  std::size_t total() const { return image.bytes.size() / 3; }
  double edge(std::size_t bin) const { return static_cast<double>(bin) / options.bins; }
  std::size_t fullest() const {
    const auto& counts = counted.counts;
    return static_cast<std::size_t>(
        std::distance(counts.begin(), std::max_element(counts.begin(), counts.end())));
  }
};

/// The edges of a bin, with `decimals` decimals or as many as distinguish neighbouring bins.
std::string edges_of(const report& r, std::size_t bin, int decimals, const char* between) {
  for (double steps = std::pow(10, decimals); steps < r.options.bins; steps *= 10) ++decimals;
  return fmt::format("{:.{}f}{}{:.{}f}", r.edge(bin), decimals, between, r.edge(bin + 1), decimals);
}

std::string chart_of(const report& r) {
  histogram_chart chart;
  chart.title = fmt::format("{} of {}", r.style.title,
                            std::filesystem::path(r.options.image).filename().string());
  chart.subtitle = fmt::format("{} × {} pixels, counted in {} {} on {} ({} backend, {})",
                               r.image.width, r.image.height, with_separators(r.options.bins),
                               r.options.bins == 1 ? "bin" : "bins", r.device.name, backend_name(),
                               r.device.architecture);
  chart.values = r.style.name;
  chart.dark = r.style.dark;
  chart.bright = r.style.bright;
  chart.full = r.style.full;
  chart.accent = r.style.accent;
  chart.counts = r.counted.counts;
  chart.mean = r.values.mean;
  chart.median = r.values.median;
  const std::size_t fullest = r.fullest();
  const double share = 100.0 * r.counted.counts[fullest] / static_cast<double>(r.total());
  chart.facts = {
      {"Pixels", with_separators(r.total())},
      {"Mean", fmt::format("{:.3f}", r.values.mean)},
      {"Median", fmt::format("{:.3f}", r.values.median)},
      {"Standard deviation", fmt::format("{:.3f}", r.values.deviation)},
      {"Fullest bin", edges_of(r, fullest, 3, " – ")},
      {"Pixels in it",
       fmt::format("{} ({:.1f} %)", with_separators(r.counted.counts[fullest]), share)},
  };
  chart.picture = r.image;
  return draw(chart, page_format_of(r.options.chart));
}

std::string csv_of(const report& r) {
  std::string text = "bin,from,to,pixels\n";
  for (std::size_t bin = 0; bin < r.counted.counts.size(); ++bin) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{}\n", bin, r.edge(bin), r.edge(bin + 1),
                   r.counted.counts[bin]);
  }
  return text;
}

std::string json_of(const report& r) {
  nlohmann::ordered_json all;
  all["image"] = r.options.image;
  all["width"] = r.image.width;
  all["height"] = r.image.height;
  all["pixels"] = r.total();
  all["channel"] = r.style.name;
  all["bins"] = r.options.bins;
  all["mean"] = r.values.mean;
  all["median"] = r.values.median;
  all["standard_deviation"] = r.values.deviation;
  all["backend"] = backend_name();
  all["device"] = r.device.name;
  all["architecture"] = r.device.architecture;
  all["counted_in"] = r.counted.in_shared_memory ? "shared memory" : "global memory";
  all["milliseconds"] = r.counted.ms;
  all["counts"] = r.counted.counts;
  // File names need not be UTF-8; JSON must be.
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void print_summary(const report& r) {
  const std::size_t fullest = r.fullest();
  fmt::print("{}: {} x {} pixels, {} in {} {}\n", r.options.image, r.image.width, r.image.height,
             r.style.name, r.options.bins, r.options.bins == 1 ? "bin" : "bins");
  fmt::print(
      "  counted on  {} ({}, {} backend), in {} memory, {:.3f} ms; agrees with the serial "
      "count\n",
      r.device.name, r.device.architecture, backend_name(),
      r.counted.in_shared_memory ? "shared" : "global", r.counted.ms);
  fmt::print("  mean {:.4f}, median {:.4f}, standard deviation {:.4f}\n", r.values.mean,
             r.values.median, r.values.deviation);
  fmt::print("  fullest bin {} ({}): {} of {} pixels\n", fullest, edges_of(r, fullest, 4, " to "),
             with_separators(r.counted.counts[fullest]), with_separators(r.total()));
}

/// One requested file, opened before the work begins.
struct output {
  const std::string& name;
  std::string (*content_of)(const report&);
  std::unique_ptr<output_file> file;  ///< null: stdout
  std::string content;
};

}  // namespace

void run_histogram(const histogram_options& options) {
  const pixels image = load_image(options.image);
  std::vector<output> outputs;
  bool to_stdout = false;
  const auto ask_for = [&](const std::string& name, std::string (*content_of)(const report&)) {
    if (name.empty()) return;
    const bool here = name == "-" && content_of != &chart_of;
    outputs.push_back({name, content_of, here ? nullptr : std::make_unique<output_file>(name), {}});
    to_stdout = to_stdout || here;
  };
  ask_for(options.chart, &chart_of);
  ask_for(options.csv, &csv_of);
  ask_for(options.json, &json_of);

  const diatomic::device_properties device = choose_device(options.device);
  const pixel_count counted = count_pixels(image, options.of, options.bins);
  const channel_style& style = style_of(options.of);
  const statistics values = statistics_of(image, options.of);
  const report all{options, style, image, counted, values, device};
  for (output& o : outputs) o.content = o.content_of(all);
  // Write everything before the first commit: a failed write then leaves no output file in place.
  for (output& o : outputs) {
    if (o.file) {
      o.file->write(o.content);
    } else {
      write_to_stdout(o.content);
    }
  }
  for (output& o : outputs) {
    if (o.file) o.file->commit();
  }
  if (to_stdout) return;
  print_summary(all);
  for (const output& o : outputs) fmt::print("  wrote {}\n", o.name);
}

}  // namespace program
