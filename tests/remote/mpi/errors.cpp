// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Calls of MPI that fail on one process: all get an error with the name of the call, release what
// they have, and go on. Steps that throw on one. Windows that MPI does not align. The program
// intercepts MPI's calls.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include <mpi.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

namespace {
/// The call that fails on this process; all but the one that makes a window are done.
std::string failing;
int windows = 0;
int version = 3;
int level = -1;
/// Bytes by which this process's windows for all, and those of process `pe`, begin late.
bool shifts = false;
std::size_t shift_of(int pe) { return shifts ? 8 * static_cast<std::size_t>(pe + 1) : 0; }
int result_of(const char* call, int result) { return failing == call ? MPI_ERR_NO_MEM : result; }
int own_rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
}  // namespace

// These replace the library's functions, which have names with a P too.
extern "C" {
int MPI_Get_version(int* major, int* minor) {
  *major = version;
  *minor = 1;
  return MPI_SUCCESS;
}
int MPI_Query_thread(int* provided) {
  const int result = PMPI_Query_thread(provided);
  if (level != -1) *provided = level;
  return result;
}
int MPI_Win_allocate(MPI_Aint size, int unit, MPI_Info info, MPI_Comm of, void* base,
                     MPI_Win* made) {
  if (failing == "MPI_Win_allocate") return MPI_ERR_NO_MEM;
  ++windows;
  if (!shifts) {
    return PMPI_Win_allocate(size, unit, info, of, base, made);
  }
  // Part of the program's memory; never released.
  auto* const memory =
      static_cast<char*>(std::aligned_alloc(64, static_cast<std::size_t>(size) / 64 * 64 + 1024));
  char* const begin = memory + shift_of(own_rank());
  std::memcpy(base, &begin, sizeof(begin));
  return PMPI_Win_create(begin, size, unit, info, of, made);
}
int MPI_Win_allocate_shared(MPI_Aint size, int unit, MPI_Info info, MPI_Comm of, void* base,
                            MPI_Win* made) {
  if (failing == "MPI_Win_allocate") return MPI_ERR_NO_MEM;
  ++windows;
  const int result = PMPI_Win_allocate_shared(size + 1024, unit, info, of, base, made);
  char* begin = nullptr;
  std::memcpy(&begin, base, sizeof(begin));
  begin += shift_of(own_rank());
  std::memcpy(base, &begin, sizeof(begin));
  return result;
}
int MPI_Win_shared_query(MPI_Win of, int rank, MPI_Aint* size, int* unit, void* base) {
  const int result = PMPI_Win_shared_query(of, rank, size, unit, base);
  char* begin = nullptr;
  std::memcpy(&begin, base, sizeof(begin));
  begin += shift_of(rank);
  std::memcpy(base, &begin, sizeof(begin));
  return result;
}
int MPI_Win_set_errhandler(MPI_Win of, MPI_Errhandler handler) {
  return result_of("MPI_Win_set_errhandler", PMPI_Win_set_errhandler(of, handler));
}
int MPI_Win_lock_all(int assertions, MPI_Win of) {
  return result_of("MPI_Win_lock_all", PMPI_Win_lock_all(assertions, of));
}
int MPI_Win_free(MPI_Win* of) {
  --windows;
  return PMPI_Win_free(of);
}
}

namespace {

int mistakes = 0;

void expect(const std::string& found, const std::string& wanted) {
  if (found == wanted) return;
  std::fprintf(stderr, "found:  %s\nwanted: %s\n", found.c_str(), wanted.c_str());
  ++mistakes;
}
template <class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "no std::exception";
  }
  return "nothing thrown";
}

/// The error of MPI, as the library describes it.
std::string own_error(const std::string& call) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  int kind = 0;
  MPI_Error_string(MPI_ERR_NO_MEM, text, &length);
  MPI_Error_class(MPI_ERR_NO_MEM, &kind);
  return call + " failed: " + text + " (MPI error class " + std::to_string(kind) + ")";
}

void fail_calls(diatomic::world& w) {
  for (const char* call : {"MPI_Win_set_errhandler", "MPI_Win_lock_all"}) {
    for (int pe = 0; pe < w.pes(); ++pe) {
      if (w.pe() == pe) failing = call;
      const std::string said = text_of([&] { const diatomic::symmetric_array<int> made(w, 10); });
      failing.clear();
      const std::string own = own_error(call);
      expect(said, w.pe() == pe ? own
                                : "world failed: processing element " + std::to_string(pe) + ": " +
                                      own + " (pe_failed)");
      expect(std::to_string(windows) + " windows", "0 windows");
      w.barrier();
    }
  }
  // Where no process has a window.
  failing = "MPI_Win_allocate";
  expect(text_of([&] { const diatomic::symmetric_array<int> made(w, 10); }),
         own_error("MPI_Win_allocate"));
  failing.clear();
  const diatomic::symmetric_array<int> made(w, 10);
}

/// Windows that begin at addresses with other remainders on each process.
void use_shifted_windows(diatomic::world& w) {
  shifts = true;
  for (const std::size_t n : {1, 5, 40}) {
    diatomic::symmetric_array<std::uint64_t> array(w, n);
    const auto remainder = reinterpret_cast<std::uintptr_t>(array.data()) % 64;
    expect(std::to_string(remainder), "0");
    expect(array.download() == std::vector<std::uint64_t>(n) ? "zeros" : "others", "zeros");
    w.barrier();
    for (int pe = 0; pe < w.pes(); ++pe) {
      const diatomic::remote_ref<std::uint64_t> last(
          array.pointer() + static_cast<std::ptrdiff_t>(n - 1), pe);
      last.store_add(std::uint64_t{1} << w.pe());
      (void)last.compare_exchange(std::uint64_t{1} << 40, 0);
    }
    w.barrier();
    std::vector<std::uint64_t> wanted(n);
    wanted.back() = (std::uint64_t{1} << w.pes()) - 1;
    for (int pe = 0; pe < w.pes(); ++pe) {
      expect(array.download(pe) == wanted ? "sums" : "others", "sums");
    }
    expect(array.download() == wanted ? "sums" : "others", "sums");
    w.barrier();
    const std::uint64_t number = 7 + static_cast<std::uint64_t>(w.pe());
    array.put((w.pe() + 1) % w.pes(), n - 1, &number, 1);
    w.barrier();
    wanted.back() = 7 + static_cast<std::uint64_t>((w.pe() + w.pes() - 1) % w.pes());
    expect(array.download() == wanted ? "numbers" : "others", "numbers");
    w.barrier();
  }
  shifts = false;
}

/// A step fails on `first` and `second`: those get their own errors, the others that of the first.
void fail_steps(diatomic::transports::mpi::processes& all) {
  const auto told = [](int pe, const std::string& text) {
    return "world failed: processing element " + std::to_string(pe) + ": " + text + " (pe_failed)";
  };
  expect(text_of([&] { all.together([] {}); }), "nothing thrown");
  for (const std::size_t length : {0, 1, 245, 246, 247, 1000}) {
    for (int pe = 0; pe < all.pes(); ++pe) {
      const std::string message(length, 'x');
      const auto step = [&] {
        if (all.pe() == pe) throw std::domain_error(message);
      };
      expect(text_of([&] { all.together(step); }),
             all.pe() == pe ? message : told(pe, message.substr(0, 246)));
    }
  }
  const auto fail = [&] {
    if (all.pe() != 0) throw std::domain_error("of " + std::to_string(all.pe()));
  };
  expect(text_of([&] { all.together(fail); }),
         all.pe() != 0 ? "of " + std::to_string(all.pe()) : told(1, "of 1"));
  const auto throw_number = [&] {
    if (all.pe() == 1) throw 7;
  };
  expect(text_of([&] { all.together(throw_number); }),
         all.pe() == 1 ? "no std::exception" : told(1, ""));
  expect(all.all_agree(true) ? "all" : "some", "all");
  for (int pe = 0; pe < all.pes(); ++pe)
    expect(all.all_agree(all.pe() != pe) ? "all" : "some", "some");
}

}  // namespace

int main(int argc, char** argv) {
  setenv("OMPI_MCA_osc", "^rdma", 0);  // as the transport does, which says why
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  diatomic::world_options options;
  const char* text = std::getenv("DIATOMIC_TEST_NETWORK");
  options.network_only = text != nullptr && std::strcmp(text, "1") == 0;
  version = 2;
  expect(text_of([&] { const diatomic::world w(options); }),
         "world failed: the MPI library has version 2.1; 3.0 is needed (old_library)");
  version = 3;
  diatomic::with_world(fail_calls, options);
  diatomic::with_world(use_shifted_windows, options);
  {
    diatomic::transports::mpi::processes all(MPI_COMM_WORLD);
    fail_steps(all);
    expect(std::to_string(diatomic::transports::mpi::library::worlds()), "1");
  }
  expect(std::to_string(diatomic::transports::mpi::library::worlds()), "0");
  // All processes are told if the last one has too low a level.
  if (own_rank() == 1) level = MPI_THREAD_FUNNELED;
  const std::string said = text_of([&] { const diatomic::world w(options); });
  const std::string own =
      "world failed: kernels run in several threads: call MPI_Init_thread with "
      "MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE (thread_level)";
  expect(said, !options.network_only ? "nothing thrown"
               : own_rank() == 1     ? own
                                 : "world failed: processing element 1: " + own + " (pe_failed)");
  level = MPI_THREAD_SERIALIZED;
  expect(text_of([&] { const diatomic::world w(options); }), "nothing thrown");
  MPI_Finalize();
  return mistakes == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
