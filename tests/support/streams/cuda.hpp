// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams and graphs of CUDA's own, as a program has them that uses the library on the side.

#include <string>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace test {

/// A stream that waits for no other.
class vendor_stream {
 public:
  vendor_stream() {
    EXPECT_EQ(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), cudaSuccess);
  }
  vendor_stream(const vendor_stream&) = delete;
  vendor_stream& operator=(const vendor_stream&) = delete;
  ~vendor_stream() { EXPECT_EQ(cudaStreamDestroy(stream_), cudaSuccess); }

  cudaStream_t get() const { return stream_; }
  void synchronize() const { EXPECT_EQ(cudaStreamSynchronize(stream_), cudaSuccess); }

 private:
  cudaStream_t stream_ = nullptr;
};

/// What a stream is told between the constructor and `end`, to be done as often as wanted.
class graph {
 public:
  explicit graph(cudaStream_t on) : on_(on) {
    EXPECT_EQ(cudaStreamBeginCapture(on, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;
  ~graph() {
    if (executable_ != nullptr) EXPECT_EQ(cudaGraphExecDestroy(executable_), cudaSuccess);
    if (graph_ != nullptr) EXPECT_EQ(cudaGraphDestroy(graph_), cudaSuccess);
  }

  /// False if a call has ended the capture.
  bool is_going_on() const {
    cudaStreamCaptureStatus status{};
    return cudaStreamIsCapturing(on_, &status) == cudaSuccess &&
           status == cudaStreamCaptureStatusActive;
  }
  void end() {
    ASSERT_EQ(cudaStreamEndCapture(on_, &graph_), cudaSuccess);
    ASSERT_EQ(cudaGraphInstantiateWithFlags(&executable_, graph_, 0), cudaSuccess);
  }
  void replay() { replay_on(on_); }
  void replay_on(cudaStream_t stream) {
    ASSERT_EQ(cudaGraphLaunch(executable_, stream), cudaSuccess);
  }

 private:
  cudaStream_t on_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

/// Why nothing can be captured here; empty where graphs can be had.
inline std::string why_no_graphs() {
  const vendor_stream stream;
  cudaGraph_t made = nullptr;
  auto status = cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeThreadLocal);
  if (status == cudaSuccess) status = cudaStreamEndCapture(stream.get(), &made);
  if (made != nullptr) (void)cudaGraphDestroy(made);
  return status == cudaSuccess ? "" : cudaGetErrorString(status);
}

}  // namespace test
