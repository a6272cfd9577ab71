// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Where a chart puts its marks, and what its files are. Needs no device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chart/chart.hpp"
#include "histogram/image.hpp"
#include "program/pixels_in.hpp"

namespace program_test {
namespace {

using program::page_format;
using program::pixels;

program::histogram_chart chart_of(const std::vector<unsigned>& counts) {
  program::histogram_chart chart;
  chart.title = std::string(300, 'W');
  chart.subtitle = "S";
  chart.values = "v";
  chart.dark = chart.bright = {0, 0, 200};
  chart.full = {255, 255, 255};
  chart.accent = {200, 0, 0};
  chart.counts = counts;
  chart.picture = {200, 1, std::vector<std::uint8_t>(600, 90)};  // small in the chart
  return chart;
}

pixels drawn(const program::histogram_chart& chart) {
  const std::string file = program::draw(chart, page_format::png);
  return program::decode_image({file.begin(), file.end()}, "chart");
}

/// How many pixels of the mean's colour, red, the box holds.
int reds(const pixels& p, int left, int top, int right, int bottom) {
  return count_in(left, top, right, bottom,
                  [&](int x, int y) { return at(p, x, y) > 150 && at(p, x, y, 1) < 100; });
}

// The plot lies from 216 to 1736 and from 284 to 1132, in pixels.
TEST(charts, mark_the_mean_at_its_value_and_name_it_on_the_outer_side) {
  for (const bool mean_first : {true, false}) {
    program::histogram_chart chart = chart_of({1, 1, 1, 1});
    chart.mean = mean_first ? 0.25 : 0.75;
    chart.median = 1 - chart.mean;
    const pixels p = drawn(chart);
    const int x = 216 + (mean_first ? 380 : 1140);
    EXPECT_GT(reds(p, x - 3, 270, x + 4, 1132), 1000);
    const int left = reds(p, x - 200, 240, x - 4, 284);
    const int right = reds(p, x + 5, 240, x + 200, 284);
    EXPECT_GT(mean_first ? left : right, 100);
    EXPECT_EQ(mean_first ? right : left, 0);
  }
}

bool blue(const pixels& p, int x, int y) { return at(p, x, y) < 50 && at(p, x, y, 2) > 150; }

TEST(charts, cut_bars_that_tower_over_all_others) {
  const pixels cut = drawn(chart_of({8, 8, 8, 1000, 8, 8, 8, 8}));
  const pixels whole = drawn(chart_of({8, 8, 8, 12, 8, 8, 8, 8}));
  const int x = 216 + 1520 * 7 / 16;  // the middle of the fourth bar
  for (const int y : {284 + 26, 284 + 38}) {
    EXPECT_FALSE(blue(cut, x, y)) << "no gap at " << y;
    EXPECT_TRUE(blue(whole, x, y)) << "a gap at " << y;
  }
  // The count is written beside a bar that is cut, and nowhere else.
  const auto ink = [](const pixels& p) {
    return count_in(240, 280, 1720, 302,
                    [&](int px, int y) { return at(p, px, y) < 60 && at(p, px, y, 2) < 80; });
  };
  EXPECT_GT(ink(cut), 0);
  EXPECT_EQ(ink(whole), 0);
  EXPECT_TRUE(blue(cut, x, 290));
  EXPECT_TRUE(blue(cut, x, 400));
  EXPECT_FALSE(blue(cut, x + 190, 400)) << "the next bar is not as high";
}

TEST(charts, cut_each_bar_that_stands_apart) {
  std::vector<unsigned> counts(120, 8);
  counts[20] = counts[100] = 1000;
  const pixels p = drawn(chart_of(counts));
  for (const int bar : {20, 100}) {
    const int x = 216 + 1520 * (2 * bar + 1) / 240;
    EXPECT_FALSE(blue(p, x, 284 + 26)) << bar;
    EXPECT_TRUE(blue(p, x, 284 + 6)) << bar;
    EXPECT_TRUE(blue(p, x, 284 + 60)) << bar;
  }
}

TEST(charts, write_the_count_of_a_cut_bar_on_paper) {
  for (const int tallest : {20, 99}) {  // its count stands on the side of the middle
    const int second = tallest < 60 ? tallest + 2 : tallest - 2;
    std::vector<unsigned> counts(120, 8);
    counts[tallest] = 1000;
    const pixels free = drawn(chart_of(counts));
    counts[second] = 900;
    const pixels p = drawn(chart_of(counts));
    const int x = 216 + 1520 * (2 * second + 1) / 240;
    EXPECT_TRUE(blue(p, x, 284 + 60)) << "the bar that the count would stand on";
    for (int y = 284 + 2; y < 284 + 22; ++y) {
      for (int beside = x - 3; beside <= x + 3; ++beside) {
        ASSERT_FALSE(blue(p, beside, y)) << tallest << " at " << beside << ", " << y;
        ASSERT_NEAR(at(p, beside, y), at(free, beside, y), 26) << "the words are the same";
      }
    }
  }
}

constexpr std::size_t most_columns = 1520;  // the plot's pixels

// Data first: what is drawn of more bins than there are columns.
TEST(columns, have_each_bin_once_and_at_its_place) {
  for (const std::size_t bins : {1U, 7U, 1519U, 1520U}) {
    std::vector<unsigned> counts(bins);
    for (std::size_t bin = 0; bin < bins; ++bin) counts[bin] = static_cast<unsigned>(bin * 7 % 5);
    EXPECT_EQ(program::columns_of(counts, most_columns), counts) << "a bar for each bin";
  }
  for (const std::size_t bins : {1521U, 2000U, 3040U, 4096U, 65535U, 65536U}) {
    // Counts that rise tell the last bin of each column, counts that fall the first one.
    std::vector<unsigned> rising(bins);
    std::iota(rising.begin(), rising.end(), 1U);
    const std::vector<unsigned> falling(rising.rbegin(), rising.rend());
    const std::vector<unsigned> last = program::columns_of(rising, most_columns);
    const std::vector<unsigned> first = program::columns_of(falling, most_columns);
    ASSERT_EQ(last.size(), most_columns);
    ASSERT_EQ(first.size(), most_columns);
    std::size_t next = 0;
    for (std::size_t column = 0; column < most_columns; ++column) {
      ASSERT_EQ(bins - first[column], next) << "column " << column << " of " << bins;
      EXPECT_GE(next * most_columns, column * bins) << "its first bin begins before it";
      EXPECT_LT((last[column] - 1) * most_columns, (column + 1) * bins) << "its last, after it";
      EXPECT_GE(last[column] - next, bins / most_columns);
      EXPECT_LE(last[column] - next, (bins + most_columns - 1) / most_columns);
      next = last[column];
    }
    EXPECT_EQ(next, bins);
    // And none between them is left out.
    for (std::size_t bin = 0; bin < bins; bin += bins / 301) {
      std::vector<unsigned> counts(bins);
      counts[bin] = 5;
      const std::vector<unsigned> columns = program::columns_of(counts, most_columns);
      ASSERT_EQ(std::count(columns.begin(), columns.end(), 5U), 1) << bin << " of " << bins;
      ASSERT_EQ(std::count(columns.begin(), columns.end(), 0U), 1519) << bin << " of " << bins;
    }
  }
}

TEST(columns, are_as_high_as_the_fullest_of_their_bins) {
  EXPECT_EQ(program::columns_of({3, 1, 4, 1, 5, 9, 2, 6}, 4), (std::vector<unsigned>{3, 4, 9, 6}));
  EXPECT_EQ(program::columns_of({3, 1, 4, 1, 5, 9, 2, 6}, 3), (std::vector<unsigned>{4, 9, 6}));
  EXPECT_EQ(program::columns_of({3, 1, 4, 1, 5, 9, 2, 6}, 1), (std::vector<unsigned>{9}));
}

TEST(columns, are_explained_below_the_chart) {
  const auto caption = [](std::size_t bins) {
    return program::caption_of("brightness", bins, most_columns);
  };
  EXPECT_EQ(caption(1), "brightness");
  EXPECT_EQ(caption(1520), "brightness");
  EXPECT_EQ(caption(1521), "brightness; each column shows the fullest of its 1 or 2 bins");
  EXPECT_EQ(caption(3040), "brightness; each column shows the fullest of its 2 bins");
  EXPECT_EQ(caption(65536), "brightness; each column shows the fullest of its 43 or 44 bins");
  // And the chart has it: words on both sides of the middle, where one letter stands alone else.
  const auto inked = [](const pixels& p, int left, int right, int top = 1230, int bottom = 1256) {
    return count_in(left, top, right, bottom, [&](int x, int y) { return at(p, x, y) < 180; });
  };
  const pixels few = drawn(chart_of(std::vector<unsigned>(most_columns, 8)));
  const pixels many = drawn(chart_of(std::vector<unsigned>(65536, 8)));
  EXPECT_GT(inked(few, 960, 992), 10) << "the letter";
  for (const int left : {700, 1050}) {
    EXPECT_EQ(inked(few, left, left + 200), 0);
    EXPECT_GT(inked(many, left, left + 200), 500);
  }
  // So have the words above the axis of counts, which are longer then.
  EXPECT_EQ(inked(few, 320, 376, 234, 248), 0);
  EXPECT_GT(inked(many, 320, 376, 234, 248), 50);
}

/// Whether the pixel has the bars' very colour, and nothing else shines through.
bool solid(const pixels& p, int x, int y) {
  return at(p, x, y, 0) == 0 && at(p, x, y, 1) == 0 && at(p, x, y, 2) == 200;
}

TEST(charts, show_one_full_bin_among_65536_at_its_full_height) {
  for (const std::size_t bin : {1000U, 12345U, 32768U, 50000U, 65535U}) {
    std::vector<unsigned> counts(65536, 8);
    counts[bin] = 20;
    const pixels p = drawn(chart_of(counts));
    const int x = 216 + static_cast<int>(bin * most_columns / 65536);
    for (int y = 284; y < 1130; ++y) {
      ASSERT_TRUE(solid(p, x, y)) << bin << " at " << x << ", " << y;
      if (y > 700) continue;  // What its neighbours reach: 8 of 20.
      for (const int beside : {x - 1, x + 1}) {
        ASSERT_GT(at(p, beside, y), 200) << bin << " at " << beside << ", " << y;
      }
    }
  }
}

TEST(charts, fill_the_plot_where_all_bins_are_alike) {
  for (const std::size_t bins : {256U, 1520U, 1521U, 4096U, 65536U}) {
    const pixels p = drawn(chart_of(std::vector<unsigned>(bins, 8)));
    // All but the axis, and the lines of the mean and the median at 0.
    for (int y = 284; y < 1130; ++y) {
      for (int x = 222; x < 1736; ++x) {
        ASSERT_TRUE(solid(p, x, y)) << bins << " bins at " << x << ", " << y;
      }
    }
  }
}

TEST(charts, have_no_haze_however_many_bins_there_are) {
  std::mt19937 random(1);
  std::vector<unsigned> counts(65536);
  for (unsigned& c : counts) c = random() % 100 == 0 ? random() % 1000 : 0;
  const pixels p = drawn(chart_of(counts));
  const auto paper_or_grid = [&](int x, int y) {
    return at(p, x, y) == 255 || (at(p, x, y, 0) == 231 && at(p, x, y, 2) == 240);
  };
  int filled = 0;
  for (int x = 222; x < 1736; ++x) {
    int mixed = 0;
    for (int y = 284; y < 1130; ++y) {
      filled += solid(p, x, y) ? 1 : 0;
      mixed += solid(p, x, y) || paper_or_grid(x, y) ? 0 : 1;
      // Nothing but the column's own colour is below its top.
      const bool is_below_top = y > 284 && solid(p, x, y - 1);
      ASSERT_TRUE(!is_below_top || solid(p, x, y)) << x << ", " << y;
    }
    ASSERT_LE(mixed, 1) << "more than a top that covers a part of its pixel, at " << x;
  }
  EXPECT_GT(filled, 100000);
}

TEST(charts, cut_words_between_letters) {
  const program::text_style style{10, false, {0, 0, 0}};
  const program::cairo_owner<cairo_surface_t> nowhere(
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1));
  program::canvas on(*nowhere, 1);
  const auto width = [&](const std::string& words) { return on.width_of(words, style); };
  const auto fitted = [&](const std::string& words, double room) {
    return program::fitted(on, words, style, room);
  };
  EXPECT_EQ(fitted("abc", width("abc")), "abc");
  EXPECT_EQ(fitted("abcdef", width("abc…")), "abc…");
  EXPECT_EQ(fitted("abcdef", width("abc…") - 0.1), "ab…");
  EXPECT_EQ(fitted("××–×××", width("××–…")), "××–…");
  EXPECT_EQ(fitted("abc", 0), "…");
  EXPECT_EQ(fitted("caf\xe9\n", 1000), "caf\uFFFD\uFFFD");
}

TEST(charts, keep_long_titles_on_the_paper) {
  const pixels p = drawn(chart_of({1}));
  const auto inked = [&](int left, int right) {
    return count_in(left, 80, right, 140, [&](int x, int y) { return at(p, x, y) < 200; });
  };
  EXPECT_EQ(inked(2400 - 90, 2400), 0);
  EXPECT_GT(inked(2400 - 200, 2400 - 90), 100) << "the room is not used";
}

TEST(pages, are_of_the_format_that_their_name_ends_in) {
  using program::page_format_of;
  for (const char* name : {"a.svg", "a.SVG", "a.b.Svg", "dir.pdf/a.svg", " .svg"}) {
    EXPECT_EQ(page_format_of(name), page_format::svg) << name;
  }
  for (const char* name : {"a.pdf", "a.PDF", "../a.svg.pdF"}) {
    EXPECT_EQ(page_format_of(name), page_format::pdf) << name;
  }
  for (const char* name : {"a.png", "a", "", "svg", ".svg", "a.svgz", "a.svg.png", "a.jpeg", "a.",
                           "dir.svg/a", "a.pdf ", "a.\xf3vg"}) {
    EXPECT_EQ(page_format_of(name), page_format::png) << name;
  }
}

std::size_t count_of(const std::string& words, const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(words, at)) != std::string::npos; ++at) ++count;
  return count;
}

/// Checks that each element is closed, in the right order and in one root, and what else may be
/// amiss with text in XML: an ampersand that begins no character, a control character.
void expect_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  int roots = 0;
  std::size_t end = 0;
  for (std::size_t at = 0; (at = xml.find('<', at)) != std::string::npos; at = end) {
    bool quoted = false;
    for (end = at + 1; end < xml.size() && (quoted || xml[end] != '>'); ++end) {
      if (xml[end] == '"') quoted = !quoted;
      ASSERT_NE(xml[end], '<') << xml.substr(at, 60);
    }
    ASSERT_LT(end, xml.size()) << "not closed: " << xml.substr(at, 60);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag[0] == '/') {
      ASSERT_FALSE(open.empty()) << tag;
      ASSERT_EQ(open.back(), tag.substr(1));
      open.pop_back();
    } else if (tag[0] != '?') {
      if (open.empty()) ++roots;
      if (tag.back() != '/') open.push_back(tag.substr(0, tag.find_first_of(" \n")));
    }
  }
  EXPECT_TRUE(open.empty()) << open.back() << " is not closed";
  EXPECT_EQ(roots, 1);
  for (std::size_t sign = 0; (sign = xml.find('&', sign)) != std::string::npos; ++sign) {
    EXPECT_LT(xml.find(';', sign), sign + 6) << xml.substr(sign, 20);
  }
  for (const char c : xml) ASSERT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

program::histogram_chart titled(const std::string& title) {
  program::histogram_chart chart = chart_of({3, 1, 4, 1, 5, 9, 2, 6});
  chart.title = title;
  return chart;
}

TEST(pages, as_svg_are_well_formed_and_have_their_size_and_title) {
  const std::string svg = program::draw(titled("Brightness of a.png"), page_format::svg);
  EXPECT_EQ(svg.rfind("<?xml ", 0), 0U);
  expect_well_formed(svg);
  const std::string root = svg.substr(svg.find("<svg"), svg.find("<title>") - svg.find("<svg"));
  EXPECT_NE(root.find("width=\"1200pt\""), std::string::npos) << root;
  EXPECT_NE(root.find("height=\"675pt\""), std::string::npos) << root;
  EXPECT_NE(root.find("viewBox=\"0 0 1200 675\""), std::string::npos) << root;
  EXPECT_EQ(count_of("<title>Brightness of a.png</title>", svg), 1U);
}

TEST(pages, as_svg_say_any_title) {
  const std::string svg =
      program::draw(titled("<b> & \"q\" > 'x' caf\xe9\n\uFFFF"), page_format::svg);
  expect_well_formed(svg);
  EXPECT_EQ(count_of("<title>&lt;b&gt; &amp; \"q\" &gt; 'x' caf\uFFFD\uFFFD\uFFFD</title>", svg),
            1U);
}

TEST(pages, as_pdf_have_one_page_their_size_and_title_and_no_date) {
  const std::string pdf = program::draw(titled("Brightness of a.png"), page_format::pdf);
  EXPECT_EQ(pdf.rfind("%PDF-1.4", 0), 0U) << pdf.substr(0, 10);
  EXPECT_NE(pdf.rfind("%%EOF"), std::string::npos);
  EXPECT_EQ(count_of("/Type /Page ", pdf) + count_of("/Type /Page\n", pdf), 1U);
  EXPECT_EQ(count_of("/Count 1", pdf), 1U);
  EXPECT_EQ(count_of("/MediaBox [ 0 0 1200 675 ]", pdf), 1U);
  EXPECT_EQ(count_of("/Title (Brightness of a.png)", pdf), 1U);
  EXPECT_EQ(count_of("Date", pdf), 0U);
  EXPECT_GE(count_of("/ToUnicode", pdf), 2U) << "its text cannot be searched";
  const std::string odd = program::draw(titled("(caf\xe9\n\\"), page_format::pdf);
  EXPECT_EQ(odd.rfind("%PDF", 0), 0U);
  EXPECT_EQ(count_of("/Title ", odd), 1U);
}

// Where Cairo cannot say something in a format, it puts a picture of it there.
TEST(pages, are_shapes_but_for_the_photograph_as_it_is) {
  for (const std::size_t bins : {1U, 256U, 65536U}) {
    program::histogram_chart chart = chart_of(std::vector<unsigned>(bins, 1));
    chart.counts[bins / 2] = 2;
    chart.picture = {300, 200, std::vector<std::uint8_t>(std::size_t{300} * 200 * 3, 90)};
    const std::string svg = program::draw(chart, page_format::svg);
    EXPECT_EQ(count_of("<image ", svg), 1U) << bins;
    EXPECT_EQ(count_of("width=\"300\" height=\"200\"", svg), 1U) << bins;
    EXPECT_EQ(count_of("<filter ", svg), 0U) << bins;
    const std::string pdf = program::draw(chart, page_format::pdf);
    EXPECT_EQ(count_of("/Subtype /Image", pdf), 1U) << bins;
    EXPECT_EQ(count_of("/Width 300", pdf), 1U) << bins;
    EXPECT_EQ(count_of("/Height 200", pdf), 1U) << bins;
  }
}

TEST(pages, stay_small_however_many_bins_there_are) {
  // Noise, and 600 bins that tower over it: as much to draw as there can be.
  std::mt19937 random(1);
  std::vector<unsigned> counts(65536);
  for (unsigned& c : counts) c = random() % 1000;
  for (std::size_t i = 0; i < counts.size(); i += 109) counts[i] = 100000;
  const program::histogram_chart chart = chart_of(counts);
  constexpr std::size_t thousand = 1000;
  const std::string svg = program::draw(chart, page_format::svg);
  expect_well_formed(svg);
  EXPECT_LT(svg.size(), 200 * thousand);
  EXPECT_LT(program::draw(chart, page_format::pdf).size(), 60 * thousand);
  EXPECT_LT(program::draw(chart, page_format::png).size(), 300 * thousand);
}

TEST(pages, stay_small_however_large_the_photograph_is) {
  std::mt19937 random(1);
  program::histogram_chart chart = chart_of({1});
  chart.picture = {3000, 2000, std::vector<std::uint8_t>(std::size_t{3000} * 2000 * 3)};
  for (std::uint8_t& byte : chart.picture.bytes) byte = static_cast<std::uint8_t>(random());
  constexpr std::size_t million = 1000 * 1000;
  EXPECT_LT(program::draw(chart, page_format::svg).size(), 4 * million);
  EXPECT_LT(program::draw(chart, page_format::pdf).size(), 3 * million);
  EXPECT_LT(program::draw(chart, page_format::png).size(), 2 * million);
}

}  // namespace
}  // namespace program_test
