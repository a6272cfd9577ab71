// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Messages of plain data under the race check, in all forms of the litmus tests: a form is
/// reported unless it orders the data, by orders and scopes that reach the other thread. Prints the
/// forms that are not, or that are reported without a reason.

#include <cstdio>
#include <set>
#include <string>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "litmus/promises.hpp"
#include "litmus/shapes/messages.hpp"
#include "race_check/reports.hpp"

namespace litmus {
namespace {

using namespace diatomic;

/// The words are 16 bytes apart, because ThreadSanitizer keeps few accesses for each 8 bytes.
struct message_words {
  alignas(16) unsigned flag;
  alignas(16) unsigned second_flag;
  alignas(16) unsigned data;
  alignas(16) unsigned out;
};

/// The first role writes the data and raises the flag; the second reads the data when it has seen
/// the flag.
template <class Flag, class Form>
struct plain_message {
  static constexpr unsigned roles = 2;
  void operator()(unsigned role, message_words* w, unsigned* flag) const {
    using sender = typename Form::first_role;
    using receiver = typename Form::other_role;
    if (role == 0) {
      w->data = 1;
      sender::template fence<memory_order::release>();
      Flag::template raise<sender>(flag);
    } else {
      while (Flag::template look<receiver>(flag) % 2 == 0) {
      }
      receiver::template fence<memory_order::acquire>();
      w->out = w->data;
    }
  }
};

/// A relaxed update by another role comes between the store and the load of the flag.
template <class Form>
struct plain_release_sequence {
  static constexpr unsigned roles = 3;
  void operator()(unsigned role, message_words* w, unsigned* flag) const {
    using by = typename Form::first_role;
    if (role == 0) {
      plain_message<by_store, Form>{}(0, w, flag);
    } else if (role == 1) {
      while (by::relaxed_load(flag) != 1) {
      }
      fetch_add(flag, 2u, typename by::scope{}, typename by::space{});
    } else {
      while (by::load(flag) != 3) {
      }
      by::template fence<memory_order::acquire>();
      w->out = w->data;
    }
  }
};

/// The second role hands the message on to the third, by another flag.
template <class Form>
struct plain_message_handed_on {
  static constexpr unsigned roles = 3;
  void operator()(unsigned role, message_words* w, unsigned* flag) const {
    using near = typename Form::first_role;
    using far = typename Form::other_role;
    if (role == 0) {
      w->data = 1;
      near::template fence<memory_order::release>();
      near::store(flag, 1);
    } else if (role == 1) {
      while (near::load(flag) != 1) {
      }
      near::template fence<memory_order::acquire>();
      far::template fence<memory_order::release>();
      far::store(&w->second_flag, 1);
    } else {
      while (far::load(&w->second_flag) != 1) {
      }
      far::template fence<memory_order::acquire>();
      w->out = w->data;
    }
  }
};

constexpr unsigned lanes = 32;

/// Launches a shape with one thread per role. With `in_shared` the flag is in shared memory.
template <class Shape>
void play(placement where, bool in_shared) {
  const unsigned apart = where == placement::same_warp ? 1 : lanes;
  const unsigned in_block = where == placement::different_blocks ? 1
                            : where == placement::two_and_one    ? 2
                                                                 : Shape::roles;
  const unsigned grid = (Shape::roles + in_block - 1) / in_block;
  stream on;
  device_array<message_words> memory(1);
  memory.fill_bytes(0);
  launch(
      grid, (in_block - 1) * apart + 1, sizeof(unsigned), on,
      [=](message_words* w) {
        auto* const shared = shared_array<unsigned>();
        if (thread_index() == 0) *shared = 0;
        sync_block();
        const unsigned role = block_index() * in_block + thread_index() / apart;
        if (thread_index() % apart != 0 || role >= Shape::roles) return;
        Shape{}(role, w, in_shared ? shared : &w->flag);
      },
      memory.data());
  on.synchronize();
}

int cases = 0;
int wrong_cases = 0;

template <class Shape>
void expect(const char* name, const form_description& f, placement where) {
  const bool in_shared = f.space == memory_space::shared;
  if (in_shared && where >= placement::different_blocks) return;
  const bool is_race = !is_ordered(f.how) || !is_within(f, where);
  const int before = test::reports();
  play<Shape>(where, in_shared);
  ++cases;
  if ((test::reports() != before) == is_race) return;
  ++wrong_cases;
  std::printf("%s_%s_%s: %s\n", name, f.name().c_str(), name_of(where),
              is_race ? "not reported" : "reported");
}
template <template <class> class Shape, class... Forms>
void expect_all(const char* name, form_list<Forms...>) {
  const auto forms = form_list<Forms...>::descriptions();
  for (const placement where : {placement::same_warp, placement::same_block,
                                placement::different_blocks, placement::two_and_one}) {
    std::size_t f = 0;
    const auto next = [&](auto shape) {
      using its = decltype(shape);
      if (where != placement::two_and_one || its::roles == 3) expect<its>(name, forms[f], where);
      ++f;
    };
    (next(Shape<Forms>{}), ...);
  }
}

template <class Form>
using by_stores = plain_message<by_store, Form>;
template <class Form>
using by_updates = plain_message<by_update, Form>;
template <class Form>
using by_exchanges = plain_message<by_exchange, Form>;
template <class Form>
using by_compare_exchanges = plain_message<by_compare_exchange, Form>;

/// Each block and each thread starts once, for each seed.
void expect_all_to_start() {
  namespace race = backends::host::race;
  const unsigned before = race::seed;
  for (race::seed = 0; race::seed < 20; ++race::seed) {
    for (const unsigned n : {1u, 2u, 3u, 12u, 64u, 1000u}) {
      std::set<unsigned> started;
      for (unsigned i = 0; i < n; ++i) started.insert(race::nth_to_start(i, n));
      ++cases;
      if (started.size() != n || *started.rbegin() != n - 1) {
        ++wrong_cases;
        std::printf("seed %u: not all of %u start\n", race::seed, n);
      }
    }
  }
  race::seed = before;
}

}  // namespace
}  // namespace litmus

int main() {
  using namespace litmus;
  expect_all_to_start();
  expect_all<by_stores>("message", message_forms{});
  expect_all<by_updates>("message_by_updates", seq_cst_forms{});
  expect_all<by_exchanges>("message_by_exchanges", acquire_release_forms{});
  expect_all<by_compare_exchanges>("message_by_compare_exchanges", acquire_release_forms{});
  expect_all<plain_release_sequence>("release_sequence", acquire_release_forms{});
  expect_all<plain_message_handed_on>("message_handed_on", handed_on_forms{});
  std::printf("%d wrong of %d\n", wrong_cases, cases);
  return wrong_cases == 0 ? 0 : 1;
}
