// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Groups of benchmarks consist of cases; the contenders of a case do the same work. A group is one
/// source file (or one per type) with a function that adds its cases to the list.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "kernels/launch_shape.hpp"

namespace bench {

using diatomic::kernels::launch_shape;

/// The device and the sizes of the cases.
struct context {
  diatomic::stream stream;
  diatomic::device_properties device;
  std::size_t bytes = 0;  ///< Size of one input; a multiple of 1024.
  unsigned inputs = 0;    ///< The number of inputs that runs cycle through; exceeds caches.
  bool all = false;       ///< The full product of all parameters.
  std::vector<std::uint8_t> photograph;  ///< An input to repeat. May be empty.
  std::size_t offset = 0;  ///< The current placement of a `placed_array`: bytes, a multiple of 256.

  /// Prepares a case at a placement. The first placement of a case has `is_first` set.
  template <class Prepare>
  auto prepare_at(std::size_t placement, bool is_first, const Prepare& prepare) {
    if (is_first) kept_.clear();
    next_kept_ = 0;
    offset = placement;
    return prepare(*this);
  }
  /// Returns what `make` returned at the first placement: memory that all placements share, such as
  /// inputs. `make` returns a `std::shared_ptr`. Each preparation makes the same calls.
  template <class Make>
  auto keep(Make make) {
    using object = typename decltype(make())::element_type;
    if (next_kept_ == kept_.size()) kept_.push_back(make());
    return std::static_pointer_cast<object>(kept_[next_kept_++]);
  }

  /// Enough threads to fill the device; on the host one per core, each with a separate part.
  launch_shape shape(std::size_t n) const {
    if (device.warp_size != 1) return diatomic::kernels::shape_for(n, device);
    const auto cores = static_cast<std::size_t>(device.compute_units);
    return {static_cast<unsigned>(std::max<std::size_t>(1, std::min(n, cores))), 1};
  }
  /// Queues a kernel that needs no shared memory.
  template <class Kernel, class... Args>
  void launch(const launch_shape& by, Kernel kernel, Args... args) {
    diatomic::launch(by.grid, by.block, 0, stream, kernel, args...);
  }
  /// The rounds of a run whose number of rounds is fixed: one on a GPU; on the host, which has few
  /// threads, a power of two that takes longer than a launch.
  unsigned fixed_rounds(const launch_shape& of) const {
    unsigned rounds = 1;
    while (device.warp_size == 1 && rounds * of.threads() < 8192) rounds *= 2;
    return rounds;
  }

 private:
  std::vector<std::shared_ptr<void>> kept_;
  std::size_t next_kept_ = 0;
};

/// One way of doing a case's work.
struct contender {
  /// `diatomic` or one of its forms, `intrinsic`, `library`, or the name of a kernel. Heads a
  /// column of the table.
  std::string role;
  /// The library, such as "libcu++" or "CUB". May be empty.
  std::string implementation;
  /// Whether the contender is a CAS loop, because it has no such function.
  bool is_loop = false;
  /// Queues the work `rounds` times on the context's stream. The first round works on input number
  /// `input`, each later round on the next input.
  std::function<void(unsigned input, unsigned rounds)> run;
  /// Called before each run, outside the measured time. May be empty.
  std::function<void()> before = {};
  /// The rounds of a run. 0: as many as take about a millisecond.
  unsigned rounds = 0;
  /// Called after the first run at each placement; throws if the result is wrong. May be empty.
  std::function<void()> check = {};
};

/// The description of a measurement. Fields that do not apply are empty.
struct bench_case {
  std::string group;
  std::string operation;
  std::string type;
  std::string scope;
  std::string space;
  std::string words;      ///< The number of target words: "1" ... "1Mi", "coalesced".
  std::string result;     ///< The operations' results: "used", "unused".
  std::string values;     ///< The distribution of the input's values.
  std::size_t n = 0;      ///< Operations or elements per round.
  std::size_t bytes = 0;  ///< Bytes read, plus bytes written for a copy. 0: counts operations.
  bool is_slow = false;   ///< Whether the rate is in millions instead of 10^9.
  /// Allocates the contenders' memory at the context's placement. The contenders own the memory,
  /// and share the arrays that they update. The first contender is the reference for the others.
  std::function<std::vector<contender>(context&)> prepare;

  /// The group and all non-empty fields, such as "atomics/add int device global 1Ki unused".
  std::string name() const {
    std::string all = group + "/" + operation;
    for (const std::string* part : {&type, &scope, &space, &words, &result, &values}) {
      if (!part->empty()) all += " " + *part;
    }
    return all;
  }
  const char* unit() const { return bytes != 0 ? "GB/s" : is_slow ? "Mop/s" : "Gop/s"; }
  /// The rate, in `unit()`, of a round that takes `ms`.
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

/// The cases of all groups below, in their order.
std::vector<bench_case> all_cases(const context& on);

/// Read and copy bandwidth: the limit for kernels on arrays.
void add_memory(std::vector<bench_case>& to, const context& on);
/// Single atomic operations, by operation, scope, space and contention.
void add_atomics_int(std::vector<bench_case>& to, const context& on);
void add_atomics_unsigned_long_long(std::vector<bench_case>& to, const context& on);
void add_atomics_float(std::vector<bench_case>& to, const context& on);
void add_atomics_double(std::vector<bench_case>& to, const context& on);
void add_atomics_half(std::vector<bench_case>& to, const context& on);
/// Single operations on other types, with seq_cst order, and with fences.
void add_atomics_other_forms(std::vector<bench_case>& to, const context& on);
/// The hint for lanes that target the same addresses; claiming slots.
void add_lanes(std::vector<bench_case>& to, const context& on);
/// Maxima and bitwise operations, with the hints to check before updating.
void add_extrema(std::vector<bench_case>& to, const context& on);
/// Exchanges, with the same hints.
void add_exchange(std::vector<bench_case>& to, const context& on);
/// Additions to fixed-point words.
void add_fixed_point(std::vector<bench_case>& to, const context& on);
/// Histograms of arrays.
void add_histogram(std::vector<bench_case>& to, const context& on);
/// Reductions of arrays.
void add_reduce(std::vector<bench_case>& to, const context& on);
/// Additions to words at given indices.
void add_scatter(std::vector<bench_case>& to, const context& on);
/// Sums of consecutive elements.
void add_segments(std::vector<bench_case>& to, const context& on);
/// Connected components of graphs.
void add_graphs(std::vector<bench_case>& to, const context& on);
/// Short functions under locks.
void add_locks(std::vector<bench_case>& to, const context& on);
/// The queue, also as the worklist of a graph's breadth-first search.
void add_queues(std::vector<bench_case>& to, const context& on);
/// Small tables by the distance of their words, and by their address.
void add_spread(std::vector<bench_case>& to, const context& on);
/// Hash maps.
void add_maps(std::vector<bench_case>& to, const context& on);

}  // namespace bench
