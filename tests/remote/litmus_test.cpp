// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Orders between processing elements: messages and store buffering over memory of different ones.
/// Who reads polls each trial's flag for a while before the next, so that the two meet.

#include <cstddef>
#include <iostream>
#include <vector>

#include "remote/on_each_pe.hpp"

namespace {

using namespace diatomic::tags;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// Where the two objects of a trial are: on the writer, on the reader, on a third one.
struct places {
  int data;
  int flag;
};

constexpr unsigned most_polls = 200;
/// What each trial needs: objects in different cache lines.
constexpr unsigned stride = 32;

/// How data and flag are written and read.
///@{
struct by_release {
  template <class Flag>
  DIATOMIC_FUNCTION static void publish(const Flag& flag) {
    flag.store(1u, release);
  }
  template <class Flag>
  DIATOMIC_FUNCTION static unsigned poll(const Flag& flag) {
    return flag.load(acquire);
  }
};
struct by_updates {
  template <class Flag>
  DIATOMIC_FUNCTION static void publish(const Flag& flag) {
    flag.store_add(1u, release);
  }
  template <class Flag>
  DIATOMIC_FUNCTION static unsigned poll(const Flag& flag) {
    return flag.fetch_or(0u, acquire);
  }
};
struct by_compare_exchange {
  template <class Flag>
  DIATOMIC_FUNCTION static void publish(const Flag& flag) {
    flag.compare_exchange(0u, 1u, acq_rel);
  }
  template <class Flag>
  DIATOMIC_FUNCTION static unsigned poll(const Flag& flag) {
    return flag.compare_exchange(2u, 3u, acquire);
  }
};
/// The joined order is acq_rel, so that the data are there before the flag.
struct by_joined_orders {
  template <class Flag>
  DIATOMIC_FUNCTION static void publish(const Flag& flag) {
    flag.compare_exchange(0u, 1u, release, diatomic::on_failure(acquire));
  }
  template <class Flag>
  DIATOMIC_FUNCTION static unsigned poll(const Flag& flag) {
    return flag.compare_exchange(2u, 3u, release, diatomic::on_failure(acquire));
  }
};
struct by_quiet {
  template <class Flag>
  DIATOMIC_FUNCTION static void publish(const Flag& flag) {
    diatomic::quiet();
    flag.store(1u, relaxed);
  }
  template <class Flag>
  DIATOMIC_FUNCTION static unsigned poll(const Flag& flag) {
    return flag.load(acquire);
  }
};
///@}

template <class By>
struct write_messages {
  DIATOMIC_FUNCTION void operator()(symmetric_ptr<unsigned> data, symmetric_ptr<unsigned> flags,
                                    places at, unsigned trials) const {
    for (unsigned i = 0; i < trials; ++i) {
      remote_ref<unsigned>(data + i * stride, at.data).store(i + 1);
      By::publish(remote_ref<unsigned>(flags + i * stride, at.flag));
      // What a network has under way may arrive in between, in any order.
      for (unsigned pauses = 0; pauses < 20; ++pauses) diatomic::pause();
    }
  }
};
/// `seen` becomes the trials whose flag was there, and those of them whose data were not.
template <class By>
struct read_messages {
  DIATOMIC_FUNCTION void operator()(symmetric_ptr<unsigned> data, symmetric_ptr<unsigned> flags,
                                    places at, unsigned trials, unsigned* seen) const {
    seen[0] = 0;
    seen[1] = 0;
    for (unsigned i = 0; i < trials; ++i) {
      const remote_ref<unsigned> flag(flags + i * stride, at.flag);
      unsigned polls = 0;
      while (By::poll(flag) != 1 && ++polls < most_polls) diatomic::pause();
      if (polls == most_polls) continue;
      ++seen[0];
      if (remote_ref<unsigned>(data + i * stride, at.data).load() != i + 1) ++seen[1];
    }
  }
};

/// Stores to one object, then loads the other: of two that do so, one sees the other's store.
struct store_and_load {
  DIATOMIC_FUNCTION void operator()(symmetric_ptr<unsigned> own, int own_at,
                                    symmetric_ptr<unsigned> other, int other_at, unsigned trials,
                                    unsigned* seen) const {
    for (unsigned i = 0; i < trials; ++i) {
      remote_ref<unsigned>(own + i * stride, own_at).store(1u, seq_cst);
      seen[i] = remote_ref<unsigned>(other + i * stride, other_at).load(seq_cst);
      diatomic::pause();
    }
  }
};

/// One thread's work. The host's pool runs one launch at a time, so there it is called.
template <class Kernel, class... Args>
void run_alone(Kernel kernel, Args... args) {
  if constexpr (diatomic::detail::runtime_api::threads_yield) {
    kernel(args...);
  } else {
    test::run_kernel(1, 1, kernel, args...);
  }
}

template <class By>
void expect_messages(const char* name) {
  const auto trials = static_cast<unsigned>(scaled(2000, 50));
  test::on_each_pe([&](world& w) {
    const int writer = 0;
    const int reader = w.pes() - 1;
    const int third = w.pes() / 2;
    for (const places at : {places{reader, reader}, places{writer, reader}, places{third, writer},
                            places{writer, writer}, places{reader, third}}) {
      symmetric_array<unsigned> data(w, std::size_t{trials} * stride);
      symmetric_array<unsigned> flags(w, std::size_t{trials} * stride);
      diatomic::device_array<unsigned> seen(2);
      seen.fill_bytes(0);
      w.barrier();
      if (w.pe() == writer) {
        run_alone(write_messages<By>{}, data.pointer(), flags.pointer(), at, trials);
      } else if (w.pe() == reader) {
        run_alone(read_messages<By>{}, data.pointer(), flags.pointer(), at, trials, seen.data());
        const std::vector<unsigned> counts = seen.download();
        std::cout << name << ", data at " << at.data << ", flag at " << at.flag << ": " << counts[0]
                  << " of " << trials << " messages came\n";
        EXPECT_EQ(counts[1], 0u) << name << ": flags without their data";
      }
      w.barrier();
      // Afterwards all are there.
      if (w.pe() == reader) {
        run_alone(read_messages<By>{}, data.pointer(), flags.pointer(), at, trials, seen.data());
        EXPECT_EQ(seen.download(), (std::vector<unsigned>{trials, 0}));
      }
    }
  });
}

TEST(remote_litmus, messages_by_joined_orders) {
  expect_messages<by_joined_orders>("joined orders");
}
TEST(remote_litmus, messages_by_release) { expect_messages<by_release>("release"); }
TEST(remote_litmus, messages_by_updates) { expect_messages<by_updates>("updates"); }
TEST(remote_litmus, messages_by_compare_exchange) {
  expect_messages<by_compare_exchange>("compare_exchange");
}
TEST(remote_litmus, messages_by_quiet) { expect_messages<by_quiet>("quiet"); }

TEST(remote_litmus, store_buffering) {
  const auto trials = static_cast<unsigned>(scaled(2000, 50));
  test::on_each_pe([&](world& w) {
    const int last = w.pes() - 1;
    for (const places at : {places{0, last}, places{last, 0}, places{0, 0}}) {
      symmetric_array<unsigned> a(w, std::size_t{trials} * stride);
      symmetric_array<unsigned> b(w, std::size_t{trials} * stride);
      diatomic::device_array<unsigned> seen(trials);
      seen.upload(std::vector<unsigned>(trials, 1));
      w.barrier();
      if (w.pe() == 0) {
        run_alone(store_and_load{}, a.pointer(), at.data, b.pointer(), at.flag, trials,
                  seen.data());
      } else if (w.pe() == last) {
        run_alone(store_and_load{}, b.pointer(), at.flag, a.pointer(), at.data, trials,
                  seen.data());
      }
      w.barrier();
      const std::vector<unsigned> all = test::gathered(w, seen.download());
      for (unsigned i = 0; i < trials && w.pe() == 0; ++i) {
        const std::size_t other = static_cast<std::size_t>(last) * trials + i;
        EXPECT_FALSE(w.pes() > 1 && all[i] == 0 && all[other] == 0) << "trial " << i;
      }
    }
  });
}

/// A token that goes round: each waits for its predecessor, `wait(own, due)` for the token `due`.
/// Where kernels of one device would wait for each other, the devices' own litmus tests stand for
/// it.
template <class Wait>
void expect_ring(Wait wait) {
  if (!diatomic::detail::runtime_api::threads_yield)
    GTEST_SKIP() << "for processing elements of "
                    "their own";
  const auto rounds = static_cast<unsigned>(scaled(200, 3));
  test::on_each_pe([&](world& w) {
    symmetric_array<unsigned> token(w, 1);
    const remote_ref<unsigned> own(token.pointer(), w.pe());
    const remote_ref<unsigned> next(token.pointer(), (w.pe() + 1) % w.pes());
    if (w.pe() == 0) own.store(1u);
    for (unsigned round = 1; round <= rounds; ++round) {
      const unsigned due = w.pe() == 0 ? round : round + 1;
      EXPECT_EQ(wait(own, due), due);
      next.store(round + 1, release);
    }
    w.barrier();
    EXPECT_EQ(own.load(), rounds + 1);
    w.barrier();
  });
}
TEST(remote_litmus, ring_by_loads) {
  expect_ring([](const remote_ref<unsigned>& own, unsigned due) {
    return own.wait_until([=](unsigned seen) { return seen >= due; }, acquire);
  });
}
TEST(remote_litmus, ring_by_compare_exchange) {
  expect_ring([](const remote_ref<unsigned>& own, unsigned due) {
    unsigned seen = 0;
    do {
      seen = own.compare_exchange(due, due, acquire);
    } while (seen < due);
    return seen;
  });
}

}  // namespace
