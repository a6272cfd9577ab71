// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Locks beside a hand-written one and libcu++'s `cuda::binary_semaphore`, in one run: medians of
/// 31 rounds, or of 3 of what takes longer than a second. In each round the contenders come in
/// random order, so that a drift of the clock hits all alike, and have their locks and words at the
/// same random places: on an H200 one lock is up to an eighth faster at some places than at others.
///
///     locks_benchmark [--only=TEXT]
///
/// A case says who asks (every thread, or one thread of each warp), how many locks there are, and
/// what is done under them. Rates are those of functions run under a lock. The hand-written lock is
/// the loop of NVIDIA's guides, with the fences that make it one. Every counter is checked.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <cuda/semaphore>

#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>

namespace {

using diatomic::device_array;

constexpr int rounds = 31;
constexpr int least_rounds = 3;
constexpr double enough_ms = 1000;
constexpr std::size_t places = 4096;
constexpr std::size_t place_bytes = 256;
constexpr unsigned threads = 256;
constexpr unsigned blocks = 132 * 8;  // all that an H200 holds at once

template <class Mutex>
struct by_with_lock {
  using lock = Mutex;
  template <class F>
  static DIATOMIC_DEVICE void with(lock& l, F f) {
    diatomic::with_lock(l, f);
  }
};
struct spin : by_with_lock<diatomic::spin_mutex<>> {
  static constexpr const char* name = "spin_mutex";
};
struct ticket : by_with_lock<diatomic::ticket_mutex<>> {
  static constexpr const char* name = "ticket_mutex";
};
/// Each lane for itself, which independent thread scheduling allows since Volta.
struct by_hand {
  static constexpr const char* name = "by hand";
  using lock = unsigned;
  template <class F>
  static DIATOMIC_DEVICE void with(lock& l, F f) {
    bool done = false;
    while (!done) {
      if (atomicCAS(&l, 0u, 1u) == 0) {
        __threadfence();
        f();
        __threadfence();
        atomicExch(&l, 0u);
        done = true;
      }
    }
  }
};
struct libcuxx {
  static constexpr const char* name = "libcu++";
  using lock = cuda::binary_semaphore<cuda::thread_scope_device>;
  template <class F>
  static DIATOMIC_DEVICE void with(lock& l, F f) {
    l.acquire();
    f();
    l.release();
  }
};

template <class Lock>
struct set_up {
  DIATOMIC_DEVICE void operator()(Lock* locks, unsigned count) const {
    for (unsigned i = diatomic::global_index(); i < count; i += diatomic::global_size()) {
      if constexpr (std::is_same_v<Lock, libcuxx::lock>) {
        new (locks + i) Lock(1);
      } else {
        locks[i] = Lock{};
      }
    }
  }
};

/// 32 bytes, which no chip exchanges at once.
struct alignas(32) moments {
  double count, sum, squares, cubes;
};
DIATOMIC_DEVICE void add_to(unsigned long long& counter) { counter += 1; }
DIATOMIC_DEVICE void add_to(moments& m) {
  m.count += 1;
  m.sum += 0.5;
  m.squares += 0.25;
  m.cubes += 0.125;
}
unsigned long long count_in(unsigned long long counter) { return counter; }
unsigned long long count_in(const moments& m) { return static_cast<unsigned long long>(m.count); }

/// Who asks for the locks.
enum class asking { threads, warps };
/// Which lock is asked for: the caller's own, or any one.
enum class choice { own, random };

template <class Contender, class Word, asking Asking, choice Choice>
struct update_words {
  DIATOMIC_DEVICE void operator()(typename Contender::lock* locks, Word* words, unsigned count,
                                  unsigned repeats) const {
    const unsigned thread = diatomic::global_index();
    if (Asking == asking::warps && thread % 32 != 0) return;
    const unsigned me = Asking == asking::warps ? thread / 32 : thread;
    for (unsigned k = 0; k < repeats; ++k) {
      const unsigned i =
          Choice == choice::own ? me % count : ((me + k * 362437u) * 2654435761u >> 8) % count;
      Contender::with(locks[i], [&] { add_to(words[i]); });
    }
  }
};

/// The same words through a lock table, whose stripes are found by address.
template <choice Choice>
struct update_by_table {
  DIATOMIC_DEVICE void operator()(diatomic::lock_stripes<> stripes, moments* words, unsigned count,
                                  unsigned repeats) const {
    const unsigned me = diatomic::global_index();
    for (unsigned k = 0; k < repeats; ++k) {
      const unsigned i =
          Choice == choice::own ? me % count : ((me + k * 362437u) * 2654435761u >> 8) % count;
      diatomic::fetch_update(
          words + i,
          [](moments m) {
            add_to(m);
            return m;
          },
          stripes);
    }
  }
};

DIATOMIC_DEVICE unsigned long long nanoseconds() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// How long each turn of each warp was waited for.
template <class Contender>
struct measure_waits {
  DIATOMIC_DEVICE void operator()(typename Contender::lock* l, unsigned long long* counter,
                                  unsigned* waits, unsigned repeats) const {
    const unsigned thread = diatomic::global_index();
    if (thread % 32 != 0) return;
    for (unsigned k = 0; k < repeats; ++k) {
      const unsigned long long asked = nanoseconds();
      unsigned long long had = asked;
      Contender::with(*l, [&] {
        had = nanoseconds();
        add_to(*counter);
      });
      waits[thread / 32 * repeats + k] = static_cast<unsigned>(had - asked);
    }
  }
};

struct contender {
  std::string name;
  std::function<double()> milliseconds;
};

double sum(const std::vector<double>& of) { return std::accumulate(of.begin(), of.end(), 0.0); }
double median(std::vector<double> of) {
  std::nth_element(of.begin(), of.begin() + static_cast<std::ptrdiff_t>(of.size() / 2), of.end());
  return of[of.size() / 2];
}

class bench {
 public:
  explicit bench(std::string only) : only_(std::move(only)) {}

  template <class Word, asking Asking, choice Choice>
  void compare_locks(const std::string& test, unsigned count, unsigned repeats, unsigned grid) {
    compare(test, operations<Asking>(grid, repeats),
            {timed<spin, Word, Asking, Choice>(count, repeats, grid),
             timed<ticket, Word, Asking, Choice>(count, repeats, grid),
             timed<by_hand, Word, Asking, Choice>(count, repeats, grid),
             timed<libcuxx, Word, Asking, Choice>(count, repeats, grid)});
  }

  void compare_tables(const std::string& test, unsigned count, unsigned repeats) {
    compare(test, operations<asking::threads>(blocks, repeats),
            {timed_table(count, repeats),
             timed<by_hand, moments, asking::threads, choice::random>(count, repeats, blocks),
             timed<libcuxx, moments, asking::threads, choice::random>(count, repeats, blocks)});
  }

  void compare_waits(unsigned grid, unsigned repeats) {
    if (std::string("waits").find(only_) == std::string::npos) return;
    std::printf("\nMicroseconds waited for one lock by one thread of each of %u warps, %u times:\n",
                grid * threads / 32, repeats);
    std::printf("%-14s %9s %9s %9s %9s\n", "", "min", "median", "p99", "max");
    print_waits<spin>(grid, repeats);
    print_waits<ticket>(grid, repeats);
    print_waits<by_hand>(grid, repeats);
    print_waits<libcuxx>(grid, repeats);
  }

 private:
  template <asking Asking>
  static std::uint64_t operations(unsigned grid, unsigned repeats) {
    return std::uint64_t{grid} * threads / (Asking == asking::warps ? 32 : 1) * repeats;
  }

  template <class Contender, class Word, asking Asking, choice Choice>
  contender timed(unsigned count, unsigned repeats, unsigned grid) {
    return {Contender::name, [=] {
              using lock = typename Contender::lock;
              const std::size_t place = lock_place_ / sizeof(lock);
              device_array<lock> memory(place + count);
              lock* locks = memory.data() + place;
              diatomic::launch(blocks, threads, 0, on_, set_up<lock>{}, locks, count);
              return run_checked<Word>(count, operations<Asking>(grid, repeats), [&](Word* words) {
                diatomic::launch(grid, threads, 0, on_,
                                 update_words<Contender, Word, Asking, Choice>{}, locks, words,
                                 count, repeats);
              });
            }};
  }

  contender timed_table(unsigned count, unsigned repeats) {
    return {"lock_table", [=] {
              diatomic::lock_table<> table(count);
              return run_checked<moments>(
                  count, operations<asking::threads>(blocks, repeats), [&](moments* words) {
                    diatomic::launch(blocks, threads, 0, on_, update_by_table<choice::random>{},
                                     table.stripes(), words, count, repeats);
                  });
            }};
  }

  /// Milliseconds of `launch`, the second of two, which must count right.
  template <class Word, class Launch>
  double run_checked(unsigned count, std::uint64_t expected, Launch launch) {
    const std::size_t place = word_place_ / sizeof(Word);
    device_array<Word> words(place + count);
    words.fill_bytes(0);
    launch(words.data() + place);
    start_.record(on_);
    launch(words.data() + place);
    stop_.record(on_);
    const double elapsed = diatomic::elapsed_ms(start_, stop_);
    unsigned long long counted = 0;
    for (const Word& word : words.download()) counted += count_in(word);
    if (counted != 2 * expected) {
      std::fprintf(stderr, "counted %llu times, not %llu\n", counted,
                   static_cast<unsigned long long>(2 * expected));
      std::exit(1);
    }
    return elapsed;
  }

  void compare(const std::string& test, std::uint64_t operations,
               const std::vector<contender>& contenders) {
    if (test.find(only_) == std::string::npos) return;
    std::vector<std::vector<double>> times(contenders.size());
    std::vector<std::size_t> order(contenders.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (int round = 0; round < rounds; ++round) {
      std::shuffle(order.begin(), order.end(), random_);
      lock_place_ = random_() % places * place_bytes;
      word_place_ = random_() % places * place_bytes;
      for (const std::size_t i : order) {
        if (round < least_rounds || sum(times[i]) < enough_ms) {
          times[i].push_back(contenders[i].milliseconds());
        }
      }
    }
    std::printf("%-44s", test.c_str());
    for (std::size_t i = 0; i < order.size(); ++i) {
      std::printf("  %s %.2f", contenders[i].name.c_str(),
                  static_cast<double>(operations) / median(times[i]) / 1e3);
    }
    std::printf("\n");
    std::fflush(stdout);
  }

  template <class Contender>
  void print_waits(unsigned grid, unsigned repeats) {
    const unsigned count = grid * threads / 32 * repeats;
    device_array<typename Contender::lock> lock(1);
    device_array<unsigned long long> counter(1);
    device_array<unsigned> waits(count);
    diatomic::launch(1, 1, 0, on_, set_up<typename Contender::lock>{}, lock.data(), 1u);
    counter.fill_bytes(0);
    for (int i = 0; i < 2; ++i) {
      diatomic::launch(grid, threads, 0, on_, measure_waits<Contender>{}, lock.data(),
                       counter.data(), waits.data(), repeats);
    }
    std::vector<unsigned> ns = waits.download();
    std::sort(ns.begin(), ns.end());
    std::printf("%-14s %9.1f %9.1f %9.1f %9.1f\n", Contender::name, ns.front() / 1e3,
                ns[count / 2] / 1e3, ns[count - 1 - count / 100] / 1e3, ns.back() / 1e3);
    std::fflush(stdout);
  }

  std::string only_;
  diatomic::stream on_;
  diatomic::event start_;
  diatomic::event stop_;
  std::mt19937 random_{7};
  std::size_t lock_place_ = 0;
  std::size_t word_place_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  std::string only;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text.compare(0, 7, "--only=") != 0) {
      std::fprintf(stderr, "unknown: %s\n", argv[i]);
      return 1;
    }
    only = text.substr(7);
  }
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  bench all(only);
  std::printf("Millions of functions under a lock, in a second:\n");
  constexpr unsigned all_threads = blocks * threads;
  using word = unsigned long long;
  all.compare_locks<word, asking::threads, choice::own>("own lock of each thread", all_threads, 64,
                                                        blocks);
  all.compare_locks<word, asking::warps, choice::own>("own lock of each warp", all_threads / 32, 64,
                                                      blocks);
  all.compare_locks<word, asking::threads, choice::random>("any of 1 Mi locks, all threads",
                                                           1u << 20, 16, blocks);
  all.compare_locks<word, asking::threads, choice::random>("any of 64 Ki locks, all threads",
                                                           1u << 16, 16, blocks);
  all.compare_locks<word, asking::threads, choice::random>("any of 1024 locks, all threads", 1024,
                                                           1, blocks);
  all.compare_locks<word, asking::threads, choice::own>("one lock, all threads of 33 blocks", 1, 1,
                                                        33);
  all.compare_locks<word, asking::warps, choice::own>("one lock, a thread of each warp", 1, 4,
                                                      blocks);
  all.compare_locks<word, asking::warps, choice::own>("one lock, a thread of each of 264 warps", 1,
                                                      16, 33);
  all.compare_tables("32 bytes, any of 1 Mi", 1u << 20, 16);
  all.compare_tables("32 bytes, any of 64 Ki", 1u << 16, 16);
  all.compare_tables("32 bytes, any of 1024", 1024, 1);
  all.compare_waits(blocks, 4);
}
