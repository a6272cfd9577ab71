// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Objects that are not 32-bit numbers: counters of 8 and 16 bits side by side, flags, a set of
// bits, a struct of two members that change together, and a pointer that hands out memory.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

constexpr unsigned grid = 32;
constexpr unsigned block = 125;
constexpr unsigned threads = grid * block;

// Six counters in eight bytes. On GPUs a narrow object is updated in the 4 bytes that contain it.
// The other bytes keep their values, also while other threads change them: no carry reaches them.
struct counters {
  std::uint8_t ones;
  std::uint8_t bystander;
  std::uint8_t twos;
  std::uint8_t down;
  std::uint16_t threes;
  std::uint16_t fours;
};

struct count {
  DIATOMIC_DEVICE void operator()(counters* c) const {
    diatomic::store_add(&c->ones, 1);
    diatomic::store_add(&c->twos, 2);
    diatomic::store_sub(&c->down, 1);
    diatomic::store_add(&c->threes, 3);
    diatomic::store_add(&c->fours, 4);
  }
};

bool count_narrow(diatomic::stream& stream) {
  diatomic::device_array<counters> device(1);
  device.upload({counters{0, 77, 0, 0, 0, 0}});
  diatomic::launch(grid, block, 0, stream, count{}, device.data());
  const counters c = device.download()[0];
  std::printf(
      "%u threads counted %d by ones and %d by twos in bytes, %d by threes and %d by\n"
      "fours in 16 bits; the byte between them is still %d\n",
      threads, c.ones, c.twos, c.threes, c.fours, c.bystander);
  // Bytes wrap at 256, integers of 16 bits at 65536.
  return c.ones == threads % 256 && c.twos == threads * 2 % 256 && c.bystander == 77 &&
         c.down == (256 - threads % 256) % 256 && c.threes == threads * 3 % 65536 &&
         c.fours == threads * 4 % 65536;
}

// Enums have and, or, xor: the operations that make sense of flags.
enum class mark : std::uint8_t { none = 0, by_two = 1, by_three = 2, by_five = 4 };

struct set_marks {
  DIATOMIC_DEVICE void operator()(mark* marks, unsigned n) const {
    const unsigned thread = diatomic::global_index();
    for (unsigned i = thread * 2; i < n; i += threads * 2) {
      diatomic::store_or(marks + i, mark::by_two);
    }
    for (unsigned i = thread * 3; i < n; i += threads * 3) {
      diatomic::store_or(marks + i, mark::by_three);
    }
    for (unsigned i = thread * 5; i < n; i += threads * 5) {
      diatomic::store_or(marks + i, mark::by_five);
    }
  }
};

bool set_flags(diatomic::stream& stream) {
  constexpr unsigned n = 10000;
  diatomic::device_array<mark> device(n);
  device.fill_bytes(0);
  diatomic::launch(grid, block, 0, stream, set_marks{}, device.data(), n);
  const std::vector<mark> marks = device.download();
  bool right = true;
  for (unsigned i = 0; i < n; ++i) {
    const int expected = (i % 2 == 0 ? 1 : 0) | (i % 3 == 0 ? 2 : 0) | (i % 5 == 0 ? 4 : 0);
    right = right && static_cast<int>(marks[i]) == expected;
  }
  const auto unmarked = std::count(marks.begin(), marks.end(), mark::none);
  std::printf("%d of %u numbers are divisible by 2, 3 or 5\n", static_cast<int>(n - unmarked), n);
  return right;
}

// A set of numbers, one bit each. fetch_or tells whether a bit was set before, so exactly one of
// the threads that insert the same number learns that it was new.
struct insert {
  DIATOMIC_DEVICE void operator()(const unsigned* numbers, unsigned n, unsigned* set,
                                  unsigned* different) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const unsigned bit = 1u << numbers[i] % 32;
      const unsigned before = diatomic::fetch_or(set + numbers[i] / 32, bit);
      if ((before & bit) == 0) diatomic::store_add(different, 1u);
    }
  }
};

bool count_different(std::mt19937& random, diatomic::stream& stream) {
  constexpr unsigned limit = 1 << 14;
  std::vector<unsigned> numbers(20000);
  for (unsigned& number : numbers) number = static_cast<unsigned>(random()) % limit;
  diatomic::device_array<unsigned> input(numbers.size());
  diatomic::device_array<unsigned> set(limit / 32);
  diatomic::device_array<unsigned> different(1);
  input.upload(numbers);
  set.fill_bytes(0);
  different.fill_bytes(0);
  diatomic::launch(grid, block, 0, stream, insert{}, input.data(),
                   static_cast<unsigned>(numbers.size()), set.data(), different.data());
  const unsigned found = different.download()[0];
  std::printf("%zu numbers below %u, %u of them different\n", numbers.size(), limit, found);
  std::sort(numbers.begin(), numbers.end());
  return found == std::unique(numbers.begin(), numbers.end()) - numbers.begin();
}

// The minimum and its index, in one 8-byte object: a call replaces both or neither.
struct alignas(8) least {
  float value;
  unsigned index;
};
// A struct must not have padding, because its bits are indeterminate. The compiler cannot tell for
// a struct with floats, so the program states it.
template <>
inline constexpr bool diatomic::has_no_padding_v<least> = true;

// Changes a copy of the object, and says whether to store it. May be called several times.
struct take_if_less {
  least mine;
  DIATOMIC_FUNCTION bool operator()(least& seen) const {
    const bool less =
        mine.value < seen.value || (mine.value == seen.value && mine.index < seen.index);
    if (less) seen = mine;
    return less;
  }
};

struct find_least {
  DIATOMIC_DEVICE void operator()(const float* values, unsigned n, least* result) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::try_update(result, take_if_less{{values[i], i}});
    }
  }
};

bool find_minimum(std::mt19937& random, diatomic::stream& stream) {
  std::vector<float> values(100000);
  for (float& value : values) value = 2 + static_cast<float>(random() % 1000) / 8;
  const auto n = static_cast<unsigned>(values.size());
  diatomic::device_array<float> input(n);
  diatomic::device_array<least> result(1);
  input.upload(values);
  result.upload({least{std::numeric_limits<float>::infinity(), n}});
  diatomic::launch(grid, block, 0, stream, find_least{}, input.data(), n, result.data());
  const least found = result.download()[0];
  std::printf("The least of %u values is %.3f, first at %u\n", n, found.value, found.index);
  // min_element returns the first of several.
  const auto expected = std::min_element(values.begin(), values.end());
  return found.value == *expected && found.index == expected - values.begin();
}

// An arena: a thread that needs memory advances the pointer to the free part, and owns the elements
// in between.
struct allocate {
  DIATOMIC_DEVICE void operator()(unsigned** free) const {
    const unsigned thread = diatomic::global_index();
    const unsigned wanted = 1 + thread % 3;
    unsigned* const mine = diatomic::fetch_add(free, wanted);  // in elements, as p + wanted
    for (unsigned i = 0; i < wanted; ++i) mine[i] = thread;
  }
};

bool share_arena(diatomic::stream& stream) {
  diatomic::device_array<unsigned> arena(3 * threads);
  diatomic::device_array<unsigned*> free(1);
  arena.fill_bytes(0xff);
  free.upload({arena.data()});
  diatomic::launch(grid, block, 0, stream, allocate{}, free.data());
  const auto used = static_cast<std::size_t>(free.download()[0] - arena.data());
  const std::vector<unsigned> owners = arena.download();
  std::vector<unsigned> seen(threads);
  bool right = true;
  for (std::size_t i = 0; right && i < used;) {
    const unsigned owner = owners[i];
    right = owner < threads && seen[owner]++ == 0;
    const std::size_t end = i + 1 + owner % 3;
    for (; right && i < end; ++i) right = owners[i] == owner;
  }
  std::size_t total = 0;
  for (unsigned thread = 0; thread < threads; ++thread) total += 1 + thread % 3;
  std::printf("%u threads took %zu elements of the arena, each its own\n", threads, used);
  return right && used == total;
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  std::printf("On %s\n\n", diatomic::properties(0).name.c_str());
  std::mt19937 random(2026);
  diatomic::stream stream;
  bool right = count_narrow(stream);
  right = set_flags(stream) && right;
  right = count_different(random, stream) && right;
  right = find_minimum(random, stream) && right;
  right = share_arena(stream) && right;
  std::printf("\n%s\n", right ? "All as it should be." : "SOMETHING IS WRONG.");
  return right ? 0 : 1;
}
