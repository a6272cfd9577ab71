// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Helpers for groups that work on whole arrays: contenders made from a call on one input.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "baselines/arrays.hpp"
#include "bench/cases/arrays/inputs.hpp"
#include "bench/cases/cases.hpp"
#include "bench/cases/placed_array.hpp"

namespace bench {

template <class T>
using shared_input = std::shared_ptr<const input_arrays<T>>;

/// A contender that calls `call(input)` each round. The contender owns the captures of `call`.
template <class T, class Call>
contender calling(std::string role, std::string implementation, const shared_input<T>& input,
                  Call call) {
  return {std::move(role), std::move(implementation), false,
          [input, call](unsigned first, unsigned rounds) {
            for (unsigned r = 0; r < rounds; ++r) call(input->at(first + r));
          }};
}

/// Adds the library's call, if there is one.
template <class T>
void add_library(std::vector<contender>& all, const shared_input<T>& input,
                 const array_call<T>& library, const char* role = "library") {
  if (library) all.push_back(calling(role, array_baselines::name, input, library));
}

/// Clears an array in stream order.
struct clear_words {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* words, std::size_t n, T value) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      words[i] = value;
    }
  }
};

template <class T>
void clear(context& on, const placed_array<T>& words, T value = {}) {
  on.launch(on.shape(words.size()), clear_words{}, words.data(), words.size(), value);
}

}  // namespace bench
