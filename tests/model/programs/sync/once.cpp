// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `call_once`: one call, which all have seen when they go on.

#include "model.hpp"

#include <diatomic/sync/once.hpp>

namespace {

diatomic::once_flag<> flag;
unsigned made;  // plain: by two threads it would be a race

void make_once(unsigned) {
  diatomic::call_once(flag, [] { ++made; });
  DEMAND(made == 1);
}

void make_twice(unsigned me) {
  make_once(me);
  make_once(me);
}

}  // namespace

MODEL_CASE(call_once) {
  model::run<make_once>();
  return 0;
}

MODEL_CASE(call_once_again) {
  model::run<make_twice>();
  return 0;
}

MODEL_CASE(call_once_in_warps) {
  model::run<make_once>();
  return 0;
}
