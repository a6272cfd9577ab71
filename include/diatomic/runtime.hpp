// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The little that one program needs to run one kernel on every backend.
///
/// A kernel is a function object. What it works on comes as arguments; where it is, it asks:
///
///     struct doubled {
///       DIATOMIC_DEVICE void operator()(unsigned* values, unsigned n) const {
///         const unsigned i = diatomic::global_index();
///         if (i < n) values[i] *= 2;
///       }
///     };
///     diatomic::launch(4, 256, 0, stream, doubled{}, array.data(), 1000u);
///
/// Failures are exceptions of the class `runtime_error`. The atomics need nothing of this header.

#include <cstddef>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/detail/backend_select.hpp>
#include <diatomic/detail/runtime_types.hpp>
#include <diatomic/types.hpp>

// Defines the functions declared below, and `detail::driver`, on which this file builds the rest.
#include DIATOMIC_BACKEND_HEADER(runtime.hpp)

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Number of devices. It is 0, and no error, where there is no GPU or no driver; 1 on the host.
int device_count();

/// Why `device_count()` is 0, in the vendor's words; empty where there is a device.
std::string no_device_reason();

/// The device that this host thread allocates on and launches to.
int current_device();

/// Chooses the device of this host thread.
void use_device(int device);

/// What the runtime knows of a device.
device_properties properties(int device);

/// Number of the calling thread within its block. The functions from here to `sync_block` are for
/// kernels only, and for launches of any shape: in a block of two or three dimensions the numbers
/// are linear, x first, then y, then z, as the hardware fills its warps.
DIATOMIC_DEVICE unsigned thread_index();

/// Number of the calling thread's block within the grid; linear in a grid of any shape, x first.
DIATOMIC_DEVICE unsigned block_index();

/// Threads in a block, in all dimensions together.
DIATOMIC_DEVICE unsigned block_size();

/// Blocks in the grid, in all dimensions together.
DIATOMIC_DEVICE unsigned grid_size();

/// Threads that run in lockstep: 32 on NVIDIA, 32 or 64 on AMD, 1 on the host.
DIATOMIC_DEVICE unsigned warp_size();

/// Waits until every thread of the block is here; what they wrote before, to shared and to global
/// memory, all of them see after.
///
/// Every thread of the block must reach the same calls: GPUs may hang otherwise, the host throws
/// `runtime_error` "barrier not reached by all threads of the block" from `launch`.
DIATOMIC_DEVICE void sync_block();

/// Number of the calling thread within the grid; unique in grids of fewer than 2^32 threads.
DIATOMIC_DEVICE inline unsigned global_index() {
  return block_index() * block_size() + thread_index();
}

/// Threads in the grid, modulo 2^32: the stride of a loop over more elements than threads.
DIATOMIC_DEVICE inline unsigned global_size() { return grid_size() * block_size(); }

/// Number of the calling thread within its warp (NVIDIA) or wave (AMD); 0 on the host.
DIATOMIC_DEVICE inline unsigned lane_index() { return thread_index() % warp_size(); }

/// The shared memory that the launch asked for, as an array of `T`.
///
/// Every call returns the same address, aligned to 16 bytes, whatever `T`. A block finds it
/// uninitialised: the host fills it with a pattern that no kernel can take for zeros.
template <class T>
DIATOMIC_DEVICE inline T* shared_array() {
  static_assert(alignof(T) <= 16, "shared_array: shared memory is aligned to 16 bytes only");
  return static_cast<T*>(detail::driver::shared_memory());
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

struct stream_deleter {
  void operator()(driver::native_stream handle) const noexcept { driver::destroy(handle); }
};
struct event_deleter {
  void operator()(driver::native_event handle) const noexcept { driver::destroy(handle); }
};
struct memory_deleter {
  void operator()(void* memory) const noexcept { driver::release(memory); }
};

/// Bytes of `n` elements. More than a size can say are as good as more than any device has.
template <class T>
constexpr std::size_t bytes_of(std::size_t n) {
  constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max() / 2;
  return n > too_many / sizeof(T) ? too_many : n * sizeof(T);
}

/// Throws where there is no device of that number.
inline void check_device_number(int device, const char* call) {
  const int count = device_count();
  if (device >= 0 && device < count) return;
  throw runtime_error(call, driver::invalid_device,
                      "there is no device " + std::to_string(device) +
                          ", the number of devices is " + std::to_string(count));
}

template <class Kernel, class... Args>
void check_launchable() {
  static_assert(std::is_trivially_copyable_v<Kernel>,
                "launch: a kernel is copied to the device, so it must be trivially copyable");
  static_assert((std::is_trivially_copyable_v<Args> && ...),
                "launch: arguments are copied to the device, so they must be trivially copyable; "
                "of a device_array pass its data()");
}

/// Throws where the current device cannot run such a launch.
inline void check_geometry(unsigned grid, unsigned block, std::size_t shared_bytes) {
  const auto refuse = [](const std::string& why) {
    throw runtime_error("launch", driver::invalid_configuration, why);
  };
  if (grid == 0) refuse("a grid needs at least one block");
  if (block == 0) refuse("a block needs at least one thread");
  const driver::launch_limits most = driver::limits();
  if (block > most.threads_per_block) {
    refuse("a block of " + std::to_string(block) + " threads, and the device allows " +
           std::to_string(most.threads_per_block));
  }
  if (shared_bytes > most.shared_bytes) {
    refuse(std::to_string(shared_bytes) + " bytes of shared memory in a block, and the device " +
           "allows " + std::to_string(most.shared_bytes));
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

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

/// A moment in a stream's work, to wait for or to measure from.
class event {
 public:
  /// An event that has not been recorded.
  event() : handle_(detail::driver::make_event()) {}

  /// Queues the event: it happens when the work queued before it is done.
  void record(stream& on) { detail::driver::record(native_handle(), on.native_handle()); }

  /// Waits until the recorded event has happened; returns at once if none was recorded.
  void synchronize() const { detail::driver::synchronize(native_handle()); }

  /// The vendor's handle, still owned by this object: `cudaEvent_t`, `hipEvent_t`.
  detail::driver::native_event native_handle() const noexcept { return handle_.get(); }

 private:
  std::unique_ptr<std::remove_pointer_t<detail::driver::native_event>, detail::event_deleter>
      handle_;
};

/// Milliseconds from the event `start` to the event `stop`; waits for both. Throws if one was never
/// recorded.
inline float elapsed_ms(const event& start, const event& stop) {
  start.synchronize();
  stop.synchronize();
  return detail::driver::elapsed_ms(start.native_handle(), stop.native_handle());
}

/// An array in the memory of the device that is current when it is made.
///
/// Its memory is aligned for any type and starts uninitialised. The copies are synchronous: they
/// wait for the work that the runtime's streams have queued on the current device, so that a
/// `download` after a `launch` sees what the kernel wrote; and when they return all is done, so
/// that any work that is queued later sees it, on any stream, the vendor's non-blocking ones too.
/// What is queued on non-blocking streams they do not wait for: synchronise those first. So it is
/// with the runtime's streams on AMD, if a compiler option gives each host thread its own default
/// stream.
template <class T>
class device_array {
  // CUDA's pairs of halves are, but for a copy constructor that does what any would.
  static_assert(std::is_trivially_copyable_v<T> || number_kind_v<T> != kind::unknown,
                "device_array: T must be trivially copyable");
  static_assert(!std::is_same_v<T, bool>, "device_array: std::vector<bool> is no array of bool");

 public:
  /// `n` elements; `runtime_error` if the device has no memory for them.
  explicit device_array(std::size_t n) : size_(n) {
    if (n != 0) memory_.reset(detail::driver::allocate(detail::bytes_of<T>(n)));
  }
  /// Takes over the memory of `other`, which is then empty.
  ///@{
  device_array(device_array&& other) noexcept
      : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}
  device_array& operator=(device_array&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    return *this;
  }
  ///@}
  ~device_array() = default;

  /// Address of the first element, for kernels; null if there are none.
  T* data() noexcept { return static_cast<T*>(memory_.get()); }
  /// Address of the first element, for kernels that only read; null if there are none.
  const T* data() const noexcept { return static_cast<const T*>(memory_.get()); }

  /// Number of elements.
  std::size_t size() const noexcept { return size_; }

  /// Overwrites the first `n` elements with those at `from`; `std::length_error` if there are
  /// fewer.
  void upload(const T* from, std::size_t n) {
    if (n > size_) {
      throw std::length_error("device_array::upload: " + std::to_string(n) +
                              " elements into an array of " + std::to_string(size_));
    }
    if (n != 0) detail::driver::copy_to_device(data(), from, n * sizeof(T));
  }
  /// Overwrites the first elements with all of `from`; `std::length_error` if there are fewer.
  void upload(const std::vector<T>& from) { upload(from.data(), from.size()); }

  /// A copy of all elements.
  std::vector<T> download() const {
    std::vector<T> to(size_);
    if (size_ != 0) detail::driver::copy_to_host(to.data(), data(), size_ * sizeof(T));
    return to;
  }

  /// Sets every byte to `value`.
  void fill_bytes(unsigned char value) {
    if (size_ != 0) detail::driver::fill(data(), value, size_ * sizeof(T));
  }

 private:
  std::unique_ptr<void, detail::memory_deleter> memory_;
  std::size_t size_;
};

/// Runs `kernel(args...)` in each of `block` threads of each of `grid` blocks.
///
/// `shared_bytes` of shared memory go to each block. GPUs run it later, in the stream's order, and
/// report what goes wrong in the kernel at the next call that waits. The host runs it before
/// `launch` returns; what the kernel throws, `launch` throws, and blocks not yet begun are left
/// out. A launch that the device cannot run throws `runtime_error` at once: no blocks, no threads,
/// a larger block or more shared memory than the device has.
template <class Kernel, class... Args>
void launch(unsigned grid, unsigned block, std::size_t shared_bytes, stream& on, Kernel kernel,
            Args... args) {
  detail::check_launchable<Kernel, Args...>();
  detail::check_geometry(grid, block, shared_bytes);
  detail::driver::start(grid, block, shared_bytes, on.native_handle(), kernel, args...);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
