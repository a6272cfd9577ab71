// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// What host code is told of a device's kernels is what the kernels have: for all operations, a
/// type of each kind, types that some operations refuse, and the tags on which tables depend.

#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using namespace diatomic;

template <class...>
struct list {};
template <class... Ts>
constexpr unsigned length(list<Ts...>) {
  return sizeof...(Ts);
}

enum class color : std::uint32_t {};
struct padded {
  char a;
  std::int16_t b;
};
struct three_bytes {
  char at[3];
};
/// Aligned to its parts, or to less.
struct alignas(4) loose_half4 {
  diatomic::half x, y, z, w;
};
struct looser_half4 {
  diatomic::half x, y, z, w;
};

}  // namespace

template <>
inline constexpr kind diatomic::number_kind_v<loose_half4> = kind::f16x4;
template <>
inline constexpr kind diatomic::number_kind_v<looser_half4> = kind::f16x4;

namespace {

using types =
    list<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
         std::int64_t, std::uint64_t, detail::int128, detail::uint128, diatomic::half,
         diatomic::bfloat16, float, double, diatomic::half2, diatomic::bfloat162, diatomic::float2,
         diatomic::float4, diatomic::double2, diatomic::int2, diatomic::int4, diatomic::half4,
         diatomic::bfloat164, bool, color, int*, std::complex<float>, std::complex<double>, padded,
         three_bytes, loose_half4, looser_half4>;
using tags =
    list<list<>, list<in_shared_t>, list<in_global_t, coarse_grained_t>,
         list<in_global_t, coarse_grained_t, ignore_denormals_t, in_array_t, result_unused_t>,
         list<in_global_t, keep_denormals_t>, list<in_global_t, system_scope_t, acquire_t>,
         list<seq_cst_t, warp_scope_t>>;

/// Whether the architecture that is being compiled has what it is asked for. A variable: nvcc warns
/// of a constexpr host function in device code.
template <op Op, class T, class... Tags>
constexpr bool agrees_v = support_of<Op, T, Tags...>(detail::device_ops::compiled_architecture) ==
                          support_v<Op, T, Tags...>;

/// All operations on a T with the same tags: as compiled, and as asked for an architecture.
template <class T, class... Tags>
struct answers {
  template <int... Ops>
  DIATOMIC_FUNCTION static void compiled(int* to, std::integer_sequence<int, Ops...>) {
    ((to[Ops] = static_cast<int>(support_v<static_cast<op>(Ops), T, Tags...>)), ...);
    // For each architecture that this source is compiled for.
    static_assert(DIATOMIC_IN_HOST_HALF || (agrees_v<static_cast<op>(Ops), T, Tags...> && ...));
  }
  template <int... Ops>
  static void asked(int architecture, int* to, std::integer_sequence<int, Ops...>) {
    ((to[Ops] = static_cast<int>(support_of<static_cast<op>(Ops), T, Tags...>(architecture))), ...);
  }
};
using all_ops = std::make_integer_sequence<int, op_count>;
constexpr unsigned type_count = length(types{});
constexpr unsigned answer_count = op_count * type_count * length(tags{});

/// Passes the answers on each type with each list of tags to `call`, with the place for them.
DIATOMIC_EXEC_CHECK_DISABLE
template <class Call, class... Ts, class... Tags>
DIATOMIC_FUNCTION void for_each_type(Call call, int*& to, list<Ts...>, list<Tags...>) {
  ((call(answers<Ts, Tags...>{}, to), to += op_count), ...);
}
DIATOMIC_EXEC_CHECK_DISABLE
template <class Call, class... Lists>
DIATOMIC_FUNCTION void for_all(Call call, int* to, list<Lists...>) {
  (for_each_type(call, to, types{}, Lists{}), ...);
}

struct tell {
  template <class Answers>
  DIATOMIC_FUNCTION void operator()(Answers, int* to) const {
    Answers::compiled(to, all_ops{});
  }
};
struct tell_all {
  DIATOMIC_DEVICE void operator()(int* to) const { for_all(tell{}, to, tags{}); }
};
struct ask {
  int architecture;
  template <class Answers>
  void operator()(Answers, int* to) const {
    Answers::asked(architecture, to, all_ops{});
  }
};
std::vector<int> asked_for(int architecture) {
  std::vector<int> all(answer_count);
  for_all(ask{architecture}, all.data(), tags{});
  return all;
}

TEST(support, of_a_device_is_what_its_kernels_have) {
  diatomic::device_array<int> told(answer_count);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, tell_all{}, told.data());
  stream.synchronize();
  const std::vector<int> compiled = told.download();
  const std::vector<int> asked = asked_for(diatomic::kernel_architecture(0));
  unsigned differ = 0;
  for (unsigned i = 0; i < answer_count; ++i) {
    if (compiled[i] == asked[i]) continue;
    ++differ;
    ADD_FAILURE() << name_of(static_cast<op>(i % op_count)) << ", type "
                  << i / op_count % type_count << ", tags " << i / op_count / type_count
                  << ": compiled " << compiled[i] << ", asked " << asked[i];
    if (differ == 10) break;
  }
}

TEST(support, of_no_architecture_and_of_old_ones_is_none) {
  constexpr int first = tables::backend::architectures[0].number;
  for (const int number : {0, first - 1, -1}) {
    EXPECT_EQ(asked_for(number), std::vector<int>(answer_count)) << number;
    EXPECT_EQ(support_of(op::load, kind::u32, {}, number), support::none) << number;
  }
  EXPECT_NE(asked_for(first), std::vector<int>(answer_count));
}

TEST(support, of_an_order_that_no_call_has_is_none) {
  for (const tables::architecture& a : tables::backend::architectures) {
    EXPECT_EQ(support_of(op::load, kind::i32, {memory_order::release}, a.number), support::none);
    EXPECT_EQ(support_of(op::store, kind::i32, {memory_order::acquire}, a.number), support::none);
    EXPECT_NE(support_of(op::load, kind::i32, {memory_order::acquire}, a.number), support::none);
  }
}

TEST(support, of_newer_architectures_follows_the_rules) {
  for (const tables::architecture& a : tables::backend::architectures) {
    EXPECT_EQ((support_of<op::load, unsigned>(a.number)), support::native) << a.name;
    EXPECT_NE((support_of<op::fmaximum, diatomic::half4>(a.number)), support::none) << a.name;
    EXPECT_EQ((support_of<op::add, loose_half4, in_global_t, coarse_grained_t>(a.number)),
              (support_of<op::add, diatomic::half2, in_global_t, coarse_grained_t>(a.number)))
        << a.name;
    EXPECT_EQ((support_of<op::add, diatomic::int4, in_global_t>(a.number)),
              support_of(op::add, kind::i32x4, {{}, memory_scope::device, memory_space::global},
                         a.number))
        << a.name;
  }
  EXPECT_EQ((support_of<op::load, unsigned>(0xffff)), support::native);
}

/// Newer devices run code for older architectures if the program has no newer code.
template <int... Compiled>
constexpr int newest(int device) {
  return detail::architecture_list<Compiled...>::newest_for(device);
}
static_assert(newest<750, 800, 900>(75) == 75 && newest<750, 800, 900>(89) == 80 &&
              newest<750, 800, 900>(121) == 90 && newest<750, 800, 900>(70) == 0 &&
              newest<800>(80) == 80 && newest<>(0x942) == 0x942);

// Calls that no chip has: `support::none` in device code and in host code.
static_assert(support_v<op::add, bool> == support::none &&
              support_v<op::mul, std::complex<float>> == support::none &&
              support_v<op::add, std::complex<float>> != support::none &&
              support_v<op::compare_exchange, std::complex<float>> == support::none &&
              support_v<op::bit_and, diatomic::half4> == support::none &&
              support_v<op::inc_wrap, diatomic::int2> == support::none &&
              support_v<op::add, looser_half4> == support::none &&
              support_v<op::exchange, padded> == support::none &&
              support_v<op::load, int, release_t> == support::none &&
              support_v<op::load, const int> != support::none &&
              support_v<op::store, const int> == support::none);

}  // namespace
