// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Linked lists, stacks and hash tables without locks.

#include <cstdint>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "second_main.hpp"

namespace {

using namespace diatomic;

constexpr unsigned slots = 512;
constexpr unsigned busy = ~0u;  // the slot's key is being written; 0: free

DIATOMIC_FUNCTION unsigned first_slot(unsigned key) { return key * 2654435761u >> 23; }

struct slot {
  unsigned key;
  unsigned value;
};
/// Keeps the value of the first to insert the key.
DIATOMIC_FUNCTION void insert(slot* table, unsigned key, unsigned value, bool is_right) {
  for (unsigned at = first_slot(key);; at = (at + 1) % slots) {
    unsigned seen = compare_exchange(&table[at].key, 0u, is_right ? busy : key, release);
    if (seen == 0) {
      table[at].value = value;
      if (is_right) store(&table[at].key, key, release);
      return;
    }
    while (seen == busy) seen = load(&table[at].key);
    if (seen == key) return;
  }
}
/// 0 if the key is not in the table yet.
DIATOMIC_FUNCTION unsigned find(const slot* table, unsigned key) {
  for (unsigned at = first_slot(key);; at = (at + 1) % slots) {
    const unsigned seen = load(&table[at].key, acquire);
    if (seen == key) return table[at].value;
    if (seen == 0) return 0;
  }
}
/// Blocks insert keys, some of them twice, and look up the keys of the next block. Wrong: the
/// key is in its slot before the value is.
void hash_key_before_value(bool is_right) {
  constexpr unsigned keys = 6 * 48 + 16;
  stream on;
  device_array<slot> table(slots);
  device_array<unsigned> wrong(1);
  table.fill_bytes(0);
  wrong.fill_bytes(0);
  const auto join = [=](slot* table, unsigned* wrong) {
    const unsigned own = 1 + block_index() * 48 + thread_index();
    insert(table, own, own * own, is_right);
    for (unsigned ahead = 0; ahead < 3; ++ahead) {
      const unsigned other = 1 + (own + 48 + 31 * ahead) % keys;
      const unsigned value = find(table, other);
      if (value != 0 && value != other * other) store_add(wrong, 1u);
    }
  };
  launch(6, 64, 0, on, join, table.data(), wrong.data());
  on.synchronize();
  second::expect(is_right, wrong.download()[0] == 0);
  unsigned found = 0;
  for (const slot& s : table.download()) {
    found += s.key != 0 && s.value == s.key * s.key ? 1 : 0;
  }
  second::expect(is_right, found == keys);
}

/// Threads count words by their hashes. Wrong: the thread that inserts a word sets its count to 1,
/// and may overwrite additions of other threads.
void hash_first_count_plain(bool is_right) {
  struct counts {
    std::uint64_t word[slots];
    unsigned count[slots];
  };
  stream on;
  device_array<std::uint64_t> text(1024);
  std::vector<std::uint64_t> words(1024);
  for (unsigned i = 0; i < 1024; ++i) words[i] = 1 + (i * i + 5 * i) % (1 + i % 97);
  text.upload(words);
  device_array<counts> table(1);
  table.fill_bytes(0);
  const auto count_words = [=](const std::uint64_t* text, counts* table) {
    const std::uint64_t none = 0;
    for (unsigned i = global_index(); i < 1024; i += global_size()) {
      unsigned at = first_slot(static_cast<unsigned>(text[i]));
      std::uint64_t seen = compare_exchange(&table->word[at], none, text[i]);
      while (seen != none && seen != text[i]) {
        at = (at + 1) % slots;
        seen = compare_exchange(&table->word[at], none, text[i]);
      }
      if (seen == none && !is_right) {
        table->count[at] = 1;
      } else {
        store_add(&table->count[at], 1u);
      }
    }
  };
  launch(4, 64, 0, on, count_words, text.data(), table.data());
  on.synchronize();
  const std::vector<counts> found = table.download();
  for (unsigned at = 0; at < slots; ++at) {
    unsigned expected = 0;
    for (const std::uint64_t w : words) expected += w == found[0].word[at] ? 1 : 0;
    second::expect(is_right, found[0].count[at] == expected);
  }
}

struct buffer {
  unsigned next;
  unsigned uses;
  unsigned values[4];
};
/// The top of a stack: the number of changes in the upper half, a buffer's number or 0 below.
using top = std::uint64_t;

DIATOMIC_FUNCTION top next_top(top seen, unsigned number) {
  return ((seen >> 32) + 1) << 32 | number;
}
DIATOMIC_FUNCTION unsigned pop(top* stack, buffer* buffers, bool is_right) {
  for (;;) {
    const top seen = load(stack, acquire);
    const auto number = static_cast<unsigned>(seen);
    if (number == 0) continue;
    // Another thread may have popped the buffer, and may write `next` to push it again.
    const unsigned next = is_right ? load(&buffers[number].next) : buffers[number].next;
    if (compare_exchange(stack, seen, next_top(seen, next), acquire) == seen) return number;
  }
}
DIATOMIC_FUNCTION void push(top* stack, buffer* buffers, unsigned number) {
  for (top seen = load(stack);;) {
    store(&buffers[number].next, static_cast<unsigned>(seen));
    const top found = compare_exchange(stack, seen, next_top(seen, number), release);
    if (found == seen) return;
    seen = found;
  }
}
/// Threads borrow buffers from a stack. Wrong: `pop` reads the link by a plain load.
void stack_plain_link(bool is_right) {
  constexpr unsigned count = 24;
  stream on;
  std::vector<buffer> start(count + 1);
  for (unsigned n = 1; n <= count; ++n) start[n] = {n - 1, 0, {}};
  device_array<buffer> buffers(count + 1);
  buffers.upload(start);
  device_array<top> stack(1);
  stack.upload({count});
  const auto borrow = [=](top* stack, buffer* buffers) {
    for (unsigned round = 0; round < 3; ++round) {
      const unsigned number = pop(stack, buffers, is_right);
      buffer& mine = buffers[number];
      for (unsigned i = 0; i < 4; ++i) mine.values[i] = global_index() + i;
      if (mine.values[3] == mine.values[0] + 3) ++mine.uses;
      push(stack, buffers, number);
    }
  };
  launch(4, 32, 0, on, borrow, stack.data(), buffers.data());
  on.synchronize();
  const std::vector<buffer> found = buffers.download();
  unsigned free_ones = 0;
  for (auto n = static_cast<unsigned>(stack.download()[0]); n != 0 && free_ones < count;) {
    n = found[n].next;
    ++free_ones;
  }
  unsigned uses = 0;
  for (const buffer& b : found) uses += b.uses;
  second::expect(is_right, free_ones == count && uses == 4 * 32 * 3);
}

struct event {
  unsigned next;
  unsigned time;
  float weight;
};
/// Threads insert events into one sorted list, and add up the weights of earlier ones. Wrong: they
/// follow links by relaxed loads, as if the address alone ordered the reads of the event.
void list_relies_on_addresses(bool is_right) {
  constexpr unsigned count = 128;
  stream on;
  device_array<event> events(count + 1);  // the first is the head
  device_array<float> sums(count);
  events.fill_bytes(0);
  const auto insert_events = [=](event* events, float* sums) {
    const unsigned own = 1 + global_index();
    const unsigned time = own * 29 % 131;
    const auto next_of = [=](unsigned e) {
      return is_right ? load(&events[e].next, acquire) : load(&events[e].next);
    };
    events[own].time = time;
    events[own].weight = 1;
    for (;;) {
      unsigned before = 0;
      unsigned at = next_of(0);
      float sum = 0;
      while (at != 0 && events[at].time < time) {
        sum += events[at].weight;
        before = at;
        at = next_of(at);
      }
      sums[own - 1] = sum;
      store(&events[own].next, at);
      if (compare_exchange(&events[before].next, at, own, release) == at) return;
    }
  };
  launch(4, 32, 0, on, insert_events, events.data(), sums.data());
  on.synchronize();
  const std::vector<event> found = events.download();
  unsigned length = 0;
  for (unsigned at = found[0].next; at != 0 && length <= count; at = found[at].next) {
    second::expect(is_right, found[at].next == 0 || found[at].time < found[found[at].next].time);
    ++length;
  }
  second::expect(is_right, length == count);
}

}  // namespace

int main(int count, char** arguments) {
  return second::run({{"hash_first_count_plain", hash_first_count_plain},
                      {"hash_key_before_value", hash_key_before_value},
                      {"list_relies_on_addresses", list_relies_on_addresses},
                      {"stack_plain_link", stack_plain_link}},
                     count, arguments);
}
