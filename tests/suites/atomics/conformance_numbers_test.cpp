// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every read-modify-write on floats of 16 bits, on vectors and on integers of 128 bits,
/// under contention. Neighbouring halves share a word, where an addition may be one to the pair.

#include "suites/atomics/conformance_suite.hpp"

namespace {

using namespace conformance_tests;

using half = diatomic::detail::float16<kind::f16>;
using bfloat16 = diatomic::detail::float16<kind::bf16>;

/// The operations on vectors differ in nothing but their elements.
template <class Element, int Count>
void add_vector(std::vector<entry>& entries, const std::string& type) {
  using vector = diatomic::detail::pack<Element, Count>;
  add_entries<vector, op::exchange, op::add, op::sub, op::max>(entries, type);
  if constexpr (!std::is_integral_v<Element>) {
    add_entries<vector, op::max_if_greater>(entries, type);
  }
}

std::vector<entry> all_entries() {
  std::vector<entry> entries;
  add_entries<half, op::exchange, op::add, op::sub, op::mul, op::div, op::min, op::max,
              op::fminimum, op::fmaximum, op::fminimum_num, op::fmaximum_num, op::min_if_less,
              op::max_if_greater>(entries, "half");
  add_entries<bfloat16, op::exchange, op::add, op::sub, op::mul, op::max, op::fmaximum_num,
              op::min_if_less>(entries, "bfloat16");
  add_vector<half, 2>(entries, "half2");
  add_vector<bfloat16, 2>(entries, "bfloat162");
  add_vector<float, 2>(entries, "float2");
  add_vector<float, 4>(entries, "float4");
  add_vector<double, 2>(entries, "double2");
  add_vector<half, 4>(entries, "half4");
  add_vector<bfloat16, 4>(entries, "bfloat164");
  add_vector<int, 2>(entries, "int2");
  add_vector<int, 4>(entries, "int4");
  add_entries<diatomic::detail::uint128, op::exchange, op::add, op::mul, op::bit_xor, op::max,
              op::inc_wrap>(entries, "unsigned_int128");
  add_entries<diatomic::detail::int128, op::sub, op::min, op::shr>(entries, "int128");
  return entries;
}

INSTANTIATE_TEST_SUITE_P(numbers, conformance, testing::ValuesIn(all_entries()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
