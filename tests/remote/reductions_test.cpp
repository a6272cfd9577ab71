// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What processing elements compute together, against one serial loop over all of their inputs.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/remote/partitioned_scatter.hpp>
#include <diatomic/remote/reductions.hpp>
#include <diatomic/remote/reproducible_sum.hpp>
#include <diatomic/runtime/error.hpp>
#include <diatomic/runtime/pinned_array.hpp>

#include "remote/on_each_pe.hpp"
#include "support/history.hpp"

namespace {

using diatomic::op;
using diatomic::symmetric_array;
using diatomic::world;

/// The same numbers wherever they are asked for: those of processing element `pe`.
std::vector<unsigned> inputs_of(int pe, std::size_t n, unsigned below) {
  std::mt19937 random(static_cast<unsigned>(pe) + 1000u * test::seed());
  std::vector<unsigned> values(n);
  for (unsigned& v : values) v = random() % below;
  return values;
}

TEST(remote_reductions, shares) {
  for (const int pes : {1, 2, 3, 4, 5, 7, 64}) {
    for (const std::size_t n :
         {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{5},
          std::size_t{63}, std::size_t{1000}, std::size_t{1001}, ~std::size_t{0}}) {
      std::size_t next = 0;
      for (int pe = 0; pe < pes; ++pe) {
        const diatomic::element_range own = diatomic::owned_by(pe, pes, n);
        const std::size_t least = n / static_cast<std::size_t>(pes);
        EXPECT_EQ(own.first, next) << pe << " of " << pes;
        EXPECT_LE(own.last - own.first - least, 1u);
        next = own.last;
      }
      EXPECT_EQ(next, n) << pes;
    }
  }
}

template <class T>
void expect_reduced_arrays() {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    for (const std::size_t n : {1, 3, 4, 1000, 70001}) {
      symmetric_array<T> array(w, n);
      std::vector<T> own(n);
      for (std::size_t i = 0; i < n; ++i)
        own[i] = static_cast<T>(static_cast<int>(i) * (w.pe() + 1));
      array.upload(own);
      diatomic::reduce_scatter<op::add>(w, on, array);
      const int sum = w.pes() * (w.pes() + 1) / 2;
      const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), n);
      for (std::size_t i = mine.first; i < mine.last; ++i) {
        own[i] = static_cast<T>(static_cast<int>(i) * sum);
      }
      EXPECT_EQ(array.download(), own) << n;

      array.upload(std::vector<T>(n, static_cast<T>(w.pe() - 1)));
      diatomic::all_reduce<op::max>(w, on, array);
      EXPECT_EQ(array.download(), std::vector<T>(n, static_cast<T>(w.pes() - 2))) << n;
    }
    symmetric_array<T> none(w, 0);
    diatomic::all_reduce<op::add>(w, on, none);
  });
}
TEST(remote_reductions, of_arrays) { expect_reduced_arrays<int>(); }
TEST(remote_reductions, of_arrays_of_floats) {
  expect_reduced_arrays<float>();
  expect_reduced_arrays<double>();
}

/// A merge reads eight other parts at a time: fewer, as many, and more.
TEST(remote_reductions, of_more_parts_than_are_read_at_a_time) {
  for (const int pes : {8, 9, 10, 18}) {
    diatomic::world_options options = test::chosen_options();
    if (!test::choose_number(options, pes, 0)) GTEST_SKIP() << "their number is mpirun's";
    diatomic::with_world(
        [](world& w) {
          const diatomic::stream on;
          constexpr std::size_t n = 20;
          symmetric_array<std::uint64_t> array(w, n);
          const auto number = [](int pe, std::size_t i) {
            return (std::uint64_t{1} << pe) * (i + 1);
          };
          std::vector<std::uint64_t> own(n);
          for (std::size_t i = 0; i < n; ++i) own[i] = number(w.pe(), i);
          array.upload(own);
          diatomic::all_reduce<op::add>(w, on, array);
          const std::vector<std::uint64_t> sums = array.download();
          for (std::size_t i = 0; i < n; ++i) EXPECT_EQ(sums[i], number(w.pes(), i) - (i + 1)) << i;
          array.upload(std::vector<std::uint64_t>(n, static_cast<std::uint64_t>(w.pe()) + 5));
          diatomic::reduce_scatter<op::min>(w, on, array);
          const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), n);
          const std::vector<std::uint64_t> least = array.download();
          for (std::size_t i = mine.first; i < mine.last; ++i) EXPECT_EQ(least[i], 5u) << i;
        },
        options);
  }
}

/// In the order of the processing elements: differences, and sums that are rounded.
template <op Op, class T>
void expect_order(world& w) {
  const diatomic::stream on;
  constexpr std::size_t n = 37;
  const auto number = [](int pe, std::size_t i) {
    const auto rough = static_cast<int>((static_cast<std::size_t>(pe) * 7 + i * 5) % 11) * 6;
    return static_cast<T>(std::ldexp(1.0 + static_cast<double>(pe) / 64, rough - 30));
  };
  const auto part_of = [&](int pe) {
    std::vector<T> part(n);
    for (std::size_t i = 0; i < n; ++i) part[i] = number(pe, i);
    return part;
  };
  std::vector<T> expected = part_of(0);
  for (int pe = 1; pe < w.pes(); ++pe) {
    const std::vector<T> theirs = part_of(pe);
    for (std::size_t i = 0; i < n; ++i) {
      expected[i] = diatomic::result_of<Op>(expected[i], theirs[i]);
    }
  }
  symmetric_array<T> array(w, n);
  array.upload(part_of(w.pe()));
  diatomic::all_reduce<Op>(w, on, array);
  EXPECT_EQ(array.download(), expected);
  array.upload(part_of(w.pe()));
  diatomic::reduce_scatter<Op>(w, on, array);
  const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), n);
  const std::vector<T> found = array.download();
  for (std::size_t i = mine.first; i < mine.last; ++i) EXPECT_EQ(found[i], expected[i]) << i;
}
TEST(remote_reductions, combine_parts_in_their_order) {
  for (const int pes : {0, 3, 10}) {  // 0: the usual number
    diatomic::world_options options = test::chosen_options();
    if (pes != 0 && !test::choose_number(options, pes, 0)) continue;
    diatomic::with_world(
        [](world& w) {
          expect_order<op::add, float>(w);
          expect_order<op::sub, float>(w);
          expect_order<op::sub, double>(w);
        },
        options);
  }
}

/// More elements than the threads of a launch.
TEST(remote_reductions, of_arrays_that_threads_share_out_in_rounds) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    constexpr std::size_t threads = 512 * 256;
    const std::size_t n = scaled(threads, 100) * static_cast<std::size_t>(w.pes()) + 3;
    symmetric_array<unsigned> array(w, n);
    std::vector<unsigned> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<unsigned>(i) + 1;
    array.upload(numbers);
    diatomic::reduce_scatter<op::add>(w, on, array);
    const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), n);
    for (std::size_t i = mine.first; i < mine.last; ++i) {
      numbers[i] *= static_cast<unsigned>(w.pes());
    }
    EXPECT_EQ(array.download(), numbers);
  });
}

/// A call returns only when no other processing element still reads this part, or writes to it: the
/// next values may be stored at once.
TEST(remote_reductions, parts_may_change_on_return) {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    constexpr std::size_t n = 30001;
    symmetric_array<unsigned> array(w, n);
    const auto pes = static_cast<unsigned>(w.pes());
    const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), n);
    const std::size_t rounds = scaled(8, 3);
    array.upload(std::vector<unsigned>(n, 1));
    std::size_t different = 0;
    for (unsigned round = 1; round <= rounds; ++round) {
      diatomic::all_reduce<op::add>(w, on, array);
      const std::vector<unsigned> all = array.download();
      array.upload(std::vector<unsigned>(n, round));
      for (const unsigned v : all) different += v == pes * (round == 1 ? 1 : round - 1) ? 0 : 1;
      diatomic::reduce_scatter<op::add>(w, on, array);
      const std::vector<unsigned> own = array.download();
      array.upload(std::vector<unsigned>(n, round));
      for (std::size_t i = mine.first; i < mine.last; ++i)
        different += own[i] == pes * round ? 0 : 1;
    }
    EXPECT_EQ(different, 0u);
  });
}

struct count_slowly {
  DIATOMIC_DEVICE void operator()(unsigned* word, unsigned n) const {
    for (unsigned v = 0; v < n;) v = diatomic::exchange(word, v + 1) + 1;
  }
};
/// Nothing is to be merged, and the call waits as with others.
TEST(remote_reductions, of_a_single_processing_element_wait_for_the_stream) {
  diatomic::world_options options = test::chosen_options();
  if (!test::choose_number(options, 1, 0)) GTEST_SKIP() << "their number is mpirun's";
  diatomic::with_world(
      [](world& w) {
        const diatomic::stream on;
        symmetric_array<unsigned> array(w, 3);
        diatomic::pinned_array<unsigned> word(1);
        const auto n = static_cast<unsigned>(scaled(100000, 100));
        for (const bool to_all : {false, true}) {
          word.data()[0] = 0;
          diatomic::launch(1, 1, 0, on, count_slowly{}, word.data(), n);
          if (to_all) {
            diatomic::all_reduce<op::add>(w, on, array);
          } else {
            diatomic::reduce_scatter<op::add>(w, on, array);
          }
          EXPECT_EQ(word.data()[0], n);
        }
      },
      options);
}

TEST(remote_reductions, histogram) {
  constexpr unsigned bins = 257;
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    const std::size_t n = scaled(100000, 100) + static_cast<std::size_t>(w.pe());
    const std::vector<unsigned> own = inputs_of(w.pe(), n, bins + 3);  // a few have no bin
    diatomic::device_array<unsigned> input(n);
    input.upload(own);
    symmetric_array<unsigned> counts(w, bins);
    counts.upload(std::vector<unsigned>(bins, 99));
    diatomic::distributed_histogram(w, on, input.data(), n, counts, diatomic::value_bin{});
    std::vector<unsigned> expected(bins);
    for (int pe = 0; pe < w.pes(); ++pe) {
      const std::size_t theirs =
          n - static_cast<std::size_t>(w.pe()) + static_cast<std::size_t>(pe);
      for (const unsigned v : inputs_of(pe, theirs, bins + 3)) {
        if (v < bins) ++expected[v];
      }
    }
    EXPECT_EQ(counts.download(), expected);
    // With temporary memory, of which so few bins need none.
    EXPECT_EQ((diatomic::histogram_temp_bytes<unsigned, unsigned>(n, bins)), 0u);
    diatomic::distributed_histogram(w, on, input.data(), n, counts, diatomic::value_bin{}, nullptr,
                                    0);
    EXPECT_EQ(counts.download(), expected);
  });
}

/// Sums at indices, of all processing elements' values, as counts of their unit.
TEST(remote_reductions, reproducible_scatter_add) {
  using word = diatomic::fixed_point<-30>;
  constexpr unsigned words = 1000;
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    // A fixed set of values, however many share it.
    const std::size_t all = scaled(100000, 100);
    const std::vector<unsigned> indices = inputs_of(7, all, words);
    const std::vector<unsigned> numbers = inputs_of(8, all, 1u << 20);
    const auto value_of = [&](std::size_t i) {
      return (static_cast<float>(numbers[i]) - 5e5f) / 3.0f;
    };
    const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), all);
    std::vector<unsigned> own_indices;
    std::vector<float> own_values;
    for (std::size_t i = mine.first; i < mine.last; ++i) {
      own_indices.push_back(indices[i]);
      own_values.push_back(value_of(i));
    }
    diatomic::device_array<unsigned> at(own_indices.size());
    diatomic::device_array<float> values(own_values.size());
    at.upload(own_indices);
    values.upload(own_values);
    symmetric_array<word> sums(w, words);
    diatomic::distributed_scatter_add(w, on, at.data(), values.data(), own_values.size(), sums);
    std::vector<std::int64_t> expected(words);
    for (std::size_t i = 0; i < all; ++i) expected[indices[i]] += word(value_of(i)).units();
    const std::vector<word> found = sums.download();
    for (unsigned k = 0; k < words; ++k) EXPECT_EQ(found[k].units(), expected[k]) << k;
  });
}

/// Whole numbers, whose sums are exact in any order. Blocks add up few words in shared memory
/// first; of many words each value is one addition. AMD chips ignore float atomics on fine-grained
/// memory, which symmetric memory is there.
template <class T>
void expect_scatter_add() {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    const std::size_t n = scaled(20000, 500);
    const auto value_of = [](unsigned number) { return static_cast<float>(number) - 3.0f; };
    for (const unsigned words : {37u, 40000u}) {
      diatomic::device_array<unsigned> indices(n);
      diatomic::device_array<float> values(n);
      symmetric_array<T> sums(w, words);
      sums.upload(std::vector<T>(words, static_cast<T>(99.0f)));
      std::vector<float> expected(words);
      for (int pe = 0; pe < w.pes(); ++pe) {
        const std::vector<unsigned> at = inputs_of(pe, n, words);
        std::vector<float> theirs;
        for (const unsigned number : inputs_of(pe + 10, n, 7)) theirs.push_back(value_of(number));
        for (std::size_t i = 0; i < n; ++i) expected[at[i]] += theirs[i];
        if (pe != w.pe()) continue;
        indices.upload(at);
        values.upload(theirs);
      }
      diatomic::distributed_scatter_add(w, on, indices.data(), values.data(), n, sums);
      std::vector<float> found;
      for (const T sum : sums.download()) found.push_back(static_cast<float>(sum));
      EXPECT_EQ(found, expected) << words;

      // With temporary memory, of which so small a table needs none.
      const std::size_t bytes = diatomic::scatter_add_temp_bytes<unsigned, float, T>(n, words);
      EXPECT_EQ(bytes, 0u);
      diatomic::distributed_scatter_add(w, on, indices.data(), values.data(), n, sums, nullptr,
                                        bytes);
      found.clear();
      for (const T sum : sums.download()) found.push_back(static_cast<float>(sum));
      EXPECT_EQ(found, expected) << words;
    }
  });
}
TEST(remote_reductions, scatter_add_of_floats) { expect_scatter_add<float>(); }
TEST(remote_reductions, scatter_add_of_doubles) { expect_scatter_add<double>(); }
TEST(remote_reductions, scatter_add_of_halves) { expect_scatter_add<diatomic::half>(); }

/// Floats of all sizes, which cancel: the bits of one device's sum of all of them.
template <class T>
void expect_reproducible_sum() {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    const std::size_t n = scaled(100000, 100);
    const std::vector<unsigned> numbers = inputs_of(9, n, ~0u);
    std::vector<T> values(n);
    for (std::size_t i = 0; i < n; ++i) {
      values[i] = static_cast<T>(std::ldexp(static_cast<double>(numbers[i]) - 2e9,
                                            static_cast<int>(numbers[i] % 120) - 80));
    }
    const auto sum_of = [&](std::size_t first, std::size_t last, auto sum) {
      diatomic::device_array<T> input(last - first);
      input.upload(values.data() + first, last - first);
      diatomic::device_array<unsigned char> temp(diatomic::reproducible_sum_temp_bytes<T>(n));
      sum(static_cast<const T*>(input.data()), last - first, temp.data(), temp.size());
    };
    diatomic::device_array<T> expected(1);
    sum_of(0, n, [&](const T* input, std::size_t count, void* temp, std::size_t bytes) {
      diatomic::reproducible_sum(on, input, count, expected.data(), temp, bytes);
      expected.download();  // before `input` goes
    });
    symmetric_array<T> result(w, 1);
    const diatomic::element_range mine = diatomic::owned_by(w.pe(), w.pes(), n);
    // In equal shares, and all on the last one.
    for (const bool alone : {false, true}) {
      const std::size_t first = alone ? 0 : mine.first;
      const std::size_t last = !alone ? mine.last : w.pe() == w.pes() - 1 ? n : 0;
      sum_of(first, last, [&](const T* input, std::size_t count, void* temp, std::size_t bytes) {
        diatomic::distributed_reproducible_sum(w, on, input, count, result, temp, bytes);
      });
      for (int pe = 0; pe < w.pes(); ++pe) {
        EXPECT_EQ(test::bits_of(result.download(pe)[0]), test::bits_of(expected.download()[0]));
      }
      w.barrier();
    }
  });
}
TEST(remote_reductions, reproducible_sum_of_floats) { expect_reproducible_sum<float>(); }
TEST(remote_reductions, reproducible_sum_of_doubles) { expect_reproducible_sum<double>(); }

/// `below` bounds the values, whose sums are exact.
template <op Op, class T>
void expect_reduction(unsigned below) {
  test::on_each_pe([below](world& w) {
    const diatomic::stream on;
    const std::size_t n = scaled(100000, 100);
    diatomic::device_array<unsigned> input(n);
    input.upload(inputs_of(w.pe(), n, below));
    diatomic::device_array<unsigned char> temp(diatomic::reduce_temp_bytes(n));
    symmetric_array<T> result(w, 1);
    diatomic::distributed_reduce<Op>(w, on, input.data(), n, result, temp.data(), temp.size());
    T expected = Op == op::min ? std::numeric_limits<T>::max() : T{0};
    for (int pe = 0; pe < w.pes(); ++pe) {
      for (const unsigned v : inputs_of(pe, n, below)) {
        expected = diatomic::result_of<Op>(expected, static_cast<T>(v));
      }
    }
    EXPECT_EQ(result.download()[0], expected);
  });
}
template <op Op>
void expect_reductions() {
  expect_reduction<Op, std::uint64_t>(1u << 30);
  expect_reduction<Op, float>(1u << 5);
  expect_reduction<Op, double>(1u << 30);
}
TEST(remote_reductions, sum) { expect_reductions<op::add>(); }
TEST(remote_reductions, minimum) { expect_reductions<op::min>(); }
TEST(remote_reductions, maximum) { expect_reductions<op::max>(); }

/// Those with even numbers have no values, and no array.
template <op Op, class T>
void expect_reduction_of_some() {
  test::on_each_pe([](world& w) {
    const diatomic::stream on;
    const std::size_t n = w.pe() % 2 == 0 ? 0 : 100;
    diatomic::device_array<T> input(n);
    std::vector<T> own(n);
    for (std::size_t i = 0; i < n; ++i) {
      own[i] = static_cast<T>(static_cast<int>(i) - 50 + w.pe());
    }
    input.upload(own);
    diatomic::device_array<unsigned char> temp(diatomic::reduce_temp_bytes(n));
    symmetric_array<T> result(w, 1);
    const T* const values = n == 0 ? nullptr : input.data();
    diatomic::distributed_reduce<Op>(w, on, values, n, result, temp.data(), temp.size());
    std::vector<T> all;
    for (int pe = 1; pe < w.pes(); pe += 2) {
      for (int i = 0; i < 100; ++i) all.push_back(static_cast<T>(i - 50 + pe));
    }
    if (all.empty()) return;  // one alone, of which the result is the identity
    T expected = all[0];
    for (std::size_t i = 1; i < all.size(); ++i) {
      expected = diatomic::result_of<Op>(expected, all[i]);
    }
    EXPECT_EQ(result.download()[0], expected);
    symmetric_array<unsigned> counts(w, 10);
    diatomic::distributed_histogram(w, on, static_cast<const unsigned*>(nullptr), 0, counts,
                                    diatomic::value_bin{});
    EXPECT_EQ(counts.download(), std::vector<unsigned>(10));
  });
}
TEST(remote_reductions, of_which_some_have_nothing) {
  expect_reduction_of_some<op::add, int>();
  expect_reduction_of_some<op::min, float>();
  expect_reduction_of_some<op::max, double>();
  expect_reduction_of_some<op::min, long long>();
}

/// The same array, but another operation, or another call: all learn it, and nobody hangs.
TEST(remote_reductions, of_other_operations_do_not_match) {
  for (const bool other_operation : {false, true}) {
    test::on_each_pe([=](world& w) {
      if (w.pes() == 1) return;
      const diatomic::stream on;
      symmetric_array<int> array(w, 10);
      std::string said = "nothing";
      try {
        if (w.pe() != w.pes() - 1) {
          diatomic::all_reduce<op::add>(w, on, array);
        } else if (other_operation) {
          diatomic::all_reduce<op::max>(w, on, array);
        } else {
          diatomic::reduce_scatter<op::add>(w, on, array);
        }
      } catch (const diatomic::runtime_error& error) {
        said = error.name();
      }
      EXPECT_EQ(said, "other_call");
    });
  }
}

}  // namespace
