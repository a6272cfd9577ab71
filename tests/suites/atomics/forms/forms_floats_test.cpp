// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every form of every operation on floats and complex numbers.

#include <complex>

#include "suites/atomics/forms/form_updates.hpp"

namespace forms_tests {
namespace {

std::vector<family> families() {
  std::vector<family> all;
  add_float<float>(all, "f32");
  add_float<double>(all, "f64");
  add_float<diatomic::half>(all, "f16");
  add_float<diatomic::bfloat16>(all, "bf16");
  add_updates<std::complex<float>, op::add, op::sub>(all, "complex_of_f32");
  add_updates<std::complex<double>, op::add, op::sub>(all, "complex_of_f64");
  return all;
}

TEST_P(forms, give_what_the_semantics_say) { GetParam().run(); }
INSTANTIATE_TEST_SUITE_P(updates, forms, testing::ValuesIn(families()), name_of_family);

}  // namespace
}  // namespace forms_tests
