// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `load_image` makes of PNG, JPEG, PPM and PGM files of every sort, and what it says of those
// that it refuses. Needs no device.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "histogram/image.hpp"
#include "program/directory_test.hpp"
#include "program/jpeg_files.hpp"
#include "program/png_files.hpp"

namespace program_test {
namespace {

using bytes = std::vector<std::uint8_t>;

class image : public directory_test {
 protected:
  program::pixels load(const std::string& content) const {
    make_file(path("image"), content);
    return program::load_image(path("image"));
  }

  void expect_bytes(const std::string& content, int width, int height,
                    const bytes& expected) const {
    const program::pixels found = load(content);
    EXPECT_EQ(found.width, width);
    EXPECT_EQ(found.height, height);
    EXPECT_EQ(found.bytes, expected);
  }

  /// Expects a message of one line that begins with the file's name and has `words` in it.
  void expect_refused(const std::string& content, const std::string& words) const {
    try {
      load(content);
      ADD_FAILURE() << "accepted, where '" << words << "' was expected";
    } catch (const program::image_error& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.rfind(path("image").string() + ": ", 0), 0U) << text;
      expect_contains(text, words);
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    }
  }
};

bytes grey(const bytes& values) {
  bytes all;
  for (const std::uint8_t v : values) all.insert(all.end(), 3, v);
  return all;
}

std::string text(std::initializer_list<int> values) {
  std::string all;
  for (const int v : values) all += static_cast<char>(v);
  return all;
}

struct png_case {
  const char* name;
  png file;
  bytes expected;
};

TEST_F(image, png_of_every_colour_type_and_depth) {
  const std::string four_colours = text({1, 2, 3, 40, 50, 60, 255, 0, 9, 7, 7, 7});
  const png_case cases[] = {
      {"grey 1", {8, 1, 1, 0, text({0, 0xB1})}, grey({255, 0, 255, 255, 0, 0, 0, 255})},
      {"grey 1, a part of a byte", {3, 1, 1, 0, text({0, 0x40})}, grey({0, 255, 0})},
      {"grey 2", {4, 1, 2, 0, text({0, 0x1B})}, grey({0, 85, 170, 255})},
      {"grey 4", {3, 1, 4, 0, text({0, 0x3C, 0xF0})}, grey({51, 204, 255})},
      {"grey 8", {2, 1, 8, 0, text({0, 7, 200})}, grey({7, 200})},
      {"grey 16: upper halves", {2, 1, 16, 0, text({0, 0x80, 0xFF, 0x12, 0})}, grey({0x80, 0x12})},
      {"rgb 8", {1, 2, 8, 2, text({0, 1, 2, 3, 0, 4, 5, 6})}, {1, 2, 3, 4, 5, 6}},
      {"rgb 16", {1, 1, 16, 2, text({0, 9, 255, 8, 255, 7, 255})}, {9, 8, 7}},
      {"palette 1", {2, 1, 1, 3, text({0, 0x40}), four_colours}, {1, 2, 3, 40, 50, 60}},
      {"palette 2",
       {4, 1, 2, 3, text({0, 0x1B}), four_colours},
       {1, 2, 3, 40, 50, 60, 255, 0, 9, 7, 7, 7}},
      {"palette 4", {2, 1, 4, 3, text({0, 0x20}), four_colours}, {255, 0, 9, 1, 2, 3}},
      {"palette 8", {1, 1, 8, 3, text({0, 3}), four_colours}, {7, 7, 7}},
      {"palette, transparent",
       {1, 1, 8, 3, text({0, 1}), four_colours, text({0, 0})},
       {40, 50, 60}},
      {"grey 8, one value transparent",
       {2, 1, 8, 0, text({0, 9, 8}), "", text({0, 9})},
       grey({9, 8})},
      {"grey 8, alpha", {2, 1, 8, 4, text({0, 50, 0, 60, 255})}, grey({50, 60})},
      {"grey 16, alpha", {1, 1, 16, 4, text({0, 50, 1, 0, 0})}, grey({50})},
      {"rgb 8, alpha", {1, 1, 8, 6, text({0, 1, 2, 3, 0})}, {1, 2, 3}},
      {"rgb 16, alpha", {1, 1, 16, 6, text({0, 1, 0, 2, 0, 3, 0, 0, 0})}, {1, 2, 3}},
      {"each filter",  // none, then left, up, average and Paeth
       {2, 5, 8, 0, text({0, 1, 2, 1, 10, 5, 2, 1, 1, 3, 4, 2, 4, 1, 1})},
       grey({1, 2, 10, 15, 11, 16, 9, 14, 10, 15})},
      {"interlaced",  // passes: the corner, the one beside it, the second row
       {2, 2, 8, 0, text({0, 11, 0, 22, 0, 33, 44}), "", "", true},
       grey({11, 22, 33, 44})},
  };
  for (const png_case& c : cases) {
    SCOPED_TRACE(c.name);
    expect_bytes(c.file.file(), static_cast<int>(c.file.width), static_cast<int>(c.file.height),
                 c.expected);
  }
}

TEST_F(image, png_with_more_chunks) {
  const png p = {1, 1, 8, 0, text({0, 77})};
  const std::string data = stored(p.scanlines);
  const std::string start = png_signature + p.header();
  const std::string end = png_chunk("IEND", "");
  expect_bytes(start + png_chunk("tEXt", "Comment") + png_chunk("IDAT", data.substr(0, 3)) +
                   png_chunk("IDAT", data.substr(3)) + end,
               1, 1, grey({77}));
  expect_bytes(p.file() + "what follows the end is not looked at", 1, 1, grey({77}));
  expect_refused(start + png_chunk("IDAT", data), "truncated");
  expect_refused(start + end, "cannot be decoded");
  expect_refused(start + png_chunk("IDAT", data.substr(0, 4)) + end, "cannot be decoded");
  expect_refused(start + text({255, 255, 255, 255}) + "IDAT" + data + end, "truncated");
}

TEST_F(image, png_cut_short_or_damaged_anywhere) {
  const std::string whole = png{1, 1, 8, 0, text({0, 77})}.file();
  for (std::size_t size = 8; size < whole.size(); ++size) {
    expect_refused(whole.substr(0, size), "truncated");
  }
  for (std::size_t at = 8; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    // A wrong length leads past the end; anything else does not fit its checksum.
    expect_refused(damaged, "the PNG file is");
  }
}

TEST_F(image, png_of_a_size_that_cannot_be) {
  expect_refused(png{0, 1, 8, 0, text({0})}.file(), "no pixels");
  expect_refused(png{1, 0, 8, 0, text({0})}.file(), "no pixels");
  expect_refused(png{100000, 100000, 8, 6, text({0, 1})}.file(), "too large: 100000 x 100000");
  expect_refused(png{1, 0x80000000, 8, 0, text({0, 1})}.file(), "too large: 1 x 2147483648");
  expect_refused(png{16385, 16384, 8, 0, text({0, 1})}.file(), "too large: 16385 x 16384");
  expect_refused(png{16384, 16384, 8, 0, text({0, 1})}.file(), "cannot be decoded");
  expect_refused(png{1, 1, 3, 0, text({0, 1})}.file(), "cannot be decoded");
}

/// Expects the ten blocks of `jpeg_files.hpp`; `near` for what JPEG's rounding takes.
void expect_blocks(const program::pixels& found, bool is_grey) {
  ASSERT_EQ(found.width, 40);
  ASSERT_EQ(found.height, 16);
  for (int y = 0; y < 16; ++y) {
    for (int x = 0; x < 40; ++x) {
      const auto expected = block_colour(y / 8 * 5 + x / 8);
      for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t at = (static_cast<std::size_t>(y) * 40 + static_cast<std::size_t>(x)) * 3;
        ASSERT_NEAR(found.bytes[at + c], expected[is_grey ? 0 : c], 2) << x << ", " << y;
      }
    }
  }
}

TEST_F(image, jpeg_with_and_without_restart_markers) {
  expect_blocks(load(jpeg_plain), false);
  expect_blocks(load(jpeg_restart), false);
  expect_blocks(load(jpeg_progressive_restart), false);
  expect_blocks(load(jpeg_grey_restart), true);
  EXPECT_EQ(load(jpeg_plain).bytes, load(jpeg_restart).bytes);
}

TEST_F(image, jpeg_cut_short_anywhere) {
  for (const std::string* whole :
       {&jpeg_plain, &jpeg_restart, &jpeg_progressive_restart, &jpeg_grey_restart}) {
    for (std::size_t size = 3; size < whole->size(); ++size) {
      expect_refused(whole->substr(0, size), "truncated");
    }
  }
}

TEST_F(image, jpeg_with_more_segments) {
  const std::string start = jpeg_plain.substr(0, 2);
  const std::string rest = jpeg_plain.substr(2);
  // A comment may hold what looks like the end, and padding may stand before a marker.
  expect_blocks(load(start + text({0xFF, 0xFE, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9}) + rest), false);
  expect_blocks(load(start + text({0xFF, 0xFF, 0xFF}) + rest), false);
  expect_blocks(load(jpeg_plain + "what follows the end is not looked at"), false);
  expect_refused(start + text({0xFF, 0xD9}), "has no image");
  expect_refused(start + text({0xFF, 0xFE, 0, 1}) + rest, "damaged");
  expect_refused(start + text({0xFF, 0xFE, 0}), "truncated");
  expect_refused(start + text({0xFF, 0xFE, 0, 9, 1}), "truncated");
}

TEST_F(image, jpeg_with_unsound_tables) {
  const std::string start = jpeg_plain.substr(0, 2);
  const std::string rest = jpeg_plain.substr(2);
  const auto table = [&](const std::string& content) {
    const auto size = static_cast<int>(content.size()) + 2;
    return start + text({0xFF, 0xC4, size >> 8, size & 0xFF}) + content + rest;
  };
  const std::string one_code = text({0, 0, 1}) + std::string(14, '\0') + "x";
  expect_blocks(load(table(one_code)), false);
  expect_blocks(load(table(one_code + one_code)), false);
  expect_refused(table(one_code.substr(0, 17)), "damaged");
  expect_refused(table(one_code + "x"), "damaged");
  expect_refused(table(one_code.substr(0, 9)), "damaged");
  // 257 codes, all there.
  const std::string many = text({0}) + std::string(14, '\0') + text({2, 255});
  expect_refused(table(many + std::string(257, 'x')), "damaged");
}

/// Without the `number`-th of the segments that define tables; the whole file if there are fewer.
std::string without_tables(const std::string& whole, unsigned number) {
  std::string left = whole.substr(0, 2);
  for (std::size_t at = 2; at < whole.size();) {
    const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(whole[at + k]); };
    if (byte(1) == 0xDA) return left + whole.substr(at);
    const std::size_t size = 2u + (byte(2) << 8) + byte(3);
    const bool is_table = byte(1) == 0xC4 || byte(1) == 0xDB;
    if (!is_table || number-- != 0) left += whole.substr(at, size);
    at += size;
  }
  return left;
}

TEST_F(image, jpeg_whose_scans_use_tables_that_are_not_there) {
  for (const std::string* whole : {&jpeg_plain, &jpeg_progressive_restart, &jpeg_grey_restart}) {
    unsigned tables = 0;
    for (; without_tables(*whole, tables) != *whole; ++tables) {
      expect_refused(without_tables(*whole, tables), "damaged");
    }
    EXPECT_GE(tables, 2u);
  }
  // A second scan of the progressive file begins with the tables of the first one alone.
  std::string no_second = jpeg_progressive_restart;
  const std::size_t first_scan = no_second.find(text({0xFF, 0xDA}));
  const std::size_t later = no_second.find(text({0xFF, 0xC4}), first_scan);
  ASSERT_NE(later, std::string::npos);
  no_second[later + 1] = '\xFE';  // a comment
  expect_refused(no_second, "damaged");
}

/// `value` as a sample of a file whose highest is `most`.
std::string sample(unsigned value, unsigned most) {
  std::string all;
  if (most > 255) all += static_cast<char>(value >> 8);
  return all + static_cast<char>(value & 0xFF);
}

// Below 65535 a sample is rounded to the nearest of 256, halves upwards; at 65535 its upper byte is
// kept, as of 16-bit PNG files.
TEST_F(image, netpbm_of_every_depth) {
  for (const unsigned most : {1U, 2U, 3U, 15U, 100U, 127U, 254U, 255U, 256U, 257U, 1000U, 1023U,
                              32768U, 65534U, 65535U}) {
    SCOPED_TRACE(most);
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
    expect_bytes("P5 " + header + samples, static_cast<int>(values.size()), 1, grey(expected));

    // The same numbers as colours: one column, three samples a pixel.
    const std::size_t pixels = values.size() / 3;
    if (pixels == 0) continue;
    expected.resize(pixels * 3);
    expect_bytes("P6 1 " + std::to_string(pixels) + " " + std::to_string(most) + "\n" + samples, 1,
                 static_cast<int>(pixels), expected);
  }
}

TEST_F(image, netpbm_headers_with_any_white_space_and_comments) {
  const bytes expected = {'a', 'b', 'c', 'd', 'e', 'f'};
  for (const std::string header :
       {"P6 2 1 255\n", "P6\n2\n1\n255\n", "P6\t2\v1\f255\r", "P6 \n\t 2   1 \r\n 255 ",
        "P6#\n2 1 255\n", "P6\n# 9 9 9\n2 1\n#\n255\n", "P6\n#one\n#two\n\n# three\n2 1 255\n",
        "P6 2#the width\n1#the height\n255\n", "P6 2 1 255# the rest follows\n", "P6 2 1 255#\n",
        "P6 #a line of an old Mac\r2 1 255\n", "P6 002 01 0255\n"}) {
    SCOPED_TRACE(header);
    expect_bytes(header + "abcdef", 2, 1, expected);
  }
}

// Samples may look like white space, comments and digits.
TEST_F(image, netpbm_samples_begin_after_one_byte) {
  EXPECT_EQ(load("P6 2 1 255\n \n#1\t ").bytes, (bytes{' ', '\n', '#', '1', '\t', ' '}));
  EXPECT_EQ(load(std::string("P5 1 1 255\n\0", 12)).bytes, (bytes{0, 0, 0}));
  EXPECT_EQ(load("P5 1 1 255\na, and a second picture").bytes, (bytes{'a', 'a', 'a'}));
}

TEST_F(image, netpbm_with_invalid_headers) {
  struct bad {
    const char* words;
    std::vector<std::string> contents;
  };
  const bad all[] = {
      {"invalid",
       {"P6", "P6\n", "P6 # no end of the comment", "P6 1 1", "P6 1 1 ", "P6 1 1 255xabc",
        "P6 1 1 2.5 abc", "P6 -1 1 255 abc", "P6 +1 1 255 abc", "P6 1,1 255 abc", "P6 1 1 0 abc",
        "P6 1 1 65536 abcdef", "P6 1 1 4294967551 abc", "P6 1 1 254 ab\xff",
        "P5 1 1 256 \x01\x01"}},
      {"PPM file is truncated",
       {"P6 1 1 255", "P6 1 1 255\n", "P6 1 1 255\nab", "P6 1 1 256\n\1a\1b\1",
        "P6 1 1 255# no end of the comment"}},
      {"PGM file is truncated", {"P5 2 1 255\na", "P5 16384 16384 255\n"}},
      {"no pixels", {"P6 0 1 255\n", "P6 1 0 255\n"}},
      {"too large: 16385 x 16384", {"P5 16385 16384 255\n"}},
      {"too large: 268435457 x 1", {"P5 268435457 1 255\n"}},
      {"too large", {"P5 1 99999999999999999999999 255\n", "P6 4294967296 4294967297 255\n"}},
  };
  for (const bad& b : all) {
    for (const std::string& content : b.contents) {
      SCOPED_TRACE(content);
      expect_refused(content, b.words);
    }
  }
}

TEST_F(image, of_no_accepted_kind) {
  for (const char* start : {"P1 1 1\n1", "P2 1 1 255\n7", "P3 1 1 255\n7 7 7", "P4 1 1\n\x80",
                            "P7\nWIDTH 1\n", "Pf\n1 1\n", "BM", "GIF87a", "RIFF", "II*", "\x89PNG",
                            "\x89PNG\r\n\x1a\r", "\xff\xd8", "\xff\xd8\x00"}) {
    expect_refused(start + std::string(40, 'x'), "not a PNG, JPEG or binary PPM/PGM file");
  }
}

}  // namespace
}  // namespace program_test
