// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// A program with using-directives of the library and of std, with names of its own that the
/// library uses within, and with specialisations for its types. Compiles as C++17 in the build, and
/// as C++20 in names_test.py.

#include <algorithm>
#include <atomic>
#if __cplusplus >= 202002L
#include <latch>
#include <semaphore>
#endif
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace user {

struct alignas(8) force {
  float x, y;
};
struct count {
  long long number;
};

}  // namespace user

// Specialised from the library's namespace, and from the global one.
namespace diatomic {
template <>
inline constexpr kind number_kind_v<user::force> = kind::f32x2;
}  // namespace diatomic
template <>
inline constexpr diatomic::kind diatomic::number_kind_v<user::count> = diatomic::kind::i64;

static_assert(diatomic::kind_of_v<user::force> == diatomic::kind::f32x2);
static_assert(diatomic::kind_of_v<user::count> == diatomic::kind::i64);

namespace user {

using namespace std;
using namespace diatomic;

struct cell {
  int content;
};
struct rule {
  int number;
};
struct question {};
struct condition {};
struct architecture {};
enum class method { first, second };
enum class table_entry { none, one };

int find(const vector<int>& in, int what) {
  for (int i = 0; i < static_cast<int>(in.size()); ++i) {
    if (in[static_cast<size_t>(i)] == what) return i;
  }
  return -1;
}

}  // namespace user

// At global scope a name clashes with one that a using-directive brings there.
using namespace std;
using namespace diatomic;

struct cell {
  int content;
};
struct rule {
  int number;
};
struct question {};
struct condition {};
struct architecture {};
struct set_of {};
enum class method { first, second };
enum class table_entry { none, one };
const int sums = 1, extrema = 2, counts = 3, updates = 4, integers = 5, floats = 6, arithmetic = 7;
const int backend = 8, device_ops = 9, is_float = 10, element_of = 11, element_count = 12,
          bitwise = 13;
const int native_instruction = 14, lane_hints = 15, is_meaningful = 16;

bool matches(const rule& r, const question&) { return r.number == 0; }
void put(cell& to, int what) { to.content = what; }
int find(const rule* table, int count) { return table[count - 1].number; }

int use_of_names() {
  cell c{0};
  put(c, sums + extrema + counts + updates + integers + floats + arithmetic + backend + device_ops);
  const rule table[] = {{is_float}, {element_of + element_count + bitwise}};
  const condition given{};
  const architecture chip{};
  const set_of all{};
  static_cast<void>(given), static_cast<void>(chip), static_cast<void>(all);
  const method how = method::second;
  const table_entry entry = table_entry::one;
  int word = native_instruction + lane_hints + is_meaningful;
  fetch_add(&word, 1, acquire, block_scope);
  diatomic::atomic_ref<int>(word).store(2, std::memory_order_release);
  vector<int> list{3, 1, 2};
  sort(list.begin(), list.end());
  return find(table, 2) + c.content + (matches(table[0], question{}) ? 1 : 0) +
         user::find(list, 2) + (how == method::first) + (entry == table_entry::none);
}

// The tags alone make no name of std ambiguous.
namespace with_tags {

using namespace std;
using namespace diatomic::tags;

int use_of_tags(int* word, std::atomic<int>& counter) {
#if __cplusplus >= 202002L
  latch done(1);
  done.count_down();
#endif
  const std::memory_order order = memory_order_relaxed;
  diatomic::store_add(word, 1, release, device_scope, in_global);
  return diatomic::load(word, acquire) + counter.load(order);
}

}  // namespace with_tags
