// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace test {

/// A reference to a lambda without arguments. A function with such a parameter is compiled once,
/// and not for each lambda.
class call_ref {
 public:
  template <class Call>
  call_ref(const Call& call) : call_(&call), run_(&call_ref::run<Call>) {}
  void operator()() const { run_(call_); }

 private:
  // A function and no lambda, of which compilers make four functions.
  template <class Call>
  static void run(const void* call) {
    (*static_cast<const Call*>(call))();
  }

  const void* call_;
  void (*run_)(const void*);
};

}  // namespace test
