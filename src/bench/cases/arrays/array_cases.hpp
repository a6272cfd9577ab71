// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the groups that work on whole arrays share: contenders made of a call on one input.

#include <memory>
#include <string>
#include <utility>

#include "baselines/arrays.hpp"
#include "bench/cases/arrays/inputs.hpp"
#include "bench/cases/cases.hpp"

namespace bench {

/// A contender that calls `call(input)` each round. What `call` captures lives as long.
template <class T, class Call>
contender calling(std::string role, std::string implementation,
                  const std::shared_ptr<const input_arrays<T>>& input, Call call) {
  return {std::move(role), std::move(implementation), false,
          [input, call](unsigned first, unsigned rounds) {
            for (unsigned r = 0; r < rounds; ++r) call(input->at(first + r));
          }};
}

/// Clears an array, in the stream's order.
struct clear_words {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* words, std::size_t n, T value) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      words[i] = value;
    }
  }
};

template <class T>
void clear(context& on, diatomic::device_array<T>& words, T value = {}) {
  const launch_shape shape = on.shape(words.size());
  diatomic::launch(shape.grid, shape.block, 0, on.stream, clear_words{}, words.data(), words.size(),
                   value);
}

}  // namespace bench
