// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What is sent to its owners in bulk: every item arrives once, at its owner, as it was.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/remote/aggregated_scatter.hpp>
#include <diatomic/remote/partitioned_scatter.hpp>

#include "remote/on_each_pe.hpp"
#include "support/history.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::mailboxes;
using diatomic::symmetric_array;
using diatomic::world;

/// Items of many sizes; each says what it is in all of its words.
template <unsigned Words>
struct item {
  unsigned words[Words];
};
template <>
struct item<4> {
  alignas(16) unsigned words[4];
};

template <unsigned Words>
struct make_item {
  unsigned first;
  DIATOMIC_FUNCTION item<Words> operator()(std::size_t i) const {
    item<Words> made{};
    for (unsigned w = 0; w < Words; ++w) {
      made.words[w] = (first + static_cast<unsigned>(i)) * (w + 1);
    }
    return made;
  }
};
/// How items are spread: in turns with now and then none, all to one, or nearly all to one.
struct spread {
  int pes;
  int way;
  DIATOMIC_FUNCTION int operator()(std::size_t i) const {
    const auto turn = static_cast<int>((i * 7 + i / 7) % static_cast<std::size_t>(pes + 2));
    if (way == 0) return turn - 1;  // -1 and `pes` are none
    if (way == 1) return pes - 1;
    return i % 100 == 0 ? turn % pes : 0;
  }
};
/// Marks what came.
template <unsigned Words>
struct mark {
  unsigned* came;   ///< of each item of each sender
  unsigned* wrong;  ///< items that are not what was sent
  unsigned all;
  DIATOMIC_DEVICE void operator()(const item<Words>& i) const {
    bool is_right = i.words[0] < all;
    for (unsigned w = 1; w < Words; ++w) is_right &= i.words[w] == i.words[0] * (w + 1);
    if (is_right) {
      diatomic::store_add(&came[i.words[0]], 1u);
    } else {
      diatomic::store_add(wrong, 1u);
    }
  }
};

template <unsigned Words>
void expect_every_item() {
  const std::size_t most = scaled(20000, 300);
  test::on_each_pe([&](world& w) {
    const diatomic::stream on;
    const auto pes = static_cast<std::size_t>(w.pes());
    const auto n = most / static_cast<std::size_t>(w.pe() + 1);  // others have fewer
    for (const std::size_t capacity : {most, most / 3, std::size_t{1}}) {
      // One item a time takes long, so of few.
      const std::size_t own = capacity == 1 ? static_cast<std::size_t>(2 * w.pe()) : n;
      mailboxes<item<Words>> boxes(w, capacity);
      EXPECT_EQ(boxes.capacity(), capacity);
      for (const int way : {0, 1, 2}) {
        if (capacity == 1 && (way != 0 || Words != 1)) continue;  // many rounds
        diatomic::device_array<unsigned> came(most * pes);
        diatomic::device_array<unsigned> wrong(1);
        came.fill_bytes(0);
        wrong.fill_bytes(0);
        const auto first = static_cast<unsigned>(most) * static_cast<unsigned>(w.pe());
        const spread owner_of{w.pes(), way};
        diatomic::send_to_owners(
            w, on, make_item<Words>{first}, own, owner_of,
            mark<Words>{came.data(), wrong.data(), static_cast<unsigned>(came.size())}, boxes);
        EXPECT_EQ(wrong.download()[0], 0u) << capacity;
        const std::vector<unsigned> found = came.download();
        std::size_t different = 0;
        for (int from = 0; from < w.pes(); ++from) {
          const std::size_t theirs = capacity == 1 ? static_cast<std::size_t>(2 * from)
                                                   : most / static_cast<std::size_t>(from + 1);
          for (std::size_t i = 0; i < most; ++i) {
            const unsigned expected = i < theirs && owner_of(i) == w.pe() ? 1 : 0;
            if (found[static_cast<std::size_t>(from) * most + i] != expected) ++different;
          }
        }
        EXPECT_EQ(different, 0u) << "capacity " << capacity << ", way " << way;
      }
    }
  });
}

TEST(remote_aggregation, items_of_1_word) { expect_every_item<1>(); }
TEST(remote_aggregation, items_of_3_words) { expect_every_item<3>(); }
TEST(remote_aggregation, items_of_4_aligned_words) { expect_every_item<4>(); }
TEST(remote_aggregation, items_of_32_words) { expect_every_item<32>(); }

/// Owners in 64 bits of which the lower 32 are a processing element, and a negative one.
struct owners_that_are_none {
  DIATOMIC_FUNCTION std::int64_t operator()(std::size_t i) const {
    const std::int64_t above = std::int64_t{1} << 32;
    return i % 3 == 0 ? above : i % 3 == 1 ? -above : -1;
  }
};
enum class small_owner : signed char {};
enum class wide_owner : unsigned long long {};

template <class Owner>
void expect_owners() {
  using diatomic::detail::checked_owner;
  using limits = std::numeric_limits<Owner>;
  for (const unsigned pes : {1u, 2u, 127u, 128u, 255u, 256u, 257u, 65535u, 65536u, 1u << 20}) {
    for (const long long owner : {-129ll, -128ll, -1ll, 0ll, 1ll, 126ll, 127ll, 128ll, 255ll, 256ll,
                                  65534ll, 65535ll, 65536ll, 0xffffffffll, 1ll << 32}) {
      const auto stored = static_cast<Owner>(owner);
      if (static_cast<long long>(stored) != owner) continue;
      const bool is_one = owner >= 0 && owner < static_cast<long long>(pes);
      EXPECT_EQ(checked_owner(stored, pes), is_one ? static_cast<unsigned>(owner) : pes)
          << owner << " of " << pes;
    }
    EXPECT_EQ(checked_owner(limits::max(), pes),
              static_cast<unsigned long long>(limits::max()) < pes
                  ? static_cast<unsigned>(limits::max())
                  : pes);
  }
}

// An owner that is no processing element must not become one, whatever its type.
TEST(remote_aggregation, owners_of_each_type) {
  using diatomic::detail::checked_owner;
  expect_owners<bool>();
  expect_owners<char>();
  expect_owners<signed char>();
  expect_owners<unsigned char>();
  expect_owners<short>();
  expect_owners<unsigned short>();
  expect_owners<int>();
  expect_owners<unsigned>();
  expect_owners<long>();
  expect_owners<unsigned long>();
  expect_owners<long long>();
  expect_owners<unsigned long long>();
  EXPECT_EQ(checked_owner(small_owner{-1}, 256), 256u);
  EXPECT_EQ(checked_owner(small_owner{100}, 256), 100u);
  EXPECT_EQ(checked_owner(wide_owner{(1ull << 32) + 1}, 256), 256u);
}

TEST(remote_aggregation, owners_in_64_bits) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    mailboxes<item<1>> boxes(w, 100);
    diatomic::device_array<unsigned> came(100);
    diatomic::device_array<unsigned> wrong(1);
    came.fill_bytes(0);
    wrong.fill_bytes(0);
    diatomic::send_to_owners(w, on, make_item<1>{0}, 100, owners_that_are_none{},
                             mark<1>{came.data(), wrong.data(), 100}, boxes);
    EXPECT_EQ(came.download(), std::vector<unsigned>(100));
    EXPECT_EQ(wrong.download()[0], 0u);
  });
}

/// Throws on the CPU, where a kernel can.
struct throw_in_kernel {
  DIATOMIC_FUNCTION void operator()(const item<1>&) const {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
    throw std::domain_error("on purpose");
#endif
  }
};
TEST(remote_aggregation, after_an_exception) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "kernels that cannot throw";
  if (!test::are_threads<diatomic::world_options>) GTEST_SKIP() << "it would end the processes";
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    mailboxes<item<1>> boxes(w, 100);
    const spread all_to_last{w.pes(), 1};
    const spread in_turns{w.pes(), 0};
    EXPECT_THROW(
        diatomic::send_to_owners(w, on, make_item<1>{0}, 100, in_turns, throw_in_kernel{}, boxes),
        std::domain_error);
    // All of them learn that boxes may hold items of the other call.
    EXPECT_THROW(diatomic::send_to_owners(w, on, make_item<1>{0}, 0, all_to_last,
                                          mark<1>{nullptr, nullptr, 0}, boxes),
                 std::logic_error);
    w.barrier();
  });
}

TEST(remote_aggregation, nothing_to_send) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    mailboxes<item<1>> boxes(w, 4);
    diatomic::send_to_owners(w, on, make_item<1>{0}, 0, spread{w.pes(), 0},
                             mark<1>{nullptr, nullptr, 0}, boxes);
    EXPECT_THROW(mailboxes<item<1>>(w, 0), std::invalid_argument);
    EXPECT_THROW(mailboxes<item<1>>(w, std::size_t{1} << 32), std::invalid_argument);
    if (w.pes() > 1) {
      const auto own = static_cast<std::size_t>(w.pe() + 1);
      EXPECT_THROW(mailboxes<item<1>>(w, own), std::invalid_argument);
    }
    w.barrier();
  });
}

/// Keeps a GPU's stream busy for some milliseconds.
struct dawdle {
  DIATOMIC_DEVICE void operator()(unsigned* word) const {
    for (unsigned i = 0; i < 10000; i = diatomic::fetch_add(word, 1u)) {
    }
  }
};

/// Sums at indices, against one loop over what all have. What is added to is written by work that
/// is still in the stream.
template <class T, class Index>
void expect_sums(std::size_t n, std::size_t words) {
  test::on_each_pe([&](world& w) {
    const diatomic::stream on;
    const auto pes = static_cast<std::size_t>(w.pes());
    symmetric_array<T> table(w, words);
    mailboxes<diatomic::indexed_value<T>> boxes(w, n / 2 + 1);
    std::vector<T> expected(words, T(3));
    diatomic::device_array<unsigned> word(1);
    word.fill_bytes(0);
    std::vector<Index> own_indices;
    std::vector<int> own_values;
    for (int from = 0; from < w.pes(); ++from) {
      std::mt19937 random(static_cast<unsigned>(from) + 100u * test::seed());
      for (std::size_t i = 0; i < n; ++i) {
        // From one before the first to one behind the last.
        const auto index = static_cast<std::int64_t>(random() % (words * pes + 2)) - 1;
        const auto value = static_cast<int>(random() % 7) - 3;
        if (from == w.pe()) {
          own_indices.push_back(static_cast<Index>(index));
          own_values.push_back(value);
        }
        if (index < 0 || index / static_cast<std::int64_t>(words) != w.pe()) continue;
        T& word = expected[static_cast<std::size_t>(index) % words];
        word = diatomic::result_of<diatomic::op::add>(word, T(value));
      }
    }
    diatomic::device_array<Index> indices(n);
    diatomic::device_array<int> values(n);
    indices.upload(own_indices);
    values.upload(own_values);
    w.barrier();
    if (w.pe() == 0) diatomic::launch(1, 1, 0, on, dawdle{}, word.data());
    diatomic::fill(on, table.data(), words, T(3));
    diatomic::aggregated_scatter_add(w, on, indices.data(), values.data(), n, table, boxes);
    const std::vector<T> found = table.download();
    std::size_t different = 0;
    for (std::size_t i = 0; i < words; ++i) {
      if (test::bits_of(found[i]) != test::bits_of(expected[i])) ++different;
    }
    EXPECT_EQ(different, 0u);
    w.barrier();
  });
}

/// Sanitizers and emulators run at these scales, and take up to a hundred times as long for many
/// updates. Calls that repeat a path are left out there.
bool is_slow_run() { return test::scale() < 0.05; }

TEST(remote_aggregation, sums_of_many) {
  const std::size_t n = diatomic::detail::most_few_updates + 1;  // of fewer, none is sent in bulk
  expect_sums<unsigned, int>(n, 1000);
  if (is_slow_run()) return;  // the other types only add in another way
  expect_sums<std::uint64_t, std::int64_t>(n, 77);
  expect_sums<float, unsigned>(n, 501);
  expect_sums<double, unsigned>(n, 501);
  expect_sums<diatomic::half, unsigned>(n, 501);
  expect_sums<diatomic::fixed_point<-20>, int>(n, 300);
}
TEST(remote_aggregation, sums_of_few) {
  expect_sums<unsigned, int>(500, 100);
  expect_sums<double, std::int64_t>(1, 3);
  expect_sums<float, unsigned>(300, 50);
  expect_sums<diatomic::fixed_point<-20>, int>(200, 30);
}

struct last_block_adds_up {
  DIATOMIC_DEVICE void operator()(diatomic::detail::peer_signals signals, unsigned* of_block,
                                  unsigned* sum) const {
    if (diatomic::thread_index() == diatomic::block_size() - 1) {
      of_block[diatomic::block_index()] += diatomic::block_index() + 1;
    }
    if (!signals.is_last_block()) return;
    unsigned all = 0;
    for (unsigned b = 0; b < diatomic::grid_size(); ++b) all += of_block[b];
    *sum = all;
  }
};
/// Plain accesses: the last block sees what all have written, in launch after launch.
TEST(remote_aggregation, the_last_block_sees_all_others) {
  test::on_each_pe([](world& w) {
    symmetric_array<unsigned> array(w, 1);
    for (const unsigned grid : {1u, 2u, 100u}) {
      diatomic::device_array<unsigned> of_block(grid);
      diatomic::device_array<unsigned> sum(1);
      of_block.fill_bytes(0);
      for (unsigned launch = 1; launch <= 3; ++launch) {
        sum.fill_bytes(0xff);
        test::run_kernel(grid, 64, last_block_adds_up{},
                         diatomic::detail::peer_signals::next_of(array), of_block.data(),
                         sum.data());
        EXPECT_EQ(sum.download()[0], launch * (grid * (grid + 1) / 2)) << grid << " blocks";
      }
    }
    w.barrier();
  });
}

struct signal_ready {
  DIATOMIC_DEVICE void operator()(diatomic::detail::peer_signals signals) const {
    if (diatomic::thread_index() == 0) signals.send(diatomic::detail::peer_signals::ready);
  }
};
/// The words for signals begin at a multiple of 8 bytes: a network updates them through words of 8
/// bytes, in which no element may be.
TEST(remote_aggregation, signals_share_no_word_with_elements) {
  test::on_each_pe([](world& w) {
    for (const std::size_t n : {1, 5, 8, 11}) {
      symmetric_array<unsigned char> array(w, n);
      test::run_kernel(1, 1, signal_ready{}, diatomic::detail::peer_signals::next_of(array));
      w.barrier();
      const std::size_t all = (n + 7) / 8 * 8;
      std::vector<unsigned char> found(all, 99);
      diatomic::detail::runtime_api::copy_to_host(found.data(), array.data(), all);
      EXPECT_EQ(found, std::vector<unsigned char>(all)) << n;
      w.barrier();
    }
  });
}

struct in_turn {
  std::size_t words;
  DIATOMIC_FUNCTION unsigned operator()(std::size_t i) const {
    return static_cast<unsigned>(i % words);
  }
};
struct one {
  DIATOMIC_FUNCTION unsigned operator()(std::size_t) const { return 1; }
};
/// The number of updates is none, few or many on one, and something else on the others.
TEST(remote_aggregation, sums_of_which_one_has_more) {
  const std::size_t many = diatomic::detail::most_few_updates + 1;
  test::on_each_pe([&](world& w) {
    const diatomic::stream on;
    constexpr std::size_t words = 10;
    const std::size_t all_words = words * static_cast<std::size_t>(w.pes());
    symmetric_array<unsigned> table(w, words);
    mailboxes<diatomic::indexed_value<unsigned>> boxes(w, many / 2 + 1);
    struct numbers {
      int rich;
      std::size_t most;
      std::size_t few;
    };
    for (const numbers& n :
         {numbers{0, 5, 0}, {w.pes() - 1, 5, 1}, {0, many, 1}, {w.pes() - 1, many, 0}}) {
      if (is_slow_run() && n.most == many && n.few == 1) continue;
      const auto n_of = [&](int pe) { return pe == n.rich ? n.most : n.few; };
      table.upload(std::vector<unsigned>(words));
      w.barrier();
      diatomic::aggregated_scatter_add(w, on, in_turn{all_words}, one{}, n_of(w.pe()), table,
                                       boxes);
      std::vector<unsigned> expected(words);
      for (int pe = 0; pe < w.pes(); ++pe) {
        for (std::size_t k = 0; k < words; ++k) {
          const std::size_t index = static_cast<std::size_t>(w.pe()) * words + k;
          const std::size_t theirs = n_of(pe);
          expected[k] +=
              static_cast<unsigned>(theirs / all_words + (index < theirs % all_words ? 1 : 0));
        }
      }
      EXPECT_EQ(table.download(), expected) << n.most << " on " << n.rich << ", else " << n.few;
      w.barrier();
    }
  });
}

/// Where updates go: everywhere and a little beyond, to one owner, to one word, nearly all to one.
enum class aim { anywhere, last_owner, one_word, mostly_one };

template <class Index>
std::vector<Index> aimed_indices(aim at, std::size_t n, std::size_t words, int pes, int pe) {
  const auto all = static_cast<std::int64_t>(words) * pes;
  std::mt19937 random(static_cast<unsigned>(pe) + 100u * test::seed());
  std::vector<Index> indices(n);
  for (std::size_t i = 0; i < n; ++i) {
    auto index = static_cast<std::int64_t>(random() % static_cast<std::size_t>(all + 2)) - 1;
    if (at == aim::last_owner) index = all - 1 - static_cast<std::int64_t>(random() % words);
    if (at == aim::one_word || (at == aim::mostly_one && i % 16 != 0)) index = all / 2;
    indices[i] = static_cast<Index>(index);
  }
  return indices;
}

/// Some have no updates, others as many as there is room for.
std::size_t updates_of(int pe, std::size_t most) {
  if (pe % 3 == 1) return 0;
  return pe % 3 == 0 ? most : most / 2 + 1;
}

/// A plan for parts of `words` in ranges of `1 << shift`, whatever the library would choose.
diatomic::detail::partition_plan range_plan(std::size_t words, unsigned shift, int pes) {
  diatomic::detail::partition_plan plan;
  const auto all_words = static_cast<unsigned>(words) * static_cast<unsigned>(pes);
  plan.partitions = ((all_words - 1) >> shift) + 1;
  plan.shift = shift;
  plan.block = diatomic::detail::runtime_api::threads_yield ? 4 : 128;
  plan.adding_block = plan.block / 2;
  plan.piece = 97;
  return plan;
}

/// Bytes that look like five updates of word 0 in each range.
std::vector<unsigned char> leftover_updates(const diatomic::detail::partition_plan& plan, int pes,
                                            std::size_t bytes) {
  const diatomic::detail::owner_ranges_layout at(plan.partitions, static_cast<unsigned>(pes));
  std::vector<unsigned char> left(bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    if (i < at.starts_at && i % 8 == 0) left[i] = 5;
    if (i >= at.updates_at && i % 8 >= 4) left[i] = 1;
  }
  return left;
}

/// Partitioned sums at indices, against one loop over what all have.
template <class T, class Index>
void expect_partitioned_sums(std::size_t most, std::size_t words) {
  test::on_each_pe([&](world& w) {
    if (w.link() != diatomic::remote_link::direct) return;
    const diatomic::stream on;
    symmetric_array<T> table(w, words);
    for (const aim at : {aim::anywhere, aim::last_owner, aim::one_word, aim::mostly_one}) {
      const unsigned shift = at == aim::anywhere ? 4 : 7;
      const auto plan = range_plan(words, shift, w.pes());
      const auto of = aimed_indices<Index>(at, updates_of(w.pe(), most), words, w.pes(), w.pe());
      std::vector<T> expected(words, T(3));
      for (int from = 0; from < w.pes(); ++from) {
        for (const Index index :
             aimed_indices<Index>(at, updates_of(from, most), words, w.pes(), from)) {
          const auto wide = static_cast<std::int64_t>(index);
          if (wide < 0 || wide / static_cast<std::int64_t>(words) != w.pe()) continue;
          T& word = expected[static_cast<std::size_t>(index) % words];
          word = diatomic::result_of<diatomic::op::add>(word, T(2));
        }
      }
      symmetric_array<unsigned char> temp(
          w, diatomic::detail::owner_ranges_bytes<T>(plan, w.pes(), most));
      temp.upload(leftover_updates(plan, w.pes(), temp.size()));
      diatomic::device_array<Index> indices(of.size());
      diatomic::device_array<int> values(of.size());
      indices.upload(of);
      values.upload(std::vector<int>(of.size(), 2));
      table.upload(std::vector<T>(words, T(3)));
      w.barrier();
      const Index* const where = indices.data();
      diatomic::detail::add_by_owner_ranges(w, 1, on, plan, where, values.data(), of.size(), most,
                                            table, temp);
      w.barrier();
      const std::vector<T> found = table.download();
      std::size_t different = 0;
      for (std::size_t i = 0; i < words; ++i) {
        if (test::bits_of(found[i]) != test::bits_of(expected[i])) ++different;
      }
      EXPECT_EQ(different, 0u) << "aim " << static_cast<int>(at);
      w.barrier();
    }
  });
}
TEST(remote_aggregation, partitioned_sums) {
  expect_partitioned_sums<unsigned, int>(scaled(20000, 3000), 1000);
  expect_partitioned_sums<double, std::int64_t>(scaled(5000, 700), 129);
  expect_partitioned_sums<float, unsigned>(scaled(5000, 700), 128);
  expect_partitioned_sums<diatomic::half, int>(50, 77);
  expect_partitioned_sums<diatomic::fixed_point<-20>, int>(scaled(5000, 700), 300);
  expect_partitioned_sums<unsigned, int>(1, 1);
}

/// All throw, and the message has the bytes. The world stays whole.
TEST(remote_aggregation, too_little_memory_for_partitions) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    const auto plan = range_plan(100, 4, w.pes());
    const std::size_t needed = diatomic::detail::owner_ranges_bytes<float>(plan, w.pes(), 1000);
    symmetric_array<float> table(w, 100);
    symmetric_array<unsigned char> temp(w, needed - 1);
    std::string said;
    try {
      diatomic::detail::add_by_owner_ranges(w, 1, on, plan, in_turn{100}, one{}, 1000, 1000, table,
                                            temp);
    } catch (const std::invalid_argument& error) {
      said = error.what();
    }
    EXPECT_NE(said.find(" " + std::to_string(needed) + " are needed"), std::string::npos) << said;
    w.barrier();
  });
}

/// A table that a cache holds needs no memory.
TEST(remote_aggregation, sums_without_partitions) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    const std::size_t many = diatomic::detail::most_few_updates + 1;
    const std::size_t words = 10;
    EXPECT_EQ(diatomic::aggregated_scatter_add_temp_bytes<unsigned>(w, many, words), 0u);
    symmetric_array<unsigned> table(w, words);
    symmetric_array<unsigned char> temp(w, 0);
    mailboxes<diatomic::indexed_value<unsigned>> boxes(w, many);
    const auto pes = static_cast<std::size_t>(w.pes());
    for (const std::size_t n : {words * pes, many / (words * pes) * words * pes + words * pes}) {
      if (is_slow_run() && n > many) continue;
      table.upload(std::vector<unsigned>(words));
      w.barrier();
      diatomic::aggregated_scatter_add(w, on, in_turn{words * pes}, one{}, n, table, boxes, temp);
      EXPECT_EQ(table.download(), std::vector<unsigned>(words, static_cast<unsigned>(n / words)));
      w.barrier();
    }
  });
}

/// One passes memory, the others do not: all learn it.
TEST(remote_aggregation, only_some_pass_memory) {
  test::on_each_pe([](world& w) {
    if (w.pes() == 1) return;
    const diatomic::stream on;
    symmetric_array<unsigned> table(w, 10);
    symmetric_array<unsigned char> temp(w, 0);
    mailboxes<diatomic::indexed_value<unsigned>> boxes(w, 10);
    std::string said = "nothing";
    try {
      if (w.pe() == 0) {
        diatomic::aggregated_scatter_add(w, on, in_turn{10}, one{}, 10, table, boxes, temp);
      } else {
        diatomic::aggregated_scatter_add(w, on, in_turn{10}, one{}, 10, table, boxes);
      }
    } catch (const diatomic::runtime_error& error) {
      said = error.name();
    }
    EXPECT_EQ(said, "other_call");
  });
}

/// Ranges that fit the cache, for parts that do not.
TEST(remote_aggregation, plans_of_partitions) {
  using diatomic::detail::plan_owner_ranges;
  diatomic::device_properties device;
  device.compute_units = 132;
  device.warp_size = 32;
  device.max_threads_per_block = 1024;
  device.shared_bytes_per_block = 232448;
  device.l2_bytes = std::size_t{60} << 20;
  if (diatomic::detail::runtime_api::peer_memory_is_fine_grained) {
    EXPECT_EQ(plan_owner_ranges<float>(device, 2, std::size_t{1} << 27).partitions, 0u);
    return;
  }
  const auto plan = plan_owner_ranges<float>(device, 2, std::size_t{1} << 27);
  EXPECT_EQ(plan.partitions, 64u);
  EXPECT_EQ(plan.shift, 22u);
  EXPECT_EQ(plan_owner_ranges<double>(device, 4, (std::size_t{1} << 27) + 1).partitions, 257u);
  EXPECT_EQ(plan_owner_ranges<float>(device, 2, std::size_t{15} << 20).partitions, 0u);
  EXPECT_EQ(plan_owner_ranges<float>(device, 2, (std::size_t{15} << 20) + 1).partitions, 8u);
  // Elements of all parts are numbered in 32 bits.
  EXPECT_EQ(plan_owner_ranges<float>(device, 4, std::size_t{1} << 30).partitions, 0u);
  EXPECT_EQ(plan_owner_ranges<float>(device, 4, (std::size_t{1} << 30) - 1).partitions, 1024u);
  // On the CPU, and where the cache's size is unknown.
  auto other = device;
  other.warp_size = 1;
  EXPECT_EQ(plan_owner_ranges<float>(other, 2, std::size_t{1} << 27).partitions, 0u);
  other = device;
  other.l2_bytes = 0;
  EXPECT_EQ(plan_owner_ranges<float>(other, 2, std::size_t{1} << 27).partitions, 0u);
}

/// 2^32 and more, or below -2^32: the lower 32 bits are a word's.
struct far_indices {
  bool negative;
  DIATOMIC_FUNCTION std::int64_t operator()(std::size_t i) const {
    const std::int64_t far = static_cast<std::int64_t>(i / 10 + 1) << 32;
    return (negative ? -far : far) + static_cast<std::int64_t>(i % 10);
  }
};
struct far_unsigned_indices {
  DIATOMIC_FUNCTION std::uint64_t operator()(std::size_t i) const {
    return (std::uint64_t{i / 10 + 1} << 32) + i % 10;
  }
};
TEST(remote_aggregation, indices_beyond_32_bits_add_nothing) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    symmetric_array<unsigned> table(w, 10);
    const std::size_t many = diatomic::detail::most_few_updates + 1;
    mailboxes<diatomic::indexed_value<unsigned>> boxes(w, many / 2 + 1);
    for (const std::size_t most : {std::size_t{100}, many}) {
      const std::size_t n = w.pe() == 0 ? most : 100;
      for (const bool negative : {false, true}) {
        if (is_slow_run() && most == many) continue;
        diatomic::aggregated_scatter_add(w, on, far_indices{negative}, one{}, n, table, boxes);
      }
      diatomic::aggregated_scatter_add(w, on, far_unsigned_indices{}, one{}, n, table, boxes);
      EXPECT_EQ(table.download(), std::vector<unsigned>(10)) << n;
    }
    w.barrier();
  });
}

/// Takes some time on the host, where processes share processors. On GPUs it keeps a thread busy.
DIATOMIC_FUNCTION void dally() {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
  std::this_thread::sleep_for(std::chrono::milliseconds(2));
#else
  unsigned long long clock = 0;
  for (unsigned i = 0; i < 20000; ++i) diatomic::store(&clock, clock + i);
#endif
}
struct all_to_last {
  int pes;
  DIATOMIC_FUNCTION int operator()(std::size_t) const { return pes - 1; }
};
/// Counts what came, and now and then takes its time.
struct count_slowly {
  unsigned* came;
  unsigned all;
  DIATOMIC_DEVICE void operator()(unsigned number) const {
    if (number < all) diatomic::store_add(came + number, 1u);
    if (number % 64 == 0) dally();
  }
};
/// The numbers from `first` on; with `slow` now and then it takes its time.
struct number_slowly {
  unsigned first;
  bool slow;
  DIATOMIC_FUNCTION unsigned operator()(std::size_t i) const {
    if (slow && i % 64 == 0) dally();
    return first + static_cast<unsigned>(i);
  }
};
/// Whether the last one handles slowly, or the first one sends slowly: in each round everyone waits
/// for the others, whatever the boxes hold. All see the results on return.
TEST(remote_aggregation, a_slow_receiver_and_a_slow_sender) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    constexpr unsigned each = 400;
    const unsigned all = each * static_cast<unsigned>(w.pes());
    mailboxes<unsigned> boxes(w, 100);
    symmetric_array<unsigned> came(w, all);
    for (int round = 0; round < 3; ++round) {
      came.upload(std::vector<unsigned>(all));
      w.barrier();
      diatomic::send_to_owners(
          w, on, number_slowly{each * static_cast<unsigned>(w.pe()), round == 1 && w.pe() == 0},
          each, all_to_last{w.pes()}, count_slowly{came.data(), all}, boxes);
      EXPECT_EQ(came.download(w.pes() - 1), std::vector<unsigned>(all, 1)) << round;
      w.barrier();
    }
  });
}

struct slow_one {
  bool slow;
  DIATOMIC_FUNCTION unsigned operator()(std::size_t) const {
    if (slow) dally();
    return 1;
  }
};
/// With few updates, all are complete on return, whoever makes the last one.
TEST(remote_aggregation, sums_of_a_slow_one) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    symmetric_array<unsigned> table(w, 1);
    mailboxes<diatomic::indexed_value<unsigned>> boxes(w, 1);
    const auto pes = static_cast<std::size_t>(w.pes());
    for (int slow = 0; slow < w.pes(); ++slow) {
      table.upload({0});
      w.barrier();
      diatomic::aggregated_scatter_add(w, on, in_turn{pes}, slow_one{w.pe() == slow}, 4 * pes,
                                       table, boxes);
      EXPECT_EQ(table.download()[0], 4 * pes) << slow;
      w.barrier();
    }
  });
}

/// Bulk copies to every part.
TEST(remote_aggregation, put) {
  test::on_each_pe([](world& w) {
    const auto pes = static_cast<std::size_t>(w.pes());
    symmetric_array<int> array(w, 10 * pes + 1);
    diatomic::device_array<int> own(10);
    own.upload(std::vector<int>(10, w.pe() + 1));
    for (int pe = 0; pe < w.pes(); ++pe) {
      array.put(pe, 1 + 10 * static_cast<std::size_t>(w.pe()), own.data(), 10);
      array.put(pe, array.size(), own.data(), 0);
    }
    EXPECT_THROW(array.put(0, array.size() - 9, own.data(), 10), std::out_of_range);
    EXPECT_THROW(array.put(w.pes(), 0, own.data(), 1), std::out_of_range);
    w.barrier();
    std::vector<int> expected(1, 0);
    for (int pe = 0; pe < w.pes(); ++pe) expected.insert(expected.end(), 10, pe + 1);
    EXPECT_EQ(array.download(), expected);
    w.barrier();
  });
}

}  // namespace
