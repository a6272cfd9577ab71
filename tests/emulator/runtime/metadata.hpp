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
    value v;
    uint8_t c = uint8_t(be(1));
    size_t n;
    if (c < 0x80) {
      v.u = c;
      return v;
    }
    if (c >= 0xe0) {
      v.u = uint64_t(int64_t(int8_t(c)));
      return v;
    }
    if ((c & 0xf0) == 0x80) {
      n = c & 15;
      goto map;
    }
    if ((c & 0xf0) == 0x90) {
      n = c & 15;
      goto arr;
    }
    if ((c & 0xe0) == 0xa0) {
      n = c & 31;
      goto str;
    }
    switch (c) {
      case 0xc0:
        return v;
      case 0xc2:
        return v;
      case 0xc3:
        v.u = 1;
        return v;
      case 0xcc:
      case 0xd0:
        v.u = be(1);
        return v;
      case 0xcd:
      case 0xd1:
        v.u = be(2);
        return v;
      case 0xce:
      case 0xd2:
        v.u = be(4);
        return v;
      case 0xcf:
      case 0xd3:
        v.u = be(8);
        return v;
      case 0xca:
        be(4);
        return v;
      case 0xcb:
        be(8);
        return v;
      case 0xc4:
      case 0xd9:
        n = be(1);
        goto str;
      case 0xc5:
      case 0xda:
        n = be(2);
        goto str;
      case 0xc6:
      case 0xdb:
        n = be(4);
        goto str;
      case 0xdc:
        n = be(2);
        goto arr;
      case 0xdd:
        n = be(4);
        goto arr;
      case 0xde:
        n = be(2);
        goto map;
      case 0xdf:
        n = be(4);
        goto map;
      default:
        fault("metadata byte 0x%x", c);
    }
  str:
    if (size_t(e - p) < n) fault("metadata truncated");
    v.t = 1;
    v.s.assign((const char*)p, n);
    p += n;
    return v;
  arr:
    v.t = 2;
    while (n--) v.a.push_back(parse());
    return v;
  map:
    v.t = 3;
    while (n--) {
      v.keys.push_back(parse().s);
      v.a.push_back(parse());
    }
    return v;
  }
};
}  // namespace hip_emulator
