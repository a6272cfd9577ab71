// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every read-modify-write on integers, float and double, under contention.

#include <type_traits>

#include "suites/atomics/conformance_suite.hpp"

namespace {

using namespace conformance_tests;

template <class T>
void add_integer(std::vector<entry>& entries, const std::string& type) {
  add_entries<T, op::exchange, op::add, op::sub, op::mul, op::div, op::mod, op::bit_and, op::bit_or,
              op::bit_xor, op::bit_nand, op::shl, op::shr, op::min, op::max>(entries, type);
  if constexpr (std::is_unsigned_v<T>) add_entries<T, op::inc_wrap, op::dec_wrap>(entries, type);
}

/// Every spelling of a type is its own; those that are one kind with another get the operations
/// that tell whether it is found.
template <class T>
void add_spelling(std::vector<entry>& entries, const std::string& type) {
  add_entries<T, op::exchange, op::add, op::max, op::mul>(entries, type);
}

template <class T>
void add_float(std::vector<entry>& entries, const std::string& type) {
  add_entries<T, op::exchange, op::add, op::sub, op::mul, op::div, op::min, op::max, op::fminimum,
              op::fmaximum, op::fminimum_num, op::fmaximum_num, op::min_if_less,
              op::max_if_greater>(entries, type);
}

/// Neighbours of 8 and 16 bits share a 32-bit word: what spills over from one is a lost update of
/// another.
std::vector<entry> all_entries() {
  std::vector<entry> entries;
  add_integer<signed char>(entries, "signed_char");
  add_spelling<unsigned char>(entries, "unsigned_char");
  add_spelling<char>(entries, "char");
  add_spelling<short>(entries, "short");
  add_integer<unsigned short>(entries, "unsigned_short");
  add_integer<int>(entries, "int");
  add_integer<unsigned>(entries, "unsigned");
  add_spelling<long>(entries, "long");
  add_spelling<unsigned long>(entries, "unsigned_long");
  add_integer<long long>(entries, "long_long");
  add_integer<unsigned long long>(entries, "unsigned_long_long");
  add_float<float>(entries, "float");
  add_float<double>(entries, "double");
  return entries;
}

INSTANTIATE_TEST_SUITE_P(entries, conformance, testing::ValuesIn(all_entries()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
