// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs a function of a ported header in kernels, and compares it with a serial model
/// `T model(T& x, T y)`, which returns the old x as the function does. Values compare by their
/// bits.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace ported {

constexpr unsigned slots = 3;
constexpr unsigned grid = 4;
constexpr unsigned block = 64;

/// Thread i calls `Call` on slot i % slots. A single thread makes all calls, in order.
template <class Call, class T>
struct call_kernel {
  DIATOMIC_DEVICE void operator()(T* x, const T* y, unsigned n, T* old) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      old[i] = Call()(x + i % slots, y[i]);
    }
  }
};

template <class T>
struct outcome {
  std::vector<T> x, old;
};

template <class Call, class T>
outcome<T> run(unsigned blocks, unsigned threads, const std::vector<T>& x,
               const std::vector<T>& y) {
  diatomic::device_array<T> device_x(x.size()), device_y(y.size()), device_old(y.size());
  device_x.upload(x);
  device_y.upload(y);
  diatomic::stream stream;
  diatomic::launch(blocks, threads, 0, stream, call_kernel<Call, T>{}, device_x.data(),
                   device_y.data(), static_cast<unsigned>(y.size()), device_old.data());
  stream.synchronize();
  return {device_x.download(), device_old.download()};
}

template <class T, class Model>
outcome<T> serial(std::vector<T> x, const std::vector<T>& y, Model model) {
  std::vector<T> old;
  for (std::size_t i = 0; i < y.size(); ++i) old.push_back(model(x[i % slots], y[i]));
  return {x, old};
}

template <class T>
std::string bits_of(const T& v) {
  return {reinterpret_cast<const char*>(&v), sizeof(T)};
}
template <class T>
std::vector<std::string> bits_of(const std::vector<T>& values) {
  std::vector<std::string> bits;
  for (const T& v : values) bits.push_back(bits_of(v));
  return bits;
}

/// The pattern of `values`, until there are n.
template <class T>
std::vector<T> repeated(const std::vector<T>& values, std::size_t n) {
  std::vector<T> all;
  for (std::size_t i = 0; i < n; ++i) all.push_back(values[(i / slots + i) % values.size()]);
  return all;
}

/// One thread makes the calls: the objects and the returned values are the model's.
template <class Call, class T, class Model>
void expect_in_sequence(T start, const std::vector<T>& values, Model model) {
  const std::vector<T> x(slots, start);
  const std::vector<T> y = repeated(values, 7 * slots);
  const outcome<T> found = run<Call>(1, 1, x, y);
  const outcome<T> expected = serial(x, y, model);
  EXPECT_EQ(bits_of(found.x), bits_of(expected.x));
  EXPECT_EQ(bits_of(found.old), bits_of(expected.old));
}

/// Many threads make the calls. In each slot the model leads from the start through every returned
/// value to the end, in some order.
template <class Call, class T, class Model>
void expect_at_once(T start, const std::vector<T>& values, Model model) {
  const std::vector<T> x(slots, start);
  const std::vector<T> y = repeated(values, grid * block);
  const outcome<T> found = run<Call>(grid, block, x, y);
  for (unsigned slot = 0; slot < slots; ++slot) {
    std::multiset<std::string> reached{bits_of(start)};
    std::multiset<std::string> left{bits_of(found.x[slot])};
    for (std::size_t i = slot; i < y.size(); i += slots) {
      T seen = found.old[i];
      left.insert(bits_of(seen));
      model(seen, y[i]);
      reached.insert(bits_of(seen));
    }
    EXPECT_EQ(reached, left) << "slot " << slot;
  }
}

/// Both.
template <class Call, class T, class Model>
void expect_like(T start, const std::vector<T>& values, Model model) {
  expect_in_sequence<Call>(start, values, model);
  expect_at_once<Call>(start, values, model);
}

/// Calls that return nothing, or an old value of several parts, which are not atomic together: only
/// the objects are compared. The model's result must not depend on the order of the calls.
template <class Call, class T, class Model>
void expect_same_end(T start, const std::vector<T>& values, Model model) {
  const std::vector<T> x(slots, start);
  const std::vector<T> y = repeated(values, grid * block);
  EXPECT_EQ(bits_of(run<Call>(grid, block, x, y).x), bits_of(serial(x, y, model).x));
}

}  // namespace ported
