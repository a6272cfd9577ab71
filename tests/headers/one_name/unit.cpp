// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "headers/one_name/unit.hpp"

#include <atomic>
#include <cstdint>

using namespace diatomic;

template <>
bool is_checked<UNIT>() {
  return DIATOMIC_CHECKED != 0;
}

template <>
number add<UNIT>(atomic<unsigned>& count, atomic<number, relaxed_t>& sum,
                 atomic_ref<unsigned> reference, atomic_flag<>& flag, number last) {
  ++count;
  sum += 1;
  reference.store_add(1);
  flag.test_and_set();
  return last;
}

template <>
unsigned total<UNIT>(cell& all) {
  unsigned sum = all.count + all.reference.load() + all.view.load();
  sum += static_cast<unsigned>(all.sum.load().to<float>() + all.last.to<float>());
  sum += all.flag.test() ? 7 : 0;
  all.flag.clear();
  return sum;
}

template <>
unsigned element<UNIT>(const accessor& access, unsigned* numbers, int i) {
  return access.access(access.offset(numbers, i), 0).load();
}

template <>
bool wrap<UNIT>(int way) {
  using object = atomic<number>;
  object greatest(number::from_units(INT64_MAX)), least(number::from_units(INT64_MIN));
  // Pointers to members need a function in the object, even if all calls are inlined.
  number (object::* const prefixes[])() = {&object::operator++, &object::operator-- };
  number (object::* const postfixes[])(int) = {&object::operator++, &object::operator-- };
  switch (way) {
    case 0:
      ++greatest;
      return true;
    case 1:
      least--;
      return true;
    case 2:
      greatest += 1;
      return true;
    case 3:
      least -= 1;
      return true;
    case 4:
      greatest.fetch_add(1);
      return true;
    case 5:
      greatest.ref().store_add(1, relaxed);
      return true;
    case 6:
      least.ref().sub_fetch(1, std::memory_order_seq_cst);
      return true;
    case 7:
      (greatest.*prefixes[0])();
      return true;
    case 8:
      (least.*prefixes[1])();
      return true;
    case 9:
      (greatest.*postfixes[0])(0);
      return true;
    case 10:
      (least.*postfixes[1])(0);
      return true;
    default:
      return false;
  }
}
