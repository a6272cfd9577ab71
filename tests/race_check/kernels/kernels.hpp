// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The list of kernels of this folder. Each is a template, of which one value has one defect.

#include <map>
#include <string>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

namespace kernels {

/// The twins of one kernel. Each launches it once and returns whether its results are right.
struct pair {
  bool (*racy)();
  bool (*right)();
};
inline std::map<std::string, pair>& pairs() {
  static std::map<std::string, pair> all;
  return all;
}
/// A variable of this type adds a pair to the list.
struct listed {
  listed(const char* name, bool (*racy)(), bool (*right)()) { pairs()[name] = {racy, right}; }
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

}  // namespace kernels
