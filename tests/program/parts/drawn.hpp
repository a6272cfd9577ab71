// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The pixels of what Cairo drew or wrote.

#include <cairo.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "chart/canvas.hpp"

namespace program_test {

/// Of an image surface.
inline program::pixels pixels_of(cairo_surface_t* image) {
  cairo_surface_flush(image);
  program::check(cairo_surface_status(image));
  program::pixels made{
      cairo_image_surface_get_width(image), cairo_image_surface_get_height(image), {}};
  for (int y = 0; y < made.height; ++y) {
    const unsigned char* row = cairo_image_surface_get_data(image) +
                               std::ptrdiff_t{y} * cairo_image_surface_get_stride(image);
    for (int x = 0; x < made.width; ++x) {
      std::uint32_t rgb = 0;
      std::memcpy(&rgb, row + std::ptrdiff_t{x} * 4, sizeof(rgb));
      for (const unsigned shift : {16U, 8U, 0U}) {
        made.bytes.push_back(static_cast<std::uint8_t>(rgb >> shift));
      }
    }
  }
  return made;
}

/// Of a PNG file.
inline program::pixels pixels_of(const std::string& png) {
  std::string left = png;
  const auto read = [](void* from, unsigned char* to, unsigned size) {
    std::string& rest = *static_cast<std::string*>(from);
    if (rest.size() < size) return CAIRO_STATUS_READ_ERROR;
    std::copy_n(rest.begin(), size, to);
    rest.erase(0, size);
    return CAIRO_STATUS_SUCCESS;
  };
  const program::cairo_owner<cairo_surface_t> image(
      cairo_image_surface_create_from_png_stream(read, &left));
  return pixels_of(image.get());
}

inline std::uint8_t at(const program::pixels& p, int x, int y, std::size_t channel = 0) {
  return p.bytes[(static_cast<std::size_t>(y) * static_cast<std::size_t>(p.width) +
                  static_cast<std::size_t>(x)) *
                     3 +
                 channel];
}

}  // namespace program_test
