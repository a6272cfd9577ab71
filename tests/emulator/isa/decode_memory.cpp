// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/decode.hpp"

namespace hip_emulator {
namespace {
bool load_size(std::string s, instruction& o) {
  o.d16 = 0;
  for (const char* k : {"d16_hi_", "_d16_hi", "d16_", "_d16"}) {
    size_t i = s.find(k);
    if (i != std::string::npos) {
      o.d16 = strstr(k, "hi") ? 2 : 1;
      s.erase(i, strlen(k));
      break;
    }
  }
  static const std::map<std::string, int> m = {
      {"b8", 1},    {"b16", 2},   {"b32", 4},     {"b64", 8},      {"b96", 12},
      {"b128", 16}, {"u8", 1},    {"i8", 1},      {"u16", 2},      {"i16", 2},
      {"ubyte", 1}, {"sbyte", 1}, {"ushort", 2},  {"sshort", 2},   {"byte", 1},
      {"short", 2}, {"dword", 4}, {"dwordx2", 8}, {"dwordx3", 12}, {"dwordx4", 16}};
  auto i = m.find(s);
  if (i == m.end()) return false;
  o.bytes = u8(i->second);
  o.sx = s == "i8" || s == "i16" || s == "sbyte" || s == "sshort";
  return true;
}
bool atomic_kind(std::string s, instruction& o) {  // what follows ..._atomic_ or ds_ (without _rtn)
  o.bytes = 4;
  if (ends(s, "_x2")) {
    s.resize(s.size() - 3);
    o.bytes = 8;
  }
  if (s == "pk_add_f16" || s == "pk_add_rtn_f16") {
    o.atom = atomic_pkf16;
    return true;
  }
  if (s == "pk_add_bf16") {
    o.atom = atomic_pkbf16;
    return true;
  }
  char ty = 0;
  size_t u = s.rfind('_');
  if (u != std::string::npos && u + 2 < s.size() && strchr("uibf", s[u + 1]) && isdigit(s[u + 2])) {
    ty = s[u + 1];
    int b = atoi(s.c_str() + u + 2);
    if (b != 32 && b != 64) return false;
    o.bytes = u8(b / 8);
    s.resize(u);
  }
  if (ends(s, "_num")) s.resize(s.size() - 4);
  static const std::map<std::string, int> ints = {{"swap", atomic_swap},
                                                  {"storexchg", atomic_swap},
                                                  {"wrxchg", atomic_swap},
                                                  {"cmpswap", atomic_cmpswap},
                                                  {"cmpstore", atomic_cmpswap},
                                                  {"cmpst", atomic_cmpswap},
                                                  {"add", atomic_add},
                                                  {"sub", atomic_sub},
                                                  {"rsub", atomic_rsub},
                                                  {"csub", atomic_sub_clamp},
                                                  {"sub_clamp", atomic_sub_clamp},
                                                  {"cond_sub", atomic_cond_sub},
                                                  {"and", atomic_and},
                                                  {"or", atomic_or},
                                                  {"xor", atomic_xor},
                                                  {"inc", atomic_inc},
                                                  {"dec", atomic_dec},
                                                  {"mskor", atomic_mskor},
                                                  {"wrap", atomic_wrap},
                                                  {"smin", atomic_smin},
                                                  {"smax", atomic_smax},
                                                  {"umin", atomic_umin},
                                                  {"umax", atomic_umax}};
  static const std::map<std::string, int> flts = {
      {"add", atomic_fadd},          {"min", atomic_fmin},       {"max", atomic_fmax},
      {"fmin", atomic_fmin},         {"fmax", atomic_fmax},      {"cmpswap", atomic_fcmpswap},
      {"cmpstore", atomic_fcmpswap}, {"cmpst", atomic_fcmpswap}, {"fcmpswap", atomic_fcmpswap}};
  if (ty == 'f') {
    auto i = flts.find(s);
    if (i == flts.end()) return false;
    o.atom = u8(i->second);
    return true;
  }
  if (s == "fmin" || s == "fmax" || s == "fcmpswap") {
    o.atom = u8(flts.at(s));
    return true;
  }
  if (s == "min") {
    o.atom = ty == 'i' ? atomic_smin : atomic_umin;
    return true;
  }
  if (s == "max") {
    o.atom = ty == 'i' ? atomic_smax : atomic_umax;
    return true;
  }
  auto i = ints.find(s);
  if (i == ints.end()) return false;
  o.atom = u8(i->second);
  return true;
}
}  // namespace

bool vmem(const instruction_text& t, instruction& o) {
  size_t u = t.mn.find('_');
  std::string sp = t.mn.substr(0, u), r = t.mn.substr(u + 1);
  const auto& a = t.ops;
  for (const char* k : {"lds", "tfe", "idxen", "lwe", "gds"})
    if (t.has(k)) bad(k);
  if (r.find("lds") != std::string::npos || r.find("addtid") != std::string::npos ||
      r.find("block") != std::string::npos || r.find("_tr") != std::string::npos ||
      r.find("format") != std::string::npos)
    return false;
  o.space = sp == "global"    ? space_global
            : sp == "flat"    ? space_flat
            : sp == "scratch" ? space_scratch
                              : space_buffer;
  if (t.has("offset")) o.offset = num(t.mod.at("offset"));
  bool ld = begins(r, "load_"), st = begins(r, "store_"), at = begins(r, "atomic_");
  if (!ld && !st && !at) return false;
  std::string k = r.substr(ld ? 5 : st ? 6 : 7);
  if (at ? !atomic_kind(k, o) : !load_size(k, o)) return false;
  o.code = ld ? opcode::load : st ? opcode::store : opcode::atomic;
  size_t n = a.size();
  if (o.space == space_buffer) {
    if (n != 4) bad("operands");
    o.vdata = o.vdst = vreg(a[0]);
    o.offen = t.has("offen");
    if (o.offen) o.vaddr = vreg(a[1]);
    o.srsrc = sdst_reg(a[2]);
    o.s[3] = a[3].s;
    bind(o.s[3], type_b32);
    o.rtn = at && (t.has("glc") || t.has("sc0") ||
                   (t.has("th") && t.mod.at("th").find("RETURN") != std::string::npos));
    return true;
  }
  bool flat = o.space == space_flat;
  size_t base = flat ? 2 : 3;
  o.rtn = at && n == base + 1;
  if (n != base + o.rtn) bad("operands");
  size_t p = 0;
  if (ld || o.rtn) {
    o.vdst = vreg(a[p]);
    if (a[p].s.hl) {
      if (!o.d16) o.d16 = 1;
    }
    ++p;
  }
  auto& va = a[p++];
  if (va.off)
    o.sve = 0;
  else {
    o.vaddr = vreg(va);
    o.sve = 1;
    if (!flat && o.space != space_scratch) o.sub = u8(va.regs);
  }
  if (st || at) {
    o.vdata = vreg(a[p]);
    if (st && a[p].s.hl && a[p].s.hi) o.d16 = 2;
    ++p;
  }
  if (!flat) {
    auto& sa = a[p++];
    if (!sa.off && !sa.null) o.saddr = sdst_reg(sa);
  }
  return true;
}
bool ds(const instruction_text& t, instruction& o, u32 raw) {
  std::string r = t.mn.substr(3);
  const auto& a = t.ops;
  size_t n = a.size();
  if (t.has("gds")) bad("gds");
  o.space = space_lds;
  o.offset = raw & 0xffff;
  o.off0 = raw & 255;
  o.off1 = raw >> 8 & 255;
  auto reg = [&](size_t i) {
    if (i >= n) bad("operands");
    return vreg(a[i]);
  };
  if (r == "nop") {
    o.code = opcode::nop;
    return true;
  }
  if (r == "permute_b32" || r == "bpermute_b32" || r == "bpermute_fi_b32") {
    o.code = r[0] == 'p'           ? opcode::permute
             : r == "bpermute_b32" ? opcode::bpermute
                                   : opcode::bpermute_fi;
    o.vdst = reg(0);
    o.vaddr = reg(1);
    o.vdata = reg(2);
    return true;
  }
  if (r == "swizzle_b32") {
    o.code = opcode::swizzle;
    o.vdst = reg(0);
    o.vaddr = o.vdata = reg(1);
    return true;
  }
  if (r == "append" || r == "consume") {
    o.code = opcode::ds_append;
    o.sub = r == "consume";
    o.vdst = reg(0);
    return true;
  }
  for (const char* w : {"load_2addr_", "read2", "store_2addr_", "write2"})
    if (begins(r, w)) {
      std::string s = r.substr(strlen(w));
      o.st64 = s.find("stride64") != std::string::npos || begins(s, "st64");
      if (!ends(s, "b32") && !ends(s, "b64")) return false;
      o.bytes = ends(s, "b64") ? 8 : 4;
      if (w[0] == 'l' || w[0] == 'r') {
        o.code = opcode::load2;
        o.vdst = reg(0);
        o.vaddr = reg(1);
      } else {
        o.code = opcode::store2;
        o.vaddr = reg(0);
        o.vdata = reg(1);
        o.vdata1 = reg(2);
      }
      return true;
    }
  for (const char* w :
       {"addtid", "_tr_", "gws", "bvh", "ordered", "2addr", "xchg2", "condxchg", "src2"})
    if (r.find(w) != std::string::npos) return false;
  if (begins(r, "load_") || begins(r, "read_")) {
    if (!load_size(r.substr(5), o)) return false;
    o.code = opcode::load;
    o.vdst = reg(0);
    if (a[0].s.hl && !o.d16) o.d16 = 1;
    o.vaddr = reg(1);
    return true;
  }
  if (begins(r, "store_b") || begins(r, "write_b")) {
    if (!load_size(r.substr(6), o)) return false;
    o.code = opcode::store;
    o.vaddr = reg(0);
    o.vdata = reg(1);
    if (a[1].s.hl && a[1].s.hi) o.d16 = 2;
    return true;
  }
  size_t q = r.find("_rtn");
  o.rtn = q != std::string::npos;
  std::string k = r;
  if (o.rtn) k.erase(q, 4);
  if (!atomic_kind(k, o)) return false;
  size_t p = 0;
  o.code = opcode::atomic;
  if (o.rtn) o.vdst = reg(p++);
  o.vaddr = reg(p++);
  o.vdata = reg(p++);
  if (p < n) o.vdata1 = reg(p++);
  o.layout = begins(k, "cmpst_") ||
             k == "cmpst";  // gfx9 and gfx10: first the comparand, then the new value
  return true;
}
bool smem(const instruction_text& t, instruction& o) {
  std::string r = t.mn.substr(2);
  if (begins(r, "buffer_load_")) {
    o.buffer = 1;
    r = r.substr(12);
  } else if (begins(r, "load_"))
    r = r.substr(5);
  else
    return false;
  static const std::map<std::string, int> m = {
      {"dword", 4},    {"dwordx2", 8},   {"dwordx3", 12}, {"dwordx4", 16},
      {"dwordx8", 32}, {"dwordx16", 64}, {"b32", 4},      {"b64", 8},
      {"b96", 12},     {"b128", 16},     {"b256", 32},    {"b512", 64},
      {"u8", 1},       {"i8", 1},        {"u16", 2},      {"i16", 2}};
  auto i = m.find(r);
  if (i == m.end() || t.ops.size() < 3) return false;
  o.code = opcode::smem_load;
  o.bytes = u8(i->second);
  o.sx = r[0] == 'i';
  o.sdst = sdst_reg(t.ops[0]);
  o.sbase = sdst_reg(t.ops[1]);
  auto& x = t.ops[2];
  if (x.s.kind == operand_constant)
    o.offset = i64(x.s.val);
  else {
    o.s[3] = x.s;
  }
  if (t.has("offset")) o.offset += num(t.mod.at("offset"));
  return true;
}

u8 policy(const instruction_text& t, chip_family family, const std::string& arch) {
  if (family == gfx12) return t.has("scope") && t.mod.at("scope") != "SCOPE_CU" ? 2 : 0;
  if (family == gfx11) return t.has("glc") ? 2 : 0;
  if (family == gfx10) return t.has("glc") ? t.has("dlc") ? 2 : 1 : 0;
  return begins(arch, "gfx94") || arch == "gfx950" || arch == "gfx9-4-generic"
             ? t.has("sc1") ? 3 : 0
         : t.has("glc") ? 2
                        : 0;
}
}  // namespace hip_emulator
