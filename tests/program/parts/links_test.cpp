// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the program says of links, for links that no machine at hand need have.

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "info/links/links.hpp"

namespace program_test {
namespace {

using diatomic::link_atomics;
using diatomic::link_capability;
using diatomic::link_operation;
using diatomic::link_support;
using program::fact_list;

link_atomics link(bool access, link_support native) {
  link_atomics l;
  l.access = access;
  l.native = native;
  return l;
}

/// The same, where the runtime lists operations: two alike, and one that is not.
link_atomics listing(link_atomics l) {
  using forms = diatomic::tables::set_of<link_capability>;
  l.operations.emplace();
  const auto of = [&](link_operation o) -> forms& {
    return (*l.operations)[static_cast<std::size_t>(o)];
  };
  of(link_operation::bit_and) =
      diatomic::tables::any_of(link_capability::unsigned_integer, link_capability::scalar_32);
  of(link_operation::exchange) = diatomic::tables::any_of(link_capability::scalar_64);
  of(link_operation::bit_or) =
      diatomic::tables::any_of(link_capability::unsigned_integer, link_capability::scalar_32);
  return l;
}

std::string host_words(const link_atomics& l) {
  const fact_list facts = program::facts_of({l, {}});
  EXPECT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].first, "host atomics");
  return facts[0].second;
}

const std::string operations = "and, or (unsigned, scalar_32); exchange (scalar_64)";

TEST(links, to_the_host_in_words) {
  EXPECT_EQ(host_words(link(true, link_support::all)), "yes: system_scope reaches the CPU");
  EXPECT_EQ(host_words(listing(link(true, link_support::all))),
            "yes: system_scope reaches the CPU: " + operations);
  EXPECT_EQ(host_words(link(true, link_support::some)), "some; the runtime does not report which");
  EXPECT_EQ(host_words(listing(link(true, link_support::some))),
            "some are atomic against the CPU: " + operations);
  EXPECT_EQ(host_words(link(true, link_support::none)),
            "no: not atomic against the CPU on host memory");
  EXPECT_EQ(host_words(link(true, link_support::unknown)),
            "the runtime does not report whether they are atomic against the CPU");
}

TEST(links, to_peers_in_words) {
  const link_atomics host = link(true, link_support::all);
  const auto words = [&](const link_atomics& l) {
    const fact_list facts = program::facts_of({host, {{3, l}}});
    EXPECT_EQ(facts.size(), 2U);
    EXPECT_EQ(facts[1].first, "peer memory");
    return facts[1].second;
  };
  EXPECT_EQ(words(link(false, link_support::all)), "device 3: no access");
  EXPECT_EQ(words(link(true, link_support::all)), "device 3: access, all atomics native");
  EXPECT_EQ(words(link(true, link_support::some)),
            "device 3: access, some atomics native (the runtime does not report which)");
  EXPECT_EQ(words(listing(link(true, link_support::some))),
            "device 3: access, some atomics native: " + operations);
  EXPECT_EQ(words(link(true, link_support::none)), "device 3: access, no atomics native");
  EXPECT_EQ(words(link(true, link_support::unknown)),
            "device 3: access; the runtime does not report whether atomics are native");
}

TEST(links, of_which_the_same_is_true_share_a_line) {
  const link_atomics all = link(true, link_support::all);
  const link_atomics none = link(true, link_support::none);
  EXPECT_EQ(program::facts_of({all, {{1, all}, {2, none}, {4, all}}}),
            (fact_list{{"host atomics", "yes: system_scope reaches the CPU"},
                       {"peer memory", "devices 1, 4: access, all atomics native"},
                       {"peer memory", "device 2: access, no atomics native"}}));
}

TEST(links, as_json) {
  using program::json;
  EXPECT_EQ(program::json_of(link(true, link_support::some)),
            (json{{"access", true}, {"native_atomics", "some"}, {"operations", nullptr}}));
  const json listed = program::json_of(listing(link(false, link_support::none)));
  EXPECT_EQ(listed["access"], false);
  EXPECT_EQ(listed["native_atomics"], "none");
  EXPECT_EQ(listed["operations"].size(), 13U);
  EXPECT_EQ(listed["operations"]["or"], (json{"unsigned", "scalar_32"}));
  EXPECT_EQ(listed["operations"]["exchange"], json::array({"scalar_64"}));
  EXPECT_EQ(listed["operations"]["xor"], json::array());
  const json peers = program::json_of(std::vector<program::peer_link>{
      {5, link(true, link_support::all)}, {7, link(false, link_support::none)}});
  ASSERT_EQ(peers.size(), 2U);
  EXPECT_EQ(peers[0]["device"], 5);
  EXPECT_EQ(peers[0]["native_atomics"], "all");
  EXPECT_EQ(peers[1]["device"], 7);
  EXPECT_EQ(peers[1]["access"], false);
}

}  // namespace
}  // namespace program_test
