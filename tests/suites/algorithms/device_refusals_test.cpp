// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the calls on arrays refuse, by `std::invalid_argument`, before anything is queued: each bad
// argument of each call, and the whole message.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>

#include "support/kernel_run.hpp"

namespace {

using diatomic::even_integer_bins;
using diatomic::field_elements;
using diatomic::indexed;
using diatomic::op;
using diatomic::strided_elements;
using diatomic::value_bin;
using test::guarded_array;

/// What a call throws.
template <class Call>
std::string refusal(Call call) {
  try {
    call();
  } catch (const std::invalid_argument& why) {
    return why.what();
  }
  return "nothing";
}

/// The same address, some bytes on.
template <class T>
T* beside(T* p, std::ptrdiff_t bytes) {
  return reinterpret_cast<T*>(reinterpret_cast<std::uintptr_t>(p) +
                              static_cast<std::uintptr_t>(bytes));
}

constexpr std::size_t any_memory = std::numeric_limits<std::size_t>::max() / 4;

/// "N elements are more than any memory", of an argument.
std::string too_many(const std::string& call, const std::string& name, std::size_t n) {
  return "diatomic::" + call + ": " + name + ": " + std::to_string(n) +
         " elements are more than any memory";
}

/// `count` words that the device has no memory for, as the calls say it.
std::string more_than_memory(const std::string& call, const std::string& name, std::size_t count,
                             std::size_t word) {
  return "diatomic::" + call + ": " + name + ": " + std::to_string(count) + " elements of " +
         std::to_string(word) + " bytes are more than the device's memory";
}

TEST(refusals, of_histogram) {
  diatomic::stream on;
  guarded_array<std::uint32_t> input(16);
  guarded_array<unsigned> counts(16);
  const auto call = [&](const std::uint32_t* from, std::size_t n, unsigned* to, unsigned bins) {
    return refusal([&] { diatomic::histogram(on, from, n, to, bins, value_bin{}); });
  };
  const std::uint32_t* const in = input.data();
  unsigned* const out = counts.data();
  EXPECT_EQ(call(nullptr, 1, out, 16), "diatomic::histogram: input is null");
  EXPECT_EQ(call(beside(in, 1), 1, out, 16),
            "diatomic::histogram: input is not aligned to 4 bytes");
  EXPECT_EQ(call(beside(in, 2), 1, out, 16),
            "diatomic::histogram: input is not aligned to 4 bytes");
  EXPECT_EQ(call(in, any_memory, out, 16), too_many("histogram", "input", any_memory));
  EXPECT_EQ(call(in, 1, nullptr, 16), "diatomic::histogram: counts is null");
  EXPECT_EQ(call(in, 1, beside(out, 2), 15),
            "diatomic::histogram: counts is not aligned to 4 bytes");
  EXPECT_EQ(call(in, 1, out, 0), "diatomic::histogram: bins is 0");
  EXPECT_EQ(call(nullptr, 0, out, 0), "diatomic::histogram: bins is 0");
  EXPECT_EQ(call(nullptr, 0, out, 16), "nothing");
}

/// Functions that are pointers, which the host can call.
TEST(refusals, of_null_functions) {
  diatomic::stream on;
  guarded_array<std::uint32_t> input(16);
  guarded_array<unsigned> counts(16);
  unsigned (*const bin_of)(std::uint32_t) = nullptr;
  unsigned (*const combine)(unsigned, unsigned) = nullptr;
  const std::uint32_t* const in = input.data();
  EXPECT_EQ(refusal([&] { diatomic::histogram(on, in, 16, counts.data(), 16, bin_of); }),
            "diatomic::histogram: bin_of is null");
  EXPECT_EQ(
      refusal([&] { diatomic::weighted_histogram(on, in, in, 16, counts.data(), 16, bin_of); }),
      "diatomic::weighted_histogram: bin_of is null");
  diatomic::device_array<unsigned char> temp(diatomic::reduce_temp_bytes(16));
  EXPECT_EQ(refusal([&] {
              diatomic::reduce(on, in, 16, combine, 0u, counts.data(), temp.data(), temp.size());
            }),
            "reduce: function is null");
}

/// Checks in host code. The edges are in device memory, so their values are not read.
TEST(refusals, of_edges) {
  diatomic::stream on;
  guarded_array<std::uint32_t> input(16);
  guarded_array<unsigned> counts(16);
  guarded_array<std::uint32_t> edges(17);
  const auto call = [&](const std::uint32_t* at, unsigned count) {
    const diatomic::edge_bin<std::uint32_t> bin_of(at, count, diatomic::last_edge::included);
    return refusal([&] { diatomic::histogram(on, input.data(), 0, counts.data(), 16, bin_of); });
  };
  EXPECT_EQ(call(edges.data(), 2), "nothing");
  EXPECT_EQ(call(edges.data(), 1), "diatomic::histogram: bin_of has fewer than two edges");
  EXPECT_EQ(call(nullptr, 0), "diatomic::histogram: bin_of has fewer than two edges");
  EXPECT_EQ(call(nullptr, 17), "diatomic::histogram: bin_of.edges() is null");
  EXPECT_EQ(call(beside(edges.data(), 2), 16),
            "diatomic::histogram: bin_of.edges() is not aligned to 4 bytes");
}

TEST(refusals, of_more_bins_than_memory) {
  diatomic::stream on;
  guarded_array<std::uint32_t> input(16);
  guarded_array<std::uint64_t> counts(16);
  const auto most = diatomic::properties(diatomic::current_device()).memory_bytes / 8;
  if (most >= std::numeric_limits<unsigned>::max()) GTEST_SKIP() << "there is too much memory";
  const auto bins = static_cast<unsigned>(most + 1);
  EXPECT_EQ(
      refusal([&] { diatomic::histogram(on, input.data(), 1, counts.data(), bins, value_bin{}); }),
      more_than_memory("histogram", "bins", bins, 8));
}

TEST(refusals, of_weighted_histogram) {
  diatomic::stream on;
  guarded_array<std::uint16_t> input(16);
  guarded_array<float> weights(16);
  guarded_array<double> counts(16);
  const auto call = [&](const std::uint16_t* from, const float* with, std::size_t n, double* to,
                        unsigned bins) {
    return refusal([&] { diatomic::weighted_histogram(on, from, with, n, to, bins, value_bin{}); });
  };
  const std::string name = "diatomic::weighted_histogram: ";
  const std::uint16_t* const in = input.data();
  const float* const with = weights.data();
  double* const out = counts.data();
  EXPECT_EQ(call(nullptr, with, 1, out, 16), name + "input is null");
  EXPECT_EQ(call(beside(in, 1), with, 1, out, 16), name + "input is not aligned to 2 bytes");
  EXPECT_EQ(call(in, nullptr, 1, out, 16), name + "weights is null");
  EXPECT_EQ(call(in, beside(with, 2), 1, out, 16), name + "weights is not aligned to 4 bytes");
  EXPECT_EQ(call(in, with, any_memory, out, 16),
            too_many("weighted_histogram", "weights", any_memory));
  EXPECT_EQ(call(in, with, 1, nullptr, 16), name + "counts is null");
  EXPECT_EQ(call(in, with, 1, beside(out, 4), 15), name + "counts is not aligned to 8 bytes");
  EXPECT_EQ(call(in, with, 1, out, 0), name + "bins is 0");
  EXPECT_EQ(call(nullptr, nullptr, 0, out, 16), "nothing");
}

TEST(refusals, of_scatter_add) {
  diatomic::stream on;
  guarded_array<unsigned> indices(4);
  guarded_array<double> values(4);
  guarded_array<float> words(4);
  const auto call = [&](const unsigned* where, const double* what, std::size_t n, float* to,
                        std::size_t count) {
    return refusal([&] { diatomic::scatter_add(on, where, what, n, to, count); });
  };
  const std::string name = "diatomic::scatter_add: ";
  const unsigned* const where = indices.data();
  const double* const what = values.data();
  float* const to = words.data();
  EXPECT_EQ(call(nullptr, what, 4, to, 4), name + "indices is null");
  EXPECT_EQ(call(beside(where, 2), what, 3, to, 4), name + "indices is not aligned to 4 bytes");
  EXPECT_EQ(call(where, nullptr, 4, to, 4), name + "values is null");
  EXPECT_EQ(call(where, beside(what, 4), 3, to, 4), name + "values is not aligned to 8 bytes");
  EXPECT_EQ(call(where, what, any_memory, to, 4), too_many("scatter_add", "indices", any_memory));
  EXPECT_EQ(call(where, what, any_memory / 2, to, 4),
            too_many("scatter_add", "values", any_memory / 2));
  EXPECT_EQ(call(where, what, 4, nullptr, 4), name + "table is null");
  EXPECT_EQ(call(where, what, 4, beside(to, 2), 3), name + "table is not aligned to 4 bytes");
  EXPECT_EQ(call(where, what, 4, to, 0), name + "count is 0");
  EXPECT_EQ(call(where, what, 4, to, any_memory),
            more_than_memory("scatter_add", "count", any_memory, 4));
  EXPECT_EQ(call(nullptr, nullptr, 0, to, 4), "nothing");
}

/// The calls with temporary memory, of tables that need none: as those without.
TEST(refusals, of_calls_with_temporary_memory) {
  diatomic::stream on;
  guarded_array<unsigned> input(4);
  guarded_array<float> weights(4);
  guarded_array<float> words(4);
  guarded_array<unsigned> counts(4);
  const unsigned* const in = input.data();
  const float* const what = weights.data();
  const auto scatter = [&](const unsigned* where, std::size_t n, std::size_t count) {
    return refusal(
        [&] { diatomic::scatter_add(on, where, what, n, words.data(), count, nullptr, 0); });
  };
  EXPECT_EQ(scatter(nullptr, 4, 4), "diatomic::scatter_add: indices is null");
  EXPECT_EQ(scatter(in, 4, 0), "diatomic::scatter_add: count is 0");
  EXPECT_EQ(scatter(in, 4, any_memory), more_than_memory("scatter_add", "count", any_memory, 4));
  EXPECT_EQ(scatter(nullptr, 0, 4), "nothing");
  const auto histogram = [&](const unsigned* from, std::size_t n, unsigned bins) {
    return refusal(
        [&] { diatomic::histogram(on, from, n, counts.data(), bins, value_bin{}, nullptr, 0); });
  };
  EXPECT_EQ(histogram(nullptr, 4, 4), "diatomic::histogram: input is null");
  EXPECT_EQ(histogram(in, 4, 0), "diatomic::histogram: bins is 0");
  EXPECT_EQ(histogram(nullptr, 0, 4), "nothing");
  const auto weighted = [&](const unsigned* from, const float* with, unsigned bins) {
    return refusal([&] {
      diatomic::weighted_histogram(on, from, with, 4, words.data(), bins, value_bin{}, nullptr, 0);
    });
  };
  EXPECT_EQ(weighted(nullptr, what, 4), "diatomic::weighted_histogram: input is null");
  EXPECT_EQ(weighted(in, nullptr, 4), "diatomic::weighted_histogram: weights is null");
  EXPECT_EQ(weighted(in, what, 0), "diatomic::weighted_histogram: bins is 0");
}

/// Of tables that are partitioned: by a plan for any device, and by the device's own, if it has
/// one.
TEST(refusals, of_memory_for_partitions) {
  diatomic::stream on;
  guarded_array<unsigned> indices(64);
  guarded_array<float> values(64);
  guarded_array<float> words(64);
  guarded_array<unsigned char> temp(4096);
  const unsigned* const where = indices.data();
  const float* const what = values.data();
  const diatomic::detail::partition_plan plan{4, 4, diatomic::counter_layout::global, 64, 64, 1000};
  const std::size_t needed = diatomic::detail::partition_temp_bytes<float>(plan, 64);
  const std::string name = "diatomic::scatter_add: ";
  const auto call = [&](std::size_t n, unsigned char* memory, std::size_t bytes) {
    return refusal([&] {
      diatomic::detail::count_with_memory(on, diatomic::detail::argument_checks("scatter_add"),
                                          plan, where, what, n, words.data(), 64u, value_bin{},
                                          memory, bytes);
    });
  };
  const std::string too_few = "temp_bytes is " + std::to_string(needed - 1) + ", and " +
                              std::to_string(needed) + " are needed";
  EXPECT_EQ(call(64, nullptr, needed), name + "temp is null");
  EXPECT_EQ(call(64, temp.data() + 8, needed), name + "temp is not aligned to 16 bytes");
  EXPECT_EQ(call(64, temp.data(), needed - 1), name + too_few);
  EXPECT_EQ(call(0, nullptr, 0), "nothing");

  // Refused before anything is read, so the arrays may be shorter than they are said to be.
  const auto device = diatomic::properties(diatomic::current_device());
  const std::size_t count = device.l2_bytes / sizeof(float) + 1;
  const std::size_t own = diatomic::scatter_add_temp_bytes<unsigned, float, float>(count, count);
  if (device.warp_size == 1) {
    EXPECT_EQ(own, 0u);
  } else if (device.l2_bytes != 0) {
    EXPECT_GT(own, count * sizeof(float));
    EXPECT_EQ(refusal([&] {
                diatomic::scatter_add(on, where, what, count, words.data(), count, nullptr, own);
              }),
              name + "temp is null");
    EXPECT_EQ(refusal([&] {
                diatomic::scatter_add(on, where, what, count, words.data(), count, temp.data(), 16);
              }),
              name + "temp_bytes is 16, and " + std::to_string(own) + " are needed");
  }
}

// 4 GiB of bytes, which most devices have; nothing is read or written.
TEST(refusals, of_more_words_than_32_bits_count) {
  diatomic::stream on;
  guarded_array<unsigned> indices(4);
  guarded_array<std::uint8_t> values(4);
  guarded_array<std::uint8_t> words(4);
  const std::size_t count = std::size_t{1} << 32;
  const auto memory = diatomic::properties(diatomic::current_device()).memory_bytes;
  const std::string expected = memory < count
                                   ? more_than_memory("scatter_add", "count", count, 1)
                                   : "diatomic::scatter_add: count is more than 2^32 - 1";
  const auto call = [&](std::size_t n, std::size_t of) {
    return refusal(
        [&] { diatomic::scatter_add(on, indices.data(), values.data(), n, words.data(), of); });
  };
  EXPECT_EQ(call(0, count), expected);
  EXPECT_EQ(call(4, count), expected);
  if (memory >= count) {
    EXPECT_EQ(call(0, count - 1), "nothing");
  }
}

/// The bad arguments of a call that reduces 99 elements. `make` calls it with an input, a result,
/// temporary memory and its size.
template <class T, class Result, class Make>
void check_reduction(const std::string& name, std::size_t needed, Make make) {
  guarded_array<T> values(100);
  guarded_array<Result> results(2);
  guarded_array<unsigned char> memory(needed + 16);
  const T* const in = values.data();
  Result* const out = results.data();
  unsigned char* const temp = memory.data();
  const auto call = [&](const T* from, Result* to, void* with, std::size_t bytes) {
    return refusal([&] { make(from, to, with, bytes); });
  };
  SCOPED_TRACE(name);
  EXPECT_EQ(call(nullptr, out, temp, needed), name + ": input is null");
  for (const std::size_t by : {std::size_t{1}, alignof(T) / 2}) {
    EXPECT_EQ(call(beside(in, static_cast<std::ptrdiff_t>(by)), out, temp, needed),
              name + ": input is misaligned for its type");
  }
  EXPECT_EQ(call(in, nullptr, temp, needed), name + ": result is null");
  for (const std::size_t by : {std::size_t{1}, alignof(Result) / 2}) {
    EXPECT_EQ(call(in, beside(out, static_cast<std::ptrdiff_t>(by)), temp, needed),
              name + ": result is misaligned for its type");
  }
  EXPECT_EQ(call(in, out, nullptr, needed), name + ": temp is null");
  for (const std::ptrdiff_t by : {1, 4, 8}) {
    EXPECT_EQ(call(in, out, temp + by, needed), name + ": temp is not aligned to 16 bytes");
  }
  for (const std::size_t bytes : {std::size_t{0}, needed - 1}) {
    EXPECT_EQ(call(in, out, temp, bytes), name + ": temp_bytes is " + std::to_string(bytes) +
                                              ", and " + std::to_string(needed) + " are needed");
  }
  EXPECT_EQ(call(in, out, temp, needed), "nothing");
}

struct first_of {
  template <class T>
  DIATOMIC_DEVICE T operator()(T a, T) const {
    return a;
  }
};

template <class T>
class reduction_refusals : public testing::Test {};
using numbers = testing::Types<int, unsigned long, float, double>;
TYPED_TEST_SUITE(reduction_refusals, numbers, test::type_names);

TYPED_TEST(reduction_refusals, of_reduce) {
  diatomic::stream on;
  const std::size_t needed = diatomic::reduce_temp_bytes(99);
  const auto check = [&](auto make) {
    check_reduction<TypeParam, TypeParam>("reduce", needed, make);
  };
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::reduce<op::add>(on, in, 99, out, temp, bytes);
  });
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::reduce<op::min>(on, in, 99, out, temp, bytes);
  });
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::reduce<op::max>(on, in, 99, out, temp, bytes);
  });
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::reduce(on, in, 99, first_of{}, TypeParam{0}, out, temp, bytes);
  });
}

struct as_it_is {
  template <class T>
  DIATOMIC_FUNCTION T operator()(T v) const {
    return v;
  }
};

TYPED_TEST(reduction_refusals, of_transform_reduce) {
  diatomic::stream on;
  const std::size_t needed = diatomic::reduce_temp_bytes(99);
  const auto check = [&](auto make) {
    check_reduction<TypeParam, TypeParam>("transform_reduce", needed, make);
  };
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::transform_reduce<op::add>(on, in, 99, as_it_is{}, out, temp, bytes);
  });
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::transform_reduce<op::min>(on, in, 99, as_it_is{}, out, temp, bytes);
  });
  check([&](auto in, auto out, void* temp, std::size_t bytes) {
    diatomic::transform_reduce(on, in, 99, first_of{}, as_it_is{}, TypeParam{0}, out, temp, bytes);
  });
}

TYPED_TEST(reduction_refusals, of_searches) {
  diatomic::stream on;
  const std::size_t needed = diatomic::reduce_temp_bytes(99);
  check_reduction<TypeParam, indexed<TypeParam>>(
      "arg_min", needed, [&](auto in, auto out, void* temp, std::size_t bytes) {
        diatomic::arg_min(on, in, 99, out, temp, bytes);
      });
  check_reduction<TypeParam, indexed<TypeParam>>(
      "arg_max", needed, [&](auto in, auto out, void* temp, std::size_t bytes) {
        diatomic::arg_max(on, in, 99, out, temp, bytes);
      });
}

template <class T>
void check_reproducible_sum() {
  diatomic::stream on;
  check_reduction<T, T>("reproducible_sum", diatomic::reproducible_sum_temp_bytes<T>(99),
                        [&](auto in, auto out, void* temp, std::size_t bytes) {
                          diatomic::reproducible_sum(on, in, 99, out, temp, bytes);
                        });
  check_reduction<T, diatomic::exact_sum<T>>(
      "reproducible_sum", diatomic::reproducible_sum_temp_bytes<T>(99),
      [&](auto in, auto out, void* temp, std::size_t bytes) {
        diatomic::reproducible_sum(on, in, 99, out, temp, bytes);
      });
}
TEST(refusals, of_reproducible_sum) {
  check_reproducible_sum<float>();
  check_reproducible_sum<double>();
}

/// More elements than any memory, by a number whose bytes wrap around to few.
template <class T>
void check_too_many_to_reduce() {
  diatomic::stream on;
  constexpr std::size_t n = std::numeric_limits<std::size_t>::max() / sizeof(T) + 2;
  guarded_array<T> values(4);
  guarded_array<T> result(1);
  guarded_array<indexed<T>> found(1);
  guarded_array<unsigned char> memory(std::size_t{1} << 20);
  const T* const in = values.data();
  unsigned char* const temp = memory.data();
  const std::size_t bytes = std::size_t{1} << 20;
  const auto message = [](const char* call, std::size_t elements) {
    return std::string(call) + ": input: " + std::to_string(elements) +
           " elements are more than any memory";
  };
  for (const std::size_t many : {n, any_memory * 4 / 2 / sizeof(T) + 1, ~std::size_t{0}}) {
    EXPECT_EQ(refusal([&] { diatomic::reduce<op::add>(on, in, many, result.data(), temp, bytes); }),
              message("reduce", many));
    EXPECT_EQ(refusal([&] {
                diatomic::reduce(on, in, many, first_of{}, T{0}, result.data(), temp, bytes);
              }),
              message("reduce", many));
    EXPECT_EQ(refusal([&] { diatomic::arg_min(on, in, many, found.data(), temp, bytes); }),
              message("arg_min", many));
    if constexpr (std::is_floating_point_v<T>) {
      EXPECT_EQ(
          refusal([&] { diatomic::reproducible_sum(on, in, many, result.data(), temp, bytes); }),
          message("reproducible_sum", many));
    }
  }
}
TEST(refusals, of_more_elements_to_reduce_than_memory) {
  check_too_many_to_reduce<int>();
  check_too_many_to_reduce<float>();
  check_too_many_to_reduce<double>();
}

/// A structure whose field a call may read.
struct particle {
  double mass;
  float charge;
};
struct mass {
  DIATOMIC_FUNCTION float operator()(const particle& p) const { return static_cast<float>(p.mass); }
};
struct number {
  DIATOMIC_FUNCTION unsigned operator()(std::size_t i) const { return static_cast<unsigned>(i); }
};

/// Numbers of elements whose bytes are few, modulo 2^64.
TEST(refusals, of_sizes_whose_bytes_wrap) {
  diatomic::stream on;
  guarded_array<unsigned> indices(4);
  guarded_array<double> values(4);
  guarded_array<float> words(4);
  guarded_array<unsigned> counts(4);
  constexpr std::size_t wraps = std::numeric_limits<std::size_t>::max() / 4 + 2;
  static_assert(wraps * sizeof(float) == 4);
  static_assert(wraps * sizeof(double) == 8);
  const unsigned* const where = indices.data();
  const double* const what = values.data();
  EXPECT_EQ(refusal([&] { diatomic::scatter_add(on, where, what, wraps, words.data(), 4); }),
            too_many("scatter_add", "indices", wraps));
  EXPECT_EQ(refusal([&] { diatomic::scatter_add(on, number{}, what, wraps, words.data(), 4); }),
            too_many("scatter_add", "values", wraps));
  EXPECT_EQ(refusal([&] { diatomic::scatter_add(on, where, what, 4, words.data(), wraps); }),
            more_than_memory("scatter_add", "count", wraps, 4));
  EXPECT_EQ(refusal([&] { diatomic::histogram(on, where, wraps, counts.data(), 4, value_bin{}); }),
            too_many("histogram", "input", wraps));
  EXPECT_EQ(
      refusal([&] { diatomic::index_add(on, where, words.data(), wraps, 1, words.data(), 4); }),
      too_many("index_add", "indices", wraps));
  EXPECT_EQ(
      refusal([&] { diatomic::index_add(on, number{}, words.data(), wraps, 1, words.data(), 4); }),
      too_many("index_add", "values", wraps));
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  // Rows of three, of which the last begins below 2^64 and ends at 2.
  EXPECT_EQ(refusal([&] {
              diatomic::index_add(on, number{}, words.data(), most / 3 + 1, 3, words.data(), 1);
            }),
            too_many("index_add", "values", most));
  // Three rows, 2^63 apart: the last begins at the first.
  EXPECT_EQ(refusal([&] {
              diatomic::index_add(on, where, words.data(), 3, 4, words.data(), 3,
                                  {0, std::size_t{1} << 63});
            }),
            more_than_memory("index_add", "rows", most, 4));
}

/// Elements of a field, of a stride and of functions.
TEST(refusals, of_elements_that_are_no_array) {
  diatomic::stream on;
  guarded_array<float> words(4);
  guarded_array<particle> some(4);
  const particle* const in = some.data();
  const field_elements good{in, &particle::charge};
  const field_elements none{static_cast<const particle*>(nullptr), &particle::charge};
  const field_elements askew{beside(in, 4), &particle::charge};
  const strided_elements<int> no_indices{nullptr, 2};
  float (*const no_function)(std::size_t) = nullptr;
  float (*const no_transform)(float) = nullptr;
  float (*const no_combination)(float, float) = nullptr;

  const auto scatter = [&](auto indices, auto values, std::size_t n) {
    return refusal([&] { diatomic::scatter_add(on, indices, values, n, words.data(), 4); });
  };
  EXPECT_EQ(scatter(no_indices, good, 4), "diatomic::scatter_add: indices is null");
  EXPECT_EQ(scatter(number{}, none, 4), "diatomic::scatter_add: values is null");
  EXPECT_EQ(scatter(number{}, askew, 4), "diatomic::scatter_add: values is not aligned to 8 bytes");
  EXPECT_EQ(scatter(number{}, no_function, 4), "diatomic::scatter_add: values is null");
  EXPECT_EQ(scatter(no_indices, none, 0), "nothing");
  EXPECT_EQ(refusal([&] {
              diatomic::weighted_histogram(on, number{}, none, 4, words.data(), 4, value_bin{});
            }),
            "diatomic::weighted_histogram: weights is null");

  guarded_array<unsigned char> temp(diatomic::reduce_temp_bytes(4));
  const auto sum = [&](auto input) {
    return refusal(
        [&] { diatomic::reduce<op::add>(on, input, 4, words.data(), temp.data(), temp.size()); });
  };
  EXPECT_EQ(sum(none), "reduce: input is null");
  EXPECT_EQ(sum(askew), "reduce: input is misaligned for its type");
  EXPECT_EQ(sum(no_function), "reduce: input is null");
  EXPECT_EQ(refusal([&] {
              diatomic::transform_reduce<op::add>(on, good, 4, no_transform, words.data(),
                                                  temp.data(), temp.size());
            }),
            "transform_reduce: transform is null");
  EXPECT_EQ(refusal([&] {
              diatomic::transform_reduce(on, in, 4, no_combination, mass{}, 0.0f, words.data(),
                                         temp.data(), temp.size());
            }),
            "transform_reduce: function is null");
}

TEST(refusals, of_scales_for_sums) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const std::string name = "diatomic::fixed_scale_for_sums: ";
  const std::string bad_magnitude = name + "max_magnitude is negative, infinite or a NaN";
  const std::string no_scale = name + "n values of that magnitude have no scale";
  const auto scale = [](std::uint64_t n, double most) {
    return refusal([&] { diatomic::fixed_scale_for_sums(n, most); });
  };
  EXPECT_EQ(scale(1, -1), bad_magnitude);
  EXPECT_EQ(scale(1, inf), bad_magnitude);
  EXPECT_EQ(scale(1, std::nan("")), bad_magnitude);
  EXPECT_EQ(scale(std::uint64_t{1} << 62, 1), name + "n is 2^62 or more");
  EXPECT_EQ(scale(1000, 1e300), no_scale);
  EXPECT_EQ(scale(1, std::numeric_limits<double>::max()), no_scale);
  // Their product is no double.
  EXPECT_EQ(scale(1000, std::numeric_limits<double>::max()), no_scale);
  // The last scale that there is, and the first that is none.
  EXPECT_EQ(scale(1, 0x1p961), "nothing");
  EXPECT_EQ(diatomic::fixed_scale_for_sums(1, 0x1p961).exponent(), 900);
  EXPECT_EQ(scale(1, 0x1p962), no_scale);
  EXPECT_EQ(scale((std::uint64_t{1} << 62) - 1, 0x1p899), "nothing");
}

TEST(refusals, of_find_fixed_scale) {
  const std::string name = "diatomic::find_fixed_scale: ";
  diatomic::stream on;
  const std::size_t needed = 16 + diatomic::reduce_temp_bytes(3);
  guarded_array<unsigned char> temp(needed + 16);
  const auto call = [&](const float* values, unsigned char* with, std::size_t bytes) {
    return refusal([&] { diatomic::find_fixed_scale(on, values, 3, with, bytes); });
  };
  const guarded_array<float> good(std::vector<float>{1, -3, 2});
  EXPECT_EQ(call(good.data(), temp.data(), needed), "nothing");
  EXPECT_EQ(call(nullptr, temp.data(), needed), name + "values is null");
  EXPECT_EQ(call(good.data(), nullptr, needed), name + "temp is null");
  EXPECT_EQ(call(good.data(), temp.data() + 8, needed), name + "temp is not aligned to 16 bytes");
  EXPECT_EQ(call(good.data(), temp.data(), needed - 1), name + "temp_bytes is " +
                                                            std::to_string(needed - 1) + ", and " +
                                                            std::to_string(needed) + " are needed");
  for (const float strange :
       {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
        std::nanf(""), -std::nanf("")}) {
    const guarded_array<float> bad(std::vector<float>{1, strange, 2});
    EXPECT_EQ(call(bad.data(), temp.data(), needed),
              name + "there is an infinity or a NaN among the values");
  }
}

/// The calls with and without a scale, of which each needs other temporary memory.
TEST(refusals, of_reproducible_scatter_add) {
  const std::string name = "diatomic::reproducible_scatter_add: ";
  diatomic::stream on;
  guarded_array<int> indices(4);
  guarded_array<float> values(4);
  guarded_array<float> words(4);
  guarded_array<unsigned char> temp(1000);
  const int* const where = indices.data();
  const float* const what = values.data();
  float* const to = words.data();
  struct arguments {
    const int* where;
    const float* what;
    std::size_t n;
    float* to;
    std::size_t count;
    unsigned char* temp;
  };
  const auto exact = [&](const arguments& a, std::size_t bytes) {
    return refusal([&] {
      diatomic::reproducible_scatter_add(on, a.where, a.what, a.n, a.to, a.count, a.temp, bytes);
    });
  };
  const auto in_units = [&](const arguments& a, std::size_t bytes) {
    return refusal([&] {
      diatomic::reproducible_scatter_add(on, diatomic::fixed_scale(0), a.where, a.what, a.n, a.to,
                                         a.count, a.temp, bytes);
    });
  };
  const auto expect = [&](const arguments& a, const std::string& why) {
    EXPECT_EQ(exact(a, 900), why);
    EXPECT_EQ(in_units(a, 900), why);
  };
  expect({nullptr, what, 4, to, 4, temp.data()}, name + "indices is null");
  expect({beside(where, 2), what, 3, to, 4, temp.data()},
         name + "indices is not aligned to 4 bytes");
  expect({where, nullptr, 4, to, 4, temp.data()}, name + "values is null");
  expect({where, beside(what, 1), 3, to, 4, temp.data()},
         name + "values is not aligned to 4 bytes");
  expect({where, what, 4, nullptr, 4, temp.data()}, name + "table is null");
  expect({where, what, 4, to, 0, temp.data()}, name + "count is 0");
  expect({where, what, 4, to, 4, nullptr}, name + "temp is null");
  expect({where, what, 4, to, 4, temp.data() + 8}, name + "temp is not aligned to 16 bytes");
  expect({nullptr, nullptr, 0, to, 4, temp.data()}, "nothing");
  const arguments good{where, what, 4, to, 4, temp.data()};
  EXPECT_EQ(exact(good, 191), name + "temp_bytes is 191, and 192 are needed");
  EXPECT_EQ(in_units(good, 31), name + "temp_bytes is 31, and 32 are needed");
  unsigned (*const no_bins)(int) = nullptr;
  EXPECT_EQ(refusal([&] {
              diatomic::reproducible_weighted_histogram(on, where, what, 4, to, 4u, no_bins,
                                                        temp.data(), 900);
            }),
            "diatomic::reproducible_weighted_histogram: bin_of is null");
}

/// Both forms: each argument by its own name.
TEST(refusals, of_reproducible_weighted_histogram) {
  const std::string name = "diatomic::reproducible_weighted_histogram: ";
  diatomic::stream on;
  guarded_array<std::uint16_t> input(4);
  guarded_array<double> weights(4);
  guarded_array<double> counts(4);
  guarded_array<unsigned char> temp(2000);
  struct arguments {
    const std::uint16_t* input;
    const double* weights;
    std::size_t n;
    double* counts;
    unsigned bins;
    unsigned char* temp;
    std::size_t bytes;
  };
  const arguments good{input.data(), weights.data(), 4, counts.data(), 4, temp.data(), 1104};
  const auto exact = [&](const arguments& a) {
    return refusal([&] {
      diatomic::reproducible_weighted_histogram(on, a.input, a.weights, a.n, a.counts, a.bins,
                                                value_bin{}, a.temp, a.bytes);
    });
  };
  const auto in_units = [&](const arguments& a) {
    return refusal([&] {
      diatomic::reproducible_weighted_histogram(on, diatomic::fixed_scale(0), a.input, a.weights,
                                                a.n, a.counts, a.bins, value_bin{}, a.temp,
                                                a.bytes);
    });
  };
  const auto expect = [&](auto change, const std::string& why) {
    arguments a = good;
    change(a);
    EXPECT_EQ(exact(a), name + why);
    EXPECT_EQ(in_units(a), name + why);
  };
  expect([](arguments& a) { a.input = nullptr; }, "input is null");
  expect([](arguments& a) { a.input = beside(a.input, 1); }, "input is not aligned to 2 bytes");
  expect([](arguments& a) { a.weights = nullptr; }, "weights is null");
  expect([](arguments& a) { a.weights = beside(a.weights, 4); },
         "weights is not aligned to 8 bytes");
  expect([](arguments& a) { a.counts = nullptr; }, "counts is null");
  expect([](arguments& a) { a.counts = beside(a.counts, 4); }, "counts is not aligned to 8 bytes");
  expect([](arguments& a) { a.bins = 0; }, "bins is 0");
  expect([](arguments& a) { a.temp = nullptr; }, "temp is null");
  expect([](arguments& a) { a.temp += 8; }, "temp is not aligned to 16 bytes");
  const std::string memory = std::to_string(any_memory) + " elements are more than any memory";
  expect([](arguments& a) { a.n = any_memory; }, "weights: " + memory);
  expect([](arguments& a) { a.n = ~std::size_t{0}; },
         "input: " + std::to_string(~std::size_t{0}) + " elements are more than any memory");
  arguments few = good;
  few.bytes = 1103;
  EXPECT_EQ(exact(few), name + "temp_bytes is 1103, and 1104 are needed");
  few.bytes = 31;
  EXPECT_EQ(in_units(few), name + "temp_bytes is 31, and 32 are needed");
  EXPECT_EQ(exact(good), "nothing");
  EXPECT_EQ(in_units(good), "nothing");
  unsigned (*const no_bins)(std::uint16_t) = nullptr;
  EXPECT_EQ(refusal([&] {
              diatomic::reproducible_weighted_histogram(on, diatomic::fixed_scale(0), good.input,
                                                        good.weights, 4, good.counts, 4u, no_bins,
                                                        good.temp, 1104);
            }),
            name + "bin_of is null");
}

/// A null function in the place of each argument that may be one.
TEST(refusals, of_null_elements) {
  diatomic::stream on;
  guarded_array<float> words(4);
  guarded_array<unsigned> numbers(4);
  guarded_array<int> offsets(2);
  guarded_array<unsigned char> memory(100000);
  unsigned (*const no_index)(std::size_t) = nullptr;
  float (*const no_value)(std::size_t) = nullptr;
  const unsigned* const where = numbers.data();
  const float* const what = words.data();
  float* const to = words.data();
  unsigned char* const temp = memory.data();
  constexpr std::size_t bytes = 100000;
  const diatomic::fixed_scale scale(0);
  const value_bin bin{};
  const auto expect = [](const std::string& call, const std::string& name, auto make) {
    EXPECT_EQ(refusal(make), (call.find("reduce") == 0 || call.find("arg_") == 0 ||
                                      call.find("transform") == 0 || call == "reproducible_sum"
                                  ? ""
                                  : "diatomic::") +
                                 call + ": " + name + " is null");
  };
  using namespace diatomic;
  expect("histogram", "input", [&] { histogram(on, no_index, 4, numbers.data(), 4, bin); });
  expect("histogram", "input",
         [&] { histogram(on, no_index, 4, numbers.data(), 4, bin, temp, bytes); });
  expect("weighted_histogram", "input",
         [&] { weighted_histogram(on, no_index, what, 4, to, 4, bin); });
  expect("weighted_histogram", "weights",
         [&] { weighted_histogram(on, where, no_value, 4, to, 4, bin); });
  expect("weighted_histogram", "input",
         [&] { weighted_histogram(on, no_index, what, 4, to, 4, bin, temp, bytes); });
  expect("weighted_histogram", "weights",
         [&] { weighted_histogram(on, where, no_value, 4, to, 4, bin, temp, bytes); });
  expect("scatter_add", "indices", [&] { scatter_add(on, no_index, what, 4, to, 4); });
  expect("scatter_add", "values", [&] { scatter_add(on, where, no_value, 4, to, 4); });
  expect("scatter_add", "indices", [&] { scatter_add(on, no_index, what, 4, to, 4, temp, bytes); });
  expect("scatter_add", "values", [&] { scatter_add(on, where, no_value, 4, to, 4, temp, bytes); });
  expect("reproducible_scatter_add", "indices",
         [&] { reproducible_scatter_add(on, no_index, what, 4, to, 4, temp, bytes); });
  expect("reproducible_scatter_add", "values",
         [&] { reproducible_scatter_add(on, scale, where, no_value, 4, to, 4, temp, bytes); });
  expect("reproducible_weighted_histogram", "input",
         [&] { reproducible_weighted_histogram(on, no_index, what, 4, to, 4, bin, temp, bytes); });
  expect("reproducible_weighted_histogram", "weights", [&] {
    reproducible_weighted_histogram(on, scale, where, no_value, 4, to, 4, bin, temp, bytes);
  });
  expect("index_add", "indices", [&] { index_add(on, no_index, what, 4, 1, to, 4); });
  expect("index_add", "values", [&] { index_add(on, where, no_value, 4, 1, to, 4); });
  expect("reproducible_index_add", "indices",
         [&] { reproducible_index_add(on, no_index, what, 4, 1, to, 4, temp, bytes); });
  expect("reproducible_index_add", "values",
         [&] { reproducible_index_add(on, scale, where, no_value, 4, 1, to, 4, temp, bytes); });
  expect("find_fixed_scale", "values", [&] { find_fixed_scale(on, no_value, 4, temp, bytes); });
  expect("segmented_reduce", "input",
         [&] { segmented_reduce<op::add>(on, no_value, 4, offsets.data(), 1, to, temp, bytes); });
  expect("reproducible_segmented_sum", "input", [&] {
    reproducible_segmented_sum(on, scale, no_value, 4, offsets.data(), 1, to, temp, bytes);
  });
  indexed<float>* const found = reinterpret_cast<indexed<float>*>(temp);
  expect("reduce", "input", [&] { reduce<op::add>(on, no_value, 4, to, temp, bytes); });
  expect("transform_reduce", "input",
         [&] { transform_reduce<op::max>(on, no_value, 4, as_it_is{}, to, temp, bytes); });
  expect("arg_min", "input", [&] { arg_min(on, no_value, 4, found, temp, bytes); });
  expect("arg_max", "input", [&] { arg_max(on, no_value, 4, found, temp, bytes); });
  expect("reproducible_sum", "input", [&] { reproducible_sum(on, no_value, 4, to, temp, bytes); });
}

/// The most elements that are allowed, and one more.
TEST(refusals, are_exact_at_their_bounds) {
  const diatomic::detail::argument_checks check("call");
  diatomic::device_properties device;
  device.memory_bytes = 103;
  const float words[1] = {};
  const auto table = [&](std::size_t count) {
    return refusal([&] { check.table(words, count, device, "table", "count"); });
  };
  EXPECT_EQ(table(25), "nothing");
  EXPECT_EQ(table(26), more_than_memory("call", "count", 26, 4));
  const auto array = [&](std::size_t n) {
    return refusal([&] { check.array(words, n, "values"); });
  };
  const std::size_t most = std::numeric_limits<std::size_t>::max() / 2 / sizeof(float);
  EXPECT_EQ(array(most), "nothing");
  EXPECT_EQ(array(most + 1), too_many("call", "values", most + 1));
}

/// Temporary memory of rows and sums, to the byte, and where its size overflows.
TEST(refusals, of_memory_are_by_its_documented_size) {
  // For one block.
  EXPECT_EQ(diatomic::reduce_temp_bytes(1), 32u);
  EXPECT_EQ(diatomic::segmented_reduce_temp_bytes(1, 1), 16u + 48);
  EXPECT_EQ(diatomic::reproducible_sum_temp_bytes<float>(1), 96u + 48);
  EXPECT_EQ(diatomic::reproducible_sum_temp_bytes<double>(1), 96u + 276);
  EXPECT_EQ(diatomic::fixed_sums_temp_bytes(1000), 8000u);
  EXPECT_EQ(diatomic::exact_sums_temp_bytes<float>(1000), 48000u);
  EXPECT_EQ(diatomic::exact_sums_temp_bytes<double>(1000), 276000u);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t d : {std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
    EXPECT_EQ(diatomic::fixed_rows_temp_bytes(7, d), 7 * (8 * d + 4));
    EXPECT_EQ(diatomic::exact_rows_temp_bytes<float>(7, d), 7 * (48 * d + 4));
    EXPECT_EQ(diatomic::exact_rows_temp_bytes<double>(7, d), 7 * (276 * d + 4));
    for (const std::size_t rows : {most, most / 2, most / (8 * d + 4) + 1}) {
      EXPECT_GE(diatomic::fixed_rows_temp_bytes(rows, d), most / 2);
      EXPECT_GE(diatomic::exact_rows_temp_bytes<double>(rows, d), most / 2);
    }
  }
  EXPECT_GE(diatomic::fixed_rows_temp_bytes(1, most / 8), most / 2);
  EXPECT_GE(diatomic::exact_rows_temp_bytes<float>(1, most / 48 + 1), most / 2);
}

/// The plain call, and both reproducible ones.
TEST(refusals, of_index_add) {
  diatomic::stream on;
  guarded_array<int> indices(4);
  guarded_array<float> values(16);
  guarded_array<float> words(16);
  guarded_array<unsigned char> temp(1000);
  const int* const where = indices.data();
  const float* const what = values.data();
  float* const to = words.data();
  struct arguments {
    const int* where;
    const float* what;
    std::size_t n;
    std::size_t d;
    float* to;
    std::size_t k;
    diatomic::leading_dimensions leading;
  };
  const auto plain = [&](const arguments& a) {
    return refusal(
        [&] { diatomic::index_add(on, a.where, a.what, a.n, a.d, a.to, a.k, a.leading); });
  };
  const auto exact = [&](const arguments& a, unsigned char* with, std::size_t bytes) {
    return refusal([&] {
      diatomic::reproducible_index_add(on, a.where, a.what, a.n, a.d, a.to, a.k, with, bytes,
                                       a.leading);
    });
  };
  const auto in_units = [&](const arguments& a, unsigned char* with, std::size_t bytes) {
    return refusal([&] {
      diatomic::reproducible_index_add(on, diatomic::fixed_scale(0), a.where, a.what, a.n, a.d,
                                       a.to, a.k, with, bytes, a.leading);
    });
  };
  const std::string names[] = {"index_add", "reproducible_index_add", "reproducible_index_add"};
  const auto expect = [&](const arguments& a, auto why) {
    EXPECT_EQ(plain(a), why(names[0]));
    EXPECT_EQ(exact(a, temp.data(), 900), why(names[1]));
    EXPECT_EQ(in_units(a, temp.data(), 900), why(names[2]));
  };
  const auto says = [](const std::string& why) {
    return [why](const std::string& call) { return "diatomic::" + call + ": " + why; };
  };
  expect({nullptr, what, 4, 4, to, 4, {}}, says("indices is null"));
  expect({beside(where, 2), what, 3, 4, to, 4, {}}, says("indices is not aligned to 4 bytes"));
  expect({where, nullptr, 4, 4, to, 4, {}}, says("values is null"));
  expect({where, beside(what, 1), 3, 4, to, 4, {}}, says("values is not aligned to 4 bytes"));
  expect({where, what, 4, 4, nullptr, 4, {}}, says("table is null"));
  expect({where, what, 4, 4, beside(to, 2), 3, {}}, says("table is not aligned to 4 bytes"));
  expect({where, what, 4, 4, to, 0, {}}, says("rows is 0"));
  expect({where, what, 0, 4, to, 0, {}}, says("rows is 0"));
  expect({where, what, 4, 0, to, 4, {}}, says("d is 0"));
  expect({where, what, 4, std::size_t{1} << 31, to, 1, {}}, says("d is more than 2^31 - 1"));
  expect({where, what, 3, 4, to, 3, {3, 0}},
         says("the leading dimension of values is less than d"));
  expect({where, what, 3, 4, to, 3, {4, 3}}, says("the leading dimension of table is less than d"));
  expect({where, what, any_memory, 4, to, 4, {}},
         [](const std::string& call) { return too_many(call, "indices", any_memory); });
  expect({where, what, any_memory / 8, 16, to, 1, {}},
         [](const std::string& call) { return too_many(call, "values", any_memory / 8 * 16); });
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  expect({where, what, 4, 4, to, most / 2, {}},
         [](const std::string& call) { return more_than_memory(call, "rows", most, 4); });
  expect({where, what, 4, 4, to, 4, {0, most / 2}},
         [](const std::string& call) { return more_than_memory(call, "rows", most, 4); });
  // The last row begins below 2^64, and its end has wrapped to 2.
  expect({where, what, 4, 3, to, most / 3 + 1, {}},
         [](const std::string& call) { return more_than_memory(call, "rows", most, 4); });
  expect({nullptr, nullptr, 0, 4, to, 4, {}}, [](const std::string&) { return "nothing"; });

  const arguments good{where, what, 4, 4, to, 4, {}};
  const std::string name = "diatomic::reproducible_index_add: ";
  EXPECT_EQ(exact(good, nullptr, 900), name + "temp is null");
  EXPECT_EQ(in_units(good, temp.data() + 8, 900), name + "temp is not aligned to 16 bytes");
  EXPECT_EQ(exact(good, temp.data(), 783), name + "temp_bytes is 783, and 784 are needed");
  EXPECT_EQ(in_units(good, temp.data(), 143), name + "temp_bytes is 143, and 144 are needed");
  EXPECT_EQ(diatomic::fixed_rows_temp_bytes(most / 8, 16),
            diatomic::exact_rows_temp_bytes<double>(16, most / 8));
}

TEST(refusals, of_segmented_reduce) {
  diatomic::stream on;
  guarded_array<float> input(100);
  guarded_array<int> offsets(4);
  guarded_array<float> sums(3);
  const std::size_t needed = diatomic::segmented_reduce_temp_bytes(100, 3);
  guarded_array<unsigned char> temp(needed);
  struct arguments {
    const float* input;
    std::size_t n;
    const int* offsets;
    std::size_t segments;
    float* results;
    void* temp;
    std::size_t bytes;
  };
  const arguments good = {input.data(), 100, offsets.data(), 3, sums.data(), temp.data(), needed};
  const auto expect = [&](auto change, const std::string& why) {
    arguments a = good;
    change(a);
    EXPECT_EQ(refusal([&] {
                diatomic::segmented_reduce<op::add>(on, a.input, a.n, a.offsets, a.segments,
                                                    a.results, a.temp, a.bytes);
              }),
              "diatomic::segmented_reduce: " + why);
    EXPECT_EQ(refusal([&] {
                diatomic::segmented_reduce(on, a.input, a.n, a.offsets, a.segments, first_of{},
                                           0.0f, a.results, a.temp, a.bytes);
              }),
              "diatomic::segmented_reduce: " + why);
    EXPECT_EQ(refusal([&] {
                diatomic::reproducible_segmented_sum(on, diatomic::fixed_scale(0), a.input, a.n,
                                                     a.offsets, a.segments, a.results, a.temp,
                                                     a.bytes);
              }),
              "diatomic::reproducible_segmented_sum: " + why);
  };
  expect([](arguments& a) { a.input = nullptr; }, "input is null");
  expect([](arguments& a) { a.input = beside(a.input, 2); }, "input is not aligned to 4 bytes");
  expect([](arguments& a) { a.offsets = nullptr; }, "offsets is null");
  expect([](arguments& a) { a.offsets = beside(a.offsets, 1); },
         "offsets is not aligned to 4 bytes");
  expect([](arguments& a) { a.results = nullptr; }, "results is null");
  expect([](arguments& a) { a.results = beside(a.results, 3); },
         "results is not aligned to 4 bytes");
  expect([](arguments& a) { a.temp = nullptr; }, "temp is null");
  expect([](arguments& a) { a.temp = beside(static_cast<unsigned char*>(a.temp), 8); },
         "temp is not aligned to 16 bytes");
  expect([](arguments& a) { --a.bytes; }, "temp_bytes is " + std::to_string(needed - 1) + ", and " +
                                              std::to_string(needed) + " are needed");
  expect([](arguments& a) { a.n = std::size_t{1} << 42; }, "n + segments is not below 2^42");
  expect([](arguments& a) { a.segments = (std::size_t{1} << 42) - 100; },
         "n + segments is not below 2^42");
  constexpr std::size_t most = (std::size_t{1} << 42) - 4;
  expect([](arguments& a) { a.n = most; },
         "temp_bytes is " + std::to_string(needed) + ", and " +
             std::to_string(diatomic::segmented_reduce_temp_bytes(most, 3)) + " are needed");
  // Without segments there is still one offset.
  expect([](arguments& a) { a.segments = 0, a.offsets = nullptr; }, "offsets is null");
  const std::string memory = std::to_string(any_memory) + " elements are more than any memory";
  expect([](arguments& a) { a.n = any_memory; }, "input: " + memory);
  expect([](arguments& a) { a.segments = any_memory; }, "results: " + memory);
  EXPECT_EQ(refusal([&] {
              diatomic::segmented_reduce(on, good.input, 100, good.offsets, 3,
                                         static_cast<float (*)(float, float)>(nullptr), 0.0f,
                                         good.results, good.temp, needed);
            }),
            "segmented_reduce: function is null");
  // No segment: nothing is queued.
  EXPECT_EQ(refusal([&] {
              diatomic::segmented_reduce<op::add>(on, good.input, 100, good.offsets, 0,
                                                  good.results, good.temp, needed);
            }),
            "nothing");
}

/// Places have numbers of 31 bits.
TEST(refusals, of_more_rows_than_there_are_numbers) {
  diatomic::stream on;
  guarded_array<int> indices(1);
  guarded_array<std::uint8_t> values(1);
  guarded_array<std::uint8_t> words(1);
  constexpr std::size_t k = std::size_t{1} << 31;
  if (diatomic::properties(diatomic::current_device()).memory_bytes < k) {
    GTEST_SKIP() << "there is too little memory";
  }
  EXPECT_EQ(refusal([&] {
              diatomic::index_add(on, indices.data(), values.data(), 1, 1, words.data(), k);
            }),
            "diatomic::index_add: rows is more than 2^31 - 1");
}

TEST(refusals, of_even_integer_bins) {
  const std::string name = "even_integer_bins: ";
  EXPECT_EQ(refusal([] { even_integer_bins(1, 5, 0); }), name + "bins is 0");
  EXPECT_EQ(refusal([] { even_integer_bins(5, 5, 1); }), name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(-5, -5, 1); }), name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(5u, -1, 1); }), name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(0ll, (1ll << 32) + 1, 1); }),
            name + "upper is more than 2^32 above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(std::uint8_t{0}, 257, 1); }),
            name + "upper is more than one above the type's largest value");
  EXPECT_EQ(refusal([] { even_integer_bins(std::uint8_t{0}, 256, 1); }), "nothing");
  EXPECT_EQ(refusal([] { even_integer_bins(~0ull - 4, 0, 1); }), name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(~0ull - 4, -3, 1); }),
            name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(1ull << 63, -1, 1); }),
            name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(0ull, 0, 1); }), name + "upper is not above lower");
  EXPECT_EQ(refusal([] { even_integer_bins(0ull, 1, 1); }), "nothing");
}

}  // namespace
