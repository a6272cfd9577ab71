// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Processes of which one does something wrong, as the first argument says, while the others wait
// for it as the second one says: for failures_test.py. Each process prints the error that it gets.

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/remote/mailboxes.hpp>
#include <diatomic/remote/reductions.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using diatomic::mailboxes;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

bool is_last(const world& w) { return w.pe() == w.pes() - 1; }
/// Runs `f`, which throws; the process goes on.
template <class F>
void expect_error(const world& w, F f) {
  std::string text = "no error";
  try {
    f();
  } catch (const std::exception& error) {
    text = error.what();
  }
  std::fprintf(stderr, "[%d] %s\n", w.pe(), text.c_str());
}
/// Everything still works.
void go_on(world& w) {
  symmetric_array<int> sums(w, 1);
  if (sums.download()[0] != 0) throw std::logic_error("an array does not start as zeros");
  w.barrier();
  std::vector<int> one(1, 1);
  diatomic::device_array<int> from(1);
  from.upload(one);
  sums.put((w.pe() + 1) % w.pes(), 0, from.data(), 1);
  w.barrier();
  if (sums.download()[0] != 1) throw std::logic_error("the sum is wrong");
  if (w.gather(one.data(), 1) != std::vector<int>(static_cast<std::size_t>(w.pes()), 1)) {
    throw std::logic_error("the values are wrong");
  }
  std::fprintf(stderr, "[%d] went on\n", w.pe());
}

struct is_set {
  DIATOMIC_FUNCTION bool operator()(int v) const { return v != 0; }
};
struct poll_own {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<int> flag) const {
    remote_ref<int>(flag, flag.pe()).wait_until(is_set{});
  }
};

/// Waits for the last processing element: in a collective call; by polling in host code, which the
/// CPU's transports can; or in a kernel.
void wait(world& w, const std::string& how, std::unique_ptr<symmetric_array<int>> flag) {
  if (how == "barrier") w.barrier();
  const int value = w.pe();
  if (how == "gather") w.gather(&value, 1);
  if (how == "constructor") symmetric_array<int>(w, 1);
  if (how == "release") flag.reset();
  if (how == "poll") remote_ref<int>(flag->pointer(), w.pe()).wait_until(is_set{});
  if (how == "kernel") {
    diatomic::stream on;
    diatomic::launch(1, 1, 0, on, poll_own{}, flag->pointer());
    on.synchronize();
  }
  w.barrier();  // after a release that has failed
}

/// The last processing element fails, or leaves, while the others wait for it.
void be_left_alone(world& w, const std::string& what, const std::string& waiting) {
  auto flag = std::make_unique<symmetric_array<int>>(w, 1);
  if (!is_last(w)) return wait(w, waiting, std::move(flag));
  if (what == "throw") throw std::domain_error("failed on purpose");
  if (what == "kill") std::raise(SIGKILL);
  if (what == "exit") std::_Exit(3);
  if (what == "std_exit") std::exit(0);
  if (what != "leave") std::abort();
  (void)flag.release();
}
/// All of them, or the last one only, throw an exception that the program catches in the world.
void catch_exceptions(world& w, bool only_last, const std::string& waiting) {
  const std::vector<int> before = {w.pe()};
  symmetric_array<int> outer(w, 1);
  outer.upload(before);
  try {
    auto first = std::make_unique<symmetric_array<int>>(w, 1);
    const symmetric_array<int> second(w, 2);
    if (!only_last || is_last(w)) throw std::domain_error("caught");
    wait(w, waiting, std::move(first));
  } catch (const std::domain_error&) {
  }
  w.barrier();
  if (outer.download() != before) throw std::logic_error("another array has changed");
  go_on(w);
}
/// One thread of the first processing element answers the second, while another one waits at a
/// barrier.
void answer_during_barrier(world& w) {
  const symmetric_array<int> flags(w, 2);
  const symmetric_ptr<int> asked = flags.pointer();
  const symmetric_ptr<int> answered = asked + 1;
  w.barrier();
  if (w.pe() == 0) {
    std::thread answers([&] {
      remote_ref<int>(asked, 0).wait_until(is_set{}, diatomic::acquire);
      remote_ref<int>(answered, 1).store(1, diatomic::release);
      diatomic::quiet();
    });
    w.barrier();
    answers.join();
  } else {
    if (w.pe() == 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      remote_ref<int>(asked, 0).store(1, diatomic::release);
      remote_ref<int>(answered, 1).wait_until(is_set{}, diatomic::acquire);
    }
    w.barrier();
  }
}
struct number {
  DIATOMIC_FUNCTION int operator()(std::size_t i) const { return static_cast<int>(i); }
};
struct first_element {
  DIATOMIC_FUNCTION int operator()(std::size_t) const { return 0; }
};
struct ignore {
  DIATOMIC_DEVICE void operator()(int) const {}
};
/// The last processing element makes another call than the others, whose kernels wait for its own.
void make_another_call(world& w, const std::string& what) {
  symmetric_array<int> first(w, 1000);
  symmetric_array<int> second(w, 1000);
  mailboxes<int> boxes(w, 100);
  const diatomic::stream on;
  if (what == "swap") {
    diatomic::all_reduce<diatomic::op::add>(w, on, is_last(w) ? second : first);
  } else if (is_last(w)) {
    what == "merge" ? w.barrier() : void(symmetric_array<int>(w, 1));
  } else if (what == "merge") {
    diatomic::all_reduce<diatomic::op::add>(w, on, first);
  } else {
    diatomic::send_to_owners(w, on, number{}, 1000, first_element{}, ignore{}, boxes);
  }
}
/// Each of two threads has a world. They make collective calls at the same time.
void use_two_worlds(world& w, const diatomic::world_options& options) {
  world other(options);
  const auto use = [](world& own, int number, std::exception_ptr& failure) {
    try {
      for (int round = 0; round < 20; ++round) {
        symmetric_array<int> numbers(own, 1);
        numbers.upload({number});
        own.barrier();
        if (numbers.download((own.pe() + 1) % own.pes())[0] != number) {
          throw std::logic_error("an array has a part in another world");
        }
        own.gather(&round, 1);
        // Enough blocks for each thread of the CPU's pool.
        symmetric_array<int> sums(own, 10000);
        const diatomic::stream on;
        sums.upload(std::vector<int>(sums.size(), number));
        diatomic::all_reduce<diatomic::op::add>(own, on, sums);
        if (sums.download() != std::vector<int>(sums.size(), number * own.pes())) {
          throw std::logic_error("a wrong sum");
        }
      }
    } catch (...) {
      failure = std::current_exception();
    }
  };
  std::exception_ptr of_other;
  std::exception_ptr of_own;
  const int device = diatomic::current_device();
  std::thread second([&] {
    diatomic::use_device(device);
    use(other, 1, of_other);
  });
  use(w, 2, of_own);
  second.join();
  for (const auto& failure : {of_other, of_own}) {
    if (failure != nullptr) std::rethrow_exception(failure);
  }
}

#if defined(MPI_VERSION)
/// Two threads make worlds, among them the program's first ones, not in the same order in all
/// processes.
void make_first_worlds(const diatomic::world_options& options) {
  diatomic::transports::mpi::library::start();
  int pe = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &pe);
  const auto make = [&](MPI_Comm processes, int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
    diatomic::world_options own = options;
    own.processes = processes;
    for (int round = 0; round < 50; ++round) {
      world w(own);
      w.barrier();
    }
  };
  MPI_Comm copies[2];
  for (MPI_Comm& copy : copies) MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  std::thread second(make, copies[1], pe % 2 == 0 ? 100 : 0);
  make(copies[0], pe % 2 == 0 ? 0 : 100);
  second.join();
  for (MPI_Comm& copy : copies) MPI_Comm_free(&copy);
}
#else
/// A world is of all processes: two threads cannot make one each at once.
void make_first_worlds(const diatomic::world_options&) {}
#endif

#if defined(MPI_VERSION)
/// The last process also has a world of its own: so no kernel may wait for one of its kernels, and
/// all processing elements must agree on that.
template <class Options>
auto reduce_beside_a_world_of_ones_own(world& w, const Options& options, int)
    -> decltype(options.processes, void()) {
  if (!diatomic::detail::runtime_api::threads_yield) return;  // NVSHMEM has one set of processes
  Options of_one = options;
  of_one.processes = MPI_COMM_SELF;
  std::unique_ptr<world> alone;
  if (is_last(w)) alone = std::make_unique<world>(of_one);
  const diatomic::stream on;
  symmetric_array<int> sums(w, 1000);
  sums.upload(std::vector<int>(sums.size(), 1));
  diatomic::all_reduce<diatomic::op::add>(w, on, sums);
  if (sums.download() != std::vector<int>(sums.size(), w.pes())) {
    throw std::logic_error("a wrong sum");
  }
  mailboxes<int> boxes(w, 100);
  diatomic::send_to_owners(w, on, number{}, 1000, first_element{}, ignore{}, boxes);
}
#endif
template <class Options>
void reduce_beside_a_world_of_ones_own(world&, const Options&, long) {}

/// Makes and uses a world in its destructor.
struct uses_world_at_end {
  const diatomic::world_options& options;
  ~uses_world_at_end() {
    world w(options);
    const symmetric_array<int> array(w, 1);
    w.barrier();
  }
};
void make_world_while_unwinding(const diatomic::world_options& options) {
  try {
    const uses_world_at_end at_end{options};
    throw std::domain_error("caught");
  } catch (const std::domain_error&) {
  }
}

void run(const std::string& what, const std::string& waiting,
         const diatomic::world_options& options) {
  if (what == "first_worlds") make_first_worlds(options);
  if (what == "unwinding") make_world_while_unwinding(options);
  world w(options);
  if (what == "start") return;
  if (what == "catch" || what == "catch_one") {
    return catch_exceptions(w, what == "catch_one", waiting);
  }
  if (what == "values") {
    const std::vector<int> values(100, w.pe());
    w.gather(values.data(), is_last(w) ? 100 : 1);
  } else if (what == "merge" || what == "swap" || what == "send") {
    make_another_call(w, what);
  } else if (what == "size") {
    expect_error(w, [&] { symmetric_array<int>(w, is_last(w) ? 2 : 1); });
  } else if (what == "capacity") {
    expect_error(w, [&] { mailboxes<int>(w, is_last(w) ? 0 : 16); });
  } else if (what == "too_much") {
    expect_error(w, [&] { symmetric_array<char>(w, std::size_t{1} << 46); });
  } else if (what == "starve") {
    // Where host code operates on remote objects: with the CPU's transports.
    if (diatomic::detail::runtime_api::threads_yield) answer_during_barrier(w);
  } else if (what == "worlds") {
    use_two_worlds(w, options);
  } else if (what == "own_world") {
    reduce_beside_a_world_of_ones_own(w, options, 0);
  } else if (what != "first_worlds" && what != "unwinding") {
    return be_left_alone(w, what, waiting);
  }
  go_on(w);
}

template <class Options>
auto choose_network(Options& options, int) -> decltype(options.network_only, void()) {
  options.network_only = true;
}
template <class Options>
void choose_network(Options&, long) {}

}  // namespace

int main(int argc, char** argv) {
  // A message is then one write. Without a buffer some glibc write its first 128 bytes alone, and
  // the launcher mixes the pieces of several processes.
  std::setvbuf(stderr, nullptr, _IOLBF, BUFSIZ);
  const std::string what = argc > 1 ? argv[1] : "";
  const std::string waiting = argc > 2 ? argv[2] : "";
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  if (what == "devices") {
    std::printf("%d\n", diatomic::device_count());
    return EXIT_SUCCESS;
  }
  diatomic::world_options options;
  if (argc > 3) choose_network(options, 0);
  try {
    if (what == "status") {
      const world w(options);
      return is_last(w) ? 7 : 0;
    }
    run(what, waiting, options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "ends: %s\n", error.what());
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
