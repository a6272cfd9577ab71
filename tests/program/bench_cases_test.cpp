// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `diatomic bench` writes of each kind of case: every documented column, and numbers that can
// be.

#include <csignal>

#include <algorithm>
#include <chrono>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench_run.hpp"

namespace program_test {
namespace {

using record = std::map<std::string, std::string>;

/// The fields of a line; those in quotes may hold commas.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::vector<record> records_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> names = fields_of(line);
  std::vector<record> records;
  while (std::getline(lines, line)) {
    const std::vector<std::string> fields = fields_of(line);
    EXPECT_EQ(fields.size(), names.size()) << line;
    record r;
    for (std::size_t k = 0; k < std::min(names.size(), fields.size()); ++k) {
      r[names[k]] = fields[k];
    }
    records.push_back(r);
  }
  return records;
}

class bench_cases : public bench {
 protected:
  std::vector<record> measured(const std::string& cases) const {
    const outcome o = quick(cases, {"--csv", "-"});
    EXPECT_EQ(o.status, 0) << o.err;
    EXPECT_EQ(o.err, "");
    return records_of(o.out);
  }

  /// Checks what is true of every line.
  static void expect_sound(const record& r) {
    SCOPED_TRACE(testing::PrintToString(r));
    const auto number = [&](const char* name) { return std::stod(r.at(name)); };
    EXPECT_GT(number("min_ms"), 0);
    EXPECT_LE(number("min_ms"), number("q1_ms"));
    EXPECT_LE(number("q1_ms"), number("median_ms"));
    EXPECT_LE(number("median_ms"), number("q3_ms"));
    EXPECT_LE(number("q3_ms"), number("max_ms"));
    EXPECT_GE(number("rounds"), 1);
    EXPECT_EQ(number("placements"), 2);
    EXPECT_EQ(number("alternations"), 2);
    EXPECT_GT(number("ratio_q1"), 0);
    EXPECT_LE(number("ratio_q1"), number("ratio"));
    EXPECT_LE(number("ratio"), number("ratio_q3"));
    const bool of_bytes = number("bytes") != 0;
    EXPECT_EQ(r.at("unit"), of_bytes ? "GB/s" : "Gop/s");
    const double rate = number(of_bytes ? "bytes" : "n") / number("median_ms") / 1e6;
    EXPECT_NEAR(number("rate") / rate, 1, 1e-3);
    EXPECT_TRUE(r.at("loop") == "0" || r.at("loop") == "1");
    EXPECT_FALSE(r.at("device").empty());
    EXPECT_FALSE(r.at("architecture").empty());
    EXPECT_FALSE(r.at("backend").empty());
  }

  static std::vector<std::string> contenders_of(const std::vector<record>& records) {
    std::vector<std::string> names;
    for (const record& r : records) names.push_back(r.at("contender"));
    return names;
  }
  static bool has(const std::vector<std::string>& all, const std::string& one) {
    return std::find(all.begin(), all.end(), one) != all.end();
  }
};

TEST_F(bench_cases, csv_of_one_case) {
  const auto records = measured("^atomics/add int device global 32 unused$");
  ASSERT_GE(records.size(), 2U);
  EXPECT_EQ(records[0].at("contender"), "diatomic");
  EXPECT_EQ(records[1].at("contender"), "intrinsic");
  EXPECT_EQ(std::stod(records[0].at("ratio")), 1);
  for (const record& r : records) {
    expect_sound(r);
    EXPECT_EQ(r.at("group"), "atomics");
    EXPECT_EQ(r.at("operation"), "add");
    EXPECT_EQ(r.at("type"), "int");
    EXPECT_EQ(r.at("scope"), "device");
    EXPECT_EQ(r.at("space"), "global");
    EXPECT_EQ(r.at("words"), "32");
    EXPECT_EQ(r.at("result"), "unused");
    EXPECT_EQ(r.at("values"), "");
    EXPECT_NE(r.at("n"), "0");
    // A ratio comes from one alternation: between the quotients of extreme times.
    const auto quotient = [&](const char* over, const char* under) {
      return std::stod(r.at(over)) / std::stod(records[0].at(under));
    };
    EXPECT_GE(std::stod(r.at("ratio")), 0.999 * quotient("min_ms", "max_ms"));
    EXPECT_LE(std::stod(r.at("ratio")), 1.001 * quotient("max_ms", "min_ms"));
  }
}

TEST_F(bench_cases, operations_scopes_and_spaces) {
  for (const char* name :
       {"and int device global coalesced", "exchange double block shared 32",
        "increment_by_cas unsigned long long device global 1", "add float block global 32",
        "add half device global 32", "max half block shared 1"}) {
    const auto records = measured("^atomics/" + std::string(name) + " ");
    ASSERT_FALSE(records.empty()) << name;
    for (const record& r : records) expect_sound(r);
  }
}

TEST_F(bench_cases, hints_beside_the_same_without) {
  for (const char* name :
       {"^extrema/max float device global 32 unused rising", "^exchange/exchange uint8_t .* 32 "}) {
    const auto records = measured(name);
    EXPECT_TRUE(has(contenders_of(records), "check_first")) << name;
    EXPECT_TRUE(has(contenders_of(records), "monotone")) << name;
    for (const record& r : records) expect_sound(r);
  }
  for (const char* name :
       {"^atomics/add (uint16_t|half2|complex) ", "^atomics/compare_exchange ",
        "^atomics/add unsigned .*(fence|seq_cst)$", "^fixed_point/.* 32 ", "^lanes/claim_slot"}) {
    const outcome o = run({"bench", "--quick", "--bytes", "8MiB", "--case", name, "--csv", "-"});
    ASSERT_EQ(o.status, 0) << o.err;
    for (const record& r : records_of(o.out)) expect_sound(r);
  }
}

TEST_F(bench_cases, locks_and_maps) {
  const auto locks = measured("^locks/increment (8|32) bytes (1|own) ");
  EXPECT_TRUE(has(contenders_of(locks), "ticket_mutex"));
  for (const record& r : locks) EXPECT_EQ(r.at("unit"), "Mop/s");
  const auto table = run({"bench", "--quick", "--bytes", "64KiB", "--case",
                          "^locks/increment 32 bytes 1Ki all", "--csv", "-"});
  EXPECT_EQ(records_of(table.out).at(0).at("contender"), "lock_table");
  for (const record& r : measured("^maps/")) {
    expect_sound(r);
    EXPECT_EQ(r.at("n"), "256");
  }
}

TEST_F(bench_cases, tables_by_distance_and_offset) {
  const auto spread = measured("^spread/store_add unsigned 64 random$");
  const auto contenders = contenders_of(spread);
  ASSERT_GE(contenders.size(), 4U);
  EXPECT_EQ(contenders.front(), "plain");
  EXPECT_EQ(contenders[1], "8B apart");
  EXPECT_TRUE(has(contenders, "32B apart"));
  EXPECT_FALSE(has(contenders, "128B apart")) << "more than the memory of this run, 4 KiB";
  EXPECT_EQ(contenders.back(), "spread_array");
  for (const record& r : spread) expect_sound(r);
  const auto run_of = run({"bench", "--quick", "--bytes", "64KiB", "--case",
                           "^placement/store_add unsigned 16Ki ", "--csv", "-"});
  ASSERT_EQ(run_of.status, 0) << run_of.err;
  const auto placed = records_of(run_of.out);
  EXPECT_EQ(contenders_of(placed),
            (std::vector<std::string>{"at 0", "at 512B", "at 1KiB", "at 2KiB", "at 4KiB", "at 8KiB",
                                      "at 16KiB", "at 32KiB"}));
  for (const record& r : placed) expect_sound(r);
}

TEST_F(bench_cases, full_product) {
  const char* const rest = "^atomics/exchange int system global 1 ";
  expect_failure(quick(rest), 2, "no matching case");
  const outcome o = quick(rest, {"--all", "--csv", "-"});
  ASSERT_EQ(o.status, 0) << o.err;
  for (const record& r : records_of(o.out)) EXPECT_EQ(r.at("scope"), "system");
}

TEST_F(bench_cases, arrays_beside_the_limit) {
  for (const char* name : {"^histogram/256 bins uint8_t uniform", "^reduce/sum float"}) {
    const auto records = measured(name);
    for (const record& r : records) expect_sound(r);
    const auto contenders = contenders_of(records);
    EXPECT_TRUE(has(contenders, "read")) << name;
    EXPECT_GE(contenders.size(), 3U) << name;
  }
  for (const record& r : measured("^memory/")) expect_sound(r);
  const auto scattered = measured("^scatter/add float 32 ");
  EXPECT_TRUE(has(contenders_of(scattered), "intrinsic"));
  for (const record& r : scattered) expect_sound(r);
}

TEST_F(bench_cases, photograph) {
  make_file(path("a.ppm"), ppm(2, 1, "abcdef"));
  const char* const name = "^histogram/256 bins uint8_t photograph$";
  expect_failure(quick(name), 2, "no matching case");
  const outcome o = quick(name, {"--image", "a.ppm", "--csv", "-"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto records = records_of(o.out);
  EXPECT_GE(records.size(), 3U);
  for (const record& r : records) expect_sound(r);
}

TEST_F(bench_cases, table) {
  const outcome o = quick("^atomics/add int device global 32 unused|^memory/read");
  EXPECT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(o.err, "") << "a progress bar where nobody watches";
  for (const char* words : {"\natomics ", "Gop/s", "\nmemory ", "GB/s", "intrinsic", " q3\n"}) {
    expect_contains(o.out, words);
  }
}

TEST_F(bench_cases, rows_fit_the_width_of_a_page) {
  std::istringstream names(run({"bench", "--list"}).out);
  for (std::string name; std::getline(names, name);) EXPECT_LE(name.size(), 100U) << name;
  const outcome o = quick("^(atomics/increment_by_cas .* 32 used|memory)");
  ASSERT_EQ(o.status, 0) << o.err;
  std::istringstream lines(o.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
}

TEST_F(bench_cases, an_interrupted_run_keeps_what_is_done) {
  const started s =
      start({"bench", "--quick", "--bytes", "4096", "--csv", "a.csv", "--json", "a.json"});
  // The first group's heading comes with its first row.
  const auto has_begun = [&] {
    return fs::exists(s.out) && contents_of(s.out).find("\nmemory") != std::string::npos;
  };
  for (int k = 0; k < 600 && !has_begun(); ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  ASSERT_TRUE(has_begun());
  ASSERT_EQ(::kill(s.child, SIGINT), 0);
  const outcome o = end_of(s);
  EXPECT_EQ(o.status, 130) << o.err;
  EXPECT_EQ(listing(), (std::vector<std::string>{"a.csv", "a.json"}));
  const auto all = nlohmann::json::parse(contents_of(path("a.json")));
  const std::size_t done = all["cases"].size();
  EXPECT_GE(done, 1U);
  EXPECT_EQ(o.err.rfind("diatomic: interrupted after " + std::to_string(done) + " of ", 0), 0U)
      << o.err;
  std::size_t contenders = 0;
  for (const auto& c : all["cases"]) contenders += c["contenders"].size();
  EXPECT_EQ(records_of(contents_of(path("a.csv"))).size(), contenders);
}

TEST_F(bench_cases, list) {
  const auto lines = [](const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
  };
  const auto usual = lines(run({"bench", "--list"}).out);
  EXPECT_GT(usual, 100);
  EXPECT_GT(lines(run({"bench", "--list", "--all"}).out), 2 * usual);
}

}  // namespace
}  // namespace program_test
