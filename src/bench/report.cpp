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

/// A ratio, below 100,000 in at most five characters; `?` follows if it is no result.
std::string ratio_text(double ratio, bool is_wide = false) {
  const int decimals = ratio < 10 ? 3 : ratio < 100 ? 2 : ratio < 1000 ? 1 : 0;
  return fmt::format("{:.{}f}{}", ratio, decimals, is_wide ? "?" : "");
}

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

std::string preamble_of(const context& on, const effort& how) {
  const std::string versions = library_versions();
  const char* const separator = versions.empty() ? "" : ", ";
  return fmt::format(
      "{} ({}, {} backend{}{}); inputs of {}B, {} in rotation\n"
      "Contenders alternate on the same arrays, at {} placements with at least {} alternations in "
      "all.\n"
      "Rates are medians. ratio: the rate of the first contender of a case over the rate of this "
      "one,\n"
      "the median of the alternations; q1, q3: its quartiles. ?: q3 - q1 exceeds 5 % of the ratio, "
      "which\n"
      "is no result. *: a compare-exchange loop, because the library has no such function.\n",
      on.device.name, on.device.architecture, program::backend_name(), separator, versions,
      binary_number(on.bytes), on.inputs, how.placements, how.placements * how.alternations);
}

std::string heading_of(const bench_case& first) {
  return '\n' + table_line(first.group, "contender", first.unit(), "ratio", "q1", "   q3");
}

std::string rows_of(const result& r) {
  std::string all;
  for (const measured& m : r.contenders) {
    const bool is_first = &m == &r.contenders.front();
    const std::string name = is_first ? r.what.name().substr(r.what.group.size() + 1) : "";
    const std::string contender = contender_name(m.role, m.implementation);
    const std::string rate = short_number(r.what.rate(m.ms.median)) + (m.is_loop ? "*" : "");
    all += is_first
               ? table_line(name, contender, rate, "", "")
               : table_line(name, contender, rate, ratio_text(m.ratio.median, m.ratio.is_wide()),
                            ratio_text(m.ratio.lower), ratio_text(m.ratio.upper));
  }
  return all;
}

std::string csv_heading() {
  return "group,operation,type,scope,space,words,result,values,n,bytes,contender,implementation,"
         "loop,rate,unit,ratio,ratio_q1,ratio_q3,median_ms,min_ms,q1_ms,q3_ms,max_ms,rounds,"
         "placements,alternations,device,architecture,backend\n";
}

std::string csv_of(const result& r, const context& on) {
  std::string all;
  const bench_case& c = r.what;
  for (const measured& m : r.contenders) {
    const std::initializer_list<std::string> texts = {c.group, c.operation, c.type,   c.scope,
                                                      c.space, c.words,     c.result, c.values};
    for (const std::string& text : texts) all += quoted(text) + ",";
    all += fmt::format("{},{},{},{},{},{:.6g},{},", c.n, c.bytes, m.role, quoted(m.implementation),
                       m.is_loop ? 1 : 0, c.rate(m.ms.median), c.unit());
    for (const double number : {m.ratio.median, m.ratio.lower, m.ratio.upper, m.ms.median, m.min_ms,
                                m.ms.lower, m.ms.upper, m.max_ms}) {
      all += fmt::format("{:.6g},", number);
    }
    all += fmt::format("{},{},{},{},{},{}\n", m.rounds, m.placements, m.alternations,
                       quoted(on.device.name), quoted(on.device.architecture),
                       program::backend_name());
  }
  return all;
}

std::string json_of(const std::vector<result>& results, const context& on) {
  nlohmann::ordered_json all;
  all["version"] = program::version();
  all["backend"] = program::backend_name();
  all["libraries"] = library_versions();
  all["device"] = {{"name", on.device.name},
                   {"architecture", on.device.architecture},
                   {"compute_units", on.device.compute_units}};
  all["input_bytes"] = on.bytes;
  all["inputs_in_turn"] = on.inputs;
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
                                     {"rate", c.rate(m.ms.median)},
                                     {"ratio", m.ratio.median},
                                     {"ratio_q1", m.ratio.lower},
                                     {"ratio_q3", m.ratio.upper},
                                     {"median_ms", m.ms.median},
                                     {"min_ms", m.min_ms},
                                     {"q1_ms", m.ms.lower},
                                     {"q3_ms", m.ms.upper},
                                     {"max_ms", m.max_ms},
                                     {"rounds", m.rounds},
                                     {"placements", m.placements},
                                     {"alternations", m.alternations}});
    }
    all["cases"].push_back(entry);
  }
  // Device names need not be UTF-8; JSON must be.
  return all.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace bench
