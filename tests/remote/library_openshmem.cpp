// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that starts and ends OpenSHMEM itself; worlds in between, memory that is not there, and
// what is complete after `quiet()`. A world releases all memory of the symmetric heap. The calls of
// OpenSHMEM that each operation makes, on which process and at which place.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include <dlfcn.h>
#include <shmem.h>
#include <unistd.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

namespace {
/// Blocks of the symmetric heap that this process has, and the bytes of the latest one.
int blocks = 0;
std::size_t bytes_of_block = 0;
/// Whether this process has no address of other processes' memory, and its thread level is too low.
bool lacks_addresses = false;
bool lacks_threads = false;
/// Calls at places from here on are written down, and not made.
const char* begin_of_places = nullptr;
std::string calls;

/// The library's function of this type and name.
template <class F>
F* next(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}
bool is_noted(const char* call, const void* at, std::size_t bytes, int pe) {
  if (begin_of_places == nullptr) return false;
  calls += (calls.empty() ? "" : ", ") + std::string(call) + " of " + std::to_string(pe) + " at " +
           std::to_string(static_cast<const char*>(at) - begin_of_places) + ": " +
           std::to_string(bytes);
  return true;
}
}  // namespace

// These replace the library's functions, and call them.
extern "C" {
void* shmem_align(std::size_t alignment, std::size_t bytes) {
  void* const made = next<decltype(shmem_align)>("shmem_align")(alignment, bytes);
  if (made != nullptr) ++blocks;
  bytes_of_block = bytes;
  return made;
}
void shmem_free(void* block) {
  --blocks;
  next<decltype(shmem_free)>("shmem_free")(block);
}
void* shmem_ptr(const void* own, int pe) {
  void* const found = next<decltype(shmem_ptr)>("shmem_ptr")(own, pe);
  return lacks_addresses && pe != shmem_my_pe() ? nullptr : found;
}
void shmem_query_thread(int* level) {
  next<decltype(shmem_query_thread)>("shmem_query_thread")(level);
  if (lacks_threads) *level = SHMEM_THREAD_SINGLE;
}
unsigned long long shmem_ulonglong_atomic_fetch(const unsigned long long* at, int pe) {
  if (is_noted("fetch", at, 8, pe)) return 0;
  return next<decltype(shmem_ulonglong_atomic_fetch)>("shmem_ulonglong_atomic_fetch")(at, pe);
}
unsigned long long shmem_ulonglong_atomic_swap(unsigned long long* at, unsigned long long v,
                                               int pe) {
  if (is_noted("swap", at, v, pe)) return 0;
  return next<decltype(shmem_ulonglong_atomic_swap)>("shmem_ulonglong_atomic_swap")(at, v, pe);
}
unsigned long long shmem_ulonglong_atomic_fetch_add(unsigned long long* at, unsigned long long v,
                                                    int pe) {
  if (is_noted("add", at, v, pe)) return 0;
  return next<decltype(shmem_ulonglong_atomic_fetch_add)>("shmem_ulonglong_atomic_fetch_add")(at, v,
                                                                                              pe);
}
unsigned long long shmem_ulonglong_atomic_compare_swap(unsigned long long* at,
                                                       unsigned long long expected,
                                                       unsigned long long desired, int pe) {
  if (is_noted("compare_swap", at, desired, pe)) return expected;
  return next<decltype(shmem_ulonglong_atomic_compare_swap)>("shmem_ulonglong_atomic_compare_swap")(
      at, expected, desired, pe);
}
void shmem_getmem(void* to, const void* at, std::size_t bytes, int pe) {
  if (is_noted("get", at, bytes, pe)) return;
  next<decltype(shmem_getmem)>("shmem_getmem")(to, at, bytes, pe);
}
void shmem_putmem(void* at, const void* from, std::size_t bytes, int pe) {
  if (is_noted("put", at, bytes, pe)) return;
  next<decltype(shmem_putmem)>("shmem_putmem")(at, from, bytes, pe);
}
void shmem_finalize() {
  static int ends = 0;
  if (++ends == 1) return next<decltype(shmem_finalize)>("shmem_finalize")();
  std::fprintf(stderr, "what the program ends is ended again\n");
  _exit(1);
}
void shmem_quiet() {
  if (begin_of_places != nullptr) calls += ", quiet";
  next<decltype(shmem_quiet)>("shmem_quiet")();
}
}

namespace {

int mistakes = 0;

void expect(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "processing element %d: %s\n", shmem_my_pe(), what.c_str());
  ++mistakes;
}

template <class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing thrown";
}

/// More than any heap has, and more than an address has bits for; `bytes` are asked of the heap.
void expect_refusal(diatomic::world& w, std::size_t n, std::size_t bytes) {
  const std::string said = text_of([&] { const diatomic::symmetric_array<char> large(w, n); });
  expect(said == "world failed: the symmetric heap has no " + std::to_string(bytes) +
                     " bytes left; the environment sets its size: SHMEM_SYMMETRIC_SIZE, with Open "
                     "MPI SHMEM_SYMMETRIC_HEAP_SIZE (out_of_memory)",
         said);
}

void work(diatomic::world& w) {
  const std::size_t signals = 24;  // bytes, of two processes
  expect_refusal(w, std::size_t{1} << 50, (std::size_t{1} << 50) + signals);
  expect_refusal(w, ~std::size_t{0}, (std::size_t{1} << 63) + signals);
  for (const std::size_t n : {1, 39, 40, 41}) {
    const diatomic::symmetric_array<char> few(w, n);
    expect(bytes_of_block == ((n + 7) / 8 * 8 + signals + 63) / 64 * 64, "the size of a block");
    expect(reinterpret_cast<std::uintptr_t>(few.data()) % 64 == 0, "the address of a block");
  }
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

/// One process has no address of others' memory: all learn it, release the block, and go on.
void lack_addresses(diatomic::world& w) {
  if (w.link() != diatomic::remote_link::direct) return;
  const int before = blocks;
  for (int pe = 0; pe < w.pes(); ++pe) {
    lacks_addresses = w.pe() == pe;
    const std::string said = text_of([&] { const diatomic::symmetric_array<char> made(w, 1); });
    lacks_addresses = false;
    expect(said == "world failed: processing element " + std::to_string(pe) +
                       " has no address for the memory of another processing element (shmem_ptr)",
           said);
    expect(blocks == before, "a block is left");
    const diatomic::symmetric_array<char> made(w, 1);
  }
}

/// One process has too low a thread level: on a network all learn it.
void lack_threads(diatomic::world_options options) {
  for (int pe = 0; pe < shmem_n_pes(); ++pe) {
    for (const bool network_only : {false, true}) {
      options.network_only = network_only;
      const int before = blocks;
      lacks_threads = shmem_my_pe() == pe;
      bool is_direct = false;
      const std::string said = text_of([&] {
        const diatomic::world w(options);
        is_direct = w.link() == diatomic::remote_link::direct;
      });
      lacks_threads = false;
      expect(is_direct ||
                 said ==
                     "world failed: kernels run in several threads: call shmem_init_thread with "
                     "SHMEM_THREAD_SERIALIZED or SHMEM_THREAD_MULTIPLE in all processes "
                     "(thread_level)",
             said);
      expect(!is_direct || !network_only, "a direct link");
      expect(blocks == before, "a world that cannot start has left memory");
    }
  }
}

/// The calls of operations on a network, at places beyond 2^32.
void operate_far_away(diatomic::world_options options) {
  namespace openshmem = diatomic::transports::openshmem;
  using diatomic::op;
  calls.clear();
  begin_of_places = "";
  openshmem::segment::quiet();
  begin_of_places = nullptr;
  expect(calls.empty(), "a call of OpenSHMEM without a network: " + calls);
  options.network_only = true;
  openshmem::session all(options);
  const openshmem::segment memory = all.allocate(64);
  constexpr std::size_t far = (std::size_t{1} << 32) + 8;
  const int pe = all.pes() - 1;
  using word = unsigned long long;
  auto* const here = reinterpret_cast<char*>(&all);
  const std::string to = " of " + std::to_string(pe) + " at 4294967304: ";
  const std::pair<std::string, std::function<void()>> operations[] = {
      {"fetch" + to + "8", [&] { memory.fetch<op::load>(pe, far, word{7}); }},
      {"swap" + to + "7", [&] { memory.fetch<op::exchange>(pe, far, word{7}); }},
      {"add" + to + "7", [&] { memory.fetch<op::add>(pe, far, word{7}); }},
      {"add" + to + "18446744073709551609", [&] { memory.fetch<op::sub>(pe, far, word{7}); }},
      {"swap" + to + "7", [&] { memory.reduce<op::store>(pe, far, word{7}); }},
      {"add" + to + "7", [&] { memory.reduce<op::add>(pe, far, word{7}); }},
      {"add" + to + "18446744073709551609", [&] { memory.reduce<op::sub>(pe, far, word{7}); }},
      {"compare_swap" + to + "7", [&] { memory.compare_exchange(pe, far, word{5}, word{7}); }},
      {"get" + to + "5000000000", [&] { all.read(memory, pe, far, here, 5000000000); }},
      {"put" + to + "5000000000, quiet, get of " + std::to_string(pe) + " at 9294967303: 1",
       [&] { all.write(memory, pe, far, here, 5000000000); }},
      {"", [&] { all.write(memory, pe, far, here, 0); }},
      {", quiet", [] { openshmem::segment::quiet(); }},
      {"", [] { openshmem::segment::acquire(); }}};
  for (const auto& [wanted, operation] : operations) {
    openshmem::shared().fetches = 0;  // else now and then one for others
    calls.clear();
    begin_of_places = static_cast<const char*>(memory.local(0));
    operation();
    begin_of_places = nullptr;
    expect(calls == wanted, calls + " instead of " + wanted);
  }
  expect(static_cast<char*>(memory.local(far)) - static_cast<char*>(memory.local(0)) == far,
         "a place of its own");
  all.release(memory);
}
/// Where instructions reach all memory.
void reach_far_away(diatomic::world& w) {
  if (w.link() != diatomic::remote_link::direct) return;
  const diatomic::symmetric_array<std::uint64_t> array(w, 1);
  const std::size_t far = std::size_t{1} << 30;
  for (int pe = 0; pe < w.pes(); ++pe) {
    const auto first = reinterpret_cast<std::uintptr_t>(array.pointer().address(pe));
    const auto element = array.pointer() + static_cast<std::ptrdiff_t>(far);
    expect(reinterpret_cast<std::uintptr_t>(element.address(pe)) - first == 8 * far, "an address");
  }
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
    diatomic::with_world(lack_addresses, options);
    diatomic::with_world(reach_far_away, options);
    expect(blocks == blocks_of_library, "a world has left memory in the heap");
  }
  lack_threads(options);
  operate_far_away(options);
  expect(blocks == blocks_of_library, "a session has left memory in the heap");
  shmem_finalize();
  return mistakes == 0 ? 0 : 1;
}
