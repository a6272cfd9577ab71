// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Exit statuses and what stands where the program writes: stdout, files, links, a terminal.

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "program_run.hpp"

namespace program_test {
namespace {

class outputs : public program_run {
 protected:
  void SetUp() override { make_file(path("a.ppm"), ppm(2, 1, "abcdef")); }
  std::vector<std::string> files(std::vector<std::string> more) const {
    more.insert(more.begin(), "a.ppm");
    return more;
  }
};

TEST_F(outputs, success_is_0) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"},
                                             {"--version"},
                                             {"info"},
                                             {"info", "--help"},
                                             {"info", "--device", "0"},
                                             {"info", "--tables"},
                                             {"info", "--json"},
                                             {"info", "--markdown"},
                                             {"info", "--architecture", "all"},
                                             {"info", "--links"},
                                             {"verify", "--help"},
                                             {"verify", "--size", "1"},
                                             {"verify", "--size", "257", "--seed", "0"},
                                             {"histogram", "--help"},
                                             {"histogram", "a.ppm", "--csv", "-"},
                                             {"histogram", "a.ppm", "--json", "-", "--device", "0"},
                                             {"bench", "--help"},
                                             {"bench", "--list"}}) {
    EXPECT_NE(output_of(arguments), "") << testing::PrintToString(arguments);
  }
  EXPECT_EQ(listing(), files({}));
}

TEST_F(outputs, help_names_every_command_and_exit_status) {
  const std::string help = output_of({"--help"});
  for (const char* words : {"info", "verify", "histogram", "bench",
                            "Exit status: 0 success; 1 failure", "2 invalid options", "3 no GPU"}) {
    expect_contains(help, words);
  }
}

// Whether the text is longer than a buffer or not.
TEST_F(outputs, a_full_stdout_is_a_failure_of_every_command) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--help"},
           {"--version"},
           {"verify", "--help"},
           {"info"},
           {"info", "--json"},
           {"verify", "--size", "1"},
           {"histogram", "a.ppm", "--csv", "-"},
           {"histogram", "a.ppm", "--bins", "1", "--csv", "-"},
           {"histogram", "a.ppm", "-o", device("null", 3)},
           {"bench", "--list"},
           {"bench", "--list", "--case", "memory/read"},
           {"bench", "--quick", "--bytes", "1024", "--case", "memory/read"},
           {"bench", "--quick", "--bytes", "1024", "--case", "memory/read", "--csv", "-"}}) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    expect_failure(run(arguments, {}, "/dev/full"), 1, "stdout cannot be written");
  }
}

// All or none, and stdout may be one of them.
TEST_F(outputs, no_file_is_written_if_stdout_is_full) {
  make_file(path("old.csv"), "old");
  expect_failure(run({"histogram", "a.ppm", "-o", "chart.png", "--csv", "old.csv", "--json", "-"},
                     {}, "/dev/full"),
                 1, "stdout cannot be written");
  expect_failure(run({"bench", "--quick", "--bytes", "1024", "--case", "memory/read", "--csv", "-",
                      "--json", "new.json"},
                     {}, "/dev/full"),
                 1, "stdout cannot be written");
  EXPECT_EQ(contents_of(path("old.csv")), "old");
  EXPECT_EQ(listing(), files({"old.csv"}));
}

TEST_F(outputs, a_full_disk_is_a_failure_of_each_file) {
  const std::string full = device("full", 7);
  for (const char* option : {"--output", "--csv", "--json"}) {
    // One bin: less than a buffer, so that only closing the file finds out.
    expect_failure(run({"histogram", "a.ppm", "--bins", "1", option, full}), 1,
                   full + ": cannot be written: No space left on device");
  }
  // A line of CSV is written before anything is measured, JSON when all is.
  const std::vector<std::string> bench = {"bench", "--quick", "--bytes",
                                          "1024",  "--case",  "memory/read"};
  const auto with = [&](const char* option) {
    std::vector<std::string> arguments = bench;
    arguments.insert(arguments.end(), {option, full});
    return arguments;
  };
  expect_failure(run(with("--csv")), 1, full + ": cannot be written: No space left on device");
  const outcome o = run(with("--json"));
  EXPECT_EQ(o.status, 1);
  expect_contains(o.out, "\nread ");
  EXPECT_EQ(o.err, "diatomic: " + full + ": cannot be written: No space left on device\n");
  EXPECT_EQ(listing(), files({}));
}

TEST_F(outputs, a_directory_or_a_file_as_a_directory_is_refused) {
  fs::create_directory(path("d"));
  for (const char* option : {"--output", "--csv", "--json"}) {
    expect_failure(run({"histogram", "a.ppm", option, "d"}), 1,
                   "d: cannot be written: Is a directory");
    expect_failure(run({"histogram", "a.ppm", option, "a.ppm/x"}), 1, "a.ppm/x: cannot be written");
    expect_failure(run({"histogram", "a.ppm", option, "e/x"}), 1,
                   "e/x: cannot be written: No such");
  }
  EXPECT_EQ(listing(), files({"d"}));
}

TEST_F(outputs, a_chart_is_refused_alike_in_every_format) {
  fs::create_directory(path("d"));
  for (const std::string end : {".png", ".svg", ".pdf"}) {
    fs::create_directory(path("d/is" + end));
    fs::create_symlink(device("full", 7), path("d/full" + end));
    make_file(path("d/old" + end), "old");
    expect_failure(run({"histogram", "a.ppm", "-o", "d/is" + end}), 1,
                   "d/is" + end + ": cannot be written: Is a directory");
    expect_failure(run({"histogram", "a.ppm", "-o", "d/full" + end}), 1,
                   "d/full" + end + ": cannot be written: No space left on device");
    expect_failure(run({"histogram", "a.ppm", "-o", "e/x" + end}), 1,
                   "e/x" + end + ": cannot be written: No such");
    // Nothing of the chart is left where another output fails.
    expect_failure(run({"histogram", "a.ppm", "-o", "d/old" + end, "--csv", device("full", 7)}), 1,
                   "No space left on device");
    expect_failure(run({"histogram", "a.ppm", "-o", "new" + end, "--csv", "-"}, {}, "/dev/full"), 1,
                   "stdout cannot be written");
    EXPECT_EQ(contents_of(path("d/old" + end)), "old");
    EXPECT_TRUE(fs::is_symlink(path("d/full" + end)));
  }
  EXPECT_EQ(listing(), files({"d"}));
}

TEST_F(outputs, a_device_is_written_to_directly) {
  const std::string null = device("null", 3);
  const std::string out = output_of({"histogram", "a.ppm", "--csv", null});
  expect_contains(out, "wrote " + null);
  EXPECT_TRUE(fs::is_character_file(null));
  EXPECT_EQ(listing(), files({}));
}

TEST_F(outputs, a_link_to_a_file_that_is_not_there_stays_a_link) {
  fs::create_directory(path("d"));
  fs::create_symlink("second", path("first"));
  fs::create_symlink("d/real.csv", path("second"));
  fs::create_symlink("loop", path("loop"));
  fs::create_symlink("nowhere/x", path("lost"));
  // Two names of one file that is not there yet.
  expect_failure(run({"histogram", "a.ppm", "--csv", "first", "--json", "d/real.csv"}), 2,
                 "named twice");
  output_of({"histogram", "a.ppm", "--csv", "first"});
  EXPECT_TRUE(fs::is_symlink(path("first")));
  EXPECT_TRUE(fs::is_symlink(path("second")));
  EXPECT_EQ(contents_of(path("d/real.csv")).rfind("bin,from,to,pixels", 0), 0U);
  expect_failure(run({"histogram", "a.ppm", "--csv", "second", "--json", "first"}), 2,
                 "named twice");
  expect_failure(run({"histogram", "a.ppm", "--csv", "loop", "--json", "lost"}), 1,
                 "loop: cannot be written");
  expect_failure(run({"histogram", "a.ppm", "--csv", "loop"}), 1, "loop: cannot be written");
  expect_failure(run({"histogram", "a.ppm", "--csv", "lost"}), 1, "lost: cannot be written");
  EXPECT_EQ(listing(), files({"d", "first", "loop", "lost", "second"}));
}

TEST_F(outputs, an_old_file_is_replaced_and_keeps_its_permissions) {
  fs::create_symlink("b.csv", path("link.csv"));
  for (const char* name : {"b.csv", "link.csv"}) {
    for (const fs::perms permissions : {fs::perms(0600), fs::perms(0644), fs::perms(0755)}) {
      make_file(path("b.csv"), std::string(100000, 'x'));
      fs::permissions(path("b.csv"), permissions);
      output_of({"histogram", "a.ppm", "--bins", "1", "--csv", name});
      EXPECT_EQ(contents_of(path("b.csv")), "bin,from,to,pixels\n0,0,1,2\n");
      EXPECT_EQ(fs::status(path("b.csv")).permissions(), permissions);
      EXPECT_TRUE(fs::is_symlink(path("link.csv")));
    }
  }
  EXPECT_EQ(listing(), files({"b.csv", "link.csv"}));
}

TEST_F(outputs, summary_tells_all) {
  make_file(path("b.ppm"), ppm(1, 4, std::string("\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff", 12)));
  const std::string out =
      output_of({"histogram", "b.ppm", "--bins", "4", "--csv", "b.csv", "-o", "b.png"});
  EXPECT_EQ(out.rfind("b.ppm: 1 x 4 pixels, brightness in 4 bins\n  counted on  ", 0), 0U) << out;
  EXPECT_NE(out.find("; agrees with the serial count\n"
                     "  mean 0.5000, median 0.5000, standard deviation 0.5000\n"
                     "  fullest bin 0 (0.0000 to 0.2500): 2 of 4 pixels\n"
                     "  wrote b.png\n  wrote b.csv\n"),
            std::string::npos)
      << out;
  // As many decimals as tell the edges of a bin apart.
  const std::string fine = output_of({"histogram", "b.ppm", "--bins", "65536", "--csv", "b.csv"});
  expect_contains(fine, "  fullest bin 0 (0.00000 to 0.00002): 2 of 4 pixels\n");
  const std::string one = output_of({"histogram", "b.ppm", "--bins", "1", "--csv", "b.csv"});
  expect_contains(one, "brightness in 1 bin\n");
  // 1000 pixels and more have separators.
  make_file(path("c.ppm"), ppm(50, 40, std::string(6000, 'x')));
  const std::string many = output_of({"histogram", "c.ppm", "--csv", "b.csv"});
  expect_contains(many, "2,000 of 2,000 pixels\n");
}

TEST_F(outputs, json_tells_all) {
  make_file(path("b.ppm"), ppm(1, 2, "\xff\x33\x10\x33\x33\x10"));
  const auto all = nlohmann::json::parse(
      output_of({"histogram", "b.ppm", "--bins", "2", "--channel", "red", "--json", "-"}));
  const auto device = nlohmann::json::parse(output_of({"info", "--json"}));
  EXPECT_EQ(all["image"], "b.ppm");
  EXPECT_EQ(all["width"], 1);
  EXPECT_EQ(all["height"], 2);
  EXPECT_EQ(all["pixels"], 2);
  EXPECT_EQ(all["channel"], "red");
  EXPECT_EQ(all["bins"], 2);
  EXPECT_DOUBLE_EQ(all["mean"].get<double>(), 0.6);
  EXPECT_DOUBLE_EQ(all["median"].get<double>(), 0.6);
  EXPECT_DOUBLE_EQ(all["standard_deviation"].get<double>(), 0.4);
  EXPECT_EQ(all["backend"], device["backend"]);
  EXPECT_EQ(all["device"], device["devices"][0]["name"]);
  EXPECT_EQ(all["architecture"], device["devices"][0]["architecture"]);
  EXPECT_GE(all["milliseconds"].get<double>(), 0);
  EXPECT_EQ(all["counts"], (std::vector<int>{1, 1}));
}

TEST_F(outputs, verify_tells_its_sizes) {
  const std::string text = output_of({"verify", "--size", "1500", "--seed", "9"});
  expect_contains(text, ", 1,500 elements, seed 9\n\nkernel ");
  expect_contains(text, "\nAll 27 kernels agree with their serial references.\n");
}

/// A terminal whose other end the test reads.
class terminal {
 public:
  terminal() : ours_(::posix_openpt(O_RDWR | O_NOCTTY)) {
    if (ours_ < 0 || ::grantpt(ours_) != 0 || ::unlockpt(ours_) != 0) {
      throw std::runtime_error("no terminal to be had");
    }
    name_ = ::ptsname(ours_);
    theirs_ = ::open(name_.c_str(), O_RDWR | O_NOCTTY);  // What is written stays until it is read.
  }
  terminal(const terminal&) = delete;
  terminal& operator=(const terminal&) = delete;
  ~terminal() {
    ::close(theirs_);
    ::close(ours_);
  }
  const std::string& name() const { return name_; }
  /// All that was written, once nothing more comes.
  std::string written() const {
    std::string all;
    pollfd until = {ours_, POLLIN, 0};
    constexpr int patience_ms = 500;
    while (::poll(&until, 1, patience_ms) == 1) {
      char some[1024];
      const ssize_t size = ::read(ours_, some, sizeof(some));
      if (size <= 0) break;
      all.append(some, static_cast<std::size_t>(size));
    }
    return all;
  }

 private:
  int ours_;
  int theirs_ = -1;
  std::string name_;
};

TEST_F(outputs, a_terminal_gets_a_progress_bar) {
  const terminal t;
  const outcome o =
      run({"bench", "--quick", "--bytes", "1024", "--case", "^memory/"}, {}, "", t.name());
  EXPECT_EQ(o.status, 0);
  EXPECT_EQ(t.written(),
            "\r\033[K[..............................] 1/2 memory/read"
            "\r\033[K"
            "\r\033[K[###############...............] 2/2 memory/copy"
            "\r\033[K");
}

}  // namespace
}  // namespace program_test
