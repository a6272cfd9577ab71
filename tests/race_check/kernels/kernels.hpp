// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The main function of a program of kernels. Without arguments a program lists the names of its
/// pairs of kernels; `PROGRAM NAME wrong|right` runs one kernel once. A pair is a template, which
/// has one defect for false. A right kernel with a wrong result is an error.

#include <cstdio>
#include <exception>
#include <map>
#include <string>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

namespace kernels {

/// The twins of one kernel. Each launches it once and returns whether its results are right.
struct pair {
  bool (*wrong)();
  bool (*right)();
};
inline std::map<std::string, pair>& pairs() {
  static std::map<std::string, pair> all;
  return all;
}
/// A variable of this type adds a pair to the list.
struct listed {
  listed(const char* name, bool (*wrong)(), bool (*right)()) { pairs()[name] = {wrong, right}; }
};

/// An array on the device with these elements.
template <class T>
diatomic::device_array<T> on_device(const std::vector<T>& elements) {
  diatomic::device_array<T> array(elements.size());
  array.upload(elements);
  return array;
}
/// The same with `n` equal elements.
template <class T>
diatomic::device_array<T> filled(std::size_t n, T value) {
  return kernels::on_device(std::vector<T>(n, value));
}

/// `n` numbers below 1000, which look random and are always the same.
inline std::vector<int> numbers(unsigned n) {
  std::vector<int> values(n);
  unsigned state = 12345;
  for (int& value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>((state >> 8) % 1000);
  }
  return values;
}

/// A program's main function.
inline int run(int count, char** arguments) try {
  if (count != 3) {
    for (const auto& pair : kernels::pairs()) std::printf("%s\n", pair.first.c_str());
    return 0;
  }
  const pair& twins = kernels::pairs().at(arguments[1]);
  if (arguments[2] != std::string("right")) {
    twins.wrong();
  } else if (!twins.right()) {
    std::fprintf(stderr, "%s: wrong results\n", arguments[1]);
    return 1;
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

}  // namespace kernels
