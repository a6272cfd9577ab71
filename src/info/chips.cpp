// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "info/chips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <stdexcept>

#include "backend_tables.hpp"
#include "info/build.hpp"

namespace program {
namespace {

using diatomic::tables::architecture;

/// Adds an architecture of the backend, by the toolkit of this build or, for other backends, the
/// newest. The chip keeps a reference to the table, a constant.
template <class Table>
void add_chip(std::vector<chip>& chips, const std::string& backend, const architecture& is,
              const Table& table) {
  const int toolkit = backend == backend_name() ? diatomic::tables::backend::compiled_toolkit
                                                : diatomic::tables::question{}.toolkit;
  chips.push_back({backend, is.name,
                   [&table, number = is.number](diatomic::op operation, diatomic::kind type,
                                                diatomic::access_properties access, int release) {
                     return find(table, {operation, type, access, number, release}).level;
                   },
                   std::any_of(std::begin(table), std::end(table),
                               [](const auto& rule) { return rule.given.toolkit != 0; }),
                   toolkit, ""});
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
  const std::string own =
      backend == backend_name() ? name : fmt::format("{} ({} backend)", name, backend);
  return toolkit_name.empty() ? own : fmt::format("{} by CUDA {}", own, toolkit_name);
}

void set_toolkit(std::vector<chip>& chips, const std::string& release) {
  int major = 0;
  int minor = 0;
  int end = 0;
  const bool is_release = std::sscanf(release.c_str(), "%2d.%1d%n", &major, &minor, &end) == 2 &&
                          end == static_cast<int>(release.size());
  const int number = 100 * major + minor;
  if (!is_release || number < 1108) {
    throw std::invalid_argument(
        fmt::format("--toolkit {}: not a release of CUDA from 11.8 on, such as 12.4", release));
  }
  bool has_any = false;
  for (chip& c : chips) {
    if (!c.depends_on_toolkit) continue;
    c.toolkit = number;
    c.toolkit_name = release;
    has_any = true;
  }
  if (!has_any) {
    throw std::invalid_argument(fmt::format(
        "--toolkit {}: only for NVIDIA's architectures, such as --architecture sm_90", release));
  }
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
