// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// cuCollections' `static_map`, if CMake's `DIATOMIC_CUCOLLECTIONS` names its folder.

#include "bench/cases/maps.hpp"

#if __has_include(<cuco/static_map.cuh>)
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

// CCCL 3 removed this, and releases of cuCollections before 2025 use it.
#include <thrust/functional.h>
#include <thrust/version.h>
#if THRUST_VERSION >= 300000
namespace thrust {
template <class T = void>
struct identity {
  __host__ __device__ constexpr const T& operator()(const T& v) const { return v; }
};
template <>
struct identity<void> {
  template <class T>
  __host__ __device__ constexpr T operator()(T v) const {
    return v;
  }
};
}  // namespace thrust
#endif
#include <cuco/static_map.cuh>

namespace bench {

template <class Key>
using pair_array = diatomic::device_array<cuco::pair<Key, Key>>;

struct make_pairs {
  template <class Key>
  DIATOMIC_DEVICE void operator()(const Key* keys, const Key* values, cuco::pair<Key, Key>* pairs,
                                  std::size_t n) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      pairs[i] = {keys[i], values[i]};
    }
  }
};

struct map_baselines {
  /// The default, four threads per key, and other numbers of threads and of slots per load.
  template <class Key>
  static std::vector<map_calls<Key>> maps(diatomic::stream& stream, const Key* keys,
                                          const Key* values, std::size_t n, double load) {
    const auto pairs = std::make_shared<pair_array<Key>>(n);
    diatomic::launch(1024, 256, 0, stream, make_pairs{}, keys, values, pairs->data(), n);
    return {map_of<4, 1>(stream, pairs, load), map_of<1, 1>(stream, pairs, load),
            map_of<1, 2>(stream, pairs, load), map_of<2, 1>(stream, pairs, load),
            map_of<2, 2>(stream, pairs, load)};
  }

 private:
  template <int Threads, int Window, class Key>
  static map_calls<Key> map_of(diatomic::stream& in, const std::shared_ptr<pair_array<Key>>& of,
                               double load) {
    using probing = cuco::linear_probing<Threads, cuco::default_hash_function<Key>>;
    using map = cuco::static_map<Key, Key, cuco::extent<std::size_t>, cuda::thread_scope_device,
                                 thrust::equal_to<Key>, probing,
                                 cuco::cuda_allocator<cuco::pair<Key, Key>>, cuco::storage<Window>>;
    const auto made = std::make_shared<map>(of->size(), load, cuco::empty_key<Key>{-1},
                                            cuco::empty_value<Key>{-1});
    const cuda::stream_ref stream(in.native_handle());
    // The constructor uses the default stream.
    const cudaError_t status = cudaDeviceSynchronize();
    if (status != cudaSuccess) {
      throw diatomic::runtime_error("cuCollections", cudaGetErrorName(status),
                                    cudaGetErrorString(status));
    }
    const std::string name = "cuCo " + std::to_string(Threads) + " x " + std::to_string(Window);
    return {"library", name, [=] { made->clear_async(stream); },
            [=] { made->insert_async(of->data(), of->data() + of->size(), stream); },
            [=](const Key* keys, Key* found) {
              made->find_async(keys, keys + of->size(), found, stream);
            }};
  }
};

}  // namespace bench
#else
namespace bench {

using map_baselines = no_map_baselines;

}  // namespace bench
#endif
