// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Processes that lack what the argument says: memory, files to open it, or a common machine. For
// lacks_test.py.

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>

#include <mpi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

/// Blocks of device memory.
int blocks = 0;
void* operator new(std::size_t bytes, std::align_val_t align, const std::nothrow_t&) noexcept {
  ++blocks;
  const auto alignment = static_cast<std::size_t>(align);
  return std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  --blocks;
  std::free(memory);
}

namespace {

using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::world;

/// So many shared files this process has in its memory.
int shared_files() {
  int found = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    if (line.find("memfd:diatomic") != std::string::npos) ++found;
  }
  return found;
}

/// While it lives this process can open so many more files.
class file_limit {
 public:
  explicit file_limit(rlim_t more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    const int next = dup(STDERR_FILENO);
    close(next);
    set(static_cast<rlim_t>(next) + more);
  }
  ~file_limit() { set(before_.rlim_cur); }
  file_limit(const file_limit&) = delete;
  file_limit& operator=(const file_limit&) = delete;

 private:
  void set(rlim_t at_most) const {
    rlimit limit = before_;
    limit.rlim_cur = at_most;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
  rlimit before_{};
};

/// The last processing element cannot make its part of an array, or cannot open those of others:
/// all of them learn it, nothing of the array is left, and they go on together.
void run_with_few_files(rlim_t more) {
  world w;
  const symmetric_array<int> first(w, 1);
  const int files = shared_files();
  const int tables = blocks;
  try {
    const file_limit limit(w.pe() == w.pes() - 1 ? more : 100);
    const symmetric_array<int> second(w, 1);
    std::fprintf(stderr, "no error\n");
  } catch (const diatomic::runtime_error& error) {
    std::fprintf(stderr, "%s\n", error.what());
  }
  if (shared_files() != files) throw std::logic_error("files were left");
  if (blocks != tables) throw std::logic_error("tables were left");
  const symmetric_array<int> third(w, 1);
  remote_ref<int>(third.pointer(), 0).store_add(1);
  w.barrier();
  if (third.download(0)[0] != w.pes()) throw std::logic_error("they do not go on");
  // `third` has one file of each processing element.
  {
    const symmetric_array<int> fourth(w, 1);
  }
  w.barrier();
  if (blocks != tables + 1) throw std::logic_error("an array's table was left");
  if (shared_files() != files + w.pes()) throw std::logic_error("an array's files were left");
}

/// Whether each process takes itself for alone on its machine.
bool are_apart = false;

}  // namespace

/// In the place of the library's, which has the name PMPI_Comm_split_type too.
extern "C" int MPI_Comm_split_type(MPI_Comm of, int type, int key, MPI_Info info, MPI_Comm* made) {
  if (!are_apart) return PMPI_Comm_split_type(of, type, key, info, made);
  int rank = 0;
  MPI_Comm_rank(of, &rank);
  return MPI_Comm_split(of, rank, key, made);
}

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  are_apart = what == "machine";
  try {
    if (what == "memory") run_with_few_files(0);
    if (what == "opening") run_with_few_files(1);
    if (what == "machine") const world w;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
