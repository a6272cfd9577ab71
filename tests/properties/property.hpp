// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Properties: a question that every generated case must answer with yes. RapidCheck generates the
/// cases, from a seed that it prints, and shrinks those that fail.
///
/// `RC_PARAMS="seed=1"` in the environment sets the seed, and what a failure prints after
/// `RC_PARAMS=` repeats that case alone. DIATOMIC_TEST_SCALE scales the number of cases.

#include <cstddef>
#include <exception>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <diatomic/runtime/runtime.hpp>

#include "support/scale.hpp"

namespace test {

/// Says nothing while cases are tried; what failed is told at the end.
struct quiet_listener : rc::detail::TestListener {
  void onTestCaseFinished(const rc::detail::CaseDescription&) override {}
  void onShrinkTried(const rc::detail::CaseDescription&, bool) override {}
  void onTestFinished(const rc::detail::TestMetadata&, const rc::detail::TestResult&) override {}
};

/// Asks `wrong_with(c)` of `count` generated cases, more or fewer by the scale. It returns what is
/// wrong with case c; nothing if all is right. RapidCheck takes long to compile: a template of the
/// case alone, so that the properties of many types share it.
template <class Case>
void check_property(std::size_t count, const rc::Gen<Case>& cases,
                    const std::function<std::string(const Case&)>& wrong_with) {
  const auto* const info = testing::UnitTest::GetInstance()->current_test_info();
  rc::detail::TestMetadata about;
  about.id = std::string(info->test_suite_name()) + "." + info->name();
  about.description = about.id;
  const rc::detail::Configuration& configuration = rc::detail::configuration();
  rc::detail::TestParams parameters = configuration.testParams;
  parameters.maxSuccess = static_cast<int>(scaled(count, 4));
  const auto of_any_size = rc::gen::resize(parameters.maxSize, cases);
  const auto ask = [&] {
    const Case one = *of_any_size;
    const std::string wrong = wrong_with(one);
    if (!wrong.empty()) RC_FAIL(wrong);
  };
  quiet_listener quiet;
  const rc::detail::TestResult result = rc::detail::checkProperty(
      rc::detail::toProperty(ask), about, parameters, quiet, configuration.reproduce);
  if (result.template is<rc::detail::SuccessResult>()) return;
  std::ostringstream what;
  rc::detail::printResultMessage(result, what);
  ADD_FAILURE() << what.str();
}

/// How many host threads make the same call at once, each on how many streams of its own.
struct callers {
  unsigned threads;
  unsigned streams;
};

inline rc::Gen<callers> some_callers() {
  return rc::gen::map(rc::gen::weightedElement<unsigned>({{6, 11}, {1, 13}, {2, 41}, {1, 42}}),
                      [](unsigned both) { return callers{both / 10, both % 10}; });
}

/// Calls `wrong_in_thread` in so many host threads at once, and returns what the first of those
/// says that say something.
inline std::string wrong_of_threads(unsigned threads,
                                    const std::function<std::string()>& wrong_in_thread) {
  std::vector<std::string> found(threads);
  const auto work = [&](unsigned thread) {
    try {
      found[thread] = wrong_in_thread();
    } catch (const std::exception& error) {
      found[thread] = error.what();
    }
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& t : others) t.join();
  std::string all;
  for (unsigned i = 0; i < threads && all.empty(); ++i) {
    if (!found[i].empty()) all = "thread " + std::to_string(i) + ": " + found[i];
  }
  return all;
}

/// Makes a call `make()` for each stream of each thread, starts them all, and returns what the
/// first of those that are wrong says. A call has `start(stream)` and, after that has been waited
/// for, `wrong()`.
template <class Make>
std::string wrong_of_all(callers who, Make make) {
  return wrong_of_threads(who.threads, [&] {
    std::vector<diatomic::stream> streams(who.streams);
    std::vector<decltype(make())> calls;
    calls.reserve(who.streams);
    for (unsigned i = 0; i < who.streams; ++i) calls.push_back(make());
    for (unsigned i = 0; i < who.streams; ++i) calls[i].start(streams[i]);
    for (diatomic::stream& on : streams) on.synchronize();
    std::string wrong;
    for (auto& call : calls) wrong += call.wrong();
    return wrong;
  });
}

/// Sizes where mistakes are: 0, 1, some, and next to multiples of `units`, up to `most`.
inline rc::Gen<std::size_t> some_size(const std::vector<std::size_t>& units, std::size_t most) {
  const auto near = rc::gen::apply(
      [most](std::size_t unit, std::size_t times, int by) {
        const std::size_t at = unit * times;
        if (at > most) return most;
        return by < 0 && at < static_cast<std::size_t>(-by) ? at
                                                            : at + static_cast<std::size_t>(by);
      },
      rc::gen::elementOf(units), rc::gen::inRange<std::size_t>(0, 10), rc::gen::inRange(-2, 3));
  return rc::gen::weightedOneOf<std::size_t>({{1, rc::gen::inRange<std::size_t>(0, 3)},
                                              {3, rc::gen::inRange<std::size_t>(0, 300)},
                                              {8, near},
                                              {4, rc::gen::inRange<std::size_t>(0, most)}});
}

/// Numbers that only seed other generators; they do not shrink.
inline rc::Gen<unsigned> some_seed() { return rc::gen::noShrink(rc::gen::inRange(0u, 1u << 30)); }

}  // namespace test
