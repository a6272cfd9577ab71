// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs the built program, and makes files for it to read. The build defines DIATOMIC_PROGRAM_FILE,
/// the program's path, and DIATOMIC_PHOTOGRAPH, that of docs/images/astronaut.png.

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>
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

/// What a run of the program left.
struct outcome {
  int status = 0;
  std::string out;
  std::string err;
};

/// A test with a directory of its own, in which the program runs.
class program_run : public testing::Test {
 protected:
  program_run() {
    std::string name = (fs::temp_directory_path() / "diatomic_test.XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    directory = name + "/here";
    fs::create_directory(directory);
  }
  ~program_run() override { fs::remove_all(directory.parent_path()); }

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

  /// Runs `diatomic arguments...`. Its stdout goes to the file `out_to`, if that is said.
  outcome run(const std::vector<std::string>& arguments,
              const std::vector<std::pair<std::string, std::string>>& environment = {},
              const std::string& out_to = {}) const {
    const fs::path out = out_to.empty() ? directory.parent_path() / "out" : fs::path(out_to);
    const fs::path err = directory.parent_path() / "err";
    const pid_t child = ::fork();
    if (child == 0) {
      const auto redirect = [](const fs::path& file, int to) {
        const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        return opened >= 0 && ::dup2(opened, to) >= 0;
      };
      std::vector<char*> argv = {const_cast<char*>("diatomic")};
      for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
      argv.push_back(nullptr);
      for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
      if (::chdir(directory.c_str()) == 0 && redirect(out, 1) && redirect(err, 2)) {
        ::execv(DIATOMIC_PROGRAM_FILE, argv.data());
      }
      ::_exit(126);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error("no child");
    // A signal counts as a status that no test expects.
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status),
            out_to.empty() ? contents_of(out) : "", contents_of(err)};
  }

  /// Checks that the run failed as every failure must: with the status, nothing on stdout, and one
  /// line on stderr that has `words` in it.
  static void expect_failure(const outcome& o, int status, const std::string& words) {
    EXPECT_EQ(o.status, status) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_EQ(o.err.rfind("diatomic: ", 0), 0U) << o.err;
    EXPECT_EQ(o.err.find('\n'), o.err.size() - 1) << "not one line: " << o.err;
    EXPECT_NE(o.err.find(words), std::string::npos) << "lacks '" << words << "': " << o.err;
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
