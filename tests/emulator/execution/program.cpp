// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "execution/program.hpp"

#include <algorithm>

namespace hip_emulator {
int scan(program& code, int wave, FILE* f) {
  std::map<std::string, std::unique_ptr<atomic_count>> st;
  decoder d(code.arch, code.family, wave, &st);
  std::map<std::string, int> miss;
  int total = 0;
  for (auto& e : code.exec)
    for (size_t o = e.first; o + 4 <= e.second;) {
      size_t n = 4;
      uint32_t w;
      memcpy(&w, code.mem + o, 4);
      if (!w) {
        o += 4;
        continue;
      }  // padding
      ++total;
      try {
        n = d.decode(code.mem + o, 24)->size;
      } catch (const emulation_error& x) {
        ++miss[x.what()];
        n = std::max<size_t>(4, d.last_size());
      }
      o += n;
    }
  for (auto& m : miss)
    fprintf(f, "hip_emulator: scan %s: %6d x %s\n", code.arch.c_str(), m.second, m.first.c_str());
  fprintf(f, "hip_emulator: scan %s: %d instructions, %d kinds not supported\n", code.arch.c_str(),
          total, int(miss.size()));
  return int(miss.size());
}
}  // namespace hip_emulator
