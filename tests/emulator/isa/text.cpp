// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "isa/text.hpp"

namespace hip_emulator {
bool begins(const std::string& s, const char* p) { return s.compare(0, strlen(p), p) == 0; }
bool ends(const std::string& s, const char* p) {
  size_t n = strlen(p);
  return s.size() >= n && s.compare(s.size() - n, n, p) == 0;
}
bool any(const std::string& n, std::initializer_list<const char*> l) {
  for (auto x : l)
    if (n == x) return true;
  return false;
}
bool starts(const std::string& n, std::initializer_list<const char*> l) {
  for (auto x : l)
    if (begins(n, x)) return true;
  return false;
}
i64 num(const std::string& s) {
  bool neg = !s.empty() && s[0] == '-';
  const char* p = s.c_str() + (neg ? 1 : 0);
  u64 v = strtoull(p, nullptr, !strncmp(p, "0x", 2) ? 16 : 10);
  return neg ? -i64(v) : i64(v);
}
std::vector<int> list(const std::string& s) {
  std::vector<int> r;
  for (size_t i = 0; i < s.size();)
    if (isdigit(s[i])) {
      char* e;
      r.push_back(int(strtol(s.c_str() + i, &e, 0)));
      i = size_t(e - s.c_str());
    } else
      ++i;
  return r;
}

namespace {
bool parse_operand(std::string t, operand& o) {
  source_operand& s = o.s;
  auto strip = [&](const char* f) {
    if (begins(t, f) && t.back() == ')') {
      t = t.substr(strlen(f), t.size() - strlen(f) - 1);
      return true;
    }
    return false;
  };
  for (bool again = true; again;) {
    again = false;
    if (t.size() > 1 && t[0] == '-' && !isdigit(t[1])) {
      s.neg = !s.neg;
      t = t.substr(1);
      again = true;
    }
    if (strip("neg(")) {
      s.neg = !s.neg;
      again = true;
    }
    if (t.size() > 2 && t[0] == '|' && t.back() == '|') {
      s.abs = true;
      t = t.substr(1, t.size() - 2);
      again = true;
    }
    if (strip("abs(")) {
      s.abs = true;
      again = true;
    }
    if (strip("sext(")) {
      s.sext = true;
      again = true;
    }
    if (strip("lit(") || strip("lit64(")) again = true;
  }
  if (t.empty()) return false;
  if (ends(t, ".l") || ends(t, ".h")) {
    s.hl = true;
    s.hi = t.back() == 'h';
    t.resize(t.size() - 2);
  }
  auto sreg = [&](int r, int n) {
    s.kind = operand_scalar;
    s.reg = i16(r);
    o.regs = n;
    return true;
  };
  static const std::map<std::string, std::pair<int, int>> named = {
      {"vcc", {reg_vcc, 2}},
      {"vcc_lo", {reg_vcc, 1}},
      {"vcc_hi", {reg_vcc + 1, 1}},
      {"exec", {reg_exec, 2}},
      {"exec_lo", {reg_exec, 1}},
      {"exec_hi", {reg_exec + 1, 1}},
      {"m0", {reg_m0, 1}},
      {"flat_scratch", {reg_flat_scratch, 2}},
      {"flat_scratch_lo", {reg_flat_scratch, 1}},
      {"flat_scratch_hi", {reg_flat_scratch + 1, 1}},
      {"xnack_mask", {104, 2}},
      {"xnack_mask_lo", {104, 1}},
      {"xnack_mask_hi", {105, 1}}};
  auto n = named.find(t);
  if (n != named.end()) return sreg(n->second.first, n->second.second);
  if (t == "off") {
    o.off = true;
    return true;
  }
  if (t == "null" || t == "sgpr_null") {
    o.null = true;
    s.kind = operand_constant;
    s.val = 0;
    return true;
  }
  if (t == "src_shared_base") {
    s.kind = operand_shared_base;
    return true;
  }
  if (t == "src_private_base") {
    s.kind = operand_private_base;
    return true;
  }
  if (t == "src_shared_limit" || t == "src_private_limit") {
    s.kind = operand_constant;
    s.val = ~0ull;
    return true;
  }
  if (t == "src_scc" || t == "scc") {
    s.kind = operand_scc;
    return true;
  }
  if (t == "src_vccz" || t == "vccz") {
    s.kind = operand_vccz;
    return true;
  }
  if (t == "src_execz" || t == "execz") {
    s.kind = operand_execz;
    return true;
  }
  for (auto& p : {std::pair<const char*, int>{"ttmp", reg_ttmp}, {"v", 0}, {"a", 256}, {"s", 0}})
    if (begins(t, p.first)) {
      size_t k = strlen(p.first);
      int lo, hi;
      const char* c = t.c_str() + k;
      int used = 0;
      if (isdigit(*c)) {
        if (sscanf(c, "%d%n", &lo, &used) != 1 || c[used]) continue;
        hi = lo;
      } else if (*c == '[') {
        if (sscanf(c, "[%d:%d]%n", &lo, &hi, &used) == 2 && used && !c[used]) {
        } else if (used = 0, sscanf(c, "[%d]%n", &lo, &used) == 1 && used && !c[used])
          hi = lo;
        else
          continue;
      } else
        continue;
      o.regs = hi - lo + 1;
      s.reg = i16(lo + p.second);
      s.kind = p.first[0] == 'v' || p.first[0] == 'a' ? operand_vector : operand_scalar;
      return true;
    }
  if (isdigit(t[0]) || (t[0] == '-' && t.size() > 1 && isdigit(t[1]))) {
    s.kind = operand_constant;
    if (t.find("0x") == std::string::npos &&
        (t.find('.') != std::string::npos || t.find('e') != std::string::npos)) {
      s.flt = true;
      s.f = strtod(t.c_str(), nullptr);
    } else {
      s.val = u64(num(t));
      s.f = t.find("0x") == std::string::npos ? 1 : 0;  // 1: decimal, so an inline constant
    }
    return true;
  }
  return false;
}
}  // namespace

instruction_text parse_text(const std::string& line) {
  instruction_text t;
  size_t i = line.find(' ');
  t.mn = line.substr(0, i);
  for (const char* e : {"_e64_dpp", "_dpp8", "_dpp", "_sdwa", "_e32", "_e64"})
    if (ends(t.mn, e)) {
      t.enc = e + 1;
      t.mn.resize(t.mn.size() - strlen(e));
      break;
    }
  if (i == std::string::npos) return t;
  std::string rest = line.substr(i + 1), cur;
  int depth = 0;
  std::vector<std::string> parts;
  for (char c : rest) {
    if (c == '[' || c == '(') ++depth;
    if (c == ']' || c == ')') --depth;
    if (c == ',' && !depth) {
      parts.push_back(cur);
      cur.clear();
    } else
      cur += c;
  }
  parts.push_back(cur);
  for (auto& p : parts) {
    std::vector<std::string> w;
    cur.clear();
    depth = 0;
    for (char c : p) {
      if (c == '[' || c == '(') ++depth;
      if (c == ']' || c == ')') --depth;
      if (c == ' ' && !depth) {
        if (!cur.empty()) w.push_back(cur);
        cur.clear();
      } else
        cur += c;
    }
    if (!cur.empty()) w.push_back(cur);
    for (size_t k = 0; k < w.size(); ++k) {
      size_t c = w[k].find(':'), b = w[k].find('[');
      operand o;
      if (c != std::string::npos && (b == std::string::npos || c < b))
        t.mod[w[k].substr(0, c)] = w[k].substr(c + 1);
      else if (k == 0 && parse_operand(w[k], o)) {
        t.ops.push_back(o);
        t.raw.push_back(w[k]);
      } else
        t.mod[w[k]] = "";
    }
  }
  return t;
}
void bind(source_operand& s,
          element_type t) {  // the value of a constant depends on the operand's type
  if (s.kind != operand_constant) return;
  bool inv2pi = s.flt && std::fabs(s.f - 0.15915494) < 1e-6;
  auto f32 = [&] { return inv2pi ? 0x3e22f983u : bits_as<u32>(float(s.f)); };
  auto f16 = [&] { return inv2pi ? 0x3118u : u32(f2h(float(s.f))); };
  switch (t) {
    case type_f64:
      if (s.flt)
        s.val = inv2pi ? 0x3fc45f306dc9c882ull : bits_as<u64>(s.f);
      else if (s.f == 0 && s.val <= 0xffffffffull)
        s.val <<= 32;
      break;
    case type_b64:
      if (s.flt) s.val = inv2pi ? 0x3fc45f306dc9c882ull : bits_as<u64>(s.f);
      break;
    case type_pkf32:
      s.val = s.flt ? f32() : u32(s.val);
      s.val |= s.val << 32;
      break;
    case type_f16:
    case type_b16:
    case type_pkf16:
      s.val = s.flt ? f16() : u32(s.val);
      break;
    case type_mix:
      s.val = s.flt ? (s.selh ? f16() : f32()) : u32(s.val);
      break;
    default:
      s.val = s.flt ? f32() : u32(s.val);
  }
}

int vreg(const operand& o) {
  if (o.s.kind != operand_vector) bad("vector register expected");
  return o.s.reg;
}
int dst_reg(const operand& o) {
  if (o.null) return -1;
  if (o.s.kind != operand_vector) bad("destination");
  return o.s.reg;
}
int sdst_reg(const operand& o) {
  if (o.null) return reg_discarded;
  if (o.s.kind != operand_scalar) bad("scalar destination");
  return o.s.reg;
}
}  // namespace hip_emulator
