// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

/// \file
/// Tests that every processing element runs.

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace test {

/// Of devices: four processing elements, whatever devices there are; DIATOMIC_TEST_PES says another
/// number. Of processes: mpirun says how many. DIATOMIC_TEST_NETWORK=1 keeps them from each other's
/// memory.
///@{
template <class Options>
auto choose(Options& options, int) -> decltype(options.devices, void()) {
  const char* text = std::getenv("DIATOMIC_TEST_PES");
  const int pes = text == nullptr ? 4 : std::atoi(text);
  for (int pe = 0; pe < pes; ++pe) options.devices.push_back(pe % diatomic::device_count());
  options.trust_links = true;  // The tests find out.
}
template <class Options>
auto choose(Options& options, int) -> decltype(options.device, options.trust_links, void()) {
  options.trust_links = true;
}
template <class Options>
auto choose(Options& options, int) -> decltype(options.network_only, void()) {
  const char* text = std::getenv("DIATOMIC_TEST_NETWORK");
  options.network_only = text != nullptr && std::strcmp(text, "1") == 0;
}
template <class Options>
void choose(Options&, long) {}
inline diatomic::world_options chosen_options() {
  diatomic::world_options options;
  choose(options, 0);
  return options;
}
///@}

/// Where devices are chosen, one processing element for each of them.
template <class Options>
auto choose_each_device(Options& options, int) -> decltype(options.devices, void()) {
  if (diatomic::detail::runtime_api::threads_yield) return;
  options.devices.clear();
  for (int d = 0; d < diatomic::device_count(); ++d) options.devices.push_back(d);
}
template <class Options>
void choose_each_device(Options&, long) {}

/// Where devices are chosen, `pes` processing elements. Returns whether they are that many.
template <class Options>
auto choose_number(Options& options, int pes, int) -> decltype(options.devices, bool()) {
  options.devices.clear();
  for (int pe = 0; pe < pes; ++pe) options.devices.push_back(pe % diatomic::device_count());
  return true;
}
template <class Options>
bool choose_number(Options&, int, long) {
  return false;
}

/// Whether processing elements are threads of one process.
///@{
template <class Options, class = void>
inline constexpr bool are_threads = false;
template <class Options>
inline constexpr bool are_threads<Options, decltype(Options::in, void())> = true;
///@}

/// `f(world&)` on each. Expectations only: one that returns would leave the others waiting.
template <class F>
void on_each_pe(F f) {
  diatomic::with_world(f, chosen_options());
}

/// The elements that all of them have, together, on each.
template <class T>
std::vector<T> gathered(diatomic::world& w, const std::vector<T>& own) {
  diatomic::symmetric_array<T> parts(w, own.size());
  parts.upload(own);
  w.barrier();
  std::vector<T> all;
  for (int pe = 0; pe < w.pes(); ++pe) {
    const std::vector<T> theirs = parts.download(pe);
    all.insert(all.end(), theirs.begin(), theirs.end());
  }
  w.barrier();
  return all;
}

/// Launches, and waits.
template <class Kernel, class... Args>
void run_kernel(unsigned grid, unsigned block, Kernel kernel, Args... args) {
  diatomic::stream stream;
  diatomic::launch(grid, block, 0, stream, kernel, args...);
  stream.synchronize();
}

}  // namespace test
