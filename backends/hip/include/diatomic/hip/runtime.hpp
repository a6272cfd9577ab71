// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Host functions of the runtime that CUDA and HIP implement differently, for HIP. The functions
/// are documented in `<diatomic/runtime/runtime.hpp>`.

#include <cstddef>

#include <hip/hip_runtime_api.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/gpu/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

inline void record(native_event what, native_stream stream) {
  check_stream(stream, "hipEventRecord");
  check(hipEventRecord(what, stream), "hipEventRecord");
}

/// Small tables (`runtime/detail/table_layout.hpp`): the channels of CDNA's L2 cache interleave
/// every 256 bytes, by a hash of the address (ROCm Compute Profiler, "L2 cache"). Not measured.
///@{
inline constexpr std::size_t largest_distance = 256;
inline constexpr std::size_t table_alignment = 256;
inline constexpr std::size_t largest_unaligned = 0;
inline constexpr std::size_t largest_aligned = 0;
///@}

/// Fine-grained memory: devices see each other's writes while kernels run.
inline void* allocate_for_peers(std::size_t bytes) {
  void* memory = nullptr;
  check(hipExtMallocWithFlags(&memory, bytes, hipDeviceMallocFinegrained), "hipExtMallocWithFlags");
  return memory;
}
inline constexpr bool peer_memory_is_fine_grained = true;

// hipMemcpy follows cudaMemcpy, which from pageable memory may return once the data is staged,
// before a non-blocking stream can see the data.
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemcpy", true);
  check(hipMemcpy(to, from, bytes, hipMemcpyHostToDevice), "hipMemcpy");
  synchronize(native_stream{});
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemcpy", true);
  check(hipMemcpy(to, from, bytes, hipMemcpyDeviceToHost), "hipMemcpy");
}
inline void copy_on_device(void* to, const void* from, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemcpy", true);
  check(hipMemcpy(to, from, bytes, hipMemcpyDefault), "hipMemcpy");
  synchronize(native_stream{});
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  check_not_captured(nullptr, "hipMemset", true);
  check(hipMemset(memory, value, bytes), "hipMemset");
  synchronize(native_stream{});
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
