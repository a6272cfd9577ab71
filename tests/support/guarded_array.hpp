// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Arrays in device memory between guard bytes: a kernel that writes beside its array fails the
/// test, with no sanitizer.

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace test {

/// A `diatomic::device_array` with guard bytes before and behind it, which `check()` and the
/// destructor compare with what they were.
///
/// `offset` bytes, less than 16, are between an address that is aligned for any type and the first
/// element: they are guards too. An array of no elements has an address all the same. What
/// `make_constant()` has been called for must not change either.
template <class T>
class guarded_array {
 public:
  explicit guarded_array(std::size_t n, std::size_t offset = 0)
      : guarded_array(nullptr, n, offset) {}
  explicit guarded_array(const std::vector<T>& values, std::size_t offset = 0)
      : guarded_array(values.data(), values.size(), offset) {}
  guarded_array(guarded_array&& other) = default;
  guarded_array& operator=(guarded_array&&) = delete;
  ~guarded_array() { check(); }

  T* data() { return reinterpret_cast<T*>(all_.data() + first_); }
  const T* data() const { return reinterpret_cast<const T*>(all_.data() + first_); }
  std::size_t size() const { return size_; }

  void upload(const std::vector<T>& values) {
    std::vector<unsigned char> image = all_.download();
    const std::size_t bytes = values.size() * sizeof(T);
    if (values.size() > size_) throw std::length_error("guarded_array::upload: too many elements");
    if (bytes != 0) std::memcpy(image.data() + first_, values.data(), bytes);
    all_.upload(image);
  }
  std::vector<T> download() const {
    const std::vector<unsigned char> image = all_.download();
    std::vector<T> values(size_);
    if (size_ != 0) {
      std::memcpy(static_cast<void*>(values.data()), image.data() + first_, size_ * sizeof(T));
    }
    return values;
  }
  void fill_bytes(unsigned char value) {
    std::vector<unsigned char> image = all_.download();
    std::memset(image.data() + first_, value, size_ * sizeof(T));
    all_.upload(image);
  }

  /// From now on `check()` takes the elements for guards: nothing may write them.
  void make_constant() { constant_ = all_.download(); }

  /// Fails the test if a guard is not what it was.
  void check() const {
    const std::string change = first_change();
    if (!change.empty()) ADD_FAILURE() << change;
  }
  /// Which guard is not what it was, in bytes from the first element; empty if all are.
  std::string first_change() const {
    if (all_.size() == 0) return "";  // moved from
    try {
      const std::vector<unsigned char> image = all_.download();
      std::vector<unsigned char> expected = constant_.empty() ? image : constant_;
      fill_guards(expected);
      if (image == expected) return "";
      const auto changed = std::mismatch(image.begin(), image.end(), expected.begin()).first;
      return "byte " + std::to_string(changed - image.begin() - static_cast<long long>(first_)) +
             " of an array of " + std::to_string(size_ * sizeof(T)) + " was written";
    } catch (const std::exception& error) {
      return std::string("guards cannot be read: ") + error.what();
    }
  }

 private:
  static constexpr std::size_t guard_bytes = 256;

  guarded_array(const T* values, std::size_t n, std::size_t offset)
      : size_(n), first_(guard_bytes + offset), all_(first_ + n * sizeof(T) + guard_bytes) {
    std::vector<unsigned char> image(all_.size());
    if (values == nullptr) {
      fill(image, 0, image.size());
    } else {
      fill_guards(image);
      if (n != 0) std::memcpy(image.data() + first_, values, n * sizeof(T));
    }
    all_.upload(image);
  }
  void fill_guards(std::vector<unsigned char>& image) const {
    fill(image, 0, first_);
    fill(image, first_ + size_ * sizeof(T), image.size());
  }

  // Each differs from its neighbours, so that a copy of them shows too.
  static void fill(std::vector<unsigned char>& image, std::size_t from, std::size_t to) {
    unsigned char* const bytes = image.data();
    for (std::size_t i = from; i < to; ++i) bytes[i] = static_cast<unsigned char>(0xa5 ^ (i * 29));
  }

  std::size_t size_;
  std::size_t first_;
  diatomic::device_array<unsigned char> all_;
  std::vector<unsigned char> constant_;
};

}  // namespace test
