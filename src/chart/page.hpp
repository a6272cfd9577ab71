// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A one-page file, drawn in memory.

#include <functional>
#include <string>

#include "chart/canvas.hpp"

namespace program {

enum class page_format { png, svg, pdf };

/// The format for a file name's extension: `.svg` or `.pdf` in any case, PNG for all others.
page_format page_format_of(const std::string& name);

/// The size of a page in points.
struct page_size {
  double width;
  double height;
  double pixels_per_point;  ///< for PNG
};

/// The bytes of a file with the output of `draw`. SVG and PDF carry the title, which must be
/// `printable`, for search and screen readers. The bytes are reproducible: no date is written.
/// Throws `std::runtime_error` if drawing fails.
std::string page_of(page_format format, page_size size, const std::string& title,
                    const std::function<void(canvas&)>& draw);

}  // namespace program
