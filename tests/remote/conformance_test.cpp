// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Every operation, on every type, from every processing element on the objects of every other one:
/// no update is lost, doubled or torn.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ios>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/atomics/number_types.hpp>

#include "remote/on_each_pe.hpp"
#include "support/device_support.hpp"
#include "support/history.hpp"

namespace {

using diatomic::op;
using diatomic::remote_ref;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// What a compare-exchange that stores `desired` expects: of four values in a circle the one
/// before.
template <class T>
DIATOMIC_FUNCTION T expected_before(T desired) {
  return desired == static_cast<T>(77) ? static_cast<T>(80) : desired - static_cast<T>(1);
}
/// What an update leaves.
template <op Op, class T>
T value_after(T old, T v) {
  if constexpr (Op == op::compare_exchange)
    return old == expected_before(v) ? v : old;
  else
    return diatomic::result_of<Op>(old, v);
}

/// The members of `remote_ref`, by their operation.
template <op Op, class Ref, class T>
DIATOMIC_FUNCTION T fetch_with_tags(const Ref& r, T v) {
  if constexpr (Op == op::exchange) return r.exchange(v);
  if constexpr (Op == op::compare_exchange) return r.compare_exchange(expected_before(v), v);
  if constexpr (Op == op::add) return r.fetch_add(v);
  if constexpr (Op == op::sub) return r.fetch_sub(v);
  if constexpr (Op == op::mul) return r.fetch_mul(v);
  if constexpr (Op == op::div) return r.fetch_div(v);
  if constexpr (Op == op::mod) return r.fetch_mod(v);
  if constexpr (Op == op::bit_and) return r.fetch_and(v);
  if constexpr (Op == op::bit_or) return r.fetch_or(v);
  if constexpr (Op == op::bit_xor) return r.fetch_xor(v);
  if constexpr (Op == op::bit_nand) return r.fetch_nand(v);
  if constexpr (Op == op::shl) return r.fetch_shl(v);
  if constexpr (Op == op::shr) return r.fetch_shr(v);
  if constexpr (Op == op::min) return r.fetch_min(v);
  if constexpr (Op == op::max) return r.fetch_max(v);
  if constexpr (Op == op::inc_wrap) return r.fetch_inc_wrap(v);
  if constexpr (Op == op::dec_wrap) return r.fetch_dec_wrap(v);
  if constexpr (Op == op::fminimum) return r.fetch_fminimum(v);
  if constexpr (Op == op::fmaximum) return r.fetch_fmaximum(v);
  if constexpr (Op == op::fminimum_num) return r.fetch_fminimum_num(v);
  if constexpr (Op == op::fmaximum_num) return r.fetch_fmaximum_num(v);
  if constexpr (Op == op::min_if_less) return r.fetch_min_if_less(v);
  if constexpr (Op == op::max_if_greater) return r.fetch_max_if_greater(v);
}
template <op Op, class Ref, class T>
DIATOMIC_FUNCTION void reduce_with_tags(const Ref& r, T v) {
  if constexpr (Op == op::add) r.store_add(v);
  if constexpr (Op == op::sub) r.store_sub(v);
  if constexpr (Op == op::bit_and) r.store_and(v);
  if constexpr (Op == op::bit_or) r.store_or(v);
  if constexpr (Op == op::bit_xor) r.store_xor(v);
  if constexpr (Op == op::min) r.store_min(v);
  if constexpr (Op == op::max) r.store_max(v);
}

/// The operand of a call, by the number of the thread among those of all processing elements.
template <class T>
DIATOMIC_FUNCTION T operand(op operation, unsigned i) {
  switch (operation) {
    case op::compare_exchange:
      return static_cast<T>(static_cast<int>(77 + i * 37u % 101u % 4));
    case op::shl:
    case op::shr:
      return static_cast<T>(i % 3);
    case op::div:
    case op::mod:
      return static_cast<T>(i % 5 + 2);
    case op::inc_wrap:
    case op::dec_wrap:
      return static_cast<T>(i % 2 * 40 + 20);
    case op::bit_and:
      return static_cast<T>(~(1u << i % 7));
    case op::mul:
      return static_cast<T>(i % 2 * 2 + 1);
    default:
      return static_cast<T>(static_cast<int>(i * 37u % 101u) - 50);
  }
}

/// The operations of one type, chosen at run time: so each type has one kernel.
template <op... Ops>
struct operations {
  template <class Ref, class T>
  DIATOMIC_FUNCTION static T fetch(op which, const Ref& r, T v) {
    T old = v;
    (void)((which == Ops ? (old = fetch_with_tags<Ops>(r, v), true) : false) || ...);
    return old;
  }
  template <class Ref, class T>
  DIATOMIC_FUNCTION static void reduce(op which, const Ref& r, T v) {
    (void)((which == Ops ? (reduce_with_tags<Ops>(r, v), true) : false) || ...);
  }
  template <class T>
  static T result(op which, T old, T v) {
    (void)((which == Ops ? (old = value_after<Ops>(old, v), true) : false) || ...);
    return old;
  }
};

/// Objects of which the middle one is used; its neighbours must stay as they are.
constexpr std::size_t objects = 3;

template <class Operations>
struct fetch_on_all {
  /// `old` has `rounds` values for each thread and processing element.
  template <class T>
  DIATOMIC_DEVICE void operator()(op which, symmetric_ptr<T> object, T* old,
                                  unsigned rounds) const {
    const unsigned thread =
        diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
    const unsigned threads = diatomic::block_size() * diatomic::grid_size();
    const auto pes = static_cast<unsigned>(object.pes());
    for (unsigned round = 0; round < rounds; ++round) {
      for (unsigned i = 0; i < pes; ++i) {
        const unsigned pe = (i + thread + round) % pes;
        const unsigned at = (pe * rounds + round) * threads + thread;
        const unsigned number = static_cast<unsigned>(object.pe()) * 977u + at;
        old[at] = Operations::fetch(which, remote_ref<T>(object + 1, static_cast<int>(pe)),
                                    operand<T>(which, number));
      }
    }
  }
};
template <class Operations>
struct reduce_on_all {
  template <class T>
  DIATOMIC_DEVICE void operator()(op which, symmetric_ptr<T> object, unsigned rounds) const {
    const unsigned thread =
        diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
    const unsigned threads = diatomic::block_size() * diatomic::grid_size();
    for (unsigned round = 0; round < rounds; ++round) {
      for (int pe = 0; pe < object.pes(); ++pe) {
        Operations::reduce(which, remote_ref<T>(object + 1, pe),
                           operand<T>(which, round * threads + thread));
      }
    }
    diatomic::quiet();
  }
};

constexpr unsigned grid = 2;
constexpr unsigned block = 16;
constexpr unsigned threads = grid * block;

template <class T>
std::vector<T> start_values() {
  return {static_cast<T>(5), static_cast<T>(77), static_cast<T>(9)};
}

template <class T>
void expect_neighbours(const std::vector<T>& part, const std::string& what) {
  const std::vector<T> start = start_values<T>();
  EXPECT_EQ(test::bits_of(part[0]), test::bits_of(start[0])) << what;
  EXPECT_EQ(test::bits_of(part[2]), test::bits_of(start[2])) << what;
}

/// The old values of all updates of each object make one history.
template <class T, op... Ops>
void expect_histories(const char* type) {
  using all_of = operations<Ops...>;
  const auto rounds = static_cast<unsigned>(scaled(20, 1));
  test::on_each_pe([&](world& w) {
    symmetric_array<T> object(w, objects);
    const auto per_object = std::size_t{rounds} * threads;
    diatomic::device_array<T> old(per_object * static_cast<std::size_t>(w.pes()));
    for (const op which : {Ops...}) {
      const std::string what = std::string(name_of(which)) + " on " + type;
      object.upload(start_values<T>());
      w.barrier();
      test::run_kernel(grid, block, fetch_on_all<all_of>{}, which, object.pointer(), old.data(),
                       rounds);
      w.barrier();
      const std::vector<T> all = test::gathered(w, old.download());
      const std::vector<T> part = object.download();
      expect_neighbours(part, what);
      std::vector<test::step> steps;
      for (int from = 0; from < w.pes(); ++from) {
        for (std::size_t i = 0; i < per_object; ++i) {
          const std::size_t at = static_cast<std::size_t>(w.pe()) * per_object + i;
          const T before = all[static_cast<std::size_t>(from) * old.size() + at];
          const unsigned number = static_cast<unsigned>(from) * 977u + static_cast<unsigned>(at);
          const T after = all_of::result(which, before, operand<T>(which, number));
          steps.push_back({test::bits_of(before), test::bits_of(after)});
        }
      }
      EXPECT_EQ(test::explain_impossible(test::bits_of(start_values<T>()[1]),
                                         test::bits_of(part[1]), steps),
                "")
          << what << " of processing element " << w.pe();
      w.barrier();
    }
  });
}

/// Updates whose order does not matter leave what one thread would leave.
template <class T, op... Ops>
void expect_results(const char* type) {
  using all_of = operations<Ops...>;
  const auto rounds = static_cast<unsigned>(scaled(20, 1));
  test::on_each_pe([&](world& w) {
    symmetric_array<T> object(w, objects);
    for (const op which : {Ops...}) {
      const std::string what = "store_" + std::string(name_of(which)) + " on " + type;
      object.upload(start_values<T>());
      w.barrier();
      test::run_kernel(grid, block, reduce_on_all<all_of>{}, which, object.pointer(), rounds);
      w.barrier();
      const std::vector<T> part = object.download();
      expect_neighbours(part, what);
      T expected = start_values<T>()[1];
      for (int pe = 0; pe < w.pes(); ++pe) {
        for (unsigned i = 0; i < rounds * threads; ++i) {
          expected = all_of::result(which, expected, operand<T>(which, i));
        }
      }
      EXPECT_EQ(test::bits_of(part[1]), test::bits_of(expected)) << what;
      w.barrier();
    }
  });
}

template <class T>
void expect_integer(const char* type) {
  expect_histories<T, op::exchange, op::compare_exchange, op::add, op::sub, op::mul, op::div,
                   op::mod, op::bit_and, op::bit_or, op::bit_xor, op::bit_nand, op::shl, op::shr,
                   op::min, op::max>(type);
  if constexpr (std::is_unsigned_v<T>) expect_histories<T, op::inc_wrap, op::dec_wrap>(type);
  expect_results<T, op::add, op::sub, op::bit_and, op::bit_or, op::bit_xor, op::min, op::max>(type);
}
template <class T>
void expect_float(const char* type) {
  expect_histories<T, op::exchange, op::compare_exchange, op::add, op::sub, op::mul, op::div,
                   op::min, op::max, op::fminimum, op::fmaximum, op::fminimum_num, op::fmaximum_num,
                   op::min_if_less, op::max_if_greater>(type);
  expect_results<T, op::add, op::min, op::max>(type);  // of whole numbers, so exact
}

/// A vector whose elements are 0 or 1, as the bits of a number.
template <class T, class Element>
DIATOMIC_FUNCTION T vector_of(unsigned bits) {
  Element elements[sizeof(T) / sizeof(Element)];
  for (Element& e : elements) {
    e = static_cast<Element>(static_cast<float>(bits & 1u));
    bits >>= 1;
  }
  T v;
  __builtin_memcpy(static_cast<void*>(&v), elements, sizeof(T));
  return v;
}
template <class Element>
struct add_vectors_on_all {
  /// By the form without a result to the second object, and by the one with it to the third.
  template <class T>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> object, unsigned rounds) const {
    const unsigned thread =
        diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
    for (unsigned round = 0; round < rounds; ++round) {
      const T v = vector_of<T, Element>(thread + round);
      for (int pe = 0; pe < object.pes(); ++pe) {
        remote_ref<T>(object + 1, pe).store_add(v);
        (void)remote_ref<T>(object + 2, pe).fetch_add(v);
      }
    }
    diatomic::quiet();
  }
};

/// No element's sum is lost, and neighbours stay as they are. In every order each partial sum is
/// exact: bfloat16 has whole numbers up to 256.
template <class T, class Element>
void expect_sums_of_vectors(const char* type) {
  constexpr std::size_t elements = sizeof(T) / sizeof(Element);
  test::on_each_pe([&](world& w) {
    const unsigned rounds = sizeof(Element) == 2 ? 1 : static_cast<unsigned>(scaled(20, 1));
    symmetric_array<T> object(w, 4);
    test::run_kernel(grid, block, add_vectors_on_all<Element>{}, object.pointer(), rounds);
    w.barrier();
    unsigned expected[elements] = {};
    for (unsigned i = 0; i < threads; ++i) {
      for (unsigned round = 0; round < rounds; ++round) {
        for (std::size_t k = 0; k < elements; ++k) expected[k] += (i + round) >> k & 1u;
      }
    }
    const std::vector<T> part = object.download();
    for (std::size_t at = 0; at < part.size(); ++at) {
      Element found[elements];
      std::memcpy(static_cast<void*>(found), &part[at], sizeof(T));
      for (std::size_t k = 0; k < elements; ++k) {
        const unsigned sum = at == 1 || at == 2 ? expected[k] * static_cast<unsigned>(w.pes()) : 0;
        EXPECT_EQ(static_cast<float>(found[k]), static_cast<float>(sum))
            << type << ", object " << at << ", element " << k;
      }
    }
    w.barrier();
  });
}

TEST(remote_conformance, vectors) {
  expect_sums_of_vectors<diatomic::half2, diatomic::half>("half2");
  expect_sums_of_vectors<diatomic::bfloat162, diatomic::bfloat16>("bfloat162");
  expect_sums_of_vectors<diatomic::float2, float>("float2");
  expect_sums_of_vectors<diatomic::float4, float>("float4");
  expect_sums_of_vectors<diatomic::double2, double>("double2");
  expect_sums_of_vectors<diatomic::half4, diatomic::half>("half4");
  expect_sums_of_vectors<diatomic::int2, int>("int2");
  expect_sums_of_vectors<diatomic::int4, int>("int4");
}
/// A number of 16 bytes, whose halves tell whether they belong together.
struct alignas(16) wide {
  std::uint64_t number;
  std::uint64_t complement;
};
DIATOMIC_FUNCTION wide wide_of(std::uint64_t number) { return {number, ~number}; }
DIATOMIC_FUNCTION wide next_wide(wide v) { return wide_of(v.number * 5 + 1); }

/// Exchanges the second object, and updates the third, which is loaded too.
struct move_wide_on_all {
  /// `old` has `rounds` values for each processing element and thread, of the second and then of
  /// the third object; `torn` counts the threads that load halves of two values.
  template <class T>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> object, T* old, unsigned rounds,
                                  unsigned* torn) const {
    if constexpr (diatomic::support_v<op::compare_exchange, T> != diatomic::support::none) {
      const unsigned thread =
          diatomic::block_index() * diatomic::block_size() + diatomic::thread_index();
      const unsigned threads = diatomic::block_size() * diatomic::grid_size();
      const auto pes = static_cast<unsigned>(object.pes());
      for (unsigned i = 0; i < pes * rounds; ++i) {
        const unsigned pe = (i + thread) % pes;
        const unsigned at = (pe * rounds + i / pes) * threads + thread;
        const remote_ref<T> exchanged(object + 1, static_cast<int>(pe));
        const remote_ref<T> updated(object + 2, static_cast<int>(pe));
        old[at] = exchanged.exchange(wide_of(static_cast<unsigned>(object.pe()) * 977u + at));
        old[pes * rounds * threads + at] = updated.fetch_update([](T v) { return next_wide(v); });
        const T seen = updated.load();
        if (seen.number != ~seen.complement) diatomic::store_add(torn, 1u);
      }
    }
  }
};

TEST(remote_conformance, sixteen_bytes) {
  constexpr std::size_t forms = 2;
  const auto rounds = static_cast<unsigned>(scaled(20, 1));
  std::atomic<bool> lacking{false};
  test::on_each_pe([&](world& w) {
    if (w.link() != diatomic::remote_link::direct ||
        !test::device_has<op::compare_exchange, wide>()) {
      lacking = true;
      return;
    }
    const std::vector<wide> start(2 + forms, wide_of(1));
    symmetric_array<wide> object(w, start.size());
    object.upload(start);
    w.barrier();
    const auto per_object = std::size_t{rounds} * threads;
    const std::size_t per_form = per_object * static_cast<std::size_t>(w.pes());
    diatomic::device_array<wide> old(forms * per_form);
    diatomic::device_array<unsigned> torn(1);
    torn.fill_bytes(0);
    test::run_kernel(grid, block, move_wide_on_all{}, object.pointer(), old.data(), rounds,
                     torn.data());
    w.barrier();
    EXPECT_EQ(torn.download()[0], 0u) << "torn loads of processing element " << w.pe();
    const std::vector<wide> all = test::gathered(w, old.download());
    const std::vector<wide> part = object.download();
    for (const std::size_t neighbour : {std::size_t{0}, forms + 1}) {
      EXPECT_EQ(test::bits_of(part[neighbour]), test::bits_of(start[neighbour]));
    }
    for (std::size_t form = 0; form < forms; ++form) {
      std::vector<test::step> steps;
      for (std::size_t from = 0; from < static_cast<std::size_t>(w.pes()); ++from) {
        for (std::size_t i = 0; i < per_object; ++i) {
          const std::size_t at = static_cast<std::size_t>(w.pe()) * per_object + i;
          const wide before = all[(from * forms + form) * per_form + at];
          const wide after = form == 0 ? wide_of(from * 977 + at) : next_wide(before);
          steps.push_back({test::bits_of(before), test::bits_of(after)});
        }
      }
      EXPECT_EQ(test::explain_impossible(test::bits_of(start[form + 1]),
                                         test::bits_of(part[form + 1]), steps),
                "")
          << (form == 0 ? "exchange" : "fetch_update") << " of processing element " << w.pe();
    }
    w.barrier();
  });
  if (lacking) GTEST_SKIP() << "no compare-exchange of 16 bytes there";
}

TEST(remote_conformance, signed_char) { expect_integer<signed char>("signed char"); }
TEST(remote_conformance, unsigned_short) { expect_integer<unsigned short>("unsigned short"); }
TEST(remote_conformance, int_) { expect_integer<int>("int"); }
TEST(remote_conformance, unsigned_) { expect_integer<unsigned>("unsigned"); }
TEST(remote_conformance, long_long) { expect_integer<long long>("long long"); }
TEST(remote_conformance, unsigned_long) { expect_integer<unsigned long>("unsigned long"); }
TEST(remote_conformance, float_) { expect_float<float>("float"); }
TEST(remote_conformance, double_) { expect_float<double>("double"); }
TEST(remote_conformance, half) {
  expect_histories<diatomic::half, op::exchange, op::compare_exchange, op::add, op::min, op::max>(
      "half");
}
TEST(remote_conformance, bfloat16) {
  expect_histories<diatomic::bfloat16, op::exchange, op::compare_exchange, op::add, op::min,
                   op::max>("bfloat16");
}

struct compare_and_exchange {
  template <class T>
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> object, int pe, T expected, T desired,
                                  T* old) const {
    *old = remote_ref<T>(object, pe).compare_exchange(expected, desired);
  }
};

/// Zeros of both signs differ, and a NaN equals itself and no other one.
template <class T, class Word>
void expect_bits_to_be_compared(Word negative_zero, Word nan) {
  struct odd_case {
    Word object;
    Word expected;
  };
  const odd_case cases[] = {{negative_zero, Word{0}},          {Word{0}, negative_zero},
                            {negative_zero, negative_zero},    {nan, nan},
                            {nan, static_cast<Word>(nan + 1)}, {static_cast<Word>(nan + 1), nan}};
  const auto number = [](Word bits) {
    T v;
    std::memcpy(static_cast<void*>(&v), &bits, sizeof v);
    return v;
  };
  test::on_each_pe([&](world& w) {
    const int next = (w.pe() + 1) % w.pes();
    const T zero = number(Word{0});
    const T desired = static_cast<T>(3.0f);
    symmetric_array<T> object(w, objects);
    diatomic::device_array<T> old(1);
    for (const odd_case& c : cases) {
      object.upload({zero, number(c.object), zero});
      w.barrier();
      test::run_kernel(1, 1, compare_and_exchange{}, object.pointer() + 1, next, number(c.expected),
                       desired, old.data());
      w.barrier();
      const std::vector<T> part = object.download();
      const T left = c.object == c.expected ? desired : number(c.object);
      EXPECT_EQ(test::bits_of(old.download()[0]), test::bits_of(number(c.object)));
      EXPECT_EQ(test::bits_of(part[1]), test::bits_of(left))
          << std::hex << +c.object << ", expected " << +c.expected;
      EXPECT_EQ(test::bits_of(part[0]), test::bits_of(zero));
      EXPECT_EQ(test::bits_of(part[2]), test::bits_of(zero));
      w.barrier();
    }
  });
}
TEST(remote_conformance, compares_bits) {
  expect_bits_to_be_compared<diatomic::half, std::uint16_t>(0x8000, 0x7e01);
  expect_bits_to_be_compared<diatomic::bfloat16, std::uint16_t>(0x8000, 0x7fc1);
  expect_bits_to_be_compared<float, std::uint32_t>(0x80000000u, 0x7fc00001u);
  expect_bits_to_be_compared<double, std::uint64_t>(0x8000000000000000u, 0x7ff8000000000001u);
}

}  // namespace
