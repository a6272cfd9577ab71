// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How a thread waits that has to look again and again.

#include <cstdint>

#include <diatomic/core/detail/bits.hpp>
#include <diatomic/core/detail/dispatch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Pauses between looks at a word, each up to a quarter longer than the one before, to about 4
/// microseconds on GPUs; to 30 while looks are slow to come back, which they are where many look at
/// the same words. How long one is within its bound goes by the clock, so that they do not look all
/// at the same time. On the host a pause lets other threads run, those of the block first.
class back_off {
 public:
  DIATOMIC_FUNCTION void pause() {
    const std::uint32_t now = target::clock();
    const bool is_crowded = now - resumed_ > target::slow_look;
    const unsigned most = is_crowded ? most_if_crowded : most_else;
    if (bound_ < most) {
      bound_ += bound_ / 4;
    } else if (bound_ > most) {
      bound_ -= bound_ / 8;
    }
    const std::uint32_t random = now * 0x9e3779b9u;
    target::pause(static_cast<unsigned>(std::uint64_t{random} * (bound_ / 4 + 1) >> 32));
    resumed_ = target::clock();
  }

 private:
  // Quarters of a step.
  static constexpr unsigned most_else = 4 * 128;
  static constexpr unsigned most_if_crowded = 4 * 1024;

  std::uint32_t resumed_ = 0;
  unsigned bound_ = 4;
};

/// Looks, and pauses between looks, until `look()` says that the wait is over.
template <class Look>
DIATOMIC_FUNCTION void wait_until(Look look) {
  back_off between_looks;
  while (!look()) between_looks.pause();
}

/// What `*p` holds as soon as it is not `old`.
template <class Manner, class T>
DIATOMIC_FUNCTION T wait(const T* p, T old) {
  auto seen = bits_as<unsigned_of<T>>(old);
  wait_until([&] {
    seen = bits_as<unsigned_of<T>>(detail::load<Manner>(p));
    return seen != bits_as<unsigned_of<T>>(old);
  });
  return bits_as<T>(seen);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
