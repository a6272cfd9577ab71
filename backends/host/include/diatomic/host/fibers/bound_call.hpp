// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A kernel and its arguments, as pool threads run it.

#include <cstddef>
#include <tuple>

#include <diatomic/host/fibers/block_scheduler.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// A launch with its types.
template <class Kernel, class... Args>
class bound_call : public kernel_call {
 public:
  bound_call(extent3 blocks, extent3 threads, std::size_t bytes, const Kernel& kernel,
             const Args&... args)
      : kernel_call{run_all, blocks, threads, bytes}, kernel_(kernel), args_(args...) {}

 private:
  static void run_all(const kernel_call& call, block_scheduler& scheduler) {
    const auto& self = static_cast<const bound_call&>(call);
    while (scheduler.next_thread()) {
      // Its own copies for each thread, as on a GPU.
      Kernel kernel = self.kernel_;
      std::tuple<Args...> args = self.args_;
      std::apply(kernel, args);
      scheduler.meetings().end_thread(here.thread.load(std::memory_order_relaxed));
      if (!block_scheduler::threads_share_fibers) break;
    }
  }

  Kernel kernel_;
  std::tuple<Args...> args_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
