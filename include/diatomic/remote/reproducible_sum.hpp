// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The sum of floats that are spread over all processing elements, with the same bits however they
/// are spread, over however many.

#include <diatomic/core/detail/host_code.hpp>

#include <cstddef>
#include <vector>

#include <diatomic/algorithms/exact_sum.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// `result`, of one element, becomes in all parts the sum of the values of all processing elements,
/// rounded once: what `reproducible_sum` of all of these values on one device gives. T is `float`
/// or `double`.
///
/// `input`, of `n` values, is this processing element's own. Arguments, `temp` and `temp_bytes`
/// too, and errors as of `reproducible_sum`. All processing elements of the world `w` make the call
/// together; `on` is a stream of this one's device. It returns when the result is there, on all.
template <class Elements, class T>
void distributed_reproducible_sum(world& w, stream_view on, Elements input, std::size_t n,
                                  symmetric_array<T>& result, void* temp, std::size_t temp_bytes) {
  device_array<exact_sum<T>> on_device(1);
  reproducible_sum(on, input, n, on_device.data(), temp, temp_bytes);
  exact_sum<T> own{};
  on_device.download(on, &own, 1);
  detail::driver::synchronize(on.native_handle());
  exact_sum<T> sum{};
  for (const exact_sum<T>& part : w.gather(&own, 1)) sum.add(part);
  result.upload({sum.value()});
  w.barrier();
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
