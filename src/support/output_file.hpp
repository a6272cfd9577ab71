// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Output files that are written atomically.

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

/// Writes to stdout and flushes. Throws `output_error`.
void write_to_stdout(std::string_view content);

/// The absolute path of a file, existing or not, with all symbolic links resolved, including links
/// to files that do not exist yet. Sets `problem` for links that lead nowhere or form a cycle.
std::filesystem::path place_of(const std::string& name, std::error_code& problem);

/// A file that is written under a temporary name, which `commit` renames.
///
/// The constructor checks that the target can be written. Until `commit` an existing file stays
/// unchanged; without `commit` nothing is left behind. Symbolic links are followed, an existing
/// file's permissions are kept, and a device or pipe (/dev/null) is written to directly.
class output_file {
 public:
  /// Throws `output_error` if the file cannot be written there.
  explicit output_file(const std::string& path);
  output_file(const output_file&) = delete;
  output_file& operator=(const output_file&) = delete;
  ~output_file();

  /// Appends the content and flushes, so that a full disk shows here. Throws `output_error`.
  void write(std::string_view content);
  /// Closes the file and renames it to its target; `write` must not follow. Throws `output_error`.
  void commit();

 private:
  [[noreturn]] void fail(int code) const;

  std::string name;
  std::filesystem::path target;
  std::filesystem::path temporary;  ///< empty if the target is written directly
  std::FILE* file = nullptr;
};

}  // namespace program
