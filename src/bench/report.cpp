// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench/report.hpp"

#include <cstddef>
#include <initializer_list>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "info/build.hpp"

namespace bench {
namespace {

/// The first contender's rate over this one's.
double ratio(const result& r, const measured& m) { return m.median / r.contenders.front().median; }

/// A CSV field (RFC 4180).
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string inside;
  for (const char c : text) inside += c == '"' ? std::string("\"\"") : std::string(1, c);
  return '"' + inside + '"';
}

}  // namespace

std::string short_number(double v) {
  // The rounded value determines the number of decimals: 9.996 becomes 10.0.
  const auto decimals = [](double x) {
    return x >= 100 ? 0 : x >= 10 ? 1 : x >= 1 ? 2 : x >= 0.1 ? 3 : 4;
  };
  const double rounded = std::stod(fmt::format("{:.{}f}", v, decimals(v)));
  return fmt::format("{:.{}f}", v, decimals(rounded));
}

std::string table_line(const std::string& what, const std::string& contender,
                       const std::string& first, const std::string& second,
                       const std::string& third, const std::string& remark) {
  constexpr std::size_t width = 40;
  std::string line = what.size() > width ? what + '\n' : "";
  line += fmt::format("{:<{}}  {:<24} {:>9} {:>9} {:>7} {}", line.empty() ? what : "", width,
                      contender, first, second, third, remark);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string contender_name(const std::string& role, const std::string& implementation) {
  return implementation.empty() ? role : role + ": " + implementation;
}

std::string preamble_of(const context& on) {
  return fmt::format(
      "{} ({}, {} backend); inputs of {}B, {} in rotation\n"
      "Rates are medians. ratio: rate of the first contender of a case over the rate of this one.\n"
      "spread: interquartile range over the median. *: a compare-exchange loop, because the\n"
      "library has no such function.\n",
      on.device.name, on.device.architecture, program::backend_name(), binary_number(on.bytes),
      on.inputs);
}

std::string heading_of(const bench_case& first) {
  return '\n' + table_line(first.group, "contender", first.unit(), "ratio", "spread");
}

std::string rows_of(const result& r) {
  std::string all;
  for (const measured& m : r.contenders) {
    const bool is_first = &m == &r.contenders.front();
    all += table_line(is_first ? r.what.name().substr(r.what.group.size() + 1) : "",
                      contender_name(m.role, m.implementation),
                      short_number(r.what.rate(m.median)) + (m.is_loop ? "*" : ""),
                      is_first ? "" : fmt::format("{:.3f}", ratio(r, m)),
                      fmt::format("{:.1f}%", 100 * m.spread()));
  }
  return all;
}

std::string csv_heading() {
  return "group,operation,type,scope,space,words,result,values,n,bytes,contender,implementation,"
         "loop,rate,unit,ratio,median_ms,min_ms,q1_ms,q3_ms,max_ms,rounds,runs,device,"
         "architecture,backend\n";
}

std::string csv_of(const result& r, const context& on) {
  std::string all;
  const bench_case& c = r.what;
  for (const measured& m : r.contenders) {
    const std::initializer_list<std::string> texts = {c.group, c.operation, c.type,   c.scope,
                                                      c.space, c.words,     c.result, c.values};
    for (const std::string& text : texts) all += quoted(text) + ",";
    all += fmt::format("{},{},{},{},{},{:.6g},{},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},{:.6g},", c.n,
                       c.bytes, m.role, quoted(m.implementation), m.is_loop ? 1 : 0,
                       c.rate(m.median), c.unit(), ratio(r, m), m.median, m.min, m.lower_quartile,
                       m.upper_quartile, m.max);
    all += fmt::format("{},{},{},{},{}\n", m.rounds, m.runs, quoted(on.device.name),
                       quoted(on.device.architecture), program::backend_name());
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
                                     {"min_ms", m.min},
                                     {"q1_ms", m.lower_quartile},
                                     {"q3_ms", m.upper_quartile},
                                     {"max_ms", m.max},
                                     {"rounds", m.rounds},
                                     {"runs", m.runs}});
    }
    all["cases"].push_back(entry);
  }
  // Device names need not be UTF-8; JSON must be.
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bench
