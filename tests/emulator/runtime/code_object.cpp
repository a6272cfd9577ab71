// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/code_object.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <atomic>

#include "runtime/metadata.hpp"

namespace hip_emulator {
void* map_memory(size_t n, int flags) {
  static std::atomic<uintptr_t> next{0x100000000000};
  bool weak = env_int("HIP_EMU_WEAK", 0) != 0;
  uintptr_t at = weak ? next.fetch_add((n + 0x1fffff) & ~uintptr_t(0xfffff)) : 0;
  return mmap((void*)at, n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
}

bool family_of(const std::string& a, chip_family& f) {
  auto is = [&](const char* p) { return a.compare(0, strlen(p), p) == 0; };
  if (is("gfx11")) {
    f = gfx11;
    return true;
  }
  if (is("gfx120") || is("gfx12-generic")) {
    f = gfx12;
    return true;
  }
  if (is("gfx10")) {
    f = gfx10;
    return true;
  }
  if (is("gfx90") || is("gfx94") || is("gfx950") || is("gfx9-")) {
    f = gfx9;
    return true;
  }
  return false;
}

std::unique_ptr<loaded_module> load_code_object(const uint8_t* b, size_t n,
                                                const std::string& gfx) {
  auto m = std::make_unique<loaded_module>();
  program& code = m->prog;
  code.arch = gfx;
  if (!family_of(gfx, code.family)) fault("%s is not a supported target", gfx.c_str());
  if (n < 64 || memcmp(b, "\177ELF", 4))
    fault("the embedded code object for %s is not an ELF file", gfx.c_str());
  auto r16 = [&](size_t o) {
    uint16_t v;
    memcpy(&v, b + o, 2);
    return v;
  };
  auto r32 = [&](size_t o) {
    uint32_t v;
    memcpy(&v, b + o, 4);
    return v;
  };
  auto r64 = [&](size_t o) {
    uint64_t v;
    memcpy(&v, b + o, 8);
    return v;
  };
  uint64_t phoff = r64(32), shoff = r64(40);
  int phn = r16(56), shn = r16(60);
  size_t top = 0;
  for (int i = 0; i < phn; ++i) {
    size_t h = phoff + 56u * unsigned(i);
    if (r32(h) == 1) top = std::max<size_t>(top, r64(h + 16) + r64(h + 40));
  }
  code.size = (top + 4095) & ~size_t(4095);
  code.mem = (uint8_t*)map_memory(code.size + 4096);
  if (code.mem == MAP_FAILED) fault("out of memory for the code object");
  msgpack_reader::value meta;
  for (int i = 0; i < phn; ++i) {
    size_t h = phoff + 56u * unsigned(i);
    uint32_t t = r32(h), fl = r32(h + 4);
    uint64_t off = r64(h + 8), va = r64(h + 16), fs = r64(h + 32), ms = r64(h + 40);
    if (t == 1) {
      memcpy(code.mem + va, b + off, fs);
      if (fl & 1) code.exec.emplace_back(va, va + ms);
    }
    if (t == 4)
      for (uint64_t o = off; o + 12 <= off + fs;) {
        uint32_t ns = r32(o), ds = r32(o + 4), ty = r32(o + 8);
        uint64_t d = o + 12 + ((ns + 3) & ~3u);
        if (ty == 32) {
          msgpack_reader mp{b + d, b + d + ds};
          meta = mp.parse();
        }
        o = d + ((ds + 3) & ~3u);
      }
  }
  for (int i = 0; i < shn; ++i) {
    size_t h = shoff + 64u * unsigned(i);
    uint32_t ty = r32(h + 4);
    uint64_t off = r64(h + 24), sz = r64(h + 32);
    uint32_t link = r32(h + 40);
    auto strtab = [&](uint32_t sec) { return (const char*)b + r64(shoff + 64u * sec + 24); };
    if (ty == 11)
      for (uint64_t s = off; s + 24 <= off + sz; s += 24)
        if (r16(s + 6)) code.symbols[strtab(link) + r32(s)] = {code.mem + r64(s + 8), r64(s + 16)};
    if (ty == 4)
      for (uint64_t s = off; s + 24 <= off + sz; s += 24) {
        uint64_t where = r64(s), info = r64(s + 8), add = r64(s + 16);
        uint32_t rt = uint32_t(info), si = uint32_t(info >> 32);
        uint64_t symbol = 0;
        if (si) {
          uint64_t so = r64(shoff + 64u * link + 24) + 24ull * si;
          if (r16(so + 6)) symbol = uint64_t(code.mem) + r64(so + 8);
        }
        uint64_t v64 = rt == 13 ? uint64_t(code.mem) + add : symbol + add;
        uint32_t v32;
        switch (rt) {
          case 0:
            break;
          case 3:
          case 13:
            memcpy(code.mem + where, &v64, 8);
            break;
          case 1:
            v32 = uint32_t(v64);
            memcpy(code.mem + where, &v32, 4);
            break;
          case 2:
            v32 = uint32_t(v64 >> 32);
            memcpy(code.mem + where, &v32, 4);
            break;
          default:
            fault("relocation type %u in the code object is not supported", rt);
        }
      }
  }
  auto* ks = meta.get("amdhsa.kernels");
  if (!ks && meta.t != 3) fault("the code object for %s has no kernel metadata", gfx.c_str());
  if (ks)
    for (auto& k : ks->a) {
      kernel kern;
      kern.name = k.str(".name");
      kern.symbol = k.str(".symbol");
      kern.kernarg = uint32_t(k.num(".kernarg_segment_size"));
      kern.lds = uint32_t(k.num(".group_segment_fixed_size"));
      kern.scratch = uint32_t(k.num(".private_segment_fixed_size"));
      kern.wave = uint32_t(k.num(".wavefront_size"));
      kern.maxwg = uint32_t(k.num(".max_flat_workgroup_size", 1024));
      kern.vgprs = uint32_t(k.num(".vgpr_count"));
      kern.sgprs = uint32_t(k.num(".sgpr_count"));
      kern.dynstack = k.num(".uses_dynamic_stack") != 0;
      kern.prog = &code;
      if (auto* a = k.get(".args"))
        for (auto& x : a->a)
          kern.args.push_back(
              {uint32_t(x.num(".offset")), uint32_t(x.num(".size")), x.str(".value_kind")});
      auto s = code.symbols.find(kern.symbol);
      if (s != code.symbols.end()) kern.kd = s->second.first;
      m->kernels[kern.name] = kern;
    }
  if (env_int("HIP_EMU_SCAN", 0))
    scan(code,
         !m->kernels.empty() && m->kernels.begin()->second.wave
             ? int(m->kernels.begin()->second.wave)
         : code.family == gfx9 ? 64
                               : 32,
         stderr);
  return m;
}
}  // namespace hip_emulator
