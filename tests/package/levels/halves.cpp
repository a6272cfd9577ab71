// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls on 16-bit floats, compiled with the options with which PyTorch builds extensions: the
// vendor's types then have no operators and no conversions.

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/containers/static_map.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

template <class T>
struct update_numbers {
  DIATOMIC_DEVICE void operator()(T* p, T v, T* out) const {
    using namespace diatomic;
    store_add(p, v);
    store_add(p, v, in_array, keep_denormals);
    out[0] = add_fetch(p, v);
    out[1] = fetch_sub(p, v, same_address);
    out[2] = sub_fetch(p, v, few_addresses);
    out[3] = exchange(p, v, std::memory_order_acq_rel);
    out[4] = compare_exchange(p, v, v);
    out[5] = load(p);
    out[6] = fetch_update(p, [](T x) { return x; });
    atomic_ref<T> object(*p);
    object += v;
    object.store_sub(v);
  }
};
template <class T>
struct update_scalars {
  DIATOMIC_DEVICE void operator()(T* p, T v, T* out) const {
    using namespace diatomic;
    update_numbers<T>()(p, v, out);
    out[7] = desul_names::atomic_add_fetch(p, v, desul_names::MemoryOrderRelaxed{},
                                           desul_names::MemoryScopeDevice{});
    out[8] = mul_fetch(p, v);
    out[9] = fetch_mul(p, v, same_address);
    out[10] = div_fetch(p, v);
    out[11] = max_fetch(p, v);
    out[12] = fetch_min(p, v, monotone);
    out[13] = fetch_fmaximum_num(p, v, few_addresses);
    out[14] = cuda_names::atomicCAS(p, v, v);
    out[15] = cuda_names::__shfl_sync(~0u, v, 0);
    store_add_at(out, std::size_t{3}, std::size_t{17}, v);
    ++atomic_ref<T>(*p);
    block_update<op::add, T>(shared_array<char>()).store(p, v);
  }
};

template <class T>
struct update_pairs {
  DIATOMIC_DEVICE void operator()(T* p) const { update_numbers<T>()(p, p[1], p + 2); }
};

template <class T, class Pair>
void call_with_halves(diatomic::stream_view s, const int* indices, const T* values, T* table,
                      Pair* pairs, unsigned* counts, float* result, void* temp, std::size_t bytes) {
  using namespace diatomic;
  launch(1, 64, 4096, s, update_scalars<T>{}, table, T{}, table);
  launch(1, 64, 0, s, update_pairs<Pair>{}, pairs);
  index_add(s, indices, values, 100, 8, table, 10);
  index_add(s, indices, values, 100, 1, table, 10);
  scatter_add(s, indices, values, 100, table, 10);
  reduce<op::add>(s, values, 100, result, temp, bytes);
  reduce<op::max>(s, values, 100, result, temp, bytes);
  histogram(s, values, 100, counts, 10, even_bin{0, 1, 10});
}

#if DIATOMIC_HAS_HOST_CODE
void call_with_all(diatomic::stream_view s, const int* indices, void* p, void* temp) {
  using diatomic::bfloat16, diatomic::bfloat162, diatomic::half, diatomic::half2;
  const auto counts = static_cast<unsigned*>(p);
  const auto result = static_cast<float*>(p);
  call_with_halves(s, indices, static_cast<const half*>(p), static_cast<half*>(p),
                   static_cast<half2*>(p), counts, result, temp, 4096);
  call_with_halves(s, indices, static_cast<const bfloat16*>(p), static_cast<bfloat16*>(p),
                   static_cast<bfloat162*>(p), counts, result, temp, 4096);
}
#endif
