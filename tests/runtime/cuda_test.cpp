// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is particular to CUDA: nvcc's own code around a launch, streams that do not wait for the
// legacy stream, the attributes of kernels.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "support/streams/vendor_streams.hpp"
#include "support/uploads.hpp"

namespace {

namespace runtime_api = diatomic::detail::runtime_api;

struct add_to_vectors {
  DIATOMIC_DEVICE void operator()(float2* a, float4* b, double2* c) const {
    diatomic::store_add(a, float2{1, 2});
    diatomic::store_add(b, float4{1, 2, 3, 4});
    diatomic::store_add(c, double2{1, 2});
  }
};

// The names of CUDA's vectors are also names of Diatomic's, which nvcc must take for the same.
TEST(cuda, kernels_take_vectors) {
  diatomic::device_array<float2> a(1);
  diatomic::device_array<float4> b(1);
  diatomic::device_array<double2> c(1);
  a.fill_bytes(0);
  b.fill_bytes(0);
  c.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(1, 32, 0, stream, add_to_vectors{}, a.data(), b.data(), c.data());
  stream.synchronize();
  EXPECT_EQ(a.download()[0].y, 64.0f);
  EXPECT_EQ(b.download()[0].w, 128.0f);
  EXPECT_EQ(c.download()[0].y, 64.0);
}

TEST(cuda, non_blocking_streams_see_uploads) {
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
  test::expect_uploads_to_be_seen(
      [stream](unsigned grid, unsigned block, auto kernel, auto... args) {
        runtime_api::start(grid, block, 0, stream, kernel, args...);
      },
      [stream] { EXPECT_EQ(cudaStreamSynchronize(stream), cudaSuccess); });
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}

// After arrays of odd sizes too, which take the allocator's next addresses.
TEST(cuda, arrays_are_where_atomics_on_them_are_fastest) {
  std::vector<diatomic::device_array<unsigned char>> others;
  for (std::size_t bytes = 8193; bytes <= std::size_t{512} << 10; bytes += bytes / 3 + 1) {
    others.emplace_back(bytes % 3000 + 1);
    std::size_t alignment = 1;
    while (alignment < bytes && alignment < std::size_t{64} << 10) alignment *= 2;
    for (const std::size_t n : {bytes, alignment}) {
      diatomic::device_array<unsigned char> array(n);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % alignment, 0u) << n;
      array.fill_bytes(7);
      EXPECT_EQ(array.download(), std::vector<unsigned char>(n, 7));
      others.push_back(std::move(array));
    }
    diatomic::spread_array<unsigned> words(bytes / 4);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&words.ref()[0]) % alignment, 0u) << bytes;
  }
}

struct do_nothing {
  __device__ void operator()() const {}
};

// An ordinary launch takes any number of blocks.
TEST(cuda, cooperative_launches_are_cuda_s_own) {
  constexpr unsigned block = 64;
  const unsigned most = diatomic::max_resident_blocks(block, 0, do_nothing{});
  diatomic::stream stream;
  runtime_api::start(most + 1, block, 0, stream.native_handle(), do_nothing{});
  runtime_api::start_cooperative(most, block, 0, stream.native_handle(), do_nothing{});
  stream.synchronize();
  try {
    runtime_api::start_cooperative(most + 1, block, 0, stream.native_handle(), do_nothing{});
    FAIL() << "CUDA started more blocks than run at a time";
  } catch (const diatomic::runtime_error& error) {
    EXPECT_EQ(error.name(), "cudaErrorCooperativeLaunchTooLarge");
  }
}

struct fill_static_and_dynamic {
  static constexpr unsigned own_words = 1024;

  __device__ void operator()(unsigned* wrong, unsigned words) const {
    __shared__ unsigned own[own_words];
    unsigned* const shared = diatomic::shared_array<unsigned>();
    for (unsigned i = threadIdx.x; i < own_words; i += blockDim.x) own[i] = i;
    for (unsigned i = threadIdx.x; i < words; i += blockDim.x) shared[i] = ~i;
    __syncthreads();
    unsigned found = 0;
    const unsigned next = threadIdx.x + 1;
    for (unsigned i = next; i < own_words; i += blockDim.x) found += own[i] != i ? 1 : 0;
    for (unsigned i = next; i < words; i += blockDim.x) found += shared[i] != ~i ? 1 : 0;
    if (found != 0) diatomic::store_add(wrong, found);
  }
};

// The bound of `launch<96>` is the compiler's too, which then allows a thread more registers.
template <class Kernel>
int max_threads_of() {
  cudaFuncAttributes found{};
  EXPECT_EQ(cudaFuncGetAttributes(&found, runtime_api::entry_for<unsigned, Kernel>()), cudaSuccess);
  return found.maxThreadsPerBlock;
}
TEST(cuda, launches_may_bound_their_blocks) {
  EXPECT_EQ(max_threads_of<do_nothing>(), 1024);
  EXPECT_EQ((max_threads_of<diatomic::detail::bounded_kernel<96, do_nothing>>()), 96);
}

// Static and dynamic shared memory share the 48 KiB that need no attribute, and the device's most.
TEST(cuda, kernels_may_have_static_shared_memory_too) {
  constexpr unsigned own = fill_static_and_dynamic::own_words * sizeof(unsigned);
  const auto device = diatomic::properties(diatomic::current_device());
  const auto most = static_cast<unsigned>(device.shared_bytes_per_block);
  diatomic::device_array<unsigned> wrong(1);
  wrong.fill_bytes(0);
  diatomic::stream stream;
  for (const unsigned bytes : {1024u, 48 * 1024 - own, 48 * 1024 - own + 16, 48u * 1024,
                               48u * 1024 + 16, most - own, 1024u, most - own}) {
    diatomic::launch(3, 128, bytes, stream, fill_static_and_dynamic{}, wrong.data(),
                     bytes / static_cast<unsigned>(sizeof(unsigned)));
    stream.synchronize();
    EXPECT_EQ(wrong.download()[0], 0u) << bytes;
  }
  EXPECT_THROW(
      diatomic::launch(1, 1, most - own + 16, stream, fill_static_and_dynamic{}, wrong.data(), 0u),
      diatomic::runtime_error);
}

struct nothing {
  DIATOMIC_DEVICE void operator()() const {}
};

TEST(cuda, one_block_of_all_the_shared_memory_runs_on_each_multiprocessor) {
  const auto device = diatomic::properties(diatomic::current_device());
  EXPECT_EQ(diatomic::max_resident_blocks(32, device.shared_bytes_per_block, nothing{}),
            static_cast<unsigned>(device.compute_units));
}

struct dawdle_and_count {
  __device__ void operator()(unsigned* runs) const {
    for (unsigned k = 0; k < 1000; ++k) diatomic::pause();
    diatomic::store_add(runs, 1u, diatomic::system_scope);
  }
};

// Unlike an event that only orders the captured work, it can be waited for.
TEST(cuda, events_of_a_graph_happen_at_each_replay) {
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  diatomic::pinned_array<unsigned> runs(1);
  runs.data()[0] = 0;
  test::graph graph(stream.native_handle());
  start.record(stream);
  diatomic::launch(1, 1, 0, stream, dawdle_and_count{}, runs.data());
  stop.record(stream);
  graph.end();
  for (unsigned round = 0; round < 3; ++round) {
    graph.replay();
    stop.synchronize();
    EXPECT_EQ(diatomic::load(runs.data(), diatomic::acquire), round + 1);
    EXPECT_GT(diatomic::elapsed_ms(start, stop), 0.0f);
  }
}

/// The first thread looks at a word again and again, with nothing else in the loop; then a thread
/// of another warp of the same block, whose stores the same cache sees, changes it.
struct look_until_changed {
  __device__ void operator()(unsigned* words, unsigned* seen) const {
    unsigned* const looks = diatomic::shared_array<unsigned>();
    unsigned* const word = words + diatomic::block_index();
    if (diatomic::thread_index() == 0) *looks = 0;
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) {
      diatomic::store(looks, 1u, diatomic::release, diatomic::in_shared);
      unsigned found = 0;
      for (unsigned k = 0; k < (1u << 22) && found == 0; ++k) {
        found = diatomic::load(word, diatomic::monotone, diatomic::in_global);
      }
      seen[diatomic::block_index()] = found;
    } else if (diatomic::thread_index() == diatomic::block_size() - 1) {
      while (diatomic::load(looks, diatomic::acquire, diatomic::in_shared) == 0) {
      }
      for (unsigned k = 0; k < 100; ++k) diatomic::pause();
      diatomic::store(word, 7u, diatomic::in_global);
    }
  }
};

// ptxas must not take the load out of the loop, as it does with plain loads.
TEST(cuda, monotone_loads_look_each_time) {
  constexpr unsigned blocks = 16;
  diatomic::device_array<unsigned> words(blocks);
  diatomic::device_array<unsigned> seen(blocks);
  words.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(blocks, 64, sizeof(unsigned), stream, look_until_changed{}, words.data(),
                   seen.data());
  stream.synchronize();
  EXPECT_EQ(seen.download(), std::vector<unsigned>(blocks, 7));
}

}  // namespace
