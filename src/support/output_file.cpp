// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "support/output_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

namespace program {

namespace fs = std::filesystem;

void write_to_stdout(std::string_view content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), stdout) == content.size();
  // A full disk may show only at the flush.
  if (std::fflush(stdout) != 0 || !written) throw output_error("stdout cannot be written");
}

fs::path place_of(const std::string& name, std::error_code& problem) {
  fs::path place = fs::absolute(name, problem);
  if (!problem) place = fs::weakly_canonical(place, problem);
  // A remaining link points to a file that does not exist yet.
  std::error_code ignored;
  while (!problem && fs::is_symlink(fs::symlink_status(place, ignored))) {
    const fs::path next = fs::read_symlink(place, problem);
    if (!problem) place = fs::weakly_canonical(place.parent_path() / next, problem);
  }
  return place;
}

output_file::output_file(const std::string& path) : name(path) {
  if (path.empty()) throw output_error("output file name is empty");
  std::error_code problem;
  target = place_of(path, problem);
  if (problem) fail(problem.value());
  const fs::file_status before = fs::status(target, problem);
  if (fs::is_directory(before)) fail(EISDIR);
  if (fs::exists(before)) {
    // Renaming would bypass the file's write protection.
    std::FILE* probe = std::fopen(target.c_str(), "ab");
    if (probe == nullptr) fail(errno);
    if (!fs::is_regular_file(before)) {
      file = probe;
      return;
    }
    std::fclose(probe);
  }
  std::random_device random;
  for (int attempt = 0; file == nullptr; ++attempt) {
    temporary = target;
    temporary += fmt::format(".{:08x}.part", random());
    file = std::fopen(temporary.c_str(), "wbx");
    if (file == nullptr && (errno != EEXIST || attempt == 16)) {
      const int code = errno;
      temporary.clear();
      fail(code);
    }
  }
  if (fs::exists(before)) fs::permissions(temporary, before.permissions(), problem);
}

output_file::~output_file() {
  if (file != nullptr) std::fclose(file);
  std::error_code ignored;
  if (!temporary.empty()) fs::remove(temporary, ignored);
}

void output_file::write(std::string_view content) {
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  // A full disk may show only at the flush.
  if (!written || std::fflush(file) != 0) fail(errno);
}

void output_file::commit() {
  if (std::fclose(std::exchange(file, nullptr)) != 0) fail(errno);
  if (temporary.empty()) return;
  std::error_code problem;
  fs::rename(temporary, target, problem);
  if (problem) fail(problem.value());
  temporary.clear();
}

void output_file::fail(int code) const {
  throw output_error(fmt::format("{}: cannot be written: {}", name, std::strerror(code)));
}

}  // namespace program
