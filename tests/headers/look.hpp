// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How a unit finds its view, in words that are the same for every backend.

#include <cstddef>
#include <iterator>
#include <utility>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "view.hpp"

namespace {

constexpr std::size_t architecture_count = std::size(diatomic::tables::backend::architectures);

struct answers {
  diatomic::support of[diatomic::op_count][diatomic::kind_count];
};

/// Of one architecture: compilers bound the steps of a constant.
template <std::size_t Architecture>
constexpr answers compiled_answers() {
  answers all{};
  for (int o = 0; o < diatomic::op_count; ++o) {
    for (int k = 0; k < diatomic::kind_count; ++k) {
      const int number = diatomic::tables::backend::architectures[Architecture].number;
      all.of[o][k] = diatomic::tables::find(
                         diatomic::tables::backend::table,
                         {static_cast<diatomic::op>(o), static_cast<diatomic::kind>(k), {}, number})
                         .level;
    }
  }
  return all;
}

/// Asks at run time what the compiler was asked too.
template <std::size_t Architecture>
void look_at(view& seen) {
  constexpr answers expected = compiled_answers<Architecture>();
  for (int o = 0; o < diatomic::op_count; ++o) {
    for (int k = 0; k < diatomic::kind_count; ++k) {
      const diatomic::support level =
          diatomic::support_of(static_cast<diatomic::op>(o), static_cast<diatomic::kind>(k),
                               diatomic::access_properties{},
                               diatomic::tables::backend::architectures[Architecture].number);
      ++seen.questions;
      seen.wrong_answers += level != expected.of[o][k];
    }
  }
}
template <std::size_t... Architectures>
void look_at_all(view& seen, std::index_sequence<Architectures...>) {
  (look_at<Architectures>(seen), ...);
}

view look() {
  view seen{};
  seen.first_architecture = diatomic::tables::backend::architectures[0].name;
  seen.devices = diatomic::device_count();
  look_at_all(seen, std::make_index_sequence<architecture_count>{});
  for (unsigned summand = 1; summand <= 4; summand *= 2) diatomic::fetch_add(&seen.sum, summand);
  return seen;
}

}  // namespace
