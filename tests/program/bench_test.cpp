// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The options and files of `diatomic bench`, whatever it measures.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench_run.hpp"

namespace program_test {
namespace {

TEST_F(bench, compares_with_an_earlier_run) {
  ASSERT_EQ(quick("^memory/", {"--json", "old.json"}).status, 0);
  const outcome again = quick("^memory/read", {"--compare", "old.json"});
  EXPECT_EQ(again.status, 0) << again.err;
  expect_contains(again.out, "old: old.json: ");
  expect_contains(again.out, "new: this run: ");
  expect_contains(again.out, "Only in the old run: ");
  const std::string files = output_of({"bench", "--compare", "old.json", "old.json"});
  expect_contains(files, "0 faster, 0 slower. Geometric mean of new/old: 1.000.");
}

TEST_F(bench, refuses_what_it_cannot_compare) {
  make_file(path("text.json"), "[1, 2]");
  expect_failure(run({"bench", "--compare", "none.json"}), 1, "none.json: cannot be read");
  expect_failure(run({"bench", "--compare", "text.json"}), 1,
                 "text.json: not a result of `diatomic bench --json`");
  expect_failure(run({"bench", "--compare", "a.json", "b.json", "--csv", "a.csv"}), 2,
                 "compared without measuring");
  expect_failure(run({"bench", "--compare", "a.json", "--csv", "-"}), 2, "written to stdout");
  expect_failure(run({"bench", "--compare", "a.json", "--json", "a.json"}), 2,
                 "would be overwritten");
}

TEST_F(bench, copies_read_and_write) {
  const outcome o = quick("^memory/", {"--csv", "a.csv", "--json", "-"});
  ASSERT_EQ(o.status, 0) << o.err;
  EXPECT_EQ(listing(), std::vector<std::string>{"a.csv"});
  const auto all = nlohmann::json::parse(o.out);
  EXPECT_EQ(all["input_bytes"], 4096);
  ASSERT_EQ(all["cases"].size(), 2U);
  EXPECT_EQ(all["cases"][0]["bytes"], 4096);
  EXPECT_EQ(all["cases"][1]["bytes"], 8192);
  EXPECT_EQ(all["inputs_in_turn"], 3);
}

TEST_F(bench, list) {
  const std::string out = output_of({"bench", "--list", "--case", "^memory/"});
  EXPECT_EQ(out, "memory/read\nmemory/copy\n");
}

TEST_F(bench, nothing_is_written_where_nothing_is_measured) {
  expect_failure(quick("^no such case", {"--csv", "a.csv"}), 2, "no matching case");
  expect_failure(quick("^memory/", {"--csv", "nowhere/a.csv"}), 1, "nowhere/a.csv");
  expect_failure(quick("^memory/", {"--csv", "a.csv", "--json", "nowhere/a.json"}), 1,
                 "nowhere/a.json");
  expect_failure(run({"bench", "--device", "1023"}), 2, "no such device");
  EXPECT_TRUE(listing().empty());
}

}  // namespace
}  // namespace program_test
