// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `graphs`: connected components by union-find. All edges are united at once; a thread
/// follows parents while other threads change them. A case varies the graph: `random` edges, or a
/// `grid`, whose paths are long. A run is one round, and its components are checked.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "baselines/atomics.hpp"
#include "bench/cases/cases.hpp"
#include "bench/cases/graph_inputs.hpp"
#include "bench/cases/placed_array.hpp"

namespace bench {
namespace {

/// Loads at the call's scope, or with `monotone` from the nearest cache.
template <class... Hints>
struct atomic_words {
  static DIATOMIC_DEVICE unsigned load(const unsigned* p) { return diatomic::load(p, Hints{}...); }
  static DIATOMIC_DEVICE void store(unsigned* p, unsigned v) { diatomic::store(p, v); }
  static DIATOMIC_DEVICE unsigned compare_exchange(unsigned* p, unsigned expected,
                                                   unsigned desired) {
    return diatomic::compare_exchange(p, expected, desired);
  }
};
/// Plain loads and stores, as in most programs: a data race in C++, which GPUs tolerate.
struct plain_words {
  static DIATOMIC_DEVICE unsigned load(const unsigned* p) { return *p; }
  static DIATOMIC_DEVICE void store(unsigned* p, unsigned v) { *p = v; }
  static DIATOMIC_DEVICE unsigned compare_exchange(unsigned* p, unsigned expected,
                                                   unsigned desired) {
    return intrinsic::compare_exchange<memory_scope::device>(p, expected, desired);
  }
};

/// The root of `v`. Parents only ever become smaller ancestors, so an old one leads to the root
/// too.
template <class Words>
DIATOMIC_DEVICE unsigned root_of(const unsigned* parents, unsigned v) {
  for (unsigned parent; (parent = Words::load(parents + v)) != v;) v = parent;
  return v;
}
/// The same. Halves the path on the way.
template <class Words>
DIATOMIC_DEVICE unsigned root_of_halved(unsigned* parents, unsigned v) {
  unsigned parent = Words::load(parents + v);
  while (parent != v) {
    const unsigned next = Words::load(parents + parent);
    if (next == parent) break;
    Words::store(parents + v, next);
    v = next;
    parent = Words::load(parents + v);
  }
  return parent;
}

struct make_roots {
  DIATOMIC_DEVICE void operator()(unsigned* parents, unsigned count) const {
    const unsigned step = diatomic::grid_size() * diatomic::block_size();
    for (unsigned v = diatomic::global_index(); v < count; v += step) parents[v] = v;
  }
};
/// Makes the larger of two roots a child of the smaller one.
template <class Words>
struct unite {
  DIATOMIC_DEVICE void operator()(unsigned* parents, const edge* edges, unsigned count) const {
    const unsigned step = diatomic::grid_size() * diatomic::block_size();
    for (unsigned i = diatomic::global_index(); i < count; i += step) {
      unsigned low = root_of_halved<Words>(parents, edges[i].from);
      unsigned high = root_of_halved<Words>(parents, edges[i].to);
      while (low != high) {
        if (low > high) {
          const unsigned other = low;
          low = high;
          high = other;
        }
        const unsigned found = Words::compare_exchange(parents + high, high, low);
        if (found == high) break;
        high = found;
      }
    }
  }
};
template <class Words>
struct name_by_root {
  DIATOMIC_DEVICE void operator()(unsigned* parents, unsigned count) const {
    const unsigned step = diatomic::grid_size() * diatomic::block_size();
    for (unsigned v = diatomic::global_index(); v < count; v += step) {
      Words::store(parents + v, root_of<Words>(parents, v));
    }
  }
};

/// The smallest vertex of each vertex's component.
std::vector<unsigned> components_of(const graph& g) {
  std::vector<unsigned> parents(g.vertices);
  std::iota(parents.begin(), parents.end(), 0u);
  const auto root = [&](unsigned v) {
    while (parents[v] != v) v = parents[v] = parents[parents[v]];
    return v;
  };
  for (const edge& e : g.edges) {
    const auto [low, high] = std::minmax({root(e.from), root(e.to)});
    parents[high] = low;
  }
  for (unsigned v = 0; v < g.vertices; ++v) parents[v] = root(v);
  return parents;
}

/// The contenders of a case, on one graph.
class component_contenders {
 public:
  component_contenders(context& on, unsigned width, graph (*make)(unsigned width))
      : on_(on),
        known_(on.keep([&] { return std::make_shared<known>(make(width)); })),
        parents_(on, known_->components.size()) {}

  template <class Words>
  void add(const char* role, const char* name = "") {
    const auto run = [&on = on_, parents = parents_, graph = known_](unsigned, unsigned) {
      const auto vertices = static_cast<unsigned>(parents.size());
      const auto count = static_cast<unsigned>(graph->edges.size());
      const launch_shape by_vertex = on.shape(vertices);
      on.launch(by_vertex, make_roots{}, parents.data(), vertices);
      on.launch(on.shape(count), unite<Words>{}, parents.data(),
                static_cast<const edge*>(graph->edges.data()), count);
      on.launch(by_vertex, name_by_root<Words>{}, parents.data(), vertices);
    };
    const auto check = [role, parents = parents_, graph = known_] {
      if (parents.download() != graph->components) {
        throw std::runtime_error(std::string(role) + ": wrong components");
      }
    };
    all.push_back({role, name, false, run, {}, 1, check});
  }

  std::vector<contender> all;

 private:
  /// A graph on the device, and its components.
  struct known {
    explicit known(const graph& g) : edges(g.edges.size()), components(components_of(g)) {
      edges.upload(g.edges);
    }
    diatomic::device_array<edge> edges;
    std::vector<unsigned> components;
  };

  context& on_;
  std::shared_ptr<known> known_;
  placed_array<unsigned> parents_;
};

void add_case(std::vector<bench_case>& to, unsigned width, const char* kind,
              graph (*make)(unsigned width)) {
  bench_case c;
  c.group = "graphs";
  c.operation = "components";
  c.words = binary_number(std::size_t{width} * width);
  c.values = kind;
  c.n = edges_of_square(width);
  c.prepare = [width, make](context& on) {
    component_contenders of(on, width, make);
    of.add<atomic_words<diatomic::monotone_t>>("monotone");
    of.add<atomic_words<>>("diatomic");
    // On the CPU a relaxed load is a plain one.
    if (on.device.warp_size != 1) of.add<plain_words>("intrinsic", "plain loads");
    return std::move(of.all);
  };
  to.push_back(std::move(c));
}

}  // namespace

void add_graphs(std::vector<bench_case>& to, const context& on) {
  unsigned width = 2048;
  while (width * width * sizeof(unsigned) > on.bytes / 8) width /= 2;
  add_case(to, width, "random", random_graph);
  add_case(to, width, "grid", grid_graph);
}

}  // namespace bench
