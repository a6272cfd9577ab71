// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `locks`: short functions under locks. A case varies the function (`increment` of one
/// 8-byte word, or of four in 32 bytes), the number of locks, and the contending threads: all
/// threads, one thread per warp, or either of them in a 32nd of the blocks. A run is one round, and
/// its counters are checked.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/sync/lock_table.hpp>

#include "baselines/locks.hpp"
#include "bench/cases/cases.hpp"
#include "bench/cases/locks.hpp"
#include "bench/cases/placed_array.hpp"

namespace bench {
namespace {

/// 32 bytes, more than any chip exchanges atomically.
struct alignas(32) moments {
  double count, sum, squares, cubes;
};
DIATOMIC_DEVICE void increment(std::uint64_t& counter) { counter += 1; }
DIATOMIC_DEVICE void increment(moments& m) {
  m.count += 1;
  m.sum += 0.5;
  m.squares += 0.25;
  m.cubes += 0.125;
}
std::uint64_t count_in(std::uint64_t counter) { return counter; }
std::uint64_t count_in(const moments& m) { return static_cast<std::uint64_t>(m.count); }

/// The threads that take locks, which of the `count` locks each takes, and how often.
struct asking {
  unsigned count;
  unsigned repeats;
  bool by_warp;
  bool own;

  DIATOMIC_DEVICE bool asks() const { return !by_warp || diatomic::lane_index() == 0; }
  DIATOMIC_DEVICE unsigned lock(unsigned k) const {
    const unsigned me = diatomic::global_index() / (by_warp ? diatomic::warp_size() : 1);
    return own ? me % count : ((me + k * 362437u) * 2654435761u >> 8) % count;
  }
};

template <class Contender, class Word>
struct update_locked {
  DIATOMIC_DEVICE void operator()(typename Contender::lock* locks, Word* words, asking who) const {
    if (!who.asks()) return;
    for (unsigned k = 0; k < who.repeats; ++k) {
      const unsigned i = who.lock(k);
      Contender::with(locks[i], [&] { increment(words[i]); });
    }
  }
};

/// The same updates through a lock table, which maps addresses to stripes.
struct update_by_table {
  DIATOMIC_DEVICE void operator()(diatomic::lock_stripes<> stripes, moments* words,
                                  asking who) const {
    for (unsigned k = 0; k < who.repeats; ++k) {
      diatomic::fetch_update(
          words + who.lock(k),
          [](moments m) {
            increment(m);
            return m;
          },
          stripes);
    }
  }
};

/// The size of a contender's lock.
template <class Contender>
inline constexpr std::size_t lock_bytes = sizeof(typename Contender::lock);
template <>
inline constexpr std::size_t lock_bytes<no_lock> = 0;

/// The contenders of a case. Their locks share memory, except those of the lock table.
template <class Word>
class lock_contenders {
 public:
  lock_contenders(context& on, launch_shape shape, asking who, std::size_t operations)
      : on_(on),
        shape_(shape),
        who_(who),
        operations_(operations),
        locks_(on, who.count * std::max({lock_bytes<spin>, lock_bytes<ticket>,
                                         lock_bytes<lock_by_hand>, lock_bytes<library_lock>})),
        words_(on, who.count) {}

  template <class Contender>
  void add([[maybe_unused]] const char* role) {
    if constexpr (!std::is_same_v<Contender, no_lock>) {
      auto* const locks = reinterpret_cast<typename Contender::lock*>(locks_.data());
      const auto make = [&on = on_, shape = shape_, count = who_.count, locks] {
        on.launch(shape, make_locks<Contender>{}, locks, count);
      };
      add_call(role, Contender::name, make, update_locked<Contender, Word>{}, locks);
    }
  }
  void add_table() {
    const auto table = std::make_shared<diatomic::lock_table<>>(who_.count);
    add_call("lock_table", "", [table] {}, update_by_table{}, table->stripes());
  }

  std::vector<contender> all;

 private:
  template <class Make, class Kernel, class Locks>
  void add_call(const char* role, const char* name, Make make, Kernel kernel, Locks locks) {
    const auto before = [make, words = words_] {
      words.fill_bytes(0);
      make();
    };
    const auto run = [&on = on_, shape = shape_, who = who_, kernel, locks, words = words_](
                         unsigned, unsigned) {
      on.launch(shape, kernel, locks, words.data(), who);
    };
    const auto check = [role, words = words_, expected = operations_] {
      std::uint64_t counted = 0;
      for (const Word& word : words.download()) counted += count_in(word);
      if (counted != expected) throw std::runtime_error(std::string(role) + ": wrong count");
    };
    all.push_back({role, name, false, run, before, 1, check});
  }

  context& on_;
  launch_shape shape_;
  asking who_;
  std::size_t operations_;
  placed_array<unsigned char> locks_;
  placed_array<Word> words_;
};

template <class Word>
std::vector<contender> contenders(context& on, launch_shape shape, asking who,
                                  std::size_t operations) {
  lock_contenders<Word> of(on, shape, who, operations);
  if constexpr (std::is_same_v<Word, moments>) of.add_table();
  of.template add<spin>("spin_mutex");
  of.template add<ticket>("ticket_mutex");
  of.template add<lock_by_hand>("by_hand");
  of.template add<library_lock>("library");
  return std::move(of.all);
}

enum class askers { threads, warps, few_threads, few_warps };
constexpr const char* askers_names[] = {"all threads", "all warps", "few threads", "few warps"};

/// `count`: the number of locks; 0: one for each contending thread.
void add_case(std::vector<bench_case>& to, const context& on, bool is_table, unsigned count,
              askers asked_by, unsigned repeats) {
  launch_shape shape = on.shape(on.bytes / sizeof(std::uint64_t));
  const bool by_warp = asked_by == askers::warps || asked_by == askers::few_warps;
  if (asked_by >= askers::few_threads) shape.grid = std::max(1u, shape.grid / 32);
  const auto asking_threads = static_cast<unsigned>(
      shape.threads() / (by_warp ? static_cast<unsigned>(on.device.warp_size) : 1));
  repeats *= on.fixed_rounds(shape);
  const asking who{count == 0 ? asking_threads : count, repeats, by_warp, count <= 1};
  if (who.count * sizeof(moments) > on.bytes) return;
  bench_case c;
  c.group = "locks";
  c.operation = "increment";
  c.type = is_table ? "32 bytes" : "8 bytes";
  c.words = count == 0 ? "own" : binary_number(count);
  c.values = askers_names[static_cast<int>(asked_by)];
  c.n = std::size_t{asking_threads} * repeats;
  c.is_slow = true;
  c.prepare = [=, n = c.n](context& where) {
    return is_table ? contenders<moments>(where, shape, who, n)
                    : contenders<std::uint64_t>(where, shape, who, n);
  };
  to.push_back(std::move(c));
}

}  // namespace

void add_locks(std::vector<bench_case>& to, const context& on) {
  add_case(to, on, false, 0, askers::threads, 64);
  add_case(to, on, false, 0, askers::warps, 64);
  add_case(to, on, false, 1u << 20, askers::threads, 16);
  add_case(to, on, false, 1u << 16, askers::threads, 16);
  add_case(to, on, false, 1024, askers::threads, 1);
  add_case(to, on, false, 1, askers::few_threads, 1);
  add_case(to, on, false, 1, askers::warps, 4);
  add_case(to, on, false, 1, askers::few_warps, 16);
  add_case(to, on, true, 1u << 20, askers::threads, 16);
  add_case(to, on, true, 1u << 16, askers::threads, 16);
  add_case(to, on, true, 1024, askers::threads, 1);
}

}  // namespace bench
