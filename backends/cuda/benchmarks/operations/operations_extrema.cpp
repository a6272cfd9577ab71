// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

#include "operations.hpp"

namespace measured_operations {
namespace {

using seldom_changing = ours_hinting<diatomic::seldom_changes_t, seldom_changes_name>;
using storing_seldom_changing =
    ours_storing_hinting<diatomic::seldom_changes_t, seldom_changes_name>;
using monotone = ours_hinting<diatomic::monotone_t, monotone_name>;
using storing_monotone = ours_storing_hinting<diatomic::monotone_t, monotone_name>;

/// CUDA's maximum of integers, on the integer that has the bits of the float: what a float's can
/// reach. Right for floats of sign +.
struct integer_maximum {
  static constexpr const char* name = "intrinsic";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* address, T v) {
    using integer = cuda_type<diatomic::detail::signed_of<T>>;
    const integer bits = diatomic::detail::bits_as<integer>(v);
    return diatomic::detail::bits_as<T>(atomicMax(reinterpret_cast<integer*>(address), bits));
  }
};

template <class T, operands Operands>
void add_maxima_of(const std::string& ending) {
  add_updates_of<op::max, T, access::random, true, Operands, ours, seldom_changing, monotone,
                 integer_maximum, libcuxx, textbook>("extrema/fetch_max " + ending);
  add_updates_of<op::max, T, access::random, false, Operands, ours_storing, storing_seldom_changing,
                 storing_monotone, integer_maximum, libcuxx, textbook>("extrema/store_max " +
                                                                       ending);
}

template <class T>
void add_maxima(const std::string& type) {
  add_maxima_of<T, operands::rising>(type + ", rising");
  add_maxima_of<T, operands::random>(type + ", random");
  add_maxima_of<T, operands::random_signs>(type + ", random signs");
}

}  // namespace

/// All on 64 Ki random words. "random" values soon no longer raise the maximum.
void add_extrema() {
  add_maxima<float>("float");
  add_maxima<double>("double");
  add_maxima<int>("int");
}

}  // namespace measured_operations
