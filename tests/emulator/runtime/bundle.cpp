// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/code_object.hpp"

#include <dlfcn.h>

namespace hip_emulator {
std::vector<std::pair<std::string, std::vector<uint8_t>>> unbundle(const uint8_t* b) {
  std::vector<uint8_t> plain;
  if (!memcmp(b, "CCOB", 4)) {
    uint16_t ver, meth;
    memcpy(&ver, b + 4, 2);
    memcpy(&meth, b + 6, 2);
    uint64_t total = 0, un = 0;
    size_t hdr;
    uint32_t t;
    if (ver == 1)
      fault("compressed offload bundle version 1 (no size field); build with -no-offload-compress");
    if (ver == 2) {
      memcpy(&t, b + 8, 4);
      total = t;
      memcpy(&t, b + 12, 4);
      un = t;
      hdr = 24;
    } else {
      memcpy(&total, b + 8, 8);
      memcpy(&un, b + 16, 8);
      hdr = 32;
    }
    plain.resize(un + 64);
    if (meth == 1) {
      void* z = dlopen("libzstd.so.1", RTLD_NOW);
      auto f =
          z ? (size_t (*)(void*, size_t, const void*, size_t))dlsym(z, "ZSTD_decompress") : nullptr;
      if (!f)
        fault(
            "compressed offload bundle: libzstd.so.1 is not installed (or build with "
            "-no-offload-compress)");
      if (f(plain.data(), un, b + hdr, total - hdr) != un)
        fault("cannot decompress the offload bundle");
    } else {
      void* z = dlopen("libz.so.1", RTLD_NOW);
      auto f =
          z ? (int (*)(void*, unsigned long*, const void*, unsigned long))dlsym(z, "uncompress")
            : nullptr;
      unsigned long on = un;
      if (!f || f(plain.data(), &on, b + hdr, total - hdr))
        fault("cannot decompress the offload bundle (zlib)");
    }
    b = plain.data();
  }
  std::vector<std::pair<std::string, std::vector<uint8_t>>> out;
  if (!memcmp(b, "\177ELF", 4)) {  // a bare code object: size from its section header table
    uint64_t so;
    uint16_t n;
    memcpy(&so, b + 40, 8);
    memcpy(&n, b + 60, 2);
    uint32_t fl;
    memcpy(&fl, b + 48, 4);
    static const std::map<uint32_t, const char*> mach = {
        {0x2f, "gfx906"},  {0x30, "gfx908"},  {0x36, "gfx1030"}, {0x43, "gfx1150"},
        {0x4a, "gfx1151"}, {0x44, "gfx1103"}, {0x3f, "gfx90a"},  {0x4c, "gfx942"},
        {0x4f, "gfx950"},  {0x41, "gfx1100"}, {0x46, "gfx1101"}, {0x47, "gfx1102"},
        {0x48, "gfx1200"}, {0x4e, "gfx1201"}};
    auto it = mach.find(fl & 0xff);
    out.emplace_back(it == mach.end() ? "unknown" : it->second,
                     std::vector<uint8_t>(b, b + so + 64ull * n));
    return out;
  }
  if (memcmp(b, "__CLANG_OFFLOAD_BUNDLE__", 24)) fault("unknown fat binary format");
  uint64_t n;
  memcpy(&n, b + 24, 8);
  const uint8_t* p = b + 32;
  for (uint64_t i = 0; i < n; ++i) {
    uint64_t h[3];
    memcpy(h, p, 24);
    std::string id((const char*)p + 24, h[2]);
    p += 24 + h[2];
    if (id.compare(0, 4, "host") == 0 || !h[1]) continue;
    size_t k = id.rfind("--");
    std::string t = k == std::string::npos ? id : id.substr(k + 2);
    size_t c = t.find(':');
    if (c != std::string::npos) t.resize(c);
    out.emplace_back(t, std::vector<uint8_t>(b + h[0], b + h[0] + h[1]));
  }
  return out;
}
}  // namespace hip_emulator
