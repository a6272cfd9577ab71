// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Tables of operations and kinds of objects that people read, as text or as Markdown.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/core/support.hpp>

namespace program {

/// Names and what there is to say of them.
using fact_list = std::vector<std::pair<std::string, std::string>>;

/// Stands where there is no such operation.
inline constexpr const char* no_entry = "-";
/// Stands behind an entry that is native up to the device's scope, and a loop at system scope.
inline constexpr char only_within_device = '*';

/// Rows of words, the first of them the heads of the columns.
struct table {
  std::string title;
  std::vector<std::vector<std::string>> rows;
};

/// Tables about one thing, and lines that explain what stands in them.
struct section {
  std::string title;
  std::vector<table> tables;
  fact_list legend;
};

std::vector<diatomic::op> all_operations();
std::vector<diatomic::kind> all_kinds();

/// A table of the integers and one of all else, narrow enough for a terminal, without the
/// operations that these kinds do not have.
std::vector<table> tables_of(
    const std::string& title,
    const std::function<std::string(diatomic::op, diatomic::kind)>& entry_of);

std::string text_of(const section& part);
std::string markdown_of(const section& part);

}  // namespace program
