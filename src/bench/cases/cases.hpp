// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a group of benchmarks hands over: cases, and in each the contenders that do the same work.
/// A group is one source file (or one for each type); its function adds its cases to the list.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "kernels/launch_shape.hpp"

namespace bench {

using diatomic::kernels::launch_shape;

/// Where the cases run, and how large they are.
struct context {
  diatomic::stream stream;
  diatomic::device_properties device;
  std::size_t bytes = 0;  ///< Of one input; a multiple of 1024.
  unsigned inputs = 0;    ///< How many such inputs take turns: more than a cache holds.
  bool all = false;       ///< The full product of what can be varied.
  std::vector<std::uint8_t> photograph;  ///< An input to repeat. May be empty.

  /// Enough threads to fill the device. On the host one a core, each with a part of its own.
  launch_shape shape(std::size_t n) const {
    if (device.warp_size != 1) return diatomic::kernels::shape_for(n, device);
    const auto cores = static_cast<std::size_t>(device.compute_units);
    return {static_cast<unsigned>(std::max<std::size_t>(1, std::min(n, cores))), 1};
  }
  /// Rounds of a run that has a fixed number of them: one, and on the host, which has few threads,
  /// a power of two that takes longer than a launch.
  unsigned fixed_rounds(const launch_shape& of) const {
    unsigned rounds = 1;
    while (device.warp_size == 1 && rounds * of.threads() < 8192) rounds *= 2;
    return rounds;
  }
};

/// One way of doing a case's work.
struct contender {
  /// What it is: `diatomic` or one of its forms, `intrinsic`, `library`, or the name of a kernel.
  /// It heads a column of the table.
  std::string role;
  /// Whose it is: "libcu++", "CUB". May be empty.
  std::string implementation;
  /// Whether it is a compare-exchange loop, because there is no such function.
  bool is_loop = false;
  /// Queues the work `rounds` times on the context's stream. The first one works on that input of
  /// those that take turns, the second on the next.
  std::function<void(unsigned input, unsigned rounds)> run;
  /// Called before each run, which is not measured. May be empty.
  std::function<void()> before = {};
  /// Rounds of a run. 0: so many that it takes about a millisecond.
  unsigned rounds = 0;
  /// Called after the last run; throws where the result is wrong. May be empty.
  std::function<void()> check = {};
};

/// What is measured. Fields that say nothing about it are empty.
struct bench_case {
  std::string group;
  std::string operation;
  std::string type;
  std::string scope;
  std::string space;
  std::string words;   ///< Among how many words the operations choose: "1" ... "1Mi", "coalesced".
  std::string result;  ///< Of each operation: "used", "unused".
  std::string values;  ///< How the input's values are distributed.
  std::size_t n = 0;   ///< Operations or elements of a round.
  std::size_t bytes = 0;  ///< Read, and written where the case is a copy. 0: counts operations.
  bool is_slow = false;   ///< Whether the rate is in millions instead of 10^9.
  /// Allocates what the contenders need, which they own then. The first contender is the one that
  /// the others are compared with.
  std::function<std::vector<contender>(context&)> prepare;

  /// The group and all that is said, as "atomics/add int device global 1Ki unused".
  std::string name() const {
    std::string all = group + "/" + operation;
    for (const std::string* part : {&type, &scope, &space, &words, &result, &values}) {
      if (!part->empty()) all += " " + *part;
    }
    return all;
  }
  const char* unit() const { return bytes != 0 ? "GB/s" : is_slow ? "Mop/s" : "Gop/s"; }
  /// Of a round that takes so long, in `unit()`.
  double rate(double ms) const {
    return static_cast<double>(bytes == 0 ? n : bytes) / (ms * (is_slow ? 1e3 : 1e6));
  }
};

/// 1024 -> "1Ki", 3 -> "3".
inline std::string binary_number(std::size_t n) {
  const char* const units[] = {"", "Ki", "Mi", "Gi"};
  unsigned unit = 0;
  for (; unit < 3 && n != 0 && n % 1024 == 0; ++unit) n /= 1024;
  return std::to_string(n) + units[unit];
}

/// Read and copy bandwidth: what no kernel on arrays can beat.
void add_memory(std::vector<bench_case>& to, const context& on);
/// One atomic operation: by operation, scope, space, contention.
void add_atomics_int(std::vector<bench_case>& to, const context& on);
void add_atomics_unsigned_long_long(std::vector<bench_case>& to, const context& on);
void add_atomics_float(std::vector<bench_case>& to, const context& on);
void add_atomics_double(std::vector<bench_case>& to, const context& on);
void add_atomics_half(std::vector<bench_case>& to, const context& on);
/// The same of other types, in a total order, with a fence.
void add_atomics_other_forms(std::vector<bench_case>& to, const context& on);
/// The hint for lanes that share addresses; slots.
void add_lanes(std::vector<bench_case>& to, const context& on);
/// Maxima and bits, and the hints to check before updating.
void add_extrema(std::vector<bench_case>& to, const context& on);
/// Exchanges, and the same hints.
void add_exchange(std::vector<bench_case>& to, const context& on);
/// Additions to fixed-point words.
void add_fixed_point(std::vector<bench_case>& to, const context& on);
/// Histograms of arrays.
void add_histogram(std::vector<bench_case>& to, const context& on);
/// Reductions of arrays.
void add_reduce(std::vector<bench_case>& to, const context& on);
/// Additions to words at given places.
void add_scatter(std::vector<bench_case>& to, const context& on);
/// Short functions under locks.
void add_locks(std::vector<bench_case>& to, const context& on);
/// Hash maps.
void add_maps(std::vector<bench_case>& to, const context& on);

}  // namespace bench
