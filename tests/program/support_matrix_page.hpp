// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reads docs/support_matrix.md back: what it says of each operation, type and architecture.

#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace program_test {

/// The tables of the page, entry by entry, and the reasons in the lists below them.
class support_matrix_page {
 public:
  explicit support_matrix_page(const std::string& markdown) {
    std::istringstream lines(markdown);
    std::vector<std::string> spaces;
    std::vector<std::string> heads;
    std::string backend;
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("## ", 0) == 0) backend = line.substr(3);
      if (line == "Global memory:") spaces = {"global"};
      if (line == "Shared memory:") spaces = {"shared"};
      if (line == "Any memory:") spaces = {"global", "shared"};
      if (line.rfind("- *", 0) == 0 && line.size() > 7) {
        reasons_[backend + line.substr(2, 3)] = line.substr(7);
      }
      if (line.rfind("| ", 0) != 0) continue;
      const std::vector<std::string> columns = columns_of(line);
      if (columns[0] == "operation") {
        heads = columns;
        continue;
      }
      for (std::size_t i = 2; i < columns.size(); ++i) {
        for (const std::string& space : spaces) {
          for (const std::string& operation : words_of(columns[0])) {
            for (const std::string& type : words_of(columns[1])) {
              for (const std::string& architecture : words_of(heads.at(i))) {
                entries_[key(backend, space, operation, type, architecture)] = columns[i];
              }
            }
          }
        }
      }
    }
  }

  /// What stands there, e.g. "native‡ if *a*"; "" where there is no row for the type.
  std::string entry(const std::string& backend, const std::string& space,
                    const std::string& operation, const std::string& type,
                    const std::string& architecture) const {
    const auto found = entries_.find(key(backend, space, operation, type, architecture));
    return found == entries_.end() ? "" : found->second;
  }

  /// What the letter at the end of such an entry stands for.
  std::string reason(const std::string& backend, const std::string& entry) const {
    return reasons_.at(backend + entry.substr(entry.size() - 3));
  }

 private:
  static std::vector<std::string> columns_of(const std::string& line) {
    std::vector<std::string> columns;
    for (std::size_t at = 2; at < line.size();) {
      const std::size_t end = line.find(" |", at);
      columns.push_back(line.substr(at, end - at));
      at = end + 3;
    }
    return columns;
  }
  static std::vector<std::string> words_of(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) words.push_back(word);
    return words;
  }
  static std::string key(const std::string& backend, const std::string& space,
                         const std::string& operation, const std::string& type,
                         const std::string& architecture) {
    return backend + "/" + space + "/" + operation + "/" + type + "/" + architecture;
  }

  std::map<std::string, std::string> entries_;
  std::map<std::string, std::string> reasons_;
};

}  // namespace program_test
