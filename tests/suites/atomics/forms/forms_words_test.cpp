// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every form of every operation on integers of 32, 64 and 128 bits, enums and pointers.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "suites/atomics/forms/form_updates.hpp"

namespace forms_tests {
namespace {

enum class wide : std::int64_t {};
struct triple {
  int a, b, c;
};

// As of `std::atomic_ref`.
using reference = diatomic::atomic_ref<int>;
static_assert(std::is_same_v<reference::value_type, int>);
static_assert(std::is_same_v<reference::difference_type, int>);
static_assert(std::is_same_v<diatomic::atomic_ref<int*>::difference_type, std::ptrdiff_t>);
static_assert(std::is_copy_constructible_v<reference> && !std::is_copy_assignable_v<reference>);
static_assert(!std::is_convertible_v<int&, reference> &&
              !std::is_default_constructible_v<reference>);

std::vector<family> families() {
  std::vector<family> all;
  add_integer<std::int32_t>(all, "i32");
  add_integer<std::uint32_t>(all, "u32");
  add_integer<std::int64_t>(all, "i64");
  add_integer<std::uint64_t>(all, "u64");
  add_integer<diatomic::detail::int128>(all, "i128");
  add_integer<diatomic::detail::uint128>(all, "u128");
  add_updates<wide, op::bit_and, op::bit_or, op::bit_xor>(all, "enum64");
  add_updates<int*, op::add, op::sub>(all, "pointer_to_int");
  add_updates<const triple*, op::add, op::sub>(all, "pointer_to_struct");
  return all;
}

TEST_P(forms, give_what_the_semantics_say) { GetParam().run(); }
INSTANTIATE_TEST_SUITE_P(updates, forms, testing::ValuesIn(families()), name_of_family);

}  // namespace
}  // namespace forms_tests
