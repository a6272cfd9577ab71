// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Runs many instances of a litmus test at once. A shape (`shapes`) defines the roles.
/// This header assigns roles and instances to threads, and adds stress on the memory system.
///
/// After the published work on GPUs: many instances in one launch, thread numbers shuffled, words
/// spread over memory by a stride, and threads that load the memory system (Alglave et al.,
/// "GPU Concurrency", ASPLOS 2015; Sorensen and Donaldson, PLDI 2016; Kirkham et al., OOPSLA 2020;
/// Levine et al., "MC Mutants", ASPLOS 2023). Threads meet before they play, but wait for a bounded
/// time only: nothing hangs where blocks do not run at the same time, or lanes do not.

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "litmus/forms.hpp"

namespace litmus {

inline constexpr unsigned most_roles = 4;
inline constexpr unsigned most_words = 3;
inline constexpr unsigned most_registers = 4;

/// Where the roles of an instance are.
enum class placement : unsigned {
  same_warp,
  same_block,
  different_blocks,
  two_and_one,      ///< roles 0 and 1 in one block, role 2 in another
  host_and_device,  ///< the first role is the host's
  device_and_host,  ///< the last one is
  two_devices,
  same_cluster,  ///< different blocks of one cluster: only for the check against the PTX memory
                 ///< model
};
inline const char* name_of(placement p) {
  constexpr const char* names[] = {"same_warp",   "same_block",      "different_blocks",
                                   "two_and_one", "host_and_device", "device_and_host",
                                   "two_devices", "same_cluster"};
  return names[static_cast<unsigned>(p)];
}

/// A number goes to `(number * factor + offset) % count`; `factor` and `count` have no common
/// divisor.
struct shuffle {
  unsigned factor = 1;
  unsigned offset = 0;

  DIATOMIC_FUNCTION unsigned operator()(unsigned number, unsigned count) const {
    return static_cast<unsigned>((static_cast<unsigned long long>(number) * factor + offset) %
                                 count);
  }
};

/// One launch.
struct setup {
  unsigned* memory;     ///< zeros: word `w` of instance `i` at `w * region + i * stride`
  unsigned* ready;      ///< zeros: a flag for each role of each instance
  unsigned* registers;  ///< `most_registers` for each instance
  unsigned* scratch;    ///< what is loaded and stored around the test
  unsigned scratch_words;
  unsigned region;
  unsigned stride;
  unsigned words;
  unsigned roles;
  unsigned first_role;   ///< the first role of this launch
  unsigned roles_here;   ///< number of roles in this launch
  unsigned test_blocks;  ///< the others only load the memory system
  unsigned slots;        ///< instances of a team: of the threads that share instances
  unsigned instances;    ///< in one round
  unsigned rounds;       ///< one after the other
  placement where;
  unsigned form;   ///< its number in the shape's list
  bool is_shared;  ///< the words are in shared memory; one round only
  shuffle blocks;
  shuffle order[most_roles];
  unsigned patience;       ///< how often a role looks whether the others are there
  unsigned delay;          ///< and how often more after that
  unsigned stress;         ///< accesses to `scratch` of a thread that plays no role
  unsigned stress_before;  ///< of one that does, before each round
  bool is_warm;            ///< roles look at the words first

  /// Says how many instances there are; `block` threads in a block, `lanes` in a warp.
  void fit(unsigned block, unsigned lanes) {
    unsigned teams = test_blocks;
    slots = block / roles_here;
    if (where == placement::same_warp) {
      teams = test_blocks * (block / lanes);
      slots = lanes / roles_here;
    } else if (where == placement::different_blocks) {
      teams = 1;
      slots = test_blocks / roles_here * block;
    } else if (where == placement::two_and_one) {
      teams = test_blocks / 2;
      slots = block / 2;
    }
    instances = teams * slots;
  }
};

/// The words of one instance.
struct words_at {
  unsigned* first;
  unsigned region;
  unsigned* in_shared = nullptr;  ///< one more, 0, in the block's shared memory
  DIATOMIC_FUNCTION unsigned* operator[](unsigned word) const { return first + word * region; }
};

/// The role and the instance that a thread plays.
struct part {
  bool plays;
  unsigned role;
  unsigned instance;
};

DIATOMIC_DEVICE inline part part_of(const setup& s, unsigned block, unsigned thread) {
  unsigned team = block;
  unsigned place = thread;  // in the team
  if (s.where == placement::same_warp) {
    team = (block * diatomic::block_size() + thread) / diatomic::warp_size();
    place = diatomic::lane_index();
  } else if (s.where == placement::different_blocks) {
    team = 0;
    place = block * diatomic::block_size() + thread;
  } else if (s.where == placement::two_and_one && block >= s.test_blocks / 2) {
    team = block - s.test_blocks / 2;
    place = thread < s.slots ? 2 * s.slots + thread : 3 * s.slots;
  }
  const unsigned role = place / s.slots;
  if (block >= s.test_blocks || role >= s.roles_here) return {false, 0, 0};
  shuffle order = s.order[0];  // by constant indices, so that `s` can stay in registers
  for (unsigned r = 1; r < most_roles; ++r) {
    if (s.first_role + role == r) order = s.order[r];
  }
  const unsigned number = order(place % s.slots, s.slots);
  return {true, s.first_role + role, team * s.slots + number};
}

/// Loads and stores all over the scratch memory.
DIATOMIC_DEVICE inline void stress(const setup& s, unsigned accesses) {
  unsigned at = diatomic::global_index() * 2654435761u;
  for (unsigned k = 0; k < accesses; ++k) {
    at = at * 1664525u + 1013904223u;
    unsigned* const p = s.scratch + (at >> 8) % s.scratch_words;
    if (k % 2 == 0) {
      diatomic::store(p, k, diatomic::in_global);
    } else {
      static_cast<void>(diatomic::load(p, diatomic::in_global));
    }
  }
}

/// Tells the other roles of the instance that this one is there, and gives them time to come.
DIATOMIC_FUNCTION void meet(const setup& s, unsigned role, unsigned instance) {
  using namespace diatomic;
  unsigned* const ready = s.ready + instance * s.roles;
  store(ready + role, 1u, system_scope, in_global);
  for (unsigned k = 0; k < s.patience; ++k) {
    unsigned here = 0;
    for (unsigned r = 0; r < s.roles; ++r) here += load(ready + r, system_scope, in_global);
    if (here == s.roles) break;
  }
  for (unsigned k = 0; k < s.delay; ++k) {
    static_cast<void>(load(ready + role, system_scope, in_global));
  }
}

/// Plays a role in a form, if `wanted`. Leaves out a form for a space other than that of the words:
/// clang 19 rejects pointers into it even in code that never runs.
template <class Shape, memory_space Space, class Form>
DIATOMIC_FUNCTION void play_if(bool wanted, unsigned role, words_at at, unsigned* registers) {
  if constexpr (Form::space == Space || Form::space == memory_space::unspecified) {
    if (wanted) Shape::template play<Form>(role, at, registers);
  }
}

/// Plays a role in the form with that number.
template <class Shape, memory_space Space, class... Forms>
DIATOMIC_FUNCTION void play_form(form_list<Forms...>, unsigned number, unsigned role, words_at at,
                                 unsigned* registers) {
  unsigned k = 0;
  (play_if<Shape, Space, Forms>(k++ == number, role, at, registers), ...);
}

/// Whether a shape has non-atomic words, which only its roles may access.
template <class Shape>
inline constexpr bool has_plain_words = false;
/// Whether the instances of a shape have a word in the shared memory of the block too.
template <class Shape>
inline constexpr bool has_word_in_shared = false;

/// Plays a role of one instance, whose words are in `Space`: in kernels, and in host code if the
/// host has a role.
template <class Shape, memory_space Space = memory_space::global>
DIATOMIC_FUNCTION void play(const setup& s, unsigned role, unsigned instance, words_at at) {
  if (s.is_warm && !has_plain_words<Shape>) {
    for (unsigned w = 0; w < s.words; ++w) {
      static_cast<void>(diatomic::load(at[w], diatomic::block_scope));
    }
  }
  meet(s, role, instance);
  play_form<Shape, Space>(typename Shape::forms{}, s.form, role, at,
                          s.registers + instance * most_registers);
}

/// One launch. The setup is in memory, not an argument: nvcc 13.0 has read a large argument of a
/// large kernel from local memory, where it was not.
template <class Shape>
struct play_all {
  DIATOMIC_DEVICE void operator()(const setup* launch) const {
    const setup s = *launch;
    const unsigned block = s.blocks(diatomic::block_index(), diatomic::grid_size());
    const part mine = part_of(s, block, diatomic::thread_index());
    if (s.is_shared) {
      play_in_shared(s, mine);
    } else if constexpr (has_word_in_shared<Shape>) {
      play_beside_shared(s, mine);
    } else if (!mine.plays) {
      stress(s, s.stress);
    } else {
      for (unsigned k = 0; k < s.rounds; ++k) {
        const unsigned instance = k * s.instances + mine.instance;
        stress(s, s.stress_before);
        play<Shape>(s, mine.role, instance, {s.memory + instance * s.stride, s.region});
      }
    }
  }

  /// One round with one word of the instance in the block's shared memory.
  DIATOMIC_DEVICE static void play_beside_shared(const setup& s, part mine) {
    unsigned* const room = diatomic::shared_array<unsigned>();
    for (unsigned k = diatomic::thread_index(); k < s.slots; k += diatomic::block_size())
      room[k] = 0;
    diatomic::sync_block();
    if (!mine.plays) return;
    play<Shape>(s, mine.role, mine.instance,
                {s.memory + mine.instance * s.stride, s.region, room + mine.instance % s.slots});
  }

  /// The block's instances are adjacent in shared memory. Their final words are copied to the
  /// global memory in which other tests have theirs.
  DIATOMIC_DEVICE static void play_in_shared(const setup& s, part mine) {
    unsigned* const room = diatomic::shared_array<unsigned>();
    const unsigned in_block = diatomic::block_size() / s.roles_here;
    const unsigned region = in_block * s.stride;
    for (unsigned k = diatomic::thread_index(); k < s.words * region; k += diatomic::block_size())
      room[k] = 0;
    diatomic::sync_block();
    const words_at at{room + mine.instance % in_block * s.stride, region};
    if (mine.plays) play<Shape, memory_space::shared>(s, mine.role, mine.instance, at);
    diatomic::sync_block();
    if (!mine.plays || mine.role != 0) return;
    const words_at left{s.memory + mine.instance * s.stride, s.region};
    for (unsigned w = 0; w < s.words; ++w) *left[w] = *at[w];
  }
};

inline constexpr unsigned codes_of_outcomes = 1u << 2 * (most_registers + most_words);
/// Number of count arrays that the blocks share, which keeps the contention for each low.
inline constexpr unsigned arrays_of_counts = 32;

/// Counts the outcomes, and makes all zeros for the next launch. Two bits for each register and
/// each word: what they held, modulo 4.
struct count_outcomes {
  DIATOMIC_DEVICE void operator()(const setup* launch, unsigned long long* counts) const {
    const setup s = *launch;
    counts += diatomic::block_index() % arrays_of_counts * codes_of_outcomes;
    const unsigned all = s.instances * s.rounds;
    for (unsigned i = diatomic::global_index(); i < all; i += diatomic::global_size()) {
      unsigned code = 0;
      for (unsigned r = 0; r < most_registers; ++r) {
        code |= s.registers[i * most_registers + r] % 4 << 2 * r;
        s.registers[i * most_registers + r] = 0;
      }
      for (unsigned w = 0; w < s.words; ++w) {
        unsigned* const p = s.memory + w * s.region + i * s.stride;
        code |= *p % 4 << 2 * (most_registers + w);
        *p = 0;
      }
      for (unsigned r = 0; r < s.roles; ++r) s.ready[i * s.roles + r] = 0;
      diatomic::store_add(counts + code, 1ull, diatomic::in_global, diatomic::few_addresses);
    }
  }
};

/// The final values of registers and words, modulo 4.
struct outcome {
  unsigned registers[most_registers];
  unsigned words[most_words];

  explicit outcome(unsigned code) {
    for (unsigned& r : registers) r = code % 4, code /= 4;
    for (unsigned& w : words) w = code % 4, code /= 4;
  }
};

}  // namespace litmus
