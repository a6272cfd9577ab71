// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Tables of operations and kinds of objects, printed as text or Markdown.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/core/support.hpp>

namespace program {

/// Names and their descriptions.
using fact_list = std::vector<std::pair<std::string, std::string>>;

/// The group of `key`, which is added at the end if it is new.
template <class Group>
Group& group_of(std::vector<std::pair<std::string, Group>>& groups, const std::string& key) {
  for (auto& [known, group] : groups) {
    if (known == key) return group;
  }
  return groups.emplace_back(key, Group{}).second;
}
/// Appends to a list of names with commas.
inline void append_name(std::string& names, const std::string& name) {
  names += (names.empty() ? "" : ", ") + name;
}

/// The entry for an operation that does not exist.
inline constexpr const char* no_entry = "-";
/// Follows an entry that is native up to device scope, and a loop at system scope.
inline constexpr char only_within_device = '*';

/// Rows of words; the first row has the column heads.
struct table {
  std::string title;
  std::vector<std::vector<std::string>> rows;
};

/// Related tables, with the legend of their entries.
struct section {
  std::string title;
  std::vector<table> tables;
  fact_list legend;
};

std::vector<diatomic::op> all_operations();
std::vector<diatomic::kind> all_kinds();
bool is_integer(diatomic::kind k);

/// Wraps the text before column 100; all lines but the first begin in column `indent`.
std::string wrapped(const std::string& text, std::size_t indent);

/// Tables for integers, for floats and for vectors, narrow enough for a terminal. Each leaves
/// out operations that none of its kinds has.
std::vector<table> tables_of(
    const std::string& title,
    const std::function<std::string(diatomic::op, diatomic::kind)>& entry_of);

std::string text_of(const section& part);
std::string markdown_of(const section& part);

}  // namespace program
