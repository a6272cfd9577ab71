// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests as GoogleTest's: one for each shape, form and placement. Each records how many
/// `trials` it made and how many came out `weak` (`--gtest_output=json:FILE`).

#include <chrono>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "litmus/promises.hpp"
#include "litmus/run.hpp"
#include "litmus/sightings.hpp"
#include "support/scale.hpp"
#if DIATOMIC_RACE_CHECK
#include "race_check/reports.hpp"
#endif

namespace litmus {

/// One test.
struct litmus_case {
  std::string shape;
  std::string form;
  placement where;
  bool is_forbidden;  ///< the weak outcome
  bool (*is_weak)(const outcome&);
  std::function<tally(unsigned launches, unsigned seed)> run;
  bool is_within = true;  ///< each one's scope includes the others
  bool has_racing_data = false;

  std::string name() const { return shape + "_" + form + "_" + name_of(where); }
};
inline void PrintTo(const litmus_case& c, std::ostream* out) { *out << c.name(); }

/// Whether a form is tested at a place of one device. Shared memory is the block's; what lies in
/// one block is not tested at wider scopes than the device's. The host has no warps, and one scope.
inline bool is_tested(const form_description& f, placement where) {
  if (!DIATOMIC_IN_HOST_HALF) {
    return where != placement::same_warp && f.others == memory_scope::device;
  }
  const bool is_apart = where >= placement::different_blocks;
  return is_apart ? f.space != memory_space::shared : f.first != memory_scope::system;
}

/// Adds every form of a shape at each of the places.
template <class Shape>
void add_forms(std::vector<litmus_case>& all, const std::vector<placement>& places) {
  const std::vector<form_description> forms = Shape::forms::descriptions();
  for (unsigned f = 0; f < forms.size(); ++f) {
    for (const placement where : places) {
      if (!is_tested(forms[f], where)) continue;
      all.push_back({Shape::name, forms[f].name(), where,
                     Shape::forbids(forms[f].how) && is_within(forms[f], where), Shape::is_weak,
                     [f, where](unsigned launches, unsigned seed) {
                       return run_on_device<Shape>(f, where, launches, seed);
                     },
                     is_within(forms[f], where), Shape::has_racing_data});
    }
  }
}

/// Only shapes whose name begins so, or begins this, are compiled: for tests/model/hip/weaken.
#if !defined(DIATOMIC_LITMUS_SHAPES)
#define DIATOMIC_LITMUS_SHAPES ""
#endif
constexpr bool begin_alike(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) ++a, ++b;
  return *a == '\0' || *b == '\0';
}

template <class Shape>
void add_cases([[maybe_unused]] std::vector<litmus_case>& all,
               [[maybe_unused]] const std::vector<placement>& places) {
  if constexpr (begin_alike(Shape::name, DIATOMIC_LITMUS_SHAPES)) add_forms<Shape>(all, places);
}

/// Every form of some shapes, in one warp, in one block, and in different blocks.
template <class... Shapes>
std::vector<litmus_case> cases_of() {
  std::vector<litmus_case> all;
  (add_cases<Shapes>(all,
                     {placement::same_warp, placement::same_block, placement::different_blocks}),
   ...);
  return all;
}

/// Runs a case and judges it: what is forbidden is never seen; what the chip shows is, within a
/// minute. (On a GPU, at once; a host may be busy with something else.)
inline void judge(const litmus_case& c) {
  const auto launches = static_cast<unsigned>(scaled(40, 2));
  const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
  bool is_expected = !c.is_forbidden && test::scale() >= 1 && device.compute_units > 1 &&
                     shows(device.architecture, c.shape, c.form, c.where);
#if DIATOMIC_SLOW_KERNELS
  is_expected = false;
#endif
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  const unsigned first = 1 + 1000 * test::seed();
#if DIATOMIC_RACE_CHECK
  if (c.has_racing_data) GTEST_SKIP() << "thousands of reports";
  const int reports = test::reports();
#endif
  tally seen = c.run(launches, first);
  for (unsigned seed = first + 1; is_expected && seen.count_if(c.is_weak) == 0; ++seed) {
    if (std::chrono::steady_clock::now() > end) break;
    seen.add(c.run(launches, seed));
  }
  const unsigned long long trials = seen.trials();
  const unsigned long long weak = seen.count_if(c.is_weak);
  testing::Test::RecordProperty("trials", std::to_string(trials));
  testing::Test::RecordProperty("weak", std::to_string(weak));
  EXPECT_GT(trials, 0u);
  if (c.is_forbidden) {
    EXPECT_EQ(weak, 0u) << "forbidden, and seen in " << trials << " trials";
  }
  if (is_expected) {
    EXPECT_GT(weak, 0u) << "not seen in " << trials << " trials: could this test fail?";
  }
#if DIATOMIC_RACE_CHECK
  EXPECT_EQ(test::reports() == reports, c.is_within) << "reports of the race check";
#endif
}

inline std::string name_of_case(const testing::TestParamInfo<litmus_case>& info) {
  return info.param.name();
}

class litmus_test : public testing::TestWithParam<litmus_case> {};

}  // namespace litmus
