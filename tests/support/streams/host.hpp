// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Streams of the host backend, which has no vendor: its own handle. It has no graphs.

#include <memory>
#include <string>

#include <diatomic/runtime/runtime.hpp>

namespace test {

class vendor_stream {
  using handle = diatomic::detail::runtime_api::native_stream;

 public:
  handle get() const { return stream_.native_handle(); }
  void synchronize() const {}

 private:
  diatomic::stream stream_;
};

class graph {
 public:
  explicit graph(diatomic::stream_view) {}
  bool is_going_on() const { return false; }
  void end() {}
  void replay() {}
  void replay_on(diatomic::stream_view) {}
};

inline std::string why_no_graphs() {
  return "the host does the work of a call before the call returns, so it has no graphs";
}

}  // namespace test
