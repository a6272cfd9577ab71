// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A read-modify-write under contention, on words in global and in shared memory, for
/// `conformance_oracle.hpp` to judge. The suites name the types and the operations.

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "suites/atomics/conformance_oracle.hpp"
#include "support/calls.hpp"
#include "support/device_support.hpp"
#include "support/scale.hpp"

namespace conformance_tests {

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

/// Copies `most_words` words to the block's shared memory, calls `f` with the copy, and copies it
/// back.
template <class T, class F>
DIATOMIC_DEVICE void through_shared_memory(T* words, const F& f) {
  T* const shared = diatomic::shared_array<T>();
  for (unsigned i = diatomic::thread_index(); i < most_words; i += diatomic::block_size()) {
    shared[i] = words[i];
  }
  diatomic::sync_block();
  f(shared);
  diatomic::sync_block();
  for (unsigned i = diatomic::thread_index(); i < most_words; i += diatomic::block_size()) {
    words[i] = shared[i];
  }
}

/// The same in one block's shared memory.
template <op Op, class T>
struct on_shared {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    through_shared_memory(words, [=](T* shared) {
      for (unsigned i = diatomic::thread_index(); i < n; i += diatomic::block_size()) {
        returned[i] = perform<Op>(jobs[i].how, shared + jobs[i].word, operands[i],
                                  diatomic::block_scope, diatomic::in_shared);
      }
    });
  }
};

/// With no tag, through a pointer whose space only the run tells: words from `most_words` on are
/// in shared memory.
template <op Op, class T>
struct on_either {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    through_shared_memory(words + most_words, [=](T* shared) {
      for (unsigned i = diatomic::thread_index(); i < n; i += diatomic::block_size()) {
        const unsigned w = jobs[i].word;
        T* const p = w < most_words ? words + w : shared + (w - most_words);
        returned[i] = perform<Op>(jobs[i].how, p, operands[i]);
      }
    });
  }
};

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

/// One entry of the support tables, as a test parameter: plain functions, so that the test itself
/// is compiled once, and not once for each entry.
struct entry {
  std::string name;
  bool (*exists)();  ///< null: on all devices
  void (*on_global)();
  void (*on_shared)();
  void (*on_either)();
};

template <op Op, class T>
entry make_entry(const std::string& type) {
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
void add_entries(std::vector<entry>& entries, const std::string& type) {
  (entries.push_back(make_entry<Ops, T>(type)), ...);
}

}  // namespace conformance_tests
