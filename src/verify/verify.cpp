// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verify/verify.hpp"

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "support/numbers.hpp"
#include "support/progress_bar.hpp"
#include "verify/verify_checks.hpp"

namespace {

using namespace diatomic::kernels;
using diatomic::op;

/// Far from zero, for 64-bit values; doubles hold it too.
constexpr std::int64_t far = std::int64_t{1} << 60;

std::vector<program::check> all_checks(program::verifier& v) {
  constexpr auto interleaved = stride_order::interleaved;
  constexpr auto sequential = stride_order::sequential;
  using byte = unsigned char;
  // Whole numbers about zero: every partial sum stays far below 2^24, where floats are exact.
  const auto small = [&v] { return v.values<float>(-8, 8); };
  const auto large = [&v] { return v.values<float>(-1'000'000'000, 1'000'000'000); };

  return {
      {"histogram: bytes, 256 bins, global atomics",
       [&v] {
         return v.histogram<histogram_global, unsigned>(v.values<byte>(0, 255), value_bin{}, 256);
       }},
      {"histogram: bytes, 256 bins, shared then merged",
       [&v] {
         return v.histogram<histogram_shared, unsigned>(v.values<byte>(0, 255), value_bin{}, 256);
       }},
      {"histogram: floats, 100 even bins, shared",
       [&v] {
         return v.histogram<histogram_shared, std::uint64_t>(v.values<float>(-1100, 1100),
                                                             even_bin{-1000, 1000, 100}, 100);
       }},
      {"histogram: pixel brightness, 64 bins, shared",
       [&v] {
         return v.histogram<histogram_shared, unsigned>(v.pixels(), brightness_bin{64}, 64);
       }},
      {"sum: i32, one atomic an element",
       [&v] { return v.reduction_by_atomics<op::add>(v.values<std::int32_t>(-1000, 1000)); }},
      {"sum: f32, one atomic an element",
       [&v, small] { return v.reduction_by_atomics<op::add>(small()); }},
      {"minimum: i64, one atomic an element",
       [&v] { return v.reduction_by_atomics<op::min>(v.values<std::int64_t>(-far, far)); }},
      {"maximum: f32, one atomic an element",
       [&v, large] { return v.reduction_by_atomics<op::max>(large()); }},
      {"sum: f32, tree, interleaved strides",
       [&v, small] { return v.reduction_by_tree<op::add, interleaved>(small()); }},
      {"sum: f32, tree, sequential strides",
       [&v, small] { return v.reduction_by_tree<op::add, sequential>(small()); }},
      {"sum: u64, tree, sequential strides",
       [&v] {
         return v.reduction_by_tree<op::add, sequential>(v.values<std::uint64_t>(0, 1 << 30));
       }},
      {"minimum: f64, tree, sequential strides",
       [&v] { return v.reduction_by_tree<op::min, sequential>(v.values<double>(-far, far)); }},
      {"maximum: i32, tree, interleaved strides",
       [&v] {
         return v.reduction_by_tree<op::max, interleaved>(
             v.values<std::int32_t>(-2'000'000'000, 2'000'000'000));
       }},
      {"compare-exchange: a counter", [&v] { return v.count(count_by_compare_exchange{}); }},
      {"compare-exchange: maximum of floats",
       [&v, large] { return v.reduction<op::max>(large(), 0, maximum_by_compare_exchange{}); }},
      {"compare-exchange: a lock-free stack",
       [&v] { return v.stack(stack_fill{}, stack_churn{}, stack_drain{}); }},
      {"exchange: tokens change hands", [&v] { return v.tokens(swap_tokens{}); }},
  };
}

}  // namespace

int run_verify(const verify_options& options) {
  if (options.elements == 0) throw std::invalid_argument("verify needs at least one element");
  diatomic::use_device(options.device);
  const diatomic::device_properties device = diatomic::properties(options.device);
  fmt::print("{} ({}), {} elements, seed {}\n\n", device.name, device.architecture,
             program::with_separators(options.elements), options.seed);
  std::fflush(stdout);

  program::verifier v(options.elements, options.seed, device);
  const std::vector<program::check> checks = all_checks(v);
  program::check_report report;
  {
    program::progress_bar progress(checks.size());
    report = program::run_checks(checks, [&](const std::string& kernel) { progress.step(kernel); });
  }
  fmt::print("{}", report.table);
  return report.all_right ? 0 : 1;
}
