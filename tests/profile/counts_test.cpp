// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The contention profile's counts, for calls whose lanes, addresses, lines, retries and polls are
/// known exactly.

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/profile.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

static_assert(DIATOMIC_PROFILED == 1);

namespace {

constexpr unsigned blocks = 3;
constexpr unsigned warps = 4;  // in a block

unsigned lanes_of_warp() {
  return static_cast<unsigned>(diatomic::properties(diatomic::current_device()).warp_size);
}

/// One call site of a profile.
struct site {
  std::string text;
  /// The number, or the text between quotes, after `"name": `.
  double number(const std::string& name) const { return std::atof(after(name).c_str()); }
  std::string word(const std::string& name) const {
    const std::string from = after(name).substr(1);
    return from.substr(0, from.find('"'));
  }
  std::string after(const std::string& name) const {
    const auto at = text.find("\"" + name + "\": ");
    EXPECT_NE(at, std::string::npos) << name << " in " << text;
    return at == std::string::npos ? "\"\"" : text.substr(at + name.size() + 4);
  }
  /// The groups of lanes that share an address, by the binary logarithm of their size.
  std::vector<double> groups() const {
    std::istringstream from(after("groups").substr(1));
    std::vector<double> found;
    char separator = ',';
    for (double n; separator == ',' && from >> n >> separator;) found.push_back(n);
    return found;
  }
};

/// The last profile as it was written.
std::string written;

/// Writes the profile and returns the call sites in this file, by line; and clears it.
std::multimap<unsigned, site> take_profile() {
  const std::string path = testing::TempDir() + "diatomic_counts_test.json";
  EXPECT_EQ(setenv("DIATOMIC_PROFILE_FILE", path.c_str(), 1), 0);
  diatomic::profile::report();
  diatomic::profile::clear();
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  written = text.str();
  const std::string& all = written;
  std::multimap<unsigned, site> found;
  const std::string start = "{\"file\": ";
  for (auto at = all.find(start); at != std::string::npos;) {
    const auto next = all.find(start, at + 1);
    const site s{all.substr(at, next - at)};
    if (s.text.find("counts_test") != std::string::npos) {
      found.emplace(static_cast<unsigned>(s.number("line")), s);
    }
    at = next;
  }
  return found;
}

/// The only call site at this line.
site only(const std::multimap<unsigned, site>& all, unsigned line) {
  EXPECT_EQ(all.count(line), 1u) << "line " << line;
  const auto at = all.find(line);
  return at == all.end() ? site{} : at->second;
}

template <class Kernel>
std::multimap<unsigned, site> profile_of(const Kernel& kernel, unsigned grid = blocks,
                                         std::size_t shared_bytes = 0) {
  diatomic::profile::clear();
  diatomic::stream stream;
  diatomic::launch(grid, warps * lanes_of_warp(), shared_bytes, stream, kernel);
  stream.synchronize();
  return take_profile();
}

DIATOMIC_DEVICE unsigned global_thread() {
  return diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
}

// The expected counts of one call of a warp.
struct expected {
  double lanes;  // active in each warp
  double addresses;
  double lines;
};
void expect(const site& s, const expected& e, double calls = blocks * warps) {
  EXPECT_EQ(s.number("calls"), calls) << s.text;
  EXPECT_EQ(s.number("lanes"), calls * e.lanes) << s.text;
  EXPECT_EQ(s.number("addresses"), calls * e.addresses) << s.text;
  EXPECT_EQ(s.number("lines"), calls * e.lines) << s.text;
  double lanes = 0;
  double groups = 0;
  const std::vector<double> sizes = s.groups();
  for (std::size_t n = 0; n < sizes.size(); ++n) {
    groups += sizes[n];
    lanes += sizes[n] * std::ldexp(1, static_cast<int>(n));
  }
  EXPECT_EQ(groups, calls * e.addresses) << s.text;
  EXPECT_LE(lanes, calls * e.lanes) << s.text;
  EXPECT_GT(2 * lanes, calls * e.lanes) << s.text;
}

struct one_address {
  static constexpr unsigned line = __LINE__ + 2;
  float* p;
  DIATOMIC_DEVICE void operator()() const { diatomic::store_add(p, 1.0f); }
};
TEST(profile_counts, one_address) {
  diatomic::device_array<float> p(1);
  const site s = only(profile_of(one_address{p.data()}), one_address::line);
  expect(s, {double(lanes_of_warp()), 1, 1});
  EXPECT_EQ(s.word("call"), "store_add");
  EXPECT_EQ(s.word("type"), "f32");
  EXPECT_EQ(s.word("order"), "relaxed");
  EXPECT_EQ(s.word("scope"), "device");
  EXPECT_EQ(s.word("space"), "global");
  EXPECT_NE(s.text.find("\"hints\": []"), std::string::npos) << s.text;
  if (s.word("method") == "instruction") {
    EXPECT_EQ(s.number("retries"), 0);
  }
  EXPECT_NEAR(s.number("words"), 1, 0.1);
  EXPECT_NE(s.text.find("\"lanes\": " + std::to_string(blocks * warps * lanes_of_warp()) +
                        ", \"exact\": true"),
            std::string::npos)
      << s.text;
}

// Where the space is only known when the call runs. From sm_90 on, NVIDIA's chips add pairs
// of floats by one instruction, but only in global memory.
struct in_both_memories {
  using pair = diatomic::float2;
  static constexpr unsigned line = __LINE__ + 6;
  pair* p;
  DIATOMIC_DEVICE void operator()() const {
    pair* volatile shared = diatomic::shared_array<pair>();
    if (diatomic::thread_index() == 0) *shared = pair{};
    diatomic::sync_block();
    diatomic::store_add(p, pair{});
    diatomic::store_add(p, pair{}, diatomic::in_global);
    diatomic::store_add(static_cast<pair*>(shared), pair{});
    diatomic::store_add(static_cast<pair*>(shared), pair{}, diatomic::in_shared);
  }
};
TEST(profile_counts, methods_of_both_memories) {
  diatomic::device_array<in_both_memories::pair> p(1);
  p.fill_bytes(0);
  const auto all = profile_of(in_both_memories{p.data()}, blocks, sizeof(in_both_memories::pair));
  const auto method = [&all](unsigned i) {
    return only(all, in_both_memories::line + i).word("method");
  };
  EXPECT_NE(method(0), "");
  EXPECT_EQ(method(0), method(1));
  EXPECT_EQ(method(2), method(3));
}

// The lanes of a warp use four addresses in turn, one after the other or far apart.
template <unsigned Apart>
struct few_addresses {
  static constexpr unsigned line = __LINE__ + 3;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    diatomic::fetch_max(p + global_thread() % 4 * Apart, 7u, diatomic::acq_rel);
  }
};
TEST(profile_counts, four_addresses) {
  diatomic::device_array<unsigned> p(4 * 32);
  const double lanes = lanes_of_warp();
  const double addresses = std::min(lanes, 4.0);
  const site near = only(profile_of(few_addresses<1>{p.data()}), few_addresses<1>::line);
  expect(near, {lanes, addresses, 1});
  EXPECT_EQ(near.word("call"), "fetch_max");
  EXPECT_EQ(near.word("order"), "acq_rel");
  // An estimate: in one run of 90 two of the four addresses have one register.
  EXPECT_NEAR(near.number("words"), 4, 1.1);
  expect(only(profile_of(few_addresses<32>{p.data()}), few_addresses<32>::line),
         {lanes, addresses, addresses});
}

template <class T, unsigned Stride>
struct own_address {
  static constexpr unsigned line = __LINE__ + 3;
  T* p;
  DIATOMIC_DEVICE void operator()() const {
    diatomic::fetch_add(p + Stride * global_thread(), T(1), diatomic::block_scope);
  }
};
template <class T, unsigned Stride>
void test_own_addresses() {
  const unsigned lanes = lanes_of_warp();
  diatomic::device_array<T> p(Stride * blocks * warps * lanes);
  p.fill_bytes(0);
  const site s = only(profile_of(own_address<T, Stride>{p.data()}), own_address<T, Stride>::line);
  const unsigned bytes = sizeof(T) * Stride * lanes;
  expect(s, {double(lanes), double(lanes), bytes < 128 ? 1.0 : std::min(lanes, bytes / 128)});
  EXPECT_EQ(s.word("scope"), "block");
  const double words = blocks * warps * lanes;
  EXPECT_NEAR(s.number("words"), words, 0.25 * words);
}
TEST(profile_counts, neighbours) { test_own_addresses<unsigned, 1>(); }
TEST(profile_counts, strided) { test_own_addresses<unsigned, 32>(); }
TEST(profile_counts, narrow) { test_own_addresses<std::uint8_t, 1>(); }
TEST(profile_counts, wide) { test_own_addresses<double, 1>(); }

// One thread alone: its CAS loops never retry, at any offset of the integer in its 32-bit word.
struct narrow_alone {
  static constexpr unsigned line = __LINE__ + 5;
  std::uint8_t* p;
  std::int16_t* q;
  DIATOMIC_DEVICE void operator()() const {
    for (unsigned n = 0; n < 4; ++n) {
      diatomic::fetch_add(p + n, std::uint8_t{1});
      diatomic::store_sub(q + n, std::int16_t{1});
    }
  }
};
TEST(profile_counts, no_retries_of_narrow_types) {
  diatomic::device_array<std::uint8_t> p(4);
  diatomic::device_array<std::int16_t> q(4);
  p.fill_bytes(0);
  q.fill_bytes(0);
  diatomic::profile::clear();
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, narrow_alone{p.data(), q.data()});
  stream.synchronize();
  const auto all = take_profile();
  for (unsigned n = 0; n < 2; ++n) {
    const site s = only(all, narrow_alone::line + n);
    EXPECT_EQ(s.number("calls"), 4);
    EXPECT_EQ(s.number("retries"), 0) << s.text;
  }
}

struct divergent {
  static constexpr unsigned line = __LINE__ + 5;
  unsigned* p;
  unsigned lanes;
  DIATOMIC_DEVICE void operator()() const {
    if (global_thread() % lanes < (lanes + 2) / 3) {
      diatomic::store_or(p, 1u, diatomic::check_first);
    }
  }
};
TEST(profile_counts, divergent_warps) {
  diatomic::device_array<unsigned> p(1);
  const unsigned lanes = lanes_of_warp();
  const site s = only(profile_of(divergent{p.data(), lanes}), divergent::line);
  expect(s, {double((lanes + 2) / 3), 1, 1});
  EXPECT_NE(s.text.find("\"hints\": [\"check_first\"]"), std::string::npos) << s.text;
}

// The members of atomic types have the caller's line, with an operand or without one.
struct members {
  static constexpr unsigned line = __LINE__ + 4;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    const diatomic::atomic_ref<unsigned> x(*p);
    x.load();
    x.load(diatomic::relaxed);
    reinterpret_cast<diatomic::atomic<unsigned>*>(p)->load();
    reinterpret_cast<diatomic::atomic_flag<>*>(p)->test();
    x.fetch_add(0u);
    x.fetch_update([](unsigned v) { return v; });
  }
};
TEST(profile_counts, places_of_members) {
  diatomic::device_array<unsigned> p(1);
  const auto all = profile_of(members{p.data()});
  for (unsigned n = 0; n < 6; ++n)
    expect(only(all, members::line + n), {1.0 * lanes_of_warp(), 1, 1}, blocks * warps);
}

// Each lane's loop finds a changed object once: the loop's own function changes it.
struct interrupted {
  unsigned* p;
  unsigned* rounds;
  DIATOMIC_DEVICE unsigned operator()(unsigned seen) const {
    if (++*rounds == 1) diatomic::store(p, seen + 1);
    return seen + 10;
  }
};
struct loops {
  static constexpr unsigned line = __LINE__ + 4;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    unsigned rounds = 0;
    diatomic::fetch_update(p + global_thread(), interrupted{p + global_thread(), &rounds});
    diatomic::compare_exchange(p + global_thread(), 11u, 12u);
    diatomic::compare_exchange(p + global_thread(), 11u, 13u);
    diatomic::fetch_mul(p + global_thread(), 2u);
  }
};
TEST(profile_counts, retries_of_cas_loops) {
  const unsigned lanes = lanes_of_warp();
  const unsigned threads = blocks * warps * lanes;
  diatomic::device_array<unsigned> p(threads);
  p.fill_bytes(0);
  const auto all = profile_of(loops{p.data()});
  const site update = only(all, loops::line);
  EXPECT_EQ(update.word("call"), "fetch_update");
  EXPECT_EQ(update.word("method"), "cas_loop");
  EXPECT_EQ(update.number("retries"), threads);
  EXPECT_EQ(only(all, loops::line + 1).number("retries"), 0);
  EXPECT_EQ(only(all, loops::line + 2).number("retries"), threads);
  EXPECT_EQ(only(all, loops::line + 3).number("retries"), 0);
  EXPECT_EQ(only(all, loops::line + 3).word("method"), "cas_loop");
}

struct shared_product {
  static constexpr unsigned line = __LINE__ + 2;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const { diatomic::store_mul(p, 3u); }
};
// All lanes of a warp loop until each has had its turn.
TEST(profile_counts, retries_under_contention) {
  diatomic::device_array<unsigned> p(1);
  p.fill_bytes(1);
  const site s = only(profile_of(shared_product{p.data()}), shared_product::line);
  expect(s, {double(lanes_of_warp()), 1, 1});
  const double lanes = lanes_of_warp();
  EXPECT_GE(s.number("retries"), blocks * warps * (lanes - 1)) << s.text;
}

struct third_poll {
  unsigned* polls;
  DIATOMIC_DEVICE bool operator()(unsigned) const { return ++*polls == 3; }
};
struct waits {
  static constexpr unsigned line = __LINE__ + 4;
  const unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    unsigned polls = 0;
    diatomic::wait_until(p, third_poll{&polls});
    diatomic::wait(p, 1u);
  }
};
TEST(profile_counts, polls_of_waits) {
  diatomic::device_array<unsigned> p(1);
  p.fill_bytes(0);
  const auto all = profile_of(waits{p.data()});
  const site until = only(all, waits::line);
  EXPECT_EQ(until.word("call"), "wait_until");
  EXPECT_EQ(until.number("polls"), 2 * until.number("lanes"));
  EXPECT_EQ(until.number("lanes"), blocks * warps * lanes_of_warp());
  EXPECT_EQ(only(all, waits::line + 1).number("polls"), 0);
}

struct locks {
  static constexpr unsigned line = __LINE__ + 4;
  diatomic::spin_mutex<>* mutexes;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    diatomic::with_lock(mutexes[0], [=] { *p += 1; });
    diatomic::with_lock(mutexes[1 + global_thread()], [] {});
  }
};
TEST(profile_counts, locks) {
  const unsigned lanes = lanes_of_warp();
  const unsigned threads = blocks * warps * lanes;
  diatomic::device_array<diatomic::spin_mutex<>> mutexes(1 + threads);
  diatomic::device_array<unsigned> p(1);
  mutexes.fill_bytes(0);
  p.fill_bytes(0);
  const auto all = profile_of(locks{mutexes.data(), p.data()});
  const site shared = only(all, locks::line);
  expect(shared, {double(lanes), 1, 1});
  EXPECT_EQ(shared.word("call"), "with_lock");
  EXPECT_EQ(shared.word("type"), "mutex");
  // The atomics inside the mutex are not listed.
  EXPECT_EQ(written.find("diatomic/sync/"), std::string::npos) << written;
  const site own = only(all, locks::line + 1);
  EXPECT_EQ(own.number("addresses"), threads);
  EXPECT_EQ(own.number("polls"), 0);
}

/// Each thread uses objects of its own, and never waits.
struct free_objects {
  static constexpr unsigned line = __LINE__ + 8;
  diatomic::semaphore<>* semaphores;
  diatomic::shared_mutex<>* mutexes;
  diatomic::once_flag<>* flags;
  diatomic::spin_mutex<>* spin_mutexes;
  DIATOMIC_DEVICE void operator()() const {
    const unsigned me = global_thread();
    semaphores[me].release();
    diatomic::with_permit(semaphores[me], [] {});
    diatomic::with_shared_lock(mutexes[me], [] {});
    diatomic::with_lock(mutexes[me], [] {});
    diatomic::with_lock_for(3, spin_mutexes[me], [] {});
    diatomic::call_once(flags[me], [] {});
  }
};
TEST(profile_counts, no_polls_of_objects_that_are_free) {
  const unsigned threads = blocks * warps * lanes_of_warp();
  diatomic::device_array<diatomic::semaphore<>> semaphores(threads);
  diatomic::device_array<diatomic::shared_mutex<>> mutexes(threads);
  diatomic::device_array<diatomic::once_flag<>> flags(threads);
  diatomic::device_array<diatomic::spin_mutex<>> spin_mutexes(threads);
  semaphores.fill_bytes(0);
  mutexes.fill_bytes(0);
  flags.fill_bytes(0);
  spin_mutexes.fill_bytes(0);
  const auto all = profile_of(
      free_objects{semaphores.data(), mutexes.data(), flags.data(), spin_mutexes.data()});
  unsigned line = free_objects::line;
  for (const char* call :
       {"with_permit", "with_shared_lock", "with_lock", "with_lock_for", "call_once"}) {
    const site s = only(all, line++);
    EXPECT_EQ(s.word("call"), call);
    EXPECT_EQ(s.number("addresses"), threads) << call;
    EXPECT_EQ(s.number("polls"), 0) << call;
  }
}

struct skewed {
  static constexpr unsigned line = __LINE__ + 5;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    const unsigned t = global_thread();
    const unsigned at = t % 4 == 0 ? 1 + t : 0;
    diatomic::store_add(p + at, 1u);
  }
};
TEST(profile_counts, heaviest_address) {
  const unsigned threads = 40 * warps * lanes_of_warp();
  diatomic::device_array<unsigned> p(1 + threads);
  p.fill_bytes(0);
  const site s = only(profile_of(skewed{p.data()}, 40), skewed::line);
  std::ostringstream address;
  address << "\"0x" << std::hex << reinterpret_cast<std::uintptr_t>(p.data()) << "\", \"lanes\": ";
  const auto at = s.text.find(address.str());
  ASSERT_NE(at, std::string::npos) << s.text;
  const double heaviest = std::atof(s.text.c_str() + at + address.str().size());
  EXPECT_GE(heaviest, 0.75 * threads);
  EXPECT_LE(heaviest, 0.80 * threads);
}

struct many_sites {
  unsigned* p;
  unsigned count;
  DIATOMIC_DEVICE void operator()() const {
    for (unsigned n = 0; n < count; ++n) {
      const diatomic::detail::call_site at("counts_test.many_sites", 1 + n);
      diatomic::store_add(p, diatomic::value<unsigned>(1u, at));
    }
  }
};
TEST(profile_counts, full_table) {
  diatomic::device_array<unsigned> p(1);
  constexpr unsigned size = diatomic::detail::profile_table::size;
  EXPECT_EQ(profile_of(many_sites{p.data(), size / 4}).size(), size / 4);
  diatomic::stream stream;
  const unsigned lanes = lanes_of_warp();
  diatomic::launch(1, lanes, 0, stream, many_sites{p.data(), 8 * size});
  stream.synchronize();
  const std::size_t kept = take_profile().size();
  EXPECT_GE(kept, size * 0.9);
  EXPECT_LE(kept, size) << "one call is not heavy";
  const std::string dropped = std::to_string((8 * size - kept) * lanes);
  EXPECT_NE(written.find("\"dropped_lanes\": " + dropped), std::string::npos);
  EXPECT_TRUE(take_profile().empty());
}

/// Eight sites make as many calls as the light ones that have filled the table ten times, and
/// later.
struct heavy_last {
  static constexpr unsigned light = 10 * diatomic::detail::profile_table::size;
  static constexpr unsigned heavy = 8;
  unsigned* p;
  DIATOMIC_DEVICE void call(unsigned line) const {
    const diatomic::detail::call_site at("counts_test.heavy_last", line);
    diatomic::store_add(p, diatomic::value<unsigned>(1u, at));
  }
  DIATOMIC_DEVICE void operator()() const {
    for (unsigned n = 0; n < light; ++n) call(1 + n);
    for (unsigned n = 0; n < 2 * light; ++n) {
      call(light + 1 + n % heavy);
      if (n % 128 == 0) call(1 + n / 128 % light);
    }
  }
};
TEST(profile_counts, full_table_keeps_the_heaviest_sites) {
  diatomic::device_array<unsigned> p(1);
  diatomic::profile::clear();
  diatomic::stream stream;
  diatomic::launch(1, lanes_of_warp(), 0, stream, heavy_last{p.data()});
  stream.synchronize();
  const auto all = take_profile();
  constexpr double calls = 2.0 * heavy_last::light / heavy_last::heavy;
  for (unsigned n = 0; n < heavy_last::heavy; ++n) {
    const double kept = only(all, heavy_last::light + 1 + n).number("calls");
    EXPECT_GE(kept, 0.5 * calls) << n;
    EXPECT_LE(kept, calls) << n;
  }
}

/// Heavy sites that vote in one place, in turn: each wins while it has a share of the calls.
TEST(profile_counts, heavy_sites_that_share_a_place) {
  using table = diatomic::detail::profile_table;
  constexpr std::uint64_t lanes = 32;
  for (const unsigned heavy : {1u, 2u, 3u, 4u, 5u, 6u}) {
    for (const std::uint64_t before : {0u, 100000u}) {
      const auto counts = std::make_unique<table>();
      counts->dropped_lanes = before * lanes;
      std::vector<bool> has_won(heavy);
      for (unsigned n = 0; n < before; ++n) {
        const std::uint64_t light = (n + heavy + 1) * table::key_unit;
        EXPECT_FALSE(diatomic::detail::votes_suffice(*counts, light, lanes)) << n;
      }
      for (unsigned n = 0; n < 4 * (before / 16 + 100) * heavy; ++n) {
        const unsigned site = n % heavy;
        if (has_won[site]) continue;
        const std::uint64_t key = (site + 1) * table::key_unit;
        has_won[site] = diatomic::detail::votes_suffice(*counts, key, lanes);
        if (!has_won[site]) counts->dropped_lanes += lanes;
      }
      for (unsigned site = 0; site < heavy; ++site) {
        EXPECT_TRUE(has_won[site]) << site << " of " << heavy << ", " << before;
      }
    }
  }
}
TEST(profile_counts, votes_for_a_site_at_their_limits) {
  using table = diatomic::detail::profile_table;
  constexpr std::uint64_t a = 5 * table::key_unit, b = 7 * table::key_unit;
  constexpr std::uint64_t most = table::key_unit - 1;
  const auto after = diatomic::detail::after_site_votes;
  EXPECT_EQ(after(0, a + 9, 1), a + table::weight);
  EXPECT_EQ(after(a + 8, a, 32), a + 8 + 32 * table::weight);
  EXPECT_EQ(after(a + 32, b, 32), a);
  EXPECT_EQ(after(a + 31, b, 32), b + 32 * table::weight);
  EXPECT_EQ(after(a + most, a, 1), a + most);
  EXPECT_EQ(after(a + most - table::weight, a, 1), a + most);
  EXPECT_EQ(after(a + most - table::weight + 1, a, 1), a + most - table::weight + 1);
}

struct in_shared_memory {
  static constexpr unsigned line = __LINE__ + 4;
  unsigned* p;
  DIATOMIC_DEVICE void operator()() const {
    unsigned* const own = diatomic::shared_array<unsigned>();
    diatomic::store_and(own, 1u);
    diatomic::store_and(p, 1u);
  }
};
TEST(profile_counts, memory_space) {
  diatomic::device_array<unsigned> p(1);
  diatomic::profile::clear();
  diatomic::stream stream;
  const unsigned lanes = lanes_of_warp();
  diatomic::launch(blocks, warps * lanes, sizeof(unsigned), stream, in_shared_memory{p.data()});
  stream.synchronize();
  const auto all = take_profile();
  const site own = only(all, in_shared_memory::line);
  expect(own, {double(lanes), 1, 1});
  EXPECT_EQ(own.word("space"), lanes > 1 ? "shared" : "global");
  EXPECT_EQ(only(all, in_shared_memory::line + 1).word("space"), "global");
}

// A long file name loses its beginning, and no part of a UTF-8 character.
TEST(profile_counts, long_names_of_files) {
  const std::string end = "/counts_test.cpp";
  unsigned word = 0;
  for (const std::string sign : {"a", "\"", "\u00e4", "\u20ac"}) {
    for (int more = 0; more < 4; ++more) {
      std::string name(static_cast<std::size_t>(more), 'x');
      while (name.size() < 300) name += sign;
      name += end;
      diatomic::profile::clear();
      const diatomic::detail::call_site at(name.c_str(), 7);
      diatomic::store_add(&word, diatomic::value<unsigned>(1u, at));
      const site s = only(take_profile(), 7);
      const std::string kept = s.after("file").substr(1);
      EXPECT_NE(static_cast<unsigned char>(kept[0]) & 0xc0, 0x80) << kept;
      EXPECT_NE(kept.find(end + '"'), std::string::npos) << kept;
    }
  }
}

/// Calls at one place, each `times` times.
template <class... Tags>
void add_at(unsigned* p, const diatomic::detail::call_site& at, unsigned times, Tags... tags) {
  for (unsigned n = 0; n < times; ++n) {
    diatomic::store_add(p, diatomic::value<unsigned>(1u, at), tags...);
  }
}

// Calls in one line that differ in anything are sites with counts of their own.
TEST(profile_counts, calls_that_differ_in_one_line) {
  using namespace diatomic;
  profile::clear();
  const detail::call_site at("counts_test.one_line", 1);
  unsigned word = 0;
  int number = 0;
  std::uint64_t wide = 0;
  add_at(&word, at, 1);
  add_at(&word, at, 2, block_scope);
  add_at(&word, at, 3, system_scope);
  add_at(&word, at, 4, release);
  add_at(&word, at, 5, diatomic::few_addresses);
  add_at(&word, at, 6, release, block_scope);
  for (int n = 0; n < 7; ++n) store_add(&number, value<int>(1, at));
  for (int n = 0; n < 8; ++n) store_add(&wide, value<std::uint64_t>(1u, at));
  for (int n = 0; n < 9; ++n) store_sub(&word, value<unsigned>(1u, at));
  for (int n = 0; n < 10; ++n) fetch_add(&word, value<unsigned>(1u, at));
  add_at(&word, detail::call_site("counts_test.other_file", 1), 11);
  add_at(&word, detail::call_site("counts_test.one_line", 2), 12);
  std::multimap<unsigned, std::string> found;  // by the number of calls
  for (const auto& [line, s] : take_profile()) {
    EXPECT_EQ(line, s.number("calls") == 12 ? 2u : 1u);
    EXPECT_EQ(s.number("lanes"), s.number("calls"));
    found.emplace(static_cast<unsigned>(s.number("calls")),
                  s.word("call") + " " + s.word("type") + " " + s.word("order") + " " +
                      s.word("scope") + " " + s.after("hints").substr(0, 4));
  }
  const std::multimap<unsigned, std::string> expected = {
      {1, "store_add u32 relaxed device []"},    {2, "store_add u32 relaxed block []"},
      {3, "store_add u32 relaxed system []"},    {4, "store_add u32 release device []"},
      {5, "store_add u32 relaxed device [\"fe"}, {6, "store_add u32 release block []"},
      {7, "store_add i32 relaxed device []"},    {8, "store_add u64 relaxed device []"},
      {9, "store_sub u32 relaxed device []"},    {10, "fetch_add u32 relaxed device []"},
      {11, "store_add u32 relaxed device []"},   {12, "store_add u32 relaxed device []"}};
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [calls, text] : expected) {
    EXPECT_EQ(found.find(calls)->second.substr(0, text.size()), text) << calls;
  }
}

TEST(profile_counts, hints_by_their_names) {
  using namespace diatomic;
  const auto hints_of = [](auto hint) {
    profile::clear();
    const detail::call_site at("counts_test.hints", 1);
    float word = 0;
    store_max(&word, value<float>(1.0f, at), hint);
    const std::string found = only(take_profile(), 1).after("hints");
    return found.substr(0, found.find(']') + 1);
  };
  EXPECT_EQ(hints_of(coarse_grained), "[\"coarse_grained\"]");
  EXPECT_EQ(hints_of(ignore_denormals), "[\"ignore_denormals\"]");
  EXPECT_EQ(hints_of(check_first), "[\"check_first\"]");
  EXPECT_EQ(hints_of(same_address), "[\"same_address\"]");
  EXPECT_EQ(hints_of(diatomic::few_addresses), "[\"few_addresses\"]");
  EXPECT_EQ(hints_of(monotone), "[\"monotone\"]");
  EXPECT_EQ(hints_of(keep_denormals), "[\"keep_denormals\"]");
}

using heavy = std::map<std::uintptr_t, std::string>;  // "<lanes>", and "<=" in front if inexact
/// The heaviest addresses of the site, as a profile gives them.
heavy heaviest_of(const site& s) {
  heavy found;
  const std::string all = s.after("heaviest");
  const std::string start = "{\"address\": \"";
  for (auto at = all.find(start); at != std::string::npos; at = all.find(start, at + 1)) {
    const site one{all.substr(at, all.find('}', at) - at)};
    found[std::stoull(one.word("address"), nullptr, 16)] =
        (one.after("exact").substr(0, 4) == "true" ? "" : "<=") +
        std::to_string(static_cast<long>(one.number("lanes")));
  }
  return found;
}
/// The place of an address among the heaviest of a site.
std::uint64_t place_of(const unsigned* p) {
  using entry = diatomic::detail::profile_entry;
  const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p));
  return diatomic::detail::hash_of(address) / entry::register_count % entry::heavy_count;
}

/// Two words with one place among the heaviest addresses, and one with another place.
class heavy_words : public testing::Test {
 protected:
  void SetUp() override {
    a = words_.data();
    for (unsigned n = 1; n < words_.size(); ++n) {
      unsigned* const p = a + n;
      (place_of(p) == place_of(a) ? b : c) = p;
    }
    ASSERT_TRUE(b != nullptr && c != nullptr);
    diatomic::profile::clear();
  }
  void add(unsigned* p, unsigned times) { add_at(p, {"counts_test.heavy", 1}, times); }
  static heavy found() { return heaviest_of(only(take_profile(), 1)); }
  static std::uintptr_t at(const unsigned* p) { return reinterpret_cast<std::uintptr_t>(p); }

  unsigned *a = nullptr, *b = nullptr, *c = nullptr;

 private:
  std::vector<unsigned> words_ = std::vector<unsigned>(2000);
};

TEST_F(heavy_words, alone_in_their_places_are_exact) {
  add(a, 4);
  add(c, 7);
  EXPECT_EQ(found(), (heavy{{at(a), "4"}, {at(c), "7"}}));
}
TEST_F(heavy_words, that_share_a_place_vote) {
  add(a, 5);
  add(b, 2);
  add(c, 1);
  EXPECT_EQ(found(), (heavy{{at(a), "<=5"}, {at(c), "1"}}));
  add(a, 1);
  add(b, 2);  // outvotes it
  EXPECT_EQ(found(), (heavy{{at(b), "<=2"}}));
  add(a, 1);
  add(b, 1);  // takes the only vote, not the place
  add(a, 2);
  EXPECT_EQ(found(), (heavy{{at(a), "<=3"}}));
}
TEST_F(heavy_words, without_a_quarter_of_the_votes_are_left_out) {
  add(a, 3);
  add(b, 2);
  EXPECT_EQ(found(), heavy{});
  add(a, 5);
  add(b, 3);
  EXPECT_EQ(found(), (heavy{{at(a), "<=5"}}));
}
TEST_F(heavy_words, are_sampled_after_512_calls) {
  add(a, 512);
  EXPECT_EQ(found(), (heavy{{at(a), "512"}}));
  add(a, 513);
  EXPECT_EQ(found(), (heavy{{at(a), "<=513"}})) << "not more than the calls of the site";
  add(a, 512 + 160);
  EXPECT_EQ(found(), (heavy{{at(a), "<=672"}}));
  add(a, 512);
  add(c, 1);  // one for 16
  add(c, 15);
  add(a, 17);
  EXPECT_EQ(found(), (heavy{{at(a), "<=544"}, {at(c), "<=16"}}));
}
TEST_F(heavy_words, keep_as_many_votes_as_fit) {
  add(a, 600000);
  add(b, 16);
  add(a, 16);
  const heavy after = found();
  ASSERT_EQ(after.count(at(a)), 1u);
  EXPECT_EQ(after.at(at(a)), "<=" + std::to_string((600032 + 0x7fff) / 2));
}

TEST(profile_counts, votes_for_an_address) {
  using place = diatomic::detail::heavy_address;
  const auto candidate = [](std::uint64_t address, std::uint64_t votes, bool is_mixed) {
    return address | votes << place::votes_at | (is_mixed ? place::mixed : 0);
  };
  const auto after = [](std::uint64_t seen, std::uint64_t address, std::uint64_t lanes) {
    return diatomic::detail::after_votes(seen, address, lanes);
  };
  constexpr std::uint64_t a = 0x7f0123456780;
  constexpr std::uint64_t b = 0x7f0123456790;
  constexpr std::uint64_t most = place::most_votes;
  EXPECT_EQ(after(0, a, 5), candidate(a, 5, false));
  EXPECT_EQ(after(0, a | std::uint64_t{0xff} << 56, 5), candidate(a, 5, false));
  EXPECT_EQ(after(0, a, 2 * most), candidate(a, most, false));
  EXPECT_EQ(after(candidate(a, most - 1, false), a, 1), candidate(a, most, false));
  EXPECT_EQ(after(candidate(a, 3, true), a, 4), candidate(a, 7, true));
  EXPECT_EQ(after(candidate(a, 5, false), b, 3), candidate(a, 2, true));
  EXPECT_EQ(after(candidate(a, 5, false), b, 5), candidate(a, 0, true));
  EXPECT_EQ(after(candidate(a, 0, true), b, 1), candidate(b, 1, true));
  EXPECT_EQ(after(candidate(a, 5, false), b, 7), candidate(b, 2, true));
  EXPECT_EQ(after(candidate(a, 1, false), b, 3 * most), candidate(b, most, true));
}

TEST(profile_counts, many_distinct_words) {
  std::vector<unsigned> words(30000);
  for (const unsigned count : {1u, 1000u, 5000u, 30000u}) {
    diatomic::profile::clear();
    for (unsigned n = 0; n < count; ++n) add_at(&words[n], {"counts_test.words", 1}, 1);
    EXPECT_NEAR(only(take_profile(), 1).number("words"), count, 0.3 * count);
  }
}

double address_of(const void* p) {
  return static_cast<double>(reinterpret_cast<std::uintptr_t>(p));
}
/// Expects calls on the words from `first` to `last`. A double is exact up to 53 bits.
void expect_range(const site& s, const unsigned* first, const unsigned* last) {
  EXPECT_EQ(std::strtod(s.word("lowest").c_str(), nullptr), address_of(first)) << s.text;
  EXPECT_EQ(std::strtod(s.word("highest").c_str(), nullptr), address_of(last)) << s.text;
}

// The lanes pass all words of a table, starting and ending in its middle.
struct all_words {
  static constexpr unsigned line = __LINE__ + 4;
  unsigned* p;
  unsigned count;
  DIATOMIC_DEVICE void operator()() const {
    diatomic::store_add(p + (global_thread() * 7 + 5) % count, 1u);
  }
};
TEST(profile_counts, ranges_of_addresses) {
  const unsigned threads = blocks * warps * lanes_of_warp();
  diatomic::device_array<unsigned> p(threads + 2);
  p.fill_bytes(0);
  for (const unsigned skipped : {0u, 2u}) {  // and the first range is forgotten
    const unsigned count = threads - skipped;
    const unsigned* const first = p.data() + skipped;
    expect_range(only(profile_of(all_words{p.data() + skipped, count}), all_words::line), first,
                 first + count - 1);
  }
}

TEST(profile_counts, ranges_that_grow_late) {
  unsigned words[5] = {};
  diatomic::profile::clear();
  add_at(&words[2], {"counts_test.range", 1}, 2 * diatomic::detail::profile_entry::sampled_from);
  add_at(&words[2], {"counts_test.one_word", 2}, 1);
  add_at(&words[1], {"counts_test.range", 1}, 1);
  add_at(&words[4], {"counts_test.range", 1}, 1);
  add_at(&words[3], {"counts_test.range", 1}, 1);
  const auto all = take_profile();
  expect_range(only(all, 1), &words[1], &words[4]);
  expect_range(only(all, 2), &words[2], &words[2]);
}

TEST(profile_counts, tables_of_several_devices) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  const auto counts = std::make_unique<diatomic::detail::profile_table>();
  {
    diatomic::detail::profile_writer to(file);
    EXPECT_TRUE(to.is_first(0, file));
    EXPECT_FALSE(to.is_first(0, file));
    EXPECT_TRUE(to.is_first(1, file));
    EXPECT_TRUE(to.is_first(0, counts.get()));
    EXPECT_FALSE(to.is_first(1, file));
    counts->dropped_lanes = 5;
    to.table({"a\"b", "one", 7}, *counts, false);
    to.table({"c\n", "two", 64}, *counts, true);
  }
  std::rewind(file);
  std::string text(10000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  const auto tables = text.find("\"tables\": ");
  ASSERT_NE(tables, std::string::npos) << text;
  EXPECT_EQ(text.substr(tables),
            "\"tables\": [\n"
            " {\"device\": \"a\\\"b\", \"backend\": \"one\", \"warp_lanes\": 7, "
            "\"is_lost\": false, \"dropped_lanes\": 5, \"sites\": []},\n"
            " {\"device\": \"c\\u000a\", \"backend\": \"two\", \"warp_lanes\": 64, "
            "\"is_lost\": true, \"dropped_lanes\": 5, \"sites\": []}\n]}\n");
}

TEST(profile_counts, files_that_cannot_be_written) {
  unsigned word = 0;
  add_at(&word, {"counts_test.lost", 1}, 3);
  for (const std::string path : {"/dev/full", "/nonexistent/profile.json"}) {
    ASSERT_EQ(setenv("DIATOMIC_PROFILE_FILE", path.c_str(), 1), 0);
    try {
      diatomic::profile::report();
      ADD_FAILURE() << path;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "diatomic: cannot write the contention profile to " + path);
    }
  }
  EXPECT_EQ(only(take_profile(), 1).number("calls"), 3) << "nothing is lost by that";
}

/// A text that just fits, and one that is a byte too long.
TEST(profile_counts, texts_of_just_the_room) {
  using diatomic::detail::copy_text;
  const auto kept = [](const char* first, const char* second) {
    char to[8];
    copy_text(to, first, second);
    return std::string(to);
  };
  EXPECT_EQ(kept("1234567", ""), "1234567");
  EXPECT_EQ(kept("12345678", ""), "2345678");
  EXPECT_EQ(kept("\u00e4234567", ""), "234567");
  EXPECT_EQ(kept("", "1234567"), "1234567");
  EXPECT_EQ(kept("", "12345678"), "1234567");
  EXPECT_EQ(kept("1234", "567"), "1234567");
  EXPECT_EQ(kept("1234", "5678"), "1234567");
  EXPECT_EQ(kept("1234567", "8"), "1234567");
}

/// Another address wins only by more votes than the candidate has; votes stay within 15 bits.
TEST(profile_counts, votes_at_their_limits) {
  using place = diatomic::detail::heavy_address;
  constexpr std::uint64_t most = place::most_votes;
  constexpr std::uint64_t a = 0x7fffffffffff, b = 0x1000;
  const auto of = [](std::uint64_t address, std::uint64_t votes, bool is_mixed = false) {
    return address | votes << place::votes_at | (is_mixed ? place::mixed : 0);
  };
  const auto after = diatomic::detail::after_votes;
  EXPECT_EQ(after(0, a, 1), of(a, 1));
  EXPECT_EQ(after(0, a, most + 1), of(a, most));
  EXPECT_EQ(after(of(a, 1), a, 32), of(a, 33));
  EXPECT_EQ(after(of(a, most - 2), a, 1), of(a, most - 1));
  EXPECT_EQ(after(of(a, most - 1), a, 1), of(a, most));
  EXPECT_EQ(after(of(a, most), a, 1), of(a, most));
  EXPECT_EQ(after(of(a, 5), b, 4), of(a, 1, true));
  EXPECT_EQ(after(of(a, 5), b, 5), of(a, 0, true));
  EXPECT_EQ(after(of(a, 5), b, 6), of(b, 1, true));
  EXPECT_EQ(after(of(a, 0, true), b, 1), of(b, 1, true));
  EXPECT_EQ(after(of(a, 0, true), a, 1), of(a, 1, true));
  EXPECT_EQ(after(of(a, 1), b, most + 2), of(b, most, true));
}

TEST(profile_counts, calls_in_host_code) {
  diatomic::profile::clear();
  unsigned word = 0;
  constexpr unsigned line = __LINE__ + 1;
  for (int n = 0; n < 5; ++n) diatomic::fetch_add(&word, 1u);
  const site s = only(take_profile(), line);
  expect(s, {1, 1, 1}, 5);
}

}  // namespace
