// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `load_image` makes of PPM and PGM files, after ppm(5) and pgm(5). Needs no device.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "histogram/image.hpp"
#include "program/directory_test.hpp"

namespace program_test {
namespace {

using bytes = std::vector<std::uint8_t>;

class netpbm : public directory_test {
 protected:
  program::pixels load(const std::string& content) const {
    make_file(path("image"), content);
    return program::load_image(path("image"));
  }

  /// What the file is refused for; empty if it is not.
  std::string refusal(const std::string& content) const {
    try {
      load(content);
    } catch (const program::image_error& error) {
      return std::string(error.what()).substr(path("image").string().size());
    }
    return "";
  }
};

/// `value` as a sample of a file whose highest is `most`.
std::string sample(unsigned value, unsigned most) {
  std::string all;
  if (most > 255) all += static_cast<char>(value >> 8);
  return all + static_cast<char>(value & 0xFF);
}

// Below 65535 a sample is rounded to the nearest of 256, halves upwards; at 65535 its upper byte is
// kept, as of 16-bit PNG files.
TEST_F(netpbm, samples_of_every_depth_are_scaled) {
  for (const unsigned most : {1U, 2U, 3U, 15U, 100U, 127U, 254U, 255U, 256U, 257U, 1000U, 1023U,
                              32768U, 65534U, 65535U}) {
    const unsigned step = most > 1100 ? 37 : 1;
    std::vector<unsigned> values;
    for (unsigned v = 0; v < most; v += step) values.push_back(v);
    values.push_back(most);
    std::string samples;
    bytes expected;
    for (const unsigned v : values) {
      samples += sample(v, most);
      expected.push_back(static_cast<std::uint8_t>(
          most == 65535 ? v / 256 : static_cast<unsigned>(std::floor(v * 255.0 / most + 0.5))));
    }
    const std::string header = std::to_string(values.size()) + " 1 " + std::to_string(most) + "\n";
    const program::pixels grey = load("P5 " + header + samples);
    ASSERT_EQ(grey.width, static_cast<int>(values.size()));
    ASSERT_EQ(grey.height, 1);
    bytes tripled;
    for (const std::uint8_t v : expected) tripled.insert(tripled.end(), 3, v);
    EXPECT_EQ(grey.bytes, tripled) << "grey, of " << most;

    // The same numbers as colours: one column, three samples a pixel.
    const std::size_t pixels = values.size() / 3;
    if (pixels == 0) continue;
    const program::pixels colour =
        load("P6 1 " + std::to_string(pixels) + " " + std::to_string(most) + "\n" + samples);
    ASSERT_EQ(colour.width, 1);
    ASSERT_EQ(colour.height, static_cast<int>(pixels));
    expected.resize(pixels * 3);
    EXPECT_EQ(colour.bytes, expected) << "colour, of " << most;
  }
}

TEST_F(netpbm, headers_with_any_white_space_and_comments) {
  const bytes expected = {'a', 'b', 'c', 'd', 'e', 'f'};
  for (const std::string header :
       {"P6 2 1 255\n", "P6\n2\n1\n255\n", "P6\t2\v1\f255\r", "P6 \n\t 2   1 \r\n 255 ",
        "P6#\n2 1 255\n", "P6\n# 9 9 9\n2 1\n#\n255\n", "P6\n#one\n#two\n\n# three\n2 1 255\n",
        "P6 2#the width\n1#the height\n255\n", "P6 2 1 255# the rest follows\n", "P6 2 1 255#\n",
        "P6 #a line of an old Mac\r2 1 255\n", "P6 002 01 0255\n"}) {
    const program::pixels found = load(header + "abcdef");
    EXPECT_EQ(found.width, 2) << header;
    EXPECT_EQ(found.height, 1) << header;
    EXPECT_EQ(found.bytes, expected) << header;
  }
}

// Samples may look like white space, comments and digits.
TEST_F(netpbm, only_one_byte_stands_before_the_samples) {
  EXPECT_EQ(load("P6 2 1 255\n \n#1\t ").bytes, (bytes{' ', '\n', '#', '1', '\t', ' '}));
  EXPECT_EQ(load(std::string("P5 1 1 255\n\0", 12)).bytes, (bytes{0, 0, 0}));
  EXPECT_EQ(load("P5 1 1 255\na, and a second picture").bytes, (bytes{'a', 'a', 'a'}));
}

TEST_F(netpbm, invalid_headers) {
  struct bad {
    const char* content;
    const char* words;
  };
  for (const bad& b : {bad{"P6", "invalid"},
                       bad{"P6\n", "invalid"},
                       bad{"P6 # no end of the comment", "invalid"},
                       bad{"P6 1 1", "invalid"},
                       bad{"P6 1 1 ", "invalid"},
                       bad{"P6 1 1 255xabc", "invalid"},
                       bad{"P6 1 1 2.5 abc", "invalid"},
                       bad{"P6 -1 1 255 abc", "invalid"},
                       bad{"P6 +1 1 255 abc", "invalid"},
                       bad{"P6 1,1 255 abc", "invalid"},
                       bad{"P6 1 1 0 abc", "invalid"},
                       bad{"P6 1 1 65536 abcdef", "invalid"},
                       bad{"P6 1 1 4294967551 abc", "invalid"},
                       bad{"P6 1 1 254 ab\xff", "invalid"},
                       bad{"P5 1 1 256 \x01\x01", "invalid"},
                       bad{"P6 1 1 255", "PPM file is cut short"},
                       bad{"P6 1 1 255\n", "PPM file is cut short"},
                       bad{"P6 1 1 255\nab", "PPM file is cut short"},
                       bad{"P6 1 1 256\n\1a\1b\1", "PPM file is cut short"},
                       bad{"P5 2 1 255\na", "PGM file is cut short"},
                       bad{"P6 1 1 255# no end of the comment", "PPM file is cut short"},
                       bad{"P6 0 1 255\n", "no pixels"},
                       bad{"P6 1 0 255\n", "no pixels"},
                       bad{"P5 16384 16384 255\n", "PGM file is cut short"},
                       bad{"P5 16385 16384 255\n", "too large: 16385 x 16384"},
                       bad{"P5 268435457 1 255\n", "too large: 268435457 x 1"},
                       bad{"P5 1 99999999999999999999999 255\n", "too large"},
                       bad{"P6 4294967296 4294967297 255\n", "too large"}}) {
    EXPECT_NE(refusal(b.content).find(b.words), std::string::npos)
        << b.content << ": '" << refusal(b.content) << "'";
  }
}

}  // namespace
}  // namespace program_test
