// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Bitwise-reproducible sums of floats that are distributed over any number of processing elements,
/// in any way.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>

#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// `result`, of one element, becomes in all parts the sum of the values of all processing elements,
/// rounded once: the same as `reproducible_sum` of all values on one device. T is `float` or
/// `double`.
///
/// `input` holds the `n` values of this processing element. Arguments, including `temp` and
/// `temp_bytes`, and errors as for `reproducible_sum`. All processing elements of the world `w`
/// make the call together, and it returns on all when the result is complete. `stream` is a stream
/// of this processing element's device.
template <class Elements, class T>
void distributed_reproducible_sum(world& w, stream_view stream, Elements input, std::size_t n,
                                  symmetric_array<T>& result, void* temp, std::size_t temp_bytes) {
  exact_sum<T> own{};
  {
    device_array<exact_sum<T>> on_device(1);
    diatomic::reproducible_sum(stream, input, n, on_device.data(), temp, temp_bytes);
    on_device.download(stream, __builtin_addressof(own), 1);
    detail::runtime_api::synchronize(stream.native_handle());
  }
  exact_sum<T> sum{};
  for (const exact_sum<T>& part : w.gather(__builtin_addressof(own), 1)) sum.add(part);
  result.upload({sum.value()});
  w.barrier();
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
