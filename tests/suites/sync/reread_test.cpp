// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// One thread reads plain data, hands it to another one, takes it back changed and reads it again:
/// the compiler must not keep the first value. In between there is no loop, because a loop hides
/// the mistake. Data and flags are in the same memory space or in different ones.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace {

using diatomic::memory_space;

/// Raises the flag, as a release.
struct by_store {
  template <class Space>
  DIATOMIC_DEVICE static void raise(unsigned* flag, Space space) {
    diatomic::store(flag, 1u, diatomic::release, space);
  }
};
struct by_addition {
  template <class Space>
  DIATOMIC_DEVICE static void raise(unsigned* flag, Space space) {
    diatomic::store_add(flag, 1u, diatomic::release, space);
  }
};
struct by_exchange {
  template <class Space>
  DIATOMIC_DEVICE static void raise(unsigned* flag, Space space) {
    diatomic::exchange(flag, 1u, diatomic::release, space);
  }
};

/// Reads the flag once, as an acquire.
struct by_load {
  template <class Space>
  DIATOMIC_DEVICE static unsigned look(unsigned* flag, Space space) {
    return diatomic::load(flag, diatomic::acquire, space);
  }
};
struct by_untagged_load {
  template <class Space>
  DIATOMIC_DEVICE static unsigned look(unsigned* flag, Space) {
    return diatomic::load(flag, diatomic::acquire);
  }
};
struct by_block_load {
  template <class Space>
  DIATOMIC_DEVICE static unsigned look(unsigned* flag, Space space) {
    return diatomic::load(flag, diatomic::acquire, diatomic::block_scope, space);
  }
};
struct by_seq_cst_load {
  template <class Space>
  DIATOMIC_DEVICE static unsigned look(unsigned* flag, Space space) {
    return diatomic::load(flag, diatomic::seq_cst, space);
  }
};
struct by_fetch_add {
  template <class Space>
  DIATOMIC_DEVICE static unsigned look(unsigned* flag, Space space) {
    return diatomic::fetch_add(flag, 2u, diatomic::acquire, space);
  }
};
struct by_compare_exchange {
  template <class Space>
  DIATOMIC_DEVICE static unsigned look(unsigned* flag, Space space) {
    return diatomic::compare_exchange(flag, 1u, 2u, diatomic::acquire, space);
  }
};

/// 0, after a chain of 2^Doublings plain loads without a loop. `zeros` holds zeros.
template <int Doublings>
DIATOMIC_FUNCTION unsigned wait_for_zero(const unsigned* zeros, unsigned i) {
  if constexpr (Doublings == 0) {
    return zeros[i];
  } else {
    return wait_for_zero<Doublings - 1>(zeros, wait_for_zero<Doublings - 1>(zeros, i));
  }
}

constexpr unsigned threads = 128;  // the second wave on any chip

template <class Raise, class Look, memory_space Data, memory_space Flags>
struct hand_over {
  DIATOMIC_DEVICE void operator()(unsigned* data, unsigned* flags, unsigned* results,
                                  const unsigned* zeros) const {
    constexpr diatomic::tag<Flags> space;
    const unsigned block = diatomic::block_index();
    unsigned* const shared = diatomic::shared_array<unsigned>();
    unsigned* const word = Data == memory_space::shared ? shared : data + block;
    unsigned* const sent = Flags == memory_space::shared ? shared + 1 : flags + 2 * block;
    unsigned* const returned = sent + 1;
    if (diatomic::thread_index() == 0) shared[0] = shared[1] = shared[2] = 0;
    diatomic::sync_block();

    if (diatomic::thread_index() == 0) {
      const unsigned before = *word;
      Raise::raise(sent, space);
      if (diatomic::warp_size() == 1) diatomic::pause();  // on the CPU the other thread runs now
      const unsigned flag = Look::look(returned + wait_for_zero<8>(zeros, 0), space);
      const unsigned after = flag == 1 ? *word : 0;
      results[3 * block] = before;
      results[3 * block + 1] = flag;
      results[3 * block + 2] = after;
    } else if (diatomic::thread_index() == threads - 1) {
      while (diatomic::load(sent, diatomic::acquire, space) != 1) {
      }
      *word = 7;
      diatomic::store(returned, 1u, diatomic::release, space);
    }
  }
};

template <class Raise, class Look, memory_space Data, memory_space Flags>
void expect_new_value(const std::string& how) {
  SCOPED_TRACE(how);
  const auto blocks = static_cast<unsigned>(test::scaled(256, 16));
  diatomic::device_array<unsigned> data(blocks), flags(std::size_t{2} * blocks);
  diatomic::device_array<unsigned> results(std::size_t{3} * blocks), zeros(1);
  data.fill_bytes(0);
  flags.fill_bytes(0);
  zeros.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(blocks, threads, 3 * sizeof(unsigned), stream,
                   hand_over<Raise, Look, Data, Flags>{}, data.data(), flags.data(), results.data(),
                   static_cast<const unsigned*>(zeros.data()));
  stream.synchronize();
  const std::vector<unsigned> seen = results.download();
  unsigned returned = 0;
  unsigned wrong = 0;
  for (unsigned b = 0; b < blocks; ++b) {
    EXPECT_EQ(seen[3 * b], 0u);
    if (seen[3 * b + 1] != 1) continue;
    ++returned;
    wrong += seen[3 * b + 2] != 7;
  }
  EXPECT_GT(returned, 0u) << "the thread looked too early in all blocks";
  EXPECT_EQ(wrong, 0u) << "of " << returned;
}

template <class Raise, class Look>
void expect_new_values(const char* raise, const char* look) {
  constexpr memory_space global = memory_space::global;
  constexpr memory_space shared = memory_space::shared;
  const std::string how = std::string(raise) + ", " + look;
  expect_new_value<Raise, Look, global, global>(how + ": data global, flags global");
  expect_new_value<Raise, Look, global, shared>(how + ": data global, flags shared");
  expect_new_value<Raise, Look, shared, global>(how + ": data shared, flags global");
  expect_new_value<Raise, Look, shared, shared>(how + ": data shared, flags shared");
}

template <class Raise>
void expect_new_values(const char* raise) {
  expect_new_values<Raise, by_load>(raise, "load");
  expect_new_values<Raise, by_untagged_load>(raise, "load without a space");
  expect_new_values<Raise, by_block_load>(raise, "load at block scope");
  expect_new_values<Raise, by_seq_cst_load>(raise, "seq_cst load");
  expect_new_values<Raise, by_fetch_add>(raise, "fetch_add");
  expect_new_values<Raise, by_compare_exchange>(raise, "compare_exchange");
}

TEST(reread, after_a_store) { expect_new_values<by_store>("store"); }
TEST(reread, after_an_addition) { expect_new_values<by_addition>("store_add"); }
TEST(reread, after_an_exchange) { expect_new_values<by_exchange>("exchange"); }

}  // namespace
