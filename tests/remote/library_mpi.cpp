// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Worlds that cannot be: of no communicator, and after the program has ended MPI. An exception says
// so.

#include <cstdio>
#include <string>

#include <mpi.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

namespace {

/// 1 unless a world with these options throws an exception that says `text`.
int refuses(const diatomic::world_options& options, const char* text) {
  std::string said = "nothing thrown";
  try {
    const diatomic::world w(options);
  } catch (const diatomic::runtime_error& error) {
    said = error.what();
  }
  if (said.find(text) != std::string::npos) return 0;
  std::fprintf(stderr, "%s\n", said.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  diatomic::world_options of_none;
  of_none.processes = MPI_COMM_NULL;
  const int wrong = refuses(of_none, "this process is in no world: its communicator is");
  MPI_Finalize();
  return wrong + refuses({}, "MPI_Finalize was called");
}
