// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// Just enough of MessagePack for the metadata of a code object.
#pragma once

#include "isa/basics.hpp"

#include <vector>

namespace hip_emulator {
struct msgpack_reader {
  struct value {
    int t = 0;
    uint64_t u = 0;
    std::string s;
    std::vector<std::string> keys;  // of the elements, in a map
    std::vector<value> a;
    const value* get(const char* k) const {
      for (size_t i = 0; i < keys.size(); ++i)
        if (keys[i] == k) return &a[i];
      return nullptr;
    }
    uint64_t num(const char* k, uint64_t d = 0) const {
      auto v = get(k);
      return v ? v->u : d;
    }
    std::string str(const char* k) const {
      auto v = get(k);
      return v ? v->s : std::string();
    }
  };
  const uint8_t *p, *e;
  uint64_t be(int n) {
    uint64_t v = 0;
    if (e - p < n) fault("metadata truncated");
    while (n--) v = v << 8 | *p++;
    return v;
  }
  value parse() {
    const uint8_t c = uint8_t(be(1));
    if (c < 0x80) return number(c);
    if (c < 0x90) return map(c & 15);
    if (c < 0xa0) return array(c & 15);
    if (c < 0xc0) return string(c & 31);
    if (c >= 0xe0) return number(uint64_t(int64_t(int8_t(c))));
    // Each of these has a length, or a number, of a size that goes up with the code.
    const auto next = [&](int first, int size = 1) { return be(size << (c - first)); };
    if (c == 0xc0 || c == 0xc2 || c == 0xc3) return number(c & 1);  // nil, false, true
    if (c >= 0xc4 && c <= 0xc6) return string(next(0xc4));
    if (c >= 0xca && c <= 0xcb) return next(0xca, 4), value();  // floats
    if (c >= 0xcc && c <= 0xcf) return number(next(0xcc));
    if (c >= 0xd0 && c <= 0xd3) return number(next(0xd0));
    if (c >= 0xd9 && c <= 0xdb) return string(next(0xd9));
    if (c >= 0xdc && c <= 0xdd) return array(next(0xdc, 2));
    if (c >= 0xde && c <= 0xdf) return map(next(0xde, 2));
    fault("metadata byte 0x%x", c);
  }

 private:
  static value number(uint64_t n) {
    value v;
    v.u = n;
    return v;
  }
  value string(uint64_t n) {
    if (uint64_t(e - p) < n) fault("metadata truncated");
    value v;
    v.t = 1;
    v.s.assign((const char*)p, n);
    p += n;
    return v;
  }
  value array(uint64_t n) {
    value v;
    v.t = 2;
    while (n--) v.a.push_back(parse());
    return v;
  }
  value map(uint64_t n) {
    value v;
    v.t = 3;
    while (n--) {
      v.keys.push_back(parse().s);
      v.a.push_back(parse());
    }
    return v;
  }
};
}  // namespace hip_emulator
