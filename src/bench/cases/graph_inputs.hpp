// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Graphs with the same numbers of vertices and edges: a grid, and random ones.

#include <cstddef>
#include <random>
#include <vector>

namespace bench {

struct edge {
  unsigned from, to;
};

/// The number of edges of a square grid, and of the random graph of the same width.
inline std::size_t edges_of_square(unsigned width) { return std::size_t{2} * width * (width - 1); }

/// Edges between vertices, which are numbered from 0 on.
struct graph {
  unsigned vertices;
  std::vector<edge> edges;
};
/// Edges between random vertices.
inline graph random_graph(unsigned width) {
  const unsigned vertices = width * width;
  graph g{vertices, std::vector<edge>(edges_of_square(width))};
  std::mt19937 random(7);
  std::uniform_int_distribution<unsigned> vertex(0, vertices - 1);
  for (edge& e : g.edges) e = {vertex(random), vertex(random)};
  return g;
}
/// A square, numbered by rows.
inline graph grid_graph(unsigned width) {
  graph g{width * width, {}};
  g.edges.reserve(edges_of_square(width));
  for (unsigned v = 0; v < g.vertices; ++v) {
    if (v % width != 0) g.edges.push_back({v, v - 1});
    if (v >= width) g.edges.push_back({v, v - width});
  }
  return g;
}

}  // namespace bench
