// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Events: moments in a stream's work, and the time between them.

#include <diatomic/core/detail/host_code.hpp>

#include <memory>
#include <type_traits>

#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

struct event_deleter {
  void operator()(runtime_api::native_event handle) const noexcept { runtime_api::destroy(handle); }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// A moment in a stream's work, to wait for or to time. The calls of a moved-from event throw
/// `runtime_error`.
class event {
 public:
  /// An event that has not been recorded.
  event() : handle_(detail::runtime_api::make_event()) {}

  /// Queues the event on `stream`: it happens when the earlier work on the stream is done.
  void record(stream_view stream) {
    detail::runtime_api::record(native_handle(), stream.native_handle());
  }

  /// Waits until the recorded event has happened; returns at once if none was recorded.
  void synchronize() const {
    if (native_handle() == nullptr) {
      throw runtime_error("synchronize", "invalid_handle", "the event was moved from");
    }
    detail::runtime_api::synchronize(native_handle());
  }

  /// The vendor's handle, still owned by this object: `cudaEvent_t`, `hipEvent_t`.
  detail::runtime_api::native_event native_handle() const noexcept { return handle_.get(); }

 private:
  std::unique_ptr<std::remove_pointer_t<detail::runtime_api::native_event>, detail::event_deleter>
      handle_;
};

/// Milliseconds from the event `start` to the event `stop`; waits for both. Throws if one was never
/// recorded.
inline float elapsed_ms(const event& start, const event& stop) {
  start.synchronize();
  stop.synchronize();
  return detail::runtime_api::elapsed_ms(start.native_handle(), stop.native_handle());
}

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
