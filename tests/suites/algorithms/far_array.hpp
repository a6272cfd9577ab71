// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Arrays of more elements than 32 bits count, of which a test uses a few.

#include <cstddef>

#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

#if !defined(__CUDACC__) && !defined(__HIP__)
#include <sys/mman.h>
#endif

namespace test {

/// `n` zeroed elements. On the CPU only pages that are accessed take memory. On a GPU all do: tests
/// at full scale have such arrays, if the device has four times the memory.
template <class T>
class far_array {
 public:
  explicit far_array(std::size_t n) : bytes_(n * sizeof(T)) {
    const auto device = diatomic::properties(diatomic::current_device());
#if !defined(__CUDACC__) && !defined(__HIP__)
    if (device.memory_bytes < bytes_) return;
    void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) data_ = static_cast<T*>(memory);
#else
    if (test::scale() < 1 || device.memory_bytes / 4 < bytes_) return;
    memory_ = diatomic::device_array<unsigned char>(bytes_);
    memory_.fill_bytes(0);
    data_ = reinterpret_cast<T*>(memory_.data());
#endif
  }
  far_array(const far_array&) = delete;
  far_array& operator=(const far_array&) = delete;
  ~far_array() {
#if !defined(__CUDACC__) && !defined(__HIP__)
    if (data_ != nullptr) munmap(data_, bytes_);
#endif
  }

  /// Null if there is no memory for it.
  T* data() const { return data_; }

  T at(std::size_t i) const {
    T v{};
    diatomic::detail::runtime_api::copy_to_host(&v, data_ + i, sizeof(T));
    return v;
  }
  void set(std::size_t i, T v) {
    diatomic::detail::runtime_api::copy_to_device(data_ + i, &v, sizeof(T));
  }

 private:
  std::size_t bytes_;
  T* data_ = nullptr;
#if defined(__CUDACC__) || defined(__HIP__)
  diatomic::device_array<unsigned char> memory_{0};
#endif
};

}  // namespace test
