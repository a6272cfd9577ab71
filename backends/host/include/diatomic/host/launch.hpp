// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches on the CPU.
///
/// Blocks run on a pool of threads, and a block's threads are fibers of one pool thread. A kernel
/// thread runs until it ends, waits at `sync_block()`, or waits for others in a library function. A
/// thread that spins without a pause on an operation that returns a value is suspended after some
/// milliseconds and lets the others run; a loop around a plain read blocks them. When a thread of
/// the launch fails, waiting and spinning threads are unwound, so a destructor must not wait.
/// Computing threads finish. If an unwound thread was in a mutex's queue, create the mutex again.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/fibers/position.hpp>
#include <diatomic/host/fibers/thread_pool.hpp>
#include <diatomic/host/runtime.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/extent3.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace runtime_api {

/// The part of a launch that does not depend on the kernel. A template, so that `extern template`
/// can keep it out of the objects of a large program.
template <class = void>
void run(void (*run_thread)(const void*), const void* bound, const extent3& grid,
         const extent3& block, std::size_t shared_bytes, bool is_cooperative) {
  const std::uint64_t blocks = std::uint64_t{grid.x} * grid.y * grid.z;
  if (blocks > std::numeric_limits<unsigned>::max()) {
    throw runtime_error("launch", invalid_configuration,
                        std::to_string(blocks) + " blocks, and the host runs fewer than 2^32");
  }
  if (backends::host::here.scheduler != nullptr) {
    throw runtime_error("launch", "launch_in_kernel", "a kernel cannot launch another one");
  }
  backends::host::thread_pool::instance().run(
      {run_thread, bound, grid, block, shared_bytes, is_cooperative});
}

/// Calls a kernel with its arguments: a copy of both for each thread, as on a GPU.
template <class Bound>
void run_thread(const void* bound) {
  Bound own = *static_cast<const Bound*>(bound);
  own();
}

template <bool IsCooperative = false, class Kernel, class... Args>
void start(const extent3& grid, const extent3& block, std::size_t shared_bytes, native_stream,
           Kernel kernel, Args... args) {
  // Not a `std::tuple`, which takes longer to compile than most kernels.
  auto bound = [=]() mutable { kernel(args...); };
  runtime_api::run(runtime_api::run_thread<decltype(bound)>, __builtin_addressof(bound), grid,
                   block, shared_bytes, IsCooperative);
}

/// The pool's size, for which every block has its own pool thread. The pool never shrinks.
template <class Kernel, class... Args>
unsigned resident_blocks(extent3, std::size_t) {
  return backends::host::thread_pool::instance().size();
}
template <class Kernel, class... Args>
void start_cooperative(extent3 grid, extent3 block, std::size_t shared_bytes, native_stream stream,
                       Kernel kernel, Args... args) {
  runtime_api::start<true>(grid, block, shared_bytes, stream, kernel, args...);
}
template <class... Params>
void start_function(extent3 grid, extent3 block, std::size_t shared_bytes, native_stream stream,
                    void (*kernel)(Params...), Params... args) {
  runtime_api::start(grid, block, shared_bytes, stream, kernel, args...);
}

}  // namespace runtime_api
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
