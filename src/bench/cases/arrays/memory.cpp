// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "baselines/arrays.hpp"
#include "bench/cases/arrays/inputs.hpp"
#include "bench/cases/cases.hpp"
#include "bench/cases/placed_array.hpp"

namespace bench {
namespace {

using values = input_arrays<unsigned>;

std::shared_ptr<const values> make_input(context& on) {
  return on.keep([&on] {
    return std::make_shared<values>(on, on.bytes / sizeof(unsigned), 0, 4294967296.0,
                                    distribution::uniform);
  });
}

}  // namespace

void add_memory(std::vector<bench_case>& to, const context& on) {
  bench_case read;
  read.group = "memory";
  read.operation = "read";
  read.n = on.bytes / sizeof(chunk);
  read.bytes = on.bytes;
  read.prepare = [](context& c) {
    contender reader = reading(c, make_input(c));
    reader.role = "kernel";
    return std::vector<contender>{std::move(reader)};
  };
  to.push_back(read);

  bench_case copy = read;
  copy.operation = "copy";
  copy.bytes = 2 * on.bytes;  // read and written
  copy.prepare = [](context& c) {
    const auto input = make_input(c);
    const std::size_t n = input->size();
    const placed_array<unsigned> out(c, n);
    const std::size_t chunks = n * sizeof(unsigned) / sizeof(chunk);
    const launch_shape shape = c.shape(chunks);
    return std::vector<contender>{
        {"kernel", "", false,
         [&c, input, out, chunks, shape](unsigned first, unsigned rounds) {
           for (unsigned r = 0; r < rounds; ++r) {
             c.launch(shape, copy_all{}, reinterpret_cast<const chunk*>(input->at(first + r)),
                      chunks, reinterpret_cast<chunk*>(out.data()));
           }
         }},
        {"library", copy_name, false, [&c, input, out, n](unsigned first, unsigned rounds) {
           for (unsigned r = 0; r < rounds; ++r) {
             copy_by_library(c.stream, out.data(), input->at(first + r), n * sizeof(unsigned));
           }
         }}};
  };
  to.push_back(copy);
}

}  // namespace bench
