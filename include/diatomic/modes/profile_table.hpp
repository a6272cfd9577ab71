// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The counts of the contention profile (`DIATOMIC_PROFILED`). Independent of the backend.

#include <cstdint>

#include <diatomic/core/support.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// One of the addresses that a call site uses most. Each address has one place, chosen by its hash,
/// and the addresses of a place vote for the candidate (Boyer and Moore's majority vote).
struct heavy_address {
  static constexpr unsigned votes_at = 48;  ///< the first bit of the votes
  static constexpr std::uint64_t address_mask = 0xffffffffffff;
  static constexpr std::uint64_t most_votes = 0x7fff;
  static constexpr std::uint64_t mixed = 0x8000000000000000;  ///< other addresses have voted

  std::uint64_t candidate;  ///< the address, its votes, and whether the place is mixed; 0: unused
  std::uint64_t lanes;      ///< of all addresses of the place
};

/// The counts of one call site. `calls` counts each warp once; the other counts are sums over
/// calls.
struct profile_entry {
  static constexpr int group_sizes = 7;
  static constexpr int register_count = 512;
  static constexpr int heavy_count = 32;
  static constexpr int file_bytes = 192;
  static constexpr int name_bytes = 32;
  /// After `sampled_from` calls, only one in `sampling` votes for the heaviest addresses, by a
  /// single compare-exchange that may fail.
  static constexpr std::uint64_t sampled_from = 512;
  static constexpr unsigned sampling = 16;

  std::uint64_t key;  ///< 0: unused
  /// 1: inside a lock, which is counted itself. Nothing is counted here, except in the first
  /// moments.
  std::uint32_t is_internal;
  unsigned line;
  bool is_shared;
  bool is_object;  ///< a lock or another object made from atomics, without the next four
  memory_order order;
  memory_scope scope;
  hint hints;
  tables::method implementation;
  char file[file_bytes];
  char call[name_bytes];
  char type[name_bytes];
  std::uint64_t calls;
  std::uint64_t lanes;
  std::uint64_t addresses;  ///< distinct addresses in a warp
  std::uint64_t lines;      ///< distinct 128-byte lines in a warp
  std::uint64_t retries;    ///< failed compare-exchanges
  std::uint64_t polls;      ///< polls after which the caller still waits
  std::uint64_t highest;    ///< address
  std::uint64_t lowest;     ///< the complement of the address, so that zero means no call
  /// The number of groups of 2^n to 2^(n+1) - 1 lanes of a warp that share an address.
  std::uint64_t groups[group_sizes];
  /// HyperLogLog: in the addresses whose hash selects the register, the most leading zeros, plus 1.
  std::uint32_t registers[register_count];
  heavy_address heaviest[heavy_count];
};

/// A hash table of call sites, initially zero.
///
/// Sites that find no room vote for one of them, in places chosen by their hash. Votes for the
/// candidate weigh more than those for others. A winner with `least_votes` and a part of all
/// dropped lanes gets one of the late entries.
struct profile_table {
  static constexpr int size = 512;
  static constexpr int late_size = 128;
  /// The places that a search visits, so that calls stay fast if the table is full.
  static constexpr int longest_search = 64;
  static constexpr int longest_late_search = 32;
  static constexpr int vote_count = 64;
  static constexpr std::uint64_t least_votes = 128;  // more than a call has lanes
  static constexpr std::uint64_t part_of_dropped = 64;
  static constexpr std::uint64_t weight = 8;
  static constexpr std::uint64_t key_unit = std::uint64_t{1} << 36;  ///< votes are below it

  std::uint64_t dropped_lanes;      ///< calls by lanes at sites for which there was no room
  std::uint64_t votes[vote_count];  ///< the upper bits of a site's key, and its votes
  profile_entry entries[size + late_size];
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
