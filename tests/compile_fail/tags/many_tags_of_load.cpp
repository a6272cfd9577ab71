// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: diatomic: the call has two orders
// message: diatomic: the call has two scopes
// message: diatomic: the call has two memory spaces

// Checked mode must pass on all six tags: each message needs two of them.
#define DIATOMIC_CHECKED 1
#include <diatomic/diatomic.hpp>

using namespace diatomic;

#if defined(MUST_NOT_COMPILE)
unsigned call(const unsigned* p) {
  return load(p, relaxed, block_scope, in_global, acquire, device_scope, in_shared);
}
#else
unsigned call(const unsigned* p) {
  return load(p, relaxed, block_scope, in_global, coarse_grained, ignore_denormals, require_native);
}
#endif
