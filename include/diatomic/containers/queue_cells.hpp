// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The memory of a bounded queue, for callers that provide it.

#include <diatomic/core/detail/backend_select.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A queue's cell for one item. Zeroed memory is a free cell of the first lap.
template <class T>
struct queue_cell {
  unsigned turn;  ///< the lap's first position: free; plus one: holds the lap's item
  T item;         ///< the item, if there is one
};

/// One end of a queue. Its positions and its counts are in different cache lines.
struct queue_end {
  unsigned next;       ///< the next position
  unsigned apart[31];  ///< not used
  unsigned claimed;    ///< cells that were claimed here
  unsigned ready;      ///< cells that the other end has passed on: popped, or pushed, to the end
  unsigned apart_too[30];  ///< not used
};

/// Where to push and where to pop. Zero-initialised.
struct queue_ends {
  queue_end back;   ///< where to push
  queue_end front;  ///< where to pop
  unsigned busy;    ///< groups of lanes that may hold an item in `drain`
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
