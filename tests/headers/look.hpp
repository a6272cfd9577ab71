// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// How a unit finds its view, in words that are the same for every backend.

#include <cstddef>
#include <iterator>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime.hpp>

#include "view.hpp"

namespace {

constexpr std::size_t architecture_count = std::size(diatomic::backend::architectures);

struct answers {
  diatomic::support of[architecture_count][diatomic::op_count][diatomic::kind_count];
};

constexpr answers compiled_answers() {
  answers all{};
  for (std::size_t a = 0; a < architecture_count; ++a) {
    for (int o = 0; o < diatomic::op_count; ++o) {
      for (int k = 0; k < diatomic::kind_count; ++k) {
        const int number = diatomic::backend::architectures[a].number;
        all.of[a][o][k] =
            diatomic::find(
                diatomic::backend::table,
                {static_cast<diatomic::op>(o), static_cast<diatomic::kind>(k), {}, number})
                .level;
      }
    }
  }
  return all;
}

view look() {
  constexpr answers expected = compiled_answers();
  view seen{};
  seen.first_architecture = diatomic::backend::architectures[0].name;
  seen.devices = diatomic::device_count();
  for (std::size_t a = 0; a < architecture_count; ++a) {
    for (int o = 0; o < diatomic::op_count; ++o) {
      for (int k = 0; k < diatomic::kind_count; ++k) {
        const diatomic::support level =
            diatomic::support_of(static_cast<diatomic::op>(o), static_cast<diatomic::kind>(k),
                                 diatomic::manner{}, diatomic::backend::architectures[a].number);
        ++seen.questions;
        seen.wrong_answers += level != expected.of[a][o][k];
      }
    }
  }
  for (unsigned summand = 1; summand <= 4; summand *= 2) diatomic::fetch_add(&seen.sum, summand);
  return seen;
}

}  // namespace
