// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Counts how often each key occurs, in a hash table that is distributed over all devices, or over
// all processes: the hash of a key selects the processing element that owns the key.
//
// The work is distributed dynamically: blocks of all devices take numbers from one counter, by
// atomic additions to a word of processing element 0. The keys go to their owners in bulk, and each
// owner counts its keys in a local table.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include <diatomic/containers/static_map.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/remote/mailboxes.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

using diatomic::world;
using key = std::uint32_t;
using key_counts = diatomic::static_map<key, unsigned>;

constexpr std::uint64_t all_keys = 200000;
constexpr unsigned batch = 256;

// Key number i: some come often.
DIATOMIC_FUNCTION key key_at(std::uint64_t i) {
  const auto mixed = static_cast<std::uint32_t>(i * 0x9e3779b97f4a7c15u >> 32);
  return mixed % 4 == 0 ? mixed % 5000 + 1 : mixed % 64 + 1;
}
DIATOMIC_FUNCTION int owner_of_key(key k, int pes) {
  return static_cast<int>((k * 2654435769u >> 16) % static_cast<unsigned>(pes));
}

// Each block takes the next numbers until all are taken, and writes their keys to `taken`.
struct take_keys {
  DIATOMIC_DEVICE void operator()(diatomic::symmetric_ptr<std::uint64_t> next, key* taken,
                                  unsigned* count) const {
    auto* const numbers = diatomic::shared_array<std::uint64_t>();  // what to take, where to write
    for (;;) {
      if (diatomic::thread_index() == 0) {
        numbers[0] = diatomic::remote_ref<std::uint64_t>(next, 0).fetch_add(batch);
        if (numbers[0] < all_keys) numbers[1] = diatomic::fetch_add(count, batch);
      }
      diatomic::sync_block();
      const std::uint64_t first = numbers[0];
      const std::uint64_t to = numbers[1];
      diatomic::sync_block();
      if (first >= all_keys) return;
      for (unsigned i = diatomic::thread_index(); i < batch; i += diatomic::block_size()) {
        // 0, which is no key, behind the last one.
        taken[to + i] = first + i < all_keys ? key_at(first + i) : 0;
      }
    }
  }
};
struct owner_of {
  const key* taken;
  int pes;
  DIATOMIC_FUNCTION int operator()(std::size_t i) const {
    return taken[i] == 0 ? -1 : owner_of_key(taken[i], pes);  // -1: to nobody
  }
};
struct count_key {
  key_counts::ref_type counts;
  DIATOMIC_DEVICE void operator()(key k) const { counts.insert_or_update<diatomic::op::add>(k, 1); }
};

// Returns whether this processing element's table is what one loop over all keys would make it.
bool count_keys(world& w) {
  const diatomic::stream on;
  diatomic::symmetric_array<std::uint64_t> next(w, 1);
  diatomic::device_array<key> taken(all_keys + batch);
  diatomic::device_array<unsigned> count(1);
  count.fill_bytes(0);
  diatomic::launch(32, 128, 2 * sizeof(std::uint64_t), on, take_keys{}, next.pointer(),
                   taken.data(), count.data());
  const unsigned own = count.download()[0];

  key_counts table(8192, diatomic::empty_key{key{0}}, diatomic::empty_value{0u});
  diatomic::mailboxes<key> boxes(w, 1 << 16);
  diatomic::send_to_owners(w, on, static_cast<const key*>(taken.data()), own,
                           owner_of{taken.data(), w.pes()}, count_key{table.ref()}, boxes);

  std::map<key, unsigned> expected;
  for (std::uint64_t i = 0; i < all_keys; ++i) {
    if (owner_of_key(key_at(i), w.pes()) == w.pe()) ++expected[key_at(i)];
  }
  const auto found = table.download(on);
  const bool is_right = found.size() == expected.size() &&
                        std::all_of(found.begin(), found.end(), [&](const auto& entry) {
                          return expected[entry.first] == entry.second;
                        });
  const unsigned told[] = {own, static_cast<unsigned>(found.size()), is_right ? 1u : 0u};
  const std::vector<unsigned> all = w.gather(told, 3);
  for (std::size_t pe = 0; w.pe() == 0 && pe < all.size() / 3; ++pe) {
    std::printf("processing element %zu took up to %6u keys, and owns %4u different ones: %s\n", pe,
                all[3 * pe], all[3 * pe + 1], all[3 * pe + 2] == 1 ? "right" : "wrong");
  }
  return is_right;
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  std::atomic<bool> is_right{true};
  diatomic::with_world([&](world& w) {
    if (!count_keys(w)) is_right = false;
  });
  return is_right ? 0 : 1;
}
