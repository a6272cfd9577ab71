// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Checked mode: each mistake ends the program (host) or the kernel (GPUs), and says where it is;
// correct calls do what they always do. Each mistake is made in a process of its own, since a GPU's
// context does not survive a trap.

#include <atomic>
#include <chrono>
#include <complex>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <sys/time.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/spread_array_ref.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>
#include <diatomic/sync/latch.hpp>
#include <diatomic/sync/lock_table.hpp>
#include <diatomic/sync/mutex.hpp>
#include <diatomic/sync/once.hpp>
#include <diatomic/sync/semaphore.hpp>
#include <diatomic/sync/shared_mutex.hpp>

namespace {

using namespace diatomic;

using complex = std::complex<float>;
using whole = fixed_point<0>;
using float_pair = detail::pack<float, 2>;
using int_pair = detail::pack<int, 2>;
using half_quad = detail::pack<detail::float16<kind::f16>, 4>;

constexpr bool has_text = DIATOMIC_CHECKED == 1;
constexpr bool on_host = !DIATOMIC_IN_HOST_HALF;
constexpr int ended_by_error = 3;

/// What a kernel has to make mistakes with.
struct memory {
  unsigned* words;
  unsigned* null;
  unsigned zero;

  /// The words as other types, a few bytes on.
  template <class T>
  DIATOMIC_DEVICE T* as(std::size_t bytes = 0) const {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(words) + bytes);
  }
  template <class T>
  DIATOMIC_DEVICE T* null_of() const {
    return reinterpret_cast<T*>(null);
  }
  /// The block's shared memory, hidden from the compiler: nvcc 13.0 crashes where it sees that
  /// memory named `in_global` is shared.
  template <class T = unsigned>
  DIATOMIC_DEVICE T* shared() const {
    T* volatile hidden = shared_array<T>();
    return hidden;
  }
};

struct plus_1 {
  DIATOMIC_DEVICE unsigned operator()(unsigned v) const { return v + 1; }
};
struct refusal {
  DIATOMIC_DEVICE bool operator()(unsigned&) const { return false; }
};
struct alignas(8) two_words {
  unsigned a, b;
};
/// Converts to a float, as vendors' halves do.
struct like_a_float {
  float v;
  DIATOMIC_FUNCTION operator float() const { return v; }
};

template <class Kernel>
void run(Kernel kernel, unsigned* words, unsigned threads = 1, unsigned blocks = 1) {
  stream on;
  launch(blocks, threads, 4096, on, kernel, memory{words, nullptr, 0});
  on.synchronize();
}

/// Ends this process: at the mistake, or by what the GPU's runtime says of the kernel.
template <class Kernel>
void make_mistake(Kernel kernel, unsigned threads, unsigned blocks) {
  dup2(STDERR_FILENO, STDOUT_FILENO);  // where GPUs print
  try {
    device_array<unsigned> words(16);
    words.fill_bytes(0);
    run(kernel, words.data(), threads, blocks);
  } catch (const runtime_error& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(ended_by_error);
  }
  std::_Exit(0);
}

bool ended_as_it_should(int status) {
  return on_host ? testing::KilledBySignal(SIGABRT)(status)
                 : testing::ExitedWithCode(ended_by_error)(status);
}

template <class Kernel>
void expect_failure(Kernel kernel, const std::string& text, unsigned threads = 1,
                    unsigned blocks = 1) {
  const std::string place = "diatomic: [^ ]*checked_test.cpp:" + std::to_string(Kernel::line);
  EXPECT_EXIT(make_mistake(kernel, threads, blocks), ended_as_it_should,
              has_text ? place + ": " + text : std::string());
}

class CheckedDeathTest : public testing::Test {
 protected:
  /// Each mistake in a program begun anew: a fork would inherit the GPU's driver.
  void SetUp() override { testing::GTEST_FLAG(death_test_style) = "threadsafe"; }
};

/// In one of two blocks calls `call()`, while the other one moves `*object` to and fro, at a
/// varying pace, so that the two loops do not run in step. The acquire drops what the caller's
/// cache holds: a value that asks for an update would stay there.
template <class T, class Call>
DIATOMIC_DEVICE void call_beside_resets(memory m, T* object, T far, T near, Call call) {
  unsigned* const arrived = m.words + 8;
  unsigned* const is_done = m.words + 9;
  store_add(arrived, 1u);
  wait_until(arrived, [](unsigned n) { return n == 2; });
  if (block_index() == 0) {
    for (unsigned i = 0; i < 1u << 24; ++i) {  // one of the first fails
      call();
      if (i % 16 == 0) load(arrived, acquire);
    }
    store(is_done, 1u);
  } else {
    for (unsigned i = 0; load(is_done) == 0; ++i) {
      store(object, i % 2 == 0 ? far : near);
      // Each load has a use: else nvcc leaves it out, and the loops run in step.
      for (unsigned pause = i * i % 29; pause != 0 && load(is_done) == 0;) --pause;
    }
  }
}

/// A kernel that makes one call while its object is reset, and the line.
#define DIATOMIC_TEST_RESETS(name, type, far, near, ...)               \
  struct name {                                                        \
    static constexpr unsigned line = __LINE__;                         \
    DIATOMIC_DEVICE void operator()(memory m) const {                  \
      type* const p = m.as<type>();                                    \
      call_beside_resets<type>(m, p, far, near, [p] { __VA_ARGS__; }); \
    }                                                                  \
  }

/// A kernel of one statement, and its line.
#define DIATOMIC_TEST_MISTAKE(name, ...)                                              \
  struct name {                                                                       \
    static constexpr unsigned line = __LINE__;                                        \
    DIATOMIC_DEVICE void operator()([[maybe_unused]] memory m) const { __VA_ARGS__; } \
  }

// clang-format off: a mistake is a line.
DIATOMIC_TEST_MISTAKE(null_load, load(m.null));
DIATOMIC_TEST_MISTAKE(null_load_with_tags, load(m.null, acquire, in_global));
DIATOMIC_TEST_MISTAKE(null_store, store(m.null, 1u));
DIATOMIC_TEST_MISTAKE(null_exchange, exchange(m.null, 1u));
DIATOMIC_TEST_MISTAKE(null_compare_exchange, compare_exchange(m.null, 1u, 2u, seq_cst));
DIATOMIC_TEST_MISTAKE(sum_beyond_range, store_add(m.as<whole>(), 5e18); store_add(m.as<whole>(), 4e18f); store_add(m.as<whole>(), 4e18));
DIATOMIC_TEST_MISTAKE(difference_beyond_range, store_sub(m.as<whole>(), 5e18); fetch_sub(m.as<whole>(), 5e18));
DIATOMIC_TEST_MISTAKE(infinite_operand, fetch_add(m.as<whole>(), __builtin_huge_val()));
DIATOMIC_TEST_MISTAKE(operand_that_is_nan, store_sub(m.as<whole>(), __builtin_nanf("")));
DIATOMIC_TEST_MISTAKE(null_strong, unsigned seen = 1; compare_exchange_strong(m.null, seen, 2u));
DIATOMIC_TEST_MISTAKE(null_fetch_add, fetch_add(m.null, 1));
DIATOMIC_TEST_MISTAKE(null_add_fetch, add_fetch(m.null, 1));
DIATOMIC_TEST_MISTAKE(null_store_max, store_max(m.null, 1, relaxed, system_scope));
DIATOMIC_TEST_MISTAKE(null_fetch_update, fetch_update(m.null, plus_1{}));
DIATOMIC_TEST_MISTAKE(null_try_update, try_update(m.null, refusal{}, acq_rel, device_scope));
DIATOMIC_TEST_MISTAKE(null_pointer_word, fetch_sub(m.null_of<int*>(), 1));
DIATOMIC_TEST_MISTAKE(null_array, store_add_at(m.null, 0, 1, 1u));
DIATOMIC_TEST_MISTAKE(misaligned_word, store_or(m.as<unsigned>(2), 1u));
DIATOMIC_TEST_MISTAKE(misaligned_short, fetch_add(m.as<unsigned short>(3), 1));
DIATOMIC_TEST_MISTAKE(misaligned_double, store_add(m.as<double>(4), like_a_float{1.0f}));
DIATOMIC_TEST_MISTAKE(misaligned_struct, load(m.as<two_words>(4)));
DIATOMIC_TEST_MISTAKE(misaligned_complex, store_add(m.as<complex>(2), *m.as<complex>()));
DIATOMIC_TEST_MISTAKE(misaligned_half4, store_add(m.as<half_quad>(4), *m.as<half_quad>()));
DIATOMIC_TEST_MISTAKE(misaligned_int2, fetch_max(m.as<int_pair>(4), *m.as<int_pair>()));
DIATOMIC_TEST_MISTAKE(division_of_int2, fetch_div(m.as<int_pair>(), int_pair{{3, int(m.zero)}}));
DIATOMIC_TEST_MISTAKE(shift_of_int2, store_shl(m.as<int_pair>(), int_pair{{1, -1}}));
DIATOMIC_TEST_MISTAKE(overflowing_int2, store(m.words + 1, 1u << 31); fetch_div(m.as<int_pair>(), int_pair{{-1, -1}}));
DIATOMIC_TEST_MISTAKE(shift_by_width, fetch_shl(m.words, 32));
DIATOMIC_TEST_MISTAKE(shift_by_negative, store_shr(m.as<int>(), -1));
DIATOMIC_TEST_MISTAKE(shift_of_byte, shl_fetch(m.as<signed char>(), 8));
DIATOMIC_TEST_MISTAKE(division_by_zero, fetch_div(m.words, m.zero));
DIATOMIC_TEST_MISTAKE(remainder_by_zero, mod_fetch(m.as<long long>(), m.zero));
DIATOMIC_TEST_MISTAKE(overflowing_division, store(m.words, 1u << 31); fetch_div(m.as<int>(), -1));
DIATOMIC_TEST_MISTAKE(index_at_length, store_add_at(m.words, 4, 4, 1u));
DIATOMIC_TEST_MISTAKE(negative_index, store_add_at(m.as<float>(), -1, 4, 1));
DIATOMIC_TEST_MISTAKE(word_at_size, store_add(&spread_array_ref<unsigned>(m.words, 3, 16)[3], 1u));
DIATOMIC_TEST_MISTAKE(word_before_first, load(&spread_array_ref<const float>(m.as<float>(), 2, 32)[static_cast<int>(m.zero) - 1]));
DIATOMIC_TEST_MISTAKE(word_of_none, const spread_array_ref<double> none; none[m.zero] = 1.0);
DIATOMIC_TEST_MISTAKE(null_word, store_add(&spread_array_ref<unsigned>(m.null, 3, 16)[0], 1u));
DIATOMIC_TEST_MISTAKE(member_shift, atomic_ref<unsigned>(*m.words).fetch_shr(33u));
DIATOMIC_TEST_MISTAKE(member_operator, atomic_ref(*m.words).store_div(m.zero, release));
DIATOMIC_TEST_MISTAKE(local_word, unsigned own = 0; store_add(&own, 1u));
DIATOMIC_TEST_MISTAKE(local_load, unsigned own = m.zero; store(m.words, load(&own)));
DIATOMIC_TEST_MISTAKE(global_as_shared, store_add(m.words, 1u, in_shared));
DIATOMIC_TEST_MISTAKE(shared_as_global, store(m.shared(), 1u, in_global));
DIATOMIC_TEST_MISTAKE(reference_to_global, atomic_ref<unsigned, in_shared_t>(*m.words).load());
DIATOMIC_TEST_MISTAKE(reference_adds, atomic_ref<unsigned, in_shared_t>(*m.words) += 1u);
DIATOMIC_TEST_MISTAKE(several_words, store_add(m.words + thread_index() % 2, 1u, same_address));
DIATOMIC_TEST_MISTAKE(several_old_values, fetch_max(m.words + thread_index() / 2 % 8, 1u, same_address, acq_rel, in_global));
DIATOMIC_TEST_MISTAKE(several_new_values, xor_fetch(m.as<long long>() + 1 - thread_index() % 2, 1, same_address));
DIATOMIC_TEST_MISTAKE(several_pointers, fetch_add(m.as<int*>() + thread_index() % 2, 1, same_address));
DIATOMIC_TEST_MISTAKE(several_complexes, store_sub(m.as<complex>() + thread_index() % 2, *m.as<complex>(), same_address));
DIATOMIC_TEST_MISTAKE(several_elements, store_add_at(m.as<float>(), thread_index() % 16, 16, 1.0f, same_address));
DIATOMIC_TEST_MISTAKE(several_members, atomic_ref<unsigned, relaxed_t, same_address_t>(m.words[thread_index() % 2]).store_min(1u));
DIATOMIC_TEST_MISTAKE(one_lane_astray, if (thread_index() > 3) store_or(m.words + (thread_index() == 9 ? 3 : 5), 1u, same_address, check_first));
DIATOMIC_TEST_MISTAKE(several_slots, claim_slot(m.words + thread_index() % 2, acq_rel));
DIATOMIC_TEST_MISTAKE(null_slot, claim_slot(m.null));
DIATOMIC_TEST_MISTAKE(several_words_of_a_group, store_add(m.words + thread_index() % 2, 1u, lane_group::with_same(thread_index() / 2)));
DIATOMIC_TEST_MISTAKE(several_rows_of_a_group, const float v[] = {1, 2}; store_add_each(m.as<float>() + 2 * (thread_index() % 2), v, lane_group::with_same(m.zero)));
DIATOMIC_TEST_MISTAKE(group_after_a_branch, const auto group = lane_group::with_same(thread_index() % 4); if (thread_index() % 4 != 1) fetch_max(m.as<int>() + thread_index() % 4, 1, group, release));
DIATOMIC_TEST_MISTAKE(group_after_a_loop, const auto group = lane_group::with_same(m.zero); for (unsigned i = 0; i < thread_index() % 2 + 1; ++i) store_add(m.as<float>(), 1.0f, group));
DIATOMIC_TEST_MISTAKE(group_of_another_lane, auto* const groups = shared_array<lane_group>(); const auto own = lane_group::with_same(m.zero); groups[thread_index()] = own; sync_block(); store_add(m.words, 1u, groups[thread_index() ^ 1]));
DIATOMIC_TEST_MISTAKE(null_in_one_thread, if (block_index() == 1 && thread_index() == 3) store(m.null, 1u));
DIATOMIC_TEST_MISTAKE(shift_in_one_thread, if (block_index() == 1 && thread_index() == 3) store_shl(m.as<int>(), 33));
DIATOMIC_TEST_RESETS(reset_maximum, unsigned, 9, 0, store_max(p, 5u, monotone));
DIATOMIC_TEST_RESETS(reset_short, short, -9, 9, fetch_min(p, 5, monotone, in_global));
DIATOMIC_TEST_RESETS(reset_float, float, 9, 0, atomic_ref<float, relaxed_t, monotone_t>(*p).max_fetch(5));
DIATOMIC_TEST_RESETS(reset_second, float_pair, (float_pair{{9, 9}}), (float_pair{{9, 0}}), store_fmaximum(p, float_pair{{10, 5}}, monotone));
DIATOMIC_TEST_RESETS(reset_bits, unsigned char, 3, 4, store_or(p, 1, monotone, few_addresses));
DIATOMIC_TEST_RESETS(reset_flag, unsigned, 1, 0, exchange(p, 1, monotone, check_first));
DIATOMIC_TEST_MISTAKE(shared_load, load(m.shared(), acquire, in_global));
DIATOMIC_TEST_MISTAKE(shared_exchange, exchange(m.shared(), 1u, in_global));
DIATOMIC_TEST_MISTAKE(shared_compare, compare_exchange(m.shared(), 1u, 2u, in_global));
DIATOMIC_TEST_MISTAKE(shared_sum, fetch_add(m.shared(), 1u, in_global));
DIATOMIC_TEST_MISTAKE(shared_pointer, fetch_sub(m.shared<int*>(), 1, in_global));
DIATOMIC_TEST_MISTAKE(shared_complex, store_add(m.shared<complex>(), *m.as<complex>(), in_global));
DIATOMIC_TEST_MISTAKE(shared_element, store_add_at(m.shared<float>(), 15, 16, 1.0f, in_global));
DIATOMIC_TEST_MISTAKE(shared_update, fetch_update(m.shared(), plus_1{}, in_global));
DIATOMIC_TEST_MISTAKE(shared_try, try_update(m.shared(), refusal{}, in_global));
DIATOMIC_TEST_MISTAKE(shared_wait, wait(m.shared() + 3, 1u, in_global));
DIATOMIC_TEST_MISTAKE(shared_wait_until, wait_until(m.shared(), [](unsigned) { return true; }, in_global));
DIATOMIC_TEST_MISTAKE(shared_member, atomic_ref<unsigned, in_global_t>(*m.shared()).store_max(2u));
DIATOMIC_TEST_MISTAKE(shared_member_wait, atomic_ref<unsigned, in_global_t>(*m.shared()).wait(2u));
DIATOMIC_TEST_MISTAKE(shared_mutex_as_global, m.shared<spin_mutex<in_global_t>>()->try_lock());
DIATOMIC_TEST_MISTAKE(shared_lock_as_global, auto& l = *m.shared<ticket_mutex<in_global_t>>(); l = {}; with_lock(l, [] {}));
DIATOMIC_TEST_MISTAKE(shared_flag_as_global, auto& flag = *m.shared<once_flag<in_global_t>>(); flag = {}; call_once(flag, [] {}));
DIATOMIC_TEST_MISTAKE(global_mutex_as_shared, m.as<spin_mutex<block_scope_t, in_shared_t>>()->try_lock());
DIATOMIC_TEST_MISTAKE(null_wait, wait(m.null, 1u, acquire));
DIATOMIC_TEST_MISTAKE(null_wait_until, wait_until(m.null, [](unsigned) { return true; }));
DIATOMIC_TEST_MISTAKE(null_member_lock, m.null_of<spin_mutex<>>()->try_lock());
DIATOMIC_TEST_MISTAKE(null_member_unlock, m.null_of<spin_mutex<>>()->unlock());
DIATOMIC_TEST_MISTAKE(null_ticket_try, m.null_of<ticket_mutex<>>()->try_lock());
DIATOMIC_TEST_MISTAKE(null_ticket_unlock, m.null_of<ticket_mutex<>>()->unlock());
DIATOMIC_TEST_MISTAKE(null_writer, m.null_of<shared_mutex<>>()->try_lock());
DIATOMIC_TEST_MISTAKE(null_writer_unlock, m.null_of<shared_mutex<>>()->unlock());
DIATOMIC_TEST_MISTAKE(null_reader, m.null_of<shared_mutex<>>()->try_lock_shared());
DIATOMIC_TEST_MISTAKE(null_reader_unlock, m.null_of<shared_mutex<>>()->unlock_shared());
DIATOMIC_TEST_MISTAKE(null_shared_lock, with_shared_lock(*m.null_of<shared_mutex<>>(), [] {}));
DIATOMIC_TEST_MISTAKE(null_lock, with_lock(*m.null_of<ticket_mutex<>>(), [] {}));
DIATOMIC_TEST_MISTAKE(null_lock_for, with_lock_for(3, *m.null_of<spin_mutex<>>(), [] {}));
DIATOMIC_TEST_MISTAKE(null_semaphore, m.null_of<semaphore<>>()->acquire());
DIATOMIC_TEST_MISTAKE(null_semaphore_try, m.null_of<semaphore<>>()->try_acquire());
DIATOMIC_TEST_MISTAKE(null_semaphore_try_for, m.null_of<semaphore<>>()->try_acquire_for(3));
DIATOMIC_TEST_MISTAKE(null_semaphore_release, m.null_of<semaphore<>>()->release());
DIATOMIC_TEST_MISTAKE(null_permit, with_permit(*m.null_of<semaphore<>>(), [] {}));
DIATOMIC_TEST_MISTAKE(null_latch, m.null_of<latch<>>()->arrive_and_wait());
DIATOMIC_TEST_MISTAKE(null_latch_count, m.null_of<latch<>>()->count_down());
DIATOMIC_TEST_MISTAKE(null_latch_try, m.null_of<latch<>>()->try_wait());
DIATOMIC_TEST_MISTAKE(null_latch_wait, m.null_of<latch<>>()->wait());
DIATOMIC_TEST_MISTAKE(null_flag, call_once(*m.null_of<once_flag<>>(), [] {}));
DIATOMIC_TEST_MISTAKE(null_barrier, m.null_of<grid_barrier<>>()->arrive_and_wait());
DIATOMIC_TEST_MISTAKE(no_table, load(m.words, lock_stripes<>{}));
DIATOMIC_TEST_MISTAKE(no_table_to_store, store(m.words, 1u, lock_stripes<>{}));
DIATOMIC_TEST_MISTAKE(no_table_to_exchange, exchange(m.words, 1u, lock_stripes<>{}));
DIATOMIC_TEST_MISTAKE(no_table_to_compare, compare_exchange(m.words, 1u, 2u, lock_stripes<>{}));
DIATOMIC_TEST_MISTAKE(no_table_to_update, fetch_update(m.words, plus_1{}, lock_stripes<>{}));
DIATOMIC_TEST_MISTAKE(null_in_table, store(m.null, 1u, lock_stripes<>{m.as<spin_mutex<>>(), 2}));
DIATOMIC_TEST_MISTAKE(null_load_in_table, load(m.null, lock_stripes<>{m.as<spin_mutex<>>(), 2}));
DIATOMIC_TEST_MISTAKE(null_exchange_in_table, exchange(m.null, 1u, lock_stripes<>{m.as<spin_mutex<>>(), 2}));
DIATOMIC_TEST_MISTAKE(null_compare_in_table, compare_exchange(m.null, 1u, 2u, lock_stripes<>{m.as<spin_mutex<>>(), 2}));
DIATOMIC_TEST_MISTAKE(null_update_in_table, fetch_update(m.null, plus_1{}, lock_stripes<>{m.as<spin_mutex<>>(), 2}));
DIATOMIC_TEST_MISTAKE(open_spin_mutex, m.as<spin_mutex<>>()->unlock());
DIATOMIC_TEST_MISTAKE(open_shared_mutex, m.as<shared_mutex<>>()->unlock());
DIATOMIC_TEST_MISTAKE(read_by_one, auto& l = *m.as<shared_mutex<>>(); l.try_lock_shared(); l.unlock_shared(2));
DIATOMIC_TEST_MISTAKE(read_by_one_while_a_writer_waits, auto& l = *m.as<shared_mutex<>>(); l.try_lock_shared(); l.queue_up(); l.unlock_shared(2));
DIATOMIC_TEST_MISTAKE(read_by_none, auto& l = *m.as<shared_mutex<>>(); l.try_lock(); l.unlock_shared());
DIATOMIC_TEST_MISTAKE(awaited_by_a_writer, auto& l = *m.as<shared_mutex<>>(); l.try_lock_shared(); l.queue_up(); l.unlock());
DIATOMIC_TEST_MISTAKE(open_ticket_mutex, m.as<ticket_mutex<>>()->unlock());
DIATOMIC_TEST_MISTAKE(unlocked_twice, auto& l = *m.as<spin_mutex<>>(); l.try_lock(); l.unlock(); l.unlock());
DIATOMIC_TEST_MISTAKE(too_many_permits, m.as<semaphore<>>()->release(7); m.as<semaphore<>>()->release(~0u - 6));
DIATOMIC_TEST_MISTAKE(late_arrival, m.as<latch<>>()->count_down());
DIATOMIC_TEST_MISTAKE(too_many_arrivals, *m.as<latch<>>() = latch<>(3); m.as<latch<>>()->arrive_and_wait(4));
DIATOMIC_TEST_MISTAKE(too_many_readers, m.as<shared_mutex<>>()->try_lock_shared(1u << 30));
DIATOMIC_TEST_MISTAKE(overflowing_remainder, store(m.words, 1u << 31); fetch_mod(m.as<int>(), -1));
DIATOMIC_TEST_MISTAKE(overflowing_long, store(m.as<unsigned long long>(), 1ull << 63); store_div(m.as<long long>(), -1));
DIATOMIC_TEST_MISTAKE(shift_of_long, fetch_shl(m.as<long long>(), 64));
DIATOMIC_TEST_MISTAKE(one_above_the_end, store(m.as<whole>(), whole::from_units(0x7fffffffffffffff)); store_add(m.as<whole>(), 1.0));
DIATOMIC_TEST_MISTAKE(one_below_the_end, store(m.as<whole>(), whole::from_units(-0x7fffffffffffffff - 1)); store_sub(m.as<whole>(), 1.0));
// Calls with more than four tags, of which the fourth, the fifth or the first is the mistake.
DIATOMIC_TEST_MISTAKE(load_with_five_tags, load(m.words, relaxed, block_scope, coarse_grained, in_shared, ignore_denormals));
DIATOMIC_TEST_MISTAKE(update_with_five_tags, fetch_update(m.words, plus_1{}, relaxed, block_scope, coarse_grained, ignore_denormals, in_shared));
DIATOMIC_TEST_MISTAKE(try_with_five_tags, try_update(m.words, refusal{}, in_shared, relaxed, block_scope, coarse_grained, ignore_denormals));
DIATOMIC_TEST_MISTAKE(wait_with_five_tags, wait_until(m.words, [](unsigned) { return true; }, relaxed, block_scope, coarse_grained, in_shared, ignore_denormals));
// clang-format on

TEST_F(CheckedDeathTest, NullPointers) {
  expect_failure(null_load{}, "load on u32: null pointer");
  expect_failure(null_load_with_tags{}, "load on u32: null pointer");
  expect_failure(null_store{}, "store on u32: null pointer");
  expect_failure(null_exchange{}, "exchange on u32: null pointer");
  expect_failure(null_compare_exchange{}, "compare_exchange on u32: null pointer");
  expect_failure(null_strong{}, "compare_exchange on u32: null pointer");
  expect_failure(null_fetch_add{}, "fetch_add on u32: null pointer");
  expect_failure(null_add_fetch{}, "fetch_add on u32: null pointer");
  expect_failure(null_store_max{}, "store_max on u32: null pointer");
  expect_failure(null_fetch_update{}, "fetch_update on u32: null pointer");
  expect_failure(null_try_update{}, "try_update on u32: null pointer");
  expect_failure(null_pointer_word{}, "fetch_sub on u64: null pointer");
  expect_failure(null_array{}, "store_add on u32: null pointer");
}

TEST_F(CheckedDeathTest, WordsThatAreNotThere) {
  const std::string text = "operator\\[\\] on spread_array_ref: the index is not below size\\(\\)";
  expect_failure(word_at_size{}, text);
  expect_failure(word_before_first{}, text);
  expect_failure(word_of_none{}, text);
  expect_failure(null_word{}, "store_add on u32: null pointer");
  unsigned memory[8] = {};
  const spread_array_ref<unsigned> words(memory, 4, 8);
  words[3] = 5;
  EXPECT_EQ(memory[6], 5u);
  EXPECT_EXIT(words[4] = 5, testing::KilledBySignal(SIGABRT),
              has_text ? "checked_test.cpp:[0-9]*: " + text : std::string());
}

TEST_F(CheckedDeathTest, MisalignedPointers) {
  const std::string text = ": misaligned pointer; bytes beyond an aligned address: ";
  expect_failure(misaligned_word{}, "store_or on u32" + text + "2");
  expect_failure(misaligned_short{}, "fetch_add on u16" + text + "1");
  expect_failure(misaligned_double{}, "store_add on f64" + text + "4");
  expect_failure(misaligned_struct{}, "load on u64" + text + "4");
  expect_failure(misaligned_complex{}, "store_add on f32x2" + text + "2");
  expect_failure(misaligned_half4{}, "store_add on f16x4" + text + "4");
  expect_failure(misaligned_int2{}, "fetch_max on i32x2" + text + "4");
}

TEST_F(CheckedDeathTest, Operands) {
  const std::string shift = ": shift by a negative number, or by the word's width or more: ";
  expect_failure(shift_by_width{}, "fetch_shl on u32" + shift + "32");
  expect_failure(shift_by_negative{}, "store_shr on i32" + shift + "-1");
  expect_failure(shift_of_byte{}, "fetch_shl on i8" + shift + "8");
  expect_failure(division_by_zero{}, "fetch_div on u32: division by zero");
  expect_failure(remainder_by_zero{}, "fetch_mod on i64: division by zero");
  expect_failure(overflowing_division{}, "fetch_div on i32: division of the least integer by -1");
  expect_failure(division_of_int2{}, "fetch_div on i32x2: division by zero");
  expect_failure(shift_of_int2{}, "store_shl on i32x2" + shift + "-1");
  expect_failure(overflowing_int2{}, "fetch_div on i32x2: division of the least integer by -1");
  expect_failure(sum_beyond_range{}, "store_add on i64: sum beyond the range of its unit");
  expect_failure(difference_beyond_range{}, "fetch_sub on i64: sum beyond the range of its unit");
  expect_failure(infinite_operand{}, "fetch_add on i64: operand that is no number, or beyond");
  expect_failure(operand_that_is_nan{}, "store_sub on i64: operand that is no number, or beyond");
  const std::string index = ": index not below the array's length: ";
  expect_failure(index_at_length{}, "store_add on u32" + index + "4");
  expect_failure(negative_index{}, "store_add on f32" + index + "-1");
}

TEST_F(CheckedDeathTest, OneThread) {
  const std::string thread = on_host ? "" : " [(]block 1,0,0, thread 3,0,0[)]";
  expect_failure(null_in_one_thread{}, "store on u32: null pointer" + thread, 4, 2);
  expect_failure(shift_in_one_thread{}, "store_shl on i32: shift by .*: 33" + thread, 4, 2);
}

TEST_F(CheckedDeathTest, Members) {
  expect_failure(member_shift{}, "fetch_shr on u32: shift by .*: 33");
  expect_failure(member_operator{}, "store_div on u32: division by zero");
}

TEST_F(CheckedDeathTest, SeveralAddresses) {
  expect_failure(null_slot{}, "fetch_add on u32: null pointer");
  if (on_host) GTEST_SKIP() << "the host's warps have one lane";
  const auto expect = [](auto kernel, const char* operation, const char* bytes) {
    const std::string problem = ": same_address, but this lane's address is not the lowest lane's";
    expect_failure(kernel, operation + problem + "; bytes beyond: " + bytes, 64);
  };
  expect(several_words{}, "store_add on u32", "4");
  expect(several_old_values{}, "fetch_max on u32", "[1-9]");
  expect(several_new_values{}, "fetch_xor on i64", "-8");
  expect(several_pointers{}, "fetch_add on u64", "8");
  expect(several_complexes{}, "store_sub on f32x2", "8");
  expect(several_elements{}, "store_add on f32", "[1-9]");
  expect(several_members{}, "store_min on u32", "4");
  expect(one_lane_astray{}, "store_or on u32", "-8");
  expect_failure(several_slots{},
                 "claim_slot on u32: this lane's address is not the lowest lane's; bytes beyond: 4",
                 64);
}

TEST_F(CheckedDeathTest, WrongGroups) {
  if (on_host) GTEST_SKIP() << "the host's warps have one lane";
  const std::string address = ": lane_group, but this lane's address is not its lowest lane's";
  const std::string missing = ": lane_group, but lanes .* do not make the call with it";
  expect_failure(several_words_of_a_group{}, "store_add on u32" + address + "; bytes beyond: 4",
                 64);
  expect_failure(several_rows_of_a_group{}, "store_add on f32" + address + "; bytes beyond: 8", 64);
  expect_failure(group_after_a_branch{}, "fetch_max on i32" + missing + "; lanes missing: [1-9]",
                 64);
  expect_failure(group_after_a_loop{}, "store_add on f32" + missing + "; lanes missing: [1-9]", 64);
  expect_failure(group_of_another_lane{}, "store_add on u32: lane_group of another lane", 64);
}

TEST_F(CheckedDeathTest, ObjectsThatMoveBack) {
  if (on_host)
    GTEST_SKIP() << "blocks may run one by one; HostObjectsThatMoveBack interrupts calls";
  const auto expect = [](auto kernel, const char* operation) {
    const std::string problem = ": monotone, but the object has moved back";
    expect_failure(kernel, operation + problem, 1, 2);
  };
  expect(reset_maximum{}, "store_max on u32");
  expect(reset_short{}, "fetch_min on i16");
  expect(reset_float{}, "fetch_max on f32");
  expect(reset_second{}, "store_fmaximum on f32x2");
  expect(reset_bits{}, "store_or on u8");
  expect(reset_flag{}, "exchange on u32");
}

TEST_F(CheckedDeathTest, SharedMemoryThatIsNotGlobal) {
  const std::string text = ": in_global, but the pointer is to shared memory";
  expect_failure(shared_as_global{}, "store on u32" + text);
  expect_failure(shared_load{}, "load on u32" + text);
  expect_failure(shared_exchange{}, "exchange on u32" + text);
  expect_failure(shared_compare{}, "compare_exchange on u32" + text);
  expect_failure(shared_sum{}, "fetch_add on u32" + text);
  expect_failure(shared_pointer{}, "fetch_sub on u64" + text);
  expect_failure(shared_complex{}, "store_add on f32x2" + text);
  expect_failure(shared_element{}, "store_add on f32" + text);
  expect_failure(shared_update{}, "fetch_update on u32" + text);
  expect_failure(shared_try{}, "try_update on u32" + text);
  expect_failure(shared_wait{}, "wait on u32" + text);
  expect_failure(shared_wait_until{}, "wait_until on u32" + text);
  expect_failure(shared_member{}, "store_max on u32" + text);
  expect_failure(shared_member_wait{}, "wait on u32" + text);
  expect_failure(shared_mutex_as_global{}, "try_lock on spin_mutex" + text);
  expect_failure(shared_lock_as_global{}, "with_lock on mutex" + text);
  expect_failure(shared_flag_as_global{}, "call_once on once_flag" + text);
}

TEST_F(CheckedDeathTest, Spaces) {
  if (on_host) GTEST_SKIP() << "the host has one memory";
  expect_failure(local_word{}, "store_add on u32: pointer to local memory");
  expect_failure(local_load{}, "load on u32: pointer to local memory");
  expect_failure(global_as_shared{}, "store_add on u32: in_shared, but");
  expect_failure(global_mutex_as_shared{}, "try_lock on spin_mutex: in_shared, but");
  expect_failure(reference_to_global{}, "load on u32: in_shared, but");
  expect_failure(reference_adds{}, "fetch_add on u32: in_shared");
}

TEST_F(CheckedDeathTest, NullObjects) {
  expect_failure(null_wait{}, "wait on u32: null pointer");
  expect_failure(null_wait_until{}, "wait_until on u32: null pointer");
  expect_failure(null_member_lock{}, "try_lock on spin_mutex: null pointer");
  expect_failure(null_member_unlock{}, "unlock on spin_mutex: null pointer");
  expect_failure(null_ticket_try{}, "try_lock on ticket_mutex: null pointer");
  expect_failure(null_ticket_unlock{}, "unlock on ticket_mutex: null pointer");
  expect_failure(null_writer{}, "try_lock on shared_mutex: null pointer");
  expect_failure(null_writer_unlock{}, "unlock on shared_mutex: null pointer");
  expect_failure(null_reader{}, "try_lock_shared on shared_mutex: null pointer");
  expect_failure(null_reader_unlock{}, "unlock_shared on shared_mutex: null pointer");
  expect_failure(null_shared_lock{}, "with_shared_lock on shared_mutex: null pointer");
  expect_failure(null_lock{}, "with_lock on mutex: null pointer");
  expect_failure(null_lock_for{}, "with_lock_for on mutex: null pointer");
  expect_failure(null_semaphore{}, "acquire on semaphore: null pointer");
  expect_failure(null_semaphore_try{}, "try_acquire on semaphore: null pointer");
  expect_failure(null_semaphore_try_for{}, "try_acquire on semaphore: null pointer");
  expect_failure(null_semaphore_release{}, "release on semaphore: null pointer");
  expect_failure(null_permit{}, "with_permit on semaphore: null pointer");
  expect_failure(null_latch{}, "arrive_and_wait on latch: null pointer");
  expect_failure(null_latch_count{}, "count_down on latch: null pointer");
  expect_failure(null_latch_try{}, "try_wait on latch: null pointer");
  expect_failure(null_latch_wait{}, "wait on latch: null pointer");
  expect_failure(null_flag{}, "call_once on once_flag: null pointer");
  expect_failure(null_barrier{}, "arrive_and_wait on grid_barrier: null pointer");
  const std::string empty = " on lock_stripes: the stripes are empty: take them from a lock_table";
  expect_failure(no_table{}, "load" + empty);
  expect_failure(no_table_to_store{}, "store" + empty);
  expect_failure(no_table_to_exchange{}, "exchange" + empty);
  expect_failure(no_table_to_compare{}, "compare_exchange" + empty);
  expect_failure(no_table_to_update{}, "fetch_update" + empty);
  expect_failure(null_in_table{}, "store on lock_stripes: null pointer");
  expect_failure(null_load_in_table{}, "load on lock_stripes: null pointer");
  expect_failure(null_exchange_in_table{}, "exchange on lock_stripes: null pointer");
  expect_failure(null_compare_in_table{}, "compare_exchange on lock_stripes: null pointer");
  expect_failure(null_update_in_table{}, "fetch_update on lock_stripes: null pointer");
}

TEST_F(CheckedDeathTest, LocksAndCounts) {
  expect_failure(open_spin_mutex{}, "unlock on spin_mutex: it is not locked");
  expect_failure(open_shared_mutex{}, "unlock on shared_mutex: it is not locked");
  expect_failure(read_by_one{}, "unlock_shared on shared_mutex: fewer hold it to read");
  expect_failure(read_by_one_while_a_writer_waits{},
                 "unlock_shared on shared_mutex: fewer hold it to read");
  expect_failure(read_by_none{}, "unlock_shared on shared_mutex: fewer hold it to read");
  expect_failure(awaited_by_a_writer{}, "unlock on shared_mutex: it is not locked");
  expect_failure(open_ticket_mutex{}, "unlock on ticket_mutex: it is not locked");
  expect_failure(unlocked_twice{}, "unlock on spin_mutex: it is not locked");
  expect_failure(too_many_permits{}, "release on semaphore: more permits than its max");
  expect_failure(too_many_readers{},
                 "try_lock_shared on shared_mutex: more than 2\\^30 - 1 readers");
  expect_failure(late_arrival{}, "count_down on latch: more arrivals than it expects");
  expect_failure(too_many_arrivals{}, "arrive_and_wait on latch: more arrivals than it expects");
}

/// Locks and the like, each used as it should be by one thread.
struct correct_objects {
  DIATOMIC_DEVICE void operator()(memory m) const {
    unsigned* const w = m.words;
    with_lock(*m.as<spin_mutex<>>(4), [=] { w[0] += 1; });
    ticket_mutex<>& tickets = *m.as<ticket_mutex<>>(8);
    if (tickets.try_lock()) tickets.unlock();
    with_lock(tickets, [=] { w[0] += 1; });
    semaphore<>& s = *m.as<semaphore<>>(16);
    s.release(2);
    s.acquire();
    if (s.try_acquire()) s.release(2);
    w[0] += with_permit(s, [] { return 1u; });
    latch<>& l = *m.as<latch<>>(20);
    l = latch<>(2);
    l.count_down();
    l.arrive_and_wait();
    call_once(*m.as<once_flag<>>(24), [=] { w[0] += 1; });
    m.as<grid_barrier<>>(28)->arrive_and_wait();
    fetch_update(w, plus_1{}, lock_stripes<>{m.as<spin_mutex<>>(4), 0});
    wait(w, 4u, acquire);
  }
};

TEST(Checked, CorrectObjectsPass) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(correct_objects{}, words.data());
  EXPECT_EQ(words.download()[0], 5u);
}

/// Counts at their exact ends, in one step and in several.
struct count_to_the_ends {
  DIATOMIC_DEVICE void operator()(memory m) const {
    semaphore<>& s = *m.as<semaphore<>>(4);
    s.release(semaphore<>::max - 3);
    s.release(3);
    s.release(0);
    latch<>& l = *m.as<latch<>>(8);
    l = latch<>(3);
    l.count_down(3);
    l.count_down(0);
    shared_mutex<>& r = *m.as<shared_mutex<>>(12);
    constexpr unsigned readers = (1u << 30) - 1;
    m.words[0] = (r.try_lock_shared(readers) ? 1u : 0u) + (l.try_wait() ? 2u : 0u);
    r.unlock_shared(readers);
  }
};

TEST(Checked, CountsAtTheirEndsPass) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(count_to_the_ends{}, words.data());
  const std::vector<unsigned> found = words.download();
  EXPECT_EQ(found[0], 3u);
  EXPECT_EQ(found[1], semaphore<>::max);
  EXPECT_EQ(found[2], 0u);
  EXPECT_EQ(found[3], 0u);
}

/// Each sort of call, without a mistake.
struct correct_calls {
  DIATOMIC_DEVICE void operator()(memory m) const {
    unsigned* const w = m.words;
    store(w, 1, release);
    store_add(w, 2u, in_global, coarse_grained);
    store(w + 1, add_fetch(w, 4));  // 7
    store(w + 2, load(w, acquire, device_scope, in_global, coarse_grained, require_native));
    store(w + 3, fetch_update(w, plus_1{}) + fetch_update(w, plus_1{}, acq_rel));  // 15
    store(w + 4, try_update(w, refusal{}));                                        // 0
    unsigned seen = 9;
    store(w + 5, compare_exchange_strong(w, seen, 31u, acq_rel, on_failure(acquire)));  // 1
    store(w + 6, shr_fetch(w, 31) + shl_fetch(w + 5, 31u));                             // 1 << 31
    store_sub(m.as<int>(28), 7);
    store(w + 8, static_cast<unsigned>(div_fetch(m.as<int>(28), -1)));  // 7
    store(w + 7, {});
    atomic_ref<unsigned, seq_cst_t> word(w[9]);
    word = 3;
    word += 4;
    store(w + 10, word++ + word);                                                       // 15
    store(w + 11, word.fetch_update(plus_1{}) + word.load(std::memory_order_acquire));  // 17
    unsigned* const shared = shared_array<unsigned>();
    store(shared, 5u, in_shared);
    store_max(shared, 6u);
    store(w + 12, load(shared, in_shared));  // 6
    store_add_at(w, 13, 16, 2u);
    store_add(m.as<float>(56), like_a_float{0.5f});
  }
};

TEST(Checked, CorrectCallsPass) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(correct_calls{}, words.data());
  const std::vector<unsigned> expected = {0, 7, 7,  15, 0, 1u << 31, 1u << 31,   0,
                                          7, 9, 15, 17, 6, 2,        0x3f000000, 0};
  EXPECT_EQ(words.download(), expected);
}

/// Only divisions mind the least integer and -1.
struct least_and_minus_1 {
  DIATOMIC_DEVICE void operator()(memory m) const {
    int* const least = m.as<int>();
    int* const found = least + 1;
    const auto begin = [=] { store(least, static_cast<int>(1u << 31)); };
    begin();
    store(found, add_fetch(least, -1));
    begin();
    store(found + 1, sub_fetch(least, -1));
    begin();
    store(found + 2, mul_fetch(least, -1));
    begin();
    store(found + 3, min_fetch(least, -1));
    store(found + 4, and_fetch(least, -1));
    store(found + 5, or_fetch(least, -1));
    begin();
    store(found + 6, xor_fetch(least, -1));
    begin();
    store(found + 7, max_fetch(least, -1));
    begin();
    store(found + 8, exchange(least, -1));
  }
};

TEST(Checked, OnlyDivisionsMindMinusOne) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(least_and_minus_1{}, words.data());
  constexpr unsigned least = 1u << 31;
  const std::vector<unsigned> expected = {
      ~0u, least - 1, least + 1, least, least, least, ~0u, least - 1, ~0u, least, 0, 0, 0, 0, 0, 0};
  EXPECT_EQ(words.download(), expected);
}

/// Calls with `same_address` whose lanes keep the promise, or that make nothing of it.
struct one_address {
  DIATOMIC_DEVICE void operator()(memory m) const {
    unsigned* const w = m.words;
    const unsigned me = thread_index();
    store_add(w, 1u, same_address);
    if (me % 3 == 0) store(w + 12 + me % 2, add_fetch(w + 1, 1u, same_address, seq_cst) != 0);
    for (unsigned i = 0; i < me; ++i) store_max(w + 2, i, same_address, monotone);
    store_add(w + 3 + me % 4, 1u, few_addresses);
    store(w + 14, load(w + me % 4, same_address) == 0 && exchange(w + 15, 0u, same_address) != 0);
    if (claim_slot(w + 7) == 63) store(w + 8, me + 1);
  }
};

/// Calls with groups whose lanes keep the rules.
struct right_groups {
  DIATOMIC_DEVICE void operator()(memory m) const {
    unsigned* const w = m.words;
    const unsigned me = thread_index();
    const auto group = lane_group::with_same(me % 3);
    store_add(w + me % 3, 1u, group);
    for (unsigned i = 0; i < 4; ++i) store_max(w + 3 + me % 3, i * me, group, release);
    if (me % 4 == 1) {
      const auto some = lane_group::with_same(w + me % 2);
      store_add_each({w + 6, w + 7}, {1u, 2u}, some);
    }
    if (claim_slot(w + 8 + me % 3, group) == 63) store(w + 12, 1u);
  }
};
TEST(Checked, RightGroupsPass) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(right_groups{}, words.data(), 64);
  EXPECT_EQ(words.download(),
            (std::vector<unsigned>{22, 21, 21, 189, 183, 186, 16, 32, 22, 21, 21, 0, 0, 0, 0, 0}));
}

TEST(Checked, OneAddressPasses) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(one_address{}, words.data(), 64);
  const std::vector<unsigned> left = words.download();
  EXPECT_EQ(std::vector<unsigned>(left.begin(), left.begin() + 8),
            (std::vector<unsigned>{64, 22, 62, 16, 16, 16, 16, 64}));
  EXPECT_NE(left[8], 0u);
}

TEST(Checked, HostCallsPass) {
  int word = std::numeric_limits<int>::min();
  EXPECT_EQ(fetch_div(&word, 2), std::numeric_limits<int>::min());
  EXPECT_EQ(shl_fetch(&word, 1), std::numeric_limits<int>::min());
  const char* text = "before";
  EXPECT_EQ(*exchange(&text, "after"), 'b');
  EXPECT_EQ(exchange(&text, nullptr), std::string("after"));
  EXPECT_EQ(load(&text), nullptr);
  EXPECT_EQ(exchange(&word, 0), std::numeric_limits<int>::min());
  EXPECT_EQ(word, 0);
}

TEST_F(CheckedDeathTest, HostCallsFail) {
  int word = 1;
  EXPECT_EXIT(store_shl(&word, 32), testing::KilledBySignal(SIGABRT),
              has_text ? "checked_test.cpp:[0-9]*: store_shl on i32: shift by .*: 32" : "");
}

TEST_F(CheckedDeathTest, EndsOfRanges) {
  const std::string shift = ": shift by a negative number, or by the word's width or more: ";
  expect_failure(overflowing_remainder{}, "fetch_mod on i32: division of the least integer by -1");
  expect_failure(overflowing_long{}, "store_div on i64: division of the least integer by -1");
  expect_failure(shift_of_long{}, "fetch_shl on i64" + shift + "64");
  expect_failure(one_above_the_end{}, "store_add on i64: sum beyond the range of its unit");
  expect_failure(one_below_the_end{}, "store_sub on i64: sum beyond the range of its unit");
}

/// The same for a call with more than four tags, which does not know its place.
template <class Kernel>
void expect_failure_somewhere(Kernel kernel, const std::string& text) {
  EXPECT_EXIT(make_mistake(kernel, 1, 1), ended_as_it_should,
              has_text ? "a call with many tags, at line.:0: " + text : std::string());
}
TEST_F(CheckedDeathTest, CallsWithManyTags) {
  if (on_host) GTEST_SKIP() << "the host has one memory";
  expect_failure_somewhere(load_with_five_tags{}, "load on u32: in_shared, but");
  expect_failure_somewhere(update_with_five_tags{}, "fetch_update on u32: in_shared, but");
  expect_failure_somewhere(try_with_five_tags{}, "try_update on u32: in_shared, but");
  expect_failure_somewhere(wait_with_five_tags{}, "wait_until on u32: in_shared, but");
}

/// Sums that reach an end of the range exactly, operands of 0 units, and the longest legal shifts.
struct counts_at_the_ends {
  DIATOMIC_DEVICE void operator()(memory m) const {
    constexpr std::int64_t most = 0x7fffffffffffffff;
    whole* const w = m.as<whole>();
    store(w, whole::from_units(most - 1));
    store_add(w, 1.0);
    store_add(w, 0.0f);
    store_sub(w, 0.0);
    fetch_sub(w, whole::from_units(0));
    store(w + 1, whole::from_units(-most));
    fetch_sub(w + 1, 1.0f);
    store_sub(w + 1, 0.0f);
    fetch_add(w + 1, 0.0);
    store(w + 2, whole::from_units(0));
    store_sub(w + 2, 0.0);
    auto* const bits = m.as<unsigned long long>(24);
    store(bits, 1ull);
    store_shl(bits, 63ull);
    store_shr(bits, 62ull);
  }
};
TEST(Checked, CountsMayReachTheEnds) {
  device_array<unsigned> words(16);
  words.fill_bytes(0);
  run(counts_at_the_ends{}, words.data());
  const std::vector<unsigned> expected = {~0u, 0x7fffffff, 0, 1u << 31, 0, 0, 2, 0,
                                          0,   0,          0, 0,        0, 0, 0, 0};
  EXPECT_EQ(words.download(), expected);
}

// The CPU alone, and no ThreadSanitizer, which puts signals off.
#if !DIATOMIC_DEVICE_PASS && !DIATOMIC_IN_HOST_HALF && !DIATOMIC_HOST_THREAD_SANITIZER

/// An object that signals move to and fro.
template <class T>
struct moving {
  inline static T object{}, far{}, near{};
  static void move(int) {
    static bool is_far = false;
    is_far = !is_far;
    store(&object, is_far ? far : near);
  }
};

/// Repeats `call(&object)` while signals move the object, until one of them comes between a call's
/// two loads.
template <class T, class Call>
void call_beside_signals(T far, T near, Call call) {
  moving<T>::far = far;
  moving<T>::near = near;
  std::signal(SIGALRM, &moving<T>::move);
  itimerval often{};
  often.it_interval.tv_usec = often.it_value.tv_usec = 20;
  setitimer(ITIMER_REAL, &often, nullptr);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (std::chrono::steady_clock::now() < end) {
    for (int i = 0; i < 1000; ++i) call(&moving<T>::object);
  }
  std::_Exit(0);
}

struct alignas(16) four_words {
  unsigned a, b, c, d;
};
constexpr four_words all_up{1, 1, 1, 1};
using half = detail::float16<kind::f16>;
using half_pair = detail::pack<half, 2>;
half half_two() { return detail::bits_as<half>(std::uint16_t{0x4000}); }

template <class T, class Call>
void expect_interrupted(T far, T near, Call call, const std::string& operation) {
  EXPECT_EXIT(call_beside_signals(far, near, call), testing::KilledBySignal(SIGABRT),
              has_text ? operation + ": monotone, but the object has moved back" : std::string());
}

/// Of types whose loads, or whose comparison between them, are slow on the host.
TEST_F(CheckedDeathTest, HostObjectsThatMoveBack) {
  expect_interrupted(
      detail::int128{-9}, detail::int128{9}, [](detail::int128* p) { store_min(p, 5, monotone); },
      "store_min on i128");
  expect_interrupted(
      detail::uint128{3}, detail::uint128{4},
      [](detail::uint128* p) { fetch_or(p, 1, monotone, few_addresses); }, "fetch_or on u128");
  using ref = atomic_ref<four_words, relaxed_t, monotone_t>;
  expect_interrupted(
      all_up, four_words{}, [](four_words* p) { ref(*p).exchange(all_up, in_global); },
      "exchange on u128");
  const auto low = detail::bits_as<half>(std::uint16_t{0x3c00});
  const auto high = detail::bits_as<half>(std::uint16_t{0x4400});
  expect_interrupted(
      high, low, [](half* p) { store_max(p, half_two(), monotone); }, "store_max on f16");
  expect_interrupted(
      half_pair{{high, high}}, half_pair{{high, low}},
      [](half_pair* p) { fetch_fmaximum(p, half_pair{{half_two(), half_two()}}, monotone); },
      "fetch_fmaximum on f16x2");
}

#endif

}  // namespace
