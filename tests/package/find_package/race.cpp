// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Two blocks write one word: the race check must report it.

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

int main() {
  diatomic::stream on;
  diatomic::device_array<unsigned> word(1);
  diatomic::launch(2, 1, 0, on, [](unsigned* p) { *p = diatomic::block_index(); }, word.data());
  on.synchronize();
}
