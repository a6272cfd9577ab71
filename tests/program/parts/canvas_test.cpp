// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a canvas draws, pixel by pixel, and where a chart puts its marks. Needs no device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "chart/canvas.hpp"
#include "chart/chart.hpp"

namespace program_test {
namespace {

using program::align;
using program::box;
using program::canvas;
using program::colour;
using program::pixels;

constexpr colour white{255, 255, 255};
constexpr colour black{0, 0, 0};

std::uint8_t at(const pixels& p, int x, int y, std::size_t channel = 0) {
  return p.bytes[(static_cast<std::size_t>(y) * static_cast<std::size_t>(p.width) +
                  static_cast<std::size_t>(x)) *
                     3 +
                 channel];
}

/// A row of a picture's red, "#" for black, "." for white and "+" for what lies between.
std::string row(const pixels& p, int y) {
  std::string all;
  for (int x = 0; x < p.width; ++x) {
    const int v = at(p, x, y);
    all += v < 20 ? '#' : v > 235 ? '.' : '+';
  }
  return all;
}

std::string column(const pixels& p, int x) {
  std::string all;
  for (int y = 0; y < p.height; ++y) all += at(p, x, y) < 128 ? '#' : '.';
  return all;
}

TEST(colours, mix_in_proportion) {
  const colour mixed = program::between({0, 100, 200, 1}, {100, 0, 200, 0}, 0.25F);
  EXPECT_FLOAT_EQ(mixed.red, 25);
  EXPECT_FLOAT_EQ(mixed.green, 75);
  EXPECT_FLOAT_EQ(mixed.blue, 200);
  EXPECT_FLOAT_EQ(mixed.opacity, 0.75F);
  EXPECT_FLOAT_EQ((colour{1, 2, 3, 0.5F} * 0.5F).opacity, 0.25F);
}

TEST(canvases, have_their_size_and_background) {
  const canvas c(5, 3, 2, {1, 2, 3});
  EXPECT_EQ(c.result().width, 10);
  EXPECT_EQ(c.result().height, 6);
  ASSERT_EQ(c.result().bytes.size(), 180U);
  for (std::size_t i = 0; i < 180; ++i) EXPECT_EQ(c.result().bytes[i], i % 3 + 1);
}

TEST(canvases, fill_boxes_by_coverage) {
  canvas c(8, 6, 1, white);
  c.fill({2, 1, 5.25F, 4.5F}, black);
  EXPECT_EQ(row(c.result(), 0), "........");
  EXPECT_EQ(row(c.result(), 1), "..###+..");
  EXPECT_EQ(row(c.result(), 4), "..++++..");
  EXPECT_EQ(row(c.result(), 5), "........");
  EXPECT_EQ(at(c.result(), 5, 1), 191) << "a quarter";
  EXPECT_EQ(at(c.result(), 2, 4), 128) << "a half";
  canvas faint(2, 1, 1, white);
  faint.fill({0, 0, 1, 1}, colour{55, 155, 255} * 0.5F);
  EXPECT_EQ(at(faint.result(), 0, 0, 0), 155);
  EXPECT_EQ(at(faint.result(), 0, 0, 1), 205);
  EXPECT_EQ(at(faint.result(), 0, 0, 2), 255);
  EXPECT_EQ(at(faint.result(), 1, 0), 255);
  canvas beyond(2, 2, 2, white);  // Two pixels a point; what lies outside is cut off.
  beyond.fill({-3, 1, 0.5F, 9}, black);
  EXPECT_EQ(row(beyond.result(), 1), "....");
  EXPECT_EQ(row(beyond.result(), 2), "#...");
}

TEST(canvases, round_the_corners_of_boxes) {
  canvas c(14, 12, 1, white);
  c.fill({2, 1, 12, 11}, black, 4);
  EXPECT_EQ(row(c.result(), 0), "..............");
  EXPECT_EQ(at(c.result(), 2, 1), 255) << "a corner";
  EXPECT_EQ(at(c.result(), 11, 10), 255) << "another";
  EXPECT_EQ(row(c.result(), 6), "..##########..");
  EXPECT_EQ(column(c.result(), 7), ".##########.");
}

TEST(canvases, draw_bars_with_gaps) {
  for (const float scale : {1.0F, 2.0F}) {
    canvas c(14 / scale, 12 / scale, scale, white);
    c.bars({2 / scale, 1 / scale, 12 / scale, 11 / scale}, {1 / scale, 6 / scale}, 2 / scale, black,
           black);
    EXPECT_EQ(row(c.result(), 0), "..............");
    EXPECT_EQ(row(c.result(), 1), "...###........") << scale;
    EXPECT_EQ(row(c.result(), 5), "...###........") << scale;
    EXPECT_EQ(row(c.result(), 6), "...###..###...") << scale;
    EXPECT_EQ(row(c.result(), 10), "...###..###...") << scale;
    EXPECT_EQ(row(c.result(), 11), "..............");
  }
}

TEST(canvases, draw_bars_that_are_narrower_than_a_pixel) {
  std::vector<float> tops(40, 4);  // every second one is empty
  for (std::size_t i = 0; i < 40; i += 2) tops[i] = 1;
  canvas c(10, 4, 1, white);
  c.bars({0, 0, 10, 4}, tops, 0, black, black);
  for (int x = 0; x < 10; ++x) {
    EXPECT_EQ(at(c.result(), x, 0), 255);
    EXPECT_NEAR(at(c.result(), x, 2), 127.5, 1) << x;
  }
}

TEST(canvases, colour_bars_from_left_to_right) {
  canvas c(10, 2, 1, white);
  c.bars({0, 0, 10, 2}, std::vector<float>(5, 0), 0, {0, 0, 0}, {200, 0, 0});
  for (int x = 0; x < 10; ++x) EXPECT_NEAR(at(c.result(), x, 1), 10 + 20 * x, 1);
}

TEST(canvases, draw_lines_with_round_ends) {
  canvas c(14, 9, 1, white);
  c.line({4, 4}, {10, 4}, 4, black);
  EXPECT_EQ(row(c.result(), 1), "..............");
  EXPECT_EQ(column(c.result(), 7), "..####...");
  EXPECT_EQ(row(c.result(), 3).substr(3, 8), "########") << row(c.result(), 3);
  EXPECT_EQ(at(c.result(), 1, 4), 255);
  EXPECT_EQ(at(c.result(), 12, 4), 255);
  EXPECT_GT(at(c.result(), 2, 2), 100) << "the end is round";
}

TEST(canvases, draw_dashes_with_gaps) {
  canvas c(24, 5, 1, white);
  c.dashes({1, 2.5F}, {23, 2.5F}, 1, 4, 6, black);
  const std::string found = row(c.result(), 2);
  EXPECT_EQ(found.substr(1, 4), "####") << found;
  EXPECT_EQ(found.substr(6, 4), "....") << found;
  EXPECT_EQ(found.substr(11, 4), "####") << found;
  EXPECT_EQ(found.substr(16, 4), "....") << found;
  EXPECT_EQ(at(c.result(), 22, 2), 0) << found;
  canvas upright(5, 14, 1, white);
  upright.dashes({2.5F, 0}, {2.5F, 14}, 1, 3, 4, black);
  EXPECT_EQ(column(upright.result(), 2).substr(1, 2), "##");
  EXPECT_EQ(column(upright.result(), 2).substr(4, 2), "..");
  EXPECT_EQ(column(upright.result(), 2).substr(8, 2), "##");
}

TEST(canvases, show_pictures_resampled) {
  // Red and green above, blue and grey below.
  const pixels four = {2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 90, 90, 90}};
  canvas c(12, 10, 1, white);
  c.picture(four, {2, 1, 10, 9}, 0);
  const auto expect = [&](int x, int y, int red, int green, int blue) {
    EXPECT_EQ(at(c.result(), x, y, 0), red) << x << ", " << y;
    EXPECT_EQ(at(c.result(), x, y, 1), green) << x << ", " << y;
    EXPECT_EQ(at(c.result(), x, y, 2), blue) << x << ", " << y;
  };
  for (const int dx : {0, 3}) {
    for (const int dy : {0, 3}) {
      expect(2 + dx, 1 + dy, 255, 0, 0);
      expect(6 + dx, 1 + dy, 0, 255, 0);
      expect(2 + dx, 5 + dy, 0, 0, 255);
      expect(6 + dx, 5 + dy, 90, 90, 90);
    }
  }
  expect(1, 5, 255, 255, 255);
  expect(10, 5, 255, 255, 255);
  expect(5, 0, 255, 255, 255);
  expect(5, 9, 255, 255, 255);
  // A pixel that four of the picture's fall in takes their mean.
  canvas small(1, 1, 1, white);
  small.picture(four, {0, 0, 1, 1}, 0);
  EXPECT_NEAR(at(small.result(), 0, 0, 0), (255 + 90) / 4.0, 1);
  canvas rounded(10, 10, 1, white);
  rounded.picture({1, 1, {0, 0, 0}}, {1, 1, 9, 9}, 4);
  EXPECT_EQ(at(rounded.result(), 1, 1), 255);
  EXPECT_LT(at(rounded.result(), 5, 1), 20);
}

/// The first and the last column that is not white.
std::pair<int, int> inked(const pixels& p) {
  std::pair<int, int> ends{p.width, -1};
  for (int x = 0; x < p.width; ++x) {
    for (int y = 0; y < p.height; ++y) {
      if (at(p, x, y) > 200) continue;
      ends = {std::min(ends.first, x), x};
    }
  }
  return ends;
}

TEST(canvases, set_text_at_its_left_middle_or_right) {
  const program::text_style style{14, 1, black};
  const float width = canvas::width_of("HIH", style);
  EXPECT_NEAR(canvas::width_of("HIHHIH", style), 2 * width, 1e-3);
  EXPECT_EQ(canvas::width_of("", style), 0);
  for (const align side : {align::left, align::centre, align::right}) {
    canvas c(120, 30, 1, white);
    c.text({60, 20}, "HIH", style, side);
    const auto [first, last] = inked(c.result());
    const float from = side == align::left     ? 60
                       : side == align::centre ? 60 - width / 2
                                               : 60 - width;
    EXPECT_NEAR(first, from, 3);
    EXPECT_NEAR(last, from + width, 3);
    // Capitals stand on the baseline, 14 high.
    EXPECT_EQ(row(c.result(), 22), std::string(120, '.'));
    EXPECT_EQ(row(c.result(), 4), std::string(120, '.'));
    EXPECT_NE(row(c.result(), 8), std::string(120, '.'));
    EXPECT_NE(row(c.result(), 18), std::string(120, '.'));
  }
  // Twice the size, twice the width, but for the strokes.
  EXPECT_NEAR(canvas::width_of("HIH", {28, 2, black}), 2 * width, 1e-3);
  EXPECT_GT(canvas::width_of("M", style), canvas::width_of("i", style));
}

program::histogram_chart chart_of(const std::vector<unsigned>& counts) {
  program::histogram_chart chart;
  chart.title = std::string(300, 'W');
  chart.subtitle = "S";
  chart.values = "v";
  chart.dark = chart.bright = {0, 0, 200};
  chart.full = white;
  chart.accent = {200, 0, 0};
  chart.counts = counts;
  chart.picture = {200, 1, std::vector<std::uint8_t>(600, 90)};  // small in the chart
  return chart;
}

/// How many pixels of the mean's colour, red, the box holds.
int reds(const pixels& p, int left, int top, int right, int bottom) {
  int count = 0;
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      count += at(p, x, y, 0) > 150 && at(p, x, y, 1) < 100 ? 1 : 0;
    }
  }
  return count;
}

// The plot lies from 216 to 1736 and from 284 to 1132, in pixels.
TEST(charts, mark_the_mean_at_its_value_and_name_it_on_the_outer_side) {
  for (const bool mean_first : {true, false}) {
    program::histogram_chart chart = chart_of({1, 1, 1, 1});
    chart.mean = mean_first ? 0.25 : 0.75;
    chart.median = 1 - chart.mean;
    const pixels p = draw(chart);
    const int x = 216 + (mean_first ? 380 : 1140);
    EXPECT_GT(reds(p, x - 3, 270, x + 4, 1132), 1000);
    const int left = reds(p, x - 200, 240, x - 4, 284);
    const int right = reds(p, x + 5, 240, x + 200, 284);
    EXPECT_GT(mean_first ? left : right, 100);
    EXPECT_EQ(mean_first ? right : left, 0);
  }
}

TEST(charts, cut_bars_that_tower_over_all_others) {
  const auto blue = [](const pixels& p, int x, int y) { return at(p, x, y) < 50; };
  const pixels cut = draw(chart_of({8, 8, 8, 1000, 8, 8, 8, 8}));
  const pixels whole = draw(chart_of({8, 8, 8, 12, 8, 8, 8, 8}));
  const int x = 216 + 1520 * 7 / 16;  // the middle of the fourth bar
  for (const int y : {284 + 26, 284 + 38}) {
    EXPECT_FALSE(blue(cut, x, y)) << "no gap at " << y;
    EXPECT_TRUE(blue(whole, x, y)) << "a gap at " << y;
  }
  // The count is written beside a bar that is cut, and nowhere else.
  const auto has_ink = [](const pixels& p) {
    for (int y = 280; y < 302; ++y) {
      for (int px = 240; px < 1720; ++px) {
        if (at(p, px, y, 0) < 60 && at(p, px, y, 2) < 80) return true;
      }
    }
    return false;
  };
  EXPECT_TRUE(has_ink(cut));
  EXPECT_FALSE(has_ink(whole));
  EXPECT_TRUE(blue(cut, x, 290));
  EXPECT_TRUE(blue(cut, x, 400));
  EXPECT_FALSE(blue(cut, x + 190, 400)) << "the next bar is not as high";
}

TEST(charts, cut_words_between_letters) {
  const program::text_style style{10, 1, black};
  const auto width = [&](const std::string& words) { return canvas::width_of(words, style); };
  EXPECT_EQ(program::fitted("abc", style, width("abc")), "abc");
  EXPECT_EQ(program::fitted("abcdef", style, width("abc…")), "abc…");
  EXPECT_EQ(program::fitted("abcdef", style, width("abc…") - 0.1F), "ab…");
  EXPECT_EQ(program::fitted("××–×××", style, width("××–…")), "××–…");
  EXPECT_EQ(program::fitted("abc", style, 0), "…");
}

TEST(charts, keep_long_titles_on_the_paper) {
  const pixels p = draw(chart_of({1}));
  int inked_pixels = 0;
  for (int y = 80; y < 140; ++y) {
    for (int x = 2400 - 90; x < 2400; ++x) inked_pixels += at(p, x, y) < 200 ? 1 : 0;
  }
  EXPECT_EQ(inked_pixels, 0);
}

}  // namespace
}  // namespace program_test
