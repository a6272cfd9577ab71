// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The live objects behind the CUDA runtime's pointers and handles on the CPU.

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#if DIATOMIC_RACE_CHECK
#include <diatomic/host/race/sanitizer.hpp>
#endif

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {
namespace cuda_state {

/// What lives at which address. Its mutex orders nothing for the race check: on a GPU too, two
/// threads that call `cudaMalloc` are not ordered by it.
template <class Value>
class live_objects {
 public:
  void add(const void* address, Value value) {
    locked([&] { return all_.insert_or_assign(number_of(address), value).second; });
  }
  /// The entry at `address`, if there is one.
  std::optional<Value> find(const void* address) {
    return locked([&]() -> std::optional<Value> {
      const auto found = all_.find(number_of(address));
      if (found == all_.end()) return std::nullopt;
      return found->second;
    });
  }
  /// The entry at the last address up to `address`, with this address.
  std::optional<std::pair<std::uintptr_t, Value>> find_up_to(const void* address) {
    return locked([&]() -> std::optional<std::pair<std::uintptr_t, Value>> {
      auto after = all_.upper_bound(number_of(address));
      if (after == all_.begin()) return std::nullopt;
      return *--after;
    });
  }
  /// Removes the entry at `address` if there is one and `matches(value)`; returns it.
  template <class Matches>
  std::optional<Value> take(const void* address, Matches matches) {
    return locked([&]() -> std::optional<Value> {
      const auto found = all_.find(number_of(address));
      if (found == all_.end() || !matches(found->second)) return std::nullopt;
      const Value value = found->second;
      all_.erase(found);
      return value;
    });
  }
  /// Removes all entries, and returns them.
  std::map<std::uintptr_t, Value> take_all() {
    return locked([&] { return std::exchange(all_, {}); });
  }

 private:
  static std::uintptr_t number_of(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address);
  }
  template <class Call>
  auto locked(Call its) {
#if DIATOMIC_RACE_CHECK
    const backends::host::race::unseen all;
#endif
    const std::lock_guard<std::mutex> lock(mutex_);
    return its();
  }

  std::mutex mutex_;
  std::map<std::uintptr_t, Value> all_;
};

}  // namespace cuda_state
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
