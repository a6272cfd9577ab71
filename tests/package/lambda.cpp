// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Lambdas for the calls on arrays and as kernels: for both sides, and for kernels alone, which of
// `histogram` nvcc's stand-ins can be.

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>

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

void run(diatomic::stream& on, float* array) {
  const float scale = 2;
  diatomic::launch(
      1, 32, 0, on, [=] DIATOMIC_DEVICE(float* p) { p[diatomic::thread_index()] *= scale; }, array);
}
