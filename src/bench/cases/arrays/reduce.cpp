// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>

#include "bench/cases/arrays/array_cases.hpp"
#include "kernels/reduction.hpp"

namespace bench {
namespace {

using namespace diatomic::kernels;
using diatomic::op;

/// A textbook kernel, which combines into a result that is set to the identity first.
template <op Op, class Kernel, class T>
contender textbook(context& on, const char* role, const shared_input<T>& input,
                   const placed_array<T>& result, Kernel kernel, bool uses_shared) {
  const std::size_t n = input->size();
  const launch_shape shape = on.shape(n);
  const std::size_t shared_bytes = uses_shared ? sizeof(T) * shape.block : 0;
  return calling(role, "", input, [&on, n, result, shape, kernel, shared_bytes](const T* values) {
    clear(on, result, identity_v<Op, T>);
    diatomic::launch(shape.grid, shape.block, shared_bytes, on.stream, kernel, values, n,
                     result.data());
  });
}

template <op Op, class T>
void add_ours(std::vector<contender>& all, context& on, const shared_input<T>& input,
              const placed_array<T>& result) {
  const std::size_t n = input->size();
  const auto memory =
      std::make_shared<diatomic::device_array<unsigned char>>(diatomic::reduce_temp_bytes(n));
  all.push_back(calling("diatomic", "", input, [&on, n, result, memory](const T* values) {
    diatomic::reduce<Op>(on.stream, values, n, result.data(), memory->data(), memory->size());
  }));
  if constexpr (Op == op::add && std::is_floating_point_v<T>) {
    const auto large = std::make_shared<diatomic::device_array<unsigned char>>(
        diatomic::reproducible_sum_temp_bytes<T>(n));
    all.push_back(calling("reproducible", "", input, [&on, n, result, large](const T* values) {
      diatomic::reproducible_sum(on.stream, values, n, result.data(), large->data(), large->size());
    }));
  }
}

template <op Op, class T>
std::vector<contender> contenders(context& on, const shared_input<T>& input) {
  const std::size_t n = input->size();
  const placed_array<T> result(on, 1);
  std::vector<contender> all;
  add_ours<Op>(all, on, input, result);
  if constexpr (Op != op::min) {
    all.push_back(textbook<Op>(on, "textbook_tree", input, result, reduce_by_tree<Op>{}, true));
    all.push_back(
        textbook<Op>(on, "textbook_atomics", input, result, reduce_by_atomics<Op>{}, false));
  }
  add_library(all, input, array_baselines::reduce<Op, T>(on.stream, n, result.data()));
  if constexpr (Op == op::add && std::is_floating_point_v<T>) {
    add_library(all, input, array_baselines::sum_in_any_order<T>(on.stream, n, result.data()),
                "library_any_order");
    add_library(all, input, array_baselines::reproducible_sum<T>(on.stream, n, result.data()),
                "library_reproducible");
  }
  all.push_back(reading(on, input));
  return all;
}

template <class T>
std::vector<contender> arg_max_contenders(context& on, const shared_input<T>& input) {
  const std::size_t n = input->size();
  // Elements of `indexed` are 16 bytes.
  const placed_array<diatomic::indexed<T>> result(on, 1);
  const auto memory =
      std::make_shared<diatomic::device_array<unsigned char>>(diatomic::reduce_temp_bytes(n));
  std::vector<contender> all;
  all.push_back(calling("diatomic", "", input, [=, &on](const T* values) {
    diatomic::arg_max(on.stream, values, n, result.data(), memory->data(), memory->size());
  }));
  add_library(all, input, array_baselines::arg_max<T>(on.stream, n, result.data()));
  all.push_back(reading(on, input));
  return all;
}

/// A case per size; `make(context, input)` returns the contenders.
template <class T, class Make>
void add_sizes(std::vector<bench_case>& to, const context& on, const char* operation,
               const char* type, Make make, distribution how = distribution::uniform) {
  for (std::size_t part = 1; part <= std::size_t{1} << 18; part *= 4) {
    const bool is_usual = part == 1 || part == 64 || part == 4096;
    const std::size_t bytes = on.bytes / part;
    if (bytes < 1024 || !(on.all || is_usual)) continue;
    if (how != distribution::uniform && part > 1) continue;
    bench_case c;
    c.group = "reduce";
    c.operation = operation;
    c.type = type;
    c.values = binary_number(bytes) + "B";
    if (how != distribution::uniform) c.values += std::string(" ") + name_of(how);
    c.bytes = bytes / sizeof(chunk) * sizeof(chunk);
    c.n = c.bytes / sizeof(T);
    c.prepare = [n = c.n, how, make](context& where) {
      // Nearly all floats are within a factor of 2^28 of each other.
      const bool is_float = std::is_floating_point_v<T>;
      return make(where, where.keep([&] {
        return std::make_shared<input_arrays<T>>(where, n, is_float ? -0.25 : -1000,
                                                 is_float ? 1 : 2000, how);
      }));
    };
    to.push_back(c);
  }
}

template <class T>
void add_type(std::vector<bench_case>& to, const context& on, const char* type) {
  add_sizes<T>(to, on, "sum", type, contenders<op::add, T>);
  add_sizes<T>(to, on, "min", type, contenders<op::min, T>);
  add_sizes<T>(to, on, "max", type, contenders<op::max, T>);
  add_sizes<T>(to, on, "arg_max", type, arg_max_contenders<T>);
}

}  // namespace

void add_reduce(std::vector<bench_case>& to, const context& on) {
  add_type<float>(to, on, "float");
  add_type<double>(to, on, "double");
  add_type<int>(to, on, "int");
  for (const distribution how : {distribution::sparse, distribution::any_exponent}) {
    add_sizes<float>(to, on, "sum", "float", contenders<op::add, float>, how);
  }
}

}  // namespace bench
