// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Values that one lane of a warp sets, by an atomic, and a shuffle hands on: in the other lanes
/// the variable is never set. A compiler that takes it to be set there lets all lanes do the
/// atomic.

#include <string>
#include <vector>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/compat/cuda_warps.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wsometimes-uninitialized"
#pragma clang diagnostic ignored "-Wconditional-uninitialized"
#elif defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace test {

/// A T of whose bytes the first two are `n`, and the reverse.
///@{
template <class T>
DIATOMIC_FUNCTION T unset_made(unsigned n) {
  const auto low = static_cast<unsigned short>(n);
  T v{};
  __builtin_memcpy(static_cast<void*>(&v), &low, sizeof(low));
  return v;
}
template <class T>
DIATOMIC_FUNCTION unsigned unset_read(T v) {
  unsigned short low = 0;
  __builtin_memcpy(&low, static_cast<const void*>(&v), sizeof(low));
  return low;
}
///@}

/// Defines a kernel: in each warp of LANES the lane SETS sets a variable, EXPRESSION passes it on
/// as `v`, and the lane GETS stores what it received. The expression is in the kernel itself,
/// because compilers draw conclusions from its arguments before they inline functions.
#define DIATOMIC_TEST_UNSET(NAME, LANES, SETS, GETS, EXPRESSION)               \
  template <class T>                                                           \
  struct NAME {                                                                \
    DIATOMIC_DEVICE void operator()(unsigned* counter, unsigned* got) const {  \
      const unsigned thread = diatomic::thread_index();                        \
      const unsigned lanes = LANES;                                            \
      T v;                                                                     \
      if (thread % lanes == SETS % lanes) {                                    \
        v = unset_made<T>(diatomic::fetch_add(counter, 1u));                   \
      }                                                                        \
      v = EXPRESSION;                                                          \
      if (thread % lanes == GETS % lanes) got[thread / lanes] = unset_read(v); \
    }                                                                          \
  }
DIATOMIC_TEST_UNSET(by_shfl, 32, 0, 1, diatomic::cuda_names::__shfl_sync(~0u, v, 0));
DIATOMIC_TEST_UNSET(by_shfl_up, 32, 0, 1, diatomic::cuda_names::__shfl_up_sync(~0u, v, 1));
DIATOMIC_TEST_UNSET(by_shfl_down, 32, 1, 0, diatomic::cuda_names::__shfl_down_sync(~0u, v, 1));
DIATOMIC_TEST_UNSET(by_shfl_xor, 32, 0, 1, diatomic::cuda_names::__shfl_xor_sync(~0u, v, 1));
DIATOMIC_TEST_UNSET(by_shuffle, diatomic::warp_size(), 0, 1,
                    diatomic::shuffle(diatomic::first_lanes(lanes), v, 0));
DIATOMIC_TEST_UNSET(by_shuffle_down, diatomic::warp_size(), 1, 0,
                    diatomic::shuffle_down(diatomic::first_lanes(lanes), v, 1));
DIATOMIC_TEST_UNSET(by_shuffle_xor, diatomic::warp_size(), 0, 1,
                    diatomic::shuffle_xor(diatomic::first_lanes(lanes), v, 1));
#undef DIATOMIC_TEST_UNSET

/// Votes and comparisons in which all lanes take part, though most say nothing.
#define DIATOMIC_TEST_UNSET_VOTE(NAME, VOTE)                                  \
  struct NAME {                                                               \
    DIATOMIC_DEVICE void operator()(unsigned* counter, unsigned* got) const { \
      const unsigned thread = diatomic::thread_index();                       \
      int v;                                                                  \
      if (thread % 32 == 0) v = diatomic::fetch_add(counter, 1u) < 1000;      \
      got[thread] = static_cast<unsigned>(VOTE);                              \
    }                                                                         \
  }
DIATOMIC_TEST_UNSET_VOTE(by_any, diatomic::cuda_names::__any_sync(~0u, v));
DIATOMIC_TEST_UNSET_VOTE(by_all, diatomic::cuda_names::__all_sync(~0u, v));
DIATOMIC_TEST_UNSET_VOTE(by_ballot, diatomic::cuda_names::__ballot_sync(~0u, v));
DIATOMIC_TEST_UNSET_VOTE(by_match, diatomic::cuda_names::__match_any_sync(~0u, v));
DIATOMIC_TEST_UNSET_VOTE(by_reduce, diatomic::cuda_names::__reduce_add_sync(~0u, v));
DIATOMIC_TEST_UNSET_VOTE(by_block, diatomic::cuda_names::__syncthreads_count(v));
DIATOMIC_TEST_UNSET_VOTE(by_own_ballot,
                         diatomic::ballot(diatomic::first_lanes(diatomic::warp_size()), v != 0));
#undef DIATOMIC_TEST_UNSET_VOTE

struct count_lanes {
  DIATOMIC_DEVICE void operator()(unsigned* lanes) const { *lanes = diatomic::warp_size(); }
};

inline constexpr unsigned unset_threads = 128;

/// What a block got. Adds to `mistakes` if not one lane of each warp has added.
template <class Kernel>
std::vector<unsigned> got_unset(const std::string& name, unsigned warps, std::string& mistakes) {
  diatomic::stream on;
  diatomic::device_array<unsigned> counter(1);
  diatomic::device_array<unsigned> got(unset_threads);
  counter.fill_bytes(0);
  diatomic::launch(1, unset_threads, 0, on, Kernel{}, counter.data(), got.data());
  on.synchronize();
  const unsigned additions = counter.download()[0];
  if (additions != warps) mistakes += name + ": " + std::to_string(additions) + " additions\n";
  return got.download();
}
/// Adds to `mistakes` what went wrong in a block.
template <class Kernel>
void try_unset(const std::string& name, unsigned lanes, std::string& mistakes) {
  const unsigned warps = unset_threads / lanes;
  const std::vector<unsigned> values = got_unset<Kernel>(name, warps, mistakes);
  std::vector<bool> seen(warps);
  for (unsigned w = 0; w < warps; ++w) {
    if (values[w] < warps) seen[values[w]] = true;
  }
  for (unsigned n = 0; n < warps; ++n) {
    if (!seen[n]) mistakes += name + ": the value " + std::to_string(n) + " is lost\n";
  }
}
template <class T>
void try_unset_of_own(const std::string& type, unsigned lanes, std::string& mistakes) {
  try_unset<by_shuffle<T>>("shuffle of " + type, lanes, mistakes);
  try_unset<by_shuffle_down<T>>("shuffle_down of " + type, lanes, mistakes);
  try_unset<by_shuffle_xor<T>>("shuffle_xor of " + type, lanes, mistakes);
}
template <class T>
void try_unset_of_cuda(const std::string& type, std::string& mistakes) {
  try_unset<by_shfl<T>>("__shfl_sync of " + type, 32, mistakes);
  try_unset<by_shfl_up<T>>("__shfl_up_sync of " + type, 32, mistakes);
  try_unset<by_shfl_down<T>>("__shfl_down_sync of " + type, 32, mistakes);
  try_unset<by_shfl_xor<T>>("__shfl_xor_sync of " + type, 32, mistakes);
}

struct unset_triple {
  int a;
  float b;
  short c, d;
};
struct unset_row {
  double at[8];
};

/// Tests every shuffle on types of every size. Returns one line for each mistake.
inline std::string unset_mistakes() {
  diatomic::device_array<unsigned> own(1);
  diatomic::stream on;
  diatomic::launch(1, 1, 0, on, count_lanes{}, own.data());
  on.synchronize();
  const unsigned lanes = own.download()[0];
  std::string mistakes;
  try_unset_of_cuda<short>("short", mistakes);
  try_unset_of_cuda<diatomic::half>("half", mistakes);
  try_unset_of_cuda<int>("int", mistakes);
  try_unset_of_cuda<double>("double", mistakes);
  try_unset_of_cuda<unset_triple>("a struct of 12 bytes", mistakes);
  try_unset_of_cuda<unset_row>("a struct of 64 bytes", mistakes);
  got_unset<by_any>("__any_sync", unset_threads / 32, mistakes);
  got_unset<by_all>("__all_sync", unset_threads / 32, mistakes);
  got_unset<by_ballot>("__ballot_sync", unset_threads / 32, mistakes);
  got_unset<by_match>("__match_any_sync", unset_threads / 32, mistakes);
  got_unset<by_reduce>("__reduce_add_sync", unset_threads / 32, mistakes);
  got_unset<by_block>("__syncthreads_count", unset_threads / 32, mistakes);
  got_unset<by_own_ballot>("ballot", unset_threads / 32, mistakes);
  try_unset_of_own<int>("int", lanes, mistakes);
  try_unset_of_own<double>("double", lanes, mistakes);
  try_unset_of_own<unset_triple>("a struct of 12 bytes", lanes, mistakes);
  try_unset_of_own<unset_row>("a struct of 64 bytes", lanes, mistakes);
  return mistakes;
}

}  // namespace test
