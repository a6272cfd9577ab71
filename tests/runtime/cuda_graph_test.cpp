// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls on arrays, recorded in a CUDA graph and replayed on other values each time.

#include <cstddef>
#include <numeric>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace {

using diatomic::device_array;

/// What a stream is told between the constructor and `end`, to be done as often as wanted.
class recording {
 public:
  explicit recording(diatomic::stream& on) : on_(on) {
    EXPECT_EQ(cudaStreamBeginCapture(on.native_handle(), cudaStreamCaptureModeThreadLocal),
              cudaSuccess);
  }
  recording(const recording&) = delete;
  recording& operator=(const recording&) = delete;
  ~recording() {
    if (executable_ != nullptr) EXPECT_EQ(cudaGraphExecDestroy(executable_), cudaSuccess);
    if (graph_ != nullptr) EXPECT_EQ(cudaGraphDestroy(graph_), cudaSuccess);
  }

  void end() {
    ASSERT_EQ(cudaStreamEndCapture(on_.native_handle(), &graph_), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiate(&executable_, graph_, 0), cudaSuccess);
  }
  void replay() {
    ASSERT_EQ(cudaGraphLaunch(executable_, on_.native_handle()), cudaSuccess);
    on_.synchronize();
  }

 private:
  diatomic::stream& on_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

/// Values whose sum, place of the greatest and counts differ from round to round.
std::vector<float> values_of(unsigned round, std::size_t n) {
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>((i * 7 + round) % 256);
  values[(round * 7919) % n] = 1000.0f;
  return values;
}

TEST(graphs, replay_what_is_done_with_arrays) {
  const std::size_t n = scaled(1 << 20, 5000);
  diatomic::stream stream;
  device_array<float> input(n);
  device_array<float> sum(1);
  device_array<float> exact(1);
  device_array<diatomic::indexed<float>> greatest(1);
  device_array<unsigned> counts(256);
  const std::size_t bytes = diatomic::reduce_temp_bytes(n);
  const std::size_t exact_bytes = diatomic::reproducible_sum_temp_bytes<float>(n);
  device_array<unsigned char> temp(bytes);
  device_array<unsigned char> search_temp(bytes);
  device_array<unsigned char> exact_temp(exact_bytes);
  for (auto* t : {&temp, &search_temp, &exact_temp}) t->fill_bytes(0xff);

  recording graph(stream);
  diatomic::reduce<diatomic::op::add>(stream, input.data(), n, sum.data(), temp.data(), bytes);
  diatomic::arg_max(stream, input.data(), n, greatest.data(), search_temp.data(), bytes);
  diatomic::reproducible_sum(stream, input.data(), n, exact.data(), exact_temp.data(), exact_bytes);
  diatomic::histogram(stream, input.data(), n, counts.data(), 256, diatomic::even_bin{0, 256, 256});
  graph.end();

  for (unsigned round = 0; round < 4; ++round) {
    const std::vector<float> values = values_of(round, n);
    input.upload(values);
    counts.fill_bytes(0);
    graph.replay();
    const double want = std::accumulate(values.begin(), values.end(), 0.0);
    EXPECT_NEAR(sum.download()[0], want, want * 1e-4) << round;
    EXPECT_EQ(exact.download()[0], static_cast<float>(want)) << round;
    EXPECT_EQ(greatest.download()[0].index, (round * 7919) % n) << round;
    std::vector<unsigned> expected(256, 0);
    for (const float v : values) {
      if (v < 256) ++expected[static_cast<std::size_t>(v)];
    }
    EXPECT_EQ(counts.download(), expected) << round;
  }
}

}  // namespace
