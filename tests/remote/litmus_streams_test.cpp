// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Orders between processing elements, in streams: thousands of pairs of threads store rising
/// numbers and look at each other's, without waiting, so that a second has millions of trials. The
/// kernels of all processing elements must run at the same time.
///
/// Except in store buffering, each processing element takes every role at once, in different
/// blocks. Roles and objects are given by their distances from the writer, so that they use each
/// link in turn.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <set>
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

/// The processing elements of roles and objects, as distances from the writer.
struct places {
  int middle;  ///< the role that hands on
  int last;    ///< the reader
  int data;
  int flag;
};

/// The role of a thread, which alternates between blocks, and its number among those with this
/// role.
struct part {
  unsigned role;
  std::size_t thread;
  std::size_t threads;  ///< of each role

  DIATOMIC_DEVICE explicit part(unsigned roles)
      : role(diatomic::block_index() % roles),
        thread(std::size_t{diatomic::block_index() / roles} * diatomic::block_size() +
               diatomic::thread_index()),
        threads(std::size_t{diatomic::grid_size() / roles} * diatomic::block_size()) {}
};
/// The object of the thread in a group that `writer` belongs to, `distance` after the writer.
DIATOMIC_DEVICE remote_ref<unsigned> object_of(const symmetric_ptr<unsigned>& objects, int writer,
                                               int distance, const part& p) {
  const std::size_t i = (static_cast<std::size_t>(writer) * p.threads + p.thread) * stride;
  return {objects + static_cast<std::ptrdiff_t>(i), (writer + distance) % objects.pes()};
}
/// The writer of the group in which this processing element is `distance` after the writer.
DIATOMIC_DEVICE int writer_of(const symmetric_ptr<unsigned>& objects, int distance) {
  return (objects.pe() + objects.pes() - distance) % objects.pes();
}

/// Looks for a message until the last has come, or often enough. A trial is a message that was not
/// there before, and a weak outcome one whose data is older.
template <class By>
DIATOMIC_DEVICE void read_messages(const remote_ref<unsigned>& data,
                                   const remote_ref<unsigned>& flag, unsigned rounds,
                                   unsigned long long* found) {
  unsigned before = 0;
  unsigned trials = 0;
  unsigned weak = 0;
  for (unsigned look = 0; look < 8 * rounds && before < rounds; ++look) {
    const unsigned came = By::load(flag);
    const unsigned seen = data.load();
    if (came == before) continue;
    ++trials;
    if (seen < came) ++weak;
    before = came;
  }
  diatomic::store_add(&found[0], static_cast<unsigned long long>(trials));
  diatomic::store_add(&found[1], static_cast<unsigned long long>(weak));
}

/// Message r: r in data, then r in the flag.
template <class By>
struct messages {
  static constexpr unsigned roles = 2;
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned> data, symmetric_ptr<unsigned> flags,
                                  places at, unsigned rounds, unsigned long long* found) const {
    const part own(roles);
    const int writer = writer_of(data, own.role == 0 ? 0 : at.last);
    const remote_ref<unsigned> message = object_of(data, writer, at.data, own);
    const remote_ref<unsigned> flag = object_of(flags, writer, at.flag, own);
    if (own.role == 1) return read_messages<By>(message, flag, rounds, found);
    for (unsigned r = 1; r <= rounds; ++r) {
      message.store(r);
      By::store(flag, r);
    }
  }
};
/// The writer stores the data only; another one stores the flag when it has seen new data.
template <class By>
struct messages_handed_on {
  static constexpr unsigned roles = 3;
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned> data, symmetric_ptr<unsigned> flags,
                                  places at, unsigned rounds, unsigned long long* found) const {
    const part own(roles);
    const int distances[roles] = {0, at.middle, at.last};
    const int writer = writer_of(data, distances[own.role]);
    const remote_ref<unsigned> message = object_of(data, writer, at.data, own);
    const remote_ref<unsigned> flag = object_of(flags, writer, at.flag, own);
    if (own.role == 2) return read_messages<By>(message, flag, rounds, found);
    if (own.role == 0) {
      for (unsigned r = 1; r <= rounds; ++r) {
        message.store(r);
        diatomic::pause();
      }
      return;
    }
    unsigned before = 0;
    for (unsigned look = 0; look < 8 * rounds && before < rounds; ++look) {
      const unsigned seen = message.load();
      if (seen != before) By::store(flag, seen);
      before = seen;
    }
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

/// Independent reads of independent writes: two store rising numbers to an object each, two others
/// note both objects, in opposite orders. Roles are played by the writer, the next and so on.
template <class By>
struct write_or_note {
  static constexpr unsigned roles = 4;
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned> xs, symmetric_ptr<unsigned> ys, int x_at,
                                  int y_at, unsigned rounds, symmetric_ptr<unsigned> notes) const {
    const part own(roles);
    const int writer = writer_of(xs, static_cast<int>(own.role));
    const remote_ref<unsigned> x = object_of(xs, writer, x_at, own);
    const remote_ref<unsigned> y = object_of(ys, writer, y_at, own);
    for (unsigned r = 1; r <= rounds; ++r) {
      if (own.role < 2) {
        By::store(own.role == 0 ? x : y, r);
        continue;
      }
      const unsigned first = By::load(own.role == 2 ? x : y);
      const unsigned second = By::load(own.role == 2 ? y : x);
      unsigned* const noted = notes.local() + (own.role - 2) * 2 * rounds * own.threads;
      noted[(2 * r - 2) * own.threads + own.thread] = first;
      noted[(2 * r - 1) * own.threads + own.thread] = second;
    }
  }
};

/// Compares the notes of the two readers of a group. One saw x at r and then y at s; the other, as
/// soon as it saw y at s + 1 or more, must see x at r or more: else each of the two writes came
/// first. The values that a reader sees never decrease.
counts count_reads(const unsigned* of_x_and_y, const unsigned* of_y_and_x, std::size_t threads,
                   unsigned rounds) {
  counts found;
  for (std::size_t t = 0; t < threads; ++t) {
    unsigned k = 0;
    for (unsigned r = 0; r < rounds; ++r) {
      const unsigned x = of_x_and_y[2 * r * threads + t];
      const unsigned y = of_x_and_y[(2 * r + 1) * threads + t];
      while (k < rounds && of_y_and_x[2 * k * threads + t] <= y) ++k;
      if (x == 0 || k == rounds) continue;
      ++found.trials;
      if (of_y_and_x[(2 * k + 1) * threads + t] < x) ++found.weak;
    }
  }
  return found;
}

/// Threads per block, and blocks per role. Few on the host, where each thread is a fiber.
constexpr unsigned block = diatomic::detail::runtime_api::threads_yield ? 4 : 64;
constexpr unsigned blocks = diatomic::detail::runtime_api::threads_yield ? 2 : 132;

/// Prints the counts and adds them to the sum of the test. On GPUs a control with enough trials
/// must show weak outcomes.
void record(const std::string& name, const counts& one, bool is_control, counts& all) {
  std::cout << name << ": " << one.trials << " trials, " << one.weak << " weak outcomes\n";
  const bool must_meet = !diatomic::detail::runtime_api::threads_yield && test::scale() >= 1;
  EXPECT_TRUE(one.trials != 0 || !must_meet) << name;
  all.trials += one.trials;
  ::testing::Test::RecordProperty("trials", std::to_string(all.trials));
  if (is_control) {
    all.weak += one.weak;
    ::testing::Test::RecordProperty("weak", std::to_string(all.weak));
    const bool are_enough =
        !diatomic::detail::runtime_api::threads_yield && one.trials >= 10'000'000;
    EXPECT_TRUE(one.weak != 0 || !are_enough) << name;
  } else {
    EXPECT_EQ(one.weak, 0u) << name;
  }
}

/// Calls `play(w)` on `least` or more processing elements whose kernels meet. Returns whether there
/// are as many.
template <class Play>
bool play_on_all(int least, Play play) {
  bool meet = true;
  diatomic::world_options options = test::chosen_options();
  test::choose_each_device(options, 0);
  diatomic::with_world(
      [&](world& w) {
        if (w.pes() >= least && w.kernels_meet()) return play(w);
        if (w.pe() == 0) meet = false;
      },
      options);
  return meet;
}
constexpr const char* cannot_play = "kernels of too few processing elements run at the same time";

/// The sum over all processing elements, on the first.
counts sum_of(world& w, const counts& own) {
  counts sum;
  for (const counts& c : w.gather(&own, 1)) {
    sum.trials += c.trials;
    sum.weak += c.weak;
  }
  return sum;
}

/// All places with the roles on `roles` different processing elements, and roles and objects on
/// `different` ones.
std::vector<places> all_places(int pes, unsigned roles, std::size_t different) {
  std::vector<places> all;
  for (int middle = roles == 3 ? 1 : 0; middle < (roles == 3 ? pes : 1); ++middle) {
    for (int last = 1; last < pes; ++last) {
      for (int data = 0; data < pes && last != middle; ++data) {
        for (int flag = 0; flag < pes; ++flag) {
          if (std::set<int>{0, middle, last, data, flag}.size() == different) {
            all.push_back({middle, last, data, flag});
          }
        }
      }
    }
  }
  return all;
}

template <class Kernel>
void stream_messages(const std::string& name, bool is_control) {
  const auto launches = static_cast<unsigned>(scaled(32, 1));
  const auto rounds = static_cast<unsigned>(scaled(1000, 20) < 1000 ? 20 : 1000);
  counts all;
  const bool played = play_on_all(static_cast<int>(Kernel::roles), [&](world& w) {
    const std::size_t words =
        std::size_t{blocks} * block * stride * static_cast<std::size_t>(w.pes());
    symmetric_array<unsigned> data(w, words);
    symmetric_array<unsigned> flags(w, words);
    diatomic::device_array<unsigned long long> found(2);
    diatomic::stream on;
    for (std::size_t different = Kernel::roles; different <= 4; ++different) {
      const std::vector<places> where = all_places(w.pes(), Kernel::roles, different);
      if (where.empty()) break;
      found.fill_bytes(0);
      for (unsigned k = 0; k < launches; ++k) {
        diatomic::fill(on, data.data(), words, 0u);
        diatomic::fill(on, flags.data(), words, 0u);
        on.synchronize();
        w.barrier();
        diatomic::launch(blocks * Kernel::roles, block, 0, on, Kernel{}, data.pointer(),
                         flags.pointer(), where[std::size_t{k} * where.size() / launches], rounds,
                         found.data());
        on.synchronize();
        w.barrier();
      }
      const std::vector<unsigned long long> own = found.download();
      const counts sum = sum_of(w, {own[0], own[1]});
      if (w.pe() == 0) {
        record(name + " on " + std::to_string(different) + " processing elements", sum, is_control,
               all);
      }
    }
  });
  if (!played) GTEST_SKIP() << cannot_play;
}

template <class By>
void stream_stores(const char* name, bool is_control) {
  const auto launches = static_cast<unsigned>(scaled(8, 1));
  const auto rounds = static_cast<unsigned>(scaled(300, 20) < 300 ? 20 : 300);
  counts all;
  const bool played = play_on_all(2, [&](world& w) {
    const int last = w.pes() - 1;
    const unsigned threads = blocks * block;
    symmetric_array<unsigned> a(w, std::size_t{threads} * stride);
    symmetric_array<unsigned> b(w, std::size_t{threads} * stride);
    symmetric_array<unsigned> notes(w, std::size_t{threads} * rounds);
    diatomic::stream on;
    counts own;
    for (unsigned k = 0; k < launches; ++k) {
      const int a_at = static_cast<int>(k) % w.pes();
      const int b_at = (last + static_cast<int>(k) / w.pes()) % w.pes();
      diatomic::fill(on, a.data(), a.size(), 0u);
      diatomic::fill(on, b.data(), b.size(), 0u);
      on.synchronize();
      w.barrier();
      if (w.pe() == 0) {
        diatomic::launch(blocks, block, 0, on, store_then_load<By>{}, a.pointer(), a_at,
                         b.pointer(), b_at, rounds, notes.data());
      } else if (w.pe() == last) {
        diatomic::launch(blocks, block, 0, on, store_then_load<By>{}, b.pointer(), b_at,
                         a.pointer(), a_at, rounds, notes.data());
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
    if (w.pe() == 0) record(name, own, is_control, all);
  });
  if (!played) GTEST_SKIP() << cannot_play;
}

template <class By>
void stream_reads(const char* name, bool is_control) {
  const auto launches = static_cast<unsigned>(scaled(8, 1));
  const auto rounds = static_cast<unsigned>(scaled(300, 20) < 300 ? 20 : 300);
  counts all;
  const bool played = play_on_all(4, [&](world& w) {
    const std::size_t threads = std::size_t{blocks} * block;
    const auto pes = static_cast<std::size_t>(w.pes());
    symmetric_array<unsigned> x(w, threads * stride * pes);
    symmetric_array<unsigned> y(w, threads * stride * pes);
    const std::size_t of_one = 2 * rounds * threads;
    symmetric_array<unsigned> notes(w, 2 * of_one);
    diatomic::stream on;
    counts own;
    for (unsigned k = 0; k < launches; ++k) {
      const int x_at = static_cast<int>(k) % w.pes();
      const int y_at = static_cast<int>(k) / w.pes() % w.pes();
      diatomic::fill(on, x.data(), x.size(), 0u);
      diatomic::fill(on, y.data(), y.size(), 0u);
      on.synchronize();
      w.barrier();
      diatomic::launch(blocks * 4, block, 0, on, write_or_note<By>{}, x.pointer(), y.pointer(),
                       x_at, y_at, rounds, notes.pointer());
      on.synchronize();
      w.barrier();
      // The readers of a group are next to each other.
      const std::vector<unsigned> noted = notes.download();
      const std::vector<unsigned> next = notes.download((w.pe() + 1) % w.pes());
      const counts c = count_reads(noted.data(), next.data() + of_one, threads, rounds);
      own.trials += c.trials;
      own.weak += c.weak;
      w.barrier();
    }
    const counts sum = sum_of(w, own);
    if (w.pe() == 0) record(name, sum, is_control, all);
  });
  if (!played) GTEST_SKIP() << cannot_play;
}

TEST(remote_litmus_streams, messages_by_release) {
  stream_messages<messages<by_release>>("messages by release", false);
}
TEST(remote_litmus_streams, messages_by_updates) {
  stream_messages<messages<by_updates>>("messages by updates", false);
}
TEST(remote_litmus_streams, messages_relaxed) {
  stream_messages<messages<by_relaxed>>("messages relaxed", true);
}
TEST(remote_litmus_streams, messages_handed_on_by_release) {
  stream_messages<messages_handed_on<by_release>>("messages handed on by release", false);
}
TEST(remote_litmus_streams, messages_handed_on_relaxed) {
  stream_messages<messages_handed_on<by_relaxed>>("messages handed on relaxed", true);
}
TEST(remote_litmus_streams, store_buffering_seq_cst) {
  stream_stores<by_seq_cst>("store buffering seq_cst", false);
}
TEST(remote_litmus_streams, store_buffering_release) {
  stream_stores<by_release>("store buffering release", true);
}
TEST(remote_litmus_streams, independent_reads_seq_cst) {
  stream_reads<by_seq_cst>("independent reads seq_cst", false);
}
TEST(remote_litmus_streams, independent_reads_relaxed) {
  stream_reads<by_relaxed>("independent reads relaxed", true);
}

}  // namespace
