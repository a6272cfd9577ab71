// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What a run did, for scripts/race-check, which names a folder in DIATOMIC_RACE_FOLDER. The file
/// `summary` in it gets a line when a process starts and one when it exits: a program without the
/// race check writes neither, and one that a signal ends writes no second. ThreadSanitizer writes
/// its reports to the file `report` with the number of the process.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/host/race/sanitizer.hpp>

#if DIATOMIC_RACE_CHECK
namespace diatomic::backends::host {
inline namespace DIATOMIC_VERSION_NS {
namespace race {

struct counts {
  unsigned launches, ended, failed;
  unsigned
      operations;  // 1: there was one, 2: there was one with a narrower scope than the device's
};
DIATOMIC_HOST_SHARED inline counts counted = {};

/// A file of the folder. False if there is no folder.
DIATOMIC_HOST_UNSEEN inline bool file_of_run(char (&path)[4096], const char* name, int number) {
  const char* const folder = std::getenv("DIATOMIC_RACE_FOLDER");
  if (folder == nullptr) return false;
  const int length = number == 0
                         ? std::snprintf(path, sizeof path, "%s/%s", folder, name)
                         : std::snprintf(path, sizeof path, "%s/%s.%d", folder, name, number);
  return length > 0 && static_cast<std::size_t>(length) < sizeof path;
}
DIATOMIC_HOST_UNSEEN inline void write_summary(const char* what) {
  const unseen own;
  char path[4096], line[160];
  if (!race::file_of_run(path, "summary", 0)) return;
  const int length =
      std::snprintf(line, sizeof line, "%s %d %u %u %u %u\n", what, static_cast<int>(::getpid()),
                    counted.launches, counted.ended, counted.failed, counted.operations);
  const int file = ::open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  static_cast<void>(!::write(file, line, static_cast<std::size_t>(length)));
  ::close(file);
}

struct whole_run {
  DIATOMIC_HOST_UNSEEN whole_run() { race::write_summary("begin"); }
  DIATOMIC_HOST_UNSEEN ~whole_run() { race::write_summary("end"); }
};
DIATOMIC_HOST_SHARED inline const whole_run this_run;

DIATOMIC_HOST_UNSEEN inline void record_scope(bool is_narrow) {
  const unsigned seen = is_narrow ? 3 : 1;
  if ((__atomic_load_n(&counted.operations, __ATOMIC_RELAXED) & seen) == seen) return;
  __atomic_fetch_or(&counted.operations, seen, __ATOMIC_RELAXED);
}
DIATOMIC_HOST_UNSEEN inline void count_launch() {
  __atomic_fetch_add(&counted.launches, 1, __ATOMIC_RELAXED);
}
DIATOMIC_HOST_UNSEEN inline void count_end_of_launch(bool failed) {
  __atomic_fetch_add(&counted.ended, 1, __ATOMIC_RELAXED);
  if (failed) __atomic_fetch_add(&counted.failed, 1, __ATOMIC_RELAXED);
}

/// After a report ThreadSanitizer ignores reads of its 8 bytes (before LLVM 14 and GCC 13 it does
/// not). So a launch that begins while no other one runs forgets all earlier accesses, if reports
/// were written since the last time. These are all ordered before it, except other host threads'.
DIATOMIC_HOST_UNSEEN inline void look_at_reported_words_again() {
#if defined(__clang__) || __GNUC__ >= 13
  static off_t known_size = 0;
  char path[4096];
  struct stat its;
  if (!race::file_of_run(path, "report", static_cast<int>(::getpid())) || ::stat(path, &its) != 0)
    return;
  if (std::exchange(known_size, its.st_size) != its.st_size) __tsan_flush_memory();
#endif
}

}  // namespace race
}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::backends::host
#endif
