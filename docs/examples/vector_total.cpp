// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The total of a vector, with a race and without.
//
// `total += x` is three steps: read, add, write. While one thread adds, others read the same old
// total, and all of these updates but the last are lost. An atomic add is one step.

#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

// The steps of `*total += value`. Each step is atomic, so the behaviour is defined in C++; the two
// steps together are not atomic. `pause` lets other threads run between them. On a GPU thousands of
// threads run there anyway. On a CPU few do, and without the pause most runs lose no update.
struct with_race {
  DIATOMIC_DEVICE static void add(std::uint64_t* total, std::uint64_t value) {
    const std::uint64_t seen = diatomic::load(total);
    diatomic::pause();
    diatomic::store(total, seen + value);
  }
};

struct without_race {
  DIATOMIC_DEVICE static void add(std::uint64_t* total, std::uint64_t value) {
    diatomic::store_add(total, value);
  }
};

template <class Access>
struct sum_up {
  DIATOMIC_DEVICE void operator()(const unsigned* values, unsigned n, std::uint64_t* total) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      Access::add(total, values[i]);
    }
  }
};

template <class Access>
std::uint64_t total_of(const diatomic::device_array<unsigned>& values, Access) {
  diatomic::device_array<std::uint64_t> total(1);
  total.upload({0});
  diatomic::stream stream;
  diatomic::launch(64, 256, 0, stream, sum_up<Access>{}, values.data(),
                   static_cast<unsigned>(values.size()), total.data());
  return total.download()[0];
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }

  std::vector<unsigned> numbers(1'000'000);
  std::iota(numbers.begin(), numbers.end(), 1u);
  diatomic::device_array<unsigned> values(numbers.size());
  values.upload(numbers);
  constexpr std::uint64_t expected = 500'000'500'000;  // Young Gauss: n (n + 1) / 2.

  std::printf("1 + 2 + ... + 1000000 on %s\n\n", diatomic::properties(0).name.c_str());
  const auto print = [](const char* how, std::uint64_t total) {
    std::printf("%-14s %12llu  %6.2f %% arrived\n", how, static_cast<unsigned long long>(total),
                100.0 * static_cast<double>(total) / static_cast<double>(expected));
  };
  bool lost = true;
  for (int run = 0; run < 3; ++run) {
    const std::uint64_t total = total_of(values, with_race{});
    print("with the race", total);
    lost = lost && total < expected;
  }
  bool right = true;
  for (int run = 0; run < 3; ++run) {
    const std::uint64_t total = total_of(values, without_race{});
    print("without", total);
    right = right && total == expected;
  }
  return lost && right ? 0 : 1;
}
