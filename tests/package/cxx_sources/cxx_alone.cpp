// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <vector>

#include <diatomic/runtime/runtime.hpp>

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  diatomic::device_array<int> array(3);
  array.upload({1, 2, 3});
  return array.download() == std::vector<int>{1, 2, 3} ? 0 : 1;
}
