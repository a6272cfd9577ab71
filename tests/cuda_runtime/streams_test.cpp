// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What is queued on streams in capture and on streams of other devices, on a substitute for CUDA's
/// runtime.

#include "calls.hpp"

namespace cuda_calls_tests {
namespace {

__global__ void function(const int*, unsigned) {}

const char* const implicit_text =
    "a stream that the default stream waits for is being captured in a graph";
const char* const captured_text =
    "the stream is being captured in a graph, so its work has not run";

class cuda_streams : public cuda_launches {
 protected:
  struct queued {
    const char* checked;  ///< the call that the refusal of a stream names
    const char* called;   ///< the runtime's function
    std::function<void(native_stream)> call;
  };
  /// All that is queued on a stream.
  std::vector<queued> all_queued() {
    return {{"launch", "cudaLaunchKernel",
             [](native_stream s) { diatomic::launch(1, 1, 0, s, kernel<1>{0}, at<int>(8), 9u); }},
            {"launch_cooperative", "cudaLaunchCooperativeKernel",
             [](native_stream s) {
               runtime_api::start_cooperative(1u, 1u, 0, s, kernel<2>{0}, at<int>(8), 9u);
             }},
            {"launch_global", "cudaLaunchKernel",
             [](native_stream s) { diatomic::launch_global(function, 1, 1, 0, s, at<int>(8), 9); }},
            {"cudaMemcpyAsync", "cudaMemcpyAsync",
             [](native_stream s) { diatomic::upload(s, at<int>(16), at<int>(32), 1); }},
            {"cudaMemcpyAsync", "cudaMemcpyAsync",
             [](native_stream s) { diatomic::download(s, at<int>(16), at<int>(32), 1); }},
            {"cudaMemsetAsync", "cudaMemsetAsync",
             [](native_stream s) { diatomic::fill_bytes(s, at<int>(16), 1, 5); }},
            {"cudaMemcpy2DAsync", "cudaMemcpy2DAsync",
             [this](native_stream s) { words_.upload(s, at<int>(32), 2); }},
            {"cudaMemcpy2DAsync", "cudaMemcpy2DAsync",
             [this](native_stream s) { words_.download(s, at<int>(16), 2); }},
            {"launch", "cudaLaunchKernel", [this](native_stream s) { words_.fill(s, 7); }},
            {"cudaEventRecord", "cudaEventRecordWithFlags", [](native_stream s) {
               runtime_api::record(reinterpret_cast<native_event>(0x60), s);
             }}};
  }

 private:
  diatomic::spread_array<int> words_{3, diatomic::bytes_apart(64)};
};

TEST_F(cuda_streams, are_refused_while_the_default_stream_is_captured) {
  for (const queued& each : all_queued()) {
    for (const native_stream stream : {native_stream{}, cudaStreamLegacy}) {
      substitute.failures = {{"cudaStreamIsCapturing", cudaErrorStreamCaptureImplicit}};
      expect_error([&] { each.call(stream); }, each.checked, "cudaErrorStreamCaptureImplicit",
                   implicit_text);
      substitute.failures = {{"cudaStreamIsCapturing", cudaErrorInvalidValue}};
      EXPECT_EQ(calls_of([&] { each.call(stream); }).size(), 1u) << each.checked;
      EXPECT_EQ(substitute.last_error, cudaSuccess);
      substitute.failures = {};
      EXPECT_EQ(calls_of([&] { each.call(stream); }).size(), 1u) << each.checked;
    }
    // With per-thread default streams, the default stream itself may be captured.
    substitute.captures = {{nullptr, cudaStreamCaptureStatusActive}};
    EXPECT_EQ(calls_of([&] { each.call(nullptr); }).size(), 1u) << each.checked;
    substitute.captures = {{stream_at(0x500), cudaStreamCaptureStatusActive}};
    EXPECT_EQ(calls_of([&] { each.call(stream_at(0x500)); }).size(), 1u) << each.checked;
    substitute.captures = {};
  }
}

TEST_F(cuda_streams, are_refused_on_streams_of_other_devices) {
  const std::string text = "the stream belongs to another device than the current device ";
  const native_stream stream = stream_at(0x500);
  for (const queued& each : all_queued()) {
    substitute.stream_devices = {{stream, 1}, {cudaStreamPerThread, 1}};
    expect_error([&] { each.call(stream); }, each.checked, "cudaErrorInvalidResourceHandle",
                 text + "0");
    EXPECT_EQ(substitute.mode, cudaStreamCaptureModeGlobal);
    EXPECT_EQ(calls_of([&] { each.call(cudaStreamPerThread); }).size(), 1u);
    EXPECT_EQ(calls_of([&] { each.call(nullptr); }).size(), 1u);
    substitute.stream_devices = {{stream, 2}};  // no device's number
    EXPECT_EQ(calls_of([&] { each.call(stream); }).size(), 1u);
    substitute.current = 1;
    substitute.stream_devices = {{stream, 1}};
    EXPECT_EQ(calls_of([&] { each.call(stream); }).size(), 1u);
    for (const char* const fails :
         {"cudaStreamGetDevice", "cudaThreadExchangeStreamCaptureMode", "cudaStreamIsCapturing"}) {
      substitute.stream_devices = {{stream, 0}};
      substitute.failures = {{fails, cudaErrorNotSupported}};
      EXPECT_EQ(calls_of([&] { each.call(stream); }).size(), 1u) << fails;
      EXPECT_EQ(substitute.last_error, cudaSuccess) << fails;
      substitute.mode = cudaStreamCaptureModeGlobal;
    }
    // The runtime itself finds the stream foreign.
    const std::string named =
        each.called == std::string("cudaEventRecordWithFlags") ? each.checked : each.called;
    substitute.failures = {{each.called, cudaErrorInvalidResourceHandle}};
    substitute.stream_devices = {{stream, 1}};
    expect_error([&] { each.call(stream); }, named, "cudaErrorInvalidResourceHandle", text + "1");
    substitute.failures = {{each.called, cudaErrorInvalidValue}};
    expect_error([&] { each.call(stream); }, named, "cudaErrorInvalidValue",
                 "the text of an error");
    substitute.failures = {};
    substitute.current = 0;
  }
}

/// The query of a stream's device would end its capture, or another's of this host thread.
TEST_F(cuda_streams, leave_captures_alone) {
  const native_stream stream = stream_at(0x500);
  for (const auto status : {cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated}) {
    substitute.captures = {{stream, status}};
    substitute.calls.clear();
    diatomic::fill_bytes(stream, at<int>(16), 1, 5);
    EXPECT_EQ(std::count_if(substitute.calls.begin(), substitute.calls.end(),
                            [](const std::string& line) {
                              return line.rfind("cudaStreamGetDevice", 0) == 0;
                            }),
              0);
  }
  substitute.captures = {};
  substitute.calls.clear();
  diatomic::fill_bytes(stream, at<int>(16), 1, 5);
  const auto query =
      std::find(substitute.calls.begin(), substitute.calls.end(), "cudaStreamGetDevice 1280");
  ASSERT_NE(query, substitute.calls.end());
  EXPECT_EQ(*(query - 1), "cudaThreadExchangeStreamCaptureMode 2");
  EXPECT_EQ(*(query + 1), "cudaThreadExchangeStreamCaptureMode 0");
}

TEST_F(cuda_streams, wait_for_no_stream_in_capture) {
  const native_stream stream = stream_at(0x500);
  substitute.captures = {{stream, cudaStreamCaptureStatusActive},
                         {cudaStreamLegacy, cudaStreamCaptureStatusActive}};
  int value = 0;
  diatomic::device_array<int> array(1);
  const std::pair<const char*, std::function<void()>> waits[] = {
      {"cudaStreamSynchronize", [&] { diatomic::stream_view(stream).synchronize(); }},
      {"cudaMemcpyAsync", [&] { array.upload(&value, 1); }},
      {"cudaMemcpyAsync", [&] { (void)array.download(); }},
      {"cudaMemsetAsync", [&] { array.fill_bytes(3); }}};
  for (const auto& [name, call] : waits) {
    EXPECT_EQ(calls_of([&, each = call, call_name = name] {
                expect_error(each, call_name, "cudaErrorStreamCaptureUnsupported", captured_text);
              }),
              lines{})
        << name;
  }
  substitute.captures = {};
  for (const auto& [name, call] : waits) {
    substitute.failures = {{"cudaStreamIsCapturing", cudaErrorStreamCaptureImplicit}};
    expect_error(call, name, "cudaErrorStreamCaptureImplicit", implicit_text);
    substitute.failures = {{"cudaStreamIsCapturing", cudaErrorInvalidValue}};
    EXPECT_NO_THROW(call());
    EXPECT_EQ(substitute.last_error, cudaSuccess);
    substitute.failures = {};
    EXPECT_NO_THROW(call());
  }
  substitute.captures = {{stream, cudaStreamCaptureStatusInvalidated}};
  EXPECT_EQ(calls_of(waits[0].second), (lines{"cudaStreamSynchronize 1280"}));
}

TEST_F(cuda_streams, record_external_events_in_captures) {
  const native_stream stream = stream_at(0x500);
  const auto record = [&] { runtime_api::record(reinterpret_cast<native_event>(0x60), stream); };
  const std::string line = "cudaEventRecordWithFlags 96 1280 ";
  EXPECT_EQ(calls_of(record), (lines{line + "0"}));
  substitute.captures = {{stream, cudaStreamCaptureStatusActive}};
  EXPECT_EQ(calls_of(record), (lines{line + "1"}));
  substitute.captures = {{stream, cudaStreamCaptureStatusInvalidated}};
  EXPECT_EQ(calls_of(record), (lines{line + "0"}));
  substitute.captures = {};
  substitute.failures = {{"cudaStreamIsCapturing", cudaErrorNotSupported}};
  EXPECT_EQ(calls_of(record), (lines{line + "0"}));
  EXPECT_EQ(substitute.last_error, cudaSuccess);
}

}  // namespace
}  // namespace cuda_calls_tests
