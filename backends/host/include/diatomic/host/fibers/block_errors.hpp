// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Errors of blocks that cannot continue.

#if !defined(__cpp_exceptions)
#error "diatomic: kernels on the CPU need exceptions: compile without -fno-exceptions"
#endif

#include <cstddef>
#include <exception>
#include <string>

#include <diatomic/runtime/error.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// Thrown to unwind threads whose wait, at a barrier or for an object to change, cannot end. Not a
/// `std::exception`, so that kernels do not catch it by accident.
struct block_abandoned {};

inline std::exception_ptr barrier_not_reached(unsigned block, std::size_t waiting,
                                              unsigned threads) noexcept {
  try {
    throw runtime_error("sync_block", "barrier_not_reached",
                        "barrier not reached by all threads of the block: in block " +
                            std::to_string(block) + " " + std::to_string(waiting) + " of " +
                            std::to_string(threads) + " threads wait, the others have returned");
  } catch (...) {  // this error, or bad_alloc for its text
    return std::current_exception();
  }
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
