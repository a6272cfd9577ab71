// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the benchmarks of this folder share: settings on the command line, the threads of a launch,
/// and times of the slowest processing element.

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

/// A number that the command line sets by `name=number`.
struct setting {
  const char* name;  ///< with the equals sign
  unsigned* value;
};

/// Reads one argument; false if it is none of the settings, or no number below 60.
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

/// With threads as processing elements: `pes` of them, on all devices; 0 stands for one per device.
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

/// The seconds that a call takes on the slowest processing element. All begin together.
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
