// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a transport can do on a link, as data: the form of its table and how it is read. Knows no
/// transport: any program can read any transport's table.

#include <cstddef>
#include <cstdint>

#include <diatomic/core/support.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// How the memory of another processing element is reached.
enum class remote_link : std::uint8_t {
  direct,   ///< by loads, stores and atomic instructions: a peer GPU's memory, shared memory
  network,  ///< by the transport's operations
};

/// What a transport has for an operation on a link.
enum class remote_support : std::uint8_t {
  none,       ///< nothing: a run-time error that names the operation, the type and the link
  loop,       ///< a compare-exchange loop, of the transport's compare-exchange on a network
  transport,  ///< one operation of the transport
  native,     ///< one instruction at system scope
};

}  // namespace DIATOMIC_VERSION_NS

namespace tables {
inline namespace DIATOMIC_VERSION_NS {

/// One line of a transport's table: what it has on its network.
struct remote_rule {
  /// The operations that the rule is for.
  set_of<op> ops;
  /// The kinds that the rule is for.
  set_of<kind> kinds;
  /// The answer.
  remote_support then;
};

/// The table's answer for `operation` on objects of the kind `type` on a network. Without a rule:
/// vectors of more than 8 bytes by their elements, all else of up to 8 bytes by a loop of the
/// transport's compare-exchange.
template <std::size_t Count>
DIATOMIC_CONSTEXPR remote_support find_on_network(const remote_rule (&table)[Count], op operation,
                                                  kind type) {
  if (!is_meaningful(operation, type)) return remote_support::none;
  for (const remote_rule& r : table) {
    if (r.ops.has(operation) && r.kinds.has(type)) return r.then;
  }
  if (size_of(type) <= 8) return remote_support::loop;
  if (element_count(type) == 1 || operation == op::compare_exchange) return remote_support::none;
  return find_on_network(table, operation, element_of(type));
}

/// What a backend's entry of the level `level` is on a direct link.
DIATOMIC_CONSTEXPR remote_support on_direct_link(support level) {
  return level == support::native ? remote_support::native
         : level == support::loop ? remote_support::loop
                                  : remote_support::none;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace tables

inline namespace DIATOMIC_VERSION_NS {

/// The name of an enumerator, as `diatomic info` spells it.
///@{
DIATOMIC_CONSTEXPR const char* name_of(remote_link l) {
  return l == remote_link::direct ? "direct" : "network";
}
DIATOMIC_CONSTEXPR const char* name_of(remote_support s) {
  constexpr const char* names[] = {"none", "loop", "transport", "native"};
  return names[static_cast<int>(s)];
}
///@}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic
