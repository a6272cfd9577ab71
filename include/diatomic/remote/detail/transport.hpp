// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The transport's device-side part under one name, and locations in its memory.

#include <cstddef>

#include <diatomic/core/detail/operands.hpp>
#include <diatomic/remote/detail/transport_select.hpp>

#include DIATOMIC_TRANSPORT_HEADER(support.hpp)
#include DIATOMIC_TRANSPORT_HEADER(segment.hpp)

#if DIATOMIC_CHECKED
#include <diatomic/modes/checked.hpp>
#endif
#if DIATOMIC_HAS_HOST_CODE
#include <stdexcept>
#include <string>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

namespace transport = transports::DIATOMIC_REMOTE;

/// A T in the part of one processing element.
template <class T>
struct remote_place {
  transport::segment in;
  std::size_t offset;  ///< in bytes
  int pe;

  /// The object's address on a direct link; else null.
  DIATOMIC_FUNCTION T* direct() const { return static_cast<T*>(in.direct(pe, offset)); }
};

/// Checks that processing element `pe` exists: otherwise host code throws, and in device code
/// checked mode ends the kernel.
DIATOMIC_FUNCTION void check_pe([[maybe_unused]] int pe, [[maybe_unused]] int pes,
                                [[maybe_unused]] call_site at = {}) {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
  if (pes == 0) {
    throw std::logic_error("diatomic: the symmetric_ptr is empty: take it from a symmetric_array");
  }
  if (pe >= 0 && pe < pes) return;
  throw std::out_of_range("diatomic: there is no processing element " + std::to_string(pe) +
                          ", only 0 to " + std::to_string(pes - 1));
#elif DIATOMIC_CHECKED
  if (pe >= 0 && pe < pes) return;
  device_ops::fail(failure{at.file, at.line, "", "remote_ref", "a processing element",
                           "the number is out of range:", true, pe});
#endif
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
