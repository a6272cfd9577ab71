// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The shared memory of a block.

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include <diatomic/host/fibers/position.hpp>

namespace diatomic::backends::host {

/// Memory that each block of a pool thread gets in turn.
class block_memory {
 public:
  /// Exactly so many bytes, so that overflows are found, without a block's values.
  void* fresh(std::size_t bytes) {
    if (bytes_ != bytes || !memory_) {
      memory_.reset(static_cast<unsigned char*>(::operator new(bytes, alignment)));
      bytes_ = bytes;
    }
    return std::memset(memory_.get(), uninitialised, bytes);
  }

 private:
  static constexpr std::align_val_t alignment{128};
  struct aligned_delete {
    void operator()(unsigned char* memory) const { ::operator delete(memory, alignment); }
  };

  std::unique_ptr<unsigned char[], aligned_delete> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace diatomic::backends::host
