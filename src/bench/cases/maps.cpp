// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `maps`: inserts random keys into an empty map, and finds keys in a full one. A query's
/// key is in the map always, or with probability 1/2 ("half there"). A run is one round, and the
/// found values are checked.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <diatomic/containers/static_map.hpp>

#include "baselines/maps.hpp"
#include "bench/cases/cases.hpp"

namespace bench {
namespace {

/// The n-th key; a bijection.
DIATOMIC_FUNCTION std::int32_t nth_key(std::uint64_t n, std::int32_t) {
  auto x = static_cast<std::uint32_t>(n);
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return static_cast<std::int32_t>(x ^ x >> 16);
}
DIATOMIC_FUNCTION std::int64_t nth_key(std::uint64_t n, std::int64_t) {
  n += 0x9e3779b97f4a7c15u;
  n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9u;
  n = (n ^ n >> 27) * 0x94d049bb133111ebu;
  return static_cast<std::int64_t>(n ^ n >> 31);
}
/// The n-th key, but never -1, the empty key.
template <class Key>
DIATOMIC_FUNCTION Key some_key(std::uint64_t n) {
  const Key key = nth_key(n, Key{});
  return key == Key{-1} ? nth_key(0xf0000000u, Key{}) : key;
}
/// The number of query i's key. Numbers below n are in the map; with `half`, a random half of the
/// queries has numbers from n on, which are not.
DIATOMIC_FUNCTION std::uint64_t query(std::uint64_t i, std::uint64_t n, bool half) {
  const std::uint64_t k = i * 2654435761u % n;
  const auto draw = static_cast<std::uint32_t>(nth_key(i + 77, std::int64_t{}));
  return half && (draw & 1) != 0 ? n + k : k;
}

struct make_keys {
  template <class Key>
  DIATOMIC_DEVICE void operator()(Key* keys, Key* values, Key* queries, std::uint64_t n,
                                  bool half) const {
    for (std::uint64_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      keys[i] = some_key<Key>(i);
      values[i] = static_cast<Key>(i);
      queries[i] = some_key<Key>(query(i, n, half));
    }
  }
};
struct count_wrong {
  template <class Key>
  DIATOMIC_DEVICE void operator()(const Key* found, std::uint64_t n, bool half,
                                  unsigned* wrong) const {
    for (std::uint64_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const std::uint64_t k = query(i, n, half);
      if (found[i] != (k < n ? static_cast<Key>(k) : Key{-1})) diatomic::store_add(wrong, 1u);
    }
  }
};

/// The keys of a case, and the found values.
template <class Key>
struct inputs {
  inputs(context& where, std::size_t number, bool half_there)
      : on(where), n(number), half(half_there), keys(n), values(n), queries(n), found(n), wrong(1) {
    on.launch(on.shape(n), make_keys{}, keys.data(), values.data(), queries.data(),
              std::uint64_t{n}, half);
  }
  void check(const map_calls<Key>& map) {
    map.find(queries.data(), found.data());
    diatomic::fill_bytes(on.stream, wrong.data(), 1, 0);
    on.launch(on.shape(n), count_wrong{}, static_cast<const Key*>(found.data()), std::uint64_t{n},
              half, wrong.data());
    on.stream.synchronize();
    const unsigned count = wrong.download()[0];
    if (count == 0) return;
    throw std::runtime_error(
        fmt::format("{} {}: {} wrong results", map.role, map.implementation, count));
  }

  context& on;
  std::size_t n;
  bool half;
  diatomic::device_array<Key> keys, values, queries, found;
  diatomic::device_array<unsigned> wrong;
};

template <unsigned Window, class Key>
map_calls<Key> our_map(const char* role, const std::shared_ptr<inputs<Key>>& in, double load) {
  using map = diatomic::static_map<Key, Key, diatomic::mixed_bits, Window>;
  const auto made = std::make_shared<map>(in->n, load, diatomic::empty_key{Key{-1}},
                                          diatomic::empty_value{Key{-1}});
  return {role, "", [=] { made->clear(in->on.stream); },
          [=] { made->insert(in->on.stream, in->keys.data(), in->values.data(), in->n); },
          [=](const Key* keys, Key* found) { made->find(in->on.stream, keys, found, in->n); }};
}

enum class task { insert, find_all, find_half };

template <class Key>
std::vector<contender> contenders(context& on, std::size_t n, double load, task what) {
  const auto in =
      on.keep([&] { return std::make_shared<inputs<Key>>(on, n, what == task::find_half); });
  std::vector<map_calls<Key>> maps = {our_map<diatomic::default_window>("diatomic", in, load),
                                      our_map<1>("window_1", in, load)};
  for (auto& map :
       map_baselines::maps<Key>(on.stream, in->keys.data(), in->values.data(), n, load)) {
    maps.push_back(std::move(map));
  }
  std::vector<contender> all;
  for (const map_calls<Key>& map : maps) {
    contender c{map.role, map.implementation, false, {}};
    c.rounds = 1;
    c.check = [in, map] { in->check(map); };
    if (what == task::insert) {
      c.before = map.clear;
      c.run = [in, map](unsigned, unsigned) { map.insert(); };
    } else {
      map.clear();
      map.insert();
      c.run = [in, map](unsigned, unsigned) { map.find(in->queries.data(), in->found.data()); };
    }
    all.push_back(std::move(c));
  }
  return all;
}

template <class Key>
void add_key(std::vector<bench_case>& to, const context& on) {
  // One key per 16 bytes of the input size: 2^26 keys for 1 GiB.
  const std::size_t n = on.bytes / 16;
  for (const double load : {0.5, 0.8}) {
    for (const task what : {task::insert, task::find_all, task::find_half}) {
      const char* const there[] = {"", " all there", " half there"};
      bench_case c;
      c.group = "maps";
      c.operation = what == task::insert ? "insert" : "find";
      c.type = fmt::format("{0}+{0} bytes", sizeof(Key));
      c.values = fmt::format("load {}{}", load, there[static_cast<int>(what)]);
      c.n = n;
      c.prepare = [=](context& where) { return contenders<Key>(where, n, load, what); };
      to.push_back(std::move(c));
    }
  }
}

}  // namespace

void add_maps(std::vector<bench_case>& to, const context& on) {
  add_key<std::int32_t>(to, on);
  add_key<std::int64_t>(to, on);
}

}  // namespace bench
