// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// A file of one page, drawn in memory.

#include <functional>
#include <string>

#include "chart/canvas.hpp"

namespace program {

enum class page_format { png, svg, pdf };

/// What the end of a file's name asks for, in capitals or not: `.svg`, `.pdf`; PNG with any other.
page_format page_format_of(const std::string& name);

/// The size of a page in points.
struct page_size {
  double width;
  double height;
  double pixels_per_point;  ///< of a PNG
};

/// The bytes of a file with what `draw` draws. SVG and PDF say the title, `printable`, to whoever
/// searches or reads aloud. The same page gives the same bytes whenever it is drawn: no date is
/// written. Throws `std::runtime_error` if anything could not be drawn.
std::string page_of(page_format format, page_size size, const std::string& title,
                    const std::function<void(canvas&)>& draw);

}  // namespace program
