// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// C++'s shapes, member by member: `atomic_ref`, also of a `const` T, `atomic`, `atomic_flag`, the
/// bound references and the accessors. Types are asserted here; what the members do is seen in
/// kernels, and once more in host code.

#include <atomic>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <vector>
#if __has_include(<mdspan>)
#include <mdspan>
#endif

#include <gtest/gtest.h>

#include <diatomic/atomics/accessors.hpp>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using diatomic::atomic;
using diatomic::atomic_flag;
using diatomic::atomic_ref;

template <class... Members>
constexpr bool same = true;
template <class A, class B, class... Rest>
constexpr bool same<A, B, Rest...> = std::is_same_v<A, B> && same<Rest...>;

// --- Types and properties

using ref = atomic_ref<int>;
using const_ref = atomic_ref<const int>;
static_assert(same<ref::value_type, int, ref::difference_type, int, const_ref::value_type, int>);
static_assert(same<atomic_ref<char*>::difference_type, std::ptrdiff_t>);
static_assert(ref::is_always_lock_free && const_ref::is_always_lock_free);
static_assert(ref::required_alignment == alignof(int) && const_ref::required_alignment == 4);
using complex_ref = atomic_ref<std::complex<double>>;
static_assert(complex_ref::required_alignment == alignof(double) &&
              atomic_ref<long long>::required_alignment == 8 &&
              atomic_ref<unsigned char>::required_alignment == 1);
static_assert(same<decltype(std::declval<ref>().address()), void*,
                   decltype(std::declval<const_ref>().address()), const void*>);
static_assert(noexcept(std::declval<ref>().address()) && noexcept(ref(std::declval<ref&>())));
// Not noexcept: on the host a thread that spins may be unwound.
static_assert(!noexcept(std::declval<ref>().load()));
static_assert(
    same<decltype(std::declval<ref>().load()), int, decltype(std::declval<const_ref>().load()), int,
         decltype(std::declval<ref>().store(1)), void, decltype(std::declval<ref>().exchange(1)),
         int, decltype(std::declval<ref>() = 1), int, decltype(++std::declval<ref>()), int,
         decltype(std::declval<ref>()++), int, decltype(std::declval<ref>() += 1), int,
         decltype(std::declval<ref>().fetch_max(1)), int,
         decltype(std::declval<ref>().store_max(1)), void, decltype(std::declval<ref>().wait(1)),
         int, decltype(std::declval<ref>().notify_all()), void>);
static_assert(!std::is_default_constructible_v<ref> && std::is_copy_constructible_v<ref>);
static_assert(!std::is_convertible_v<int&, ref> && std::is_constructible_v<ref, int&>);
static_assert(!std::is_constructible_v<ref, const int&>);

// References are not assigned to, of whatever tags; values are.
using block_ref = atomic_ref<int, diatomic::block_scope_t>;
static_assert(!std::is_assignable_v<ref&, ref> && !std::is_assignable_v<const ref&, ref&>);
static_assert(!std::is_assignable_v<ref&, block_ref> && !std::is_assignable_v<ref, const_ref>);
static_assert(!std::is_assignable_v<ref&, atomic_ref<short>>);
static_assert(std::is_assignable_v<const ref&, int> && std::is_assignable_v<ref&, short>);

// A reference to const reads, and is made of one that writes, never of a temporary.
template <class T, class = void>
constexpr bool has_store = false;
template <class T>
constexpr bool has_store<T, std::void_t<decltype(std::declval<T>().store(1))>> = true;
template <class T, class = void>
constexpr bool has_fetch_add = false;
template <class T>
constexpr bool has_fetch_add<T, std::void_t<decltype(std::declval<T>().fetch_add(1))>> = true;
static_assert(has_store<ref> && has_fetch_add<ref>);
static_assert(!has_store<const_ref> && !has_fetch_add<const_ref>);
static_assert(!std::is_assignable_v<const_ref&, int> && !std::is_assignable_v<const_ref&, ref>);
static_assert(std::is_convertible_v<ref, const_ref> && !std::is_convertible_v<const_ref, ref>);
static_assert(std::is_constructible_v<const_ref, const int&>);
static_assert(!std::is_constructible_v<const_ref, int> &&
              !std::is_constructible_v<const_ref, block_ref>);

using owner = atomic<int>;
static_assert(same<owner::value_type, int, owner::difference_type, int>);
static_assert(same<atomic<char*>::difference_type, std::ptrdiff_t>);
static_assert(owner::is_always_lock_free && noexcept(owner(1)));
static_assert(sizeof(owner) == sizeof(int) && alignof(atomic<long long>) == sizeof(long long));
static_assert(std::is_trivially_default_constructible_v<owner>, "it may be __shared__");
static_assert(std::is_trivially_destructible_v<owner> && std::is_standard_layout_v<owner>);
static_assert(!std::is_copy_constructible_v<owner> && !std::is_move_constructible_v<owner>);
static_assert(!std::is_assignable_v<owner&, owner&>);
static_assert(!std::is_assignable_v<const owner&, int> && !has_store<const owner&>);
static_assert(
    same<decltype(std::declval<owner&>() = 1), int, decltype(++std::declval<owner&>()), int,
         decltype(std::declval<const owner&>().load()), int,
         decltype(std::declval<owner&>().store(1)), void, decltype(std::declval<owner&>().ref()),
         ref, decltype(std::declval<const owner&>().ref()), const_ref>);
#if !DIATOMIC_CHECKED
constexpr owner constant{7};
static_assert(constant.is_lock_free());
#endif
struct two_floats {
  float a, b;
};
static_assert(alignof(atomic<two_floats>) == 8);
// Elements of complex numbers are updated one by one.
static_assert(alignof(atomic<std::complex<float>>) == alignof(float) &&
              sizeof(atomic<std::complex<float>>) == 8);

using flag = atomic_flag<>;
static_assert(std::is_trivially_default_constructible_v<flag> &&
              !std::is_copy_constructible_v<flag>);
static_assert(same<decltype(std::declval<flag&>().test_and_set()), bool,
                   decltype(std::declval<const flag&>().test()), bool,
                   decltype(std::declval<flag&>().clear()), void,
                   decltype(std::declval<const flag&>().wait(true)), void>);

using accessor = diatomic::atomic_accessor<int, diatomic::block_scope_t>;
static_assert(same<accessor::element_type, int, accessor::reference, block_ref,
                   accessor::data_handle_type, int*, accessor::offset_policy, accessor>);
static_assert(std::is_empty_v<accessor> && std::is_nothrow_default_constructible_v<accessor>);
static_assert(
    same<diatomic::atomic_accessor_seq_cst<int>::reference, diatomic::atomic_ref_seq_cst<int>,
         diatomic::atomic_accessor_acq_rel<int>::reference, atomic_ref<int, diatomic::acq_rel_t>,
         diatomic::atomic_accessor_relaxed<int>::reference, atomic_ref<int, diatomic::relaxed_t>>);
/// Elements by plain references, as `std::default_accessor`.
template <class T>
struct plain_accessor {
  using offset_policy = plain_accessor;
  using element_type = T;
  using reference = T&;
  using data_handle_type = T*;
  reference access(data_handle_type p, std::size_t i) const { return p[i]; }
};
using const_accessor = diatomic::atomic_accessor<const int>;
static_assert(std::is_convertible_v<plain_accessor<int>, accessor>);
static_assert(std::is_convertible_v<diatomic::atomic_accessor<int>, const_accessor>);
static_assert(!std::is_convertible_v<const_accessor, diatomic::atomic_accessor<int>>);
static_assert(!std::is_convertible_v<plain_accessor<short>, accessor>);
/// Elements that only the accessor finds: its handle is a number.
struct numbering_accessor : plain_accessor<int> {
  using data_handle_type = std::size_t;
};
static_assert(!std::is_convertible_v<numbering_accessor, accessor>);

// --- What the members do

/// Counts what is not as expected.
struct checks {
  unsigned* wrong;
  DIATOMIC_FUNCTION void operator()(bool is_right, unsigned number) const {
    if (!is_right) diatomic::store(wrong, number);
  }
};

DIATOMIC_FUNCTION void check_references(int* word, const checks& expect) {
  const atomic_ref<int> r(*word);
  const atomic_ref<const int> c(r);
  r = 5;
  expect(r == 5 && c == 5 && c.load(diatomic::acquire) == 5, 1);
  expect(r.address() == word && c.address() == word && r.is_lock_free(), 2);
  expect(r++ == 5 && ++r == 7 && r-- == 7 && --r == 5, 3);
  expect((r += 3) == 8 && (r -= 1) == 7 && (r &= 6) == 6 && (r |= 1) == 7 && (r ^= 2) == 5, 4);
  expect(r.exchange(9, std::memory_order_acq_rel) == 5, 5);
  int seen = 8;
  expect(!r.compare_exchange_strong(seen, 1) && seen == 9, 6);
  expect(r.compare_exchange_weak(seen, 1, std::memory_order_acq_rel, std::memory_order_acquire), 7);
  expect(c.wait(2, std::memory_order_acquire) == 1, 8);
  expect(r.fetch_add(1, diatomic::block_scope, std::memory_order_release) == 1, 9);
  r.notify_one();
  r.notify_all();
  // acq_rel is of each operation what it can have.
  const diatomic::atomic_ref_acq_rel<int> both(*word);
  both.store(both.load() + 1);
  both.store_add(2);
  expect(both.fetch_max(4) == 5 && both.wait(4) == 5, 10);
  const diatomic::atomic_ref_seq_cst<int, diatomic::block_scope_t> last(*word);
  last.store(last.load(diatomic::relaxed) + 1);
  expect(diatomic::atomic_ref_relaxed<int>(*word).add_fetch(1) == 7, 11);
}

DIATOMIC_FUNCTION void check_owning(atomic<int>& a, const checks& expect) {
  a = 5;
  const atomic<int>& c = a;
  expect(c == 5 && c.load(std::memory_order_acquire) == 5 && c.is_lock_free(), 21);
  expect(a++ == 5 && ++a == 7 && a-- == 7 && --a == 5, 22);
  expect((a += 3) == 8 && (a -= 1) == 7 && (a &= 6) == 6 && (a |= 1) == 7 && (a ^= 2) == 5, 23);
  expect(a.exchange(9) == 5 && a.fetch_add(1) == 9 && a.fetch_sub(2) == 10, 24);
  expect(a.fetch_and(12) == 8 && a.fetch_or(3) == 8 && a.fetch_xor(1) == 11, 25);
  expect(a.fetch_min(4) == 10 && a.fetch_max(6) == 4, 26);
  a.store_add(2);
  a.store_max(11, diatomic::release);
  a.store_min(9);
  int seen = 1;
  expect(!a.compare_exchange_strong(seen, 2) && seen == 9, 27);
  expect(a.compare_exchange_weak(seen, 2, std::memory_order_release, std::memory_order_relaxed),
         28);
  expect(c.wait(1) == 2 && a.ref().fetch_mul(5) == 2 && c.ref().load() == 10, 29);
  a.store(3, std::memory_order_release);
  a.notify_one();
  a.notify_all();
  expect(c == 3, 30);
}

DIATOMIC_FUNCTION void check_flag(atomic_flag<>& f, const checks& expect) {
  f.clear();
  expect(!f.test() && !f.test_and_set(std::memory_order_acquire), 41);
  expect(f.test(diatomic::acquire) && f.test_and_set(diatomic::acq_rel), 42);
  f.wait(false);
  f.clear(std::memory_order_release);
  f.wait(true, diatomic::acquire);
  f.notify_one();
  f.notify_all();
  expect(!f.test(), 43);
}

DIATOMIC_FUNCTION void check_waiting(unsigned* word, const checks& expect) {
  diatomic::store(word, 6u);
  const auto is_even = [](unsigned v) { return v % 2 == 0; };
  expect(diatomic::wait_until(word, is_even, diatomic::acquire) == 6, 51);
  expect(diatomic::wait_until(word, is_even, std::memory_order_acquire) == 6, 52);
  diatomic::pause();
}

struct memory {
  int word;
  unsigned unsigned_word;
  atomic<int> owning;
  atomic_flag<> flag;
};

DIATOMIC_FUNCTION void check_all(memory* m, unsigned* wrong) {
  const checks expect{wrong};
  check_references(&m->word, expect);
  check_owning(m->owning, expect);
  check_flag(m->flag, expect);
  check_waiting(&m->unsigned_word, expect);
}

struct check_in_kernel {
  DIATOMIC_DEVICE void operator()(memory* global, unsigned* wrong) const {
    auto* const shared = diatomic::shared_array<memory>();
    if (diatomic::thread_index() != 0) return;
    check_all(global, wrong);
    check_all(shared, wrong);
  }
};

TEST(shapes, members_in_kernels) {
  diatomic::device_array<memory> global(1);
  diatomic::device_array<unsigned> wrong(1);
  wrong.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(1, 32, sizeof(memory), stream, check_in_kernel{}, global.data(), wrong.data());
  stream.synchronize();
  EXPECT_EQ(wrong.download()[0], 0u) << "the number of the check";
}

TEST(shapes, members_in_host_code) {
  memory m{};
  EXPECT_EQ(m.owning.load(), 0) << "a value-initialised atomic is zero";
  EXPECT_FALSE(m.flag.test()) << "a value-initialised flag is clear";
  EXPECT_EQ(atomic<int>(7).load(), 7);
  unsigned wrong = 0;
  check_all(&m, &wrong);
  EXPECT_EQ(wrong, 0u) << "the number of the check";
}

/// A matrix by rows, of an accessor policy: as much of `mdspan` as kernels here need.
template <class Accessor>
struct matrix {
  typename Accessor::data_handle_type data;
  unsigned columns;
  Accessor accessor{};
  DIATOMIC_FUNCTION typename Accessor::reference operator()(unsigned row, unsigned column) const {
    return accessor.access(accessor.offset(data, row * columns), column);
  }
};

/// Every thread adds to one element of each column.
struct add_to_columns {
  DIATOMIC_DEVICE void operator()(unsigned* data, unsigned rows, unsigned columns) const {
    const matrix<diatomic::atomic_accessor<unsigned, diatomic::in_global_t>> sums{data, columns};
    const matrix<diatomic::atomic_accessor_acq_rel<const unsigned>> seen{data, columns};
    for (unsigned column = 0; column < columns; ++column) {
      const unsigned row = diatomic::global_index() % rows;
      sums(row, column) += column + 1;
      if (seen(row, column).load() < column + 1) sums(row, column).store_max(1u << 31);
    }
  }
};

TEST(shapes, accessors_in_kernels) {
  const unsigned rows = 3;
  const unsigned columns = 5;
  diatomic::device_array<unsigned> data(rows * columns);
  data.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(4, 96, 0, stream, add_to_columns{}, data.data(), rows, columns);
  stream.synchronize();
  const auto sums = data.download();
  for (unsigned i = 0; i < rows * columns; ++i) {
    EXPECT_EQ(sums[i], 4 * 96 / rows * (i % columns + 1)) << i;
  }
}

#if defined(__cpp_lib_mdspan)
TEST(shapes, accessor_of_mdspan) {
  std::vector<int> values(6, 1);
  const std::mdspan plain(values.data(), 2, 3);
  const std::mdspan<int, std::dextents<int, 2>, std::layout_right, diatomic::atomic_accessor<int>>
      view(plain);
  view[1, 2].fetch_add(4);
  EXPECT_EQ(values[5], 5);
}
#endif

}  // namespace
