// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Processing elements, the arrays that they have together, references, and mistakes of all sorts.

#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/atomics/number_types.hpp>

#include "remote/on_each_pe.hpp"

namespace {

using diatomic::op;
using diatomic::remote_link;
using diatomic::remote_ref;
using diatomic::remote_support;
using diatomic::symmetric_array;
using diatomic::symmetric_ptr;
using diatomic::world;

/// What `f` throws as an E.
template <class E, class F>
std::string text_of(F f) {
  try {
    f();
  } catch (const E& error) {
    return error.what();
  }
  return "nothing thrown";
}

TEST(remote_world, numbers) {
  test::on_each_pe([](world& w) {
    EXPECT_GE(w.pe(), 0);
    EXPECT_LT(w.pe(), w.pes());
    const std::vector<int> all = test::gathered(w, std::vector<int>{w.pe()});
    ASSERT_EQ(all.size(), static_cast<std::size_t>(w.pes()));
    for (int pe = 0; pe < w.pes(); ++pe) EXPECT_EQ(all[static_cast<std::size_t>(pe)], pe);
  });
}

TEST(remote_world, values_of_all) {
  test::on_each_pe([](world& w) {
    const std::vector<std::uint16_t> own = {7, static_cast<std::uint16_t>(w.pe())};
    const std::vector<std::uint16_t> all = w.gather(own.data(), own.size());
    ASSERT_EQ(all.size(), 2 * static_cast<std::size_t>(w.pes()));
    for (int pe = 0; pe < w.pes(); ++pe) EXPECT_EQ(all[2 * static_cast<std::size_t>(pe) + 1], pe);
    EXPECT_TRUE(w.gather(own.data(), 0).empty());
    EXPECT_THROW(w.gather(own.data(), std::size_t{1} << 30), std::length_error);
    // Two bytes modulo 2^64.
    EXPECT_THROW(w.gather(own.data(), (std::size_t{1} << 63) + 1), std::length_error);
  });
}

/// Lengths around those at which transports announce values with the call, or send them in pieces.
TEST(remote_world, values_of_any_length) {
  test::on_each_pe([](world& w) {
    for (const std::size_t n :
         {1u, 231u, 232u, 233u, 255u, 256u, 257u, 999u, 1000u, 1001u, 1999u, 2000u, 2001u, 5003u}) {
      const auto value = [](int pe, std::size_t i) {
        return static_cast<unsigned char>(i * 7 + static_cast<std::size_t>(pe) * 31 + 1);
      };
      std::vector<unsigned char> own(n);
      for (std::size_t i = 0; i < n; ++i) own[i] = value(w.pe(), i);
      const std::vector<unsigned char> all = w.gather(own.data(), n);
      std::size_t different = all.size() == n * static_cast<std::size_t>(w.pes()) ? 0 : 1;
      for (std::size_t k = 0; different == 0 && k < all.size(); ++k) {
        if (all[k] != value(static_cast<int>(k / n), k % n)) ++different;
      }
      EXPECT_EQ(different, 0u) << n << " bytes";
    }
  });
}

TEST(remote_world, arrays_start_as_zeros_and_may_be_empty) {
  test::on_each_pe([](world& w) {
    symmetric_array<float> none(w, 0);
    EXPECT_EQ(none.size(), 0u);
    EXPECT_TRUE(none.download().empty());
    EXPECT_TRUE(none.download(w.pes() - 1).empty());
    EXPECT_EQ(symmetric_ptr<int>().local(), nullptr);
    symmetric_array<double> some(w, 1000);
    EXPECT_EQ(some.download((w.pe() + 1) % w.pes()), std::vector<double>(1000, 0.0));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(some.data()) % 64, 0u);
  });
}

TEST(remote_world, elements_of_every_part) {
  test::on_each_pe([](world& w) {
    const int next = (w.pe() + 1) % w.pes();
    symmetric_array<int> numbers(w, 8);
    const symmetric_ptr<int> fourth = numbers.pointer() + 5 - 1;
    EXPECT_EQ(fourth.pe(), w.pe());
    EXPECT_EQ(fourth.pes(), w.pes());
    EXPECT_EQ(remote_ref<int>(fourth, next).pe(), next);
    EXPECT_EQ(remote_ref<int>(fourth, next).address() != nullptr, w.link() == remote_link::direct);
    EXPECT_EQ(fourth.local(), numbers.data() + 4);
    numbers.upload({0, 1, 2, 3, 4, 5, 6, 10 * w.pe()});
    w.barrier();
    EXPECT_EQ(numbers.download(next, 5, 3), (std::vector<int>{5, 6, 10 * next}));
    EXPECT_EQ(text_of<std::out_of_range>([&] { (void)numbers.download(next, 5, 4); }),
              "symmetric_array::download: 4 elements from 5 on, and a part has 8");
    EXPECT_EQ(text_of<std::out_of_range>([&] { numbers.put(next, 9, numbers.data(), 1); }),
              "symmetric_array::put: 1 elements from 9 on, and a part has 8");
    // The sum of first and n wraps.
    EXPECT_THROW(numbers.download(next, 2, ~std::size_t{0}), std::out_of_range);
    EXPECT_THROW(numbers.put(next, 2, numbers.data(), ~std::size_t{0}), std::out_of_range);
    EXPECT_THROW(numbers.download(next, ~std::size_t{0}, 2), std::out_of_range);
    w.barrier();
    numbers.put(next, 3, numbers.data() + 7, 1);
    w.barrier();
    const int previous = (w.pe() + w.pes() - 1) % w.pes();
    EXPECT_EQ(numbers.download(), (std::vector<int>{0, 1, 2, 10 * previous, 4, 5, 6, 10 * w.pe()}));
    w.barrier();
  });
}

struct use_every_member {
  /// `found` becomes what the calls return, in turn.
  DIATOMIC_FUNCTION void operator()(symmetric_ptr<int> p, int pe, int* found) const {
    const remote_ref<int, diatomic::seq_cst_t> r(p, pe);
    r.store(5);
    *found++ = r.load();
    *found++ = r.load(diatomic::relaxed);
    *found++ = r.exchange(7);
    *found++ = r.compare_exchange(7, 8);
    *found++ = r.compare_exchange(7, 9);
    int expected = 7;
    *found++ = r.compare_exchange_strong(expected, 9) ? 1 : 0;
    *found++ = expected;
    *found++ = r.compare_exchange_strong(expected, 9) ? 1 : 0;
    *found++ = r.add_fetch(3);
    *found++ = r.fetch_update([](int v) { return 2 * v; });
    *found++ = r.try_update([](int& v) { return ++v > 100; }) ? 1 : 0;
    *found++ = r.try_update([](int& v) { return ++v < 100; }) ? 1 : 0;
    r.store_sub(1, std::memory_order_release);
    *found++ = r.wait_until([](int v) { return v == 24; });
    // Where instructions reach it, `expected` is the object itself: to be left alone after success.
    int elsewhere = 24;
    int& found_by_it = r.address() == nullptr ? elsewhere : *static_cast<int*>(r.address());
    *found++ = r.compare_exchange_strong(found_by_it, 25) ? 1 : 0;
  }
};

TEST(remote_world, members) {
  test::on_each_pe([](world& w) {
    symmetric_array<int> object(w, 1);
    diatomic::device_array<int> found(14);
    const int next = (w.pe() + 1) % w.pes();
    test::run_kernel(1, 1, use_every_member{}, object.pointer(), next, found.data());
    EXPECT_EQ(found.download(), (std::vector<int>{5, 5, 5, 7, 8, 0, 8, 1, 12, 12, 0, 1, 24, 1}));
    w.barrier();
    EXPECT_EQ(object.download(), std::vector<int>{25});
    w.barrier();
  });
}

struct spin_for_the_other {
  /// The first thread of a block spins without a pause until the second has stored.
  DIATOMIC_DEVICE void operator()(symmetric_ptr<int> p, int pe) const {
    const remote_ref<int> r(p, pe);
    if (diatomic::thread_index() == 1) {
      r.store(1);
      diatomic::quiet();
    } else {
      while (r.load() == 0) {
      }
    }
  }
};

TEST(remote_world, threads_of_a_block_spin) {
  if (!diatomic::detail::runtime_api::threads_yield) GTEST_SKIP() << "for threads that take turns";
  test::on_each_pe([](world& w) {
    symmetric_array<int> object(w, 1);
    test::run_kernel(1, 2, spin_for_the_other{}, object.pointer(), w.pe());
    EXPECT_EQ(object.download(), std::vector<int>{1});
  });
}

struct alignas(8) pair_of_ints {
  int a;
  int b;
};
enum class color : std::uint8_t { red, green, blue };

struct use_other_types {
  DIATOMIC_FUNCTION void operator()(symmetric_ptr<std::complex<double>> sum,
                                    symmetric_ptr<pair_of_ints> pair, symmetric_ptr<color> paint,
                                    symmetric_ptr<int*> pointer, std::complex<double> v,
                                    int pe) const {
    remote_ref<std::complex<double>>(sum, pe).store_add(v);
    remote_ref<pair_of_ints>(pair, pe).exchange(pair_of_ints{3, 4});
    remote_ref<color>(paint + 1, pe).fetch_or(color::blue);
    remote_ref<int*>(pointer, pe).fetch_add(3);
    diatomic::quiet();
  }
};

TEST(remote_world, types_that_are_no_numbers) {
  test::on_each_pe([](world& w) {
    symmetric_array<std::complex<double>> sum(w, 1);
    symmetric_array<pair_of_ints> pair(w, 1);
    symmetric_array<color> paint(w, 3);
    symmetric_array<int*> pointer(w, 1);
    for (int pe = 0; pe < w.pes(); ++pe) {
      test::run_kernel(1, 1, use_other_types{}, sum.pointer(), pair.pointer(), paint.pointer(),
                       pointer.pointer(), std::complex<double>(1.0, -2.0), pe);
    }
    w.barrier();
    const double n = w.pes();
    EXPECT_EQ(sum.download()[0], std::complex<double>(n, -2 * n));
    EXPECT_EQ(pair.download()[0].b, 4);
    EXPECT_EQ(paint.download(), (std::vector<color>{color::red, color::blue, color::red}));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pointer.download()[0]),
              static_cast<std::uintptr_t>(w.pes()) * 3 * sizeof(int));
    w.barrier();
  });
}

/// Of objects of 16 bytes, where processors compare and exchange them.
template <class T>
void expect_refusal(world& w) {
  if constexpr (diatomic::support_v<op::compare_exchange, T> != diatomic::support::none) {
    symmetric_array<T> wide(w, 1);
    const remote_ref<T> r(wide.pointer(), 0);
    if (w.link() == remote_link::direct) return;
    const std::string said =
        text_of<diatomic::runtime_error>([&] { (void)r.compare_exchange(T{}, T{}); });
    EXPECT_NE(said.find("compare_exchange on f64x2"), std::string::npos) << said;
    EXPECT_NE(said.find("network"), std::string::npos) << said;
  }
}
TEST(remote_world, what_a_network_lacks_is_said) {
  test::on_each_pe([](world& w) { expect_refusal<diatomic::double2>(w); });
}

TEST(remote_world, support_is_that_of_the_tables) {
  using diatomic::remote_support_v;
  EXPECT_EQ((remote_support_v<op::load, int, remote_link::direct>), remote_support::native);
  EXPECT_EQ((remote_support_v<op::mul, int, remote_link::direct>), remote_support::loop);
  constexpr bool has_network = diatomic::detail::transport::has_network;
  const remote_support transport = has_network ? remote_support::transport : remote_support::none;
  const remote_support loop = has_network ? remote_support::loop : remote_support::none;
  const remote_support of_4_bytes = diatomic::detail::has_words_of_4_bytes ? transport : loop;
  EXPECT_EQ((remote_support_v<op::add, unsigned, remote_link::network>), of_4_bytes);
  EXPECT_EQ((remote_support_v<op::add, std::uint64_t, remote_link::network>), transport);
  EXPECT_EQ((remote_support_v<op::load, short, remote_link::network>), transport);
  EXPECT_EQ((remote_support_v<op::add, short, remote_link::network>), loop);
  EXPECT_EQ((remote_support_v<op::add, double, remote_link::network>), loop);
  EXPECT_EQ((remote_support_v<op::add, std::complex<double>, remote_link::network>), loop);
  EXPECT_EQ((remote_support_v<op::exchange, std::complex<double>, remote_link::network>),
            transport);
  EXPECT_EQ((remote_support_v<op::compare_exchange, std::complex<double>, remote_link::network>),
            remote_support::none);
}

TEST(remote_world, numbers_that_no_one_has) {
  test::on_each_pe([](world& w) {
    symmetric_array<int> object(w, 1);
    for (const int pe : {-1, w.pes(), w.pes() + 1000}) {
      const std::string said =
          text_of<std::out_of_range>([&] { remote_ref<int>(object.pointer(), pe); });
      EXPECT_EQ(said, "diatomic: there is no processing element " + std::to_string(pe) +
                          ", only 0 to " + std::to_string(w.pes() - 1));
      EXPECT_NE(text_of<std::out_of_range>([&] { (void)object.download(pe); }), "nothing thrown");
    }
    EXPECT_EQ(text_of<std::logic_error>([] { remote_ref<int>(symmetric_ptr<int>(), 0); }),
              "diatomic: the symmetric_ptr is empty: take it from a symmetric_array");
    EXPECT_EQ(text_of<std::length_error>([&] { object.upload({1, 2}); }),
              "symmetric_array::upload: 2 elements, and a part has 1");
  });
}

TEST(remote_world, arrays_that_are_not_symmetric) {
  test::on_each_pe([](world& w) {
    if (w.pes() == 1) return;
    const std::size_t n = w.pe() == 1 ? 3 : 2;
    const std::string said =
        text_of<std::invalid_argument>([&] { symmetric_array<int> uneven(w, n); });
    EXPECT_EQ(said, w.pe() == 1
                        ? "symmetric_array: 3 elements here, and processing element 0 says 2"
                        : "symmetric_array: 2 elements here, and processing element 1 says "
                          "3");
    w.barrier();  // They go on together.
  });
}

template <class Options, class = void>
inline constexpr bool is_on_devices = false;
template <class Options>
inline constexpr bool is_on_devices<Options, decltype(Options::trust_links, void())> = true;

/// More memory than there is: all throw, and go on together. Libraries with memory of their own are
/// not asked.
TEST(remote_world, memory_that_is_not_there) {
  namespace transport = diatomic::transports::DIATOMIC_REMOTE;
  if (!is_on_devices<transport::options>) GTEST_SKIP() << "memory of the transport's library";
  test::on_each_pe([](world& w) {
    const auto ask = [&] { const symmetric_array<char> too_large(w, std::size_t{1} << 60); };
    EXPECT_NE(text_of<diatomic::runtime_error>(ask), "nothing thrown");
    w.barrier();
  });
}

/// The other processing elements wait for one that fails, or that leaves: they throw.
template <class Options>
auto expect_end_of_waiting(const Options& options, int) -> decltype(options.devices, void()) {
  const auto fail = [](world& w) {
    if (w.pe() == w.pes() - 1) throw std::domain_error("mine");
    w.barrier();
  };
  EXPECT_EQ(text_of<std::domain_error>([&] { diatomic::with_world(fail, options); }), "mine");
  // What is destroyed while the exception is on its way must not be taken for their barrier.
  std::atomic<int> came_by{0};
  const auto fail_with_an_array = [&](world& w) {
    const symmetric_array<int> a(w, 10);
    if (w.pe() == w.pes() - 1) throw std::domain_error("mine");
    w.barrier();
    ++came_by;
  };
  EXPECT_EQ(text_of<std::domain_error>([&] { diatomic::with_world(fail_with_an_array, options); }),
            "mine");
  EXPECT_EQ(came_by, 0);
  const auto leave = [](world& w) {
    if (w.pe() != w.pes() - 1) w.barrier();
  };
  EXPECT_NE(text_of<diatomic::runtime_error>([&] {
              diatomic::with_world(leave, options);
            }).find("has left"),
            std::string::npos);
  Options unknown;
  unknown.devices = {0, 1000};
  EXPECT_NE(text_of<diatomic::runtime_error>([&] { diatomic::with_world(leave, unknown); }),
            "nothing thrown");
  const std::string alone = text_of<diatomic::runtime_error>([&] { world w(options); });
  EXPECT_NE(alone.find("with_world"), std::string::npos) << alone;
}
/// Processes end then: tests/remote/failures_test.py.
template <class Options>
void expect_end_of_waiting(const Options&, long) {}

TEST(remote_world, nobody_waits_for_one_that_fails) {
  expect_end_of_waiting(test::chosen_options(), 0);
}

struct add_on {
  DIATOMIC_FUNCTION void operator()(symmetric_ptr<int> p, int pe, int v) const {
    remote_ref<int>(p, pe).store_add(v);
    diatomic::quiet();
  }
};

TEST(remote_world, one_after_the_other) {
  for (int i = 0; i < 3; ++i) {
    test::on_each_pe([i](world& w) {
      symmetric_array<int> a(w, 2);
      test::run_kernel(1, 1, add_on{}, a.pointer(), 0, i);
      w.barrier();
      EXPECT_EQ(a.download(0)[0], i * w.pes());
    });
  }
}

}  // namespace
