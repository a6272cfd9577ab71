// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's functions that prepare its lock arrays. Only objects without a suitable atomic
/// instruction have locks (`desul_names.hpp`), and host locks need no preparation.
///
/// Kernels of one source share locks without any of these calls. To share locks between sources,
/// call `ensure_cuda_lock_arrays_on_device()` in each source before its first launch on each
/// device, as Kokkos does on every launch; later calls cost one check. With `-rdc=true` (HIP:
/// `-fgpu-rdc`) sources share locks without it.

#include <diatomic/compat/detail/desul_locks.hpp>

#if DIATOMIC_HAS_HOST_CODE && (DIATOMIC_IN_HOST_HALF || DIATOMIC_DEVICE_PASS)
#define DIATOMIC_DETAIL_PUBLISHES_LOCKS 1
#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include <diatomic/runtime/runtime.hpp>
#else
#define DIATOMIC_DETAIL_PUBLISHES_LOCKS 0
#endif

#if DIATOMIC_DETAIL_PUBLISHES_LOCKS
namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Each device's set of locks, created on first use.
class device_lock_sets {
 public:
  /// The program's only instance. Never destroyed: kernels may outlive static destruction.
  static device_lock_sets& of_program() {
    static device_lock_sets& all = *new device_lock_sets;
    return all;
  }
  /// The locks of `device`, which must be current.
  unsigned* of(int device) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto i = static_cast<std::size_t>(device);
    if (i >= sets_.size()) sets_.resize(i + 1);
    if (sets_[i] == nullptr) {
      sets_[i] = std::make_unique<device_array<unsigned>>(std::size_t{1} << device_lock_bits);
      sets_[i]->fill_bytes(0);
    }
    return sets_[i]->data();
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<device_array<unsigned>>> sets_;
};

}  // namespace DIATOMIC_BACKEND_NS

inline namespace DIATOMIC_VERSION_NS {

// A kernel local to this source, since it writes this source's variable.
namespace {
struct set_device_locks {
  DIATOMIC_DEVICE void operator()(unsigned* words) const { device_lock_words = words; }
};
}  // namespace

/// Passes the address of the current device's locks to this source's kernels. Static, since nvcc
/// gives unnamed namespaces a name, and templates in them external linkage.
template <class = void>
[[maybe_unused]] static void publish_device_locks() {
  constexpr int max_devices = 64;
  static std::atomic<bool> is_done[max_devices];
  const int device = current_device();
  if (device < max_devices && is_done[device].load(std::memory_order_acquire)) return;
  unsigned* const words = device_lock_sets::of_program().of(device);
  stream own;
  launch(1, 1, 0, own, set_device_locks{}, words);
  own.synchronize();
  if (device < max_devices) is_done[device].store(true, std::memory_order_release);
}
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
#endif

#if DIATOMIC_HAS_HOST_CODE
namespace diatomic::desul_names {
inline namespace DIATOMIC_VERSION_NS {

// These functions are static, since each source needs its own copy, which writes the source's
// variable. An unnamed namespace would be ambiguous to nvcc in a source that says
// `using namespace desul`. They are templates, so that a source that calls none has no
// kernel for them.

/// Prepares the current device for this source's kernels; later calls do nothing.
///@{
template <class = void>
[[maybe_unused]] static void ensure_lock_arrays_on_device() {
#if DIATOMIC_DETAIL_PUBLISHES_LOCKS
  detail::publish_device_locks<>();
#endif
}
template <class = void>
[[maybe_unused]] static void ensure_cuda_lock_arrays_on_device() {
  ensure_lock_arrays_on_device();
}
template <class = void>
[[maybe_unused]] static void ensure_hip_lock_arrays_on_device() {
  ensure_lock_arrays_on_device();
}
///@}

}  // namespace DIATOMIC_VERSION_NS

namespace Impl {
inline namespace DIATOMIC_VERSION_NS {
/// Prepares the current device.
template <class = void>
[[maybe_unused]] static void init_lock_arrays() {
  ensure_lock_arrays_on_device();
}
/// Does nothing: the locks stay until the program ends.
[[maybe_unused]] static inline void finalize_lock_arrays() {}
}  // namespace DIATOMIC_VERSION_NS
}  // namespace Impl

}  // namespace diatomic::desul_names
#endif
