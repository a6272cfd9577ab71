// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The calls of MPI that each operation makes, and on which process; the error of each call that
// fails; the pieces of copies of more than 2^31 bytes. The program intercepts MPI's calls.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <mpi.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>

namespace {
/// The call that fails, without an effect.
std::string failing;
/// The calls of operations, with the number of the process that they concern.
std::vector<std::string> calls;
/// A copy, of which nothing is done while `are_copies_empty`.
struct copy {
  std::uintptr_t here;
  int bytes;
  int pe;
  MPI_Aint at;
};
std::vector<copy> copies;
bool are_copies_empty = false;
/// The size of the latest window.
MPI_Aint bytes_of_window = 0;
}  // namespace

// These replace the library's functions, which have names with a P too.
#define DIATOMIC_TEST_CALL(name, parameters, arguments, note)     \
  extern "C" int name parameters {                                \
    note;                                                         \
    return failing == #name ? MPI_ERR_NO_MEM : P##name arguments; \
  }
#define DIATOMIC_TEST_START(name, parameters, arguments) \
  DIATOMIC_TEST_CALL(name, parameters, arguments, (void)0)
#define DIATOMIC_TEST_OPERATION(name, parameters, arguments, pe) \
  DIATOMIC_TEST_CALL(name, parameters, arguments,                \
                     calls.push_back(#name + std::string(" ") + std::to_string(pe)))
DIATOMIC_TEST_START(MPI_Get_version, (int* major, int* minor), (major, minor))
DIATOMIC_TEST_START(MPI_Query_thread, (int* level), (level))
DIATOMIC_TEST_START(MPI_Comm_rank, (MPI_Comm of, int* rank), (of, rank))
DIATOMIC_TEST_START(MPI_Comm_size, (MPI_Comm of, int* size), (of, size))
DIATOMIC_TEST_START(MPI_Comm_dup, (MPI_Comm of, MPI_Comm* made), (of, made))
DIATOMIC_TEST_START(MPI_Comm_set_errhandler, (MPI_Comm of, MPI_Errhandler by), (of, by))
DIATOMIC_TEST_START(MPI_Comm_split_type,
                    (MPI_Comm of, int type, int key, MPI_Info info, MPI_Comm* made),
                    (of, type, key, info, made))
DIATOMIC_TEST_START(MPI_Comm_free, (MPI_Comm * of), (of))
DIATOMIC_TEST_START(MPI_Iallgather,
                    (const void* from, int n, MPI_Datatype type, void* to, int all,
                     MPI_Datatype type_there, MPI_Comm of, MPI_Request* r),
                    (from, n, type, to, all, type_there, of, r))
DIATOMIC_TEST_CALL(MPI_Win_allocate,
                   (MPI_Aint size, int unit, MPI_Info info, MPI_Comm of, void* base, MPI_Win* made),
                   (size, unit, info, of, base, made), bytes_of_window = size)
DIATOMIC_TEST_CALL(MPI_Win_allocate_shared,
                   (MPI_Aint size, int unit, MPI_Info info, MPI_Comm of, void* base, MPI_Win* made),
                   (size, unit, info, of, base, made), bytes_of_window = size)
DIATOMIC_TEST_START(MPI_Win_shared_query,
                    (MPI_Win of, int pe, MPI_Aint* size, int* unit, void* base),
                    (of, pe, size, unit, base))
DIATOMIC_TEST_OPERATION(MPI_Fetch_and_op,
                        (const void* v, void* old, MPI_Datatype type, int pe, MPI_Aint at,
                         MPI_Op by, MPI_Win in),
                        (v, old, type, pe, at, by, in), pe)
DIATOMIC_TEST_OPERATION(MPI_Accumulate,
                        (const void* v, int n, MPI_Datatype type, int pe, MPI_Aint at, int n_there,
                         MPI_Datatype type_there, MPI_Op by, MPI_Win in),
                        (v, n, type, pe, at, n_there, type_there, by, in), pe)
DIATOMIC_TEST_OPERATION(MPI_Compare_and_swap,
                        (const void* v, const void* expected, void* old, MPI_Datatype type, int pe,
                         MPI_Aint at, MPI_Win in),
                        (v, expected, old, type, pe, at, in), pe)
DIATOMIC_TEST_OPERATION(MPI_Win_flush, (int pe, MPI_Win in), (pe, in), pe)
DIATOMIC_TEST_OPERATION(MPI_Win_flush_local, (int pe, MPI_Win in), (pe, in), pe)
DIATOMIC_TEST_OPERATION(MPI_Win_flush_all, (MPI_Win in), (in), 0)
DIATOMIC_TEST_OPERATION(MPI_Win_sync, (MPI_Win in), (in), 0)
DIATOMIC_TEST_OPERATION(MPI_Iprobe,
                        (int source, int tag, MPI_Comm in, int* is_there, MPI_Status* status),
                        (source, tag, in, is_there, status), 0)
extern "C" {
int MPI_Test(MPI_Request* request, int* is_done, MPI_Status* status) {
  if (failing != "MPI_Test") return PMPI_Test(request, is_done, status);
  PMPI_Wait(request, status);
  return MPI_ERR_NO_MEM;
}
int MPI_Get(void* to, int n, MPI_Datatype type, int pe, MPI_Aint at, int n_there,
            MPI_Datatype type_there, MPI_Win in) {
  calls.push_back("MPI_Get " + std::to_string(pe));
  copies.push_back({reinterpret_cast<std::uintptr_t>(to), n, pe, at});
  if (failing == "MPI_Get") return MPI_ERR_NO_MEM;
  if (are_copies_empty) return n == n_there ? MPI_SUCCESS : MPI_ERR_NO_MEM;
  return PMPI_Get(to, n, type, pe, at, n_there, type_there, in);
}
int MPI_Put(const void* from, int n, MPI_Datatype type, int pe, MPI_Aint at, int n_there,
            MPI_Datatype type_there, MPI_Win in) {
  calls.push_back("MPI_Put " + std::to_string(pe));
  copies.push_back({reinterpret_cast<std::uintptr_t>(from), n, pe, at});
  if (failing == "MPI_Put") return MPI_ERR_NO_MEM;
  if (are_copies_empty) return n == n_there ? MPI_SUCCESS : MPI_ERR_NO_MEM;
  return PMPI_Put(from, n, type, pe, at, n_there, type_there, in);
}
}

namespace {

namespace mpi = diatomic::transports::mpi;
using diatomic::world;

int mistakes = 0;

void expect(const std::string& found, const std::string& wanted, const std::string& of) {
  if (found == wanted) return;
  std::fprintf(stderr, "%s\nfound:  %s\nwanted: %s\n", of.c_str(), found.c_str(), wanted.c_str());
  ++mistakes;
}
template <class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing thrown";
}
/// `f` throws the error of MPI, as the library describes it, if the call fails.
template <class F>
void expect_error(const std::string& call, F f) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  int kind = 0;
  MPI_Error_string(MPI_ERR_NO_MEM, text, &length);
  MPI_Error_class(MPI_ERR_NO_MEM, &kind);
  failing = call;
  const std::string said = text_of(f);
  failing.clear();
  const std::string named = call == "MPI_Test" ? "MPI_Iallgather" : call;  // of which it asks
  expect(said, named + " failed: " + text + " (MPI error class " + std::to_string(kind) + ")",
         call);
}

/// All processes fail in the same call.
void fail_at_start(const diatomic::world_options& options) {
  if (!options.network_only) expect_error("MPI_Get_version", [&] { const world w(options); });
  for (const char* const call :
       {"MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_dup", "MPI_Comm_set_errhandler",
        "MPI_Comm_split_type", "MPI_Comm_free", "MPI_Iallgather", "MPI_Test", "MPI_Query_thread"}) {
    expect_error(call, [&] { const world w(options); });
    expect(std::to_string(mpi::library::worlds()), "0", "worlds");
  }
}

/// Each operation on each process makes these calls, whose failures it tells.
void operate(world& w) {
  expect_error("MPI_Iallgather", [&] { w.barrier(); });
  expect_error("MPI_Test", [&] { w.barrier(); });
  w.barrier();
  diatomic::symmetric_array<unsigned> array(w, 10);
  const bool is_network = w.link() == diatomic::remote_link::network;
  for (int pe = 0; pe < w.pes(); ++pe) {
    const diatomic::remote_ref<unsigned> object(array.pointer() + 3, pe);
    const std::string to = " " + std::to_string(pe);
    const std::string lets_others_in = pe == w.pe() ? " MPI_Iprobe 0" : "";
    unsigned own[2] = {};
    const std::pair<std::string, std::function<void()>> all[] = {
        {"MPI_Fetch_and_op" + to + " MPI_Win_flush" + to + lets_others_in,
         [&] { (void)object.load(); }},
        {"MPI_Fetch_and_op" + to + " MPI_Win_flush" + to + lets_others_in + " MPI_Win_sync 0",
         [&] { (void)object.load(diatomic::acquire); }},
        {"MPI_Fetch_and_op" + to + " MPI_Win_flush" + to + lets_others_in,
         [&] { (void)object.fetch_or(1); }},
        {"MPI_Accumulate" + to + " MPI_Win_flush_local" + to, [&] { object.store_add(1); }},
        {"MPI_Compare_and_swap" + to + " MPI_Win_flush" + to + lets_others_in,
         [&] { (void)object.compare_exchange(1, 2); }},
        {"MPI_Win_sync 0 MPI_Win_flush_all 0", [] { diatomic::quiet(); }},
        {"MPI_Get" + to + " MPI_Win_flush" + to, [&] { (void)array.download(pe, 1, 2); }},
        {"MPI_Put" + to + " MPI_Win_flush_local" + to, [&] { array.put(pe, 1, own, 2); }}};
    for (const auto& [wanted, operation] : all) {
      calls.clear();
      operation();
      std::string made;
      for (const std::string& call : calls) made += (made.empty() ? "" : " ") + call;
      expect(made, is_network ? wanted : "", "the calls of an operation");
      for (const std::string& call : std::vector<std::string>(calls)) {
        expect_error(call.substr(0, call.find(' ')), operation);
      }
    }
  }
  w.barrier();
}

/// Copies in pieces of 2^30 bytes, to places beyond 2^32, of memory that is not there.
void copy_much(const diatomic::world_options& options) {
  mpi::session all(options);
  for (const std::size_t bytes : {1, 63, 64, 65, 5000}) {
    all.release(all.allocate(bytes));
    // So many hold the bytes from the first multiple of 64 on.
    expect(std::to_string(bytes_of_window), std::to_string((bytes + 127) / 64 * 64), "a window");
  }
  const mpi::segment memory = all.allocate(64);
  constexpr std::size_t beyond = std::size_t{1} << 32;
  constexpr std::size_t piece = std::size_t{1} << 30;
  const int pe = all.pes() - 1;
  expect(std::to_string(memory.displacement(pe, beyond + 8) - memory.displacement(pe, 8)),
         std::to_string(beyond), "displacement");
  const auto bytes_between = [](const void* from, const void* to) {
    return std::to_string(reinterpret_cast<std::uintptr_t>(to) -
                          reinterpret_cast<std::uintptr_t>(from));
  };
  expect(bytes_between(memory.local(0), memory.local(beyond + 8)), std::to_string(beyond + 8),
         "local");
  if (all.link() == diatomic::remote_link::direct) {
    expect(bytes_between(memory.direct(pe, 0), memory.direct(pe, beyond + 8)),
           std::to_string(beyond + 8), "direct");
  }
  are_copies_empty = true;
  for (const bool reads : {true, false}) {
    for (const std::size_t bytes : {std::size_t{5}, piece, 2 * piece, 4 * piece + 3}) {
      if (all.link() == diatomic::remote_link::direct) continue;
      auto* const here = reinterpret_cast<void*>(std::uintptr_t{1} << 40);
      copies.clear();
      if (reads) {
        all.read(memory, pe, beyond + 7, here, bytes);
      } else {
        all.write(memory, pe, beyond + 7, here, bytes);
      }
      std::size_t done = 0;
      for (const copy& c : copies) {
        const std::size_t wanted = bytes - done < piece ? bytes - done : piece;
        expect(std::to_string(c.bytes) + " of " + std::to_string(c.pe),
               std::to_string(wanted) + " of " + std::to_string(pe), "a piece");
        expect(std::to_string(c.here - (std::uintptr_t{1} << 40)), std::to_string(done), "here");
        expect(std::to_string(c.at), std::to_string(memory.displacement(pe, beyond + 7 + done)),
               "there");
        done += wanted;
      }
      expect(std::to_string(done), std::to_string(bytes), "all pieces");
    }
  }
  are_copies_empty = false;
  all.release(memory);
  calls.clear();
  mpi::segment::quiet();
  expect(calls.empty() ? "none" : calls[0], "none", "calls on windows that are gone");
}

}  // namespace

int main(int argc, char** argv) {
  setenv("OMPI_MCA_osc", "^rdma", 0);  // as the transport does, which says why
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
  for (const bool network_only : {false, true}) {
    diatomic::world_options options;
    options.network_only = network_only;
    fail_at_start(options);
    diatomic::with_world(operate, options);
    copy_much(options);
  }
  {
    world w;
    expect_error("MPI_Win_shared_query", [&] { const diatomic::symmetric_array<int> made(w, 1); });
  }
  MPI_Finalize();
  return mistakes == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
