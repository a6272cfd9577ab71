// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The whole line that the program writes for each mistake, and its exit status. Needs no device.

#include <string>
#include <vector>

#include "program_run.hpp"

namespace program_test {
namespace {

using words = std::vector<std::string>;

constexpr const char* see_help = " (diatomic --help lists the commands and options)";

class error_texts : public program_run {
 protected:
  void SetUp() override {
    make_file(path("a.ppm"), ppm(1, 1, "abc"));
    fs::create_directory(path("dir"));
    before_ = listing();
  }
  void expect_line(const words& arguments, int status, const std::string& text) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    const outcome o = run(arguments);
    EXPECT_EQ(o.status, status);
    EXPECT_EQ(o.err, "diatomic: " + text + "\n");
    EXPECT_EQ(o.out, "");
    EXPECT_EQ(listing(), before_) << "something was written";
  }
  void expect_wrong_use(const words& arguments, const std::string& text) {
    expect_line(arguments, 2, text + see_help);
  }

 private:
  std::vector<std::string> before_;
};

TEST_F(error_texts, of_commands_and_numbers) {
  expect_wrong_use({}, "command missing: info, verify, histogram or bench");
  expect_wrong_use({"verify", "--size", "2147483649"},
                   "--size: Value 2147483649 not in range 1 to 2147483648");
  expect_wrong_use({"histogram", "a.ppm", "--bins", "65537"},
                   "--bins: Value 65537 not in range 1 to 65536");
  const words devices[] = {{"info"}, {"verify"}, {"histogram", "a.ppm"}, {"bench"}};
  for (words arguments : devices) {
    arguments.insert(arguments.end(), {"--device", "1024"});
    expect_wrong_use(arguments, "--device: Value 1024 not in range 0 to 1023");
  }
  expect_line({"bench", "--case", "add("}, 2, "--case add(: invalid regular expression");
  // The ends of the range are sizes.
  for (const char* bytes : {"1024", "1KiB", "1TiB", "1099511627776"}) {
    EXPECT_EQ(run({"bench", "--list", "--bytes", bytes}).status, 0) << bytes;
  }
  for (const char* bytes : {"1023", "1099511627777"}) {
    EXPECT_EQ(run({"bench", "--list", "--bytes", bytes}).status, 2) << bytes;
  }
}

// Each two of a command's files.
TEST_F(error_texts, of_files_that_are_one) {
  const std::string overwritten = " would be overwritten: choose a different output file";
  const std::string twice = " is named twice; choose a different file for each output";
  for (const char* output : {"-o", "--csv", "--json"}) {
    expect_wrong_use({"histogram", "a.ppm", output, "dir/../a.ppm"}, "a.ppm" + overwritten);
  }
  const words outputs[] = {{"-o", "--csv"}, {"-o", "--json"}, {"--csv", "--json"}};
  for (const words& two : outputs) {
    expect_wrong_use({"histogram", "a.ppm", two[0], "x", two[1], "./x"}, "x" + twice);
  }
  expect_wrong_use({"bench", "--csv", "x", "--json", "dir/../x"}, "x" + twice);
  for (const char* output : {"--csv", "--json"}) {
    expect_wrong_use({"bench", "--image", "a.ppm", output, "./a.ppm"}, "a.ppm" + overwritten);
    expect_wrong_use({"bench", "--compare", "old.json", output, "./old.json"},
                     "old.json" + overwritten);
    expect_wrong_use({"bench", "--compare", "x", "old.json", output, "./old.json"},
                     "old.json" + overwritten);
    expect_wrong_use({"bench", "--compare", "x", "y", output, "z"},
                     "--compare: two files are compared without measuring; remove --csv and "
                     "--json");
    expect_wrong_use({"bench", "--compare", "x", output, "-"},
                     "--compare: the comparison is written to stdout; name a file for the results");
  }
  expect_wrong_use({"histogram", "a.ppm", "-o", "-"},
                   "--output: a chart cannot be written to stdout; name a file");
  const words options[] = {{"histogram", "a.ppm", "--output"},
                           {"histogram", "a.ppm", "--csv"},
                           {"histogram", "a.ppm", "--json"},
                           {"bench", "--image"},
                           {"bench", "--csv"},
                           {"bench", "--json"}};
  for (words arguments : options) {
    const std::string option = arguments.back();
    arguments.emplace_back();
    expect_wrong_use(arguments, option + ": file name is empty");
  }
}

TEST_F(error_texts, of_images) {
  struct bad_image {
    std::string content, text;
  };
  const bad_image all[] = {
      {"", "the file is empty"},
      {"text", "not a PNG, JPEG or binary PPM/PGM file"},
      {"P6 2 2 255\nabc", "the PPM file is truncated"},
      {"P5 2 2 255\nabc", "the PGM file is truncated"},
      {"P6 two", "not a PNG, JPEG or binary PPM/PGM file: invalid header or sample"},
      {"P6 0 2 255\n", "the image has no pixels"},
      {"P6 16385 16384 255\n", "too large: 16385 x 16384 pixels; the limit is 2^28 pixels"},
      {"\xff\xd8\xff\xd9", "the JPEG file has no image"},
      {"\xff\xd8\xff", "the JPEG file is truncated"},
      {std::string("\xff\xd8\xff\xfe\0\1", 6), "the JPEG file is damaged"},
      {"\x89PNG\r\n\x1a\n", "the PNG file is truncated"},
      {std::string("\x89PNG\r\n\x1a\n\0\0\0\0IENDxxxx", 20),
       "the PNG file is damaged (wrong checksum)"},
  };
  for (const bad_image& bad : all) {
    make_file(path("a.ppm"), bad.content);
    expect_line({"histogram", "a.ppm"}, 1, "a.ppm: " + bad.text);
  }
  for (const words& command : {words{"histogram"}, words{"bench", "--image"}}) {
    words arguments = command;
    arguments.emplace_back("nowhere.png");
    expect_line(arguments, 1, "nowhere.png: No such file or directory");
    arguments.back() = "dir";
    expect_line(arguments, 1, "dir: is a directory, not an image");
  }
}

TEST_F(error_texts, of_outputs_and_results) {
  for (const char* output : {"-o", "--csv", "--json"}) {
    const auto refused = [&](const char* name, const char* why) {
      expect_line({"histogram", "a.ppm", output, name}, 1,
                  std::string(name) + ": cannot be written: " + why);
    };
    refused("dir", "Is a directory");
    refused("no/x", "No such file or directory");
    refused("a.ppm/x", "Not a directory");
  }
  expect_line({"bench", "--compare", "nowhere.json"}, 1, "nowhere.json: cannot be read");
  expect_line({"bench", "--compare", "a.ppm"}, 1, "a.ppm: not a result of `diatomic bench --json`");
}

}  // namespace
}  // namespace program_test
