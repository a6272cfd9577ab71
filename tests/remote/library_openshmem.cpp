// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that starts and ends OpenSHMEM itself; worlds in between, and memory that is not there.

#include <cstddef>
#include <cstdio>
#include <string>

#include <shmem.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

namespace {

int mistakes = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "processing element %d: %s\n", shmem_my_pe(), what.c_str());
  ++mistakes;
}

/// More than any heap has, and more than an address has bits for.
void expect_refusal(diatomic::world& w, std::size_t n) {
  std::string said = "nothing thrown";
  try {
    const diatomic::symmetric_array<char> large(w, n);
  } catch (const diatomic::runtime_error& error) {
    said = error.what();
  }
  expect(said.find("SHMEM_SYMMETRIC_SIZE") != std::string::npos, said);
}

void work(diatomic::world& w) {
  expect_refusal(w, std::size_t{1} << 50);
  expect_refusal(w, ~std::size_t{0});
  // They go on together, and what was released is there again.
  for (int i = 0; i < 3; ++i) {
    diatomic::symmetric_array<char> most(w, std::size_t{100} << 20);
    const diatomic::remote_ref<char> last(most.pointer() + 1000, w.pes() - 1);
    last.store_add(char{1});
    w.barrier();
    expect(last.load() == w.pes(), "a sum is wrong");
    w.barrier();
  }
}

}  // namespace

int main() {
  int level = 0;
  shmem_init_thread(SHMEM_THREAD_SERIALIZED, &level);
  diatomic::world_options options;
  options.started_by_program = true;
  for (const bool network_only : {false, true}) {
    options.network_only = network_only;
    diatomic::with_world(work, options);
  }
  shmem_finalize();
  return mistakes == 0 ? 0 : 1;
}
