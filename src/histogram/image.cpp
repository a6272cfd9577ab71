// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "histogram/image.hpp"

#include <fmt/format.h>
#include <stb_image.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace program {
namespace {

using bytes = std::vector<std::uint8_t>;

constexpr std::size_t largest_file = std::size_t{1} << 30;
constexpr std::uint64_t most_pixels = std::uint64_t{1} << 28;
constexpr const char* accepted = "a PNG, JPEG or binary PPM/PGM file";

bool begins_with(const bytes& file, std::string_view start) {
  return file.size() >= start.size() && std::memcmp(file.data(), start.data(), start.size()) == 0;
}

enum class format { png, jpeg, netpbm, other };

format format_of(const bytes& file) {
  if (begins_with(file, "\x89PNG\r\n\x1a\n")) return format::png;
  if (begins_with(file, "\xff\xd8\xff")) return format::jpeg;
  if (begins_with(file, "P5") || begins_with(file, "P6")) return format::netpbm;
  return format::other;
}

bytes read(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw image_error(fmt::format("{}: is a directory, not an image", path));
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  if (!file) throw image_error(fmt::format("{}: {}", path, std::strerror(errno)));
  bytes all;
  std::array<std::uint8_t, 1 << 16> piece;
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file.get())) {
    all.insert(all.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
    if (all.size() > largest_file) {
      throw image_error(fmt::format("{}: too large: the limit is 1 GiB", path));
    }
    // Do not read an endless file, such as a device.
    if (all.size() >= piece.size() && format_of(all) == format::other) break;
  }
  if (std::ferror(file.get()) != 0) {
    throw image_error(fmt::format("{}: {}", path, std::strerror(errno)));
  }
  return all;
}

std::uint32_t big_endian_32(const std::uint8_t* from) {
  return std::uint32_t{from[0]} << 24U | std::uint32_t{from[1]} << 16U |
         std::uint32_t{from[2]} << 8U | std::uint32_t{from[3]};
}

/// PNG's CRC-32 (RFC 2083, section 15).
std::uint32_t crc_of(const std::uint8_t* from, std::size_t count) {
  static const std::array<std::uint32_t, 256> table = [] {
    std::array<std::uint32_t, 256> made{};
    for (std::uint32_t n = 0; n < 256; ++n) {
      std::uint32_t c = n;
      for (int k = 0; k < 8; ++k) c = (c & 1U) != 0 ? 0xEDB88320U ^ (c >> 1U) : c >> 1U;
      made[n] = c;
    }
    return made;
  }();
  std::uint32_t c = 0xFFFFFFFFU;
  for (std::size_t i = 0; i < count; ++i) c = table[(c ^ from[i]) & 0xFFU] ^ (c >> 8U);
  return ~c;
}

/// The first fault in the file's chunks, or "". stb_image does not verify checksums.
std::string fault_in_png(const bytes& file) {
  std::size_t at = 8;
  while (file.size() - at >= 12) {
    const std::size_t length = big_endian_32(&file[at]);
    const std::size_t left = file.size() - at - 12;
    if (length > left) return "the PNG file is truncated";
    if (big_endian_32(&file[at + 8 + length]) != crc_of(&file[at + 4], length + 4)) {
      return "the PNG file is damaged (wrong checksum)";
    }
    if (std::memcmp(&file[at + 4], "IEND", 4) == 0) return "";
    at += length + 12;
  }
  return "the PNG file is truncated";
}

/// The tables that a JPEG file has defined so far. stb_image reads tables that the file never
/// defined, and releases before 2.28 write past the end on Huffman tables that are too long.
class jpeg_tables {
 public:
  /// Takes a segment without its length field. Returns false if the segment is invalid.
  bool take(unsigned marker, const std::uint8_t* from, std::size_t size) {
    if (marker == 0xC4) return take_huffman(from, size);
    if (marker == 0xDB) return take_quantisation(from, size);
    if (marker >= 0xC0 && marker <= 0xC2 && !has_frame_) return take_frame(marker, from, size);
    return marker != 0xDA || suffice_for_scan(from, size);
  }

 private:
  /// Checks that the lengths match, and that a table has at most one code per byte value.
  bool take_huffman(const std::uint8_t* from, std::size_t size) {
    while (size >= 17) {
      std::size_t codes = 0;
      for (std::size_t i = 1; i <= 16; ++i) codes += from[i];
      if (codes > 256 || codes > size - 17 || from[0] >> 4U > 1 || (from[0] & 15U) > 3)
        return false;
      huffman_ |= bit_of(from[0] >> 4U, from[0] & 15U);
      from += 17 + codes;
      size -= 17 + codes;
    }
    return size == 0;
  }

  bool take_quantisation(const std::uint8_t* from, std::size_t size) {
    while (size != 0) {
      const std::size_t length = from[0] >> 4U == 0 ? 65 : 129;
      if (length > size || (from[0] & 15U) > 3) return false;
      quantisation_ |= bit_of(0, from[0] & 15U);
      from += length;
      size -= length;
    }
    return true;
  }

  bool take_frame(unsigned marker, const std::uint8_t* from, std::size_t size) {
    if (size < 6 || size != 6 + std::size_t{3} * from[5]) return false;
    has_frame_ = true;
    is_progressive_ = marker == 0xC2;
    for (std::size_t i = 8; i < size; i += 3) used_quantisation_ |= bit_of(0, from[i]);
    return true;
  }

  /// A progressive scan uses at most one of each component's two Huffman tables.
  bool suffice_for_scan(const std::uint8_t* from, std::size_t size) const {
    const std::size_t components = size == 0 ? 0 : from[0];
    if (size != 4 + 2 * components) return false;
    const bool begins = from[size - 3] == 0;
    const bool refines = from[size - 1] >> 4U != 0;
    const bool uses_first = !is_progressive_ || (begins && !refines);
    const bool uses_second = !is_progressive_ || !begins;
    unsigned used = 0;
    for (std::size_t i = 1; i <= components; ++i) {
      const unsigned tables = from[2 * i];
      if (uses_first) used |= bit_of(0, tables >> 4U);
      if (uses_second) used |= bit_of(1, tables & 15U);
    }
    return (used & ~huffman_) == 0 && (used_quantisation_ & ~quantisation_) == 0;
  }

  /// Numbers above 3 share a bit that no table sets.
  static unsigned bit_of(unsigned kind, unsigned number) {
    return 1U << (number > 3 ? 31 : 4 * kind + number);
  }

  unsigned huffman_ = 0;
  unsigned quantisation_ = 0;
  unsigned used_quantisation_ = 0;
  bool has_frame_ = false;
  bool is_progressive_ = false;
};

/// The first fault in the file's segments, or "". stb_image decodes missing data as zeros.
std::string fault_in_jpeg(const bytes& file) {
  const std::string cut = "the JPEG file is truncated";
  std::size_t at = 2;
  bool picture_seen = false;
  jpeg_tables tables;
  for (;;) {
    // Find the next segment's marker, past any compressed data of a scan. 0xFF is no such marker if
    // a stuffed zero, another 0xFF or a restart number follows.
    for (;; ++at) {
      if (at + 1 >= file.size()) return cut;
      const unsigned next = file[at + 1];
      if (file[at] == 0xFF && next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7)) break;
    }
    const unsigned marker = file[at + 1];
    at += 2;
    if (marker == 0xD9) return picture_seen ? "" : "the JPEG file has no image";
    if (at + 2 > file.size()) return cut;
    const std::size_t length = std::size_t{file[at]} << 8U | file[at + 1];
    if (length > file.size() - at) return cut;
    if (length < 2 || !tables.take(marker, &file[at + 2], length - 2)) {
      return "the JPEG file is damaged";
    }
    at += length;
    picture_seen = picture_seen || marker == 0xDA;
  }
}

void check_size(const std::string& path, std::uint64_t width, std::uint64_t height) {
  if (width == 0 || height == 0) {
    throw image_error(fmt::format("{}: the image has no pixels", path));
  }
  if (width > most_pixels || height > most_pixels || width * height > most_pixels) {
    throw image_error(fmt::format("{}: too large: {} x {} pixels; the limit is 2^28 pixels", path,
                                  width, height));
  }
}

/// Checks the size in a PNG's first chunk. stb_image reports a file beyond its own limits as an
/// unknown image type.
void check_png_size(const std::string& path, const bytes& file) {
  constexpr std::size_t size_end = 24;
  if (file.size() < size_end || std::memcmp(&file[12], "IHDR", 4) != 0) return;
  check_size(path, big_endian_32(&file[16]), big_endian_32(&file[20]));
}

/// Reads the header's numbers and the samples of a P5 or P6 file (netpbm's ppm(5) and pgm(5)).
class netpbm_reader {
 public:
  netpbm_reader(const std::string& path_, const bytes& file_) : path(path_), file(file_) {}

  pixels read() {
    const bool grey = file[1] == '5';
    const std::uint64_t width = number();
    const std::uint64_t height = number();
    const std::uint64_t max_sample = number();
    if (max_sample < 1 || max_sample > 65535) damaged();
    check_size(path, width, height);
    skip_comment();
    if (at < file.size() && !is_space(file[at])) damaged();
    ++at;  // the one white-space byte after the header
    const std::size_t count = static_cast<std::size_t>(width * height);
    const std::size_t samples = count * (grey ? 1 : 3);
    const std::size_t size = max_sample < 256 ? 1 : 2;
    if (at > file.size() || (file.size() - at) / size < samples) {
      throw image_error(fmt::format("{}: the {} file is truncated", path, grey ? "PGM" : "PPM"));
    }
    pixels made{static_cast<int>(width), static_cast<int>(height), {}};
    made.bytes.resize(count * 3);
    for (std::size_t i = 0; i < count * 3; ++i) {
      const std::size_t from = at + (grey ? i / 3 : i) * size;
      std::uint64_t sample = file[from];
      if (size == 2) sample = sample << 8U | file[from + 1];
      if (sample > max_sample) damaged();
      made.bytes[i] = static_cast<std::uint8_t>(size == 2 && max_sample == 65535
                                                    ? sample >> 8U
                                                    : (sample * 255 + max_sample / 2) / max_sample);
    }
    return made;
  }

 private:
  [[noreturn]] void damaged() const {
    throw image_error(fmt::format("{}: not {}: invalid header or sample", path, accepted));
  }

  static bool is_space(std::uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

  /// Skips to the end of the line. The line end is white space, so it also ends a preceding number.
  void skip_comment() {
    if (at >= file.size() || file[at] != '#') return;
    while (at < file.size() && file[at] != '\n' && file[at] != '\r') ++at;
  }

  std::uint64_t number() {
    for (; at < file.size(); ++at) {
      skip_comment();
      if (at >= file.size() || !is_space(file[at])) break;
    }
    std::uint64_t value = 0;
    std::size_t digits = 0;
    for (; at < file.size() && file[at] >= '0' && file[at] <= '9'; ++at, ++digits) {
      value = std::min<std::uint64_t>(value * 10 + (file[at] - '0'), most_pixels + 1);
    }
    if (digits == 0) damaged();
    return value;
  }

  const std::string& path;
  const bytes& file;
  std::size_t at = 2;
};

}  // namespace

pixels load_image(const std::string& path) { return decode_image(read(path), path); }

pixels decode_image(const std::vector<std::uint8_t>& file, const std::string& path) {
  if (file.empty()) throw image_error(fmt::format("{}: the file is empty", path));
  const format kind = format_of(file);
  if (kind == format::other) throw image_error(fmt::format("{}: not {}", path, accepted));
  if (kind == format::netpbm) return netpbm_reader(path, file).read();

  const std::string fault = kind == format::png ? fault_in_png(file) : fault_in_jpeg(file);
  if (!fault.empty()) throw image_error(fmt::format("{}: {}", path, fault));
  if (kind == format::png) check_png_size(path, file);
  const auto reject = [&] {
    throw image_error(fmt::format("{}: cannot be decoded: {}", path, stbi_failure_reason()));
  };
  pixels made;
  int channels = 0;
  const int size = static_cast<int>(file.size());
  if (stbi_info_from_memory(file.data(), size, &made.width, &made.height, &channels) == 0) reject();
  check_size(path, static_cast<std::uint64_t>(made.width), static_cast<std::uint64_t>(made.height));
  std::unique_ptr<stbi_uc, void (*)(void*)> decoded(nullptr, &stbi_image_free);
  try {
    decoded.reset(
        stbi_load_from_memory(file.data(), size, &made.width, &made.height, &channels, 3));
  } catch (const std::logic_error& broken_assertion) {
    throw image_error(fmt::format("{}: the image is damaged: {}", path, broken_assertion.what()));
  }
  if (!decoded) reject();
  const std::size_t count = static_cast<std::size_t>(made.width) * made.height * 3;
  made.bytes.assign(decoded.get(), decoded.get() + count);
  return made;
}

}  // namespace program
