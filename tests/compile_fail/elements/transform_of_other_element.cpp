// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: transform_reduce: transform must take an element and return a value that converts to the

#include <diatomic/algorithms/reduce.hpp>

struct point {
  float x, y;
};
struct squared_length {
  DIATOMIC_FUNCTION float operator()(const point& p) const { return p.x * p.x + p.y * p.y; }
};

void call(diatomic::stream& on, const point* points, const float* floats, float* result,
          void* temp) {
#if defined(MUST_NOT_COMPILE)
  static_cast<void>(points);
  diatomic::transform_reduce<diatomic::op::add>(on, floats, 1, squared_length{}, result, temp, 1);
#else
  static_cast<void>(floats);
  diatomic::transform_reduce<diatomic::op::add>(on, points, 1, squared_length{}, result, temp, 1);
#endif
}
