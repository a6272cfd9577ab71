// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Rates of the collective calls of `<diatomic/remote/reductions.hpp>` and
/// `<diatomic/remote/aggregated_scatter.hpp>`.
///
///     mpirun -n 2 distributed_ipc histogram [bytes=30] [bins=8]
///     mpirun -n 2 distributed_ipc sums [words=10] [last=28] [updates=26]
///     mpirun -n 2 distributed_ipc copies [bytes=30]
///     mpirun -n 2 distributed_ipc scatter [words=10] [last=28] [updates=26] [boxes=24]
///     mpirun -n 2 distributed_ipc few [words=20] [updates=10] [last=22] [boxes=24]
///
/// All numbers are binary logarithms, per processing element, except `repeats=15` and `pes=2`, the
/// number of processing elements if they are threads.
///
/// - `histogram` counts bytes in `bins` bins: on each processing element while the others wait,
///   then on all of them.
/// - `sums` adds floats to random words of a table that all processing elements have, with `words`
///   to `last` words: likewise.
/// - `copies` writes `bytes` bytes from each processing element to all others, in equal shares.
/// - `scatter` adds floats to random words of a table that is distributed over all processing
///   elements, with `words` to `last` words each. Methods: one atomic per update, `send_to_owners`,
///   `aggregated_scatter_add`, which chooses between the two, and the same with temporary memory.
/// - `few` does the same with `updates` to `last` updates.
///
/// A repeat takes the time of the slowest processing element. Prints the median, the fastest and
/// the slowest repeat. The exit status is 1 if a result is wrong.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <diatomic/remote/aggregated_scatter.hpp>
#include <diatomic/remote/partitioned_scatter.hpp>
#include <diatomic/remote/reductions.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/settings.hpp"
#include "bench/statistics.hpp"
#include "processing_elements.hpp"

namespace {

using bench::rates;
using benchmark_settings::all_threads;
using benchmark_settings::global_thread;
using diatomic::indexed_value;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

struct settings {
  std::string what;
  unsigned bytes = 30;
  unsigned bins = 8;
  unsigned words = 10;
  unsigned last = 28;
  unsigned updates = 26;
  unsigned boxes = 24;
  unsigned repeats = 15;
  unsigned pes = 0;
};

/// A 32-bit hash of `i`.
DIATOMIC_FUNCTION unsigned mixed(std::uint64_t i) {
  i = (i ^ i >> 31) * 0x9e3779b97f4a7c15u;
  i = (i ^ i >> 29) * 0xbf58476d1ce4e5b9u;
  return static_cast<unsigned>(i >> 32);
}

struct fill_bytes {
  DIATOMIC_DEVICE void operator()(unsigned* words, std::size_t n, std::uint64_t seed) const {
    for (std::size_t i = global_thread(); i < n; i += all_threads()) words[i] = mixed(seed + i);
  }
};
struct fill_updates {
  DIATOMIC_DEVICE void operator()(unsigned* indices, float* values, std::size_t n, unsigned mask,
                                  std::uint64_t seed) const {
    for (std::size_t i = global_thread(); i < n; i += all_threads()) {
      indices[i] = mixed(seed + i) & mask;
      values[i] = 1;
    }
  }
};

/// Index k is word `k & mask` of processing element `k >> words`.
struct place {
  unsigned words;
  DIATOMIC_FUNCTION int owner(unsigned k) const { return static_cast<int>(k >> words); }
  DIATOMIC_FUNCTION unsigned word(unsigned k) const { return k & ((1u << words) - 1); }
};
struct add_directly {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<float> table, place at, const unsigned* indices,
                                  const float* values, std::size_t n) const {
    for (std::size_t i = global_thread(); i < n; i += all_threads()) {
      diatomic::remote_ref<float>(table + at.word(indices[i]), at.owner(indices[i]))
          .store_add(values[i]);
    }
    diatomic::quiet();
  }
};
struct owner_of {
  place at;
  const unsigned* indices;
  DIATOMIC_FUNCTION int operator()(std::size_t i) const { return at.owner(indices[i]); }
};
struct update_of {
  place at;
  const unsigned* indices;
  const float* values;
  DIATOMIC_FUNCTION indexed_value<float> operator()(std::size_t i) const {
    return {at.word(indices[i]), values[i]};
  }
};
struct add_own {
  float* table;
  DIATOMIC_DEVICE void operator()(const indexed_value<float>& u) const {
    diatomic::store_add(&table[u.index], u.value);
  }
};

/// The rates, in 10^9 per second, of `call`, which does `amount`. Each time is the mean of `calls`
/// consecutive calls.
template <class F>
rates measured(world& w, unsigned repeats, double amount, F call, unsigned calls = 1) {
  std::vector<double> seconds;
  for (unsigned i = 0; i <= repeats; ++i) {
    const double all = benchmark_settings::slowest(w, [&] {
      for (unsigned k = 0; k < calls; ++k) call();
    });
    if (i != 0) seconds.push_back(all / calls);
  }
  return bench::rates_of(amount, seconds);
}
void print(const world& w, const char* name, const rates& r) {
  if (w.pe() == 0) {
    std::printf("  %s %.2f (%.2f to %.2f)", name, r.median, r.lowest, r.highest);
    std::fflush(stdout);
  }
}
bool all_agree(world& w, bool own) {
  const int right = own ? 1 : 0;
  const std::vector<int> all = w.gather(&right, 1);
  return std::find(all.begin(), all.end(), 0) == all.end();
}

/// Measures `alone()` on one processing element after the other, because devices differ by a
/// percent or two, then `together()` on all. Each does `amount` per processing element.
template <class Alone, class Together, class IsRight>
bool compare(world& w, const settings& s, const std::string& name, double amount, unsigned calls,
             Alone alone, Together together, IsRight is_right) {
  std::vector<rates> of_one;
  double sum_of_rates = 0;
  for (int pe = 0; pe < w.pes(); ++pe) {
    of_one.push_back(
        measured(w, s.repeats, amount, [&] { return w.pe() == pe ? alone() : void(); }, calls));
    sum_of_rates += of_one.back().median;
  }
  const rates all = measured(w, s.repeats, amount * w.pes(), together, calls);
  const bool right = all_agree(w, is_right());
  if (w.pe() == 0) std::printf("%s:", name.c_str());
  for (const rates& one : of_one) print(w, "alone", one);
  print(w, "all", all);
  if (w.pe() == 0) {
    std::printf("  all / mean of alone %.3f%s\n", all.median / sum_of_rates * w.pes(),
                right ? "" : "  WRONG");
  }
  return right;
}

bool histograms(world& w, const settings& s) {
  diatomic::stream on;
  const std::size_t n = std::size_t{1} << s.bytes;
  const std::size_t bins = std::size_t{1} << s.bins;
  diatomic::device_array<unsigned> words(n / 4);
  diatomic::launch(1024, 256, 0, on, fill_bytes{}, words.data(), n / 4,
                   static_cast<std::uint64_t>(w.pe()) << 40);
  on.synchronize();
  const auto* const input = reinterpret_cast<const unsigned char*>(words.data());
  symmetric_array<unsigned> counts(w, bins);
  return compare(
      w, s,
      "histogram of 2^" + std::to_string(s.bytes) + " bytes each, 2^" + std::to_string(s.bins) +
          " bins, GB/s",
      static_cast<double>(n), 10,
      [&] {
        diatomic::fill(on, counts.data(), bins, 0u);
        diatomic::histogram(on, input, n, counts.data(), static_cast<unsigned>(bins),
                            diatomic::value_bin{});
        on.synchronize();
      },
      [&] { diatomic::distributed_histogram(w, on, input, n, counts, diatomic::value_bin{}); },
      [&] {
        std::size_t sum = 0;
        for (const unsigned c : counts.download()) sum += c;
        return sum == n * static_cast<std::size_t>(w.pes());
      });
}

/// The updates of this processing element: indices below `words`, and ones.
class random_updates {
 public:
  random_updates(const world& w, diatomic::stream_view on, std::size_t n, std::size_t words)
      : indices_(n), values_(n) {
    diatomic::launch(1024, 256, 0, on, fill_updates{}, indices_.data(), values_.data(), n,
                     static_cast<unsigned>(words - 1), static_cast<std::uint64_t>(w.pe()) << 40);
    diatomic::detail::runtime_api::synchronize(on.native_handle());
  }
  const unsigned* indices() const { return indices_.data(); }
  const float* values() const { return values_.data(); }

 private:
  diatomic::device_array<unsigned> indices_;
  diatomic::device_array<float> values_;
};
double sum_of(const std::vector<float>& table) {
  double sum = 0;
  for (const float v : table) sum += static_cast<double>(v);
  return sum;
}

bool sums(world& w, const settings& s, unsigned words) {
  diatomic::stream on;
  const std::size_t n = std::size_t{1} << s.updates;
  const std::size_t all_words = std::size_t{1} << words;
  const random_updates own(w, on, n, all_words);
  symmetric_array<float> table(w, all_words);
  return compare(
      w, s,
      "sums at 2^" + std::to_string(words) + " words, 2^" + std::to_string(s.updates) +
          " updates each, Gop/s",
      static_cast<double>(n), 1,
      [&] {
        diatomic::fill(on, table.data(), all_words, 0.0f);
        diatomic::scatter_add(on, own.indices(), own.values(), n, table.data(), all_words);
        on.synchronize();
      },
      [&] { diatomic::distributed_scatter_add(w, on, own.indices(), own.values(), n, table); },
      [&] { return sum_of(table.download()) == static_cast<double>(n) * w.pes(); });
}

struct alignas(16) four_words {
  unsigned words[4];
};
/// Writes `share` elements to each of the others.
struct write_to_others {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<four_words> to, std::size_t share) const {
    const std::size_t first = static_cast<std::size_t>(to.pe()) * share;
    for (std::size_t i = global_thread(); i < share; i += all_threads()) {
      for (int k = 1; k < to.pes(); ++k) {
        to.address((to.pe() + k) % to.pes())[first + i] = {{1, 2, 3, 4}};
      }
    }
  }
};
bool copies(world& w, const settings& s) {
  diatomic::stream on;
  const auto pes = static_cast<std::size_t>(w.pes());
  if (pes < 2 || w.link() == diatomic::remote_link::network) {
    if (w.pe() == 0)
      std::fprintf(stderr, "copies: for several processing elements that share a direct link\n");
    return false;
  }
  const std::size_t share = (std::size_t{1} << s.bytes) / sizeof(four_words) / (pes - 1);
  symmetric_array<four_words> array(w, pes * share);
  const auto bytes = static_cast<double>(share * (pes - 1) * sizeof(four_words));
  const auto all = measured(
      w, s.repeats, bytes,
      [&] {
        diatomic::launch(1024, 256, 0, on, write_to_others{}, array.pointer(), share);
        on.synchronize();
      },
      10);
  if (w.pe() == 0) std::printf("copies of 2^%u bytes to all others, GB/s each:", s.bytes);
  print(w, "write", all);
  if (w.pe() == 0) std::printf("\n");
  return true;
}

bool scatter(world& w, const settings& s, unsigned words, unsigned updates) {
  diatomic::stream on;
  const std::size_t n = std::size_t{1} << updates;
  const std::size_t own_words = std::size_t{1} << words;
  const double amount = static_cast<double>(n) * w.pes();
  const auto all_words = own_words * static_cast<std::size_t>(w.pes());
  const random_updates own(w, on, n, all_words);
  symmetric_array<float> table(w, own_words);
  diatomic::mailboxes<indexed_value<float>> boxes(w, std::min(n, std::size_t{1} << s.boxes));
  const place at{words};
  const unsigned* const where = own.indices();
  const float* const what = own.values();
  const auto direct = measured(w, s.repeats, amount, [&] {
    diatomic::launch(2048, 256, 0, on, add_directly{}, table.pointer(), at, where, what, n);
    on.synchronize();
    w.barrier();
  });
  const auto sent = measured(w, s.repeats, amount, [&] {
    diatomic::send_to_owners(w, on, update_of{at, where, what}, n, owner_of{at, where},
                             add_own{table.data()}, boxes);
  });
  const auto chosen = measured(w, s.repeats, amount, [&] {
    diatomic::aggregated_scatter_add(w, on, where, what, n, table, boxes);
  });
  const std::size_t bytes = diatomic::aggregated_scatter_add_temp_bytes<float>(w, n, own_words);
  symmetric_array<unsigned char> temp(w, bytes);
  const auto partitioned = measured(w, s.repeats, amount, [&] {
    diatomic::aggregated_scatter_add(w, on, where, what, n, table, boxes, temp);
  });
  diatomic::fill(on, table.data(), own_words, 0.0f);
  on.synchronize();
  w.barrier();
  diatomic::aggregated_scatter_add(w, on, where, what, n, table, boxes, temp);
  const double sum = sum_of(table.download());
  double total = 0;
  for (const double v : w.gather(&sum, 1)) total += v;
  const bool right = total == amount;
  if (w.pe() == 0) std::printf("2^%u words, 2^%u updates each, Gop/s:", words, updates);
  print(w, "direct", direct);
  print(w, "sent", sent);
  print(w, "chosen", chosen);
  print(w, bytes == 0 ? "with no memory" : "with memory", partitioned);
  if (w.pe() == 0) {
    std::printf("  chosen/best %.3f%s\n", chosen.median / std::max(direct.median, sent.median),
                right ? "" : "  WRONG");
  }
  return right;
}

bool read(settings& s, const char* argument) {
  return benchmark_settings::read({{"bytes=", &s.bytes},
                                   {"bins=", &s.bins},
                                   {"words=", &s.words},
                                   {"last=", &s.last},
                                   {"boxes=", &s.boxes},
                                   {"updates=", &s.updates},
                                   {"repeats=", &s.repeats},
                                   {"pes=", &s.pes}},
                                  argument);
}

bool run(world& w, const settings& s) {
  if (w.pe() == 0) {
    std::printf("%d processing elements, link %s\n", w.pes(), name_of(w.link()));
  }
  if (s.what == "histogram") return histograms(w, s);
  if (s.what == "copies") return copies(w, s);
  bool right = true;
  if (s.what == "scatter" || s.what == "sums") {
    for (unsigned words = s.words; words <= s.last; words += 2) {
      right = (s.what == "sums" ? sums(w, s, words) : scatter(w, s, words, s.updates)) && right;
    }
  } else {
    for (unsigned updates = s.updates; updates <= s.last; ++updates) {
      right = scatter(w, s, s.words, updates) && right;
    }
  }
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  settings s;
  if (argc > 1) s.what = argv[1];
  bool is_known = s.what == "histogram" || s.what == "sums" || s.what == "copies" ||
                  s.what == "scatter" || s.what == "few";
  for (int i = 2; i < argc; ++i) is_known = is_known && read(s, argv[i]);
  if (!is_known || s.repeats == 0) {
    std::fprintf(stderr, "usage: distributed histogram|sums|copies|scatter|few [NAME=NUMBER]...\n");
    return 2;
  }
  diatomic::world_options options;
  benchmark_settings::choose_devices(options, s.pes, 0);
  bool right = true;
  diatomic::with_world(
      [&](world& w) {
        const bool own = run(w, s);
        if (w.pe() == 0) right = own;
      },
      options);
  return right ? 0 : 1;
}
