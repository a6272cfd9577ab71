// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>

#include "bench/cases/array_cases.hpp"
#include "kernels/reduction.hpp"

namespace bench {
namespace {

using namespace diatomic::kernels;
using diatomic::op;

/// One of the textbook's kernels, which combine into a result that was set before.
template <op Op, class Kernel, class T>
contender textbook(context& on, const char* role,
                   const std::shared_ptr<const input_arrays<T>>& input,
                   const std::shared_ptr<diatomic::device_array<T>>& result, Kernel kernel,
                   bool uses_shared) {
  const std::size_t n = input->size();
  const launch_shape shape = on.shape(n);
  const std::size_t shared_bytes = uses_shared ? sizeof(T) * shape.block : 0;
  return calling(role, "", input, [&on, n, result, shape, kernel, shared_bytes](const T* values) {
    clear(on, *result, identity_v<Op, T>);
    diatomic::launch(shape.grid, shape.block, shared_bytes, on.stream, kernel, values, n,
                     result->data());
  });
}

template <op Op, class T>
void add_ours(std::vector<contender>& all, context& on,
              const std::shared_ptr<const input_arrays<T>>& input,
              const std::shared_ptr<diatomic::device_array<T>>& result) {
  const std::size_t n = input->size();
  const auto memory =
      std::make_shared<diatomic::device_array<unsigned char>>(diatomic::reduce_temp_bytes(n));
  all.push_back(calling("diatomic", "", input, [&on, n, result, memory](const T* values) {
    diatomic::reduce<Op>(on.stream, values, n, result->data(), memory->data(), memory->size());
  }));
  if constexpr (Op == op::add && std::is_floating_point_v<T>) {
    const auto large = std::make_shared<diatomic::device_array<unsigned char>>(
        diatomic::reproducible_sum_temp_bytes<T>(n));
    all.push_back(calling("reproducible", "", input, [&on, n, result, large](const T* values) {
      diatomic::reproducible_sum(on.stream, values, n, result->data(), large->data(),
                                 large->size());
    }));
  }
}

template <op Op, class T>
std::vector<contender> contenders(context& on, std::size_t n) {
  using inputs = input_arrays<T>;
  const auto input = std::make_shared<const inputs>(on, n, -1000, 2000, distribution::uniform);
  const auto result = std::make_shared<diatomic::device_array<T>>(1);
  std::vector<contender> all;
  add_ours<Op>(all, on, input, result);
  all.push_back(textbook<Op>(on, "textbook_tree", input, result, reduce_by_tree<Op>{}, true));
  all.push_back(
      textbook<Op>(on, "textbook_atomics", input, result, reduce_by_atomics<Op>{}, false));
  const auto call = Op == op::add ? library_sum<T>(on.stream, n, result->data())
                                  : library_max<T>(on.stream, n, result->data());
  if (call) {
    // The call knows only the address of the result.
    all.push_back(calling("library", array_library, input,
                          [call, result](const T* values) { call(values); }));
  }
  all.push_back(reading(on, input));
  return all;
}

template <op Op, class T>
void add_operation(std::vector<bench_case>& to, const context& on, const char* operation,
                   const char* type) {
  const std::vector<std::size_t> parts =
      on.all ? std::vector<std::size_t>{1, 4, 16, 64, 256, 1024, 4096, 16384}
             : std::vector<std::size_t>{1, 64, 4096};
  for (const std::size_t part : parts) {
    const std::size_t bytes = on.bytes / part;
    if (bytes < 1024) continue;
    bench_case c;
    c.group = "reduce";
    c.operation = operation;
    c.type = type;
    c.values = binary_number(bytes) + "B";
    c.bytes = bytes / sizeof(chunk) * sizeof(chunk);
    c.n = c.bytes / sizeof(T);
    c.prepare = [n = c.n](context& where) { return contenders<Op, T>(where, n); };
    to.push_back(c);
  }
}

}  // namespace

void add_reduce(std::vector<bench_case>& to, const context& on) {
  add_operation<op::add, float>(to, on, "sum", "float");
  add_operation<op::add, double>(to, on, "sum", "double");
  add_operation<op::add, int>(to, on, "sum", "int");
  add_operation<op::max, float>(to, on, "max", "float");
  add_operation<op::max, int>(to, on, "max", "int");
}

}  // namespace bench
