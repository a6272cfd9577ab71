// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The vocabulary of the library: operations, orders, scopes, spaces, hints, and a call's tags.
/// Independent of the backend.

#include <cstdint>

#include <diatomic/core/detail/backend_select.hpp>

#if defined(warp) || defined(block) || defined(cluster) || defined(device) || defined(system) || \
    defined(global) || defined(shared)
#error \
    "diatomic: a macro is named like a scope or a space (warp, block, cluster, device, system, \
global, shared): define it after the last Diatomic header, or rename it"
#undef warp
#undef block
#undef cluster
#undef device
#undef system
#undef global
#undef shared
#endif

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// An operation on an object.
enum class op : std::uint8_t {
  load,
  store,
  exchange,
  compare_exchange,
  add,
  sub,
  bit_and,
  bit_or,
  bit_xor,
  min,
  max,
  bit_nand,
  mul,
  div,
  mod,
  shl,
  shr,
  inc_wrap,
  dec_wrap,
  fminimum,
  fmaximum,
  fminimum_num,
  fmaximum_num,
  min_if_less,
  max_if_greater,
};
/// Number of enumerators of `op`.
inline constexpr int op_count = 25;

/// C++'s memory orders: which other accesses the operation orders.
enum class memory_order : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

/// The threads among which the operation is atomic and ordered. A scope that the chip lacks is
/// widened.
enum class memory_scope : std::uint8_t { warp, block, cluster, device, system };

/// Where the object is.
enum class memory_space : std::uint8_t { unspecified, global, shared };

/// Whether the caller uses the value that the operation returns.
enum class result_use : std::uint8_t { used, unused };

/// Hints (bits): facts that the caller knows about the memory and the objects in it. A call relies
/// on its hints; the tags below give the cost of a wrong hint. `keep_denormals` is no fact, but a
/// property that sums and products must have.
enum class hint : std::uint8_t {
  none = 0,
  coarse_grained = 1,
  ignore_denormals = 2,
  in_array = 4,
  check_first = 8,
  same_address = 16,
  few_addresses = 32,
  monotone = 64,
  keep_denormals = 128,
};

/// Both hints together.
DIATOMIC_CONSTEXPR hint operator|(hint a, hint b) {
  return static_cast<hint>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// The weakest order that a failed compare-exchange may have.
enum class failure_order : std::uint8_t { relaxed, acquire, seq_cst };

/// The caller's requirement on the implementation.
enum class requirement : std::uint8_t { none, native };

/// The access properties of a call, as data. The defaults match CUDA's `atomicAdd`.
struct access_properties {
  /// Which other accesses the operation orders.
  memory_order order = memory_order::relaxed;
  /// The threads among which the operation is atomic and ordered.
  memory_scope scope = memory_scope::device;
  /// Where the object is.
  memory_space space = memory_space::unspecified;
  /// Facts that the caller knows about the memory and its objects.
  hint hints = hint::none;
  /// Whether the caller uses the result.
  result_use result = result_use::used;
  /// Whether a CAS loop is a compile error.
  requirement required = requirement::none;
};

/// An argument of a call, after its operands. Tags come in any order: at most one of each kind, and
/// any number of different hints.
template <auto Value>
struct tag {};

/// The type of the tag of this name: a template argument, for example of `atomic_ref`.
///@{
using relaxed_t = tag<memory_order::relaxed>;
using acquire_t = tag<memory_order::acquire>;
using release_t = tag<memory_order::release>;
using acq_rel_t = tag<memory_order::acq_rel>;
using seq_cst_t = tag<memory_order::seq_cst>;
using warp_scope_t = tag<memory_scope::warp>;
using block_scope_t = tag<memory_scope::block>;
using cluster_scope_t = tag<memory_scope::cluster>;
using device_scope_t = tag<memory_scope::device>;
using system_scope_t = tag<memory_scope::system>;
using in_global_t = tag<memory_space::global>;
using in_shared_t = tag<memory_space::shared>;
using coarse_grained_t = tag<hint::coarse_grained>;
using ignore_denormals_t = tag<hint::ignore_denormals>;
using keep_denormals_t = tag<hint::keep_denormals>;
using in_array_t = tag<hint::in_array>;
using check_first_t = tag<hint::check_first>;
using monotone_t = tag<hint::monotone>;
using result_unused_t = tag<result_use::unused>;
using require_native_t = tag<requirement::native>;
///@}

/// No ordering beyond the object's own modification order. The default.
inline constexpr relaxed_t relaxed{};
/// Later accesses of this thread stay after the operation. For loads, read-modify-writes, fences.
inline constexpr acquire_t acquire{};
/// Earlier accesses of this thread stay before the operation. For stores, read-modify-writes,
/// fences.
inline constexpr release_t release{};
/// Acquire and release. For read-modify-writes and fences.
inline constexpr acq_rel_t acq_rel{};
/// Acquire and release, and one total order over all seq_cst operations: one fence and one native
/// operation.
inline constexpr seq_cst_t seq_cst{};

/// The lanes of one warp (wave). NVIDIA has no warp scope: the block scope is used.
inline constexpr warp_scope_t warp_scope{};
/// The threads of one block (workgroup).
inline constexpr block_scope_t block_scope{};
/// The blocks of one cluster (sm_90 and newer). Elsewhere the device scope is used.
inline constexpr cluster_scope_t cluster_scope{};
/// The threads of one device. The default.
inline constexpr device_scope_t device_scope{};
/// All devices and the host.
inline constexpr system_scope_t system_scope{};

/// The object is in global memory. Saves the test of the space that a generic pointer costs.
inline constexpr in_global_t in_global{};
/// The object is in the block's shared memory (LDS).
inline constexpr in_shared_t in_shared{};

/// The memory is not host, managed or fine-grained memory, nor another device's. AMD chips then use
/// native instructions that are ignored on such memory: a wrong hint loses updates.
inline constexpr coarse_grained_t coarse_grained{};
/// Subnormal floats may be treated as zero, as the native float adds of gfx908 and gfx90a do.
inline constexpr ignore_denormals_t ignore_denormals{};
/// Sums and products of floats keep subnormal operands and results, on every chip; on NVIDIA GPUs
/// quotients too. NVIDIA's plain sums of 32-bit floats in global memory treat them as zero; with
/// this tag such a sum is another instruction (sm_90 and newer, CUDA 13.4 and newer) or a CAS loop.
/// Excludes `ignore_denormals`.
inline constexpr keep_denormals_t keep_denormals{};
/// The aligned 4 bytes that contain this 16-bit element contain elements of its array, and nothing
/// else. Additions to half and bfloat16 are then native on chips that add pairs: the instruction
/// adds -0.0 to the neighbour, which changes no number but makes a signalling NaN quiet.
inline constexpr in_array_t in_array{};
/// Most calls leave the object unchanged, such as a maximum that has nearly been reached, or a flag
/// that is up. A relaxed min, max, and, or, exchange then loads the object first, and skips an
/// update that would change nothing. Correct for any object; slower if the object often changes.
inline constexpr check_first_t check_first{};
/// While calls with this hint may run, no thread changes the object in the other direction. The
/// object of maxima only rises, of minima only falls, of `or` only gains bits, of `and` only loses
/// bits, of exchanges keeps the value that they store. Any other change must happen before the
/// calls, through acquire and release or a barrier. A relaxed min, max, and, or, exchange then
/// loads the object first, possibly from the nearest cache, and skips an update that would change
/// nothing. A wrong hint loses updates. A relaxed load with this hint promises nothing; it may
/// return an old value, from the nearest cache.
inline constexpr monotone_t monotone{};

/// For `support_v`: the form that returns nothing (`store_add` for `op::add`).
inline constexpr result_unused_t result_unused{};
/// A CAS loop is a compile error.
inline constexpr require_native_t require_native{};

}  // namespace DIATOMIC_VERSION_NS

/// All tags and nothing else, for `using namespace diatomic::tags`, which is never ambiguous with
/// `using namespace std`.
namespace tags {
inline namespace DIATOMIC_VERSION_NS {
///@{
/// The tag of this name.
using diatomic::acq_rel, diatomic::acquire, diatomic::relaxed, diatomic::release, diatomic::seq_cst,
    diatomic::block_scope, diatomic::cluster_scope, diatomic::device_scope, diatomic::check_first,
    diatomic::monotone, diatomic::coarse_grained, diatomic::in_array, diatomic::ignore_denormals,
    diatomic::keep_denormals, diatomic::in_global, diatomic::in_shared, diatomic::require_native,
    diatomic::result_unused, diatomic::system_scope, diatomic::warp_scope;
///@}
}  // namespace DIATOMIC_VERSION_NS
}  // namespace tags

namespace tables {
inline namespace DIATOMIC_VERSION_NS {
/// True if every hint of `needed` is in `given`.
DIATOMIC_CONSTEXPR bool includes(hint given, hint needed) {
  return (static_cast<unsigned>(needed) & ~static_cast<unsigned>(given)) == 0;
}
}  // namespace DIATOMIC_VERSION_NS
}  // namespace tables

namespace detail {
inline namespace DIATOMIC_VERSION_NS {

// For the library's own code. User code seldom needs the tables, and may use the same names.
using namespace tables;

/// The hints that make a call warp-aggregated.
inline constexpr hint lane_hints = hint::same_address | hint::few_addresses;
}  // namespace DIATOMIC_VERSION_NS
}  // namespace detail
}  // namespace diatomic
