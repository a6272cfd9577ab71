// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rows, CSV, JSON and comparisons of `diatomic bench`, for results that are known.

#include <csignal>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/bench.hpp"
#include "bench/comparison.hpp"
#include "bench/measure.hpp"
#include "bench/report.hpp"
#include "program/directory_test.hpp"
#include "support/interrupts.hpp"

namespace program_test {
namespace {

TEST(bench_sizes, fit_the_device_and_are_beyond_its_caches) {
  constexpr std::size_t mebi = 1U << 20;
  const auto expect = [](bool is_host, std::size_t memory, bool quick, std::size_t wanted,
                         std::size_t bytes, unsigned inputs) {
    program::bench_options options;
    options.quick = quick;
    options.bytes = wanted;
    const program::bench_sizes found = program::sizes_for(is_host, memory, options);
    EXPECT_EQ(found.bytes, bytes);
    EXPECT_EQ(found.inputs, inputs);
  };
  expect(true, 1U << 30, false, 0, 64 * mebi, 12);
  expect(true, 1U << 30, true, 0, 4 * mebi, 3);
  expect(false, 1ULL << 36, false, 0, 1024 * mebi, 3);
  expect(false, 1ULL << 36, true, 0, 64 * mebi, 3);
  expect(false, 800 * mebi, false, 0, 100 * mebi, 8);  // an eighth of the memory
  expect(false, 5000, false, 4096 * mebi, 4096 * mebi, 3);
  expect(true, 1U << 30, true, 1500, 1024, 3);
  expect(true, 1U << 30, true, 2047, 1024, 3);
  expect(true, 1U << 30, true, 2048, 2048, 3);
  expect(true, 100, true, 0, 1024, 3);
}

/// What contenders were asked to do, in order.
struct call {
  unsigned first;
  unsigned rounds;
};

/// A contender that notes its calls and takes `ms` a round.
bench::contender noting(std::vector<call>& calls, unsigned& prepared, double ms) {
  return {"c", "", false,
          [&calls, ms](unsigned first, unsigned rounds) {
            calls.push_back({first, rounds});
            std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(ms * rounds));
          },
          [&prepared] { ++prepared; }};
}

TEST(measuring, prepares_each_run_and_goes_on_with_the_next_input) {
  bench::context on;
  on.inputs = 5;
  std::vector<call> calls;
  unsigned prepared = 0;
  const std::vector<bench::contender> two(2, noting(calls, prepared, 0.01));
  const auto found = bench::measure(two, {9, 0.05, 1e9, 1}, on);
  ASSERT_EQ(found.size(), 2U);
  for (const bench::measured& m : found) EXPECT_EQ(m.runs, 9U);
  EXPECT_EQ(prepared, calls.size());
  for (std::size_t i = 1; i < calls.size(); ++i) {
    ASSERT_EQ(calls[i].first, (calls[i - 1].first + calls[i - 1].rounds) % 5) << "call " << i;
  }
}

TEST(measuring, ends_when_the_time_is_over_but_not_before_the_fewest_runs) {
  bench::context on;
  on.inputs = 1;
  std::vector<call> calls;
  unsigned prepared = 0;
  const std::vector<bench::contender> one = {noting(calls, prepared, 0.01)};
  EXPECT_EQ(bench::measure(one, {20, 0.05, 0, 4}, on)[0].runs, 4U);
  EXPECT_EQ(bench::measure(one, {20, 0.05, 1e9, 4}, on)[0].runs, 20U);
}

TEST(measuring, gives_the_time_of_one_round) {
  bench::context on;
  on.inputs = 1;
  std::vector<call> calls;
  unsigned prepared = 0;
  const auto m = bench::measure({noting(calls, prepared, 1)}, {3, 64, 1e9, 1}, on)[0];
  EXPECT_GE(m.rounds, 8U);
  EXPECT_EQ(m.rounds, calls.back().rounds);
  // Far from both: clocks differ, and machines are busy.
  EXPECT_GE(m.min, 0.5);
  EXPECT_LT(m.min, 0.5 * m.rounds);
  EXPECT_LE(m.min, m.lower_quartile);
  EXPECT_LE(m.lower_quartile, m.median);
  EXPECT_LE(m.median, m.upper_quartile);
  EXPECT_LE(m.upper_quartile, m.max);
}

TEST(measuring, keeps_to_fixed_rounds_and_checks_the_result_once) {
  bench::context on;
  on.inputs = 1;
  std::vector<call> calls;
  unsigned prepared = 0;
  unsigned checks = 0;
  bench::contender c = noting(calls, prepared, 0.01);
  c.rounds = 3;
  c.check = [&] { EXPECT_EQ(++checks, 1U); };
  EXPECT_EQ(bench::measure({c}, {5, 64, 1e9, 1}, on)[0].rounds, 3U);
  EXPECT_EQ(calls.size(), 6U);  // a first one, and the repetitions
  for (const call& each : calls) EXPECT_EQ(each.rounds, 3U);
  EXPECT_EQ(checks, 1U);
  c.check = [] { throw std::runtime_error("wrong"); };
  EXPECT_THROW(bench::measure({c}, {1, 64, 1e9, 1}, on), std::runtime_error);
}

/// Two cases. The first works; what the second one does is said.
class measuring_cases : public directory_test {
 protected:
  measuring_cases() {
    on.inputs = 1;
    options.csv = path("a.csv").string();
    options.json = path("a.json").string();
  }
  static bench::bench_case case_that(const char* name, std::function<void()> work) {
    bench::bench_case c;
    c.group = "group";
    c.operation = name;
    c.n = 1;
    c.prepare = [work = std::move(work)](bench::context&) {
      return std::vector<bench::contender>{
          {"c", "", false, [work](unsigned, unsigned) { work(); }, {}}};
    };
    return c;
  }
  /// Measures, and looks whether the first case alone was kept.
  template <class Error>
  void expect_first_is_kept(const std::vector<bench::bench_case>& cases) {
    EXPECT_THROW(program::measure_cases(cases, {1, 0.01, 1, 1}, on, options), Error);
    EXPECT_EQ(listing(), (std::vector<std::string>{"a.csv", "a.json"}));
    const auto all = nlohmann::json::parse(contents_of(path("a.json")));
    ASSERT_EQ(all["cases"].size(), 1U);
    EXPECT_EQ(all["cases"][0]["operation"], "first");
    const std::string csv = contents_of(path("a.csv"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2);
  }
  bench::context on;
  program::bench_options options;
};

TEST_F(measuring_cases, keeps_what_was_done_before_a_case_failed) {
  expect_first_is_kept<std::length_error>({case_that("first", [] {}), case_that("second", [] {
                                             throw std::length_error("too long");
                                           })});
}

TEST_F(measuring_cases, ends_after_the_case_that_was_interrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    // Once: a second one would end this program.
    const auto work = [signal, raised = std::make_shared<bool>(false)] {
      if (!std::exchange(*raised, true)) std::raise(signal);
    };
    expect_first_is_kept<program::interrupted>(
        {case_that("first", work), case_that("second", [] {})});
  }
}

TEST_F(measuring_cases, leaves_no_file_where_nothing_was_done) {
  EXPECT_THROW(program::measure_cases({case_that("first", [] { throw std::length_error("no"); })},
                                      {1, 0.01, 1, 1}, on, options),
               std::length_error);
  EXPECT_TRUE(listing().empty());
}

/// Two cases of one group and one of another; names that need quotes.
class bench_report : public testing::Test {
 protected:
  bench_report() {
    on.device.name = "a \"fast\", wide one";
    on.device.architecture = "x1,2";
    on.device.compute_units = 3;
    on.bytes = 4096;
    on.inputs = 5;
    bench::bench_case add;
    add.group = "atomics";
    add.operation = "add";
    add.type = "int";
    add.scope = "device";
    add.space = "global";
    add.words = "1Ki";
    add.result = "unused";
    add.n = 3000000;
    bench::bench_case max = add;
    max.operation = "max, min";
    max.result = "used";
    bench::bench_case read;
    read.group = "memory";
    read.operation = "read";
    read.values = "sorted";
    read.n = 11;
    read.bytes = 8000000;
    results = {{add,
                {{"diatomic", "", false, 7, 9, 0.5, 0.25, 0.375, 0.75, 1},
                 {"library", "Lib\n2, \"x\"", true, 8, 10, 2, 1, 1.5, 2.5, 3}}},
               {max, {{"diatomic", "", false, 1, 3, 1, 1, 1, 1, 1}}},
               {read, {{"kernel", "", false, 2, 4, 4, 3, 3.5, 4.5, 5}}}};
  }
  bench::context on;
  std::vector<bench::result> results;
};

TEST_F(bench_report, as_csv_has_each_number_in_its_column) {
  const std::string device = "\"a \"\"fast\"\", wide one\",\"x1,2\",host\n";
  std::string found = bench::csv_heading();
  for (const bench::result& r : results) found += bench::csv_of(r, on);
  for (const char* backend : {",cuda\n", ",hip\n"}) {
    for (std::size_t at = 0; (at = found.find(backend, at)) != std::string::npos;) {
      found.replace(at, std::string(backend).size(), ",host\n");
    }
  }
  EXPECT_EQ(found,
            "group,operation,type,scope,space,words,result,values,n,bytes,contender,implementation,"
            "loop,rate,unit,ratio,median_ms,min_ms,q1_ms,q3_ms,max_ms,rounds,runs,device,"
            "architecture,backend\n"
            "atomics,add,int,device,global,1Ki,unused,,3000000,0,diatomic,,0,6,Gop/s,1,0.5,"
            "0.25,0.375,0.75,1,7,9," +
                device +
                "atomics,add,int,device,global,1Ki,unused,,3000000,0,library,\"Lib\n2, "
                "\"\"x\"\"\",1,1.5,Gop/s,4,2,1,1.5,2.5,3,8,10," +
                device +
                "atomics,\"max, min\",int,device,global,1Ki,used,,3000000,0,diatomic,,0,3,Gop/s,"
                "1,1,1,1,1,1,1,3," +
                device +
                "memory,read,,,,,,sorted,11,8000000,kernel,,0,2,GB/s,1,4,3,3.5,4.5,5,2,4," +
                device);
}

TEST_F(bench_report, as_json_has_each_number_by_its_name) {
  bench::effort how;
  how.repetitions = 13;
  const auto all = nlohmann::json::parse(bench::json_of(results, on, how));
  EXPECT_EQ(all["device"]["name"], on.device.name);
  EXPECT_EQ(all["device"]["architecture"], "x1,2");
  EXPECT_EQ(all["device"]["compute_units"], 3);
  EXPECT_EQ(all["input_bytes"], 4096);
  EXPECT_EQ(all["inputs_in_turn"], 5);
  EXPECT_EQ(all["repetitions"], 13);
  ASSERT_EQ(all["cases"].size(), 3U);
  nlohmann::json first = all["cases"][0];
  const nlohmann::json second_contender = first["contenders"][1];
  EXPECT_EQ(first["contenders"].size(), 2U);
  first.erase("contenders");
  EXPECT_EQ(first, (nlohmann::json{{"name", "atomics/add int device global 1Ki unused"},
                                   {"group", "atomics"},
                                   {"operation", "add"},
                                   {"type", "int"},
                                   {"scope", "device"},
                                   {"space", "global"},
                                   {"words", "1Ki"},
                                   {"result", "unused"},
                                   {"values", ""},
                                   {"n", 3000000},
                                   {"bytes", 0},
                                   {"unit", "Gop/s"}}));
  EXPECT_EQ(second_contender, (nlohmann::json{{"contender", "library"},
                                              {"implementation", "Lib\n2, \"x\""},
                                              {"loop", true},
                                              {"rate", 1.5},
                                              {"ratio", 4.0},
                                              {"median_ms", 2.0},
                                              {"min_ms", 1.0},
                                              {"q1_ms", 1.5},
                                              {"q3_ms", 2.5},
                                              {"max_ms", 3.0},
                                              {"rounds", 8},
                                              {"runs", 10}}));
  EXPECT_EQ(all["cases"][2]["unit"], "GB/s");
  EXPECT_EQ(all["cases"][2]["contenders"][0]["rate"], 2.0);
}

TEST_F(bench_report, as_json_of_a_device_whose_name_is_not_utf8) {
  on.device.name = "caf\xe9";
  EXPECT_EQ(nlohmann::json::parse(bench::json_of(results, on, {}))["device"]["name"], "caf\ufffd");
}

TEST_F(bench_report, as_rows_has_one_for_each_contender) {
  results[0].contenders[1].implementation = "Lib 2";
  const std::string head = bench::preamble_of(on);
  EXPECT_EQ(head.rfind("a \"fast\", wide one (x1,2, ", 0), 0U) << head;
  EXPECT_NE(head.find("; inputs of 4KiB, 5 in rotation\n"), std::string::npos) << head;
  results[1].what.words = "a number of words that is long";
  EXPECT_EQ(
      bench::heading_of(results[0].what) + bench::rows_of(results[0]) + bench::rows_of(results[1]) +
          bench::heading_of(results[2].what) + bench::rows_of(results[2]),
      "\n"
      "atomics                                   contender                    Gop/s     ratio  "
      "spread\n"
      "add int device global 1Ki unused          diatomic                      6.00             "
      "75.0%\n"
      "                                          library: Lib 2               1.50*     4.000   "
      "50.0%\n"
      "max, min int device global a number of words that is long used\n"
      "                                          diatomic                      3.00              "
      "0.0%\n"
      "\n"
      "memory                                    contender                     GB/s     ratio  "
      "spread\n"
      "read sorted                               kernel                        2.00             "
      "25.0%\n");
}

/// The rows of a run of known rates, which half of the runs keep to within a tenth.
bench::recording known_run(const std::string& name,
                           const std::vector<std::pair<std::string, double>>& rates) {
  bench::recording run;
  run.name = name;
  run.origin = "device of " + name;
  for (const auto& [what, rate] : rates) {
    run.rows.push_back({"atomics", what, "diatomic", "", "Gop/s", rate, 0.9 * rate, 1.1 * rate});
  }
  return run;
}

TEST(bench_comparison, says_what_is_faster_and_slower_and_what_is_missing) {
  const auto old_run = known_run("a", {{"add", 1}, {"max", 2}, {"min", 4}, {"and", 8}});
  const auto new_run = known_run("b", {{"add", 1.1}, {"max", 4}, {"min", 1}, {"or", 8}});
  EXPECT_EQ(
      bench::comparison_of(old_run, new_run),
      "old: a: device of a\n"
      "new: b: device of b\n"
      "Rates are medians. \"faster\" and \"slower\": the interquartile ranges of the two runs do "
      "not\noverlap.\n"
      "\n"
      "atomics                                   contender                old Gop/s new Gop/s "
      "new/old\n"
      "add                                       diatomic                      1.00      1.10   "
      "1.100\n"
      "max                                       diatomic                      2.00      4.00   "
      "2.000 faster\n"
      "min                                       diatomic                      4.00      1.00   "
      "0.250 slower\n"
      "\n"
      "3 contenders: 1 faster, 1 slower. Geometric mean of new/old: 0.819.\n"
      "Only in the old run: 1. Only in the new run: 1.\n");
  EXPECT_NE(bench::comparison_of(old_run, known_run("c", {{"or", 1}}))
                .find("\nThe runs have no common contender.\n"),
            std::string::npos);
}

TEST_F(bench_report, as_json_can_be_compared) {
  const auto run = bench::recording_of(bench::json_of(results, on, {}), "this");
  EXPECT_EQ(run.name, "this");
  expect_contains(run.origin, "inputs of 4KiB, 5 in rotation");
  ASSERT_EQ(run.rows.size(), 4U);
  const bench::recorded& second = run.rows[1];
  EXPECT_EQ(second.group, "atomics");
  EXPECT_EQ(second.what, "add int device global 1Ki unused");
  EXPECT_EQ(second.contender, "library");
  EXPECT_EQ(second.implementation, "Lib\n2, \"x\"");
  EXPECT_EQ(second.unit, "Gop/s");
  EXPECT_DOUBLE_EQ(second.rate, 1.5);
  EXPECT_DOUBLE_EQ(second.lower_rate, 3 / 2.5);
  EXPECT_DOUBLE_EQ(second.upper_rate, 3 / 1.5);
  for (const char* text : {"", "{}", "[1]", "{\"version\": 1}"}) {
    EXPECT_THROW(bench::recording_of(text, "x"), std::runtime_error) << text;
  }
}

}  // namespace
}  // namespace program_test
