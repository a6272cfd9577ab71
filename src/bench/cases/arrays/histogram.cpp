// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/algorithms/histogram.hpp>

#include "bench/cases/arrays/array_cases.hpp"
#include "kernels/histogram.hpp"

namespace bench {
namespace {

using namespace diatomic::kernels;

/// The bins of a case: `number` equal-width bins from `lower` up to `upper`.
struct binning {
  unsigned number;
  double lower;
  double upper;
};

/// `with_global`: also run the textbook kernel on global memory, which is slow.
template <class T, class Bin>
std::vector<contender> contenders(context& on, const binning& bins, Bin bin_of,
                                  const shared_input<T>& input, bool with_global) {
  constexpr bool is_value = std::is_same_v<Bin, diatomic::value_bin>;
  const std::size_t n = input->size();
  const unsigned number = bins.number;
  const placed_array<unsigned> counts(on, number);
  const launch_shape shape = on.shape(n);
  std::vector<contender> all;
  all.push_back(calling("diatomic", "", input, [=, &on](const T* values) {
    clear(on, counts);
    diatomic::histogram(on.stream, values, n, counts.data(), number, bin_of);
  }));
  if constexpr (is_value) {
    const std::size_t shared_bytes = histogram_shared::shared_bytes(number);
    const auto add_textbook = [&](const char* role, std::size_t bytes, auto kernel) {
      all.push_back(calling(role, "", input, [=, &on](const T* values) {
        clear(on, counts);
        diatomic::launch(shape.grid, shape.block, bytes, on.stream, kernel, values, n, value_bin{},
                         counts.data(), number);
      }));
    };
    if (shared_bytes <= on.device.shared_bytes_per_block) {
      add_textbook("textbook_shared", shared_bytes, histogram_shared{});
    }
    if (with_global) add_textbook("textbook_global", 0, histogram_global{});
  }
  add_library(
      all, input,
      array_baselines::histogram<T>(on.stream, n, counts.data(), number, bins.lower, bins.upper));
  all.push_back(reading(on, input));
  return all;
}

template <class T>
std::vector<contender> contenders(context& on, const binning& bins, const shared_input<T>& input,
                                  bool with_global) {
  if constexpr (std::is_floating_point_v<T>) {
    return contenders(on, bins, diatomic::even_bin{0, 1, bins.number}, input, with_global);
  } else {
    if (bins.lower == 0 && bins.upper == bins.number) {
      return contenders(on, bins, diatomic::value_bin{}, input, with_global);
    }
    const auto bin_of = diatomic::even_integer_bins<T>(
        static_cast<T>(bins.lower), static_cast<long long>(bins.upper), bins.number);
    return contenders(on, bins, bin_of, input, with_global);
  }
}

template <class T>
bench_case describe(const context& on, const char* type, const binning& bins,
                    const std::string& values) {
  bench_case c;
  c.group = "histogram";
  c.operation = binary_number(bins.number) + (bins.upper == bins.number ? " bins" : " even bins");
  c.type = type;
  c.values = values;
  c.bytes = on.bytes;
  c.n = on.bytes / sizeof(T);
  return c;
}

/// Cases with equal-width bins; with one bin per value if `upper` is 0.
template <class T>
void add_type(std::vector<bench_case>& to, const context& on, const char* type,
              const std::vector<unsigned>& bin_numbers, double lower = 0, double upper = 0) {
  for (const unsigned number : bin_numbers) {
    const binning bins{number, lower, upper == 0 ? number : upper};
    for (const distribution how : {distribution::uniform, distribution::bell,
                                   distribution::one_value, distribution::sorted}) {
      if (how == distribution::sorted && !on.all) continue;
      bench_case c = describe<T>(on, type, bins, name_of(how));
      c.prepare = [bins, how](context& where) {
        const auto input = where.keep([&] {
          return std::make_shared<input_arrays<T>>(where, where.bytes / sizeof(T), bins.lower,
                                                   bins.upper - bins.lower, how);
        });
        return contenders<T>(where, bins, input, where.all || how == distribution::uniform);
      };
      to.push_back(c);
    }
  }
}

}  // namespace

void add_histogram(std::vector<bench_case>& to, const context& on) {
  add_type<std::uint8_t>(to, on, "uint8_t", {256});
  if (!on.photograph.empty()) {
    constexpr binning bins{256, 0, 256};
    bench_case c = describe<std::uint8_t>(on, "uint8_t", bins, "photograph");
    c.prepare = [bins](context& where) {
      const auto input = where.keep([&where] {
        return std::make_shared<input_arrays<std::uint8_t>>(where, where.bytes, where.photograph);
      });
      return contenders<std::uint8_t>(where, bins, input, true);
    };
    to.push_back(c);
  }
  using list = std::vector<unsigned>;
  const auto chosen = [&on](const list& usual, const list& full) { return on.all ? full : usual; };
  add_type<unsigned>(to, on, "unsigned",
                     chosen({256, 2048, 65536},
                            {2, 16, 256, 2048, 4096, 16384, 65536, 1u << 18, 1u << 20, 1u << 22}));
  const list full = {2, 64, 256, 1000, 4096, 16384, 65536};
  add_type<std::uint16_t>(to, on, "uint16_t", chosen({4096}, full), 0, 65536);
  add_type<unsigned>(to, on, "unsigned", chosen({65536}, full), 0, 1 << 24);
  add_type<float>(to, on, "float", chosen({16384}, full), 0, 1);
  add_type<std::uint8_t>(to, on, "uint8_t", chosen({}, {2, 16, 64, 100}), 0, 256);
  add_type<int>(to, on, "int", chosen({}, {2, 256, 4096, 65536}), -(1 << 23), 1 << 23);
}

}  // namespace bench
