// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Input arrays that rounds cycle through, and kernels that only read or copy.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "bench/cases/cases.hpp"

namespace bench {

enum class distribution { uniform, bell, one_value, sorted, skewed, sparse, any_exponent };

inline std::string name_of(distribution d) {
  const char* const names[] = {"uniform", "bell",   "one value",   "sorted",
                               "skewed",  "sparse", "any exponent"};
  return names[static_cast<int>(d)];
}

/// A pseudo-random number below 2^32.
DIATOMIC_DEVICE inline unsigned hashed(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x7fb5d329728ea185u;
  x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44du;
  return static_cast<unsigned>(x >> 32);
}

/// Writes n values in [`lower`, `lower` + `range`). With `sorted`, each `period` values are sorted.
struct fill_values {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* to, std::size_t n, std::size_t period, double lower,
                                  double range, distribution how) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      double place = hashed(i + 1) / 4294967296.0;
      if (how == distribution::bell) {
        for (unsigned k = 1; k < 4; ++k) {
          place += hashed(i + k * std::uint64_t{0x123456789ab}) / 4294967296.0;
        }
        place /= 4;
      } else if (how == distribution::one_value) {
        place = 0.37;
      } else if (how == distribution::sorted) {
        place = static_cast<double>(i % period) / static_cast<double>(period);
      } else if (how == distribution::skewed) {
        place *= place * place * place;
      } else if constexpr (std::is_same_v<T, float>) {
        if (how == distribution::any_exponent) {
          const unsigned bits = hashed(i + 1);
          // No high exponents, so that sums stay finite.
          const bool is_high = (bits >> 23 & 0xffu) > 220;
          to[i] = diatomic::detail::bits_as<float>(is_high ? bits ^ 0x40000000u : bits);
          continue;
        }
      }
      const bool is_zero = how == distribution::sparse && i % 3 != 0;
      to[i] = is_zero ? T{} : static_cast<T>(lower + place * range);
    }
  }
};

struct repeat_values {
  template <class T>
  DIATOMIC_DEVICE void operator()(T* to, std::size_t n, const T* from, std::size_t count) const {
    for (std::size_t i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      to[i] = from[i % count];
    }
  }
};

/// Consecutive arrays of n elements, together larger than any cache.
template <class T>
class input_arrays {
 public:
  input_arrays(context& on, std::size_t n, double lower, double range, distribution how)
      : n_(n), count_(on.bytes / sizeof(T) / n * on.inputs), memory_(n * count_) {
    on.launch(on.shape(memory_.size()), fill_values{}, memory_.data(), memory_.size(), n, lower,
              range, how);
    on.stream.synchronize();
  }

  /// Repeats these values.
  input_arrays(context& on, std::size_t n, const std::vector<T>& values)
      : n_(n), count_(on.bytes / sizeof(T) / n * on.inputs), memory_(n * count_) {
    diatomic::device_array<T> some(values.size());
    some.upload(values.data(), values.size());
    on.launch(on.shape(memory_.size()), repeat_values{}, memory_.data(), memory_.size(),
              static_cast<const T*>(some.data()), values.size());
    on.stream.synchronize();
  }

  /// The array for this number, which wraps around.
  const T* at(unsigned input) const { return memory_.data() + input % count_ * n_; }
  std::size_t size() const { return n_; }

 private:
  std::size_t n_;
  std::size_t count_;
  diatomic::device_array<T> memory_;
};

/// The widest load of a thread.
struct alignas(16) chunk {
  unsigned parts[4];
};

/// Iterates over `n` chunks: with the grid's stride on GPUs; over a contiguous part per thread if a
/// block is one thread.
class walk {
 public:
  DIATOMIC_DEVICE explicit walk(std::size_t n)
      : next(diatomic::global_index()), end(n), stride(diatomic::global_size()) {
    if (diatomic::block_size() == 1) {
      const std::size_t part = (n + stride - 1) / stride;
      next *= part;
      end = next + part < n ? next + part : n;
      stride = 1;
    }
  }

  std::size_t next;
  std::size_t end;
  std::size_t stride;
};

/// Reads all chunks, and stores nothing in practice.
struct read_all {
  DIATOMIC_DEVICE void operator()(const chunk* from, std::size_t n, unsigned* kept) const {
    unsigned seen = 0;
    walk w(n);
    if (w.stride == 1) {  // CPU compilers vectorize this loop
      for (; w.next < w.end; ++w.next) {
        for (const unsigned part : from[w.next].parts) seen ^= part;
      }
    }
    for (; w.next + 3 * w.stride < w.end; w.next += 4 * w.stride) {
      const chunk a = from[w.next];
      const chunk b = from[w.next + w.stride];
      const chunk c = from[w.next + 2 * w.stride];
      const chunk d = from[w.next + 3 * w.stride];
      for (unsigned k = 0; k < 4; ++k) {
        seen ^= a.parts[k] ^ b.parts[k] ^ c.parts[k] ^ d.parts[k];
      }
    }
    for (; w.next < w.end; w.next += w.stride) {
      for (const unsigned part : from[w.next].parts) seen ^= part;
    }
    if (seen == 0x12345678u) *kept = seen;
  }
};

/// Copies all chunks.
struct copy_all {
  DIATOMIC_DEVICE void operator()(const chunk* from, std::size_t n, chunk* to) const {
    walk w(n);
    if (w.stride == 1) {
      for (; w.next < w.end; ++w.next) to[w.next] = from[w.next];
    }
    for (; w.next + 3 * w.stride < w.end; w.next += 4 * w.stride) {
      const chunk a = from[w.next];
      const chunk b = from[w.next + w.stride];
      const chunk c = from[w.next + 2 * w.stride];
      const chunk d = from[w.next + 3 * w.stride];
      to[w.next] = a;
      to[w.next + w.stride] = b;
      to[w.next + 2 * w.stride] = c;
      to[w.next + 3 * w.stride] = d;
    }
    for (; w.next < w.end; w.next += w.stride) to[w.next] = from[w.next];
  }
};

/// The contender `read`: the bandwidth limit. Input sizes are multiples of 16 bytes.
template <class T>
contender reading(context& on, const std::shared_ptr<const input_arrays<T>>& input) {
  const std::size_t chunks = input->size() * sizeof(T) / sizeof(chunk);
  const auto kept = std::make_shared<diatomic::device_array<unsigned>>(1);
  launch_shape shape = on.shape(chunks);
  return {"read", "", false, [&on, input, chunks, kept, shape](unsigned first, unsigned rounds) {
            for (unsigned r = 0; r < rounds; ++r) {
              on.launch(shape, read_all{}, reinterpret_cast<const chunk*>(input->at(first + r)),
                        chunks, kept->data());
            }
          }};
}

}  // namespace bench
