// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Arrays of 2^32 elements and more, which have no memory: the place and the size of each access
/// that a call makes to them, and the errors of calls that count in 32 bits.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/remote/aggregated_scatter.hpp>
#include <diatomic/remote/reductions.hpp>

#include "remote/threads/run_world.hpp"

namespace {

using diatomic::mailboxes;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;
using test::text_of;
using lines = std::vector<std::string>;

constexpr std::size_t beyond = std::size_t{1} << 32;

/// The accesses of `f`, which one processing element makes at a time.
template <class F>
lines places_of(F f) {
  lines& all = *diatomic::transports::delayed::places();
  all.clear();
  f();
  return all;
}
std::string place(const std::string& call, int pe, std::size_t offset, std::size_t bytes) {
  return call + " of " + std::to_string(pe) + " at " + std::to_string(offset) + ", " +
         std::to_string(bytes) + " bytes";
}

/// `f(world&)` on three processing elements, whose arrays have no memory.
template <class F>
void run_without_memory(const std::string& name, F f) {
  lines all;
  diatomic::transports::delayed::places() = &all;
  EXPECT_EQ(test::run_world(name, 3, f), "nothing thrown");
  diatomic::transports::delayed::places() = nullptr;
}
/// `f()` on one of them, while the others wait.
template <class F>
void on_one(world& w, F f) {
  w.barrier();
  if (w.pe() == 1) f();
  w.barrier();
}

template <class T>
void expect_places(world& w) {
  constexpr std::size_t n = beyond + 9;
  constexpr std::size_t size = sizeof(T);
  const symmetric_array<T> array(w, n);
  on_one(w, [&] {
    lines& all = *diatomic::transports::delayed::places();
    // Eight words for signals follow, at a multiple of 8.
    for (int pe = 0; pe < w.pes(); ++pe) {
      EXPECT_EQ(
          std::count(all.begin(), all.end(), place("array", pe, 0, (n * size + 7) / 8 * 8 + 32)),
          1);
    }
    const T own[3] = {};
    auto& writable = const_cast<symmetric_array<T>&>(array);
    for (const std::size_t first : {std::size_t{0}, beyond - 1, beyond, beyond + 1, n - 3}) {
      EXPECT_EQ(places_of([&] { EXPECT_EQ(array.download(2, first, 3).size(), 3u); }),
                lines{place("read", 2, first * size, 3 * size)});
      EXPECT_EQ(places_of([&] { writable.put(0, first, own, 2); }),
                lines{place("write", 0, first * size, 2 * size)});
      const auto steps = static_cast<std::ptrdiff_t>(first);
      const symmetric_ptr<T> there = array.pointer() + steps;
      EXPECT_EQ(reinterpret_cast<const char*>(there.local()) -
                    reinterpret_cast<const char*>(array.data()),
                static_cast<std::ptrdiff_t>(first * size));
      EXPECT_EQ((there - steps).local(), array.data());
      // Narrow objects are loaded in their words.
      const std::size_t word = std::max<std::size_t>(size, 4);
      const std::size_t at = first * size / word * word;
      const remote_ref<T> object(there, 2);
      EXPECT_EQ(places_of([&] { (void)object.load(); }), lines{place("load", 2, at, word)});
      const auto made = [&](auto f, const char* call) {
        lines wanted{place(call, 2, at, word)};
        if (size < 4) wanted = {place("load", 2, at, word), place("compare_exchange", 2, at, word)};
        EXPECT_EQ(places_of(f), wanted);
      };
      made([&] { object.store(T{1}); }, "store");
      made([&] { (void)object.exchange(T{1}); }, "exchange");
      made([&] { object.store_add(T{1}); }, "add");
      made([&] { (void)object.fetch_sub(T{1}); }, "sub");
    }
    const std::size_t signals = (n * size + 7) / 8 * 8;
    using diatomic::detail::peer_signals;
    EXPECT_EQ(places_of([&] { peer_signals::next_of(writable).send(peer_signals::ready); }),
              (lines{place("store", 2, signals + 4, 4), place("store", 0, signals + 4, 4)}));
    EXPECT_EQ(places_of([&] { peer_signals::next_of(writable).send(peer_signals::done); }),
              (lines{place("store", 2, signals + 16, 4), place("store", 0, signals + 16, 4)}));
  });
}
TEST(remote_places, of_elements_beyond_32_bits) {
  run_without_memory("elements", [](world& w) {
    expect_places<std::uint8_t>(w);
    expect_places<std::uint16_t>(w);
    expect_places<std::uint32_t>(w);
    expect_places<std::uint64_t>(w);
  });
}

/// If the size in bytes does not fit into 64 bits, the call asks for more memory than there is.
TEST(remote_places, of_arrays_whose_sizes_wrap) {
  run_without_memory("wrapped sizes", [](world& w) {
    for (const std::size_t n :
         {(std::size_t{1} << 61) + 1, std::size_t{1} << 62, ~std::size_t{0}}) {
      const symmetric_array<std::uint64_t> array(w, n);
      on_one(w, [&] {
        const lines& all = *diatomic::transports::delayed::places();
        for (const std::string& line : all) {
          const std::size_t bytes = std::stoull(line.substr(line.find(", ") + 2));
          EXPECT_GE(bytes, std::size_t{1} << 62) << line;
        }
      });
    }
  });
}

struct item {
  std::uint64_t words[4];
};
struct far_index {
  std::size_t first;
  DIATOMIC_FUNCTION std::size_t operator()(std::size_t i) const { return first + i; }
};
struct seven {
  DIATOMIC_FUNCTION unsigned operator()(std::size_t) const { return 7; }
};
struct value_itself {
  DIATOMIC_FUNCTION unsigned operator()(unsigned v) const { return v; }
};

/// The index of an element in its part has 32 bits, and the parts have up to 2^32 - 1 elements.
TEST(remote_places, of_sums_at_indices) {
  run_without_memory("sums at indices", [](world& w) {
    const diatomic::stream on;
    mailboxes<diatomic::indexed_value<unsigned>> boxes(w, 1);
    symmetric_array<unsigned> large(w, beyond);
    EXPECT_EQ(text_of([&] {
                diatomic::aggregated_scatter_add(w, on, far_index{0}, seven{}, 1, large, boxes);
              }),
              "aggregated_scatter_add: more than 2^32 - 1 elements in a part");
    const std::size_t part = beyond - 1;
    symmetric_array<unsigned> table(w, part);
    w.barrier();
    if (w.pe() == 0) diatomic::transports::delayed::places()->clear();
    w.barrier();
    const std::size_t n = w.pe() == 1 ? 4 : 0;
    diatomic::aggregated_scatter_add(w, on, far_index{2 * part - 2}, seven{}, n, table, boxes);
    on_one(w, [&] {
      lines found = *diatomic::transports::delayed::places();
      std::sort(found.begin(), found.end());
      EXPECT_EQ(found,
                (lines{place("add", 1, (part - 2) * 4, 4), place("add", 1, (part - 1) * 4, 4),
                       place("add", 2, 0, 4), place("add", 2, 4, 4)}));
    });
  });
}

TEST(remote_places, of_histograms_with_too_many_bins) {
  run_without_memory("histograms", [](world& w) {
    const diatomic::stream on;
    symmetric_array<unsigned> counts(w, beyond);
    EXPECT_EQ(text_of([&] {
                diatomic::distributed_histogram(w, on, seven{}, 1, counts, value_itself{});
              }),
              "distributed_histogram: more than 2^32 - 1 bins");
  });
}

/// An inbox of the capacity for each sender.
TEST(remote_places, of_mailboxes) {
  run_without_memory("mailboxes", [](world& w) {
    const std::size_t most = beyond - 1;
    w.barrier();
    if (w.pe() == 0) diatomic::transports::delayed::places()->clear();
    w.barrier();
    // Their outboxes are ordinary memory, of which there is too little.
    const std::string said = text_of([&] { const mailboxes<item> made(w, most); });
    EXPECT_NE(said.find("memory"), std::string::npos) << said;
    on_one(w, [&] {
      const lines& all = *diatomic::transports::delayed::places();
      ASSERT_EQ(all.size(), 3u);
      EXPECT_EQ(std::count(all.begin(), all.end(), place("array", 1, 0, 3 * most * 32 + 32)), 1);
    });
  });
}

/// Where each sender and each owner has its box.
TEST(remote_places, of_boxes) {
  run_without_memory("boxes", [](world& w) {
    const std::size_t capacity = beyond - 1;
    const symmetric_array<std::uint64_t> inboxes(w, 3 * capacity);
    auto* const outboxes = reinterpret_cast<std::uint64_t*>(std::uintptr_t{1} << 41);
    const diatomic::detail::outgoing_boxes<std::uint64_t> boxes{inboxes.pointer(), outboxes,
                                                                capacity};
    for (int owner = 0; owner < 3; ++owner) {
      EXPECT_EQ(reinterpret_cast<char*>(boxes.of(owner)) - reinterpret_cast<char*>(outboxes),
                static_cast<std::ptrdiff_t>(8 * capacity) * owner);
    }
  });
}

/// A tile's items, and behind them three numbers for each processing element and one more.
template <std::size_t Bytes>
void expect_tile(unsigned items, std::size_t counts_at) {
  struct of_bytes {
    char at[Bytes];
  };
  using tile = diatomic::detail::owner_tile<of_bytes>;
  EXPECT_EQ(tile::items, items) << Bytes;
  for (const unsigned pes : {1u, 4u, 1000u}) {
    EXPECT_EQ(tile{pes}.counts_at(), counts_at) << Bytes;
    EXPECT_EQ(tile{pes}.bytes(), counts_at + 12 * pes + 4) << Bytes;
  }
}
TEST(remote_places, of_tiles) {
  expect_tile<1>(8, 2048);
  expect_tile<3>(8, 6144);
  expect_tile<16>(8, 32768);
  expect_tile<17>(7, 30464);
  expect_tile<20>(6, 30720);
  expect_tile<65>(1, 16640);
  expect_tile<128>(1, 32768);
}

}  // namespace
