// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// GUPS: giga-updates per second of random 64-bit words in a table that is distributed over all
/// processing elements, after HPC Challenge's RandomAccess.
///
///     mpirun -n 4 gups_mpi [words=20] [boxes=18] [repeats=5] [network=1] [pes=4] [trust_links=1]
///
/// Per processing element, `words` is the binary logarithm of the number of words, and `boxes` of
/// the number of items sent at a time. `network=1` prevents direct access to other processes'
/// memory. `pes` is the number of processing elements if they are threads; it must be a power of
/// two. `trust_links=1` treats atomics on other devices as native, which AMD's runtime never
/// reports.
///
/// Draws 4 random numbers per word, and xors each number r into word `r % words`. Plain: one atomic
/// on the word, local or remote. Aggregated: numbers are sent to the owner in bulk, as many at a
/// time as the boxes hold, which is more than the 1,024 that RandomAccess's rules allow.
///
/// Verification: the table has changed, and the same updates again, by atomics, restore it. The
/// exit status is 1 if a word differs; the rules would allow one in a hundred.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <diatomic/remote/mailboxes.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/settings.hpp"
#include "bench/statistics.hpp"
#include "processing_elements.hpp"
#include "random_numbers.hpp"

namespace {

using benchmark_settings::all_threads;
using benchmark_settings::global_thread;
using diatomic::symmetric_ptr;
using diatomic::world;
using number = std::uint64_t;

struct settings {
  unsigned words = 20;
  unsigned boxes = 18;
  unsigned repeats = 5;
  unsigned network = 0;
  unsigned pes = 0;
  unsigned trust_links = 0;
};

/// Maps a number to its word in the table: the owner, and the index in the owner's part.
struct place {
  unsigned words;  ///< the binary logarithm of the words per processing element
  int pes;

  DIATOMIC_FUNCTION int owner(number r) const {
    return static_cast<int>(r >> words & static_cast<number>(pes - 1));
  }
  DIATOMIC_FUNCTION std::size_t word(number r) const {
    return static_cast<std::size_t>(r & ((number{1} << words) - 1));
  }
};

/// Sets each word to its index in the table.
struct fill_table {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<number> table, std::size_t words) const {
    const std::size_t first = static_cast<std::size_t>(table.pe()) * words;
    for (std::size_t i = global_thread(); i < words; i += all_threads()) {
      table.local()[i] = first + i;
    }
  }
};
struct count_errors {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<number> table, std::size_t words,
                                  unsigned long long* errors) const {
    const std::size_t first = static_cast<std::size_t>(table.pe()) * words;
    for (std::size_t i = global_thread(); i < words; i += all_threads()) {
      if (table.local()[i] != first + i) diatomic::store_add(errors, 1ull);
    }
  }
};

/// Each thread draws its next numbers, and updates their words.
struct update_plainly {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<number> table, place at, const number* states,
                                  std::size_t updates) const {
    number r = states[global_thread()];
    for (std::size_t k = 0; k < updates; ++k) {
      r = gups::next(r);
      const symmetric_ptr<number> word = table + static_cast<std::ptrdiff_t>(at.word(r));
      diatomic::remote_ref<number>(word, at.owner(r)).store_xor(r);
    }
    diatomic::quiet();
  }
};
struct draw_numbers {
  DIATOMIC_DEVICE void operator()(number* states, number* drawn, std::size_t updates) const {
    number r = states[global_thread()];
    for (std::size_t k = 0; k < updates; ++k) {
      r = gups::next(r);
      drawn[k * all_threads() + global_thread()] = r;
    }
    states[global_thread()] = r;
  }
};
struct owner_of {
  place at;
  const number* drawn;
  DIATOMIC_FUNCTION int operator()(std::size_t i) const { return at.owner(drawn[i]); }
};
struct update_own {
  place at;
  number* table;
  DIATOMIC_DEVICE void operator()(const number& r) const {
    diatomic::store_xor(&table[at.word(r)], r);
  }
};

/// One processing element's part of the table, and its numbers.
class random_access {
 public:
  random_access(world& w, const settings& s)
      : w_(w),
        at_{s.words, w.pes()},
        updates_(std::size_t{4} << s.words),
        sent_(std::min(updates_, std::size_t{1} << s.boxes)),
        block_(static_cast<unsigned>(std::min<std::size_t>(256, sent_))),
        grid_(static_cast<unsigned>(std::min<std::size_t>(1024, sent_ / block_))),
        table_(w, std::size_t{1} << s.words),
        states_(std::size_t{block_} * grid_),
        first_states_(states_.size()),
        drawn_(sent_),
        boxes_(w, sent_) {
    // Each thread gets a contiguous run of the sequence.
    const std::size_t run = updates_ / states_.size();
    const number ahead = gups::number(run);
    first_states_[0] = gups::number(static_cast<number>(w.pe()) * updates_);
    for (std::size_t t = 1; t < first_states_.size(); ++t) {
      first_states_[t] = gups::product(first_states_[t - 1], ahead);
    }
  }

  void fill() {
    diatomic::launch(1024, 256, 0, on_, fill_table{}, table_.pointer(), table_.size());
    on_.synchronize();
    w_.barrier();
  }
  unsigned long long errors() {
    diatomic::device_array<unsigned long long> errors(1);
    errors.fill_bytes(0);
    diatomic::launch(1024, 256, 0, on_, count_errors{}, table_.pointer(), table_.size(),
                     errors.data());
    const std::vector<unsigned long long> own = errors.download();
    unsigned long long sum = 0;
    for (const unsigned long long e : w_.gather(own.data(), 1)) sum += e;
    return sum;
  }

  /// Do all updates, and return the seconds of the slowest processing element.
  ///@{
  double plainly() {
    return timed([&] {
      diatomic::launch(grid_, block_, 0, on_, update_plainly{}, table_.pointer(), at_,
                       static_cast<const number*>(states_.data()), updates_ / states_.size());
      on_.synchronize();
    });
  }
  double aggregated() {
    return timed([&] {
      for (std::size_t done = 0; done < updates_; done += sent_) {
        diatomic::launch(grid_, block_, 0, on_, draw_numbers{}, states_.data(), drawn_.data(),
                         sent_ / states_.size());
        diatomic::send_to_owners(w_, on_, static_cast<const number*>(drawn_.data()), sent_,
                                 owner_of{at_, drawn_.data()}, update_own{at_, table_.data()},
                                 boxes_);
      }
    });
  }
  ///@}

  double all_updates() const { return static_cast<double>(updates_) * w_.pes(); }

 private:
  template <class F>
  double timed(F f) {
    states_.upload(first_states_);
    return benchmark_settings::slowest(w_, [&] {
      f();
      w_.barrier();
    });
  }

  world& w_;
  diatomic::stream on_;
  place at_;
  std::size_t updates_;  ///< of this processing element
  std::size_t sent_;     ///< numbers per bulk transfer
  unsigned block_;
  unsigned grid_;
  diatomic::symmetric_array<number> table_;
  diatomic::device_array<number> states_;
  std::vector<number> first_states_;
  diatomic::device_array<number> drawn_;
  diatomic::mailboxes<number> boxes_;
};

/// Runs one of the two methods `repeats` times; the plain method undoes each run. Returns whether
/// all words were right.
bool measure(world& w, random_access& run, const settings& s, const char* name,
             double (random_access::*way)()) {
  std::vector<double> seconds;
  unsigned long long errors = 0;
  for (unsigned i = 0; i < s.repeats; ++i) {
    run.fill();
    seconds.push_back((run.*way)());
    if (run.errors() == 0) ++errors;  // No word has changed.
    run.plainly();
    errors += run.errors();
  }
  const bench::rates r = bench::rates_of(run.all_updates(), seconds);
  if (w.pe() == 0) {
    std::printf("%-11s %10.6f GUPS (%.6f to %.6f), %llu wrong words\n", name, r.median, r.lowest,
                r.highest, errors);
  }
  return errors == 0;
}

/// Sets the transport's options from the settings that the transport supports.
///@{
template <class Options>
auto choose(Options& options, const settings& s, int) -> decltype(options.in, void()) {
  benchmark_settings::choose_devices(options, s.pes, 0);
  options.trust_links = s.trust_links != 0;
}
template <class Options>
auto choose(Options& options, const settings& s, int)
    -> decltype(options.device, options.trust_links, void()) {
  options.trust_links = s.trust_links != 0;
}
template <class Options>
auto choose(Options& options, const settings& s, int) -> decltype(options.network_only, void()) {
  options.network_only = s.network != 0;
}
template <class Options>
void choose(Options&, const settings&, long) {}
///@}

bool read(settings& s, const char* argument) {
  return benchmark_settings::read({{"words=", &s.words},
                                   {"boxes=", &s.boxes},
                                   {"repeats=", &s.repeats},
                                   {"network=", &s.network},
                                   {"pes=", &s.pes},
                                   {"trust_links=", &s.trust_links}},
                                  argument);
}

}  // namespace

int main(int argc, char** argv) {
  settings s;
  for (int i = 1; i < argc; ++i) {
    if (!read(s, argv[i]) || s.repeats == 0) {
      std::fprintf(
          stderr,
          "gups: %s: unknown setting; an example: words=20 boxes=18 repeats=5 network=1 pes=4 "
          "trust_links=1\n",
          argv[i]);
      return 2;
    }
  }
  diatomic::world_options options;
  choose(options, s, 0);
  bool right = true;
  diatomic::with_world(
      [&](world& w) {
        if ((w.pes() & (w.pes() - 1)) != 0) {
          if (w.pe() == 0)
            std::fprintf(stderr, "gups: %d processing elements: not a power of two\n", w.pes());
          right = false;
          return;
        }
        random_access run(w, s);
        if (w.pe() == 0) {
          std::printf("%d processing elements, link %s, 2^%u words each, 2^%u numbers at a time\n",
                      w.pes(), name_of(w.link()), s.words, s.boxes);
        }
        const bool plain = measure(w, run, s, "plain", &random_access::plainly);
        const bool aggregated = measure(w, run, s, "aggregated", &random_access::aggregated);
        if (w.pe() == 0) right = plain && aggregated;
      },
      options);
  return right ? 0 : 1;
}
