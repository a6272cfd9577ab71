// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program does with options and files that it cannot use. Needs no device.

#include <string>
#include <utility>
#include <vector>

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
  expect_wrong({"bench", "--case", "add("}, "--case add(: invalid regular expression");
  // The library's own functions would nest as deeply, beyond the stack.
  const std::string nested = std::string(60000, '(') + std::string(60000, ')');
  expect_wrong({"bench", "--case", nested}, "the regular expression has more than 500 characters");
  for (const char* numbers : {"\\11111111111111111111", "a{99999999999999999999}", "1234567890"}) {
    expect_wrong({"bench", "--case", numbers},
                 "a number in the regular expression has too many digits");
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
    expect_wrong({"info", "--architecture", name}, "--architecture " + name + ": unknown; ");
    return run({"info", "--architecture", name}).err;
  };
  const auto has = [](const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
  };
  for (const char* name : {"gfx1234", "GFX90A", "gfx"}) {
    const std::string error = error_of(name);
    EXPECT_TRUE(has(error, "the support table of the hip backend lists gfx906, gfx908, ")) << error;
    EXPECT_FALSE(has(error, "sm_70") || has(error, "x86-64")) << error;
  }
  for (const char* name : {"sm_77", "sm80"}) {
    const std::string error = error_of(name);
    EXPECT_TRUE(has(error, "the support table of the cuda backend lists sm_70, sm_75, ")) << error;
    EXPECT_FALSE(has(error, "gfx906") || has(error, "x86-64")) << error;
  }
  EXPECT_TRUE(
      has(error_of("x86"), "the support table of the host backend lists x86-64, aarch64, "));
  for (const char* name : {"pdp-11", "", "a", "ALL"}) {
    const std::string error = error_of(name);
    EXPECT_TRUE(has(error, "the support tables list ")) << error;
    for (const char* words : {"sm_70, ", " (cuda)", "gfx906, ", " (hip)", "x86-64, ", " (host)"}) {
      EXPECT_TRUE(has(error, words)) << error;
    }
  }
  // One that is known does not help one that is not.
  expect_wrong({"info", "--architecture", "gfx90a", "pdp-11"}, "--architecture pdp-11: ");
}

TEST_F(bad_options, unknown_toolkit) {
  for (const char* release : {"11.7", "10.2", "12", "12.4.1", "12.10", "twelve", "12.4 "}) {
    expect_wrong({"info", "--architecture", "sm_90", "--toolkit", release},
                 std::string("--toolkit ") + release + ": not a release of CUDA from 11.8 on");
  }
  expect_wrong({"info", "--architecture", "gfx90a", "--toolkit", "12.4"},
               "--toolkit 12.4: only for NVIDIA's architectures");
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

class bad_images : public program_run {};

TEST_F(bad_images, missing) {
  expect_failure(run({"histogram", "nowhere.png"}), failed, "nowhere.png: No such file");
  expect_failure(run({"histogram", "."}), failed, "directory");
  expect_failure(run({"bench", "--image", "nowhere.png"}), failed, "nowhere.png: No such file");
  EXPECT_TRUE(listing().empty());
}

// parts/image_test.cpp has more of them.
TEST_F(bad_images, are_refused_and_nothing_is_written) {
  const std::string photograph = contents_of(DIATOMIC_PHOTOGRAPH);
  ASSERT_GT(photograph.size(), 700000U);
  std::string damaged = photograph;
  damaged[500000] = static_cast<char>(damaged[500000] ^ 0x10);
  const std::pair<std::string, const char*> images[] = {
      {"", "empty"},
      {"P", "not a PNG, JPEG or binary PPM/PGM file"},
      {std::string(300000, '\0'), "not a PNG"},
      {photograph.substr(0, 500000), "truncated"},
      {damaged, "checksum"},
      {"\xff\xd8\xff", "truncated"},
      {"P6 2 2 255", "truncated"},
      {"P6 two 2 255\n", "invalid"},
      {"P6 16385 16384 255\n", "too large: 16385 x 16384"},
  };
  for (const auto& [content, words] : images) {
    make_file(path("image"), content);
    expect_failure(run({"histogram", "image", "-o", "chart.png", "--csv", "counts.csv"}), failed,
                   words);
    EXPECT_EQ(listing(), std::vector<std::string>{"image"}) << "something was written";
  }
}

TEST_F(bad_images, endless_file) {
  expect_failure(run({"histogram", "/dev/zero"}), failed, "not a PNG");
}

class bad_outputs : public bad_options {};

TEST_F(bad_outputs, read_only_file_stays) {
  make_file(path("old.csv"), "old");
  fs::permissions(path("old.csv"), fs::perms::owner_read);
  if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
  expect_failure(run({"histogram", "a.ppm", "--csv", "old.csv"}), failed, "Permission denied");
  EXPECT_EQ(contents_of(path("old.csv")), "old");
}

TEST_F(bad_outputs, a_machine_without_gpu) {
  const std::vector<std::pair<std::string, std::string>> hidden = {{"CUDA_VISIBLE_DEVICES", "-1"},
                                                                   {"HIP_VISIBLE_DEVICES", "-1"},
                                                                   {"ROCR_VISIBLE_DEVICES", "-1"}};
  const outcome o = run({"info"}, hidden);
  if (o.status == 0 && o.out == run({"info"}).out) GTEST_SKIP() << "these devices cannot be hidden";
  using words = std::vector<std::string>;
  for (const words& arguments : {words{"info"}, {"verify"}, {"histogram", "a.ppm"}}) {
    const outcome none = run(arguments, hidden);
    expect_failure(none, no_device, "-DDIATOMIC_BACKEND=host");
    expect_contains(none.err, "no GPU");
  }
  EXPECT_EQ(listing(), std::vector<std::string>{"a.ppm"});
}

}  // namespace
}  // namespace program_test
