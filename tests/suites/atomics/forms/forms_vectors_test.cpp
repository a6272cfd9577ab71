// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every form of every operation on vectors of floats.

#include "suites/atomics/forms/form_updates.hpp"

namespace forms_tests {
namespace {

std::vector<family> families() {
  std::vector<family> all;
  add_float<diatomic::half2>(all, "f16x2");
  add_float<diatomic::bfloat162>(all, "bf16x2");
  add_float<diatomic::float2>(all, "f32x2");
  add_float<diatomic::float4>(all, "f32x4");
  add_float<diatomic::double2>(all, "f64x2");
  add_float<diatomic::half4>(all, "f16x4");
  add_float<diatomic::bfloat164>(all, "bf16x4");
  add_integer<diatomic::int2>(all, "i32x2");
  add_integer<diatomic::int4>(all, "i32x4");
  return all;
}

TEST_P(forms, give_what_the_semantics_say) { GetParam().run(); }
INSTANTIATE_TEST_SUITE_P(updates, forms, testing::ValuesIn(families()), name_of_family);

}  // namespace
}  // namespace forms_tests
