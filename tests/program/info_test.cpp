// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What `diatomic info` says of devices, of their links, and of every entry of the tables, of this
// build's backend and of all others.

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
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
  /// What `diatomic info --json --architecture all` says: 3 MB, which sanitizers take seconds to
  /// read, so once.
  const nlohmann::json& all_architectures() {
    static const nlohmann::json all = [this] {
      const outcome o = run({"info", "--json", "--architecture", "all"});
      EXPECT_EQ(o.status, 0) << o.err;
      return nlohmann::json::parse(o.out);
    }();
    return all;
  }
};

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
  EXPECT_TRUE(device["l2_bytes"].is_number_unsigned());
}

/// The answer of a link's table.
std::string entry(const nlohmann::json& link, const char* operation, const char* kind) {
  for (const auto& e : link["entries"]) {
    if (e["operation"] == operation && e["kind"] == kind) return e["support"];
  }
  return "not there";
}

TEST_F(information, links_to_other_processing_elements) {
  const outcome o = run({"info", "--json", "--links", "--architecture", "gfx90a"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto all = nlohmann::json::parse(o.out);
  EXPECT_FALSE(all.contains("support"));
  std::map<std::string, nlohmann::json> links;
  for (const auto& link : all["links"]) {
    const bool is_direct = link["link"] == "direct";
    links[link[is_direct ? "architecture" : "transport"]] = link;
  }
  ASSERT_EQ(links.count("gfx90a"), 1U);
  EXPECT_EQ(entry(links["gfx90a"], "add", "u32"), "native");
  EXPECT_EQ(entry(links["gfx90a"], "nand", "u32"), "loop");
  EXPECT_EQ(entry(links["gfx90a"], "shl", "f32"), "none");
  EXPECT_EQ(links.count("peer"), 0U) << "it has no network";
  ASSERT_EQ(links.count("mpi"), 1U);
  EXPECT_EQ(entry(links["mpi"], "add", "u32"), "transport");
  EXPECT_EQ(entry(links["mpi"], "add", "f32"), "loop");
  EXPECT_EQ(entry(links["mpi"], "load", "f64x2"), "transport");
  EXPECT_EQ(entry(links["mpi"], "compare_exchange", "f64x2"), "none");

  const std::string text = run({"info", "--links", "--architecture", "gfx90a"}).out;
  EXPECT_NE(text.find("gfx90a (hip backend), direct link: integers\n"), std::string::npos) << text;
  EXPECT_NE(text.find("network of the transport mpi: floating point\n"), std::string::npos) << text;
}

/// On a direct link an entry is what the support table says at system scope.
TEST_F(information, direct_links_are_the_support_tables_at_system_scope) {
  const auto links =
      nlohmann::json::parse(run({"info", "--json", "--links", "--architecture", "all"}).out);
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
  const nlohmann::json& all = all_architectures();
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

/// The chips of each backend's table that no build may lack.
const std::map<std::string, std::vector<std::string>> known_chips = {
    {"cuda", {"sm_75", "sm_80", "sm_90", "sm_120"}},
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
  const outcome o = run({"info", "--json", "--architecture", "x86_64", "--architecture", "gfx90a",
                         "--architecture", "sm_80", "--architecture", "gfx90a"});
  ASSERT_EQ(o.status, 0) << o.err;
  const auto all = nlohmann::json::parse(o.out);
  EXPECT_EQ(all["backend"], DIATOMIC_DETAIL_TEXT(DIATOMIC_BACKEND)) << "this build's";
  EXPECT_TRUE(all["devices"].empty());
  ASSERT_EQ(all["support"].size(), 3U) << "each once";
  const auto expect = [&](std::size_t k, const char* backend, const char* name) {
    EXPECT_EQ(all["support"][k]["backend"], backend);
    EXPECT_EQ(all["support"][k]["architecture"], name);
    EXPECT_EQ(all["support"][k]["entries"].size(), 23U * 19U * 2U);
  };
  expect(0, "host", "x86-64");
  expect(1, "hip", "gfx90a");
  expect(2, "cuda", "sm_80");
  // One fact of each, from the vendors' documents.
  const auto global = [&](std::size_t k, const char* operation, const char* kind) {
    for (const auto& entry : all["support"][k]["entries"]) {
      if (entry["operation"] == operation && entry["kind"] == kind && entry["space"] == "global") {
        return entry;
      }
    }
    return nlohmann::json();
  };
  EXPECT_EQ(global(0, "and", "u32")["native_with"], nlohmann::json({"result_unused"}));
  EXPECT_EQ(global(1, "add", "f64")["native_with"], nlohmann::json({"coarse_grained"}));
  EXPECT_EQ(global(2, "add", "f64")["support"], "native");
  EXPECT_EQ(global(2, "add", "bf16x2")["support"], "loop") << "sm_90 is the first";
}

/// What the chip is called above its tables.
std::string title_of(const std::string& name, const std::string& backend) {
  if (backend == DIATOMIC_DETAIL_TEXT(DIATOMIC_BACKEND)) return name;
  return std::string(name).append(" (").append(backend).append(" backend)");
}

TEST_F(information, says_which_backend_a_chip_belongs_to) {
  for (const auto& [backend, chips] : known_chips) {
    const std::string& name = chips[0];
    const std::string title = title_of(name, backend);
    const std::string text = run({"info", "--architecture", name}).out;
    EXPECT_NE(text.find("\n" + title + ", global memory: integers\n"), std::string::npos) << text;
    const std::string markdown = run({"info", "--markdown", "--architecture", name}).out;
    EXPECT_NE(markdown.find("\n## " + title + "\n"), std::string::npos) << markdown;
    EXPECT_NE(markdown.find("\n### " + title + ", shared memory: floating point\n"),
              std::string::npos)
        << markdown;
  }
}

TEST_F(information, says_of_the_builds_own_chips_what_support_of_says) {
  for (const auto& chip : diatomic::tables::backend::architectures) {
    const outcome o = run({"info", "--json", "--architecture", chip.name});
    ASSERT_EQ(o.status, 0) << o.err;
    const auto all = nlohmann::json::parse(o.out);
    ASSERT_EQ(all["support"].size(), 1U);
    auto entry = all["support"][0]["entries"].begin();
    for (const auto space : {diatomic::memory_space::global, diatomic::memory_space::shared}) {
      for (int o = 0; o < diatomic::op_count; ++o) {
        for (int k = 1; k < diatomic::kind_count; ++k, ++entry) {
          const auto operation = static_cast<diatomic::op>(o);
          const auto kind = static_cast<diatomic::kind>(k);
          diatomic::access_properties how;
          how.space = space;
          const auto asked = [&] {
            return name_of(diatomic::support_of(operation, kind, how, chip.number));
          };
          ASSERT_EQ((*entry)["operation"], name_of(operation));
          ASSERT_EQ((*entry)["kind"], name_of(kind));
          EXPECT_EQ((*entry)["support"], asked()) << chip.name << *entry;
          how.scope = diatomic::memory_scope::system;
          EXPECT_EQ((*entry)["at_system_scope"], asked()) << chip.name << *entry;
        }
      }
    }
  }
}

TEST_F(information, says_what_the_support_matrix_says) {
  const support_matrix_page page(contents_of(DIATOMIC_SUPPORT_MATRIX));
  const nlohmann::json& all = all_architectures();
  std::size_t compared = 0;
  for (const auto& table : all["support"]) {
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
        EXPECT_NE(reason.find("`" + tag + "`"), std::string::npos) << where << reason;
      }
    }
  }
  EXPECT_GT(compared, 10000U);
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
  const std::string text = run({"info", "--architecture", "all"}).out;
  for (const auto& support : all["support"]) {
    const std::string name = title_of(support["architecture"], support["backend"]);
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
