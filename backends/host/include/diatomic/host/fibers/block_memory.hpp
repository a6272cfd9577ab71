// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The shared memory of a block.

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include <diatomic/host/fibers/race_blocks.hpp>
#include <diatomic/host/modes/shared_range.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// The memory that the successive blocks of a pool thread use.
class block_memory {
 public:
  /// Returns exactly `bytes` bytes, filled with the pattern of fresh memory; null for none, so that
  /// a kernel whose launch has requested none fails at its first access. The exact size lets
  /// sanitizers find overflows. From now on checked mode on this thread treats the memory as
  /// shared.
  void* fresh(std::size_t bytes) {
    if (bytes_ != bytes) {
      memory_.reset(bytes == 0 ? nullptr
                               : static_cast<unsigned char*>(::operator new(bytes, alignment)));
      bytes_ = bytes;
    }
    own_shared_range = {memory_.get(), bytes};
#if DIATOMIC_RACE_CHECK
    race::this_block.shared = {memory_.get(), memory_.get() + bytes};
#endif
    return bytes == 0 ? nullptr : std::memset(memory_.get(), uninitialised, bytes);
  }

 private:
  static constexpr std::align_val_t alignment{128};
  struct aligned_delete {
    void operator()(unsigned char* memory) const { ::operator delete(memory, alignment); }
  };

  std::unique_ptr<unsigned char[], aligned_delete> memory_;
  std::size_t bytes_ = 0;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
