// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `scatter_add` and `histogram` with temporary memory, on tables larger than the L2 cache, beside
/// raw atomics, the calls without the memory, and CUB's radix sort: by the indices' upper bits as
/// the first step of the same, and by all bits before its reduction by key.
///
/// 2^28 updates, or 2^N with the argument N. Prints Gop/s, medians of contenders that take turns;
/// then the times of the steps of the plans around the library's own.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>

#include "../contest.hpp"

namespace {

using namespace measured;
using diatomic::counter_layout;
using diatomic::value_bin;
using diatomic::detail::no_weight;
using diatomic::detail::partition_plan;

enum class shape { random, sorted, skewed, one_word };
constexpr const char* shape_names[] = {"random", "sorted", "skewed", "one word"};

struct fill_input {
  template <class T>
  DIATOMIC_DEVICE void operator()(unsigned* indices, T* values, std::size_t n, unsigned bits,
                                  shape how) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const unsigned hash = hashed(i);
      const double place = hash / 4294967296.0;
      unsigned index = hash >> (32 - bits);
      if (how == shape::sorted) index = static_cast<unsigned>((i << bits) / n);
      if (how == shape::skewed) {
        index = static_cast<unsigned>(place * place * place * place * (1ull << bits));
      }
      if (how == shape::one_word) index = 12345;
      indices[i] = index;
      values[i] = static_cast<T>(hashed(i + n) % 8);
    }
  }
};

/// One atomic for each update; of a value of 1 where there are no values.
struct raw_adds {
  template <class T>
  DIATOMIC_DEVICE void operator()(const unsigned* indices, const T* values, std::size_t n,
                                  T* words) const {
    const std::size_t i =
        std::size_t{diatomic::block_index()} * diatomic::block_size() + diatomic::thread_index();
    if (i >= n) return;
    diatomic::store_add(words + indices[i], values == nullptr ? T{1} : values[i],
                        diatomic::in_global, diatomic::coarse_grained);
  }
};

struct count_apart {
  template <class T>
  DIATOMIC_DEVICE void operator()(const T* a, const T* b, std::size_t n, unsigned* apart) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (a[i] != b[i]) diatomic::store_add(apart, 1u);
    }
  }
};

/// CUB's sort of indices and values, and its sums of equal indices.
template <class T>
struct sorting {
  diatomic::device_array<unsigned> keys;
  diatomic::device_array<T> values;
  diatomic::device_array<unsigned> found;
  diatomic::device_array<T> sums;
  diatomic::device_array<int> runs{1};
  std::size_t sort_bytes = 0;
  std::size_t reduce_bytes = 0;
  diatomic::device_array<char> temp{1};

  sorting(std::size_t n, std::size_t count) : keys(n), values(n), found(count), sums(count) {
    sort(nullptr, nullptr, nullptr, n, 0, 32, nullptr);
    reduce(nullptr, n, nullptr);
    temp = diatomic::device_array<char>(std::max(sort_bytes, reduce_bytes));
  }
  void sort(void* memory, const unsigned* indices, const T* input, std::size_t n, int from, int to,
            cudaStream_t on) {
    check(cub::DeviceRadixSort::SortPairs(memory, sort_bytes, indices, keys.data(), input,
                                          values.data(), n, from, to, on));
  }
  void reduce(void* memory, std::size_t n, cudaStream_t on) {
    check(cub::DeviceReduce::ReduceByKey(memory, reduce_bytes, keys.data(), found.data(),
                                         values.data(), sums.data(), runs.data(),
                                         cuda::std::plus<>{}, n, on));
  }
};

/// A case: indices, values and two tables.
template <class T>
struct updates {
  std::size_t n;
  unsigned bits;
  unsigned count;
  diatomic::device_array<unsigned> indices;
  diatomic::device_array<T> values;
  diatomic::device_array<T> ours;
  diatomic::device_array<T> theirs;

  updates(contest& with, std::size_t number, unsigned of_bits, shape how)
      : n(number),
        bits(of_bits),
        count(1u << of_bits),
        indices(n),
        values(n),
        ours(count),
        theirs(count) {
    diatomic::launch(2112, 512, 0, with.stream, fill_input{}, indices.data(), values.data(), n,
                     bits, how);
    clear(with);
  }
  void clear(contest& with) {
    diatomic::fill_bytes(with.stream, ours.data(), count, 0);
    diatomic::fill_bytes(with.stream, theirs.data(), count, 0);
  }
  const unsigned* where() const { return indices.data(); }
  const T* what() const { return values.data(); }

  /// Words that differ: sums are of few small integers, and exact.
  unsigned apart(contest& with) {
    diatomic::device_array<unsigned> result(1);
    diatomic::fill_bytes(with.stream, result.data(), 1, 0);
    diatomic::launch(2112, 512, 0, with.stream, count_apart{}, static_cast<const T*>(ours.data()),
                     static_cast<const T*>(theirs.data()), std::size_t{count}, result.data());
    with.stream.synchronize();
    return result.download()[0];
  }
};

void raw_of(contest& with, const unsigned* where, std::size_t n, unsigned* words) {
  diatomic::launch(static_cast<unsigned>((n + 255) / 256), 256, 0, with.stream, raw_adds{}, where,
                   static_cast<const unsigned*>(nullptr), n, words);
}
template <class T>
void raw_of(contest& with, const unsigned* where, const T* what, std::size_t n, T* words) {
  diatomic::launch(static_cast<unsigned>((n + 255) / 256), 256, 0, with.stream, raw_adds{}, where,
                   what, n, words);
}

void print_row(const char* type, unsigned bits, shape how, std::size_t n,
               const std::vector<double>& ms, unsigned apart) {
  std::printf("%-5s 2^%u %-9s", type, bits, shape_names[static_cast<int>(how)]);
  for (const double t : ms) std::printf(" %9.2f", static_cast<double>(n) / 1e6 / t);
  std::printf("  %6.2f %6.2f%s\n", ms[0] / ms[2], ms[1] / ms[2],
              apart == 0 ? "" : (" DIFFERENT: " + std::to_string(apart)).c_str());
  std::fflush(stdout);
}

template <class T>
void scatter(contest& with, const char* type, std::size_t n, unsigned bits, shape how) {
  updates<T> on(with, n, bits, how);
  const std::size_t bytes = diatomic::scatter_add_temp_bytes<unsigned, T, T>(n, on.count);
  diatomic::device_array<unsigned char> temp(bytes + 1);
  sorting<T> cub(n, on.count);
  const auto raw = [&](unsigned) { raw_of(with, on.where(), on.what(), n, on.theirs.data()); };
  const auto plain = [&](unsigned) {
    diatomic::scatter_add(with.stream, on.where(), on.what(), n, on.theirs.data(), on.count);
  };
  const auto partitioned = [&](unsigned) {
    diatomic::scatter_add(with.stream, on.where(), on.what(), n, on.ours.data(), on.count,
                          temp.data(), bytes);
  };
  const auto stream = with.stream.native_handle();
  const auto sorted_by_part = [&](unsigned) {
    cub.sort(cub.temp.data(), on.where(), on.what(), n, static_cast<int>(bits) - 8,
             static_cast<int>(bits), stream);
    raw_of(with, cub.keys.data(), static_cast<const T*>(cub.values.data()), n, on.theirs.data());
  };
  const auto sorted_and_reduced = [&](unsigned) {
    cub.sort(cub.temp.data(), on.where(), on.what(), n, 0, static_cast<int>(bits), stream);
    cub.reduce(cub.temp.data(), n, stream);
  };
  const auto ms = with.medians({raw, plain, partitioned, sorted_by_part, sorted_and_reduced});
  on.clear(with);
  plain(0);
  partitioned(0);
  // In one word the sum is no longer exact.
  print_row(type, bits, how, n, ms, how == shape::random ? on.apart(with) : 0);
}

void count(contest& with, std::size_t n, unsigned bits, shape how) {
  updates<unsigned> on(with, n, bits, how);
  const std::size_t bytes = diatomic::histogram_temp_bytes<unsigned, unsigned>(n, on.count);
  diatomic::device_array<unsigned char> temp(bytes + 1);
  const auto raw = [&](unsigned) { raw_of(with, on.where(), n, on.theirs.data()); };
  const auto plain = [&](unsigned) {
    diatomic::histogram(with.stream, on.where(), n, on.theirs.data(), on.count, value_bin{});
  };
  const auto partitioned = [&](unsigned) {
    diatomic::histogram(with.stream, on.where(), n, on.ours.data(), on.count, value_bin{},
                        temp.data(), bytes);
  };
  const auto ms = with.medians({raw, plain, partitioned});
  on.clear(with);
  plain(0);
  partitioned(0);
  print_row("hist", bits, how, n, ms, on.apart(with));
}

/// In units of a scale: without and with the larger memory, beside CUB's sort and reduction.
void reproducible(contest& with, std::size_t n, unsigned bits) {
  updates<float> on(with, n, bits, shape::random);
  const diatomic::fixed_scale scale(-20);
  const std::size_t few = diatomic::fixed_sums_temp_bytes(on.count);
  const std::size_t many = diatomic::fixed_sums_temp_bytes<unsigned, float>(n, on.count);
  diatomic::device_array<unsigned char> temp(many);
  sorting<float> cub(n, on.count);
  const auto stream = with.stream.native_handle();
  const auto by = [&](float* words, std::size_t bytes) {
    diatomic::reproducible_scatter_add(with.stream, scale, on.where(), on.what(), n, words,
                                       on.count, temp.data(), bytes);
  };
  const auto ms = with.medians(
      {[&](unsigned) {
         cub.sort(cub.temp.data(), on.where(), on.what(), n, 0, static_cast<int>(bits), stream);
         cub.reduce(cub.temp.data(), n, stream);
       },
       [&](unsigned) { by(on.theirs.data(), few); }, [&](unsigned) { by(on.ours.data(), many); }});
  on.clear(with);
  by(on.theirs.data(), few);
  by(on.ours.data(), many);
  print_row("units", bits, shape::random, n, ms, on.apart(with));
}

/// The steps of some plans, in milliseconds: the partitions' bounds, their updates, and all.
template <class Weights, class T>
void print_steps(contest& with, updates<T>& on, const char* type, Weights weights,
                 const std::vector<partition_plan>& plans) {
  using kept = typename diatomic::detail::kept_weights<Weights, T>::type;
  const auto task = diatomic::detail::partition_task_of<unsigned, kept, T>(on.n, on.count);
  for (const partition_plan& plan : plans) {
    const std::size_t tile = diatomic::detail::tile_bytes(plan, task.staged_bytes, 32);
    if (plan.partitions == 0 ||
        tile > diatomic::detail::current_properties().shared_bytes_per_block) {
      continue;
    }
    diatomic::device_array<unsigned char> temp(
        diatomic::detail::partition_temp_bytes<kept>(plan, on.n));
    const std::size_t in_tile = std::size_t{plan.block} * diatomic::detail::tile_items;
    const auto bounds = [&](unsigned) {
      return diatomic::detail::start_bounds(with.stream, plan, on.where(), on.n, on.count,
                                            value_bin{}, temp.data());
    };
    const auto write_with = [&](auto any_key) {
      using key = decltype(any_key);
      const diatomic::detail::partition_job job{on.n, on.count, plan.shift, plan.partitions,
                                                bounds(0).cursors};
      const diatomic::detail::update_list<key, kept> list(
          temp.data() + diatomic::detail::partition_layout(plan.partitions).updates_at, on.n);
      diatomic::launch(static_cast<unsigned>((on.n + in_tile - 1) / in_tile), plan.block, tile,
                       with.stream, diatomic::detail::partition_kernel<key, kept>{}, on.where(),
                       weights, value_bin{}, job, list);
    };
    const auto written = [&](unsigned) {
      if constexpr (!diatomic::detail::is_paired<kept>) {
        if (diatomic::detail::has_short_keys(plan)) return write_with(std::uint16_t{});
      }
      write_with(0u);
    };
    const auto all = [&](unsigned) {
      diatomic::detail::count_by_partitions(with.stream, plan, on.where(), weights, on.n,
                                            on.ours.data(), on.count, value_bin{}, temp.data());
    };
    const auto ms = with.medians({bounds, written, all});
    std::printf(
        "%-5s 2^%u: %5u partitions, %-12s block %4u, adding %4u, piece %7u: %7.3f %7.3f "
        "%7.3f %9.2f Gop/s\n",
        type, on.bits, plan.partitions, name_of(plan.layout), plan.block, plan.adding_block,
        plan.piece, ms[0], ms[1] - ms[0], ms[2] - ms[1], static_cast<double>(on.n) / 1e6 / ms[2]);
    std::fflush(stdout);
  }
}

partition_plan plan_of(unsigned bits, unsigned shift, counter_layout layout, unsigned block,
                       unsigned adding_block, unsigned piece) {
  return {1u << (bits - shift), shift, layout, block, adding_block, piece};
}

/// Plans of sums around the library's own: in shared memory, and in the cache.
template <class T>
void sum_steps(contest& with, std::size_t n, unsigned bits, const char* type) {
  const auto shared = counter_layout::lane_columns;
  const auto global = counter_layout::global;
  updates<T> on(with, n, bits, shape::random);
  std::vector<partition_plan> plans = {
      diatomic::detail::plan_partition_of<const unsigned*, const T*, T>(n, on.count)};
  constexpr unsigned fitting = sizeof(T) == 4 ? 15 : 14;
  for (const unsigned block : {512u, 1024u}) {
    if (bits <= fitting + 12) {
      plans.push_back(plan_of(bits, fitting, shared, block, 1024, 4u << fitting));
      plans.push_back(plan_of(bits, fitting, shared, block, 1024, 6u << fitting));
      plans.push_back(plan_of(bits, fitting - 1, shared, block, 512, 6u << (fitting - 1)));
    }
    for (const unsigned parts_bits : {5u, 6u, 7u, 8u, 9u}) {
      plans.push_back(plan_of(bits, bits - parts_bits, global, block, 256, 2048));
      plans.push_back(plan_of(bits, bits - parts_bits, global, block, 512, 2048));
      plans.push_back(plan_of(bits, bits - parts_bits, global, block, 512, 4096));
    }
  }
  print_steps(with, on, type, on.what(), plans);
}

void steps(contest& with, std::size_t n, unsigned bits) {
  const auto shared = counter_layout::lane_columns;
  const auto packed = counter_layout::packed_16;
  sum_steps<float>(with, n, bits, "f32");
  if (bits < 28) sum_steps<double>(with, n, bits, "f64");

  updates<unsigned> counts(with, n, bits, shape::random);
  std::vector<partition_plan> plans = {
      diatomic::detail::plan_partition_of<const unsigned*, const no_weight*, unsigned>(
          n, counts.count)};
  for (const unsigned block : {512u, 1024u}) {
    if (bits <= 26) plans.push_back(plan_of(bits, 15, shared, block, 1024, 6u << 15));
    plans.push_back(plan_of(bits, 16, packed, block, 1024, 6u << 16));
  }
  print_steps(with, counts, "hist", static_cast<const no_weight*>(nullptr), plans);
}

}  // namespace

int main(int argc, char** argv) {
  contest with(1);
  const std::size_t n = std::size_t{1} << (argc > 1 ? std::atoi(argv[1]) : 28);
  std::printf("%zu updates, L2 cache of %zu bytes. Gop/s, medians of %d\n", n,
              diatomic::detail::current_properties().l2_bytes, turns);
  std::printf("%-19s %9s %9s %9s %9s %9s  %6s %6s\n", "", "raw", "plain", "memory", "part. sort",
              "sort+sum", "/raw", "/plain");
  for (const unsigned bits : {23u, 24u, 25u, 26u, 27u, 28u}) {
    scatter<float>(with, "f32", n, bits, shape::random);
    count(with, n, bits, shape::random);
  }
  for (const unsigned bits : {23u, 24u, 26u}) scatter<double>(with, "f64", n, bits, shape::random);
  for (const shape how : {shape::sorted, shape::skewed, shape::one_word}) {
    for (const unsigned bits : {24u, 26u, 28u}) {
      scatter<float>(with, "f32", n, bits, how);
      count(with, n, bits, how);
    }
  }
  std::printf("\nIn units of a scale%13s %9s %9s\n", "sort+sum", "plain", "memory");
  for (const unsigned bits : {23u, 24u, 26u}) reproducible(with, n, bits);
  std::printf("\nSteps: bounds, writing, adding, ms\n");
  for (const unsigned bits : {24u, 26u, 28u}) steps(with, n, bits);
  return 0;
}
