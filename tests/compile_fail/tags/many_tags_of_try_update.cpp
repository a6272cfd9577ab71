// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: remove_one_of_two_orders
// backends: hip host

// In checked mode too, with more tags than separate parameters.
#define DIATOMIC_CHECKED 1
#include <diatomic/diatomic.hpp>

using namespace diatomic;

struct refusal {
  DIATOMIC_FUNCTION bool operator()(unsigned&) const { return false; }
};

#if defined(MUST_NOT_COMPILE)
bool call(unsigned* p) {
  return try_update(p, refusal{}, relaxed, block_scope, in_global, acquire, device_scope,
                    in_shared);
}
#else
bool call(unsigned* p) {
  return try_update(p, refusal{}, relaxed, block_scope, in_global, coarse_grained, ignore_denormals,
                    require_native);
}
#endif
