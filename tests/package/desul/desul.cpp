// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that knows desul's names and nothing of Diatomic. Its kernel is compiled for the GPU's
// backends; it runs in host code.

#include <desul/atomics.hpp>

struct three {
  double at[3];
  DIATOMIC_FUNCTION three operator+(const three& o) const {
    return {{at[0] + o.at[0], at[1] + o.at[1], at[2] + o.at[2]}};
  }
};

struct call_all {
  DIATOMIC_FUNCTION void operator()(long long* n, float* f, three* t) const {
    const auto order = desul::MemoryOrderRelaxed();
    const auto scope = desul::MemoryScopeDevice();
    desul::atomic_add(n, 2ll, order, scope);
    desul::atomic_max(f, 3.0f, order, scope);
    desul::atomic_add(t, three{{1, 2, 3}}, order, scope);
    desul::AtomicRef<long long, desul::MemoryOrderSeqCst, desul::MemoryScopeSystem> r(*n);
    r += 40;
  }
};

#if defined(__CUDACC__) || defined(__HIP__)
__global__ void kernel(long long* n, float* f, three* t) { call_all{}(n, f, t); }
#endif

int main() {
  long long n = 0;
  float f = 1;
  three t{{0, 0, 0}};
  call_all{}(&n, &f, &t);
  call_all{}(&n, &f, &t);
  const bool right = n == 84 && !(f < 3) && !(3 < f) && !(t.at[2] < 6) && !(6 < t.at[2]);
  return right ? 0 : 1;
}
