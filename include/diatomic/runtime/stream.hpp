// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams: queues of work on a device, and views of streams, which all host calls take.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device.hpp>

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
/// current when the stream was made. One that was moved from is the default stream.
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

/// A stream that somebody else owns: what every call takes that queues work. Trivially copyable;
/// the size of a pointer.
///
/// It is made implicitly from a `stream`, from the vendor's handle (`cudaStream_t`, `hipStream_t`),
/// and from another library's stream that converts to that handle implicitly. The stream must live
/// until the last call that takes the view has returned, and belong to the device that is current
/// then.
///
/// `stream_view()` and `nullptr` are the vendor's default stream, as stream 0 is in `<<<>>>`: with
/// a compiler's option for it, the default stream of the calling host thread. On the host, where
/// work is done before the call returns, they are as good as any stream.
class stream_view {
  using native_stream = detail::driver::native_stream;

 public:
  /// The default stream.
  constexpr stream_view() noexcept = default;
  /// The default stream.
  constexpr stream_view(std::nullptr_t) noexcept {}
  /// The stream of the vendor's `handle`.
  constexpr stream_view(native_stream handle) noexcept : handle_(handle) {}
  /// The stream `owner`.
  stream_view(const stream& owner) noexcept : handle_(owner.native_handle()) {}
  /// The stream of `other`, an object of another library that converts to the vendor's handle.
  template <class Other, class = std::enable_if_t<std::is_class_v<Other> &&
                                                  std::is_convertible_v<Other, native_stream>>>
  stream_view(const Other& other) noexcept(noexcept(static_cast<native_stream>(other)))
      : handle_(other) {}

  /// A stream that is gone when the expression ends, and a number, which names no stream.
  ///@{
  stream_view(stream&&) = delete;
  stream_view(int) = delete;
  ///@}

  /// Waits for all that was queued, and throws what went wrong on the device meanwhile.
  void synchronize() const { detail::driver::synchronize(handle_); }

  /// The vendor's handle: `cudaStream_t`, `hipStream_t`.
  constexpr native_stream native_handle() const noexcept { return handle_; }

  /// True if the two are views of one handle.
  ///@{
  friend constexpr bool operator==(stream_view a, stream_view b) noexcept {
    return a.handle_ == b.handle_;
  }
  friend constexpr bool operator!=(stream_view a, stream_view b) noexcept { return !(a == b); }
  ///@}

 private:
  native_stream handle_ = nullptr;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic
