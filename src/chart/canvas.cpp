// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "chart/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace program {
namespace {

constexpr double half_turn = 3.14159265358979323846;
constexpr const char* family = "DejaVu Sans";

/// A Cairo surface of the picture, at most 1024 pixels wide and high; each pixel is the mean of its
/// source pixels. That is plenty for a thumbnail, and keeps files small. Cairo's own limit is 32767
/// pixels per row or column.
cairo_owner<cairo_surface_t> surface_of(const pixels& picture) {
  constexpr int max_pixels = 1024;
  const int step = (std::max(picture.width, picture.height) + max_pixels - 1) / max_pixels;
  const int width = (picture.width + step - 1) / step;
  const int height = (picture.height + step - 1) / step;
  cairo_owner<cairo_surface_t> made(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  check(cairo_surface_status(made.get()));
  unsigned char* const data = cairo_image_surface_get_data(made.get());
  const int stride = cairo_image_surface_get_stride(made.get());
  const auto share = [](std::int64_t part, std::int64_t of, std::int64_t all) {
    return static_cast<std::size_t>(part * all / of);
  };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      std::uint64_t sums[3] = {};
      std::uint64_t count = 0;
      for (auto v = share(y, height, picture.height); v < share(y + 1, height, picture.height);
           ++v) {
        for (auto u = share(x, width, picture.width); u < share(x + 1, width, picture.width); ++u) {
          const std::uint8_t* from = &picture.bytes[(v * picture.width + u) * 3];
          for (int c = 0; c < 3; ++c) sums[c] += from[c];
          ++count;
        }
      }
      std::uint32_t rgb = 0;
      for (const std::uint64_t sum : sums) {
        rgb = rgb << 8U | static_cast<std::uint32_t>((sum + count / 2) / count);
      }
      std::memcpy(data + std::ptrdiff_t{y} * stride + std::ptrdiff_t{x} * 4, &rgb, sizeof(rgb));
    }
  }
  cairo_surface_mark_dirty(made.get());
  return made;
}

}  // namespace

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(
      fmt::format("the chart cannot be drawn: {}", cairo_status_to_string(status)));
}

canvas::canvas(cairo_surface_t& target, double scale) : to_(cairo_create(&target)) {
  take(colour{255, 255, 255});
  cairo_paint(to_.get());
  cairo_scale(to_.get(), scale, scale);
  cairo_set_line_cap(to_.get(), CAIRO_LINE_CAP_ROUND);
  // Unhinted letters, so that text is equally wide in every format.
  const cairo_owner<cairo_font_options_t> as_designed(cairo_font_options_create());
  cairo_font_options_set_antialias(as_designed.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(as_designed.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(as_designed.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(to_.get(), as_designed.get());
}

bool canvas::draws_pixels() const {
  return cairo_surface_get_type(cairo_get_target(to_.get())) == CAIRO_SURFACE_TYPE_IMAGE;
}

void canvas::take(colour ink) {
  cairo_set_source_rgba(to_.get(), ink.red / 255, ink.green / 255, ink.blue / 255, ink.opacity);
}

void canvas::take(box area, colour left, colour right) {
  const cairo_owner<cairo_pattern_t> run(cairo_pattern_create_linear(area.left, 0, area.right, 0));
  const auto stop = [&](double at, colour ink) {
    cairo_pattern_add_color_stop_rgba(run.get(), at, ink.red / 255, ink.green / 255, ink.blue / 255,
                                      ink.opacity);
  };
  stop(0, left);
  stop(1, right);
  cairo_set_source(to_.get(), run.get());
}

void canvas::outline(box area, double radius) {
  cairo_t* const to = to_.get();
  if (radius <= 0) {
    cairo_rectangle(to, area.left, area.top, area.width(), area.height());
    return;
  }
  const box inner{area.left + radius, area.top + radius, area.right - radius, area.bottom - radius};
  cairo_new_sub_path(to);
  cairo_arc(to, inner.left, inner.top, radius, half_turn, 1.5 * half_turn);
  cairo_arc(to, inner.right, inner.top, radius, 1.5 * half_turn, 2 * half_turn);
  cairo_arc(to, inner.right, inner.bottom, radius, 0, 0.5 * half_turn);
  cairo_arc(to, inner.left, inner.bottom, radius, 0.5 * half_turn, half_turn);
  cairo_close_path(to);
}

void canvas::fill(box area, colour ink, double radius) {
  outline(area, radius);
  take(ink);
  cairo_fill(to_.get());
}

void canvas::fill(box area, colour left, colour right) {
  outline(area, 0);
  take(area, left, right);
  cairo_fill(to_.get());
}

void canvas::bars(box area, const std::vector<double>& tops, double gap, colour left,
                  colour right) {
  cairo_t* const to = to_.get();
  const auto edge = [&](std::size_t bar) {
    return area.left + area.width() * static_cast<double>(bar) / static_cast<double>(tops.size());
  };
  // One path for all bars, so that no seams show between them.
  cairo_move_to(to, area.left, area.bottom);
  for (std::size_t bar = 0, next = 0; bar < tops.size(); bar = next) {
    next = bar + 1;
    while (gap == 0 && next < tops.size() && tops[next] == tops[bar]) ++next;
    const double from = edge(bar) + gap / 2;
    const double until = edge(next) - gap / 2;
    if (gap > 0) cairo_line_to(to, from, area.bottom);
    cairo_line_to(to, from, tops[bar]);
    cairo_line_to(to, until, tops[bar]);
    if (gap > 0) cairo_line_to(to, until, area.bottom);
  }
  cairo_line_to(to, area.right, area.bottom);
  cairo_close_path(to);
  take(area, left, right);
  cairo_fill(to);
}

void canvas::line(point from, point to, double width, colour ink,
                  const std::vector<double>& dashes) {
  cairo_move_to(to_.get(), from.x, from.y);
  cairo_line_to(to_.get(), to.x, to.y);
  cairo_set_line_width(to_.get(), width);
  cairo_set_dash(to_.get(), dashes.data(), static_cast<int>(dashes.size()), 0);
  take(ink);
  cairo_stroke(to_.get());
}

void canvas::picture(const pixels& source, box area, double radius) {
  cairo_t* const to = to_.get();
  const cairo_owner<cairo_surface_t> image = surface_of(source);
  const double across = area.width() / cairo_image_surface_get_width(image.get());
  const double down = area.height() / cairo_image_surface_get_height(image.get());
  cairo_save(to);
  outline(area, radius);
  cairo_clip(to);
  cairo_translate(to, area.left, area.top);
  cairo_scale(to, across, down);
  cairo_set_source_surface(to, image.get(), 0, 0);
  // An enlarged picture shows its pixels as squares; a reduced one is averaged.
  cairo_pattern_set_filter(cairo_get_source(to),
                           across > 1 && down > 1 ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  // Keeps edges from fading out. Not for SVG and PDF, which embed the picture unchanged: with this
  // setting, Cairo 1.18 would resample it.
  if (draws_pixels()) cairo_pattern_set_extend(cairo_get_source(to), CAIRO_EXTEND_PAD);
  cairo_paint(to);
  cairo_restore(to);
}

/// Selects the font at the em size that gives capitals the requested height.
void canvas::take(const text_style& style) {
  cairo_t* const to = to_.get();
  cairo_select_font_face(to, family, CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  constexpr double any_size = 100;
  cairo_set_font_size(to, any_size);
  cairo_text_extents_t capital;
  cairo_text_extents(to, "H", &capital);
  cairo_set_font_size(to, any_size * style.capital / capital.height);
  take(style.ink);
}

double canvas::width_of(const std::string& words, const text_style& style) {
  take(style);
  cairo_text_extents_t extents;
  cairo_text_extents(to_.get(), words.c_str(), &extents);
  return extents.x_advance;
}

void canvas::text(point at, const std::string& words, const text_style& style, align side) {
  cairo_t* const to = to_.get();
  const double width = width_of(words, style);
  const double before = side == align::left ? 0 : side == align::centre ? width / 2 : width;
  cairo_move_to(to, at.x - before, at.y);
  if (draws_pixels()) {
    // As paths: Cairo before 1.17.4 places letters at whole pixels, which spaces them unevenly.
    cairo_text_path(to, words.c_str());
    cairo_fill(to);
  } else {
    cairo_show_text(to, words.c_str());
    cairo_new_path(to);
  }
}

void canvas::finish() const { program::check(cairo_status(to_.get())); }

std::string printable(const std::string& text) {
  using json = nlohmann::json;
  const std::string quoted = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
  std::string shown = json::parse(quoted).get<std::string>();
  const std::string sign = "\uFFFD";
  // U+FFFE and U+FFFF are not characters, and XML forbids them.
  for (std::size_t at = 0; at < shown.size(); ++at) {
    const auto byte = static_cast<unsigned char>(shown[at]);
    if (byte < 0x20 || byte == 0x7F) shown.replace(at, 1, sign);
    if (shown.compare(at, 3, "\uFFFE") == 0 || shown.compare(at, 3, "\uFFFF") == 0) {
      shown.replace(at, 3, sign);
    }
  }
  return shown;
}

}  // namespace program
