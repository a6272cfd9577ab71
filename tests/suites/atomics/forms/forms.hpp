// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Every form of every operation, by value: each public function and each member of `atomic_ref` on
/// one object, with nobody else there. What it returns and what it leaves in memory must be what
/// `semantics.hpp` says. Operands are such that operations differ by them, so that no form can be
/// another one's copy.
///
/// A trial is one call. Its object lies in 16 bytes, whose other bytes must not change.

#include <cstddef>
#include <cstring>
#include <iomanip>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/calls.hpp"
#include "support/members.hpp"

namespace forms_tests {

using diatomic::op;
using diatomic::support;
using diatomic::detail::bits_as;
using diatomic::detail::unsigned_of;

/// A value of up to 16 bytes.
struct alignas(16) raw {
  unsigned char bytes[16];
};
template <class T>
DIATOMIC_FUNCTION raw raw_of(const T& v) {
  raw r{};
  __builtin_memcpy(r.bytes, static_cast<const void*>(&v), sizeof(T));
  return r;
}
template <class T>
DIATOMIC_FUNCTION T value_of(const raw& r) {
  unsigned_of<T> word;
  __builtin_memcpy(&word, r.bytes, sizeof(T));
  return bits_as<T>(word);
}

/// One call: the form's number, what the object holds before, the operand, and for forms that
/// compare what they expect.
struct trial {
  raw old;
  raw operand;
  raw expected;
  unsigned form;
  unsigned at;  ///< the object's place in its 16 bytes, counted in objects
};

/// What came of it. A form that returns nothing leaves zeros.
struct outcome {
  raw returned;
  raw memory;
  unsigned stored;  ///< of forms that say whether they stored
  unsigned is_there;
};

/// The bytes around the object.
inline constexpr unsigned char stranger = 0xa5;

/// The 16 bytes before a trial of an object of `size` bytes.
DIATOMIC_FUNCTION raw memory_before(const trial& t, unsigned size) {
  raw r;
  for (unsigned char& byte : r.bytes) byte = stranger;
  for (unsigned i = 0; i < size; ++i) r.bytes[t.at * size + i] = t.old.bytes[i];
  return r;
}

/// Plays a trial in 16 bytes. Forms is a family of forms of one type: `Forms::value_type`, and
/// `Forms::play(trial, p, outcome)`.
template <class Forms>
DIATOMIC_FUNCTION void play(const trial& t, unsigned char* memory, outcome& o) {
  using type = typename Forms::value_type;
  const raw before = memory_before(t, sizeof(type));
  __builtin_memcpy(memory, before.bytes, sizeof(raw));
  o = outcome{};
  if constexpr (Forms::is_there) {
    o.is_there = 1;
    Forms::play(t, reinterpret_cast<type*>(memory) + t.at, o);
  }
  __builtin_memcpy(o.memory.bytes, memory, sizeof(raw));
}

/// Plays trials, one by each thread, in global or in shared memory. The pointers come from memory
/// too (`places`), so that no compiler knows their space, and one call serves both.
template <class Forms>
struct play_all {
  DIATOMIC_DEVICE void operator()(const trial* trials, outcome* outcomes, unsigned char* global,
                                  unsigned char** places, unsigned n, bool in_shared) const {
    const unsigned thread = diatomic::thread_index();
    unsigned char* const shared = diatomic::shared_array<unsigned char>() + sizeof(raw) * thread;
    // Lanes that happen to make some calls together must pass one address, and here each trial has
    // its own: one lane of each warp plays all those, in the second round. The body of the loop is
    // there once, since compilers take long over it.
    const unsigned lanes = diatomic::warp_size();
    const unsigned warps = (diatomic::block_size() + lanes - 1) / lanes;
    for (unsigned round = 0; round < (diatomic::lane_index() == 0 ? 2u : 1u); ++round) {
      const unsigned stride = round == 0 ? diatomic::block_size() : warps;
      for (unsigned i = round == 0 ? thread : thread / lanes; i < n; i += stride) {
        if (Forms::is_for_one_address(trials[i].form) != (round == 1)) continue;
        diatomic::store(places + i, in_shared ? shared : global + sizeof(raw) * i);
        play<Forms>(trials[i], diatomic::load(places + i), outcomes[i]);
      }
    }
  }
};

/// How a value of `size` bytes reads in a message: its bytes, highest first.
inline std::string text_of(const raw& r, std::size_t size) {
  std::ostringstream text;
  text << "0x" << std::hex << std::setfill('0');
  for (std::size_t i = size; i-- > 0;) text << std::setw(2) << int{r.bytes[i]};
  return text.str();
}

/// Whether two values are the same to an operation: bit for bit, but that a NaN that was computed
/// may be any NaN.
template <class T, bool ComputesNumbers>
bool is_same(const raw& a, const raw& b) {
  if constexpr (ComputesNumbers && diatomic::detail::is_vector_v<T>) {
    using element = diatomic::detail::element_type<T>;
    raw x{}, y{};
    for (std::size_t i = 0; i < sizeof(T); i += sizeof(element)) {
      std::memcpy(x.bytes, a.bytes + i, sizeof(element));
      std::memcpy(y.bytes, b.bytes + i, sizeof(element));
      if (!is_same<element, true>(x, y)) return false;
    }
    return true;
  } else {
    if constexpr (ComputesNumbers && diatomic::detail::is_float_v<T>) {
      if (diatomic::detail::is_nan(value_of<T>(a)) && diatomic::detail::is_nan(value_of<T>(b))) {
        return true;
      }
    }
    return std::memcmp(a.bytes, b.bytes, sizeof(T)) == 0;
  }
}

/// What judges need of a family of forms, without its type: compilers take long over each function
/// that is made for each family.
struct judged_forms {
  unsigned size;  ///< of the object
  bool may_be_missing;
  outcome (*expect)(const trial&);
  const char* (*name_of)(unsigned form);
  bool (*is_same)(const raw&, const raw&);
};
template <class Forms>
judged_forms judged() {
  using type = typename Forms::value_type;
  // Not all chips have 16 bytes, and what is aligned to its elements alone is not compared.
  return {sizeof(type), sizeof(type) == 16 || alignof(type) < sizeof(type), Forms::expect,
          Forms::name_of, is_same<type, Forms::computes_numbers>};
}

/// Judges one trial: against what the forms expect, and by the bytes around the object.
inline void judge(const judged_forms& forms, const trial& t, const outcome& o, const char* place) {
  const outcome want = forms.expect(t);
  const unsigned size = forms.size;
  raw left{};
  std::memcpy(left.bytes, o.memory.bytes + t.at * size, size);
  raw around = o.memory;
  std::memcpy(around.bytes + t.at * size, t.old.bytes, size);
  const raw before = memory_before(t, size);
  const bool keeps_strangers = std::memcmp(around.bytes, before.bytes, sizeof(raw)) == 0;
  if (forms.is_same(o.returned, want.returned) && o.stored == want.stored &&
      forms.is_same(left, want.memory) && keeps_strangers) {
    return;
  }
  const auto text = [size](const raw& r) { return text_of(r, size); };
  ADD_FAILURE() << forms.name_of(t.form) << " in " << place << ": old " << text(t.old)
                << ", operand " << text(t.operand) << ", expected " << text(t.expected)
                << "\nreturned " << text(o.returned) << ", want " << text(want.returned)
                << "\nleft " << text(left) << ", want " << text(want.memory)
                << "\nsays that it stored: " << o.stored << ", want " << want.stored
                << (keeps_strangers ? "" : "\nand changes other bytes");
}

inline void judge_all(const judged_forms& forms, const std::vector<trial>& trials,
                      const std::vector<outcome>& outcomes, const char* place) {
  for (std::size_t i = 0; i < trials.size() && !testing::Test::HasFailure(); ++i) {
    if (outcomes[i].is_there != 0) {
      judge(forms, trials[i], outcomes[i], place);
    } else {
      EXPECT_TRUE(forms.may_be_missing) << "what is missing?";
    }
  }
}

/// How the trials of a family are played by kernels, in global or in shared memory, and by host
/// code.
struct players {
  void (*launch)(diatomic::stream_view on, const trial* trials, outcome* outcomes,
                 unsigned char* memory, unsigned char** places, unsigned n, bool in_shared);
  void (*play)(const trial& t, unsigned char* memory, outcome& o);
};

inline constexpr unsigned threads_that_play = 128;
template <class Forms>
void launch_all(diatomic::stream_view on, const trial* trials, outcome* outcomes,
                unsigned char* memory, unsigned char** places, unsigned n, bool in_shared) {
  diatomic::launch(1, threads_that_play, threads_that_play * sizeof(raw), on, play_all<Forms>{},
                   trials, outcomes, memory, places, n, in_shared);
}

/// Plays all trials of a family in global memory, in shared memory, and in host code.
inline void run_trials(const judged_forms& forms, const players& by,
                       const std::vector<trial>& trials) {
  ASSERT_FALSE(trials.empty());
  const auto n = static_cast<unsigned>(trials.size());
  diatomic::stream stream;
  diatomic::device_array<trial> on_device(n);
  diatomic::device_array<outcome> outcomes(n);
  diatomic::device_array<unsigned char> memory(n * sizeof(raw));
  diatomic::device_array<unsigned char*> places(n);
  on_device.upload(trials);
  for (const bool in_shared : {false, true}) {
    outcomes.fill_bytes(0xff);
    by.launch(stream, on_device.data(), outcomes.data(), memory.data(), places.data(), n,
              in_shared);
    stream.synchronize();
    judge_all(forms, trials, outcomes.download(), in_shared ? "shared memory" : "global memory");
  }
  if (by.play == nullptr) return;
  std::vector<outcome> in_host(n);
  raw room;
  for (unsigned i = 0; i < n; ++i) by.play(trials[i], room.bytes, in_host[i]);
  judge_all(forms, trials, in_host, "host code");
}

template <class Forms>
void run() {
  players by{launch_all<Forms>, nullptr};
  // On the host backend kernels are host code.
  if constexpr (DIATOMIC_IN_HOST_HALF) by.play = play<Forms>;
  run_trials(judged<Forms>(), by, Forms::trials());
}

/// A test: a family of forms.
struct family {
  std::string name;
  void (*run)();
};
inline void PrintTo(const family& f, std::ostream* out) { *out << f.name; }

class forms : public testing::TestWithParam<family> {};
inline std::string name_of_family(const testing::TestParamInfo<family>& info) {
  return info.param.name;
}

}  // namespace forms_tests
