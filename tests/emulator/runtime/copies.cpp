// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Copies, fills and variables of the device.

#include "runtime/runtime.hpp"

namespace hip_emulator {
hipError_t copy(void* d, const void* s, size_t n, bool async) {
  if (!n) return hipSuccess;
  if (!d || !s) return ret(hipErrorInvalidValue);
  if (async && async_mode()) {
    submit([=] { memmove(d, s, n); });
    return hipSuccess;
  }
  hipError_t e = sync_all();
  memmove(d, s, n);
  return e;
}
}  // namespace hip_emulator

using namespace hip_emulator;

namespace {
template <class R, class A, class B, class... C>
B second_parameter(R (*)(A, B, C...));
using host_source = decltype(second_parameter(&hipMemcpyHtoD));  // void*, since HIP 7.2 const void*
template <class T>
hipError_t fill(void* d, T v, size_t n, bool async) {
  if (!n) return hipSuccess;
  if (!d) return ret(hipErrorInvalidValue);
  auto f = [=] {
    for (size_t i = 0; i < n; ++i) ((T*)d)[i] = v;
  };
  if (async && async_mode()) {
    submit(f);
    return hipSuccess;
  }
  hipError_t e = sync_all();
  f();
  return e;
}
void* symbol_addr(const void* s, size_t* size) {
  auto it = runtime().vars.find(s);
  if (it == runtime().vars.end()) return nullptr;
  if (it->second.name[0] == 1) {
    if (size) *size = it->second.size;
    return *(void**)s;
  }
  loaded_module* m = module_of(it->second.fb);
  if (!m) return nullptr;
  auto y = m->prog.symbols.find(it->second.name);
  if (y == m->prog.symbols.end()) return nullptr;
  if (size) *size = it->second.size;
  return y->second.first;
}
hipError_t sym_copy(const void* s, void* h, size_t n, size_t off, bool to) {
  size_t sz = 0;
  char* p;
  {
    LOCK;
    p = (char*)symbol_addr(s, &sz);
  }
  if (!p) return ret(hipErrorInvalidSymbol);
  if (off + n > sz) return ret(hipErrorInvalidValue);
  return to ? copy(p + off, h, n) : copy(h, p + off, n);
}
}  // namespace

API hipError_t hipMemcpy(void* d, const void* s, size_t n, hipMemcpyKind) { return copy(d, s, n); }
API hipError_t hipMemcpyAsync(void* d, const void* s, size_t n, hipMemcpyKind, hipStream_t) {
  return copy(d, s, n, true);
}
API hipError_t hipMemcpyWithStream(void* d, const void* s, size_t n, hipMemcpyKind, hipStream_t) {
  return copy(d, s, n);
}
API hipError_t hipMemcpyHtoD(hipDeviceptr_t d, host_source s, size_t n) {
  return copy((void*)d, s, n);
}
API hipError_t hipMemcpyDtoH(void* d, hipDeviceptr_t s, size_t n) { return copy(d, (void*)s, n); }
API hipError_t hipMemcpyDtoD(hipDeviceptr_t d, hipDeviceptr_t s, size_t n) {
  return copy((void*)d, (void*)s, n);
}
API hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t d, host_source s, size_t n, hipStream_t) {
  return copy((void*)d, s, n, true);
}
API hipError_t hipMemcpyDtoHAsync(void* d, hipDeviceptr_t s, size_t n, hipStream_t) {
  return copy(d, (void*)s, n, true);
}
API hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t d, hipDeviceptr_t s, size_t n, hipStream_t) {
  return copy((void*)d, (void*)s, n, true);
}
API hipError_t hipMemcpyPeer(void* d, int, const void* s, int, size_t n) { return copy(d, s, n); }
API hipError_t hipMemcpyPeerAsync(void* d, int, const void* s, int, size_t n, hipStream_t) {
  return copy(d, s, n, true);
}
API hipError_t hipMemcpy2D(void* d, size_t dp, const void* s, size_t sp, size_t w, size_t h,
                           hipMemcpyKind) {
  hipError_t e = sync_all();
  for (size_t i = 0; i < h; ++i) memmove((char*)d + i * dp, (const char*)s + i * sp, w);
  return e;
}
API hipError_t hipMemcpy2DAsync(void* d, size_t dp, const void* s, size_t sp, size_t w, size_t h,
                                hipMemcpyKind k, hipStream_t) {
  return hipMemcpy2D(d, dp, s, sp, w, h, k);
}
API hipError_t hipMemset(void* d, int v, size_t n) {
  return fill<uint8_t>(d, uint8_t(v), n, false);
}
API hipError_t hipMemsetAsync(void* d, int v, size_t n, hipStream_t) {
  return fill<uint8_t>(d, uint8_t(v), n, true);
}
API hipError_t hipMemsetD8(hipDeviceptr_t d, unsigned char v, size_t n) {
  return fill<uint8_t>((void*)d, v, n, false);
}
API hipError_t hipMemsetD16(hipDeviceptr_t d, unsigned short v, size_t n) {
  return fill<uint16_t>((void*)d, v, n, false);
}
API hipError_t hipMemsetD32(hipDeviceptr_t d, int v, size_t n) {
  return fill<uint32_t>((void*)d, uint32_t(v), n, false);
}
API hipError_t hipMemsetD8Async(hipDeviceptr_t d, unsigned char v, size_t n, hipStream_t) {
  return fill<uint8_t>((void*)d, v, n, true);
}
API hipError_t hipMemsetD16Async(hipDeviceptr_t d, unsigned short v, size_t n, hipStream_t) {
  return fill<uint16_t>((void*)d, v, n, true);
}
API hipError_t hipMemsetD32Async(hipDeviceptr_t d, int v, size_t n, hipStream_t) {
  return fill<uint32_t>((void*)d, uint32_t(v), n, true);
}
API hipError_t hipMemset2D(void* d, size_t p, int v, size_t w, size_t h) {
  hipError_t e = sync_all();
  for (size_t i = 0; i < h; ++i) memset((char*)d + i * p, v, w);
  return e;
}
API hipError_t hipGetSymbolAddress(void** p, const void* s) {
  LOCK;
  *p = symbol_addr(s, nullptr);
  return *p ? hipSuccess : ret(hipErrorInvalidSymbol);
}
API hipError_t hipGetSymbolSize(size_t* n, const void* s) {
  LOCK;
  return symbol_addr(s, n) ? hipSuccess : ret(hipErrorInvalidSymbol);
}
API hipError_t hipMemcpyToSymbol(const void* s, const void* h, size_t n, size_t o, hipMemcpyKind) {
  return sym_copy(s, (void*)h, n, o, true);
}
API hipError_t hipMemcpyFromSymbol(void* h, const void* s, size_t n, size_t o, hipMemcpyKind) {
  return sym_copy(s, h, n, o, false);
}
API hipError_t hipMemcpyToSymbolAsync(const void* s, const void* h, size_t n, size_t o,
                                      hipMemcpyKind, hipStream_t) {
  return sym_copy(s, (void*)h, n, o, true);
}
API hipError_t hipMemcpyFromSymbolAsync(void* h, const void* s, size_t n, size_t o, hipMemcpyKind,
                                        hipStream_t) {
  return sym_copy(s, h, n, o, false);
}
