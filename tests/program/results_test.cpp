// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program finds out and writes, against counts made here in another way.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <stb_image.h>
#include <stb_image_write.h>
#include <nlohmann/json.hpp>

#include "program_run.hpp"

namespace program_test {
namespace {

struct picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> bytes;

  const std::uint8_t* at(int x, int y) const {
    return &bytes[(static_cast<std::size_t>(y) * width + x) * 3];
  }
};

picture decoded(const fs::path& file) {
  const std::string all = contents_of(file);
  picture p;
  int channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> data(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(all.data()),
                            static_cast<int>(all.size()), &p.width, &p.height, &channels, 3),
      &stbi_image_free);
  if (!data) throw std::runtime_error(file.string() + ": not an image");
  p.bytes.assign(data.get(), data.get() + static_cast<std::size_t>(p.width) * p.height * 3);
  return p;
}

/// Pixels of each bin. The bin is looked up among the bins' lower edges, k / bins, as fractions.
std::vector<unsigned> expected_counts(const picture& p, const std::string& channel,
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
  const picture p = decoded(DIATOMIC_PHOTOGRAPH);
  for (const char* channel : {"brightness", "red", "green", "blue"}) {
    for (const unsigned bins : {1U, 7U, 255U, 256U}) {
      EXPECT_EQ(counts(DIATOMIC_PHOTOGRAPH, bins, channel), expected_counts(p, channel, bins))
          << channel << ", " << bins;
    }
  }
}

TEST_F(results, photograph_in_more_bins_than_shared_memory_holds) {
  const picture p = decoded(DIATOMIC_PHOTOGRAPH);
  const auto few = histogram({DIATOMIC_PHOTOGRAPH, "--bins", "256"});
  EXPECT_EQ(few["counted_in"], "shared memory");
  const auto many = histogram({DIATOMIC_PHOTOGRAPH, "--bins", "65536"});
  EXPECT_EQ(many["counted_in"], "global memory");
  EXPECT_EQ(many["counts"].get<list>(), expected_counts(p, "brightness", 65536));
}

TEST_F(results, photograph_described) {
  const auto all = histogram({DIATOMIC_PHOTOGRAPH});
  EXPECT_EQ(all["width"], 512);
  EXPECT_EQ(all["height"], 512);
  EXPECT_EQ(all["pixels"], 262144);
  EXPECT_EQ(all["bins"], 256);
  EXPECT_EQ(all["channel"], "brightness");
  const picture p = decoded(DIATOMIC_PHOTOGRAPH);
  std::vector<double> values;
  double sum = 0;
  for (std::size_t i = 0; i < p.bytes.size(); i += 3) {
    values.push_back((0.2126 * p.bytes[i] + 0.7152 * p.bytes[i + 1] + 0.0722 * p.bytes[i + 2]) /
                     255);
    sum += values.back();
  }
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0;
  for (const double v : values) squares += (v - mean) * (v - mean);
  std::sort(values.begin(), values.end());
  EXPECT_NEAR(all["mean"].get<double>(), mean, 1e-9);
  EXPECT_NEAR(all["median"].get<double>(), (values[131071] + values[131072]) / 2, 1e-9);
  EXPECT_NEAR(all["standard_deviation"].get<double>(), std::sqrt(squares / 262144), 1e-9);
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

TEST_F(results, channels_are_told_apart) {
  make_file(path("a.ppm"), ppm(1, 1, std::string("\xff\x80\x00", 3)));
  EXPECT_EQ(counts("a.ppm", 4, "red"), (list{0, 0, 0, 1}));
  EXPECT_EQ(counts("a.ppm", 4, "green"), (list{0, 0, 1, 0}));
  EXPECT_EQ(counts("a.ppm", 4, "blue"), (list{1, 0, 0, 0}));
  // 0.2126 + 0.7152 * 128 / 255 = 0.5716
  EXPECT_EQ(counts("a.ppm", 4), (list{0, 0, 1, 0}));
}

TEST_F(results, netpbm_of_every_depth) {
  make_file(path("grey.pgm"), std::string("P5 2 1 255\n\x00\xff", 13));
  EXPECT_EQ(counts("grey.pgm", 2), (list{1, 1}));
  make_file(path("deep.ppm"), ppm(1, 1, std::string("\x80\x00\x7f\xff\x00\x00", 6), "65535"));
  EXPECT_EQ(counts("deep.ppm", 256, "red")[128], 1U);
  EXPECT_EQ(counts("deep.ppm", 256, "green")[127], 1U);
  make_file(path("coarse.ppm"), ppm(1, 1, std::string("\x0f\x05\x00", 3), "15"));
  EXPECT_EQ(counts("coarse.ppm", 256, "red")[255], 1U);
  EXPECT_EQ(counts("coarse.ppm", 256, "green")[85], 1U);
}

TEST_F(results, jpeg) {
  std::vector<std::uint8_t> grey(32 * 32 * 3, 200);
  ASSERT_NE(stbi_write_jpg(path("grey.jpg").c_str(), 32, 32, 3, grey.data(), 100), 0);
  const list found = counts("grey.jpg", 16);
  EXPECT_EQ(found[200 * 16 / 255], 32U * 32U);
}

TEST_F(results, transparency_is_ignored) {
  const std::vector<std::uint8_t> clear_white = {255, 255, 255, 0, 255, 255, 255, 255};
  ASSERT_NE(stbi_write_png(path("clear.png").c_str(), 2, 1, 4, clear_white.data(), 8), 0);
  EXPECT_EQ(counts("clear.png", 2), (list{0, 2}));
}

TEST_F(results, csv_says_what_json_says) {
  const outcome o = run({"histogram", DIATOMIC_PHOTOGRAPH, "--bins", "100", "--csv", "-"});
  ASSERT_EQ(o.status, 0) << o.err;
  std::istringstream lines(o.out);
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
  EXPECT_EQ(found, expected_counts(decoded(DIATOMIC_PHOTOGRAPH), "brightness", 100));
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
  const outcome o = run({"histogram", "a.ppm", "--bins", "4"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_NE(o.out.find("histogram.png"), std::string::npos);
  const picture chart = decoded(path("histogram.png"));
  EXPECT_EQ(chart.width, 2400);
  EXPECT_EQ(chart.height, 1350);
  // The plot, in pixels, lies from 216 to 1736; a bar's colour has much more blue than red.
  const auto height_of_bar = [&](int bin) {
    const int x = 216 + 1520 * bin / 4 + 30;  // clear of the lines for mean and median
    int height = 0;
    for (int y = 1130; y > 250 && chart.at(x, y)[2] > chart.at(x, y)[0] + 40; --y) ++height;
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
      const outcome o = run({"histogram", name, "--bins", bins, "-o", "chart.png"});
      EXPECT_EQ(o.status, 0) << name << ", " << bins << ": " << o.err;
      EXPECT_EQ(decoded(path("chart.png")).width, 2400);
    }
  }
}

TEST_F(results, chart_in_the_format_that_its_name_ends_in) {
  struct known {
    const char* name;
    const char* start;
  };
  for (const known& k : {known{"chart.png", "\x89PNG"},
                         {"chart.svg", "<?xml"},
                         {"CHART.SVG", "<?xml"},
                         {"chart.pdf", "%PDF-"},
                         {"chart.Pdf", "%PDF-"},
                         {"chart.jpeg", "\x89PNG"},
                         {"svg", "\x89PNG"}}) {
    const outcome o = run({"histogram", DIATOMIC_PHOTOGRAPH, "--output", k.name});
    ASSERT_EQ(o.status, 0) << k.name << ": " << o.err;
    EXPECT_EQ(o.err, "");
    const std::string file = contents_of(path(k.name));
    EXPECT_EQ(file.rfind(k.start, 0), 0U) << k.name << " begins with " << file.substr(0, 5);
    // No date and no number that differs from run to run.
    ASSERT_EQ(run({"histogram", DIATOMIC_PHOTOGRAPH, "--output", k.name}).status, 0);
    EXPECT_TRUE(contents_of(path(k.name)) == file) << k.name << " is another the second time";
  }
  const std::string title = "Brightness of astronaut.png";
  EXPECT_NE(contents_of(path("chart.svg")).find("<title>" + title), std::string::npos);
  EXPECT_NE(contents_of(path("chart.pdf")).find("/Title (" + title), std::string::npos);
}

// There is always something to write with, and its capitals are as high.
TEST_F(results, chart_without_any_font) {
  make_file(path("a.ppm"), ppm(1, 1, "abc"));
  make_file(path("none.conf"), "<?xml version=\"1.0\"?>\n<fontconfig></fontconfig>\n");
  const auto rows_of_the_title = [&] {
    const picture chart = decoded(path("chart.png"));
    std::vector<int> rows;
    for (int y = 40; y < 150; ++y) {
      for (int x = 96; x < 120; ++x) {
        if (chart.at(x, y)[0] > 128) continue;
        rows.push_back(y);
        break;
      }
    }
    return rows;
  };
  ASSERT_EQ(run({"histogram", "a.ppm", "-o", "chart.png"}).status, 0);
  const auto with = rows_of_the_title();  // those of the B of Brightness
  for (const char* name : {"chart.png", "chart.svg", "chart.pdf"}) {
    const outcome o =
        run({"histogram", "a.ppm", "-o", name}, {{"FONTCONFIG_FILE", path("none.conf").string()}});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_EQ(o.err, "") << name;
  }
  const auto without = rows_of_the_title();
  ASSERT_FALSE(with.empty());
  ASSERT_FALSE(without.empty());
  EXPECT_NEAR(with.front(), without.front(), 3);
  EXPECT_NEAR(with.back(), without.back(), 3);
}

TEST_F(results, files_are_replaced_whole_or_not_at_all) {
  make_file(path("a.ppm"), ppm(1, 1, "abc"));
  make_file(path("real.csv"), "old");
  fs::permissions(path("real.csv"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("real.csv", path("link.csv"));
  make_file(path("chart.png"), "old");
  // A full disk: the last file cannot be written, so the first must not be there either.
  const std::string disk = device("full", 7);
  const outcome full =
      run({"histogram", "a.ppm", "-o", "chart.png", "--csv", "link.csv", "--json", disk});
  expect_failure(full, 1, disk + ": cannot be written");
  EXPECT_EQ(contents_of(path("chart.png")), "old");
  EXPECT_EQ(contents_of(path("real.csv")), "old");

  const outcome o = run({"histogram", "a.ppm", "-o", "chart.png", "--csv", "link.csv"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(decoded(path("chart.png")).width, 2400);
  EXPECT_TRUE(fs::is_symlink(path("link.csv")));
  EXPECT_EQ(contents_of(path("real.csv")).rfind("bin,from,to,pixels", 0), 0U);
  EXPECT_EQ(fs::status(path("real.csv")).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(listing(), (std::vector<std::string>{"a.ppm", "chart.png", "link.csv", "real.csv"}));
}

TEST_F(results, device_that_is_not_there) {
  make_file(path("a.ppm"), ppm(1, 1, "abc"));
  expect_failure(run({"histogram", "a.ppm", "--device", "1000"}), 2, "--device 1000");
  expect_failure(run({"verify", "--device", "1000"}), 2, "--device 1000");
  expect_failure(run({"info", "--device", "1000"}), 2, "--device 1000");
  EXPECT_EQ(listing(), std::vector<std::string>{"a.ppm"});
}

TEST_F(results, verify_agrees) {
  const outcome o = run({"verify", "--size", "1000", "--seed", "7"});
  EXPECT_EQ(o.status, 0) << o.out << o.err;
  EXPECT_EQ(o.err, "") << "a progress bar where nobody watches";
  EXPECT_EQ(o.out.find("WRONG"), std::string::npos) << o.out;
  EXPECT_NE(o.out.find("histogram"), std::string::npos) << o.out;
}

}  // namespace
}  // namespace program_test
