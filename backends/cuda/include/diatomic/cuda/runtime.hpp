// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Host functions of the runtime that CUDA and HIP implement differently, for CUDA. The functions
/// are documented in `<diatomic/runtime/runtime.hpp>`.

#include <cstddef>

#include <cuda_runtime_api.h>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/gpu/runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

/// In a capture, records an external event: each run of the graph completes it.
inline void record(native_event what, native_stream stream) {
  check_stream(stream, "cudaEventRecord");
  cudaStreamCaptureStatus status{};
  const bool captured = is_answered(cudaStreamIsCapturing(stream, &status)) &&
                        status == cudaStreamCaptureStatusActive;
  const unsigned how = captured ? cudaEventRecordExternal : cudaEventRecordDefault;
  check_queued({cudaEventRecordWithFlags(what, stream, how), "cudaEventRecord"});
}

/// Small tables (`runtime/detail/table_layout.hpp`), as measured on H100 and H200. cudaMalloc
/// aligns to 512 bytes. Arrays of 1 and 8 KiB are fastest at odd multiples of half their size.
///@{
inline constexpr std::size_t largest_distance = 2048;
inline constexpr std::size_t table_alignment = std::size_t{64} << 10;
inline constexpr std::size_t largest_unaligned = std::size_t{8} << 10;
inline constexpr std::size_t largest_aligned = std::size_t{512} << 10;
///@}

inline void* allocate_for_peers(std::size_t bytes) { return allocate(bytes); }
inline constexpr bool peer_memory_is_fine_grained = false;

// The copies name the legacy stream, which waits for the runtime's streams even if the compiler
// makes stream 0 a per-thread stream. Then they synchronize with it, as cudaMemcpy need not: from
// pageable memory cudaMemcpy returns once the data is staged, and for 64 KB or less at once (CUDA
// Runtime API, "API synchronization behavior"), so that a non-blocking stream could see old data.
inline void copy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  check_not_captured(cudaStreamLegacy, "cudaMemcpyAsync", true);
  check(cudaMemcpyAsync(to, from, bytes, kind, cudaStreamLegacy), "cudaMemcpyAsync");
  synchronize(cudaStreamLegacy);
}
inline void copy_to_device(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyHostToDevice);
}
inline void copy_to_host(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyDeviceToHost);
}
inline void copy_on_device(void* to, const void* from, std::size_t bytes) {
  copy(to, from, bytes, cudaMemcpyDefault);
}
inline void fill(void* memory, unsigned char value, std::size_t bytes) {
  check_not_captured(cudaStreamLegacy, "cudaMemsetAsync", true);
  check(cudaMemsetAsync(memory, value, bytes, cudaStreamLegacy), "cudaMemsetAsync");
  synchronize(cudaStreamLegacy);
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
