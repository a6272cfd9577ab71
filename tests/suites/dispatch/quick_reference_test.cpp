// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The cells on NaN, -0 and subnormals of docs/quick_reference.md, for each type of floats.
/// tests/documents/quick_reference_test.py compares `rows` with the page.

#include <array>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "support/float16.hpp"
#include "support/history.hpp"

namespace {

using diatomic::kind;

struct row {
  const char* operation;
  /// The object if it is +NaN, is -NaN, if the operand is +NaN, is -NaN; of zeros; of subnormals.
  std::array<const char*, 6> cells;
};
constexpr row rows[] = {
    {"add", {"NaN", "NaN", "NaN", "NaN", "+0", "kept, or 0*"}},
    {"min", {"number", "NaN", "number", "NaN", "-0", "kept"}},
    {"max", {"NaN", "number", "NaN", "number", "+0", "kept"}},
    {"fminimum", {"NaN", "NaN", "NaN", "NaN", "-0", "kept"}},
    {"fmaximum", {"NaN", "NaN", "NaN", "NaN", "+0", "kept"}},
    {"fminimum_num", {"number", "number", "number", "number", "-0", "kept"}},
    {"fmaximum_num", {"number", "number", "number", "number", "+0", "kept"}},
    {"min_if_less", {"NaN", "NaN", "number", "number", "*p", "kept"}},
    {"max_if_greater", {"NaN", "NaN", "number", "number", "*p", "kept"}},
};
constexpr unsigned row_count = std::size(rows);
constexpr unsigned objects_of_case = row_count + 1;  // and a sum with `keep_denormals`

/// Thread i updates the objects of case i, one by each operation.
template <class T>
struct update_by_each {
  DIATOMIC_DEVICE void operator()(T* objects, const T* operands, unsigned cases) const {
    const unsigned i = diatomic::global_index();
    if (i >= cases) return;
    T* const p = objects + objects_of_case * i;
    const T v = operands[i];
    diatomic::store_add(p, v);
    diatomic::store_min(p + 1, v);
    diatomic::store_max(p + 2, v);
    diatomic::store_fminimum(p + 3, v);
    diatomic::store_fmaximum(p + 4, v);
    diatomic::store_fminimum_num(p + 5, v);
    diatomic::store_fmaximum_num(p + 6, v);
    diatomic::store_min_if_less(p + 7, v);
    diatomic::store_max_if_greater(p + 8, v);
    diatomic::store_add(p + 9, v, diatomic::keep_denormals);
  }
};

/// The bits of the values of a type.
template <class T>
struct bits {
  using word = diatomic::detail::unsigned_of<T>;
  static constexpr kind k = diatomic::kind_of_v<T>;
  static constexpr unsigned fraction = k == kind::f16    ? 10
                                       : k == kind::bf16 ? 7
                                       : k == kind::f32  ? 23
                                                         : 52;
  static constexpr word one_bit = 1;
  static constexpr word minus = static_cast<word>(one_bit << (8 * sizeof(T) - 1));
  static constexpr word infinity = static_cast<word>(minus - (one_bit << fraction));
  static constexpr word nan = static_cast<word>(infinity | one_bit << (fraction - 1));
  static constexpr word number = static_cast<word>(one_bit << (8 * sizeof(T) - 2));  // 2

  static bool is_nan(word w) { return static_cast<word>(w & (minus - 1)) > infinity; }
};

template <class T>
class quick_reference_of : public testing::Test {
 public:
  using word = typename bits<T>::word;

  /// What all operations leave of the object `p` with the operand `v`.
  static std::vector<word> left_of(word p, word v) {
    const auto as_float = [](word w) { return diatomic::detail::bits_as<T>(w); };
    diatomic::stream stream;
    diatomic::device_array<T> objects(objects_of_case);
    diatomic::device_array<T> operand(1);
    objects.upload(std::vector<T>(objects_of_case, as_float(p)));
    operand.upload(std::vector<T>{as_float(v)});
    diatomic::launch(1, 1, 0, stream, update_by_each<T>{}, objects.data(),
                     static_cast<const T*>(operand.data()), 1u);
    stream.synchronize();
    std::vector<word> left;
    for (const T x : objects.download()) left.push_back(test::bits_of(x));
    return left;
  }
};

using float_types = testing::Types<float, double, diatomic::detail::float16<kind::f16>,
                                   diatomic::detail::float16<kind::bf16>>;
TYPED_TEST_SUITE(quick_reference_of, float_types, );

TYPED_TEST(quick_reference_of, nans) {
  using of = bits<TypeParam>;
  for (unsigned column = 0; column < 4; ++column) {
    const auto nan =
        static_cast<typename of::word>(column % 2 == 0 ? of::nan : of::nan | of::minus);
    for (const auto sign : {typename of::word{0}, of::minus}) {
      const auto number = static_cast<typename of::word>(of::number | sign);
      const auto left = column < 2 ? this->left_of(nan, number) : this->left_of(number, nan);
      for (unsigned r = 0; r < row_count; ++r) {
        SCOPED_TRACE(testing::Message() << rows[r].operation << ", column " << column);
        const std::string cell = rows[r].cells[column];
        ASSERT_TRUE(cell == "NaN" || cell == "number");
        if (r == 0) {
          EXPECT_EQ(of::is_nan(left[r]), cell == "NaN");
        } else {
          EXPECT_EQ(left[r], cell == "NaN" ? nan : number);
        }
      }
    }
  }
}

TYPED_TEST(quick_reference_of, zeros) {
  using of = bits<TypeParam>;
  for (const bool is_plus_first : {true, false}) {
    const typename of::word first = is_plus_first ? 0 : of::minus;
    const auto left = this->left_of(first, static_cast<typename of::word>(of::minus - first));
    for (unsigned r = 0; r < row_count; ++r) {
      SCOPED_TRACE(rows[r].operation);
      const std::string cell = rows[r].cells[4];
      ASSERT_TRUE(cell == "+0" || cell == "-0" || cell == "*p");
      EXPECT_EQ(left[r], cell == "*p" ? first : cell == "+0" ? 0 : of::minus);
    }
  }
}

TYPED_TEST(quick_reference_of, subnormals) {
#if defined(__CUDACC__)
  constexpr bool may_flush = sizeof(TypeParam) == 4;
#else
  constexpr bool may_flush = false;
#endif
  for (const unsigned first : {1u, 2u}) {  // units of the least subnormal
    using word = typename bits<TypeParam>::word;
    const auto left = this->left_of(static_cast<word>(first), static_cast<word>(3 - first));
    for (unsigned r = 0; r < row_count; ++r) {
      const std::string operation = rows[r].operation;
      SCOPED_TRACE(operation);
      const std::string cell = rows[r].cells[5];
      ASSERT_TRUE(cell == "kept" || (cell == "kept, or 0*" && operation == "add"));
      const unsigned kept = r == 0 ? 3 : operation.find("min") != std::string::npos ? 1 : 2;
      const bool is_flushed = may_flush && cell != "kept" && left[r] == 0;
      EXPECT_EQ(left[r], is_flushed ? 0 : kept);
    }
    EXPECT_EQ(left[row_count], 3u);
  }
}

}  // namespace
