// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A backend for tests: the host's, but each access of memory and each fence is written down.
/// `RECORDER_IMITATES` chooses what else is as on the host (0), on AMD GPUs (1), and on NVIDIA GPUs
/// (2): fences around loops, words of 32 bits, spaces, and a table that has each method.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/core/detail/tag_fold.hpp>
#include <diatomic/host/kinds.hpp>
#include <diatomic/host/native.hpp>
#include <diatomic/host/pause.hpp>
#include <diatomic/host/support.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
template <op Op, class T>
DIATOMIC_FUNCTION T result_of(T old, T operand);
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

namespace diatomic::backends::recorder {

using namespace ::diatomic::backends::host;

/// An access, or a fence.
struct access_made {
  const char* how;  ///< "load", "store", "exchange", "compare_exchange", "fetch", "reduce", "fence"
  op operation;     ///< of `fetch` and `reduce`
  access_properties with;
  kind of;
  std::size_t bytes;
  std::uintptr_t at;
  std::uint64_t operand;  ///< its first 8 bytes
};
inline std::vector<access_made> accesses;

/// Stands for a block's shared memory, and for another block's in its cluster.
struct alignas(16) space {
  unsigned char bytes[64];
  bool has(const void* p) const {
    return reinterpret_cast<std::uintptr_t>(p) - reinterpret_cast<std::uintptr_t>(bytes) <
           sizeof bytes;
  }
};
inline space own_shared{};
inline space shared_of_others{};

#if RECORDER_IMITATES == 0
using host::table;
#else
inline constexpr bool orders_loops_by_fences = true;
inline constexpr bool has_narrow_compare_exchange = false;
inline constexpr bool has_cluster_memory = RECORDER_IMITATES == 2;
template <op, class, class>
inline constexpr bool takes_any_space_v = false;
inline constexpr bool global_sums_flush = RECORDER_IMITATES == 2;
DIATOMIC_FUNCTION bool is_shared(const void* p) { return own_shared.has(p); }
DIATOMIC_FUNCTION bool is_global(const void* p) {
  return !own_shared.has(p) && !shared_of_others.has(p);
}

inline constexpr auto pairs = any_of(kind::f16x2, kind::bf16x2);
inline constexpr auto float16s = any_of(kind::f16, kind::bf16);
inline constexpr condition in_shared_memory{memory_space::shared};
inline constexpr condition in_global_memory{memory_space::global};
inline constexpr condition coarse{memory_space::global, hint::coarse_grained};
inline constexpr condition for_this_device{memory_space::global, hint::none, false,
                                           memory_scope::device};
inline constexpr condition arrays{memory_space::global, hint::in_array};
inline constexpr condition blind_sums{memory_space::global, hint::none, true};

inline constexpr rule table[] = {
    {reads_and_writes, word_kinds, {}, always, native_instruction},
    {any_of(op::load, op::store), narrow_kinds, {}, always, native_instruction},
    {any_of(op::load, op::compare_exchange), wide_kinds, {}, always, native_instruction},
    {bitwise, narrow_integers, {}, always, native_on_word},
    {sums, integers, {}, always, native_instruction},
    {arithmetic, integers, {}, in_shared_memory, native_instruction},
    {arithmetic, integers, {}, for_this_device, native_instruction},
    {counts, unsigned_integers, {}, always, native_instruction},
    {extrema, floats, {}, always, native_by_sign_bit},
    {sums, any_of(kind::f32), {}, in_global_memory, native_instruction},
    {sums, any_of(kind::f64), {}, coarse, native_instruction},
    {sums, any_of(kind::f64), {}, in_shared_memory, native_instruction},
    {sums, any_of(kind::f32x2), {}, blind_sums, native_instruction},
    {sums, pairs, {}, in_global_memory, native_instruction},
    {sums, float16s, {}, arrays, native_in_pair},
};

template <op Op, detail::subnormals Subnormals, class T>
DIATOMIC_FUNCTION T rounded_result(T a, T b) {
  const T result = host::rounded_result<Op, Subnormals>(a, b);
  const bool is_subnormal = result < T(0x1p-126f) && result > T(-0x1p-126f);
  return Subnormals == detail::subnormals::flushed && is_subnormal ? T(0) : result;
}
#endif

template <class Access, class T>
void write_down(const char* how, const T* p, std::uint64_t operand = 0, op operation = op::load) {
  accesses.push_back({how, operation, Access::value, kind_of_v<T>, sizeof(T),
                      reinterpret_cast<std::uintptr_t>(p), operand});
}
template <class T>
std::uint64_t bits_of(const T& v) {
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &v, sizeof v < 8 ? sizeof v : 8);
  return bits;
}

template <class Access, class Word>
Word load(const Word* p) {
  recorder::write_down<Access>("load", p);
  return *host::reach(p);
}
template <class Access, class Word>
void store(Word* p, Word v) {
  recorder::write_down<Access>("store", p, recorder::bits_of(v));
  *host::reach(p) = v;
}
template <class Access, class Word>
Word exchange(Word* p, Word v) {
  recorder::write_down<Access>("exchange", p, recorder::bits_of(v));
  const Word old = *host::reach(p);
  *host::reach(p) = v;
  return old;
}
template <class Access, class Word>
Word compare_exchange(Word* p, Word expected, Word desired) {
  recorder::write_down<Access>("compare_exchange", p, recorder::bits_of(desired));
  const Word old = *host::reach(p);
  if (old == expected) *host::reach(p) = desired;
  return old;
}
template <op Op, class T>
T compute(T* p, T v) {
  const T old = *p;
  *p = ::diatomic::result_of<Op>(old, v);
  return old;
}
template <op Op, class Access, class T>
T fetch(T* p, T v) {
  recorder::write_down<Access>("fetch", p, recorder::bits_of(v), Op);
  return recorder::compute<Op>(p, v);
}
template <op Op, class Access, class T>
void reduce(T* p, T v) {
  recorder::write_down<Access>("reduce", p, recorder::bits_of(v), Op);
  recorder::compute<Op>(p, v);
}
template <memory_order Order, memory_scope Scope>
void fence() {
  access_properties with;
  with.order = Order;
  with.scope = Scope;
  accesses.push_back({"fence", op::load, with, kind::unknown, 0, 0, 0});
}
/// The object on which a call may spin.
inline std::vector<const void*> yields;
inline constexpr bool takes_turns = true;
inline void yield_if_due(const void* p) { yields.push_back(p); }

}  // namespace diatomic::backends::recorder

namespace diatomic::tables {
inline namespace DIATOMIC_BACKEND_NS {
namespace backend = ::diatomic::backends::recorder;
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::tables

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace device_ops = ::diatomic::backends::recorder;
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
