// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A process that fails as its first argument says, while others wait for it as the second one says:
// for failures_test.py.

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
using diatomic::symmetric_ptr;
using diatomic::world;

/// What the last processing element does.
[[noreturn]] void fail(const std::string& how) {
  if (how == "throw") throw std::domain_error("failed on purpose");
  if (how == "kill") std::raise(SIGKILL);
  if (how == "exit") std::_Exit(3);
  if (how == "std_exit") std::exit(0);
  std::abort();
}

struct is_set {
  DIATOMIC_FUNCTION bool operator()(int v) const { return v != 0; }
};
struct poll_own {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<int> flag) const {
    remote_ref<int>(flag, flag.pe()).wait_until(is_set{});
  }
};

/// The others wait: by polling in host code, which the CPU's engines can, or in a kernel, and at
/// the barrier.
void run(const std::string& how, const std::string& waiting,
         const diatomic::world_options& options) {
  world w(options);
  symmetric_array<int> flag(w, 1);
  if (w.pe() == w.pes() - 1) fail(how);
  if (waiting == "poll") remote_ref<int>(flag.pointer(), w.pe()).wait_until(is_set{});
  if (waiting == "kernel") {
    diatomic::stream on;
    diatomic::launch(1, 1, 0, on, poll_own{}, flag.pointer());
    on.synchronize();
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
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  if (how == "devices") return EXIT_SUCCESS;
  diatomic::world_options options;
  if (argc > 3) choose_network(options, 0);
  try {
    if (how == "status") {
      const world w(options);
      return w.pe() == w.pes() - 1 ? 7 : 0;
    }
    run(how, waiting, options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
