// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Says which device each process of a world has, or why there is no world: for devices_test.py.
//
// usage: remote_ipc_devices DEVICE TRUST [threads], the values of two options; `threads`: the same
// of two threads of the transport peer, on devices 0 and 1

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/peer/world.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

namespace peer = diatomic::transports::peer;

void run_threads(bool trust) {
  peer::options options;
  options.devices = {0, 1};
  options.trust_links = trust;
  peer::run(options, [](const peer::options& own) {
    const peer::session one(own);
    std::printf("%d on %d\n", one.pe(), diatomic::current_device());
  });
}

}  // namespace

int main(int argc, char** argv) {
  diatomic::world_options options;
  if (argc > 1) options.device = std::atoi(argv[1]);
  if (argc > 2) options.trust_links = std::atoi(argv[2]) != 0;
  try {
    if (argc > 3) {
      run_threads(options.trust_links);
      return EXIT_SUCCESS;
    }
    diatomic::world w(options);
    diatomic::symmetric_array<int> numbers(w, 1);
    numbers.upload(std::vector<int>(1, 10 * w.pe()));
    w.barrier();
    const int next = (w.pe() + 1) % w.pes();
    std::printf("%d on %d sees %d\n", w.pe(), diatomic::current_device(),
                numbers.download(next)[0]);
    std::fflush(stdout);  // before mpirun ends those that are left
    w.barrier();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
    std::fflush(stdout);
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
