// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The steps of a call in memory, as text: which objects it accesses, how, and with which operands.

#include <cstdint>
#include <sstream>
#include <string>

#include "accesses/accesses.hpp"

namespace accesses_tests {

using half = diatomic::detail::float16<diatomic::kind::f16>;
using bfloat16 = diatomic::detail::float16<diatomic::kind::bf16>;
using half2 = diatomic::detail::pack<half, 2>;
using float2 = diatomic::detail::pack<float, 2>;
using float4 = diatomic::detail::pack<float, 4>;

/// The steps of a call: what, the operation, the kind, the place after `base`, the operand.
inline std::string steps_of(const void* base, call_ref call) {
  recorder::accesses.clear();
  call();
  std::ostringstream text;
  for (const recorder::access_made& a : recorder::accesses) {
    if (a.bytes == 0) continue;  // a fence
    const std::string how = a.how;
    const bool is_update = how == "fetch" || how == "reduce";
    text << how << (is_update ? std::string(" ") + diatomic::name_of(a.operation) : "") << " "
         << diatomic::name_of(a.of) << " +" << a.at - reinterpret_cast<std::uintptr_t>(base);
    if (how != "load") text << " 0x" << std::hex << a.operand << std::dec;
    text << "\n";
  }
  return text.str();
}

inline std::string hex(std::uint64_t v) {
  std::ostringstream text;
  text << std::hex << v;
  return text.str();
}

}  // namespace accesses_tests
