// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every read-modify-write on integers, float and double, under contention.

#include <type_traits>

#include "suites/atomics/conformance_suite.hpp"

namespace {

using namespace conformance_tests;

template <class T>
void add_integer(std::vector<cell>& cells, const std::string& type) {
  add_cells<T, op::exchange, op::add, op::sub, op::mul, op::div, op::mod, op::bit_and, op::bit_or,
            op::bit_xor, op::bit_nand, op::shl, op::shr, op::min, op::max>(cells, type);
  if constexpr (std::is_unsigned_v<T>) add_cells<T, op::inc_wrap, op::dec_wrap>(cells, type);
}

/// Every spelling of a type is its own; those that are one kind with another get the operations
/// that tell whether it is found.
template <class T>
void add_spelling(std::vector<cell>& cells, const std::string& type) {
  add_cells<T, op::exchange, op::add, op::max, op::mul>(cells, type);
}

template <class T>
void add_float(std::vector<cell>& cells, const std::string& type) {
  add_cells<T, op::exchange, op::add, op::sub, op::mul, op::div, op::min, op::max, op::fminimum,
            op::fmaximum, op::fminimum_num, op::fmaximum_num>(cells, type);
}

/// Neighbours of 8 and 16 bits share a 32-bit word: what spills over from one is a lost update of
/// another.
std::vector<cell> all_cells() {
  std::vector<cell> cells;
  add_integer<signed char>(cells, "signed_char");
  add_spelling<unsigned char>(cells, "unsigned_char");
  add_spelling<char>(cells, "char");
  add_spelling<short>(cells, "short");
  add_integer<unsigned short>(cells, "unsigned_short");
  add_integer<int>(cells, "int");
  add_integer<unsigned>(cells, "unsigned");
  add_spelling<long>(cells, "long");
  add_spelling<unsigned long>(cells, "unsigned_long");
  add_integer<long long>(cells, "long_long");
  add_integer<unsigned long long>(cells, "unsigned_long_long");
  add_float<float>(cells, "float");
  add_float<double>(cells, "double");
  return cells;
}

INSTANTIATE_TEST_SUITE_P(cells, conformance, testing::ValuesIn(all_cells()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
