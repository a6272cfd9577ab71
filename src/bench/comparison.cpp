// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/report.hpp"

namespace bench {
namespace {

bool is_same_work(const recorded& a, const recorded& b) {
  return a.group == b.group && a.what == b.what && a.contender == b.contender &&
         a.implementation == b.implementation && a.unit == b.unit;
}

const recorded* find(const recording& in, const recorded& like) {
  const auto found = std::find_if(in.rows.begin(), in.rows.end(),
                                  [&](const recorded& r) { return is_same_work(r, like); });
  return found == in.rows.end() ? nullptr : &*found;
}

/// The number of rows of one run that the other lacks.
std::size_t alone(const recording& in, const recording& other) {
  return static_cast<std::size_t>(
      std::count_if(in.rows.begin(), in.rows.end(),
                    [&](const recorded& r) { return find(other, r) == nullptr; }));
}

recorded recorded_of(const nlohmann::json& of_case, const nlohmann::json& contender) {
  recorded r;
  r.group = of_case.at("group");
  r.what = of_case.at("name").get<std::string>().substr(r.group.size() + 1);
  r.contender = contender.at("contender");
  r.implementation = contender.at("implementation");
  r.unit = of_case.at("unit");
  r.rate = contender.at("rate");
  const double median = contender.at("median_ms");
  r.lower_rate = r.rate * median / contender.at("q3_ms").get<double>();
  r.upper_rate = r.rate * median / contender.at("q1_ms").get<double>();
  return r;
}

}  // namespace

recording recording_of(const std::string& json, const std::string& name) {
  recording run;
  run.name = name;
  try {
    const auto all = nlohmann::json::parse(json);
    run.origin =
        fmt::format("{} ({}, {} backend), version {}; inputs of {}B, {} in rotation",
                    all.at("device").at("name").get<std::string>(),
                    all.at("device").at("architecture").get<std::string>(),
                    all.at("backend").get<std::string>(), all.at("version").get<std::string>(),
                    binary_number(all.at("input_bytes")), all.at("inputs_in_turn").get<unsigned>());
    for (const auto& of_case : all.at("cases")) {
      for (const auto& contender : of_case.at("contenders")) {
        run.rows.push_back(recorded_of(of_case, contender));
      }
    }
  } catch (const nlohmann::json::exception&) {
    throw std::runtime_error(fmt::format("{}: not a result of `diatomic bench --json`", name));
  } catch (const std::out_of_range&) {  // A name shorter than its group.
    throw std::runtime_error(fmt::format("{}: not a result of `diatomic bench --json`", name));
  }
  return run;
}

recording read_recording(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file) throw std::runtime_error(fmt::format("{}: cannot be read", path));
  return recording_of(text, path);
}

std::string comparison_of(const recording& old_run, const recording& new_run) {
  std::string all = fmt::format("old: {}: {}\nnew: {}: {}\n", old_run.name, old_run.origin,
                                new_run.name, new_run.origin);
  all +=
      "Rates are medians. \"faster\" and \"slower\": the interquartile ranges of the two runs do "
      "not\n"
      "overlap.\n";
  std::string group;
  std::string what;
  std::size_t both = 0, faster = 0, slower = 0;
  double logarithms = 0;
  for (const recorded& now : new_run.rows) {
    const recorded* const before = find(old_run, now);
    if (before == nullptr) continue;
    if (now.group != group) {
      group = now.group;
      what.clear();
      all += '\n' + table_line(group, "contender", "old " + now.unit, "new " + now.unit, "new/old");
    }
    const double ratio = now.rate / before->rate;
    const bool is_faster = now.lower_rate > before->upper_rate;
    const bool is_slower = now.upper_rate < before->lower_rate;
    all += table_line(now.what == what ? "" : now.what,
                      contender_name(now.contender, now.implementation), short_number(before->rate),
                      short_number(now.rate), fmt::format("{:.3f}", ratio),
                      is_faster   ? "faster"
                      : is_slower ? "slower"
                                  : "");
    what = now.what;
    ++both;
    faster += is_faster ? 1 : 0;
    slower += is_slower ? 1 : 0;
    logarithms += std::log(ratio);
  }
  if (both == 0) {
    all += "\nThe runs have no common contender.\n";
  } else {
    all +=
        fmt::format("\n{} contenders: {} faster, {} slower. Geometric mean of new/old: {:.3f}.\n",
                    both, faster, slower, std::exp(logarithms / static_cast<double>(both)));
  }
  const std::size_t only_old = alone(old_run, new_run);
  const std::size_t only_new = alone(new_run, old_run);
  if (only_old + only_new != 0) {
    all += fmt::format("Only in the old run: {}. Only in the new run: {}.\n", only_old, only_new);
  }
  return all;
}

}  // namespace bench
