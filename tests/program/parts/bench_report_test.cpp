// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The rows, CSV, JSON and comparisons of `diatomic bench`, for results that are known.

#include <csignal>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "bench/bench.hpp"
#include "bench/cases/placed_array.hpp"
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
  int contender;
  unsigned first;
  unsigned rounds;
  std::size_t offset;
};

/// Measures contenders that note their calls and take known times.
class measuring : public testing::Test {
 protected:
  /// A contender that takes `ms(n)` a round in its n-th run.
  bench::contender taking(std::function<double(std::size_t)> ms) {
    const int number = contenders_++;
    return {std::to_string(number), "", false,
            [this, number, ms](unsigned first, unsigned rounds) {
              const auto earlier = std::count_if(
                  calls.begin(), calls.end(), [=](const call& c) { return c.contender == number; });
              calls.push_back({number, first, rounds, on.offset});
              const double each = ms(static_cast<std::size_t>(earlier));
              std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(each * rounds));
            },
            [this] { ++prepared; }};
  }
  bench::contender taking(double ms) {
    return taking([ms](std::size_t) { return ms; });
  }
  std::vector<bench::measured> measure(const std::vector<bench::contender>& all,
                                       const bench::effort& how) {
    bench::bench_case c;
    c.prepare = [&all](bench::context&) { return all; };
    return bench::measure(c, how, on);
  }

  bench::context on;
  std::vector<call> calls;
  unsigned prepared = 0;

 private:
  int contenders_ = 0;
};

TEST_F(measuring, prepares_each_run_and_goes_on_with_the_next_input) {
  on.inputs = 5;
  const auto found = measure({taking(0.01), taking(0.01)}, {3, 3, 0.05, 0});
  ASSERT_EQ(found.size(), 2U);
  for (const bench::measured& m : found) {
    EXPECT_EQ(m.placements, 3U);
    EXPECT_EQ(m.alternations, 9U);
  }
  EXPECT_EQ(prepared, calls.size());
  for (std::size_t i = 1; i < calls.size(); ++i) {
    ASSERT_EQ(calls[i].first, (calls[i - 1].first + calls[i - 1].rounds) % 5) << "call " << i;
  }
}

TEST_F(measuring, alternates_at_each_placement) {
  std::vector<bench::contender> all = {taking(0.01), taking(0.01), taking(0.01)};
  for (bench::contender& c : all) c.rounds = 1;
  measure(all, {4, 2, 1, 0});
  std::vector<int> expected = {0, 1, 2};  // first runs
  for (int k = 0; k < 2; ++k) expected.insert(expected.end(), {0, 1, 2, 2, 1, 0});
  ASSERT_EQ(calls.size(), 4 * expected.size());
  std::set<std::size_t> offsets;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    EXPECT_EQ(calls[i].contender, expected[i % expected.size()]) << i;
    EXPECT_EQ(calls[i].offset, calls[i / expected.size() * expected.size()].offset) << i;
    EXPECT_EQ(calls[i].offset % 256, 0U);
    offsets.insert(calls[i].offset);
  }
  EXPECT_EQ(offsets.size(), 4U);
}

TEST_F(measuring, compares_within_an_alternation) {
  // Both become slower from one alternation to the next, and the second is always slower.
  const auto slowing = [](double ms) {
    return [ms](std::size_t run) { return ms * static_cast<double>(1 + run / 2); };
  };
  std::vector<bench::contender> all = {taking(slowing(4)), taking(slowing(12))};
  for (bench::contender& c : all) c.rounds = 1;
  const auto found = measure(all, {1, 4, 1, 0});
  EXPECT_EQ(found[0].ratio.lower, 1);
  EXPECT_EQ(found[0].ratio.upper, 1);
  EXPECT_GT(found[1].ratio.median, 2);  // sleeps take longer on a busy machine
  EXPECT_LT(found[1].ratio.median, 4);
  EXPECT_GT(found[0].max_ms, 2 * found[0].min_ms);
}

TEST_F(measuring, repeats_placements_while_a_ratio_is_wide_and_time_is_left) {
  const auto unsteady = [](std::size_t run) { return run / 2 % 2 == 0 ? 0.2 : 2.0; };
  std::vector<bench::contender> all = {taking(0.2), taking(unsteady)};
  for (bench::contender& c : all) c.rounds = 1;
  const auto once = measure(all, {2, 2, 1, 0});
  EXPECT_EQ(once[1].alternations, 4U);
  EXPECT_TRUE(once[1].ratio.is_wide());
  const auto often = measure(all, {2, 2, 1, 100});
  EXPECT_GE(often[1].alternations, 8U);
  EXPECT_EQ(often[1].alternations % 4, 0U);
  EXPECT_EQ(often[0].alternations, often[1].alternations);
  // Only one contender: its ratio is 1.
  EXPECT_EQ(measure({taking(unsteady)}, {2, 2, 0.1, 1e9})[0].alternations, 4U);
}

TEST_F(measuring, gives_the_time_of_one_round) {
  const auto m = measure({taking(1)}, {3, 1, 64, 0})[0];
  EXPECT_GE(m.rounds, 8U);
  EXPECT_EQ(m.rounds, calls.back().rounds);
  // Far from both: clocks differ, and machines are busy.
  EXPECT_GE(m.min_ms, 0.5);
  EXPECT_LT(m.min_ms, 0.5 * m.rounds);
  EXPECT_LE(m.min_ms, m.ms.lower);
  EXPECT_LE(m.ms.lower, m.ms.median);
  EXPECT_LE(m.ms.median, m.ms.upper);
  EXPECT_LE(m.ms.upper, m.max_ms);
}

TEST_F(measuring, keeps_to_fixed_rounds_and_checks_the_result_at_each_placement) {
  unsigned checks = 0;
  bench::contender c = taking(0.01);
  c.rounds = 3;
  c.check = [&] {
    EXPECT_EQ(calls.size(), 5 * checks + 1);
    ++checks;
  };
  EXPECT_EQ(measure({c}, {4, 2, 64, 0})[0].rounds, 3U);
  EXPECT_EQ(calls.size(), 20U);  // at each placement a first run and two alternations
  for (const call& each : calls) EXPECT_EQ(each.rounds, 3U);
  EXPECT_EQ(checks, 4U);
  c.check = [] { throw std::runtime_error("wrong"); };
  EXPECT_THROW(measure({c}, {1, 1, 64, 0}), std::runtime_error);
}

TEST(placed_array, begins_at_the_offset_in_memory_that_placements_share) {
  bench::context on;
  std::vector<unsigned*> begins;
  std::vector<int*> kept;
  int made = 0;
  for (const std::size_t offset : bench::placements) {
    on.prepare_at(offset, begins.empty(), [&](bench::context& where) {
      const bench::placed_array<unsigned> words(where, 1000);
      const bench::placed_array<unsigned> others(where, 1000);
      kept.push_back(where.keep([&] { return std::make_shared<int>(++made); }).get());
      EXPECT_EQ(words.download().back(), 0U);
      EXPECT_NE(others.data(), words.data());
      begins.push_back(words.data());
      words.fill_bytes(0xff);
      EXPECT_EQ(words.download(), std::vector<unsigned>(1000, ~0U));
      EXPECT_EQ(others.download(), std::vector<unsigned>(1000, 0));
      words.fill_bytes(0);
      return 0;
    });
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(begins.back()) % 65536, offset % 65536);
    EXPECT_EQ(static_cast<std::size_t>(begins.back() - begins.front()) * sizeof(unsigned), offset);
    EXPECT_EQ(kept.back(), kept.front());
  }
  EXPECT_EQ(made, 1);
}

TEST(quartiles, are_between_the_values) {
  const bench::quartiles q = bench::quartiles_of({5, 1, 4, 2, 3});
  EXPECT_EQ(q.lower, 2);
  EXPECT_EQ(q.median, 3);
  EXPECT_EQ(q.upper, 4);
  EXPECT_TRUE(q.is_wide());
  EXPECT_FALSE((bench::quartiles{0.98, 1, 1.029}.is_wide()));
  EXPECT_TRUE((bench::quartiles{0.98, 1, 1.031}.is_wide()));
  EXPECT_FALSE((bench::quartiles{1.96, 2, 2.058}.is_wide()));
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
    EXPECT_THROW(program::measure_cases(cases, {1, 1, 0.01, 0}, on, options), Error);
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
                                      {1, 1, 0.01, 0}, on, options),
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
                {{"diatomic", "", false, 7, 5, 20, {0.375, 0.5, 0.75}, 0.25, 1, {1, 1, 1}},
                 {"library", "Lib\n2, \"x\"", true, 8, 6, 24, {1.5, 2, 2.5}, 1, 3, {3.5, 4, 4.5}}}},
               {max, {{"diatomic", "", false, 1, 2, 3, {1, 1, 1}, 1, 1, {1, 1, 1}}}},
               {read,
                {{"kernel", "", false, 2, 3, 4, {3.5, 4, 4.5}, 3, 5, {1, 1, 1}},
                 {"library", "", false, 2, 3, 4, {3.5, 4, 4.5}, 3, 5, {0.98, 1, 1.02}}}}};
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
  EXPECT_EQ(
      found,
      "group,operation,type,scope,space,words,result,values,n,bytes,contender,implementation,"
      "loop,rate,unit,ratio,ratio_q1,ratio_q3,median_ms,min_ms,q1_ms,q3_ms,max_ms,rounds,"
      "placements,alternations,device,architecture,backend\n"
      "atomics,add,int,device,global,1Ki,unused,,3000000,0,diatomic,,0,6,Gop/s,1,1,1,0.5,"
      "0.25,0.375,0.75,1,7,5,20," +
          device +
          "atomics,add,int,device,global,1Ki,unused,,3000000,0,library,\"Lib\n2, "
          "\"\"x\"\"\",1,1.5,Gop/s,4,3.5,4.5,2,1,1.5,2.5,3,8,6,24," +
          device +
          "atomics,\"max, min\",int,device,global,1Ki,used,,3000000,0,diatomic,,0,3,Gop/s,"
          "1,1,1,1,1,1,1,1,1,2,3," +
          device +
          "memory,read,,,,,,sorted,11,8000000,kernel,,0,2,GB/s,1,1,1,4,3,3.5,4.5,5,2,3,4," +
          device +
          "memory,read,,,,,,sorted,11,8000000,library,,0,2,GB/s,1,0.98,1.02,4,3,3.5,4.5,5,2,3,"
          "4," +
          device);
}

TEST_F(bench_report, as_json_has_each_number_by_its_name) {
  const auto all = nlohmann::json::parse(bench::json_of(results, on));
  EXPECT_EQ(all["device"]["name"], on.device.name);
  EXPECT_EQ(all["device"]["architecture"], "x1,2");
  EXPECT_EQ(all["device"]["compute_units"], 3);
  EXPECT_EQ(all["input_bytes"], 4096);
  EXPECT_EQ(all["inputs_in_turn"], 5);
  EXPECT_EQ(all["libraries"], bench::library_versions());
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
                                              {"ratio_q1", 3.5},
                                              {"ratio_q3", 4.5},
                                              {"median_ms", 2.0},
                                              {"min_ms", 1.0},
                                              {"q1_ms", 1.5},
                                              {"q3_ms", 2.5},
                                              {"max_ms", 3.0},
                                              {"rounds", 8},
                                              {"placements", 6},
                                              {"alternations", 24}}));
  EXPECT_EQ(all["cases"][2]["unit"], "GB/s");
  EXPECT_EQ(all["cases"][2]["contenders"][0]["rate"], 2.0);
}

TEST_F(bench_report, as_json_of_a_device_whose_name_is_not_utf8) {
  on.device.name = "caf\xe9";
  EXPECT_EQ(nlohmann::json::parse(bench::json_of(results, on))["device"]["name"], "caf\ufffd");
}

TEST_F(bench_report, as_rows_has_one_for_each_contender) {
  results[0].contenders[1].implementation = "Lib 2";
  bench::effort how;
  how.placements = 7;
  how.alternations = 3;
  const std::string head = bench::preamble_of(on, how);
  EXPECT_EQ(head.rfind("a \"fast\", wide one (x1,2, ", 0), 0U) << head;
  expect_contains(head, "; inputs of 4KiB, 5 in rotation\n");
  expect_contains(head, " at 7 placements with at least 21 alternations in all.\n");
  expect_contains(head, bench::library_versions());
  results[1].what.words = "a number of words that is long";
  EXPECT_EQ(
      bench::heading_of(results[0].what) + bench::rows_of(results[0]) + bench::rows_of(results[1]) +
          bench::heading_of(results[2].what) + bench::rows_of(results[2]),
      "\n"
      "atomics                                   contender                    Gop/s     ratio      "
      "q1    q3\n"
      "add int device global 1Ki unused          diatomic                      6.00\n"
      "                                          library: Lib 2               1.50*    4.000?   "
      "3.500 4.500\n"
      "max, min int device global a number of words that is long used\n"
      "                                          diatomic                      3.00\n"
      "\n"
      "memory                                    contender                     GB/s     ratio      "
      "q1    q3\n"
      "read sorted                               kernel                        2.00\n"
      "                                          library                       2.00     1.000   "
      "0.980 1.020\n");
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
  const auto run = bench::recording_of(bench::json_of(results, on), "this");
  EXPECT_EQ(run.name, "this");
  expect_contains(run.origin, "inputs of 4KiB, 5 in rotation");
  ASSERT_EQ(run.rows.size(), 5U);
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
