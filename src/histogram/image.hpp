// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Reading photographs.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/pixels.hpp"

namespace program {

/// Why an image could not be read: one line that begins with the file's name.
struct image_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads a PNG, JPEG or binary PPM or PGM file as 8-bit RGB.
///
/// The first bytes determine the format, not the name. Grey becomes equal red, green and blue;
/// 16-bit samples keep their upper 8 bits; the alpha channel is ignored, so transparent pixels
/// count with their colour. Throws `image_error` for a file that is missing, of another format,
/// truncated, damaged (PNG: every checksum is verified), or too large: over 1 GiB, or over 2^28
/// pixels.
pixels load_image(const std::string& path);

/// Decodes a file's content. Messages name the file `path`.
pixels decode_image(const std::vector<std::uint8_t>& file, const std::string& path);

}  // namespace program
