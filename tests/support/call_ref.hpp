// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace test {

/// A reference to a lambda without arguments. A function with such a parameter is compiled once,
/// and not for each lambda.
class call_ref {
 public:
  template <class Call>
  call_ref(const Call& call)
      : call_(&call), run_([](const void* it) { (*static_cast<const Call*>(it))(); }) {}
  void operator()() const { run_(call_); }

 private:
  const void* call_;
  void (*run_)(const void*);
};

}  // namespace test
