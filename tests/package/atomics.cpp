// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that uses the atomics alone, in host code, whatever the backend.

#include <diatomic/diatomic.hpp>

#if defined(EXPECTED_NAMESPACE)
namespace expected = diatomic::EXPECTED_NAMESPACE;
#endif

int main() {
  unsigned answer = 40;
  const unsigned old = diatomic::fetch_add(&answer, 2u, diatomic::acq_rel);
  return old == 40 && diatomic::load(&answer, diatomic::acquire) == 42 ? 0 : 1;
}
