// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// releases (global|local) LIBRARY LIBRARY
//
// Loads two shared libraries that were built with two releases of Diatomic, as plugins of one
// program. Where both define the same symbol, the dynamic linker gives both libraries that of the
// first. So if the releases shared names, the second would run the functions of the first, on its
// objects; the test's second release has other functions and other layouts.

#include <dlfcn.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "part.hpp"

namespace {

int failures = 0;

void expect(bool true_of_it, const char* whose, const char* what) {
  if (true_of_it) return;
  std::fprintf(stderr, "%s: %s\n", whose, what);
  ++failures;
}

release_part load(const char* path, int mode) {
  void* const library = dlopen(path, RTLD_NOW | mode);
  void* const function = library != nullptr ? dlsym(library, "release_part_of_library") : nullptr;
  if (function == nullptr) {
    std::fprintf(stderr, "%s: %s\n", path, dlerror());
    std::exit(1);
  }
  return reinterpret_cast<release_part_function*>(function)();
}

std::string text_of(void (*f)()) {
  try {
    f();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing thrown";
}

void expect_own_objects(const release_part& a, const release_part& b) {
  expect(std::strcmp(a.version, b.version) != 0, a.version, "both libraries have one version");
  expect(a.position != b.position, a.version, "shares the position of threads with the other");
  expect(a.pool != b.pool, a.version, "shares the pool of threads with the other");
  expect(a.locks != b.locks, a.version, "shares locks with the other");
}

void expect_own_errors(const release_part& one, const release_part& other) {
  const std::string expected = one.is_changed ? "refuse did not work: for a test (refused)"
                                              : "refuse failed: for a test (refused)";
  expect(text_of(one.refuse) == expected, one.version, text_of(one.refuse).c_str());
  expect(one.catches(one.refuse), one.version, "does not catch its own runtime_error");
  expect(!one.catches(other.refuse), one.version, "takes the other's runtime_error for its own");
}

void expect_kernels_run(const release_part& part) {
  expect(part.wrong_threads(8, 64) == 0, part.version, "threads of a kernel saw something wrong");
}

/// A kernel of `outer` whose threads launch one of `inner`, which may fail.
struct nested {
  const release_part* inner;
  std::atomic<unsigned> wrong{0};
};
void expect_nested_launches(const release_part& outer, const release_part& inner) {
  nested plan{&inner};
  outer.call_in_kernel(
      4,
      [](void* data) {
        auto& in_kernel = *static_cast<nested*>(data);
        in_kernel.wrong += in_kernel.inner->is_in_host_code() ? 0 : 1;
        in_kernel.wrong += in_kernel.inner->wrong_threads(3, 8);
      },
      &plan);
  expect(plan.wrong == 0, outer.version, "a kernel launched by its kernel saw something wrong");
  std::string caught = "nothing thrown";
  try {
    outer.call_in_kernel(
        4,
        [](void* data) {
          static_cast<nested*>(data)->inner->call_in_kernel(
              1, [](void*) { throw std::range_error("of the inner kernel"); }, nullptr);
        },
        &plan);
  } catch (const std::range_error& error) {
    caught = error.what();
  }
  expect(caught == "of the inner kernel", outer.version, caught.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int mode = std::strcmp(argv[1], "global") == 0 ? RTLD_GLOBAL : RTLD_LOCAL;
  const release_part one = load(argv[2], mode), two = load(argv[3], mode);
  expect(one.is_changed != two.is_changed, one.version, "both libraries have the same headers");
  expect_own_objects(one, two);
  expect_own_errors(one, two);
  expect_own_errors(two, one);
  expect_kernels_run(one);
  expect_kernels_run(two);
  expect_nested_launches(one, two);
  expect_nested_launches(two, one);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&part = i % 2 == 0 ? one : two] {
      for (int launches = 0; launches < 20; ++launches) {
        if (part.wrong_threads(4, 16) != 0) std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  return failures == 0 ? 0 : 1;
}
