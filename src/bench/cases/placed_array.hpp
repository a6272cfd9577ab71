// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The arrays that contenders update. A contender's rate can depend on the address of a small
/// array, so every case is measured at several placements.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/cases.hpp"

namespace bench {

/// The offsets of the placements at which cases are measured, in ascending order. They differ in
/// the address bits that decide how a small table spreads over the slices of a GPU's L2 cache.
inline constexpr std::size_t placements[] = {0, 512, 10 << 10, 84 << 10, 417 << 10};

/// A target array, which all contenders of a case share. It begins at the context's offset from a
/// multiple of 64 KiB, in an allocation of zeros that the context keeps for all placements.
template <class T>
class placed_array {
 public:
  placed_array(context& on, std::size_t n) : stream_(&on.stream), size_(n) {
    constexpr std::size_t alignment = 64 << 10;
    const auto memory = on.keep([n] {
      const auto made = std::make_shared<diatomic::device_array<unsigned char>>(
          n * sizeof(T) + alignment + placements[std::size(placements) - 1]);
      made->fill_bytes(0);
      return made;
    });
    const std::size_t above = reinterpret_cast<std::uintptr_t>(memory->data()) % alignment;
    const std::size_t to_multiple = (alignment - above) % alignment;
    data_ = reinterpret_cast<T*>(memory->data() + to_multiple + on.offset);
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }

  /// Sets every byte, in stream order.
  void fill_bytes(unsigned char value) const {
    diatomic::fill_bytes(*stream_, data_, size_, value);
  }
  std::vector<T> download() const {
    std::vector<T> all(size_);
    diatomic::download(*stream_, all.data(), data_, size_);
    stream_->synchronize();
    return all;
  }

 private:
  diatomic::stream* stream_;
  std::size_t size_;
  T* data_;
};

}  // namespace bench
