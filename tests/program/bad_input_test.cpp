// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program does with options and files that it cannot use. Needs no device.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <stb_image_write.h>

#include "program_run.hpp"

namespace program_test {
namespace {

constexpr int failed = 1;
constexpr int wrong_use = 2;
constexpr int no_device = 3;

class bad_options : public program_run {
 protected:
  void SetUp() override { make_file(path("a.ppm"), ppm(1, 1, "abc")); }

  void expect_wrong(const std::vector<std::string>& arguments, const std::string& words) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    expect_failure(run(arguments), wrong_use, words);
    EXPECT_EQ(listing(), std::vector<std::string>{"a.ppm"}) << "something was written";
  }
};

TEST_F(bad_options, commands) {
  expect_wrong({}, "info, verify, histogram or bench");
  expect_wrong({"draw"}, "draw");
  expect_wrong({"info", "verify"}, "verify");
}

TEST_F(bad_options, unknown_option) {
  expect_wrong({"--colour"}, "--colour");
  expect_wrong({"info", "--colour"}, "--colour");
  expect_wrong({"histogram", "a.ppm", "--colour=red"}, "--colour");
  expect_wrong({"histogram", "a.ppm", "b.ppm"}, "b.ppm");
}

TEST_F(bad_options, backend_is_the_builds_choice) {
  expect_wrong({"info", "--backend", "cuda"}, "DIATOMIC_BACKEND");
  expect_wrong({"--backend=metal", "verify"}, "DIATOMIC_BACKEND");
}

TEST_F(bad_options, bins) {
  for (const char* bins : {"0", "65537", "-1", "99999999999999999999", "many", "", "1.5", "16x"}) {
    expect_wrong({"histogram", "a.ppm", std::string("--bins=") + bins}, "--bins");
  }
}

TEST_F(bad_options, channel) {
  expect_wrong({"histogram", "a.ppm", "--channel", "alpha"}, "brightness,red,green,blue");
}

TEST_F(bad_options, device) {
  for (const char* command : {"info", "verify"}) {
    expect_wrong({command, "--device", "-1"}, "--device");
    expect_wrong({command, "--device", "first"}, "--device");
  }
  expect_wrong({"histogram", "a.ppm", "--device", "-1"}, "--device");
}

TEST_F(bad_options, size) {
  expect_wrong({"verify", "--size", "0"}, "--size");
  expect_wrong({"verify", "--size", "9999999999"}, "--size");
}

TEST_F(bad_options, bench) {
  expect_wrong({"bench", "--colour"}, "--colour");
  expect_wrong({"bench", "add"}, "add");
  expect_wrong({"bench", "--device", "-1"}, "--device");
  for (const char* bytes : {"0", "1023", "-1", "many", "", "2TiB", "99999999999999999999", "1.5"}) {
    expect_wrong({"bench", std::string("--bytes=") + bytes}, "--bytes");
  }
  expect_wrong({"bench", "--case", "add("}, "--case add(: not a regular expression");
  // The library's own functions would nest as deeply, beyond the stack.
  const std::string nested = std::string(60000, '(') + std::string(60000, ')');
  expect_wrong({"bench", "--case", nested}, "the regular expression is longer than 500 characters");
  for (const char* numbers : {"\\11111111111111111111", "a{99999999999999999999}", "1234567890"}) {
    expect_wrong({"bench", "--case", numbers}, "a number in the regular expression is too long");
  }
  expect_wrong({"bench", "--csv", "x", "--json", "./x"}, "named twice");
  expect_wrong({"bench", "--csv", "-", "--json", "-"}, "named twice");
  expect_wrong({"bench", "--csv", ""}, "empty");
  expect_wrong({"bench", "--image", ""}, "empty");
  expect_wrong({"bench", "--image", "a.ppm", "--csv", "./a.ppm"}, "overwritten");
}

TEST_F(bad_options, formats_exclude_each_other) {
  expect_wrong({"info", "--json", "--markdown"}, "excludes");
}

TEST_F(bad_options, unknown_architecture) {
  // The chips of the backend whose names are most like it; of all, where none is.
  const auto error_of = [&](const std::string& name) {
    expect_wrong({"info", "--architecture", name}, "--architecture " + name + ": not listed; ");
    return run({"info", "--architecture", name}).err;
  };
  const auto has = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
  };
  for (const char* name : {"gfx1234", "GFX90A", "gfx"}) {
    const std::string error = error_of(name);
    EXPECT_TRUE(has(error, "the hip backend's support table lists gfx906, gfx908, ")) << error;
    EXPECT_FALSE(has(error, "sm_75") || has(error, "x86-64")) << error;
  }
  for (const char* name : {"sm_77", "sm80"}) {
    const std::string error = error_of(name);
    EXPECT_TRUE(has(error, "the cuda backend's support table lists sm_75, sm_80, ")) << error;
    EXPECT_FALSE(has(error, "gfx906") || has(error, "x86-64")) << error;
  }
  EXPECT_TRUE(has(error_of("x86"), "the host backend's support table lists x86-64, aarch64, "));
  for (const char* name : {"pdp-11", "", "a", "ALL"}) {
    const std::string error = error_of(name);
    EXPECT_TRUE(has(error, "the support tables list ")) << error;
    for (const char* words : {"sm_75, ", " (cuda)", "gfx906, ", " (hip)", "x86-64, ", " (host)"}) {
      EXPECT_TRUE(has(error, words)) << error;
    }
  }
  // One that is known does not help one that is not.
  expect_wrong({"info", "--architecture", "gfx90a", "pdp-11"}, "--architecture pdp-11: ");
}

TEST_F(bad_options, missing_image) { expect_wrong({"histogram"}, "image is required"); }

TEST_F(bad_options, outputs_that_collide) {
  expect_wrong({"histogram", "a.ppm", "-o", "a.ppm"}, "overwritten");
  expect_wrong({"histogram", "a.ppm", "--csv", "../here/a.ppm"}, "overwritten");
  expect_wrong({"histogram", "a.ppm", "--csv", "x", "--json", "./x"}, "named twice");
  expect_wrong({"histogram", "a.ppm", "--csv", "-", "--json", "-"}, "named twice");
  expect_wrong({"histogram", "a.ppm", "-o", "-"}, "stdout");
  expect_wrong({"histogram", "a.ppm", "-o", ""}, "empty");
}

/// For stb: collects a file in a string.
void append(void* to, void* data, int size) {
  static_cast<std::string*>(to)->append(static_cast<char*>(data), static_cast<std::size_t>(size));
}

class bad_images : public program_run {
 protected:
  /// Checks that the file is refused, and that nothing is written.
  void expect_refused(const std::string& content, const std::string& words) {
    make_file(path("image"), content);
    expect_failure(run({"histogram", "image", "-o", "chart.png", "--csv", "counts.csv"}), failed,
                   words);
    EXPECT_EQ(listing(), std::vector<std::string>{"image"}) << "something was written";
  }
};

TEST_F(bad_images, missing) {
  expect_failure(run({"histogram", "nowhere.png"}), failed, "nowhere.png: No such file");
  expect_failure(run({"histogram", "."}), failed, "directory");
  expect_failure(run({"bench", "--image", "nowhere.png"}), failed, "nowhere.png: No such file");
  EXPECT_TRUE(listing().empty());
}

TEST_F(bad_images, not_images) {
  expect_refused("", "empty");
  expect_refused("hello, this is text\n", "not a PNG, JPEG or binary PPM/PGM file");
  expect_refused("P", "not a PNG");
  expect_refused(std::string(300000, '\0'), "not a PNG");
  expect_refused("GIF89a" + std::string(100, 'x'), "not a PNG");
}

TEST_F(bad_images, endless_file) {
  expect_failure(run({"histogram", "/dev/zero"}), failed, "not a PNG");
}

TEST_F(bad_images, png_cut_short_anywhere) {
  const std::string whole = contents_of(DIATOMIC_PHOTOGRAPH);
  ASSERT_GT(whole.size(), 700000U);
  for (std::size_t size = 8; size < 200; size += 7) {
    expect_refused(whole.substr(0, size), "cut short");
  }
  for (std::size_t size = 200; size < whole.size(); size += whole.size() / 23) {
    expect_refused(whole.substr(0, size), "cut short");
  }
  expect_refused(whole.substr(0, whole.size() - 1), "cut short");
}

TEST_F(bad_images, png_damaged_anywhere) {
  const std::string whole = contents_of(DIATOMIC_PHOTOGRAPH);
  for (std::size_t at = 16; at < whole.size(); at += whole.size() / 19) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    // A wrong length leads past the end; anything else does not fit its checksum.
    expect_refused(damaged, "the PNG file is");
  }
}

TEST_F(bad_images, jpeg_cut_short_anywhere) {
  std::string whole;
  std::vector<std::uint8_t> pixels(64 * 48 * 3);
  for (std::size_t i = 0; i < pixels.size(); ++i) pixels[i] = static_cast<std::uint8_t>(i * i / 7);
  ASSERT_NE(stbi_write_jpg_to_func(append, &whole, 64, 48, 3, pixels.data(), 80), 0);
  for (std::size_t size = 3; size < whole.size(); size += 61) {
    expect_refused(whole.substr(0, size), "cut short");
  }
  expect_refused(whole.substr(0, whole.size() - 1), "cut short");
}

TEST_F(bad_images, jpeg_with_more_codes_than_bytes) {
  std::string whole;
  const std::vector<std::uint8_t> pixels(8 * 8 * 3, 100);
  ASSERT_NE(stbi_write_jpg_to_func(append, &whole, 8, 8, 3, pixels.data(), 80), 0);
  const std::size_t tables = whole.find("\xff\xc4");
  ASSERT_NE(tables, std::string::npos);
  whole.replace(tables + 5, 16, 16, '\xff');  // how many codes of each length
  expect_refused(whole, "damaged");
}

TEST_F(bad_images, netpbm_cut_short_or_invalid) {
  expect_refused(ppm(2, 2, std::string(11, 'x')), "cut short");
  expect_refused(ppm(2, 2, std::string(12, 'x'), "65535"), "cut short");
  expect_refused("P5 3 3 255\n" + std::string(8, 'x'), "PGM file is cut short");
  expect_refused("P6 2 2 255", "cut short");
  expect_refused("P6 2 2", "invalid");
  expect_refused("P6 two 2 255\n" + std::string(12, 'x'), "invalid");
  expect_refused(ppm(1, 1, "abc", "0"), "invalid");
  expect_refused(ppm(1, 1, "abc", "65536"), "invalid");
  expect_refused(ppm(1, 1, "\x01\x02\x10", "15"), "invalid");
  expect_refused(ppm(0, 5, ""), "no pixels");
}

TEST_F(bad_images, too_large) {
  expect_refused("P6 100000 100000 255\n", "too large: 100000 x 100000");
  expect_refused("P6 16385 16384 255\n", "too large");
  expect_refused("P5 99999999999999999999 1 255\n", "too large");
}

class bad_outputs : public program_run {
 protected:
  void SetUp() override { make_file(path("a.ppm"), ppm(1, 1, "abc")); }
};

TEST_F(bad_outputs, are_found_before_any_is_written) {
  expect_failure(run({"histogram", "a.ppm", "-o", "no/where.png"}), failed,
                 "no/where.png: cannot be written");
  expect_failure(run({"histogram", "a.ppm", "-o", ".", "--csv", "c.csv"}), failed,
                 "Is a directory");
  expect_failure(run({"histogram", "a.ppm", "-o", "c.png", "--json", "no/where.json"}), failed,
                 "no/where.json: cannot be written");
  EXPECT_EQ(listing(), std::vector<std::string>{"a.ppm"});
}

TEST_F(bad_outputs, read_only_file_stays) {
  make_file(path("old.csv"), "old");
  fs::permissions(path("old.csv"), fs::perms::owner_read);
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  expect_failure(run({"histogram", "a.ppm", "--csv", "old.csv"}), failed, "Permission denied");
  EXPECT_EQ(contents_of(path("old.csv")), "old");
}

TEST_F(bad_outputs, stdout_that_is_full) {
  const outcome o = run({"info", "--architecture", "all"}, {}, "/dev/full");
  expect_failure(o, failed, "stdout cannot be written");
}

TEST_F(bad_outputs, a_machine_without_gpu) {
  // Nothing to hide on the host; vendors' variables elsewhere.
  const outcome all = run({"info"});
  const outcome o = run({"info"}, {{"CUDA_VISIBLE_DEVICES", "-1"},
                                   {"HIP_VISIBLE_DEVICES", "-1"},
                                   {"ROCR_VISIBLE_DEVICES", "-1"}});
  if (o.status == 0 && o.out == all.out) GTEST_SKIP() << "these devices cannot be hidden";
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"info"}, {"verify"}, {"histogram", "a.ppm"}}) {
    const outcome none = run(arguments, {{"CUDA_VISIBLE_DEVICES", "-1"},
                                         {"HIP_VISIBLE_DEVICES", "-1"},
                                         {"ROCR_VISIBLE_DEVICES", "-1"}});
    expect_failure(none, no_device, "-DDIATOMIC_BACKEND=host");
    EXPECT_NE(none.err.find("no GPU"), std::string::npos) << none.err;
  }
  EXPECT_EQ(listing(), std::vector<std::string>{"a.ppm"});
}

}  // namespace
}  // namespace program_test
