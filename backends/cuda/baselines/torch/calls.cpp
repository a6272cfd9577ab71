// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `index_add` and `reproducible_index_add` as C functions, for `compare_torch.py`.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>

#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/atomics/number_types.hpp>

/// The arguments of a call, which adds rows of d elements to k rows at 64-bit indices.
struct row_call {
  const std::int64_t* indices;
  const void* values;
  void* words;
  std::size_t n;
  std::size_t d;
  std::size_t k;
  void* temp;
  std::size_t temp_bytes;
  int exponent;
  cudaStream_t stream;
};

namespace {

enum class form : int { plain, fixed, exact };

template <class T>
void call(form which, const row_call& c) {
  const auto* const values = static_cast<const T*>(c.values);
  auto* const words = static_cast<T*>(c.words);
  if (which == form::plain) {
    diatomic::index_add(c.stream, c.indices, values, c.n, c.d, words, c.k);
  } else if (which == form::fixed) {
    diatomic::reproducible_index_add(c.stream, diatomic::fixed_scale(c.exponent), c.indices, values,
                                     c.n, c.d, words, c.k, c.temp, c.temp_bytes);
  } else if constexpr (sizeof(T) >= 4) {
    diatomic::reproducible_index_add(c.stream, c.indices, values, c.n, c.d, words, c.k, c.temp,
                                     c.temp_bytes);
  }
}

}  // namespace

/// `type` is an index into float, half, bfloat16, double. Returns 0; on an error prints it and
/// returns 1.
extern "C" int add_rows(int type, int which, const row_call* c) {
  try {
    const auto what = static_cast<form>(which);
    if (type == 0) call<float>(what, *c);
    if (type == 1) call<diatomic::half>(what, *c);
    if (type == 2) call<diatomic::bfloat16>(what, *c);
    if (type == 3) call<double>(what, *c);
    return 0;
  } catch (const std::exception& why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 1;
  }
}

/// The temporary memory that a reproducible call needs, in bytes.
extern "C" std::size_t temp_bytes(int type, int which, std::size_t k, std::size_t d) {
  if (static_cast<form>(which) == form::fixed) return diatomic::fixed_rows_temp_bytes(k, d);
  return type == 3 ? diatomic::exact_rows_temp_bytes<double>(k, d)
                   : diatomic::exact_rows_temp_bytes<float>(k, d);
}
