// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams: queues of work on a device.

#include <diatomic/core/detail/host_code.hpp>

#include <memory>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>

#include DIATOMIC_RUNTIME_HEADER(runtime.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

struct stream_deleter {
  void operator()(driver::native_stream handle) const noexcept { driver::destroy(handle); }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// A queue of launches and event records, done one after the other, on the device that was
/// current when the stream was made.
class stream {
 public:
  /// A new stream of the current device.
  stream() : handle_(detail::driver::make_stream()) {}

  /// Waits for all that was queued, and throws what went wrong on the device meanwhile.
  void synchronize() { detail::driver::synchronize(native_handle()); }

  /// The vendor's handle, still owned by this object: `cudaStream_t`, `hipStream_t`.
  detail::driver::native_stream native_handle() const noexcept { return handle_.get(); }

 private:
  std::unique_ptr<std::remove_pointer_t<detail::driver::native_stream>, detail::stream_deleter>
      handle_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
