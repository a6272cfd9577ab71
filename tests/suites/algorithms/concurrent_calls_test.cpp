// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// All host calls of the library at once from several host threads, each with a stream and arrays
/// of its own: what one thread asks for changes nothing for another. Under ThreadSanitizer it shows
/// that the library's own data has no races.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/pinned_array.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/lock_table.hpp>

#include "support/counting_plans.hpp"
#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::device_array;
using test::on_device;

constexpr unsigned host_threads = 8;

/// Calls `work(number)` in each host thread, all of which begin at the same time.
template <class Work>
void run_in_threads(Work work) {
  std::atomic<unsigned> ready{0};
  std::vector<std::thread> threads;
  threads.reserve(host_threads);
  for (unsigned number = 0; number < host_threads; ++number) {
    threads.emplace_back([&ready, &work, number] {
      ++ready;
      while (ready != host_threads) std::this_thread::yield();
      work(number);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// Fills all shared memory with numbers, and adds them up.
struct sum_in_shared_memory {
  DIATOMIC_DEVICE void operator()(unsigned* sums, unsigned words, unsigned factor) const {
    unsigned* const shared = diatomic::shared_array<unsigned>();
    const unsigned block = diatomic::block_size();
    for (unsigned i = diatomic::thread_index(); i < words; i += block) shared[i] = i * factor;
    diatomic::sync_block();
    unsigned sum = 0;
    for (unsigned i = diatomic::thread_index(); i < words; i += block) {
      sum += shared[words - 1 - i];
    }
    diatomic::store_add(sums + diatomic::block_index(), sum);
  }
};

/// Each block writes its number, and reads its neighbour's after the barrier.
struct swap_over_the_grid {
  DIATOMIC_DEVICE void operator()(diatomic::grid_barrier<>* barrier, unsigned* words,
                                  unsigned* seen) const {
    const unsigned me = diatomic::block_index();
    if (diatomic::thread_index() == 0) words[me] = me + 1;
    barrier->arrive_and_wait();
    if (diatomic::thread_index() == 0) seen[me] = words[(me + 1) % diatomic::grid_size()];
  }
};

/// No chip exchanges so much at once.
struct three_counts {
  unsigned long long a, b, c;
};
struct count_three {
  DIATOMIC_DEVICE void operator()(three_counts* words, unsigned count,
                                  diatomic::lock_stripes<> stripes) const {
    diatomic::fetch_update(
        words + diatomic::global_index() % count,
        [](three_counts old) { return three_counts{old.a + 1, old.b + 2, old.c + 3}; }, stripes);
  }
};

struct bin_of_value {
  template <class Value>
  DIATOMIC_FUNCTION unsigned operator()(Value v) const {
    return static_cast<unsigned>(v);
  }
};

struct greater_of_two {
  template <class Value>
  DIATOMIC_DEVICE Value operator()(Value a, Value b) const {
    return a < b ? b : a;
  }
};

/// The calls of one host thread, and what they give. Numbers are whole and sums small, so that sums
/// of floats are exact in any order. The constructor calls nothing of the library.
template <class Value, class Count, class Sum>
class calls {
 public:
  calls(unsigned number, unsigned bins)
      : number_(number),
        bins_(bins),
        input_(scaled(std::size_t{1} << 18, 15000) + 4099 * number),
        weights_(input_.size()),
        counts_(bins),
        sums_(bins) {
    std::mt19937 random(number);
    for (std::size_t i = 0; i < input_.size(); ++i) {
      const auto bin = static_cast<unsigned>(random() % bins);
      input_[i] = static_cast<Value>(bin);
      weights_[i] = static_cast<Value>(random() % 5);
      counts_[bin] += 1;
      sums_[bin] += static_cast<Sum>(weights_[i]);
    }
    // A sum of floats that is exact must stay below 2^24.
    total_ = std::accumulate(weights_.begin(), weights_.end(), Value{0});
    least_ = std::min_element(input_.begin(), input_.end()) - input_.begin();
    greatest_ = std::max_element(input_.begin(), input_.end()) - input_.begin();
  }

  /// Every call once, each thread in an order of its own.
  void make_all() {
    using call = void (calls::*)();
    constexpr call all[] = {&calls::transfer,        &calls::launch_with_shared_memory,
                            &calls::histogram,       &calls::launch_cooperatively,
                            &calls::scatter_add,     &calls::reduce,
                            &calls::weighted,        &calls::sum_reproducibly,
                            &calls::update_by_locks, &calls::ask,
                            &calls::be_refused,      &calls::scatter_by_partitions};
    constexpr std::size_t n = std::size(all);
    for (std::size_t i = 0; i < n; ++i) (this->*all[(i * (number_ / 2 + 1) + number_) % n])();
  }

 private:
  void transfer() {
    device_array<Value> array(input_.size());
    array.upload(input_);
    EXPECT_TRUE(array.download() == input_);
    array.fill_bytes(0);
    EXPECT_TRUE(array.download() == std::vector<Value>(input_.size(), Value{0}));
    diatomic::pinned_array<Value> pinned(number_ + 1);
    pinned.data()[number_] = Value{7};
    EXPECT_EQ(pinned.data()[number_], Value{7});
  }

  /// Around 48 KiB, above which CUDA wants to be asked.
  void launch_with_shared_memory() {
    const auto most = static_cast<unsigned>(diatomic::properties(0).shared_bytes_per_block);
    diatomic::stream stream;
    diatomic::event start;
    diatomic::event stop;
    start.record(stream);
    for (unsigned bytes : {16u * 1024, 48u * 1024, 60u * 1024, most, most - 1024}) {
      bytes = std::min(bytes, most) - 64 * number_;
      const auto words = static_cast<unsigned>(bytes / sizeof(unsigned));
      auto sums = on_device(std::vector<unsigned>(3, 0));
      diatomic::launch(3, 256, bytes, stream, sum_in_shared_memory{}, sums.data(), words,
                       number_ + 1);
      const auto pairs = std::uint64_t{words} * (words - 1) / 2;
      const auto sum = static_cast<unsigned>(pairs * (number_ + 1));
      EXPECT_EQ(sums.download(), std::vector<unsigned>(3, sum)) << bytes;
    }
    stop.record(stream);
    EXPECT_GE(diatomic::elapsed_ms(start, stop), 0.0f);
  }

  void launch_cooperatively() {
    const std::size_t shared_bytes = 1024 * (52 + number_);
    device_array<diatomic::grid_barrier<>> barrier(1);
    barrier.fill_bytes(0);
    device_array<unsigned> words(64);
    device_array<unsigned> seen(64);
    const unsigned grid =
        std::min(8u, diatomic::max_resident_blocks(96, shared_bytes, swap_over_the_grid{},
                                                   barrier.data(), words.data(), seen.data()));
    diatomic::stream stream;
    diatomic::launch_cooperative(grid, 96, shared_bytes, stream, swap_over_the_grid{},
                                 barrier.data(), words.data(), seen.data());
    stream.synchronize();
    const std::vector<unsigned> found = seen.download();
    for (unsigned i = 0; i < grid; ++i) EXPECT_EQ(found[i], (i + 1) % grid + 1);
  }

  void histogram() {
    const auto input = on_device(input_);
    auto counts = on_device(std::vector<Count>(bins_, 0));
    diatomic::stream stream;
    diatomic::histogram(stream, input.data(), input_.size(), counts.data(), bins_, bin_of_value{});
    EXPECT_TRUE(counts.download() == counts_) << bins_ << " bins";
  }

  void weighted() {
    const auto input = on_device(input_);
    const auto weights = on_device(weights_);
    auto sums = on_device(std::vector<Sum>(bins_, 0));
    diatomic::stream stream;
    diatomic::weighted_histogram(stream, input.data(), weights.data(), input_.size(), sums.data(),
                                 bins_, bin_of_value{});
    EXPECT_TRUE(sums.download() == sums_) << bins_ << " bins";
  }

  void scatter_add() {
    const auto indices = on_device(std::vector<unsigned>(input_.begin(), input_.end()));
    const auto values = on_device(weights_);
    auto words = on_device(std::vector<Sum>(bins_, 0));
    diatomic::stream stream;
    diatomic::scatter_add(stream, indices.data(), values.data(), input_.size(), words.data(),
                          bins_);
    EXPECT_TRUE(words.download() == sums_) << bins_ << " words";
  }

  void scatter_by_partitions() {
    const auto indices = on_device(std::vector<unsigned>(input_.begin(), input_.end()));
    const auto values = on_device(weights_);
    const std::size_t n = input_.size();
    const auto plans = test::partition_plans(bins_, {false, true, sizeof(Sum)});
    const auto& plan = plans[number_ % plans.size()];
    auto words = on_device(std::vector<Sum>(bins_, 0));
    device_array<unsigned char> temp(
        diatomic::detail::partition_temp_bytes<diatomic::detail::kept_t<Value, Sum>>(plan, n));
    diatomic::stream stream;
    diatomic::detail::count_by_partitions(stream, plan, indices.data(), values.data(), n,
                                          words.data(), bins_, diatomic::value_bin{}, temp.data());
    EXPECT_TRUE(words.download() == sums_) << bins_ << " words, " << plan.partitions;
  }

  void reduce() {
    const std::size_t n = input_.size();
    const auto input = on_device(input_);
    const auto weights = on_device(weights_);
    device_array<unsigned char> temp(diatomic::reduce_temp_bytes(n));
    device_array<Value> results(4);
    device_array<diatomic::indexed<Value>> places(2);
    diatomic::stream stream;
    using diatomic::op;
    Value* const to = results.data();
    diatomic::reduce<op::add>(stream, weights.data(), n, to, temp.data(), temp.size());
    diatomic::reduce<op::min>(stream, input.data(), n, to + 1, temp.data(), temp.size());
    diatomic::reduce<op::max>(stream, input.data(), n, to + 2, temp.data(), temp.size());
    diatomic::reduce(stream, input.data(), n, greater_of_two{}, Value{0}, to + 3, temp.data(),
                     temp.size());
    diatomic::arg_min(stream, input.data(), n, places.data(), temp.data(), temp.size());
    diatomic::arg_max(stream, input.data(), n, places.data() + 1, temp.data(), temp.size());
    const auto least = static_cast<std::size_t>(least_);
    const auto greatest = static_cast<std::size_t>(greatest_);
    EXPECT_EQ(results.download(),
              (std::vector<Value>{total_, input_[least], input_[greatest], input_[greatest]}));
    const auto found = places.download();
    EXPECT_EQ(found[0].index, least);
    EXPECT_EQ(found[0].value, input_[least]);
    EXPECT_EQ(found[1].index, greatest);
    EXPECT_EQ(found[1].value, input_[greatest]);
  }

  void sum_reproducibly() {
    const std::vector<float> floats(weights_.begin(), weights_.end());
    const auto input = on_device(floats);
    device_array<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<float>(floats.size()));
    device_array<float> result(1);
    diatomic::stream stream;
    diatomic::reproducible_sum(stream, input.data(), floats.size(), result.data(), temp.data(),
                               temp.size());
    EXPECT_EQ(result.download()[0], static_cast<float>(total_));
  }

  void update_by_locks() {
    diatomic::lock_table<> table(16 + number_);
    device_array<three_counts> words(bins_);
    words.fill_bytes(0);
    diatomic::stream stream;
    diatomic::launch(4, 128, 0, stream, count_three{}, words.data(), bins_, table.stripes());
    three_counts all{};
    for (const three_counts& word : words.download()) {
      EXPECT_TRUE(word.b == 2 * word.a && word.c == 3 * word.a) << word.a;
      all.a += word.a;
    }
    EXPECT_EQ(all.a, 4u * 128);
  }

  void ask() {
    const diatomic::device_properties device = diatomic::properties(0);
    EXPECT_GT(device.compute_units, 0);
    EXPECT_EQ(device.name, diatomic::properties(0).name);
    EXPECT_GE(diatomic::device_count(), 1);
    EXPECT_EQ(diatomic::no_device_reason(), "");
    diatomic::use_device(0);
    EXPECT_EQ(diatomic::current_device(), 0);
    EXPECT_EQ(diatomic::host_link(0).access, diatomic::host_link(0).access);
    EXPECT_THROW(diatomic::peer_link(0, 0), diatomic::runtime_error);
  }

  /// Errors of one thread are not another's.
  void be_refused() {
    diatomic::stream stream;
    EXPECT_THROW(diatomic::launch(1, 1u << 20, 0, stream, sum_in_shared_memory{},
                                  static_cast<unsigned*>(nullptr), 0u, 0u),
                 diatomic::runtime_error);
    EXPECT_THROW(diatomic::use_device(1000), diatomic::runtime_error);
    EXPECT_THROW(diatomic::lock_table<>(0), std::invalid_argument);
    stream.synchronize();
  }

  unsigned number_;
  unsigned bins_;
  std::vector<Value> input_;
  std::vector<Value> weights_;
  std::vector<Count> counts_;
  std::vector<Sum> sums_;
  Value total_{};
  std::ptrdiff_t least_{};
  std::ptrdiff_t greatest_{};
};

/// Every thread's calls, of two sets of types and four numbers of bins, made before they start.
std::vector<std::function<void()>> calls_of_all_threads() {
  constexpr unsigned bins[] = {390, 400, 440, 447};
  std::vector<std::function<void()>> all;
  for (unsigned number = 0; number < host_threads; ++number) {
    const unsigned its_bins = bins[number / 2];
    if (number % 2 == 0) {
      const auto its = std::make_shared<calls<float, unsigned, float>>(number, its_bins);
      all.emplace_back([its] { its->make_all(); });
    } else {
      const auto its =
          std::make_shared<calls<int, unsigned long long, long long>>(number, its_bins);
      all.emplace_back([its] { its->make_all(); });
    }
  }
  return all;
}

// The first test, so that nothing of the library has been called before it: what is made at the
// first call is made for several threads at once.
TEST(concurrent_calls, may_be_the_first_of_the_process) {
  const auto all = calls_of_all_threads();
  run_in_threads([&all](unsigned number) { all[number](); });
}

TEST(concurrent_calls, give_what_they_give_alone) {
  const auto all = calls_of_all_threads();
  const std::size_t rounds = scaled(10, 2);
  run_in_threads([&all, rounds](unsigned number) {
    for (std::size_t round = 0; round < rounds; ++round) all[number]();
  });
}

/// Only launches whose shared memory differs, of one kernel: as many as time allows.
TEST(concurrent_calls, keep_their_launches_shared_memory) {
  const auto most = static_cast<unsigned>(diatomic::properties(0).shared_bytes_per_block);
  const std::size_t rounds = scaled(2000, 20);
  run_in_threads([most, rounds](unsigned number) {
    diatomic::stream stream;
    auto sums = on_device(std::vector<unsigned>(1, 0));
    const unsigned words = (most - 512 * number) / sizeof(unsigned);
    for (std::size_t round = 0; round < rounds; ++round) {
      diatomic::launch(1, 64, words * sizeof(unsigned), stream, sum_in_shared_memory{}, sums.data(),
                       words, 1u);
    }
    const auto each = static_cast<unsigned>(std::uint64_t{words} * (words - 1) / 2);
    EXPECT_EQ(sums.download()[0], each * static_cast<unsigned>(rounds));
  });
}

TEST(concurrent_calls, have_signatures_of_their_own) {
  const std::size_t each = scaled(20000, 1000);
  std::vector<std::vector<std::uint64_t>> signatures(host_threads);
  run_in_threads([&signatures, each](unsigned number) {
    for (std::size_t i = 0; i < each; ++i) {
      signatures[number].push_back(diatomic::detail::next_signature());
    }
  });
  std::vector<std::uint64_t> all;
  for (const auto& some : signatures) all.insert(all.end(), some.begin(), some.end());
  std::sort(all.begin(), all.end());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
  EXPECT_NE(all.front(), 0u);
}

}  // namespace
