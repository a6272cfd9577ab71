// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A kernel bound to its arguments, for pool threads to run.

#include <cstddef>

#include <diatomic/host/fibers/block_scheduler.hpp>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {

/// A launch. `Call` calls the kernel with the launch's arguments and holds copies of both. Not a
/// `std::tuple`, which takes longer to compile than most kernels.
template <class Call>
class bound_call : public kernel_call {
 public:
  bound_call(extent3 blocks, extent3 threads, std::size_t bytes, const Call& call)
      : kernel_call{run_all, blocks, threads, bytes}, call_(call) {}

 private:
  static void run_all(const kernel_call& call, block_scheduler& scheduler) {
    const auto& self = static_cast<const bound_call&>(call);
    while (scheduler.next_thread()) {
      Call own = self.call_;  // a copy per thread, as on a GPU
      own();
      scheduler.rendezvous().end_thread(here.thread.load(std::memory_order_relaxed));
      if (!block_scheduler::threads_share_fibers) break;
    }
  }

  Call call_;
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
