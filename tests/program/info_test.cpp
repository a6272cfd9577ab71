// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `diatomic info` says of devices, of their links, and of every entry of the tables.

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "program_run.hpp"

namespace program_test {
namespace {

class information : public program_run {};

TEST_F(information, as_json) {
  const outcome o = run({"info", "--json"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto all = nlohmann::json::parse(o.out);
  EXPECT_TRUE(all["backend"] == "cuda" || all["backend"] == "hip" || all["backend"] == "host");
  ASSERT_GE(all["devices"].size(), 1U);
  const auto& device = all["devices"][0];
  EXPECT_FALSE(device["name"].get<std::string>().empty());
  EXPECT_GE(device["compute_units"].get<int>(), 1);
  EXPECT_GE(device["shared_bytes_per_block"].get<int>(), 16384);
}

/// A link as `info --json` writes it.
void expect_link(const nlohmann::json& link) {
  const std::string native = link["native_atomics"];
  EXPECT_TRUE(native == "unknown" || native == "none" || native == "some" || native == "all");
  EXPECT_TRUE(link["access"].is_boolean()) << link;
  if (link["operations"].is_null()) return;
  EXPECT_EQ(link["operations"].size(), 13U) << link;
  for (const auto& forms : link["operations"]) EXPECT_TRUE(forms.is_array()) << link;
}

TEST_F(information, tells_of_every_link) {
  const auto all = nlohmann::json::parse(run({"info", "--json"}).out);
  const std::size_t count = all["devices"].size();
  for (const auto& device : all["devices"]) {
    EXPECT_TRUE(device["concurrent_managed_access"].is_boolean());
    EXPECT_TRUE(device["pageable_memory_access"].is_boolean());
    expect_link(device["host_link"]);
    if (device["host_native_atomics"]) {
      EXPECT_NE(device["host_link"]["native_atomics"], "none");
    }
    ASSERT_EQ(device["peer_links"].size(), count - 1);
    for (const auto& link : device["peer_links"]) {
      expect_link(link);
      EXPECT_NE(link["device"], device["number"]);
      EXPECT_LT(link["device"].get<std::size_t>(), count);
    }
  }
  // One device only, and its links to all others.
  const auto last =
      nlohmann::json::parse(run({"info", "--json", "--device", std::to_string(count - 1)}).out);
  ASSERT_EQ(last["devices"].size(), 1U);
  EXPECT_EQ(last["devices"][0], all["devices"].back());
}

TEST_F(information, lists_every_entry_of_every_architecture) {
  const outcome o = run({"info", "--json", "--architecture", "all"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto all = nlohmann::json::parse(o.out);
  EXPECT_TRUE(all["devices"].empty());
  ASSERT_GE(all["support"].size(), 1U);
  for (const auto& table : all["support"]) {
    EXPECT_EQ(table["entries"].size(), 23U * 19U * 2U) << table["architecture"];
    for (const auto& entry : table["entries"]) {
      const std::string operation = entry["operation"];
      const std::string kind = entry["kind"];
      const bool on_float = kind[0] != 'i' && kind[0] != 'u';
      // Not all chips have words of 16 bytes; vectors of that size go by their elements.
      const bool may_be_absent =
          kind == "i128" || kind == "u128" ||
          (operation == "compare_exchange" && (kind == "f32x4" || kind == "f64x2"));
      const bool is_wide = may_be_absent || kind == "f32x4" || kind == "f64x2";
      const bool for_floats = operation.substr(0, 2) == "fm";
      const bool for_integers = operation == "and" || operation == "or" || operation == "xor" ||
                                operation == "nand" || operation == "mod" || operation == "shl" ||
                                operation == "shr";
      const bool for_unsigned = operation == "inc_wrap" || operation == "dec_wrap";
      const bool is_none = (for_floats && !on_float) || (for_integers && on_float) ||
                           (for_unsigned && kind[0] != 'u');
      if (is_none || !may_be_absent) {
        EXPECT_EQ(entry["support"] == "none", is_none) << entry;
      }
      // No chip is without these.
      if ((operation == "load" || operation == "store") && !is_wide) {
        EXPECT_EQ(entry["support"], "native") << entry;
      }
      // What needs help is a loop without it.
      if (entry.contains("native_with")) {
        EXPECT_EQ(entry["support"], "loop") << entry;
        EXPECT_GE(entry["native_with"].size(), 1U) << entry;
      }
    }
  }
}

TEST_F(information, tells_people_what_it_tells_programs) {
  const auto all = nlohmann::json::parse(run({"info", "--json"}).out);
  const std::string text = run({"info"}).out;
  const std::string markdown = run({"info", "--markdown"}).out;
  for (const std::string& form : {text, markdown}) {
    EXPECT_NE(form.find(all["devices"][0]["name"].get<std::string>()), std::string::npos);
    EXPECT_NE(form.find(all["devices"][0]["architecture"].get<std::string>()), std::string::npos);
    EXPECT_NE(form.find("compare_exchange"), std::string::npos);
    EXPECT_NE(form.find("host atomics"), std::string::npos);
    EXPECT_EQ(form.find("peer memory") != std::string::npos, all["devices"].size() > 1);
  }
  EXPECT_NE(markdown.find("| operation | i8 |"), std::string::npos);
}

/// The table of a space and of a sort of kinds, in the text: its rows by their first words.
std::map<std::string, std::vector<std::string>> table_in(const std::string& text,
                                                         const std::string& title) {
  std::map<std::string, std::vector<std::string>> rows;
  std::istringstream lines(text.substr(std::min(text.find(title), text.size())));
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line.substr(0, title.size()), title);
  while (std::getline(lines, line) && !line.empty()) {
    EXPECT_LE(line.size(), 120U) << line;
    std::istringstream words(line);
    std::string first;
    words >> first;
    for (std::string word; words >> word;) rows[first].push_back(word);
  }
  return rows;
}

TEST_F(information, tables_fit_a_terminal_and_lack_nothing) {
  const auto all = nlohmann::json::parse(run({"info", "--json", "--architecture", "all"}).out);
  const std::string text = run({"info", "--architecture", "all"}).out;
  for (const auto& support : all["support"]) {
    const std::string name = support["architecture"];
    for (const std::string space : {"global", "shared"}) {
      const std::string title = name + ", " + space + " memory: ";
      const auto integers = table_in(text, title + "integers");
      const auto floats = table_in(text, title + "floating point");
      // Each kind has its column in one of the two, and each operation that it has its row.
      for (const auto& entry : support["entries"]) {
        if (entry["space"] != space) continue;
        const std::string kind = entry["kind"];
        const std::string operation = entry["operation"];
        const bool is_integer = kind[0] == 'i' || kind[0] == 'u';
        const auto& table = is_integer ? integers : floats;
        const auto& heads = table.at("operation");
        EXPECT_EQ(std::count(heads.begin(), heads.end(), kind), 1) << title << kind;
        if (entry["support"] != "none") {
          ASSERT_EQ(table.count(operation), 1U) << title << operation;
          EXPECT_GE(table.at(operation).size(), heads.size()) << title << operation;
        }
      }
      EXPECT_EQ(integers.count("fminimum"), 0U) << "a row of nothing";
      EXPECT_EQ(floats.count("shl"), 0U) << "a row of nothing";
    }
  }
}

}  // namespace
}  // namespace program_test
