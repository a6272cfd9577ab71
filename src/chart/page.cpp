// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "chart/page.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <filesystem>
#include <stdexcept>

namespace program {
namespace {

/// Cairo's write callback: appends to a string. No exception may pass through Cairo.
cairo_status_t append(void* to, const unsigned char* data, unsigned size) noexcept {
  try {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), size);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::exception&) {
    return CAIRO_STATUS_NO_MEMORY;
  }
}

cairo_owner<cairo_surface_t> surface_of(page_format format, page_size size,
                                        const std::string& title, std::string& file) {
  cairo_owner<cairo_surface_t> made;
  if (format == page_format::png) {
    const auto pixels = [&](double points) {
      return static_cast<int>(std::lround(points * size.pixels_per_point));
    };
    made.reset(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, pixels(size.width), pixels(size.height)));
  } else if (format == page_format::svg) {
    made.reset(cairo_svg_surface_create_for_stream(&append, &file, size.width, size.height));
    cairo_svg_surface_set_document_unit(made.get(), CAIRO_SVG_UNIT_PT);
  } else {
    made.reset(cairo_pdf_surface_create_for_stream(&append, &file, size.width, size.height));
    // Later PDF versions put the metadata into compressed streams.
    cairo_pdf_surface_restrict_to_version(made.get(), CAIRO_PDF_VERSION_1_4);
    cairo_pdf_surface_set_metadata(made.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
    cairo_pdf_surface_set_metadata(made.get(), CAIRO_PDF_METADATA_CREATE_DATE, nullptr);
  }
  check(cairo_surface_status(made.get()));
  return made;
}

/// Cairo draws SVG text as paths, and has no call for a title.
void add_title(std::string& svg, const std::string& title) {
  std::string escaped;
  for (const char c : title) {
    escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  const std::size_t root = svg.find("<svg");
  if (root == std::string::npos) throw std::runtime_error("Cairo wrote no SVG");
  svg.insert(svg.find('>', root) + 1, "\n<title>" + escaped + "</title>");
}

}  // namespace

page_format page_format_of(const std::string& name) {
  std::string end = std::filesystem::path(name).extension().string();
  std::transform(end.begin(), end.end(), end.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return end == ".svg" ? page_format::svg : end == ".pdf" ? page_format::pdf : page_format::png;
}

std::string page_of(page_format format, page_size size, const std::string& title,
                    const std::function<void(canvas&)>& draw) {
  std::string file;  // Cairo writes SVG and PDF here until the surface is finished.
  const cairo_owner<cairo_surface_t> surface = surface_of(format, size, title, file);
  {
    canvas sheet(*surface, format == page_format::png ? size.pixels_per_point : 1);
    draw(sheet);
    sheet.finish();
  }
  if (format == page_format::png) {
    check(cairo_surface_write_to_png_stream(surface.get(), &append, &file));
  }
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  if (format == page_format::svg) add_title(file, title);
  return file;
}

}  // namespace program
