// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "chart/canvas.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "chart/stroke_font.hpp"

namespace program {
namespace {

float distance_to_segment(point p, point a, point b) {
  const float dx = b.x - a.x;
  const float dy = b.y - a.y;
  const float length = dx * dx + dy * dy;
  const float along =
      length > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0F, 1.0F) : 0.0F;
  return std::hypot(p.x - a.x - along * dx, p.y - a.y - along * dy);
}

/// Below zero inside the box, above zero outside.
float distance_to_box(point p, box b, float radius) {
  const float x = std::abs(p.x - (b.left + b.right) / 2) - b.width() / 2 + radius;
  const float y = std::abs(p.y - (b.top + b.bottom) / 2) - b.height() / 2 + radius;
  const float outside = std::hypot(std::max(x, 0.0F), std::max(y, 0.0F));
  return outside + std::min(std::max(x, y), 0.0F) - radius;
}

/// How much of the unit interval at `pixel` lies between the two ends.
float overlap(int pixel, float from, float to) {
  const auto start = static_cast<float>(pixel);
  return std::clamp(std::min(to, start + 1) - std::max(from, start), 0.0F, 1.0F);
}

/// Heavy strokes take room from the white between letters: give some of it back.
float advance_of(const glyph& letter, const text_style& style) {
  return letter.advance * style.capital / capital_height + 0.4F * style.stroke;
}

}  // namespace

canvas::canvas(float width, float height, float scale_, colour background) : scale(scale_) {
  image.width = static_cast<int>(std::lround(width * scale));
  image.height = static_cast<int>(std::lround(height * scale));
  image.bytes.resize(static_cast<std::size_t>(image.width) * image.height * 3);
  fill({0, 0, width, height}, background);
}

void canvas::blend(int x, int y, colour ink, float coverage) {
  if (x < 0 || y < 0 || x >= image.width || y >= image.height) return;
  std::uint8_t* to = &image.bytes[(static_cast<std::size_t>(y) * image.width + x) * 3];
  const float share = coverage * ink.opacity;
  const float channels[] = {ink.red, ink.green, ink.blue};
  for (int i = 0; i < 3; ++i) {
    const float mixed = static_cast<float>(to[i]) * (1 - share) + channels[i] * share;
    to[i] = static_cast<std::uint8_t>(std::clamp(std::lround(mixed), 0L, 255L));
  }
}

/// Blends each pixel of the bounds, both given in pixels, by its distance from the shape's edge.
template <class Distance>
void canvas::shape(box bounds, colour ink, Distance distance) {
  const int left = std::max(0, static_cast<int>(std::floor(bounds.left - 1)));
  const int top = std::max(0, static_cast<int>(std::floor(bounds.top - 1)));
  const int right = std::min(image.width, static_cast<int>(std::ceil(bounds.right + 1)));
  const int bottom = std::min(image.height, static_cast<int>(std::ceil(bounds.bottom + 1)));
  for (int y = top; y < bottom; ++y) {
    for (int x = left; x < right; ++x) {
      const point centre{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
      const float coverage = std::clamp(0.5F - distance(centre), 0.0F, 1.0F);
      if (coverage > 0) blend(x, y, ink, coverage);
    }
  }
}

void canvas::fill(box area, colour ink, float radius) {
  const box b{area.left * scale, area.top * scale, area.right * scale, area.bottom * scale};
  if (radius > 0) {
    shape(b, ink, [&](point p) { return distance_to_box(p, b, radius * scale); });
    return;
  }
  // Exact areas, so that bars narrower than a pixel keep their weight.
  for (int y = static_cast<int>(std::floor(b.top)); static_cast<float>(y) < b.bottom; ++y) {
    for (int x = static_cast<int>(std::floor(b.left)); static_cast<float>(x) < b.right; ++x) {
      blend(x, y, ink, overlap(x, b.left, b.right) * overlap(y, b.top, b.bottom));
    }
  }
}

void canvas::bars(box area, const std::vector<float>& tops, float gap, colour left, colour right) {
  const box b{area.left * scale, area.top * scale, area.right * scale, area.bottom * scale};
  const auto count = static_cast<float>(tops.size());
  const float each = b.width() / count;
  const int first = static_cast<int>(std::floor(b.left));
  const int lowest = static_cast<int>(std::ceil(b.bottom));
  std::vector<float> covered(static_cast<std::size_t>(std::max(lowest, 0)));
  for (int x = first; static_cast<float>(x) < b.right; ++x) {
    // What all bars over this column of pixels cover together, so that no seam shows between them.
    std::fill(covered.begin(), covered.end(), 0.0F);
    const float from = (static_cast<float>(x) - b.left) / each;
    auto bar = static_cast<std::size_t>(std::max(from, 0.0F));
    for (; bar < tops.size() && static_cast<float>(bar) < from + 1 / each; ++bar) {
      const float start = b.left + each * static_cast<float>(bar) + gap * scale / 2;
      const float share = overlap(x, start, start + each - gap * scale);
      const float top = tops[bar] * scale;
      for (int y = static_cast<int>(top); y < lowest; ++y) {
        covered[static_cast<std::size_t>(y)] += share * overlap(y, top, b.bottom);
      }
    }
    const float along = (static_cast<float>(x) + 0.5F - b.left) / b.width();
    const colour ink = between(left, right, std::clamp(along, 0.0F, 1.0F));
    for (int y = 0; y < lowest; ++y) {
      const float share = std::min(covered[static_cast<std::size_t>(y)], 1.0F);
      if (share > 0) blend(x, y, ink, share);
    }
  }
}

void canvas::line(point from, point to, float width, colour ink) { lines({from, to}, width, ink); }

void canvas::lines(const std::vector<point>& through, float width, colour ink) {
  if (through.size() < 2) return;
  // The nearest segment decides, so overlapping joints are not painted twice. Segments are sorted
  // into the columns they touch, so that long lines stay cheap.
  const float reach = width * scale / 2;
  std::vector<std::vector<std::size_t>> columns(static_cast<std::size_t>(image.width));
  const auto at = [&](std::size_t i) { return point{through[i].x * scale, through[i].y * scale}; };
  box bounds{at(0).x, at(0).y, at(0).x, at(0).y};
  for (std::size_t i = 0; i < through.size(); ++i) {
    const point p = at(i);
    bounds = {std::min(bounds.left, p.x), std::min(bounds.top, p.y), std::max(bounds.right, p.x),
              std::max(bounds.bottom, p.y)};
    if (i + 1 == through.size()) break;
    const float least = std::min(p.x, at(i + 1).x) - reach - 1;
    const float most = std::max(p.x, at(i + 1).x) + reach + 1;
    const int last = std::min(image.width - 1, static_cast<int>(most));
    for (int x = std::max(0, static_cast<int>(least)); x <= last; ++x) {
      columns[static_cast<std::size_t>(x)].push_back(i);
    }
  }
  const box grown{bounds.left - reach, bounds.top - reach, bounds.right + reach,
                  bounds.bottom + reach};
  shape(grown, ink, [&](point p) {
    float nearest = 1e9F;
    for (const std::size_t i : columns[static_cast<std::size_t>(p.x)]) {
      nearest = std::min(nearest, distance_to_segment(p, at(i), at(i + 1)));
    }
    return nearest - reach;
  });
}

void canvas::dashes(point from, point to, float width, float on, float off, colour ink) {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  const point step{(to.x - from.x) / length, (to.y - from.y) / length};
  for (float start = 0; start < length; start += on + off) {
    const float end = std::min(start + on, length);
    line({from.x + step.x * start, from.y + step.y * start},
         {from.x + step.x * end, from.y + step.y * end}, width, ink);
  }
}

void canvas::picture(const pixels& source, box area, float radius) {
  const box b{area.left * scale, area.top * scale, area.right * scale, area.bottom * scale};
  const float across = static_cast<float>(source.width) / b.width();
  const float down = static_cast<float>(source.height) / b.height();
  const auto colour_at = [&](int x, int y) {
    // The mean of the source's pixels under this one: at least one pixel, and at most 16 rows
    // and columns of them, which is plenty for a thumbnail.
    float sum[3] = {};
    constexpr int samples = 16;
    for (int j = 0; j < samples; ++j) {
      for (int i = 0; i < samples; ++i) {
        const float u = (static_cast<float>(x) + (static_cast<float>(i) + 0.5F) / samples - b.left);
        const float v = (static_cast<float>(y) + (static_cast<float>(j) + 0.5F) / samples - b.top);
        const int sx = std::clamp(static_cast<int>(u * across), 0, source.width - 1);
        const int sy = std::clamp(static_cast<int>(v * down), 0, source.height - 1);
        const std::size_t from = (static_cast<std::size_t>(sy) * source.width + sx) * 3;
        for (std::size_t c = 0; c < 3; ++c) sum[c] += source.bytes[from + c];
      }
    }
    constexpr float all = samples * samples;
    return colour{sum[0] / all, sum[1] / all, sum[2] / all};
  };
  for (int y = static_cast<int>(b.top); static_cast<float>(y) < b.bottom; ++y) {
    for (int x = static_cast<int>(b.left); static_cast<float>(x) < b.right; ++x) {
      const point centre{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
      const float coverage =
          std::clamp(0.5F - distance_to_box(centre, b, radius * scale), 0.0F, 1.0F);
      if (coverage > 0) blend(x, y, colour_at(x, y), coverage);
    }
  }
}

float canvas::width_of(std::string_view words, const text_style& style) {
  float width = 0;
  for (const char32_t letter : decode_utf8(words)) width += advance_of(glyph_of(letter), style);
  return width;
}

void canvas::text(point at, std::string_view words, const text_style& style, align side) {
  const float unit = style.capital / capital_height;
  const float width = width_of(words, style);
  float x = at.x - (side == align::left ? 0 : side == align::centre ? width / 2 : width);
  for (const char32_t letter : decode_utf8(words)) {
    const glyph& drawn = glyph_of(letter);
    const auto place = [&](point p) { return point{x + p.x * unit, at.y - p.y * unit}; };
    std::vector<std::pair<point, point>> segments;
    box bounds{1e9F, 1e9F, -1e9F, -1e9F};
    for (const auto& stroke : drawn.strokes) {
      for (std::size_t i = 0; i + 1 < stroke.size(); ++i) {
        const point a = place(stroke[i]);
        const point b = place(stroke[i + 1]);
        segments.push_back({{a.x * scale, a.y * scale}, {b.x * scale, b.y * scale}});
        for (const point p : {segments.back().first, segments.back().second}) {
          bounds = {std::min(bounds.left, p.x), std::min(bounds.top, p.y),
                    std::max(bounds.right, p.x), std::max(bounds.bottom, p.y)};
        }
      }
    }
    const float reach = style.stroke * scale / 2;
    const box grown{bounds.left - reach, bounds.top - reach, bounds.right + reach,
                    bounds.bottom + reach};
    if (!segments.empty()) {
      shape(grown, style.ink, [&](point p) {
        float nearest = 1e9F;
        for (const auto& [a, b] : segments) {
          nearest = std::min(nearest, distance_to_segment(p, a, b));
        }
        return nearest - reach;
      });
    }
    for (const point dot : drawn.dots) {
      const point p = place(dot);
      const float radius = std::max(0.62F * style.stroke, 0.9F * unit) * scale;
      const point centre{p.x * scale, p.y * scale};
      shape({centre.x - radius, centre.y - radius, centre.x + radius, centre.y + radius}, style.ink,
            [&](point q) { return std::hypot(q.x - centre.x, q.y - centre.y) - radius; });
    }
    x += advance_of(drawn, style);
  }
}

}  // namespace program
