// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Reductions beside CUB's, in one run: medians of 11 rounds, the contenders one after the other in
/// each, so that a drift of the clock hits all alike.
///
///     reduce_benchmark [--sizes=10,12,28] [--only=TEXT] [--csv=FILE]
///
/// Sizes are logarithms of numbers of elements. Times are those of events around as many calls as
/// take some 2 ms, divided by their number. Each call reads the next part of 1 GiB, so that small
/// inputs come from memory, not from the cache. The limit is a kernel that reads all and keeps
/// nothing.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <cub/cub.cuh>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/reproducible_sum.hpp>

namespace {

using diatomic::device_array;
using diatomic::op;

constexpr std::size_t pool_bytes = std::size_t{1} << 30;
constexpr int rounds = 11;

struct draw_numbers {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* values, std::size_t n) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      std::uint64_t h = (i + 1) * 0x9e3779b97f4a7c15u;
      h = (h ^ h >> 31) * 0xbf58476d1ce4e5b9u;
      h ^= h >> 29;
      if constexpr (std::is_floating_point_v<T>) {
        values[i] = static_cast<T>(static_cast<double>(h >> 11) * 0x1p-53 - 0.25);
      } else {
        values[i] = static_cast<T>(h);
      }
    }
  }
};

/// Numbers times a factor, of which each `of_zeros`-th stays; the others are 0.
struct draw_scaled {
  double factor;
  unsigned of_zeros;
  template <class T>
  DIATOMIC_DEVICE void operator()(T* values, std::size_t n) const {
    draw_numbers{}(values, n);
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      values[i] = i % of_zeros == 0 ? static_cast<T>(values[i] * factor) : T{0};
    }
  }
};

/// Floats of all exponents but the highest ones, so that the sum is finite.
struct draw_wild {
  DIATOMIC_DEVICE void operator()(float* values, std::size_t n) const {
    draw_numbers{}(reinterpret_cast<std::uint32_t*>(values), n);
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      auto& bits = reinterpret_cast<std::uint32_t*>(values)[i];
      if ((bits >> 23 & 0xffu) > 220) bits ^= 0x40000000u;
    }
  }
};

struct read_all {
  DIATOMIC_DEVICE void operator()(const uint4* p, std::size_t n, unsigned* kept) const {
    unsigned seen = 0;
    const std::size_t stride = diatomic::global_size();
    std::size_t i = diatomic::global_index();
    for (; i + 3 * stride < n; i += 4 * stride) {
      const uint4 a = p[i];
      const uint4 b = p[i + stride];
      const uint4 c = p[i + 2 * stride];
      const uint4 d = p[i + 3 * stride];
      seen ^= a.x ^ a.y ^ a.z ^ a.w ^ b.x ^ b.y ^ b.z ^ b.w;
      seen ^= c.x ^ c.y ^ c.z ^ c.w ^ d.x ^ d.y ^ d.z ^ d.w;
    }
    for (; i < n; i += stride) seen ^= p[i].x ^ p[i].y ^ p[i].z ^ p[i].w;
    if (seen == 0x12345678u) *kept = seen;
  }
};

struct options {
  std::vector<int> sizes = {10, 12, 14, 16, 18, 20, 22, 24, 26, 28};
  std::string only;
  std::FILE* csv = nullptr;
};

struct contender {
  std::string name;
  std::function<void(std::size_t offset)> call;
};

/// One line: the contenders' medians, and how fast the others are beside the last one.
class table {
 public:
  explicit table(const options& chosen) : chosen_(chosen) {}

  void compare(const std::string& test, int log_size, std::size_t bytes,
               const std::vector<contender>& contenders, diatomic::stream& on) {
    if (!chosen_.only.empty() && test.find(chosen_.only) == std::string::npos) return;
    const std::size_t parts = std::max<std::size_t>(1, pool_bytes / bytes);
    const std::size_t calls = std::clamp<std::size_t>((std::size_t{1} << 33) / bytes, 1, 400);
    std::map<std::string, std::vector<double>> times;
    std::size_t part = 0;
    diatomic::event start;
    diatomic::event stop;
    for (int round = -2; round < rounds; ++round) {
      for (const contender& c : contenders) {
        start.record(on);
        for (std::size_t i = 0; i < calls; ++i) c.call(part++ % parts * bytes);
        stop.record(on);
        stop.synchronize();
        const double us = 1000.0 * diatomic::elapsed_ms(start, stop) / static_cast<double>(calls);
        if (round >= 0) times[c.name].push_back(us);
      }
    }
    const double base = median(times[contenders.back().name]);
    std::printf("%-16s 2^%-3d", test.c_str(), log_size);
    for (const contender& c : contenders) {
      const double us = median(times[c.name]);
      std::printf("  %s %.2f us %.0f GB/s", c.name.c_str(), us,
                  static_cast<double>(bytes) / us / 1e3);
      if (&c != &contenders.back()) std::printf(" (%.3f)", base / us);
      if (chosen_.csv != nullptr) {
        std::fprintf(chosen_.csv, "%s,%d,%s,%.3f,%.4f\n", test.c_str(), log_size, c.name.c_str(),
                     us, base / us);
      }
    }
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  static double median(std::vector<double> of) {
    std::sort(of.begin(), of.end());
    return of[of.size() / 2];
  }
  const options& chosen_;
};

/// Memory, and the calls on it.
class bench {
 public:
  explicit bench(const options& chosen)
      : chosen_(chosen), table_(chosen), pool_(pool_bytes), temp_(64 << 20), result_(64) {}

  template <class T>
  void run(const std::string& type) {
    diatomic::launch(1056, 256, 0, on_, draw_numbers{}, at<T>(0), pool_bytes / sizeof(T));
    for (const int log_size : chosen_.sizes) {
      const std::size_t n = std::size_t{1} << log_size;
      const std::size_t bytes = n * sizeof(T);
      if (bytes > pool_bytes) continue;
      const int count = static_cast<int>(n);
      T* const result = reinterpret_cast<T*>(result_.data());
      auto* const found = reinterpret_cast<diatomic::indexed<T>*>(result_.data());
      auto* const index = reinterpret_cast<std::int64_t*>(result_.data() + 32);
      const auto cub_call = [this](auto call) {
        return [this, call](std::size_t offset) {
          std::size_t size = temp_.size();
          call(temp_.data(), size, offset);
        };
      };
      const contender limit{"read", [=](std::size_t o) {
                              diatomic::launch(1056, 512, 0, on_, read_all{}, at<const uint4>(o),
                                               bytes / 16, reinterpret_cast<unsigned*>(result));
                            }};
      const contender cub_sum{"CUB", cub_call([=](void* temp, std::size_t& size, std::size_t o) {
                                cub::DeviceReduce::Sum(temp, size, at<const T>(o), result, count,
                                                       on_.native_handle());
                              })};
      std::vector<contender> sums = {
          limit,
          {"diatomic",
           [=](std::size_t o) {
             diatomic::reduce<op::add>(on_, at<const T>(o), n, result, temp_.data(), temp_.size());
           }},
      };
      if constexpr (std::is_floating_point_v<T>) {
        sums.push_back({"reproducible", [=](std::size_t o) {
                          diatomic::reproducible_sum(on_, at<const T>(o), n, result, temp_.data(),
                                                     temp_.size());
                        }});
      }
      sums.push_back(cub_sum);
      table_.compare("sum " + type, log_size, bytes, sums, on_);
      table_.compare("min " + type, log_size, bytes,
                     {{"diatomic",
                       [=](std::size_t o) {
                         diatomic::reduce<op::min>(on_, at<const T>(o), n, result, temp_.data(),
                                                   temp_.size());
                       }},
                      {"CUB", cub_call([=](void* temp, std::size_t& size, std::size_t o) {
                         cub::DeviceReduce::Min(temp, size, at<const T>(o), result, count,
                                                on_.native_handle());
                       })}},
                     on_);
      table_.compare("max " + type, log_size, bytes,
                     {{"diatomic",
                       [=](std::size_t o) {
                         diatomic::reduce<op::max>(on_, at<const T>(o), n, result, temp_.data(),
                                                   temp_.size());
                       }},
                      {"CUB", cub_call([=](void* temp, std::size_t& size, std::size_t o) {
                         cub::DeviceReduce::Max(temp, size, at<const T>(o), result, count,
                                                on_.native_handle());
                       })}},
                     on_);
      table_.compare(
          "arg_max " + type, log_size, bytes,
          {{"diatomic",
            [=](std::size_t o) {
              diatomic::arg_max(on_, at<const T>(o), n, found, temp_.data(), temp_.size());
            }},
           {"CUB", cub_call([=](void* temp, std::size_t& size, std::size_t o) {
              cub::DeviceReduce::ArgMax(temp, size, at<const T>(o), result, index,
                                        static_cast<std::int64_t>(n), on_.native_handle());
            })}},
          on_);
    }
  }

  /// The reproducible sum of numbers of other magnitudes, and of those among zeros.
  template <class T>
  void run_scaled(const std::string& type) {
    const std::size_t n = pool_bytes / sizeof(T);
    T* const result = reinterpret_cast<T*>(result_.data());
    const std::pair<const char*, draw_scaled> inputs[] = {
        {"tiny ", {1e-20, 1}}, {"huge ", {1e20, 1}}, {"sparse ", {1, 3}}};
    for (const auto& [name, draw] : inputs) {
      diatomic::launch(1056, 256, 0, on_, draw, at<T>(0), n);
      table_.compare("sum " + (name + type), sizeof(T) == 4 ? 28 : 27, pool_bytes,
                     {{"reproducible",
                       [=](std::size_t) {
                         diatomic::reproducible_sum(on_, at<const T>(0), n, result, temp_.data(),
                                                    temp_.size());
                       }},
                      {"diatomic",
                       [=](std::size_t) {
                         diatomic::reduce<op::add>(on_, at<const T>(0), n, result, temp_.data(),
                                                   temp_.size());
                       }}},
                     on_);
    }
  }

  /// What the reproducible sum makes of numbers that do not suit it.
  void run_wild() {
    const std::size_t n = pool_bytes / sizeof(float);
    float* const result = reinterpret_cast<float*>(result_.data());
    diatomic::launch(1056, 256, 0, on_, draw_wild{}, at<float>(0), n);
    const std::vector<contender> contenders = {
        {"reproducible",
         [=](std::size_t) {
           diatomic::reproducible_sum(on_, at<const float>(0), n, result, temp_.data(),
                                      temp_.size());
         }},
        {"diatomic", [=](std::size_t) {
           diatomic::reduce<op::add>(on_, at<const float>(0), n, result, temp_.data(),
                                     temp_.size());
         }}};
    table_.compare("sum, any exponent", 28, pool_bytes, contenders, on_);
    pool_.fill_bytes(0);
    table_.compare("sum, zeros", 28, pool_bytes, contenders, on_);
  }

 private:
  template <class T>
  T* at(std::size_t offset) {
    return reinterpret_cast<T*>(pool_.data() + offset);
  }

  const options& chosen_;
  table table_;
  diatomic::stream on_;
  device_array<unsigned char> pool_;
  device_array<unsigned char> temp_;
  device_array<unsigned char> result_;
};

}  // namespace

int main(int argc, char** argv) {
  options chosen;
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text.compare(0, 8, "--sizes=") == 0) {
      chosen.sizes.clear();
      for (std::size_t at = 8; at < text.size(); ++at) {
        std::size_t used = 0;
        chosen.sizes.push_back(std::stoi(text.substr(at), &used));
        at += used;
      }
    } else if (text.compare(0, 7, "--only=") == 0) {
      chosen.only = text.substr(7);
    } else if (text.compare(0, 6, "--csv=") == 0) {
      chosen.csv = std::fopen(text.c_str() + 6, "w");
    } else {
      std::fprintf(stderr, "unknown: %s\n", argv[i]);
      return 1;
    }
  }
  if (diatomic::device_count() == 0) {
    std::fprintf(stderr, "no device: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  std::printf("CUB %d; in parentheses the speed beside CUB's\n", CUB_VERSION);
  bench all(chosen);
  all.run<float>("float");
  all.run<double>("double");
  all.run<int>("int");
  if (std::find(chosen.sizes.begin(), chosen.sizes.end(), 28) != chosen.sizes.end()) {
    all.run_scaled<float>("float");
    all.run_scaled<double>("double");
    all.run_wild();
  }
  if (chosen.csv != nullptr) std::fclose(chosen.csv);
}
