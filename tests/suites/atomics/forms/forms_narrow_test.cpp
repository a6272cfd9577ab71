// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every form of every operation on integers of 8 and 16 bits, enums and bool.

#include <cstdint>

#include "suites/atomics/forms/form_updates.hpp"

namespace forms_tests {
namespace {

enum class small : std::int8_t {};
enum class medium : std::uint16_t {};

std::vector<family> families() {
  std::vector<family> all;
  add_integer<std::int8_t>(all, "i8");
  add_integer<std::uint8_t>(all, "u8");
  add_integer<std::int16_t>(all, "i16");
  add_integer<std::uint16_t>(all, "u16");
  add_updates<small, op::bit_and, op::bit_or, op::bit_xor>(all, "enum8");
  add_updates<medium, op::bit_and, op::bit_or, op::bit_xor>(all, "enum16");
  add_updates<bool, op::bit_and, op::bit_or, op::bit_xor>(all, "bool");
  return all;
}

TEST_P(forms, give_what_the_semantics_say) { GetParam().run(); }
INSTANTIATE_TEST_SUITE_P(updates, forms, testing::ValuesIn(families()), name_of_family);

}  // namespace
}  // namespace forms_tests
