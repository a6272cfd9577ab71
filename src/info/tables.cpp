// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <sstream>

namespace program {

using diatomic::kind;
using diatomic::op;

std::vector<op> all_operations() {
  std::vector<op> all;
  for (int i = 0; i < diatomic::op_count; ++i) all.push_back(static_cast<op>(i));
  return all;
}

std::vector<kind> all_kinds() {
  std::vector<kind> all;
  for (int i = 0; i < diatomic::kind_count; ++i) {
    if (static_cast<kind>(i) != kind::unknown) all.push_back(static_cast<kind>(i));
  }
  return all;
}

// Names of kinds begin with the type: i32, u128; f64, bf16x2.
bool is_integer(kind k) { return name_of(k)[0] == 'i' || name_of(k)[0] == 'u'; }

std::string wrapped(const std::string& text, std::size_t indent) {
  constexpr std::size_t width = 100;
  std::string lines;
  std::size_t column = indent;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > indent && column + 1 + word.size() >= width) {
      lines += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

std::vector<table> tables_of(const std::string& title,
                             const std::function<std::string(op, kind)>& entry_of) {
  const auto sort_of = [](kind k) -> std::string {
    if (diatomic::tables::element_count(k) > 1) return "vectors";
    return is_integer(k) ? "integers" : "floating point";
  };
  std::vector<table> tables;
  for (const std::string sort : {"integers", "floating point", "vectors"}) {
    table t{fmt::format("{}: {}", title, sort), {{"operation"}}};
    std::vector<kind> columns;
    for (const kind k : all_kinds()) {
      if (sort_of(k) != sort) continue;
      columns.push_back(k);
      t.rows[0].emplace_back(name_of(k));
    }
    for (const op o : all_operations()) {
      std::vector<std::string> row = {name_of(o)};
      bool has_any = false;
      for (const kind k : columns) {
        row.push_back(entry_of(o, k));
        has_any = has_any || row.back() != no_entry;
      }
      if (has_any) t.rows.push_back(row);
    }
    tables.push_back(t);
  }
  return tables;
}

std::string text_of(const section& part) {
  std::string text;
  const auto out = std::back_inserter(text);
  for (const table& t : part.tables) {
    fmt::format_to(out, "\n{}\n", t.title);
    std::size_t width = 0;
    for (const auto& row : t.rows) {
      for (std::size_t i = 1; i < row.size(); ++i) width = std::max(width, row[i].size() + 2);
    }
    for (const auto& row : t.rows) {
      fmt::format_to(out, "  {:<18}", row[0]);
      for (std::size_t i = 1; i < row.size(); ++i) fmt::format_to(out, "{:<{}}", row[i], width);
      text.erase(text.find_last_not_of(' ') + 1);
      text += '\n';
    }
  }
  text += '\n';
  for (const auto& [word, meaning] : part.legend) {
    fmt::format_to(out, "  {:<10}{}\n", word, meaning);
  }
  return text;
}

std::string markdown_of(const section& part) {
  std::string text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "\n## {}\n", part.title);
  for (const table& t : part.tables) {
    const auto& rows = t.rows;
    fmt::format_to(out, "\n### {}\n\n", t.title);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (const std::string& entry : rows[r]) {
        // An unescaped star would begin emphasis.
        const std::size_t star = entry.find(only_within_device);
        fmt::format_to(out, "| {} ",
                       star == std::string::npos ? entry : entry.substr(0, star) + "\\*");
      }
      text += "|\n";
      if (r > 0) continue;
      for (std::size_t i = 0; i < rows[r].size(); ++i) text += "|---";
      text += "|\n";
    }
  }
  text += '\n';
  for (const auto& [word, meaning] : part.legend) {
    fmt::format_to(out, "- `{}`: {}\n", word, meaning);
  }
  return text;
}

}  // namespace program
