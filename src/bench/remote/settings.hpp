// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Helpers for the remote benchmarks: command-line settings, thread indices, and the time of the
/// slowest processing element.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <vector>

#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace benchmark_settings {

/// A number that the command line sets with `name=number`.
struct setting {
  const char* name;  ///< with the equals sign
  unsigned* value;
};

/// Reads one argument. Returns false if no setting matches, or if the value is not a number below
/// 60.
inline bool read(std::initializer_list<setting> all, const char* argument) {
  for (const setting& s : all) {
    const std::size_t length = std::strlen(s.name);
    if (std::strncmp(argument, s.name, length) != 0) continue;
    char* end = nullptr;
    const unsigned long value = std::strtoul(argument + length, &end, 10);
    *s.value = static_cast<unsigned>(value);
    return end != argument + length && *end == '\0' && value < 60;
  }
  return false;
}

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
