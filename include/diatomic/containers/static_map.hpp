// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A hash table of fixed capacity in device memory, with one value per key.
///
///     static_map<int, float> prices(n, 0.8, empty_key{-1}, empty_value{-1.0f});
///     prices.insert(stream, keys, values, n);          // arrays in device memory
///     prices.find(stream, others, found, m);           // -1 where a key is not there
///     launch(grid, block, 0, stream, kernel, prices.ref());
///
/// `<diatomic/containers/static_map_ref.hpp>` has the view for kernels, and defines the semantics
/// and memory orders of the operations.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/algorithms/histogram/counting_plan.hpp>
#include <diatomic/containers/detail/map_kernels.hpp>
#include <diatomic/containers/detail/map_launch.hpp>
#include <diatomic/containers/static_map_ref.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// A map and its memory, on the device that is current at construction. It must outlive the kernels
/// that use it. Template parameters as for `static_map_ref`.
///
/// Array calls queue one kernel on a stream of that device and return; on the host they finish the
/// work before they return. They may run concurrently with each other and with kernels that use the
/// map: each call has the semantics of the `static_map_ref` function, relaxed. Equal keys in one
/// array are processed in any order. Arrays are in device memory and may be empty; a null or
/// misaligned array throws `std::invalid_argument` with its name. Keys without a free slot, and
/// empty keys and values, change nothing: `failures` counts them. `results`, an array of n in
/// device memory or null, receives each key's result.
///
/// A moved-from map has no slots: its keys are absent and its failures are 0. Calls that insert
/// keys throw `runtime_error`. It can be assigned to, or given slots by `rehash`.
template <class Key, class T, class Hash = mixed_bits, unsigned Window = default_window,
          class... Tags>
class static_map {
 public:
  /// The view for kernels.
  using ref_type = static_map_ref<Key, T, Hash, Window, Tags...>;
  /// A key with its value, in memory.
  using slot_type = typename ref_type::slot_type;

  /// An empty map of at least `capacity` slots, with the empty key `no_key` and the empty value
  /// `no_value`. Lookups slow down above a load of about 80 %; with more than 65536 slots, a load
  /// above 95 % is rarely possible.
  ///
  /// Throws `std::invalid_argument` if `capacity` is 0 or above (2^32 - 1) windows, and
  /// `runtime_error` if the device is out of memory.
  static_map(std::size_t capacity, empty_key<Key> no_key, empty_value<T> no_value, Hash hash = {})
      : slots_(windows_for(capacity) * Window),
        failures_(1),
        no_key_(no_key.value),
        no_value_(no_value.value),
        hash_(hash) {
    diatomic::stream own;
    clear(own);
    own.synchronize();
  }

  /// An empty map for `n` keys in `n / load_factor` slots, with `no_key` and `no_value` as above;
  /// at least one slot, on a GPU 64 KiB of slots, which use the whole L2 cache. Throws as above,
  /// and `std::invalid_argument` unless `load_factor` is above 0 and at most 1.
  static_map(std::size_t n, double load_factor, empty_key<Key> no_key, empty_value<T> no_value,
             Hash hash = {})
      : static_map(capacity_for(n, load_factor), no_key, no_value, hash) {}

  /// The view for kernels.
  ref_type ref() const {
    return {const_cast<slot_type*>(slots_.data()), capacity(), empty_key<Key>{no_key_},
            empty_value<T>{no_value_}, hash_};
  }

  /// Number of slots.
  std::size_t capacity() const noexcept { return slots_.size(); }

  /// Queues the removal of all keys, and resets `failures`. The map must not be in use.
  void clear(stream_view stream) {
    if (capacity() == 0) return;
    slot_type free{};
    free.key = table::word_of_key(no_key_);
    free.value = no_value_;
    launch_for_slots(stream, detail::map_clear_kernel{}, slots_.data(), capacity(), free,
                     failures_.data());
  }

  /// Queues `insert` of n keys with their values.
  void insert(stream_view stream, const Key* keys, const T* values, std::size_t n,
              insertion* results = nullptr) {
    change("static_map::insert", stream, detail::map_insert{}, keys, values, n, results);
  }

  /// Queues `insert_or_assign` of n keys with their values.
  void insert_or_assign(stream_view stream, const Key* keys, const T* values, std::size_t n,
                        insertion* results = nullptr) {
    change("static_map::insert_or_assign", stream, detail::map_assign{}, keys, values, n, results);
  }

  /// Queues `insert_or_update<Op>` of n keys with their values.
  template <op Op>
  void insert_or_update(stream_view stream, const Key* keys, const T* values, std::size_t n,
                        insertion* results = nullptr) {
    static_assert(detail::is_update_v<Op>,
                  "static_map: insert_or_update takes an operation that updates");
    change("static_map::insert_or_update", stream, detail::map_update<Op>{}, keys, values, n,
           results);
  }

  /// Queues `insert_or_update` of n keys with their values, using `T f(T held, T v)`. `f` is a
  /// function object with a `DIATOMIC_DEVICE` call operator, trivially copyable.
  template <class F>
  void insert_or_update(stream_view stream, const Key* keys, const T* values, std::size_t n, F f,
                        insertion* results = nullptr) {
    change("static_map::insert_or_update", stream, detail::map_update_by<F>{f}, keys, values, n,
           results);
  }

  /// Queues `values[i]` = the value of `keys[i]`, or the empty value if the key is absent.
  void find(stream_view stream, const Key* keys, T* values, std::size_t n) const {
    const detail::argument_checks check("static_map::find");
    check.array(keys, n, "keys");
    check.array(values, n, "values");
    if (n == 0) return;
    detail::start_map_find<detail::default_map_launch>(stream, ref().table(), keys, values, n);
  }

  /// Queues `answers[i]` = whether `keys[i]` is in the map, as a bool or a number.
  template <class Answer>
  void contains(stream_view stream, const Key* keys, Answer* answers, std::size_t n) const {
    const detail::argument_checks check("static_map::contains");
    check.array(keys, n, "keys");
    check.array(answers, n, "answers");
    if (n == 0) return;
    constexpr unsigned batch = detail::default_map_launch::batch;
    launch_for(stream, n, batch, detail::map_contains_kernel<batch>{}, ref().table(), keys, answers,
               n);
  }

  /// Queues the removal of n keys.
  void erase(stream_view stream, const Key* keys, std::size_t n) {
    bool* const not_asked = nullptr;
    start_erase(stream, keys, n, not_asked);
  }
  /// The same; sets `answers[i]` to whether `keys[i]` was present.
  template <class Answer>
  void erase(stream_view stream, const Key* keys, std::size_t n, Answer* answers) {
    detail::argument_checks("static_map::erase").array(answers, n, "answers");
    start_erase(stream, keys, n, answers);
  }

  /// Waits for the stream, and returns how many keys array calls rejected since the map was created
  /// or cleared.
  map_failures failures(stream_view stream) const {
    stream.synchronize();
    return failures_.size() == 0 ? map_failures{} : failures_.download()[0];
  }

  /// Waits for the stream, and counts the keys in the map. This and the next two calls use plain
  /// loads: no thread may change the map meanwhile.
  std::size_t size(stream_view stream) const {
    return collect(stream, static_cast<Key*>(nullptr), static_cast<T*>(nullptr), 0);
  }

  /// Writes the keys in the map and their values to two arrays of `room` elements in device memory,
  /// in no particular order; waits, and returns the number of keys in the map. If the map has more
  /// than `room` keys, any `room` of them are written.
  std::size_t retrieve_all(stream_view stream, Key* keys, T* values, std::size_t room) const {
    const detail::argument_checks check("static_map::retrieve_all");
    check.array(keys, room, "keys");
    check.array(values, room, "values");
    return room == 0 ? size(stream) : collect(stream, keys, values, room);
  }

  /// Waits for the stream, and returns all keys with their values, in no particular order.
  std::vector<std::pair<Key, T>> download(stream_view stream) const {
    stream.synchronize();
    std::vector<std::pair<Key, T>> found;
    const detail::unsigned_of<T> none = detail::bits_as<detail::unsigned_of<T>>(no_value_);
    for (const slot_type& s : slots_.download()) {
      if (s.key == table::word_of_key(no_key_)) continue;
      if (detail::bits_as<detail::unsigned_of<T>>(s.value) == none) continue;
      found.emplace_back(table::key_of_word(s.key), s.value);
    }
    return found;
  }

  /// Moves all keys to new memory of at least `capacity` slots, and waits. This frees the slots of
  /// erased keys, and invalidates earlier refs. The map must not be in use. Throws as the
  /// constructor does, and `std::length_error` if the keys do not fit; the map is then unchanged.
  void rehash(stream_view stream, std::size_t capacity) {
    static_map other(capacity, empty_key<Key>{no_key_}, empty_value<T>{no_value_}, hash_);
    launch_for_slots(stream, detail::map_rehash_kernel{}, ref().table(), this->capacity(),
                     other.ref().table(), other.failures_.data());
    if (other.failures(stream).full != 0) {
      throw std::length_error("static_map::rehash: the keys do not fit in " +
                              std::to_string(other.capacity()) + " slots");
    }
    if (failures_.size() == 0) failures_ = std::move(other.failures_);
    slots_ = std::move(other.slots_);
  }

 private:
  using table = typename ref_type::table_type;

  static std::size_t windows_for(std::size_t capacity) {
    constexpr std::size_t max_windows = 0xffffffffu;
    if (capacity == 0 || capacity > max_windows * Window) {
      throw std::invalid_argument("static_map: a capacity of " + std::to_string(capacity) +
                                  "; it must be from 1 to " + std::to_string(max_windows * Window));
    }
    return (capacity + Window - 1) / Window;
  }
  static std::size_t capacity_for(std::size_t n, double load_factor) {
    if (!(load_factor > 0 && load_factor <= 1)) {
      throw std::invalid_argument("static_map: a load factor of " + std::to_string(load_factor) +
                                  "; it must be above 0 and at most 1");
    }
    constexpr std::size_t fewest =
        detail::runtime_api::threads_yield ? 1 : detail::bytes_of_small_table / sizeof(slot_type);
    const double slots = std::ceil(static_cast<double>(n) / load_factor);
    return slots < 1e19 ? std::max(fewest, static_cast<std::size_t>(slots)) : ~std::size_t{0};
  }

  template <class Kernel, class... Args>
  static void launch_for(stream_view stream, std::size_t n, unsigned batch, Kernel kernel,
                         Args... args) {
    const detail::element_plan shape =
        detail::plan_map(n, batch, detail::default_map_launch::block);
    diatomic::launch(shape.grid, shape.block, 0, stream, kernel, args...);
  }
  /// Gives each thread several slots, to limit the number of threads.
  template <class Kernel, class... Args>
  void launch_for_slots(stream_view stream, Kernel kernel, Args... args) const {
    launch_for(stream, capacity(), 8, kernel, args...);
  }

  template <class Action>
  void change(const char* call, stream_view stream, const Action& action, const Key* keys,
              const T* values, std::size_t n, insertion* results) {
    const detail::argument_checks check(call);
    check.array(keys, n, "keys");
    check.array(values, n, "values");
    if (n == 0) return;
    if (capacity() == 0) throw runtime_error(call, "moved_from", "the map has no slots");
    detail::start_map_change<detail::default_map_launch>(stream, action, ref().table(), keys,
                                                         values, n, results, failures_.data());
  }

  template <class Answer>
  void start_erase(stream_view stream, const Key* keys, std::size_t n, Answer* answers) {
    detail::argument_checks("static_map::erase").array(keys, n, "keys");
    if (n == 0) return;
    constexpr unsigned batch = detail::default_map_launch::batch;
    launch_for(stream, n, batch, detail::map_erase_kernel<batch>{}, ref().table(), keys, answers,
               n);
  }

  std::size_t collect(stream_view stream, Key* keys, T* values, std::size_t room) const {
    device_array<unsigned long long> count(1);
    count.fill_bytes(0);
    launch_for_slots(stream, detail::map_collect_kernel{}, ref().table(), capacity(), keys, values,
                     static_cast<unsigned long long>(room), count.data());
    stream.synchronize();
    return static_cast<std::size_t>(count.download()[0]);
  }

  device_array<slot_type> slots_;
  device_array<map_failures> failures_;
  Key no_key_;
  T no_value_;
  Hash hash_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
