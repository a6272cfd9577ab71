// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `atomics` without the sweeps: types of sizes other than 4 and 8 bytes, vectors, single
/// compare-exchanges, seq_cst order, a kernel with a fence, acquire fences, and pointers whose
/// memory space the compiler does not know.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/atomics/number_types.hpp>

#include "bench/cases/atomics/operations.hpp"

namespace bench {
namespace {

/// Additions of integral values, for scalars and vectors.
template <class T, bool Coalesced = false>
struct adding : usual_source<op::add, T, Coalesced> {
  DIATOMIC_DEVICE T operand(unsigned thread, unsigned, unsigned k) const {
    const float v = (thread + k) % 2 == 0 ? 1.0f : -1.0f;
    if constexpr (std::is_same_v<T, diatomic::half2>) {
      return {number<diatomic::half>(v), number<diatomic::half>(v)};
    } else if constexpr (is_complex<T>) {
      return complex(v, v);
    } else {
      return number<T>(thread % 7 + 1);
    }
  }
};

/// A kernel with a fence, in which CUDA's function compiles to the slower, returning instruction.
struct adding_after_fence : adding<unsigned, true> {
  DIATOMIC_DEVICE bool takes_part(unsigned) const {
    diatomic::fence(diatomic::seq_cst);
    return true;
  }
};

/// The compiler loads the array's address from memory, so that it cannot know the memory space.
template <class T>
struct adding_by_loaded_pointer : adding<T, true> {
  DIATOMIC_DEVICE T* array(T* words) const {
    T* volatile loaded = words;
    return loaded;
  }
};

/// Words alternate between 0 and 1.
template <class T>
struct swinging : adding<T> {
  DIATOMIC_DEVICE T operand(unsigned, unsigned, unsigned k) const { return number<T>(k % 2); }
};
template <class Contender>
struct swing {
  template <class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return Contender::template compare_exchange<memory_scope::device>(p, v, number<T>(1) - v);
  }
};

struct seq_cst_addition {
  template <op, memory_scope, bool, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return diatomic::fetch_add(p, v, diatomic::seq_cst);
  }
};

struct load_before_acquire_fence {
  template <op, memory_scope, bool, class T>
  static DIATOMIC_DEVICE T call(T* p, T) {
    const T seen = diatomic::load(p);
    diatomic::fence(diatomic::acquire);
    return seen;
  }
};

constexpr std::size_t random_words = 1u << 16;
constexpr std::size_t neighbouring_words = 1u << 20;

/// Adds a case on `words` words.
template <class T, bool Coalesced = false, class Add>
void add_case(std::vector<bench_case>& to, const context& on, std::string operation,
              std::string type, std::size_t words, bool used, std::string values, Add add,
              unsigned steps = adding<T>::steps) {
  if (words * sizeof(T) > on.bytes) return;
  bench_case c =
      operation_case("atomics", std::move(operation), std::move(type),
                     Coalesced ? "coalesced" : binary_number(words), used, std::move(values));
  const launch_shape shape = operation_shape(on, words, sizeof(T), sizeof(T) < 4);
  c.n = shape.threads() * steps;
  const places at{static_cast<unsigned>(words - 1)};
  c.prepare = [shape, at, words, add](context& where) {
    operation_contenders<T> of(where, shape, at, words);
    add(of);
    return std::move(of.all);
  };
  to.push_back(std::move(c));
}

/// Adds Diatomic, and the baselines that exist.
template <op Op, class T, bool Used, class Source>
void add_all(operation_contenders<T>& of, Source source) {
  constexpr memory_scope scope = memory_scope::device;
  of.template add_operation<ours<>, Op, scope, Used>("diatomic", source);
  of.template add_baseline<intrinsic, Op, scope, Used>("intrinsic", source);
  of.template add_baseline<library, Op, scope, Used>("library", source);
  of.template add_baseline<desul_functions, Op, scope, Used>("desul", source);
}

template <op Op, class T, bool Coalesced = false>
void add_type(std::vector<bench_case>& to, const context& on, const char* operation,
              const char* type) {
  const std::size_t words = Coalesced ? neighbouring_words : random_words;
  add_case<T, Coalesced>(to, on, operation, type, words, false, "",
                         [](auto& of) { add_all<Op, T, false>(of, adding<T, Coalesced>{}); });
  add_case<T, Coalesced>(to, on, operation, type, words, true, "",
                         [](auto& of) { add_all<Op, T, true>(of, adding<T, Coalesced>{}); });
}

template <class T, bool Used>
void add_loaded_pointer(std::vector<bench_case>& to, const context& on, const char* type) {
  add_case<T, true>(to, on, "add", type, neighbouring_words, Used, "loaded pointer", [](auto& of) {
    const adding_by_loaded_pointer<T> source;
    add_all<op::add, T, Used>(of, source);
    of.template add_operation<ours<diatomic::in_global_t>, op::add, memory_scope::device, Used>(
        "in_global", source);
  });
}

template <class T>
void add_swings(std::vector<bench_case>& to, const context& on, const char* type) {
  add_case<T>(to, on, "compare_exchange", type, random_words, true, "", [](auto& of) {
    const auto add = [&of](auto which, const char* role, const char* name) {
      of.template add<swing<decltype(which)>, true>(role, name, false, swinging<T>{});
    };
    add(ours<>{}, "diatomic", "");
    constexpr memory_scope scope = memory_scope::device;
    if constexpr (intrinsic::how<op::compare_exchange, T, scope> != way::none) {
      add(intrinsic{}, "intrinsic", intrinsic::name);
    }
    if constexpr (library::how<op::compare_exchange, T, scope> != way::none) {
      add(library{}, "library", library::name);
    }
  });
}

}  // namespace

void add_atomics_other_forms(std::vector<bench_case>& to, const context& on) {
  add_type<op::add, std::uint8_t>(to, on, "add", "uint8_t");
  add_type<op::add, std::uint16_t>(to, on, "add", "uint16_t");
  add_type<op::bit_or, std::uint8_t>(to, on, "or", "uint8_t");
  add_type<op::bit_or, std::uint16_t>(to, on, "or", "uint16_t");
  add_type<op::add, diatomic::half2>(to, on, "add", "half2");
  add_type<op::add, complex, true>(to, on, "add", "complex");
  for (const std::size_t words :
       {std::size_t{1}, std::size_t{32}, std::size_t{1024}, random_words}) {
    using loops = usual_source<op::compare_exchange, std::uint16_t>;
    add_case<std::uint16_t>(
        to, on, "increment_by_cas", "uint16_t", words, true, "",
        [](auto& of) { add_all<op::compare_exchange, std::uint16_t, true>(of, loops{}); },
        loops::steps);
  }
  add_swings<unsigned>(to, on, "unsigned");
  if (has_wide_words(on.device)) add_swings<wide_word>(to, on, "uint128");
  add_case<unsigned, true>(
      to, on, "add", "unsigned", neighbouring_words, false, "fence",
      [](auto& of) { add_all<op::add, unsigned, false>(of, adding_after_fence{}); });
  add_loaded_pointer<unsigned, false>(to, on, "unsigned");
  add_loaded_pointer<unsigned, true>(to, on, "unsigned");
  add_loaded_pointer<float, false>(to, on, "float");
  add_loaded_pointer<float, true>(to, on, "float");
  add_case<unsigned>(to, on, "add", "unsigned", random_words, true, "seq_cst", [](auto& of) {
    constexpr memory_scope scope = memory_scope::device;
    const adding<unsigned> source;
    of.template add_operation<seq_cst_addition, op::add, scope, true>("diatomic", source);
    of.template add_baseline<seq_cst_library, op::add, scope, true>("library", source);
  });
  add_case<unsigned>(to, on, "load", "unsigned", random_words, true, "acquire fence", [](auto& of) {
    constexpr memory_scope scope = memory_scope::device;
    const adding<unsigned> source;
    of.template add_operation<load_before_acquire_fence, op::add, scope, true>("diatomic", source);
    of.template add_baseline<acquire_fence_library, op::add, scope, true>("library", source);
  });
}

}  // namespace bench
