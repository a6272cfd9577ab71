// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "operations.hpp"

namespace measured_operations {
namespace {

constexpr unsigned few_operations = operations / 32;  // collisions are slow

/// Where the lanes of a warp go: all to one word, or each to one of a few.
template <unsigned Words>
DIATOMIC_DEVICE unsigned few_index(unsigned thread, unsigned k) {
  return Words == 1 ? 0 : ((thread + k * blocks * threads) * 2654435761u >> 16) % Words * 32;
}

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

template <class Contender, class T, unsigned Words, bool UsesResult>
struct add_to_few {
  DIATOMIC_DEVICE void operator()(T* words, T* results, unsigned round) const {
    const unsigned thread = diatomic::global_index();
    values_seen<T> seen;
    for (unsigned k = 0; k < few_operations; ++k) {
      T* const p = words + few_index<Words>(thread, k);
      const T v = number<T>((thread + k + round) % 7 + 1);
      const T old = Contender::template call<op::add>(p, v);
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

template <class Contender, class T, unsigned Words, bool UsesResult>
inline constexpr double rounds_of<add_to_few<Contender, T, Words, UsesResult>> =
    double{few_operations} / operations;

template <class Contender>
inline constexpr double rounds_of<keep_some<Contender>> = double{few_operations} / operations;

namespace {

template <class T, unsigned Words, bool UsesResult, class... Contenders>
void add_contenders(const std::string& test) {
  (add<T>(test, Contenders::name, add_to_few<Contenders, T, Words, UsesResult>{}), ...);
}

template <class T>
void add_type(const std::string& type) {
  add_contenders<T, 1, false, ours_storing, same_address, few_addresses, intrinsic>(
      "lanes/store_add " + type + ", one address");
  add_contenders<T, 32, false, ours_storing, few_addresses, intrinsic>("lanes/store_add " + type +
                                                                       ", 32 addresses");
}

}  // namespace

void add_lanes() {
  add_type<int>("int");
  add_type<unsigned long long>("unsigned long long");
  add_type<float>("float");
  add_type<double>("double");
  add_contenders<float, 1, true, ours, same_address_fetching, few_addresses_fetching, intrinsic>(
      "lanes/fetch_add float, one address");
  add_contenders<int, 1, true, ours, same_address_fetching, few_addresses_fetching, intrinsic>(
      "lanes/fetch_add int, one address");
  add<unsigned>("lanes/claim_slot, random predicate", our_slot::name, keep_some<our_slot>{});
  add<unsigned>("lanes/claim_slot, random predicate", slot_by_intrinsic::name,
                keep_some<slot_by_intrinsic>{});
  add<unsigned>("lanes/claim_slot, random predicate", slot_by_ballot::name,
                keep_some<slot_by_ballot>{});
}

}  // namespace measured_operations
