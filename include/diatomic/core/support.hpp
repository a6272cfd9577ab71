// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The format of support tables, and how to query them. A table is a list of rules; the first rule
/// that matches a question answers it. Dispatch, tests, documents and `diatomic info` read tables
/// only through this file. Independent of the backend: any program can read any backend's table.
/// The parts of tables are in the namespace `diatomic::tables`, separate from the names that
/// kernels use.

#include <cstddef>
#include <cstdint>

#include <diatomic/core/types.hpp>
#include <diatomic/core/vocabulary.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// A backend's support for an operation: none, a CAS loop, or the chip's own instruction.
enum class support : std::uint8_t { none, loop, native };

}  // namespace DIATOMIC_VERSION_NS

namespace tables {
inline namespace DIATOMIC_VERSION_NS {

/// The implementation of an operation.
enum class method : std::uint8_t {
  nothing,      ///< the operation is not supported
  cas_loop,     ///< the library's CAS loop
  instruction,  ///< one instruction (or the assembler's expansion of it)
  on_word,      ///< 8 or 16 bits as one 32-bit instruction on the word that contains them
  sign_bit,     ///< float min/max as one signed or unsigned integer min/max, chosen by sign
  by_space,     ///< differs between global and shared memory: tests the pointer
  in_pair,      ///< a 16-bit float as an instruction on pairs, with -0.0 for its neighbour
  by_element,   ///< each element of a vector separately
};

/// One answer of a support table: the level of support and the implementation.
struct table_entry {
  support level = support::none;            ///< the level of support
  method implementation = method::nothing;  ///< the implementation
};

/// True if level and implementation are equal.
DIATOMIC_CONSTEXPR bool operator==(table_entry a, table_entry b) {
  return a.level == b.level && a.implementation == b.implementation;
}

/// A set of enumerators.
template <class E>
struct set_of {
  /// One bit for each enumerator, at its number.
  std::uint32_t bits = 0;
  /// True if `e` is in the set.
  DIATOMIC_CONSTEXPR bool has(E e) const { return (bits >> static_cast<unsigned>(e) & 1u) != 0; }
};

/// The set of the enumerators `first` and `rest`.
template <class E, class... Es>
DIATOMIC_CONSTEXPR set_of<E> any_of(E first, Es... rest) {
  return {((1u << static_cast<unsigned>(first)) | ... | (1u << static_cast<unsigned>(rest)))};
}

/// Operations that move or compare values, without arithmetic.
inline constexpr auto reads_and_writes =
    any_of(op::load, op::store, op::exchange, op::compare_exchange);
/// Operations that compute with the old value, as an instruction or a loop.
inline constexpr set_of<op> updates{~reads_and_writes.bits};
/// A set of operations, for the rules of tables.
///@{
inline constexpr auto sums = any_of(op::add, op::sub);
inline constexpr auto bitwise = any_of(op::bit_and, op::bit_or, op::bit_xor);
inline constexpr auto extrema = any_of(op::min, op::max);
inline constexpr auto counts = any_of(op::inc_wrap, op::dec_wrap);
///@}
/// Operations for which chips have integer instructions.
inline constexpr auto arithmetic =
    any_of(op::add, op::sub, op::bit_and, op::bit_or, op::bit_xor, op::min, op::max);
/// Operations defined only for integers.
inline constexpr auto of_integers = any_of(op::bit_and, op::bit_or, op::bit_xor, op::bit_nand,
                                           op::mod, op::shl, op::shr, op::inc_wrap, op::dec_wrap);
/// Operations defined only for floats.
inline constexpr auto of_floats = any_of(op::fminimum, op::fmaximum, op::fminimum_num,
                                         op::fmaximum_num, op::min_if_less, op::max_if_greater);

/// A set of kinds, for the rules of tables.
///@{
inline constexpr auto narrow_integers = any_of(kind::i8, kind::u8, kind::i16, kind::u16);
inline constexpr auto integers32 = any_of(kind::i32, kind::u32);
inline constexpr auto integers64 = any_of(kind::i64, kind::u64);
inline constexpr auto integers = any_of(kind::i32, kind::u32, kind::i64, kind::u64);
inline constexpr auto floats = any_of(kind::f32, kind::f64);
inline constexpr auto unsigned_integers = any_of(kind::u32, kind::u64);
///@}
/// All kinds of 1 and 2 bytes.
inline constexpr auto narrow_kinds =
    any_of(kind::i8, kind::u8, kind::i16, kind::u16, kind::f16, kind::bf16);
/// All kinds of 4 and 8 bytes.
inline constexpr auto word_kinds =
    any_of(kind::i32, kind::u32, kind::i64, kind::u64, kind::f32, kind::f64, kind::f16x2,
           kind::bf16x2, kind::f32x2, kind::i32x2, kind::f16x4, kind::bf16x4);
/// All kinds of 16 bytes.
inline constexpr auto wide_kinds =
    any_of(kind::i128, kind::u128, kind::f32x4, kind::f64x2, kind::i32x4);

/// The architectures from `first` to `last`, inclusive, in the backend's numbering.
struct architecture_range {
  int first = 0;          ///< the lowest number in the range
  int last = 0x7fffffff;  ///< the highest number in the range
};

/// The conditions that a call must meet for a rule to apply.
struct condition {
  memory_space space = memory_space::unspecified;  ///< unspecified: either
  hint hints = hint::none;                         ///< the call gives all of them
  bool result_unused = false;                      ///< the old value is not used
  memory_scope widest = memory_scope::system;      ///< this scope or a narrower one
  int toolkit = 0;  ///< compilers of this release (1304 for 13.4) or newer
};

/// One line of a support table.
struct rule {
  set_of<op> ops;         ///< the operations to which the rule applies
  set_of<kind> kinds;     ///< the kinds to which the rule applies
  architecture_range on;  ///< the architectures to which the rule applies
  condition given;        ///< the conditions that the call must meet
  table_entry then;       ///< the answer
};

/// Answers of tables: a level and a method.
///@{
inline constexpr table_entry native_instruction{support::native, method::instruction};
inline constexpr table_entry native_on_word{support::native, method::on_word};
inline constexpr table_entry native_by_sign_bit{support::native, method::sign_bit};
inline constexpr table_entry native_in_pair{support::native, method::in_pair};
///@}
/// The assembler expands the instruction into a loop: no slower than the library's, but not native.
inline constexpr table_entry loop_in_instruction{support::loop, method::instruction};
/// The library's CAS loop.
inline constexpr table_entry loop_of_cas{support::loop, method::cas_loop};
/// The same for each element of a vector.
inline constexpr table_entry loop_by_element{support::loop, method::by_element};

/// A named architecture of a backend.
struct architecture {
  int number;        ///< its number in the backend's numbering, e.g. 90
  const char* name;  ///< its name as compilers spell it, e.g. "sm_90"
};

/// A question to a support table.
struct question {
  op operation;              ///< the operation
  kind type;                 ///< the kind of the object
  access_properties access;  ///< the call's access properties
  int architecture;          ///< the architecture's number
  int toolkit = 0x7fffffff;  ///< the compilers' release, 1304 for 13.4; by default the newest
};

/// True if the operation is defined for objects of kind `type`.
DIATOMIC_CONSTEXPR bool is_meaningful(op operation, kind type) {
  const kind number = element_of(type);
  if (number == kind::unknown) return false;
  if (is_float(number)) return !of_integers.has(operation);
  return !of_floats.has(operation) && !(is_signed_integer(number) && counts.has(operation));
}

/// True if the operation can have the order in `access`, as in C++. An operation that returns
/// nothing cannot acquire (P3111).
DIATOMIC_CONSTEXPR bool can_have_order(op operation, access_properties access) {
  const memory_order o = access.order;
  if (access.scope == memory_scope::warp && o == memory_order::seq_cst) return false;
  if (operation == op::load) return o != memory_order::release && o != memory_order::acq_rel;
  if (operation == op::store || access.result == result_use::unused) {
    return o != memory_order::acquire && o != memory_order::acq_rel;
  }
  return true;
}

/// True if the rule `r` answers the question `q`, which must specify a space.
DIATOMIC_CONSTEXPR bool matches(const rule& r, const question& q) {
  return r.on.first <= q.architecture && q.architecture <= r.on.last &&
         (r.given.space == memory_space::unspecified || r.given.space == q.access.space) &&
         includes(q.access.hints, r.given.hints) &&
         (!r.given.result_unused || q.access.result == result_use::unused) &&
         q.access.scope <= r.given.widest && q.toolkit >= r.given.toolkit;
}

/// The answer if no rule matches. Vectors that no instruction updates as a whole are updated by
/// element; other kinds with a compare-exchange use a CAS loop.
template <std::size_t Count>
DIATOMIC_CONSTEXPR table_entry find_without_rule(const rule (&table)[Count], question q);

/// The table's answer to the question `q`. If `q` specifies no space, the weaker of the two spaces'
/// answers.
template <std::size_t Count>
DIATOMIC_CONSTEXPR table_entry find(const rule (&table)[Count], question q) {
  if (!is_meaningful(q.operation, q.type)) return {};
  if (q.access.space == memory_space::unspecified) {
    q.access.space = memory_space::global;
    const table_entry global = tables::find(table, q);
    q.access.space = memory_space::shared;
    const table_entry shared = tables::find(table, q);
    return {
        global.level < shared.level ? global.level : shared.level,
        global.implementation == shared.implementation ? global.implementation : method::by_space};
  }
  const std::uint32_t operation = 1u << static_cast<unsigned>(q.operation);
  const std::uint32_t type = 1u << static_cast<unsigned>(q.type);
  for (const rule& r : table) {
    if ((r.ops.bits & operation) != 0 && (r.kinds.bits & type) != 0 && matches(r, q)) return r.then;
  }
  return tables::find_without_rule(table, q);
}

template <std::size_t Count>
DIATOMIC_CONSTEXPR table_entry find_without_rule(const rule (&table)[Count], question q) {
  const bool is_compare_exchange = q.operation == op::compare_exchange;
  if (size_of(q.type) > 4 && element_count(q.type) > 1 && !is_compare_exchange) {
    q.type = part_of(q.type);
    return {tables::find(table, q).level, method::by_element};
  }
  if (size_of(q.type) <= 8) return loop_of_cas;
  if (is_compare_exchange) return {};
  q.operation = op::compare_exchange;
  return tables::find(table, q).level == support::none ? table_entry{} : loop_of_cas;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace tables

inline namespace DIATOMIC_VERSION_NS {

/// The name of an enumerator, as `diatomic info` and the support matrix spell it.
///@{
DIATOMIC_CONSTEXPR const char* name_of(support s) {
  constexpr const char* names[] = {"none", "loop", "native"};
  return names[static_cast<int>(s)];
}
DIATOMIC_CONSTEXPR const char* name_of(op o) {
  constexpr const char* names[] = {
      "load",          "store",        "exchange",     "compare_exchange",
      "add",           "sub",          "and",          "or",
      "xor",           "min",          "max",          "nand",
      "mul",           "div",          "mod",          "shl",
      "shr",           "inc_wrap",     "dec_wrap",     "fminimum",
      "fmaximum",      "fminimum_num", "fmaximum_num", "min_if_less",
      "max_if_greater"};
  static_assert(sizeof names / sizeof *names == op_count, "diatomic: name each operation");
  return names[static_cast<int>(o)];
}
DIATOMIC_CONSTEXPR const char* name_of(kind k) {
  constexpr const char* names[] = {"?",     "i8",    "u8",    "i16",   "u16",    "i32",
                                   "u32",   "i64",   "u64",   "i128",  "u128",   "f16",
                                   "bf16",  "f32",   "f64",   "f16x2", "bf16x2", "f32x2",
                                   "f32x4", "f64x2", "i32x2", "i32x4", "f16x4",  "bf16x4"};
  static_assert(sizeof names / sizeof *names == kind_count, "diatomic: name each kind");
  return names[static_cast<int>(k)];
}
DIATOMIC_CONSTEXPR const char* name_of(memory_order o) {
  constexpr const char* names[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
  return names[static_cast<int>(o)];
}
DIATOMIC_CONSTEXPR const char* name_of(memory_scope s) {
  constexpr const char* names[] = {"warp", "block", "cluster", "device", "system"};
  return names[static_cast<int>(s)];
}
DIATOMIC_CONSTEXPR const char* name_of(memory_space s) {
  constexpr const char* names[] = {"unspecified", "global", "shared"};
  return names[static_cast<int>(s)];
}
///@}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
