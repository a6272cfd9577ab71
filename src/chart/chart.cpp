// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "chart/chart.hpp"

#include <fmt/format.h>
#include <stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "support/numbers.hpp"

namespace program {
namespace {

constexpr colour paper{255, 255, 255};
constexpr colour ink{27, 33, 48};
constexpr colour soft_ink{104, 113, 132};
constexpr colour rule{231, 234, 240};

constexpr text_style heading{16, 2.3F, ink};
constexpr text_style lead{9.6F, 1.1F, soft_ink};
constexpr text_style label{9, 1.05F, soft_ink};
constexpr text_style value{9.6F, 1.3F, ink};
constexpr text_style marker{9, 1.3F, ink};

constexpr float width = 1200;
constexpr float height = 675;
constexpr float margin = 48;
constexpr box plot{108, 142, 868, 566};
constexpr box side{920, 118, 1152, 627};

/// The round step (1, 2, 2.5 or 5 times a power of ten) that makes at most `most` of them.
double round_step(double end, int most) {
  const double least = end / most;
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return std::max(1.0, factor * power);
  }
  return std::max(1.0, 10 * power);
}

/// Where values and counts lie in the plot.
struct scales {
  double end;

  float x(double share) const { return plot.left + plot.width() * static_cast<float>(share); }
  float y(double count) const {
    return plot.bottom - plot.height() * static_cast<float>(std::min(count, end) / end);
  }
};

void draw_grid(canvas& to, const scales& at) {
  const double step = round_step(at.end, 6);
  for (double count = step; count <= at.end * (1 + 1e-9); count += step) {
    const float y = std::round(at.y(count) * 2) / 2;
    to.fill({plot.left, y - 0.5F, plot.right, y + 0.5F}, rule);
    to.text({plot.left - 12, y + 4.5F}, with_separators(static_cast<std::uint64_t>(count)), label,
            align::right);
  }
  to.text({plot.left - 12, plot.bottom + 4.5F}, "0", label, align::right);
  to.text({margin, plot.top - 16}, "pixels in each bin", label);
}

void draw_bars(canvas& to, const histogram_chart& chart, const scales& at) {
  const float each = plot.width() / static_cast<float>(chart.counts.size());
  const float gap = each > 14 ? 2.0F : each > 7 ? 1.0F : 0;
  std::vector<float> tops;
  tops.reserve(chart.counts.size());
  for (const unsigned count : chart.counts) tops.push_back(at.y(count));
  to.bars(plot, tops, gap, chart.dark, chart.bright);
}

/// Bars that go on past the top end in two slanted gaps, as on paper.
void draw_cuts(canvas& to, const histogram_chart& chart, const scales& at) {
  const auto& counts = chart.counts;
  const float each = plot.width() / static_cast<float>(counts.size());
  for (std::size_t first = 0; first < counts.size(); ++first) {
    if (counts[first] <= at.end) continue;
    std::size_t last = first;
    while (last + 1 < counts.size() && counts[last + 1] > at.end) ++last;
    const float left = plot.left + each * static_cast<float>(first) - 2;
    const float right = plot.left + each * static_cast<float>(last + 1) + 2;
    for (const float y : {plot.top + 13, plot.top + 19}) {
      to.line({left, y + 2}, {right, y - 2}, 2.2F, paper);
    }
    first = last;
  }
  const auto tallest = std::max_element(counts.begin(), counts.end());
  if (*tallest <= at.end) return;
  const auto index = static_cast<float>(tallest - counts.begin());
  const float middle = plot.left + each * (index + 0.5F);
  const bool on_left_half = middle < (plot.left + plot.right) / 2;
  const float beside = middle + (on_left_half ? 1.0F : -1.0F) * (each / 2 + 9);
  to.text({beside, plot.top + 9}, with_separators(*tallest), marker,
          on_left_half ? align::left : align::right);
  if (each < 40) {
    text_style quiet = label;
    quiet.capital = 8.4F;
    const float shift = canvas::width_of(with_separators(*tallest) + " ", marker);
    to.text({beside + (on_left_half ? shift : -shift), plot.top + 9}, "(bar cut)", quiet,
            on_left_half ? align::left : align::right);
  }
}

void draw_value_axis(canvas& to, const histogram_chart& chart, const scales& at) {
  constexpr float below = 7;
  constexpr float thick = 9;
  const box strip{plot.left, plot.bottom + below, plot.right, plot.bottom + below + thick};
  constexpr int pieces = 380;
  constexpr colour black{0, 0, 0};
  const float each = strip.width() / pieces;
  for (int i = 0; i < pieces; ++i) {
    const float left = strip.left + each * static_cast<float>(i);
    to.fill({left, strip.top, left + each, strip.bottom},
            between(black, chart.full, (static_cast<float>(i) + 0.5F) / pieces));
  }
  // A thin frame, so that the white end has an edge.
  const colour edge = soft_ink * 0.55F;
  to.fill({strip.left, strip.top - 0.5F, strip.right, strip.top}, edge);
  to.fill({strip.left, strip.bottom, strip.right, strip.bottom + 0.5F}, edge);
  to.fill({strip.right, strip.top - 0.5F, strip.right + 0.5F, strip.bottom + 0.5F}, edge);
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    const float x = at.x(tenth / 10.0);
    to.fill({x - 0.5F, strip.bottom + 1.5F, x + 0.5F, strip.bottom + 6}, soft_ink * 0.6F);
    to.text({x, strip.bottom + 21}, tenth == 10 ? "1" : fmt::format("{:.2g}", tenth / 10.0), label,
            align::centre);
  }
  to.text({(plot.left + plot.right) / 2, strip.bottom + 44}, chart.values, label, align::centre);
  to.fill({plot.left, plot.bottom - 0.5F, plot.right, plot.bottom + 0.5F}, ink * 0.75F);
}

/// The mean and the median as lines, their names on either side so that they never overlap.
void draw_markers(canvas& to, const histogram_chart& chart, const scales& at) {
  const bool mean_first = chart.mean <= chart.median;
  const auto mark = [&](double share, const std::string& words, colour tint, bool label_left) {
    const float x = at.x(share);
    to.dashes({x, plot.top - 12}, {x, plot.bottom}, 2.6F, 1e9F, 1, paper * 0.6F);
    to.dashes({x, plot.top - 12}, {x, plot.bottom}, 1.3F, 5, 4, tint);
    text_style style = marker;
    style.ink = tint;
    // At an edge of the plot the name goes to the side that has room.
    const float room = canvas::width_of(words, style) + 12;
    if (label_left && x - room < plot.left) label_left = false;
    if (!label_left && x + room > plot.right + 40) label_left = true;
    to.text({x + (label_left ? -6.0F : 6.0F), plot.top - 8}, words, style,
            label_left ? align::right : align::left);
  };
  mark(chart.mean, fmt::format("mean {:.3f}", chart.mean), chart.accent, mean_first);
  mark(chart.median, fmt::format("median {:.3f}", chart.median), ink, !mean_first);
}

void draw_side(canvas& to, const histogram_chart& chart) {
  const float longer = static_cast<float>(std::max(chart.picture.width, chart.picture.height));
  const float across = side.width() * static_cast<float>(chart.picture.width) / longer;
  const float down = side.width() * static_cast<float>(chart.picture.height) / longer;
  const box frame{side.left, side.top, side.left + std::max(across, 1.0F),
                  side.top + std::max(down, 1.0F)};
  const box outline{frame.left - 1, frame.top - 1, frame.right + 1, frame.bottom + 1};
  to.fill(outline, rule, std::min({9.0F, outline.width() / 2, outline.height() / 2}));
  to.picture(chart.picture, frame, std::min({8.0F, frame.width() / 2, frame.height() / 2}));

  float y = frame.bottom + 40;
  for (const auto& [name, content] : chart.facts) {
    to.text({side.left, y}, name, label);
    const float room = side.width() - canvas::width_of(name, label) - 12;
    to.text({side.right, y}, fitted(content, value, room), value, align::right);
    y += 11;
    to.fill({side.left, y, side.right, y + 1}, rule);
    y += 23;
  }
}

}  // namespace

std::string fitted(const std::string& words, const text_style& style, float room) {
  if (canvas::width_of(words, style) <= room) return words;
  std::string kept = words;
  while (!kept.empty() && canvas::width_of(kept + "…", style) > room) {
    // Whole letters: bytes 10xxxxxx of UTF-8 go with the byte before them.
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xC0U) == 0x80U) {
      kept.pop_back();
    }
    if (!kept.empty()) kept.pop_back();
  }
  return kept + "…";
}

double axis_end_for(const std::vector<unsigned>& counts) {
  std::vector<unsigned> sorted = counts;
  std::sort(sorted.begin(), sorted.end());
  const double highest = std::max(1U, sorted.back());
  // The count that all but one bin in fifty stay below, of the bins that hold anything.
  const auto filled = std::upper_bound(sorted.begin(), sorted.end(), 0U);
  const auto some = static_cast<std::size_t>(sorted.end() - filled);
  const std::size_t rest = some - some / 50 - (some >= 8 && some < 50 ? 1 : 0);
  const double ordinary = rest > 0 ? *(filled + static_cast<std::ptrdiff_t>(rest) - 1) : highest;
  const double wanted = highest > 3 * ordinary ? 1.25 * ordinary : highest;
  const double step = round_step(wanted, 6);
  // Full steps only, so that the top end carries a number.
  return std::ceil(wanted / step * (1 - 1e-9)) * step;
}

pixels draw(const histogram_chart& chart) {
  constexpr float pixels_per_point = 2;
  canvas to(width, height, pixels_per_point, paper);
  const scales at{axis_end_for(chart.counts)};
  to.text({margin, 62}, fitted(chart.title, heading, width - 2 * margin), heading);
  to.text({margin, 89}, fitted(chart.subtitle, lead, width - 2 * margin), lead);
  draw_grid(to, at);
  draw_bars(to, chart, at);
  draw_cuts(to, chart, at);
  draw_value_axis(to, chart, at);
  draw_markers(to, chart, at);
  draw_side(to, chart);
  return to.result();
}

std::string png_of(const pixels& picture) {
  std::string file;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  if (stbi_write_png_to_func(append, &file, picture.width, picture.height, 3, picture.bytes.data(),
                             picture.width * 3) == 0) {
    throw std::runtime_error("no memory left to write the chart");
  }
  return file;
}

}  // namespace program
