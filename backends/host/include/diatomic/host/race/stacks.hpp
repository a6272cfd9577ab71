// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The stacks of the race check's ended fibers, for later ones. It takes ThreadSanitizer and the
/// system 0.1 ms to make a stack and to remove it.

#include <diatomic/host/race/words.hpp>

#if DIATOMIC_RACE_CHECK
#include <cstddef>

#include <boost/context/stack_context.hpp>

#include <sys/mman.h>
#include <unistd.h>

namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

/// At the upper end of a stack that no fiber has.
struct kept_stack {
  kept_stack* next;
  void* sp;
  std::size_t size;
};
DIATOMIC_HOST_SHARED inline kept_stack* kept_stacks = nullptr;
DIATOMIC_HOST_SHARED inline lock_owner guard_of_stacks;

/// False: none is kept.
DIATOMIC_HOST_UNSEEN inline bool take_stack(boost::context::stack_context& to) {
  const word_lock lock(guard_of_stacks);
  if (kept_stacks == nullptr) return false;
  to.sp = kept_stacks->sp;
  to.size = kept_stacks->size;
  kept_stacks = kept_stacks->next;
  return true;
}

/// Maps the pages that were touched anew, by which ThreadSanitizer forgets their accesses. Pages in
/// swap space count as untouched. The caller's own accesses must not count. False: the stack cannot
/// be kept.
DIATOMIC_HOST_UNSEEN inline bool keep_stack(const boost::context::stack_context& old) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t size = (old.size + page - 1) / page * page;
  auto* const bottom = static_cast<unsigned char*>(old.sp) - old.size;
  unsigned char is_touched[512];
  if (size / page > sizeof is_touched || mincore(bottom, size, is_touched) != 0) return false;
  std::size_t first = 0;
  while (first < size && (is_touched[first / page] & 1) == 0) first += page;
  if (first < size &&
      mmap(bottom + first, size - first, PROT_READ | PROT_WRITE,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED) {
    return false;
  }
  auto* const kept = static_cast<kept_stack*>(old.sp) - 1;
  kept->sp = old.sp;
  kept->size = old.size;
  const word_lock lock(guard_of_stacks);
  kept->next = kept_stacks;
  kept_stacks = kept;
  return true;
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
