// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One kernel for ThreadSanitizer, whose reports end the program with the status 66. Usage:
// reported_races BLOCK barrier|wait none|update|barrier: the threads of the block, how they begin
// together, and what the kernel lacks.

#include <cstdlib>
#include <string_view>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

struct count_threads {
  bool waits;
  bool has_update;
  bool has_barrier;
  void operator()(unsigned* total) const {
    auto* const sum = diatomic::shared_array<unsigned>();
    // ThreadSanitizer keeps four accesses for each 8 bytes: 8 bytes of its own for the flag.
    unsigned* const is_ready = sum + 2;
    const bool is_last = diatomic::thread_index() == diatomic::block_size() - 1;
    if (is_last) *sum = 0;
    if (!waits) {
      diatomic::sync_block();
    } else if (is_last) {
      diatomic::store(is_ready, 1u, diatomic::release);
    } else {
      diatomic::wait_until(is_ready, [](unsigned v) { return v == 1; }, diatomic::acquire);
    }
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
  const bool waits = std::string_view(arguments[2]) == "wait";
  const std::string_view lacks = arguments[3];
  diatomic::device_array<unsigned> total(1);
  diatomic::stream stream;
  diatomic::launch(1, block, 3 * sizeof(unsigned), stream,
                   count_threads{waits, lacks != "update", lacks != "barrier"}, total.data());
  stream.synchronize();
}
