// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What a CUDA source sees before its first line: the macros by which it chooses its code, C's
/// headers, CUDA's constants and complex numbers. Where CUDA is the backend they are nvcc's own.

#if defined(__NVCC__)
#include <cuComplex.h>
#include <cuda.h>
#include <math_constants.h>
#endif

#include <diatomic/compat/cuda_language.hpp>

#if !defined(CUDART_PI)
#include <diatomic/compat/cuda_headers/cuComplex.h>
#include <diatomic/compat/cuda_headers/math_constants.h>
#endif

// What is read only now is as without the macros.
#include <complex>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

static_assert(__CUDACC_VER_MAJOR__ >= 11 && CUDART_VERSION >= 11000 &&
              CUDA_VERSION / 1000 == __CUDACC_VER_MAJOR__);
#if !defined(__CUDACC__) || !defined(__NVCC__)
#error "a source takes this for a compiler without CUDA"
#endif

#if defined(__CUDA_ARCH__)
__host__ __device__ inline int architecture() { return __CUDA_ARCH__; }
#else
__host__ __device__ inline int architecture() { return 0; }
#endif

constexpr unsigned of_language = 8;
__global__ void look(float* to) {
  to[0] = static_cast<float>(architecture());
  to[1] = CUDART_PI_F, to[2] = CUDART_INF_F, to[3] = CUDART_NAN_F;
  to[4] = static_cast<float>(CUDART_SQRT_TWO);
  const cuDoubleComplex product =
      cuCmul(make_cuDoubleComplex(1, 2), cuConj(make_cuDoubleComplex(3, -4)));
  to[5] = static_cast<float>(cuCreal(product)), to[6] = static_cast<float>(cuCimag(product));
  to[7] = cuCabsf(cuCaddf(make_cuFloatComplex(1, 1), cuComplexDoubleToFloat(product)));
}
TEST(cuda_language, in_kernels) {
  diatomic::device_array<float> to(of_language);
  diatomic::stream stream;
  diatomic::launch_global(look, 1, 1, 0, stream, to.data());
  const auto found = to.download();
  EXPECT_GE(found[0], 500);
  EXPECT_EQ(found[1], 3.14159274f);
  EXPECT_EQ(found[2], std::numeric_limits<float>::infinity());
  EXPECT_TRUE(std::isnan(found[3]));
  EXPECT_EQ(found[4], 1.41421356f);
  EXPECT_EQ(found[5], 1 * 3 - 2 * 4);
  EXPECT_EQ(found[6], 1 * 4 + 2 * 3);
  EXPECT_FLOAT_EQ(found[7], std::sqrt(16.0f + 121));
}

/// A function has one body on the CPU, which is the kernels'.
TEST(cuda_language, in_host_code) {
#if DIATOMIC_IN_HOST_HALF || defined(__NVCC_DIAG_PRAGMA_SUPPORT__)
  EXPECT_EQ(architecture(), 0);
#else
  EXPECT_EQ(architecture(), 800);
#endif
}

TEST(cuda_language, divides_complex_numbers) {
  for (const double size : {1e-300, 1.0, 1e300}) {
    const cuDoubleComplex q =
        cuCdiv(make_cuDoubleComplex(5 * size, -3 * size), make_cuDoubleComplex(2 * size, 7 * size));
    const auto want = std::complex<double>(5, -3) / std::complex<double>(2, 7);
    EXPECT_NEAR(cuCreal(q), want.real(), 1e-15);
    EXPECT_NEAR(cuCimag(q), want.imag(), 1e-15);
  }
  const cuComplex z = cuCdivf(make_cuComplex(6, 0), make_cuComplex(0, 2));
  EXPECT_EQ(cuCrealf(z), 0);
  EXPECT_EQ(cuCimagf(z), -3);
  const cuComplex sum = cuCfmaf(make_cuComplex(1, 2), make_cuComplex(3, 4), make_cuComplex(5, 6));
  EXPECT_EQ(cuCrealf(sum), 0);
  EXPECT_EQ(cuCimagf(sum), 16);
  EXPECT_DOUBLE_EQ(cuCabs(make_cuDoubleComplex(3e200, 4e200)), 5e200);
  EXPECT_EQ(cuCreal(cuCsub(cuComplexFloatToDouble(sum), make_cuDoubleComplex(1, 1))), -1);
}

}  // namespace
