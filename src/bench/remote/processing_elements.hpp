// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Helpers for the remote benchmarks: devices, thread indices, and the time of the slowest
/// processing element.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace benchmark_settings {

/// For threads as processing elements: `pes` threads over all devices; 0: one per device.
///@{
template <class Options>
auto choose_devices(Options& options, unsigned pes, int) -> decltype(options.in, void()) {
  for (unsigned pe = 0; pe < pes; ++pe) {
    options.devices.push_back(static_cast<int>(pe) % diatomic::device_count());
  }
}
template <class Options>
void choose_devices(Options&, unsigned, long) {}
///@}

DIATOMIC_DEVICE inline std::size_t global_thread() {
  return std::size_t{diatomic::block_index()} * diatomic::block_size() + diatomic::thread_index();
}
DIATOMIC_DEVICE inline std::size_t all_threads() {
  return std::size_t{diatomic::block_size()} * diatomic::grid_size();
}

/// The seconds of a call on the slowest processing element. All start together.
template <class F>
double slowest(diatomic::world& w, F call) {
  w.barrier();
  const auto begin = std::chrono::steady_clock::now();
  call();
  const double own =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const std::vector<double> all = w.gather(&own, 1);
  return *std::max_element(all.begin(), all.end());
}

}  // namespace benchmark_settings
