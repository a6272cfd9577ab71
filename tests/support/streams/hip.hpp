// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams and graphs of HIP's own, as a program has them that uses the library on the side.

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

// A stand-in for the runtime that runs programs without a GPU may have no graphs.
extern "C" {
__attribute__((weak)) hipError_t hipStreamBeginCapture(hipStream_t, hipStreamCaptureMode);
__attribute__((weak)) hipError_t hipStreamEndCapture(hipStream_t, hipGraph_t*);
__attribute__((weak)) hipError_t hipGraphInstantiate(hipGraphExec_t*, hipGraph_t, hipGraphNode_t*,
                                                     char*, std::size_t);
__attribute__((weak)) hipError_t hipGraphLaunch(hipGraphExec_t, hipStream_t);
__attribute__((weak)) hipError_t hipGraphExecDestroy(hipGraphExec_t);
__attribute__((weak)) hipError_t hipGraphDestroy(hipGraph_t);
}

namespace test {

/// A stream that waits for no other.
class vendor_stream {
 public:
  vendor_stream() {
    EXPECT_EQ(hipStreamCreateWithFlags(&stream_, hipStreamNonBlocking), hipSuccess);
  }
  vendor_stream(const vendor_stream&) = delete;
  vendor_stream& operator=(const vendor_stream&) = delete;
  ~vendor_stream() { EXPECT_EQ(hipStreamDestroy(stream_), hipSuccess); }

  hipStream_t get() const { return stream_; }
  void synchronize() const { EXPECT_EQ(hipStreamSynchronize(stream_), hipSuccess); }

 private:
  hipStream_t stream_ = nullptr;
};

/// What a stream is told between the constructor and `end`, to be done as often as wanted.
class graph {
 public:
  explicit graph(hipStream_t on) : on_(on) {
    EXPECT_EQ(hipStreamBeginCapture(on, hipStreamCaptureModeThreadLocal), hipSuccess);
  }
  graph(const graph&) = delete;
  graph& operator=(const graph&) = delete;
  ~graph() {
    if (executable_ != nullptr) EXPECT_EQ(hipGraphExecDestroy(executable_), hipSuccess);
    if (graph_ != nullptr) EXPECT_EQ(hipGraphDestroy(graph_), hipSuccess);
  }

  /// False if a call has ended the capture.
  bool is_going_on() const {
    hipStreamCaptureStatus status{};
    return hipStreamIsCapturing(on_, &status) == hipSuccess &&
           status == hipStreamCaptureStatusActive;
  }
  void end() {
    ASSERT_EQ(hipStreamEndCapture(on_, &graph_), hipSuccess);
    ASSERT_EQ(hipGraphInstantiate(&executable_, graph_, nullptr, nullptr, 0), hipSuccess);
  }
  void replay() { replay_on(on_); }
  void replay_on(hipStream_t stream) { ASSERT_EQ(hipGraphLaunch(executable_, stream), hipSuccess); }

 private:
  hipStream_t on_;
  hipGraph_t graph_ = nullptr;
  hipGraphExec_t executable_ = nullptr;
};

/// Why nothing can be captured here; empty where graphs can be had.
inline std::string why_no_graphs() {
  if (hipStreamBeginCapture == nullptr) return "this runtime library has no graphs";
  const vendor_stream stream;
  hipGraph_t made = nullptr;
  auto status = hipStreamBeginCapture(stream.get(), hipStreamCaptureModeThreadLocal);
  if (status == hipSuccess) status = hipStreamEndCapture(stream.get(), &made);
  if (made != nullptr) (void)hipGraphDestroy(made);
  return status == hipSuccess ? "" : hipGetErrorString(status);
}

}  // namespace test
