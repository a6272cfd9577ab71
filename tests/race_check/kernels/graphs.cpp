// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Searches in graphs.

#include <algorithm>
#include <numeric>

#include <diatomic/diatomic.hpp>

#include "kernels.hpp"

#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

using namespace kernels;

constexpr int vertices = 200;

// One level of a breadth-first search: adds the neighbours of the frontier that have no distance to
// the next frontier. The defect: a plain look at the distance first, to save atomics.
template <bool Right>
__global__ void expand(const int* neighbours, const int* frontier, int size, int level,
                       int* distances, int* next, int* next_size) {
  const int stride = static_cast<int>(gridDim.x * blockDim.x);
  for (int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); i < 4 * size; i += stride) {
    const int v = neighbours[4 * frontier[i / 4] + i % 4];
    if (!Right && distances[v] >= 0) continue;
    if (atomicCAS(&distances[v], -1, level) == -1) next[atomicAdd(next_size, 1)] = v;
  }
}
std::vector<int> distances_of(const std::vector<int>& neighbours) {
  std::vector<int> distances(vertices, -1);
  std::vector<int> found{0};
  distances[0] = 0;
  for (unsigned n = 0; n < found.size(); ++n) {
    for (int k = 0; k < 4; ++k) {
      const int v = neighbours[4 * found[n] + k];
      if (distances[v] >= 0) continue;
      distances[v] = distances[found[n]] + 1;
      found.push_back(v);
    }
  }
  return distances;
}
template <bool Right>
bool run_expand() {
  diatomic::stream stream;
  std::vector<int> edges = numbers(4 * vertices);
  for (int& end : edges) end %= vertices;
  const auto neighbours = on_device(edges);
  std::vector<int> unknown(vertices, -1);
  unknown[0] = 0;
  auto distances = on_device(unknown);
  auto frontier = filled(vertices, 0);
  auto next = filled(vertices, 0);
  int size = 1;
  for (int level = 1; size > 0; ++level) {
    auto next_size = filled(1, 0);
    diatomic::launch_global(expand<Right>, 2, 64, 0, stream, neighbours.data(), frontier.data(),
                            size, level, distances.data(), next.data(), next_size.data());
    stream.synchronize();
    size = next_size.download()[0];
    std::swap(frontier, next);
  }
  return distances.download() == distances_of(edges);
}
const listed expand_pair("expand", run_expand<false>, run_expand<true>);

// The connected components of a graph, each named by its smallest vertex: joins the trees of both
// ends of each edge, and shortens the paths on the way. The defect: a plain store shortens them.
template <bool Right>
unsigned root_of(unsigned* parents, unsigned v) {
  unsigned parent = diatomic::load(&parents[v]);
  while (parent != v) {
    const unsigned above = diatomic::load(&parents[parent]);
    if (above != parent) {
      if constexpr (Right) {
        diatomic::compare_exchange(&parents[v], parent, above);
      } else {
        parents[v] = above;
      }
    }
    v = parent;
    parent = above;
  }
  return v;
}
template <bool Right>
void join(const int* ends, unsigned edges, unsigned* parents) {
  const unsigned stride = diatomic::global_size();
  for (unsigned edge = diatomic::global_index(); edge < edges; edge += stride) {
    auto a = static_cast<unsigned>(ends[2 * edge]);
    auto b = static_cast<unsigned>(ends[2 * edge + 1]);
    for (;;) {
      a = root_of<Right>(parents, a);
      b = root_of<Right>(parents, b);
      if (a == b) break;
      if (a < b) std::swap(a, b);
      if (diatomic::compare_exchange(&parents[a], a, b) == a) break;
    }
  }
}
template <bool Right>
bool run_join() {
  diatomic::stream stream;
  constexpr unsigned edges = 180;
  std::vector<int> ends = numbers(2 * edges);
  for (int& end : ends) end %= vertices;
  const auto of_edges = on_device(ends);
  std::vector<unsigned> own(vertices);
  std::iota(own.begin(), own.end(), 0u);
  auto parents = on_device(own);
  const auto kernel = [](const int* e, unsigned n, unsigned* p) { join<Right>(e, n, p); };
  diatomic::launch(3, 32, 0, stream, kernel, of_edges.data(), edges, parents.data());
  stream.synchronize();
  std::vector<unsigned> found = parents.download();
  for (unsigned& parent : found) parent = found[parent];  // which is below its child, so final
  std::vector<unsigned> expected = own;
  for (bool is_final = false; !is_final;) {
    is_final = true;
    for (unsigned edge = 0; edge < edges; ++edge) {
      unsigned& a = expected[ends[2 * edge]];
      unsigned& b = expected[ends[2 * edge + 1]];
      if (a != b) is_final = false;
      a = b = std::min(a, b);
    }
  }
  return found == expected;
}
const listed join_pair("join", run_join<false>, run_join<true>);

}  // namespace

int main(int count, char** arguments) { return kernels::run(count, arguments); }
