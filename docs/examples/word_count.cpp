// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How often each word occurs in a text: a hash table that all threads insert into at once.
//
// A thread reads one character. If a word starts there, the thread makes a number of the word's
// letters and counts it. Many threads insert the same word at the same time, new words too: one of
// them adds the key, and all of them count by an atomic addition.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/static_map.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

// Lanes of a warp often count the same word: with `few_addresses` additions are warp-aggregated.
using word_counts = diatomic::static_map<std::uint64_t, unsigned, diatomic::mixed_bits,
                                         diatomic::default_window, diatomic::few_addresses_t>;

DIATOMIC_FUNCTION bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

// The word that starts at `i`, 5 bits a letter: all of its first twelve. 0 where none starts.
DIATOMIC_FUNCTION std::uint64_t word_at(const char* text, std::size_t n, std::size_t i) {
  if (i != 0 && is_letter(text[i - 1])) return 0;
  std::uint64_t word = 0;
  for (int letters = 0; letters < 12 && i < n && is_letter(text[i]); ++letters, ++i) {
    word = word * 32 + static_cast<std::uint64_t>(text[i] - 'a' + 1);
  }
  return word;
}

std::string letters_of(std::uint64_t word) {
  std::string letters;
  for (; word != 0; word /= 32)
    letters.insert(letters.begin(), static_cast<char>('a' - 1 + word % 32));
  return letters;
}

struct count_words {
  DIATOMIC_DEVICE void operator()(const char* text, std::size_t n, word_counts::ref_type counts,
                                  unsigned* left_out) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      const std::uint64_t word = word_at(text, n, i);
      if (word == 0) continue;
      if (counts.insert_or_update<diatomic::op::add>(word, 1) == diatomic::insertion::full) {
        diatomic::store_add(left_out, 1u);
      }
    }
  }
};

// Some words come often and most seldom, as in any text.
std::string some_text(std::size_t words) {
  const std::vector<std::string> common = {"the",  "lock",  "waits", "for", "a",   "thread",
                                           "that", "waits", "for",   "the", "lock"};
  std::string text;
  unsigned draw = 1;
  for (std::size_t k = 0; k < words; ++k) {
    draw = draw * 1664525u + 1013904223u;
    const unsigned pick = draw >> 8;
    if (pick % 4 != 0) {
      text += common[pick / 4 % common.size()];
    } else {
      for (unsigned rest = pick % 3000 + 27; rest != 0; rest /= 27) {
        text += static_cast<char>('a' + rest % 26);
      }
    }
    text += k % 12 == 11 ? ".\n" : " ";
  }
  return text;
}

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  const std::string text = some_text(40000);
  diatomic::stream stream;
  diatomic::device_array<char> on_device(text.size());
  on_device.upload(text.data(), text.size());
  // No word has the number 0, and none that is there the count 0.
  word_counts table(4096, diatomic::empty_key{std::uint64_t{0}}, diatomic::empty_value{0u});
  diatomic::device_array<unsigned> left_out(1);
  left_out.fill_bytes(0);
  diatomic::launch(32, 256, 0, stream, count_words{}, static_cast<const char*>(on_device.data()),
                   text.size(), table.ref(), left_out.data());
  stream.synchronize();

  std::vector<std::pair<std::uint64_t, unsigned>> counts = table.download(stream);
  std::sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::printf("%zu characters, %zu different words on %s\n\n", text.size(), counts.size(),
              diatomic::properties(0).name.c_str());
  for (std::size_t i = 0; i < 6 && i < counts.size(); ++i) {
    std::printf("%7u %s\n", counts[i].second, letters_of(counts[i].first).c_str());
  }

  std::map<std::uint64_t, unsigned> expected;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::uint64_t word = word_at(text.data(), text.size(), i);
    if (word != 0) expected[word] += 1;
  }
  const bool is_right = left_out.download()[0] == 0 && counts.size() == expected.size() &&
                        std::all_of(counts.begin(), counts.end(), [&](const auto& entry) {
                          return expected[entry.first] == entry.second;
                        });
  std::printf("\n%s\n", is_right ? "A serial count gives the same." : "A serial count differs.");
  return is_right ? 0 : 1;
}
