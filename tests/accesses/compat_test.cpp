// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// CUDA's and desul's names access memory as the calls of Diatomic that they stand for.

#include <string>
#include <type_traits>

#include <diatomic/compat/cuda_names.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/compat/desul_ref.hpp>

#include "accesses/accesses.hpp"

namespace {

using namespace accesses_tests;
using namespace diatomic;

// --- CUDA's names: relaxed, at the scope of the name.

alignas(16) word object[4];
word* const p = object;

void expect_same(const char* name, call_ref call, call_ref own) {
  object[0] = 7;
  const std::string found = accesses_of(call);
  const word left = object[0];
  object[0] = 7;
  EXPECT_EQ(found, accesses_of(own)) << name;
  EXPECT_NE(found, "") << name;
  EXPECT_EQ(left, object[0]) << name;
}

#define EXPECT_CUDA(name, ...)                                         \
  expect_same(                                                         \
      #name, [] { (void)cuda_names::name(p, 9u); },                    \
      [] { (void)__VA_ARGS__(p, 9u, device_scope); });                 \
  expect_same(                                                         \
      #name "_block", [] { (void)cuda_names::name##_block(p, 9u); },   \
      [] { (void)__VA_ARGS__(p, 9u, block_scope); });                  \
  expect_same(                                                         \
      #name "_system", [] { (void)cuda_names::name##_system(p, 9u); }, \
      [] { (void)__VA_ARGS__(p, 9u, system_scope); })
TEST(accesses_of_cuda_names, are_relaxed_at_the_scope_of_the_name) {
  EXPECT_CUDA(atomicAdd, fetch_add);
  EXPECT_CUDA(atomicSub, fetch_sub);
  EXPECT_CUDA(atomicExch, exchange);
  EXPECT_CUDA(atomicMin, fetch_min);
  EXPECT_CUDA(atomicMax, fetch_max);
  EXPECT_CUDA(atomicInc, fetch_inc_wrap);
  EXPECT_CUDA(atomicDec, fetch_dec_wrap);
  EXPECT_CUDA(atomicAnd, fetch_and);
  EXPECT_CUDA(atomicOr, fetch_or);
  EXPECT_CUDA(atomicXor, fetch_xor);
  const auto exchange_7 = [](auto tag) {
    return [tag] { (void)compare_exchange(p, 7u, 9u, tag); };
  };
  expect_same(
      "atomicCAS", [] { (void)cuda_names::atomicCAS(p, 7u, 9u); }, exchange_7(device_scope));
  expect_same(
      "atomicCAS_block", [] { (void)cuda_names::atomicCAS_block(p, 7u, 9u); },
      exchange_7(block_scope));
  expect_same(
      "atomicCAS_system", [] { (void)cuda_names::atomicCAS_system(p, 7u, 9u); },
      exchange_7(system_scope));
  const auto expect_fence = [](auto call, memory_scope scope) {
    EXPECT_EQ(accesses_of(call), fence_text(memory_order::seq_cst, scope));
  };
  expect_fence([] { cuda_names::__threadfence(); }, memory_scope::device);
  expect_fence([] { cuda_names::__threadfence_block(); }, memory_scope::block);
  expect_fence([] { cuda_names::__threadfence_system(); }, memory_scope::system);
}

// --- desul's names: the order and the scope of the call's tags.

using namespace desul_names;

inline seq_cst_t own(MemoryOrderSeqCst) { return {}; }
inline acq_rel_t own(MemoryOrderAcqRel) { return {}; }
inline acquire_t own(MemoryOrderAcquire) { return {}; }
inline release_t own(MemoryOrderRelease) { return {}; }
inline relaxed_t own(MemoryOrderRelaxed) { return {}; }
inline system_scope_t own(MemoryScopeSystem) { return {}; }
inline system_scope_t own(MemoryScopeNode) { return {}; }
inline device_scope_t own(MemoryScopeDevice) { return {}; }
inline block_scope_t own(MemoryScopeCore) { return {}; }

/// Calls `call(order, scope)` with each order and scope.
template <class Call>
void with_each_scope(Call call) {
  const auto with = [&](auto scope) {
    call(MemoryOrderSeqCst{}, scope);
    call(MemoryOrderAcqRel{}, scope);
    call(MemoryOrderAcquire{}, scope);
    call(MemoryOrderRelease{}, scope);
    call(MemoryOrderRelaxed{}, scope);
  };
  with(MemoryScopeSystem{});
  with(MemoryScopeNode{});
  with(MemoryScopeDevice{});
  with(MemoryScopeCore{});
}
template <class Order>
constexpr bool acquires =
    std::is_same_v<Order, MemoryOrderAcquire> || std::is_same_v<Order, MemoryOrderAcqRel>;
template <class Order>
constexpr bool releases =
    std::is_same_v<Order, MemoryOrderRelease> || std::is_same_v<Order, MemoryOrderAcqRel>;

/// The three functions and two members of an update, whose operand is `...`. One without a result
/// that acquires is one with a result.
#define EXPECT_DESUL(name, fetch, reduce, ...)                                                    \
  with_each_scope([](auto o, auto s) {                                                            \
    const auto with_result = [=] { (void)fetch(p, __VA_ARGS__, own(o), own(s)); };                \
    expect_same("fetch_" #name, [=] { atomic_fetch_##name(p, __VA_ARGS__, o, s); }, with_result); \
    expect_same(                                                                                  \
        #name "_fetch", [=] { atomic_##name##_fetch(p, __VA_ARGS__, o, s); }, with_result);       \
    if constexpr (acquires<decltype(o)>) {                                                        \
      expect_same(#name, [=] { atomic_##name(p, __VA_ARGS__, o, s); }, with_result);              \
    } else {                                                                                      \
      expect_same(                                                                                \
          #name, [=] { atomic_##name(p, __VA_ARGS__, o, s); },                                    \
          [=] { reduce(p, __VA_ARGS__, own(o), own(s)); });                                       \
    }                                                                                             \
  })
#define EXPECT_DESUL_MEMBERS(name, fetch, ...)                                           \
  with_each_scope([](auto o, auto s) {                                                   \
    const AtomicRef<word, decltype(o), decltype(s)> r(*p);                               \
    const auto with_result = [=] { (void)fetch(p, __VA_ARGS__, own(o), own(s)); };       \
    expect_same("r.fetch_" #name, [=] { r.fetch_##name(__VA_ARGS__); }, with_result);    \
    expect_same("r." #name "_fetch", [=] { r.name##_fetch(__VA_ARGS__); }, with_result); \
  })

TEST(accesses_of_desul_names, are_those_of_the_operations) {
  EXPECT_DESUL(add, fetch_add, store_add, 3u);
  EXPECT_DESUL(sub, fetch_sub, store_sub, 3u);
  EXPECT_DESUL(mul, fetch_mul, store_mul, 3u);
  EXPECT_DESUL(div, fetch_div, store_div, 3u);
  EXPECT_DESUL(mod, fetch_mod, store_mod, 3u);
  EXPECT_DESUL(min, fetch_min, store_min, 3u);
  EXPECT_DESUL(max, fetch_max, store_max, 9u);
  EXPECT_DESUL(and, fetch_and, store_and, 3u);
  EXPECT_DESUL(or, fetch_or, store_or, 8u);
  EXPECT_DESUL(xor, fetch_xor, store_xor, 3u);
  EXPECT_DESUL(nand, fetch_nand, store_nand, 3u);
  EXPECT_DESUL(lshift, fetch_shl, store_shl, 2u);
  EXPECT_DESUL(rshift, fetch_shr, store_shr, 2u);
  EXPECT_DESUL(inc_mod, fetch_inc_wrap, store_inc_wrap, 9u);
  EXPECT_DESUL(dec_mod, fetch_dec_wrap, store_dec_wrap, 9u);
}
TEST(accesses_of_desul_names, of_references_are_those_of_the_operations) {
  EXPECT_DESUL_MEMBERS(add, fetch_add, 3u);
  EXPECT_DESUL_MEMBERS(sub, fetch_sub, 3u);
  EXPECT_DESUL_MEMBERS(mul, fetch_mul, 3u);
  EXPECT_DESUL_MEMBERS(div, fetch_div, 3u);
  EXPECT_DESUL_MEMBERS(mod, fetch_mod, 3u);
  EXPECT_DESUL_MEMBERS(min, fetch_min, 3u);
  EXPECT_DESUL_MEMBERS(max, fetch_max, 9u);
  EXPECT_DESUL_MEMBERS(and, fetch_and, 3u);
  EXPECT_DESUL_MEMBERS(or, fetch_or, 8u);
  EXPECT_DESUL_MEMBERS(xor, fetch_xor, 3u);
  EXPECT_DESUL_MEMBERS(nand, fetch_nand, 3u);
  EXPECT_DESUL_MEMBERS(lshift, fetch_shl, 2u);
  EXPECT_DESUL_MEMBERS(rshift, fetch_shr, 2u);
}
#undef EXPECT_DESUL
#undef EXPECT_DESUL_MEMBERS

TEST(accesses_of_desul_names, of_moves_have_the_half_of_an_order_that_applies) {
  with_each_scope([](auto o, auto s) {
    using order = decltype(o);
    const AtomicRef<word, order, decltype(s)> r(*p);
    if constexpr (!std::is_same_v<order, MemoryOrderRelease>) {
      const auto half = std::conditional_t<acquires<order>, acquire_t, decltype(own(o))>{};
      const auto load_it = [=] { (void)load(p, half, own(s)); };
      expect_same("load", [=] { (void)atomic_load(p, o, s); }, load_it);
      expect_same("r.load", [=] { (void)r.load(); }, load_it);
    }
    if constexpr (!std::is_same_v<order, MemoryOrderAcquire>) {
      const auto half = std::conditional_t<releases<order>, release_t, decltype(own(o))>{};
      const auto store_it = [=] { store(p, 5u, half, own(s)); };
      expect_same("store", [=] { atomic_store(p, 5u, o, s); }, store_it);
      expect_same("r.store", [=] { r.store(5u); }, store_it);
    }
    const auto exchange_it = [=] { (void)exchange(p, 5u, own(o), own(s)); };
    expect_same("exchange", [=] { (void)atomic_exchange(p, 5u, o, s); }, exchange_it);
    expect_same("r.exchange", [=] { (void)r.exchange(5u); }, exchange_it);
    expect_same(
        "compare_exchange", [=] { (void)atomic_compare_exchange(p, 7u, 5u, o, s); },
        [=] { (void)compare_exchange(p, 7u, 5u, own(o), own(s)); });
    const auto one = [=] { (void)fetch_add(p, 1u, own(o), own(s)); };
    expect_same("inc", [=] { (void)atomic_fetch_inc(p, o, s); }, one);
    expect_same("inc", [=] { (void)atomic_inc_fetch(p, o, s); }, one);
    const auto minus = [=] { (void)fetch_sub(p, 1u, own(o), own(s)); };
    expect_same("dec", [=] { (void)atomic_fetch_dec(p, o, s); }, minus);
    expect_same("dec", [=] { (void)atomic_dec_fetch(p, o, s); }, minus);
    if constexpr (!acquires<order>) {
      expect_same("inc", [=] { atomic_inc(p, o, s); }, [=] { store_add(p, 1u, own(o), own(s)); });
      expect_same("dec", [=] { atomic_dec(p, o, s); }, [=] { store_sub(p, 1u, own(o), own(s)); });
    } else {
      expect_same("inc", [=] { atomic_inc(p, o, s); }, one);
      expect_same("dec", [=] { atomic_dec(p, o, s); }, minus);
    }
    const auto fence_it = [=] { atomic_thread_fence(o, s); };
    if constexpr (std::is_same_v<order, MemoryOrderRelaxed>) {
      EXPECT_EQ(accesses_of(fence_it), "");
    } else {
      EXPECT_EQ(accesses_of(fence_it), accesses_of([=] { fence(own(o), own(s)); }));
    }
  });
}

TEST(accesses_of_desul_names, of_compare_exchanges_have_both_orders) {
  with_each_scope([](auto o, auto s) {
    const auto with_failure = [=](auto failure) {
      word expected = 7;
      const auto own_call = [=] {
        (void)compare_exchange(p, 7u, 5u, own(o), own(s), on_failure(own(failure)));
      };
      expect_same(
          "strong", [&] { (void)atomic_compare_exchange_strong(p, expected, 5u, o, failure, s); },
          own_call);
      expect_same(
          "weak", [&] { (void)atomic_compare_exchange_weak(p, expected, 5u, o, failure, s); },
          own_call);
    };
    with_failure(MemoryOrderRelaxed{});
    with_failure(MemoryOrderAcquire{});
    with_failure(MemoryOrderSeqCst{});
  });
}

/// Types that the table lacks: a loop, and moves of the whole object.
struct alignas(8) two_words {
  word a, b;
  two_words operator+(const two_words& o) const { return {a + o.a, b + o.b}; }
};
TEST(accesses_of_desul_names, of_other_types_are_in_loops) {
  with_each_scope([](auto o, auto s) {
    two_words v{1, 2};
    const two_words w{3, 4};
    access_properties with;
    put(with, own(o));
    put(with, own(s));
    const auto expect = [&](const std::string& text, call_ref call) {
      v = {1, 2};
      EXPECT_EQ(accesses_of(call), text);
    };
    using order = decltype(o);
    expect(loop_text(with), [&] { atomic_fetch_add(&v, w, o, s); });
    expect(loop_text(with), [&] { atomic_add_fetch(&v, w, o, s); });
    expect(text_of("exchange", with), [&] { atomic_exchange(&v, w, o, s); });
    expect(text_of("compare_exchange", with), [&] { atomic_compare_exchange(&v, w, w, o, s); });
    access_properties unused = with;
    if (!acquires<order>) unused.result = result_use::unused;
    expect(loop_text(unused), [&] { atomic_add(&v, w, o, s); });
    if constexpr (!std::is_same_v<order, MemoryOrderRelease>) {
      if (acquires<order>) with.order = memory_order::acquire;
      expect(text_of("load", with), [&] { atomic_load(&v, o, s); });
    }
    if constexpr (!std::is_same_v<order, MemoryOrderAcquire>) {
      if (releases<order>) with.order = memory_order::release;
      expect(text_of("store", with), [&] { atomic_store(&v, w, o, s); });
    }
  });
}

/// Numbers of the caller alone are not accessed atomically, and objects with locks are accessed
/// between seq_cst fences if the order is seq_cst.
struct on_4_bytes {
  word a, b;
  on_4_bytes operator+(const on_4_bytes& o) const { return {a + o.a, b + o.b}; }
};
struct three_words {
  word at[3];
  three_words operator+(const three_words& o) const { return {{at[0] + o.at[0], at[1], at[2]}}; }
};
TEST(accesses_of_desul_names, of_locked_objects_are_fenced) {
  three_words v{};
  const std::string sc = fence_text(memory_order::seq_cst, memory_scope::device);
  const auto accesses = [&](auto order) {
    return accesses_of([&] { atomic_add(&v, three_words{}, order, MemoryScopeDevice{}); });
  };
  const std::string inside = accesses(MemoryOrderRelaxed{});
  EXPECT_EQ(inside.find("fence"), std::string::npos) << inside;
  EXPECT_NE(inside.find("acquire device global"), std::string::npos) << inside;
  EXPECT_NE(inside.find("release device global"), std::string::npos) << inside;
  EXPECT_EQ(accesses(MemoryOrderAcqRel{}), inside);
  EXPECT_EQ(accesses(MemoryOrderSeqCst{}), sc + inside + sc);
  const MemoryScopeDevice d{};
  const auto expect_fenced = [&](auto call) {
    EXPECT_EQ(accesses_of([&] { call(MemoryOrderRelaxed{}); }), inside);
    EXPECT_EQ(accesses_of([&] { call(MemoryOrderSeqCst{}); }), sc + inside + sc);
  };
  expect_fenced([&](auto o) { atomic_load(&v, o, d); });
  expect_fenced([&](auto o) { atomic_store(&v, three_words{}, o, d); });
  expect_fenced([&](auto o) { atomic_exchange(&v, three_words{}, o, d); });
  expect_fenced([&](auto o) { atomic_compare_exchange(&v, three_words{}, v, o, d); });
  // Objects of a word's size are locked too where they are not aligned to it.
  alignas(8) word memory[4] = {};
  const auto expect_locked = [&](auto call) {
    EXPECT_EQ(accesses_of([&] { call(reinterpret_cast<on_4_bytes*>(memory + 1)); }), inside);
    EXPECT_EQ(accesses_of([&] { call(reinterpret_cast<on_4_bytes*>(memory)); }).find("release"),
              std::string::npos);
  };
  const MemoryOrderRelaxed o{};
  expect_locked([&](auto* p) { atomic_load(p, o, d); });
  expect_locked([&](auto* p) { atomic_store(p, on_4_bytes{}, o, d); });
  expect_locked([&](auto* p) { atomic_exchange(p, on_4_bytes{}, o, d); });
  expect_locked([&](auto* p) { atomic_compare_exchange(p, on_4_bytes{}, on_4_bytes{}, o, d); });
  expect_locked([&](auto* p) { atomic_add(p, on_4_bytes{}, o, d); });
  EXPECT_EQ(accesses_of([&] {
              const MemoryScopeCaller scope{};
              const MemoryOrderSeqCst order{};
              atomic_add(&v, three_words{}, order, scope);
              atomic_store(p, atomic_load(p, order, scope), order, scope);
              atomic_add(p, atomic_exchange(p, 3u, order, scope), order, scope);
              word expected = atomic_fetch_xor(p, 5u, order, scope);
              atomic_compare_exchange_strong(p, expected, 3u, order, order, scope);
              atomic_thread_fence(order, scope);
            }),
            "");
}

/// Float minima and maxima that would change nothing may end after a load of an old value.
TEST(accesses_of_desul_names, of_float_extrema_are_monotone) {
  float f = 2;
  for (const float v : {1.0f, 3.0f}) {
    const auto expect_float = [&](call_ref call, call_ref own_call) {
      f = 2;
      const std::string found = accesses_of(call);
      f = 2;
      EXPECT_EQ(found, accesses_of(own_call)) << v;
    };
    const MemoryOrderRelaxed o{};
    const MemoryScopeDevice s{};
    expect_float([&] { (void)atomic_fetch_min(&f, v, o, s); },
                 [&] { (void)fetch_min(&f, v, monotone); });
    expect_float([&] { (void)atomic_max_fetch(&f, v, o, s); },
                 [&] { (void)fetch_max(&f, v, monotone); });
    expect_float([&] { atomic_max(&f, v, o, s); }, [&] { store_max(&f, v, monotone); });
    expect_float([&] { atomic_add(&f, v, o, s); }, [&] { store_add(&f, v); });
  }
}

}  // namespace
