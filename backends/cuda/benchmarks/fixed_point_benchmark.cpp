// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Sums of floats in fixed point beside float atomics: single additions in global and in shared
/// memory, and `reproducible_scatter_add` beside `scatter_add` and beside CUB's sort and reduction
/// by key, which is how others get the same bits each time.
///
/// Prints tables of medians, of contenders that take turns in one run. Each of the three forms of a
/// scatter-add starts from cleared words.

#include <cstdint>
#include <string>
#include <vector>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include <diatomic/algorithms/reproducible_scatter.hpp>

#include "contest.hpp"

namespace {

using namespace measured;
using word = diatomic::fixed_point<-24>;

constexpr unsigned blocks = 1056;
constexpr unsigned threads = 256;
constexpr unsigned additions = 256;     // of each thread, in global memory
constexpr unsigned shared_rounds = 16;  // shared memory is that much faster

DIATOMIC_DEVICE float number(unsigned thread, unsigned k) {
  return static_cast<float>((thread * 31 + k * 7) % 1024) * 0.125f - 64.0f;
}

template <class T>
struct by_store_add {
  static DIATOMIC_DEVICE void add(T* p, float v) { diatomic::store_add(p, v, diatomic::in_global); }
  static DIATOMIC_DEVICE void add_shared(T* p, float v) {
    diatomic::store_add(p, v, diatomic::block_scope, diatomic::in_shared);
  }
};
template <class T>
struct by_intrinsic {
  static DIATOMIC_DEVICE void add(T* p, float v) { atomicAdd(p, static_cast<T>(v)); }
  static DIATOMIC_DEVICE void add_shared(T* p, float v) { atomicAdd(p, static_cast<T>(v)); }
};

/// Additions to 2^bits words at hashed places.
template <class How, class T>
struct add_globally {
  DIATOMIC_DEVICE void operator()(T* words, unsigned bits) const {
    const unsigned thread = diatomic::global_index();
    for (unsigned k = 0; k < additions; ++k) {
      const unsigned place = hashed(thread + std::uint64_t{k} * (blocks * threads));
      How::add(words + (place >> (32 - bits)), number(thread, k));
    }
  }
};
/// Additions to `count` words of the block's shared memory, a power of two: in turn, so that no two
/// lanes add to one word if there are enough, or at random. No remainder of a division is needed,
/// which would take as long as the fastest of the additions.
template <class How, class T>
struct add_in_shared {
  static constexpr unsigned upper = 20;  // whose bits are the random ones
  bool at_random;

  DIATOMIC_DEVICE void operator()(T* words, unsigned count) const {
    T* const own = diatomic::shared_array<T>();
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x) own[i] = T{};
    __syncthreads();
    const unsigned thread = diatomic::global_index();
    unsigned state = at_random ? thread * 2654435761u : threadIdx.x << upper;
    const unsigned factor = at_random ? 1664525 : 1;
    const unsigned step = at_random ? 1013904223 : 1u << upper;
    for (unsigned k = 0; k < additions * shared_rounds; ++k) {
      How::add_shared(own + ((state >> upper) & (count - 1)), number(thread, k));
      state = state * factor + step;
    }
    __syncthreads();
    if (threadIdx.x == 0) words[blockIdx.x] = own[0];
  }
};

template <class How, class T>
std::function<void(unsigned)> globally(contest& with, diatomic::device_array<T>& words,
                                       unsigned bits) {
  return [&with, &words, bits](unsigned) {
    diatomic::launch(blocks, threads, 0, with.stream, add_globally<How, T>{}, words.data(), bits);
  };
}
template <class How, class T>
std::function<void(unsigned)> in_shared(contest& with, diatomic::device_array<T>& words,
                                        unsigned count, bool at_random) {
  return [&with, &words, count, at_random](unsigned) {
    diatomic::launch(blocks, threads, count * sizeof(T), with.stream,
                     add_in_shared<How, T>{at_random}, words.data(), count);
  };
}

void single_additions(contest& with) {
  constexpr unsigned most_bits = 24;
  diatomic::device_array<word> fixed(std::size_t{1} << most_bits);
  diatomic::device_array<float> floats(std::size_t{1} << most_bits);
  diatomic::device_array<double> doubles(std::size_t{1} << most_bits);
  fixed.fill_bytes(0);
  floats.fill_bytes(0);
  doubles.fill_bytes(0);
  std::printf("Additions of floats, Gop/s\n%-22s %9s %9s %9s %8s %8s\n", "words", "fixed", "float",
              "double", "/float", "/double");
  const auto print = [&](const std::string& where, double count, const std::vector<double>& ms) {
    const double ops = count / 1e6;
    std::printf("%-22s %9.2f %9.2f %9.2f %8.3f %8.3f\n", where.c_str(), ops / ms[0], ops / ms[1],
                ops / ms[2], ms[1] / ms[0], ms[2] / ms[0]);
    std::fflush(stdout);
  };
  constexpr double all = static_cast<double>(blocks) * threads * additions;
  for (const unsigned bits : {10u, 16u, 20u, most_bits}) {
    print("global, 2^" + std::to_string(bits), all,
          with.medians({globally<by_store_add<word>>(with, fixed, bits),
                        globally<by_intrinsic<float>>(with, floats, bits),
                        globally<by_intrinsic<double>>(with, doubles, bits)}));
  }
  for (const unsigned count : {1u, 32u, 1024u}) {
    for (const bool at_random : {false, true}) {
      if (count == 1 && at_random) continue;
      print("shared, " + std::to_string(count) + (at_random ? " at random" : ""),
            all * shared_rounds,
            with.medians({in_shared<by_store_add<word>>(with, fixed, count, at_random),
                          in_shared<by_intrinsic<float>>(with, floats, count, at_random),
                          in_shared<by_intrinsic<double>>(with, doubles, count, at_random)}));
    }
  }
}

struct fill_input {
  DIATOMIC_DEVICE void operator()(unsigned* indices, float* values, std::size_t n,
                                  unsigned count) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      indices[i] = static_cast<unsigned>(std::uint64_t{hashed(i)} * count >> 32);
      values[i] = static_cast<float>(hashed(i + n) >> 8) * 0x1p-24f - 0.5f;
    }
  }
};

/// CUB's way to the same bits each time: a stable sort by index, then one sum for each index.
struct sort_and_reduce {
  diatomic::device_array<unsigned> keys;
  diatomic::device_array<float> values;
  diatomic::device_array<unsigned> found;
  diatomic::device_array<float> sums;
  diatomic::device_array<int> runs;
  std::size_t sort_bytes = 0;
  std::size_t reduce_bytes = 0;
  diatomic::device_array<char> temp;

  sort_and_reduce(std::size_t n, std::size_t count)
      : keys(n), values(n), found(count), sums(count), runs(1), temp(1) {
    sort(nullptr, nullptr, n, 32, nullptr);
    reduce(nullptr, n, nullptr);
    temp = diatomic::device_array<char>(std::max(sort_bytes, reduce_bytes));
  }
  void sort(const unsigned* indices, const float* input, std::size_t n, int bits, cudaStream_t on) {
    check(cub::DeviceRadixSort::SortPairs(temp_or_null(indices), sort_bytes, indices, keys.data(),
                                          input, values.data(), n, 0, bits, on));
  }
  void reduce(const unsigned* indices, std::size_t n, cudaStream_t on) {
    check(cub::DeviceReduce::ReduceByKey(temp_or_null(indices), reduce_bytes, keys.data(),
                                         found.data(), values.data(), sums.data(), runs.data(),
                                         cuda::std::plus<>{}, n, on));
  }
  void* temp_or_null(const unsigned* indices) { return indices == nullptr ? nullptr : temp.data(); }
};

void scatter_adds(contest& with, unsigned size_bits) {
  const std::size_t n = std::size_t{1} << size_bits;
  diatomic::device_array<unsigned> indices(n);
  diatomic::device_array<float> values(n);
  const diatomic::fixed_scale scale = diatomic::fixed_scale_for_sums(n, 0.5);
  std::printf("\nscatter_add of 2^%u floats, ms\n%-6s %9s %9s %9s %9s %8s %8s %8s\n", size_bits,
              "words", "plain", "in units", "exact", "sort", "/plain", "sort/", "exact/");
  for (const unsigned bits : {5u, 10u, 16u, 20u, 24u}) {
    const std::size_t count = std::size_t{1} << bits;
    diatomic::launch(2112, 512, 0, with.stream, fill_input{}, indices.data(), values.data(), n,
                     static_cast<unsigned>(count));
    diatomic::device_array<float> words(count);
    diatomic::device_array<unsigned char> temp(diatomic::exact_sums_temp_bytes<float>(count));
    const auto clear = [&] { diatomic::fill_bytes(with.stream, words.data(), count, 0); };
    sort_and_reduce cub(n, count);
    const auto ms = with.medians(
        {[&](unsigned) {
           clear();
           diatomic::scatter_add(with.stream, indices.data(), values.data(), n, words.data(),
                                 count);
         },
         [&](unsigned) {
           clear();
           diatomic::reproducible_scatter_add(with.stream, scale, indices.data(), values.data(), n,
                                              words.data(), count, temp.data(), temp.size());
         },
         [&](unsigned) {
           clear();
           diatomic::reproducible_scatter_add(with.stream, indices.data(), values.data(), n,
                                              words.data(), count, temp.data(), temp.size());
         },
         [&](unsigned) {
           const auto on = with.stream.native_handle();
           cub.sort(indices.data(), values.data(), n, static_cast<int>(bits), on);
           cub.reduce(indices.data(), n, on);
         }});
    std::printf("2^%-4u %9.3f %9.3f %9.3f %9.3f %8.3f %8.2f %8.2f\n", bits, ms[0], ms[1], ms[2],
                ms[3], ms[0] / ms[1], ms[3] / ms[1], ms[3] / ms[2]);
    std::fflush(stdout);
  }
}

}  // namespace

int main() {
  contest with(1);
  std::printf("Medians of %d; the contenders of a row take turns\n", turns);
  single_additions(with);
  for (const unsigned size_bits : {20u, 24u, 28u}) scatter_adds(with, size_bits);
  return 0;
}
