// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/chips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <stdexcept>

#include "backend_tables.hpp"
#include "info/build.hpp"

namespace program {
namespace {

using diatomic::tables::architecture;

/// Adds an architecture of the backend. The chip keeps a reference to the table, a constant.
template <class Table>
void add_chip(std::vector<chip>& chips, const std::string& backend, const architecture& is,
              const Table& table) {
  chips.push_back({backend, is.name,
                   [&table, number = is.number](diatomic::op operation, diatomic::kind type,
                                                diatomic::access_properties access) {
                     return find(table, {operation, type, access, number}).level;
                   }});
}

std::vector<chip> read_tables() {
  std::vector<chip> all;
  for (const bool of_this_build : {true, false}) {
    diatomic::tables::for_each_backend(
        [&](const std::string& backend, const auto& architectures, const auto& table) {
          if ((backend == backend_name()) != of_this_build) return;
          for (const architecture& a : architectures) add_chip(all, backend, a, table);
        });
  }
  return all;
}

/// Converts x86_64 to x86-64: tools use both spellings.
std::string with_hyphens(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return name;
}

/// The length of the names' common prefix, ignoring case.
std::size_t common_letters(const std::string& a, const std::string& b) {
  const auto small = [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  };
  std::size_t count = 0;
  while (count < std::min(a.size(), b.size()) && small(a[count]) == small(b[count])) ++count;
  return count;
}

/// The backend of the chip that shares the longest prefix with this name, of at least two letters;
/// else "".
std::string nearest_backend(const std::string& name) {
  std::size_t max_letters = 1;
  std::string nearest;
  for (const chip& c : all_chips()) {
    const std::size_t letters = common_letters(with_hyphens(name), with_hyphens(c.name));
    if (letters > max_letters) {
      max_letters = letters;
      nearest = c.backend;
    }
  }
  return nearest;
}

std::vector<chip> chips_of(const std::string& backend) {
  std::vector<chip> chips;
  std::copy_if(all_chips().begin(), all_chips().end(), std::back_inserter(chips),
               [&](const chip& c) { return c.backend == backend; });
  return chips;
}

std::string all_names() {
  std::vector<std::string> lists;
  for (const chip& c : all_chips()) {
    const std::string list = fmt::format("{} ({})", names_of(chips_of(c.backend)), c.backend);
    if (std::find(lists.begin(), lists.end(), list) == lists.end()) lists.push_back(list);
  }
  return fmt::format("{}", fmt::join(lists, "; "));
}

}  // namespace

std::string chip::title() const {
  return backend == backend_name() ? name : fmt::format("{} ({} backend)", name, backend);
}

const std::vector<chip>& all_chips() {
  static const std::vector<chip> all = read_tables();
  return all;
}

std::vector<chip> chips_of_this_build() { return chips_of(backend_name()); }

const chip& chip_named(const std::string& name) {
  for (const chip& c : all_chips()) {
    if (with_hyphens(name) == with_hyphens(c.name)) return c;
  }
  const std::string nearest = nearest_backend(name);
  throw std::invalid_argument(
      nearest.empty()
          ? fmt::format("--architecture {}: unknown; the support tables list {}", name, all_names())
          : fmt::format("--architecture {}: unknown; the support table of the {} backend lists {}",
                        name, nearest, names_of(chips_of(nearest))));
}

std::string names_of(const std::vector<chip>& chips) {
  std::string names;
  for (const chip& c : chips) names += (names.empty() ? "" : ", ") + c.name;
  return names;
}

}  // namespace program
