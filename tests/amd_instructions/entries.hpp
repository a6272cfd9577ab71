// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What the page compares: kinds, operations, compilers. A new kind or operation is one line here.

#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include <diatomic/core/support.hpp>
#include <diatomic/hip/support.hpp>

namespace amd_instructions {

using namespace diatomic;
using namespace diatomic::tables;

/// A kind of the library by its name, and how it is written elsewhere. A name that this version of
/// the library does not know is left out.
struct spelled_kind {
  const char* name;
  const char* ir;    ///< in LLVM's IR
  const char* word;  ///< there, the integer of its size
  const char* cpp;   ///< in HIP
};
constexpr spelled_kind spelled_kinds[] = {
    {"i8", "i8", "i8", "signed char"},
    {"u8", "i8", "i8", "unsigned char"},
    {"i16", "i16", "i16", "short"},
    {"u16", "i16", "i16", "unsigned short"},
    {"i32", "i32", "i32", "int"},
    {"u32", "i32", "i32", "unsigned"},
    {"i64", "i64", "i64", "long long"},
    {"u64", "i64", "i64", "unsigned long long"},
    {"f16", "half", "i16", "__half"},
    {"bf16", "bfloat", "i16", "__hip_bfloat16"},
    {"f32", "float", "i32", "float"},
    {"f64", "double", "i64", "double"},
    {"f16x2", "<2 x half>", "i32", "__half2"},
    {"bf16x2", "<2 x bfloat>", "i32", "__hip_bfloat162"},
};

struct spelled_op {
  op operation;
  const char* function;     ///< HIP's; null if HIP has none
  const char* on_signed;    ///< LLVM's atomicrmw on signed integers
  const char* on_unsigned;  ///< on unsigned ones
  const char* on_float;     ///< on floats
};
constexpr spelled_op spelled_ops[] = {
    {op::load, nullptr, nullptr, nullptr, nullptr},
    {op::store, nullptr, nullptr, nullptr, nullptr},
    {op::exchange, "atomicExch", "xchg", "xchg", "xchg"},
    {op::compare_exchange, "atomicCAS", nullptr, nullptr, nullptr},
    {op::add, "atomicAdd", "add", "add", "fadd"},
    {op::sub, "atomicSub", "sub", "sub", "fadd"},  // of the negated float
    {op::bit_and, "atomicAnd", "and", "and", nullptr},
    {op::bit_or, "atomicOr", "or", "or", nullptr},
    {op::bit_xor, "atomicXor", "xor", "xor", nullptr},
    {op::min, "atomicMin", "min", "umin", "fmin"},
    {op::max, "atomicMax", "max", "umax", "fmax"},
    {op::inc_wrap, "atomicInc", nullptr, "uinc_wrap", nullptr},
    {op::dec_wrap, "atomicDec", nullptr, "udec_wrap", nullptr},
};

struct compiler {
  const char* name;   ///< of its files
  const char* words;  ///< in the page
  std::vector<std::string> unknown;
};
inline const compiler compilers[] = {
    {"clang-19", "clang 19", {"gfx950", "gfx1250"}},
    {"clang-22", "clang 22", {}},
};
inline bool knows(const compiler& c, const std::string& chip) {
  for (const std::string& name : c.unknown) {
    if (name == chip) return false;
  }
  return true;
}

inline kind kind_named(const char* name) {
  for (int k = 1; k < kind_count; ++k) {
    if (std::strcmp(name_of(static_cast<kind>(k)), name) == 0) return static_cast<kind>(k);
  }
  return kind::unknown;
}

/// One entry, on whatever chip.
struct subject {
  spelled_op o;
  spelled_kind k;
  kind type;
  memory_space space;
  result_use result;

  std::string name() const {
    return std::string(name_of(o.operation)) + "_" + k.name + "_" + name_of(space) +
           (result == result_use::unused ? "_unused" : "");
  }
  bool is_float() const { return std::strcmp(k.ir, k.word) != 0; }
};

/// All entries, in the page's order.
inline std::vector<subject> subjects() {
  std::vector<subject> all;
  for (const spelled_op& o : spelled_ops) {
    for (const spelled_kind& k : spelled_kinds) {
      const kind type = kind_named(k.name);
      if (type == kind::unknown || !is_meaningful(o.operation, type)) continue;
      for (memory_space space : {memory_space::global, memory_space::shared}) {
        all.push_back({o, k, type, space, result_use::used});
        if (updates.has(o.operation)) all.push_back({o, k, type, space, result_use::unused});
      }
    }
  }
  return all;
}

/// The kinds of the library that have no line above.
inline std::vector<std::string> kinds_left_out() {
  std::vector<std::string> all;
  for (int k = 1; k < kind_count; ++k) {
    const char* const name = name_of(static_cast<kind>(k));
    bool is_here = false;
    for (const spelled_kind& s : spelled_kinds) is_here |= std::strcmp(s.name, name) == 0;
    if (!is_here) all.emplace_back(name);
  }
  return all;
}

}  // namespace amd_instructions
