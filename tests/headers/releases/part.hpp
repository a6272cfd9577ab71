// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a shared library tells and does by its own release of Diatomic. Knows no release.

/// The library's functions. They are called by pointers, since both libraries have the same source.
struct release_part {
  const char* version;   ///< of the headers that the library was compiled with
  bool is_changed;       ///< whether these headers have the test's changes
  const void* position;  ///< of the library's `here` in the calling thread
  const void* pool;      ///< of threads
  const void* locks;     ///< those of desul's host objects

  /// Launches a kernel whose threads exchange their numbers in shared memory, across a barrier.
  /// Returns how many of them saw something wrong.
  unsigned (*wrong_threads)(unsigned blocks, unsigned threads);
  /// Launches a kernel whose threads call `f(data)`.
  void (*call_in_kernel)(unsigned threads, void (*f)(void*), void* data);
  /// Whether the caller is in no kernel of the library's release: its number is 0, and a barrier
  /// throws.
  bool (*is_in_host_code)();
  /// Throws the library's `runtime_error`.
  void (*refuse)();
  /// Whether what `f()` throws is caught as the library's `runtime_error`.
  bool (*catches)(void (*f)());
};

/// Each library exports one.
using release_part_function = release_part();
