// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Unqualified calls on objects and pointers whose types are of std, which has functions of the
/// same names: ours are called, with `using namespace diatomic` alone and with
/// `using namespace std` and `using namespace cuda::std` too.

#include <algorithm>
#include <complex>
#include <future>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#if __has_include(<unistd.h>)
#include <sys/wait.h>
#include <unistd.h>
#endif
#if defined(__cpp_concepts) && __has_include(<ranges>)
#include <ranges>
#endif
#if defined(__CUDACC__)
#include <cuda/std/complex>
#include <cuda/std/utility>
#endif

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using complex = std::complex<float>;
#if defined(__CUDACC__)
using other_complex = cuda::std::complex<float>;
#else
using other_complex = std::complex<double>;
#endif

namespace ours_alone {
using namespace diatomic;

/// The words of `slots` become null, by each form; `told` says what the calls returned.
template <class T>
struct exchange_pointers {
  DIATOMIC_DEVICE void operator()(T** slots, T* start, void**, unsigned* told) const {
    T** p = slots;
    told[0] = exchange(p, nullptr) == start ? 1 : 0;
    ++p;
    told[1] = exchange(p, nullptr, acq_rel) == start ? 1 : 0;
    ++p;
    told[2] = exchange(p, static_cast<T*>(nullptr), relaxed) == start ? 1 : 0;
    ++p;
    told[3] = atomic_ref<T*>(*p).exchange(nullptr) == start ? 1 : 0;
    ++p;
    told[4] = p == slots + 4 && exchange(p, {}) == start ? 1 : 0;
  }
};
}  // namespace ours_alone

namespace with_std {
using namespace std;
#if defined(__CUDACC__)
using namespace cuda::std;
#endif
using namespace diatomic;

struct exchange_pointers {
  DIATOMIC_DEVICE void operator()(unsigned** slots, unsigned* start, void** any,
                                  unsigned* told) const {
    unsigned** p = slots;
    told[0] = exchange(p, nullptr) == start ? 1 : 0;
    ++p;
    told[1] = exchange(p, start + 1) == start && load(p) == start + 1 ? 1 : 0;
    told[2] = compare_exchange(p, start + 1, nullptr) == start + 1 ? 1 : 0;
    unsigned* const q = start;  // not a local object, which GPUs do not update
    *q = 7;
    told[3] = exchange(q, 8u) == 7 && fetch_max(q, 9u) == 8 && *q == 9 ? 1 : 0;
    ++p;
    told[4] = p == slots + 2 && exchange(p, nullptr, memory_order_seq_cst) == start ? 1 : 0;
    ++p;
    void** q_any = any;
    exchange(q_any, any);  // a void** is a void* too, and could be assigned to q_any
    told[4] &= q_any == any && *any == any ? 1 : 0;
    told[4] &= exchange(p, {}) == start ? 1 : 0;
    ++p;
    store(p, nullptr, release);
    told[4] &= wait(p, start, acquire) == nullptr ? 1 : 0;
    diatomic::pause();  // POSIX's has the same parameters: a call without the namespace is an error
  }
};
}  // namespace with_std

template <class T, class Kernel>
void expect_all_null(Kernel kernel) {
  diatomic::stream on;
  diatomic::device_array<T> objects(2);
  diatomic::device_array<T*> slots(5);
  diatomic::device_array<void*> any(1);
  diatomic::device_array<unsigned> told(5);
  slots.upload(std::vector<T*>(5, objects.data()));
  diatomic::launch(1, 1, 0, on, kernel, slots.data(), objects.data(), any.data(), told.data());
  on.synchronize();
  EXPECT_EQ(told.download(), std::vector<unsigned>(5, 1));
  EXPECT_EQ(slots.download(), std::vector<T*>(5, nullptr));
}
TEST(unqualified, calls_are_ours) {
  expect_all_null<complex>(ours_alone::exchange_pointers<complex>{});
  expect_all_null<other_complex>(ours_alone::exchange_pointers<other_complex>{});
  expect_all_null<unsigned>(with_std::exchange_pointers{});
}

/// It converts to `nullptr` as well as to a number.
TEST(unqualified, literal_0_is_a_number) {
  using diatomic::exchange;
  long long number = 7;
  EXPECT_EQ(exchange(&number, 0), 7);
  EXPECT_EQ(number, 0);
  float real = 0.5f;
  EXPECT_EQ(exchange(&real, 0), 0.5f);
  EXPECT_EQ(real, 0.0f);
  float* pointer = &real;
  EXPECT_EQ(exchange(&pointer, 0), &real);
  EXPECT_EQ(pointer, nullptr);
}

}  // namespace
