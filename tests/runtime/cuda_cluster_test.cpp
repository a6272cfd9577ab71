// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What is particular to CUDA: from sm_90 on, words in the shared memory of another block of the
// cluster, which are neither in global memory nor in the block's own. Every operation with an
// instruction, and one loop, on every type, by value, in both forms that reach a chip's
// instructions; with the space unsaid, as it must be.

#include <complex>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#include "suites/atomics/forms/form_moves.hpp"
#include "suites/atomics/forms/form_updates.hpp"
#include "support/scale.hpp"

namespace forms_tests {

constexpr unsigned blocks_of_cluster = 2;
constexpr unsigned threads = 64;

/// The shared memory of the cluster's next block, at the address of `p` in this one's.
DIATOMIC_DEVICE unsigned char* in_next_block(unsigned char* p) {
  unsigned char* there = p;
#if __CUDA_ARCH__ >= 900
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  asm("mapa.u64 %0, %1, %2;" : "=l"(there) : "l"(p), "r"((rank + 1) % blocks_of_cluster));
#endif
  return there;
}

DIATOMIC_DEVICE void sync_cluster() {
#if __CUDA_ARCH__ >= 900
  asm volatile("barrier.cluster.arrive.aligned;\n\tbarrier.cluster.wait.aligned;" ::: "memory");
#endif
}

/// Each thread plays trials on 16 bytes that the other block has filled, and which that one looks
/// at afterwards.
template <class Forms>
__global__ void play_in_cluster(const trial* trials, outcome* outcomes, unsigned n) {
  using type = typename Forms::value_type;
  unsigned char* const here =
      diatomic::shared_array<unsigned char>() + sizeof(raw) * diatomic::thread_index();
  const unsigned block = diatomic::block_index();
  const unsigned other = (block + 1) % blocks_of_cluster;
  // The loop is one of the whole cluster: barriers stand in it.
  for (unsigned first = 0; first < n; first += blocks_of_cluster * threads) {
    const unsigned i = first + block * threads + diatomic::thread_index();
    const unsigned theirs = first + other * threads + diatomic::thread_index();
    if (theirs < n) {
      const raw before = memory_before(trials[theirs], sizeof(type));
      memcpy(here, before.bytes, sizeof(raw));
    }
    sync_cluster();
    if (i < n) {
      outcome o{};
      if constexpr (Forms::is_there) {
        o.is_there = 1;
        const trial t = trials[i];
        Forms::play(t, reinterpret_cast<type*>(in_next_block(here)) + t.at, o);
      }
      outcomes[i].returned = o.returned;
      outcomes[i].stored = o.stored;
      outcomes[i].is_there = o.is_there;
    }
    sync_cluster();
    if (theirs < n) memcpy(outcomes[theirs].memory.bytes, here, sizeof(raw));
    sync_cluster();
  }
}

/// Runs one cluster to its end.
template <class... Parameters, class... Arguments>
void launch_cluster(void (*kernel)(Parameters...), Arguments... arguments) {
  cudaLaunchAttribute cluster{};
  cluster.id = cudaLaunchAttributeClusterDimension;
  cluster.val.clusterDim.x = blocks_of_cluster;
  cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(blocks_of_cluster);
  launch.blockDim = dim3(threads);
  launch.dynamicSmemBytes = threads * sizeof(raw);
  launch.attrs = &cluster;
  launch.numAttrs = 1;
  ASSERT_EQ(cudaLaunchKernelEx(&launch, kernel, arguments...), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess) << cudaGetErrorString(cudaGetLastError());
}

template <class Forms>
void run_in_cluster() {
  const std::vector<trial> trials = Forms::trials();
  diatomic::device_array<trial> on_device(trials.size());
  diatomic::device_array<outcome> outcomes(trials.size());
  on_device.upload(trials);
  outcomes.fill_bytes(0xff);
  const trial* const input = on_device.data();
  launch_cluster(play_in_cluster<Forms>, input, outcomes.data(),
                 static_cast<unsigned>(trials.size()));
  judge_all(judged<Forms>(), trials, outcomes.download(), "another block's shared memory");
}

/// The forms that differ for a chip: the returning one, also in arrays of halves, and the other.
template <op Op, class T, class... Tags>
struct chip_forms : updates<Op, T, Tags...> {
  using all = updates<Op, T, Tags...>;

  DIATOMIC_DEVICE static void play(const trial& t, T* p, outcome& o) {
    const auto v = value_of<typename all::operand_type>(t.operand);
    switch (static_cast<update_form>(t.form)) {
      case update_form::fetch:
        o.returned = raw_of(test::call_fetch<Op>(p, v, Tags{}...));
        break;
      case update_form::store:
        test::call_store<Op>(p, v, Tags{}...);
        break;
      case update_form::with_hints:
        o.returned = raw_of(test::call_fetch<Op>(p, v, diatomic::in_array, Tags{}...));
        break;
      default:
        test::call_store<Op>(p, v, diatomic::in_array, Tags{}...);
    }
  }
  static std::vector<trial> trials() {
    std::vector<trial> kept;
    for (const trial& t : all::trials()) {
      const auto form = static_cast<update_form>(t.form);
      if (form == update_form::fetch || form == update_form::store ||
          (diatomic::detail::is_float16_v<T> &&
           (form == update_form::with_hints || form == update_form::stored_with_hints))) {
        kept.push_back(t);
      }
    }
    return kept;
  }
};

/// Whether some instruction of sm_90 does it in global memory, or it is the one that stands for all
/// loops of a type: these access memory in the same way, whatever they compute.
constexpr bool is_tried(op operation, kind type) {
  if (!diatomic::tables::is_meaningful(operation, type)) return false;
  const auto access = diatomic::detail::access_of<diatomic::in_global_t>::value;
  const auto entry =
      diatomic::tables::find(diatomic::tables::backend::table, {operation, type, access, 90});
  return entry.implementation != diatomic::tables::method::cas_loop || operation == op::mul;
}

template <op Op, class T>
void add_chip_forms(std::vector<family>& all, const std::string& type) {
  if constexpr (is_tried(Op, kind_of_v<T>)) {
    const std::string name = type + "_" + diatomic::name_of(Op);
    all.push_back({name, run_in_cluster<chip_forms<Op, T>>});
    // Scopes are the business of the instructions: those that are not told apart by them stay out.
    if constexpr (diatomic::tables::sums.has(Op) || diatomic::tables::extrema.has(Op)) {
      all.push_back(
          {name + "_cluster_scope", run_in_cluster<chip_forms<Op, T, diatomic::cluster_scope_t>>});
    }
  }
}
template <class T, op... Ops>
void add_chip_forms_of(std::vector<family>& all, const std::string& type) {
  (add_chip_forms<Ops, T>(all, type), ...);
  all.push_back({type + "_moves", run_in_cluster<moves<T>>});
}
template <class T>
void add_integer_in_cluster(std::vector<family>& all, const std::string& type) {
  add_chip_forms_of<T, op::add, op::sub, op::mul, op::div, op::mod, op::bit_and, op::bit_or,
                    op::bit_xor, op::bit_nand, op::shl, op::shr, op::min, op::max, op::inc_wrap,
                    op::dec_wrap>(all, type);
}
template <class T>
void add_float_in_cluster(std::vector<family>& all, const std::string& type) {
  add_chip_forms_of<T, op::add, op::sub, op::mul, op::div, op::min, op::max, op::fminimum,
                    op::fmaximum, op::fminimum_num, op::fmaximum_num, op::min_if_less,
                    op::max_if_greater>(all, type);
}

std::vector<family> families_in_cluster() {
  std::vector<family> all;
  add_integer_in_cluster<std::int8_t>(all, "i8");
  add_integer_in_cluster<std::uint16_t>(all, "u16");
  add_integer_in_cluster<std::int32_t>(all, "i32");
  add_integer_in_cluster<std::uint32_t>(all, "u32");
  add_integer_in_cluster<std::int64_t>(all, "i64");
  add_integer_in_cluster<std::uint64_t>(all, "u64");
  add_integer_in_cluster<diatomic::detail::uint128>(all, "u128");
  add_float_in_cluster<float>(all, "f32");
  add_float_in_cluster<double>(all, "f64");
  add_float_in_cluster<diatomic::half>(all, "f16");
  add_float_in_cluster<diatomic::bfloat16>(all, "bf16");
  add_float_in_cluster<diatomic::half2>(all, "f16x2");
  add_float_in_cluster<diatomic::bfloat162>(all, "bf16x2");
  add_float_in_cluster<diatomic::float2>(all, "f32x2");
  add_float_in_cluster<diatomic::float4>(all, "f32x4");
  add_float_in_cluster<diatomic::double2>(all, "f64x2");
  add_chip_forms_of<std::complex<float>, op::add, op::sub>(all, "complex_of_f32");
  add_chip_forms_of<std::complex<double>, op::add, op::sub>(all, "complex_of_f64");
  return all;
}

bool device_has_clusters() {
  cudaDeviceProp device{};
  EXPECT_EQ(cudaGetDeviceProperties(&device, diatomic::current_device()), cudaSuccess);
  return device.major >= 9;
}

TEST_P(forms, hold_in_another_block) {
  if (!device_has_clusters()) GTEST_SKIP() << "this device has no clusters of blocks";
  GetParam().run();
}
INSTANTIATE_TEST_SUITE_P(cluster, forms, testing::ValuesIn(families_in_cluster()), name_of_family);

/// Hands data from the first block of a cluster to the second, whose cache has the old data and the
/// old flag. A scope that is too narrow leaves them there.
template <class Publish>
__global__ void pass_messages(unsigned* data, unsigned* flag, unsigned* late, unsigned* stale,
                              unsigned rounds) {
  using diatomic::cluster_scope;
  constexpr unsigned looks = 1u << 20;
  const unsigned me = diatomic::thread_index();
  for (unsigned round = 0; round < rounds; ++round) {
    if (diatomic::block_index() == 1 && data[me] != round) diatomic::store_add(stale, 1u);
    sync_cluster();
    if (diatomic::block_index() == 0) {
      data[(me + 1) % diatomic::block_size()] = round + 1;
      diatomic::sync_block();
      if (me == 0) Publish::raise(flag, round + 1);
    } else {
      unsigned k = 0;
      while (k < looks && Publish::look(flag) != round + 1) ++k;
      if (k == looks) diatomic::store_add(late, 1u);
      if (k != looks && data[me] != round + 1) diatomic::store_add(stale, 1u);
    }
    sync_cluster();
  }
}
struct by_store {
  DIATOMIC_DEVICE static void raise(unsigned* flag, unsigned v) {
    diatomic::store(flag, v, diatomic::release, diatomic::cluster_scope);
  }
  DIATOMIC_DEVICE static unsigned look(const unsigned* flag) {
    return diatomic::load(flag, diatomic::acquire, diatomic::cluster_scope);
  }
};
struct by_update {
  DIATOMIC_DEVICE static void raise(unsigned* flag, unsigned v) {
    diatomic::store_max(flag, v, diatomic::release, diatomic::cluster_scope);
  }
  DIATOMIC_DEVICE static unsigned look(unsigned* flag) {
    return diatomic::fetch_or(flag, 0u, diatomic::acquire, diatomic::cluster_scope);
  }
};
struct by_fences {
  DIATOMIC_DEVICE static void raise(unsigned* flag, unsigned v) {
    diatomic::fence(diatomic::release, diatomic::cluster_scope);
    diatomic::store(flag, v, diatomic::cluster_scope);
  }
  DIATOMIC_DEVICE static unsigned look(const unsigned* flag) {
    const unsigned seen = diatomic::load(flag, diatomic::cluster_scope);
    diatomic::fence(diatomic::acquire, diatomic::cluster_scope);
    return seen;
  }
};

template <class Publish>
void expect_messages() {
  diatomic::device_array<unsigned> words(threads + 3);
  words.fill_bytes(0);
  unsigned* const data = words.data();
  launch_cluster(pass_messages<Publish>, data, data + threads, data + threads + 1,
                 data + threads + 2, static_cast<unsigned>(test::scaled(300, 20)));
  const std::vector<unsigned> found = words.download();
  EXPECT_EQ(found[threads + 1], 0u) << "flags that were not seen";
  EXPECT_EQ(found[threads + 2], 0u) << "data that was not seen";
}

TEST(messages_in_a_cluster, arrive) {
  if (!device_has_clusters()) GTEST_SKIP() << "this device has no clusters of blocks";
  expect_messages<by_store>();
  expect_messages<by_update>();
  expect_messages<by_fences>();
}

/// Each thread adds twice to the next block's float.
__global__ void add_subnormals(float v, float* sums) {
  float* const here = diatomic::shared_array<float>();
  if (diatomic::thread_index() == 0) *here = 0;
  sync_cluster();
  auto* const there =
      reinterpret_cast<float*>(in_next_block(reinterpret_cast<unsigned char*>(here)));
  diatomic::store_add(there, v, diatomic::keep_denormals);
  diatomic::fetch_sub(there, -v, diatomic::keep_denormals, diatomic::cluster_scope);
  sync_cluster();
  if (diatomic::thread_index() == 0) sums[diatomic::block_index()] = *here;
}

TEST(sums_in_another_block, keep_subnormals) {
  if (!device_has_clusters()) GTEST_SKIP() << "this device has no clusters of blocks";
  constexpr float added = 1e-41f;
  diatomic::device_array<float> sums(blocks_of_cluster);
  launch_cluster(add_subnormals, added, sums.data());
  for (const float sum : sums.download()) EXPECT_EQ(sum, 2 * threads * added);
}

}  // namespace forms_tests
