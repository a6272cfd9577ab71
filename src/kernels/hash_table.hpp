// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A hash table of fixed capacity with linear probing that any thread may insert into and search.
///
/// A key's slot is the first one from the key's own on that holds the key or nothing. A thread puts
/// a key there by compare-exchange, so that a key stands in one slot, whoever comes at the same
/// time; keys never move or leave. Values are updated by one atomic operation. Nobody waits for
/// another thread.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace kernels {

/// 32 bits that depend on all bits of the key, by products and shifts (after MurmurHash3's
/// finalizer, A. Appleby).
struct mixed_bits {
  DIATOMIC_FUNCTION std::uint32_t operator()(std::uint64_t key) const {
    key = (key ^ key >> 33) * 0xff51afd7ed558ccdu;
    key = (key ^ key >> 33) * 0xc4ceb9fe1a85ec53u;
    return static_cast<std::uint32_t>(key >> 32);
  }
};

/// What became of a key and its value.
enum class insertion : std::uint8_t {
  added,  ///< the key is new
  found,  ///< the key was there; its value is updated
  full,   ///< no slot is left, or the key is `empty_key`: nothing has changed
};

/// A view of a table, for kernels and for host code; it owns nothing.
///
/// All its operations are relaxed. A key that another thread adds may be seen before its first
/// value is: the value is 0 then.
///
/// \tparam Key an unsigned integer of 32 or 64 bits.
/// \tparam Value a type that `exchange`, and for `insert_or_add` also `store_add`, take.
/// \tparam Hash a function object that makes 32 bits of a key; `Tags` of the operations: a scope
/// (`device_scope` unless said), `in_global`, `few_addresses` where lanes often bring equal keys.
template <class Key, class Value, class Hash = mixed_bits, class... Tags>
class hash_table {
  static_assert(std::is_unsigned_v<Key> && (sizeof(Key) == 4 || sizeof(Key) == 8),
                "hash_table: keys are unsigned integers of 32 or 64 bits");

 public:
  /// What stands where no key is, and so is no key.
  static constexpr Key empty_key = static_cast<Key>(~Key{0});
  /// No slot.
  static constexpr unsigned none = ~0u;

  /// `keys` and `values`: `capacity` of each, from 1 to 2^32 - 1; keys are `empty_key` and values
  /// 0.
  DIATOMIC_FUNCTION hash_table(Key* keys, Value* values, unsigned capacity)
      : keys_(keys), values_(values), capacity_(capacity) {}

  /// Adds the key if it is not there, and `amount` to its value, which starts at 0.
  DIATOMIC_FUNCTION insertion insert_or_add(Key key, Value amount) {
    unsigned slot = none;
    const insertion result = claim(key, slot);
    if (result != insertion::full) store_add(values_ + slot, amount, Tags{}...);
    return result;
  }

  /// Adds the key if it is not there, and sets its value. `before` receives the value that it had,
  /// 0 for a new key. Of threads that set the value of one key each sees what the one before set.
  DIATOMIC_FUNCTION insertion insert_or_exchange(Key key, Value v, Value& before) {
    unsigned slot = none;
    const insertion result = claim(key, slot);
    if (result != insertion::full) before = exchange(values_ + slot, v, Tags{}...);
    return result;
  }

  /// Whether the key is there; then `v` receives its value.
  DIATOMIC_FUNCTION bool find(Key key, Value& v) const {
    const unsigned slot = slot_of(key);
    if (slot == none) return false;
    v = load(values_ + slot, Tags{}...);
    return true;
  }

 private:
  DIATOMIC_FUNCTION unsigned first_slot(Key key) const {
    // The upper half of a product: of all slots alike, for any capacity, and without a division.
    return static_cast<unsigned>(std::uint64_t{Hash{}(key)} * capacity_ >> 32);
  }
  DIATOMIC_FUNCTION unsigned slot_after(unsigned slot) const {
    return slot + 1 == capacity_ ? 0 : slot + 1;
  }

  /// The slot that holds the key, after it was put there if need be.
  DIATOMIC_FUNCTION insertion claim(Key key, unsigned& slot) {
    if (key == empty_key) return insertion::full;
    slot = first_slot(key);
    for (unsigned tried = 0; tried < capacity_; ++tried) {
      // A load costs less than a compare-exchange, and is enough for keys that are there.
      Key held = load(keys_ + slot, Tags{}...);
      if (held == empty_key) {
        held = compare_exchange(keys_ + slot, empty_key, key, Tags{}...);
        if (held == empty_key) return insertion::added;
      }
      if (held == key) return insertion::found;
      slot = slot_after(slot);
    }
    return insertion::full;
  }

  DIATOMIC_FUNCTION unsigned slot_of(Key key) const {
    unsigned slot = first_slot(key);
    for (unsigned tried = 0; tried < capacity_; ++tried) {
      const Key held = load(keys_ + slot, Tags{}...);
      if (held == empty_key) return none;
      if (held == key) return slot;
      slot = slot_after(slot);
    }
    return none;
  }

  Key* keys_;
  Value* values_;
  unsigned capacity_;
};

/// A table's memory, on the device that is current when it is made. It starts empty, and must
/// outlive the kernels that use it. Probing is short up to some 80 % of the capacity.
///
/// \throw std::invalid_argument if `capacity` is 0 or above 2^32 - 1.
template <class Key, class Value, class Hash = mixed_bits, class... Tags>
class table_memory {
 public:
  using table_type = hash_table<Key, Value, Hash, Tags...>;

  explicit table_memory(std::size_t capacity) : keys_(checked(capacity)), values_(capacity) {
    clear();
  }

  /// Removes all keys; nobody may be using the table.
  void clear() {
    keys_.fill_bytes(0xff);
    values_.fill_bytes(0);
  }

  /// What kernels get.
  table_type table() { return {keys_.data(), values_.data(), static_cast<unsigned>(keys_.size())}; }

  /// All keys with their values, in no order.
  std::vector<std::pair<Key, Value>> download() const {
    const std::vector<Key> keys = keys_.download();
    const std::vector<Value> values = values_.download();
    std::vector<std::pair<Key, Value>> found;
    for (std::size_t slot = 0; slot < keys.size(); ++slot) {
      if (keys[slot] != table_type::empty_key) found.emplace_back(keys[slot], values[slot]);
    }
    return found;
  }

 private:
  static std::size_t checked(std::size_t capacity) {
    if (capacity == 0 || capacity > 0xffffffffu) {
      throw std::invalid_argument("hash_table: a capacity of " + std::to_string(capacity) +
                                  "; it must be from 1 to 2^32 - 1");
    }
    return capacity;
  }

  device_array<Key> keys_;
  device_array<Value> values_;
};

}  // namespace kernels
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
