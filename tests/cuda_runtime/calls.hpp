// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Diatomic's runtime for CUDA on the substitute runtime, and what the suites share.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#define __CUDACC__ 1
#define DIATOMIC_BACKEND cuda

#include <diatomic/compat/launch_global.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/peer/world.hpp>
#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

namespace cuda_calls_tests {

using diatomic::detail::runtime_api::native_event;
using diatomic::detail::runtime_api::native_stream;
namespace runtime_api = diatomic::detail::runtime_api;

using lines = std::vector<std::string>;

/// Each test begins with two devices, and no calls.
class cuda_calls : public testing::Test {
 protected:
  cuda_calls() { substitute = {}; }

  template <class Value>
  static Value* at(std::uintptr_t address) {
    return reinterpret_cast<Value*>(address);
  }
  static native_stream stream_at(std::uintptr_t address) {
    return reinterpret_cast<native_stream>(address);
  }

  /// The calls of the runtime that `call` makes, without queries that change nothing.
  template <class Call>
  static lines calls_of(Call call) {
    substitute.calls.clear();
    call();
    lines calls = substitute.calls;
    const auto is_query = [](const std::string& line) {
      for (const char* const query :
           {"cudaGetDevice", "cudaDeviceGetAttribute", "cudaStreamIsCapturing",
            "cudaStreamGetDevice", "cudaThreadExchangeStreamCaptureMode"}) {
        if (line.rfind(query, 0) == 0) return true;
      }
      return false;
    };
    calls.erase(std::remove_if(calls.begin(), calls.end(), is_query), calls.end());
    return calls;
  }

  /// Expects that the call fails so, without leaving an error to the runtime's next query.
  template <class Call>
  static void expect_error(Call call, const std::string& name_of_call, const std::string& name,
                           const std::string& text) {
    try {
      call();
      ADD_FAILURE() << name_of_call << " did not throw";
    } catch (const diatomic::runtime_error& error) {
      EXPECT_EQ(error.call(), name_of_call);
      EXPECT_EQ(error.name(), name) << name_of_call;
      EXPECT_EQ(error.text(), text) << name_of_call;
    }
    EXPECT_EQ(substitute.last_error, cudaSuccess) << name_of_call;
  }
};

/// A kernel whose type is different for each number.
template <int Number>
struct kernel {
  int value;
  __device__ void operator()(const int*, unsigned) const {}
};

/// Devices that allow large launches.
class cuda_launches : public cuda_calls {
 protected:
  cuda_launches() {
    for (int device = 0; device < 100; ++device) {
      for (int which = 1; which < 20; ++which) substitute.attributes[{which, device}] = 1 << 20;
      substitute.attributes[{cudaDevAttrMaxSharedMemoryPerBlockOptin, device}] = 200000 + device;
    }
  }
};

}  // namespace cuda_calls_tests
