// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `lanes`: calls with `few_addresses` versus the same calls without it, and claiming
/// slots. The access patterns of the cases:
///
///     (nothing)  random words of a contiguous array
///     apart      random words, each in a separate cache line
///     skewed     half of the operations target the first word
///     coalesced  neighbouring threads target neighbouring words: word index = thread index
///     loaded     the same words, but the indices are loaded from memory
///
/// In a "divergent" warp, a random quarter of the lanes takes no part.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/atomics/number_types.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>

#include "bench/cases/arrays/inputs.hpp"
#include "bench/cases/atomics/operations.hpp"

namespace bench {
namespace {

enum class pattern { uniform, apart, skewed, coalesced, loaded };
constexpr const char* pattern_names[] = {"", "apart", "skewed", "", "loaded"};
constexpr unsigned line = 32;  // words
constexpr unsigned most_words = 1u << 20;
constexpr unsigned indices_in_memory = 1u << 24;  // more than caches hold
constexpr unsigned shared_words = 1024;

DIATOMIC_DEVICE unsigned scattered(unsigned i) {
  i = (i ^ i >> 16) * 0x7feb352du;
  i = (i ^ i >> 15) * 0x846ca68bu;
  return i ^ i >> 16;
}

template <class T, pattern Pattern, bool IsDivergent>
struct lane_source {
  static constexpr unsigned steps = 8;
  const unsigned* indices;

  DIATOMIC_DEVICE T* array(T* words) const { return words; }
  DIATOMIC_DEVICE bool takes_part(unsigned thread) const {
    return !IsDivergent || scattered(thread) % 4 != 0;
  }
  DIATOMIC_DEVICE unsigned place(unsigned i, places at) const {
    if constexpr (Pattern == pattern::coalesced) return i & at.mask;
    if constexpr (Pattern == pattern::loaded) return indices[i & (indices_in_memory - 1)];
    const unsigned hash = scattered(i);
    if (Pattern == pattern::skewed && hash % 2 == 0) return 0;
    return (hash >> 8 & at.mask) * (Pattern == pattern::apart ? line : 1);
  }
  DIATOMIC_DEVICE T operand(unsigned thread, unsigned, unsigned k) const {
    if constexpr (is_half<T>) return number<T>((thread + k) % 2 == 0 ? 1 : -1);
    return number<T>(thread % 7 + 1);
  }
};

/// Indices of `most_words` consecutive words, repeated.
std::shared_ptr<diatomic::device_array<unsigned>> neighbours() {
  std::vector<unsigned> numbers(indices_in_memory);
  for (unsigned i = 0; i < indices_in_memory; ++i) numbers[i] = i % most_words;
  auto indices = std::make_shared<diatomic::device_array<unsigned>>(indices_in_memory);
  indices->upload(numbers.data(), numbers.size());
  return indices;
}

/// The cases of an operation on T; both contenders pass `Hints`.
template <op Op, class T, bool Used, class... Hints>
class lane_sweep {
 public:
  lane_sweep(std::vector<bench_case>& to, const context& on, const char* operation,
             const char* type)
      : to_(to), on_(on), operation_(operation), type_(type) {}

  lane_sweep& add_global() {
    for (unsigned words = 1; words <= most_words; words *= words < 1024 ? 2 : 8) {
      add<pattern::uniform>(words, words == 32);
    }
    for (const unsigned words : {8u, 32u, 128u, 1024u}) add<pattern::apart>(words);
    for (const unsigned words : {256u, 1u << 16}) add<pattern::skewed>(words, words > 256);
    for (const unsigned words : {1u, 8u, 16u, 32u, 1u << 16}) {
      add<pattern::uniform, true>(words);
    }
    add<pattern::skewed, true>(1u << 16);
    add<pattern::coalesced>(most_words, true);
    add<pattern::coalesced, true>(most_words);
    add<pattern::loaded>(most_words);
    add<pattern::loaded, true>(most_words);
    return *this;
  }
  void add_shared() {
    for (unsigned words = 1; words <= shared_words; words *= words < 64 ? 2 : 4) {
      add<pattern::uniform, false, memory_space::shared>(words, words == 32);
    }
    add<pattern::skewed, false, memory_space::shared>(shared_words);
    add<pattern::coalesced, false, memory_space::shared>(shared_words);
  }

 private:
  /// `always`: measured even without the full product.
  template <pattern Pattern, bool IsDivergent = false, memory_space Space = memory_space::global>
  void add(unsigned words, bool always = false) {
    if (!on_.all && !always) return;
    const std::size_t memory = std::size_t{words} * (Pattern == pattern::apart ? line : 1);
    if (memory * sizeof(T) > on_.bytes) return;
    constexpr bool in_shared = Space == memory_space::shared;
    constexpr bool are_neighbours = Pattern == pattern::coalesced || Pattern == pattern::loaded;
    using source = lane_source<T, Pattern, IsDivergent>;
    std::string values = pattern_names[static_cast<int>(Pattern)];
    if (IsDivergent) values += values.empty() ? "divergent" : " divergent";
    bench_case c =
        operation_case("lanes", operation_, type_,
                       are_neighbours ? "coalesced" : binary_number(words), Used, values);
    if (in_shared) c.space = "shared";
    const launch_shape shape = on_.shape(on_.bytes / sizeof(T));
    c.n = shape.threads() * source::steps;
    c.prepare = [=](context& where) {
      constexpr memory_scope scope = memory_scope::device;
      const auto indices = Pattern == pattern::loaded ? where.keep(neighbours) : nullptr;
      const source from{indices ? indices->data() : nullptr};
      operation_contenders<T> of(where, shape, places{words - 1}, memory);
      using hinted = ours<Hints..., diatomic::few_addresses_t>;
      of.template add_operation<hinted, Op, scope, Used, Space>("few_addresses", from);
      of.template add_operation<ours<Hints...>, Op, scope, Used, Space>("diatomic", from);
      return std::move(of.all);
    };
    to_.push_back(std::move(c));
  }

  std::vector<bench_case>& to_;
  const context& on_;
  const char* operation_;
  const char* type_;
};

/// Stores about three in five operation numbers in slots.
template <class Slots>
struct keep_some {
  static constexpr unsigned steps = 8;

  DIATOMIC_DEVICE void operator()(unsigned* count, unsigned* slots, unsigned rounds) const {
    const unsigned threads = diatomic::global_size();
    unsigned i = diatomic::global_index();
    for (unsigned k = 0; k < rounds * steps; ++k, i += threads) {
      if ((i * 2654435761u >> 13) % 5 < 3) slots[Slots::claim(count) % threads] = i;
    }
  }
};
struct our_slots {
  static DIATOMIC_DEVICE unsigned claim(unsigned* count) { return diatomic::claim_slot(count); }
};
struct slots_by_intrinsic {
  static DIATOMIC_DEVICE unsigned claim(unsigned* count) {
    return intrinsic::call<op::add, memory_scope::device, true>(count, 1u);
  }
};

std::vector<contender> slot_contenders(context& on, launch_shape shape) {
  const placed_array<unsigned> count(on, 1);
  const auto slots = std::make_shared<diatomic::device_array<unsigned>>(shape.threads());
  std::vector<contender> all;
  const auto add = [&](auto which, const char* role, const char* name) {
    all.push_back({role, name, false, [=, &on](unsigned, unsigned rounds) {
                     on.launch(shape, keep_some<decltype(which)>{}, count.data(), slots->data(),
                               rounds);
                   }});
  };
  add(our_slots{}, "diatomic", "");
  add(slots_by_intrinsic{}, "intrinsic", intrinsic::name);
  const auto add_textbook = [&](auto which) {
    if constexpr (decltype(which)::exists) add(which, "textbook", "");
  };
  add_textbook(slots_by_hand{});
  return all;
}

}  // namespace

void add_lanes(std::vector<bench_case>& to, const context& on) {
  const launch_shape shape = on.shape(on.bytes / sizeof(unsigned));
  bench_case slots = operation_case("lanes", "claim_slot", "unsigned", "", true);
  slots.n = shape.threads() * keep_some<our_slots>::steps;
  slots.prepare = [shape](context& where) { return slot_contenders(where, shape); };
  to.push_back(std::move(slots));
  if (on.device.warp_size == 1) return;  // the hint has no effect there
  using diatomic::half;
  lane_sweep<op::add, float, false>(to, on, "add", "float").add_global().add_shared();
  lane_sweep<op::add, float, true>(to, on, "add", "float").add_global().add_shared();
  lane_sweep<op::add, double, false>(to, on, "add", "double").add_global().add_shared();
  lane_sweep<op::add, unsigned, false>(to, on, "add", "unsigned").add_global().add_shared();
  lane_sweep<op::add, unsigned, true>(to, on, "add", "unsigned").add_global().add_shared();
  lane_sweep<op::add, unsigned long long, false>(to, on, "add", "unsigned long long").add_global();
  lane_sweep<op::max, float, false>(to, on, "max", "float").add_global();
  lane_sweep<op::bit_or, unsigned, false>(to, on, "or", "unsigned").add_global();
  using in_array = diatomic::in_array_t;
  lane_sweep<op::add, half, false, in_array>(to, on, "add", "half in_array").add_global();
  lane_sweep<op::add, half, false>(to, on, "add", "half").add_shared();
}

}  // namespace bench
