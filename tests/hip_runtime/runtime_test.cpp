// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Which functions of HIP's runtime the host half calls where HIP differs from CUDA, with which
/// arguments, and what it throws. On a substitute for HIP's runtime; needs HIP's headers only.

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#define __HIP_PLATFORM_AMD__ 1
#define DIATOMIC_BACKEND host
#define DIATOMIC_RUNTIME_BACKEND hip

#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "substitute_calls.hpp"

namespace {

using hip_calls_tests::lines;
using hip_calls_tests::text_of;
namespace runtime_api = diatomic::detail::runtime_api;

class hip_calls : public testing::Test {
 protected:
  hip_calls() { now = {}; }

  /// The calls without queries.
  template <class Call>
  static lines calls_of(Call call) {
    now.calls.clear();
    call();
    lines found;
    for (const std::string& line : now.calls) {
      const bool is_query = line.rfind("hipGetDevice", 0) == 0 || line == "hipStreamIsCapturing" ||
                            line.rfind("hipDeviceGetAttribute", 0) == 0;
      if (!is_query) found.push_back(line);
    }
    return found;
  }
  template <class Call>
  static void expect_error(Call call, const std::string& named, hipError_t status,
                           const std::string& text) {
    try {
      call();
      ADD_FAILURE() << named << " did not throw";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.call(), named);
      EXPECT_EQ(error.name(), hipGetErrorName(status)) << named;
      EXPECT_EQ(error.text(), text) << named;
    }
    EXPECT_EQ(now.last_error, hipSuccess) << named;
  }
};
const hipStream_t some_stream = reinterpret_cast<hipStream_t>(0x500);
const hipEvent_t some_event = reinterpret_cast<hipEvent_t>(0x60);
/// Copies of three words of 2 bytes, 128 bytes apart on the device.
///@{
void to_rows(hipStream_t stream) {
  runtime_api::queue_rows_to_device(stream, reinterpret_cast<void*>(0x70), 128,
                                    reinterpret_cast<const void*>(32), 2, 3);
}
void from_rows(hipStream_t stream) {
  runtime_api::queue_rows_to_host(stream, reinterpret_cast<void*>(32),
                                  reinterpret_cast<const void*>(0x70), 128, 2, 3);
}
///@}

TEST_F(hip_calls, are_those_of_the_runtime) {
  int value = 0;
  const std::string host = text_of(&value);
  const std::string wait = "hipStreamSynchronize 0";
  diatomic::device_array<int> array(5);
  EXPECT_EQ(calls_of([&] { array.upload(&value, 1); }),
            (lines{"hipMemcpy 112 " + host + " 4 1", wait}));
  EXPECT_EQ(calls_of([&] { runtime_api::copy_to_host(&value, array.data(), 4); }),
            (lines{"hipMemcpy " + host + " 112 4 2"}));
  EXPECT_EQ(calls_of([&] { runtime_api::copy_on_device(array.data(), &value, 4); }),
            (lines{"hipMemcpy 112 " + host + " 4 4", wait}));
  EXPECT_EQ(calls_of([&] { array.fill_bytes(7); }), (lines{"hipMemset 112 7 20", wait}));
  EXPECT_EQ(calls_of([&] { array.upload(some_stream, &value, 1); }),
            (lines{"hipMemcpyAsync 112 " + host + " 4 1 1280"}));
  EXPECT_EQ(calls_of([&] { array.download(some_stream, &value, 1); }),
            (lines{"hipMemcpyAsync " + host + " 112 4 2 1280"}));
  EXPECT_EQ(calls_of([&] { array.fill_bytes(some_stream, 200); }),
            (lines{"hipMemsetAsync 112 200 20 1280"}));
  EXPECT_EQ(calls_of([&] { to_rows(some_stream); }),
            (lines{"hipMemcpy2DAsync 112 128 32 2 2 3 1 1280"}));
  EXPECT_EQ(calls_of([&] { from_rows(some_stream); }),
            (lines{"hipMemcpy2DAsync 32 2 112 128 2 3 2 1280"}));
  EXPECT_EQ(calls_of([] { runtime_api::record(some_event, some_stream); }),
            (lines{"hipEventRecord 96 1280"}));
  constexpr unsigned coherent = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent;
  EXPECT_EQ(calls_of([] { const diatomic::pinned_array<int> made(6); }),
            (lines{"hipHostMalloc 24 " + std::to_string(coherent), "hipHostFree 128"}));
  EXPECT_EQ(calls_of([] { runtime_api::allocate_for_peers(24); }),
            (lines{"hipExtMallocWithFlags 24 " + std::to_string(hipDeviceMallocFinegrained)}));
  static_assert(runtime_api::peer_memory_is_fine_grained);
  EXPECT_EQ(calls_of([] { const diatomic::device_array<int> made(6); }),
            (lines{"hipMalloc 24", "hipFree 112"}));
  EXPECT_EQ(calls_of([] { const diatomic::device_array<int> made(5000); }),
            (lines{"hipMalloc 20000", "hipFree 112"}));
  EXPECT_EQ(calls_of([] { const diatomic::stream made; }),
            (lines{"hipStreamCreate", "hipStreamDestroy 80"}));
  EXPECT_EQ(calls_of([] { const diatomic::event made; }),
            (lines{"hipEventCreate", "hipEventDestroy 96"}));
  EXPECT_EQ(runtime_api::elapsed_ms(some_event, nullptr), 2.5f);
  EXPECT_EQ(now.calls.back(), "hipEventElapsedTime 96 0");
  EXPECT_EQ(calls_of([] { diatomic::enable_peer_access(1); }),
            (lines{"hipDeviceEnablePeerAccess 1 0"}));
  now.failures = {{"hipDeviceEnablePeerAccess", hipErrorPeerAccessAlreadyEnabled}};
  EXPECT_NO_THROW(diatomic::enable_peer_access(1));
  EXPECT_EQ(now.last_error, hipSuccess);
  void* const memory = &value;
  EXPECT_EQ(calls_of([&] {
              EXPECT_EQ(runtime_api::open_memory(runtime_api::share_memory(memory)), memory);
              runtime_api::close_memory(memory);
              runtime_api::release_for_processes(memory);
            }),
            (lines{"hipIpcGetMemHandle " + host,
                   "hipIpcOpenMemHandle " + std::to_string(hipIpcMemLazyEnablePeerAccess),
                   "hipIpcCloseMemHandle " + host, "hipFree " + host}));
}

/// Launches, which this suite does not compile.
TEST_F(hip_calls, of_launches_have_the_names_of_the_functions) {
  namespace api = runtime_api::api;
  const auto name_of = [](auto call) {
    now.calls.clear();
    const char* const name = call().call;
    EXPECT_EQ(now.calls, lines{name});
    return std::string(name);
  };
  EXPECT_EQ(name_of([] { return api::launch_kernel(nullptr, 1, 1, nullptr, 0, nullptr); }),
            "hipLaunchKernel");
  EXPECT_EQ(name_of([] { return api::launch_cooperative(nullptr, 1, 1, nullptr, 0, nullptr); }),
            "hipLaunchCooperativeKernel");
  EXPECT_EQ(name_of([] { return api::active_blocks(nullptr, nullptr, 1, 0); }),
            "hipOccupancyMaxActiveBlocksPerMultiprocessor");
  EXPECT_STREQ(runtime_api::invalid_configuration, "hipErrorInvalidConfiguration");
  EXPECT_STREQ(runtime_api::invalid_device, "hipErrorInvalidDevice");
}

TEST_F(hip_calls, that_fail_are_named_and_forgotten) {
  int value = 0;
  diatomic::device_array<int> array(1);
  const std::pair<const char*, std::function<void()>> all[] = {
      {"hipStreamCreate", [] { const diatomic::stream made; }},
      {"hipStreamSynchronize", [] { diatomic::stream_view(some_stream).synchronize(); }},
      {"hipEventCreate", [] { const diatomic::event made; }},
      {"hipEventRecord", [] { runtime_api::record(some_event, some_stream); }},
      {"hipEventSynchronize", [] { runtime_api::synchronize(some_event); }},
      {"hipEventElapsedTime", [] { (void)runtime_api::elapsed_ms(some_event, some_event); }},
      {"hipMalloc", [] { const diatomic::device_array<int> made(3); }},
      {"hipHostMalloc", [] { const diatomic::pinned_array<int> made(3); }},
      {"hipExtMallocWithFlags", [] { (void)runtime_api::allocate_for_peers(3); }},
      {"hipMemcpy", [&] { array.upload(&value, 1); }},
      {"hipStreamSynchronize", [&] { array.upload(&value, 1); }},
      {"hipMemcpy", [&] { (void)array.download(); }},
      {"hipMemset", [&] { array.fill_bytes(1); }},
      {"hipMemcpyAsync", [&] { array.upload(some_stream, &value, 1); }},
      {"hipMemcpyAsync", [&] { array.download(some_stream, &value, 1); }},
      {"hipMemsetAsync", [&] { array.fill_bytes(some_stream, 1); }},
      {"hipMemcpy2DAsync", [] { to_rows(some_stream); }},
      {"hipMemcpy2DAsync", [] { from_rows(some_stream); }},
      {"hipGetDevice", [] { (void)diatomic::current_device(); }},
      {"hipGetDevice", [] { (void)runtime_api::limits(); }},
      {"hipGetDeviceCount", [] { (void)diatomic::device_count(); }},
      {"hipGetDeviceProperties", [] { (void)diatomic::properties(1); }},
      {"hipDeviceGetAttribute", [] { (void)runtime_api::max_extents(); }},
      {"hipIpcGetMemHandle", [] { (void)runtime_api::share_memory(nullptr); }},
      {"hipIpcOpenMemHandle", [] { (void)runtime_api::open_memory({}); }},
      {"hipSetDevice", [] { diatomic::use_device(0); }},
      {"hipDeviceEnablePeerAccess", [] { diatomic::enable_peer_access(1); }},
      {"hipDeviceCanAccessPeer", [] { (void)diatomic::peer_link(0, 1); }},
      {"hipDeviceGetPCIBusId", [] { (void)runtime_api::identify(0); }}};
  for (const auto& [fails, call] : all) {
    now.failures = {{fails, hipErrorInvalidValue}};
    expect_error(call, fails, hipErrorInvalidValue, "the text");
  }
  now.failures = {};
  for (const auto& [fails, call] : all) EXPECT_NO_THROW(call()) << fails;
}

TEST_F(hip_calls, are_refused_in_captures_and_on_other_devices) {
  int value = 0;
  diatomic::device_array<int> array(1);
  const std::string foreign = "the stream belongs to another device than the current device 0";
  const std::pair<const char*, std::function<void(hipStream_t)>> queued[] = {
      {"hipMemcpyAsync", [&](hipStream_t s) { array.upload(s, &value, 1); }},
      {"hipMemcpyAsync", [&](hipStream_t s) { array.download(s, &value, 1); }},
      {"hipMemsetAsync", [&](hipStream_t s) { array.fill_bytes(s, 1); }},
      {"hipMemcpy2DAsync", to_rows},
      {"hipMemcpy2DAsync", from_rows},
      {"hipEventRecord", [&](hipStream_t s) { runtime_api::record(some_event, s); }}};
  for (const auto& [name, call] : queued) {
    now.device_of_streams = 1;
    expect_error([&, on = call] { on(some_stream); }, name, hipErrorInvalidResourceHandle, foreign);
    EXPECT_NO_THROW(call(nullptr));
    for (const int other : {-1, 0, 2, 99}) {
      now.device_of_streams = other;
      EXPECT_NO_THROW(call(some_stream)) << other;
    }
    // Unlike CUDA's, HIP's own error of this name means something else.
    now.failures = {{name, hipErrorInvalidResourceHandle}};
    expect_error([&, on = call] { on(some_stream); }, name, hipErrorInvalidResourceHandle,
                 "the text");
    now.failures = {{"hipStreamIsCapturing", hipErrorStreamCaptureImplicit}};
    expect_error([&, on = call] { on(nullptr); }, name, hipErrorStreamCaptureImplicit,
                 "a stream that the default stream waits for is being captured in a graph");
    now.failures = {};
  }
  const std::pair<const char*, std::function<void()>> waits[] = {
      {"hipMemcpy", [&] { array.upload(&value, 1); }},
      {"hipMemcpy", [&] { (void)array.download(); }},
      {"hipMemcpy", [&] { runtime_api::copy_on_device(array.data(), &value, 4); }},
      {"hipMemset", [&] { array.fill_bytes(1); }},
      {"hipStreamSynchronize", [] { diatomic::stream_view(some_stream).synchronize(); }}};
  now.capture = hipStreamCaptureStatusActive;
  for (const auto& [name, call] : waits) {
    EXPECT_EQ(calls_of([&, each = call, named = name] {
                expect_error(each, named, hipErrorStreamCaptureUnsupported,
                             "the stream is being captured in a graph, so its work has not run");
              }),
              lines{});
  }
}

TEST_F(hip_calls, tell_the_limits_of_the_current_device) {
  now.current = 1;
  const hipDeviceAttribute_t which[] = {
      hipDeviceAttributeMaxThreadsPerBlock, hipDeviceAttributeMaxSharedMemoryPerBlock,
      hipDeviceAttributeMaxGridDimX,        hipDeviceAttributeMaxGridDimY,
      hipDeviceAttributeMaxGridDimZ,        hipDeviceAttributeMaxBlockDimX,
      hipDeviceAttributeMaxBlockDimY,       hipDeviceAttributeMaxBlockDimZ};
  for (int i = 0; i < 8; ++i) now.attributes[{which[i], 1}] = 10 + i;
  const auto limits = runtime_api::limits();
  const auto extents = runtime_api::max_extents();
  EXPECT_EQ(limits.threads_per_block, 10u);
  EXPECT_EQ(limits.shared_bytes, 11u);
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(extents.grid[i], 12 + i);
    EXPECT_EQ(extents.block[i], 15 + i);
  }
}

TEST_F(hip_calls, describe_devices_and_links) {
  now.attributes[{hipDeviceAttributeMaxSharedMemoryPerBlock, 1}] = 65536;
  const diatomic::device_properties found = diatomic::properties(1);
  EXPECT_EQ(found.name, "a chip");
  EXPECT_EQ(found.architecture, "gfx90a");
  EXPECT_EQ(found.compute_units, 110);
  EXPECT_EQ(found.warp_size, 64);
  EXPECT_EQ(found.shared_bytes_per_block, 65536u);
  EXPECT_EQ(found.max_threads_per_block, 1024);
  EXPECT_EQ(found.l2_bytes, 77u);
  EXPECT_EQ(found.memory_bytes, 99u);
  const hipDeviceAttribute_t attributes[] = {hipDeviceAttributeHostNativeAtomicSupported,
                                             hipDeviceAttributeConcurrentManagedAccess,
                                             hipDeviceAttributePageableMemoryAccess};
  for (int has = 0; has < 3; ++has) {
    for (int i = 0; i < 3; ++i) now.attributes[{attributes[i], 1}] = i == has ? 2 : 0;
    const diatomic::device_properties one = diatomic::properties(1);
    EXPECT_EQ(one.host_native_atomics, has == 0);
    EXPECT_EQ(one.concurrent_managed_access, has == 1);
    EXPECT_EQ(one.pageable_memory_access, has == 2);
  }
  now.l2_bytes = -1;
  EXPECT_EQ(diatomic::properties(1).l2_bytes, 0u);
  now.architecture = "gfx1100";
  EXPECT_EQ(diatomic::properties(1).architecture, "gfx1100");
  using support = diatomic::link_support;
  for (const int native : {0, 1}) {
    now.attributes[{hipDeviceAttributeCanMapHostMemory, 1}] = 1 - native;
    now.attributes[{hipDeviceAttributeHostNativeAtomicSupported, 1}] = native;
    now.peer_attribute = native;
    const diatomic::link_atomics link = diatomic::host_link(1);
    EXPECT_EQ(link.access, native == 0);
    EXPECT_EQ(link.native, native != 0 ? support::some : support::none);
    const diatomic::link_atomics peer = diatomic::peer_link(1, 0);
    EXPECT_TRUE(peer.access);
    EXPECT_EQ(peer.native, native != 0 ? support::some : support::none);
  }
  const int native = hipDeviceAttributeHostNativeAtomicSupported;
  now.failures = {{"hipDeviceGetAttribute " + std::to_string(native) + " 1", hipErrorInvalidValue}};
  EXPECT_EQ(diatomic::host_link(1).native, support::unknown);
  EXPECT_EQ(now.last_error, hipSuccess);
  now.failures = {{"hipDeviceGetP2PAttribute", hipErrorInvalidValue}};
  EXPECT_EQ(diatomic::peer_link(1, 0).native, support::unknown);
  EXPECT_EQ(now.last_error, hipSuccess);
  now.can_access_peer = 0;
  EXPECT_EQ(diatomic::peer_link(1, 0).native, support::none);
  EXPECT_EQ(std::string(runtime_api::identify(1).data()), "0000:c1:00.0");
  EXPECT_EQ(now.calls.back(), "hipDeviceGetPCIBusId 32 1");
  for (const hipError_t none : {hipErrorNoDevice, hipErrorInsufficientDriver}) {
    now.failures = {{"hipGetDeviceCount", none}};
    EXPECT_EQ(diatomic::device_count(), 0);
    EXPECT_EQ(now.last_error, hipSuccess);
    EXPECT_EQ(diatomic::no_device_reason(),
              std::string(hipGetErrorString(none)) + " (" + hipGetErrorName(none) + ")");
  }
  now.failures = {{"hipGetDeviceCount", hipErrorInvalidValue}};
  EXPECT_THROW(diatomic::device_count(), diatomic::runtime_error);
  now.failures = {};
  EXPECT_EQ(diatomic::no_device_reason(), "");
  now.devices = 0;
  EXPECT_EQ(diatomic::no_device_reason(),
            std::string("no device (") + hipGetErrorName(hipErrorNoDevice) + ")");
}

}  // namespace
