// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Compares the new values that calls return with the objects that they leave, bit by bit. The
/// operands are products, which compilers like to merge with a sum.

#include <atomic>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/compat/desul_names.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace test {

using diatomic::op;

template <class T>
DIATOMIC_FUNCTION T product(T a, T b) {
  if constexpr (diatomic::detail::is_vector_v<T>) {
    using pack = diatomic::detail::pack_of<T>;
    const pack x = diatomic::detail::bits_as<pack>(a);
    const pack y = diatomic::detail::bits_as<pack>(b);
    return diatomic::detail::by_elements<T>([&](int i) { return x.at[i] * y.at[i]; });
  } else {
    return a * b;
  }
}

/// The new value, by a function, by a member or an operator, and under desul's name.
///@{
template <op Op, class T, class... Tags>
DIATOMIC_FUNCTION T new_value(T* p, T v, Tags... tags) {
  if constexpr (Op == op::add) return diatomic::add_fetch(p, v, tags...);
  if constexpr (Op == op::sub) return diatomic::sub_fetch(p, v, tags...);
  if constexpr (Op == op::mul) return diatomic::mul_fetch(p, v, tags...);
  if constexpr (Op == op::div) return diatomic::div_fetch(p, v, tags...);
}
template <op Op, class T>
DIATOMIC_FUNCTION T new_value_by_member(T* p, T v) {
  const diatomic::atomic_ref<T> object(*p);
  if constexpr (Op == op::add) return object += v;
  if constexpr (Op == op::sub) return object -= v;
  if constexpr (Op == op::mul) return object.mul_fetch(v);
  if constexpr (Op == op::div) return object.div_fetch(v);
}
template <op Op, class T>
DIATOMIC_FUNCTION T new_value_by_desul(T* p, T v) {
  namespace names = diatomic::desul_names;
  const names::MemoryOrderRelaxed order{};
  const names::MemoryScopeDevice scope{};
  if constexpr (Op == op::add) return names::atomic_add_fetch(p, v, order, scope);
  if constexpr (Op == op::sub) return names::atomic_sub_fetch(p, v, order, scope);
  if constexpr (Op == op::mul) return names::atomic_mul_fetch(p, v, order, scope);
  if constexpr (Op == op::div) return names::atomic_div_fetch(p, v, order, scope);
}
///@}

/// The forms of a call. Only kernels have the last two: in shared memory, with the tag or without.
enum class form : unsigned {
  plain,
  std_order,
  hinted,
  keeping,
  member,
  desul,
  used,
  in_shared,
  untagged
};
constexpr unsigned form_count = static_cast<unsigned>(form::untagged) + 1;
/// Objects per form: each thread updates one.
constexpr unsigned objects_per_form = 192;
DIATOMIC_FUNCTION constexpr unsigned index_of(form which, unsigned i) {
  return static_cast<unsigned>(which) * objects_per_form + i;
}

/// What a caller might compute from a new value: `left - a`, or `left + a` after a product.
template <op Op, class T>
DIATOMIC_FUNCTION T used_value(T left, T a) {
  return Op == op::add || Op == op::sub ? left - a : left + a;
}

/// All calls of thread `i`, each on an object of its own.
template <op Op, class T>
DIATOMIC_FUNCTION void return_new_values(unsigned i, T* objects, const T* factors, T* returned) {
  using namespace diatomic::tags;
  const T a = factors[i];
  const T b = factors[objects_per_form + i];
  returned[i] = test::new_value<Op>(objects + i, test::product(a, b));
  unsigned at = index_of(form::hinted, i);
  returned[at] = test::new_value<Op>(objects + at, test::product(a, b), in_global, coarse_grained);
  if constexpr (std::is_floating_point_v<T>) {
    at = index_of(form::std_order, i);
    returned[at] =
        test::new_value<Op>(objects + at, test::product(a, b), std::memory_order_acq_rel);
    at = index_of(form::keeping, i);
    returned[at] = test::new_value<Op>(objects + at, test::product(a, b), keep_denormals);
    at = index_of(form::member, i);
    returned[at] = test::new_value_by_member<Op>(objects + at, test::product(a, b));
    at = index_of(form::desul, i);
    returned[at] = test::new_value_by_desul<Op>(objects + at, test::product(a, b));
    at = index_of(form::used, i);
    returned[at] = test::used_value<Op>(test::new_value<Op>(objects + at, a), a);
  }
}
template <op Op, class T>
struct return_new_values_kernel {
  DIATOMIC_DEVICE void operator()(T* objects, const T* factors, T* returned) const {
    const unsigned i = diatomic::thread_index();
    test::return_new_values<Op>(i, objects, factors, returned);
    in_shared_memory(form::in_shared, i, objects, factors, returned, diatomic::in_shared);
    in_shared_memory(form::untagged, i, objects, factors, returned);
  }
  template <class... Tags>
  DIATOMIC_DEVICE static void in_shared_memory(form which, unsigned i, T* objects, const T* factors,
                                               T* returned, Tags... tags) {
    const unsigned at = index_of(which, i);
    T* volatile hidden = diatomic::shared_array<T>() + i;  // The compiler must not see the space.
    T* const shared = hidden;
    *shared = objects[at];
    returned[at] =
        test::new_value<Op>(shared, test::product(factors[i], factors[objects_per_form + i]),
                            diatomic::block_scope, tags...);
    objects[at] = *shared;
  }
};

/// A random number in [1, 2) times `unit`, or a vector of them.
template <class T>
T random_number(std::uint64_t& state, double unit) {
  if constexpr (diatomic::detail::is_vector_v<T>) {
    diatomic::detail::pack_of<T> elements;
    for (auto& element : elements.at) {
      element = test::random_number<std::decay_t<decltype(element)>>(state, unit);
    }
    return diatomic::detail::bits_as<T>(elements);
  } else {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double number = (1 + static_cast<double>(state >> 12) * 0x1p-52) * unit;
    if constexpr (std::is_same_v<T, double>) return number;
    return static_cast<T>(static_cast<float>(number));
  }
}

/// The objects, factors and returned values of one operation on one type.
template <op Op, class T>
struct returned_values {
  std::vector<T> objects;
  std::vector<T> factors;
  std::vector<T> returned;

  explicit returned_values(double unit)
      : objects(form_count * objects_per_form), factors(2 * objects_per_form) {
    std::uint64_t state = 1;
    for (T& factor : factors) factor = test::random_number<T>(state, unit);
    // Half of the sums are zero if the product is rounded first.
    for (unsigned at = 0; at < objects.size(); ++at) {
      const unsigned i = at % objects_per_form;
      const T object = i % 2 == 0 ? test::product(factors[i], factors[objects_per_form + i])
                                  : test::random_number<T>(state, unit * unit);
      objects[at] = Op == op::add ? negative(object) : object;
    }
    returned = objects;
  }
  static T negative(const T& v) {
    if constexpr (diatomic::detail::is_vector_v<T>) {
      auto elements = diatomic::detail::bits_as<diatomic::detail::pack_of<T>>(v);
      for (auto& element : elements.at) element = -element;
      return diatomic::detail::bits_as<T>(elements);
    } else {
      return static_cast<T>(static_cast<double>(-1) * static_cast<double>(v));
    }
  }

  /// One line if returned values are not those of the objects, or if a sum of a product and its
  /// negative is not zero.
  std::string mistakes(const std::string& name, form last_form) const {
    unsigned count = 0;
    unsigned last = 0;
    for (unsigned at = 0; at < index_of(last_form, objects_per_form); ++at) {
      const auto which = static_cast<form>(at / objects_per_form);
      T expected = objects[at];
      bool is_zero = true;
      if constexpr (std::is_floating_point_v<T>) {
        if (which == form::used) {
          expected = test::used_value<Op>(expected, factors[at % objects_per_form]);
        }
        is_zero = objects[at] == 0;
      }
      const bool cancels = diatomic::tables::sums.has(Op) && at % 2 == 0 && which != form::used;
      if (std::memcmp(&expected, &returned[at], sizeof(T)) == 0 && (is_zero || !cancels)) continue;
      ++count;
      last = at;
    }
    if (count == 0) return "";
    return name + ": " + std::to_string(count) +
           " returned values were not in memory, the last in form " +
           std::to_string(last / objects_per_form) + ", object " +
           std::to_string(last % objects_per_form) + "\n";
  }
};

template <op Op, class T>
void check_returned_values(const std::string& name, std::string& mistakes, double unit = 1) {
  returned_values<Op, T> in_kernel(unit);
  diatomic::stream stream;
  diatomic::device_array<T> objects(in_kernel.objects.size());
  diatomic::device_array<T> factors(in_kernel.factors.size());
  diatomic::device_array<T> returned(in_kernel.returned.size());
  objects.upload(in_kernel.objects);
  factors.upload(in_kernel.factors);
  returned.upload(in_kernel.returned);
  diatomic::launch(1, objects_per_form, objects_per_form * sizeof(T), stream,
                   return_new_values_kernel<Op, T>{}, objects.data(),
                   static_cast<const T*>(factors.data()), returned.data());
  stream.synchronize();
  in_kernel.objects = objects.download();
  in_kernel.returned = returned.download();
  mistakes += in_kernel.mistakes(name + ", kernel", form::untagged);
  returned_values<Op, T> on_host(unit);
  for (unsigned i = 0; i < objects_per_form; ++i) {
    test::return_new_values<Op>(i, on_host.objects.data(), on_host.factors.data(),
                                on_host.returned.data());
  }
  mistakes += on_host.mistakes(name + ", host", form::used);
}
template <class T>
void check_returned_sums(const std::string& type, std::string& mistakes) {
  test::check_returned_values<op::add, T>("add_fetch of " + type, mistakes);
  test::check_returned_values<op::sub, T>("sub_fetch of " + type, mistakes);
  // Products and sums that are subnormal floats.
  test::check_returned_values<op::add, T>("add_fetch of subnormal " + type, mistakes, 0x1p-70);
  test::check_returned_values<op::sub, T>("sub_fetch of subnormal " + type, mistakes, 0x1p-70);
}
template <class T>
void check_returned_numbers(const std::string& type, std::string& mistakes) {
  test::check_returned_sums<T>(type, mistakes);
  test::check_returned_values<op::mul, T>("mul_fetch of " + type, mistakes);
  test::check_returned_values<op::div, T>("div_fetch of " + type, mistakes);
}

/// One line for each operation and type whose returned values were not in memory.
inline std::string returned_value_mistakes() {
  std::string mistakes;
  test::check_returned_numbers<float>("float", mistakes);
  test::check_returned_numbers<double>("double", mistakes);
  test::check_returned_numbers<diatomic::half>("half", mistakes);
  test::check_returned_numbers<diatomic::bfloat16>("bfloat16", mistakes);
#if defined(__HIP__)
  test::check_returned_numbers<_Float16>("_Float16", mistakes);
#endif
  test::check_returned_sums<diatomic::float2>("float2", mistakes);
  test::check_returned_sums<diatomic::float4>("float4", mistakes);
  test::check_returned_sums<diatomic::double2>("double2", mistakes);
  test::check_returned_sums<std::complex<float>>("complex<float>", mistakes);
  return mistakes;
}

}  // namespace test
