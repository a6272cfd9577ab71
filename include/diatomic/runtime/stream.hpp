// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams: queues of work on a device, and stream views, which all host calls take.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <memory>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/device.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {

struct stream_deleter {
  void operator()(runtime_api::native_stream handle) const noexcept {
    runtime_api::destroy(handle);
  }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_RUNTIME_NS {

/// A queue of launches and event records, executed in order, on the device that was current at
/// construction. A moved-from stream is the default stream.
class stream {
 public:
  /// A new stream of the current device.
  stream() : handle_(detail::runtime_api::make_stream()) {}

  /// Waits for all queued work, and throws errors that occurred on the device meanwhile.
  void synchronize() { detail::runtime_api::synchronize(native_handle()); }

  /// The vendor's handle, still owned by this object: `cudaStream_t`, `hipStream_t`.
  detail::runtime_api::native_stream native_handle() const noexcept { return handle_.get(); }

 private:
  std::unique_ptr<std::remove_pointer_t<detail::runtime_api::native_stream>, detail::stream_deleter>
      handle_;
};

/// A non-owning view of a stream, which every call that queues work takes. Trivially copyable; the
/// size of a pointer.
///
/// Converts implicitly from a `stream`, from the vendor's handle (`cudaStream_t`, `hipStream_t`),
/// and from another library's stream that converts implicitly to that handle. The stream must
/// outlive the last call that takes the view, and belong to the device that is current in that
/// call.
///
/// `stream_view()` and `nullptr` are the vendor's default stream, like stream 0 in `<<<>>>`; with
/// the compiler option for it, the calling host thread's default stream. On the host, where work is
/// done before the call returns, they are equivalent to any stream.
class stream_view {
  using native_stream = detail::runtime_api::native_stream;

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

  /// Neither a temporary stream nor a number converts.
  ///@{
  stream_view(stream&&) = delete;
  stream_view(int) = delete;
  ///@}

  /// Waits for all queued work, and throws errors that occurred on the device meanwhile.
  void synchronize() const { detail::runtime_api::synchronize(handle_); }

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
