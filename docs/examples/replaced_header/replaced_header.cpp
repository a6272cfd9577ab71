// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A code base's own header of atomics, portable_atomics.hpp, on Diatomic: 1024 threads call its
// functions, on integers, floats, halves and structs.

#include <cstdio>
#include <limits>
#include <vector>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "portable_atomics.hpp"

constexpr unsigned grid = 8;
constexpr unsigned block = 128;
constexpr unsigned threads = grid * block;

struct words {
  // CUDA's names.
  unsigned long long added, added_in_system;
  unsigned subtracted, exchanged, compared, turned_up, turned_down, anded, ored, xored;
  float least, greatest;
  // The free functions.
  unsigned char byte;
  unsigned short steps;
  long long signed_sum, old_values, new_values;
  double sum, product;
  float ignoring_nan, or_nan;
  unsigned shifted, flags, by_function;
  // Memory, scope, warps.
  unsigned by_device, in_block, by_system, by_warp, slots, claimed;
  float fastest, greatest_in_block;
  // Flags, locks and structs.
  unsigned flag, winners, strong;
  portable::placed_float place;
};

struct call_all {
  DIATOMIC_DEVICE void operator()(words* w, diatomic::half* halves, portable::spin_lock* lock,
                                  unsigned* guarded) const {
    using namespace portable;
    const unsigned i = diatomic::global_index();
    const float nan = __builtin_nanf("");

    portable::atomicAdd(&w->added, 1);
    portable::atomicAdd_system(&w->added_in_system, 1);
    portable::atomicSub(&w->subtracted, 1);
    portable::atomicMin(&w->least, -static_cast<float>(i));
    portable::atomicMax(&w->greatest, static_cast<float>(i));
    portable::atomicAnd(&w->anded, ~(1u << i % 32));
    portable::atomicOr(&w->ored, 1u << i % 32);
    portable::atomicXor(&w->xored, i);
    if (portable::atomicExch(&w->exchanged, 1u) == 0) atomic_inc(&w->winners);
    portable::atomicCAS(&w->compared, 0u, 7u);
    portable::atomicInc(&w->turned_up, 9u);
    portable::atomicDec(&w->turned_down, 9u);

    atomic_add(&w->byte, 1);
    atomic_sub(&w->steps, 1);
    atomic_add(&w->signed_sum, -static_cast<int>(i));
    atomic_add(&w->old_values, atomic_fetch_add(&w->slots, 1u));
    atomic_add(&w->sum, 0.5);
    if (i < 10) atomic_mul(&w->product, 2.0);
    atomic_max_ignoring_nan(&w->ignoring_nan, i % 2 == 0 ? nan : static_cast<float>(i));
    atomic_max_or_nan(&w->or_nan, i == 5 ? nan : static_cast<float>(i));
    if (i < 4) atomic_lshift(&w->shifted, 1);
    if (i < 4) atomic_add(&w->new_values, atomic_or_fetch(&w->flags, 8u));
    atomic_fetch_apply(&w->by_function, [](unsigned v) { return v == 99 ? 0 : v + 1; });

    atomic_add_device(&w->by_device, 1u);
    unsafeAtomicAdd(&w->fastest, 0.25f);
    safeAtomicAdd(&w->fastest, 0.25f);
    atomic_add_system(&w->by_system, 1u);
    atomic_add_warp(&w->by_warp, 1u);
    atomic_next_slot(&w->claimed);
    atomic_add(halves, diatomic::half(1.0f));
    atomic_add_in_array(halves, 1, 3, diatomic::half(1.0f));

    // One word and one float per block, in shared memory.
    auto* const shared = diatomic::shared_array<unsigned>();
    auto* const peak = reinterpret_cast<float*>(shared + 1);
    if (diatomic::thread_index() == 0) {
      atomic_store(shared, 0u);
      atomic_store(peak, -1.0f);
    }
    diatomic::sync_block();
    atomic_add_shared(shared, 1u);
    portable::atomicAdd_block(shared, 1u);
    atomic_max_shared(peak, static_cast<float>(i));
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) {
      atomic_add(&w->in_block, atomic_load(shared));
      atomic_max(&w->greatest_in_block, atomic_load(peak));
    }

    if (!atomic_test_and_set(&w->flag)) atomic_inc(&w->winners);
    unsigned nobody = 0;
    if (atomic_compare_exchange_strong(&w->strong, nobody, i + 1)) atomic_inc(&w->winners);
    atomic_min_placed(&w->place, {static_cast<float>((i * 37 + 500) % threads), i});
    thread_fence();
    thread_fence_block();
    thread_fence_system();
    portable::with_lock(*lock, [guarded] { *guarded += 1; });
  }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  words start{};
  start.subtracted = threads;
  start.anded = ~0u;
  start.product = 1;
  start.ignoring_nan = -std::numeric_limits<float>::infinity();
  start.shifted = 1;
  start.place = {static_cast<float>(threads), 0};
  diatomic::device_array<words> device(1);
  diatomic::device_array<diatomic::half> halves(3);
  diatomic::device_array<portable::spin_lock> lock(1);
  diatomic::device_array<unsigned> guarded(1);
  device.upload({start});
  halves.fill_bytes(0);
  lock.fill_bytes(0);
  guarded.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(grid, block, 2 * sizeof(unsigned), stream, call_all{}, device.data(),
                   halves.data(), lock.data(), guarded.data());

  const words w = device.download()[0];
  const std::vector<diatomic::half> h = halves.download();
  bool right = true;
  int functions = 0;
  const auto expect = [&](const char* name, double found, double expected) {
    ++functions;
    if (found == expected) return;
    right = false;
    std::printf("%s: %g, should be %g\n", name, found, expected);
  };
  constexpr double n = threads;
  expect("atomicAdd", double(w.added), n);
  expect("atomicAdd_block", w.in_block, 2 * n);
  expect("atomicAdd_system", double(w.added_in_system), n);
  expect("atomicSub", w.subtracted, 0);
  expect("atomicMin", w.least, -(n - 1));
  expect("atomicMax", w.greatest, n - 1);
  expect("atomicAnd", w.anded, 0);
  expect("atomicOr", w.ored, ~0u);
  expect("atomicXor", w.xored, 0);
  expect("atomicCAS", w.compared, 7);
  expect("atomicInc", w.turned_up, threads % 10);
  expect("atomicDec", w.turned_down, (10 - threads % 10) % 10);
  expect("atomic_add of a byte", w.byte, threads % 256);
  expect("atomic_sub of 16 bits", w.steps, 65536 - threads);
  expect("atomic_add of long long", double(w.signed_sum), -n * (n - 1) / 2);
  expect("atomic_fetch_add", double(w.old_values), n * (n - 1) / 2);
  expect("atomic_add of double", w.sum, n / 2);
  expect("atomic_mul", w.product, 1024);
  expect("atomic_max_ignoring_nan", w.ignoring_nan, n - 1);
  expect("atomic_max_or_nan", w.or_nan != w.or_nan, 1);
  expect("atomic_lshift", w.shifted, 16);
  expect("atomic_or_fetch", double(w.new_values), 32);
  expect("atomic_fetch_apply", w.by_function, threads % 100);
  expect("atomic_add_device", w.by_device, n);
  expect("unsafeAtomicAdd, safeAtomicAdd", w.fastest, n / 2);
  expect("atomic_max_shared", w.greatest_in_block, n - 1);
  expect("atomic_add_system", w.by_system, n);
  expect("atomic_add_warp", w.by_warp, n);
  expect("atomic_next_slot", w.claimed, n);
  expect("atomic_add of half", double(float(h[0])), n);
  expect("atomic_add_in_array", double(float(h[1])), n);
  expect("atomicExch, atomic_test_and_set, atomic_compare_exchange_strong", w.winners, 3);
  expect("atomic_min_placed", w.place.value, 0);
  expect("its place", (w.place.place * 37 + 500) % threads, 0);
  expect("with_lock", guarded.download()[0], n);
  std::printf("%d results of %u threads on %s: %s\n", functions, threads,
              diatomic::properties(0).name.c_str(), right ? "all right" : "see above");
  return right ? 0 : 1;
}
