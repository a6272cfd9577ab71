// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Symmetric arrays, with a part of equal size on every processing element.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/remote/symmetric_ptr.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/memory.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// An array with a part of `n` elements in the memory of each processing element.
///
/// All processing elements construct it together, and destroy it together, in the same order
/// relative to other arrays. The world must outlive it. Its memory is zero-initialised and aligned
/// to at least 64 bytes.
template <class T>
class symmetric_array {
  static_assert(detail::is_copied_by_bytes<T>, "symmetric_array: T must be trivially copyable");
  static_assert(
      !std::is_same_v<T, bool>,
      "symmetric_array: use char instead of bool, because std::vector<bool> packs its elements");

 public:
  /// `n` elements on each processing element of `of`. Throws `std::invalid_argument`, on all of
  /// them, if `n` differs; `runtime_error` if memory runs out.
  symmetric_array(world& of, std::size_t n) : of_(of), size_(n), number_(of.arrays_++) {
    const std::vector<std::size_t> all = of.gather(&n, 1);
    for (int pe = 0; pe < of.pes(); ++pe) check_size(pe, all[static_cast<std::size_t>(pe)]);
    // Aligned to 8 bytes: a network may update a signal through its enclosing 8-byte word, which
    // must contain no element.
    signals_at_ = (detail::bytes_of<T>(n) + 7) / 8 * 8;
    memory_ = of.session_.allocate(signals_at_ + sizeof(unsigned) * detail::signal_words(of.pes()));
  }
  /// Waits for all others. Device code that uses the array must have ended.
  ~symmetric_array() { of_.session_.release(memory_); }
  /// Not copyable.
  ///@{
  symmetric_array(const symmetric_array&) = delete;
  symmetric_array& operator=(const symmetric_array&) = delete;
  ///@}

  /// Number of elements of each part.
  std::size_t size() const noexcept { return size_; }

  /// A pointer to the first element, for kernels and host code of this processing element.
  symmetric_ptr<T> pointer() const { return {memory_, 0}; }
  /// The first element of this processing element's part, for plain accesses while no other
  /// processing element accesses it. On AMD GPUs this memory is not `coarse_grained`, so do not
  /// pass it to calls that require such memory, like `scatter_add` for sums.
  T* data() const { return pointer().local(); }

  /// Overwrites the first elements of this processing element's part with all of `from`; throws
  /// `std::length_error` if there are fewer. Synchronous; other processing elements see it after a
  /// `barrier()`.
  void upload(const std::vector<T>& from) {
    if (from.size() > size_) {
      throw std::length_error("symmetric_array::upload: " + std::to_string(from.size()) +
                              " elements, and a part has " + std::to_string(size_));
    }
    if (!from.empty()) {
      detail::runtime_api::copy_to_device(data(), from.data(), from.size() * sizeof(T));
    }
  }
  /// A copy of this processing element's part. It includes the others' updates after a `barrier()`.
  std::vector<T> download() const {
    std::vector<T> to(size_);
    if (size_ != 0) detail::runtime_api::copy_to_host(to.data(), data(), size_ * sizeof(T));
    return to;
  }
  /// A copy of the part of `pe`, or of its `n` elements from `first` on. Throws `std::out_of_range`
  /// if `pe` is not a processing element, or if the elements exceed the part.
  ///@{
  std::vector<T> download(int pe) const { return download(pe, 0, size_); }
  std::vector<T> download(int pe, std::size_t first, std::size_t n) const {
    detail::check_pe(pe, of_.pes());
    check_elements("download", first, n);
    std::vector<T> to(n);
    if (n != 0) of_.session_.read(memory_, pe, first * sizeof(T), to.data(), n * sizeof(T));
    return to;
  }
  ///@}
  /// Copies the `n` elements at `from`, in this processing element's memory, to the elements from
  /// `first` on in the part of `pe`. All see them after a `barrier()`. Errors as for `download`.
  void put(int pe, std::size_t first, const T* from, std::size_t n) {
    detail::check_pe(pe, of_.pes());
    check_elements("put", first, n);
    if (n != 0) of_.session_.write(memory_, pe, first * sizeof(T), from, n * sizeof(T));
  }

 private:
  friend class detail::peer_signals;

  symmetric_ptr<unsigned> signals() const { return {memory_, signals_at_}; }
  void check_elements(const char* call, std::size_t first, std::size_t n) const {
    if (first <= size_ && n <= size_ - first) return;
    throw std::out_of_range("symmetric_array::" + std::string(call) + ": " + std::to_string(n) +
                            " elements from " + std::to_string(first) + " on, and a part has " +
                            std::to_string(size_));
  }
  void check_size(int pe, std::size_t theirs) const {
    if (theirs == size_) return;
    throw std::invalid_argument("symmetric_array: " + std::to_string(size_) +
                                " elements here, and processing element " + std::to_string(pe) +
                                " says " + std::to_string(theirs));
  }

  world& of_;
  std::size_t size_;
  std::uint64_t number_;        ///< in the order of construction in the world
  std::size_t signals_at_ = 0;  ///< byte offset of the words for signals
  unsigned phase_ = 0;          ///< of the last launch that signals
  detail::transport::segment memory_;
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
