// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// `diatomic info`: devices, links, the summary, and every table entry of all backends.

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <diatomic/diatomic.hpp>

#include "program_run.hpp"
#include "support_matrix_page.hpp"

namespace program_test {
namespace {

class information : public program_run {
 protected:
  /// The output of `diatomic info --json --architecture all`. Parsed once: sanitizers take seconds
  /// for its 3 MB.
  const nlohmann::json& all_architectures() {
    static const nlohmann::json all = [this] {
      const std::string out = output_of({"info", "--json", "--architecture", "all"});
      return nlohmann::json::parse(out);
    }();
    return all;
  }
};

TEST_F(information, as_json) {
  const auto all = nlohmann::json::parse(output_of({"info", "--json"}));
  EXPECT_TRUE(all["backend"] == "cuda" || all["backend"] == "hip" || all["backend"] == "host");
  ASSERT_GE(all["devices"].size(), 1U);
  const auto& device = all["devices"][0];
  EXPECT_FALSE(device["name"].get<std::string>().empty());
  EXPECT_GE(device["compute_units"].get<int>(), 1);
  EXPECT_GE(device["shared_bytes_per_block"].get<int>(), 16384);
  EXPECT_TRUE(device["l2_bytes"].is_number_unsigned());
}

/// An architecture's entry for global memory, or a link's entry.
nlohmann::json entry(const nlohmann::json& table, const char* operation, const char* kind) {
  for (const auto& e : table["entries"]) {
    if (e["operation"] == operation && e["kind"] == kind) return e;
  }
  return {};
}

TEST_F(information, links_to_other_processing_elements) {
  const auto all =
      nlohmann::json::parse(output_of({"info", "--json", "--links", "--architecture", "gfx90a"}));
  EXPECT_FALSE(all.contains("support"));
  std::map<std::string, nlohmann::json> links;
  for (const auto& link : all["links"]) {
    const bool is_direct = link["link"] == "direct";
    links[link[is_direct ? "architecture" : "transport"]] = link;
  }
  ASSERT_EQ(links.count("gfx90a"), 1U);
  EXPECT_EQ(entry(links["gfx90a"], "add", "u32")["support"], "native");
  EXPECT_EQ(entry(links["gfx90a"], "nand", "u32")["support"], "loop");
  EXPECT_EQ(entry(links["gfx90a"], "shl", "f32")["support"], "none");
  EXPECT_EQ(links.count("peer"), 0U) << "it has no network";
  ASSERT_EQ(links.count("mpi"), 1U);
  EXPECT_EQ(entry(links["mpi"], "add", "u32")["support"], "transport");
  EXPECT_EQ(entry(links["mpi"], "add", "f32")["support"], "loop");
  EXPECT_EQ(entry(links["mpi"], "load", "f64x2")["support"], "transport");
  EXPECT_EQ(entry(links["mpi"], "compare_exchange", "f64x2")["support"], "none");

  const std::string text = output_of({"info", "--links", "--architecture", "gfx90a"});
  expect_contains(text, "gfx90a (hip backend), direct link: integers\n");
  expect_contains(text, "network of the transport mpi: floating point\n");
}

/// On a direct link an entry is what the support table says at system scope.
TEST_F(information, direct_links_are_the_support_tables_at_system_scope) {
  const auto links =
      nlohmann::json::parse(output_of({"info", "--json", "--links", "--architecture", "all"}));
  std::map<std::string, nlohmann::json> of_architecture;
  for (const auto& link : links["links"]) {
    if (link["link"] == "direct") of_architecture[link["architecture"]] = link["entries"];
  }
  ASSERT_EQ(of_architecture.size(), all_architectures()["support"].size());
  for (const auto& chip : all_architectures()["support"]) {
    const auto& entries = of_architecture[chip["architecture"]];
    std::size_t at = 0;
    for (const auto& entry : chip["entries"]) {
      if (entry["space"] != "global") continue;
      ASSERT_LT(at, entries.size());
      EXPECT_EQ(entries[at]["operation"], entry["operation"]);
      EXPECT_EQ(entries[at]["kind"], entry["kind"]);
      EXPECT_EQ(entries[at]["support"], entry["at_system_scope"]) << entry;
      ++at;
    }
    EXPECT_EQ(at, entries.size());
  }
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
  const auto all = nlohmann::json::parse(output_of({"info", "--json"}));
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
      nlohmann::json::parse(output_of({"info", "--json", "--device", std::to_string(count - 1)}));
  ASSERT_EQ(last["devices"].size(), 1U);
  EXPECT_EQ(last["devices"][0], all["devices"].back());
}

/// The chips of each backend's table that no build may lack.
const std::map<std::string, std::vector<std::string>> known_chips = {
    {"cuda", {"sm_70", "sm_75", "sm_80", "sm_90", "sm_120"}},
    {"hip", {"gfx908", "gfx90a", "gfx942", "gfx1100", "gfx1250"}},
    {"host", {"x86-64", "aarch64", "aarch64-lse"}},
};

TEST_F(information, lists_the_chips_of_all_backends_in_any_build) {
  const nlohmann::json& all = all_architectures();
  std::map<std::string, std::vector<std::string>> found;
  for (const auto& table : all["support"]) found[table["backend"]].push_back(table["architecture"]);
  EXPECT_EQ(found.size(), known_chips.size());
  for (const auto& [backend, chips] : known_chips) {
    for (const std::string& chip : chips) {
      EXPECT_EQ(std::count(found[backend].begin(), found[backend].end(), chip), 1) << chip;
    }
  }
  // Those that kernels of this build may run on come first.
  EXPECT_EQ(all["support"][0]["backend"], all["backend"]);
}

TEST_F(information, answers_for_a_chip_of_any_backend) {
  const auto all = nlohmann::json::parse(
      output_of({"info", "--json", "--architecture", "x86_64", "--architecture", "gfx90a",
                 "--architecture", "sm_80", "--architecture", "gfx90a"}));
  EXPECT_EQ(all["backend"], DIATOMIC_DETAIL_TEXT(DIATOMIC_BACKEND)) << "this build's";
  EXPECT_TRUE(all["devices"].empty());
  ASSERT_EQ(all["support"].size(), 3U) << "each once";
  const auto expect = [&](std::size_t k, const char* backend, const char* name) {
    EXPECT_EQ(all["support"][k]["backend"], backend);
    EXPECT_EQ(all["support"][k]["architecture"], name);
  };
  expect(0, "host", "x86-64");
  expect(1, "hip", "gfx90a");
  expect(2, "cuda", "sm_80");
  // One fact of each, from the vendors' documents.
  const auto& chips = all["support"];
  EXPECT_EQ(entry(chips[0], "and", "u32")["native_with"], nlohmann::json({"result_unused"}));
  EXPECT_EQ(entry(chips[1], "add", "f64")["native_with"], nlohmann::json({"coarse_grained"}));
  EXPECT_EQ(entry(chips[2], "add", "f64")["support"], "native");
  EXPECT_EQ(entry(chips[2], "add", "bf16x2")["support"], "loop") << "sm_90 is the first";
}

/// What the chip is called above its tables.
std::string title_of(const std::string& name, const std::string& backend) {
  if (backend == DIATOMIC_DETAIL_TEXT(DIATOMIC_BACKEND)) return name;
  return std::string(name).append(" (").append(backend).append(" backend)");
}

TEST_F(information, answers_for_a_toolkit) {
  const auto support = [&](const std::string& release, const char* operation, const char* type) {
    const auto all = nlohmann::json::parse(
        output_of({"info", "--json", "--architecture", "sm_90", "--toolkit", release}));
    return entry(all["support"][0], operation, type)["support"].get<std::string>();
  };
  // 16-byte words are in the PTX of CUDA 12.4.
  EXPECT_EQ(support("12.3", "compare_exchange", "u128"), "none");
  EXPECT_EQ(support("12.4", "compare_exchange", "u128"), "native");
  EXPECT_EQ(support("11.8", "exchange", "u64"), "native");
  expect_contains(output_of({"info", "--architecture", "sm_90", "--toolkit", "12.0"}),
                  title_of("sm_90", "cuda") + " by CUDA 12.0: native operations");
}

TEST_F(information, says_which_backend_a_chip_belongs_to) {
  for (const auto& [backend, chips] : known_chips) {
    const std::string& name = chips[0];
    const std::string title = title_of(name, backend);
    const std::string markdown = output_of({"info", "--markdown", "--architecture", name});
    expect_contains(markdown, "\n## " + title + "\n");
    expect_contains(markdown, "\n### " + title + ", shared memory: floating point\n");
  }
}

TEST_F(information, says_what_the_support_matrix_says) {
  const support_matrix_page page(contents_of(DIATOMIC_SUPPORT_MATRIX));
  const nlohmann::json& all = all_architectures();
  std::size_t compared = 0;
  for (const auto& table : all["support"]) {
    EXPECT_EQ(table["entries"].size(), 25U * 23U * 2U) << table["architecture"];
    for (const auto& entry : table["entries"]) {
      const std::string where = table["architecture"].get<std::string>() + entry.dump();
      const std::string words = page.entry(table["backend"], entry["space"], entry["operation"],
                                           entry["kind"], table["architecture"]);
      compared += words.empty() ? 0 : 1;
      // What a page has no row for does not exist.
      const bool is_none = words.empty() || words == "none";
      EXPECT_EQ(entry["support"] == "none", is_none) << where << words;
      const bool is_native = words.rfind("native", 0) == 0;
      const bool has_help = entry["support"] == "native" || entry.contains("native_with");
      EXPECT_EQ(has_help, is_native) << where << words;
      const bool always = is_native && words.find(" if ") == std::string::npos;
      EXPECT_EQ(entry["at_system_scope"] == "native", always) << where << words;
      // A reason is met by device scope, or by all of the words that follow one "; or".
      if (!is_native || always) continue;
      const std::string reason = page.reason(table["backend"], words);
      EXPECT_EQ(entry["support"] == "native",
                reason.rfind("`device_scope`", 0) == 0 ||
                    reason.find("; or `device_scope`") != std::string::npos)
          << where << reason;
      for (const auto& help : entry.value("native_with", nlohmann::json::array())) {
        const std::string tag = help == "result_unused" ? "store_OP" : help.get<std::string>();
        expect_contains(reason, "`" + tag + "`");
      }
    }
  }
  EXPECT_GT(compared, 10000U);
}

TEST_F(information, tells_people_what_it_tells_programs) {
  const auto all = nlohmann::json::parse(output_of({"info", "--json"}));
  const std::string text = output_of({"info", "--tables"});
  const std::string markdown = output_of({"info", "--markdown"});
  for (const std::string& form : {text, markdown}) {
    expect_contains(form, all["devices"][0]["name"].get<std::string>());
    expect_contains(form, all["devices"][0]["architecture"].get<std::string>());
    expect_contains(form, "compare_exchange");
    expect_contains(form, "host atomics");
    EXPECT_EQ(form.find("peer memory") != std::string::npos, all["devices"].size() > 1);
  }
  expect_contains(markdown, "| operation | i8 |");
}

/// The table of a space and of a sort of kinds, in the text: its rows by their first words.
std::map<std::string, std::vector<std::string>> table_in(const std::string& text,
                                                         const std::string& title) {
  std::map<std::string, std::vector<std::string>> rows;
  // From the beginning of a line: one chip's name may end another's.
  std::istringstream lines(text.substr(std::min(text.find("\n" + title) + 1, text.size())));
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
  const nlohmann::json& all = all_architectures();
  const std::string text = output_of({"info", "--tables", "--architecture", "all"});
  for (const auto& support : all["support"]) {
    const std::string name = title_of(support["architecture"], support["backend"]);
    for (const std::string space : {"global", "shared"}) {
      const std::string title = name + ", " + space + " memory: ";
      const auto integers = table_in(text, title + "integers");
      const auto floats = table_in(text, title + "floating point");
      const auto vectors = table_in(text, title + "vectors");
      // Each kind has its column in one of the three, and each operation that it has its row.
      for (const auto& entry : support["entries"]) {
        if (entry["space"] != space) continue;
        const std::string kind = entry["kind"];
        const std::string operation = entry["operation"];
        const bool is_integer = kind[0] == 'i' || kind[0] == 'u';
        const bool is_vector = kind.find('x') != std::string::npos;
        const auto& table = is_vector ? vectors : is_integer ? integers : floats;
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

TEST_F(information, is_short_without_tables) {
  const auto all = nlohmann::json::parse(output_of({"info", "--json"}));
  const std::string text = output_of({"info"});
  for (const char* key : {"version", "backend", "compiler"}) {
    expect_contains(text, all[key].get<std::string>() + "\n");
  }
  for (const auto& device : all["devices"]) {
    expect_contains(text, "device " + device["number"].dump());
    expect_contains(text, device["name"].get<std::string>() + ": " +
                              device["architecture"].get<std::string>() + ", ");
  }
  expect_contains(text, "diatomic info --tables");
  EXPECT_LE(
      std::count(text.begin(), text.end(), '\n'),
      10 + 40 * static_cast<int>(all["support"].size()) + static_cast<int>(all["devices"].size()));
  EXPECT_NE(output_of({"info", "--tables"}).find("operation  "), std::string::npos);
  EXPECT_EQ(text.find("operation  "), std::string::npos) << text;
}

/// The types between two names of JSON's order: "i8 to u32".
std::vector<std::string> types_in(std::string words, const std::vector<std::string>& kinds) {
  std::vector<std::string> types;
  if (words == "all types") return kinds;
  std::istringstream items(words);
  for (std::string item; std::getline(items, item, ',');) {
    item.erase(0, item.find_first_not_of(' '));
    const std::size_t to = item.find(" to ");
    const std::string last = to == std::string::npos ? item : item.substr(to + 4);
    const auto first = std::find(kinds.begin(), kinds.end(), item.substr(0, to));
    const auto end = std::find(first, kinds.end(), last);
    if (end == kinds.end()) throw std::runtime_error("no types: " + words);
    types.insert(types.end(), first, end + 1);
  }
  return types;
}

/// A summary: maps space, operation and type to the text after the types.
using summary = std::map<std::vector<std::string>, std::string>;

summary read_summary(const std::string& text, const std::vector<std::string>& kinds) {
  // Joins continuation lines, which begin in column 32.
  std::vector<std::string> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("  native: ", 0) == 0) break;
    EXPECT_LT(line.size(), 100U) << line;
    if (line.rfind(std::string(32, ' '), 0) == 0) {
      rows.back() += line.substr(31);
    } else {
      rows.push_back(line);
    }
  }
  summary entries;
  std::vector<std::string> spaces;
  for (const std::string& row : rows) {
    if (row.rfind("    ", 0) != 0) {
      spaces.clear();
      for (const char* space : {"global", "shared"}) {
        if (row.find(space) != std::string::npos) spaces.emplace_back(space);
      }
      continue;
    }
    std::istringstream groups(row.substr(32));
    for (std::string group; std::getline(groups, group, ';');) {
      group.erase(0, group.find_first_not_of(' '));
      const std::size_t end = std::min(group.find(" with "), group.find(" only up to "));
      const std::string note = end == std::string::npos ? "" : group.substr(end + 1);
      std::istringstream operations(row.substr(0, 32));
      for (std::string operation; operations >> operation;) {
        operation.erase(std::remove(operation.begin(), operation.end(), ','), operation.end());
        for (const std::string& space : spaces) {
          for (const std::string& type : types_in(group.substr(0, end), kinds)) {
            entries[{space, operation, type}] = note;
          }
        }
      }
    }
  }
  return entries;
}

TEST_F(information, summary_has_the_native_entries_of_the_tables) {
  for (const auto& support : all_architectures()["support"]) {
    const std::string name = support["architecture"];
    SCOPED_TRACE(name);
    std::vector<std::string> kinds;
    for (const auto& entry : support["entries"]) {
      const std::string kind = entry["kind"];
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    }
    const std::string text = output_of({"info", "--architecture", name});
    const std::size_t at =
        text.find("\n" + title_of(name, support["backend"]) + ": native operations");
    ASSERT_NE(at, std::string::npos) << text;
    summary found = read_summary(text.substr(at + 1), kinds);
    for (const auto& entry : support["entries"]) {
      const std::vector<std::string> key = {entry["space"], entry["operation"], entry["kind"]};
      const bool is_native = entry["support"] == "native";
      ASSERT_EQ(found.count(key), is_native || entry.contains("native_with") ? 1U : 0U) << entry;
      if (found.count(key) == 0) continue;
      const std::string& note = found[key];
      EXPECT_EQ(note.empty(), is_native && entry["at_system_scope"] == "native") << entry << note;
      for (const auto& help : entry.value("native_with", nlohmann::json::array())) {
        expect_contains(note, help == "result_unused" ? "store_OP" : help.get<std::string>());
      }
      found.erase(key);
    }
    EXPECT_TRUE(found.empty()) << "the summary has entries that the tables lack";
  }
}

TEST_F(information, tables_and_links_exclude_each_other) {
  expect_failure(run({"info", "--tables", "--links"}), 2, "excludes");
}

}  // namespace
}  // namespace program_test
