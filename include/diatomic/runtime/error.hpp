// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The runtime's exception, the same on every backend.

#include <diatomic/core/detail/host_code.hpp>

#include <stdexcept>
#include <string>
#include <utility>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// A failed runtime call.
///
/// `what()` is one complete line: "cudaMalloc failed: out of memory (cudaErrorMemoryAllocation)".
/// All backends share this class, so a program that links several can catch their errors in one
/// place. Libraries built with another release throw that release's class: to catch both, catch
/// `std::runtime_error`.
class runtime_error : public std::runtime_error {
 public:
  /// The error `name` of the call `call`, which the vendor describes as `text`.
  runtime_error(std::string call, std::string name, std::string text)
      : std::runtime_error(call + " failed: " + text + " (" + name + ")"),
        call_(std::move(call)),
        name_(std::move(name)),
        text_(std::move(text)) {}

  /// The failed call: a vendor function, or a function of this runtime that refused its arguments.
  const std::string& call() const noexcept { return call_; }
  /// The vendor's name for the error. On the host backend one of `invalid_device`,
  /// `invalid_configuration`, `invalid_handle`, `out_of_memory`, `no_threads`,
  /// `barrier_not_reached`, `lane_not_in_mask`, `warp_function_not_reached`, `launch_in_kernel` and
  /// `trapped`.
  const std::string& name() const noexcept { return name_; }
  /// The vendor's description of the error.
  const std::string& text() const noexcept { return text_; }

 private:
  std::string call_;
  std::string name_;
  std::string text_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
