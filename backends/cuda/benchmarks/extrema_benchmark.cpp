// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Maxima, `or` and `and` of words at hashed places, without a hint and with those that check
/// before updating, beside CUDA's own function and desul's way: for floats a plain load, an end if
/// the word is above, and else a compare-exchange loop; for integers CUDA's function.
///
/// Prints tables of medians, of contenders that take turns in one run. Each run starts from words
/// that everything changes. Operands, by the time at which a thread brings them:
///
///     random   uniform: fewer and fewer change a word
///     rising   nearly all change it
///     mixed    one in four as in "rising"; the others change nothing
///     falling  only the first ones change it

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <diatomic/diatomic.hpp>

#include "contest.hpp"

namespace {

using namespace measured;
using diatomic::op;

constexpr unsigned blocks = 1056;
constexpr unsigned threads = 256;
constexpr unsigned operations = 64;  // of each thread

/// With hints, or none.
template <class... Hints>
struct ours {
  template <op Op, class T>
  static DIATOMIC_DEVICE void update(T* p, T v) {
    if constexpr (Op == op::max) {
      diatomic::store_max(p, v, diatomic::in_global, Hints{}...);
    } else if constexpr (Op == op::bit_and) {
      diatomic::store_and(p, v, diatomic::in_global, Hints{}...);
    } else {
      diatomic::store_or(p, v, diatomic::in_global, Hints{}...);
    }
  }
};

/// CUDA's own. Of floats the integers' maximum on the same bits, which is right for the sign +.
struct intrinsic {
  template <op Op, class T>
  static DIATOMIC_DEVICE void update(T* p, T v) {
    if constexpr (Op == op::bit_and) {
      atomicAnd(p, v);
    } else if constexpr (Op == op::bit_or) {
      atomicOr(p, v);
    } else if constexpr (std::is_same_v<T, float>) {
      atomicMax(reinterpret_cast<int*>(p), __float_as_int(v));
    } else if constexpr (std::is_same_v<T, double>) {
      atomicMax(reinterpret_cast<long long*>(p), __double_as_longlong(v));
    } else {
      atomicMax(p, v);
    }
  }
};

struct as_desul {
  template <op Op, class T>
  static DIATOMIC_DEVICE void update(T* p, T v) {
    if constexpr (std::is_integral_v<T>) {
      intrinsic::update<Op>(p, v);
    } else {
      using word = std::conditional_t<sizeof(T) == 2, unsigned short,
                                      std::conditional_t<sizeof(T) == 4, unsigned,  //
                                                         unsigned long long>>;
      auto* const bits = reinterpret_cast<word*>(p);
      word seen = *bits;
      for (;;) {
        if (diatomic::detail::bits_as<T>(seen) > v) return;
        const word found = atomicCAS(bits, seen, diatomic::detail::bits_as<word>(v));
        if (found == seen) return;
        seen = found;
      }
    }
  }
};

enum class operands { random, rising, mixed, falling };
constexpr const char* operand_names[] = {"random", "rising", "mixed", "falling"};
constexpr unsigned operand_bits = 24;

/// The operand of rank `rank`, below 2^operand_bits: a number, or one bit that is set or cleared.
template <op Op, class T>
DIATOMIC_DEVICE T operand(unsigned rank) {
  if constexpr (Op == op::bit_or) {
    return T{1} << (rank >> 19);
  } else if constexpr (Op == op::bit_and) {
    return ~(T{1} << (rank >> 19));
  } else if constexpr (sizeof(T) == 2) {
    return diatomic::detail::bits_as<T>(static_cast<unsigned short>(0x2000 + (rank >> 13) * 8));
  } else {
    return static_cast<T>(rank);
  }
}

template <class How, op Op, class T>
struct update_all {
  DIATOMIC_DEVICE void operator()(T* words, unsigned count, operands which) const {
    const unsigned thread = diatomic::global_index();
    constexpr unsigned step = (1u << operand_bits) / operations;
    for (unsigned k = 0; k < operations; ++k) {
      std::uint64_t hash =
          (thread + std::uint64_t{k} * (blocks * threads) + 1) * 0x9e3779b97f4a7c15ull;
      hash = (hash ^ (hash >> 32)) * 0xd6e8feb86659fd93ull;
      hash ^= hash >> 32;
      const auto place = static_cast<unsigned>((hash >> 32) * count >> 32);
      const auto low = static_cast<unsigned>(hash);
      const unsigned now = k * step + (low >> 8) % step;
      unsigned rank = low >> 8;
      if (which == operands::rising) rank = now;
      if (which == operands::mixed) rank = low % 4 == 0 ? now : 0;
      if (which == operands::falling) rank = (1u << operand_bits) - 1 - now;
      How::template update<Op>(words + place, operand<Op, T>(rank));
    }
  }
};

constexpr unsigned most_bits = 24;

template <op Op, class T, class... Hows>
void sweep(contest& with, const std::string& title, const std::string& columns) {
  using bits = diatomic::detail::unsigned_of<T>;
  diatomic::device_array<bits> array(std::size_t{1} << most_bits);
  T* const words = reinterpret_cast<T*>(array.data());
  std::printf("\n%s, Gop/s\n%-5s %-8s %s\n", title.c_str(), "words", "operands", columns.c_str());
  for (const unsigned count_bits : {0u, 5u, 10u, 14u, 16u, 18u, 20u, 22u, most_bits}) {
    const unsigned count = 1u << count_bits;
    for (unsigned which = 0; which < 4; ++which) {
      const auto clear = [&] {
        diatomic::fill_bytes(with.stream, array.data(), count, Op == op::bit_and ? 0xff : 0);
      };
      const auto ms = with.medians({[&, which](unsigned) {
                                     diatomic::launch(blocks, threads, 0, with.stream,
                                                      update_all<Hows, Op, T>{}, words, count,
                                                      static_cast<operands>(which));
                                   }...},
                                   clear);
      std::printf("2^%-3u %-8s", count_bits, operand_names[which]);
      for (const double each : ms)
        std::printf(" %9.2f", 1e-6 * blocks * threads * operations / each);
      std::printf("\n");
      std::fflush(stdout);
    }
  }
}

using unhinted = ours<>;
using seldom = ours<diatomic::seldom_changes_t>;
using monotone = ours<diatomic::monotone_t>;

template <op Op, class T>
void sweep_floats(contest& with, const std::string& title) {
  sweep<Op, T, unhinted, seldom, monotone, as_desul, intrinsic>(
      with, title, "  no hint    seldom  monotone     desul intrinsic");
}
template <op Op, class T>
void sweep_integers(contest& with, const std::string& title) {
  sweep<Op, T, unhinted, seldom, monotone, intrinsic>(with, title,
                                                      "  no hint    seldom  monotone intrinsic");
}
template <op Op, class T>
void sweep_halves(contest& with, const std::string& title) {
  sweep<Op, T, unhinted, monotone, as_desul>(with, title, "  no hint  monotone     desul");
}

}  // namespace

int main() {
  contest with(1);
  std::printf("Medians of %d; the contenders of a row take turns\n", turns);
  sweep_floats<op::max, float>(with, "store_max float");
  sweep_floats<op::max, double>(with, "store_max double");
  sweep_integers<op::max, int>(with, "store_max int");
  sweep_integers<op::max, unsigned long long>(with, "store_max unsigned long long");
  sweep_halves<op::max, __half>(with, "store_max half");
  sweep_halves<op::max, __nv_bfloat16>(with, "store_max bfloat16");
  sweep_integers<op::bit_or, unsigned>(with, "store_or unsigned");
  sweep_integers<op::bit_and, unsigned>(with, "store_and unsigned");
  return 0;
}
