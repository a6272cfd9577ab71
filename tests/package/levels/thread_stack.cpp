// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel of the host backend, whose threads call what needs more stack than they have. A compiler
// that inlines the call into the kernel gives the kernel's own frame that size.

#include <diatomic/host/fibers/thread_stack.hpp>
#include <diatomic/runtime/runtime.hpp>

struct call_with_much_stack {
  void operator()(unsigned* sums) const {
    unsigned sum = 0;
    diatomic::backends::host::on_thread_stack([&] {
      volatile unsigned char much[512 * 1024];  // four times a fiber's stack
      for (std::size_t i = 0; i < sizeof(much); i += 4096) much[i] = 1;
      for (std::size_t i = 0; i < sizeof(much); i += 4096) sum += much[i];
    });
    sums[diatomic::global_index()] = sum;
  }
};

int main() {
  diatomic::device_array<unsigned> sums(4 * 8);
  diatomic::stream stream;
  diatomic::launch(4, 8, 0, stream, call_with_much_stack{}, sums.data());
  for (const unsigned sum : sums.download()) {
    if (sum != 128) return 1;
  }
  return 0;
}
