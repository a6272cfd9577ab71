// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Errors, the environment, numbers of 16 bits: what every part of the emulator uses.
#pragma once

#include <immintrin.h>
#include <time.h>

#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace hip_emulator {
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i8 = int8_t;
using i16 = int16_t;
using i32 = int32_t;
using i64 = int64_t;

struct emulation_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
[[noreturn]] __attribute__((format(printf, 1, 2))) inline void fault(const char* f, ...) {
  char b[2048];
  va_list a;
  va_start(a, f);
  vsnprintf(b, sizeof b, f, a);
  va_end(a);
  throw emulation_error(b);
}
inline const char* env_str(const char* n, const char* d) {
  const char* v = getenv(n);
  return v && *v ? v : d;
}
inline long env_int(const char* n, long d) {
  const char* v = getenv(n);
  return v && *v ? strtol(v, nullptr, 0) : d;
}
inline double now_s() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

inline float h2f(u16 h) { return _cvtsh_ss(h); }
inline u16 f2h(float f) { return u16(_cvtss_sh(f, 0)); }
inline float b2f(u16 h) {
  u32 u = u32(h) << 16;
  float f;
  memcpy(&f, &u, 4);
  return f;
}
inline u16 f2b(float f) {
  u32 u;
  memcpy(&u, &f, 4);
  if ((u & 0x7fffffff) > 0x7f800000) return u16(u >> 16 | 0x40);
  return u16((u + 0x7fff + (u >> 16 & 1)) >> 16);
}
template <class F, class T>
inline F bits_as(T u) {
  F f;
  static_assert(sizeof f == sizeof u);
  memcpy(&f, &u, sizeof f);
  return f;
}
template <class F>
inline F num_min(F a, F b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class F>
inline F num_max(F a, F b) {
  if (a != a) return b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}

}  // namespace hip_emulator
