// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernels that the compilers are asked about: one an entry, named after it.

#include <ostream>

#include "entries.hpp"

namespace amd_instructions {

constexpr const char* plain_hip_head = R"(// Each entry by HIP's own function of that very type.
#if !defined(__AMDGCN_WAVEFRONT_SIZE)  // HIP 5 asks the compiler for it, newer ones do not say
#if defined(__GFX9__)
#define __AMDGCN_WAVEFRONT_SIZE 64
#else
#define __AMDGCN_WAVEFRONT_SIZE 32
#endif
#endif
#include <hip/hip_runtime.h>

#if HIP_VERSION_MAJOR > 5
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#else  // it has no atomics for these, and headers that newer compilers reject
struct __half {
  unsigned short bits;
};
struct __half2 {
  unsigned bits;
};
struct __hip_bfloat16 : __half {};
struct __hip_bfloat162 : __half2 {};
#endif
#include <type_traits>

extern __shared__ unsigned long long block_words[];

// Whether there is a function F for these, without a conversion: no pointer converts.
template <class F, class = void, class... T>
inline constexpr bool is_there = false;
template <class F, class... T>
inline constexpr bool is_there<F, std::void_t<decltype(F::call(std::declval<T>()...))>, T...> =
    true;

template <class F, bool Used, class T, class... More>
__device__ void call(T* p, T* out, const T* v, More... more) {
  const unsigned lane = __builtin_amdgcn_workitem_id_x();
  if constexpr (!is_there<F, void, T*, More..., T>) {
    asm volatile("; no such function");
  } else if constexpr (Used) {
    out[lane] = F::call(p + lane, more..., *v);
  } else {
    F::call(p + lane, more..., *v);
  }
}
)";

inline void write_plain_kernel(std::ostream& out, const subject& s, const std::string& function,
                               const std::string& name) {
  const std::string type = s.k.cpp;
  const bool is_shared = s.space == memory_space::shared;
  out << "extern \"C\" __global__ void " << name << "(" << type << "* p, " << type
      << "* out, const " << type << "* v) {\n  call<" << function << "_call, "
      << (s.result == result_use::used ? "true" : "false") << ">("
      << (is_shared ? "reinterpret_cast<" + type + "*>(block_words)" : "p") << ", out, v"
      << (s.o.operation == op::compare_exchange ? ", v[1]" : "") << ");\n}\n";
}

/// The name of the kernel that calls `unsafeAtomicAdd` in place of `atomicAdd`.
inline std::string unsafe_name(const subject& s) { return "unsafe_" + s.name(); }
inline bool has_unsafe(const subject& s) { return s.o.operation == op::add && s.is_float(); }

inline void write_plain_hip(std::ostream& out) {
  out << plain_hip_head;
  std::vector<std::string> functions{"unsafeAtomicAdd"};
  for (const spelled_op& o : spelled_ops) {
    if (o.function) functions.emplace_back(o.function);
  }
  for (const std::string& f : functions) {
    const bool compares = f == "atomicCAS";
    out << "struct " << f
        << "_call {\n  template <class T>\n  __device__ static auto call(T* p, T v"
        << (compares ? ", T w" : "") << ") -> decltype(" << f << "(p, v" << (compares ? ", w" : "")
        << ")) {\n    return " << f << "(p, v" << (compares ? ", w" : "") << ");\n  }\n};\n";
  }
  for (const subject& s : subjects()) {
    if (s.o.function) write_plain_kernel(out, s, s.o.function, s.name());
    if (has_unsafe(s)) write_plain_kernel(out, s, "unsafeAtomicAdd", unsafe_name(s));
  }
}

/// Every hint that the code generators know; clang 19's is a function attribute.
constexpr const char* hardware_tail = R"(
declare i32 @llvm.amdgcn.workitem.id.x()
attributes #0 = { "amdgpu-unsafe-fp-atomics"="true" }
!0 = !{}
)";
constexpr const char* hints =
    ", !amdgpu.no.fine.grained.memory !0, !amdgpu.no.remote.memory !0, "
    "!amdgpu.ignore.denormal.mode !0";

inline void write_hardware_kernel(std::ostream& out, const subject& s) {
  const op o = s.o.operation;
  // What only moves bits moves an integer.
  const std::string type = updates.has(o) ? s.k.ir : s.k.word;
  const std::string pointer =
      std::string("ptr addrspace(") + (s.space == memory_space::shared ? "3" : "1") + ")";
  const std::string align = ", align " + std::to_string(size_of(s.type));
  const std::string order = " syncscope(\"agent\") monotonic";
  out << "define amdgpu_kernel void @" << s.name() << "(" << pointer << " %p, " << type << " %v, "
      << type << " %e, ptr addrspace(1) %out) #0 {\n"
      << "  %lane = call i32 @llvm.amdgcn.workitem.id.x()\n"
      << "  %w = getelementptr " << type << ", " << pointer << " %p, i32 %lane\n";
  if (o == op::load) {
    out << "  %old = load atomic " << type << ", " << pointer << " %w" << order << align << "\n";
  } else if (o == op::store) {
    out << "  store atomic " << type << " %v, " << pointer << " %w" << order << align << "\n";
  } else if (o == op::compare_exchange) {
    out << "  %pair = cmpxchg " << pointer << " %w, " << type << " %e, " << type << " %v" << order
        << " monotonic" << align << hints << "\n"
        << "  %old = extractvalue { " << type << ", i1 } %pair, 0\n";
  } else {
    const char* const rmw = s.is_float()                ? s.o.on_float
                            : is_signed_integer(s.type) ? s.o.on_signed
                                                        : s.o.on_unsigned;
    const bool negates = o == op::sub && s.is_float();
    if (negates) out << "  %n = fneg " << type << " %v\n";
    out << "  %old = atomicrmw " << rmw << " " << pointer << " %w, " << type
        << (negates ? " %n" : " %v") << order << align << hints << "\n";
  }
  if (o != op::store && s.result == result_use::used) {
    out << "  store " << type << " %old, ptr addrspace(1) %out\n";
  }
  out << "  ret void\n}\n";
}

inline void write_hardware(std::ostream& out) {
  out << "; Each entry as LLVM's own operation, with every hint.\n";
  for (const subject& s : subjects()) write_hardware_kernel(out, s);
  out << hardware_tail;
}

}  // namespace amd_instructions
