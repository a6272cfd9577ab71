// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels before and after the change that a contention profile advises.
///
///     profile_cases [scale=1] [only=5]
///
/// Prints the median of 9 launches of each form, which alternate, and of the kernel without its
/// call:
///
///     case,before_ms,after_ms,rest_ms,ratio
///
/// The ratio is (before - rest) / (after - rest), the speedup of the call itself. The arrays have a
/// fixed seed. Cases:
///
///     1 to 4   float sums on 1, 8, 64 and 2^16 words; after: same_address, few_addresses. On 2^16
///              words no gain is expected
///     5        half sums on 64 words; after: in_array
///     6        float maxima on 64 words, one for 1024 neighbouring elements; after: monotone
///     7        float sums on 64 words by a CAS loop; after: store_add
///     8        float sums on 64 words under 64 spin mutexes; after: store_add
///
/// The arrays have 2^26 / `scale` elements; the slow cases 5, 7 and 8 use a sixteenth. `only=K`
/// launches only case K's kernel before the change, once: with DIATOMIC_PROFILED=1 for its profile.
/// The exit status is 1 if a word has a wrong result.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <random>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/settings.hpp"
#include "case_kernels.hpp"
#include "kernels/launch_shape.hpp"
#include "measure.hpp"

namespace {

using namespace profile_bench;

/// The arrays. Values are odd multiples of 1/256 between -1 and 1, so that sums stay small and
/// exact; halves are their signs.
struct input {
  std::vector<unsigned> keys;
  std::vector<float> values;
  std::vector<half> halves;

  input(std::size_t n, std::size_t few) : keys(n), values(n) {
    std::mt19937 random(1);
    for (unsigned& key : keys) key = random();
    for (float& v : values) v = static_cast<float>(random() >> 24) / 128 - 255.0f / 256;
    for (std::size_t i = 0; i < few; ++i) halves.push_back(values[i] < 0 ? -1.0f : 1.0f);
  }
};

constexpr unsigned most_words = 1u << 16;

/// One kernel in two forms, which queue their work.
struct form_pair {
  const char* name;
  std::function<void()> before;
  std::function<void()> after;
  std::function<void()> rest;      ///< the kernel without its call
  std::function<bool()> is_right;  ///< of the last launch's result
};

class all_cases {
 public:
  explicit all_cases(std::size_t n)
      : n_(n),
        few_(std::max<std::size_t>(1, n / 16)),
        host_(n, few_),
        keys_(on_device(host_.keys)),
        values_(on_device(host_.values)),
        halves_(on_device(host_.halves)),
        words_(most_words),
        half_words_(few_words),
        mutexes_(few_words) {
    add_sums<sum_values, sum_values_of_one_word>("sum_1", 1, n_);
    add_sums<sum_values, sum_values_of_few_words>("sum_8", 8, n_);
    add_sums<sum_values, sum_values_of_few_words>("sum_64", few_words, n_);
    add_sums<sum_values, sum_values_of_few_words>("sum_65536", most_words, n_);
    const auto half_sum = [this](auto kernel) {
      return [this, kernel] {
        run(few_, kernel, keys_.data(), halves_.data(), few_, half_words_.data(), few_words);
      };
    };
    pairs_.push_back(
        {"half_sum_64", half_sum(sum_halves{}), half_sum(sum_halves_in_array{}),
         load(few_, halves_.data()),
         [this] { return sums_are_right(half_words_.download(), host_.halves, few_words, few_); }});
    const auto peaks = [this](auto kernel) {
      return [this, kernel] { run(n_, kernel, keys_.data(), n_, words_.data()); };
    };
    pairs_.push_back({"max_64", peaks(find_peaks{}), peaks(find_peaks_monotone{}),
                      load(n_, static_cast<const float*>(nullptr)),
                      [this] { return peaks_are_right(); }});
    add_sums<sum_by_loop, sum_values>("cas_loop_64", few_words, few_);
    add_sums<sum_values, sum_values>("lock_64", few_words, few_);
    pairs_.back().before = [this] {
      run(few_, sum_under_locks{}, keys_.data(), values_.data(), few_, words_.data(), few_words,
          mutexes_.data());
    };
  }

  /// Milliseconds of a form, from words that are 0.
  double ms(const std::function<void()>& form) {
    words_.fill_bytes(watch_.on, 0);
    half_words_.fill_bytes(watch_.on, 0);
    mutexes_.fill_bytes(watch_.on, 0);
    return watch_.ms(form);
  }
  const std::vector<form_pair>& pairs() const { return pairs_; }

 private:
  template <class Before, class After>
  void add_sums(const char* name, unsigned words, std::size_t n) {
    const auto form = [this, words, n](auto kernel) {
      return [this, words, n, kernel] {
        run(n, kernel, keys_.data(), values_.data(), n, words_.data(), words);
      };
    };
    pairs_.push_back(
        {name, form(Before{}), form(After{}), load(n, values_.data()),
         [this, words, n] { return sums_are_right(words_.download(), host_.values, words, n); }});
  }
  template <class T>
  std::function<void()> load(std::size_t n, const T* values) {
    return [this, n, values] { run(n, only_load{}, keys_.data(), values, n, unused_.data()); };
  }
  template <class Kernel, class... Args>
  void run(std::size_t n, Kernel kernel, Args... args) {
    const diatomic::kernels::launch_shape shape = diatomic::kernels::shape_for(n, device_);
    diatomic::launch(shape.grid, shape.block, 0, watch_.on, kernel, args...);
  }

  template <class T>
  bool sums_are_right(const std::vector<T>& sums, const std::vector<T>& values, unsigned words,
                      std::size_t n) const {
    std::vector<double> right(words);
    for (std::size_t i = 0; i < n; ++i) {
      right[host_.keys[i] & (words - 1)] += static_cast<float>(values[i]);
    }
    return std::equal(right.begin(), right.end(), sums.begin(), [](double expected, T sum) {
      return expected == static_cast<double>(static_cast<float>(sum));
    });
  }
  bool peaks_are_right() const {
    std::vector<float> right(few_words);
    for (std::size_t i = 0; i < n_; ++i) {
      float& peak = right[i / run_length % few_words];
      peak = std::max(peak, static_cast<float>(host_.keys[i] >> 8));
    }
    return std::equal(right.begin(), right.end(), words_.download().begin());
  }

  std::size_t n_;
  std::size_t few_;  ///< the elements of the slow cases
  input host_;
  diatomic::device_properties device_ = diatomic::properties(diatomic::current_device());
  stopwatch watch_;
  diatomic::device_array<unsigned> keys_;
  diatomic::device_array<float> values_;
  diatomic::device_array<half> halves_;
  diatomic::device_array<float> words_;
  diatomic::device_array<half> half_words_;
  diatomic::device_array<mutex> mutexes_;
  diatomic::device_array<unsigned> unused_{1};
  std::vector<form_pair> pairs_;
};

bool verified(const form_pair& one) {
  const bool right = one.is_right();
  if (!right) std::fprintf(stderr, "profile_cases: %s: wrong result\n", one.name);
  return right;
}

/// Returns whether the words were right.
bool measure(all_cases& all, const form_pair& one) {
  all.ms(one.before);  // loads the kernel
  bool right = verified(one);
  all.ms(one.after);
  right &= verified(one);
  all.ms(one.rest);
  std::vector<double> before, after, rest;
  for (int i = 0; i < 9; ++i) {
    before.push_back(all.ms(one.before));
    after.push_back(all.ms(one.after));
    rest.push_back(all.ms(one.rest));
  }
  const double old_ms = median(before);
  const double new_ms = median(after);
  const double rest_ms = median(rest);
  std::printf("%s,%.4f,%.4f,%.4f,%.3f\n", one.name, old_ms, new_ms, rest_ms,
              (old_ms - rest_ms) / (new_ms - rest_ms));
  std::fflush(stdout);
  return right;
}

}  // namespace

int main(int argc, char** argv) {
  unsigned scale = 1;
  unsigned only = 0;
  for (int i = 1; i < argc; ++i) {
    if (!benchmark_settings::read({{"scale=", &scale, 1, 1u << 26}, {"only=", &only, 1, 8}},
                                  argv[i])) {
      std::fprintf(stderr, "profile_cases: %s: unknown setting; an example: scale=64 only=5\n",
                   argv[i]);
      return 2;
    }
  }
  if (!has_device("profile_cases")) return 77;
  all_cases all((std::size_t{1} << 26) / scale);
  if (only != 0) {
    const form_pair& one = all.pairs()[only - 1];
    std::printf("%s,%.4f\n", one.name, all.ms(one.before));
    return verified(one) ? 0 : 1;
  }
  bool right = true;
  std::printf("case,before_ms,after_ms,rest_ms,ratio\n");
  for (const form_pair& one : all.pairs()) right = measure(all, one) && right;
  return right ? 0 : 1;
}
