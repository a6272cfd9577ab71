// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How a thread waits that has to look again and again.

#include <cstdint>

#include <diatomic/detail/bits.hpp>
#include <diatomic/detail/dispatch.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Pauses between looks at a word, each up to a quarter longer than the one before, to about 30
/// microseconds on GPUs: a wait takes little longer than it must, and many that wait for long look
/// seldom. How long one is within its bound goes by the clock, so that they do not look all at the
/// same time. On the host a pause lets other threads run, those of the block first.
class back_off {
 public:
  DIATOMIC_FUNCTION void pause() {
    const std::uint32_t random = target::clock() * 0x9e3779b9u;
    target::pause(static_cast<unsigned>(std::uint64_t{random} * (bound_ / 4 + 1) >> 32));
    if (bound_ < 4 * most) bound_ += bound_ / 4;
  }

 private:
  static constexpr unsigned most = 1024;  // steps
  unsigned bound_ = 4;                    // quarters of a step
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
  T seen;
  wait_until([&] {
    seen = load<Manner>(p);
    return !same_bits(seen, old);
  });
  return seen;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
