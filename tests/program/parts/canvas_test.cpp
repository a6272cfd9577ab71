// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What a canvas draws, pixel by pixel. Needs no device.

#include <cairo.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "chart/canvas.hpp"
#include "program/pixels_in.hpp"

namespace program_test {
namespace {

using program::align;
using program::box;
using program::canvas;
using program::colour;
using program::pixels;

constexpr colour white{255, 255, 255};
constexpr colour black{0, 0, 0};

/// A canvas whose pixels can be looked at.
class sheet {
 public:
  sheet(int width, int height, double scale = 1)
      : image_(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height)),
        canvas_(*image_, scale) {}

  canvas* operator->() { return &canvas_; }
  pixels result() const {
    canvas_.finish();
    cairo_surface_flush(image_.get());
    program::check(cairo_surface_status(image_.get()));
    pixels made{cairo_image_surface_get_width(image_.get()),
                cairo_image_surface_get_height(image_.get()),
                {}};
    for (int y = 0; y < made.height; ++y) {
      const unsigned char* row = cairo_image_surface_get_data(image_.get()) +
                                 std::ptrdiff_t{y} * cairo_image_surface_get_stride(image_.get());
      for (int x = 0; x < made.width; ++x) {
        std::uint32_t rgb = 0;
        std::memcpy(&rgb, row + std::ptrdiff_t{x} * 4, sizeof(rgb));
        for (const unsigned shift : {16U, 8U, 0U}) {
          made.bytes.push_back(static_cast<std::uint8_t>(rgb >> shift));
        }
      }
    }
    return made;
  }

 private:
  program::cairo_owner<cairo_surface_t> image_;
  canvas canvas_;
};

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

TEST(canvases, are_white) {
  for (const std::uint8_t byte : sheet(10, 6, 2).result().bytes) EXPECT_EQ(byte, 255);
}

TEST(canvases, fill_boxes_by_coverage) {
  sheet c(8, 6);
  c->fill({2, 1, 5.25, 4.5}, black);
  EXPECT_EQ(row(c.result(), 0), "........");
  EXPECT_EQ(row(c.result(), 1), "..###+..");
  EXPECT_EQ(row(c.result(), 4), "..++++..");
  EXPECT_EQ(row(c.result(), 5), "........");
  EXPECT_NEAR(at(c.result(), 5, 1), 191, 1) << "a quarter";
  EXPECT_NEAR(at(c.result(), 2, 4), 128, 1) << "a half";
  sheet faint(2, 1);
  faint->fill({0, 0, 1, 1}, colour{55, 155, 255} * 0.5);
  EXPECT_NEAR(at(faint.result(), 0, 0, 0), 155, 1);
  EXPECT_NEAR(at(faint.result(), 0, 0, 1), 205, 1);
  EXPECT_NEAR(at(faint.result(), 0, 0, 2), 255, 1);
  EXPECT_EQ(at(faint.result(), 1, 0), 255);
  sheet beyond(4, 4, 2);  // Two pixels a point; what lies outside is cut off.
  beyond->fill({-3, 1, 0.5, 9}, black);
  EXPECT_EQ(row(beyond.result(), 1), "....");
  EXPECT_EQ(row(beyond.result(), 2), "#...");
}

TEST(canvases, round_the_corners_of_boxes) {
  sheet c(14, 12);
  c->fill({2, 1, 12, 11}, black, 4);
  EXPECT_EQ(row(c.result(), 0), "..............");
  for (const int x : {2, 11}) {
    for (const int y : {1, 10}) EXPECT_EQ(at(c.result(), x, y), 255) << "the corner at " << x;
  }
  EXPECT_EQ(row(c.result(), 6), "..##########..");
  EXPECT_EQ(column(c.result(), 7), ".##########.");
}

TEST(canvases, fill_boxes_with_colours_from_left_to_right) {
  sheet c(12, 3);
  c->fill({1, 1, 11, 2}, black, {200, 0, 0});
  EXPECT_EQ(row(c.result(), 0), "............");
  EXPECT_EQ(row(c.result(), 2), "............");
  EXPECT_EQ(at(c.result(), 0, 1), 255);
  for (int x = 0; x < 10; ++x) EXPECT_NEAR(at(c.result(), 1 + x, 1), 10 + 20 * x, 2);
  EXPECT_EQ(at(c.result(), 11, 1), 255);
}

TEST(canvases, draw_bars_with_gaps) {
  for (const double scale : {1.0, 2.0}) {
    sheet c(14, 12, scale);
    c->bars({2 / scale, 1 / scale, 12 / scale, 11 / scale}, {1 / scale, 6 / scale}, 2 / scale,
            black, black);
    EXPECT_EQ(row(c.result(), 0), "..............");
    EXPECT_EQ(row(c.result(), 1), "...###........") << scale;
    EXPECT_EQ(row(c.result(), 5), "...###........") << scale;
    EXPECT_EQ(row(c.result(), 6), "...###..###...") << scale;
    EXPECT_EQ(row(c.result(), 10), "...###..###...") << scale;
    EXPECT_EQ(row(c.result(), 11), "..............");
  }
}

TEST(canvases, draw_bars_without_seams) {
  sheet c(12, 6);
  c->bars({1, 1, 11, 5}, {1, 1, 3, 3, 2, 2, 5}, 0, black, black);
  // The bars end at 1 + 10 k / 7: 2.43, 3.86, 5.29, 6.71, 8.14, 9.57.
  EXPECT_EQ(row(c.result(), 0), "............");
  EXPECT_EQ(row(c.result(), 1), ".##+........");
  EXPECT_EQ(row(c.result(), 2), ".##+..+##+..");
  EXPECT_EQ(row(c.result(), 3), ".########+..");
  EXPECT_EQ(row(c.result(), 4), ".########+..");
  EXPECT_EQ(row(c.result(), 5), "............");
}

TEST(canvases, draw_bars_that_are_narrower_than_a_pixel) {
  for (const std::size_t count : {20U, 40U, 80U}) {
    std::vector<double> tops(count, 4);  // every second one is empty
    for (std::size_t i = 0; i < count; i += 2) tops[i] = 1;
    sheet c(10, 4);
    c->bars({0, 0, 10, 4}, tops, 0, black, black);
    for (int x = 0; x < 10; ++x) {
      EXPECT_EQ(at(c.result(), x, 0), 255);
      EXPECT_NEAR(at(c.result(), x, 2), 127.5, 2) << count << " bars, at " << x;
    }
  }
}

TEST(canvases, colour_bars_from_left_to_right) {
  for (const std::size_t count : {5U, 4000U}) {
    sheet c(10, 2);
    c->bars({0, 0, 10, 2}, std::vector<double>(count, 0), 0, black, {200, 0, 0});
    for (int x = 0; x < 10; ++x) EXPECT_NEAR(at(c.result(), x, 1), 10 + 20 * x, 2) << count;
  }
}

TEST(canvases, draw_lines_with_round_ends) {
  sheet c(14, 9);
  c->line({0, 8.5}, {1, 8.5}, 1, white, {1, 1});  // No dashes are left from here.
  c->line({4, 4}, {10, 4}, 4, black);
  EXPECT_EQ(row(c.result(), 1), "..............");
  EXPECT_EQ(column(c.result(), 7), "..####...");
  EXPECT_EQ(row(c.result(), 3).substr(3, 8), "########") << row(c.result(), 3);
  EXPECT_EQ(at(c.result(), 1, 4), 255);
  EXPECT_EQ(at(c.result(), 12, 4), 255);
  EXPECT_GT(at(c.result(), 2, 2), 100) << "the end is round";
}

TEST(canvases, draw_dashes_with_gaps) {
  sheet c(24, 5);
  c->line({1, 2.5}, {23, 2.5}, 1, black, {4, 6});
  const std::string found = row(c.result(), 2);
  EXPECT_EQ(found.substr(1, 4), "####") << found;
  EXPECT_EQ(found.substr(6, 4), "....") << found;
  EXPECT_EQ(found.substr(11, 4), "####") << found;
  EXPECT_EQ(found.substr(16, 4), "....") << found;
  EXPECT_EQ(at(c.result(), 22, 2), 0) << found;
  sheet upright(5, 14);
  upright->line({2.5, 0}, {2.5, 14}, 1, black, {3, 4});
  EXPECT_EQ(column(upright.result(), 2).substr(1, 2), "##");
  EXPECT_EQ(column(upright.result(), 2).substr(4, 2), "..");
  EXPECT_EQ(column(upright.result(), 2).substr(8, 2), "##");
}

TEST(canvases, show_pictures_resampled) {
  // Red and green above, blue and grey below.
  const pixels four = {2, 2, {255, 0, 0, 0, 255, 0, 0, 0, 255, 90, 90, 90}};
  sheet c(12, 10);
  c->picture(four, {2, 1, 10, 9}, 0);
  const pixels p = c.result();
  const auto expect = [&](int x, int y, int red, int green, int blue) {
    EXPECT_EQ(at(p, x, y, 0), red) << x << ", " << y;
    EXPECT_EQ(at(p, x, y, 1), green) << x << ", " << y;
    EXPECT_EQ(at(p, x, y, 2), blue) << x << ", " << y;
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
  sheet small(1, 1);
  small->picture(four, {0, 0, 1, 1}, 0);
  EXPECT_NEAR(at(small.result(), 0, 0, 0), (255 + 90) / 4.0, 3);
  sheet rounded(10, 10);
  rounded->picture({1, 1, {0, 0, 0}}, {1, 1, 9, 9}, 4);
  EXPECT_EQ(at(rounded.result(), 1, 1), 255);
  EXPECT_LT(at(rounded.result(), 5, 1), 20);
}

/// A picture of that width, red in its left part and blue in the rest.
pixels two_halves(int width, int height, int red_columns) {
  pixels made{width, height, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const std::uint8_t red = x < red_columns ? 255 : 0;
      made.bytes.insert(made.bytes.end(), {red, 0, static_cast<std::uint8_t>(255 - red)});
    }
  }
  return made;
}

TEST(canvases, show_pictures_of_any_size) {
  // More pixels than Cairo takes in a row, and numbers of them that do not divide evenly.
  for (const int width : {1023, 1024, 1025, 2500, 40000}) {
    sheet c(10, 4);
    c->picture(two_halves(width, 3, width / 2), {0, 0, 10, 4}, 0);
    for (int y = 0; y < 4; ++y) {
      EXPECT_GT(at(c.result(), 3, y, 0), 250) << width;
      EXPECT_LT(at(c.result(), 3, y, 2), 5) << width;
      EXPECT_LT(at(c.result(), 6, y, 0), 5) << width;
      EXPECT_GT(at(c.result(), 6, y, 2), 250) << width;
    }
  }
  sheet tall(4, 10);
  tall->picture({1, 3000, std::vector<std::uint8_t>(9000, 60)}, {1, 0, 2, 10}, 0);
  for (int y = 0; y < 10; ++y) {
    EXPECT_NEAR(at(tall.result(), 1, y), 60, 1);
    EXPECT_EQ(at(tall.result(), 2, y), 255);
  }
  // Every pixel counts, not one in each place: a third of these are white.
  pixels stripes{3072, 1, {}};
  for (int x = 0; x < 3072; ++x) stripes.bytes.insert(stripes.bytes.end(), 3, x % 3 ? 0 : 255);
  sheet mean(8, 1);
  mean->picture(stripes, {0, 0, 8, 1}, 0);
  for (int x = 0; x < 8; ++x) EXPECT_NEAR(at(mean.result(), x, 0), 85, 2);
}

/// The first and the last column, and the first and the last row, that is not white.
box inked(const pixels& p) {
  box ends{1e9, 1e9, -1, -1};
  for (int x = 0; x < p.width; ++x) {
    for (int y = 0; y < p.height; ++y) {
      if (at(p, x, y) > 200) continue;
      ends = {std::min<double>(ends.left, x), std::min<double>(ends.top, y),
              std::max<double>(ends.right, x), std::max<double>(ends.bottom, y)};
    }
  }
  return ends;
}

TEST(canvases, set_text_at_its_left_middle_or_right) {
  for (const bool bold : {false, true}) {
    const program::text_style style{14, bold, black};
    const double width = sheet(1, 1)->width_of("HIH", style);
    for (const align side : {align::left, align::centre, align::right}) {
      sheet c(120, 30);
      c->text({60, 20}, "HIH", style, side);
      const box ink = inked(c.result());
      const double from = side == align::left     ? 60
                          : side == align::centre ? 60 - width / 2
                                                  : 60 - width;
      EXPECT_NEAR(ink.left, from, 3);
      EXPECT_NEAR(ink.right, from + width, 3);
      // Capitals stand on the baseline, 14 high.
      EXPECT_EQ(ink.top, 6);
      EXPECT_EQ(ink.bottom, 19);
    }
  }
}

TEST(canvases, measure_text) {
  sheet c(1, 1, 2);
  const program::text_style style{14, false, black};
  const double width = c->width_of("HIH", style);
  EXPECT_GT(width, 14);
  EXPECT_NEAR(sheet(1, 1)->width_of("HIH", style), width, 1e-3) << "at another scale";
  EXPECT_NEAR(c->width_of("HIHHIH", style), 2 * width, 1e-3);
  EXPECT_EQ(c->width_of("", style), 0);
  EXPECT_NEAR(c->width_of("HIH", {28, false, black}), 2 * width, 1e-3);
  EXPECT_GT(c->width_of("HIH", {14, true, black}), 1.05 * width);
  EXPECT_GT(c->width_of("M", style), c->width_of("i", style));
}

TEST(canvases, set_bold_text_with_more_ink) {
  const auto darkness = [](bool bold) {
    sheet c(120, 30);
    c->text({10, 20}, "HIH", {14, bold, black});
    const pixels p = c.result();
    int sum = 0;
    for (const std::uint8_t byte : p.bytes) sum += 255 - byte;
    return sum;
  };
  EXPECT_GT(darkness(true), 1.3 * darkness(false));
}

TEST(canvases, say_what_could_not_be_drawn) {
  const program::cairo_owner<cairo_surface_t> image(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, 9, 9));
  canvas c(*image, 1);
  c.fill({1, 1, 5, 5}, black);
  c.finish();
  cairo_surface_finish(image.get());
  c.fill({1, 1, 5, 5}, black);
  try {
    c.finish();
    FAIL() << "nothing was said";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()).rfind("the chart cannot be drawn: ", 0), 0U);
  }
}

TEST(printable_text, is_utf8_without_control_characters) {
  using program::printable;
  const std::string sign = "\uFFFD";
  EXPECT_EQ(printable(""), "");
  EXPECT_EQ(printable("a ~\"\\/"), "a ~\"\\/");
  EXPECT_EQ(printable("512 × 512 – µ…"), "512 × 512 – µ…");
  EXPECT_EQ(printable("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"), "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf");
  EXPECT_EQ(printable("caf\xe9.png"), "caf" + sign + ".png") << "Latin-1";
  EXPECT_EQ(printable("\x80x"), sign + "x") << "begins in the middle";
  EXPECT_EQ(printable("\xc3x"), sign + "x");
  EXPECT_EQ(printable("a\xe2\x80"), "a" + sign) << "cut short";
  EXPECT_EQ(printable("\xc1\xbf"), sign + sign) << "longer than need be";
  EXPECT_EQ(printable("\xed\xa0\x80"), sign + sign + sign) << "half of a pair";
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), sign + sign + sign + sign) << "beyond the last";
  EXPECT_EQ(printable("a\nb\tc\x1b\x7f"), "a" + sign + "b" + sign + "c" + sign + sign);
  EXPECT_EQ(printable(std::string("a\0b", 3)), "a" + sign + "b");
  EXPECT_EQ(printable("\uFFFEx\uFFFF\uFFFD"), sign + "x" + sign + sign) << "no characters";
}

}  // namespace
}  // namespace program_test
