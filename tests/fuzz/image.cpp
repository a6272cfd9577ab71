// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Any bytes as an image: pixels as many as its size says, or an `image_error`.
///
/// A changed PNG would fail its checksums and be looked at no further; so they are made right
/// again.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "histogram/image.hpp"

namespace {

/// Larger pictures are right too, but take seconds each.
constexpr std::uint64_t most_pixels = 1u << 20;

std::uint32_t big_endian_32(const std::uint8_t* from) {
  return std::uint32_t{from[0]} << 24 | std::uint32_t{from[1]} << 16 | std::uint32_t{from[2]} << 8 |
         std::uint32_t{from[3]};
}

bool is_png(const std::uint8_t* data, std::size_t size) {
  return size >= 33 && std::memcmp(data, "\x89PNG\r\n\x1a\n", 8) == 0;
}

std::uint32_t crc_of(const std::uint8_t* from, std::size_t count) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (std::size_t i = 0; i < count; ++i) {
    crc ^= from[i];
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 1) != 0 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
  }
  return ~crc;
}

void mend_checksums(std::uint8_t* data, std::size_t size) {
  for (std::size_t at = 8; size - at >= 12;) {
    const std::size_t length = big_endian_32(data + at);
    if (length > size - at - 12) return;
    const std::uint32_t crc = crc_of(data + at + 4, length + 4);
    for (unsigned k = 0; k < 4; ++k) {
      data[at + 8 + length + k] = static_cast<std::uint8_t>(crc >> (24 - 8 * k));
    }
    at += length + 12;
  }
}

/// Whether the header says that the picture is a large one.
bool is_large(const std::uint8_t* data, std::size_t size) {
  if (is_png(data, size)) {
    return std::uint64_t{big_endian_32(data + 16)} * big_endian_32(data + 20) > most_pixels;
  }
  for (std::size_t i = 0; i + 9 <= size; ++i) {  // each that may be a JPEG's frame
    if (data[i] != 0xff || data[i + 1] < 0xc0 || data[i + 1] > 0xc2) continue;
    const std::uint64_t height = unsigned{data[i + 5]} << 8 | data[i + 6];
    const std::uint64_t width = unsigned{data[i + 7]} << 8 | data[i + 8];
    if (height * width > most_pixels) return true;
  }
  return false;
}

}  // namespace

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned) {
  const std::size_t changed = LLVMFuzzerMutate(data, size, most);
  if (is_png(data, changed)) mend_checksums(data, changed);
  return changed;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (is_large(data, size)) return 0;
  try {
    const program::pixels found = program::decode_image({data, data + size}, "fuzzed");
    if (found.width <= 0 || found.height <= 0) std::abort();
    const auto pixels =
        static_cast<std::size_t>(found.width) * static_cast<std::size_t>(found.height);
    if (found.bytes.size() != 3 * pixels) std::abort();
  } catch (const program::image_error&) {
  }
  return 0;
}
