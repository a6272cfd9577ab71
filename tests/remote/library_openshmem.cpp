// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that starts and ends OpenSHMEM itself; worlds in between, memory that is not there, and
// what is complete after `quiet()`. A world releases all memory of the symmetric heap.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <thread>

#include <dlfcn.h>
#include <shmem.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

namespace {
/// Blocks of the symmetric heap that this process has.
int blocks = 0;
}  // namespace

// These replace the library's functions, and call them.
extern "C" {
void* shmem_align(std::size_t alignment, std::size_t bytes) {
  static const auto next =
      reinterpret_cast<void* (*)(std::size_t, std::size_t)>(dlsym(RTLD_NEXT, "shmem_align"));
  void* const made = next(alignment, bytes);
  if (made != nullptr) ++blocks;
  return made;
}
void shmem_free(void* block) {
  static const auto next = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_NEXT, "shmem_free"));
  --blocks;
  next(block);
}
}

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

/// Through sockets a process does others' operations within its own calls. So what the first begins
/// is complete after the second, which sleeps, has called again. Returns false if the second was
/// still in a call when the addition came, which proves nothing.
bool expect_to_wait(diatomic::world& w) {
  using clock = std::chrono::steady_clock;  // one for all processes of a machine
  diatomic::symmetric_array<std::uint64_t> sum(w, 1);
  diatomic::symmetric_array<clock::rep> when(w, 1);
  char sleeps_in_time = 1;
  w.barrier();
  if (w.pe() == 0) {
    diatomic::remote_ref<std::uint64_t>(sum.pointer(), 1).store_add(5u);
    diatomic::quiet();
  } else {
    if (sum.download()[0] != 0) sleeps_in_time = 0;  // does not call OpenSHMEM
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  when.upload({clock::now().time_since_epoch().count()});
  const bool has_sockets = shmem_ptr(sum.data(), 1 - w.pe()) == nullptr;
  w.barrier();
  expect(sum.download(1)[0] == 5, "the sum is not there");
  if (!has_sockets) return true;
  if (w.gather(&sleeps_in_time, 1)[1] == 0) return false;
  expect(when.download(0) >= when.download(1), "quiet() came too early");
  w.barrier();
  return true;
}
/// On a busy machine the second process may leave the barrier late several times in a row.
void expect_to_wait_once(diatomic::world& w) {
  for (int attempt = 0; attempt < 40; ++attempt) {
    if (expect_to_wait(w)) return;
  }
  expect(false, "the other process was never asleep in time");
}

}  // namespace

int main() {
  int level = 0;
  shmem_init_thread(SHMEM_THREAD_SERIALIZED, &level);
  diatomic::world_options options;
  options.started_by_program = true;
  int blocks_of_library = 0;  // what the first world has made for all
  for (const bool network_only : {false, true}) {
    options.network_only = network_only;
    diatomic::with_world(work, options);
    if (blocks_of_library == 0) blocks_of_library = blocks;
    diatomic::with_world(expect_to_wait_once, options);
    expect(blocks == blocks_of_library, "a world has left memory in the heap");
  }
  shmem_finalize();
  return mistakes == 0 ? 0 : 1;
}
