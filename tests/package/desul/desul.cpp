// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program that knows desul's names and nothing of Diatomic. Its kernel is compiled for the GPU's
// backends; it runs in host code.

#include <desul/atomics.hpp>
#include <desul/atomics/Atomic_Ref.hpp>
#include <desul/atomics/Common.hpp>
#include <desul/atomics/Compare_Exchange.hpp>
#include <desul/atomics/Fetch_Op.hpp>
#include <desul/atomics/Generic.hpp>
#include <desul/atomics/Lock_Array.hpp>
#include <desul/atomics/Macros.hpp>
#include <desul/atomics/Thread_Fence.hpp>

struct three {
  double at[3];
  DIATOMIC_FUNCTION three operator+(const three& o) const {
    return {{at[0] + o.at[0], at[1] + o.at[1], at[2] + o.at[2]}};
  }
};

// Every function of desul's Generic.hpp, in each of its three forms.
#define CALL_ALL_FORMS(name)                              \
  (void)desul::atomic_fetch_##name(n, v, order, scope);   \
  (void)desul::atomic_##name##_fetch(n, v, order, scope); \
  desul::atomic_##name(n, v, order, scope)
template <class T>
DESUL_INLINE_FUNCTION void call_every_name(T* n, T v) {
  const auto order = desul::MemoryOrderAcqRel();
  const auto scope = desul::MemoryScopeCore();
  desul::atomic_thread_fence(order, scope);
  (void)desul::atomic_exchange(n, v, order, scope);
  (void)desul::atomic_compare_exchange(n, v, v, order, scope);
  T expected = v;
  (void)desul::atomic_compare_exchange_strong(n, expected, v, order, desul::MemoryOrderAcquire(),
                                              scope);
  (void)desul::atomic_compare_exchange_weak(n, expected, v, order, desul::MemoryOrderRelaxed(),
                                            scope);
  (void)desul::atomic_load(n, desul::MemoryOrderAcquire(), scope);
  desul::atomic_store(n, v, desul::MemoryOrderRelease(), scope);
  CALL_ALL_FORMS(add);
  CALL_ALL_FORMS(sub);
  CALL_ALL_FORMS(max);
  CALL_ALL_FORMS(min);
  CALL_ALL_FORMS(mod);
  CALL_ALL_FORMS(mul);
  CALL_ALL_FORMS(div);
  CALL_ALL_FORMS(and);
  CALL_ALL_FORMS(or);
  CALL_ALL_FORMS(xor);
  CALL_ALL_FORMS(nand);
  CALL_ALL_FORMS(lshift);
  CALL_ALL_FORMS(rshift);
  CALL_ALL_FORMS(inc_mod);
  CALL_ALL_FORMS(dec_mod);
  (void)desul::atomic_fetch_inc(n, order, scope);
  (void)desul::atomic_inc_fetch(n, order, scope);
  desul::atomic_inc(n, order, scope);
  (void)desul::atomic_fetch_dec(n, order, scope);
  (void)desul::atomic_dec_fetch(n, order, scope);
  desul::atomic_dec(n, order, scope);
}
DESUL_FORCEINLINE_FUNCTION int side() {
  DESUL_IF_ON_DEVICE(return 1;)
  DESUL_IF_ON_HOST((int two = 1, one = 1; return two + one;))
}

struct call_all {
  DIATOMIC_FUNCTION void operator()(long long* n, float* f, three* t) const {
    const auto order = desul::MemoryOrderRelaxed();
    const auto scope = desul::MemoryScopeDevice();
    desul::atomic_add(n, 2ll, order, scope);
    desul::atomic_max(f, 3.0f, order, scope);
    desul::atomic_add(t, three{{1, 2, 3}}, order, scope);
    desul::AtomicRef<long long, desul::MemoryOrderSeqCst, desul::MemoryScopeSystem> r(*n);
    r += 40;
    unsigned word = 1;
    call_every_name(&word, 1u);
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
  desul::Dummy16ByteValue pair{1, 2};
  const auto old = desul::atomic_exchange(&pair, desul::Dummy16ByteValue{3, 4},
                                          desul::MemoryOrderRelaxed(), desul::MemoryScopeDevice());
  if (old != desul::Dummy16ByteValue{1, 2} || !(pair == desul::Dummy16ByteValue{3, 4})) return 2;
  const bool right =
      n == 84 && !(f < 3) && !(3 < f) && !(t.at[2] < 6) && !(6 < t.at[2]) && side() == 2;
  return right ? 0 : 1;
}
