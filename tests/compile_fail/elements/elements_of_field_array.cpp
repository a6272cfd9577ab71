// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: field_elements: the field is an array; a lambda can take an element of it

#include <diatomic/algorithms/elements.hpp>

struct particle {
  float position[3];
  float mass;
};

auto masses(const particle* p) {
#if defined(MUST_NOT_COMPILE)
  return diatomic::field_elements{p, &particle::position};
#else
  return diatomic::field_elements{p, &particle::mass};
#endif
}
