// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The instructions of a wave.

#include "execution/executor.hpp"

#include "isa/arithmetic.hpp"

namespace hip_emulator {
instruction* executor::op_at(uint64_t pc) {
  program& code = *launch_->prog;
  uint64_t off = pc - uint64_t(code.mem);
  int k = launch_->wave == 64;
  if (off >= code.size || (off & 3))
    fault("jump to 0x%llx, outside of the code object", (unsigned long long)pc);
  if (code.ops[k].empty()) code.ops[k].assign(code.size / 4, nullptr);
  instruction*& o = code.ops[k][off / 4];
  if (o) return o;
  bool x = false;
  for (auto& e : code.exec) x |= off >= e.first && off < e.second;
  if (!x)
    fault("jump to offset 0x%llx of the code object, which is not code", (unsigned long long)off);
  if (!code.dec[k])
    code.dec[k] = std::make_unique<decoder>(code.arch, code.family, launch_->wave, &stats_);
  return o = code.dec[k]->decode(code.mem + off, 24).release();
}

uint32_t executor::hwreg(wave_state& w, int id) {
  switch (id) {
    case 1:
      return w.mode;
    case 4:
    case 23:
      return uint32_t(w.id) & 15;
    case 15:
      return uint32_t(w.g->window & 0xffff0000u) | uint32_t(private_window >> 16);
    case 29:
      return uint32_t(clock_);
    default:
      return 0;
  }
}

void executor::run_wave(wave_state& w, int n) {
  const int ws = launch_->wave;
  program& code = *launch_->prog;
  const size_t nops = code.ops[ws == 64].size();
  instruction** const ops = code.ops[ws == 64].data();
  if (w.waiting) {
    if (w.g->phase <= w.sig_phase) return;
    w.waiting = false;
  }
  while (n-- > 0) {
    uint64_t pc = w.pc(), off = pc - uint64_t(code.mem);
    instruction* o = off / 4 < nops && !(off & 3) ? ops[off / 4] : nullptr;
    if (!o) o = op_at(pc);
    ++used_;
    ++clock_;
    ++w.retired;
    if (trace_)
      fprintf(stderr, "hip_emulator: g(%u,%u,%u) w%d pc+%llx %s exec=%llx\n", w.g->id[0],
              w.g->id[1], w.g->id[2], w.id, (unsigned long long)(pc - launch_->entry),
              o->text.c_str(), (unsigned long long)exec_of(w, ws));
    const instruction& p = *o;
    uint64_t npc = pc + o->size;
    switch (o->code) {
      case opcode::valu:
        if (o->sub)
          vscalar(w, *o);
        else
          do_valu(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::vopd:
        vopd(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::salu: {
        const scalar_operation& si = *o->si;
        scalar_arguments x;
        x.a = sread(w, o->s[0], si.aw == 8);
        x.b = o->nsrc > 1 ? sread(w, o->s[1], si.bw == 8) : 0;
        x.c = o->nsrc > 2 ? sread(w, o->s[2], false) : 0;
        x.scc = w.s[reg_scc];
        x.w = &w;
        x.ws = ws;
        x.d = si.flags & scalar_reads_result ? (si.dw == 8 ? w.s64(o->sdst) : w.s[o->sdst]) : 0;
        uint64_t r = si.f(x);
        w.s[reg_scc] = x.scc;
        if (!(si.flags & scalar_no_result)) {
          w.s[o->sdst] = uint32_t(r);
          if (si.dw == 8) w.s[o->sdst + 1] = uint32_t(r >> 32);
        }
        break;
      }
      case opcode::readlane:
        w.s[o->sdst] =
            o->s[0].kind == operand_vector
                ? w.v[o->s[0].reg * ws + int(sread(w, o->s[1], false) & unsigned(ws - 1))]
                : uint32_t(sread(w, o->s[0], false));
        break;
      case opcode::readfirst: {
        uint64_t ex = exec_of(w, ws);
        w.s[o->sdst] = o->s[0].kind == operand_vector
                           ? w.v[o->s[0].reg * ws + (ex ? __builtin_ctzll(ex) : 0)]
                           : uint32_t(sread(w, o->s[0], false));
        break;
      }
      case opcode::writelane:
        w.v[o->vdst * ws + int(sread(w, o->s[1], false) & unsigned(ws - 1))] =
            uint32_t(sread(w, o->s[0], false));
        break;
      case opcode::swap:
      case opcode::permlane64:
      case opcode::permswap:
        do_swap(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::movrel:
        do_movrel(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::gpr_idx:
        if (o->sub == 0) {
          w.s[reg_m0] = (uint32_t(sread(w, o->s[0], false)) & 255) | o->lit << 12;
          w.idx_on = true;
        } else if (o->sub == 1)
          w.idx_on = false;
        else if (o->sub == 2)
          w.s[reg_m0] = (w.s[reg_m0] & ~255u) | (uint32_t(sread(w, o->s[0], false)) & 255);
        else
          w.s[reg_m0] = (w.s[reg_m0] & ~0xf000u) | o->lit << 12;
        break;
      case opcode::nop:
        break;
      case opcode::waitcnt:
        if (weak_mode_ && !weak_.wait(w, o->off0, o->off1)) return;
        break;
      case opcode::cache:
        if (weak_mode_) weak_.cache(w, *o);
        break;
      case opcode::bad:
        fault("instruction not supported: %s", o->text.c_str());
      case opcode::endpgm: {
        if (weak_mode_ && !weak_.wait(w, 0, 0)) return;
        workgroup& g = *w.g;
        w.done = true;
        --g.live;
        if (g.live > 0 && g.arrived >= g.live) release(g);
        return;
      }
      case opcode::branch: {
        bool t;
        uint64_t vcc = ws == 64 ? w.s64(reg_vcc) : w.s[reg_vcc], ex = exec_of(w, ws);
        switch (p.cond) {
          case if_always:
            t = true;
            break;
          case if_scc0:
            t = !w.s[reg_scc];
            break;
          case if_scc1:
            t = w.s[reg_scc];
            break;
          case if_vccz:
            t = !vcc;
            break;
          case if_vccnz:
            t = vcc;
            break;
          case if_execz:
            t = !ex;
            break;
          default:
            t = ex;
        }
        if (t) npc += uint64_t(int64_t(o->simm16) * 4);
        break;
      }
      case opcode::barrier: {
        workgroup& g = *w.g;
        w.sig_phase = g.phase;
        w.pc(npc);
        arrive(g);
        if (g.phase <= w.sig_phase) {
          w.waiting = true;
          return;
        }
        continue;
      }
      case opcode::bar_signal: {
        workgroup& g = *w.g;
        w.sig_phase = g.phase;
        if (p.sub) w.s[reg_scc] = g.arrived == 0;
        arrive(g);
        break;
      }
      case opcode::bar_wait:
        w.pc(npc);
        if (w.g->phase <= w.sig_phase) {
          w.waiting = true;
          return;
        }
        continue;
      case opcode::sleep:
        w.pc(npc);
        return;
      case opcode::trap:
        fault("the kernel executed %s (trap / assert / abort in device code)", p.text.c_str());
      case opcode::denorm_mode:
        w.mode = (w.mode & ~0xf0u) | (uint32_t(o->simm16) & 15) << 4;
        break;
      case opcode::getpc:
        wsgpr(w, o->sdst, uint32_t(npc));
        wsgpr(w, o->sdst + 1, uint32_t(npc >> 32));
        break;
      case opcode::setpc:
        npc = w.s64(o->ssrc0);
        break;
      case opcode::swappc: {
        uint64_t t = w.s64(o->ssrc0);
        wsgpr(w, o->sdst, uint32_t(npc));
        wsgpr(w, o->sdst + 1, uint32_t(npc >> 32));
        npc = t;
        break;
      }
      case opcode::call:
        wsgpr(w, o->sdst, uint32_t(npc));
        wsgpr(w, o->sdst + 1, uint32_t(npc >> 32));
        npc += uint64_t(int64_t(o->simm16) * 4);
        break;
      case opcode::getreg: {
        uint32_t f = uint32_t(o->simm16), n1 = (f >> 11 & 31) + 1,
                 m = n1 == 32 ? ~0u : (1u << n1) - 1;
        wsgpr(w, o->sdst, hwreg(w, int(f & 63)) >> (f >> 6 & 31) & m);
        break;
      }
      case opcode::setreg: {
        uint32_t f = uint32_t(o->simm16), n1 = (f >> 11 & 31) + 1,
                 m = (n1 == 32 ? ~0u : (1u << n1) - 1), sh = f >> 6 & 31,
                 x = uint32_t(sread(w, o->s[0], false));
        if ((f & 63) == 1) w.mode = (w.mode & ~(m << sh)) | (x & m) << sh;
        break;
      }
      case opcode::memtime:
        wsgpr(w, o->sdst, uint32_t(clock_));
        if (p.bytes == 8) wsgpr(w, o->sdst + 1, uint32_t(clock_ >> 32));
        break;
      case opcode::smem_load: {
        uint64_t a = w.s64(o->sbase) + uint64_t(o->offset);
        if (p.buffer) a &= 0xffffffffffffull;
        if (o->s[3].kind) a += uint32_t(sread(w, o->s[3], false));
        const uint8_t* m = glob_ptr(p.bytes < 4 ? a : a & ~3ull);
        if (p.bytes == 1)
          wsgpr(w, o->sdst, p.sx ? uint32_t(int8_t(*m)) : *m);
        else if (p.bytes == 2) {
          uint16_t h;
          memcpy(&h, m, 2);
          wsgpr(w, o->sdst, p.sx ? uint32_t(int16_t(h)) : h);
        } else {
          uint32_t t[16];
          memcpy(t, m, p.bytes);
          for (int i = 0; i < p.bytes / 4; ++i) wsgpr(w, o->sdst + i, t[i]);
        }
        break;
      }
      case opcode::load:
        if (weak_mode_)
          weak_access(w, *o, ws, exec_of(w, ws));
        else
          do_load(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::store:
        if (weak_mode_)
          weak_access(w, *o, ws, exec_of(w, ws));
        else
          do_store(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::atomic:
        if (weak_mode_)
          weak_access(w, *o, ws, exec_of(w, ws));
        else
          do_atomics(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::load2:
        do_two(w, *o, ws, exec_of(w, ws), false);
        break;
      case opcode::store2:
        do_two(w, *o, ws, exec_of(w, ws), true);
        break;
      case opcode::permute:
      case opcode::bpermute:
      case opcode::bpermute_fi:
      case opcode::swizzle:
        do_crosslane(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::permlane:
        do_permlane(w, *o, ws, exec_of(w, ws));
        break;
      case opcode::ds_append: {
        uint64_t ex = exec_of(w, ws);
        uint32_t m0 = w.s[reg_m0] & 0xffff, c = uint32_t(__builtin_popcountll(ex));
        uint8_t* m = lds_ptr(w, m0 + uint32_t(o->offset), 4);
        uint32_t old = p.sub ? __atomic_fetch_sub((uint32_t*)m, c, __ATOMIC_SEQ_CST)
                             : __atomic_fetch_add((uint32_t*)m, c, __ATOMIC_SEQ_CST);
        for (int l = 0; l < ws; ++l)
          if (ex >> l & 1) w.v[o->vdst * ws + l] = old;
        break;
      }
    }
    w.pc(npc);
  }
}
}  // namespace hip_emulator
