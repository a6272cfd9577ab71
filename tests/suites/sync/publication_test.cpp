// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// One thread releases for its whole block: a thread that acquires its word sees all earlier stores
/// of the block's warps. Tested with a barrier and an explicit release, with `block_update`, and
/// with the counter that finds a launch's last block.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/collectives/block_update.hpp>
#include <diatomic/collectives/detail/last_block.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::device_array;
using test::launch_shape;

using device_wide = diatomic::tag<diatomic::memory_scope::device>;
using system_wide = diatomic::tag<diatomic::memory_scope::system>;

/// Publishes that all threads of a block have stored: the block's word changes from 0 to the number
/// of its threads. `Scope` is the scope of the release.
template <class Scope>
struct stored_by_one {
  DIATOMIC_DEVICE static void publish(unsigned* word) {
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) {
      diatomic::store(word, diatomic::block_size(), diatomic::release, Scope{});
    }
  }
};
/// Not the first warp's thread, and a read-modify-write without result.
template <class Scope>
struct added_by_one {
  DIATOMIC_DEVICE static void publish(unsigned* word) {
    diatomic::sync_block();
    if (diatomic::thread_index() == diatomic::block_size() - 1) {
      diatomic::store_add(word, diatomic::block_size(), diatomic::release, Scope{});
    }
  }
};
template <class Scope>
struct fenced_by_one {
  DIATOMIC_DEVICE static void publish(unsigned* word) {
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) {
      diatomic::fence(diatomic::release, Scope{});
      diatomic::store(word, diatomic::block_size(), Scope{});
    }
  }
};
template <class Scope>
struct stored_by_block_update {
  DIATOMIC_DEVICE static void publish(unsigned* word) {
    const diatomic::block_update<diatomic::op::add, unsigned> update(
        diatomic::shared_array<unsigned>());
    update.store(word, 1u, diatomic::release, Scope{});
    diatomic::sync_block();  // The memory can be used again.
  }
};
template <class Scope>
struct fetched_by_block_update {
  DIATOMIC_DEVICE static void publish(unsigned* word) {
    const diatomic::block_update<diatomic::op::add, unsigned> update(
        diatomic::shared_array<unsigned>());
    update.fetch(word, 1u, diatomic::acq_rel, Scope{});
    diatomic::sync_block();
  }
};

struct counts {
  unsigned seen;   ///< how often a thread saw a whole block's word
  unsigned stale;  ///< how often it did not see what that block had stored
};

/// How long a thread looks for a word whose block may not have started.
constexpr unsigned looks = 300;
/// ThreadSanitizer reports a missing order in each round in which the word was seen.
#if DIATOMIC_HOST_THREAD_SANITIZER
constexpr unsigned least_rounds = 3;
#else
constexpr unsigned least_rounds = 8;
#endif

/// In each round, each block stores to its memory, publishes, and reads the stores that the
/// previous block has published.
template <class Form, class Scope>
struct publish_and_read {
  DIATOMIC_DEVICE void operator()(unsigned* data, unsigned* words, counts* found,
                                  unsigned rounds) const {
    const unsigned me = diatomic::thread_index();
    const unsigned block = diatomic::block_size();
    const unsigned grid = diatomic::grid_size();
    const unsigned own = diatomic::block_index();
    const unsigned other = (own + grid - 1) % grid;
    for (unsigned round = 0; round < rounds; ++round) {
      unsigned* const now = data + std::size_t{round} * grid * block;
      now[own * block + me] = round + 1;
      Form::publish(words + round * grid + own);
      for (unsigned k = 0; k < looks; ++k) {
        if (diatomic::load(words + round * grid + other, diatomic::acquire, Scope{}) != block) {
          diatomic::detail::device_ops::pause(1);
          continue;
        }
        diatomic::store_add(&found->seen, 1u);
        // In each quarter of the block, so that other warps' stores are among them.
        for (unsigned part = 0; part < 4; ++part) {
          const unsigned there = (me + part * (block / 4)) % block;
          if (now[other * block + there] != round + 1) diatomic::store_add(&found->stale, 1u);
        }
        break;
      }
    }
  }
};

template <class Form, class Scope>
counts published(launch_shape shape) {
  const auto rounds = static_cast<unsigned>(scaled(60, least_rounds));
  const std::size_t words = std::size_t{rounds} * shape.grid;
  auto data = test::on_device(std::vector<unsigned>(words * shape.block, 0));
  auto published = test::on_device(std::vector<unsigned>(words, 0));
  auto found = test::on_device(std::vector<counts>{{0, 0}});
  test::run(shape, sizeof(unsigned) * (shape.block + 1), publish_and_read<Form, Scope>{},
            data.data(), published.data(), found.data(), rounds);
  return found.download()[0];
}

template <class Form, class Scope>
void expect_all_published() {
  for (const launch_shape shape : {launch_shape{2, 128}, {4, 256}, {7, 200}}) {
    const counts result = published<Form, Scope>(shape);
    EXPECT_EQ(result.stale, 0u) << "of " << result.seen << ", " << testing::PrintToString(shape);
    EXPECT_GT(result.seen, 0u) << testing::PrintToString(shape);
  }
}

template <class Scope>
class publication : public testing::Test {};
#if !defined(__CUDACC__) && !defined(__HIP__)
using scopes = testing::Types<device_wide>;  // The host has one scope.
#else
using scopes = testing::Types<device_wide, system_wide>;
#endif
struct scope_names {
  template <class Scope>
  static std::string GetName(int) {
    return std::is_same_v<Scope, device_wide> ? "device" : "system";
  }
};
TYPED_TEST_SUITE(publication, scopes, scope_names);

TYPED_TEST(publication, by_a_store_of_one_thread) {
  expect_all_published<stored_by_one<TypeParam>, TypeParam>();
}
TYPED_TEST(publication, by_an_addition_of_one_thread) {
  expect_all_published<added_by_one<TypeParam>, TypeParam>();
}
// ThreadSanitizer alone knows no fences.
#if !defined(DIATOMIC_HOST_THREAD_SANITIZER) || !DIATOMIC_HOST_THREAD_SANITIZER || \
    DIATOMIC_RACE_CHECK
TYPED_TEST(publication, by_a_fence_of_one_thread) {
  expect_all_published<fenced_by_one<TypeParam>, TypeParam>();
}
#endif
TYPED_TEST(publication, by_a_store_of_block_update) {
  expect_all_published<stored_by_block_update<TypeParam>, TypeParam>();
}
TYPED_TEST(publication, by_a_fetch_of_block_update) {
  expect_all_published<fetched_by_block_update<TypeParam>, TypeParam>();
}

#if defined(__HIP__)
/// The negative control of `sync_block`: HIP's own barrier, which on gfx9 does not wait for earlier
/// stores.
template <class Scope>
struct stored_after_the_vendors_barrier {
  DIATOMIC_DEVICE static void publish(unsigned* word) {
    ::__syncthreads();
    if (diatomic::thread_index() == 0) {
      diatomic::store(word, diatomic::block_size(), diatomic::release, Scope{});
    }
  }
};

TEST(publication_control, the_vendors_barrier_publishes_too_early) {
  const char* weak = std::getenv("HIP_EMU_WEAK");
  const std::string chip = diatomic::properties(diatomic::current_device()).architecture;
  if (weak == nullptr || *weak != '2' || chip.compare(0, 4, "gfx9") != 0 || chip < "gfx90a") {
    GTEST_SKIP() << "shows on gfx90a, gfx942 and gfx950 with the emulator's weak memory";
  }
  unsigned stale = 0;
  for (int launch = 0; launch < 40 && stale == 0; ++launch) {  // the first shows it 98 times in 100
    stale = published<stored_after_the_vendors_barrier<device_wide>, device_wide>({4, 256}).stale;
  }
  EXPECT_GT(stale, 0u);
}
#endif

/// Each block stores; the last block to finish reads the stores of all blocks.
struct store_and_count {
  DIATOMIC_DEVICE void operator()(unsigned* data, std::uint64_t* word, std::uint64_t signature,
                                  counts* found) const {
    const unsigned n = diatomic::global_size();
    data[diatomic::global_index()] = 1;
    const diatomic::detail::block_counter counter(word, signature);
    if (!counter.is_last(diatomic::shared_array<unsigned>())) return;
    for (unsigned i = diatomic::thread_index(); i < n; i += diatomic::block_size()) {
      if (data[i] != 1) diatomic::store_add(&found->stale, 1u);
    }
    diatomic::store_add(&found->seen, 1u);
  }
};

TEST(publication_to, the_last_block) {
  const std::size_t launches = scaled(200, 20);
  for (const launch_shape shape : {launch_shape{2, 128}, {5, 256}, {16, 100}}) {
    auto found = test::on_device(std::vector<counts>{{0, 0}});
    device_array<std::uint64_t> word(1);
    word.fill_bytes(0xcd);
    device_array<unsigned> data(shape.grid * shape.block);
    for (std::size_t i = 0; i < launches; ++i) {
      data.fill_bytes(0);
      test::run(shape, sizeof(unsigned), store_and_count{}, data.data(), word.data(),
                diatomic::detail::next_signature(), found.data());
    }
    const counts result = found.download()[0];
    EXPECT_EQ(result.stale, 0u) << testing::PrintToString(shape);
    EXPECT_EQ(result.seen, launches * shape.block) << testing::PrintToString(shape);
  }
}

/// In each round, each thread reads words that other threads of its block stored before the
/// barrier. Its caches therefore hold the old words in the next round.
struct store_for_the_block {
  DIATOMIC_DEVICE void operator()(unsigned* data, counts* found, unsigned rounds) const {
    const unsigned me = diatomic::thread_index();
    const unsigned n = diatomic::block_size();
    unsigned* const own = data + diatomic::block_index() * n;
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned part = 0; part < 4; ++part) {
        if (own[(me + part * (n / 4)) % n] != round) diatomic::store_add(&found->stale, 1u);
      }
      diatomic::sync_block();
      own[me] = round + 1;
      diatomic::sync_block();
    }
    diatomic::store_add(&found->seen, 1u);
  }
};

TEST(publication_to, the_own_block) {
  const auto rounds = static_cast<unsigned>(scaled(60, least_rounds));
  for (const launch_shape shape : {launch_shape{2, 128}, {4, 256}, {7, 200}}) {
    auto data = test::on_device(std::vector<unsigned>(std::size_t{shape.grid} * shape.block, 0));
    auto found = test::on_device(std::vector<counts>{{0, 0}});
    test::run(shape, 0, store_for_the_block{}, data.data(), found.data(), rounds);
    const counts result = found.download()[0];
    EXPECT_EQ(result.stale, 0u) << testing::PrintToString(shape);
    EXPECT_EQ(result.seen, shape.grid * shape.block) << testing::PrintToString(shape);
  }
}

}  // namespace
