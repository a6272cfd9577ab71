// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A sparse triangular system solved in one launch, without levels found beforehand (after W. Liu,
/// A. Li, J. Hogg, I. Duff and B. Vinter, "A Synchronization-Free Algorithm for Parallel Sparse
/// Triangular Solves", Euro-Par 2016).
///
/// A warp solves a row, as soon as the unknowns that the row needs are there. Rows are handed out
/// in order by a counter, so the rows that a warp waits for are in the hands of running warps. The
/// lanes of a warp share one row and wait together: none of them waits for a lane of its own warp,
/// which in lockstep would never come.

#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// A lower triangular matrix by rows (CSR): row `i` has the entries `row_starts[i]` to
/// `row_starts[i + 1] - 1`, the last of which is the diagonal's and is not 0.
template <class T>
struct lower_triangle {
  const unsigned* row_starts;
  const unsigned* columns;
  const T* entries;
  unsigned rows;
};

/// Solves `matrix * x = b`. `is_solved`, one a row, and `*next_row` are zeros at first. Any launch
/// shape is right. The terms of a row are summed in an order that depends on the warp's size.
struct solve_lower {
  template <class T>
  DIATOMIC_DEVICE void operator()(lower_triangle<T> matrix, const T* b, T* x, unsigned* is_solved,
                                  unsigned* next_row) const {
    const unsigned warp = thread_index() / warp_size();
    const lane_mask mask = first_lanes(block_size() - warp * warp_size());
    const detail::lane_group lanes = {mask, mask, detail::target::lane_number()};
    for (;;) {
      unsigned row = 0;
      if (lanes.is_leader()) row = fetch_add(next_row, 1u, in_global, coarse_grained);
      row = shuffle(mask, row, 0);
      if (row >= matrix.rows) return;

      const unsigned diagonal = matrix.row_starts[row + 1] - 1;
      T sum = 0;
      unsigned i = matrix.row_starts[row] + lane_index();
      while (ballot(mask, i < diagonal) != 0) {
        if (i < diagonal && load(is_solved + matrix.columns[i], acquire, in_global) != 0) {
          sum += matrix.entries[i] * x[matrix.columns[i]];
          i += detail::target::count_of(mask);
        } else if (i < diagonal) {
          detail::target::pause(1);
        }
      }
      sum = detail::reduce_group<op::add>(lanes, sum);
      if (lanes.is_leader()) {
        x[row] = (b[row] - sum) / matrix.entries[diagonal];
        store(is_solved + row, 1u, release, in_global);
      }
      sync_warp(mask);  // Between this branch of one lane and that at the loop's head.
    }
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
