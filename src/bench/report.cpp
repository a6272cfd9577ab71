// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/report.hpp"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "device.hpp"
#include "info.hpp"

namespace bench {
namespace {

/// The first contender's rate over this one's.
double ratio(const result& r, const measured& m) { return m.median / r.contenders.front().median; }

const measured* find(const result& r, const std::string& role) {
  for (const measured& m : r.contenders) {
    if (m.role == role) return &m;
  }
  return nullptr;
}

using row = std::vector<std::string>;

std::string aligned(const std::vector<row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const row& r : rows) {
    for (std::size_t k = 0; k < r.size(); ++k) widths[k] = std::max(widths[k], r[k].size());
  }
  std::string all;
  for (const row& r : rows) {
    all += fmt::format("{:<{}}", r[0], widths[0]);
    for (std::size_t k = 1; k < r.size(); ++k) all += fmt::format("  {:>{}}", r[k], widths[k]);
    all += '\n';
  }
  return all;
}

std::string table_of(const std::vector<const result*>& group) {
  row roles;
  std::map<std::string, std::set<std::string>> implementations;
  bool has_loop = false;
  for (const result* r : group) {
    for (const measured& m : r->contenders) {
      if (std::find(roles.begin(), roles.end(), m.role) == roles.end()) roles.push_back(m.role);
      if (!m.implementation.empty()) implementations[m.role].insert(m.implementation);
      has_loop = has_loop || m.is_loop;
    }
  }
  const bench_case& first = group.front()->what;
  const std::string& base = group.front()->contenders.front().role;
  row heading = {fmt::format("{}, {}", first.group, first.unit())};
  heading.insert(heading.end(), roles.begin(), roles.end());
  for (const std::string& role : roles) {
    if (role != base) heading.push_back("/" + role);
  }
  heading.push_back("spread");
  std::vector<row> rows = {heading};
  for (const result* r : group) {
    row line = {r->what.name().substr(r->what.group.size() + 1)};
    for (const std::string& role : roles) {
      const measured* m = find(*r, role);
      line.push_back(
          m == nullptr ? "-" : short_number(r->what.rate(m->median)) + (m->is_loop ? "*" : ""));
    }
    for (const std::string& role : roles) {
      if (role == base) continue;
      const measured* m = find(*r, role);
      const bool comparable = m != nullptr && r->contenders.front().role == base;
      line.push_back(comparable ? fmt::format("{:.3f}", ratio(*r, *m)) : "-");
    }
    line.push_back(fmt::format("{:.1f}%", 100 * r->contenders.front().spread()));
    rows.push_back(line);
  }
  std::string all = '\n' + aligned(rows);
  for (const auto& [role, names] : implementations) {
    for (const std::string& name : names) all += fmt::format("{}: {}\n", role, name);
  }
  if (has_loop) all += "*: a compare-exchange loop, since there is no such function\n";
  return all;
}

/// A field of CSV (RFC 4180).
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string inside;
  for (const char c : text) inside += c == '"' ? std::string("\"\"") : std::string(1, c);
  return '"' + inside + '"';
}

}  // namespace

std::string short_number(double v) {
  // The width goes by what is left after rounding: 9.996 is 10.0.
  const auto decimals = [](double x) {
    return x >= 100 ? 0 : x >= 10 ? 1 : x >= 1 ? 2 : x >= 0.1 ? 3 : 4;
  };
  const double rounded = std::stod(fmt::format("{:.{}f}", v, decimals(v)));
  return fmt::format("{:.{}f}", v, decimals(rounded));
}

std::string tables_of(const std::vector<result>& results, const context& on) {
  std::string all = fmt::format("{} ({}, {} backend); inputs of {}B, {} in turns\n", on.device.name,
                                on.device.architecture, program::backend_name(),
                                binary_number(on.bytes), on.inputs);
  all +=
      "Rates are medians. \"/x\" is the rate of the first column over that of x; \"spread\" is the "
      "middle\nhalf of the first column's runs over their median.\n";
  std::vector<std::string> groups;
  for (const result& r : results) {
    const std::string& name = r.what.group;
    if (std::find(groups.begin(), groups.end(), name) == groups.end()) groups.push_back(name);
  }
  for (const std::string& name : groups) {
    std::vector<const result*> group;
    for (const result& r : results) {
      if (r.what.group == name) group.push_back(&r);
    }
    all += table_of(group);
  }
  return all;
}

std::string csv_of(const std::vector<result>& results, const context& on) {
  std::string all =
      "group,operation,type,scope,space,words,result,values,n,bytes,contender,implementation,loop,"
      "rate,unit,ratio,median_ms,min_ms,q1_ms,q3_ms,max_ms,rounds,runs,device,architecture,"
      "backend\n";
  for (const result& r : results) {
    const bench_case& c = r.what;
    for (const measured& m : r.contenders) {
      const std::initializer_list<std::string> texts = {c.group, c.operation, c.type,   c.scope,
                                                        c.space, c.words,     c.result, c.values};
      for (const std::string& text : texts) all += quoted(text) + ",";
      all += fmt::format("{},{},{},{},{},{:.6g},{},{:.4f},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},", c.n,
                         c.bytes, m.role, quoted(m.implementation), m.is_loop ? 1 : 0,
                         c.rate(m.median), c.unit(), ratio(r, m), m.median, m.least,
                         m.lower_quartile, m.upper_quartile, m.most);
      all += fmt::format("{},{},{},{},{}\n", m.rounds, m.runs, quoted(on.device.name),
                         quoted(on.device.architecture), program::backend_name());
    }
  }
  return all;
}

std::string json_of(const std::vector<result>& results, const context& on, const effort& how) {
  nlohmann::ordered_json all;
  all["version"] = program::version();
  all["backend"] = program::backend_name();
  all["device"] = {{"name", on.device.name},
                   {"architecture", on.device.architecture},
                   {"compute_units", on.device.compute_units}};
  all["input_bytes"] = on.bytes;
  all["inputs_in_turn"] = on.inputs;
  all["repetitions"] = how.repetitions;
  all["cases"] = nlohmann::ordered_json::array();
  for (const result& r : results) {
    const bench_case& c = r.what;
    nlohmann::ordered_json entry = {
        {"name", c.name()},   {"group", c.group}, {"operation", c.operation}, {"type", c.type},
        {"scope", c.scope},   {"space", c.space}, {"words", c.words},         {"result", c.result},
        {"values", c.values}, {"n", c.n},         {"bytes", c.bytes},         {"unit", c.unit()}};
    entry["contenders"] = nlohmann::ordered_json::array();
    for (const measured& m : r.contenders) {
      entry["contenders"].push_back({{"contender", m.role},
                                     {"implementation", m.implementation},
                                     {"loop", m.is_loop},
                                     {"rate", c.rate(m.median)},
                                     {"ratio", ratio(r, m)},
                                     {"median_ms", m.median},
                                     {"min_ms", m.least},
                                     {"q1_ms", m.lower_quartile},
                                     {"q3_ms", m.upper_quartile},
                                     {"max_ms", m.most},
                                     {"rounds", m.rounds},
                                     {"runs", m.runs}});
    }
    all["cases"].push_back(entry);
  }
  // Device names need not be UTF-8; JSON must be.
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bench
