// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Tests with a directory of their own, and what they put there.

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace program_test {

namespace fs = std::filesystem;

inline std::string contents_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void make_file(const fs::path& file, const std::string& content) {
  std::ofstream out(file, std::ios::binary);
  out << content;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.string());
}

inline void expect_contains(const std::string& text, const std::string& words) {
  EXPECT_NE(text.find(words), std::string::npos) << "lacks '" << words << "': " << text;
}

/// A test with a directory of its own, empty at first and removed at the end.
class directory_test : public testing::Test {
 protected:
  directory_test() {
    std::string name = (fs::temp_directory_path() / "diatomic_test.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    directory = name + "/here";
    fs::create_directory(directory);
  }
  ~directory_test() override { fs::remove_all(directory.parent_path()); }

  fs::path path(const std::string& name) const { return directory / name; }

  /// The names of all that lies in the directory, sorted.
  std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  fs::path directory;
};

/// A binary PPM of these samples, three a pixel.
inline std::string ppm(int width, int height, const std::string& samples,
                       const std::string& most = "255") {
  return "P6\n# a comment\n" + std::to_string(width) + " " + std::to_string(height) + "\n" + most +
         "\n" + samples;
}

}  // namespace program_test
