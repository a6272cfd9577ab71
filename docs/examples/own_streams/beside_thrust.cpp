// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Thrust and Diatomic work on the same arrays and the same stream: words are shuffled, counted and
// summed by turns, and nothing is copied or waited for between the calls.

#include <algorithm>
#include <cstdio>
#include <vector>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>

constexpr unsigned keys = 1000;

/// Turns a number into one of the keys.
struct key_of {
  __host__ __device__ unsigned operator()(unsigned i) const {
    const unsigned h = i * 2654435761u;
    return (h ^ (h >> 15)) % keys;
  }
};
/// The weight of a key: a fraction that no float represents exactly.
struct weight_of {
  __host__ __device__ float operator()(unsigned key) const {
    return 0.1f * static_cast<float>(key % 7);
  }
};

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("No GPU to run on\n");
    return 77;
  }
  constexpr unsigned n = 1'000'000;
  thrust::device_vector<unsigned> words(n);
  thrust::device_vector<float> weights(n);
  thrust::device_vector<unsigned> counts(keys, 0);
  thrust::device_vector<float> sum(1);
  thrust::device_vector<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<float>(n));

  cudaStream_t stream = nullptr;
  if (cudaStreamCreate(&stream) != cudaSuccess) return 1;
  const auto on_stream = thrust::cuda::par_nosync.on(stream);
  thrust::sequence(on_stream, words.begin(), words.end());
  thrust::transform(on_stream, words.begin(), words.end(), words.begin(), key_of{});
  thrust::transform(on_stream, words.begin(), words.end(), weights.begin(), weight_of{});
  diatomic::histogram(stream, words.data().get(), n, counts.data().get(), keys,
                      diatomic::value_bin{});
  diatomic::reproducible_sum(stream, weights.data().get(), n, sum.data().get(), temp.data().get(),
                             temp.size());
  const unsigned counted =
      thrust::reduce(thrust::cuda::par.on(stream), counts.begin(), counts.end());

  std::vector<unsigned> expected(keys, 0);
  double exact = 0;  // a double adds so few floats without rounding
  for (unsigned i = 0; i < n; ++i) {
    const unsigned key = key_of{}(i);
    ++expected[key];
    exact += static_cast<double>(weight_of{}(key));
  }
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  const thrust::host_vector<unsigned> found = counts;
  const bool right = counted == n && std::equal(expected.begin(), expected.end(), found.begin()) &&
                     sum[0] == static_cast<float>(exact);
  std::printf("%u words counted; their weights' sum is %.1f, to the last bit: %s\n", counted,
              static_cast<double>(static_cast<float>(sum[0])), right ? "right" : "WRONG");
  return right ? 0 : 1;
}
