// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The format of a transport's support table, and its lookup. Independent of the transport: any
/// program can read any transport's table.

#include <cstddef>
#include <cstdint>

#include <diatomic/core/support.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// How operations reach the memory of another processing element.
enum class remote_link : std::uint8_t {
  direct,   ///< loads, stores and atomic instructions: a peer GPU's memory, shared memory
  network,  ///< operations of the transport
};

/// A transport's support for an operation on a link.
enum class remote_support : std::uint8_t {
  none,       ///< unsupported: a run-time error that names the operation, the type and the link
  loop,       ///< a CAS loop; on a network, of the transport's compare-exchange
  transport,  ///< one operation of the transport
  native,     ///< one instruction at system scope
};

}  // namespace DIATOMIC_VERSION_NS

namespace tables {
inline namespace DIATOMIC_VERSION_NS {

/// One row of a transport's table: its support on its network.
struct remote_rule {
  /// The operations that the rule covers.
  set_of<op> ops;
  /// The kinds that the rule covers.
  set_of<kind> kinds;
  /// The rule's answer.
  remote_support then;
};

/// The table's answer for `operation` on objects of the kind `type` on a network. Without a rule,
/// vectors of more than 8 bytes are handled element by element, and other objects of up to 8 bytes
/// by a loop of the transport's compare-exchange.
template <std::size_t Count>
DIATOMIC_CONSTEXPR remote_support find_on_network(const remote_rule (&table)[Count], op operation,
                                                  kind type) {
  if (!is_meaningful(operation, type)) return remote_support::none;
  for (const remote_rule& r : table) {
    if (r.ops.has(operation) && r.kinds.has(type)) return r.then;
  }
  if (size_of(type) <= 8) return remote_support::loop;
  if (element_count(type) == 1 || operation == op::compare_exchange) return remote_support::none;
  return tables::find_on_network(table, operation, element_of(type));
}

/// The support on a direct link for a backend entry of level `level`.
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
