// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of messages whose flag is narrower than a word.

#include <diatomic/diatomic.hpp>

#include "litmus/shapes/messages.hpp"

namespace litmus {

/// A flag of 8 or 16 bits that an exchange raises, or a store, beside a load or an exchange that
/// looks. On NVIDIA exchanges access the 32 bits that hold the flag, loads and stores the flag
/// alone.
template <class Narrow, bool IsStored, bool IsLoaded>
struct by_narrow {
  static_assert(!IsStored || !IsLoaded, "then both have one size");

  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    using namespace diatomic;
    Narrow* const narrow = reinterpret_cast<Narrow*>(flag);
    if constexpr (IsStored) {
      store(narrow, 1, typename By::releases{}, typename By::scope{}, typename By::space{});
    } else {
      exchange(narrow, 1, typename By::releases{}, typename By::scope{}, typename By::space{});
    }
  }
  template <class By>
  DIATOMIC_FUNCTION static unsigned look(unsigned* flag) {
    using namespace diatomic;
    Narrow* const narrow = reinterpret_cast<Narrow*>(flag);
    if constexpr (IsLoaded) {
      return load(narrow, typename By::acquires{}, typename By::scope{}, typename By::space{});
    } else {
      return exchange(narrow, 2, typename By::acquires{}, typename By::scope{},
                      typename By::space{});
    }
  }
};

struct message_exchanged_loaded_u8
    : message<by_narrow<unsigned char, false, true>, acquire_release_forms> {
  static constexpr const char* name = "message_exchanged_loaded_u8";
};
struct message_stored_exchanged_u8
    : message<by_narrow<unsigned char, true, false>, acquire_release_forms> {
  static constexpr const char* name = "message_stored_exchanged_u8";
};
struct message_exchanged_loaded_u16
    : message<by_narrow<unsigned short, false, true>, acquire_release_forms> {
  static constexpr const char* name = "message_exchanged_loaded_u16";
};
struct message_stored_exchanged_u16
    : message<by_narrow<unsigned short, true, false>, acquire_release_forms> {
  static constexpr const char* name = "message_stored_exchanged_u16";
};

}  // namespace litmus
