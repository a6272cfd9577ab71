// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One program of a host object and a GPU object. The linker keeps one of all inline functions with
// the same name; if host and GPU shared names, one of the two would answer by the other's table.

#include <cstdio>

#include "view.hpp"

namespace {

int failures = 0;

void expect(bool true_of_it, const char* whose, const char* what) {
  if (true_of_it) return;
  std::fprintf(stderr, "%s object: %s\n", whose, what);
  ++failures;
}

void check(const view& seen, const char* whose) {
  std::printf("%s object: table begins with %s, %d questions, %d wrong answers, %d devices\n",
              whose, seen.first_architecture.c_str(), seen.questions, seen.wrong_answers,
              seen.devices);
  expect(seen.questions > 0, whose, "asked nothing");
  expect(seen.wrong_answers == 0, whose, "support_of() does not answer by the unit's own table");
  expect(seen.sum == 7, whose, "lost an update");
}

}  // namespace

int main() {
  const view host = view_of_host();
  const view gpu = view_of_gpu();
  check(host, "host");
  check(gpu, "GPU");
  expect(host.devices == 1, "host", "must count one device, whatever GPUs there are");
  expect(host.first_architecture != gpu.first_architecture, "GPU", "has the host's table");
  return failures == 0 ? 0 : 1;
}
