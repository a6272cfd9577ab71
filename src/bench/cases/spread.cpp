// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Where to put a small table. A case varies the operation, the number of words and the pattern of
/// the operations over the words. The contenders:
///
/// - group `spread`: a plain array; arrays with more bytes from one word to the next; the default
///   layout of `spread_array`, in separate memory.
/// - group `placement`: a plain array at offsets from a multiple of 64 KiB.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <diatomic/containers/spread_array.hpp>

#include "bench/cases/cases.hpp"
#include "bench/cases/placed_array.hpp"
#include "bench/cases/spread_table.hpp"

namespace bench {
namespace {

constexpr std::size_t kibi = 1024;
constexpr std::size_t alignment = 64 * kibi;

constexpr const char* name_of(table_pattern p) {
  return p == table_pattern::random   ? "random"
         : p == table_pattern::zipf   ? "zipf"
         : p == table_pattern::cyclic ? "cyclic"
                                      : "own";
}

/// The contenders of a case.
template <class T, class Operation, table_pattern Pattern>
class tables {
 public:
  tables(context& on, launch_shape shape)
      : on_(on), shape_(shape), results_(on.keep([shape] {
          return std::make_shared<diatomic::device_array<T>>(shape.threads());
        })) {}

  /// `clear` sets all words to 0.
  void add(std::string role, diatomic::spread_array_ref<T> words, std::function<void()> clear) {
    const auto run = [words, &on = on_, shape = shape_, results = results_](unsigned,
                                                                            unsigned rounds) {
      on.launch(shape, update_table<Operation, Pattern>{}, words, results->data(), rounds);
    };
    all.push_back({std::move(role), "", false, run, std::move(clear)});
  }
  /// Words in memory that the contenders share.
  void add(std::string role, const placed_array<unsigned char>& memory, std::size_t offset,
           std::size_t words, std::size_t distance) {
    add(std::move(role),
        {reinterpret_cast<T*>(memory.data() + offset), words, static_cast<std::uint32_t>(distance)},
        [memory] { memory.fill_bytes(0); });
  }

  std::vector<contender> all;

 private:
  context& on_;
  launch_shape shape_;
  std::shared_ptr<diatomic::device_array<T>> results_;
};

/// A case of a group. `add(tables)` adds the contenders.
template <class T, class Operation, table_pattern Pattern, class Add>
void add_case(std::vector<bench_case>& to, const context& on, const char* group,
              const char* operation, const char* type, std::size_t words, Add add) {
  const launch_shape shape = on.shape(on.bytes / sizeof(T));
  bench_case c;
  c.group = group;
  c.operation = operation;
  c.type = type;
  c.words = binary_number(words);
  c.values = name_of(Pattern);
  c.n = shape.threads() * update_table<Operation, Pattern>::steps;
  c.prepare = [shape, add](context& where) {
    tables<T, Operation, Pattern> of(where, shape);
    add(where, of);
    return std::move(of.all);
  };
  to.push_back(std::move(c));
}

/// The distances up to what gains on a device; usually every second power of two on GPUs.
std::vector<std::size_t> distances(const context& on, std::size_t size, std::size_t words) {
  const bool is_host = on.device.warp_size == 1;
  std::vector<std::size_t> chosen;
  for (std::size_t bytes = 8; bytes <= (is_host ? 256 : 64 * kibi);
       bytes *= is_host || on.all ? 2 : 4) {
    if (bytes > size && bytes * words <= on.bytes) chosen.push_back(bytes);
  }
  return chosen;
}

template <class T, class Operation, table_pattern Pattern>
void add_spread_case(std::vector<bench_case>& to, const context& on, const char* operation,
                     const char* type, std::size_t words) {
  const std::vector<std::size_t> apart = distances(on, sizeof(T), words);
  add_case<T, Operation, Pattern>(
      to, on, "spread", operation, type, words, [words, apart](context& where, auto& of) {
        const std::size_t most = apart.empty() ? sizeof(T) : apart.back();
        const placed_array<unsigned char> memory(where, words * most);
        of.add("plain", memory, 0, words, sizeof(T));
        for (const std::size_t bytes : apart) {
          of.add(binary_number(bytes) + "B apart", memory, 0, words, bytes);
        }
        const auto table =
            where.keep([words] { return std::make_shared<diatomic::spread_array<T>>(words); });
        of.add("spread_array", table->ref(),
               [table, &stream = where.stream] { table->fill_bytes(stream, 0); });
      });
}

template <class T, class Operation, table_pattern Pattern = table_pattern::random>
void add_sweep(std::vector<bench_case>& to, const context& on, const char* operation,
               const char* type, bool is_usual = true) {
  for (std::size_t words = 1; words <= 16 * kibi; words *= on.all ? 2 : 4) {
    if (words * sizeof(T) > on.bytes || !(on.all || is_usual)) continue;
    add_spread_case<T, Operation, Pattern>(to, on, operation, type, words);
  }
}

template <class T, class Operation>
void add_patterns(std::vector<bench_case>& to, const context& on, const char* operation,
                  const char* type, bool is_usual) {
  add_sweep<T, Operation>(to, on, operation, type);
  add_sweep<T, Operation, table_pattern::zipf>(to, on, operation, type, is_usual);
  add_sweep<T, Operation, table_pattern::cyclic>(to, on, operation, type, is_usual);
  if (on.device.warp_size != 1) return;
  std::size_t threads = 1;
  while (threads < static_cast<std::size_t>(on.device.compute_units)) threads *= 2;
  add_spread_case<T, Operation, table_pattern::own>(to, on, operation, type, threads);
}

}  // namespace

void add_spread(std::vector<bench_case>& to, const context& on) {
  add_patterns<unsigned, table_store_add>(to, on, "store_add", "unsigned", true);
  add_patterns<unsigned, table_fetch_add>(to, on, "fetch_add", "unsigned", false);
  add_patterns<double, table_store_add>(to, on, "store_add", "double", false);
  add_patterns<std::uint64_t, table_compare_exchange>(to, on, "compare_exchange", "uint64_t",
                                                      false);
  add_patterns<unsigned, table_load>(to, on, "load", "unsigned", false);
  add_patterns<unsigned, table_store>(to, on, "store", "unsigned", false);

  for (const std::size_t words : {4 * kibi, 8 * kibi, 16 * kibi}) {
    add_case<unsigned, table_store_add, table_pattern::random>(
        to, on, "placement", "store_add", "unsigned", words, [words](context& where, auto& of) {
          const placed_array<unsigned char> memory(where, words * sizeof(unsigned) + 2 * alignment);
          const std::size_t first = (alignment - where.offset % alignment) % alignment;
          of.add("at 0", memory, first, words, sizeof(unsigned));
          for (std::size_t offset = 512; offset < alignment; offset *= 2) {
            of.add("at " + binary_number(offset) + "B", memory, first + offset, words,
                   sizeof(unsigned));
          }
        });
  }
}

}  // namespace bench
