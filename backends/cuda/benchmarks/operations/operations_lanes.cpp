// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <vector>

#include <diatomic/atomics/number_types.hpp>

#include "operations.hpp"

namespace measured_operations {
namespace {

constexpr unsigned few_operations = operations / 32;  // collisions are slow

struct same_address_name {
  static constexpr const char* name = "diatomic, same_address";
};
struct few_addresses_name {
  static constexpr const char* name = "diatomic, few_addresses";
};
using same_address = ours_storing_hinting<diatomic::same_address_t, same_address_name>;
using few_addresses = ours_storing_hinting<diatomic::few_addresses_t, few_addresses_name>;
using same_address_fetching = ours_hinting<diatomic::same_address_t, same_address_name>;
using few_addresses_fetching = ours_hinting<diatomic::few_addresses_t, few_addresses_name>;

template <class Contender, class T, bool UsesResult>
struct add_to_one {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    values_seen<T> seen;
    for (unsigned k = 0; k < few_operations; ++k) {
      const T v = number<T>((thread + k + round) % 7 + 1);
      const T old = Contender::template call<op::add>(words, v);
      if (UsesResult) seen.add(old);
    }
    if (UsesResult) results[thread] = seen.all();
  }
};

/// Which of the threads' numbers are kept: about three in five.
DIATOMIC_DEVICE bool is_kept(unsigned i) { return (i * 2654435761u >> 13) % 5 < 3; }

struct slot_by_intrinsic {
  static constexpr const char* name = "intrinsic";
  static DIATOMIC_DEVICE unsigned claim(unsigned* count) { return atomicAdd(count, 1u); }
};
/// As the programming guides write it.
struct slot_by_ballot {
  static constexpr const char* name = "textbook";
  static DIATOMIC_DEVICE unsigned claim(unsigned* count) {
    const unsigned active = __activemask();
    const int leader = __ffs(active) - 1;
    const unsigned lane = threadIdx.x % 32;
    unsigned first = 0;
    if (lane == static_cast<unsigned>(leader)) first = atomicAdd(count, __popc(active));
    first = __shfl_sync(active, first, leader);
    return first + __popc(active & ((1u << lane) - 1));
  }
};
struct our_slot {
  static constexpr const char* name = "diatomic";
  static DIATOMIC_DEVICE unsigned claim(unsigned* count) { return diatomic::claim_slot(count); }
};

template <class Contender>
struct keep_some {
  DIATOMIC_DEVICE void operator()(unsigned* words, unsigned* results, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    for (unsigned k = 0; k < few_operations; ++k) {
      const unsigned i = (thread + k * blocks * threads) ^ round;
      if (is_kept(i)) results[Contender::claim(words) % (blocks * threads)] = i;
    }
  }
};
}  // namespace

template <class Contender, class T, bool UsesResult>
inline constexpr double rounds_of<add_to_one<Contender, T, UsesResult>> =
    double{few_operations} / operations;

template <class Contender>
inline constexpr double rounds_of<keep_some<Contender>> = double{few_operations} / operations;

namespace {

template <class T, bool UsesResult, class... Contenders>
void add_contenders(const std::string& test) {
  (add<T>(test, Contenders::name, add_to_one<Contenders, T, UsesResult>{}), ...);
}

template <class T>
void add_type(const std::string& type) {
  add_contenders<T, false, ours_storing, same_address, few_addresses, intrinsic>(
      "lanes/store_add " + type + ", one address");
}

}  // namespace

namespace {

/// Where operations go: to any of `words` words, each a word (or a line) from the next; half of
/// them to the first; neighbouring threads to neighbouring words, whose numbers are the thread's or
/// are loaded. Of a `divergent` warp a quarter of the lanes, at random, take no part. `words` is a
/// power of two: a division would take longer than many additions, and is not done as often without
/// the hint, where the compiler unrolls the loop.
enum class pattern { uniform, apart, skewed, coalesced, loaded };
constexpr unsigned line = 32;
constexpr unsigned indices_in_memory = 1u << 24;  // more than the L2 cache holds

DIATOMIC_DEVICE unsigned scattered(unsigned i) {
  i = (i ^ i >> 16) * 0x7feb352du;
  i = (i ^ i >> 15) * 0x846ca68bu;
  return i ^ i >> 16;
}
template <pattern Pattern>
DIATOMIC_DEVICE unsigned index_in(unsigned words, const unsigned* indices, unsigned i) {
  if constexpr (Pattern == pattern::coalesced) return i & (words - 1);
  if constexpr (Pattern == pattern::loaded) return indices[i & (indices_in_memory - 1)];
  const unsigned hash = scattered(i);
  if (Pattern == pattern::skewed && hash % 2 == 0) return 0;
  return (hash >> 8 & (words - 1)) * (Pattern == pattern::apart ? line : 1);
}
/// The numbers of `coalesced_words` words, again and again, in device memory.
const unsigned* indices_of_words() {
  static const diatomic::device_array<unsigned> indices = [] {
    std::vector<unsigned> numbers(indices_in_memory);
    for (unsigned i = 0; i < indices_in_memory; ++i) numbers[i] = i % coalesced_words;
    diatomic::device_array<unsigned> uploaded(indices_in_memory);
    uploaded.upload(numbers);
    return uploaded;
  }();
  return indices.data();
}

/// An operation of the sweep: with the hints, or as it is.
template <op Op, bool UsesResult, class... Hints>
struct form {
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    if constexpr (Op == op::add && UsesResult) return diatomic::fetch_add(p, v, Hints{}...);
    if constexpr (Op == op::add && !UsesResult) diatomic::store_add(p, v, Hints{}...);
    if constexpr (Op == op::max && !UsesResult) diatomic::store_max(p, v, Hints{}...);
    if constexpr (Op == op::bit_or && !UsesResult) diatomic::store_or(p, v, Hints{}...);
    return v;
  }
};

/// `Rounds` operations of each thread among `words` words; shared memory has `shared_words`.
template <class Form, class T, pattern Pattern, bool IsShared, bool IsDivergent, unsigned Rounds>
struct go_among {
  unsigned words;
  const unsigned* indices;

  DIATOMIC_DEVICE void operator()(T* in_memory, T* results, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    T* const shared = diatomic::shared_array<T>();
    if (IsShared) {
      for (unsigned i = diatomic::thread_index(); i < shared_words; i += threads) {
        shared[i] = number<T>(0);
      }
      diatomic::sync_block();
    }
    T* const at = IsShared ? shared : in_memory;
    values_seen<T> seen;
    for (unsigned k = 0; k < Rounds; ++k) {
      const unsigned i = thread + k * blocks * threads;
      if (IsDivergent && scattered(thread) % 4 == 0) continue;
      const T v = signed_number<T>(thread % 7 + 1, thread + k + round);
      seen.add(Form::call(at + index_in<Pattern>(words, indices, i ^ round), v));
    }
    results[thread] = seen.all();
    if (IsShared) {
      diatomic::sync_block();
      for (unsigned i = diatomic::thread_index(); i < shared_words; i += threads) {
        in_memory[i] = shared[i];
      }
    }
  }
};

/// Collisions are slow, and shared memory is fast.
constexpr unsigned rounds_in_memory = operations;
constexpr unsigned rounds_in_conflict = operations / 32;
constexpr unsigned rounds_in_shared = operations * 4;

}  // namespace

template <class Form, class T, pattern Pattern, bool IsShared, bool IsDivergent, unsigned Rounds>
inline constexpr double rounds_of<go_among<Form, T, Pattern, IsShared, IsDivergent, Rounds>> =
    double{Rounds} / operations;

namespace {

/// The form with the hint, beside the plain one.
template <op Op, bool UsesResult, class T, pattern Pattern, bool IsShared, bool IsDivergent,
          unsigned Rounds, class... Hints>
void add_pair(const std::string& test, unsigned words) {
  using plain = form<Op, UsesResult, Hints...>;
  using hinted = form<Op, UsesResult, Hints..., diatomic::few_addresses_t>;
  const unsigned* const indices = Pattern == pattern::loaded ? indices_of_words() : nullptr;
  add<T>(test, "plain", go_among<plain, T, Pattern, IsShared, IsDivergent, Rounds>{words, indices});
  add<T>(test, "diatomic, few_addresses",
         go_among<hinted, T, Pattern, IsShared, IsDivergent, Rounds>{words, indices});
}

/// Rows of an operation in global memory, from the most contention to none.
template <op Op, bool UsesResult, class T, class... Hints>
void add_rows(const std::string& type) {
  const std::string name = "lanes/" + type + ", ";
  for (const unsigned words : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) {
    add_pair<Op, UsesResult, T, pattern::uniform, false, false, rounds_in_conflict, Hints...>(
        name + std::to_string(words) + " words", words);
  }
  for (const unsigned words : {128u, 256u, 1024u, 1u << 14, 1u << 16, 1u << 20}) {
    add_pair<Op, UsesResult, T, pattern::uniform, false, false, rounds_in_memory, Hints...>(
        name + std::to_string(words) + " words", words);
  }
  for (const unsigned words : {8u, 32u, 128u, 1024u}) {
    add_pair<Op, UsesResult, T, pattern::apart, false, false, rounds_in_conflict, Hints...>(
        name + std::to_string(words) + " words apart", words);
  }
  for (const unsigned words : {256u, 1u << 16}) {
    add_pair<Op, UsesResult, T, pattern::skewed, false, false, rounds_in_conflict, Hints...>(
        name + std::to_string(words) + " words, half to one", words);
  }
  add_pair<Op, UsesResult, T, pattern::coalesced, false, false, rounds_in_memory, Hints...>(
      name + "coalesced", coalesced_words);
  add_pair<Op, UsesResult, T, pattern::coalesced, false, true, rounds_in_memory, Hints...>(
      name + "coalesced, divergent", coalesced_words);
  add_pair<Op, UsesResult, T, pattern::loaded, false, false, rounds_in_memory, Hints...>(
      name + "coalesced, indices loaded", coalesced_words);
  add_pair<Op, UsesResult, T, pattern::loaded, false, true, rounds_in_memory, Hints...>(
      name + "coalesced, indices loaded, divergent", coalesced_words);
  for (const unsigned words : {1u, 8u, 16u, 32u}) {
    add_pair<Op, UsesResult, T, pattern::uniform, false, true, rounds_in_conflict, Hints...>(
        name + std::to_string(words) + " words, divergent", words);
  }
  add_pair<Op, UsesResult, T, pattern::skewed, false, true, rounds_in_conflict, Hints...>(
      name + "65536 words, half to one, divergent", 1u << 16);
  add_pair<Op, UsesResult, T, pattern::uniform, false, true, rounds_in_memory, Hints...>(
      name + "65536 words, divergent", 1u << 16);
}

/// In the block's shared memory.
template <op Op, bool UsesResult, class T>
void add_shared_rows(const std::string& type) {
  const std::string name = "lanes/" + type + " shared, ";
  for (const unsigned words : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 256u, 1024u}) {
    add_pair<Op, UsesResult, T, pattern::uniform, true, false, rounds_in_memory>(
        name + std::to_string(words) + " words", words);
  }
  add_pair<Op, UsesResult, T, pattern::skewed, true, false, rounds_in_memory>(
      name + "1024 words, half to one", shared_words);
  add_pair<Op, UsesResult, T, pattern::coalesced, true, false, rounds_in_shared>(name + "coalesced",
                                                                                 shared_words);
}

void add_few_addresses() {
  add_rows<op::add, false, float>("store_add float");
  add_rows<op::add, true, float>("fetch_add float");
  add_rows<op::add, false, double>("store_add double");
  add_rows<op::add, false, unsigned>("store_add unsigned");
  add_rows<op::add, true, unsigned>("fetch_add unsigned");
  add_rows<op::add, false, unsigned long long>("store_add unsigned long long");
  add_rows<op::max, false, float>("store_max float");
  add_rows<op::max, false, unsigned>("store_max unsigned");
  add_rows<op::bit_or, false, unsigned>("store_or unsigned");
  add_rows<op::add, false, diatomic::half, diatomic::in_array_t>("store_add half in_array");
  add_shared_rows<op::add, false, float>("store_add float");
  add_shared_rows<op::add, true, float>("fetch_add float");
  add_shared_rows<op::add, false, double>("store_add double");
  add_shared_rows<op::add, false, diatomic::half>("store_add half");
  add_shared_rows<op::add, false, unsigned>("store_add unsigned");
  add_shared_rows<op::add, true, unsigned>("fetch_add unsigned");
}

}  // namespace

void add_lanes() {
  add_type<int>("int");
  add_type<unsigned long long>("unsigned long long");
  add_type<float>("float");
  add_type<double>("double");
  add_contenders<float, true, ours, same_address_fetching, few_addresses_fetching, intrinsic>(
      "lanes/fetch_add float, one address");
  add_contenders<int, true, ours, same_address_fetching, few_addresses_fetching, intrinsic>(
      "lanes/fetch_add int, one address");
  add<unsigned>("lanes/claim_slot, random predicate", our_slot::name, keep_some<our_slot>{});
  add<unsigned>("lanes/claim_slot, random predicate", slot_by_intrinsic::name,
                keep_some<slot_by_intrinsic>{});
  add<unsigned>("lanes/claim_slot, random predicate", slot_by_ballot::name,
                keep_some<slot_by_ballot>{});
  add_few_addresses();
}

}  // namespace measured_operations
