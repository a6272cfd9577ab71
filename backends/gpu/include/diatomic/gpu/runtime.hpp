// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The common part of CUDA's and HIP's `runtime.hpp`: devices, streams, events and memory. The
/// functions are documented in `<diatomic/runtime/runtime.hpp>`.

#include <cstddef>
#include <string>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device_properties.hpp>
#include <diatomic/runtime/error.hpp>

// clang-format off: a blank next to a slash would become part of the name.
#include DIATOMIC_RUNTIME_HEADER(detail/api.hpp)
// clang-format on

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

using errors = errors_of<api::status>;

inline int attribute(api::device_attribute which, int device) {
  int value = 0;
  check(api::get_attribute(&value, which, device));
  return value;
}

/// Throws if `call` on the stream would end an active capture of any host thread. This holds for a
/// call that waits for the stream, and for any call on the legacy stream, which waits for all
/// blocking streams. The query itself ends no capture (CUDA Runtime API, cudaStreamIsCapturing).
inline void check_not_captured(native_stream stream, const char* call, bool waits) {
  api::capture_status status{};
  const api::status answer = api::is_capturing(stream, &status);
  if (answer == api::capture_implicit) {
    errors::forget();
    throw runtime_error(call, errors::name(answer),
                        "a stream that the default stream waits for is being captured in a graph");
  }
  if (answer != errors::success) {  // An earlier error, which the call itself will report.
    errors::forget();
  } else if (waits && status == api::capture_active) {
    throw runtime_error(call, errors::name(api::capture_unsupported),
                        "the stream is being captured in a graph, so its work has not run");
  }
}

[[noreturn]] inline void refuse_stream_of_another_device(const char* call, int current) {
  throw runtime_error(
      call, errors::name(api::invalid_resource_handle),
      "the stream belongs to another device than the current device " + std::to_string(current));
}

/// Throws if no work can be queued on the stream: the default stream that waits for a stream in
/// capture, or another device's stream. Checks the device beforehand where the runtime reports it,
/// since a kernel may run on the stream's device, whatever device is current.
inline void check_stream(native_stream stream, const char* call) {
  if (api::is_default(stream)) return check_not_captured(stream, call, false);
  const int found = api::device_of(stream);
  if (found < 0) return;
  int current = 0;
  check(api::get_device(&current));
  if (found == current) return;
  int devices = 0;
  check(api::get_device_count(&devices));
  if (found < devices) refuse_stream_of_another_device(call, current);
}

/// As `check`, for a call that queues work on a stream.
inline void check_queued(api_result<api::status> result) {
  if (!api::finds_foreign_streams || result.status != api::invalid_resource_handle) {
    return check(result);
  }
  errors::forget();
  int device = 0;
  check(api::get_device(&device));
  refuse_stream_of_another_device(result.call, device);
}

inline native_stream make_stream() {
  native_stream made = nullptr;
  check(api::stream_create(&made));
  return made;
}
inline void destroy(native_stream old) noexcept { (void)api::stream_destroy(old); }
inline void synchronize(native_stream with) {
  check_not_captured(with, api::stream_synchronize.name, true);
  check(api::stream_synchronize(with));
}

inline native_event make_event() {
  native_event made = nullptr;
  check(api::event_create(&made));
  return made;
}
inline void destroy(native_event old) noexcept { (void)api::event_destroy(old); }
inline void synchronize(native_event with) { check(api::event_synchronize(with)); }
inline float elapsed_ms(native_event start, native_event stop) {
  float elapsed = 0;
  check(api::event_elapsed_time(&elapsed, start, stop));
  return elapsed;
}

inline void* allocate(std::size_t bytes) {
  void* memory = nullptr;
  check(api::device_malloc(&memory, bytes));
  return memory;
}
inline void release(void* memory) noexcept { (void)api::device_free(memory); }
/// Host and device see each other's writes while a kernel runs.
inline void* allocate_pinned(std::size_t bytes) {
  void* memory = nullptr;
  check(api::host_malloc(&memory, bytes, api::pinned_flags));
  return memory;
}
inline void release_pinned(void* memory) noexcept { (void)api::host_free(memory); }

inline void queue_copy_to_device(native_stream stream, void* to, const void* from,
                                 std::size_t bytes) {
  check_stream(stream, api::memcpy_async.name);
  check_queued(api::memcpy_async(to, from, bytes, api::host_to_device, stream));
}
inline void queue_copy_to_host(native_stream stream, void* to, const void* from,
                               std::size_t bytes) {
  check_stream(stream, api::memcpy_async.name);
  check_queued(api::memcpy_async(to, from, bytes, api::device_to_host, stream));
}
/// Of `n` rows of `bytes` bytes each, without gaps on the host. `pitch`: the bytes from one row to
/// the next on the device.
///@{
inline void queue_rows_to_device(native_stream stream, void* to, std::size_t pitch,
                                 const void* from, std::size_t bytes, std::size_t n) {
  check_stream(stream, api::memcpy_rows_async.name);
  check_queued(
      api::memcpy_rows_async(to, pitch, from, bytes, bytes, n, api::host_to_device, stream));
}
inline void queue_rows_to_host(native_stream stream, void* to, const void* from, std::size_t pitch,
                               std::size_t bytes, std::size_t n) {
  check_stream(stream, api::memcpy_rows_async.name);
  check_queued(
      api::memcpy_rows_async(to, bytes, from, pitch, bytes, n, api::device_to_host, stream));
}
///@}
inline void queue_fill(native_stream stream, void* memory, unsigned char value, std::size_t bytes) {
  check_stream(stream, api::memset_async.name);
  check_queued(api::memset_async(memory, value, bytes, stream));
}

struct launch_limits {
  unsigned threads_per_block;
  std::size_t shared_bytes;
};
/// Sizes along x, y and z.
struct shape_limits {
  unsigned grid[3];
  unsigned block[3];
};
inline launch_limits limits() {
  int device = 0;
  check(api::get_device(&device));
  return {static_cast<unsigned>(attribute(api::threads_per_block, device)),
          static_cast<std::size_t>(attribute(api::shared_bytes, device))};
}
inline shape_limits max_extents() {
  int device = 0;
  check(api::get_device(&device));
  shape_limits extents{};
  for (int i = 0; i < 3; ++i) {
    extents.grid[i] = static_cast<unsigned>(attribute(api::grid_extents[i], device));
    extents.block[i] = static_cast<unsigned>(attribute(api::block_extents[i], device));
  }
  return extents;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

inline int device_count() {
  int count = 0;
  const auto result = detail::runtime_api::api::get_device_count(&count);
  if (!detail::runtime_api::api::means_no_device(result.status)) {
    detail::runtime_api::check(result);
    return count;
  }
  detail::runtime_api::errors::forget();
  return 0;
}

inline std::string no_device_reason() {
  namespace api = detail::runtime_api::api;
  using errors = detail::runtime_api::errors;
  int count = 0;
  const api::status status = api::get_device_count(&count).status;
  if (status == errors::success && count > 0) return "";
  errors::forget();
  const api::status why = status == errors::success ? api::no_device : status;
  return std::string(errors::text(why)) + " (" + errors::name(why) + ")";
}

inline int current_device() {
  int device = 0;
  detail::runtime_api::check(detail::runtime_api::api::get_device(&device));
  return device;
}

inline void use_device(int device) {
  detail::runtime_api::check(detail::runtime_api::api::set_device(device));
}

inline device_properties properties(int device) {
  namespace api = detail::runtime_api::api;
  api::device_properties found;
  detail::runtime_api::check(api::get_properties(&found, device));
  const auto has = [&](api::device_attribute which) {  // False if the release lacks the attribute.
    int value = 0;
    return detail::runtime_api::is_answered(api::get_attribute(&value, which, device).status) &&
           value != 0;
  };
  device_properties result;
  result.name = found.name;
  result.architecture = api::architecture(found);
  result.architecture_number = api::architecture_number(found);
  result.compute_units = found.multiProcessorCount;
  result.warp_size = found.warpSize;
  result.max_threads_per_block = found.maxThreadsPerBlock;
  result.shared_bytes_per_block =
      static_cast<std::size_t>(detail::runtime_api::attribute(api::shared_bytes, device));
  result.l2_bytes = found.l2CacheSize > 0 ? static_cast<std::size_t>(found.l2CacheSize) : 0;
  result.memory_bytes = found.totalGlobalMem;
  result.host_native_atomics = has(api::host_native_atomics);
  result.concurrent_managed_access = has(api::concurrent_managed_access);
  result.pageable_memory_access = has(api::pageable_memory_access);
  return result;
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
