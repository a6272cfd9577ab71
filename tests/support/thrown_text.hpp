// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The message of what a call throws.

#include <string>

namespace test {

/// The message of the `Exception` that `call` throws.
template <class Exception, class Call>
std::string thrown_text(Call call) {
  try {
    call();
  } catch (const Exception& thrown) {
    return thrown.what();
  }
  return "nothing thrown";
}

}  // namespace test
