// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "coarse_grained/units.hpp"

using namespace diatomic;

namespace {

template <class Scope>
struct add_kernel {
  DIATOMIC_DEVICE void operator()(coarse_grained::sums* to) const {
    store_add(&to->real, 1.0, Scope{});
    atomic_ref<float, relaxed_t, ignore_denormals_t>(to->flushed).store_add(1.0f, Scope{});
    store_add(&to->integer, 1u, Scope{});
  }
};

template <class Scope>
void launch_and_wait(coarse_grained::sums* to) {
  stream on;
  launch(coarse_grained::threads / 64, 64, 0, on, add_kernel<Scope>{}, to);
  on.synchronize();
}

}  // namespace

template <>
void coarse_grained::add<DIATOMIC_COARSE_GRAINED>(sums* to, bool at_system_scope) {
  at_system_scope ? launch_and_wait<system_scope_t>(to) : launch_and_wait<device_scope_t>(to);
}

template <>
support coarse_grained::support_of_sums<DIATOMIC_COARSE_GRAINED>(int number) {
  return support_of(op::add, kind::f64, {}, number);
}
