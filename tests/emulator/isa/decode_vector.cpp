// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/decode.hpp"

#include <algorithm>

namespace hip_emulator {
namespace {
void make_dpp(const instruction_text& t, instruction& o, int ws) {
  auto d = std::make_unique<lane_shuffle>();
  for (auto& f : d->from) f = -1;
  int rm = t.has("row_mask") ? int(num(t.mod.at("row_mask"))) : 15,
      bm = t.has("bank_mask") ? int(num(t.mod.at("bank_mask"))) : 15;
  d->fi = t.has("fi") && num(t.mod.at("fi"));
  d->bound = t.has("bound_ctrl") || t.has("dpp8");
  std::vector<int> q;
  if (t.has("quad_perm")) q = list(t.mod.at("quad_perm"));
  if (t.has("dpp8")) q = list(t.mod.at("dpp8"));
  auto arg = [&](const char* m) { return t.has(m) ? int(num(t.mod.at(m))) : -1; };
  int shl = arg("row_shl"), shr = arg("row_shr"), ror = arg("row_ror"),
      share = std::max(arg("row_share"), arg("row_newbcast")), xm = arg("row_xmask"),
      bc = arg("row_bcast");
  for (int l = 0; l < ws; ++l) {
    int row = l & ~15, r = l & 15, s = -1;
    if (t.has("dpp8"))
      s = (l & ~7) | q[size_t(l & 7)];
    else if (t.has("quad_perm"))
      s = (l & ~3) | q[size_t(l & 3)];
    else if (shl >= 0)
      s = r + shl < 16 ? l + shl : -1;
    else if (shr >= 0)
      s = r >= shr ? l - shr : -1;
    else if (ror >= 0)
      s = row + ((r - ror) & 15);
    else if (t.has("wave_shl"))
      s = l + 1 < ws ? l + 1 : -1;
    else if (t.has("wave_rol"))
      s = (l + 1) % ws;
    else if (t.has("wave_shr"))
      s = l - 1;
    else if (t.has("wave_ror"))
      s = (l + ws - 1) % ws;
    else if (t.has("row_mirror"))
      s = row + 15 - r;
    else if (t.has("row_half_mirror"))
      s = (l & ~7) + 7 - (l & 7);
    else if (bc == 15)
      s = row - 1;
    else if (bc == 31)
      s = l >= 32 ? 31 : -1;
    else if (share >= 0)
      s = row + share;
    else if (xm >= 0)
      s = row + (r ^ xm);
    else
      bad("unknown DPP control");
    d->from[l] = i8(s);
    if (t.has("dpp8") || ((rm >> (l / 16 & 3) & 1) && (bm >> (r / 4) & 1))) d->rows |= 1ull << l;
  }
  o.dpp = std::move(d);
}
int sdw(const std::string& s) {
  static const char* n[] = {"BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"};
  for (int i = 0; i < 7; ++i)
    if (s == n[i]) return i;
  bad("SDWA selection " + s);
}
bool half_type(element_type t) { return t == type_b16 || t == type_f16; }
bool packed(element_type t) { return t == type_pkf16 || t == type_pkb16 || t == type_pkf32; }
bool float_type(element_type t) {
  return t == type_f16 || t == type_f32 || t == type_f64 || t == type_pkf16 || t == type_pkf32 ||
         t == type_mix;
}
}  // namespace

bool vector_op(const instruction_text& t, instruction& o, chip_family family, int ws) {
  std::string n = t.mn;
  const vector_operation* v = nullptr;
  bool scalar = begins(n, "v_s_");
  if (scalar) n = "v_" + n.substr(4);
  v = find_valu(n);
  if (!v) return false;
  bool clamp = t.has("clamp");
  if (clamp && !float_type(v->d) && !(v->flags & vector_cmp)) {
    v = find_valu(n + " clamp");
    if (!v) return false;
    clamp = false;
  }
  o.vi = v;
  o.code = opcode::valu;
  o.clamp = clamp && float_type(v->d);
  size_t p = 0;
  const auto& a = t.ops;
  int nsrc = v->nsrc - (v->flags & vector_acc && v->nsrc == 3 ? 1 : 0);
  auto need = [&] {
    if (p >= a.size()) bad("too few operands");
    return p++;
  };
  if (v->flags & vector_cmp) {
    if (a.size() > 2) {
      auto& d = a[need()];
      o.sdst = d.null ? -1 : sdst_reg(d);
    }
  } else if (scalar) {
    o.sdst = sdst_reg(a[need()]);
    o.sub = 1;
  } else {
    auto& d = a[need()];
    o.vdst = dst_reg(d);
    o.dst_hl = d.s.hl;
    o.dst_hi = d.s.hi;
  }
  if (v->flags & vector_cout) {
    auto& d = a[need()];
    o.sdst = d.null ? -1 : sdst_reg(d);
  }
  for (int i = 0; i < nsrc; ++i) o.s[i] = a[need()].s;
  if (v->flags & vector_cin) {
    o.cin = reg_vcc;
    if (!(v->flags & vector_impvcc) && p < a.size()) o.cin = sdst_reg(a[p++]);
  }
  if (p < a.size()) bad("too many operands");
  o.nsrc = u8(nsrc);
  if (v->flags & vector_acc) {
    source_operand& s = o.s[2];
    s = source_operand();
    s.kind = operand_vector;
    s.reg = i16(o.vdst);
    s.hi = o.dst_hi;
    o.nsrc = 3;
  }
  // modifiers
  bool mixop = v->st[0] == type_mix;
  std::vector<int> sel, selh;
  if (t.has("op_sel")) sel = list(t.mod.at("op_sel"));
  if (t.has("op_sel_hi")) selh = list(t.mod.at("op_sel_hi"));
  for (int i = 0; i < o.nsrc; ++i) {
    source_operand& s = o.s[i];
    element_type ty = v->st[i];
    size_t k = size_t(i);
    bool acc = (v->flags & vector_acc) && i == 2;
    if (half_type(ty)) {
      if (k < sel.size() && !s.hl && !acc) s.hi = sel[k];
    } else if (packed(ty) || ty == type_mix) {
      if (s.hl) bad("half register");
      s.hi = !acc && k < sel.size() && sel[k];
      s.selh = acc || (k < selh.size() ? selh[k] != 0 : !mixop);
    } else if (k < sel.size() && sel[k])
      bad("op_sel");
    if (s.hl && !half_type(ty)) {
      if (ty != type_b32) bad("half register");
      s.sel = s.hi ? 5 : 4;
      s.hi = false;
    }
  }
  if (sel.size() > size_t(nsrc) && sel[size_t(nsrc)] && !o.dst_hl && half_type(v->d))
    o.dst_hi = true;
  if ((v->flags & vector_acc) && half_type(v->st[2])) o.s[2].hi = o.dst_hi;
  for (const char* m : {"neg_lo", "neg_hi"})
    if (t.has(m)) {
      auto l = list(t.mod.at(m));
      for (size_t i = 0; i < l.size() && i < o.nsrc; ++i)
        if (l[i]) {
          if (packed(v->st[i]))
            (m[4] == 'l' ? o.s[i].neg : o.s[i].neg_hi) ^= true;
          else
            bad(m);
        }
    }
  for (const char* m : {"src0_sel", "src1_sel"})
    if (t.has(m)) o.s[m[3] - '0'].sel = u8(sdw(t.mod.at(m)));
  if (t.has("dst_sel")) o.dsel = u8(sdw(t.mod.at("dst_sel")));
  if (t.has("dst_unused")) {
    auto& u = t.mod.at("dst_unused");
    o.dunused = u == "UNUSED_PRESERVE" ? 2 : u == "UNUSED_SEXT" ? 1 : 0;
  }
  if (t.has("mul")) o.omod = t.mod.at("mul") == "2" ? 1 : 2;
  if (t.has("div")) o.omod = 3;
  if (t.has("bitop3")) o.lit = u32(num(t.mod.at("bitop3")));
  if (ends(n, "mixhi_f16")) o.dst_hi = true;
  o.keep_hi =
      half_type(v->d) && !o.dst_hi && (family >= gfx10 || (v->flags & vector_keephi) || o.dst_hl);
  if (t.enc == "dpp" || t.enc == "e64_dpp" || t.enc == "dpp8") make_dpp(t, o, ws);
  static const char* known[] = {
      "op_sel",         "op_sel_hi",  "neg_lo",   "neg_hi",    "src0_sel",     "src1_sel",
      "dst_sel",        "dst_unused", "mul",      "div",       "bitop3",       "clamp",
      "dpp8",           "fi",         "row_mask", "bank_mask", "bound_ctrl",   "quad_perm",
      "row_shl",        "row_shr",    "row_ror",  "row_share", "row_newbcast", "row_xmask",
      "row_bcast",      "wave_shl",   "wave_rol", "wave_shr",  "wave_ror",     "row_mirror",
      "row_half_mirror"};
  for (auto& m : t.mod) {
    bool ok = false;
    for (auto k : known) ok |= m.first == k;
    if (!ok) bad("modifier " + m.first);
  }
  for (int i = 0; i < o.nsrc; ++i) {
    source_operand& s = o.s[i];
    element_type ty = v->st[i];
    bind(s, ty);
    s.plain = !s.neg && !s.abs && !s.hi && !s.sext && s.sel == 6 && !s.neg_hi &&
              (packed(ty)       ? s.selh
               : ty == type_mix ? !s.selh
                                : true);
    if (s.kind == operand_none) bad("operand");
  }
  return true;
}
}  // namespace hip_emulator
