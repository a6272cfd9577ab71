// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Decoding. LLVM's disassembler, loaded at run time through its C interface, gives the text of an
// instruction; the text is parsed once into an `instruction`.

#include "isa/decode.hpp"

#include <dlfcn.h>

namespace hip_emulator {
namespace {
struct llvm_library {
  void* lib = nullptr;
  unsigned major = 0;
  std::string path;
  void* (*create)(const char*, const char*, const char*, void*, int, void*, void*) = nullptr;
  size_t (*disasm)(void*, u8*, u64, u64, char*, size_t) = nullptr;
  int (*options)(void*, u64) = nullptr;
};
const llvm_library& llvm() {
  static llvm_library l;
  if (l.lib) return l;
  std::vector<std::string> names;
  const char* e = getenv("HIP_EMU_LLVM");
  if (e && *e)
    names = {e};
  else
    for (int v = 24; v >= 17; --v)
      for (const char* f : {"libLLVM.so.%d.1", "libLLVM-%d.so.1", "libLLVM-%d.so"}) {
        char b[64];
        snprintf(b, sizeof b, f, v);
        names.push_back(b);
      }
  for (auto& n : names) {
    void* h = dlopen(n.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!h) continue;
    auto sym = [&](const char* s) { return dlsym(h, s); };
    auto a = (void (*)())sym("LLVMInitializeAMDGPUTargetInfo"),
         b = (void (*)())sym("LLVMInitializeAMDGPUTargetMC"),
         c = (void (*)())sym("LLVMInitializeAMDGPUDisassembler");
    l.create = (decltype(l.create))sym("LLVMCreateDisasmCPUFeatures");
    l.disasm = (decltype(l.disasm))sym("LLVMDisasmInstruction");
    l.options = (decltype(l.options))sym("LLVMSetDisasmOptions");
    if (!a || !b || !c || !l.create || !l.disasm) {
      if (e && *e) fault("%s has no AMDGPU disassembler", n.c_str());
      continue;
    }
    a();
    b();
    c();
    unsigned mi, pa;
    if (auto v = (void (*)(unsigned*, unsigned*, unsigned*))sym("LLVMGetVersion"))
      v(&l.major, &mi, &pa);
    l.lib = h;
    l.path = n;
    return l;
  }
  fault(
      "cannot load LLVM's shared library (%s): install libllvm19 or newer, or name the file in "
      "HIP_EMU_LLVM",
      e && *e ? e : "libLLVM.so.*, libLLVM-*.so.1");
}

}  // namespace

decoder::decoder(const std::string& arch, chip_family family, int wave,
                 std::map<std::string, std::unique_ptr<atomic_count>>* stats)
    : arch_(arch), family_(family), wave_(wave), stats_(stats) {
  const llvm_library& l = llvm();
  if (arch == "gfx950" && l.major && l.major < 20)
    fault("gfx950 needs LLVM 20 or newer, %s is version %u", l.path.c_str(), l.major);
  std::string f = family == gfx9 ? ""
                  : wave == 64   ? "-wavefrontsize32,+wavefrontsize64"
                                 : "+wavefrontsize32,-wavefrontsize64";
  ctx_ = l.create("amdgcn-amd-amdhsa", arch.c_str(), f.c_str(), nullptr, 0, nullptr, nullptr);
  if (!ctx_) fault("%s cannot disassemble %s code", l.path.c_str(), arch.c_str());
}
std::unique_ptr<instruction> decoder::decode(const u8* bytes, size_t avail) {
  char buf[512];
  buf[0] = 0;
  unsigned csr = _mm_getcsr();
  size_t n = llvm().disasm(ctx_, const_cast<u8*>(bytes), avail, 0, buf, sizeof buf);
  _mm_setcsr(csr);
  last_ = n;
  u32 raw;
  memcpy(&raw, bytes, 4);
  if (!n)
    fault("the bytes %08x are no instruction of %s (disassembler: %s)", raw, arch_.c_str(),
          llvm().path.c_str());
  std::string line;
  for (char* p = buf; *p && *p != '\n'; ++p) {
    if (p[0] == '/' && p[1] == '/') break;
    char c = *p == '\t' ? ' ' : *p;
    if (c == ' ' && (line.empty() || line.back() == ' ')) continue;
    line += c;
  }
  while (!line.empty() && line.back() == ' ') line.pop_back();
  auto o = std::make_unique<instruction>();
  o->text = line;
  o->size = u8(n);
  try {
    if (begins(line, "v_dual_")) {
      size_t k = line.find(" :: ");
      if (k == std::string::npos) bad("dual instruction");
      o->second = std::make_unique<instruction>();
      std::string h[2] = {line.substr(0, k), line.substr(k + 4)};
      bool ok = true;
      for (int i = 0; i < 2; ++i) {
        instruction_text t = parse_text(h[i]);
        if (begins(t.mn, "v_dual_")) t.mn = "v_" + t.mn.substr(7);
        ok &= vector_op(t, i ? *o->second : *o, family_, wave_);
      }
      if (!ok) bad("no implementation");
      o->code = opcode::vopd;
      return o;
    }
    instruction_text t = parse_text(line);
    bool ok;
    char c = t.mn[0];
    if (control(t, *o, raw, bytes, family_))
      ok = true;
    else if (c == 'v')
      ok = vector_op(t, *o, family_, wave_);
    else if (c == 's' && t.mn[1] == '_')
      ok = begins(t.mn, "s_load_") || begins(t.mn, "s_buffer_") ? smem(t, *o)
                                                                : scalar_op(t, *o, raw);
    else if (begins(t.mn, "ds_"))
      ok = ds(t, *o, raw);
    else {
      ok = starts(t.mn, {"global_", "flat_", "scratch_", "buffer_"}) && vmem(t, *o);
      o->pol = policy(t, family_, arch_);
    }
    if (!ok) bad("no implementation");
    if (o->code == opcode::atomic) {
      auto& s = (*stats_)[t.mn + (o->rtn ? " (returning)" : "")];
      if (!s) s = std::make_unique<atomic_count>();
      o->stat = s.get();
    }
  } catch (const emulation_error& f) {
    fault("instruction not supported: %s (%s)", line.c_str(), f.what());
  } catch (const std::out_of_range&) {
    fault("instruction not supported: %s (operands)", line.c_str());
  }
  return o;
}
}  // namespace hip_emulator
