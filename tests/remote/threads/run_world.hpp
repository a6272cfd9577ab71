// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#pragma once

/// \file
/// Worlds of threads, some of which fail.

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <future>
#include <string>
#include <utility>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace test {

/// The message of the exception that `f` throws.
template <class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  } catch (int number) {
    return "the number " + std::to_string(number);
  }
  return "nothing thrown";
}

/// Calls `f(world&)` on `pes` processing elements, and returns the message that `with_world`
/// throws. If they hang, the program ends, because nothing else ends its threads.
template <class F>
std::string run_world(const std::string& name, int pes, F f) {
  diatomic::world_options options;
  for (int pe = 0; pe < pes; ++pe) options.devices.push_back(pe % diatomic::device_count());
  options.trust_links = true;
  std::future<std::string> ended = std::async(
      std::launch::async, [=] { return text_of([&] { diatomic::with_world(f, options); }); });
  if (ended.wait_for(std::chrono::minutes(1)) != std::future_status::ready) {
    std::fprintf(stderr, "%s: hangs\n", name.c_str());
    std::_Exit(1);
  }
  return ended.get();
}

}  // namespace test
