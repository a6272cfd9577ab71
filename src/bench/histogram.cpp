// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <diatomic/histogram.hpp>

#include "bench/array_cases.hpp"
#include "kernels/histogram.hpp"

namespace bench {
namespace {

using namespace diatomic::kernels;

template <class T>
std::vector<contender> contenders(context& on, unsigned bins, distribution how) {
  using inputs = input_arrays<T>;
  const std::size_t n = on.bytes / sizeof(T);
  const auto input = std::make_shared<const inputs>(on, n, 0, bins, how);
  const auto counts = std::make_shared<diatomic::device_array<unsigned>>(bins);
  const launch_shape shape = on.shape(n);
  std::vector<contender> all;
  all.push_back(calling("diatomic", "", input, [&on, counts, n, bins](const T* values) {
    clear(on, *counts);
    diatomic::histogram(on.stream, values, n, counts->data(), bins, diatomic::value_bin{});
  }));
  const std::size_t shared_bytes = histogram_shared::shared_bytes(bins);
  if (shared_bytes <= on.device.shared_bytes_per_block) {
    all.push_back(calling(
        "textbook_shared", "", input, [&on, counts, n, bins, shape, shared_bytes](const T* values) {
          clear(on, *counts);
          diatomic::launch(shape.grid, shape.block, shared_bytes, on.stream, histogram_shared{},
                           values, n, value_bin{}, counts->data(), bins);
        }));
  }
  if (on.all || how == distribution::uniform) {
    all.push_back(
        calling("textbook_global", "", input, [&on, counts, n, bins, shape](const T* values) {
          clear(on, *counts);
          diatomic::launch(shape.grid, shape.block, 0, on.stream, histogram_global{}, values, n,
                           value_bin{}, counts->data(), bins);
        }));
  }
  if (const auto call = library_histogram<T>(on.stream, n, counts->data(), bins)) {
    // The call knows only the address of the counts.
    all.push_back(calling("library", array_library, input,
                          [call, counts](const T* values) { call(values); }));
  }
  all.push_back(reading(on, input));
  return all;
}

template <class T>
void add_type(std::vector<bench_case>& to, const context& on, const char* type,
              const std::vector<unsigned>& bin_numbers) {
  for (const unsigned bins : bin_numbers) {
    for (const distribution how : {distribution::uniform, distribution::bell,
                                   distribution::one_value, distribution::sorted}) {
      if (how == distribution::sorted && !on.all) continue;
      bench_case c;
      c.group = "histogram";
      c.operation = binary_number(bins) + " bins";
      c.type = type;
      c.values = name_of(how);
      c.bytes = on.bytes;
      c.n = on.bytes / sizeof(T);
      c.prepare = [bins, how](context& where) { return contenders<T>(where, bins, how); };
      to.push_back(c);
    }
  }
}

}  // namespace

void add_histogram(std::vector<bench_case>& to, const context& on) {
  add_type<std::uint8_t>(to, on, "uint8_t", {256});
  using list = std::vector<unsigned>;
  add_type<unsigned>(to, on, "unsigned",
                     on.all ? list{16, 256, 2048, 16384, 65536, 1u << 20} : list{256, 2048, 65536});
}

}  // namespace bench
