// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// NVSHMEM's symmetric memory: access to its words through NVSHMEM's operations if instructions do
/// not reach every part.

#include <cstddef>
#include <cstdint>

#if defined(__CUDACC__)
#include <nvshmem.h>
#else
#include <nvshmem_host.h>
#endif

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/nvshmem/segment.hpp>
#include <diatomic/runtime/error.hpp>

#if defined(__CUDACC__) && !defined(__CUDACC_RDC__)
#error "diatomic: nvshmem_network needs -rdc=true; in CMake: CUDA_SEPARABLE_COMPILATION ON"
#endif

namespace diatomic::transports::nvshmem_network {
inline namespace DIATOMIC_RUNTIME_NS {

#if DIATOMIC_DEVICE_PASS
/// NVSHMEM's operations, except the `ulong` and `long` ones: over NVLink these add to only 32 bits
/// of an `unsigned long` and exchange only 32 bits of a `long`.
///@{
template <op Op>
DIATOMIC_FUNCTION std::uint32_t fetch_word(std::uint32_t* at, [[maybe_unused]] std::uint32_t v,
                                           int to) {
  if constexpr (Op == op::load) {
    return nvshmem_uint32_atomic_fetch(at, to);
  } else if constexpr (Op == op::exchange) {
    return nvshmem_uint32_atomic_swap(at, v, to);
  } else if constexpr (Op == op::add) {
    return nvshmem_uint32_atomic_fetch_add(at, v, to);
  } else if constexpr (Op == op::sub) {
    return nvshmem_uint32_atomic_fetch_add(at, 0u - v, to);
  } else if constexpr (Op == op::bit_and) {
    return nvshmem_uint32_atomic_fetch_and(at, v, to);
  } else if constexpr (Op == op::bit_or) {
    return nvshmem_uint32_atomic_fetch_or(at, v, to);
  } else {
    static_assert(Op == op::bit_xor);
    return nvshmem_uint32_atomic_fetch_xor(at, v, to);
  }
}
template <op Op>
DIATOMIC_FUNCTION std::uint64_t fetch_word(std::uint64_t* at, [[maybe_unused]] std::uint64_t v,
                                           int to) {
  if constexpr (Op == op::load) {
    return nvshmem_uint64_atomic_fetch(at, to);
  } else if constexpr (Op == op::exchange) {
    return nvshmem_uint64_atomic_swap(at, v, to);
  } else if constexpr (Op == op::add) {
    return nvshmem_uint64_atomic_fetch_add(at, v, to);
  } else if constexpr (Op == op::sub) {
    return nvshmem_uint64_atomic_fetch_add(at, 0ull - v, to);
  } else if constexpr (Op == op::bit_and) {
    return nvshmem_uint64_atomic_fetch_and(at, v, to);
  } else if constexpr (Op == op::bit_or) {
    return nvshmem_uint64_atomic_fetch_or(at, v, to);
  } else {
    static_assert(Op == op::bit_xor);
    return nvshmem_uint64_atomic_fetch_xor(at, v, to);
  }
}
template <op Op>
DIATOMIC_FUNCTION void reduce_word(std::uint32_t* at, std::uint32_t v, int to) {
  if constexpr (Op == op::store) {
    nvshmem_uint32_atomic_set(at, v, to);
  } else if constexpr (Op == op::add) {
    nvshmem_uint32_atomic_add(at, v, to);
  } else if constexpr (Op == op::sub) {
    nvshmem_uint32_atomic_add(at, 0u - v, to);
  } else if constexpr (Op == op::bit_and) {
    nvshmem_uint32_atomic_and(at, v, to);
  } else if constexpr (Op == op::bit_or) {
    nvshmem_uint32_atomic_or(at, v, to);
  } else {
    static_assert(Op == op::bit_xor);
    nvshmem_uint32_atomic_xor(at, v, to);
  }
}
template <op Op>
DIATOMIC_FUNCTION void reduce_word(std::uint64_t* at, std::uint64_t v, int to) {
  if constexpr (Op == op::store) {
    nvshmem_uint64_atomic_set(at, v, to);
  } else if constexpr (Op == op::add) {
    nvshmem_uint64_atomic_add(at, v, to);
  } else if constexpr (Op == op::sub) {
    nvshmem_uint64_atomic_add(at, 0ull - v, to);
  } else if constexpr (Op == op::bit_and) {
    nvshmem_uint64_atomic_and(at, v, to);
  } else if constexpr (Op == op::bit_or) {
    nvshmem_uint64_atomic_or(at, v, to);
  } else {
    static_assert(Op == op::bit_xor);
    nvshmem_uint64_atomic_xor(at, v, to);
  }
}
DIATOMIC_FUNCTION std::uint32_t compare_exchange_word(std::uint32_t* at, std::uint32_t expected,
                                                      std::uint32_t desired, int to) {
  return nvshmem_uint32_atomic_compare_swap(at, expected, desired, to);
}
DIATOMIC_FUNCTION std::uint64_t compare_exchange_word(std::uint64_t* at, std::uint64_t expected,
                                                      std::uint64_t desired, int to) {
  return nvshmem_uint64_atomic_compare_swap(at, expected, desired, to);
}
///@}
#else
/// In host code NVSHMEM's functions of these names print a line and do nothing.
///@{
[[noreturn]] inline void refuse_in_host_code() {
  throw runtime_error("remote_ref", "host_code",
                      "only kernels can operate on remote objects over a network link");
}
template <op Op, class Word>
Word fetch_word(Word*, Word, int) {
  refuse_in_host_code();
}
template <op Op, class Word>
void reduce_word(Word*, Word, int) {
  refuse_in_host_code();
}
template <class Word>
Word compare_exchange_word(Word*, Word, Word, int) {
  refuse_in_host_code();
}
///@}
#endif

/// One allocation, and the operations on its 4-byte and 8-byte words. `to` is a processing element,
/// `offset` is in bytes.
struct segment : nvshmem::segment {
  /// The object in `to`'s part; null on a network link.
  DIATOMIC_FUNCTION void* direct(int to, std::size_t offset) const {
    return bases == nullptr ? nullptr : nvshmem::segment::direct(to, offset);
  }

  /// `Op` with operand `v`; returns the old value. Complete on return.
  template <op Op, class Word>
  DIATOMIC_FUNCTION Word fetch(int to, std::size_t offset, Word v) const {
    return nvshmem_network::fetch_word<Op>(word<Word>(offset), v, to);
  }
  /// `fetch` without the old value. May be incomplete on return; `quiet()` completes it.
  template <op Op, class Word>
  DIATOMIC_FUNCTION void reduce(int to, std::size_t offset, Word v) const {
    nvshmem_network::reduce_word<Op>(word<Word>(offset), v, to);
#if DIATOMIC_DEVICE_PASS
    nvshmem_fence();  // Otherwise a later operation on the object could overtake this one.
#endif
  }
  /// Stores `desired` if the word equals `expected`; returns the old value. Complete on return.
  template <class Word>
  DIATOMIC_FUNCTION Word compare_exchange(int to, std::size_t offset, Word expected,
                                          Word desired) const {
    return nvshmem_network::compare_exchange_word(word<Word>(offset), expected, desired, to);
  }

  /// Returns when all earlier operations of this thread, in its own memory too, are complete for
  /// all processing elements.
  DIATOMIC_FUNCTION static void quiet() {
#if DIATOMIC_DEVICE_PASS
    nvshmem_quiet();
#endif
    nvshmem::segment::quiet();
  }
  /// Plain reads of this processing element's memory after the call see the operations that others
  /// completed before it.
  DIATOMIC_FUNCTION void acquire() const {
#if DIATOMIC_DEVICE_PASS
    // A test that is true: NVSHMEM's way to wait for a network card's writes to the GPU.
    nvshmem_uint64_test(word<std::uint64_t>(0), NVSHMEM_CMP_GE, 0);
#endif
    nvshmem::segment::quiet();
  }

 private:
  /// The word's address in this processing element's own part, which names it on every processing
  /// element.
  template <class Word>
  DIATOMIC_FUNCTION Word* word(std::size_t offset) const {
    return static_cast<Word*>(local(offset));
  }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::nvshmem_network
