// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Errors of the CUDA runtime's functions on the CPU.

// Declares what `assert` calls, also for a program that turns `assert` on later.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#include <cassert>
#pragma pop_macro("NDEBUG")
#include <cassert>

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/cuda_runtime/error_list.hpp>
#include <diatomic/host/cuda_runtime/error_state.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/kernel.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

/// The result of a call. Numbers, names and texts are those of CUDA 13.
enum cudaError : int {
#define DIATOMIC_ENUMERATOR(name, number, text) name = number,
  DIATOMIC_CUDA_ERRORS(DIATOMIC_ENUMERATOR)
#undef DIATOMIC_ENUMERATOR
};
using cudaError_t = cudaError;

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

using namespace cuda_names::at_file_scope;
using namespace cuda_state;

/// `e`, which `cudaGetLastError` of this host thread returns too, unless it is `cudaSuccess`.
inline cudaError_t record(cudaError_t e) noexcept {
  if (e != cudaSuccess) last_error = e;
  return e;
}

/// CUDA's error for one of the runtime's. The kernel that it left behind, if any, is not known.
inline cudaError_t error_of(const runtime_error& e) {
  if (e.name() == "out_of_memory") return cudaErrorMemoryAllocation;
  if (e.name() == "no_threads") return cudaErrorLaunchOutOfResources;
  if (e.name() == "invalid_configuration") return cudaErrorInvalidConfiguration;
  if (e.name() == "invalid_device") return cudaErrorInvalidDevice;
  if (e.name() == "invalid_handle") return cudaErrorInvalidResourceHandle;
  return cudaErrorLaunchFailure;
}

/// `assert` in a kernel.
class assertion_failed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};
[[noreturn]] inline void fail_assertion(const char* what, const char* file, unsigned line,
                                        const char* function) {
  if (backends::host::here.scheduler == nullptr) (__assert_fail)(what, file, line, function);
  const auto text_of = [](const index3& at) {
    return "[" + std::to_string(at.x) + "," + std::to_string(at.y) + "," + std::to_string(at.z) +
           "]";
  };
  throw assertion_failed(std::string(file) + ":" + std::to_string(line) + ": " + function +
                         ": block: " + text_of(block_position()) + ", thread: " +
                         text_of(thread_position()) + " Assertion `" + what + "` failed.");
}

/// The result of `call()`, recorded; after a kernel has failed, that error. Exceptions of the
/// runtime become errors.
template <class Call>
cudaError_t call(Call its) noexcept {
  if (const int failure = kernel_failure()) return cuda_compat::record(cudaError_t(failure));
  try {
    return cuda_compat::record(its());
  } catch (const runtime_error& e) {
    return cuda_compat::record(cuda_compat::error_of(e));
  } catch (const std::bad_alloc&) {
    return cuda_compat::record(cudaErrorMemoryAllocation);
  }
}

/// The error `e` of a launch that did not start, recorded. The call has no result if the program
/// launches by `<<<>>>`, so this remembers whether the program asks for it.
inline cudaError_t refuse_launch(cudaError_t e) noexcept {
  cuda_state::remember_refusal();
  return cuda_compat::record(e);
}

/// The error `e` of a kernel that failed. It stays: each later call returns it, in all threads of
/// the process, as after a fault on a GPU.
inline cudaError_t fail_kernel(cudaError_t e, const char* text) noexcept {
  cuda_state::keep_failure(e, text);
  return cuda_compat::record(e);
}

/// Runs a kernel by `launch()`, which throws if one of its threads does.
template <class Launch>
cudaError_t run_kernel(Launch launch) {
  try {
    launch();
    return cudaSuccess;
  } catch (const runtime_error& e) {
    const cudaError_t refusal = cuda_compat::error_of(e);
    if (refusal != cudaErrorLaunchFailure) return cuda_compat::refuse_launch(refusal);
    return cuda_compat::fail_kernel(cudaErrorLaunchFailure, e.what());
  } catch (const assertion_failed& e) {
    return cuda_compat::fail_kernel(cudaErrorAssert, e.what());
  } catch (const std::exception& e) {
    return cuda_compat::fail_kernel(cudaErrorLaunchFailure, e.what());
  } catch (...) {
    return cuda_compat::fail_kernel(cudaErrorLaunchFailure, "by an exception");
  }
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

/// The last error of this host thread, which becomes `cudaSuccess`. A kernel's error stays.
inline cudaError_t cudaGetLastError() {
  const cudaError_t e = cudaError_t(detail::cuda_state::seen_error());
  detail::cuda_state::last_error = cudaSuccess;
  return e;
}
inline cudaError_t cudaPeekAtLastError() { return cudaError_t(detail::cuda_state::seen_error()); }

inline const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define DIATOMIC_CASE(name, number, text) \
  case name:                              \
    return #name;
    DIATOMIC_CUDA_ERRORS(DIATOMIC_CASE)
#undef DIATOMIC_CASE
  }
  return "unrecognized error code";
}
inline const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define DIATOMIC_CASE(name, number, text) \
  case name:                              \
    return text;
    DIATOMIC_CUDA_ERRORS(DIATOMIC_CASE)
#undef DIATOMIC_CASE
  }
  return "unrecognized error code";
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

/// From here on a failed `assert` ends a kernel with `cudaErrorAssert`, and the program as before
/// if host code fails. Of glibc, which declares the function once and defines `assert` at each
/// include. Its last argument is an extension that not every parser of C++ knows.
#if defined(__GLIBC__)
#define __assert_fail(what, file, line, function) \
  diatomic::detail::cuda_compat::fail_assertion(what, file, line, __func__)
#endif
