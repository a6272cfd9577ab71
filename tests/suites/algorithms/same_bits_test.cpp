// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One hash of all that is promised to have the same bits: in every run, in every shape of launch,
// in every order of the elements, by every form of addition, on any number of devices, on every
// backend.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/kernel_run.hpp"
#include "support/scale.hpp"

namespace {

using diatomic::fixed_point;
using diatomic::fixed_scale;
using test::launch_shape;
using test::on_device;

constexpr int unit = -30;
using word = fixed_point<unit>;
constexpr std::size_t elements = 3000;
constexpr unsigned words = 37;

/// Computed elsewhere, with rational numbers.
constexpr std::uint64_t expected_hash = 0xe73df2b3764b4306u;

/// The ways of a kernel to add.
enum class way : unsigned { plainly, by_lanes, with_old_value, to_counts, in_shared_memory };
constexpr unsigned ways = 5;

struct add_elements {
  way how;

  DIATOMIC_DEVICE void operator()(const float* values, const unsigned* places, std::size_t n,
                                  word* sums, fixed_scale scale) const {
    using namespace diatomic::tags;
    word* const own = diatomic::shared_array<word>();
    if (how == way::in_shared_memory) {
      for (unsigned k = diatomic::thread_index(); k < words; k += diatomic::block_size()) {
        own[k] = word{};
      }
      diatomic::sync_block();
    }
    const std::size_t stride = diatomic::global_size();
    for (std::size_t i = diatomic::global_index(); i < n; i += stride) {
      word* const p = sums + places[i];
      switch (how) {
        case way::plainly:
          store_add(p, values[i]);
          break;
        case way::by_lanes:
          store_add(p, values[i], few_addresses, system_scope);
          break;
        case way::with_old_value:
          (void)fetch_sub(p, -values[i], acq_rel);
          break;
        case way::to_counts:
          store_add(reinterpret_cast<std::int64_t*>(p), scale.units(values[i]), in_global);
          break;
        case way::in_shared_memory:
          store_add(own + places[i], values[i], block_scope, in_shared);
          break;
      }
    }
    if (how == way::in_shared_memory) {
      diatomic::sync_block();
      for (unsigned k = diatomic::thread_index(); k < words; k += diatomic::block_size()) {
        store_add(sums + k, own[k]);
      }
    }
  }
};

/// FNV-1a of the bits of numbers.
class hash {
 public:
  template <class T>
  void add(const T& number) {
    unsigned char bytes[sizeof(T)];
    __builtin_memcpy(bytes, &number, sizeof(T));
    for (const unsigned char byte : bytes) state_ = (state_ ^ byte) * 0x100000001b3u;
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

/// Numbers of many magnitudes and both signs, and where each is to be added.
struct problem {
  std::vector<float> values;
  std::vector<unsigned> places;

  problem() {
    for (std::size_t i = 0; i < elements; ++i) {
      const std::uint64_t bits = (i * 6364136223846793005u + 1442695040888963407u) >> 20;
      values.push_back(
          std::ldexp(static_cast<float>(bits >> 20) - 0x1p23f, -static_cast<int>(bits % 40) - 2));
      places.push_back(static_cast<unsigned>(bits % 1021) % words);
    }
  }
  /// The same elements, from another one on.
  void rotate(std::size_t by) {
    std::rotate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(by), values.end());
    std::rotate(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(by), places.end());
  }
  /// Elements `from` to `to`, exclusive.
  problem part(std::size_t from, std::size_t to) const {
    problem some = *this;
    some.values.assign(values.begin() + static_cast<std::ptrdiff_t>(from),
                       values.begin() + static_cast<std::ptrdiff_t>(to));
    some.places.assign(places.begin() + static_cast<std::ptrdiff_t>(from),
                       places.begin() + static_cast<std::ptrdiff_t>(to));
    return some;
  }
};

/// The sums of these elements by a kernel of ours, on the current device.
std::vector<word> added_by_kernel(const problem& all, launch_shape shape, way how) {
  const auto values = on_device(all.values);
  const auto places = on_device(all.places);
  auto sums = on_device(std::vector<word>(words, word{}));
  test::run(shape, words * sizeof(word), add_elements{how}, values.data(), places.data(),
            all.values.size(), sums.data(), fixed_scale(unit));
  return sums.download();
}

/// The same by as many devices as there are, at least by two halves.
std::vector<word> added_by_devices(const problem& all, launch_shape shape, way how) {
  const int devices = diatomic::device_count();
  const auto parts = static_cast<std::size_t>(std::max(2, devices));
  const int before = diatomic::current_device();
  std::vector<word> total(words, word{});
  for (std::size_t k = 0; k < parts; ++k) {
    diatomic::use_device(static_cast<int>(k) % devices);
    const problem part =
        all.part(all.values.size() * k / parts, all.values.size() * (k + 1) / parts);
    const auto sums = added_by_kernel(part, shape, how);
    for (unsigned w = 0; w < words; ++w) {
      total[w] = word::from_units(total[w].units() + sums[w].units());
    }
  }
  diatomic::use_device(before);
  return total;
}

/// What the calls on arrays make of these elements.
void add_calls(hash& to, const problem& all) {
  const std::size_t n = all.values.size();
  const auto values = on_device(all.values);
  const auto places = on_device(all.places);
  const fixed_scale scale(unit);
  diatomic::device_array<unsigned char> temp(
      std::max(diatomic::exact_sums_temp_bytes<float>(words),
               diatomic::reproducible_sum_temp_bytes<float>(n)));
  diatomic::stream on;
  for (const bool exact : {false, true}) {
    auto scattered = on_device(std::vector<float>(words, 0.5f));
    auto counted = on_device(std::vector<float>(words, -0.25f));
    const auto bin = diatomic::value_bin{};
    if (exact) {
      diatomic::reproducible_scatter_add(on, places.data(), values.data(), n, scattered.data(),
                                         words, temp.data(), temp.size());
      diatomic::reproducible_weighted_histogram(on, places.data(), values.data(), n, counted.data(),
                                                words, bin, temp.data(), temp.size());
    } else {
      diatomic::reproducible_scatter_add(on, scale, places.data(), values.data(), n,
                                         scattered.data(), words, temp.data(), temp.size());
      diatomic::reproducible_weighted_histogram(on, scale, places.data(), values.data(), n,
                                                counted.data(), words, bin, temp.data(),
                                                temp.size());
    }
    on.synchronize();
    for (const float sum : scattered.download()) to.add(sum);
    for (const float sum : counted.download()) to.add(sum);
  }
  auto sum = on_device(std::vector<float>(1));
  diatomic::reproducible_sum(on, values.data(), n, sum.data(), temp.data(), temp.size());
  on.synchronize();
  to.add(sum.download()[0]);
}

TEST(same_bits, one_hash_in_a_thousand_runs_of_twenty_shapes) {
  const std::vector<launch_shape> shapes = {{1, 1},    {1, 32},   {1, 33},  {1, 64},  {1, 65},
                                            {1, 256},  {1, 1000}, {2, 1},   {2, 63},  {3, 96},
                                            {4, 64},   {5, 100},  {7, 224}, {8, 128}, {13, 256},
                                            {16, 512}, {33, 31},  {40, 8},  {64, 32}, {100, 3}};
  const std::size_t runs = scaled(1000, shapes.size());
  problem all;
  for (std::size_t run = 0; run < runs; ++run) {
    const launch_shape shape = shapes[run % shapes.size()];
    const auto how = static_cast<way>(run / shapes.size() % ways);
    hash found;
    for (const word& sum : added_by_kernel(all, shape, how)) found.add(sum.units());
    for (const word& sum : added_by_devices(all, shape, how)) found.add(sum.to<float>());
    add_calls(found, all);
    ASSERT_EQ(found.value(), expected_hash)
        << "run " << run << ", " << shape.grid << " blocks of " << shape.block << ", way "
        << static_cast<unsigned>(how);
    all.rotate(1 + run % (elements - 1));
  }
}

}  // namespace
