// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The rates of calls under contention, for the forecasts of a contention profile.
///
///     profile_rates [scale=1] > rates.csv
///
/// Each thread of a full grid calls in a loop. `share` neighbouring lanes of a warp call on one
/// object; each such group draws a random object of `words` in each round. A rate is the median of
/// 7 launches, each on zeroed objects, after launches that find the number of rounds of about 1 ms.
/// A row has the rates of all methods in one such pattern:
///
///     call,type,words,lanes_per_address,as_is,same_address,...
///
/// `words` is the number of objects, `lanes_per_address` the lanes of a warp divided by the mean
/// number of different objects in one call of a warp. Rates are in 10^9 calls of a lane per second;
/// a method that was not measured has none. A method is `as_is`, a hint, or what replaces the call.
/// Operands:
///
/// - sums of floats: between -2 and 2, so that sums do not outgrow the type;
/// - extrema: uniform, and 256 rounds whatever their time. So ever fewer calls change an object;
/// - locks: at least 16 rounds, 3 launches. In the first round all threads lock at once;
/// - compare-exchanges: expect 0 or 1 at random, so that half of them store.
///
/// CAS loops have no rows for fewer than 64 objects, where the threads of a full grid starve each
/// other for seconds. On a CPU, `scale=K` makes launches K times as short, with at most 2^24 / K
/// words.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <type_traits>
#include <vector>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

#include "bench/settings.hpp"
#include "calls.hpp"
#include "kernels/launch_shape.hpp"
#include "measure.hpp"

namespace {

using namespace profile_bench;
using diatomic::op;

struct settings {
  unsigned scale = 1;
};

/// The columns of rates, and their names.
///@{
enum method {
  as_is,
  same_address,
  few_addresses,
  check_first,
  monotone,
  in_array,
  block_update,
  ticket_mutex,
  store_add
};
constexpr const char* names[] = {"as_is",        "same_address", "few_addresses",
                                 "check_first",  "monotone",     "in_array",
                                 "block_update", "ticket_mutex", "store_add"};
///@}

class table {
 public:
  explicit table(const settings& s)
      : s_(s), objects_((std::size_t{1} << 24) / s.scale), traces_(1) {
    std::printf("# %s, %s, %d compute units, warps of %d\n", device_.name.c_str(),
                device_.architecture.c_str(), device_.compute_units, device_.warp_size);
    std::printf("# %u blocks of %u threads; scale %u\n", shape_.grid, shape_.block, s.scale);
    std::printf("call,type,words,lanes_per_address");
    for (const char* const name : names) std::printf(",%s", name);
    std::printf("\n");
  }

  unsigned widest_share() const { return std::max(32u, warp()); }

  /// Calls `f(pattern)`, which measures rates, for each number of words and each share, and prints
  /// the rows. A warp's lanes share one word anyway.
  template <class F>
  void rows(const char* call, const char* type, const std::vector<unsigned>& logarithms, F f) {
    for (const unsigned bits : logarithms) {
      if (std::size_t{1} << bits > objects_.size()) continue;
      for (const unsigned share : {1u, 4u, widest_share()}) {
        if (bits == 0 && share != widest_share()) continue;
        const pattern at{1u << bits, share};
        rates_ = {};
        f(at);
        if (rates_ != decltype(rates_){}) print_row(call, type, at);
      }
    }
  }

  /// Measures a method's rate.
  template <class Call>
  void rate(const pattern& at, method by) {
    if (Call::is_loop && at.words < fewest_of_loops) return;
    const double least_ms = 1.0 / s_.scale;
    unsigned rounds = std::max(1u, Call::least_rounds / s_.scale);
    if constexpr (!Call::is_extremum) {
      ms<Call>(at, 1);  // loads the kernel
      for (double now = 0; rounds < 1u << 16; rounds = wanted(rounds, least_ms / now)) {
        now = ms<Call>(at, rounds);
        if (now >= least_ms) break;
      }
    }
    ms<Call>(at, rounds);
    std::vector<double> all;
    for (int i = 0; i < (Call::is_lock ? 3 : 7); ++i) all.push_back(ms<Call>(at, rounds));
    const double calls = double{1} * shape_.grid * shape_.block * rounds;
    rates_[by] = calls / median(all) * 1e-6;
  }

 private:
  void print_row(const char* call, const char* type, const pattern& at) const {
    std::printf("%s,%s,%u,%.4g", call, type, at.words, at.lanes_per_address(warp()));
    for (const double rate : rates_) {
      std::putchar(',');
      if (rate != 0) std::printf("%.4g", rate);
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  static unsigned wanted(unsigned rounds, double factor) {
    return static_cast<unsigned>(std::ceil(rounds * std::clamp(1.1 * factor, 1.1, 64.0)));
  }
  unsigned warp() const { return static_cast<unsigned>(device_.warp_size); }

  template <class Call>
  double ms(const pattern& at, unsigned rounds) {
    using object = typename Call::object;
    static_assert(sizeof(object) <= sizeof(memory_word));
    auto* const to = reinterpret_cast<object*>(objects_.data());
    diatomic::fill_bytes(watch_.on, objects_.data(), at.words, 0);
    std::size_t shared = 0;
    if constexpr (Call::needs_block) shared = Call::all_threads::shared_bytes(shape_.block);
    return watch_.ms([&] {
      diatomic::launch(shape_.grid, shape_.block, shared, watch_.on, call_in_loop<Call>{}, to, at,
                       rounds, traces_.data());
    });
  }

  static constexpr unsigned fewest_of_loops = 64;

  struct alignas(16) memory_word {
    unsigned char bytes[16];
  };
  settings s_;
  diatomic::device_properties device_ = diatomic::properties(diatomic::current_device());
  diatomic::kernels::launch_shape shape_ =
      diatomic::kernels::shape_for(std::size_t{1} << 30, device_);
  stopwatch watch_;
  diatomic::device_array<memory_word> objects_;
  diatomic::device_array<unsigned> traces_;
  std::array<double, std::size(names)> rates_{};  ///< the row's, by method; 0: not measured
};

/// Binary logarithms of the numbers of words.
///@{
const std::vector<unsigned> many{0, 3, 6, 9, 12, 16, 20, 24};
const std::vector<unsigned> some{0, 6, 12, 16, 20};
///@}

/// Sums or maxima, without and with hints.
template <op Op, class T, bool Used>
void updates(table& t, const char* call, const char* type, const std::vector<unsigned>& words) {
  t.rows(call, type, words, [&](const pattern& at) {
    t.rate<update<Op, T, Used>>(at, as_is);
    if (at.share == t.widest_share()) {
      t.rate<update<Op, T, Used, diatomic::same_address_t>>(at, same_address);
    }
    t.rate<update<Op, T, Used, diatomic::few_addresses_t>>(at, few_addresses);
    if constexpr (Op == op::max) {
      t.rate<update<Op, T, Used, diatomic::check_first_t>>(at, check_first);
      t.rate<update<Op, T, Used, diatomic::monotone_t>>(at, monotone);
    }
    if constexpr (sizeof(T) == 2) {
      if (at.words > 1) t.rate<add_in_array<T>>(at, in_array);
    }
    if constexpr (!std::is_same_v<T, diatomic::float2>) {
      if (at.words == 1) t.rate<update_by_block<Op, T, Used>>(at, block_update);
    }
  });
}

template <class T>
void loops(table& t, const char* type) {
  t.rows("fetch_update", type, some, [&](const pattern& at) {
    t.rate<add_by_loop<T>>(at, as_is);
    t.rate<update<op::add, T, false>>(at, store_add);
  });
}

}  // namespace

int main(int argc, char** argv) {
  settings s;
  for (int i = 1; i < argc; ++i) {
    if (!benchmark_settings::read({{"scale=", &s.scale, 1, 1u << 24}}, argv[i])) {
      std::fprintf(stderr, "profile_rates: %s: unknown setting; an example: scale=64\n", argv[i]);
      return 2;
    }
  }
  if (!has_device("profile_rates")) return 77;
  table t(s);
  updates<op::add, float, false>(t, "store_add", "f32", many);
  updates<op::add, double, false>(t, "store_add", "f64", many);
  updates<op::add, std::uint32_t, false>(t, "store_add", "u32", many);
  updates<op::add, std::uint64_t, false>(t, "store_add", "u64", many);
  updates<op::add, diatomic::half, false>(t, "store_add", "f16", some);
  updates<op::add, diatomic::float2, false>(t, "store_add", "f32x2", some);
  updates<op::add, std::uint32_t, true>(t, "fetch_add", "u32", many);
  updates<op::add, float, true>(t, "fetch_add", "f32", many);
  updates<op::add, std::uint64_t, true>(t, "fetch_add", "u64", some);
  updates<op::max, float, false>(t, "store_max", "f32", many);
  updates<op::max, std::uint32_t, false>(t, "store_max", "u32", many);
  updates<op::max, std::uint32_t, true>(t, "fetch_max", "u32", some);
  t.rows("exchange", "u32", some, [&](const pattern& at) { t.rate<exchange_word>(at, as_is); });
  t.rows("compare_exchange", "u32", some,
         [&](const pattern& at) { t.rate<compare_exchange_word>(at, as_is); });
  t.rows("load", "u32", some, [&](const pattern& at) { t.rate<load_word>(at, as_is); });
  loops<float>(t, "f32");
  loops<std::uint32_t>(t, "u32");
  t.rows("with_lock", "mutex", {0, 6, 12, 16}, [&](const pattern& at) {
    t.rate<add_under_lock<diatomic::spin_mutex<>>>(at, as_is);
    t.rate<add_under_lock<diatomic::ticket_mutex<>>>(at, ticket_mutex);
    t.rate<update<op::add, float, false>>(at, store_add);
  });
}
