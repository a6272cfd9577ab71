// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda/std/complex>

#include <diatomic/atomics/number_types.hpp>

#include "operations.hpp"

namespace measured_operations {

template <>
DIATOMIC_DEVICE inline diatomic::half2 number(unsigned n) {
  return {number<diatomic::half>(n), number<diatomic::half>(n)};
}
template <>
DIATOMIC_DEVICE inline diatomic::bfloat162 number(unsigned n) {
  return {number<diatomic::bfloat16>(n), number<diatomic::bfloat16>(n)};
}
template <>
DIATOMIC_DEVICE inline float2 number(unsigned n) {
  return {number<float>(n), number<float>(n)};
}
template <>
DIATOMIC_DEVICE inline float4 number(unsigned n) {
  return {number<float>(n), number<float>(n), number<float>(n), number<float>(n)};
}

namespace {

const std::string group = "numbers/";

using in_array = ours_hinting<diatomic::in_array_t, in_array_name>;
using storing_in_array = ours_storing_hinting<diatomic::in_array_t, in_array_name>;

/// `store_add(base, index, length, v)`. The length comes with the launch, as a program's would.
template <class T, access Access>
struct add_by_index {
  unsigned length = coalesced_words;

  DIATOMIC_DEVICE void operator()(T* words, T*, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    for (unsigned k = 0; k < operations; ++k) {
      diatomic::store_add(words, word_index<Access>(thread, k), length,
                          operand<operands::constant, T>(thread, k, round));
    }
  }
};

template <class T, access Access>
void add_halves_at(const std::string& type) {
  add_updates_of<op::add, T, Access, true, operands::constant, ours, in_array, intrinsic>(
      group + "fetch_add " + type + where<Access>);
  const std::string store = group + "store_add " + type + where<Access>;
  add_updates_of<op::add, T, Access, false, operands::constant, ours_storing, storing_in_array,
                 intrinsic>(store);
  add<T>(store, "diatomic, by index", add_by_index<T, Access>{});
}

template <class T>
void add_halves(const std::string& type) {
  add_halves_at<T, access::coalesced>(type);
  add_halves_at<T, access::random>(type);
}

template <class T, access Access>
void add_vectors_at(const std::string& type) {
  add_updates_of<op::add, T, Access, true, operands::constant, ours, intrinsic>(
      group + "fetch_add " + type + where<Access>);
  add_updates_of<op::add, T, Access, false, operands::constant, ours_storing, intrinsic>(
      group + "store_add " + type + where<Access>);
}

template <class T>
void add_vectors(const std::string& type) {
  add_vectors_at<T, access::coalesced>(type);
  add_vectors_at<T, access::random>(type);
}

/// A complex number by CUDA's function for floats, twice.
struct two_additions {
  static constexpr const char* name = "intrinsic";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* address, T v) {
    auto* const p = reinterpret_cast<float*>(address);
    const float real = atomicAdd(p, v.real());
    return {real, atomicAdd(p + 1, v.imag())};
  }
};

template <class T, access Access>
void add_complex_at(const std::string& ending) {
  add_updates_of<op::add, T, Access, true, operands::constant, ours, two_additions>(
      group + "fetch_add " + ending + where<Access>);
  add_updates_of<op::add, T, Access, false, operands::constant, ours_storing, two_additions>(
      group + "store_add " + ending + where<Access>);
}

}  // namespace

/// A vector counts as one operation.
void add_numbers() {
  add_halves<diatomic::half>("half");
  add_halves<diatomic::bfloat16>("bfloat16");
  add_vectors<diatomic::half2>("half2");
  add_vectors<diatomic::bfloat162>("bfloat162");
  add_vectors<float2>("float2");
  add_vectors<float4>("float4");
  add_complex_at<cuda::std::complex<float>, access::coalesced>("complex<float>");
  add_complex_at<cuda::std::complex<float>, access::random>("complex<float>");
}

}  // namespace measured_operations
