// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/algorithms/histogram/prepared_binning.hpp>
#include <diatomic/collectives/binning.hpp>

#include "support/exact/even_bin_cases.hpp"
#include "support/kernel_run.hpp"

namespace {

using diatomic::basic_even_bin;
using test::even_bin_case;

template <class Float>
DIATOMIC_FUNCTION basic_even_bin<Float> binning_of(const even_bin_case<Float>& of) {
  return {of.lower, of.upper, of.bins};
}

/// Bins each value, directly and as calls on arrays do.
struct bin_kernel {
  template <class Float>
  DIATOMIC_DEVICE void operator()(const even_bin_case<Float>* cases, std::size_t n,
                                  unsigned* direct, unsigned* prepared) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const even_bin_case<Float>& of = cases[i];
      direct[i] = binning_of(of)(of.value);
      prepared[i] = diatomic::detail::even_binning<Float>(of.lower, of.upper, of.bins)(of.value);
    }
  }
};

template <class Float>
std::string text_of(const even_bin_case<Float>& of) {
  char text[160];
  std::snprintf(text, sizeof(text), "%a in %u bins from %a to %a", double{of.value}, of.bins,
                double{of.lower}, double{of.upper});
  return text;
}

/// Compares the results of host code, and of kernels.
template <class Float>
void expect_bins(const std::vector<even_bin_case<Float>>& cases) {
  for (const auto& of : cases) {
    ASSERT_EQ(binning_of(of)(of.value), of.expected) << text_of(of);
    ASSERT_EQ(diatomic::detail::prepared(binning_of(of))(of.value), of.expected) << text_of(of);
  }
  const auto on_device = test::on_device(cases);
  auto direct = test::on_device(std::vector<unsigned>(cases.size(), 0));
  auto prepared = test::on_device(std::vector<unsigned>(cases.size(), 0));
  test::run({16, 128}, 0, bin_kernel{}, on_device.data(), cases.size(), direct.data(),
            prepared.data());
  const auto found = direct.download();
  const auto found_prepared = prepared.download();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    ASSERT_EQ(found[i], cases[i].expected) << text_of(cases[i]);
    ASSERT_EQ(found_prepared[i], cases[i].expected) << text_of(cases[i]);
  }
}

template <class Float>
class even_bins : public testing::Test {};
using floats = testing::Types<float, double>;
TYPED_TEST_SUITE(even_bins, floats, test::type_names);

TYPED_TEST(even_bins, begin_at_integers) {
  std::vector<even_bin_case<TypeParam>> cases;
  for (unsigned n = 1; n <= 2000; ++n) {
    const basic_even_bin<TypeParam> bin_of{0, static_cast<TypeParam>(n), n};
    for (unsigned v = 0; v <= n; ++v) {
      const even_bin_case<TypeParam> of{0, bin_of.upper, n, static_cast<TypeParam>(v),
                                        std::min(v, n - 1)};
      ASSERT_EQ(bin_of(of.value), of.expected) << text_of(of);
      if (n % 100 == 49) cases.push_back(of);
    }
  }
  expect_bins(cases);
}

TYPED_TEST(even_bins, begin_at_rounded_edges) { expect_bins(test::even_bin_cases<TypeParam>()); }

}  // namespace
