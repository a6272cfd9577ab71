// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `static_map` beside cuCollections' in one run: medians of 7 rounds, by events, of inserting 2^26
/// random keys into an empty map and of finding them, in a map of the same capacity. The script
/// `compare_maps` compiles it.
///
///     compare_maps [--log2=26] [--only=TEXT]
///
/// Keys are distinct and in random order; a query's key is there, or (of "half") with a probability
/// of 1/2. Both maps are measured in several variants: the number of slots that are loaded at once,
/// and ours with several keys under way in a thread, theirs with several threads to a key. What is
/// found is compared with what was inserted. At the end of each block: our default beside the best
/// of theirs, and the best of ours beside that.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

// CCCL 3 has it no more, and releases of cuCollections before 2025 use it.
#include <thrust/functional.h>
#include <thrust/version.h>
#if THRUST_VERSION >= 300000
namespace thrust {
template <class T = void>
struct identity {
  __host__ __device__ constexpr const T& operator()(const T& v) const { return v; }
};
template <>
struct identity<void> {
  template <class T>
  __host__ __device__ constexpr T operator()(T v) const {
    return v;
  }
};
}  // namespace thrust
#endif
#include <cuco/static_map.cuh>

#include <diatomic/containers/static_map.hpp>

namespace {

using diatomic::device_array;

constexpr int rounds = 7;
constexpr unsigned block = 256;

/// One to one: the n-th of all keys.
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
/// The same, but never -1, which is the empty key.
template <class Key>
DIATOMIC_FUNCTION Key some_key(std::uint64_t n) {
  const Key key = nth_key(n, Key{});
  return key == Key{-1} ? nth_key(0xf0000000u, Key{}) : key;
}
/// Which key query i asks for: below n, or of half the queries from n on, where there is none.
DIATOMIC_FUNCTION std::uint64_t query(std::uint64_t i, std::uint64_t n, bool half) {
  const std::uint64_t k = i * 2654435761u % n;
  const auto draw = static_cast<std::uint32_t>(nth_key(i + 77, std::int64_t{}));
  return half && (draw & 1) != 0 ? n + k : k;
}

struct make_inputs {
  template <class Key>
  DIATOMIC_DEVICE void operator()(Key* keys, Key* values, cuco::pair<Key, Key>* pairs, Key* all,
                                  Key* half, std::uint64_t n) const {
    const std::uint64_t step = diatomic::global_size();
    for (std::uint64_t i = diatomic::global_index(); i < n; i += step) {
      keys[i] = some_key<Key>(i);
      values[i] = static_cast<Key>(i);
      pairs[i] = {keys[i], values[i]};
      all[i] = some_key<Key>(query(i, n, false));
      half[i] = some_key<Key>(query(i, n, true));
    }
  }
};
struct count_wrong {
  template <class Key>
  DIATOMIC_DEVICE void operator()(const Key* found, std::uint64_t n, bool half,
                                  unsigned long long* wrong) const {
    const std::uint64_t step = diatomic::global_size();
    for (std::uint64_t i = diatomic::global_index(); i < n; i += step) {
      const std::uint64_t k = query(i, n, half);
      if (found[i] != (k < n ? static_cast<Key>(k) : Key{-1})) diatomic::store_add(wrong, 1ull);
    }
  }
};

/// Inserts without a look at the first slot before: its compare-exchange tells what is there.
template <unsigned Batch>
struct insert_unseen {
  template <class Table, class Key>
  DIATOMIC_DEVICE void operator()(Table table, const Key* keys, const Key* values,
                                  std::size_t n) const {
    const std::size_t step = std::size_t{diatomic::grid_size()} * diatomic::block_size();
    std::size_t i =
        std::size_t{diatomic::block_index()} * diatomic::block_size() + diatomic::thread_index();
    for (; i < n; i += step) {
      const auto c = table.start(keys[i]);
      typename Table::pick p{};
      p.at = table.slots + std::size_t{c.window} * diatomic::default_window;
      p.held.key = Table::word_of_key(table.empty_key);
      Key held{};
      table.insert(keys[i], values[i], held, c, p);
    }
  }
};

template <class Key>
struct inputs {
  explicit inputs(std::size_t count)
      : n(count), keys(n), values(n), pairs(n), all(n), half(n), found(n), wrong(1) {
    diatomic::launch(4096, block, 0, on, make_inputs{}, keys.data(), values.data(), pairs.data(),
                     all.data(), half.data(), std::uint64_t{n});
    on.synchronize();
  }
  std::size_t n;
  device_array<Key> keys, values;
  device_array<cuco::pair<Key, Key>> pairs;
  device_array<Key> all, half, found;
  device_array<unsigned long long> wrong;
  diatomic::stream on;
};

struct times {
  double insert, all, half;
};

template <class Key>
class measurement {
 public:
  measurement(inputs<Key>& with, const char* whose, const char* what)
      : in_(with), whose_(whose), what_(what) {}

  template <class Clear, class Insert, class Find>
  times of(std::size_t capacity, Clear clear, Insert insert, Find find) {
    times t{};
    t.insert = median(clear, insert);
    const auto nothing = [] {};
    t.all = median(nothing, [&] { find(in_.all.data(), in_.found.data()); });
    check(false);
    t.half = median(nothing, [&] { find(in_.half.data(), in_.found.data()); });
    check(true);
    const auto rate = [&](double ms) { return static_cast<double>(in_.n) / ms / 1e6; };
    std::printf("  %-14s %-22s %11zu slots %8.3f %8.3f %8.3f ms %7.2f %7.2f %7.2f G/s\n", whose_,
                what_, capacity, t.insert, t.all, t.half, rate(t.insert), rate(t.all),
                rate(t.half));
    std::fflush(stdout);
    return t;
  }

 private:
  template <class Before, class Call>
  double median(Before before, Call call) {
    std::vector<double> ms;
    for (int r = 0; r < rounds + 1; ++r) {
      before();
      start_.record(in_.on);
      call();
      stop_.record(in_.on);
      if (r != 0) ms.push_back(diatomic::elapsed_ms(start_, stop_));
    }
    std::nth_element(ms.begin(), ms.begin() + rounds / 2, ms.end());
    return ms[rounds / 2];
  }
  void check(bool half) {
    in_.wrong.fill_bytes(0);
    diatomic::launch(4096, block, 0, in_.on, count_wrong{},
                     static_cast<const Key*>(in_.found.data()), std::uint64_t{in_.n}, half,
                     in_.wrong.data());
    in_.on.synchronize();
    const unsigned long long wrong = in_.wrong.download()[0];
    if (wrong == 0) return;
    std::fprintf(stderr, "%s %s: %llu answers are wrong\n", whose_, what_, wrong);
    std::exit(1);
  }

  inputs<Key>& in_;
  const char* whose_;
  const char* what_;
  diatomic::event start_, stop_;
};

template <unsigned Window, unsigned Batch, unsigned Block, class Key>
times measure_ours(inputs<Key>& in, double load, const char* what) {
  using map = diatomic::static_map<Key, Key, diatomic::mixed_bits, Window>;
  using shape = diatomic::detail::map_launch<Batch, Block>;
  map m(in.n, load, diatomic::empty_key{Key{-1}}, diatomic::empty_value{Key{-1}});
  device_array<diatomic::map_failures> failures(1);
  failures.fill_bytes(0);
  diatomic::insertion* const none = nullptr;
  const times t =
      measurement<Key>(in, "diatomic", what)
          .of(
              m.capacity(), [&] { m.clear(in.on); },
              [&] {
                diatomic::detail::start_map_change<shape>(
                    in.on, diatomic::detail::map_insert{}, m.ref().table(),
                    static_cast<const Key*>(in.keys.data()),
                    static_cast<const Key*>(in.values.data()), in.n, none, failures.data());
              },
              [&](const Key* keys, Key* found) {
                diatomic::detail::start_map_find<shape>(in.on, m.ref().table(), keys, found, in.n);
              });
  if (failures.download()[0].full != 0) std::exit(1);
  return t;
}

/// Insertions that load nothing before; finding is as by default.
template <class Key>
times measure_unseen(inputs<Key>& in, double load) {
  diatomic::static_map<Key, Key> m(in.n, load, diatomic::empty_key{Key{-1}},
                                   diatomic::empty_value{Key{-1}});
  return measurement<Key>(in, "diatomic", "unseen")
      .of(
          m.capacity(), [&] { m.clear(in.on); },
          [&] {
            diatomic::launch(static_cast<unsigned>((in.n + 127) / 128), 128, 0, in.on,
                             insert_unseen<1>{}, m.ref().table(),
                             static_cast<const Key*>(in.keys.data()),
                             static_cast<const Key*>(in.values.data()), in.n);
          },
          [&](const Key* keys, Key* found) { m.find(in.on, keys, found, in.n); });
}

template <int Threads, int Window, class Key>
times measure_theirs(inputs<Key>& in, double load, const char* what) {
  using probing = cuco::linear_probing<Threads, cuco::default_hash_function<Key>>;
  using map = cuco::static_map<Key, Key, cuco::extent<std::size_t>, cuda::thread_scope_device,
                               thrust::equal_to<Key>, probing,
                               cuco::cuda_allocator<cuco::pair<Key, Key>>, cuco::storage<Window>>;
  map m(in.n, load, cuco::empty_key<Key>{-1}, cuco::empty_value<Key>{-1});
  const cuda::stream_ref on(in.on.native_handle());
  on.wait();
  cudaDeviceSynchronize();
  return measurement<Key>(in, "cuCollections", what)
      .of(
          m.capacity(), [&] { m.clear_async(on); },
          [&] { m.insert_async(in.pairs.data(), in.pairs.data() + in.n, on); },
          [&](const Key* keys, Key* found) { m.find_async(keys, keys + in.n, found, on); });
}

void print_ratios(const char* which, const times& ours, const times& theirs) {
  std::printf("  %-37s their time / ours:       %8.2f %8.2f %8.2f\n", which,
              theirs.insert / ours.insert, theirs.all / ours.all, theirs.half / ours.half);
}

times best(const std::vector<times>& of) {
  times b = of.front();
  for (const times& t : of) {
    b = {std::min(b.insert, t.insert), std::min(b.all, t.all), std::min(b.half, t.half)};
  }
  return b;
}

template <class Key>
void compare(unsigned log2, double load, const std::string& only) {
  const std::string name = std::to_string(sizeof(Key)) + "+" + std::to_string(sizeof(Key)) +
                           " bytes, load " + std::to_string(load).substr(0, 4);
  if (name.find(only) == std::string::npos) return;
  std::printf("%s, 2^%u keys; insert, find all, find half:\n", name.c_str(), log2);
  inputs<Key> in(std::size_t{1} << log2);
  constexpr unsigned window = diatomic::default_window;
  using shape = diatomic::detail::default_map_launch;
  std::vector<times> ours = {
      measure_ours<window, shape::batch, shape::block>(in, load, "default"),
      measure_ours<1, 1, 128>(in, load, "window 1, keys 1"),
      measure_ours<1, 2, 128>(in, load, "window 1, keys 2"),
      measure_ours<1, 4, 128>(in, load, "window 1, keys 4"),
      measure_ours<2, 1, 128>(in, load, "window 2, keys 1"),
      measure_ours<2, 1, 256>(in, load, "window 2, keys 1, 256"),
      measure_ours<2, 2, 128>(in, load, "window 2, keys 2"),
      measure_ours<2, 4, 128>(in, load, "window 2, keys 4"),
      measure_ours<4, 1, 128>(in, load, "window 4, keys 1"),
      measure_ours<4, 2, 128>(in, load, "window 4, keys 2"),
  };
  const times unseen = measure_unseen(in, load);
  const std::vector<times> theirs = {
      measure_theirs<4, 1>(in, load, "default (4 threads)"),
      measure_theirs<1, 1>(in, load, "1 thread, window 1"),
      measure_theirs<1, 2>(in, load, "1 thread, window 2"),
      measure_theirs<2, 1>(in, load, "2 threads, window 1"),
      measure_theirs<2, 2>(in, load, "2 threads, window 2"),
  };
  print_ratios("default beside their default:", ours.front(), theirs.front());
  print_ratios("default beside the best of theirs:", ours.front(), best(theirs));
  ours.push_back(unseen);
  print_ratios("best beside the best of theirs:", best(ours), best(theirs));
}

}  // namespace

int main(int argc, char** argv) {
  unsigned log2 = 26;
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text.compare(0, 7, "--only=") == 0) {
      only = text.substr(7);
    } else if (text.compare(0, 7, "--log2=") == 0) {
      log2 = static_cast<unsigned>(std::strtoul(text.c_str() + 7, nullptr, 10));
    } else {
      std::fprintf(stderr, "unknown: %s\n", argv[i]);
      return 1;
    }
  }
  if (log2 < 1 || log2 > 28) {
    std::fprintf(stderr, "--log2 is from 1 to 28\n");
    return 1;
  }
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  for (const double load : {0.5, 0.8}) {
    compare<std::int32_t>(log2, load, only);
    compare<std::int64_t>(log2, load, only);
  }
}
