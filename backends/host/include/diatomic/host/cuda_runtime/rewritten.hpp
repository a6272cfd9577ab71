// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What scripts/cuda-on-cpu writes in place of `<<<...>>>`, `extern __shared__` and PTX, and what a
/// CUDA source needs before its first line. Only that command includes this header.
///
///     kernel<<<grid, block>>>(pointer, 0)
///     diatomic::detail::rewritten::kernel(use, call).with(grid, block)(pointer, 0)
///
/// `use(f)` is `f(kernel)`, and `call(a, b)` is `kernel(a, b)`.

#include <cstddef>
#include <type_traits>
#include <utility>

#include <diatomic/compat/cuda_language.hpp>
#include <diatomic/compat/cuda_runtime.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// For sources that scripts/cuda-on-cpu has rewritten.
namespace rewritten {

struct configuration {
  dim3 grid, block;
  std::size_t shared_bytes;
  cudaStream_t stream;

  template <class Kernel, class... Args>
  void run(Kernel kernel, Args... args) const {
    const extent3 blocks{grid.x, grid.y, grid.z};
    const extent3 threads{block.x, block.y, block.z};
    // Like `<<<>>>`, which returns nothing. cudaGetLastError() has the error.
    static_cast<void>(detail::cuda_compat::launch(blocks, threads, shared_bytes, stream, kernel,
                                                  std::move(args)...));
  }
};

/// A launch of a function whose parameters are known. Arguments convert to them once.
template <class Call, class... Params>
struct launch_of_function {
  void (*kernel)(Params...);
  Call call;
  configuration config;

  void operator()(typename detail::identity<Params>::type... args) const {
    config.run(kernel, std::forward<Params>(args)...);
  }
};

/// A launch of a kernel template whose parameters come from the arguments, or of an overload, or
/// with default arguments. Each thread converts its copies.
template <class Call>
struct launch_by_call {
  Call call;
  configuration config;

  template <class... Args>
  void operator()(Args... args) const {
    config.run(call, std::move(args)...);
  }
};

/// Both: the second is for another number of arguments than the function has parameters.
template <class Call, class... Params>
struct launch_with_defaults : launch_of_function<Call, Params...> {
  using launch_of_function<Call, Params...>::operator();

  template <class... Args, class = std::enable_if_t<(sizeof...(Args) < sizeof...(Params))>>
  void operator()(Args... args) const {
    this->config.run(this->call, std::move(args)...);
  }
};

/// The overload set to which `use` passes the kernel.
struct as_function {
  template <class... Params>
  auto operator()(void (*kernel)(Params...)) const {
    return kernel;
  }
};

template <class Use, class Call>
struct kernel {
  Use use;
  Call call;

  kernel(Use u, Call c) : use(std::move(u)), call(std::move(c)) {}

  auto with(dim3 grid, dim3 block, std::size_t shared_bytes = 0,
            cudaStream_t stream = nullptr) const {
    const configuration config{grid, block, shared_bytes, stream};
    if constexpr (std::is_invocable_v<Use, as_function>) {
      return of_function(use(as_function{}), config);
    } else {
      return launch_by_call<Call>{call, config};
    }
  }

 private:
  template <class... Params>
  auto of_function(void (*function)(Params...), const configuration& config) const {
    return launch_with_defaults<Call, Params...>{{function, call, config}};
  }
};

/// The initial value of the pointer that `extern __shared__ T s[]` becomes.
struct shared_memory {
  template <class T>
  operator T*() const {
    return diatomic::shared_array<T>();
  }
};

/// Stands for PTX. The compiler refuses a program that calls it.
#if defined(__has_attribute)
#if __has_attribute(error)
__attribute__((error("PTX in asm, which a CPU cannot run")))
#endif
#endif
void ptx_in_asm();

}  // namespace rewritten
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
