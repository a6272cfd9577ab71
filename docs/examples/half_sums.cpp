// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sums in half precision: how to add, how long it takes, and what rounding makes of the sums.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

using diatomic::half;
using diatomic::half2;

// One thread, so that the order is known: the same values in a half and in a float.
struct add_in_a_row {
  DIATOMIC_DEVICE void operator()(const half* values, unsigned n, half* narrow, float* wide) const {
    for (unsigned i = 0; i < n; ++i) {
      diatomic::store_add(narrow, values[i]);
      diatomic::store_add(wide, static_cast<float>(values[i]));
    }
  }
};

// A half has 11 significant bits, so from 2048 to 4096 it holds every other integer. 2049 is
// halfway between 2048 and 2050, and rounds to the neighbour whose last bit is 0, which is 2048.
bool show_rounding(diatomic::stream& stream) {
  std::vector<half> values(2049, half(1.0f));
  diatomic::device_array<half> input(values.size());
  diatomic::device_array<half> narrow(2);  // a half is updated in the 4 bytes that hold it
  diatomic::device_array<float> wide(1);
  bool right = true;
  std::printf("                                half  float\n");
  for (const bool large_first : {true, false}) {
    std::fill(values.begin(), values.end(), half(1.0f));
    (large_first ? values.front() : values.back()) = half(2048.0f);
    input.upload(values);
    narrow.fill_bytes(0);
    wide.fill_bytes(0);
    diatomic::launch(1, 1, 0, stream, add_in_a_row{}, input.data(),
                     static_cast<unsigned>(values.size()), narrow.data(), wide.data());
    const float in_half = narrow.download()[0];
    const float in_float = wide.download()[0];
    std::printf("%-30s %5.0f  %5.0f\n",
                large_first ? "2048, then 2048 times 1" : "2048 times 1, then 2048", in_half,
                in_float);
    right = right && in_half == (large_first ? 2048.0f : 4096.0f) && in_float == 4096.0f;
  }
  return right;
}

// Whether the vendor's header has an atomicAdd for T.
template <class T, class = void>
constexpr bool has_vendor_add = false;
template <class T>
constexpr bool
    has_vendor_add<T, std::void_t<decltype(atomicAdd(std::declval<T*>(), std::declval<T>()))>> =
        true;

// The ways to add a value to sum `i` of `count`.
struct vendors_add {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* sums, unsigned i, unsigned, T v) const {
    if constexpr (has_vendor_add<T>) atomicAdd(sums + i, v);
  }
};
// A half alone, which no chip adds: a compare-exchange loop on the 32-bit word that contains it.
struct add_alone {
  DIATOMIC_DEVICE void operator()(half* sums, unsigned i, unsigned, half v) const {
    diatomic::store_add(sums + i, v, diatomic::in_global, diatomic::coarse_grained);
  }
};
// Two at a time, as chips do it.
struct add_pair {
  DIATOMIC_DEVICE void operator()(half2* sums, unsigned i, unsigned, half2 v) const {
    diatomic::store_add(sums + i, v, diatomic::in_global, diatomic::coarse_grained);
  }
};
// One at a time by the instruction for two: the neighbour is known to be an element as well, and
// -0.0 is added to it.
struct add_in_array {
  DIATOMIC_DEVICE void operator()(half* sums, unsigned i, unsigned, half v) const {
    diatomic::store_add(sums + i, v, diatomic::in_global, diatomic::coarse_grained,
                        diatomic::in_array);
  }
};
// The same where the first or the last element may share its 32-bit word with other data.
struct add_to_array {
  DIATOMIC_DEVICE void operator()(half* sums, unsigned i, unsigned count, half v) const {
    diatomic::store_add_at(sums, i, count, v, diatomic::in_global, diatomic::coarse_grained);
  }
};
// In a float, to be rounded once, at the end.
struct add_to_float {
  DIATOMIC_DEVICE void operator()(float* sums, unsigned i, unsigned, half v) const {
    diatomic::store_add(sums + i, static_cast<float>(v), diatomic::in_global,
                        diatomic::coarse_grained);
  }
};

template <class Add>
struct add_all {
  template <class Value, class Sum>
  DIATOMIC_DEVICE void operator()(const Value* values, unsigned n, Sum* sums,
                                  unsigned count) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      Add{}(sums, i % count, count, values[i]);
    }
  }
};

struct workload {
  std::vector<half> values;   // value i goes to sum i % count
  std::vector<double> exact;  // the sums in double, which holds all bits of the values
  std::vector<double> bound;  // the largest error of a sum of halves, in any order
};

// Adds all values, `offset` halves behind the start of an aligned buffer. True if no error is
// larger than its bound, and the rest of the buffer is unchanged.
template <class Add, class Value, class Sum>
bool measure(const char* name, const workload& work, unsigned offset, diatomic::stream& stream) {
  constexpr bool is_wide = std::is_same_v<Sum, float>;
  constexpr auto halves = static_cast<unsigned>(sizeof(Value) / sizeof(half));
  const auto n = static_cast<unsigned>(work.values.size());
  const auto count = static_cast<unsigned>(work.exact.size());
  diatomic::device_array<half> values(n);
  diatomic::device_array<half> narrow(count + 2);
  diatomic::device_array<float> wide(count);
  values.upload(work.values);
  std::vector<half> before(count + 2, half(3.0f));
  std::fill_n(before.begin() + offset, count, half(0.0f));
  void* const target = is_wide ? static_cast<void*>(wide.data()) : narrow.data() + offset;

  bool right = true;
  diatomic::event start;
  diatomic::event stop;
  std::vector<double> sums[3];  // of three runs; the first one warms up
  for (std::vector<double>& found : sums) {
    narrow.upload(before);
    wide.fill_bytes(0);
    start.record(stream);
    diatomic::launch(64, 256, 0, stream, add_all<Add>{},
                     reinterpret_cast<const Value*>(values.data()), n / halves,
                     static_cast<Sum*>(target), count / halves);
    stop.record(stream);
    const std::vector<half> after = narrow.download();
    const std::vector<float> after_wide = wide.download();
    for (unsigned i = 0; i < count + 2; ++i) {
      if (i < offset || i >= offset + count) right = right && static_cast<float>(after[i]) == 3.0f;
    }
    for (unsigned i = 0; i < count; ++i) {
      found.push_back(static_cast<float>(is_wide ? half(after_wide[i]) : after[offset + i]));
    }
  }
  double total_error = 0;
  double largest_error = 0;
  unsigned changed = 0;
  for (unsigned i = 0; i < count; ++i) {
    const double error = std::abs(sums[2][i] - work.exact[i]);
    total_error += error;
    largest_error = std::max(largest_error, error);
    changed += sums[1][i] != sums[2][i];
    right = right && error <= work.bound[i];
  }
  std::printf("%-28s %8.3f ms %9.4f %9.4f %10u\n", name, diatomic::elapsed_ms(start, stop),
              total_error / count, largest_error, changed);
  return right;
}

int main(int argc, char** argv) {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  constexpr unsigned count = 1024;
  const unsigned rounds = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 128;
  std::printf("Sums in half precision on %s\n\n", diatomic::properties(0).name.c_str());
  diatomic::stream stream;
  bool right = show_rounding(stream);

  workload work{{}, std::vector<double>(count), std::vector<double>(count)};
  std::mt19937 random(2026);
  std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
  for (unsigned i = 0; i < count * rounds; ++i) {
    work.values.push_back(half(uniform(random)));
    work.exact[i % count] += static_cast<double>(static_cast<float>(work.values.back()));
  }
  // The error of each addition is at most half a unit in the last place, that is 2^-11 of the new
  // value; nothing is negative here, so that no partial sum is larger than the last.
  for (unsigned i = 0; i < count; ++i) {
    work.bound[i] = work.exact[i] * (std::pow(1 + 0x1p-11, rounds) - 1);
  }

  std::printf("\n%u sums of %u values up to 1, compared with sums in double\n\n", count, rounds);
  std::printf("                                        error,     error,  different\n");
  std::printf("                                 time  average    largest   in a rerun\n");
  if constexpr (has_vendor_add<half>) {
    right &= measure<vendors_add, half, half>("the vendor's atomicAdd(half)", work, 0, stream);
  } else {
    std::printf("the vendor's atomicAdd(half)  none here\n");
  }
  right &= measure<add_alone, half, half>("half, no hint", work, 0, stream);
  right &= measure<add_pair, half2, half2>("half2", work, 0, stream);
  right &= measure<add_in_array, half, half>("half, in_array", work, 0, stream);
  right &= measure<add_to_array, half, half>("half, in an array, odd ends", work, 1, stream);
  right &= measure<add_to_float, half, float>("float, rounded at the end", work, 0, stream);
  std::printf(
      "\nThe larger a sum of halves has grown, the coarser it is: each addition is rounded, and\n"
      "in another order to other values. A float takes all of them in, and is rounded once.\n%s\n",
      right ? "No sum is further off than rounding allows." : "A SUM IS WRONG.");
  return right ? 0 : 1;
}
