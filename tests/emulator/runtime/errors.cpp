// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/runtime.hpp"

using namespace hip_emulator;

API hipError_t hipGetLastError() {
  if (!async_mode()) {
    int e = async_error.exchange(0);
    if (e) last_error = hipError_t(e);
  }
  hipError_t e = last_error;
  last_error = hipSuccess;
  return e;
}
API hipError_t hipPeekAtLastError() {
  if (!async_mode()) {
    int e = async_error;
    if (e) return hipError_t(e);
  }
  return last_error;
}
API const char* hipGetErrorName(hipError_t e) {
  switch (e) {
#define N(x) \
  case x:    \
    return #x
    N(hipSuccess);
    N(hipErrorInvalidValue);
    N(hipErrorOutOfMemory);
    N(hipErrorInvalidDevice);
    N(hipErrorInvalidConfiguration);
    N(hipErrorInvalidSymbol);
    N(hipErrorInvalidDeviceFunction);
    N(hipErrorMissingConfiguration);
    N(hipErrorNotReady);
    N(hipErrorIllegalAddress);
    N(hipErrorLaunchFailure);
    N(hipErrorLaunchTimeOut);
    N(hipErrorNotSupported);
    N(hipErrorInvalidHandle);
    N(hipErrorNotFound);
    N(hipErrorNoBinaryForGpu);
    N(hipErrorFileNotFound);
    N(hipErrorInvalidImage);
#undef N
    default:
      return "hipErrorUnknown";
  }
}
API const char* hipGetErrorString(hipError_t e) {
  return e == hipErrorLaunchTimeOut
             ? "the launch timed out (emulator: hang, deadlock or instruction budget; see stderr)"
         : e == hipErrorLaunchFailure ? "unspecified launch failure (emulator: see stderr)"
         : e == hipSuccess            ? "no error"
                                      : hipGetErrorName(e);
}
