// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Orders between processing elements, in streams: thousands of pairs of threads store rising
/// numbers and look at each other's, without waiting, so that a second has millions of trials. The
/// kernels of both sides must run at the same time.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "remote/on_each_pe.hpp"

namespace {

using namespace diatomic::tags;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// The objects of different pairs are in different cache lines.
constexpr unsigned stride = 32;

/// How a form stores and loads. Relaxed forms are the negative control: with them the outcomes that
/// the others forbid must be seen.
///@{
template <class StoreOrder, class LoadOrder>
struct by_orders {
  template <class Ref>
  DIATOMIC_FUNCTION static void store(const Ref& ref, unsigned v) {
    ref.store(v, StoreOrder{});
  }
  template <class Ref>
  DIATOMIC_FUNCTION static unsigned load(const Ref& ref) {
    return ref.load(LoadOrder{});
  }
};
using by_release = by_orders<diatomic::release_t, diatomic::acquire_t>;
using by_seq_cst = by_orders<diatomic::seq_cst_t, diatomic::seq_cst_t>;
using by_relaxed = by_orders<diatomic::relaxed_t, diatomic::relaxed_t>;
struct by_updates {
  template <class Ref>
  DIATOMIC_FUNCTION static void store(const Ref& ref, unsigned) {
    ref.store_add(1u, release);
  }
  template <class Ref>
  DIATOMIC_FUNCTION static unsigned load(const Ref& ref) {
    return ref.fetch_or(0u, acquire);
  }
};
///@}

/// Counts of all pairs of a test.
struct counts {
  std::uint64_t trials = 0;
  std::uint64_t weak = 0;  ///< outcomes that acquire and release, or seq_cst, forbid
};

/// Message r: r in data, then r in the flag.
template <class By>
struct write_messages {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned> data, int data_at,
                                  symmetric_ptr<unsigned> flags, int flag_at,
                                  unsigned rounds) const {
    const auto i = static_cast<std::ptrdiff_t>(diatomic::global_index() * stride);
    for (unsigned r = 1; r <= rounds; ++r) {
      remote_ref<unsigned>(data + i, data_at).store(r);
      By::store(remote_ref<unsigned>(flags + i, flag_at), r);
    }
  }
};
/// Looks for a message until the last has come, or often enough. A trial is a message that was not
/// there before, and a weak outcome one whose data is older.
template <class By>
struct read_messages {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned> data, int data_at,
                                  symmetric_ptr<unsigned> flags, int flag_at, unsigned rounds,
                                  unsigned long long* found) const {
    const auto i = static_cast<std::ptrdiff_t>(diatomic::global_index() * stride);
    unsigned before = 0;
    unsigned trials = 0;
    unsigned weak = 0;
    for (unsigned look = 0; look < 8 * rounds && before < rounds; ++look) {
      const unsigned flag = By::load(remote_ref<unsigned>(flags + i, flag_at));
      const unsigned seen = remote_ref<unsigned>(data + i, data_at).load();
      if (flag == before) continue;
      ++trials;
      if (seen < flag) ++weak;
      before = flag;
    }
    diatomic::store_add(&found[0], static_cast<unsigned long long>(trials));
    diatomic::store_add(&found[1], static_cast<unsigned long long>(weak));
  }
};

/// Store buffering: stores r to one object, then notes what is in the other, for each r.
template <class By>
struct store_then_load {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned> own, int own_at,
                                  symmetric_ptr<unsigned> other, int other_at, unsigned rounds,
                                  unsigned* noted) const {
    const unsigned thread = diatomic::global_index();
    const unsigned threads = diatomic::global_size();
    const auto i = static_cast<std::ptrdiff_t>(thread * stride);
    for (unsigned r = 1; r <= rounds; ++r) {
      By::store(remote_ref<unsigned>(own + i, own_at), r);
      noted[(r - 1) * threads + thread] = By::load(remote_ref<unsigned>(other + i, other_at));
    }
  }
};

/// Compares the notes of the two sides. One side stored r and then saw s. If the other side, which
/// had stored s + 1, then did not see r, both loads came before the other side's store.
counts count_buffering(const std::vector<unsigned>& own, const std::vector<unsigned>& other,
                       unsigned threads, unsigned rounds) {
  counts found;
  for (unsigned r = 1; r <= rounds; ++r) {
    for (unsigned t = 0; t < threads; ++t) {
      const unsigned s = own[(r - 1) * threads + t];
      if (s == 0 || s >= rounds) continue;  // the other side had not begun, or was done
      ++found.trials;
      if (other[s * threads + t] < r) ++found.weak;
    }
  }
  return found;
}

/// A launch: on the host few threads, since each is a fiber.
constexpr unsigned block = diatomic::detail::runtime_api::threads_yield ? 4 : 64;
constexpr unsigned grid = diatomic::detail::runtime_api::threads_yield ? 2 : 132;

/// Whether weak outcomes of relaxed accesses must be seen: in enough trials on two GPUs.
bool must_be_weak(std::uint64_t trials) {
  return !diatomic::detail::runtime_api::threads_yield && trials >= 10'000'000;
}

void record(const char* name, const counts& sum, bool is_control) {
  std::cout << name << ": " << sum.trials << " trials, " << sum.weak << " weak outcomes\n";
  ::testing::Test::RecordProperty("trials", std::to_string(sum.trials));
  if (is_control) {
    ::testing::Test::RecordProperty("weak", std::to_string(sum.weak));
    EXPECT_TRUE(sum.weak != 0 || !must_be_weak(sum.trials)) << name;
  } else {
    EXPECT_EQ(sum.weak, 0u) << name;
  }
}

/// Calls `play(w)`, which returns what it counted here, on two or more processing elements whose
/// kernels meet; returns the sum of all.
template <class Play>
counts play_on_all(Play play) {
  counts sum;
  bool meet = true;
  diatomic::world_options options = test::chosen_options();
  test::choose_each_device(options, 0);
  diatomic::with_world(
      [&](world& w) {
        if (w.pes() < 2 || !w.kernels_meet()) {
          if (w.pe() == 0) meet = false;
          return;
        }
        const counts own = play(w);
        for (const counts& c : w.gather(&own, 1)) {
          if (w.pe() != 0) break;
          sum.trials += c.trials;
          sum.weak += c.weak;
        }
      },
      options);
  return meet ? sum : counts{~std::uint64_t{0}, 0};
}
bool was_played(const counts& sum) { return sum.trials != ~std::uint64_t{0}; }

template <class By>
void stream_messages(const char* name, bool is_control) {
  const auto launches = static_cast<unsigned>(scaled(8, 1));
  const auto rounds = static_cast<unsigned>(scaled(1000, 20) < 1000 ? 20 : 1000);
  const counts sum = play_on_all([&](world& w) {
    const int writer = 0;
    const int reader = w.pes() - 1;
    const std::size_t words = std::size_t{grid} * block * stride;
    symmetric_array<unsigned> data(w, words);
    symmetric_array<unsigned> flags(w, words);
    diatomic::device_array<unsigned long long> found(2);
    found.fill_bytes(0);
    diatomic::stream on;
    for (unsigned k = 0; k < launches * 4; ++k) {
      const int data_at = k % 2 == 0 ? reader : writer;
      const int flag_at = k / 2 % 2 == 0 ? writer : reader;
      diatomic::fill(on, data.data(), words, 0u);
      diatomic::fill(on, flags.data(), words, 0u);
      on.synchronize();
      w.barrier();
      if (w.pe() == writer) {
        diatomic::launch(grid, block, 0, on, write_messages<By>{}, data.pointer(), data_at,
                         flags.pointer(), flag_at, rounds);
      } else if (w.pe() == reader) {
        diatomic::launch(grid, block, 0, on, read_messages<By>{}, data.pointer(), data_at,
                         flags.pointer(), flag_at, rounds, found.data());
      }
      on.synchronize();
      w.barrier();
    }
    const std::vector<unsigned long long> all = found.download();
    return counts{all[0], all[1]};
  });
  if (!was_played(sum)) GTEST_SKIP() << "kernels that do not run at the same time";
  record(name, sum, is_control);
}

template <class By>
void stream_stores(const char* name, bool is_control) {
  const auto launches = static_cast<unsigned>(scaled(8, 1));
  const auto rounds = static_cast<unsigned>(scaled(300, 20) < 300 ? 20 : 300);
  const counts sum = play_on_all([&](world& w) {
    const int last = w.pes() - 1;
    const unsigned threads = grid * block;
    symmetric_array<unsigned> a(w, std::size_t{threads} * stride);
    symmetric_array<unsigned> b(w, std::size_t{threads} * stride);
    symmetric_array<unsigned> notes(w, std::size_t{threads} * rounds);
    diatomic::stream on;
    counts own;
    for (unsigned k = 0; k < launches; ++k) {
      const int a_at = k % 2 == 0 ? 0 : last;
      const int b_at = k / 2 % 2 == 0 ? last : 0;
      diatomic::fill(on, a.data(), a.size(), 0u);
      diatomic::fill(on, b.data(), b.size(), 0u);
      on.synchronize();
      w.barrier();
      if (w.pe() == 0) {
        diatomic::launch(grid, block, 0, on, store_then_load<By>{}, a.pointer(), a_at, b.pointer(),
                         b_at, rounds, notes.data());
      } else if (w.pe() == last) {
        diatomic::launch(grid, block, 0, on, store_then_load<By>{}, b.pointer(), b_at, a.pointer(),
                         a_at, rounds, notes.data());
      }
      on.synchronize();
      w.barrier();
      if (w.pe() == 0) {
        const counts c = count_buffering(notes.download(), notes.download(last), threads, rounds);
        own.trials += c.trials;
        own.weak += c.weak;
      }
      w.barrier();
    }
    return own;
  });
  if (!was_played(sum)) GTEST_SKIP() << "kernels that do not run at the same time";
  record(name, sum, is_control);
}

TEST(remote_litmus_streams, messages_by_release) {
  stream_messages<by_release>("messages by release", false);
}
TEST(remote_litmus_streams, messages_by_updates) {
  stream_messages<by_updates>("messages by updates", false);
}
TEST(remote_litmus_streams, messages_relaxed) {
  stream_messages<by_relaxed>("messages relaxed", true);
}
TEST(remote_litmus_streams, store_buffering_seq_cst) {
  stream_stores<by_seq_cst>("store buffering seq_cst", false);
}
TEST(remote_litmus_streams, store_buffering_release) {
  stream_stores<by_release>("store buffering release", true);
}

}  // namespace
