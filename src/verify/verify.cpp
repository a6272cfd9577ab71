// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verify/verify.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "support/numbers.hpp"
#include "support/progress_bar.hpp"
#include "verify/verify_checks.hpp"

namespace {

using namespace diatomic::kernels;
using diatomic::op;

/// A large magnitude for 64-bit values; exact in doubles too.
constexpr std::int64_t far = std::int64_t{1} << 60;

/// The library's calls on arrays.
///@{
constexpr auto sum_call = [](auto&&... all) { diatomic::reduce<op::add>(all...); };
constexpr auto maximum_call = [](auto&&... all) { diatomic::reduce<op::max>(all...); };
constexpr auto reproducible_call = [](auto&&... all) { diatomic::reproducible_sum(all...); };
constexpr auto scatter_call = [](auto&&... all) { diatomic::scatter_add(all...); };
///@}

/// The exact sum of integers, rounded once.
template <class T>
T rounded_sum(const std::vector<T>& input) {
  std::int64_t sum = 0;
  for (const T v : input) sum += static_cast<std::int64_t>(v);
  return static_cast<T>(sum);
}

std::vector<program::check> checks_of_calls(program::verifier& v) {
  const std::size_t temp = diatomic::reduce_temp_bytes(v.size());
  return {
      {"reduce: i64 sum",
       [&v, temp] {
         const auto input = v.values<std::int64_t>(-1'000'000, 1'000'000);
         return v.one_result(input, rounded_sum(input), temp, sum_call);
       }},
      {"reduce: f32 maximum",
       [&v, temp] {
         const auto input = v.values<float>(-1'000'000'000, 1'000'000'000);
         return v.one_result(input, *std::max_element(input.begin(), input.end()), temp,
                             maximum_call);
       }},
      {"reproducible_sum: f32",
       [&v] {
         const auto input = v.values<float>(-1'000'000'000, 1'000'000'000);
         return v.one_result(input, rounded_sum(input),
                             diatomic::reproducible_sum_temp_bytes<float>(v.size()),
                             reproducible_call);
       }},
      {"reproducible_sum: f64",
       [&v] {
         const auto input = v.values<double>(-far >> 28, far >> 28);
         return v.one_result(input, rounded_sum(input),
                             diatomic::reproducible_sum_temp_bytes<double>(v.size()),
                             reproducible_call);
       }},
      {"scatter_add: i32 into 1,000 elements",
       [&v] { return v.scatter(v.values<std::int32_t>(-1000, 1000), 1000, scatter_call); }},
      {"scatter_add: f64 into 100,000 elements",
       [&v] { return v.scatter(v.values<double>(-1000, 1000), 100'000, scatter_call); }},
  };
}

std::vector<program::check> checks_of_kernels(program::verifier& v) {
  constexpr auto interleaved = stride_order::interleaved;
  constexpr auto sequential = stride_order::sequential;
  using byte = unsigned char;
  // Small integers around zero: partial sums stay far below 2^24, so floats are exact.
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
      {"sum: i32, one atomic per element",
       [&v] { return v.reduction_by_atomics<op::add>(v.values<std::int32_t>(-1000, 1000)); }},
      {"sum: f32, one atomic per element",
       [&v, small] { return v.reduction_by_atomics<op::add>(small()); }},
      {"minimum: i64, one atomic per element",
       [&v] { return v.reduction_by_atomics<op::min>(v.values<std::int64_t>(-far, far)); }},
      {"maximum: f32, one atomic per element",
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
      {"spin_mutex: a counter",
       [&v] { return v.count_under<diatomic::spin_mutex<>>(count_under_lock{}); }},
      {"ticket_mutex: a counter",
       [&v] { return v.count_under<diatomic::ticket_mutex<>>(count_under_lock{}); }},
      {"lock_table: 24-byte summaries",
       [&v] { return v.summaries(summarize{}, v.values<std::int64_t>(0, far >> 17)); }},
      {"wait: blocks alternate", [&v] { return v.turns(yield_if_due{}); }},
  };
}

}  // namespace

int run_verify(const verify_options& options) {
  if (options.elements == 0)
    throw std::invalid_argument("--size 0: verify needs at least one element");
  diatomic::use_device(options.device);
  const diatomic::device_properties device = diatomic::properties(options.device);
  fmt::print("{} ({}), {} elements, seed {}\n\n", device.name, device.architecture,
             program::with_separators(options.elements), options.seed);
  std::fflush(stdout);

  program::verifier v(options.elements, options.seed, device);
  std::vector<program::check> checks = checks_of_kernels(v);
  for (program::check& c : checks_of_calls(v)) checks.push_back(std::move(c));
  program::check_report report;
  {
    program::progress_bar progress(checks.size());
    report = program::run_checks(checks, [&](const std::string& kernel) { progress.step(kernel); });
  }
  fmt::print("{}", report.table);
  return report.all_right ? 0 : 1;
}
