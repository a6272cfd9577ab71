// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Litmus tests of messages: what was done before a release is seen after the acquire that reads
/// it. Names and cycles of all shapes are those of the literature (Alglave, Maranget and
/// Tautschnig, "Herding cats", TOPLAS 2014).
///
/// A shape says what each role does to its words, which are 0 at first; which outcome is the weak
/// one (`is_weak`); and whether C++ forbids it in a form of that ordering whose scopes reach far
/// enough (`forbids`). Registers are written to memory at the end of a role: a store between two
/// loads would wait for the first.

#include <diatomic/diatomic.hpp>

#include "litmus/transport.hpp"

namespace litmus {

/// How a flag is raised and looked at: by a store and a load; by a reduction and an addition, not
/// of 0, which may become a load; by an exchange and a compare-exchange that finds what it expects;
/// by a compare-exchange and one that fails.
struct by_store {
  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    By::store(flag, 1);
  }
  template <class By>
  DIATOMIC_FUNCTION static unsigned look(unsigned* flag) {
    return By::load(flag);
  }
};
struct by_update {
  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    using namespace diatomic;
    store_add(flag, 1u, typename By::releases{}, typename By::scope{}, typename By::space{});
  }
  template <class By>
  DIATOMIC_FUNCTION static unsigned look(unsigned* flag) {
    using namespace diatomic;
    return fetch_add(flag, 2u, typename By::acquires{}, typename By::scope{}, typename By::space{});
  }
};
struct by_exchange {
  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    using namespace diatomic;
    exchange(flag, 1u, typename By::releases{}, typename By::scope{}, typename By::space{});
  }
  template <class By>
  DIATOMIC_FUNCTION static unsigned look(unsigned* flag) {
    using namespace diatomic;
    return compare_exchange(flag, 1u, 2u, typename By::acquires{}, typename By::scope{},
                            typename By::space{});
  }
};
struct by_compare_exchange {
  template <class By>
  DIATOMIC_FUNCTION static void raise(unsigned* flag) {
    using namespace diatomic;
    compare_exchange(flag, 0u, 1u, typename By::releases{}, typename By::scope{},
                     typename By::space{});
  }
  template <class By>
  DIATOMIC_FUNCTION static unsigned look(unsigned* flag) {
    using namespace diatomic;
    return compare_exchange(flag, 3u, 2u, typename By::acquires{}, typename By::scope{},
                            typename By::space{});
  }
};

/// The halves of a message: data, then a flag; the flag, then the data.
template <class Flag, class By>
DIATOMIC_FUNCTION void send(words_at at) {
  By::relaxed_store(at[0], 1);
  By::template fence<memory_order::release>();
  Flag::template raise<By>(at[1]);
}
template <class Flag, class By>
DIATOMIC_FUNCTION void receive(words_at at, unsigned* registers) {
  const unsigned flag = Flag::template look<By>(at[1]);
  By::template fence<memory_order::acquire>();
  const unsigned data = By::relaxed_load(at[0]);
  registers[0] = flag;
  registers[1] = data;
}

/// MP.
template <class Flag, class Forms>
struct message : shape<2, 2, Forms, is_ordered> {
  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      send<Flag, typename Form::first_role>(at);
    } else {
      receive<Flag, typename Form::other_role>(at, registers);
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.registers[1] == 0; }
};
struct message_passing : message<by_store, message_forms> {
  static constexpr const char* name = "message_passing";
};
struct message_by_updates : message<by_update, seq_cst_forms> {
  static constexpr const char* name = "message_by_updates";
};
struct message_by_exchanges : message<by_exchange, acquire_release_forms> {
  static constexpr const char* name = "message_by_exchanges";
};
struct message_by_compare_exchanges : message<by_compare_exchange, acquire_release_forms> {
  static constexpr const char* name = "message_by_compare_exchanges";
};
/// MP with data that is no atomic, which is read only where the flag says that it may be.
struct message_of_plain_data
    : shape<2, 2, joined<in_scopes<ordering::acquire_release, ordering::seq_cst>, generic_forms>,
            is_any> {
  static constexpr const char* name = "message_of_plain_data";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      *at[0] = 1;
      Form::first_role::store(at[1], 1);
    } else if (Form::other_role::load(at[1]) == 1) {
      registers[1] = *at[0];
      registers[0] = 1;
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.registers[1] == 0; }
};

template <>
inline constexpr bool has_plain_words<message_of_plain_data> = true;

/// MP with data that the nearest cache may answer, which holds the old value.
struct message_to_monotone : shape<2, 2, message_forms, is_ordered> {
  static constexpr const char* name = "message_to_monotone";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      send<by_store, typename Form::first_role>(at);
    } else {
      using by = typename Form::other_role;
      const unsigned before = by::load_monotone(at[0]);
      const unsigned flag = by_store::look<by>(at[1]);
      by::template fence<memory_order::acquire>();
      const unsigned data = by::load_monotone(at[0]);
      registers[0] = flag;
      registers[1] = data;
      registers[2] = before;
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.registers[1] == 0; }
};

/// MP through a release sequence: another role's relaxed read-modify-write comes in between. The
/// flag is odd only where the release came first.
struct release_sequence : shape<3, 2, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "release_sequence";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using by = typename Form::first_role;
    if (role == 0) {
      send<by_store, by>(at);
    } else if (role == 1) {
      diatomic::fetch_add(at[1], 2u, typename by::scope{}, typename by::space{});
    } else {
      receive<by_store, by>(at, registers);
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] % 2 == 1 && o.registers[1] == 0; }
};

/// ISA2: the message is handed on, by the second role to the third. The first two may be in one
/// block and speak at its scope, and the third hears of it at the device's: what one scope ordered
/// counts for the other.
struct message_handed_on : shape<3, 3, handed_on_forms, is_ordered> {
  static constexpr const char* name = "message_handed_on";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    using near = typename Form::first_role;
    using far = typename Form::other_role;
    if (role == 0) {
      far::relaxed_store(at[0], 1);
      near::template fence<memory_order::release>();
      near::store(at[1], 1);
    } else if (role == 1) {
      const unsigned flag = near::load(at[1]);
      near::template fence<memory_order::acquire>();
      far::template fence<memory_order::release>();
      far::store(at[2], 1);
      registers[0] = flag;
    } else {
      const unsigned flag = far::load(at[2]);
      far::template fence<memory_order::acquire>();
      const unsigned data = far::relaxed_load(at[0]);
      registers[1] = flag;
      registers[2] = data;
    }
  }
  static bool is_weak(const outcome& o) {
    return o.registers[0] == 1 && o.registers[1] == 1 && o.registers[2] == 0;
  }
};

/// The same, the first flag in the block's shared memory. Forms for no space have generic
/// addresses.
struct message_handed_on_in_shared
    : shape<3, 3, joined<handed_on_forms, generic_forms>, is_ordered> {
  static constexpr const char* name = "message_handed_on_in_shared";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    constexpr memory_space space =
        Form::space == memory_space::unspecified ? memory_space::unspecified : memory_space::shared;
    using near = typename form<Form::how, Form::first, Form::first, space>::first_role;
    using far = typename Form::other_role;
    if (role == 0) {
      far::relaxed_store(at[0], 1);
      near::template fence<memory_order::release>();
      near::store(at.in_shared, 1);
    } else if (role == 1) {
      const unsigned flag = near::load(at.in_shared);
      near::template fence<memory_order::acquire>();
      far::template fence<memory_order::release>();
      far::store(at[2], 1);
      registers[0] = flag;
    } else {
      const unsigned flag = far::load(at[2]);
      far::template fence<memory_order::acquire>();
      const unsigned data = far::relaxed_load(at[0]);
      registers[1] = flag;
      registers[2] = data;
    }
  }
  static bool is_weak(const outcome& o) { return message_handed_on::is_weak(o); }
};

template <>
inline constexpr bool has_word_in_shared<message_handed_on_in_shared> = true;

/// S: the first role's store comes before the other's, which saw a later one.
struct store_after_message : shape<2, 2, acquire_release_forms, is_ordered> {
  static constexpr const char* name = "S";

  template <class Form>
  DIATOMIC_FUNCTION static void play(unsigned role, words_at at, unsigned* registers) {
    if (role == 0) {
      using by = typename Form::first_role;
      by::relaxed_store(at[0], 2);
      by::template fence<memory_order::release>();
      by::store(at[1], 1);
    } else {
      using by = typename Form::other_role;
      const unsigned flag = by::load(at[1]);
      by::template fence<memory_order::acquire>();
      by::relaxed_store(at[0], 1);
      registers[0] = flag;
    }
  }
  static bool is_weak(const outcome& o) { return o.registers[0] == 1 && o.words[0] == 2; }
};

}  // namespace litmus
