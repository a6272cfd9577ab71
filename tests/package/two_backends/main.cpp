// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <stdexcept>

unsigned count_on_cpu();
unsigned count_on_gpu();

int main() {
  const unsigned on_cpu = count_on_cpu();
  unsigned result = 0;
  try {
    result = count_on_gpu();
  } catch (const std::runtime_error& error) {
    std::printf("falls back to the CPU: %s\n", error.what());
    result = on_cpu;
  }
  return on_cpu == 256 && result == 256 ? 0 : 1;
}
