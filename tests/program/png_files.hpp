// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// PNG files of any colour type and depth, written as the specification says (ISO/IEC 15948), with
/// their data stored and not compressed.

#include <cstddef>
#include <cstdint>
#include <string>

namespace program_test {

inline std::string big_endian(std::uint32_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 0xFF);
  return bytes;
}

/// A chunk with its checksum, bit by bit.
inline std::string png_chunk(const std::string& type, const std::string& data) {
  std::uint32_t crc = 0xFFFFFFFF;
  for (const char byte : type + data) {
    crc ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB88320 : 0);
  }
  return big_endian(static_cast<std::uint32_t>(data.size())) + type + data + big_endian(~crc);
}

/// A zlib stream of one stored block; below 64 KiB.
inline std::string stored(const std::string& data) {
  const std::size_t size = data.size();
  std::string all("\x78\x01\x01", 3);
  for (const std::size_t n : {size, ~size}) {
    all += static_cast<char>(n & 0xFF);
    all += static_cast<char>(n >> 8 & 0xFF);
  }
  std::uint32_t a = 1;
  std::uint32_t b = 0;
  for (const char byte : data) {
    a = (a + static_cast<unsigned char>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  return all + data + big_endian(b << 16 | a);
}

constexpr const char* png_signature = "\x89PNG\r\n\x1a\n";

/// What is in a PNG file.
struct png {
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  int depth = 8;
  int colour_type = 0;    ///< 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGB and alpha
  std::string scanlines;  ///< each with its filter's number in front
  std::string palette = {};
  std::string transparency = {};
  bool interlaced = false;

  std::string header() const {
    return png_chunk("IHDR", big_endian(width) + big_endian(height) + static_cast<char>(depth) +
                                 static_cast<char>(colour_type) + std::string(2, '\0') +
                                 static_cast<char>(interlaced ? 1 : 0));
  }
  std::string file() const {
    return png_signature + header() + (palette.empty() ? "" : png_chunk("PLTE", palette)) +
           (transparency.empty() ? "" : png_chunk("tRNS", transparency)) +
           png_chunk("IDAT", stored(scanlines)) + png_chunk("IEND", "");
  }
};

}  // namespace program_test
