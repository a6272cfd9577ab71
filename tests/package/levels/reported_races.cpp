// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One kernel for ThreadSanitizer, whose reports end the program with the status 66. Usage:
// reported_races BLOCK none|update|barrier: threads of the block, and what the kernel lacks.

#include <cstdlib>
#include <string_view>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

struct count_threads {
  bool has_update;
  bool has_barrier;
  void operator()(unsigned* total) const {
    auto* const sum = diatomic::shared_array<unsigned>();
    const bool is_last = diatomic::thread_index() == diatomic::block_size() - 1;
    if (is_last) *sum = 0;
    diatomic::sync_block();
    if (!is_last) {
      if (has_update) {
        diatomic::store_add(sum, 1u);
      } else {
        ++*sum;
      }
    }
    if (has_barrier) diatomic::sync_block();
    if (is_last) *total = *sum;
  }
};

}  // namespace

int main(int, char** arguments) {
  const auto block = static_cast<unsigned>(std::atoi(arguments[1]));
  const std::string_view lacks = arguments[2];
  diatomic::device_array<unsigned> total(1);
  diatomic::stream stream;
  diatomic::launch(1, block, sizeof(unsigned), stream,
                   count_threads{lacks != "update", lacks != "barrier"}, total.data());
  stream.synchronize();
}
