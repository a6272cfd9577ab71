// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A world after the program has ended MPI: an exception says so.

#include <cstdio>
#include <string>

#include <mpi.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Finalize();
  std::string said = "nothing thrown";
  try {
    const diatomic::world w;
  } catch (const diatomic::runtime_error& error) {
    said = error.what();
  }
  if (said.find("MPI_Finalize was called") != std::string::npos) return 0;
  std::fprintf(stderr, "%s\n", said.c_str());
  return 1;
}
