// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Launches: run a kernel in a grid of blocks.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/extent3.hpp>
#include <diatomic/runtime/stream.hpp>

#if !DIATOMIC_HAS_KERNELS
#error "diatomic: launch needs a source compiled as CUDA or HIP"
#endif

#include DIATOMIC_BACKEND_HEADER(launch.hpp)

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Whether a kernel or an argument can be copied bytewise to the device. nvcc's wrappers for
/// lambdas can, whatever their type traits say.
template <class T>
inline constexpr bool is_launchable_v =
    std::is_trivially_copyable_v<T> || DIATOMIC_IS_DEVICE_LAMBDA(T) || DIATOMIC_IS_SHARED_LAMBDA(T);

template <class... Copied>
inline constexpr bool are_launchable_v = (is_launchable_v<std::decay_t<Copied>> && ...);
/// A launch whose kernel or arguments cannot be copied is an overload that takes references: passed
/// by value, they would be the first error.
template <class... Copied>
using if_launchable = std::enable_if_t<are_launchable_v<Copied...>, int>;
template <class... Copied>
using if_not_launchable = std::enable_if_t<!are_launchable_v<Copied...>, int>;
template <class Kernel, class... Args>
void check_launchable() {
  static_assert(is_launchable_v<std::decay_t<Kernel>>,
                "launch: the kernel must be trivially copyable, because its bytes are copied to "
                "the device: let it hold pointers and numbers only");
  static_assert((is_launchable_v<std::decay_t<Args>> && ...),
                "launch: the arguments must be trivially copyable, because their bytes are copied "
                "to the device: pass pointers and numbers; of a device_array pass data()");
}

/// Whether a launch's third or fourth argument is no size, or no stream, or no kernel follows.
template <class Third, class Fourth, class... Others>
inline constexpr bool is_missing_v =
    !std::is_convertible_v<Third, std::size_t> ||
    (std::is_class_v<Fourth> && !std::is_convertible_v<const Fourth&, stream_view>) ||
    sizeof...(Others) == 0;
template <class Third, class Fourth, class... Others>
using if_missing = std::enable_if_t<is_missing_v<Third, Fourth, Others...>, int>;
template <class Third, class Fourth, class... Others>
void check_none_missing() {
  static_assert(!is_missing_v<Third, Fourth, Others...>,
                "launch: the arguments are launch(blocks, threads, shared_bytes, stream, kernel, "
                "arguments...): without shared memory pass 0, for the default stream nullptr");
}

/// The type of `kernel(args...)`, or `not_callable`. Not `std::is_invocable`: clang answers it for
/// host code, which cannot call a kernel of HIP.
///@{
struct not_callable;
template <class Kernel, class... Args>
DIATOMIC_FUNCTION auto call_of(int, Kernel& kernel, Args&... args) -> decltype(kernel(args...));
template <class Kernel, class... Args>
DIATOMIC_FUNCTION not_callable* call_of(long, Kernel&, Args&...);
///@}

/// Arguments of a kernel: `loss_in<Kernel>(0)` is a true type if the kernel's parameters would
/// truncate one. The parameters of an overloaded or generic kernel are unknown.
template <class... Args>
struct arguments {
  template <class... Params>
  DIATOMIC_FUNCTION static constexpr bool lose_fraction() {
    if constexpr (sizeof...(Params) == sizeof...(Args)) {
      return ((std::is_integral_v<std::decay_t<Params>> && std::is_floating_point_v<Args>) || ...);
    } else {
      return false;
    }
  }
  template <class... Params>
  static std::bool_constant<lose_fraction<Params...>()> loss(void (*)(Params...));
  template <class Kernel, class... Params>
  static std::bool_constant<lose_fraction<Params...>()> loss(void (Kernel::*)(Params...));
  template <class Kernel, class... Params>
  static std::bool_constant<lose_fraction<Params...>()> loss(void (Kernel::*)(Params...) const);

  template <class Kernel>
  static auto loss_in(int) -> decltype(loss(std::declval<Kernel>()));
  template <class Kernel>
  static auto loss_in(int) -> decltype(loss(&Kernel::operator()));
  template <class Kernel>
  static std::false_type loss_in(long);
};

/// Checks that `kernel(args...)` compiles and returns nothing. For a device lambda of nvcc, which
/// host code cannot ask, the call in the kernel is the error.
template <class Kernel, class... Args>
DIATOMIC_FUNCTION constexpr bool check_callable() {
  if constexpr (DIATOMIC_IS_DEVICE_LAMBDA(Kernel)) {
    return true;
  } else {
    using result = decltype(detail::call_of(0, std::declval<Kernel&>(), std::declval<Args&>()...));
    constexpr bool is_callable = !std::is_same_v<result, not_callable*>;
    static_assert(is_callable,
                  "launch: the kernel cannot be called with these arguments: their number, order "
                  "and types must match its parameters");
    static_assert(!is_callable || std::is_void_v<result>,
                  "launch: the kernel must return void, because nothing receives the result: "
                  "store it through a pointer");
    constexpr bool is_lossy = decltype(arguments<Args...>::template loss_in<Kernel>(0))::value;
    static_assert(!is_lossy,
                  "launch: a floating-point argument would lose its fraction in an integer "
                  "parameter of the kernel: convert it, as in static_cast<int>(n)");
    return std::is_void_v<result> && !is_lossy;
  }
}

/// Throws if a kernel, or another function from the caller, is a null pointer.
template <class Function>
void check_function(const Function& function, const char* call, const char* name) {
  if constexpr (std::is_pointer_v<Function> || std::is_member_pointer_v<Function>) {
    if (function != nullptr) return;
    throw std::invalid_argument(std::string(call) + ": " + name + " is null");
  }
}

/// For one-dimensional launches, whose kernels compute thread indices in fewer instructions.
/// Parameters of type `unsigned` would truncate larger numbers instead.
template <class Blocks, class Threads = Blocks>
using if_numbers =
    std::enable_if_t<std::is_arithmetic_v<Blocks> && std::is_arithmetic_v<Threads>, int>;

/// The most threads of a block on any device.
inline constexpr unsigned any_block = 1024;

/// A kernel that runs in blocks of at most `MaxThreads` threads, which bounds its registers.
template <unsigned MaxThreads, class Kernel>
struct bounded_kernel {
  Kernel kernel;

  template <class... Args>
  DIATOMIC_DEVICE void operator()(Args... args) {
    kernel(args...);
  }
};
template <unsigned MaxThreads, class Kernel>
auto bound(Kernel kernel) {
  static_assert(MaxThreads >= 1 && MaxThreads <= any_block,
                "launch: blocks have 1 to 1024 threads at most: launch<256>(...)");
  if constexpr (MaxThreads == any_block) {
    return kernel;
  } else {
    return bounded_kernel<MaxThreads, Kernel>{kernel};
  }
}

/// Throws if the current device cannot run such a launch, or if blocks have more threads than
/// `max_threads`.
inline void check_geometry(const extent3& grid, const extent3& block, std::size_t shared_bytes,
                           unsigned max_threads = any_block) {
  const auto refuse = [](const std::string& why) {
    throw runtime_error("launch", runtime_api::invalid_configuration, why);
  };
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) refuse("a grid needs at least one block");
  if (block.x == 0 || block.y == 0 || block.z == 0) refuse("a block needs at least one thread");
  const runtime_api::launch_limits max = runtime_api::limits();
  // If the product of two is within bounds, the product of all three does not overflow.
  const std::uint64_t layer = std::uint64_t{block.x} * block.y;
  const unsigned most = std::min(max.threads_per_block, max_threads);
  if (layer > most || layer * block.z > most) {
    const std::string size = block.y == 1 && block.z == 1
                                 ? std::to_string(block.x)
                                 : std::to_string(block.x) + " x " + std::to_string(block.y) +
                                       " x " + std::to_string(block.z);
    refuse("a block of " + size + " threads, and the " +
           (most < max.threads_per_block ? "launch" : "device") + " allows " +
           std::to_string(most));
  }
  if (shared_bytes > max.shared_bytes) {
    refuse(std::to_string(shared_bytes) + " bytes of shared memory in a block, and the device " +
           "allows " + std::to_string(max.shared_bytes));
  }
}

/// Throws if a launch is too large along one dimension.
inline void check_extents(const extent3& grid, const extent3& block) {
  const runtime_api::shape_limits max = runtime_api::max_extents();
  const auto check = [](const extent3& size, const unsigned(&limit)[3], const char* what) {
    const unsigned sizes[] = {size.x, size.y, size.z};
    for (int i = 0; i < 3; ++i) {
      if (sizes[i] <= limit[i]) continue;
      throw runtime_error("launch", runtime_api::invalid_configuration,
                          std::to_string(sizes[i]) + " " + what + " along " + "xyz"[i] +
                              ", and the device allows " + std::to_string(limit[i]));
    }
  };
  check(grid, max.grid, "blocks");
  check(block, max.block, "threads of a block");
}

/// All checks of a launch's sizes. A number is a size along x, which GPUs check.
template <class Size>
void check_sizes(Size grid, Size block, std::size_t shared_bytes, unsigned max_threads) {
  detail::check_geometry(grid, block, shared_bytes, max_threads);
  if constexpr (std::is_same_v<Size, extent3>) detail::check_extents(grid, block);
}

/// A launch. `Size`: `unsigned` or `extent3`. Inlined: unoptimised programs have one function for
/// each kernel instead of two.
template <unsigned MaxThreads, class Size, class Kernel, class... Args>
__attribute__((always_inline)) inline void check_and_start(Size grid, Size block,
                                                           std::size_t shared_bytes,
                                                           stream_view stream, Kernel kernel,
                                                           Args... args) {
  if constexpr (detail::check_callable<Kernel, Args...>()) {
    detail::check_function(kernel, "launch", "the kernel");
    detail::check_sizes(grid, block, shared_bytes, MaxThreads);
    runtime_api::start(grid, block, shared_bytes, stream.native_handle(),
                       detail::bound<MaxThreads>(kernel), args...);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Runs `kernel(args...)` in `grid` blocks of `block` threads each, two integers of any type.
/// `kernel` and `args` are trivially copyable, and the kernel returns nothing.
///
/// Each block gets `shared_bytes` of shared memory. GPUs run the kernel asynchronously, in the
/// order of `stream`, and report kernel errors at the next call that waits. The host runs
/// the kernel before `launch` returns; `launch` rethrows the kernel's exceptions, and blocks that
/// have not started are skipped. On a stream that is being captured in a graph the launch becomes
/// part of the graph.
///
/// `launch<256>(...)`: blocks of at most `MaxThreads` threads (1 to 1024). Without this bound the
/// compiler allows for blocks of 1024 threads, and a thread has at most 64 registers on NVIDIA
/// GPUs. With 256 threads it has 255, so that a kernel with many variables keeps them out of
/// memory.
///
/// A launch that cannot run throws at once: `runtime_error` if a number is negative or above
/// 2^32 - 1, if the grid or a block is empty, if the block exceeds `MaxThreads`, if the block or
/// its shared memory exceeds the device's limit, or if the stream does not belong to the current
/// device; `std::invalid_argument` if the kernel is a null pointer.
template <unsigned MaxThreads = detail::any_block, class Blocks, class Threads, class Kernel,
          class... Args, detail::if_numbers<Blocks, Threads> = 0,
          detail::if_launchable<Kernel, Args...> = 0>
void launch(Blocks grid, Threads block, std::size_t shared_bytes, stream_view stream, Kernel kernel,
            Args... args) {
  detail::check_and_start<MaxThreads>(extent3(grid).x, extent3(block).x, shared_bytes, stream,
                                      kernel, args...);
}

/// The same with a grid and blocks of up to three dimensions: `launch({9, 7}, {16, 16}, ...)`.
///
/// Kernels see them in `thread_position`, `block_position`, `block_extent` and `grid_extent`, and
/// as linear numbers. A size above the device's limit along a dimension throws `runtime_error` too:
/// on today's devices more than 65,535 blocks along y or z, more than 64 threads along z on NVIDIA
/// and on the host, and on the host 2^32 blocks.
template <unsigned MaxThreads = detail::any_block, class Kernel, class... Args,
          detail::if_launchable<Kernel, Args...> = 0>
void launch(extent3 grid, extent3 block, std::size_t shared_bytes, stream_view stream,
            Kernel kernel, Args... args) {
  detail::check_and_start<MaxThreads>(grid, block, shared_bytes, stream, kernel, args...);
}

/// \cond
// Compile errors: a kernel or an argument that cannot be copied to the device, and a call without
// the bytes of shared memory or the stream.
template <unsigned = detail::any_block, class Kernel, class... Args,
          detail::if_not_launchable<Kernel, Args...> = 0>
void launch(extent3, extent3, std::size_t, stream_view, const Kernel&, const Args&...) {
  detail::check_launchable<Kernel, Args...>();
}
template <unsigned = detail::any_block, class Third, class Fourth, class... Others,
          detail::if_missing<Third, Fourth, Others...> = 0>
void launch(extent3, extent3, const Third&, const Fourth&, const Others&...) {
  detail::check_none_missing<Third, Fourth, Others...>();
}
/// \endcond

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
