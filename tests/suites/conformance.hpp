// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A read-modify-write under contention: what the operations returned must fit one order of them,
/// and the last value must be the one that a serial run gives. The suites name the types and the
/// operations.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime.hpp>

#include "support/calls.hpp"
#include "support/device_support.hpp"
#include "support/history.hpp"
#include "support/scale.hpp"

namespace conformance_tests {

using diatomic::kind;
using diatomic::op;

enum class form : unsigned { fetch, op_fetch, store };

/// Which word a thread's operation goes to.
enum class spread : unsigned { one, few, many, strided };
constexpr spread spreads[] = {spread::one, spread::few, spread::many, spread::strided};
constexpr unsigned most_words = 1024;

unsigned word_index(spread s, unsigned i) {
  switch (s) {
    case spread::one:
      return 0;
    case spread::few:
      return i % 3;
    case spread::many:
      return (i * 2654435761u) >> 22;
    case spread::strided:
      break;
  }
  return i * 33 % most_words;
}

/// What a thread reads of its operation: the word, and the form. The form comes from memory, so
/// that compilers do not write the loop around it once for each.
struct job {
  unsigned word;
  form how;
};

/// What the thread is handed back for its operation: the value found, or the value left.
template <op Op, class T, class... Tags>
DIATOMIC_DEVICE T perform(form f, T* p, T v, Tags... tags) {
  if constexpr (diatomic::support_v<Op, T> == diatomic::support::none) {
    return v;  // and no test
  } else if constexpr (Op == op::exchange) {
    return test::call_fetch<Op>(p, v, tags...);
  } else {
    switch (f) {
      case form::fetch:
        return test::call_fetch<Op>(p, v, tags...);
      case form::op_fetch:
        return test::call_new<Op>(p, v, tags...);
      case form::store:
        break;
    }
    test::call_store<Op>(p, v, tags...);
    return v;
  }
}

/// One operation for each job, on words in global memory.
template <op Op, class T>
struct on_global {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      returned[i] =
          perform<Op>(jobs[i].how, words + jobs[i].word, operands[i], diatomic::coarse_grained,
                      diatomic::ignore_denormals, diatomic::in_array);
    }
  }
};

/// The same in one block's shared memory, which starts from and goes back to `words`.
template <op Op, class T>
struct on_shared {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    T* const shared = diatomic::shared_array<T>();
    for (unsigned i = diatomic::thread_index(); i < most_words; i += diatomic::block_size()) {
      shared[i] = words[i];
    }
    diatomic::sync_block();
    for (unsigned i = diatomic::thread_index(); i < n; i += diatomic::block_size()) {
      returned[i] = perform<Op>(jobs[i].how, shared + jobs[i].word, operands[i],
                                diatomic::block_scope, diatomic::in_shared);
    }
    diatomic::sync_block();
    for (unsigned i = diatomic::thread_index(); i < most_words; i += diatomic::block_size()) {
      words[i] = shared[i];
    }
  }
};

/// With no tag, through a pointer whose space only the run tells: words from `most_words` on are
/// in shared memory.
template <op Op, class T>
struct on_either {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    T* const shared = diatomic::shared_array<T>();
    for (unsigned i = diatomic::thread_index(); i < most_words; i += diatomic::block_size()) {
      shared[i] = words[most_words + i];
    }
    diatomic::sync_block();
    for (unsigned i = diatomic::thread_index(); i < n; i += diatomic::block_size()) {
      const unsigned w = jobs[i].word;
      T* const p = w < most_words ? words + w : shared + (w - most_words);
      returned[i] = perform<Op>(jobs[i].how, p, operands[i]);
    }
    diatomic::sync_block();
    for (unsigned i = diatomic::thread_index(); i < most_words; i += diatomic::block_size()) {
      words[most_words + i] = shared[i];
    }
  }
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

/// Which word operation `i` goes to, of those that a kernel works on.
using placement = unsigned (*)(spread, unsigned);

/// Launches a kernel on words, operands, jobs, and where to put what was returned. Not a template
/// parameter of `run`, which is compiled once for each type.
template <class T>
using launcher = void (*)(unsigned grid, diatomic::stream&, T*, const T*, const job*, T*, unsigned);

template <class T, class Kernel>
void launch(unsigned grid, diatomic::stream& stream, T* words, const T* operands, const job* jobs,
            T* returned, unsigned n) {
  constexpr unsigned block = 256;
  diatomic::launch(grid, block, most_words * sizeof(T), stream, Kernel{}, words, operands, jobs,
                   returned, n);
}

/// Runs the kernel in every form and spread, and judges each.
template <class T>
void run(launcher<T> start, meaning<T> m, meaning<judged_t<T>> judged, unsigned grid, std::size_t n,
         std::size_t words, placement place) {
  outcome<T> o;
  o.operands = make_values<T>(m.operand, n, 11);
  o.before = make_values<T>(make_operand<op::exchange, T>, words, 7);
  o.jobs.resize(n);
  diatomic::stream stream;
  diatomic::device_array<T> device_operands(n);
  diatomic::device_array<job> device_jobs(n);
  device_operands.upload(o.operands);
  for (const form f : {form::fetch, form::op_fetch, form::store}) {
    if (m.is_exchange && f != form::fetch) continue;
    for (const spread s : spreads) {
      SCOPED_TRACE("form " + std::to_string(static_cast<unsigned>(f)) + ", spread " +
                   std::to_string(static_cast<unsigned>(s)));
      for (std::size_t i = 0; i < n; ++i) o.jobs[i] = {place(s, static_cast<unsigned>(i)), f};
      diatomic::device_array<T> device_words(words);
      diatomic::device_array<T> device_returned(n);
      device_words.upload(o.before);
      device_jobs.upload(o.jobs);
      start(grid, stream, device_words.data(), device_operands.data(), device_jobs.data(),
            device_returned.data(), static_cast<unsigned>(n));
      stream.synchronize();
      o.after = device_words.download();
      o.returned = device_returned.download();
      judge(split(o), judged, f);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

unsigned in_one_space(spread s, unsigned i) { return word_index(s, i); }
unsigned in_two_spaces(spread s, unsigned i) {
  return word_index(s, i / 2) + (i % 2 == 1 ? 0 : most_words);
}

/// One cell of the support tables, as a test parameter: plain functions, so that the test itself is
/// compiled once, and not once for each cell.
struct cell {
  std::string name;
  bool (*exists)();  ///< null: on all devices
  void (*on_global)();
  void (*on_shared)();
  void (*on_either)();
};

template <op Op, class T>
cell make_cell(const std::string& type) {
  return {type + "_" + diatomic::name_of(Op), sizeof(T) == 16 ? test::device_has<Op, T> : nullptr,
          [] {
            const std::size_t n = scaled(1 << 14, 512);
            run<T>(launch<T, on_global<Op, T>>, meaning_of<Op, T>(), meaning_of<Op, judged_t<T>>(),
                   static_cast<unsigned>((n + 511) / 512), n, most_words, in_one_space);
          },
          [] {
            run<T>(launch<T, on_shared<Op, T>>, meaning_of<Op, T>(), meaning_of<Op, judged_t<T>>(),
                   1, scaled(1 << 12, 512), most_words, in_one_space);
          },
          [] {
            run<T>(launch<T, on_either<Op, T>>, meaning_of<Op, T>(), meaning_of<Op, judged_t<T>>(),
                   1, scaled(1 << 12, 512), 2 * most_words, in_two_spaces);
          }};
}

template <class T, op... Ops>
void add_cells(std::vector<cell>& cells, const std::string& type) {
  (cells.push_back(make_cell<Ops, T>(type)), ...);
}

}  // namespace conformance_tests
