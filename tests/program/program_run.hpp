// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs the built program. The build defines DIATOMIC_PROGRAM_FILE (the program's path),
/// DIATOMIC_PHOTOGRAPH (the path of docs/images/astronaut.png) and DIATOMIC_SUPPORT_MATRIX (the
/// path of docs/support_matrix.md). If the program is for another processor than this machine's, it
/// also defines DIATOMIC_PROGRAM_EMULATOR, the command that runs it.

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "directory_test.hpp"

namespace program_test {

/// The results of a run of the program.
struct outcome {
  int status = 0;
  std::string out;
  std::string err;
};

/// A test that runs the program in a separate directory.
class program_run : public directory_test {
 protected:
  /// A run of the program that has begun.
  struct started {
    pid_t child;
    fs::path out;
    fs::path err;
  };

  /// Starts `diatomic arguments...`. Its stdout goes to the file `out_to` and its stderr to
  /// `err_to`, if they are said.
  started start(const std::vector<std::string>& arguments,
                const std::vector<std::pair<std::string, std::string>>& environment = {},
                const std::string& out_to = {}, const std::string& err_to = {}) const {
    const fs::path out = out_to.empty() ? directory.parent_path() / "out" : fs::path(out_to);
    const fs::path err = err_to.empty() ? directory.parent_path() / "err" : fs::path(err_to);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto redirect = [](const fs::path& file, int to) {
        const int opened = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        return opened >= 0 && ::dup2(opened, to) >= 0;
      };
      std::vector<char*> argv;
      for (const char* word : {DIATOMIC_PROGRAM_EMULATOR DIATOMIC_PROGRAM_FILE}) {
        argv.push_back(const_cast<char*>(word));
      }
      for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
      argv.push_back(nullptr);
      for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
      if (::chdir(directory.c_str()) == 0 && redirect(out, 1) && redirect(err, 2)) {
        ::execv(argv[0], argv.data());
      }
      ::_exit(126);
    }
    if (child < 0) throw std::runtime_error("no child");
    return {child, out, err};
  }

  /// Waits for the end of a run. Reads only regular files that it wrote.
  static outcome end_of(const started& s) {
    int status = 0;
    if (::waitpid(s.child, &status, 0) != s.child) throw std::runtime_error("no child");
    const auto written = [](const fs::path& file) {
      return fs::is_regular_file(file) ? contents_of(file) : "";
    };
    // A signal counts as a status that no test expects.
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status), written(s.out),
            written(s.err)};
  }

  /// Runs the program to its end.
  outcome run(const std::vector<std::string>& arguments,
              const std::vector<std::pair<std::string, std::string>>& environment = {},
              const std::string& out_to = {}, const std::string& err_to = {}) const {
    return end_of(start(arguments, environment, out_to, err_to));
  }

  /// The standard output of a run, which must succeed and write nothing to stderr.
  std::string output_of(
      const std::vector<std::string>& arguments,
      const std::vector<std::pair<std::string, std::string>>& environment = {}) const {
    const outcome o = run(arguments, environment);
    EXPECT_EQ(o.status, 0) << testing::PrintToString(arguments) << o.err;
    EXPECT_EQ(o.err, "") << testing::PrintToString(arguments);
    return o.out;
  }

  /// A device like /dev/null (`number` 3) or /dev/full (7) to name as an output. For root, who may
  /// replace those, it is a node of the test's own where one can be made: a program that is wrong
  /// must not take the machine's devices away.
  std::string device(const std::string& name, unsigned number) const {
    const std::string own = (directory.parent_path() / name).string();
    if (::geteuid() == 0) {
      ::mknod(own.c_str(), S_IFCHR | 0666, ::makedev(1, number));  // Or it is there already.
      const int opened = ::open(own.c_str(), O_WRONLY);
      if (opened >= 0) {
        ::close(opened);
        return own;
      }
    }
    return "/dev/" + name;
  }

  /// Checks that the run failed as every failure must: with the status, nothing on stdout, and one
  /// line on stderr that has `words` in it.
  static void expect_failure(const outcome& o, int status, const std::string& words) {
    EXPECT_EQ(o.status, status) << o.err;
    EXPECT_EQ(o.out, "");
    EXPECT_EQ(o.err.rfind("diatomic: ", 0), 0U) << o.err;
    EXPECT_EQ(o.err.find('\n'), o.err.size() - 1) << "not one line: " << o.err;
    expect_contains(o.err, words);
  }
};

}  // namespace program_test
