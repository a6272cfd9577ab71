// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A process that fails as its argument says, while others wait for it: for failures_test.py.

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::world;

/// What the last processing element does.
[[noreturn]] void fail(const std::string& how) {
  if (how == "throw") throw std::domain_error("failed on purpose");
  if (how == "kill") std::raise(SIGKILL);
  if (how == "exit") std::_Exit(3);
  if (how == "std_exit") std::exit(0);
  std::abort();
}

/// The others wait, by an operation or at the barrier.
void run(const std::string& how, bool by_polling, const diatomic::world_options& options) {
  world w(options);
  symmetric_array<int> flag(w, 1);
  if (w.pe() == w.pes() - 1) fail(how);
  if (by_polling) {
    remote_ref<int>(flag.pointer(), w.pe()).wait_until([](int v) { return v != 0; });
  }
  w.barrier();
}

template <class Options>
auto choose_network(Options& options, int) -> decltype(options.network_only, void()) {
  options.network_only = true;
}
template <class Options>
void choose_network(Options&, long) {}

}  // namespace

int main(int argc, char** argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  const std::string waiting = argc > 2 ? argv[2] : "";
  diatomic::world_options options;
  if (argc > 3) choose_network(options, 0);
  try {
    if (how == "status") {
      const world w(options);
      return w.pe() == w.pes() - 1 ? 7 : 0;
    }
    run(how, waiting == "poll", options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
