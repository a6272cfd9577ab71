// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A dot product whose blocks add their part to the total under a lock.
//
// The textbook's kernel acquires a lock by spinning on a compare-exchange, and on some GPUs
// "frequently locks up": a spinning lane keeps its neighbour, which holds the lock, from releasing
// it. Here all threads may request the lock at once. (For a plain sum `store_add` is the better
// tool. Use a lock for updates that no atomic performs, such as a sum and a count together.)

#include <cmath>
#include <cstdio>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/mutex.hpp>

// The data that the lock guards: two numbers that change together.
struct total {
  double sum;
  unsigned parts;
};

// One part per block: its threads add up their products in shared memory, one of them locks.
struct by_block {
  DIATOMIC_DEVICE void operator()(const double* a, const double* b, unsigned n,
                                  diatomic::spin_mutex<>* mutex, total* t) const {
    double* const part = diatomic::shared_array<double>();
    if (diatomic::thread_index() == 0) *part = 0;
    diatomic::sync_block();
    double mine = 0;
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      mine += a[i] * b[i];
    }
    diatomic::store_add(part, mine, diatomic::block_scope, diatomic::in_shared,
                        diatomic::same_address);
    diatomic::sync_block();
    if (diatomic::thread_index() == 0) {
      diatomic::with_lock(*mutex, [&] {
        t->sum += *part;
        t->parts += 1;
      });
    }
  }
};

// One part per thread: the lanes of a warp contend for the lock.
struct by_thread {
  DIATOMIC_DEVICE void operator()(const double* a, const double* b, unsigned n,
                                  diatomic::spin_mutex<>* mutex, total* t) const {
    double mine = 0;
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      mine += a[i] * b[i];
    }
    diatomic::with_lock(*mutex, [&] {
      t->sum += mine;
      t->parts += 1;
    });
  }
};

template <class Kernel>
bool run(const char* how, Kernel kernel, const std::vector<double>& a, const std::vector<double>& b,
         unsigned parts, double expected) {
  constexpr unsigned grid = 16;
  constexpr unsigned block = 128;
  diatomic::stream stream;
  diatomic::device_array<double> device_a(a.size());
  diatomic::device_array<double> device_b(b.size());
  diatomic::device_array<diatomic::spin_mutex<>> mutex(1);
  diatomic::device_array<total> result(1);
  device_a.upload(a);
  device_b.upload(b);
  mutex.fill_bytes(0);  // a free mutex
  result.fill_bytes(0);
  diatomic::launch(grid, block, sizeof(double), stream, kernel,
                   static_cast<const double*>(device_a.data()),
                   static_cast<const double*>(device_b.data()), static_cast<unsigned>(a.size()),
                   mutex.data(), result.data());
  stream.synchronize();
  const total t = result.download()[0];
  const bool is_right = t.parts == parts && std::fabs(t.sum - expected) < 1e-9 * expected;
  std::printf("%-12s %u parts, %.6f%s\n", how, t.parts, t.sum, is_right ? "" : "  WRONG");
  return is_right;
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  constexpr unsigned n = 33 * 1024;
  std::vector<double> a(n);
  std::vector<double> b(n);
  double expected = 0;
  for (unsigned i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2.0 * i;
    expected += a[i] * b[i];
  }
  std::printf("The dot product of two vectors on %s: %.6f\n\n",
              diatomic::properties(0).name.c_str(), expected);
  const bool by_blocks = run("by blocks", by_block{}, a, b, 16, expected);
  const bool by_threads = run("by threads", by_thread{}, a, b, 16 * 128, expected);
  return by_blocks && by_threads ? 0 : 1;
}
