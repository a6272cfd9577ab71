// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// `unsigned long` and `long` on another processing element: all 64 bits. Beside them what
/// NVSHMEM's functions of these names leave there, as text.

#include <iostream>
#include <vector>

#include <nvshmem.h>

#include "remote/on_each_pe.hpp"

namespace {

using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// The first object by the library, the second by NVSHMEM.
struct add_one {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<unsigned long> objects, int pe) const {
    remote_ref<unsigned long>(objects, pe).store_add(1ul);
    nvshmem_ulong_atomic_add((objects + 1).local(), 1ul, pe);
    diatomic::quiet();
  }
};
struct exchange {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<long> objects, int pe, long v, long* old) const {
    old[0] = remote_ref<long>(objects, pe).exchange(v);
    old[1] = nvshmem_long_atomic_swap((objects + 1).local(), v, pe);
  }
};

TEST(remote_nvshmem_names, sums_of_unsigned_long) {
  test::on_each_pe([](world& w) {
    const int last = w.pes() - 1;
    symmetric_array<unsigned long> objects(w, 2);
    objects.upload({0xfffffffful, 0xfffffffful});
    w.barrier();
    if (w.pe() == 0) test::run_kernel(1, 1, add_one{}, objects.pointer(), last);
    w.barrier();
    const std::vector<unsigned long> found = objects.download(last);
    EXPECT_EQ(found[0], 0x100000000ul);
    if (w.pe() == 0) {
      std::cout << std::hex << "0xffffffff + 1: 0x" << found[0]
                << "; by nvshmem_ulong_atomic_add: 0x" << found[1] << std::dec << '\n';
    }
    w.barrier();
  });
}

TEST(remote_nvshmem_names, exchanges_of_long) {
  test::on_each_pe([](world& w) {
    constexpr long before = 0x1111111122222222;
    constexpr long after = 0x3333333344444444;
    const int last = w.pes() - 1;
    symmetric_array<long> objects(w, 2);
    diatomic::device_array<long> old(2);
    objects.upload({before, before});
    w.barrier();
    if (w.pe() == 0) {
      test::run_kernel(1, 1, exchange{}, objects.pointer(), last, after, old.data());
      EXPECT_EQ(old.download()[0], before);
    }
    w.barrier();
    const std::vector<long> found = objects.download(last);
    EXPECT_EQ(found[0], after);
    if (w.pe() == 0) {
      std::cout << std::hex << "exchange with 0x" << after << ": 0x" << found[0]
                << "; by nvshmem_long_atomic_swap: 0x" << found[1] << std::dec << '\n';
    }
    w.barrier();
  });
}

}  // namespace
