// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program of processing elements, whatever the transport; its exit status 77 says that there is
// no GPU.

#include <cstdio>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

struct count_everywhere {
  DIATOMIC_FUNCTION void operator()(diatomic::symmetric_ptr<unsigned> counters) const {
    for (int pe = 0; pe < counters.pes(); ++pe) {
      diatomic::remote_ref<unsigned>(counters, pe).store_add(1u);
    }
  }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  unsigned wrong = 0;
  diatomic::with_world([&](diatomic::world& w) {
    diatomic::symmetric_array<unsigned> counters(w, 1);
    diatomic::stream stream;
    diatomic::launch(4, 64, 0, stream, count_everywhere{}, counters.pointer());
    stream.synchronize();
    w.barrier();
    const auto due = 256u * static_cast<unsigned>(w.pes());
    if (counters.download() != std::vector<unsigned>{due}) diatomic::store_add(&wrong, 1u);
  });
  return wrong == 0 ? 0 : 1;
}
