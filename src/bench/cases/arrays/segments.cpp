// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `segments`: sums of consecutive elements. A case varies the length of segments and its
/// distribution: all `equal`; `random` between 0 and twice the length; `skewed`, where most
/// segments are shorter, a few have up to an eighth of the elements, and the mean is up to twice
/// the length. `by_key` and `index_add` get the number of each element's segment instead of the
/// offsets. The sums are checked.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>

#include "bench/cases/arrays/array_cases.hpp"

namespace bench {
namespace {

using diatomic::op;

enum class lengths : std::uint8_t { equal, random, skewed };
constexpr const char* name_of(lengths how) {
  return how == lengths::equal ? "equal" : how == lengths::random ? "random" : "skewed";
}

std::vector<int> offsets_for(std::size_t n, std::size_t typical, lengths how) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> part(0, 1);
  const auto limit = static_cast<double>(n) / 8;
  std::vector<int> offsets{0};
  for (std::size_t end = 0; end < n;) {
    std::size_t length = typical;
    if (how == lengths::random) length = random() % (2 * typical + 1);
    if (how == lengths::skewed) {
      const double drawn = static_cast<double>(typical) / 8 / std::max(part(random), 8 / limit);
      length = static_cast<std::size_t>(std::min(drawn, limit));
    }
    end = std::min(n, end + length);
    offsets.push_back(static_cast<int>(end));
  }
  return offsets;
}

/// Writes the number of each element's segment.
struct number_segments {
  DIATOMIC_DEVICE void operator()(diatomic::csr_segment_index<int> number_of, std::size_t n,
                                  unsigned* numbers) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      numbers[i] = static_cast<unsigned>(number_of(i));
    }
  }
};

/// The device memory of a case.
template <class T>
struct segments_data {
  segments_data(context& on, std::size_t n, const std::vector<int>& ends)
      : input(on, n, 0, 4, distribution::uniform),
        segments(ends.size() - 1),
        offsets(ends.size()),
        numbers(n) {
    offsets.upload(ends.data(), ends.size());
    const int* const begin = offsets.data();
    on.launch(on.shape(n), number_segments{}, diatomic::csr_segment_index<int>(begin, segments), n,
              numbers.data());
    on.stream.synchronize();
  }

  input_arrays<T> input;
  std::size_t segments;
  diatomic::device_array<int> offsets;
  diatomic::device_array<unsigned> numbers;
};

template <class T>
std::vector<contender> contenders(context& on, std::size_t n, std::size_t length, lengths how) {
  const auto data = on.keep(
      [&] { return std::make_shared<segments_data<T>>(on, n, offsets_for(n, length, how)); });
  const std::size_t segments = data->segments;
  const placed_array<T> sums(on, segments);
  const auto memory = std::make_shared<diatomic::device_array<unsigned char>>(
      diatomic::segmented_reduce_temp_bytes(n, segments));
  const auto expected = std::make_shared<std::vector<T>>();
  std::vector<contender> all;
  // The sums of the first input must equal the first contender's.
  const auto add = [&](const char* role, const char* name, bool is_compared, auto call) {
    contender c;
    c.role = role;
    c.implementation = name;
    c.run = [data, call](unsigned first, unsigned rounds) {
      for (unsigned r = 0; r < rounds; ++r) call(data->input.at(first + r));
    };
    if (is_compared) {
      c.check = [data, call, expected, sums, role = std::string(role)] {
        call(data->input.at(0));
        const std::vector<T> found = sums.download();
        if (expected->empty()) *expected = found;
        for (std::size_t s = 0; s < found.size(); ++s) {
          const double difference = std::abs(static_cast<double>(found[s] - (*expected)[s]));
          if (difference > 1e-4 * std::abs(static_cast<double>(found[s]))) {
            throw std::runtime_error("segments: " + role + " has another sum of segment " +
                                     std::to_string(s));
          }
        }
      };
    }
    all.push_back(c);
  };
  add("diatomic", "", true, [=, &on](const T* values) {
    diatomic::segmented_reduce<op::add>(on.stream, values, n, data->offsets.data(), segments,
                                        sums.data(), memory->data(), memory->size());
  });
  const diatomic::fixed_scale scale = diatomic::fixed_scale_for_sums(n, 4);
  add("reproducible", "", true, [=, &on](const T* values) {
    diatomic::reproducible_segmented_sum(on.stream, scale, values, n, data->offsets.data(),
                                         segments, sums.data(), memory->data(), memory->size());
  });
  add("index_add", "", false, [=, &on](const T* values) {
    diatomic::index_add(on.stream, data->numbers.data(), values, n, 1, sums.data(), segments);
  });
  const auto by_offsets =
      array_baselines::sum_segments<T>(on.stream, n, data->offsets.data(), segments, sums.data());
  if (by_offsets) add("library", array_baselines::name, true, by_offsets);
  // Empty segments have no elements, and so no key.
  const auto by_key =
      array_baselines::sum_by_key<T>(on.stream, n, data->numbers.data(), segments, sums.data());
  if (by_key) add("by_key", array_baselines::name, how == lengths::equal, by_key);
  return all;
}

template <class T>
void add_type(std::vector<bench_case>& to, const context& on, const char* type) {
  for (const std::size_t part : {1u, 64u, 4096u}) {
    for (std::size_t length = 1; length <= std::size_t{1} << 20; length *= 4) {
      for (const lengths how : {lengths::equal, lengths::random, lengths::skewed}) {
        const bool is_usual = std::is_same_v<T, float> && part == 1 &&
                              (how == lengths::equal || length == 16 || length == 4096);
        bench_case c;
        c.n = on.bytes / part / sizeof(chunk) * sizeof(chunk) / sizeof(T);
        if (length > c.n || !(on.all || is_usual)) continue;
        c.group = "segments";
        c.operation = "sum";
        c.type = type;
        c.words = binary_number(length);
        c.values = name_of(how) + std::string(" ") + binary_number(c.n * sizeof(T)) + "B";
        c.bytes = c.n * sizeof(T);
        c.prepare = [n = c.n, length, how](context& where) {
          return contenders<T>(where, n, length, how);
        };
        to.push_back(c);
      }
    }
  }
}

}  // namespace

void add_segments(std::vector<bench_case>& to, const context& on) {
  add_type<float>(to, on, "float");
  add_type<double>(to, on, "double");
}

}  // namespace bench
