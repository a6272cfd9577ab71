// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Memory that is reached as by a slow network: what returns nothing takes effect some time later,
/// the newest perhaps first, unless `quiet()` is waited for. So an order that is missing shows.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/core/vocabulary.hpp>
#include <diatomic/dispatch/semantics.hpp>
#include <diatomic/peer/segment.hpp>

namespace diatomic::transports::delayed {
inline namespace DIATOMIC_RUNTIME_NS {

/// Whether the memory is reached directly instead, as with `peer`.
inline bool is_direct() {
  static const bool answer = std::getenv("DIATOMIC_TEST_DIRECT") != nullptr;
  return answer;
}

/// Where this thread writes the names of its calls; null if nobody wants to know them.
inline std::string*& record() {
  thread_local std::string* here = nullptr;
  return here;
}
inline void note(const char* call) {
  if (record() != nullptr) *record() += std::string(record()->empty() ? "" : " ") + call;
}

/// Where all threads write the accesses to arrays that have no memory, of any size; null if arrays
/// have memory.
inline std::vector<std::string>*& places() {
  static std::vector<std::string>* here = nullptr;
  return here;
}
inline void note_place(const std::string& call, int pe, std::size_t offset, std::size_t bytes) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  places()->push_back(call + " of " + std::to_string(pe) + " at " + std::to_string(offset) + ", " +
                      std::to_string(bytes) + " bytes");
}

/// An operation that is under way.
struct pending {
  void* word;
  void (*apply)(void* word, std::uint64_t operand);
  std::uint64_t operand;
};

/// All that is under way, by the thread that began it.
class network {
 public:
  static network& instance() {
    static network one;
    return one;
  }

  /// `f()`, before which those that this thread began on the same word take effect.
  template <class F>
  auto access(void* word, F f) {
    const std::lock_guard<std::mutex> lock(mutex_);
    apply_some();
    std::vector<pending> others;
    for (const pending& p : own()) {
      if (p.word == word) {
        p.apply(p.word, p.operand);
      } else {
        others.push_back(p);
      }
    }
    own() = std::move(others);
    return f();
  }
  void begin(const pending& p) {
    access(p.word, [] {});
    const std::lock_guard<std::mutex> lock(mutex_);
    own().push_back(p);
  }
  /// Completes what this thread began, or what all did.
  void complete(bool of_all) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!of_all) return complete(own());
    for (auto& list : lists_) complete(*list);
  }

 private:
  static void complete(std::vector<pending>& list) {
    for (const pending& p : list) p.apply(p.word, p.operand);
    list.clear();
  }
  /// The newest of one thread, now and then: before what that thread began earlier.
  void apply_some() {
    for (auto& list : lists_) {
      if (list->empty() || random_() % 4 != 0) continue;
      const pending newest = list->back();
      list->pop_back();
      newest.apply(newest.word, newest.operand);
    }
  }
  std::vector<pending>& own() {
    thread_local std::vector<pending>* list = nullptr;
    if (list == nullptr) {
      lists_.push_back(std::make_unique<std::vector<pending>>());
      list = lists_.back().get();
    }
    return *list;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<std::vector<pending>>> lists_;  // Threads of the pool never end.
  std::minstd_rand random_;
};

/// One allocation.
struct segment : peer::segment {
  void* direct(int to, std::size_t offset) const {
    return is_direct() ? peer::segment::direct(to, offset) : nullptr;
  }

  /// `Op` with the operand `v` on a word in the part of `to`; returns the old value.
  template <op Op, class Word>
  Word fetch(int to, std::size_t offset, Word v) const {
    note(name_of(Op));
    if (bases == nullptr) return note_place(name_of(Op), to, offset, sizeof(Word)), Word{};
    Word* const word = at<Word>(to, offset);
    return network::instance().access(word, [=] {
      const Word old = *word;
      update<Op, Word>(word, v);
      return old;
    });
  }
  /// The same without the old value: it takes effect later.
  template <op Op, class Word>
  void reduce(int to, std::size_t offset, Word v) const {
    note((std::string("begin_") + name_of(Op)).c_str());
    if (bases == nullptr) return note_place(name_of(Op), to, offset, sizeof(Word));
    network::instance().begin({at<Word>(to, offset), &update<Op, Word>, v});
  }
  template <class Word>
  Word compare_exchange(int to, std::size_t offset, Word expected, Word desired) const {
    note(name_of(op::compare_exchange));
    if (bases == nullptr) {
      note_place(name_of(op::compare_exchange), to, offset, sizeof(Word));
      return expected;
    }
    Word* const word = at<Word>(to, offset);
    return network::instance().access(word, [=] {
      const Word old = *word;
      if (old == expected) *word = desired;
      return old;
    });
  }

  static void quiet() {
    note("quiet");
    network::instance().complete(false);
  }
  static void acquire() { note("acquire"); }

 private:
  template <class Word>
  Word* at(int to, std::size_t offset) const {
    return reinterpret_cast<Word*>(static_cast<char*>(bases[to]) + offset);
  }
  template <op Op, class Word>
  static void update(void* word, std::uint64_t operand) {
    auto* const object = static_cast<Word*>(word);
    if constexpr (Op != op::load) *object = result_of<Op>(*object, static_cast<Word>(operand));
  }
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::delayed
