// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Files that appear whole or not at all.

#include <cstdio>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace program {

/// Why a file could not be written: one line that begins with the file's name.
struct output_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Writes to stdout, and out of its buffer. Throws `output_error`.
void write_to_stdout(std::string_view content);

/// Where the file of that name is, or would be: absolute, and behind all symbolic links, also those
/// to files that are not there yet. `problem` is set where links lead nowhere or round in circles.
std::filesystem::path place_of(const std::string& name, std::error_code& problem);

/// A file that is written beside its place and put there by `commit`.
///
/// Opening it finds out at once whether the place can be written. Until `commit` a file that was
/// there before stays as it was; without it, nothing is left behind. A symbolic link is followed,
/// an old file's permissions are kept, and a device or pipe (/dev/null) is written to directly.
class output_file {
 public:
  /// Throws `output_error` if the file cannot be written there.
  explicit output_file(const std::string& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  /// Writes all of the content behind what was written before, and out of the buffer: a full disk
  /// shows here. Throws `output_error`.
  void write(std::string_view content);
  /// Closes the file and puts it in its place. Nothing is written after it. Throws `output_error`.
  void commit();

 private:
  [[noreturn]] void fail(int code) const;

  std::string name;
  std::filesystem::path target;
  std::filesystem::path temporary;  ///< empty where the target is written to directly
  std::FILE* file = nullptr;
};

}  // namespace program
