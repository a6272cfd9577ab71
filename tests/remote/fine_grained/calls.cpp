// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls on symmetric memory, whose code code_test.py reads: SCATTER_ADD selects one of them.

#include <cstddef>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/remote/aggregated_scatter.hpp>
#include <diatomic/remote/partitioned_scatter.hpp>
#include <diatomic/remote/reductions.hpp>

namespace {

using namespace diatomic;

#if SCATTER_ADD

template <class T>
void call(world& w, stream_view on, const int* indices, const float* values, std::size_t n,
          symmetric_array<T>& words) {
  distributed_scatter_add(w, on, indices, values, n, words);
}

#else

struct remote_kernel {
  template <class T>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> words, int pe, T v, T* old) const {
    const remote_ref<T> word(words, pe);
    word.store_add(v);
    word.store_sub(v);
    word.store_min(v);
    word.store_max(v);
    word.store_fminimum(v);
    word.store_fmaximum_num(v);
    old[0] = word.fetch_add(v);
    old[1] = word.fetch_min(v);
    old[2] = word.fetch_max(v, acquire);
  }
};
/// Two hints that are wrong for symmetric memory.
struct wrong_kernel {
  template <class T>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> words, T v) const {
    store_add(words.local(), v, in_global, coarse_grained, ignore_denormals);
  }
};

template <class T>
void call(world& w, stream_view on, const int* indices, const float* values, std::size_t n,
          symmetric_array<T>& words) {
  mailboxes<indexed_value<T> > boxes(w, n);
  symmetric_array<unsigned char> memory(w, n);
  aggregated_scatter_add(w, on, indices, values, n, words, boxes);
  aggregated_scatter_add(w, on, indices, values, n, words, boxes, memory);
  all_reduce<op::add>(w, on, words);
  if constexpr (sizeof(T) >= 4) {
    all_reduce<op::max>(w, on, words);
    device_array<unsigned char> temp(reduce_temp_bytes(n));
    distributed_reduce<op::add>(w, on, values, n, words, temp.data(), temp.size());
    distributed_reduce<op::min>(w, on, values, n, words, temp.data(), temp.size());
  }
  launch(1, 1, 0, on, remote_kernel{}, words.pointer(), 0, T{}, words.data());
  launch(1, 1, 0, on, wrong_kernel{}, words.pointer(), T{});
}

#endif

}  // namespace

void call_all(world& w, stream_view on, const int* indices, const float* values, std::size_t n,
              symmetric_array<float>& floats, symmetric_array<double>& doubles,
              symmetric_array<half>& halves) {
  call(w, on, indices, values, n, floats);
  call(w, on, indices, values, n, doubles);
  call(w, on, indices, values, n, halves);
}
