// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// message: the elements must be a pointer to device memory, such as data() of a device_array

#include <vector>

#include <diatomic/algorithms/scatter.hpp>

void call(diatomic::stream& on, const std::vector<int>& indices, float* words) {
#if defined(MUST_NOT_COMPILE)
  diatomic::scatter_add(on, indices, words, 1, words, 4);
#else
  diatomic::scatter_add(on, indices.data(), words, 1, words, 4);
#endif
}
