// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// One program of objects for several backends and modes, which pass Diatomic's types to each other.
// Each object must run its own code: the linker keeps one of all functions with the same symbol.

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <utility>

#include "headers/one_name/unit.hpp"

namespace {

int failures = 0;

void expect(bool is_right, int unit, const char* what, int detail) {
  if (is_right) return;
  std::fprintf(stderr, "object %d: %s (%d)\n", unit, what, detail);
  ++failures;
}

/// Whether a checked object's call ends the process, and another object's does not.
template <int Unit>
void expect_own_checks() {
  for (int way = 0;; ++way) {
    const pid_t child = fork();
    if (child == 0) {
      close(STDERR_FILENO);
      _exit(wrap<Unit>(way) ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 1) return expect(way > 10, Unit, "ways", way);
    const bool has_checked = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
    expect(has_checked == is_checked<Unit>(), Unit,
           has_checked ? "runs a checked object's code" : "runs no checks", way);
  }
}

/// A cell that the object `Unit` fills is read by all objects.
template <int Unit, int... All>
void expect_same_cells(std::integer_sequence<int, All...>) {
  for (const int reader : {All...}) {
    unsigned word = 1, numbers[] = {3, 4};
    cell all{{10},
             {number(20)},
             diatomic::atomic_ref(word),
             diatomic::atomic_ref(std::as_const(word)),
             {},
             {}};
    all.last = add<Unit>(all.count, all.sum, all.reference, all.flag, 30);
    const unsigned sum = ((All == reader ? total<All>(all) : 0) + ...);
    expect(sum == 11 + 21 + 2 + 2 + 30 + 7, Unit, "its cells are misread by the object", reader);
    expect(((All == reader ? element<All>({}, numbers, 1) : 0) + ...) == 4, Unit, "element",
           reader);
  }
}

template <int... All>
void expect_all(std::integer_sequence<int, All...> all) {
  (expect_same_cells<All>(all), ...);
  (expect_own_checks<All>(), ...);
  expect((is_checked<All>() || ...) && !(is_checked<All>() && ...), 0, "modes", sizeof...(All));
}

}  // namespace

int main() {
  expect_all(std::make_integer_sequence<int, UNITS>());
  return failures == 0 ? 0 : 1;
}
