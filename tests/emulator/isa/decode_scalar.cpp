// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/decode.hpp"

namespace hip_emulator {
namespace {
// Counters of vector memory operations: how many may be outstanding (off0: loads and, on gfx9, all;
// off1: stores).
bool waits(const instruction_text& t, instruction& o, u32 raw, chip_family family) {
  const std::string& n = t.mn;
  u32 i = raw & 0xffff, none = ~0u;
  o.off0 = o.off1 = none;
  bool reg = !t.ops.empty() && t.ops[0].s.kind == operand_scalar;
  if (n == "s_waitcnt") {
    u32 v = family == gfx11 ? i >> 10 & 63 : (i & 15) | (i >> 14 & 3) << 4;
    o.off0 = v == 63 ? none : v;
    return true;
  }
  if (n == "s_waitcnt_vscnt") {
    o.off1 = reg ? 0 : i & 63;
    return true;
  }
  if (n == "s_waitcnt_vmcnt") {
    o.off0 = reg ? 0 : i & 63;
    return true;
  }
  if (n == "s_wait_loadcnt") {
    o.off0 = i & 63;
    return true;
  }
  if (n == "s_wait_storecnt") {
    o.off1 = i & 63;
    return true;
  }
  if (n == "s_wait_loadcnt_dscnt") {
    o.off0 = i >> 8 & 63;
    return true;
  }
  if (n == "s_wait_storecnt_dscnt") {
    o.off1 = i >> 8 & 63;
    return true;
  }
  if (n == "s_wait_idle") {
    o.off0 = o.off1 = 0;
    return true;
  }
  return false;
}
bool cache_control(const instruction_text& t, instruction& o) {
  const std::string& n = t.mn;
  auto c = [&](int x) {
    o.sub = u8(x);
    return true;
  };
  bool wide = t.has("scope") && t.mod.at("scope") != "SCOPE_CU";
  if (n == "buffer_wbinvl1" || n == "buffer_wbinvl1_vol" || n == "buffer_gl0_inv")
    return c(cache_inv_l0);
  if (n == "buffer_gl1_inv" || n == "s_gl1_inv") return c(cache_inv_l1);
  if (n == "buffer_inv") return c(cache_inv_l0 | (t.has("sc1") ? cache_inv_l2 : 0));
  if (n == "buffer_wbl2") return c(cache_wb_l2);
  if (n == "global_inv") return c((wide ? cache_inv_l0 | cache_inv_l1 : 0) | cache_loadcnt);
  if (n == "global_wb") return c(cache_storecnt);
  if (n == "global_wbinv") return c((wide ? cache_inv_l0 | cache_inv_l1 : 0) | cache_storecnt);
  return false;
}
}  // namespace

bool control(const instruction_text& t, instruction& o, u32 raw, const u8* b, chip_family family) {
  const std::string& n = t.mn;
  const auto& a = t.ops;
  o.simm16 = i16(raw & 0xffff);
  static const std::map<std::string, condition> br = {
      {"s_branch", if_always},        {"s_cbranch_scc0", if_scc0},   {"s_cbranch_scc1", if_scc1},
      {"s_cbranch_vccz", if_vccz},    {"s_cbranch_vccnz", if_vccnz}, {"s_cbranch_execz", if_execz},
      {"s_cbranch_execnz", if_execnz}};
  auto i = br.find(n);
  if (i != br.end()) {
    o.code = opcode::branch;
    o.cond = i->second;
    return true;
  }
  auto is = [&](opcode c) {
    o.code = c;
    return true;
  };
  if (any(n, {"s_endpgm", "s_endpgm_saved", "s_endpgm_ordered_ps_done"})) return is(opcode::endpgm);
  if (n == "s_barrier") return is(opcode::barrier);
  if (n == "s_barrier_wait") return is(opcode::bar_wait);
  if (begins(n, "s_barrier_signal")) {
    o.sub = ends(n, "isfirst");
    if (a.empty() || a[0].s.kind != operand_constant || i32(a[0].s.val) != -1) bad("named barrier");
    return is(opcode::bar_signal);
  }
  if (any(n, {"s_sleep", "s_sleep_var"})) return is(opcode::sleep);
  if (any(n, {"s_trap", "s_sethalt", "s_sendmsghalt", "s_code_end"})) return is(opcode::trap);
  if (n == "s_denorm_mode") return is(opcode::denorm_mode);
  if (n == "s_getpc_b64") {
    o.sdst = sdst_reg(a.at(0));
    return is(opcode::getpc);
  }
  if (n == "s_setpc_b64") {
    o.ssrc0 = sdst_reg(a.at(0));
    return is(opcode::setpc);
  }
  if (n == "s_swappc_b64") {
    o.sdst = sdst_reg(a.at(0));
    o.ssrc0 = sdst_reg(a.at(1));
    return is(opcode::swappc);
  }
  if (n == "s_call_b64") {
    o.sdst = sdst_reg(a.at(0));
    return is(opcode::call);
  }
  if (n == "s_getreg_b32") {
    o.sdst = sdst_reg(a.at(0));
    return is(opcode::getreg);
  }
  if (n == "s_setreg_b32") {
    for (auto& x : a)
      if (x.s.kind == operand_scalar) o.s[0] = x.s;
    return is(opcode::setreg);
  }
  if (n == "s_setreg_imm32_b32") {
    u32 l;
    memcpy(&l, b + 4, 4);
    o.s[0].kind = operand_constant;
    o.s[0].val = l;
    return is(opcode::setreg);
  }
  if (any(n, {"s_memtime", "s_memrealtime"})) {
    o.sdst = sdst_reg(a.at(0));
    o.bytes = 8;
    return is(opcode::memtime);
  }
  if (begins(n, "s_sendmsg_rtn")) {
    o.sdst = sdst_reg(a.at(0));
    o.bytes = ends(n, "64") ? 8 : 4;
    return is(opcode::memtime);
  }
  if (begins(n, "s_set_gpr_idx_")) {
    o.sub = ends(n, "_on") ? 0 : ends(n, "_off") ? 1 : ends(n, "_idx") ? 2 : 3;
    if (o.sub == 0 || o.sub == 2) o.s[0] = a.at(0).s;
    o.lit = o.sub == 0 ? raw >> 8 & 15 : raw & 15;
    return is(opcode::gpr_idx);
  }
  if (begins(n, "s_wait") && n != "s_wait_alu" && n != "s_wait_event" && waits(t, o, raw, family))
    return is(opcode::waitcnt);
  if (cache_control(t, o)) return is(opcode::cache);
  if (starts(n, {"s_nop",
                 "s_wait",
                 "s_clause",
                 "s_delay_alu",
                 "s_set_inst_prefetch",
                 "s_inst_prefetch",
                 "s_icache_inv",
                 "s_setprio",
                 "s_setkill",
                 "s_wakeup",
                 "s_incperf",
                 "s_decperf",
                 "s_ttrace",
                 "s_sendmsg",
                 "s_round_mode",
                 "s_version",
                 "s_dcache_",
                 "s_gl1_inv",
                 "s_barrier_leave",
                 "s_prefetch_",
                 "s_atc_probe",
                 "s_cbranch_cdbg",
                 "v_nop",
                 "v_pipeflush",
                 "buffer_invl2",
                 "buffer_wbinvl1_sc",
                 "v_clrexcp",
                 "global_prefetch",
                 "flat_prefetch"}))
    return is(opcode::nop);
  if (any(n, {"v_readlane_b32", "v_writelane_b32", "v_readfirstlane_b32", "v_accvgpr_readlane"})) {
    bool w = n == "v_writelane_b32";
    if (w)
      o.vdst = dst_reg(a.at(0));
    else
      o.sdst = sdst_reg(a.at(0));
    o.s[0] = a.at(1).s;
    if (a.size() > 2) o.s[1] = a[2].s;
    bind(o.s[0], type_b32);
    bind(o.s[1], type_b32);
    return is(w ? opcode::writelane : n == "v_readlane_b32" ? opcode::readlane : opcode::readfirst);
  }
  if (starts(n, {"v_permlane16_b32", "v_permlanex16_b32", "v_permlane16_var_b32",
                 "v_permlanex16_var_b32"})) {
    o.sub = n.find("lanex") != std::string::npos;
    o.offen = n.find("_var") != std::string::npos;
    if (t.has("op_sel")) {
      auto l = list(t.mod.at("op_sel"));
      o.d16 = u8((l.size() > 0 && l[0] ? 1 : 0) | (l.size() > 1 && l[1] ? 2 : 0));
    }
    o.vdst = dst_reg(a.at(0));
    o.vaddr = vreg(a.at(1));
    o.s[1] = a.at(2).s;
    if (!o.offen) o.s[2] = a.at(3).s;
    bind(o.s[1], type_b32);
    bind(o.s[2], type_b32);
    return is(opcode::permlane);
  }
  if (n == "v_permlane64_b32") {
    o.vdst = dst_reg(a.at(0));
    o.vaddr = vreg(a.at(1));
    return is(opcode::permlane64);
  }
  if (any(n, {"v_permlane16_swap_b32", "v_permlane32_swap_b32"})) {
    o.vdst = dst_reg(a.at(0));
    o.vaddr = vreg(a.at(1));
    o.sub = n[10] == '3' ? 32 : 16;
    return is(opcode::permswap);
  }
  if (n == "v_swap_b32") {
    o.vdst = dst_reg(a.at(0));
    o.vaddr = vreg(a.at(1));
    return is(opcode::swap);
  }
  if (any(n, {"v_movrels_b32", "v_movreld_b32", "v_movrelsd_b32"})) {
    o.sub = n == "v_movrels_b32" ? 1 : n == "v_movreld_b32" ? 2 : 3;
    o.vdst = dst_reg(a.at(0));
    o.s[0] = a.at(1).s;
    bind(o.s[0], type_b32);
    return is(opcode::movrel);
  }
  return false;
}
bool scalar_op(const instruction_text& t, instruction& o, u32 raw) {
  const scalar_operation* s = find_salu(t.mn);
  if (!s) return false;
  o.si = s;
  o.code = opcode::salu;
  size_t p = 0;
  const auto& a = t.ops;
  if (!(s->flags & scalar_no_result)) {
    if (a.empty()) bad("operands");
    o.sdst = sdst_reg(a[p++]);
  }
  bool k16 = starts(t.mn, {"s_movk_", "s_addk_", "s_mulk_", "s_cmovk_", "s_cmpk_"}),
       h = ends(t.mn, "_f16");
  for (int i = 0; p < a.size() && i < 3; ++i, ++p) {
    source_operand& x = o.s[i];
    x = a[p].s;
    int w = i == 0 ? s->aw : i == 1 ? s->bw : 4;
    if (k16 && x.kind == operand_constant) {
      x.flt = false;
      x.val = begins(t.mn, "s_cmpk_") && ends(t.mn, "_u32") ? raw & 0xffff
                                                            : u64(i64(i16(raw & 0xffff)));
    }
    bind(x, w == 8 ? type_b64 : h ? type_f16 : type_b32);
    o.nsrc = u8(i + 1);
  }
  if (o.nsrc < s->nsrc || !t.mod.empty()) bad("operands");
  return true;
}
}  // namespace hip_emulator
