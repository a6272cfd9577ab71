// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile: counts a call in the table of call sites.

#include <cstdint>

#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/core/detail/operands.hpp>
#include <diatomic/dispatch/update.hpp>
#include <diatomic/modes/call_sites.hpp>
#include <diatomic/modes/profile_table.hpp>
// The backend's `profile_counts`, the table of this compiler pass.
// clang-format off: a blank next to the slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(modes/profiled.hpp)
// clang-format on

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The constants of a call, apart from its place.
struct call_description {
  const char* form;  ///< "fetch_", "store_" or nothing
  const char* operation;
  const char* type;
  bool is_object;  ///< a lock or another object made from atomics
  access_properties access;
  tables::method implementation;
};

using counting = access_of<in_global_t>;
using counting_only = counting::without_result;  // nvcc needs a name outside of templates

DIATOMIC_FUNCTION void add_to(std::uint64_t& count, std::uint64_t n) {
  detail::update<op::add, counting_only>(&count, n);
}

/// Raises `*most` to `value`. Most calls only load, because it is high enough already.
template <class T>
DIATOMIC_FUNCTION void raise_to(T* most, T value) {
  if (device_ops::load<counting>(most) < value) {
    detail::update<op::max, counting_only>(most, value);
  }
}

/// A 64-bit hash (the finaliser of splitmix64, which maps different numbers to different numbers).
DIATOMIC_FUNCTION std::uint64_t hash_of(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

/// The end of a text, if it is too long.
template <int Bytes>
DIATOMIC_FUNCTION void copy_text(char (&to)[Bytes], const char* first, const char* second = "") {
  int length = 0;
  while (first[length] != '\0') ++length;
  int skipped = length < Bytes ? 0 : length - (Bytes - 1);
  while ((static_cast<unsigned char>(first[skipped]) & 0xc0) == 0x80) ++skipped;  // inside UTF-8
  int at = 0;
  for (const char* c = first + skipped; *c != '\0'; ++c) to[at++] = *c;
  for (const char* c = second; *c != '\0' && at < Bytes - 1; ++c) to[at++] = *c;
  to[at] = '\0';
}

/// Whether a file is one of the library's locks or barriers, whose own calls are not counted.
DIATOMIC_FUNCTION bool is_in_sync(const char* file) {
  constexpr char folder[] = "include/diatomic/sync/";
  for (; *file != '\0'; ++file) {
    int n = 0;
    while (folder[n] != '\0' && file[n] == folder[n]) ++n;
    if (folder[n] == '\0') return true;
  }
  return false;
}

/// A call site's key and description.
struct site_of_call {
  std::uint64_t key;
  call_site at;
  const call_description& call;
  bool is_shared;
};

/// Whether the entry is this site's, or was unused and becomes its entry.
DIATOMIC_FUNCTION bool has_entry(profile_entry& e, const site_of_call& site) {
  const std::uint64_t seen = device_ops::load<counting>(&e.key);
  if (seen != 0) return seen == site.key;
  const std::uint64_t found =
      device_ops::compare_exchange<counting>(&e.key, std::uint64_t{0}, site.key);
  if (found != 0) return found == site.key;
  if (is_in_sync(site.at.file)) device_ops::store<counting>(&e.is_internal, 1u);
  e.line = site.at.line;
  e.is_shared = site.is_shared;
  e.is_object = site.call.is_object;
  e.implementation = site.call.implementation;
  e.order = site.call.access.order;
  e.scope = site.call.access.scope;
  e.hints = site.call.access.hints;
  copy_text(e.file, site.at.file);
  copy_text(e.call, site.call.form, site.call.operation);
  copy_text(e.type, site.call.type);
  return true;
}

/// The place after `lanes` votes for the site with this key. A vote for the candidate weighs more
/// than one for another site: two sites that call alternately would cancel each other's votes.
DIATOMIC_FUNCTION std::uint64_t after_site_votes(std::uint64_t seen, std::uint64_t key,
                                                 std::uint64_t lanes) {
  using table = profile_table;
  const std::uint64_t own = key / table::key_unit * table::key_unit;
  const std::uint64_t votes = seen % table::key_unit;
  if (seen - votes != own) return votes < lanes ? own + table::weight * lanes : seen - lanes;
  return votes + table::weight * lanes < table::key_unit ? seen + table::weight * lanes : seen;
}

/// Votes for a site without room; a vote may fail. Whether it has enough votes for a late entry;
/// its place is then free for others.
DIATOMIC_FUNCTION bool votes_suffice(profile_table& table, std::uint64_t key, std::uint64_t lanes) {
  std::uint64_t& place = table.votes[key % profile_table::vote_count];
  const std::uint64_t seen = device_ops::load<counting>(&place);
  const std::uint64_t next = after_site_votes(seen, key, lanes);
  const bool is_own = next / profile_table::key_unit == key / profile_table::key_unit;
  const std::uint64_t won = is_own ? next % profile_table::key_unit / profile_table::weight : 0;
  const bool suffices =
      won >= profile_table::least_votes &&
      won * profile_table::part_of_dropped >= device_ops::load<counting>(&table.dropped_lanes);
  device_ops::compare_exchange<counting>(&place, seen, suffices ? std::uint64_t{0} : next);
  return suffices;
}

/// The entry of a call site in this pass's table; null if other sites have all places of the
/// search, and more lanes. `lanes`: of the call.
DIATOMIC_FUNCTION profile_entry* find_profile_entry(const site_of_call& site, std::uint64_t lanes) {
  profile_table& table = device_ops::profile_counts();
  for (unsigned probe = 0; probe < profile_table::longest_search; ++probe) {
    profile_entry& e = table.entries[(site.key + probe) % profile_table::size];
    if (has_entry(e, site)) return &e;
  }
  for (unsigned probe = 0; probe < profile_table::longest_late_search; ++probe) {
    const auto at = static_cast<unsigned>((site.key + probe) % profile_table::late_size);
    profile_entry& e = table.entries[profile_table::size + at];
    if (device_ops::load<counting>(&e.key) == 0 && !votes_suffice(table, site.key, lanes)) break;
    if (has_entry(e, site)) return &e;
  }
  return nullptr;
}

/// Adds an address to the entry's estimate of distinct addresses.
DIATOMIC_FUNCTION void count_distinct(profile_entry& e, std::uint64_t hash) {
  std::uint32_t rank = 1;
  while (rank < 57 && (hash >> (64 - rank) & 1) == 0) ++rank;
  detail::raise_to(&e.registers[hash % profile_entry::register_count], rank);
}

/// The candidate after `lanes` votes for `address`.
DIATOMIC_FUNCTION std::uint64_t after_votes(std::uint64_t candidate, std::uint64_t address,
                                            std::uint64_t lanes) {
  using place = heavy_address;
  const std::uint64_t own = address & place::address_mask;
  std::uint64_t winner = candidate & place::address_mask;
  std::uint64_t votes = candidate >> place::votes_at & place::most_votes;
  std::uint64_t mixed = candidate & place::mixed;
  if (candidate == 0 || winner == own) {
    winner = own;
    votes = votes + lanes < place::most_votes ? votes + lanes : place::most_votes;
  } else {
    mixed = place::mixed;
    if (votes < lanes) winner = own;
    votes = votes < lanes ? lanes - votes : votes - lanes;
    if (votes > place::most_votes) votes = place::most_votes;
  }
  return winner | votes << place::votes_at | mixed;
}

/// Adds `lanes` uses of an address to its place among the heaviest. `insists`: votes even if others
/// vote too, in a CAS loop.
DIATOMIC_FUNCTION void count_heavy(profile_entry& e, std::uint64_t address, std::uint64_t hash,
                                   std::uint64_t lanes, bool insists) {
  heavy_address& place =
      e.heaviest[hash / profile_entry::register_count % profile_entry::heavy_count];
  std::uint64_t seen = device_ops::load<counting>(&place.candidate);
  for (;;) {
    const std::uint64_t next = after_votes(seen, address, lanes);
    if (next == seen) break;
    const std::uint64_t found =
        device_ops::compare_exchange<counting>(&place.candidate, seen, next);
    if (found == seen || !insists) break;
    seen = found;
  }
  add_to(place.lanes, lanes);
}

/// The entry of a call in progress; each lane has it.
class call_record {
 public:
  /// Counts nothing.
  call_record() = default;
  /// Counts a call at `at` on the object at `p`, by the active lanes together.
  DIATOMIC_OUTLINED_FUNCTION call_record(call_site at, const call_description& call,
                                         const void* p) {
    const auto address = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(p));
    const bool is_shared = device_ops::is_shared(p);
    const std::uint64_t key = key_of(at, call, is_shared);
    // Lanes may call through atomic_refs that were made in different places: different call sites.
    const lane_mask together = device_ops::active_lanes();
    const lane_mask active = device_ops::match(together, key);
    const lane_mask sharing = active & device_ops::match(together, address);
    const lane_mask in_line = active & device_ops::match(together, address / line_bytes);
    const unsigned lane = device_ops::lane_number();
    const unsigned first = device_ops::lowest_of(active);
    const bool is_first_of_address = device_ops::lowest_of(sharing) == lane;
    const bool is_first_of_line = device_ops::lowest_of(in_line) == lane;
    const lane_mask by_address = active & device_ops::ballot(together, is_first_of_address);
    const lane_mask by_line = active & device_ops::ballot(together, is_first_of_line);
    const unsigned sharers = device_ops::count_of(sharing);

    std::uint64_t found = 0;
    std::uint64_t before = 0;
    if (lane == first) {
      entry_ = find_profile_entry({key, at, call, is_shared}, device_ops::count_of(active));
      if (entry_ == nullptr) {
        add_to(device_ops::profile_counts().dropped_lanes, device_ops::count_of(active));
      } else if (device_ops::load<counting>(&entry_->is_internal) != 0) {
        entry_ = nullptr;
      } else {
        before = detail::update<op::add, counting>(&entry_->calls, std::uint64_t{1});
        add_to(entry_->lanes, device_ops::count_of(active));
        add_to(entry_->addresses, device_ops::count_of(by_address));
        add_to(entry_->lines, device_ops::count_of(by_line));
      }
      found = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(entry_));
    }
    found = detail::shuffle(together, found, first);
    before = detail::shuffle(together, before, first);
    entry_ = reinterpret_cast<profile_entry*>(static_cast<std::uintptr_t>(found));
    for (int n = 0; n < profile_entry::group_sizes; ++n) {
      const bool is_of_size = is_first_of_address && log2_of(sharers) == n;
      const lane_mask groups = active & device_ops::ballot(together, is_of_size);
      if (lane == first && entry_ != nullptr && groups != 0) {
        add_to(entry_->groups[n], device_ops::count_of(groups));
      }
    }
    if (is_first_of_address && entry_ != nullptr) count_address(address, sharers, before);
    // The calls that follow see the lanes that came together, as in a program without the profile.
    device_ops::sync_lanes(together);
  }

  /// Counts failed compare-exchanges or polls of this lane.
  ///@{
  DIATOMIC_OUTLINED_FUNCTION void retried(std::uint64_t n) const {
    if (entry_ != nullptr && n != 0) add_to(entry_->retries, n);
  }
  DIATOMIC_OUTLINED_FUNCTION void polled() const {
    if (entry_ != nullptr) add_to(entry_->polls, std::uint64_t{1});
  }
  ///@}

 private:
  static constexpr unsigned line_bytes = 128;

  /// Adds `lanes` uses of an address, in the call after `before` others.
  DIATOMIC_FUNCTION void count_address(std::uint64_t address, std::uint64_t lanes,
                                       std::uint64_t before) const {
    const std::uint64_t hash = hash_of(address);
    count_distinct(*entry_, hash);
    detail::raise_to(&entry_->highest, address);
    detail::raise_to(&entry_->lowest, ~address);
    const bool is_sampled = before >= profile_entry::sampled_from;
    if (is_sampled && before % profile_entry::sampling != 0) return;
    if (is_sampled) lanes *= profile_entry::sampling;
    count_heavy(*entry_, address, hash, lanes, !is_sampled);
  }

  DIATOMIC_FUNCTION static std::uint64_t key_of(call_site at, const call_description& call,
                                                bool is_shared) {
    const access_properties a = call.access;
    std::uint64_t key = reinterpret_cast<std::uintptr_t>(at.file);
    key = hash_of(key ^ std::uint64_t{at.line} << 40);
    key = hash_of(key ^ reinterpret_cast<std::uintptr_t>(call.form));
    key = hash_of(key ^ reinterpret_cast<std::uintptr_t>(call.operation));
    key = hash_of(key ^ reinterpret_cast<std::uintptr_t>(call.type));
    key = hash_of(key ^ (std::uint64_t(a.order) | std::uint64_t(a.scope) << 8 |
                         std::uint64_t(a.hints) << 16 | std::uint64_t(is_shared) << 24));
    return key == 0 ? 1 : key;
  }
  DIATOMIC_FUNCTION static int log2_of(unsigned n) {
    int log = 0;
    while (n >>= 1) ++log;
    return log;
  }

  profile_entry* entry_ = nullptr;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
