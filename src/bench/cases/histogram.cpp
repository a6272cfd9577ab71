// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <diatomic/algorithms/histogram.hpp>

#include "bench/cases/array_cases.hpp"
#include "kernels/histogram.hpp"

namespace bench {
namespace {

using namespace diatomic::kernels;

template <class T>
using shared_input = std::shared_ptr<const input_arrays<T>>;

/// `with_global`: the textbook's kernel on global memory too, which takes its time.
template <class T>
std::vector<contender> contenders(context& on, unsigned bins, const shared_input<T>& input,
                                  bool with_global) {
  const std::size_t n = input->size();
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
  if (with_global) {
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
bench_case describe(const context& on, const char* type, unsigned bins, const std::string& values) {
  bench_case c;
  c.group = "histogram";
  c.operation = binary_number(bins) + " bins";
  c.type = type;
  c.values = values;
  c.bytes = on.bytes;
  c.n = on.bytes / sizeof(T);
  return c;
}

template <class T>
void add_type(std::vector<bench_case>& to, const context& on, const char* type,
              const std::vector<unsigned>& bin_numbers) {
  for (const unsigned bins : bin_numbers) {
    for (const distribution how : {distribution::uniform, distribution::bell,
                                   distribution::one_value, distribution::sorted}) {
      if (how == distribution::sorted && !on.all) continue;
      bench_case c = describe<T>(on, type, bins, name_of(how));
      c.prepare = [bins, how](context& where) {
        const std::size_t n = where.bytes / sizeof(T);
        return contenders<T>(where, bins, std::make_shared<input_arrays<T>>(where, n, 0, bins, how),
                             where.all || how == distribution::uniform);
      };
      to.push_back(c);
    }
  }
}

}  // namespace

void add_histogram(std::vector<bench_case>& to, const context& on) {
  add_type<std::uint8_t>(to, on, "uint8_t", {256});
  if (!on.photograph.empty()) {
    bench_case c = describe<std::uint8_t>(on, "uint8_t", 256, "photograph");
    c.prepare = [](context& where) {
      using input = input_arrays<std::uint8_t>;
      return contenders<std::uint8_t>(
          where, 256, std::make_shared<input>(where, where.bytes, where.photograph), true);
    };
    to.push_back(c);
  }
  using list = std::vector<unsigned>;
  add_type<unsigned>(to, on, "unsigned",
                     on.all ? list{16, 256, 2048, 16384, 65536, 1u << 20} : list{256, 2048, 65536});
}

}  // namespace bench
