// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Solves a sparse triangular system in one launch, without level analysis (after W. Liu, A. Li, J.
/// Hogg, I. Duff and B. Vinter, "A Synchronization-Free Algorithm for Parallel Sparse Triangular
/// Solves", Euro-Par 2016).
///
/// A warp solves a row as soon as the unknowns that the row needs are solved. A counter hands out
/// rows in order, so a warp waits only for rows of running warps. The lanes of a warp share one row
/// and wait together: no lane waits for a lane of the same warp, which would hang in lockstep.

#include <diatomic/collectives/warp.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// A lower triangular matrix in CSR format: row `i` has the entries `row_starts[i]` to
/// `row_starts[i + 1] - 1`. The last entry is the diagonal, and is not 0.
template <class T>
struct lower_triangle {
  const unsigned* row_starts;
  const unsigned* columns;
  const T* entries;
  unsigned rows;
};

/// Solves `matrix * x = b`. `is_solved`, one per row, and `*next_row` are zeros at first. Any
/// launch shape works. The summation order of a row's terms depends on the warp size.
struct solve_lower {
  template <class T>
  DIATOMIC_DEVICE void operator()(lower_triangle<T> matrix, const T* b, T* x, unsigned* is_solved,
                                  unsigned* next_row) const {
    const unsigned warp = thread_index() / warp_size();
    const lane_mask mask = first_lanes(block_size() - warp * warp_size());
    const detail::lane_set lanes = {mask, mask, detail::device_ops::lane_number()};
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
          i += detail::device_ops::count_of(mask);
        } else if (i < diagonal) {
          detail::device_ops::pause(1);
        }
      }
      sum = detail::reduce_group<op::add>(lanes, sum);
      if (lanes.is_leader()) {
        x[row] = (b[row] - sum) / matrix.entries[diagonal];
        store(is_solved + row, 1u, release, in_global);
      }
      sync_warp(mask);  // Separates this one-lane branch from the one at the loop's head.
    }
  }
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
