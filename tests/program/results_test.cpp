// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program finds out and writes, against counts made here in another way.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "histogram/image.hpp"
#include "pixels_in.hpp"
#include "program_run.hpp"

namespace program_test {
namespace {

using program::load_image;
using program::pixels;

/// Pixels of each bin. The bin is looked up among the bins' lower edges, k / bins, as fractions.
std::vector<unsigned> expected_counts(const pixels& p, const std::string& channel,
                                      std::uint64_t bins) {
  std::vector<std::uint64_t> edges;  // times bins * 255 * 10000
  for (std::uint64_t k = 0; k < bins; ++k) edges.push_back(k * 2550000);
  std::vector<unsigned> counts(bins);
  for (std::size_t i = 0; i < p.bytes.size(); i += 3) {
    const std::uint64_t red = p.bytes[i];
    const std::uint64_t green = p.bytes[i + 1];
    const std::uint64_t blue = p.bytes[i + 2];
    const std::uint64_t value = channel == "red"     ? red * 10000
                                : channel == "green" ? green * 10000
                                : channel == "blue"  ? blue * 10000
                                                     : red * 2126 + green * 7152 + blue * 722;
    const auto above = std::upper_bound(edges.begin(), edges.end(), value * bins);
    ++counts[static_cast<std::size_t>(above - edges.begin()) - 1];
  }
  return counts;
}

class results : public program_run {
 protected:
  nlohmann::json histogram(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "histogram");
    arguments.insert(arguments.end(), {"--json", "-"});
    const outcome o = run(arguments);
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_EQ(o.err, "");
    return nlohmann::json::parse(o.out);
  }
  std::vector<unsigned> counts(const std::string& image, unsigned bins,
                               const std::string& channel = "brightness") {
    return histogram({image, "--bins", std::to_string(bins), "--channel", channel})["counts"];
  }
};

using list = std::vector<unsigned>;

TEST_F(results, photograph_in_every_channel) {
  const pixels p = load_image(DIATOMIC_PHOTOGRAPH);
  for (const char* channel : {"brightness", "red", "green", "blue"}) {
    for (const unsigned bins : {1U, 7U, 255U, 256U}) {
      EXPECT_EQ(counts(DIATOMIC_PHOTOGRAPH, bins, channel), expected_counts(p, channel, bins))
          << channel << ", " << bins;
    }
  }
}

TEST_F(results, photograph_in_more_bins_than_shared_memory_holds) {
  const pixels p = load_image(DIATOMIC_PHOTOGRAPH);
  const auto few = histogram({DIATOMIC_PHOTOGRAPH, "--bins", "256"});
  EXPECT_EQ(few["counted_in"], "shared memory");
  const auto many = histogram({DIATOMIC_PHOTOGRAPH, "--bins", "65536"});
  EXPECT_EQ(many["counted_in"], "global memory");
  EXPECT_EQ(many["counts"].get<list>(), expected_counts(p, "brightness", 65536));
}

TEST_F(results, white_falls_in_the_last_bin) {
  make_file(path("white.ppm"), ppm(3, 1, std::string(9, '\xff')));
  for (const unsigned bins : {1U, 2U, 3U, 10U, 256U, 1000U}) {
    list expected(bins);
    expected.back() = 3;
    EXPECT_EQ(counts("white.ppm", bins), expected);
    EXPECT_EQ(counts("white.ppm", bins, "green"), expected);
  }
}

TEST_F(results, every_value_of_a_byte) {
  std::string samples;
  for (int v = 0; v < 256; ++v) samples.append(3, static_cast<char>(v));
  make_file(path("ramp.ppm"), ppm(256, 1, samples));
  EXPECT_EQ(counts("ramp.ppm", 256), list(256, 1));
  list tens(10, 25);  // 0, 25.5, 51, 76.5 ...: odd bins end on a half, so they have 26, and 255.
  for (std::size_t i = 0; i < 10; i += 2) tens[i] = 26;
  tens[9] = 26;
  EXPECT_EQ(counts("ramp.ppm", 10), tens);
}

TEST_F(results, csv_says_what_json_says) {
  const std::string out =
      output_of({"histogram", DIATOMIC_PHOTOGRAPH, "--bins", "100", "--csv", "-"});
  std::istringstream lines(out);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "bin,from,to,pixels");
  list found;
  while (std::getline(lines, line)) {
    unsigned bin = 0;
    double from = 0;
    double to = 0;
    unsigned pixels = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%u,%lf,%lf,%u", &bin, &from, &to, &pixels), 4) << line;
    EXPECT_EQ(bin, found.size());
    EXPECT_DOUBLE_EQ(from, bin / 100.0);
    EXPECT_DOUBLE_EQ(to, (bin + 1) / 100.0);
    found.push_back(pixels);
  }
  EXPECT_EQ(found, expected_counts(load_image(DIATOMIC_PHOTOGRAPH), "brightness", 100));
}

TEST_F(results, json_of_a_name_that_is_not_utf8) {
  const std::string name = "caf\xe9.ppm";
  make_file(path(name), ppm(1, 1, "abc"));
  EXPECT_EQ(histogram({name})["pixels"], 1);
}

TEST_F(results, chart_is_drawn_to_scale) {
  // Four bins of 100, 50, 0 and 25 pixels.
  std::string samples(300, '\x10');
  samples += std::string(150, '\x50') + std::string(75, '\xf0');
  make_file(path("a.ppm"), ppm(175, 1, samples));
  const std::string out = output_of({"histogram", "a.ppm", "--bins", "4"});
  expect_contains(out, "histogram.png");
  const pixels chart = load_image(path("histogram.png"));
  EXPECT_EQ(chart.width, 2400);
  EXPECT_EQ(chart.height, 1350);
  // The plot, in pixels, lies from 216 to 1736; a bar's colour has much more blue than red.
  const auto height_of_bar = [&](int bin) {
    const int x = 216 + 1520 * bin / 4 + 30;  // clear of the lines for mean and median
    int height = 0;
    for (int y = 1130; y > 250 && at(chart, x, y, 2) > at(chart, x, y) + 40; --y) ++height;
    return height;
  };
  const int tallest = height_of_bar(0);
  EXPECT_GT(tallest, 700);
  EXPECT_NEAR(height_of_bar(1), tallest / 2.0, 3);
  EXPECT_LE(height_of_bar(2), 1);
  EXPECT_NEAR(height_of_bar(3), tallest / 4.0, 3);
}

TEST_F(results, chart_of_any_shape) {
  make_file(path("dot.ppm"), ppm(1, 1, "abc"));
  make_file(path("tall.ppm"), ppm(1, 3000, std::string(9000, 'x')));
  make_file(path("wide.ppm"), ppm(3000, 1, std::string(9000, 'x')));
  for (const char* name : {"dot.ppm", "tall.ppm", "wide.ppm"}) {
    for (const char* bins : {"1", "2", "65536"}) {
      output_of({"histogram", name, "--bins", bins, "-o", "chart.png"});
      EXPECT_EQ(load_image(path("chart.png")).width, 2400);
    }
  }
}

// parts/chart_test.cpp has more names.
TEST_F(results, chart_in_the_format_that_its_name_ends_in) {
  using known = std::pair<const char*, const char*>;
  for (const auto& [name, start] :
       {known{"chart.jpeg", "\x89PNG"}, {"chart.svg", "<?xml"}, {"chart.Pdf", "%PDF-"}}) {
    output_of({"histogram", DIATOMIC_PHOTOGRAPH, "--output", name});
    const std::string file = contents_of(path(name));
    EXPECT_EQ(file.rfind(start, 0), 0U) << name << " begins with " << file.substr(0, 5);
    // No date and no number that differs from run to run.
    output_of({"histogram", DIATOMIC_PHOTOGRAPH, "--output", name});
    EXPECT_TRUE(contents_of(path(name)) == file) << name << " is another the second time";
  }
  const std::string title = "Brightness of astronaut.png";
  expect_contains(contents_of(path("chart.svg")), "<title>" + title);
  expect_contains(contents_of(path("chart.Pdf")), "/Title (" + title);
}

// There is always something to write with, and its capitals are as high.
TEST_F(results, chart_without_any_font) {
  make_file(path("a.ppm"), ppm(1, 1, "abc"));
  make_file(path("none.conf"), "<?xml version=\"1.0\"?>\n<fontconfig></fontconfig>\n");
  const auto rows_of_the_title = [&] {
    const pixels chart = load_image(path("chart.png"));
    std::vector<int> rows;
    for (int y = 40; y < 150; ++y) {
      for (int x = 96; x < 120; ++x) {
        if (at(chart, x, y) > 128) continue;
        rows.push_back(y);
        break;
      }
    }
    return rows;
  };
  output_of({"histogram", "a.ppm", "-o", "chart.png"});
  const auto with = rows_of_the_title();  // those of the B of Brightness
  for (const char* name : {"chart.png", "chart.svg", "chart.pdf"}) {
    output_of({"histogram", "a.ppm", "-o", name},
              {{"FONTCONFIG_FILE", path("none.conf").string()}});
  }
  const auto without = rows_of_the_title();
  ASSERT_FALSE(with.empty());
  ASSERT_FALSE(without.empty());
  EXPECT_NEAR(with.front(), without.front(), 3);
  EXPECT_NEAR(with.back(), without.back(), 3);
}

TEST_F(results, device_that_is_not_there) {
  make_file(path("a.ppm"), ppm(1, 1, "abc"));
  expect_failure(run({"histogram", "a.ppm", "--device", "1000"}), 2, "--device 1000");
  expect_failure(run({"verify", "--device", "1000"}), 2, "--device 1000");
  expect_failure(run({"info", "--device", "1000"}), 2, "--device 1000");
  EXPECT_EQ(listing(), std::vector<std::string>{"a.ppm"});
}

}  // namespace
}  // namespace program_test
