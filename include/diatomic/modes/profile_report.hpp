// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The contention profile's tables on the host: which there are, and how they are written as JSON.
/// Host code; independent of the backend.

#include <diatomic/core/detail/host_code.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>
#include <unistd.h>

#include <diatomic/modes/profile_table.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_VERSION_NS {

/// Where the calls of a table were made.
struct profile_place {
  std::string device;
  const char* backend;
  unsigned warp_lanes;
};

/// Writes the profile as JSON, in the format that `scripts/profile` reads.
class profile_writer {
 public:
  explicit profile_writer(std::FILE* to) : to_(to) {
    std::fprintf(to_, "{\"diatomic_profile\": 1, \"program\": ");
    text(program_name().c_str());
    std::fprintf(to_, ", \"written\": %lld, \"tables\": [",
                 static_cast<long long>(std::time(nullptr)));
  }
  ~profile_writer() { std::fprintf(to_, "\n]}\n"); }
  profile_writer(const profile_writer&) = delete;
  profile_writer& operator=(const profile_writer&) = delete;

  /// `is_lost`: the device did not answer, and the counts are zero.
  void table(const profile_place& place, const profile_table& counts, bool is_lost) {
    std::fprintf(to_, "%s\n {\"device\": ", separator_);
    text(place.device.c_str());
    std::fprintf(to_,
                 ", \"backend\": \"%s\", \"warp_lanes\": %u, \"is_lost\": %s, "
                 "\"dropped_lanes\": %llu, \"sites\": [",
                 place.backend, place.warp_lanes, is_lost ? "true" : "false",
                 number(counts.dropped_lanes));
    separator_ = "";
    for (const profile_entry& e : counts.entries) {
      if (e.calls != 0 && e.is_internal == 0) site(e);
    }
    std::fprintf(to_, "]}");
    separator_ = ",";
  }

  /// Whether no table at this address of the device has been asked for yet.
  bool is_first(int device, const void* address) {
    for (const auto& [other, at] : seen_) {
      if (other == device && at == address) return false;
    }
    seen_.emplace_back(device, address);
    return true;
  }

  /// The estimate of the number of distinct addresses, by HyperLogLog (Flajolet and others, 2007).
  static double distinct(const profile_entry& e) {
    constexpr double count = profile_entry::register_count;
    double sum = 0;
    int unused = 0;
    for (const std::uint32_t most : e.registers) {
      sum += std::ldexp(1.0, -static_cast<int>(most));
      unused += most == 0 ? 1 : 0;
    }
    const double estimate = 0.7213 / (1 + 1.079 / count) * count * count / sum;
    return estimate <= 2.5 * count && unused != 0 ? count * std::log(count / unused) : estimate;
  }

 private:
  static unsigned long long number(std::uint64_t n) { return n; }

  static std::string program_name() {
    char name[4096];
    const auto length = readlink("/proc/self/exe", name, sizeof name);
    return length > 0 ? std::string(name, static_cast<std::size_t>(length)) : "?";
  }

  void text(const char* s) {
    std::fputc('"', to_);
    for (; *s != '\0'; ++s) {
      const auto c = static_cast<unsigned char>(*s);
      if (c == '"' || c == '\\') std::fputc('\\', to_);
      if (c < 0x20) {
        std::fprintf(to_, "\\u%04x", c);
      } else {
        std::fputc(c, to_);
      }
    }
    std::fputc('"', to_);
  }

  void site(const profile_entry& e) {
    std::fprintf(to_, "%s\n  {\"file\": ", separator_);
    text(e.file);
    std::fprintf(to_, ", \"line\": %u, \"call\": ", e.line);
    text(e.call);
    std::fprintf(to_, ", \"type\": ");
    text(e.type);
    if (!e.is_object) {
      std::fprintf(to_, ", \"order\": \"%s\", \"scope\": \"%s\", \"method\": \"%s\"",
                   name_of(e.order), name_of(e.scope), name_of(e.implementation));
    }
    std::fprintf(to_, ", \"space\": \"%s\", \"hints\": [", e.is_shared ? "shared" : "global");
    constexpr const char* hints[] = {"coarse_grained", "ignore_denormals", "in_array",
                                     "check_first",    "same_address",     "few_addresses",
                                     "monotone",       "keep_denormals"};
    separator_ = "";
    for (unsigned n = 0; n < sizeof hints / sizeof *hints; ++n) {
      if ((static_cast<unsigned>(e.hints) >> n & 1) == 0) continue;
      std::fprintf(to_, "%s\"%s\"", separator_, hints[n]);
      separator_ = ", ";
    }
    // Not as a floating-point number, whose point depends on the locale.
    const auto tenths = static_cast<unsigned long long>(std::llround(10 * distinct(e)));
    std::fprintf(to_,
                 "],\n   \"calls\": %llu, \"lanes\": %llu, \"addresses\": %llu, "
                 "\"lines\": %llu, \"retries\": %llu, \"polls\": %llu, \"words\": %llu.%llu, "
                 "\"lowest\": \"0x%llx\", \"highest\": \"0x%llx\", \"groups\": [",
                 number(e.calls), number(e.lanes), number(e.addresses), number(e.lines),
                 number(e.retries), number(e.polls), tenths / 10, tenths % 10, number(~e.lowest),
                 number(e.highest));
    separator_ = "";
    for (const std::uint64_t groups : e.groups) {
      std::fprintf(to_, "%s%llu", separator_, number(groups));
      separator_ = ", ";
    }
    std::fprintf(to_, "], \"heaviest\": [");
    separator_ = "";
    for (const heavy_address& h : e.heaviest) {
      if (h.candidate == 0) continue;
      const bool is_mixed = (h.candidate & heavy_address::mixed) != 0;
      const std::uint64_t votes =
          h.candidate >> heavy_address::votes_at & heavy_address::most_votes;
      // With fewer votes than a quarter of the place's lanes, no address of the place is heavy.
      if (is_mixed && votes < heavy_address::most_votes && 4 * votes < h.lanes) continue;
      // The candidate has at most the lanes that the others did not vote away.
      const std::uint64_t in_place = is_mixed ? (h.lanes + votes) / 2 : h.lanes;
      const std::uint64_t lanes = in_place < e.lanes ? in_place : e.lanes;
      const bool is_exact = !is_mixed && e.calls <= profile_entry::sampled_from;
      std::fprintf(to_, "%s{\"address\": \"0x%llx\", \"lanes\": %llu, \"exact\": %s}", separator_,
                   number(h.candidate & heavy_address::address_mask), number(lanes),
                   is_exact ? "true" : "false");
      separator_ = ", ";
    }
    std::fprintf(to_, "]}");
    separator_ = ",";
  }

  static const char* name_of(tables::method m) {
    constexpr const char* names[] = {"nothing",  "cas_loop", "instruction", "on_word",
                                     "sign_bit", "by_space", "in_pair",     "by_element"};
    return names[static_cast<int>(m)];
  }
  template <class E>
  static const char* name_of(E e) {
    return ::diatomic::name_of(e);
  }

  std::FILE* to_;
  const char* separator_ = "";
  std::vector<std::pair<int, const void*>> seen_;
};

/// Tables of call sites that a source file or the program has: copied to the host and written, or
/// cleared.
struct profile_source {
  void (*write)(profile_writer& to);
  void (*clear)();
};

/// All sources of tables in this program.
__attribute__((visibility("default"))) inline std::vector<profile_source>& profile_sources() {
  static auto* const sources = new std::vector<profile_source>;  // used after main has returned
  return *sources;
}

/// Writes all tables to `path`, in which `%p` becomes the number of the process.
/// \return false if the file cannot be written.
inline bool write_profile(std::string path) {
  const auto at = path.find("%p");
  if (at != std::string::npos) path.replace(at, 2, std::to_string(getpid()));
  std::FILE* const file = std::fopen(path.c_str(), "w");
  if (file == nullptr) return false;
  {
    profile_writer to(file);
    for (const profile_source& source : profile_sources()) source.write(to);
  }
  const bool has_failed = std::ferror(file) != 0;
  return std::fclose(file) == 0 && !has_failed;
}

/// The file of the environment variable `DIATOMIC_PROFILE_FILE`, or the default.
inline std::string profile_path() {
  const char* const path = std::getenv("DIATOMIC_PROFILE_FILE");
  return path != nullptr ? path : "diatomic_profile.json";
}

/// The process that has loaded the program. A forked one must not overwrite its file.
__attribute__((visibility("default"))) inline const pid_t first_profiled_process = getpid();

/// At the end of the program. Only the first call writes.
__attribute__((visibility("default"))) inline void write_last_profile() {
  static bool is_done = false;
  if (is_done) return;
  is_done = true;
  const std::string path = profile_path();
  if (getpid() != first_profiled_process && path.find("%p") == std::string::npos) return;
  const bool is_written = write_profile(path);
  if (!is_written || std::getenv("DIATOMIC_PROFILE_FILE") == nullptr) {
    std::fprintf(stderr, "diatomic: the contention profile %s %s%s\n",
                 is_written ? "is in" : "could not be written to", path.c_str(),
                 is_written ? "; scripts/profile --read shows it" : "");
  }
}

/// Adds a source of tables, once. The function at exit is registered for each: the last one that is
/// registered runs first, before a vendor's library that the source has loaded ends.
__attribute__((visibility("default"))) inline bool add_profile_source(profile_source source) {
  std::vector<profile_source>& sources = profile_sources();
  for (const profile_source& other : sources) {
    if (other.write == source.write) return false;
  }
  std::atexit(write_last_profile);
  sources.push_back(source);
  return true;
}

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic::detail
