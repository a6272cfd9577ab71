// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Some of everything, for compilers that are told to warn of all they can.

#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/compat/launch_global.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/containers/static_map.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

using namespace diatomic;

struct plus_1 {
  template <class T>
  DIATOMIC_DEVICE T operator()(T v) const {
    return static_cast<T>(v + T{1});
  }
};
struct keep {
  DIATOMIC_DEVICE float operator()(float a, float b) const { return a < b ? b : a; }
};

/// Every sort of operation on a type that has them all, or all but bits.
template <class T, bool HasBits>
struct operations {
  DIATOMIC_DEVICE void operator()(T* p) const {
    T v = load(p, acquire);
    store(p, v, release);
    v = static_cast<T>(exchange(p, v) + fetch_add(p, v, same_address) + sub_fetch(p, v));
    store_add(p, v, in_global, coarse_grained);
    store_max(p, v, check_first);
    store_min(p, v, monotone);
    v = static_cast<T>(v + fetch_mul(p, v) + fetch_div(p, T{3}) + min_fetch(p, v));
    v = static_cast<T>(v + fetch_update(p, plus_1{}));
    if (!compare_exchange_strong(p, v, T{1}, acq_rel, on_failure(acquire))) v = T{2};
    atomic_ref<T> reference(*p);
    reference += v;
    v = reference.fetch_sub(v, std::memory_order_release);
    if constexpr (HasBits) {
      store_or(p, v);
      v = static_cast<T>(fetch_and(p, v) ^ shl_fetch(p, 1) ^ mod_fetch(p, T{5}) ^ nand_fetch(p, v) ^
                         ++reference ^ reference.fetch_xor(v));
    }
    fence(seq_cst);
    wait(p, v);
    notify_all(p);
  }
};

struct locks {
  DIATOMIC_DEVICE void operator()(spin_mutex<>* spin, ticket_mutex<>* ticket,
                                  shared_mutex<>* shared, semaphore<>* permits, latch<>* door,
                                  once_flag<>* flag, lock_stripes<> stripes,
                                  std::complex<double>* sum, std::complex<float>* is_small,
                                  unsigned* counter) const {
    with_lock(*spin, [=] { store_add(counter, 1u); });
    with_lock_for(3, *ticket, [=] { store_add(counter, 1u); });
    with_shared_lock(*shared, [=] { store_add(counter, load(counter)); });
    with_permit(*permits, [=] { store_add(counter, 1u); });
    door->arrive_and_wait();
    call_once(*flag, [=] { store(counter, 0u); });
    store(sum, load(sum, stripes), stripes);
    store(counter, claim_slot(counter));
    store_add(is_small, load(is_small), keep_denormals);
  }
};

struct blocks {
  DIATOMIC_DEVICE void operator()(unsigned* counter, float* sum) const {
    auto* const shared = shared_array<unsigned>();
    block_update<op::add, unsigned> slots(shared);
    store(counter + thread_index(), slots.fetch(counter, thread_index()));
    sync_block();
    const block_reduce<float> all(shared_array<float>());
    const float most = all(static_cast<float>(global_index()), keep{});
    if (thread_index() == 0) store_max(sum, most, few_addresses);
  }
};

struct by_names_of_cuda {
  DIATOMIC_DEVICE void operator()(float* p, unsigned* q, short* r) const {
    float v = cuda_names::__shfl_xor_sync(0xffffffff, *p, 1, 16);
    v += cuda_names::__shfl_down_sync(~0ull, v, 2u) + cuda_names::__shfl_up_sync(-1, v, 1u);
    v += cuda_names::atomicAdd(p, v) + cuda_names::atomicMax_block(p, v);
    *q = cuda_names::__ballot_sync(~0u, v > 0) + cuda_names::atomicInc(q, 9u) +
         cuda_names::__activemask() + cuda_names::atomicCAS_system(q, 1u, 2u);
    *r = cuda_names::__shfl_sync(~0u, cuda_names::atomicMin(r, short{3}), 0);
    cuda_names::__syncwarp();
    cuda_names::__threadfence();
    cuda_names::__syncthreads();
  }
};

/// Objects that are pointers, to void too.
struct pointers {
  DIATOMIC_DEVICE void operator()(int** p, void** any) const {
    int* old = exchange(p, nullptr);
    if (compare_exchange_weak(p, old, fetch_add(p, 1))) store(any, load(p));
    exchange(any, exchange(any, &old, acq_rel));
    store_sub(p, 1);
  }
};

struct pair {
  int first;
  double second;
};
struct second_of {
  DIATOMIC_FUNCTION double operator()(const pair& p) const { return p.second; }
};
struct halved {
  DIATOMIC_FUNCTION double operator()(unsigned v) const { return v / 2.0; }
};

template <class T, bool HasBits>
void start(stream& on, T* p) {
  launch(1, 1, 0, on, operations<T, HasBits>{}, p);
}

void everything(stream& on, const float* input, const double* weights, const unsigned* where,
                std::size_t n, unsigned* counters, double* totals, void* temp, std::size_t bytes) {
  start<int, true>(on, nullptr);
  start<unsigned char, true>(on, nullptr);
  start<short, true>(on, nullptr);
  start<unsigned long long, true>(on, nullptr);
  start<float, false>(on, nullptr);
  launch(std::size_t{1}, 1, 0, on, pointers{}, static_cast<int**>(nullptr),
         static_cast<void**>(nullptr));
  start<double, false>(on, nullptr);
  lock_table<> mutexes(64);
  launch(1, 32, 0, on, blocks{}, counters, static_cast<float*>(nullptr));
  launch(1, 32, 0, on, by_names_of_cuda{}, static_cast<float*>(nullptr), counters,
         static_cast<short*>(nullptr));
  launch(1, 1, 0, on, locks{}, static_cast<spin_mutex<>*>(nullptr),
         static_cast<ticket_mutex<>*>(nullptr), static_cast<shared_mutex<>*>(nullptr),
         static_cast<semaphore<>*>(nullptr), static_cast<latch<>*>(nullptr),
         static_cast<once_flag<>*>(nullptr), mutexes.stripes(),
         static_cast<std::complex<double>*>(nullptr), static_cast<std::complex<float>*>(nullptr),
         counters);
  histogram(on, input, n, counters, 64, even_bin{0.0f, 1.0f, 64});
  weighted_histogram(on, input, weights, n, totals, 64, even_bin{0.0f, 1.0f, 64});
  scatter_add(on, where, weights, n, totals, 64);
  reduce<op::add>(on, weights, n, totals, temp, bytes);
  reduce(on, input, n, keep{}, 0.0f, static_cast<float*>(nullptr), temp, bytes);
  arg_max(on, input, n, static_cast<indexed<float>*>(nullptr), temp, bytes);
  reproducible_sum(on, weights, n, totals, temp, bytes);
  // From types to others, each way.
  auto* const sum = static_cast<float*>(nullptr);
  scatter_add(on, where, weights, n, sum, 64);
  scatter_add(on, where, where, n, reinterpret_cast<int*>(counters), 70000);
  const auto* const pairs = static_cast<const pair*>(nullptr);
  scatter_add(on, field_elements{pairs, &pair::first}, strided_elements{weights, 3}, n, sum, 64);
  reduce<op::add>(on, strided_elements{input, -1}, n, totals, temp, bytes);
  reduce<op::max>(on, weights, n, sum, temp, bytes);
  transform_reduce<op::add>(on, pairs, n, second_of{}, sum, temp, bytes);
  transform_reduce(on, where, n, keep{}, halved{}, 0.0f, sum, temp, bytes);
  segmented_reduce<op::add>(on, weights, n, where, n, sum, temp, bytes);
  segmented_reduce(on, input, n, where, n, keep{}, 0.0f, sum, temp, bytes);
  reproducible_segmented_sum(on, fixed_scale(-20), input, n, where, n, totals, temp, bytes);
  index_add(on, where, weights, n, 1, totals, 64);
  arg_min(on, field_elements{pairs, &pair::first}, n, static_cast<indexed<int>*>(nullptr), temp,
          bytes);
  reproducible_sum(on, field_elements{pairs, &pair::second}, n, totals, temp, bytes);
}

/// Host code calls with lambdas of its own, beside kernels too.
unsigned in_host_code(unsigned* p) {
  const bool is_small = try_update(p, [](unsigned& v) { return ++v < 10; });
  const atomic_ref<unsigned> reference(*p);
  const unsigned old = reference.fetch_update([](unsigned v) { return v + 1; });
  return fetch_update(p, [](unsigned v) { return v + 1; }) + (is_small ? old : 0u);
}
