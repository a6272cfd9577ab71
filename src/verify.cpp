// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "verify.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime.hpp>

#include "kernels/compare_exchange.hpp"
#include "kernels/histogram.hpp"
#include "kernels/launch_shape.hpp"
#include "kernels/reduction.hpp"
#include "progress_bar.hpp"

namespace {

using namespace diatomic::kernels;
using diatomic::device_array;
using diatomic::op;

/// What a check found.
struct outcome {
  std::size_t size = 0;  ///< Elements, or operations.
  float ms = 0;
  std::string fault;  ///< The first difference from the reference; empty if there is none.
};

struct check {
  std::string kernel;
  std::function<outcome()> run;
};

/// 1048576 -> "1,048,576".
std::string grouped(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, 1, ',');
  return digits;
}

template <class T>
device_array<T> on_device(const std::vector<T>& values) {
  device_array<T> array(values.size());
  array.upload(values);
  return array;
}

/// The first place where `found` is not `expected`, in words; empty if there is none.
template <class T>
std::string difference(const char* what, const std::vector<T>& found,
                       const std::vector<T>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (found[i] != expected[i]) {
      return fmt::format("{} {} is {}, must be {}", what, i, found[i], expected[i]);
    }
  }
  return {};
}

/// All inputs, references and launches of one run.
class verifier {
 public:
  explicit verifier(const verify_options& options)
      : n_(options.elements),
        random_(options.seed),
        device_(diatomic::properties(options.device)),
        shape_(shape_for(n_, device_)) {
    // The first launch pays for loading the kernels.
    device_array<std::uint64_t> head = on_device<std::uint64_t>({0});
    device_array<std::uint32_t> next(1);
    timed({1, 1}, 0, stack_fill{}, head.data(), next.data(), 0u);
  }

  template <class Kernel, class Count, class Input, class Bin>
  outcome histogram(const std::vector<Input>& input, Bin bin_of, unsigned bins) {
    std::vector<Count> expected(bins, 0);
    for (const Input& value : input) {
      const unsigned bin = bin_of(value);
      if (bin < bins) ++expected[bin];
    }
    std::size_t shared_bytes = 0;
    if constexpr (std::is_same_v<Kernel, histogram_shared>) {
      shared_bytes = histogram_shared::shared_bytes(bins);
    }
    const device_array<Input> values = on_device(input);
    device_array<Count> counts = on_device(std::vector<Count>(bins, 0));
    const float ms =
        timed(shape_, shared_bytes, Kernel{}, values.data(), n_, bin_of, counts.data(), bins);
    return {n_, ms, difference("bin", counts.download(), expected)};
  }

  template <op Op, class T>
  outcome reduction_by_atomics(const std::vector<T>& input) {
    return reduction<Op>(input, 0, reduce_by_atomics<Op>{});
  }

  template <op Op, stride_order Order, class T>
  outcome reduction_by_tree(const std::vector<T>& input) {
    using kernel = reduce_by_tree<Op, Order>;
    return reduction<Op>(input, kernel::template shared_bytes<T>(shape_.block), kernel{});
  }

  outcome count() {
    const auto [shape, rounds] = contended();
    const std::size_t operations = shape.threads() * rounds;
    device_array<std::uint64_t> counter = on_device<std::uint64_t>({0});
    device_array<std::uint64_t> taken(operations);
    const float ms =
        timed(shape, 0, count_by_compare_exchange{}, counter.data(), rounds, taken.data());
    std::vector<std::uint64_t> values = taken.download();
    std::sort(values.begin(), values.end());
    std::vector<std::uint64_t> expected(operations);
    std::iota(expected.begin(), expected.end(), 0u);
    std::string fault = difference("old value", values, expected);
    if (fault.empty()) {
      fault = difference("counter", counter.download(), {std::uint64_t{operations}});
    }
    return {operations, ms, fault};
  }

  outcome maximum(const std::vector<float>& input) {
    return reduction<op::max>(input, 0, maximum_by_compare_exchange{});
  }

  outcome stack() {
    const auto [shape, rounds] = contended();
    const auto nodes = static_cast<unsigned>(std::min<std::size_t>(n_, 512));
    device_array<std::uint64_t> head = on_device<std::uint64_t>({0});
    device_array<std::uint32_t> next(nodes);
    device_array<unsigned> numbers = on_device(std::vector<unsigned>(nodes, 0));
    device_array<unsigned> visits = on_device(std::vector<unsigned>(nodes, 0));
    device_array<unsigned> pops(shape.threads());
    float ms = timed(shape, 0, stack_fill{}, head.data(), next.data(), nodes);
    ms += timed(shape, 0, stack_churn{}, head.data(), next.data(), numbers.data(), rounds,
                pops.data());
    ms += timed(shape, 0, stack_drain{}, head.data(), next.data(), visits.data());

    const auto total = [](const std::vector<unsigned>& values) {
      return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
    };
    const std::uint64_t popped = total(pops.download());
    const std::uint64_t added = total(numbers.download());
    std::string fault =
        difference("visits of node", visits.download(), std::vector<unsigned>(nodes, 1));
    if (fault.empty() && added != popped) {
      fault = fmt::format("{} pops changed the numbers by {}", popped, added);
    }
    return {std::size_t{popped} + nodes, ms, fault};
  }

  outcome tokens() {
    constexpr unsigned rounds = 16;
    const auto slots = static_cast<unsigned>(shape_.threads() / 4 + 1);
    std::vector<unsigned> all(slots + shape_.threads());
    std::iota(all.begin(), all.end(), 0u);
    device_array<unsigned> table = on_device<unsigned>({all.begin(), all.begin() + slots});
    device_array<unsigned> hands = on_device<unsigned>({all.begin() + slots, all.end()});
    const float ms = timed(shape_, 0, swap_tokens{}, table.data(), slots, hands.data(), rounds);
    std::vector<unsigned> found = table.download();
    const std::vector<unsigned> held = hands.download();
    found.insert(found.end(), held.begin(), held.end());
    std::sort(found.begin(), found.end());
    return {shape_.threads() * rounds, ms, difference("token", found, all)};
  }

  /// `n` random values from `lowest` to `highest`.
  template <class T>
  std::vector<T> values(std::int64_t lowest, std::int64_t highest) {
    // As even as tests need it, and faster than a distribution.
    const auto span = static_cast<std::uint64_t>(highest - lowest) + 1;
    std::vector<T> result(n_);
    for (T& value : result) {
      value = static_cast<T>(lowest + static_cast<std::int64_t>(random_() % span));
    }
    return result;
  }

  std::vector<rgb8> pixels() {
    std::vector<rgb8> result(n_);
    for (rgb8& pixel : result) {
      const auto bits = static_cast<std::uint32_t>(random_());
      pixel = {static_cast<unsigned char>(bits), static_cast<unsigned char>(bits >> 8),
               static_cast<unsigned char>(bits >> 16)};
    }
    return result;
  }

 private:
  /// Few enough threads that those at one word do not starve each other, and work for them.
  std::pair<launch_shape, unsigned> contended() const {
    const launch_shape shape = shape_for(std::min<std::size_t>(n_, 1024), device_);
    const std::size_t operations = std::min<std::size_t>(n_, 1u << 16);
    return {shape, static_cast<unsigned>(std::max<std::size_t>(1, operations / shape.threads()))};
  }

  template <op Op, class T, class Kernel>
  outcome reduction(const std::vector<T>& input, std::size_t shared_bytes, Kernel kernel) {
    // Sums go into a wider type; the inputs are such that the sum fits T all the same.
    using wide = std::conditional_t<std::is_same_v<T, float>, double, T>;
    wide expected = identity_v<Op, wide>;
    for (const T value : input) {
      expected = diatomic::result_of<Op>(expected, static_cast<wide>(value));
    }
    const device_array<T> values = on_device(input);
    device_array<T> total = on_device(std::vector<T>{identity_v<Op, T>});
    const float ms = timed(shape_, shared_bytes, kernel, values.data(), n_, total.data());
    return {n_, ms, difference("result", total.download(), {static_cast<T>(expected)})};
  }

  /// Launches the kernel and returns its milliseconds.
  template <class Kernel, class... Args>
  float timed(launch_shape shape, std::size_t shared_bytes, Kernel kernel, Args... args) {
    diatomic::event start;
    diatomic::event stop;
    start.record(stream_);
    diatomic::launch(shape.grid, shape.block, shared_bytes, stream_, kernel, args...);
    stop.record(stream_);
    stream_.synchronize();
    return elapsed_ms(start, stop);
  }

  std::size_t n_;
  std::mt19937_64 random_;
  diatomic::device_properties device_;
  launch_shape shape_;
  diatomic::stream stream_;
};

/// Far from zero, for 64-bit values; doubles hold it too.
constexpr std::int64_t far = std::int64_t{1} << 60;

std::vector<check> all_checks(verifier& v) {
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
      {"compare-exchange: a counter", [&v] { return v.count(); }},
      {"compare-exchange: maximum of floats", [&v, large] { return v.maximum(large()); }},
      {"compare-exchange: a lock-free stack", [&v] { return v.stack(); }},
      {"exchange: tokens change hands", [&v] { return v.tokens(); }},
  };
}

}  // namespace

int run_verify(const verify_options& options) {
  if (options.elements == 0) throw std::invalid_argument("verify needs at least one element");
  diatomic::use_device(options.device);
  const diatomic::device_properties device = diatomic::properties(options.device);
  fmt::print("{} ({}), {} elements, seed {}\n\n", device.name, device.architecture,
             grouped(options.elements), options.seed);
  std::fflush(stdout);

  verifier v(options);
  const std::vector<check> checks = all_checks(v);
  std::vector<outcome> outcomes;
  {
    program::progress_bar progress(checks.size());
    for (const check& c : checks) {
      progress.step(c.kernel);
      outcomes.push_back(c.run());
    }
  }

  std::size_t wrong = 0;
  fmt::print("{:<48} {:>13} {:>12}  {}\n", "kernel", "size", "time", "result");
  fmt::print("{:-<48} {:->13} {:->12}  {:-<6}\n", "", "", "", "");
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const outcome& o = outcomes[i];
    wrong += o.fault.empty() ? 0 : 1;
    fmt::print("{:<48} {:>13} {:>9.3f} ms  {}\n", checks[i].kernel, grouped(o.size), o.ms,
               o.fault.empty() ? "right" : "WRONG: " + o.fault);
  }
  if (wrong == 0) {
    fmt::print("\nAll {} kernels agree with their serial references.\n", checks.size());
  } else {
    fmt::print("\n{} of {} kernels differ from their serial references.\n", wrong, checks.size());
  }
  return wrong == 0 ? 0 : 1;
}
