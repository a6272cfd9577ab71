// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the calls of `stream_calls.hpp` have in common.

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

namespace test {

using diatomic::device_array;
using diatomic::stream_view;

/// A call, its arrays, and what it should make of them.
class stream_call {
 public:
  explicit stream_call(std::string name) : name_(std::move(name)) {}
  stream_call(const stream_call&) = delete;
  stream_call& operator=(const stream_call&) = delete;
  virtual ~stream_call() = default;

  const std::string& name() const { return name_; }
  /// Sets the arrays, and waits for that.
  virtual void prepare(unsigned round) = 0;
  /// The call itself.
  virtual void queue(stream_view on) = 0;
  /// When the stream has done it.
  virtual void expect(unsigned round) const = 0;

 private:
  std::string name_;
};

/// Element i of the input of a round.
inline unsigned element(unsigned round, std::size_t i) {
  return static_cast<unsigned>((i * 7 + i / 251 + round * 13) % 251);
}
template <class T>
std::vector<T> elements(unsigned round, std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<T>(element(round, i));
  values[(round * 7919) % n] = static_cast<T>(1000);  // the one greatest
  return values;
}

}  // namespace test
