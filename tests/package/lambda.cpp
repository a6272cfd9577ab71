// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas for the calls on arrays and as kernels: for both sides, and for kernels alone, which of
// `histogram` nvcc's stand-ins can be.

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/scatter.hpp>

void count(diatomic::stream& on, const float* input, std::size_t n, unsigned* counts) {
  const float width = 0.5f;
  diatomic::histogram(on, input, n, counts, 16,
                      [=] DIATOMIC_LAMBDA(float v) { return static_cast<unsigned>(v / width); });
#if defined(__NVCC__)
  diatomic::histogram(on, input, n, counts, 16,
                      [=] DIATOMIC_DEVICE(float v) { return static_cast<unsigned>(v / width); });
#endif
}

void reduce(diatomic::stream& on, const float* input, std::size_t n, float* result, void* temp,
            std::size_t bytes) {
  const float scale = 2;
  diatomic::reduce(
      on, input, n, [=] DIATOMIC_LAMBDA(float a, float b) { return a * b / scale; }, scale, result,
      temp, bytes);
  diatomic::reduce(
      on, input, n, [=] DIATOMIC_DEVICE(float a, float b) { return a * b / scale; }, scale, result,
      temp, bytes);
}

// What host code must know the result of says so; of a transformation's nvcc need not know it.
void sum(diatomic::stream& on, const float* x, const int* cells, std::size_t n, double* result,
         void* temp, std::size_t bytes) {
  const auto squares = [=] DIATOMIC_LAMBDA(std::size_t i) { return double{x[i]} * double{x[i]}; };
  diatomic::reduce<diatomic::op::add>(on, squares, n, result, temp, bytes);
  diatomic::scatter_add(on, cells, squares, n, result, 1);
  diatomic::weighted_histogram(
      on, [=] DIATOMIC_LAMBDA(std::size_t i) { return cells[i] / 2; }, squares, n, result, 1,
      diatomic::value_bin{});
  diatomic::transform_reduce<diatomic::op::max>(
      on, x, n, [=] DIATOMIC_LAMBDA(float v) { return v < 0 ? -v : v; }, result, temp, bytes);
#if defined(__NVCC__)
  diatomic::transform_reduce<diatomic::op::max>(
      on, x, n, [=] DIATOMIC_DEVICE(float v) { return v < 0 ? -v : v; }, result, temp, bytes);
#endif
}

void run(diatomic::stream& on, float* array) {
  const float scale = 2;
  diatomic::launch(
      1, 32, 0, on, [=] DIATOMIC_DEVICE(float* p) { p[diatomic::thread_index()] *= scale; }, array);
}
