// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// References to signals within collective operations.

#include <diatomic/remote/remote_ref.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// On a network, completes this thread's operations; no other thread can.
DIATOMIC_FUNCTION void complete_own(const symmetric_ptr<unsigned>& words) {
  if (remote_ref<unsigned>(words, words.pe()).address() == nullptr) quiet();
}

/// A signal in an operation that involves all processing elements: a wait for it ends with an error
/// as soon as one of them is gone.
struct signal_ref : remote_ref<unsigned> {
  // Not inherited: nvcc 13.0 fails in checked mode on the default argument.
  DIATOMIC_FUNCTION signal_ref(const symmetric_ptr<unsigned>& object, int pe, call_site at = {})
      : remote_ref(object, pe, at) {}

  /// Order: acquire.
  template <class F>
  DIATOMIC_FUNCTION void wait(F predicate) const {
    with<op::load>(remote_wait_call<unsigned, F>{at_, predicate, 0}, acquire);
  }
};

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
