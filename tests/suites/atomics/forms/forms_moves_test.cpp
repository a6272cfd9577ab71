// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every form of load, store, exchange, compare-exchange, wait and of updates by a function, on
/// every sort of type. The other suites of forms have the operations that compute.

#include <atomic>
#include <complex>
#include <cstdint>

#include "suites/atomics/forms/form_moves.hpp"

namespace forms_tests {
namespace {

enum class medium : std::uint16_t {};
struct alignas(4) two_shorts {
  std::int16_t a;
  std::uint16_t b;
};
struct alignas(8) two_words {
  std::int32_t a;
  std::uint32_t b;
};
struct alignas(16) four_words {
  std::uint64_t a;
  std::uint32_t b, c;
};

template <class T>
void add(std::vector<family>& all, const std::string& type) {
  all.push_back({type, run<moves<T>>});
}

std::vector<family> families() {
  std::vector<family> all;
  add<std::int8_t>(all, "i8");
  add<bool>(all, "bool");
  add<medium>(all, "enum16");
  add<std::int32_t>(all, "i32");
  add<std::uint64_t>(all, "u64");
  add<diatomic::detail::uint128>(all, "u128");
  add<float>(all, "f32");
  add<double>(all, "f64");
  add<diatomic::half>(all, "f16");
  add<diatomic::bfloat16>(all, "bf16");
  add<diatomic::half2>(all, "f16x2");
  add<diatomic::float2>(all, "f32x2");
  add<diatomic::float4>(all, "f32x4");
  add<diatomic::double2>(all, "f64x2");
  add<diatomic::half4>(all, "f16x4");
  add<diatomic::int2>(all, "i32x2");
  add<diatomic::int4>(all, "i32x4");
  add<std::complex<float>>(all, "complex_of_f32");
  add<const double*>(all, "pointer");
  add<two_shorts>(all, "struct32");
  add<two_words>(all, "struct64");
  add<four_words>(all, "struct128");
  all.push_back({"u32_by_each_std_memory_order", run<moves<unsigned, std::memory_order>>});
  all.push_back({"i16_by_each_std_memory_order", run<moves<std::int16_t, std::memory_order>>});
  all.push_back({"f64_by_each_std_memory_order", run<moves<double, std::memory_order>>});
  all.push_back({"u32_seq_cst", run<moves<unsigned, diatomic::seq_cst_t>>});
  return all;
}

TEST_P(forms, give_what_the_semantics_say) { GetParam().run(); }
INSTANTIATE_TEST_SUITE_P(moves, forms, testing::ValuesIn(families()), name_of_family);

}  // namespace
}  // namespace forms_tests
