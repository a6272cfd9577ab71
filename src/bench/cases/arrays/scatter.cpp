// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>

#include <diatomic/algorithms/partitioned_scatter.hpp>
#include <diatomic/algorithms/reproducible_scatter.hpp>

#include "baselines/atomics.hpp"
#include "bench/cases/arrays/array_cases.hpp"
#include "bench/cases/arrays/scatter_each.hpp"

namespace bench {
namespace {

/// The updates of a case, with the memory that its contenders share.
template <class T>
class updates {
 public:
  updates(context& on, std::size_t number, std::size_t of_words, distribution how)
      : n(number),
        words(of_words),
        on_(on),
        inputs_(on.keep([&] {
          return std::make_shared<inputs>(
              inputs{{on, number, 0, static_cast<double>(of_words), how},
                     {on, number, 0, 4, distribution::uniform}});
        })),
        words_(on, of_words) {
    words_.fill_bytes(0);
  }

  /// Adds a contender that calls `call(indices, values, words)`.
  template <class Call>
  void add(const char* role, const char* name, Call call, bool is_loop = false) {
    all.push_back(
        {role, name, is_loop, [from = inputs_, to = words_, call](unsigned first, unsigned rounds) {
           for (unsigned r = 0; r < rounds; ++r) {
             call(from->indices.at(first + r), from->values.at(first + r), to.data());
           }
         }});
  }
  /// Adds a contender that does one atomic per update, using `Contender`'s single operations.
  template <class Contender>
  void add_each(const char* role, const char* name, bool is_loop = false) {
    add(role, name, each<Contender>(), is_loop);
  }
  template <class Baseline>
  void add_each_baseline(const char* role) {
    constexpr way how = Baseline::template how<op::add, T, memory_scope::device>;
    if constexpr (how != way::none) add_each<Baseline>(role, Baseline::name, how == way::loop);
  }
  /// The library's sorts: by some index bits, followed by one atomic per update (`by_part`); and by
  /// the whole index, followed by sums.
  void add_sorts(bool by_part) {
    const auto add_call = [this](const char* role, const updates_call<T>& call) {
      if (!call) return;
      add(role, array_baselines::name,
          [call](const unsigned* indices, const T* values, T*) { call(indices, values); });
    };
    if (by_part) {
      const updates_call<T> then = [call = each<our_addition>(), to = words_](
                                       const unsigned* indices, const T* values) {
        call(indices, values, to.data());
      };
      add_call("sort_by_part", array_baselines::sort_by_part<T>(on_.stream, n, words, then));
    }
    add_call("sort_and_sum", array_baselines::sort_and_sum<T>(on_.stream, n, words));
  }
  /// Temporary memory for a contender.
  std::shared_ptr<diatomic::device_array<unsigned char>> memory(std::size_t bytes) {
    return std::make_shared<diatomic::device_array<unsigned char>>(bytes);
  }

  std::size_t n;
  std::size_t words;
  std::vector<contender> all;

 private:
  struct inputs {
    input_arrays<unsigned> indices;
    input_arrays<T> values;
  };
  template <class Contender>
  auto each() const {
    return [&on = on_, number = n, shape = on_.shape(n)](const unsigned* indices, const T* values,
                                                         T* to) {
      on.launch(shape, scatter_each<Contender, T>{}, indices, values, number, to);
    };
  }

  context& on_;
  std::shared_ptr<inputs> inputs_;
  placed_array<T> words_;
};

template <class T>
std::vector<contender> additions(context& on, std::size_t n, std::size_t words, distribution how) {
  updates<T> of(on, n, words, how);
  of.add("diatomic", "", [=, &on](const unsigned* indices, const T* values, T* to) {
    diatomic::scatter_add(on.stream, indices, values, n, to, words);
  });
  const std::size_t bytes = diatomic::scatter_add_temp_bytes<unsigned, T, T>(n, words);
  if (bytes != 0) {
    of.add("partitioned", "",
           [=, &on, memory = of.memory(bytes)](const unsigned* indices, const T* values, T* to) {
             diatomic::scatter_add(on.stream, indices, values, n, to, words, memory->data(), bytes);
           });
  }
  of.template add_each<our_addition>("store_add", "");
  of.template add_each_baseline<intrinsic>("intrinsic");
  of.template add_each_baseline<library>("library");
  if (bytes != 0) of.add_sorts(true);
  return std::move(of.all);
}

/// Histograms: additions of 1.
std::vector<contender> counts(context& on, std::size_t n, std::size_t words, distribution how) {
  updates<unsigned> of(on, n, words, how);
  const auto bins = static_cast<unsigned>(words);
  of.add("diatomic", "", [=, &on](const unsigned* indices, const unsigned*, unsigned* to) {
    diatomic::histogram(on.stream, indices, n, to, bins, diatomic::value_bin{});
  });
  const std::size_t bytes = diatomic::histogram_temp_bytes<unsigned, unsigned>(n, words);
  if (bytes != 0) {
    of.add("partitioned", "",
           [=, &on, memory = of.memory(bytes)](const unsigned* indices, const unsigned*,
                                               unsigned* to) {
             diatomic::histogram(on.stream, indices, n, to, bins, diatomic::value_bin{},
                                 memory->data(), bytes);
           });
  }
  const launch_shape shape = on.shape(n);
  of.add("store_add", "", [=, &on](const unsigned* indices, const unsigned*, unsigned* to) {
    on.launch(shape, count_each{}, indices, n, to);
  });
  return std::move(of.all);
}

/// Order-independent sums, next to contenders with other orders; each round clears the words.
std::vector<contender> reproducible_additions(context& on, std::size_t n, std::size_t words,
                                              distribution how) {
  updates<float> of(on, n, words, how);
  const auto add = [&](const char* role, std::size_t bytes, auto call) {
    of.add(role, "",
           [=, &on, memory = of.memory(bytes)](const unsigned* indices, const float* values,
                                               float* to) {
             diatomic::fill_bytes(on.stream, to, words, 0);
             call(on.stream, indices, values, to, memory->data(), bytes);
           });
  };
  const diatomic::fixed_scale scale = diatomic::fixed_scale_for_sums(n, 4);
  const auto in_units = [=](diatomic::stream& in, const unsigned* indices, const float* values,
                            float* to, void* memory, std::size_t bytes) {
    diatomic::reproducible_scatter_add(in, scale, indices, values, n, to, words, memory, bytes);
  };
  const std::size_t few = diatomic::fixed_sums_temp_bytes(words);
  const std::size_t many = diatomic::fixed_sums_temp_bytes<unsigned, float>(n, words);
  add("diatomic", few, in_units);
  if (many > few) add("partitioned", many, in_units);
  add("exact", diatomic::exact_sums_temp_bytes<float>(words),
      [=](diatomic::stream& in, const unsigned* indices, const float* values, float* to,
          void* memory, std::size_t bytes) {
        diatomic::reproducible_scatter_add(in, indices, values, n, to, words, memory, bytes);
      });
  add("scatter_add", 1,
      [=](diatomic::stream& in, const unsigned* indices, const float* values, float* to, void*,
          std::size_t) { diatomic::scatter_add(in, indices, values, n, to, words); });
  of.add_sorts(false);
  return std::move(of.all);
}

using making = std::vector<contender> (*)(context&, std::size_t n, std::size_t words,
                                          distribution how);

/// `usual_bits`: binary logarithms of the numbers of words that are always measured, with random
/// indices; all others only with the full product.
void add_cases(std::vector<bench_case>& to, const context& on, const char* operation,
               const char* type, std::size_t size, making make,
               const std::vector<unsigned>& usual_bits) {
  const std::size_t n = on.bytes / sizeof(double);
  for (const unsigned bits : {5u, 10u, 16u, 20u, 23u, 24u, 25u, 26u, 27u, 28u}) {
    const std::size_t words = std::size_t{1} << bits;
    if (words * size > on.bytes) continue;
    const bool is_usual = std::find(usual_bits.begin(), usual_bits.end(), bits) != usual_bits.end();
    for (const distribution how : {distribution::uniform, distribution::sorted,
                                   distribution::skewed, distribution::one_value}) {
      const bool is_chosen = how == distribution::uniform ||
                             (how == distribution::sorted && bits == 20 && make != counts);
      if (!on.all && !(is_usual && is_chosen)) continue;
      bench_case c;
      c.group = "scatter";
      c.operation = operation;
      c.type = type;
      c.words = binary_number(words);
      c.values = name_of(how);
      c.n = n;
      c.prepare = [=](context& where) { return make(where, n, words, how); };
      to.push_back(c);
    }
  }
}

}  // namespace

void add_scatter(std::vector<bench_case>& to, const context& on) {
  const std::vector<unsigned> usual = {5, 10, 20, 24};
  add_cases(to, on, "add", "float", sizeof(float), additions<float>, usual);
  add_cases(to, on, "add", "double", sizeof(double), additions<double>, usual);
  add_cases(to, on, "add", "unsigned", sizeof(unsigned), additions<unsigned>, usual);
  add_cases(to, on, "count", "unsigned", sizeof(unsigned), counts, {24});
  add_cases(to, on, "reproducible_add", "float", sizeof(float), reproducible_additions, {10, 24});
}

}  // namespace bench
