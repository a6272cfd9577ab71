// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Calls of the library with types of a namespace that has a function template of every name that
/// the headers call, and types with operators that no library may use. Compiles only if no call
/// looks in the user's namespace.

#include <complex>
#include <cstdint>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/index_add.hpp>
#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/algorithms/segmented_reduce.hpp>
#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/collectives/block_reduce.hpp>
#include <diatomic/collectives/block_update.hpp>
#include <diatomic/collectives/warp.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/containers/spread_array.hpp>
#include <diatomic/containers/static_map.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/remote/remote.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

#include "greedy_names.hpp"

namespace trap {
template <class... A>
struct sprung {
  static_assert(sizeof...(A) == ~0u, "a call looks in the namespace of a user's argument");
  using type = int;
};
}  // namespace trap

namespace app {

// Overload resolution instantiates the default argument, even if another function is chosen.
#define DIATOMIC_TEST_TRAP(name)                                                 \
  template <class... A, class = typename ::trap::sprung<A...>::type>             \
  DIATOMIC_FUNCTION void name(A&&...);                                           \
  template <auto Value, class... A, class = typename ::trap::sprung<A...>::type> \
  DIATOMIC_FUNCTION void name(A&&...);
DIATOMIC_TEST_EACH_NAME

/// Operators that change the meaning of `&x` and `x, y`.
struct user_hostile {
  void operator&() const = delete;
  template <class T>
  void operator,(T&&) const = delete;
};
template <class T>
void operator,(T&&, const user_hostile&) = delete;

template <class Content>
struct alignas(sizeof(Content)) user_moved : user_hostile {
  Content content;
  DIATOMIC_FUNCTION bool operator==(const user_moved& other) const {
    return content == other.content;
  }
};
enum class user_colour : unsigned { red, green };
/// Converts from everything.
struct user_eager {
  unsigned content;
  user_eager() = default;
  template <class T>
  DIATOMIC_FUNCTION user_eager(const T&) : content(0) {}
};

/// Numbers laid out like the library's.
struct user_real : user_hostile {
  float content;
  user_real() = default;
  DIATOMIC_FUNCTION user_real(float v) : content(v) {}
  DIATOMIC_FUNCTION operator float() const { return content; }
};

struct user_bin_of : user_hostile {
  template <class T>
  DIATOMIC_FUNCTION unsigned operator()(const T&) const {
    return 0;
  }
};
template <class T>
struct user_elements : user_hostile {
  const T* array;
  DIATOMIC_FUNCTION T operator()(std::size_t i) const { return array[i]; }
};
struct user_combine : user_hostile {
  template <class T>
  DIATOMIC_FUNCTION T operator()(const T& a, const T&) const {
    return a;
  }
};
struct user_convert : user_hostile {
  template <class T>
  DIATOMIC_FUNCTION T operator()(const T& v) const {
    return v;
  }
};
struct user_holds : user_hostile {
  template <class T>
  DIATOMIC_FUNCTION bool operator()(const T&) const {
    return true;
  }
};
struct user_updates : user_hostile {
  template <class T>
  DIATOMIC_FUNCTION bool operator()(T&) const {
    return true;
  }
};
struct user_nothing : user_hostile {
  DIATOMIC_FUNCTION void operator()() const {}
};
struct user_one : user_hostile {
  DIATOMIC_FUNCTION user_moved<std::uint32_t> operator()() const { return {}; }
};
struct user_hash_of : user_hostile {
  template <class T>
  DIATOMIC_FUNCTION std::uint32_t operator()(const T&) const {
    return 0;
  }
};

}  // namespace app

namespace diatomic {
template <>
inline constexpr kind number_kind_v<app::user_real> = kind::f32;
}  // namespace diatomic

namespace app {

template <class T, class... Tags>
DIATOMIC_FUNCTION void move_it(T* p, T v, Tags... tags) {
  T expected = diatomic::load(p, tags...);
  diatomic::store(p, v, tags...);
  expected = diatomic::exchange(p, v, tags...);
  expected = diatomic::compare_exchange(p, expected, v, tags...);
  (void)diatomic::compare_exchange_strong(p, expected, v, tags...);
  (void)diatomic::compare_exchange_weak(p, expected, v, tags...);
  (void)diatomic::fetch_update(p, user_convert{}, tags...);
  (void)diatomic::try_update(p, user_updates{}, tags...);
  (void)diatomic::wait_until(p, user_holds{}, tags...);
  diatomic::wait(p, v, tags...);
  const diatomic::atomic_ref<T, Tags...> ref(*p);
  ref.store(v);
  (void)ref.load();
  (void)ref.exchange(v);
  (void)ref.compare_exchange_strong(expected, v);
  (void)ref.fetch_update(user_convert{});
  ref.wait(v);
  diatomic::notify_all(p);
  diatomic::notify_one(p);
}
template <class T>
DIATOMIC_FUNCTION void move_locked(T* p, T v, diatomic::lock_stripes<> stripes) {
  diatomic::store(p, v, stripes);
  (void)diatomic::load(p, stripes);
  (void)diatomic::exchange(p, v, stripes);
  (void)diatomic::compare_exchange(p, v, v, stripes);
  (void)diatomic::fetch_update(p, user_convert{}, stripes);
}

#define DIATOMIC_TEST_OP(name)                 \
  (void)diatomic::fetch_##name(p, v, tags...); \
  (void)diatomic::name##_fetch(p, v, tags...); \
  diatomic::store_##name(p, v, tags...);
template <class T, class... Tags>
DIATOMIC_FUNCTION void add_it(T* p, T v, Tags... tags) {
  DIATOMIC_TEST_OP(add)
  DIATOMIC_TEST_OP(sub)
  DIATOMIC_TEST_OP(min)
  DIATOMIC_TEST_OP(max)
  DIATOMIC_TEST_OP(mul)
  DIATOMIC_TEST_OP(div)
}
template <class T, class... Tags>
DIATOMIC_FUNCTION void add_floats(T* p, T v, Tags... tags) {
  DIATOMIC_TEST_OP(fminimum)
  DIATOMIC_TEST_OP(fmaximum)
  DIATOMIC_TEST_OP(fminimum_num)
  DIATOMIC_TEST_OP(fmaximum_num)
  DIATOMIC_TEST_OP(min_if_less)
  DIATOMIC_TEST_OP(max_if_greater)
}
#undef DIATOMIC_TEST_OP

using user_word = user_moved<std::uint32_t>;
using user_pair = user_moved<std::uint64_t>;
using user_byte = user_moved<std::uint8_t>;
using user_narrow = user_moved<std::uint16_t>;

struct all_calls {
  DIATOMIC_DEVICE void operator()(user_word* w, user_pair* p, user_byte* b, user_narrow* n,
                                  user_eager* e, user_colour* c, user_word** pointers, user_real* r,
                                  diatomic::spin_mutex<>* locks, diatomic::lock_stripes<> stripes,
                                  diatomic::static_map_ref<user_word, user_pair, user_hash_of> map,
                                  diatomic::bounded_queue_ref<user_pair> queue,
                                  diatomic::spread_array_ref<user_word> words) const {
    using namespace diatomic;
    app::move_it(w, user_word{});
    app::move_it(w, user_word{}, relaxed, block_scope);
    app::move_it(w, user_word{}, seq_cst, system_scope);
    app::move_it(p, user_pair{});
    app::move_it(p, user_pair{}, in_global);
    app::move_it(b, user_byte{});
    app::move_it(n, user_narrow{}, in_array);
    app::move_it(e, user_eager{});
    app::move_it(c, user_colour{});
    app::move_it(pointers, w);
    app::add_it(r, user_real{});
    app::add_it(r, user_real{}, relaxed, same_address);
    app::add_it(r, user_real{}, few_addresses);
    app::add_it(r, user_real{}, check_first, seq_cst);
    app::add_floats(r, user_real{});
    app::add_floats(r, user_real{}, device_scope);
    diatomic::store_or(c, user_colour{});
    (void)diatomic::fetch_and(c, user_colour{}, acq_rel);
    app::move_locked(p, user_pair{}, stripes);

    diatomic::with_lock(*locks, user_nothing{});
    (void)diatomic::with_lock(*locks, user_one{});
    (void)diatomic::with_lock_for(1, *locks, user_nothing{});

    user_pair held{};
    (void)map.insert(user_word{}, user_pair{});
    (void)map.insert_and_find(user_word{}, user_pair{}, held);
    (void)map.insert_or_assign(user_word{}, user_pair{});
    (void)map.insert_or_exchange(user_word{}, user_pair{}, held);
    (void)map.insert_or_update(user_word{}, user_pair{}, user_combine{});
    (void)map.find(user_word{}, held);
    (void)map.contains(user_word{});
    (void)map.erase(user_word{});
    (void)queue.try_push(held);
    (void)queue.try_pop(held);
    queue.push(held);
    (void)queue.pop();
    app::move_it(__builtin_addressof(words[0]), user_word{});

    (void)diatomic::shuffle(diatomic::active_lanes(), held, 0);
    (void)diatomic::shuffle_down(diatomic::active_lanes(), held, 1);
    (void)diatomic::shuffle_xor(diatomic::active_lanes(), held, 1);
    (void)diatomic::block_reduce<user_pair>(p)(held, user_combine{});
  }
};

/// The calls on arrays.
template <class Elements, class Words, class Bin, class Combine, class Convert>
void on_arrays(Elements input, Words values, Bin bin_of, Combine combine, Convert convert,
               user_word empty, user_pair nothing) {
  diatomic::stream s;
  diatomic::device_array<user_pair> pairs(2);
  diatomic::device_array<user_word> some(2);
  diatomic::device_array<unsigned> counts(2);
  diatomic::device_array<float> sums(2);
  diatomic::device_array<unsigned char> temp(1 << 16);
  const std::size_t bytes = temp.size();
  diatomic::fill(s, pairs.data(), 2, nothing);
  const unsigned offsets[] = {0, 1, 2};
  const diatomic::fixed_scale scale(-10);
  diatomic::histogram(s, input, 1, counts.data(), 2u, bin_of);
  diatomic::histogram(s, input, 1, counts.data(), 2u, bin_of, temp.data(), bytes);
  diatomic::weighted_histogram(s, input, values, 1, sums.data(), 2u, bin_of);
  diatomic::weighted_histogram(s, input, values, 1, sums.data(), 2u, bin_of, temp.data(), bytes);
  diatomic::reproducible_weighted_histogram(s, scale, input, values, 1, sums.data(), 2u, bin_of,
                                            temp.data(), bytes);
  diatomic::reproducible_weighted_histogram(s, input, values, 1, sums.data(), 2u, bin_of,
                                            temp.data(), bytes);
  const user_elements<unsigned> indices{{}, counts.data()};
  diatomic::scatter_add(s, indices, values, 1, sums.data(), 2);
  diatomic::scatter_add(s, indices, values, 1, sums.data(), 2, temp.data(), bytes);
  diatomic::reproducible_scatter_add(s, scale, indices, values, 1, sums.data(), 2, temp.data(),
                                     bytes);
  diatomic::reproducible_scatter_add(s, indices, values, 1, sums.data(), 2, temp.data(), bytes);
  diatomic::index_add(s, indices, values, 1, 1, sums.data(), 2);
  diatomic::reproducible_index_add(s, scale, indices, values, 1, 1, sums.data(), 2, temp.data(),
                                   bytes);
  diatomic::reproducible_index_add(s, indices, values, 1, 1, sums.data(), 2, temp.data(), bytes);
  diatomic::reduce<diatomic::op::add>(s, values, 1, sums.data(), temp.data(), bytes);
  diatomic::reduce(s, input, 1, combine, nothing, pairs.data(), temp.data(), bytes);
  diatomic::transform_reduce<diatomic::op::max>(s, values, 1, convert, sums.data(), temp.data(),
                                                bytes);
  diatomic::transform_reduce(s, input, 1, combine, convert, nothing, pairs.data(), temp.data(),
                             bytes);
  diatomic::reproducible_sum(s, values, 1, sums.data(), temp.data(), bytes);
  diatomic::segmented_reduce<diatomic::op::add>(s, values, 1, offsets, 1, sums.data(), temp.data(),
                                                bytes);
  diatomic::segmented_reduce(s, input, 1, offsets, 1, combine, nothing, pairs.data(), temp.data(),
                             bytes);
  (void)diatomic::find_fixed_scale(s, values, 1, temp.data(), bytes);

  diatomic::static_map<user_word, user_pair, user_hash_of> map(
      8, diatomic::empty_key<user_word>{empty}, diatomic::empty_value<user_pair>{nothing});
  map.find(s, some.data(), pairs.data(), 1);
  map.erase(s, some.data(), 1);
  (void)map.retrieve_all(s, some.data(), pairs.data(), 1);
  (void)map.download(s);
  diatomic::bounded_queue<user_pair> queue(8);
  diatomic::spread_array<user_word> words(2);
  words.fill(empty);
  words.fill(s, empty);
  words.upload(s, __builtin_addressof(empty), 1);
  diatomic::device_array<diatomic::spin_mutex<>> locks(1);
  diatomic::lock_table<> table(2);
  diatomic::launch(1, 1, 0, s, all_calls{}, some.data(), pairs.data(),
                   static_cast<user_byte*>(nullptr), static_cast<user_narrow*>(nullptr),
                   static_cast<user_eager*>(nullptr), static_cast<user_colour*>(nullptr),
                   static_cast<user_word**>(nullptr), static_cast<user_real*>(nullptr),
                   locks.data(), table.stripes(), map.ref(), queue.ref(), words.ref());
}

}  // namespace app

int main() {
  app::on_arrays(app::user_elements<app::user_pair>{}, app::user_elements<float>{},
                 app::user_bin_of{}, app::user_combine{}, app::user_convert{}, app::user_word{},
                 app::user_pair{});
}
