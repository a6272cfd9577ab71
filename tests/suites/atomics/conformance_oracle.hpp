// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Judges a read-modify-write under contention: what the operations returned must fit one order of
/// them, and the last value must be the one that a serial run gives. Makes their operands, too.

#include <cstddef>
#include <cstdint>
#include <ios>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>

#include "support/history.hpp"

namespace conformance_tests {

using diatomic::kind;
using diatomic::op;

enum class form : unsigned { fetch, op_fetch, store };

/// What a thread reads of its operation: the word, and the form. The form comes from memory, so
/// that compilers do not write the loop around it once for each.
struct job {
  unsigned word;
  form how;
};

/// One operand of the operation, such that a run of thousands neither loses exactness nor ends in
/// a value that nothing changes any more, and that their order does not matter: where it would,
/// all operands are alike.
template <op Op, class T>
T make_operand(std::uint64_t r) {
  constexpr bool is_float = std::is_floating_point_v<T>;
  if constexpr (diatomic::detail::is_vector_v<T>) {
    T v;
    for (auto& element : v.at) {
      element = make_operand<Op, diatomic::detail::element_type<T>>(r);
      r = r * 6364136223846793005u + 1442695040888963407u;
    }
    return v;
  } else if constexpr (diatomic::detail::is_float16_v<T>) {
    // Few that count: 8 bits of a bfloat16 hold sums up to 256.
    constexpr kind k = diatomic::kind_of_v<T>;
    const unsigned w = static_cast<unsigned>(r >> 32);
    float v = static_cast<float>(static_cast<int>(w % 17) - 8);
    if (Op == op::add || Op == op::sub) {
      v = k == kind::f16 ? static_cast<float>(static_cast<int>(w % 5) - 2)
          : w % 16 == 0  ? 1.0f
          : w % 16 == 8  ? -1.0f
                         : 0.0f;
    } else if (Op == op::mul || Op == op::div) {
      v = (w % 2 == 0 ? -1.0f : 1.0f) * (w % 4096 < 2 ? 2.0f : w % 4096 < 4 ? 0.5f : 1.0f);
    }
    return {diatomic::detail::bits_of_float<k>(v)};
  } else if constexpr (sizeof(T) == 16) {
    const T low = static_cast<T>(make_operand<Op, std::uint64_t>(r));
    constexpr bool spreads_bits = Op != op::shl && Op != op::shr && Op != op::bit_nand &&
                                  Op != op::mod && Op != op::div && Op != op::inc_wrap &&
                                  Op != op::dec_wrap;
    return spreads_bits ? low ^ low << 64 ^ static_cast<T>(low % 1021) << 96 : low;
  } else if constexpr (Op == op::inc_wrap || Op == op::dec_wrap) {
    return static_cast<T>(97);
  } else if constexpr (Op == op::bit_nand || Op == op::mod) {
    return static_cast<T>(0x7ffff);
  } else if constexpr (Op == op::shl || Op == op::shr) {
    return r % 64 == 0 ? T{1} : T{0};
  } else if constexpr (Op == op::mul && !is_float) {
    return static_cast<T>(r | 1);
  } else if constexpr (Op == op::mul || Op == op::div) {
    const T sign = is_float && r % 2 == 0 ? static_cast<T>(-1) : T{1};
    return r % 128 < 2 ? static_cast<T>(2) * sign : r % 128 < 4 && is_float ? sign / 2 : sign;
  } else if constexpr (is_float) {
    return static_cast<T>(static_cast<int>(r % 17) - 8);
  } else {
    return static_cast<T>(r);
  }
}

template <class T>
std::vector<T> make_values(T (*make)(std::uint64_t), std::size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<T> values(n);
  for (T& v : values) v = make(random());
  return values;
}

/// Whether two values are alike: numbers as numbers, all else by their bits.
template <class T>
bool is_same(T a, T b) {
  if constexpr (std::is_arithmetic_v<T>) {
    return a == b;
  } else {
    return test::bits_of(a) == test::bits_of(b);
  }
}

/// Everything about one launch that its judge needs.
template <class T>
struct outcome {
  std::vector<T> before;
  std::vector<T> after;
  std::vector<T> operands;
  std::vector<T> returned;
  std::vector<job> jobs;
};

/// The operation on plain values; and what leads from the value that it left back to the value
/// that it found, where there is such an operation, else null.
template <class T>
struct meaning {
  T (*result)(T, T);
  T (*found)(T, T);
  T (*operand)(std::uint64_t);
  bool is_exchange;
};

template <op Op, class T>
meaning<T> meaning_of() {
  constexpr auto result = [](T old, T v) { return diatomic::result_of<Op>(old, v); };
  constexpr op inverse = Op == op::add ? op::sub : Op == op::sub ? op::add : Op;
  constexpr auto found = [](T left, T v) { return diatomic::result_of<inverse>(left, v); };
  const bool is_invertible = Op == op::add || Op == op::sub || Op == op::bit_xor;
  return {result, is_invertible ? +found : nullptr, make_operand<Op, T>, Op == op::exchange};
}

/// Judges the operations on word `w`, which are those numbered in `operations`.
template <class T>
void judge_word(const outcome<T>& o, meaning<T> m, form f, std::size_t w,
                const std::vector<std::size_t>& operations) {
  T serial = o.before[w];
  bool last_seen = operations.empty();
  std::vector<test::step> steps;
  for (const std::size_t i : operations) {
    const T v = o.operands[i];
    const T returned = o.returned[i];
    serial = m.result(serial, v);
    last_seen |= is_same(returned, o.after[w]);
    if (f == form::fetch) {
      steps.push_back({test::bits_of(returned), test::bits_of(m.result(returned, v))});
    } else if (f == form::op_fetch && m.found != nullptr) {
      steps.push_back({test::bits_of(m.found(returned, v)), test::bits_of(returned)});
    }
  }
  if (!steps.empty()) {
    ASSERT_EQ(
        test::explain_impossible(test::bits_of(o.before[w]), test::bits_of(o.after[w]), steps), "");
  }
  if (f == form::op_fetch) {
    ASSERT_TRUE(last_seen) << "no operation was told the last value";
  }
  if (!m.is_exchange) {
    ASSERT_TRUE(is_same(o.after[w], serial))
        << std::hex << test::bits_of(o.after[w]) << " is not " << test::bits_of(serial);
  }
}

template <class T>
void judge(const outcome<T>& o, meaning<T> m, form f) {
  std::vector<std::vector<std::size_t>> operations(o.before.size());
  for (std::size_t i = 0; i < o.operands.size(); ++i) operations.at(o.jobs[i].word).push_back(i);
  for (std::size_t w = 0; w < o.before.size(); ++w) {
    SCOPED_TRACE("word " + std::to_string(w));
    judge_word(o, m, f, w, operations[w]);
    if (testing::Test::HasFatalFailure()) return;
  }
}

/// What is judged by itself: the elements of a vector, atomic each; else the words.
template <class T, class = void>
struct judged : diatomic::detail::identity<T> {};
template <class T>
struct judged<T, std::enable_if_t<diatomic::detail::is_vector_v<T>>>
    : diatomic::detail::identity<diatomic::detail::element_type<T>> {};
template <class T>
using judged_t = typename judged<T>::type;

/// An outcome with every element of a vector as a word.
template <class T>
outcome<judged_t<T>> split(const outcome<T>& o) {
  if constexpr (std::is_same_v<judged_t<T>, T>) {
    return o;
  } else {
    outcome<judged_t<T>> s;
    constexpr auto count = static_cast<unsigned>(diatomic::detail::element_count_v<T>);
    const auto append = [](const std::vector<T>& from, std::vector<judged_t<T>>& to) {
      for (const T& v : from) to.insert(to.end(), v.at, v.at + count);
    };
    append(o.before, s.before);
    append(o.after, s.after);
    append(o.operands, s.operands);
    append(o.returned, s.returned);
    for (const job& j : o.jobs) {
      for (unsigned e = 0; e < count; ++e) s.jobs.push_back({j.word * count + e, j.how});
    }
    return s;
  }
}

}  // namespace conformance_tests
