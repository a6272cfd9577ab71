// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Which functions of CUDA's runtime the host half calls, with which arguments; what it throws if
/// one fails, and what it says of devices. Without a GPU, on a substitute for CUDA's runtime.

#include "calls.hpp"

namespace cuda_calls_tests {
namespace {

constexpr std::uintptr_t own = 0x500;

TEST_F(cuda_calls, that_fail_are_named_and_forgotten) {
  const native_stream stream = stream_at(own);
  const auto event = reinterpret_cast<native_event>(0x60);
  int value = 0;
  diatomic::device_array<int> array(1);
  diatomic::spread_array<int> words(1, diatomic::bytes_apart(8));
  const struct {
    const char* fails;
    std::function<void()> call;
    const char* named;  ///< null: as the function that fails
  } all[] = {
      {"cudaStreamCreate", [] { const diatomic::stream made; }, nullptr},
      {"cudaStreamSynchronize", [&] { diatomic::stream_view(stream).synchronize(); }, nullptr},
      {"cudaEventCreate", [] { const diatomic::event made; }, nullptr},
      {"cudaEventRecordWithFlags", [&] { runtime_api::record(event, stream); }, "cudaEventRecord"},
      {"cudaEventSynchronize", [&] { runtime_api::synchronize(event); }, nullptr},
      {"cudaEventElapsedTime", [&] { (void)runtime_api::elapsed_ms(event, event); }, nullptr},
      {"cudaMalloc", [] { const diatomic::device_array<int> made(3); }, nullptr},
      {"cudaHostAlloc", [] { const diatomic::pinned_array<int> made(3); }, nullptr},
      {"cudaMemcpyAsync", [&] { array.upload(&value, 1); }, nullptr},
      {"cudaStreamSynchronize", [&] { array.upload(&value, 1); }, nullptr},
      {"cudaMemcpyAsync", [&] { (void)array.download(); }, nullptr},
      {"cudaStreamSynchronize", [&] { (void)array.download(); }, nullptr},
      {"cudaMemsetAsync", [&] { array.fill_bytes(1); }, nullptr},
      {"cudaStreamSynchronize", [&] { array.fill_bytes(1); }, nullptr},
      {"cudaMemcpyAsync", [&] { array.upload(stream, &value, 1); }, nullptr},
      {"cudaMemcpyAsync", [&] { array.download(stream, &value, 1); }, nullptr},
      {"cudaMemsetAsync", [&] { array.fill_bytes(stream, 1); }, nullptr},
      {"cudaMalloc", [] { const diatomic::spread_array<int> made(3); }, nullptr},
      {"cudaMemcpyAsync", [&] { words.upload(&value, 1); }, nullptr},
      {"cudaMemcpyAsync", [&] { (void)words.download(); }, nullptr},
      {"cudaMemsetAsync", [&] { words.fill_bytes(1); }, nullptr},
      {"cudaMemcpy2DAsync", [&] { words.upload(stream, &value, 1); }, nullptr},
      {"cudaMemcpy2DAsync", [&] { words.download(stream, &value, 1); }, nullptr},
      {"cudaMemsetAsync", [&] { words.fill_bytes(stream, 1); }, nullptr},
      {"cudaGetDeviceCount", [] { (void)diatomic::device_count(); }, nullptr},
      {"cudaGetDevice", [] { (void)diatomic::current_device(); }, nullptr},
      {"cudaGetDevice", [] { (void)runtime_api::limits(); }, nullptr},
      {"cudaGetDevice", [] { (void)runtime_api::max_extents(); }, nullptr},
      {"cudaDeviceGetAttribute", [] { (void)runtime_api::limits(); }, nullptr},
      {"cudaSetDevice", [] { diatomic::use_device(0); }, nullptr},
      {"cudaGetDeviceProperties", [] { (void)diatomic::properties(1); }, nullptr},
      {"cudaGetDeviceProperties", [] { (void)runtime_api::identify(0); }, nullptr},
      {"cudaDeviceEnablePeerAccess", [] { diatomic::enable_peer_access(1); }, nullptr},
      {"cudaDeviceGetAttribute", [] { (void)diatomic::host_link(1); }, nullptr},
      {"cudaDeviceCanAccessPeer", [] { (void)diatomic::peer_link(0, 1); }, nullptr},
      {"cudaDeviceGetP2PAttribute", [] { (void)diatomic::peer_link(0, 1); }, nullptr},
      {"cudaIpcGetMemHandle", [&] { (void)runtime_api::share_memory(&value); }, nullptr},
      {"cudaIpcOpenMemHandle", [] { (void)runtime_api::open_memory({}); }, nullptr},
  };
  for (const auto& each : all) {
    substitute.failures = {{each.fails, cudaErrorNotSupported}};
    expect_error(each.call, each.named != nullptr ? each.named : each.fails,
                 "cudaErrorNotSupported", "the text of an error");
  }
  substitute.failures = {};
  for (const auto& each : all) EXPECT_NO_THROW(each.call()) << each.fails;
}

TEST_F(cuda_calls, are_those_of_the_runtime) {
  const native_stream stream = stream_at(own);
  int value = 0;
  const std::string host = substitute.text(&value);
  const auto synchronize = std::string("cudaStreamSynchronize 1");
  diatomic::device_array<int> array(5);
  EXPECT_EQ(calls_of([&] { array.upload(&value, 1); }),
            (lines{"cudaMemcpyAsync 112 " + host + " 4 1 1", synchronize}));
  EXPECT_EQ(calls_of([&] { (void)array.download(); }).size(), 2u);
  EXPECT_EQ(calls_of([&] { runtime_api::copy_to_host(&value, array.data(), 4); }),
            (lines{"cudaMemcpyAsync " + host + " 112 4 2 1", synchronize}));
  EXPECT_EQ(calls_of([&] { runtime_api::copy_on_device(array.data(), &value, 4); }),
            (lines{"cudaMemcpyAsync 112 " + host + " 4 4 1", synchronize}));
  EXPECT_EQ(calls_of([&] { array.fill_bytes(7); }),
            (lines{"cudaMemsetAsync 112 7 20 1", synchronize}));
  EXPECT_EQ(calls_of([&] { array.upload(stream, &value, 1); }),
            (lines{"cudaMemcpyAsync 112 " + host + " 4 1 1280"}));
  EXPECT_EQ(calls_of([&] { array.download(stream, &value, 1); }),
            (lines{"cudaMemcpyAsync " + host + " 112 4 2 1280"}));
  EXPECT_EQ(calls_of([&] { array.fill_bytes(stream, 200); }),
            (lines{"cudaMemsetAsync 112 200 20 1280"}));
  EXPECT_EQ(calls_of([] { const diatomic::device_array<int> made(6); }),
            (lines{"cudaMalloc 24", "cudaFree 112"}));
  EXPECT_EQ(calls_of([] { const diatomic::pinned_array<int> made(6); }),
            (lines{"cudaHostAlloc 24 3", "cudaFreeHost 128"}));
  EXPECT_EQ(calls_of([] { const diatomic::stream made; }),
            (lines{"cudaStreamCreate", "cudaStreamDestroy 80"}));
  EXPECT_EQ(calls_of([] { const diatomic::event made; }),
            (lines{"cudaEventCreate", "cudaEventDestroy 96"}));
  substitute.elapsed = 2.5f;
  EXPECT_EQ(
      runtime_api::elapsed_ms(reinterpret_cast<native_event>(3), reinterpret_cast<native_event>(4)),
      2.5f);
  EXPECT_EQ(substitute.calls.back(), "cudaEventElapsedTime 3 4");
}

TEST_F(cuda_calls, of_spread_words_are_of_rows) {
  const native_stream stream = stream_at(own);
  int values[3] = {};
  const std::string host = substitute.text(values);
  constexpr int some = 1000;
  diatomic::spread_array<int> words(some);  // 64 bytes apart
  const std::string first = std::to_string(std::uintptr_t{1} << 16);
  EXPECT_EQ(substitute.calls.back(), "cudaMalloc " + std::to_string(999 * 64 + 4 + 65535));
  EXPECT_EQ(calls_of([&] { words.upload(stream, values, 3); }),
            (lines{"cudaMemcpy2DAsync " + first + " 64 " + host + " 4 4 3 1 1280"}));
  EXPECT_EQ(calls_of([&] { words.download(stream, values, 2); }),
            (lines{"cudaMemcpy2DAsync " + host + " 4 " + first + " 64 4 2 2 1280"}));
  EXPECT_EQ(calls_of([&] { words.upload(stream, values, 0); }), lines{});
  EXPECT_EQ(calls_of([&] { words.download(stream, values, 0); }), lines{});
  const std::string table = std::to_string(999 * 64 + 4);
  EXPECT_EQ(calls_of([&] { words.fill_bytes(stream, 9); }),
            (lines{"cudaMemsetAsync " + first + " 9 " + table + " 1280"}));
  const lines upload = calls_of([&] { words.upload(values, 3); });
  ASSERT_EQ(upload.size(), 2u);
  EXPECT_EQ(upload[0].rfind("cudaMemcpyAsync " + first, 0), 0u);
  EXPECT_NE(upload[0].find(" 132 1 1"), std::string::npos) << upload[0];  // two gaps
  diatomic::spread_array<int> dense(3, diatomic::spread_over(0));
  EXPECT_EQ(calls_of([&] { dense.upload(stream, values, 3); }),
            (lines{"cudaMemcpyAsync 112 " + host + " 12 1 1280"}));
  EXPECT_EQ(calls_of([&] { dense.download(stream, values, 2); }),
            (lines{"cudaMemcpyAsync " + host + " 112 8 2 1280"}));
}

/// Above 8 KiB, up to 512 KiB, at a multiple of the size, rounded up to a power of two, or of 64
/// KiB.
TEST_F(cuda_calls, of_arrays_leave_room_for_their_alignment) {
  const auto allocate = [](std::size_t bytes, std::uintptr_t where, std::size_t alignment) {
    substitute.next_memory = where;
    const lines calls = calls_of([=] {
      diatomic::device_array<unsigned char> array(bytes);
      const auto first = reinterpret_cast<std::uintptr_t>(array.data());
      EXPECT_EQ(first % alignment, 0u) << bytes;
      EXPECT_GE(first, where) << bytes;
      EXPECT_LT(first - where, alignment) << bytes;
      EXPECT_EQ(std::as_const(array).data(), array.data());
      unsigned char* const before = array.data();
      diatomic::device_array<unsigned char> other(std::move(array));
      EXPECT_EQ(other.data(), before);
      EXPECT_EQ(array.data(), nullptr);
      array = std::move(other);
      EXPECT_EQ(array.data(), before);
      EXPECT_EQ(other.data(), nullptr);
    });
    EXPECT_EQ(calls, (lines{"cudaMalloc " + std::to_string(bytes + alignment - 1),
                            "cudaFree " + std::to_string(where)}));
  };
  constexpr std::size_t kib = 1024;
  const std::pair<std::size_t, std::size_t> sizes[] = {{1, 1},
                                                       {513, 1},
                                                       {8 * kib, 1},
                                                       {8 * kib + 1, 16 * kib},
                                                       {16 * kib, 16 * kib},
                                                       {32 * kib, 32 * kib},
                                                       {32 * kib + 1, 64 * kib},
                                                       {64 * kib, 64 * kib},
                                                       {64 * kib + 1, 64 * kib},
                                                       {512 * kib, 64 * kib},
                                                       {512 * kib + 1, 1},
                                                       {std::size_t{1} << 40, 1}};
  for (const auto& [bytes, alignment] : sizes) {
    for (const std::uintptr_t where : {0x200u, 0x400u, 0x10000u, 0x10200u, 0x7fe00u, 0xabcd00u}) {
      allocate(bytes, where, alignment);
    }
  }
}

TEST_F(cuda_calls, of_shared_memory_are_those_of_the_runtime) {
  constexpr std::size_t piece = std::size_t{2} << 20;
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  const std::pair<std::size_t, std::size_t> sizes[] = {
      {1, piece}, {piece - 1, piece}, {piece, piece}, {piece + 1, 2 * piece}, {most, most}};
  for (const auto& [asked, given] : sizes) {
    EXPECT_EQ(calls_of([&, bytes = asked] { runtime_api::allocate_for_processes(bytes); }),
              (lines{"cudaMalloc " + std::to_string(given)}));
  }
  int value = 0;
  EXPECT_EQ(runtime_api::open_memory(runtime_api::share_memory(&value)), &value);
  EXPECT_EQ(substitute.calls.back(), "cudaIpcOpenMemHandle 1");
  EXPECT_EQ(calls_of([] { runtime_api::close_memory(at<void>(0x90)); }),
            (lines{"cudaIpcCloseMemHandle 144"}));
  EXPECT_EQ(calls_of([] { runtime_api::release_for_processes(at<void>(0x90)); }),
            (lines{"cudaFree 144"}));
}

TEST_F(cuda_calls, tell_how_many_devices_there_are) {
  substitute.devices = 3;
  EXPECT_EQ(diatomic::device_count(), 3);
  EXPECT_EQ(diatomic::no_device_reason(), "");
  for (const cudaError_t none :
       {cudaErrorNoDevice, cudaErrorInsufficientDriver, cudaErrorStubLibrary}) {
    substitute.failures = {{"cudaGetDeviceCount", none}};
    EXPECT_EQ(diatomic::device_count(), 0);
    EXPECT_EQ(substitute.last_error, cudaSuccess);
    EXPECT_EQ(diatomic::no_device_reason(),
              std::string(cudaGetErrorString(none)) + " (" + cudaGetErrorName(none) + ")");
    EXPECT_EQ(substitute.last_error, cudaSuccess);
  }
  substitute.failures = {};
  substitute.devices = 0;
  EXPECT_EQ(diatomic::device_count(), 0);
  EXPECT_EQ(diatomic::no_device_reason(), "no device (cudaErrorNoDevice)");
  substitute.current = 7;
  EXPECT_EQ(diatomic::current_device(), 7);
  diatomic::use_device(4);
  EXPECT_EQ(substitute.current, 4);
}

TEST_F(cuda_calls, describe_a_device) {
  cudaDeviceProp& p = substitute.properties;
  p = {"a chip", {}, 1u << 20, 10, 3, 132, 32, 1024, 50};
  const cudaDeviceAttr attributes[] = {cudaDevAttrHostNativeAtomicSupported,
                                       cudaDevAttrConcurrentManagedAccess,
                                       cudaDevAttrPageableMemoryAccess};
  substitute.attributes[{cudaDevAttrMaxSharedMemoryPerBlockOptin, 1}] = 999;
  for (int has = 0; has < 3; ++has) {
    for (int i = 0; i < 3; ++i) substitute.attributes[{attributes[i], 1}] = i == has ? 2 : 0;
    const diatomic::device_properties found = diatomic::properties(1);
    EXPECT_EQ(found.name, "a chip");
    EXPECT_EQ(found.architecture, "sm_103");
    EXPECT_EQ(found.compute_units, 132);
    EXPECT_EQ(found.warp_size, 32);
    EXPECT_EQ(found.max_threads_per_block, 1024);
    EXPECT_EQ(found.shared_bytes_per_block, 999u);
    EXPECT_EQ(found.l2_bytes, 50u);
    EXPECT_EQ(found.memory_bytes, 1u << 20);
    EXPECT_EQ(found.host_native_atomics, has == 0);
    EXPECT_EQ(found.concurrent_managed_access, has == 1);
    EXPECT_EQ(found.pageable_memory_access, has == 2);
  }
  p.l2CacheSize = -1;
  EXPECT_EQ(diatomic::properties(1).l2_bytes, 0u);
}

TEST_F(cuda_calls, tell_the_limits_of_the_current_device) {
  substitute.current = 1;
  for (int device = 0; device < 2; ++device) {
    for (int which = 1; which < 100; ++which) {
      substitute.attributes[{which, device}] = 1000 * device + which;
    }
  }
  const auto limits = runtime_api::limits();
  EXPECT_EQ(limits.threads_per_block, 1000u + cudaDevAttrMaxThreadsPerBlock);
  EXPECT_EQ(limits.shared_bytes, 1000u + cudaDevAttrMaxSharedMemoryPerBlockOptin);
  const auto extents = runtime_api::max_extents();
  for (unsigned i = 0; i < 3; ++i) {
    EXPECT_EQ(extents.grid[i], 1000u + cudaDevAttrMaxGridDimX + i);
    EXPECT_EQ(extents.block[i], 1000u + cudaDevAttrMaxBlockDimX + i);
  }
}

TEST_F(cuda_calls, describe_links_to_the_host) {
  for (const int access : {0, 1}) {
    for (const int all : {0, 1}) {
      for (const int some : {0, 1}) {
        substitute.attributes[{cudaDevAttrCanMapHostMemory, 1}] = access;
        substitute.attributes[{cudaDevAttrHostNativeAtomicSupported, 1}] = all;
        substitute.attributes[{cudaDevAttrOnlyPartialHostNativeAtomicSupported, 1}] = some;
        for (unsigned i = 0; i < 13; ++i) substitute.link_masks[i] = 0xff00 + i * 9;
        const diatomic::link_atomics link = diatomic::host_link(1);
        EXPECT_EQ(link.access, access != 0);
        EXPECT_EQ(link.native, all != 0    ? diatomic::link_support::all
                               : some != 0 ? diatomic::link_support::some
                                           : diatomic::link_support::none);
        ASSERT_TRUE(link.operations.has_value());
        for (unsigned i = 0; i < 13; ++i) {
          EXPECT_EQ((*link.operations)[i].bits, i * 9) << i;
        }
        EXPECT_EQ(substitute.calls.back(), "cudaDeviceGetHostAtomicCapabilities 13 1");
      }
    }
  }
  substitute.failures = {{"cudaDeviceGetHostAtomicCapabilities", cudaErrorNotSupported}};
  EXPECT_FALSE(diatomic::host_link(1).operations.has_value());
  EXPECT_EQ(substitute.last_error, cudaSuccess);
}

TEST_F(cuda_calls, describe_links_to_peers) {
  for (const int all : {0, 1}) {
    for (const int some : {0, 1}) {
      substitute.peer_attributes[{cudaDevP2PAttrNativeAtomicSupported, 0}] = all;
      substitute.peer_attributes[{cudaDevP2PAttrOnlyPartialNativeAtomicSupported, 0}] = some;
      substitute.link_masks[12] = 0x41;
      const diatomic::link_atomics link = diatomic::peer_link(1, 0);
      EXPECT_TRUE(link.access);
      EXPECT_EQ(link.native, all != 0    ? diatomic::link_support::all
                             : some != 0 ? diatomic::link_support::some
                                         : diatomic::link_support::none);
      EXPECT_EQ((*link.operations)[12].bits, 0x41u);
      EXPECT_EQ(substitute.calls.back(), "cudaDeviceGetP2PAtomicCapabilities 13 1 0");
    }
  }
  substitute.can_access_peer = false;
  const diatomic::link_atomics none = diatomic::peer_link(1, 0);
  EXPECT_FALSE(none.access || none.operations.has_value());
  EXPECT_EQ(none.native, diatomic::link_support::none);
  EXPECT_EQ(substitute.calls.back(), "cudaDeviceCanAccessPeer 1 0");
  EXPECT_EQ(calls_of([] { diatomic::enable_peer_access(1); }),
            (lines{"cudaDeviceEnablePeerAccess 1 0"}));
  substitute.failures = {{"cudaDeviceEnablePeerAccess", cudaErrorPeerAccessAlreadyEnabled}};
  EXPECT_NO_THROW(diatomic::enable_peer_access(1));
  EXPECT_EQ(substitute.last_error, cudaSuccess);
  for (int i = 0; i < 16; ++i) substitute.properties.uuid.bytes[i] = static_cast<char>(i + 1);
  const runtime_api::device_id id = runtime_api::identify(1);
  for (int i = 0; i < 32; ++i) EXPECT_EQ(id[static_cast<unsigned>(i)], i < 16 ? i + 1 : 0);
}

/// Queries that an older driver lacks have an answer; the error of any other names its call.
TEST_F(cuda_calls, that_a_driver_lacks_are_answered) {
  const auto lack = [](const std::string& call) {
    substitute.failures = {{call, cudaErrorNotSupported}};
  };
  const cudaDeviceAttr attributes[] = {cudaDevAttrHostNativeAtomicSupported,
                                       cudaDevAttrConcurrentManagedAccess,
                                       cudaDevAttrPageableMemoryAccess};
  for (const cudaDeviceAttr each : attributes) substitute.attributes[{each, 1}] = 1;
  for (int lacked = 0; lacked < 3; ++lacked) {
    lack("cudaDeviceGetAttribute " + std::to_string(attributes[lacked]) + " 1");
    const diatomic::device_properties found = diatomic::properties(1);
    EXPECT_EQ(substitute.last_error, cudaSuccess);
    EXPECT_EQ(found.host_native_atomics, lacked != 0);
    EXPECT_EQ(found.concurrent_managed_access, lacked != 1);
    EXPECT_EQ(found.pageable_memory_access, lacked != 2);
  }
  lack("cudaDeviceGetAttribute " + std::to_string(cudaDevAttrMaxSharedMemoryPerBlockOptin) + " 1");
  expect_error([] { (void)diatomic::properties(1); }, "cudaDeviceGetAttribute",
               "cudaErrorNotSupported", "the text of an error");
  using support = diatomic::link_support;
  substitute.attributes[{cudaDevAttrHostNativeAtomicSupported, 1}] = 0;
  substitute.attributes[{cudaDevAttrOnlyPartialHostNativeAtomicSupported, 1}] = 1;
  lack("cudaDeviceGetAttribute 147 1");
  EXPECT_EQ(diatomic::host_link(1).native, support::none);
  EXPECT_TRUE(diatomic::host_link(1).operations.has_value());
  substitute.peer_attributes[{cudaDevP2PAttrOnlyPartialNativeAtomicSupported, 0}] = 1;
  lack("cudaDeviceGetP2PAttribute 5 1 0");
  EXPECT_EQ(diatomic::peer_link(1, 0).native, support::none);
  EXPECT_TRUE(diatomic::peer_link(1, 0).operations.has_value());
  lack("cudaDeviceGetP2PAtomicCapabilities");
  EXPECT_EQ(diatomic::peer_link(1, 0).native, support::some);
  EXPECT_FALSE(diatomic::peer_link(1, 0).operations.has_value());
  EXPECT_EQ(substitute.last_error, cudaSuccess);
}

TEST_F(cuda_calls, name_devices_that_are_not_there) {
  substitute.devices = 3;
  substitute.current = 1;
  for (const int wrong : {-1, 3, 7}) {
    const std::string text =
        "there is no device " + std::to_string(wrong) + ", the number of devices is 3";
    const std::pair<const char*, std::function<void()>> all[] = {
        {"host_link", [=] { (void)diatomic::host_link(wrong); }},
        {"peer_link", [=] { (void)diatomic::peer_link(wrong, 0); }},
        {"peer_link", [=] { (void)diatomic::peer_link(0, wrong); }},
        {"enable_peer_access", [=] { diatomic::enable_peer_access(wrong); }}};
    for (const auto& [name, call] : all) expect_error(call, name, "cudaErrorInvalidDevice", text);
  }
  for (int device = 0; device < 3; ++device) {
    const std::string text =
        "device " + std::to_string(device) + " is not its own peer: pass two different devices";
    expect_error([=] { (void)diatomic::peer_link(device, device); }, "peer_link",
                 "cudaErrorInvalidDevice", text);
    substitute.current = device;
    expect_error([=] { diatomic::enable_peer_access(device); }, "enable_peer_access",
                 "cudaErrorInvalidDevice", text);
    EXPECT_NO_THROW(diatomic::enable_peer_access((device + 1) % 3));
  }
}

/// Processing elements refuse links over which not all atomics are native, unless they are trusted.
TEST_F(cuda_calls, tell_which_links_processing_elements_can_use) {
  using diatomic::transports::peer::check_link;
  for (const int all : {0, 1}) {
    for (const int some : {0, 1}) {
      substitute.peer_attributes[{cudaDevP2PAttrNativeAtomicSupported, 0}] = all;
      substitute.peer_attributes[{cudaDevP2PAttrOnlyPartialNativeAtomicSupported, 0}] = some;
      substitute.can_access_peer = true;
      EXPECT_NO_THROW(check_link(1, 0, true));
      if (all != 0) {
        EXPECT_NO_THROW(check_link(1, 0, false));
      } else {
        expect_error([] { check_link(1, 0, false); }, "world", "no_peer_atomics",
                     "not all atomics are native from device 1 to device 0");
      }
      substitute.can_access_peer = false;
      for (const bool trust : {false, true}) {
        expect_error([=] { check_link(1, 0, trust); }, "world", "no_peer_access",
                     "no access from device 1 to device 0");
        EXPECT_EQ(calls_of([=] { check_link(1, 1, trust); }), lines{});
      }
    }
  }
}

}  // namespace
}  // namespace cuda_calls_tests
