// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

#include "operations.hpp"

namespace measured_operations {
namespace {

const std::string group = "sizes/";

/// Words that CUDA has no addition for.
template <class T, class... Textbook>
void add_narrow(const std::string& type) {
  const std::string ending = type + where<access::random>;
  add_updates_of<op::add, T, access::random, true, operands::constant, ours, libcuxx, Textbook...>(
      group + "fetch_add " + ending);
  add_updates_of<op::add, T, access::random, false, operands::constant, ours_storing, libcuxx,
                 Textbook...>(group + "store_add " + ending);
  add_updates_of<op::bit_or, T, access::random, true, operands::constant, ours, libcuxx>(
      group + "fetch_or " + ending);
  add_updates_of<op::bit_or, T, access::random, false, operands::constant, ours_storing, libcuxx>(
      group + "store_or " + ending);
}

using uint128 = unsigned __int128;

/// 16 bytes of a user's own.
struct alignas(16) particle {
  std::uint64_t key;
  std::uint64_t weight;

  /// What the kernels ask of a word: made of a number.
  DIATOMIC_DEVICE explicit particle(unsigned n) : key(n), weight(n) {}
  particle() = default;
};

/// CUDA's exchange of 16 bytes is there for any type of that size.
struct intrinsic_exchange {
  static constexpr const char* name = "intrinsic";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return atomicExch(p, v);
  }
};

/// One step of a word of 16 bytes by any function.
DIATOMIC_DEVICE particle advanced(particle p, particle by) {
  p.key += by.key;
  p.weight ^= by.weight;
  return p;
}
struct our_update {
  static constexpr const char* name = "diatomic";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return diatomic::fetch_update(p, [=](T old) { return advanced(old, v); });
  }
};
struct textbook_update {
  static constexpr const char* name = "textbook";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    T old = *p;
    T assumed;
    do {
      assumed = old;
      old = atomicCAS(p, assumed, advanced(assumed, v));
    } while (assumed.key != old.key || assumed.weight != old.weight);
    return old;
  }
};

/// Without libcu++: CUDA 13.0's does not compile for 16 bytes.
template <class T>
void add_wide(const std::string& type) {
  const std::string ending = type + where<access::random>;
  add_updates_of<op::exchange, T, access::random, true, operands::constant, ours,
                 intrinsic_exchange>(group + "exchange " + ending);
  add_swings<T, false>(group + "compare_exchange " + type);
}

}  // namespace

void add_sizes() {
  add_narrow<std::uint8_t>("uint8");
  add_narrow<std::uint16_t, textbook>("uint16");
  add_wide<uint128>("uint128");
  add_wide<particle>("16-byte struct");
  add_updates_of<op::compare_exchange, particle, access::random, true, operands::constant,
                 our_update, textbook_update>(group + "fetch_update 16-byte struct 64 Ki random");
}

}  // namespace measured_operations
