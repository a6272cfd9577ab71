// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Each native cell beside CUDA's own function and libcu++'s `cuda::atomic_ref`, in one run.
///
/// Prints a table of medians, in operations per second, and of their ratios. The contenders of a
/// case run in random order, repetition by repetition, so that a drift of the clock hits all alike.
/// Options are Google Benchmark's (`--benchmark_out=FILE`, `--benchmark_filter=REGEX` ...).

#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <cuda/atomic>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime.hpp>

namespace {

using diatomic::op;

constexpr unsigned blocks = 1056;
constexpr unsigned threads = 256;
constexpr unsigned operations = 256;  // of each thread
constexpr unsigned coalesced_words = 1u << 20;
constexpr unsigned shared_words = 1024;
constexpr unsigned shared_rounds = 32;  // shared memory is that much faster

enum class access { coalesced, random };

/// What the loop's round `k` of a thread works on.
template <access Access>
DIATOMIC_DEVICE unsigned word_index(unsigned thread, unsigned k) {
  const unsigned i = thread + k * blocks * threads;
  return Access == access::coalesced ? i % coalesced_words : (i * 2654435761u) >> 16;
}

/// The type that CUDA's functions take for T.
template <class T>
using cuda_type = std::conditional_t<std::is_same_v<T, unsigned long>, unsigned long long,
                                     std::conditional_t<std::is_same_v<T, long>, long long, T>>;

/// CUDA's own functions. There is no signed 64-bit addition or exchange: callers cast.
struct intrinsic {
  static constexpr const char* name = "intrinsic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* address, T operand) {
    using type = cuda_type<T>;
    auto* const p = reinterpret_cast<type*>(address);
    const auto v = static_cast<type>(operand);
    if constexpr (Op == op::add && std::is_same_v<type, long long>) {
      return static_cast<T>(
          atomicAdd(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v)));
    } else if constexpr (Op == op::exchange && std::is_same_v<type, long long>) {
      return static_cast<T>(
          atomicExch(reinterpret_cast<unsigned long long*>(p), static_cast<unsigned long long>(v)));
    } else if constexpr (Op == op::exchange && std::is_same_v<type, double>) {
      return __longlong_as_double(
          atomicExch(reinterpret_cast<unsigned long long*>(p), __double_as_longlong(v)));
    } else if constexpr (Op == op::add) {
      return atomicAdd(p, v);
    } else if constexpr (Op == op::sub) {
      return atomicSub(p, v);
    } else if constexpr (Op == op::inc_wrap) {
      return atomicInc(p, v);
    } else if constexpr (Op == op::dec_wrap) {
      return atomicDec(p, v);
    } else if constexpr (Op == op::bit_and) {
      return atomicAnd(p, v);
    } else if constexpr (Op == op::bit_or) {
      return atomicOr(p, v);
    } else if constexpr (Op == op::bit_xor) {
      return atomicXor(p, v);
    } else if constexpr (Op == op::min) {
      return atomicMin(p, v);
    } else if constexpr (Op == op::max) {
      return atomicMax(p, v);
    } else if constexpr (Op == op::exchange) {
      return atomicExch(p, v);
    }
  }
};

/// libcu++.
struct libcuxx {
  static constexpr const char* name = "libcu++";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    const cuda::atomic_ref<T, cuda::thread_scope_device> ref(*p);
    constexpr auto order = cuda::memory_order_relaxed;
    if constexpr (Op == op::add) return ref.fetch_add(v, order);
    if constexpr (Op == op::sub) return ref.fetch_sub(v, order);
    if constexpr (Op == op::bit_and) return ref.fetch_and(v, order);
    if constexpr (Op == op::bit_or) return ref.fetch_or(v, order);
    if constexpr (Op == op::bit_xor) return ref.fetch_xor(v, order);
    if constexpr (Op == op::min) return ref.fetch_min(v, order);
    if constexpr (Op == op::max) return ref.fetch_max(v, order);
    if constexpr (Op == op::exchange) return ref.exchange(v, order);
  }
};

/// The form that returns the old value.
struct ours {
  static constexpr const char* name = "diatomic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) return diatomic::fetch_add(p, v);
    if constexpr (Op == op::sub) return diatomic::fetch_sub(p, v);
    if constexpr (Op == op::inc_wrap) return diatomic::fetch_inc_wrap(p, v);
    if constexpr (Op == op::dec_wrap) return diatomic::fetch_dec_wrap(p, v);
    if constexpr (Op == op::bit_and) return diatomic::fetch_and(p, v);
    if constexpr (Op == op::bit_or) return diatomic::fetch_or(p, v);
    if constexpr (Op == op::bit_xor) return diatomic::fetch_xor(p, v);
    if constexpr (Op == op::min) return diatomic::fetch_min(p, v);
    if constexpr (Op == op::max) return diatomic::fetch_max(p, v);
    if constexpr (Op == op::exchange) return diatomic::exchange(p, v);
  }
};

/// The form that returns nothing; the result is the operand, which nobody looks at.
struct ours_storing {
  static constexpr const char* name = "diatomic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add) diatomic::store_add(p, v);
    if constexpr (Op == op::sub) diatomic::store_sub(p, v);
    if constexpr (Op == op::inc_wrap) diatomic::store_inc_wrap(p, v);
    if constexpr (Op == op::dec_wrap) diatomic::store_dec_wrap(p, v);
    if constexpr (Op == op::bit_and) diatomic::store_and(p, v);
    if constexpr (Op == op::bit_or) diatomic::store_or(p, v);
    if constexpr (Op == op::bit_xor) diatomic::store_xor(p, v);
    if constexpr (Op == op::min) diatomic::store_min(p, v);
    if constexpr (Op == op::max) diatomic::store_max(p, v);
    return v;
  }
};

/// The textbook's maximum of floats, which CUDA has no function for.
struct textbook_maximum {
  static constexpr const char* name = "intrinsic";
  template <op Op, class T>
  static DIATOMIC_DEVICE T call(T* address, T v) {
    auto* const p = reinterpret_cast<int*>(address);
    int old = *p;
    int assumed;
    do {
      assumed = old;
      old = atomicCAS(p, assumed, __float_as_int(fmaxf(v, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
  }
};

template <class Contender, op Op, class T, access Access, bool UsesResult, bool Rising>
struct update_all {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    T seen{};
    for (unsigned k = 0; k < operations; ++k) {
      T* const p = words + word_index<Access>(thread, k);
      const T v = Rising ? static_cast<T>(round * operations + k) : static_cast<T>(thread % 7 + 1);
      const T old = Contender::template call<Op>(p, v);
      if (UsesResult) seen = seen < old ? old : seen;
    }
    if (UsesResult) results[thread] = seen;
  }
};

/// In the block's shared memory, each lane in a bank of its own.
template <class Contender, op Op, class T, bool UsesResult>
struct update_shared {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned) const {
    T* const shared = diatomic::shared_array<T>();
    const unsigned thread = diatomic::thread_index();
    for (unsigned i = thread; i < shared_words; i += threads) shared[i] = T{};
    diatomic::sync_block();
    T seen{};
    // Left to itself nvcc unrolls 32 times around its own functions and 16 times around inline PTX,
    // which is worth 4 % here.
#pragma unroll 16
    for (unsigned k = 0; k < shared_rounds * operations; ++k) {
      T* const p = shared + (thread + k * 65) % shared_words;
      const T old = Contender::template call<Op>(p, static_cast<T>(thread % 7 + 1));
      if (UsesResult) seen = seen < old ? old : seen;
    }
    diatomic::sync_block();
    if (UsesResult) results[diatomic::global_index()] = seen;
    for (unsigned i = thread; i < shared_words; i += threads) words[i] = shared[i];
  }
};

/// Counts up to where a fence stands in the kernel: CUDA's function then becomes the slower,
/// returning instruction.
template <class Contender>
struct add_beside_fence {
  DIATOMIC_DEVICE void operator()(unsigned* words, unsigned* results, unsigned round) const {
    update_all<Contender, op::add, unsigned, access::coalesced, false, false>{}(words, results,
                                                                                round);
    __threadfence();
    if (words[0] == 0) results[0] = round;
  }
};

/// Compare-exchange by each contender: a word swings between two values.
struct intrinsic_cas {
  static constexpr const char* name = "intrinsic";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    using type = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
    return atomicCAS(reinterpret_cast<type*>(p), static_cast<type>(expected),
                     static_cast<type>(desired));
  }
};
struct libcuxx_cas {
  static constexpr const char* name = "libcu++";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    cuda::atomic_ref<T, cuda::thread_scope_device>(*p).compare_exchange_strong(
        expected, desired, cuda::memory_order_relaxed);
    return expected;
  }
};
struct our_cas {
  static constexpr const char* name = "diatomic";
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T expected, T desired) {
    return diatomic::compare_exchange(p, expected, desired);
  }
};

template <class Contender, class T, access Access>
struct swing_all {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned) const {
    const unsigned thread = diatomic::global_index();
    T seen{};
    for (unsigned k = 0; k < operations; ++k) {
      const T old = Contender::call(words + word_index<Access>(thread, k), T(k % 2), T(1 - k % 2));
      seen = seen < old ? old : seen;
    }
    results[thread] = seen;
  }
};

/// Additions in one total order.
struct libcuxx_seq_cst {
  static constexpr const char* name = "libcu++";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*p).fetch_add(v);
  }
};
struct ours_seq_cst {
  static constexpr const char* name = "diatomic";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return diatomic::fetch_add(p, v, diatomic::seq_cst);
  }
};

template <class Kernel>
inline constexpr unsigned rounds_of = 1;
template <class Contender, op Op, class T, bool UsesResult>
inline constexpr unsigned rounds_of<update_shared<Contender, Op, T, UsesResult>> = shared_rounds;

template <class T, class Kernel>
void measure(benchmark::State& state, Kernel kernel) {
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  diatomic::device_array<T> words(coalesced_words);
  diatomic::device_array<T> results(blocks * threads);
  words.fill_bytes(0);
  unsigned round = 0;
  const auto run = [&] {
    diatomic::launch(blocks, threads, shared_words * sizeof(T), stream, kernel, words.data(),
                     results.data(), round++);
  };
  run();
  stream.synchronize();
  for (auto _ : state) {
    start.record(stream);
    run();
    stop.record(stream);
    stop.synchronize();
    state.SetIterationTime(diatomic::elapsed_ms(start, stop) / 1000);
  }
  state.SetItemsProcessed(state.iterations() * blocks * threads * operations * rounds_of<Kernel>);
}

template <class T, class Kernel>
void add(const std::string& test, const char* contender, Kernel kernel) {
  benchmark::RegisterBenchmark((test + "|" + contender).c_str(), measure<T, Kernel>, kernel)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond)
      ->Iterations(5)
      ->Repetitions(11)
      ->ReportAggregatesOnly();
}

template <op Op, class T, access Access, bool UsesResult, class Contender>
void add_update(const std::string& test) {
  add<T>(test, Contender::name, update_all<Contender, Op, T, Access, UsesResult, false>{});
}

template <op Op, class T, access Access>
void add_updates(const std::string& type) {
  const std::string where = Access == access::coalesced ? " coalesced" : " 64 Ki random";
  const std::string name = diatomic::name_of(Op);
  const std::string fetch = (Op == op::exchange ? "" : "fetch_") + name + " " + type + where;
  add_update<Op, T, Access, true, ours>(fetch);
  add_update<Op, T, Access, true, intrinsic>(fetch);
  add_update<Op, T, Access, true, libcuxx>(fetch);
  if constexpr (Op != op::exchange) {
    const std::string store = "store_" + name + " " + type + where;
    add_update<Op, T, Access, false, ours_storing>(store);
    add_update<Op, T, Access, false, intrinsic>(store);
    add_update<Op, T, Access, false, libcuxx>(store);
  }
}

template <op Op, class T>
void add_both(const std::string& type) {
  add_updates<Op, T, access::coalesced>(type);
  add_updates<Op, T, access::random>(type);
}

template <op Op, class T, bool LibcuxxHasIt = true>
void add_shared(const std::string& type) {
  const std::string name = diatomic::name_of(Op);
  const std::string fetch = (Op == op::exchange ? "" : "fetch_") + name + " " + type + " shared";
  add<T>(fetch, ours::name, update_shared<ours, Op, T, true>{});
  add<T>(fetch, intrinsic::name, update_shared<intrinsic, Op, T, true>{});
  if constexpr (LibcuxxHasIt) add<T>(fetch, libcuxx::name, update_shared<libcuxx, Op, T, true>{});
  if constexpr (Op != op::exchange) {
    const std::string store = "store_" + name + " " + type + " shared";
    add<T>(store, ours::name, update_shared<ours_storing, Op, T, false>{});
    add<T>(store, intrinsic::name, update_shared<intrinsic, Op, T, false>{});
    if constexpr (LibcuxxHasIt) {
      add<T>(store, libcuxx::name, update_shared<libcuxx, Op, T, false>{});
    }
  }
}

template <class T>
void add_shared_integer(const std::string& type) {
  add_shared<op::add, T>(type);
  add_shared<op::sub, T>(type);
  add_shared<op::bit_and, T>(type);
  add_shared<op::bit_or, T>(type);
  add_shared<op::bit_xor, T>(type);
  add_shared<op::min, T>(type);
  add_shared<op::max, T>(type);
  add_shared<op::exchange, T>(type);
}

/// Counters that wrap, which libcu++ does not have.
template <op Op>
void add_counts() {
  const std::string name = diatomic::name_of(Op);
  const std::string fetch = "fetch_" + name + " unsigned 64 Ki random";
  add_update<Op, unsigned, access::random, true, ours>(fetch);
  add_update<Op, unsigned, access::random, true, intrinsic>(fetch);
  const std::string store = "store_" + name + " unsigned coalesced";
  add_update<Op, unsigned, access::coalesced, false, ours_storing>(store);
  add_update<Op, unsigned, access::coalesced, false, intrinsic>(store);
  add_shared<Op, unsigned, false>("unsigned");
}

template <class T>
void add_integer(const std::string& type) {
  add_both<op::add, T>(type);
  add_both<op::bit_and, T>(type);
  add_both<op::bit_or, T>(type);
  add_both<op::bit_xor, T>(type);
  add_both<op::min, T>(type);
  add_both<op::max, T>(type);
  add_both<op::exchange, T>(type);
}

template <class T>
void add_swings(const std::string& type) {
  const std::string test = "compare_exchange " + type + " 64 Ki random";
  add<T>(test, our_cas::name, swing_all<our_cas, T, access::random>{});
  add<T>(test, intrinsic_cas::name, swing_all<intrinsic_cas, T, access::random>{});
  add<T>(test, libcuxx_cas::name, swing_all<libcuxx_cas, T, access::random>{});
}

void add_all() {
  add_integer<int>("int");
  add_integer<unsigned>("unsigned");
  add_integer<long>("long");
  add_integer<unsigned long>("unsigned long");
  add_integer<long long>("long long");
  add_integer<unsigned long long>("unsigned long long");
  add_both<op::sub, int>("int");
  add_both<op::sub, unsigned>("unsigned");
  add_counts<op::inc_wrap>();
  add_counts<op::dec_wrap>();
  add_shared_integer<int>("int");
  add_shared_integer<unsigned>("unsigned");
  add_both<op::add, float>("float");
  add_both<op::add, double>("double");
  add_both<op::exchange, float>("float");
  add_both<op::exchange, double>("double");
  add_swings<unsigned>("unsigned");
  add_swings<unsigned long long>("unsigned long long");

  const std::string beside = "store_add unsigned coalesced, a fence in the kernel";
  add<unsigned>(beside, ours::name, add_beside_fence<ours_storing>{});
  add<unsigned>(beside, intrinsic::name, add_beside_fence<intrinsic>{});
  add<unsigned>(beside, libcuxx::name, add_beside_fence<libcuxx>{});

  const std::string rising = "fetch_max float 64 Ki random, rising (intrinsic: textbook loop)";
  add<float>(rising, ours::name, update_all<ours, op::max, float, access::random, true, true>{});
  add<float>(rising, textbook_maximum::name,
             update_all<textbook_maximum, op::max, float, access::random, true, true>{});
  add<float>(rising, libcuxx::name,
             update_all<libcuxx, op::max, float, access::random, true, true>{});
  const std::string rising_int = "fetch_max int 64 Ki random, rising";
  add<int>(rising_int, ours::name, update_all<ours, op::max, int, access::random, true, true>{});
  add<int>(rising_int, intrinsic::name,
           update_all<intrinsic, op::max, int, access::random, true, true>{});

  const std::string ordered = "fetch_add unsigned 64 Ki random, seq_cst";
  add<unsigned>(ordered, ours_seq_cst::name,
                update_all<ours_seq_cst, op::add, unsigned, access::random, true, false>{});
  add<unsigned>(ordered, libcuxx_seq_cst::name,
                update_all<libcuxx_seq_cst, op::add, unsigned, access::random, true, false>{});
}

/// Collects the medians and prints them side by side.
class side_by_side : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) failures_.push_back(run.benchmark_name() + ": " + run.error_message);
      if (run.aggregate_name != "median") continue;
      const std::string name = run.run_name.function_name;
      const std::size_t bar = name.find('|');
      const std::string test = name.substr(0, bar);
      if (rates_.count(test) == 0) tests_.push_back(test);
      rates_[test][name.substr(bar + 1)] = run.counters.at("items_per_second") / 1e9;
    }
  }

  void Finalize() override {
    std::printf("%-62s %9s %9s %9s  %9s %9s\n", "Gop/s, medians", "diatomic", "intrinsic",
                "libcu++", "/intrins.", "/libcu++");
    for (const std::string& test : tests_) {
      auto& rates = rates_.at(test);
      const double own = rates["diatomic"];
      std::printf("%-62s %9.2f", test.c_str(), own);
      for (const char* other : {"intrinsic", "libcu++"}) print(" %9.2f", rates[other]);
      std::printf(" ");
      for (const char* other : {"intrinsic", "libcu++"}) {
        print(" %9.3f", rates[other] == 0 ? 0 : own / rates[other]);
      }
      std::printf("\n");
    }
    for (const std::string& failure : failures_) std::printf("failed: %s\n", failure.c_str());
  }

 private:
  static void print(const char* format, double number) {
    if (number == 0) {
      std::printf(" %9s", "-");
    } else {
      std::printf(format, number);
    }
  }

  std::vector<std::string> tests_;
  std::map<std::string, std::map<std::string, double>> rates_;
  std::vector<std::string> failures_;
};

}  // namespace

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  char interleaving[] = "--benchmark_enable_random_interleaving=true";
  arguments.push_back(interleaving);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 1;
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  add_all();
  side_by_side reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
}
