// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A party where everyone brings a gift. Each guest puts the gift that they hold on one of the
// tables and takes the one that lay there, over and over. With exchange no gift is ever lost; with
// a load and then a store, two guests can take the same gift, and another gift is lost.

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

struct with_exchange {
  DIATOMIC_DEVICE static unsigned swap(unsigned* table, unsigned gift) {
    return diatomic::exchange(table, gift);
  }
};

struct with_load_then_store {
  DIATOMIC_DEVICE static unsigned swap(unsigned* table, unsigned gift) {
    const unsigned other = diatomic::load(table);
    diatomic::pause();             // Lets other guests act in between, on a CPU too.
    diatomic::store(table, gift);  // Another guest may have stored since.
    return other;
  }
};

template <class Access>
struct party {
  DIATOMIC_DEVICE void operator()(unsigned* tables, unsigned count, unsigned* hands) const {
    const unsigned guest = diatomic::global_index();
    unsigned gift = hands[guest];
    for (unsigned round = 0; round < 100; ++round) {
      gift = Access::swap(tables + (guest * 7 + round * 13) % count, gift);
    }
    hands[guest] = gift;
  }
};

// Holds the party and returns how many gifts are gone.
template <class Access>
std::size_t lost_gifts(const char* name, Access) {
  constexpr unsigned table_count = 100;
  constexpr unsigned guests = 32 * 128;
  std::vector<unsigned> gifts(table_count + guests);
  std::iota(gifts.begin(), gifts.end(), 0u);

  diatomic::device_array<unsigned> tables(table_count);
  diatomic::device_array<unsigned> hands(guests);
  tables.upload(gifts.data(), table_count);
  hands.upload(gifts.data() + table_count, guests);
  diatomic::stream stream;
  diatomic::launch(32, 128, 0, stream, party<Access>{}, tables.data(), table_count, hands.data());

  std::vector<unsigned> found = tables.download();
  std::printf("%s\n  on the first tables:", name);
  for (unsigned i = 0; i < 8; ++i) std::printf(" #%u", found[i]);
  const std::vector<unsigned> held = hands.download();
  found.insert(found.end(), held.begin(), held.end());
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::printf("\n  of %zu gifts, %zu are gone\n\n", gifts.size(), gifts.size() - found.size());
  return gifts.size() - found.size();
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  std::printf("A party of 4096 guests and 100 tables on %s\n\n",
              diatomic::properties(0).name.c_str());
  const bool unsafe_loses = lost_gifts("A load, then a store:", with_load_then_store{}) != 0;
  const bool exchange_loses = lost_gifts("An exchange:", with_exchange{}) != 0;
  return unsafe_loses && !exchange_loses ? 0 : 1;
}
