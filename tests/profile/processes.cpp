// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// For `processes_test.py`: a program whose symbols are hidden, a library likewise (with `PART`
/// defined), and a forked process that ends by `exit`.

#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

#include <diatomic/diatomic.hpp>

__attribute__((visibility("default"))) void call_in_library(unsigned* word);

#if defined(PART)
void call_in_library(unsigned* word) { diatomic::store_or(word, 1u); }
#else
int main() {
  unsigned word = 0;
  for (int n = 0; n < 5; ++n) diatomic::store_add(&word, 1u);
  for (int n = 0; n < 3; ++n) call_in_library(&word);
  const pid_t child = fork();
  if (child == 0) {
    for (int n = 0; n < 2; ++n) diatomic::store_sub(&word, 1u);
    std::exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child ? status : 1;
}
#endif
