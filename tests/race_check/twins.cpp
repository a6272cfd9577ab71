// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Pairs of kernels for the race check: one has a defect, its twin does not. Usage: twins lists the
/// names; twins NAME wrong|right runs one kernel.

#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <map>
#include <string>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using namespace diatomic;

/// Words of 8 bytes, as ThreadSanitizer keeps few accesses for each.
struct words {
  alignas(16) std::uint64_t flag[2];
  alignas(16) std::uint64_t data[2];
  alignas(16) std::uint64_t out[2];
};
bool is_first_block() { return block_index() == 0; }
bool is_first_thread() { return thread_index() == 0; }

template <class Kernel>
void run(unsigned grid, unsigned block, Kernel kernel) {
  stream on;
  device_array<words> memory(1);
  memory.fill_bytes(0);
  launch(grid, block, 64, on, kernel, memory.data());
  on.synchronize();
}

/// Block 0 writes data and calls `publish`; block 1 calls `is_published` until it is true, and
/// reads the data.
template <class Publish, class IsPublished>
void send(Publish publish, IsPublished is_published) {
  run(2, 1, [=](words* w) {
    if (is_first_block()) {
      w->data[0] = 42;
      publish(&w->flag[0]);
    } else {
      while (!is_published(&w->flag[0])) {
      }
      w->out[0] = w->data[0];
    }
  });
}
bool is_seen_by_acquire(std::uint64_t* flag) { return load(flag, acquire) != 0; }

void missing_barrier(bool is_right) {
  run(1, 2, [=](words* w) {
    auto* const shared = shared_array<std::uint64_t>();
    if (is_first_thread()) *shared = 1;
    if (is_right) sync_block();
    if (!is_first_thread()) w->out[0] = *shared;
  });
}
void divergent_barrier(bool is_right) {
  run(1, 2, [=](words*) {
    if (is_right || is_first_thread()) sync_block();
  });
}
void missing_atomic(bool is_right) {
  run(1, 2, [=](words* w) {
    if (is_right) {
      store_add(&w->data[0], std::uint64_t{1});
    } else {
      ++w->data[0];
    }
  });
}
void plain_next_to_atomic(bool is_right) {
  run(2, 1, [=](words* w) {
    if (is_first_block()) {
      store_add(&w->data[0], std::uint64_t{1});
    } else {
      w->out[0] = is_right ? load(&w->data[0]) : w->data[0];
    }
  });
}
void plain_next_to_spread_word(bool is_right) {
  stream on;
  spread_array<std::uint64_t> table(2);
  table.fill_bytes(0);
  launch(
      2, 1, 0, on,
      [=](spread_array_ref<std::uint64_t> w) {
        if (is_first_block()) {
          store_add(&w[1], std::uint64_t{1});
          w[0] = 3;
        } else if (is_right) {
          atomic_ref(w[1]).store_max(2);
        } else {
          w[1] = 2;
        }
      },
      table.ref());
  on.synchronize();
}
void plain_next_to_16_bytes(bool is_right) {
  run(2, 1, [=](words* w) {
    auto* const whole = reinterpret_cast<std::complex<double>*>(w->data);
    if (is_first_block()) {
      exchange(whole, std::complex<double>{1, 1});
    } else if (is_right) {
      w->out[0] = load(whole).real() != 0 ? 1 : 0;
    } else {
      w->out[0] = w->data[1];
    }
  });
}
void between_blocks(bool is_right) {
  run(2, 1, [=](words* w) { w->data[is_right ? block_index() : 0] = 1; });
}
void missing_release(bool is_right) {
  send(
      [=](std::uint64_t* flag) {
        const std::uint64_t one = 1;
        is_right ? store(flag, one, release) : store(flag, one);
      },
      is_seen_by_acquire);
}
void missing_acquire(bool is_right) {
  send([](std::uint64_t* flag) { store(flag, std::uint64_t{1}, release); },
       [=](std::uint64_t* flag) { return (is_right ? load(flag, acquire) : load(flag)) != 0; });
}
void missing_fence(bool is_right) {
  send(
      [=](std::uint64_t* flag) {
        if (is_right) fence(release);
        store(flag, std::uint64_t{1});
      },
      [](std::uint64_t* flag) {
        if (load(flag) == 0) return false;
        fence(acquire);
        return true;
      });
}
void missing_second_fence(bool is_right) {
  send(
      [](std::uint64_t* flag) {
        fence(release);
        store_add(flag, std::uint64_t{1});
      },
      [=](std::uint64_t* flag) {
        if (load(flag) == 0) return false;
        if (is_right) fence(acquire);
        return true;
      });
}
/// The fence comes before the data and does not publish it.
void early_fence(bool is_right) {
  run(2, 1, [=](words* w) {
    if (is_first_block()) {
      if (!is_right) fence(release);
      w->data[0] = 42;
      if (is_right) fence(release);
      store(&w->flag[0], std::uint64_t{1});
    } else {
      while (load(&w->flag[0], acquire) == 0) {
      }
      w->out[0] = w->data[0];
    }
  });
}
void narrow_fence(bool is_right) {
  send(
      [=](std::uint64_t* flag) {
        is_right ? fence(release) : fence(release, block_scope);
        store(flag, std::uint64_t{1});
      },
      is_seen_by_acquire);
}
void narrow_second_fence(bool is_right) {
  send([](std::uint64_t* flag) { store(flag, std::uint64_t{1}, release); },
       [=](std::uint64_t* flag) {
         if (load(flag) == 0) return false;
         is_right ? fence(acquire) : fence(acquire, block_scope);
         return true;
       });
}
void narrow_release(bool is_right) {
  send(
      [=](std::uint64_t* flag) {
        const std::uint64_t one = 1;
        is_right ? store(flag, one, release) : store(flag, one, release, block_scope);
      },
      is_seen_by_acquire);
}
void narrow_acquire(bool is_right) {
  send([](std::uint64_t* flag) { store(flag, std::uint64_t{1}, release); },
       [=](std::uint64_t* flag) {
         return (is_right ? load(flag, acquire) : load(flag, acquire, block_scope)) != 0;
       });
}
template <class Scope>
void narrow_counter(bool is_right, unsigned grid, unsigned block) {
  run(grid, block, [=](words* w) {
    const std::uint64_t one = 1;
    if (thread_index() % 32 != 0) return;
    is_right ? store_add(&w->data[0], one) : store_add(&w->data[0], one, Scope{});
  });
}
/// Block scope is enough within a block.
void block_scope_between_blocks(bool is_right) {
  run(is_right ? 1 : 2, 2, [](words* w) { store_add(&w->data[0], std::uint64_t{1}, block_scope); });
}
void mixed_sizes(bool is_right) {
  run(2, 1, [=](words* w) {
    if (is_right || is_first_block()) {
      store_add(&w->data[0], std::uint64_t{1});
    } else {
      store_add(reinterpret_cast<std::uint32_t*>(w->data) + 1, 1u);
    }
  });
}
/// Only the second holder reads what the first one wrote.
void lock_without_acquire(bool is_right) {
  run(2, 1, [=](words* w) {
    const std::uint64_t one = 1;
    while ((is_right ? exchange(&w->flag[0], one, acquire) : exchange(&w->flag[0], one)) != 0) {
    }
    ++w->data[0];
    store(&w->flag[0], std::uint64_t{0}, release);
  });
}
void lock_without_release(bool is_right) {
  run(2, 1, [=](words* w) {
    const std::uint64_t zero = 0;
    while (exchange(&w->flag[0], std::uint64_t{1}, acquire) != 0) {
    }
    ++w->data[0];
    is_right ? store(&w->flag[0], zero, release) : store(&w->flag[0], zero);
  });
}
/// The second block to add reads the data of both blocks.
void counter_without_order(bool is_right) {
  run(2, 1, [=](words* w) {
    const std::uint64_t one = 1;
    w->data[block_index()] = 1;
    const std::uint64_t before =
        is_right ? fetch_add(&w->flag[0], one, acq_rel) : fetch_add(&w->flag[0], one);
    if (before == 1) w->out[0] = w->data[0] + w->data[1];
  });
}
/// The last one reads what both wrote. In mode 2 its update acquires.
void last_without_fence(bool is_right) {
  run(2, 1, [=](words* w) {
    w->data[block_index()] = 1;
    fence(release);
    if (fetch_add(&w->flag[0], std::uint64_t{1}) == 0) return;
    if (is_right) fence(acquire);
    w->out[0] = w->data[0] + w->data[1];
  });
}

/// Within a warp, warp scope and wider scopes include each other's thread.
void warp_scope_next_to_device_scope(bool is_right) {
  run(1, 64, [=](words* w) {
    const std::uint64_t one = 1;
    if (is_first_thread()) store_add(&w->data[0], one, warp_scope);
    if (thread_index() == 1) store_add(&w->data[0], one);
    if (!is_right && thread_index() == 32) store_add(&w->data[0], one, warp_scope);
  });
}
void warp_scope_in_shared_memory(bool is_right) {
  run(1, 64, [=](words*) {
    auto* const shared = shared_array<std::uint64_t>();
    const std::uint64_t one = 1;
    if (is_first_thread()) *shared = 0;
    sync_block();
    if (thread_index() % 32 != 0) return;
    is_right ? store_add(shared, one, block_scope) : store_add(shared, one, warp_scope);
  });
}
/// Each block has its own shared memory, where block scope is enough.
void mixed_sizes_in_shared_memory(bool is_right) {
  run(8, 2, [=](words*) {
    auto* const shared = shared_array<std::uint64_t>();
    if (is_first_thread()) *shared = 0;
    sync_block();
    if (is_right || is_first_thread()) {
      store_add(shared, std::uint64_t{1}, block_scope);
    } else {
      store_add(reinterpret_cast<std::uint32_t*>(shared) + 1, 1u, block_scope);
    }
  });
}
/// An addition without a result is no load for the fence.
void fence_after_reduction(bool is_right) {
  run(2, 1, [=](words* w) {
    const std::uint64_t one = 1;
    if (is_first_block()) {
      w->data[0] = 42;
      store_add(&w->flag[0], one, release);
      store(&w->flag[1], one);
    } else {
      while (load(&w->flag[1]) == 0) {
      }
      if (is_right) {
        w->out[1] = fetch_add(&w->flag[0], one);
      } else {
        store_add(&w->flag[0], one);
      }
      fence(acquire);
      w->out[0] = w->data[0];
    }
  });
}
/// Block 0's threads hand the data over at block scope, and its second one to block 1.
template <class Last>
void hand_over(bool is_right, Last last) {
  run(2, 2, [=](words* w) {
    const std::uint64_t one = 1;
    if (is_first_block() && is_first_thread()) {
      w->data[0] = 42;
      store_add(&w->flag[0], one, release, block_scope);
    } else if (is_first_block()) {
      while (load(&w->flag[0], block_scope) == 0) {
      }
      if (is_right) {
        fetch_add(&w->flag[0], one, acq_rel);
        fetch_add(&w->flag[1], one, release);
      } else {
        fetch_add(&w->flag[0], one);
        fetch_add(&w->flag[1], one, release);
      }
    } else if (is_first_thread()) {
      while (load(&w->flag[1], acquire) == 0) {
      }
      last(w);
    }
  });
}
void handed_over_data(bool is_right) {
  hand_over(is_right, [](words* w) { w->out[0] = w->data[0]; });
}
/// All threads of block 0 write, some fence, others only for their block, and after a barrier one
/// of them signals.
void signal_after_barrier(bool fences_again, bool all_fence, bool block_fences = false) {
  run(2, 2, [=](words* w) {
    if (!is_first_block()) {
      if (!is_first_thread()) return;
      while (load(&w->flag[0]) == 0) {
      }
      fence(acquire);
      w->out[0] = w->data[0] + w->data[1];
      return;
    }
    w->data[thread_index()] = 1;
    if (all_fence || is_first_thread()) fence(acq_rel);
    if (block_fences) fence(acq_rel, block_scope);
    sync_block();
    if (!is_first_thread()) return;
    if (fences_again) fence(acq_rel);
    store(&w->flag[0], std::uint64_t{1});
  });
}
/// Block 1 stores to the flag that block 0 has released, which ends the release sequence.
template <class Order>
void store_over_a_released_flag(bool is_right, Order order) {
  run(3, 1, [=](words* w) {
    if (is_first_block()) {
      w->data[0] = 42;
      store(&w->flag[0], std::uint64_t{1}, release);
    } else if (block_index() == 1) {
      while (load(&w->flag[0]) == 0) {
      }
      if (is_right) {
        fetch_add(&w->flag[0], std::uint64_t{1}, order);
      } else {
        store(&w->flag[0], std::uint64_t{2}, order);
      }
    } else {
      while (load(&w->flag[0]) != 2) {
      }
      load(&w->flag[0], acquire);  // never sees what the release stored
      w->out[0] = w->data[0];
    }
  });
}
/// Two blocks release by additions. The store of one of them continues its own release.
void own_store_after_two_releases(bool is_right) {
  run(3, 1, [=](words* w) {
    if (block_index() == 2) {
      while (load(&w->flag[0]) != 3) {
      }
      load(&w->flag[0], acquire);
      w->out[0] = w->data[0];
      return;
    }
    if (is_first_block()) w->data[0] = 42;
    if (is_right || !is_first_block()) {
      store_add(&w->flag[0], std::uint64_t{1}, release);
    } else {
      store_add(&w->flag[0], std::uint64_t{1});
    }
    while (load(&w->flag[0]) < 2) {
    }
    if (is_first_block()) store(&w->flag[0], std::uint64_t{3});
  });
}
void handed_over_flag(bool is_right) {
  hand_over(is_right, [](words* w) { store(&w->flag[0], std::uint64_t{0}); });
}

/// Flags and data of many senders, each 16 bytes apart.
struct alignas(16) apart {
  std::uint64_t word;
};
template <class Kernel>
void run_with_many(unsigned grid, unsigned block, Kernel kernel, unsigned launches = 1) {
  stream on;
  device_array<apart> flags(100);
  device_array<apart> data(100);
  for (unsigned n = 0; n < launches; ++n) {
    flags.fill_bytes(0);
    data.fill_bytes(0);
    launch(grid, block, 0, on, kernel, flags.data(), data.data(), n);
    on.synchronize();
  }
}
/// A fence acquires from each flag that was seen before: of many, too, of which a thread remembers
/// the first. (Loads of the others acquire themselves, so the race needs few.)
void fence_after_flags(bool is_right, unsigned count) {
  run_with_many(2, 1, [=](apart* flags, apart* data, unsigned) {
    for (unsigned n = 0; n < count; ++n) {
      if (is_first_block()) {
        data[n].word = n;
        store(&flags[n].word, std::uint64_t{1}, release);
      } else {
        while (load(&flags[n].word) == 0) {
        }
      }
    }
    if (is_first_block()) return;
    if (is_right) fence(acquire);
    for (unsigned n = count; n-- > 0;) data[n].word += 1;
  });
}
void fence_after_many_flags(bool is_right) {
  fence_after_flags(is_right, 5);
  if (is_right) fence_after_flags(true, 40);
}
/// Threads of one block send to others, by fences of more threads than ThreadSanitizer has room for
/// clocks. `fences(launch, n)`: whether the n-th thread to come does.
template <class Fences>
void fence_in_many_threads(unsigned launches, Fences fences) {
  constexpr unsigned count = 90;
  const auto kernel = [=](apart* flags, apart* data, unsigned launch) {
    const unsigned own = thread_index() % 96;
    if (own >= count) return;
    if (thread_index() < 96) {
      const std::uint64_t before = fetch_add(&flags[count].word, std::uint64_t{1});
      data[own].word = own;
      if (fences(launch, before)) fence(release);
      store(&flags[own].word, std::uint64_t{1});
    } else {
      while (load(&flags[own].word, acquire) == 0) {
      }
      data[own].word += 1;
    }
  };
  run_with_many(1, 2 * 96, kernel, launches);
}
void many_fences(bool is_right) {
  fence_in_many_threads(1, [=](unsigned, std::uint64_t) { return is_right; });
}
/// The fences of one launch do not publish what a thread of the next one writes, not even those of
/// threads without a clock, which come last.
void fences_of_an_earlier_launch(bool is_right) {
  fence_in_many_threads(2, [=](unsigned launch, std::uint64_t before) {
    return is_right || launch == 0 || before < 80;
  });
}
/// A launch follows the earlier ones, and host code follows both.
void between_launches(bool is_right) {
  stream on;
  device_array<words> memory(1);
  memory.fill_bytes(0);
  words* const w = memory.data();
  const auto write = [=](unsigned block) {
    if (block_index() == block) w->data[0] = block + 1;
  };
  if (is_right) {
    for (const unsigned block : {0u, 1u, 0u}) launch(2, 1, 0, on, write, block);
    w->data[0] = 3;
    launch(2, 1, 0, on, write, 1u);
    if (w->data[0] != 2) std::abort();
  } else {
    launch(2, 1, 0, on, [=] { w->data[0] = block_index() + 1; });
  }
}

/// Objects side by side are no objects of several sizes.
void neighbours_of_other_sizes(bool is_right) {
  run(2, 1, [=](words* w) {
    auto* const halves = reinterpret_cast<std::uint32_t*>(w->data);
    if (is_first_block()) {
      store_add(&w->data[0], std::uint64_t{1});
      store_add(reinterpret_cast<std::uint32_t*>(w->out) + 1, 1u);
    } else {
      store_add(halves + (is_right ? 2 : 1), 1u);
      store_add(&w->out[1], std::uint64_t{1});
    }
  });
}
/// A narrow operation after another block's wide one.
void narrow_after_wide(bool is_right) {
  run(2, 1, [=](words* w) {
    const std::uint64_t one = 1;
    store_add(&w->data[0], one);
    if (!is_first_block()) {
      store(&w->flag[0], one);
      return;
    }
    while (load(&w->flag[0]) == 0) {
    }
    is_right ? store_add(&w->data[0], one) : store_add(&w->data[0], one, block_scope);
  });
}
/// What blocks of an earlier launch did is in the scope of all of the next one.
void narrow_counter_of_launches(bool is_right) {
  stream on;
  device_array<words> memory(1);
  memory.fill_bytes(0);
  for (const unsigned block : {0u, 1u}) {
    const auto count = [=](words* w) {
      const bool counts = is_right ? block_index() == block : block == 0;
      if (counts) store_add(&w->data[0], std::uint64_t{1}, block_scope);
    };
    launch(2, 1, 0, on, count, memory.data());
  }
}
/// A compare-exchange that fails publishes nothing.
void failed_compare_exchange_for_release(bool is_right) {
  send(
      [=](std::uint64_t* flag) {
        const std::uint64_t one = 1;
        compare_exchange(flag, std::uint64_t{5}, std::uint64_t{9}, release);
        is_right ? store(flag, one, release) : store(flag, one);
      },
      is_seen_by_acquire);
}
/// One that fails acquires by the load half of its order.
void failed_compare_exchange_for_acquire(bool is_right) {
  send([](std::uint64_t* flag) { store(flag, std::uint64_t{1}, release); },
       [=](std::uint64_t* flag) {
         const std::uint64_t other = 5;
         return (is_right ? compare_exchange(flag, other, other, acq_rel)
                          : compare_exchange(flag, other, other, release)) != 0;
       });
}
/// The check of a monotone call may see an old value, and is no narrow operation.
void monotone_maximum(bool is_right) {
  run(4, 1, [=](words* w) {
    const std::uint64_t v = 5 - block_index();
    is_right ? store_max(&w->data[0], v, monotone) : store_max(&w->data[0], v, block_scope);
  });
}
void plain_write_next_to_load_of_16_bytes(bool is_right) {
  run(2, 1, [=](words* w) {
    auto* const whole = reinterpret_cast<std::complex<double>*>(w->data);
    if (is_first_block()) {
      w->out[0] = load(whole).real() != 0 ? 1 : 0;
    } else if (is_right) {
      exchange(whole, std::complex<double>{1, 1});
    } else {
      w->data[1] = 1;
    }
  });
}
struct alignas(16) both {
  std::uint64_t low, high;
};
void plain_read_next_to_compare_exchange_of_16_bytes(bool is_right) {
  run(2, 1, [=](words* w) {
    auto* const whole = reinterpret_cast<both*>(w->data);
    if (is_first_block()) {
      compare_exchange(whole, both{0, 0}, both{1, 1});
    } else {
      w->out[0] = is_right ? load(whole).low : w->data[0];
    }
  });
}
/// Flags that a thread of an earlier launch saw tell a fence of the next one nothing.
void flags_of_an_earlier_launch(bool is_right) {
  run_with_many(
      2, 1,
      [=](apart* flags, apart* data, unsigned launch) {
        const std::uint64_t one = 1;
        if (launch == 0) {
          if (is_first_block()) store(&flags[0].word, one, release);
          while (load(&flags[0].word) == 0) {
          }
        } else if (is_first_block()) {
          data[0].word = 42;
          store(&flags[0].word, one, release);
          store(&flags[1].word, one);
        } else {
          while (load(&flags[1].word) == 0) {
          }
          if (is_right) data[2].word = load(&flags[0].word);
          fence(acquire);
          data[1].word = data[0].word;
        }
      },
      2);
}
/// Lanes that vote together do not see each other's writes; lanes that synchronise do.
void vote_for_order(bool is_right) {
  run(1, 32, [=](words* w) {
    namespace names = cuda_names;
    if (is_first_thread()) w->data[0] = 1;
    is_right ? names::__syncwarp() : static_cast<void>(names::__ballot_sync(~0u, 1));
    if (thread_index() == 5) w->out[0] = w->data[0];
  });
}
/// So do threads that count at a barrier; those of another block do not.
void count_for_order(bool is_right) {
  run(is_right ? 1 : 2, 4, [=](words* w) {
    if (is_first_thread()) w->data[block_index()] = 1;
    cuda_names::__syncthreads_count(1);
    if (thread_index() == 3) w->out[block_index()] = w->data[0];
  });
}
/// Threads get the stacks of threads of other blocks, whose accesses to them are no races. The two
/// that race are in the first block and in one of the last, of more threads than are kept.
__attribute__((noinline)) void use_stack() {
  unsigned char local[100 * 1024];
  unsigned char* bytes = local;
  asm volatile("" : "+r"(bytes) : : "memory");
  for (std::size_t i = 0; i < sizeof local; i += 5000) bytes[i] = 1;
}
void stacks_of_many_threads(bool is_right) {
  constexpr unsigned blocks = 24;
  run(blocks, 128, [=](words* w) {
    use_stack();
    const bool is_other = !is_right && block_index() == blocks - 2;
    if ((is_first_block() || is_other) && is_first_thread()) w->data[0] = 1;
  });
}

const std::map<std::string, void (*)(bool)> pairs{
    {"between_blocks", between_blocks},
    {"between_launches", between_launches},
    {"block_scope_between_blocks", block_scope_between_blocks},
    {"count_for_order", count_for_order},
    {"counter_without_order", counter_without_order},
    {"divergent_barrier", divergent_barrier},
    {"early_fence", early_fence},
    {"failed_compare_exchange_for_acquire", failed_compare_exchange_for_acquire},
    {"failed_compare_exchange_for_release", failed_compare_exchange_for_release},
    {"fence_after_many_flags", fence_after_many_flags},
    {"fence_after_reduction", fence_after_reduction},
    {"fences_of_an_earlier_launch", fences_of_an_earlier_launch},
    {"flags_of_an_earlier_launch", flags_of_an_earlier_launch},
    {"handed_over_data", handed_over_data},
    {"handed_over_flag", handed_over_flag},
    {"last_without_fence", last_without_fence},
    {"lock_without_acquire", lock_without_acquire},
    {"lock_without_release", lock_without_release},
    {"many_fences", many_fences},
    {"missing_acquire", missing_acquire},
    {"missing_atomic", missing_atomic},
    {"missing_barrier", missing_barrier},
    {"missing_fence", missing_fence},
    {"missing_release", missing_release},
    {"missing_second_fence", missing_second_fence},
    {"mixed_sizes", mixed_sizes},
    {"mixed_sizes_in_shared_memory", mixed_sizes_in_shared_memory},
    {"monotone_maximum", monotone_maximum},
    {"narrow_acquire", narrow_acquire},
    {"narrow_after_wide", narrow_after_wide},
    {"narrow_counter", [](bool is_right) { narrow_counter<block_scope_t>(is_right, 2, 1); }},
    {"narrow_counter_of_cluster",
     [](bool is_right) { narrow_counter<cluster_scope_t>(is_right, 2, 1); }},
    {"narrow_counter_of_launches", narrow_counter_of_launches},
    {"narrow_counter_of_warp",
     [](bool is_right) { narrow_counter<warp_scope_t>(is_right, 1, 64); }},
    {"narrow_fence", narrow_fence},
    {"narrow_release", narrow_release},
    {"narrow_second_fence", narrow_second_fence},
    {"neighbours_of_other_sizes", neighbours_of_other_sizes},
    {"own_store_after_two_releases", own_store_after_two_releases},
    {"plain_next_to_16_bytes", plain_next_to_16_bytes},
    {"plain_next_to_atomic", plain_next_to_atomic},
    {"plain_next_to_spread_word", plain_next_to_spread_word},
    {"plain_read_next_to_compare_exchange_of_16_bytes",
     plain_read_next_to_compare_exchange_of_16_bytes},
    {"plain_write_next_to_load_of_16_bytes", plain_write_next_to_load_of_16_bytes},
    {"signal_after_barrier", [](bool is_right) { signal_after_barrier(is_right, true); }},
    {"signal_after_block_fences",
     [](bool is_right) { signal_after_barrier(is_right, false, true); }},
    {"signal_after_one_fence", [](bool is_right) { signal_after_barrier(is_right, false); }},
    {"stacks_of_many_threads", stacks_of_many_threads},
    {"store_over_a_released_flag",
     [](bool is_right) { store_over_a_released_flag(is_right, relaxed); }},
    {"store_with_release_over_a_released_flag",
     [](bool is_right) { store_over_a_released_flag(is_right, release); }},
    {"vote_for_order", vote_for_order},
    {"warp_scope_in_shared_memory", warp_scope_in_shared_memory},
    {"warp_scope_next_to_device_scope", warp_scope_next_to_device_scope},
};

}  // namespace

int main(int count, char** arguments) try {
  if (count != 3) {
    for (const auto& pair : pairs) std::printf("%s\n", pair.first.c_str());
    return 0;
  }
  pairs.at(arguments[1])(std::string(arguments[2]) == "right");
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
