// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

#include <diatomic/algorithms/scatter.hpp>

#include "bench/cases/array_cases.hpp"
#include "bench/cases/scatter_each.hpp"
#include "baselines/atomics.hpp"

namespace bench {
namespace {

/// What the contenders of a case work on.
template <class T>
struct arrays {
  input_arrays<T> values;
  diatomic::device_array<T> words;
};

template <class T>
std::vector<contender> contenders(context& on, std::size_t n, std::size_t words, distribution how) {
  const auto indices =
      std::make_shared<const input_arrays<unsigned>>(on, n, 0, static_cast<double>(words), how);
  const auto rest = std::make_shared<arrays<T>>(arrays<T>{
      input_arrays<T>(on, n, 0, 4, distribution::uniform), diatomic::device_array<T>(words)});
  clear(on, rest->words);
  const launch_shape shape = on.shape(n);
  std::vector<contender> all;
  const auto add = [&](const char* role, const char* name, bool is_loop, auto call) {
    all.push_back({role,
                   name,
                   is_loop,
                   [indices, rest, call](unsigned first, unsigned rounds) {
                     for (unsigned r = 0; r < rounds; ++r) {
                       call(indices->at(first + r), rest->values.at(first + r), rest->words.data());
                     }
                   },
                   {}});
  };
  const auto each = [&on, n, shape](auto which) {
    return [&on, n, shape](const unsigned* places, const T* values, T* to) {
      diatomic::launch(shape.grid, shape.block, 0, on.stream, scatter_each<decltype(which), T>{},
                       places, values, n, to);
    };
  };
  add("diatomic", "", false, [&on, n, words](const unsigned* places, const T* values, T* to) {
    diatomic::scatter_add(on.stream, places, values, n, to, words);
  });
  add("store_add", "", false, each(our_addition{}));
  constexpr way by_intrinsic = intrinsic::how<op::add, T, memory_scope::device>;
  if constexpr (by_intrinsic != way::none) {
    add("intrinsic", intrinsic::name, by_intrinsic == way::loop, each(intrinsic{}));
  }
  constexpr way by_library = library::how<op::add, T, memory_scope::device>;
  if constexpr (by_library != way::none) {
    add("library", library::name, by_library == way::loop, each(library{}));
  }
  return all;
}

template <class T>
void add_type(std::vector<bench_case>& to, const context& on, const char* type) {
  const std::size_t n = on.bytes / sizeof(double);
  const std::size_t all_words[] = {32, 1u << 10, 1u << 16, 1u << 20, 1u << 24, 1u << 26};
  for (const std::size_t words : all_words) {
    if (words * sizeof(T) > on.bytes) continue;
    if (!on.all && (words == 1u << 16 || words == 1u << 26)) continue;
    for (const distribution how : {distribution::uniform, distribution::sorted}) {
      if (!on.all && how == distribution::sorted && words != 1u << 20) continue;
      bench_case c;
      c.group = "scatter";
      c.operation = "add";
      c.type = type;
      c.words = binary_number(words);
      c.values = name_of(how);
      c.n = n;
      c.prepare = [n, words, how](context& where) { return contenders<T>(where, n, words, how); };
      to.push_back(c);
    }
  }
}

}  // namespace

void add_scatter(std::vector<bench_case>& to, const context& on) {
  add_type<float>(to, on, "float");
  add_type<double>(to, on, "double");
  add_type<unsigned>(to, on, "unsigned");
}

}  // namespace bench
