// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Every member of the types that have one name in all backends and modes. Compiled in several modes
// with all inline functions kept, for shared_code.py.

#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/fixed_point.hpp>

#include "support/members.hpp"

using namespace diatomic;

// The members that are not templates.
template class diatomic::atomic<unsigned>;
template class diatomic::atomic_flag<>;
template class diatomic::atomic_ref<unsigned>;
template class diatomic::atomic_ref<const unsigned>;
template class diatomic::fixed_point<-8>;
template struct diatomic::atomic_accessor<float>;

namespace {

template <op... Ops, class T>
void use_updates(const atomic_ref<T>& ref, T v) {
  (test::member_fetch<Ops>(ref, v), ...);
  (test::member_new<Ops>(ref, v), ...);
  (test::member_store<Ops>(ref, v), ...);
}
void use_ref(const atomic_ref<unsigned>& ref, unsigned v) {
  ref.store(ref.load());
  ref.wait(ref.exchange(v));
  ref.compare_exchange(v, v);
  ref.compare_exchange_strong(v, v);
  ref.compare_exchange_weak(v, v);
  ref.fetch_update([](unsigned old) { return old; });
  ref.try_update([](unsigned&) { return true; });
  use_updates<op::add, op::sub, op::mul, op::div, op::mod, op::bit_and, op::bit_or, op::bit_xor,
              op::bit_nand, op::shl, op::shr, op::min, op::max, op::inc_wrap, op::dec_wrap>(ref, v);
}
void use_atomic(atomic<unsigned>& object, unsigned v) {
  object.store(object.load());
  object.wait(object.exchange(v));
  object.compare_exchange_strong(v, v);
  object.compare_exchange_weak(v, v);
  object.fetch_add(v);
  object.fetch_sub(v);
  object.fetch_and(v);
  object.fetch_or(v);
  object.fetch_xor(v);
  object.fetch_min(v);
  object.fetch_max(v);
  object.store_add(v);
  object.store_min(v);
  object.store_max(v);
}

}  // namespace

void use_all(atomic<unsigned>& object, const atomic_ref<float>& real, atomic_flag<>& flag,
             fixed_point<-8> number) {
  use_ref(object.ref(), 1);
  use_atomic(object, 1);
  use_updates<op::fminimum, op::fmaximum, op::fminimum_num, op::fmaximum_num, op::min_if_less,
              op::max_if_greater>(real, 1.0f);
  flag.wait(flag.test_and_set());
  if (flag.test()) flag.clear();
  real += number.to<float>() + fixed_point<-8>(1).to<float>();
}
