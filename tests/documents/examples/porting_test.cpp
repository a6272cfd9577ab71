// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Runs the examples of docs/porting.md.

#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "calls.hpp"

/// Stand-ins for PyTorch's types: the same layouts and members.
namespace c10 {
struct alignas(2) Half {
  unsigned short x;
};
struct alignas(2) BFloat16 {
  unsigned short x;
};
template <class T>
struct alignas(2 * sizeof(T)) complex {
  using value_type = T;
  DIATOMIC_FUNCTION constexpr T real() const { return real_; }
  DIATOMIC_FUNCTION constexpr T imag() const { return imag_; }
  T real_, imag_;
};
}  // namespace c10

// Redefines CUDA's names.
#include "blocks/porting.hpp"

namespace {

using std::vector;
using test::call;
using test::element_of;
using test::on_device;
using test::thread_number;

/// Bytes, and how often each occurs.
struct counted_bytes {
  vector<unsigned char> values = vector<unsigned char>(3000);
  vector<unsigned long long> counts = vector<unsigned long long>(256, 0);
  counted_bytes() {
    for (std::size_t i = 0; i < values.size(); ++i) {
      ++counts[values[i] = static_cast<unsigned char>(i * 7 % 211)];
    }
  }
};

TEST(porting, a_cuda_file_as_it_is) {
  const counted_bytes all;
  auto values = on_device(all.values);
  auto bins = on_device(vector<unsigned long long>(256, 0));
  porting_a_cuda_file_as_it_is::run(values.data(), static_cast<int>(all.values.size()),
                                    bins.data());
  EXPECT_EQ(bins.download(), all.counts);
}

TEST(porting, a_cuda_file_as_it_is_2) {
  auto results = on_device(vector<float>{1, -1});
  call<porting_a_cuda_file_as_it_is_2::app::put>({2, 8}, results.data(), results.data() + 1,
                                                 thread_number{});
  EXPECT_EQ(results.download(), (vector<float>{121, 15}));
}

template <class T>
using update_of = void (*)(T*, T);
using maximum_of_floats = float (*)(float*, float);

template <update_of<float> Add, maximum_of_floats Max>
void expect_sums_and_maxima(unsigned threads) {
  auto numbers = on_device(vector<float>{1, -3});
  call<Add>({1, threads}, numbers.data(), 2.0f);
  vector<float> before;
  for (const float v : {-5.0f, -2.0f, 6.0f, 0.5f}) {
    before.push_back(call<Max>({1, 1}, numbers.data() + 1, v)[0]);
  }
  EXPECT_EQ(numbers.download(), (vector<float>{1 + 2 * static_cast<float>(threads), 6}));
  EXPECT_EQ(before, (vector<float>{-3, -3, -2, 6}));
}
template <update_of<unsigned short> Add>
void expect_sums_of_shorts() {
  auto shorts = on_device(vector<unsigned short>{65535, 2, 65535, 4});
  call<Add>({2, 32}, shorts.data() + 1, static_cast<unsigned short>(3));
  call<Add>({2, 32}, shorts.data() + 2, static_cast<unsigned short>(1));
  EXPECT_EQ(shorts.download(), (vector<unsigned short>{65535, 2 + 64 * 3, 63, 4}));
}

namespace before = porting_replace_your_atomics_header;
DIATOMIC_DEVICE void add_before(float* p, float v) { before::atomic_add(p, v); }
DIATOMIC_DEVICE float max_before(float* p, float v) { return before::atomic_max(p, v); }

#if defined(__CUDACC__) || defined(__HIP__)
DIATOMIC_DEVICE void add_short_before(unsigned short* p, unsigned short v) {
  before::atomic_add(p, v);
}
#endif

TEST(porting, replace_your_atomics_header) {
#if defined(__CUDACC__) || defined(__HIP__)
  expect_sums_and_maxima<add_before, max_before>(32);
  expect_sums_of_shorts<add_short_before>();
#else
  expect_sums_and_maxima<add_before, max_before>(1);  // needs OpenMP's option for more
#endif
}

namespace after = porting_replace_your_atomics_header_2;
DIATOMIC_DEVICE void add_after(float* p, float v) { after::atomic_add(p, v); }
DIATOMIC_DEVICE float max_after(float* p, float v) { return after::atomic_max(p, v); }
DIATOMIC_DEVICE void add_short_after(unsigned short* p, unsigned short v) {
  after::atomic_add(p, v);
}

TEST(porting, replace_your_atomics_header_2) {
  expect_sums_and_maxima<add_after, max_after>(32);
  expect_sums_of_shorts<add_short_after>();
}

DIATOMIC_DEVICE void add_pytorchs(c10::Half* halves, c10::BFloat16* bfloats,
                                  c10::complex<float>* singles, c10::complex<double>* doubles) {
  diatomic::store_add(halves + 1, halves[0]);
  diatomic::store_add_at(halves, 2, 3, halves[0]);
  diatomic::store_add(bfloats + 1, bfloats[0]);
  diatomic::store_fmaximum(bfloats + 2, bfloats[0]);
  diatomic::store_add(singles + 1, singles[0]);
  diatomic::store_add(doubles + 1, doubles[0]);
}

TEST(porting, from_pytorch_s_functions) {
  auto halves = on_device(vector<c10::Half>{{0x3c00}, {0x4000}, {0}});       // 1, 2, 0
  auto bfloats = on_device(vector<c10::BFloat16>{{0x3f80}, {0x4000}, {0}});  // 1, 2, 0
  auto singles = on_device(vector<c10::complex<float>>{{1, -2}, {3, 4}});
  auto doubles = on_device(vector<c10::complex<double>>{{1, -2}, {3, 4}});
  call<add_pytorchs>({1, 1}, halves.data(), bfloats.data(), singles.data(), doubles.data());
  EXPECT_EQ(halves.download()[1].x, 0x4200);   // 3
  EXPECT_EQ(halves.download()[2].x, 0x3c00);   // 1
  EXPECT_EQ(bfloats.download()[1].x, 0x4040);  // 3
  EXPECT_EQ(bfloats.download()[2].x, 0x3f80);  // 1
  EXPECT_EQ(singles.download()[1].real(), 4);
  EXPECT_EQ(singles.download()[1].imag(), 2);
  EXPECT_EQ(doubles.download()[1].real(), 4);
  EXPECT_EQ(doubles.download()[1].imag(), 2);
}

DIATOMIC_DEVICE bool claim_in_memory(int* owner, int me) {
  return porting_from_std_atomic_ref_and_cuda_atomic_ref::claim(*owner, me);
}

TEST(porting, from_std_atomic_ref_and_cuda_atomic_ref) {
  auto owner = on_device(vector<int>{0});
  auto claimants = on_device(vector<int>{5, 6, 7, 8});
  const auto claimed =
      call<claim_in_memory>({4, 1}, owner.data(), element_of<int>{claimants.data()});
  EXPECT_EQ(test::true_results(claimed), 1);
  const auto winner = static_cast<std::size_t>(owner.download()[0] - 5);
  EXPECT_EQ(claimed.at(winner), 1);
  int of_host = 0;
  EXPECT_TRUE(porting_from_std_atomic_ref_and_cuda_atomic_ref::claim(of_host, 3));
  EXPECT_FALSE(porting_from_std_atomic_ref_and_cuda_atomic_ref::claim(of_host, 4));
  EXPECT_EQ(of_host, 3);
}

}  // namespace
