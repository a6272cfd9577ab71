// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// desul's functions that prepare its lock arrays. Only objects that no instruction updates at once
/// have locks (`desul_names.hpp`), and those of host code need no preparation.
///
/// Kernels of one source share locks without any of these calls. For kernels of several sources to
/// share them, `ensure_cuda_lock_arrays_on_device()` is called in each before its first launch on
/// each device, as Kokkos does with every launch; the second call costs a look. With `-rdc=true`
/// (HIP: `-fgpu-rdc`) they share them anyhow.

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

/// Each device's set of locks, made when it is first asked for.
class device_lock_sets {
 public:
  /// The program's. Never destroyed: kernels may outlive what is destroyed at its end.
  static device_lock_sets& of_program() {
    static device_lock_sets& all = *new device_lock_sets;
    return all;
  }
  /// The locks of `device`, which is the current one.
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

// A kernel of this source alone, since it writes this source's variable.
namespace {
struct set_device_locks {
  DIATOMIC_DEVICE void operator()(unsigned* words) const { device_lock_words = words; }
};
}  // namespace

/// Tells the kernels of this source where the current device's locks are. Static, since nvcc gives
/// unnamed namespaces a name, and templates in them external linkage.
template <class = void>
[[maybe_unused]] static void publish_device_locks() {
  constexpr int most = 64;
  static std::atomic<bool> is_done[most];
  const int device = current_device();
  if (device < most && is_done[device].load(std::memory_order_acquire)) return;
  unsigned* const words = device_lock_sets::of_program().of(device);
  stream own;
  launch(1, 1, 0, own, set_device_locks{}, words);
  own.synchronize();
  if (device < most) is_done[device].store(true, std::memory_order_release);
}
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
#endif

#if DIATOMIC_HAS_HOST_CODE
namespace diatomic::desul_names {
inline namespace DIATOMIC_VERSION_NS {

// Each source has its own copy, since the variable that they write is the source's. They are
// static, not in an unnamed namespace, which would be ambiguous to nvcc in a source that says
// `using namespace desul`. They are templates so that a source that calls none has no kernel for
// them.

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
