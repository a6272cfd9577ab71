// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Small programs for what scripts/race-check says of a run. Usage: programs NAME.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

#include <diatomic/atomics/atomic.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
// The others before it, because it defines macros.
#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace diatomic;

/// Elements of 8 bytes, as ThreadSanitizer keeps few accesses for each.
using word = std::uint64_t;

template <class Kernel>
void run(unsigned grid, unsigned block, unsigned words, Kernel kernel) {
  stream on;
  device_array<word> memory(words);
  memory.fill_bytes(0);
  launch(grid, block, 0, on, kernel, memory.data());
  on.synchronize();
}

// How a run ends.
void right() {
  run(1, 2, 1, [](word* w) { store_add(w, word{1}); });
}
/// With more threads of blocks than ThreadSanitizer has room for, if each launch kept its own.
void launches_at_once() {
  std::vector<std::thread> host;
  for (int i = 0; i < 4; ++i) {
    host.emplace_back([] {
      run(40, 128, 40 * 128, [](word* w) {
        w[global_index()] = 1;
        sync_block();
      });
    });
  }
  for (std::thread& each : host) each.join();
}
/// Each thread others.
void updates_many_words() {
  stream on;
  device_array<unsigned> words(1u << 22);
  words.fill_bytes(0);
  launch(
      32, 128, 0, on,
      [](unsigned* w, std::size_t n) {
        for (std::size_t i = global_index(); i < n; i += global_size()) store_add(&w[i], 1u);
      },
      words.data(), words.size());
  for (const unsigned each : words.download()) {
    if (each != 1) std::abort();
  }
}
void no_kernel() { std::puts("no device"); }
void leaves_early() {
  right();
  _exit(0);
}
void exits_in_a_kernel() {
  run(1, 1, 1, [](word*) { std::exit(0); });
}
void is_killed() {
  right();
  std::abort();
}
void never_ends() {
  right();
  for (;;) ::pause();
}
void reads_no_memory() {
  run(1, 2, 1, [](word* w) {
    const volatile word* const nowhere = nullptr;
    *w = nowhere[1];  // no memory
  });
}
void ignores_a_failure() {
  try {
    run(1, 2, 1, [](word*) { throw std::runtime_error("the kernel's failure"); });
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "%s\n", failure.what());
  }
}

// What is reported.
void one_word_in_two_kernels() {
  stream on;
  device_array<word> memory(9);
  memory.fill_bytes(0);
  launch(
      1, 8, 0, on, [](word* w) { *w = thread_index(); },  // the first kernel
      memory.data());
  launch(
      1, 8, 0, on,
      [](word* w) {
        if (thread_index() == 3) *w = 7;  // the second kernel
        w[1 + thread_index()] = *w;       // its read
      },
      memory.data());
  on.synchronize();
}
void many_words() {
  run(1, 64, 128, [](word* w) {
    w[thread_index()] = 1;                            // each its own
    w[64 + thread_index()] = w[63 - thread_index()];  // and another one's
  });
}
void long_history() {
  run(1, 2, 200001, [](word* w) {
    if (thread_index() == 0) {
      *w = 1;  // long ago
      for (unsigned i = 1; i <= 200000; ++i) w[i] = i;
    } else {
      w[1] = *w;  // much later
    }
  });
}
/// Two launches, so that the second one allocates after all threads of the first have begun.
void shared_memory_of_many_threads() {
  stream on;
  for (const unsigned words : {1u, 100u}) {
    launch(1, 300, words * sizeof(word), on, [=] {
      if (words == 100) shared_array<word>()[0] = thread_index();
    });
  }
  on.synchronize();
}
void fixed_shared_memory() {
  run(1, 2, 2, [](word* w) {
    __shared__ word pair[2];
    pair[thread_index()] = 1;
    w[thread_index()] = pair[1 - thread_index()];
  });
}
void names() {
  run(1, 2, 32, [](word* words) {
    auto* const w = reinterpret_cast<unsigned long long*>(words);
    if (thread_index() == 0) {
      for (unsigned i = 0; i < 32; ++i) w[i] = 1;
      return;
    }
    atomicAdd(&w[0], 1);
    atomicAdd_block(&w[1], 1);
    atomicAdd_system(&w[2], 1);
    atomicSub(&w[3], 1);
    atomicExch(&w[4], 1);
    atomicMin(&w[5], 1);
    atomicMax(&w[6], 1);
    atomicInc(&w[7], 1);
    atomicDec(&w[8], 1);
    atomicAnd(&w[9], 1);
    atomicOr(&w[10], 1);
    atomicXor(&w[11], 1);
    atomicCAS(&w[12], 1, 2);
    atomicCAS_block(&w[13], 1, 2);
    atomic_ref<unsigned long long> counter(w[14]);
    ++counter;
    auto* const objects = reinterpret_cast<atomic<unsigned long long>*>(w);
    objects[15] += 2;
    objects[16] = 3;
    w[20] = objects[17];
    objects[18].fetch_sub(1);
    store(&w[19], 1, release);
  });
}

// Hints.
/// Without a lock block 1 reads what block 0 writes; only half of the orders show it.
void a_lock_is_missing() {
  run(2, 1, 4, [](word* w) {
    if (block_index() == 0) {
      while (compare_exchange(&w[0], word{0}, word{1}) != 0) {
      }
      fence(acquire);
      w[1] = 1;
      fence(release);
      exchange(&w[0], word{0});
    } else {
      w[2] = fetch_add(&w[0], word{0});
      fence(acquire);
      w[3] = w[1];
    }
  });
}
/// A counter that a release and an acquire would order by chance.
void a_barrier_is_missing() {
  run(1, 64, 66, [](word* w) {
    store_add(&w[64], word{1});
    w[thread_index()] = 1;
    store_add(&w[64], word{1});
    if (thread_index() == 63) w[65] = w[0];
  });
}
void a_barrier_of_a_warp_is_missing() {
  run(1, 32, 64, [](word* w) {
    w[thread_index()] = 1;
    w[32 + thread_index()] = w[31 - thread_index()];
  });
}
void two_blocks_write() {
  run(2, 1, 1, [](word* w) { *w = block_index(); });
}
void a_scope_of_cuda_is_narrow() {
  run(2, 1, 1, [](word* w) { atomicAdd_block(w, word{1}); });
}
void an_order_is_missing() {
  run(2, 1, 3, [](word* w) {
    if (block_index() == 0) {
      w[1] = 1;
      store(&w[0], word{1});
    } else {
      while (load(&w[0], acquire) == 0) {
      }
      w[2] = w[1];
    }
  });
}
void a_fence_is_narrow() {
  run(2, 1, 3, [](word* w) {
    if (block_index() == 0) {
      w[1] = 1;
      __threadfence_block();
      store(&w[0], word{1});
    } else {
      while (load(&w[0], acquire) == 0) {
      }
      w[2] = w[1];
    }
  });
}

const std::map<std::string, void (*)()> programs = {
    {"a_barrier_is_missing", a_barrier_is_missing},
    {"a_barrier_of_a_warp_is_missing", a_barrier_of_a_warp_is_missing},
    {"a_fence_is_narrow", a_fence_is_narrow},
    {"a_lock_is_missing", a_lock_is_missing},
    {"a_scope_of_cuda_is_narrow", a_scope_of_cuda_is_narrow},
    {"an_order_is_missing", an_order_is_missing},
    {"exits_in_a_kernel", exits_in_a_kernel},
    {"fixed_shared_memory", fixed_shared_memory},
    {"ignores_a_failure", ignores_a_failure},
    {"is_killed", is_killed},
    {"launches_at_once", launches_at_once},
    {"leaves_early", leaves_early},
    {"long_history", long_history},
    {"many_words", many_words},
    {"names", names},
    {"never_ends", never_ends},
    {"no_kernel", no_kernel},
    {"one_word_in_two_kernels", one_word_in_two_kernels},
    {"reads_no_memory", reads_no_memory},
    {"right", right},
    {"shared_memory_of_many_threads", shared_memory_of_many_threads},
    {"two_blocks_write", two_blocks_write},
    {"updates_many_words", updates_many_words},
};

}  // namespace

#if defined(WITH_ANOTHER_OBJECT)
void of_another_object();
#endif
int main(int argc, char** argv) {
#if defined(WITH_ANOTHER_OBJECT)
  of_another_object();
#endif
  const auto its = programs.find(argc == 2 ? argv[1] : "");
  if (its == programs.end()) return 2;
  its->second();
}
