// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Operations on objects over a network: the transport's operations on 4- and 8-byte words, or a
/// loop of its compare-exchange.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/calls.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/remote/detail/transport.hpp>
// The backend's `fail`.
// clang-format off: a blank next to the slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(modes/checked.hpp)
// clang-format on

#if DIATOMIC_HAS_HOST_CODE
#include <diatomic/runtime/error.hpp>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// Whether operations on a T are split into its elements: a network has no 16-byte objects.
template <class T>
inline constexpr bool goes_by_elements_v =
    is_vector_v<T> && (alignof(T) < sizeof(T) || sizeof(T) > 8);

/// The transport's support for `Op` on a T.
template <op Op, class T>
inline constexpr remote_support network_support_v =
    goes_by_elements_v<T> && Op == op::compare_exchange
        ? remote_support::none
        : tables::find_on_network(
              transport::table, Op,
              goes_by_elements_v<T> ? tables::element_of(kind_of_v<T>) : kind_of_v<T>);

/// Whether the transport has 4-byte words; else 8-byte words hold all objects.
inline constexpr bool has_words_of_4_bytes =
    tables::find_on_network(transport::table, op::compare_exchange, kind::u32) ==
    remote_support::transport;

/// The 4- or 8-byte word that contains the object, and the object's position in it.
template <class T>
struct network_word {
  using word =
      std::conditional_t<has_words_of_4_bytes && sizeof(T) <= 4, std::uint32_t, std::uint64_t>;
  static constexpr bool is_narrow = sizeof(T) < sizeof(word);

  const remote_place<T>& at;
  std::size_t offset;
  unsigned shift;

  DIATOMIC_FUNCTION explicit network_word(const remote_place<T>& place)
      : at(place),
        offset(is_narrow ? place.offset / sizeof(word) * sizeof(word) : place.offset),
        shift(static_cast<unsigned>(place.offset - offset) * 8) {}

  DIATOMIC_FUNCTION T get(word from) const {
    return detail::bits_as<T>(static_cast<unsigned_of<T>>(from >> shift));
  }
  DIATOMIC_FUNCTION word put(T v, word into) const {
    const auto bits = word{detail::bits_as<unsigned_of<T>>(v)};
    if constexpr (is_narrow) {
      const word mask = word{static_cast<unsigned_of<T>>(-1)} << shift;
      return (into & ~mask) | (bits << shift);
    } else {
      return bits;
    }
  }
  template <op Op>
  DIATOMIC_FUNCTION word fetch(word v) const {
    return at.in.template fetch<Op>(at.pe, offset, v);
  }
};

// Variables, since nvcc does not let device code call a constexpr host function.
template <memory_order Order>
inline constexpr bool releases_v = Order == memory_order::release ||
                                   Order == memory_order::acq_rel || Order == memory_order::seq_cst;
template <memory_order Order>
inline constexpr bool acquires_v = Order == memory_order::acquire ||
                                   Order == memory_order::acq_rel || Order == memory_order::seq_cst;
template <op Op>
inline constexpr const char* refused_op_v = name_of(Op);
template <class T>
inline constexpr const char* refused_kind_v = diatomic::name_of(kind_of_v<T>);

/// The CAS loop with the transport's compare-exchange; `cas_loop` is the local counterpart.
DIATOMIC_EXEC_CHECK_DISABLE
template <class T, class F>
DIATOMIC_FUNCTION loop_outcome<T> network_loop(const remote_place<T>& at, F&& f) {
  const network_word<T> place(at);
  auto seen = place.template fetch<op::load>(0);
  for (;;) {
    const T old = place.get(seen);
    T desired = old;
    if (!f(old, desired)) return {old, false};
    const auto found = at.in.compare_exchange(at.pe, place.offset, seen, place.put(desired, seen));
    if (found == seen) return {old, true};
    seen = found;
  }
}

template <class T>
DIATOMIC_FUNCTION remote_place<element_type<T>> element_place(const remote_place<T>& at, int i) {
  return {at.in, at.offset + static_cast<std::size_t>(i) * sizeof(element_type<T>), at.pe};
}

/// For operations that the transport does not support. Host code throws; a kernel prints a message
/// and ends.
template <op Op, class T>
[[noreturn]] DIATOMIC_FUNCTION void refuse_on_network() {
#if DIATOMIC_HAS_HOST_CODE && !DIATOMIC_DEVICE_PASS
  throw runtime_error("remote_ref", name_of(remote_support::none),
                      std::string(refused_op_v<Op>) + " on " + refused_kind_v<T> +
                          " is not supported by the transport on a " +
                          name_of(remote_link::network) + " link");
#else
  device_ops::fail<DIATOMIC_CHECKED == 2 ? 2 : 1>(
      failure{__FILE__, __LINE__, "", refused_op_v<Op>, refused_kind_v<T>,
              "not supported by the transport on a network link", false, 0});
#endif
}

/// `Op` with the operand `v` on the object, without its memory ordering. Returns the old value;
/// unspecified if the access does not use the result.
template <op Op, class Access, class T>
DIATOMIC_FUNCTION T network_operation(const remote_place<T>& at, T v) {
  using word = typename network_word<T>::word;
  constexpr bool reduces = Op == op::store || Access::value.result == result_use::unused;
  constexpr remote_support level = network_support_v<Op, T>;
  if constexpr (level == remote_support::none) {
    detail::refuse_on_network<Op, T>();
  } else if constexpr (goes_by_elements_v<T>) {
    const auto with = detail::bits_as<pack_of<T>>(v);
    return detail::by_elements<T>([&](int i) {
      return detail::network_operation<Op, Access>(detail::element_place(at, i), with.at[i]);
    });
  } else if constexpr (Op == op::load) {
    const network_word<T> place(at);
    return place.get(place.template fetch<Op>(0));
  } else if constexpr (level == remote_support::loop) {
    return detail::network_loop(at, apply_operand<Op, Access, T>{v}).old;
  } else if constexpr (reduces) {
    at.in.template reduce<Op>(at.pe, at.offset, detail::bits_as<word>(v));
    return v;
  } else {
    return detail::bits_as<T>(at.in.template fetch<Op>(at.pe, at.offset, detail::bits_as<word>(v)));
  }
}

/// Calls `f()`, which accesses an object on the network, with the access's memory order. A seq_cst
/// load also completes all earlier operations first, so a seq_cst store may return before it is
/// complete. Like every call, it yields to other threads where threads are cooperative.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION auto network_ordered(const remote_place<T>& at, F f) {
  if constexpr (device_ops::takes_turns) {
    device_ops::yield_if_due(static_cast<const T*>(at.in.local(at.offset)));
  }
  if constexpr (releases_v<Access::order>) at.in.quiet();
  const auto result = f();
  if constexpr (acquires_v<Access::order>) at.in.acquire();
  return result;
}

/// `Op` with `v`: a T, or the number of elements by which a pointer moves.
template <op Op, class Access, class T, class V>
DIATOMIC_FUNCTION T network_update(const remote_place<T>& at, V v) {
  return detail::network_ordered<Access>(at, [&] {
    if constexpr (std::is_pointer_v<T> && moves_pointers_v<Op>) {
      using word = unsigned_of<T>;
      constexpr auto size = static_cast<word>(sizeof(std::remove_pointer_t<T>));
      const remote_place<word> as_word{at.in, at.offset, at.pe};
      return detail::bits_as<T>(
          detail::network_operation<Op, Access>(as_word, static_cast<word>(v) * size));
    } else {
      return detail::network_operation<Op, Access, T>(at, v);
    }
  });
}

template <class Access, class T>
DIATOMIC_FUNCTION T network_load(const remote_place<T>& at) {
  return detail::network_ordered<Access>(at, [&] {
    return detail::network_operation<op::load, Access>(at, detail::bits_as<T>(unsigned_of<T>{}));
  });
}

template <class Access, class T>
DIATOMIC_FUNCTION T network_compare_exchange(const remote_place<T>& at, T expected, T desired) {
  return detail::network_ordered<Access>(at, [&] {
    using word = typename network_word<T>::word;
    constexpr remote_support level = network_support_v<op::compare_exchange, T>;
    if constexpr (level == remote_support::none) {
      detail::refuse_on_network<op::compare_exchange, T>();
      return desired;
    } else if constexpr (level == remote_support::loop) {
      return detail::network_loop(at,
                                  [&](const T& seen, T& next) {
                                    next = desired;
                                    return detail::bits_as<unsigned_of<T>>(seen) ==
                                           detail::bits_as<unsigned_of<T>>(expected);
                                  })
          .old;
    } else {
      return detail::bits_as<T>(at.in.compare_exchange(
          at.pe, at.offset, detail::bits_as<word>(expected), detail::bits_as<word>(desired)));
    }
  });
}

/// The loop with the caller's function. The transport must support its operations for a T.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Access, class T, class F>
DIATOMIC_FUNCTION loop_outcome<T> network_try_update(const remote_place<T>& at, F f) {
  return detail::network_ordered<Access>(at, [&]() -> loop_outcome<T> {
    if constexpr (network_support_v<op::compare_exchange, T> == remote_support::none) {
      detail::refuse_on_network<op::compare_exchange, T>();
    } else {
      return detail::network_loop(at, f);
    }
  });
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
