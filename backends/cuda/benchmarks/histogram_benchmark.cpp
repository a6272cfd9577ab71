// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `histogram` beside CUB's HistogramEven, and `scatter_add` beside raw atomics, on 1 GiB of input.
///
/// Prints tables of medians of GB/s and their ratios; with an argument, writes them to that file as
/// CSV, too. The contenders of a case take turns, run by run, and each run reads another one of
/// three inputs; "read" is the rate of a kernel that only reads them, in the same turns. Both
/// histograms' times hold the clearing of the result, and their results are compared.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <cub/device/device_histogram.cuh>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/scatter.hpp>

#include "contest.hpp"

namespace {

using namespace measured;

constexpr std::size_t input_bytes = std::size_t{1} << 30;
constexpr unsigned copies = 3;

enum class shape { uniform, bell, constant, sorted };
constexpr const char* shape_names[] = {"uniform", "bell", "one bin", "sorted"};

/// Values from `lower` up to, not including, `lower` + `range`.
template <class T>
struct fill {
  DIATOMIC_DEVICE void operator()(T* to, std::size_t n, double lower, double range, shape how,
                                  unsigned seed) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const unsigned long long at = seed * n + i;
      double place = hashed(at) / 4294967296.0;
      if (how == shape::bell) {
        for (unsigned k = 1; k < 4; ++k) place += hashed(at + k * 0x123456789abull) / 4294967296.0;
        place /= 4;
      } else if (how == shape::constant) {
        place = 0.37;
      } else if (how == shape::sorted) {
        place = static_cast<double>(i) / static_cast<double>(n);
      }
      if (std::is_floating_point_v<T>)
        place = floor(place * 16777216) / 16777216;  // exact, below 1
      to[i] = static_cast<T>(lower + place * range);
    }
  }
};

struct read_all {
  DIATOMIC_DEVICE void operator()(const uint4* from, std::size_t n, unsigned* sink) const {
    unsigned seen = 0;
    const std::size_t stride = diatomic::global_size();
    std::size_t i = diatomic::global_index();
    for (; i + 3 * stride < n; i += 4 * stride) {
      const uint4 a = from[i], b = from[i + stride], c = from[i + 2 * stride],
                  d = from[i + 3 * stride];
      seen ^= a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w ^ c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^
              d.z ^ d.w;
    }
    for (; i < n; i += stride) seen ^= from[i].x ^ from[i].y ^ from[i].z ^ from[i].w;
    if (seen == 0x12345678) *sink = seen;
  }
};

std::FILE* csv = nullptr;

/// Of one type at a time: there are three inputs of 1 GiB.
template <class T>
struct inputs {
  std::size_t n = input_bytes / sizeof(T);
  std::vector<diatomic::device_array<T>> arrays;
  diatomic::stream stream;

  inputs() {
    for (unsigned k = 0; k < copies; ++k) arrays.emplace_back(n);
  }
  void fill_all(double lower, double range, shape how) {
    for (unsigned k = 0; k < copies; ++k) {
      diatomic::launch(2112, 512, 0, stream, fill<T>{}, arrays[k].data(), n, lower, range, how, k);
    }
    stream.synchronize();
  }
};

template <class T, class Level, class Bin>
void compare(contest& with, inputs<T>& input, std::size_t n, const char* type, shape how,
             unsigned bins, Level lower, Level upper, Bin bin_of) {
  diatomic::device_array<unsigned> ours(bins);
  diatomic::device_array<unsigned> theirs(bins);
  diatomic::device_array<unsigned> sink(1);
  const auto stream = with.stream.native_handle();
  const auto cub_run = [&](void* memory, std::size_t& bytes, unsigned k) {
    check(cub::DeviceHistogram::HistogramEven(memory, bytes, input.arrays[k].data(), theirs.data(),
                                              static_cast<int>(bins + 1), lower, upper,
                                              static_cast<long long>(n), stream));
  };
  std::size_t bytes = 0;
  cub_run(nullptr, bytes, 0);
  diatomic::device_array<char> temporary(bytes + 1);
  const auto run_ours = [&](unsigned k) {
    check(cudaMemsetAsync(ours.data(), 0, bins * sizeof(unsigned), stream));
    diatomic::histogram(with.stream, input.arrays[k].data(), n, ours.data(), bins, bin_of);
  };
  const auto run_theirs = [&](unsigned k) { cub_run(temporary.data(), bytes, k); };
  const auto read = [&](unsigned k) {
    diatomic::launch(1056, 512, 0, with.stream, read_all{},
                     reinterpret_cast<const uint4*>(input.arrays[k].data()), n * sizeof(T) / 16,
                     sink.data());
  };
  const auto ms = with.medians({run_ours, run_theirs, read});

  run_ours(0);
  run_theirs(0);
  const auto a = ours.download();
  const auto b = theirs.download();
  unsigned long long apart = 0;
  for (unsigned k = 0; k < bins; ++k) apart += a[k] > b[k] ? a[k] - b[k] : b[k] - a[k];

  const auto plan =
      diatomic::plan_histogram<T, unsigned>(n, bins, diatomic::detail::current_properties());
  const double size = static_cast<double>(n * sizeof(T)) / 1e6;
  std::printf("%-5s %11zu %8u %-8s %9.1f %9.1f %9.1f %8.3f %8.2f  %s/%u/%u%s\n", type, n, bins,
              shape_names[static_cast<int>(how)], size / ms[0], size / ms[1], size / ms[2],
              ms[2] / ms[0], ms[1] / ms[0], name_of(plan.layout), plan.columns, plan.parts,
              apart == 0 ? "" : (" DIFFERENT: " + std::to_string(apart)).c_str());
  std::fflush(stdout);
  if (csv != nullptr) {
    std::fprintf(csv, "histogram,%s,%zu,%u,%s,%.6f,%.6f,%.6f,%s\n", type, n, bins,
                 shape_names[static_cast<int>(how)], ms[0], ms[1], ms[2], name_of(plan.layout));
  }
}

void histogram_heading() {
  std::printf("\n%-5s %11s %8s %-8s %9s %9s %9s %8s %8s  %s\n", "input", "n", "bins", "values",
              "diatomic", "CUB", "read", "/read", "/CUB", "layout/columns/parts");
}

/// Integers over the whole range of their even bins.
template <class T>
void of_integers(contest& with, const char* type, long long lower, long long range,
                 const std::vector<unsigned>& bin_numbers) {
  inputs<T> input;
  for (const shape how : {shape::uniform, shape::bell, shape::constant, shape::sorted}) {
    input.fill_all(static_cast<double>(lower), static_cast<double>(range), how);
    for (const unsigned bins : bin_numbers) {
      const auto bin_of =
          diatomic::even_integer_bins<T>(static_cast<T>(lower), lower + range, bins);
      if (lower == 0 && bins == range) {
        compare(with, input, input.n, type, how, bins, 0, static_cast<int>(bins),
                diatomic::value_bin{});
      } else {
        compare(with, input, input.n, type, how, bins, static_cast<int>(lower),
                static_cast<int>(lower + range), bin_of);
      }
    }
  }
}

void of_floats(contest& with, const std::vector<unsigned>& bin_numbers) {
  inputs<float> input;
  for (const shape how : {shape::uniform, shape::bell, shape::constant, shape::sorted}) {
    input.fill_all(0, 1, how);
    for (const unsigned bins : bin_numbers) {
      compare(with, input, input.n, "f32", how, bins, 0.0f, 1.0f, diatomic::even_bin{0, 1, bins});
    }
  }
}

void of_few(contest& with) {
  inputs<unsigned char> bytes;
  bytes.fill_all(0, 256, shape::uniform);
  for (std::size_t n = 1 << 10; n < input_bytes; n *= 4) {
    compare(with, bytes, n, "u8", shape::uniform, 256u, 0, 256, diatomic::value_bin{});
  }
  inputs<unsigned> words;
  for (const unsigned bins : {256u, 4096u, 65536u}) {
    words.fill_all(0, bins, shape::uniform);
    for (std::size_t n = 1 << 10; n < words.n; n *= 4) {
      compare(with, words, n, "u32", shape::uniform, bins, 0u, bins, diatomic::value_bin{});
    }
  }
}

struct raw_adds {
  template <class T>
  DIATOMIC_DEVICE void operator()(const unsigned* indices, const T* values, std::size_t n,
                                  T* words) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::store_add(words + indices[i], values[i], diatomic::in_global,
                          diatomic::coarse_grained);
    }
  }
};

template <class T>
void scatter(contest& with, inputs<unsigned>& indices, inputs<T>& values, const char* type,
             unsigned count, shape how) {
  const std::size_t n = indices.n / 2;
  indices.fill_all(0, count, how);
  diatomic::device_array<T> ours(count);
  diatomic::device_array<T> raw(count);
  ours.fill_bytes(0);
  raw.fill_bytes(0);
  const auto run_ours = [&](unsigned k) {
    diatomic::scatter_add(with.stream, indices.arrays[k].data(), values.arrays[k].data(), n,
                          ours.data(), count);
  };
  const auto run_raw = [&](unsigned grid, unsigned k) {
    diatomic::launch(grid, 256, 0, with.stream, raw_adds{},
                     static_cast<const unsigned*>(indices.arrays[k].data()),
                     static_cast<const T*>(values.arrays[k].data()), n, raw.data());
  };
  const auto ms = with.medians({run_ours, [&](unsigned k) { run_raw(1056, k); },
                                [&](unsigned k) { run_raw(static_cast<unsigned>(n / 256), k); }});
  const double raw_ms = std::min(ms[1], ms[2]);
  const double ops = static_cast<double>(n) / 1e6;
  std::printf("%-4s %9u %-8s %9.2f %9.2f %9.2f %8.3f\n", type, count,
              shape_names[static_cast<int>(how)], ops / ms[0], ops / ms[1], ops / ms[2],
              raw_ms / ms[0]);
  std::fflush(stdout);
  if (csv != nullptr) {
    std::fprintf(csv, "scatter,%s,%zu,%u,%s,%.6f,%.6f,%.6f,\n", type, n, count,
                 shape_names[static_cast<int>(how)], ms[0], ms[1], ms[2]);
  }
}

template <class T>
void scatters(contest& with, const char* type) {
  inputs<unsigned> indices;
  inputs<T> values;
  values.fill_all(1, 7, shape::uniform);
  for (unsigned bits = 5; bits <= 26; ++bits) {
    scatter(with, indices, values, type, 1u << bits, shape::uniform);
  }
  for (const unsigned bits : {5u, 10u, 16u, 20u}) {
    scatter(with, indices, values, type, 1u << bits, shape::sorted);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) csv = std::fopen(argv[1], "w");
  if (csv != nullptr)
    std::fprintf(csv, "case,type,n,bins,values,diatomic_ms,other_ms,third_ms,layout\n");
  contest with(copies);
  std::printf("1 GiB of input unless n says less. GB/s, medians of %d\n", turns);
  histogram_heading();
  of_integers<unsigned char>(with, "u8", 0, 256, {2, 16, 64, 100, 256});
  of_integers<unsigned short>(with, "u16", 0, 65536, {2, 64, 256, 1000, 4096, 16384, 65536});
  of_integers<unsigned>(with, "u32", 0, 1 << 24,
                        {2, 64, 256, 1000, 4096, 16384, 65536, 1 << 18, 1 << 20, 1 << 22});
  of_integers<int>(with, "i32", -(1 << 23), 1 << 24, {2, 256, 4096, 65536});
  of_floats(with, {2, 64, 256, 1000, 4096, 16384, 65536});
  histogram_heading();
  of_few(with);
  std::printf("\nscatter_add, 2^27 indices of 4 bytes. Gop/s\n%-4s %9s %-8s %9s %9s %9s %8s\n",
              "type", "words", "indices", "diatomic", "raw1056", "raw all", "/raw");
  scatters<unsigned>(with, "u32");
  scatters<float>(with, "f32");
  if (csv != nullptr) std::fclose(csv);
  return 0;
}
