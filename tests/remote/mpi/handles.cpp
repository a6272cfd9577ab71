// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A world releases all communicators and windows of MPI that it has made, and refuses arrays that
// only together are larger than the machine's memory. The program counts and intercepts the calls.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

#include <mpi.h>
#include <sys/statvfs.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {
int communicators = 0;
int windows = 0;
/// Whether windows are made; if not, each attempt fails.
bool has_windows = true;
}  // namespace

// These replace the library's functions, which have names with a P too.
extern "C" {
int MPI_Comm_dup(MPI_Comm of, MPI_Comm* made) {
  ++communicators;
  return PMPI_Comm_dup(of, made);
}
int MPI_Comm_split_type(MPI_Comm of, int type, int key, MPI_Info info, MPI_Comm* made) {
  ++communicators;
  return PMPI_Comm_split_type(of, type, key, info, made);
}
int MPI_Comm_free(MPI_Comm* of) {
  --communicators;
  return PMPI_Comm_free(of);
}
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm of, void* base,
                     MPI_Win* made) {
  ++windows;
  return PMPI_Win_allocate(size, unit, info, of, base, made);
}
int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm of, void* base,
                            MPI_Win* made) {
  if (!has_windows) return MPI_ERR_NO_MEM;
  ++windows;
  return PMPI_Win_allocate_shared(size, unit, info, of, base, made);
}
int MPI_Win_free(MPI_Win* of) {
  --windows;
  return PMPI_Win_free(of);
}
}

namespace {

/// Bytes that the processes of this machine can share.
std::size_t bytes_left() {
  std::size_t left = diatomic::detail::runtime_api::available_bytes();
  struct statvfs files{};
  const char* folder = std::getenv("OMPI_MCA_osc_sm_backing_directory");
  if (statvfs(folder == nullptr ? "/dev/shm" : folder, &files) == 0) {
    left = std::min(left, std::size_t{files.f_bavail} * files.f_frsize);
  }
  return left;
}

int mistakes = 0;

/// Three quarters of the memory for each of two processes or more: refused before MPI is asked,
/// which could end the processes by a signal.
void ask_for_too_much(diatomic::world& w) {
  const std::size_t own = bytes_left();
  const std::size_t asked = w.gather(&own, 1)[0] / 4 * 3;
  std::string said = "nothing thrown";
  has_windows = false;
  try {
    const diatomic::symmetric_array<char> made(w, asked);
  } catch (const std::exception& error) {
    said = error.what();
  }
  has_windows = true;
  w.barrier();
  // An array needs a few bytes besides its elements.
  unsigned long long sharers = 0, each = 0, all = 0;
  const int found = std::sscanf(
      said.c_str(),
      "symmetric_array failed: %llu parts on one machine need %llu bytes each, and %llu", &sharers,
      &each, &all);
  const bool is_asked = each >= asked && each - asked < 1024 && all > each;
  if (found == 3 && is_asked && said.find("out_of_memory") != std::string::npos) return;
  std::fprintf(stderr, "[%d] %s\n", w.pe(), said.c_str());
  ++mistakes;
}

/// Makes arrays, of which an exception unwinds one.
void make_arrays(diatomic::world& w) {
  const diatomic::symmetric_array<int> first(w, 10);
  try {
    const diatomic::symmetric_array<int> second(w, 10);
    throw std::domain_error("caught");
  } catch (const std::domain_error&) {
  }
  w.barrier();
}

}  // namespace

int main() {
  diatomic::world_options options;
  const char* text = std::getenv("DIATOMIC_TEST_NETWORK");
  options.network_only = text != nullptr && std::strcmp(text, "1") == 0;
  if (!options.network_only) diatomic::with_world(ask_for_too_much, options);
  for (int i = 0; i < 3; ++i) {
    diatomic::with_world(make_arrays, options);
    if (communicators == 0 && windows == 0) continue;
    std::fprintf(stderr, "%d communicators and %d windows are left\n", communicators, windows);
    ++mistakes;
  }
  return mistakes == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
