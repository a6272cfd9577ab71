// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Which functions of HIP's runtime the host half calls where HIP differs from CUDA, with which
/// arguments, and what it throws. On a substitute for HIP's runtime; needs HIP's headers only.

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
  static void expect_error(Call call, const std::string& named) {
    try {
      call();
      ADD_FAILURE() << named << " did not throw";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.call(), named);
    }
    EXPECT_EQ(now.last_error, hipSuccess) << named;
  }
};
const hipStream_t some_stream = reinterpret_cast<hipStream_t>(0x500);
const hipEvent_t some_event = reinterpret_cast<hipEvent_t>(0x60);

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
  EXPECT_EQ(calls_of([] { runtime_api::record(some_event, some_stream); }),
            (lines{"hipEventRecord 96 1280"}));
  constexpr unsigned coherent = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocCoherent;
  EXPECT_EQ(calls_of([] { const diatomic::pinned_array<int> made(6); }),
            (lines{"hipHostMalloc 24 " + std::to_string(coherent), "hipHostFree 128"}));
  EXPECT_EQ(calls_of([] { runtime_api::allocate_for_peers(24); }),
            (lines{"hipExtMallocWithFlags 24 " + std::to_string(hipDeviceMallocFinegrained)}));
  static_assert(runtime_api::peer_memory_is_fine_grained);
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
      {"hipGetDevice", [] { (void)diatomic::current_device(); }},
      {"hipSetDevice", [] { diatomic::use_device(0); }},
      {"hipDeviceEnablePeerAccess", [] { diatomic::enable_peer_access(1); }},
      {"hipDeviceCanAccessPeer", [] { (void)diatomic::peer_link(0, 1); }},
      {"hipDeviceGetPCIBusId", [] { (void)runtime_api::identify(0); }}};
  for (const auto& [fails, call] : all) {
    now.failures = {{fails, hipErrorInvalidValue}};
    expect_error(call, fails);
  }
}

TEST_F(hip_calls, are_refused_in_captures_and_on_other_devices) {
  int value = 0;
  diatomic::device_array<int> array(1);
  now.device_of_streams = 1;
  expect_error([&] { array.upload(some_stream, &value, 1); }, "hipMemcpyAsync");
  expect_error([&] { array.fill_bytes(some_stream, 1); }, "hipMemsetAsync");
  expect_error([&] { runtime_api::record(some_event, some_stream); }, "hipEventRecord");
  for (const int other : {-1, 2, 99}) {
    now.device_of_streams = other;
    EXPECT_NO_THROW(array.upload(some_stream, &value, 1)) << other;
  }
  now.device_of_streams = 1;
  EXPECT_NO_THROW(array.upload(nullptr, &value, 1));
  now.capture = hipStreamCaptureStatusActive;
  expect_error([&] { array.upload(&value, 1); }, "hipMemcpy");
  expect_error([&] { (void)array.download(); }, "hipMemcpy");
  expect_error([&] { array.fill_bytes(1); }, "hipMemset");
  expect_error([] { diatomic::stream_view(some_stream).synchronize(); }, "hipStreamSynchronize");
  now.capture = hipStreamCaptureStatusNone;
  now.failures = {{"hipStreamIsCapturing", hipErrorStreamCaptureImplicit}};
  expect_error([&] { array.upload(nullptr, &value, 1); }, "hipMemcpyAsync");
}

TEST_F(hip_calls, describe_devices_and_links) {
  now.attributes[{hipDeviceAttributeMaxSharedMemoryPerBlock, 1}] = 65536;
  const diatomic::device_properties found = diatomic::properties(1);
  EXPECT_EQ(found.name, "a chip");
  EXPECT_EQ(found.architecture, "gfx90a");
  EXPECT_EQ(found.compute_units, 110);
  EXPECT_EQ(found.warp_size, 64);
  EXPECT_EQ(found.shared_bytes_per_block, 65536u);
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
  }
  now.failures = {{"hipGetDeviceCount", hipErrorInvalidValue}};
  EXPECT_THROW(diatomic::device_count(), diatomic::runtime_error);
}

}  // namespace
