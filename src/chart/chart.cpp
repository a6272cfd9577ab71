// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "chart/chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "support/numbers.hpp"

namespace program {
namespace {

constexpr colour paper{255, 255, 255};
constexpr colour ink{27, 33, 48};
constexpr colour soft_ink{104, 113, 132};
constexpr colour rule{231, 234, 240};

constexpr text_style heading{16, true, ink};
constexpr text_style lead{9.6, false, soft_ink};
constexpr text_style label{9, false, soft_ink};
constexpr text_style value{9.6, false, ink};
constexpr text_style marker{9, true, ink};

constexpr page_size page{1200, 675, 2};
constexpr double margin = 48;
constexpr box plot{108, 142, 868, 566};
constexpr box side{920, 118, 1152, 627};
/// One column per pixel of a PNG, aligned with the pixels so that colours are not diluted.
constexpr auto most_columns = static_cast<std::size_t>(plot.width() * page.pixels_per_point);

/// The smallest round step (1, 2, 2.5 or 5 times a power of ten) that needs at most `most` steps.
double round_step(double end, int max_columns) {
  const double least = end / max_columns;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return std::max(1.0, factor * power);
  }
  return std::max(1.0, 10 * power);
}

/// Maps values and counts to positions in the plot.
struct scales {
  double end;

  double x(double share) const { return plot.left + plot.width() * share; }
  double y(double count) const { return plot.bottom - plot.height() * std::min(count, end) / end; }
};

void draw_grid(canvas& to, const histogram_chart& chart, const scales& at) {
  const double step = round_step(at.end, 6);
  for (double count = step; count <= at.end * (1 + 1e-9); count += step) {
    const double y = std::round(at.y(count) * 2) / 2;
    to.fill({plot.left, y - 0.5, plot.right, y + 0.5}, rule);
    to.text({plot.left - 12, y + 4.5}, with_separators(static_cast<std::uint64_t>(count)), label,
            align::right);
  }
  to.text({plot.left - 12, plot.bottom + 4.5}, "0", label, align::right);
  to.text({margin, plot.top - 16},
          chart.counts.size() > most_columns ? "pixels in the fullest bin" : "pixels in each bin",
          label);
}

void draw_bars(canvas& to, const histogram_chart& chart, const std::vector<unsigned>& counts,
               const scales& at) {
  const double each = plot.width() / static_cast<double>(counts.size());
  const double gap = each > 14 ? 2 : each > 7 ? 1 : 0;
  std::vector<double> tops;
  tops.reserve(counts.size());
  for (const unsigned count : counts) tops.push_back(at.y(count));
  to.bars(plot, tops, gap, chart.dark, chart.bright);
}

/// Marks bars beyond the top with two slanted gaps, the usual axis break. Gaps that would touch
/// merge into one.
void draw_cuts(canvas& to, const std::vector<unsigned>& counts, const scales& at) {
  const double each = plot.width() / static_cast<double>(counts.size());
  constexpr double overhang = 2;
  for (std::size_t first = 0; first < counts.size(); ++first) {
    if (counts[first] <= at.end) continue;
    std::size_t last = first;
    for (std::size_t next = first + 1; next < counts.size(); ++next) {
      if (each * static_cast<double>(next - last - 1) > 2 * overhang) break;
      if (counts[next] > at.end) last = next;
    }
    const double left = plot.left + each * static_cast<double>(first) - overhang;
    const double right = plot.left + each * static_cast<double>(last + 1) + overhang;
    for (const double y : {plot.top + 13, plot.top + 19}) {
      to.line({left, y + 2}, {right, y - 2}, 2.2, paper);
    }
    first = last;
  }
  const auto tallest = std::max_element(counts.begin(), counts.end());
  if (*tallest <= at.end) return;
  const auto index = static_cast<double>(tallest - counts.begin());
  const double middle = plot.left + each * (index + 0.5);
  const bool on_left_half = middle < (plot.left + plot.right) / 2;
  const double outwards = on_left_half ? 1.0 : -1.0;
  const double beside = middle + outwards * (each / 2 + 9);
  const align side_of_words = on_left_half ? align::left : align::right;
  const std::string count = with_separators(*tallest);
  const std::string remark = each < 40 ? "(bar cut)" : "";
  text_style quiet = label;
  quiet.capital = 8.4;
  const double shift = to.width_of(count + " ", marker);
  // A white background: other bars may be as high.
  const double end = beside + outwards * (shift + to.width_of(remark, quiet) + 2);
  const double begin = beside - outwards * 3;
  to.fill({std::min(begin, end), plot.top, std::max(begin, end), plot.top + 11.5}, paper * 0.9, 2);
  to.text({beside, plot.top + 9}, count, marker, side_of_words);
  to.text({beside + outwards * shift, plot.top + 9}, remark, quiet, side_of_words);
}

void draw_value_axis(canvas& to, const histogram_chart& chart, const scales& at) {
  constexpr double below = 7;
  constexpr double thick = 9;
  const box strip{plot.left, plot.bottom + below, plot.right, plot.bottom + below + thick};
  to.fill(strip, {0, 0, 0}, chart.full);
  // A thin frame, so that the white end has an edge.
  const colour edge = soft_ink * 0.55;
  to.fill({strip.left, strip.top - 0.5, strip.right, strip.top}, edge);
  to.fill({strip.left, strip.bottom, strip.right, strip.bottom + 0.5}, edge);
  to.fill({strip.right, strip.top - 0.5, strip.right + 0.5, strip.bottom + 0.5}, edge);
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    const double x = at.x(tenth / 10.0);
    to.fill({x - 0.5, strip.bottom + 1.5, x + 0.5, strip.bottom + 6}, soft_ink * 0.6);
    to.text({x, strip.bottom + 21}, tenth == 10 ? "1" : fmt::format("{:.2g}", tenth / 10.0), label,
            align::centre);
  }
  to.text({(plot.left + plot.right) / 2, strip.bottom + 44},
          caption_of(chart.values, chart.counts.size(), most_columns), label, align::centre);
  to.fill({plot.left, plot.bottom - 0.5, plot.right, plot.bottom + 0.5}, ink * 0.75);
}

/// The mean and the median as lines, with labels on opposite sides so that they never overlap.
void draw_markers(canvas& to, const histogram_chart& chart, const scales& at) {
  const bool mean_first = chart.mean <= chart.median;
  const auto mark = [&](double share, const std::string& words, colour tint, bool label_left) {
    const double x = at.x(share);
    to.line({x, plot.top - 12}, {x, plot.bottom}, 2.6, paper * 0.6);
    to.line({x, plot.top - 12}, {x, plot.bottom}, 1.3, tint, {5, 4});
    text_style style = marker;
    style.ink = tint;
    // At an edge of the plot, the label goes to the side with room.
    const double room = to.width_of(words, style) + 12;
    if (label_left && x - room < plot.left) label_left = false;
    if (!label_left && x + room > plot.right + 40) label_left = true;
    to.text({x + (label_left ? -6.0 : 6.0), plot.top - 8}, words, style,
            label_left ? align::right : align::left);
  };
  mark(chart.mean, fmt::format("mean {:.3f}", chart.mean), chart.accent, mean_first);
  mark(chart.median, fmt::format("median {:.3f}", chart.median), ink, !mean_first);
}

void draw_side(canvas& to, const histogram_chart& chart) {
  const double longer = std::max(chart.picture.width, chart.picture.height);
  const double across = side.width() * chart.picture.width / longer;
  const double down = side.width() * chart.picture.height / longer;
  const box frame{side.left, side.top, side.left + std::max(across, 1.0),
                  side.top + std::max(down, 1.0)};
  const box outline{frame.left - 1, frame.top - 1, frame.right + 1, frame.bottom + 1};
  to.fill(outline, rule, std::min({9.0, outline.width() / 2, outline.height() / 2}));
  to.picture(chart.picture, frame, std::min({8.0, frame.width() / 2, frame.height() / 2}));

  double y = frame.bottom + 40;
  for (const auto& [name, content] : chart.facts) {
    to.text({side.left, y}, name, label);
    const double room = side.width() - to.width_of(name, label) - 12;
    to.text({side.right, y}, fitted(to, content, value, room), value, align::right);
    y += 11;
    to.fill({side.left, y, side.right, y + 1}, rule);
    y += 23;
  }
}

}  // namespace

std::string fitted(canvas& on, const std::string& words, const text_style& style, double room) {
  std::string kept = printable(words);
  if (on.width_of(kept, style) <= room) return kept;
  while (!kept.empty() && on.width_of(kept + "…", style) > room) {
    // Remove whole characters: UTF-8 bytes 10xxxxxx continue the byte before them.
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xC0U) == 0x80U) {
      kept.pop_back();
    }
    if (!kept.empty()) kept.pop_back();
  }
  return kept + "…";
}

std::vector<unsigned> columns_of(const std::vector<unsigned>& counts, std::size_t max_columns) {
  if (counts.size() <= max_columns) return counts;
  std::vector<unsigned> columns(max_columns);
  for (std::size_t bin = 0; bin < counts.size(); ++bin) {
    unsigned& column = columns[bin * max_columns / counts.size()];
    column = std::max(column, counts[bin]);
  }
  return columns;
}

std::string caption_of(const std::string& values, std::size_t bins, std::size_t max_columns) {
  if (bins <= max_columns) return values;
  const std::size_t fewest = bins / max_columns;
  const std::string shared =
      bins % max_columns == 0
          ? fmt::format("{} bins", with_separators(fewest))
          : fmt::format("{} or {} bins", with_separators(fewest), with_separators(fewest + 1));
  return fmt::format("{}; each column shows the fullest of its {}", values, shared);
}

double axis_end_for(const std::vector<unsigned>& counts) {
  std::vector<unsigned> sorted = counts;
  std::sort(sorted.begin(), sorted.end());
  const double highest = std::max(1U, sorted.back());
  // The highest count among the non-empty bins without the fullest fiftieth (of 8 to 49 bins: one).
  const auto filled = std::upper_bound(sorted.begin(), sorted.end(), 0U);
  const auto some = static_cast<std::size_t>(sorted.end() - filled);
  const std::size_t rest = some - some / 50 - (some >= 8 && some < 50 ? 1 : 0);
  const double ordinary = rest > 0 ? *(filled + static_cast<std::ptrdiff_t>(rest) - 1) : highest;
  const double wanted = highest > 3 * ordinary ? 1.25 * ordinary : highest;
  const double step = round_step(wanted, 6);
  // A whole number of steps, so that the top of the axis has a label.
  return std::ceil(wanted / step * (1 - 1e-9)) * step;
}

std::string draw(const histogram_chart& chart, page_format format) {
  return page_of(format, page, printable(chart.title), [&](canvas& to) {
    const std::vector<unsigned> counts = columns_of(chart.counts, most_columns);
    const scales at{axis_end_for(counts)};
    constexpr double room = page.width - 2 * margin;
    to.text({margin, 62}, fitted(to, chart.title, heading, room), heading);
    to.text({margin, 89}, fitted(to, chart.subtitle, lead, room), lead);
    draw_grid(to, chart, at);
    draw_bars(to, chart, counts, at);
    draw_cuts(to, counts, at);
    draw_value_axis(to, chart, at);
    draw_markers(to, chart, at);
    draw_side(to, chart);
  });
}

}  // namespace program
