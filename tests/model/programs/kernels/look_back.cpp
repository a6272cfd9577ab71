// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The scan by look-back: tiles wait for those before them, and their sums are right.

#include "model.hpp"

#include <diatomic/diatomic.hpp>

#include "kernels/scan.hpp"

namespace {

#if WIDE
using word = std::uint64_t;
#else
using word = std::uint32_t;
#endif

using scan = diatomic::kernels::scan_by_look_back<diatomic::kernels::scan_kind::inclusive>;

// The last tile has one element.
constexpr unsigned n = scan::items * BLOCK * (TILES - 1) + 1;
word input[n];
word output[n];
diatomic::kernels::tile_record<word> records[TILES];
unsigned next_tile;

void body(unsigned) { scan{}(input, n, output, records, &next_tile); }

}  // namespace

MODEL_CASE(sums) {
  for (unsigned i = 0; i < n; ++i) input[i] = i + 1;
  model::run<body>();
  for (unsigned i = 0; i < n; ++i) DEMAND(output[i] == (i + 1) * (i + 2) / 2);
  return 0;
}
