// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile: calls with `located` operands resolve to the overloads here, which count
/// them and continue with plain values.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/waiting.hpp>
#include <diatomic/atomics/detail/warp_updates.hpp>
#include <diatomic/dispatch/cas_loop.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/modes/profile_counts.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// A function of a CAS loop that counts the loop's rounds.
template <class F>
struct counting_rounds {
  F f;
  std::uint64_t& rounds;

  DIATOMIC_EXEC_CHECK_DISABLE
  template <class T>
  DIATOMIC_FUNCTION bool operator()(const T& seen, T& desired) const {
    ++rounds;
    return f(seen, desired);
  }
};
/// The rounds of one loop after the first; 0 if the call took another way than the loop.
DIATOMIC_FUNCTION std::uint64_t retries_of(std::uint64_t rounds) {
  return rounds == 0 ? 0 : rounds - 1;
}

/// Whether an object is in neither the block's shared memory nor global memory: in the shared
/// memory of another block of the cluster.
DIATOMIC_FUNCTION bool is_elsewhere([[maybe_unused]] const void* p) {
  if constexpr (device_ops::has_cluster_memory) {
    return !device_ops::is_shared(p) && !device_ops::is_global(p);
  } else {
    return false;
  }
}

/// `detail::update`, counting the retries of its CAS loops.
template <op Op, class Access>
struct counted_update {
  std::uint64_t& retries;

  template <class T>
  DIATOMIC_FUNCTION T operator()(T* p, T v) const {
    constexpr method implementation = entry_v<Op, T, Access>.implementation;
    if constexpr (combines_lanes_v<Op, Access, T>) {
      using alone = typename Access::template without_hint<lane_hints>;
      return detail::aggregate_lanes<Op, Access>(p, v, counted_update<Op, alone>{retries});
    } else if constexpr (implementation == method::by_space) {
      using in_shared = typename Access::template with_space<memory_space::shared>;
      using in_global = typename Access::template with_space<memory_space::global>;
      if (device_ops::is_shared(p)) return counted_update<Op, in_shared>{retries}(p, v);
      if (detail::is_elsewhere(p)) return detail::update<Op, Access>(p, v);
      return counted_update<Op, in_global>{retries}(p, v);
    } else if constexpr (implementation == method::by_element) {
      return detail::update_elements(p, v, *this);
    } else if constexpr (implementation == method::cas_loop) {
      std::uint64_t rounds = 0;
      T old = v;
      if constexpr (is_contained_v<T>) {
        using applying = apply_in_word<Op, Access, T>;
        old = detail::update_in_word_loop<Op, Access>(
            p, v, counting_rounds<applying>{applying(p, v), rounds});
      } else {
        using applying = apply_operand<Op, Access, T>;
        const counting_rounds<applying> apply{applying{v}, rounds};
        old = detail::cas_loop<Access, first_access<Op, Access>>(p, apply).old;
      }
      retries += retries_of(rounds);
      return old;
    } else {
      return detail::update<Op, Access>(p, v);
    }
  }
};

/// The method of a call on the object at `p`, whose space may decide.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION method method_of(const T* p) {
  using in_shared = typename Access::template with_space<memory_space::shared>;
  using in_global = typename Access::template with_space<memory_space::global>;
  constexpr method own = entry_v<Op, T, Access>.implementation;
  if (own != method::by_space) return own;
  constexpr method shared = entry_v<Op, T, in_shared>.implementation;
  constexpr method global = entry_v<Op, T, in_global>.implementation;
  return device_ops::is_shared(p) || detail::is_elsewhere(p) ? shared : global;
}

/// Counts the call of an operation that the support table describes.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION call_record count_call(call_site at, const T* p,
                                         const char* name = op_name_v<Op>) {
  return {at,
          {form_v<Op, Access>, name, kind_name_v<T>, false, Access::value,
           detail::method_of<Op, Access>(p)},
          p};
}
/// A CAS loop with the caller's function, counted.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION loop_outcome<T> counted_loop(located<T*> p, const char* name, F f) {
  const call_record record(p.at, {"", name, kind_name_v<T>, false, Access::value, method::cas_loop},
                           p.content);
  std::uint64_t rounds = 0;
  const counting_rounds<F> apply{f, rounds};
  const loop_outcome<T> outcome = detail::cas_loop<Access>(p.content, apply);
  record.retried(retries_of(rounds));
  return outcome;
}

template <class T>
DIATOMIC_FUNCTION void check_slot(const T*, call_site) {}

template <class Access, class P>
DIATOMIC_FUNCTION auto load(located<P> p) {
  using type = std::remove_const_t<std::remove_pointer_t<P>>;
  detail::count_call<op::load, Access, type>(p.at, p.content);
  return detail::load<Access>(p.content);
}

template <class Access, class T>
DIATOMIC_FUNCTION T wait(const T* p, located<T> old) {
  const call_record record = detail::count_call<op::load, Access>(old.at, p, "wait");
  return detail::wait<Access>(p, old.content, record);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION T wait_for(located<const T*> p, F& holds) {
  const call_record record = detail::count_call<op::load, Access>(p.at, p.content, "wait_until");
  return detail::wait_for<Access>(p.content, holds, record);
}

template <class Access, class T>
DIATOMIC_FUNCTION T compare_exchange(T* p, located<T> expected, located<T> desired) {
  const call_record record = detail::count_call<op::compare_exchange, Access>(desired.at, p);
  const T old = detail::compare_exchange<Access>(p, expected.content, desired.content);
  record.retried(detail::bits_as<unsigned_of<T>>(old) !=
                         detail::bits_as<unsigned_of<T>>(expected.content)
                     ? 1
                     : 0);
  return old;
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update(T* p, located<T> v) {
  const call_record record = detail::count_call<Op, Access>(v.at, p);
  std::uint64_t retries = 0;
  const T old = counted_update<Op, Access>{retries}(p, v.content);
  record.retried(retries);
  return old;
}

template <op Op, class Access, class T>
DIATOMIC_FUNCTION T update_scaled(T* p, located<typename addend<T>::type> v) {
  if constexpr (std::is_pointer_v<T>) {
    detail::count_call<Op, Access>(v.at, p);
    return detail::update_scaled<Op, Access>(p, v.content);
  } else {
    return detail::update<Op, Access>(p, v);
  }
}

template <class Access, class T>
DIATOMIC_FUNCTION void add_in_array(T* base, std::size_t index, std::size_t length, located<T> v) {
  T* const p = base + index;
  const call_record record = detail::count_call<op::add, Access>(v.at, p, "add_at");
  std::uint64_t retries = 0;
  if (detail::has_pair(p, index, length)) {
    using in_pairs = typename Access::template with_hint<hint::in_array>;
    counted_update<op::add, in_pairs>{retries}(p, v.content);
  } else {
    counted_update<op::add, Access>{retries}(p, v.content);
  }
  record.retried(retries);
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION T fetch_update(located<T*> p, F& f) {
  return detail::counted_loop<Access>(p, "fetch_update", calling<false, F>{f}).old;
}

DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION bool try_update(located<T*> p, F& f) {
  return detail::counted_loop<Access>(p, "try_update", calling<true, F>{f}).stored;
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
