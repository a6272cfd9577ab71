// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Exchanges at hashed places, without a hint and with those that check before updating, beside
/// CUDA's own function; of 16 bits beside a loop of its compare-exchange, since there is no such
/// function, and of 8 bits alone.
///
/// Prints tables of medians, of contenders that take turns in one run. Each run starts from zeros.
/// What the threads bring:
///
///     flags    1: after the first exchange of a word none changes it
///     quarter  one in four the number of the operation, the others 1
///     numbers  each the number of the operation, of which the lowest 8 bits come back often
///
/// `monotone` is measured on flags alone, since the others break its promise.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/diatomic.hpp>

#include "contest.hpp"

namespace {

using namespace measured;

constexpr unsigned most_blocks = 1056;
constexpr unsigned threads = 256;
constexpr unsigned operations = 16;  // of each thread

/// With hints, or none.
template <class... Hints>
struct ours {
  template <class T>
  static DIATOMIC_DEVICE T exchange(T* p, T v) {
    return diatomic::exchange(p, v, diatomic::in_global, Hints{}...);
  }
};

struct intrinsic {
  template <class T>
  static DIATOMIC_DEVICE T exchange(T* p, T v) {
    if constexpr (sizeof(T) == 2) {
      T seen = diatomic::load(p);
      for (;;) {
        const T found = atomicCAS(p, seen, v);
        if (found == seen) return found;
        seen = found;
      }
    } else {
      return atomicExch(p, v);
    }
  }
};

enum class values { flags, quarter, numbers };
constexpr const char* value_names[] = {"flags", "quarter", "numbers"};

template <class How, class T>
struct exchange_all {
  DIATOMIC_DEVICE void operator()(T* words, unsigned mask, values which, T* returned) const {
    const unsigned thread = diatomic::global_index();
    T seen{0};
    unsigned i = thread;
    for (unsigned k = 0; k < operations; ++k, i += diatomic::global_size()) {
      const bool is_flag =
          which == values::flags || (which == values::quarter && hashed(i) % 4 != 0);
      seen ^=
          How::exchange(words + (i * 2654435761u >> 8 & mask), is_flag ? T{1} : static_cast<T>(i));
    }
    returned[thread] = seen;
  }
};

constexpr unsigned most_bits = 24;

template <class T>
struct sweep {
  explicit sweep(contest& in) : with(in) {}

  contest& with;
  diatomic::device_array<T> words{std::size_t{1} << most_bits};
  diatomic::device_array<T> returned{std::size_t{most_blocks} * threads};

  template <class How>
  std::function<void(unsigned)> run(unsigned blocks, unsigned mask, values which) {
    return [=](unsigned) {
      diatomic::launch(blocks, threads, 0, with.stream, exchange_all<How, T>{}, words.data(), mask,
                       which, returned.data());
    };
  }

  void print(const std::string& type) {
    std::printf("\nexchange %s, Gop/s\n%-5s %-8s   no hint    seldom%s  monotone\n", type.c_str(),
                "words", "values", sizeof(T) == 1 ? "" : " intrinsic");
    for (const unsigned bits : {0u, 5u, 10u, 14u, 16u, 18u, 20u, 22u, most_bits}) {
      const unsigned count = 1u << bits;
      // Loops starve each other: 1024 threads a word, and no more.
      const unsigned blocks = sizeof(T) < 4 ? std::min(most_blocks, 4 * count) : most_blocks;
      for (const values which : {values::flags, values::quarter, values::numbers}) {
        std::vector<std::function<void(unsigned)>> all = {
            run<ours<>>(blocks, count - 1, which),
            run<ours<diatomic::seldom_changes_t>>(blocks, count - 1, which)};
        if constexpr (sizeof(T) > 1) all.push_back(run<intrinsic>(blocks, count - 1, which));
        if (which == values::flags) {
          all.push_back(run<ours<diatomic::monotone_t>>(blocks, count - 1, which));
        }
        const auto ms =
            with.medians(all, [&] { diatomic::fill_bytes(with.stream, words.data(), count, 0); });
        std::printf("2^%-3u %-8s", bits, value_names[static_cast<int>(which)]);
        for (const double each : ms) {
          std::printf(" %9.4g", 1e-6 * blocks * threads * operations / each);
        }
        std::printf("\n");
        std::fflush(stdout);
      }
    }
  }
};

}  // namespace

int main() {
  contest with(1);
  std::printf("Medians of %d; the contenders of a row take turns\n", turns);
  sweep<unsigned char>(with).print("unsigned char");
  sweep<unsigned short>(with).print("unsigned short");
  sweep<unsigned>(with).print("unsigned");
  sweep<unsigned long long>(with).print("unsigned long long");
  return 0;
}
