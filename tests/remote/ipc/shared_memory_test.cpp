// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The host's memory that processes open to each other: what is opened is what was shared, or an
/// error.

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <diatomic/runtime/links.hpp>

namespace {

namespace runtime_api = diatomic::detail::runtime_api;

/// The exit status of a child process that has this handle alone: what `f(memory)` returns there.
template <class F>
int status_in_another_process(const runtime_api::shared_handle& handle, F f) {
  const pid_t child = fork();
  if (child == 0) {
    try {
      auto* memory = static_cast<unsigned char*>(runtime_api::open_memory(handle));
      const int status = f(memory);
      runtime_api::close_memory(memory);
      _exit(status);
    } catch (...) {
      _exit(99);
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(remote_shared_memory, another_process_sees_it_and_writes_it) {
  constexpr std::size_t bytes = 100000;
  auto* memory = static_cast<unsigned char*>(runtime_api::allocate_for_processes(bytes));
  EXPECT_EQ(memory[0], diatomic::backends::host::uninitialised);
  memory[bytes - 1] = 42;
  const runtime_api::shared_handle handle = runtime_api::share_memory(memory);
  const auto read_and_write = [](unsigned char* there) {
    there[7] = 9;
    return static_cast<int>(there[bytes - 1]);
  };
  EXPECT_EQ(status_in_another_process(handle, read_and_write), 42);
  EXPECT_EQ(memory[7], 9);
  runtime_api::release_for_processes(memory);
  EXPECT_EQ(status_in_another_process(handle, read_and_write), 99);
}

/// The name of the error of `f()`.
template <class F>
std::string error_of(F f) {
  try {
    f();
  } catch (const diatomic::runtime_error& error) {
    return error.name();
  }
  return "none";
}

TEST(remote_shared_memory, what_took_its_place_is_refused) {
  constexpr std::size_t bytes = 5000;
  void* first = runtime_api::allocate_for_processes(bytes);
  const runtime_api::shared_handle handle = runtime_api::share_memory(first);
  runtime_api::release_for_processes(first);
  EXPECT_EQ(error_of([&] { runtime_api::open_memory(handle); }), "invalid_handle");
  // The same descriptor, of an empty file, of one of the same size and of a longer one.
  std::FILE* const empty = std::tmpfile();
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(fileno(empty), handle.file);
  EXPECT_EQ(error_of([&] { runtime_api::open_memory(handle); }), "invalid_handle");
  std::fclose(empty);
  for (const std::size_t next_bytes : {bytes, bytes + 1}) {
    void* second = runtime_api::allocate_for_processes(next_bytes);
    EXPECT_EQ(runtime_api::share_memory(second).file, handle.file);
    EXPECT_EQ(error_of([&] { runtime_api::open_memory(handle); }), "invalid_handle");
    runtime_api::release_for_processes(second);
  }
}

TEST(remote_shared_memory, more_than_there_is_is_refused) {
  const std::size_t too_much = runtime_api::memory_bytes() + 1;
  EXPECT_EQ(error_of([&] { runtime_api::allocate_for_processes(too_much); }), "out_of_memory");
  EXPECT_EQ(error_of([&] { runtime_api::allocate_for_processes(~std::size_t{0}); }),
            "out_of_memory");
}

/// Writes a file below `root`, whose folders it makes.
void write(const std::filesystem::path& root, const std::string& file, const std::string& text) {
  const std::filesystem::path path = root / file;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

/// The lowest limit of the process's control group and its ancestors, in versions 1 and 2.
TEST(remote_shared_memory, control_groups_limit_memory) {
  const std::filesystem::path root =
      std::filesystem::temp_directory_path() / ("diatomic-groups-" + std::to_string(getpid()));
  const auto left = [&] { return runtime_api::left_in_groups(root.string()); };
  EXPECT_EQ(left(), ~std::size_t{0}) << "there are no groups";
  const std::string v2 = "sys/fs/cgroup/job/step/";
  write(root, "proc/self/cgroup", "0::/job/step\n");
  EXPECT_EQ(left(), ~std::size_t{0}) << "there are no limits";
  write(root, v2 + "memory.max", "max\n");
  EXPECT_EQ(left(), ~std::size_t{0}) << "the limit says that it is none";
  write(root, v2 + "memory.max", "1000\n");
  write(root, v2 + "memory.current", "400\n");
  EXPECT_EQ(left(), 600u);
  write(root, v2 + "memory.stat", "anon 250\ninactive_file 50\nactive_file 100\n");
  EXPECT_EQ(left(), 650u);
  write(root, "sys/fs/cgroup/job/memory.max", "500\n");
  write(root, "sys/fs/cgroup/job/memory.current", "450\n");
  EXPECT_EQ(left(), 50u) << "the group around it has less";
  write(root, "sys/fs/cgroup/memory.max", "30\n");
  write(root, "sys/fs/cgroup/memory.current", "40\n");
  EXPECT_EQ(left(), 0u) << "of a container that uses more than it may";
  write(root, "proc/self/cgroup", "9:cpu,memory:/job\n0::/\n3:cpuset:/\n");
  write(root, "sys/fs/cgroup/memory.max", "max\n");
  write(root, "sys/fs/cgroup/memory/job/memory.limit_in_bytes", "70\n");
  write(root, "sys/fs/cgroup/memory/job/memory.usage_in_bytes", "20\n");
  write(root, "sys/fs/cgroup/memory/job/memory.stat", "inactive_file 3\ntotal_inactive_file 5\n");
  EXPECT_EQ(left(), 55u);
  std::filesystem::remove_all(root);
}

/// The open descriptors of this process, and its mappings of shared memory.
std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}
int mapped_files() {
  int found = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd:diatomic") != std::string::npos) ++found;
  }
  return found;
}

TEST(remote_shared_memory, leaves_nothing_behind) {
  const auto files = open_files();
  const int maps = mapped_files();
  void* const memory = runtime_api::allocate_for_processes(5000);
  const runtime_api::shared_handle handle = runtime_api::share_memory(memory);
  EXPECT_EQ(open_files(), files + 1);
  EXPECT_EQ(mapped_files(), maps + 1);
  for (int round = 0; round < 5; ++round) {
    void* const opened = runtime_api::open_memory(handle);
    EXPECT_EQ(mapped_files(), maps + 2);
    runtime_api::close_memory(opened);
  }
  runtime_api::shared_handle wrong = handle;
  wrong.number += 1;  // the same file, under another number
  EXPECT_EQ(error_of([&] { runtime_api::open_memory(wrong); }), "invalid_handle");
  wrong = handle;
  wrong.bytes += 1;
  EXPECT_EQ(error_of([&] { runtime_api::open_memory(wrong); }), "invalid_handle");
  EXPECT_EQ(open_files(), files + 1);
  EXPECT_EQ(mapped_files(), maps + 1);
  runtime_api::release_for_processes(memory);
  EXPECT_EQ(open_files(), files);
  EXPECT_EQ(mapped_files(), maps);
}

}  // namespace
