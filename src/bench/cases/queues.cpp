// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The group `queues`: `bounded_queue` next to an array with a counter, to which threads append.
///
/// - `push`, `pop`: all threads push, or pop, 32-bit items; a queue that is large enough.
/// - `levels`: a breadth-first search, one kernel per level. The queue is pushed to and popped
/// from;
///   an array is appended to and read by index. A case varies the graph.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "baselines/atomics.hpp"
#include "bench/cases/cases.hpp"
#include "bench/cases/graph_inputs.hpp"
#include "bench/cases/placed_array.hpp"

namespace bench {
namespace {

using queue_ref = diatomic::bounded_queue_ref<unsigned, diatomic::in_global_t>;

/// Takes the next place by Diatomic's addition; one per warp.
struct our_addition {
  static DIATOMIC_DEVICE unsigned next(unsigned* count) {
    return diatomic::fetch_add(count, 1u, diatomic::in_global, diatomic::same_address);
  }
};
/// Takes the next place by the vendor's function.
struct intrinsic_addition {
  static DIATOMIC_DEVICE unsigned next(unsigned* count) {
    return intrinsic::call<op::add, memory_scope::device, true>(count, 1u);
  }
};

/// An array, and the number of items in it.
template <class Addition>
struct appended {
  unsigned* items;
  unsigned* count;
  DIATOMIC_DEVICE bool try_push(unsigned item) const {
    items[Addition::next(count)] = item;
    return true;
  }
};

/// Pushes the numbers below `n`.
struct push_numbers {
  template <class List>
  DIATOMIC_DEVICE void operator()(List list, unsigned n, unsigned* lost) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (!list.try_push(i)) diatomic::store_add(lost, 1u);
    }
  }
};
/// Pops until nothing is left, and adds up the items.
struct sum_of_queue {
  DIATOMIC_DEVICE void operator()(queue_ref queue, std::uint64_t* sum) const {
    std::uint64_t own = 0;
    for (unsigned item = 0; queue.try_pop(item);) own += item;
    diatomic::store_add(sum, own);
  }
};
/// The same for `n` items of an array, taken by a counter.
template <class Addition>
struct sum_of_array {
  DIATOMIC_DEVICE void operator()(const unsigned* items, unsigned n, unsigned* taken,
                                  std::uint64_t* sum) const {
    std::uint64_t own = 0;
    for (unsigned at = 0; (at = Addition::next(taken)) < n;) own += items[at];
    diatomic::store_add(sum, own);
  }
};

/// The edges of a graph, sorted by their first vertex. Edges `first[v]` to `first[v + 1]` begin at
/// `v`.
struct adjacency {
  const unsigned* first;
  const unsigned* to;

  /// Gives the vertices next to `v` that are not reached yet the distance `level`, and pushes them.
  template <class List>
  DIATOMIC_DEVICE void reach_from(unsigned v, unsigned* distances, unsigned level,
                                  const List& next) const {
    for (unsigned k = first[v]; k < first[v + 1]; ++k) {
      unsigned* const distance = distances + to[k];
      if (diatomic::load(distance, diatomic::monotone) != ~0u) continue;
      if (diatomic::compare_exchange(distance, ~0u, level) == ~0u) next.try_push(to[k]);
    }
  }
};
struct level_by_queue {
  DIATOMIC_DEVICE void operator()(queue_ref now, queue_ref next, adjacency edges,
                                  unsigned* distances, unsigned level) const {
    for (unsigned v = 0; now.try_pop(v);) edges.reach_from(v, distances, level, next);
  }
};
template <class Addition>
struct level_by_array {
  DIATOMIC_DEVICE void operator()(appended<Addition> now, appended<Addition> next, adjacency edges,
                                  unsigned* distances, unsigned level) const {
    for (unsigned i = diatomic::global_index(); i < *now.count; i += diatomic::global_size()) {
      edges.reach_from(now.items[i], distances, level, next);
    }
  }
};

struct start_at_vertex_0 {
  template <class List>
  DIATOMIC_DEVICE void operator()(List first, unsigned* distances) const {
    distances[0] = 0;
    first.try_push(0);
  }
};

/// The smallest capacity of a queue that has room for `n` items.
std::size_t capacity_for(std::size_t n) {
  std::size_t capacity = 2;
  while (capacity < n) capacity *= 2;
  return capacity;
}

using queue = diatomic::bounded_queue<unsigned, diatomic::in_global_t>;

/// The contenders of `push` and `pop`, which take the numbers below `n`.
class flat_contenders {
 public:
  flat_contenders(context& on, unsigned n, bool pops)
      : on_(on), n_(n), pops_(pops), items_(on, n), count_(on, 1), found_(on, 1) {}

  contender of_queue(const char* role) const {
    const auto list = std::make_shared<queue>(capacity_for(n_));
    return make(
        role, "bounded_queue", [=, &on = on_] { list->clear(on.stream); },
        [=, *this](sums* of) { launch(push_numbers{}, list->ref(), n_, &of->lost); },
        [=, *this](sums* of) { launch(sum_of_queue{}, list->ref(), &of->sum); });
  }
  template <class Addition>
  contender of_array(const char* role) const {
    const appended<Addition> list{items_.data(), count_.data()};
    return make(
        role, "array", [count = count_] { count.fill_bytes(0); },
        [=, *this](sums* of) { launch(push_numbers{}, list, n_, &of->lost); },
        [=, *this](sums* of) {
          launch(sum_of_array<Addition>{}, static_cast<const unsigned*>(list.items), n_, &of->taken,
                 &of->sum);
        });
  }

 private:
  struct sums {
    std::uint64_t sum;
    unsigned lost;
    unsigned taken;
  };

  template <class Kernel, class... Arguments>
  void launch(Kernel kernel, Arguments... arguments) const {
    on_.launch(on_.shape(n_), kernel, arguments...);
  }

  contender make(const char* role, const char* name, const std::function<void()>& clear,
                 const std::function<void(sums*)>& push,
                 const std::function<void(sums*)>& pop) const {
    contender c{role, name, false, {}};
    c.rounds = 1;
    c.before = [=, *this] {
      clear();
      found_.fill_bytes(0);
      if (pops_) push(found_.data());
    };
    c.run = [=, *this](unsigned, unsigned) { (pops_ ? pop : push)(found_.data()); };
    c.check = [=, *this] {
      if (!pops_) pop(found_.data());
      const sums of = found_.download()[0];
      if (of.lost == 0 && of.sum == std::uint64_t{n_} * (n_ - 1) / 2) return;
      throw std::runtime_error(std::string(role) + ": wrong sum of items");
    };
    return c;
  }

  context& on_;
  unsigned n_;
  bool pops_;
  placed_array<unsigned> items_;
  placed_array<unsigned> count_;
  placed_array<sums> found_;
};

/// A graph's edges in both directions, by their first vertex, and the distances from vertex 0.
struct search {
  explicit search(const graph& g) : first(g.vertices + 1), to(2 * g.edges.size()) {
    for (const edge& e : g.edges) {
      ++first[e.from + 1];
      ++first[e.to + 1];
    }
    std::partial_sum(first.begin(), first.end(), first.begin());
    std::vector<unsigned> next(first.begin(), first.end() - 1);
    for (const edge& e : g.edges) {
      to[next[e.from]++] = e.to;
      to[next[e.to]++] = e.from;
    }
    distances.assign(g.vertices, ~0u);
    distances[0] = 0;
    for (std::vector<unsigned> now{0}, reached; !now.empty(); now.swap(reached), reached.clear()) {
      ++levels;
      for (const unsigned v : now) {
        for (unsigned k = first[v]; k < first[v + 1]; ++k) {
          if (distances[to[k]] != ~0u) continue;
          distances[to[k]] = levels;
          reached.push_back(to[k]);
        }
      }
    }
  }

  std::vector<unsigned> first, to, distances;
  unsigned levels = 0;
};

/// The contenders of `levels`, on one graph.
class level_contenders {
 public:
  level_contenders(context& on, unsigned width, graph (*make)(unsigned width))
      : on_(on),
        known_(on.keep([&] { return std::make_shared<known>(search(make(width))); })),
        distances_(on, vertices()),
        items_(on, 2 * vertices()),
        counts_(on, known_->levels + 1) {}

  contender of_queue(const char* role) const {
    const auto list = [this] { return std::make_shared<queue>(capacity_for(vertices())); };
    const std::shared_ptr<queue> lists[] = {list(), list()};
    const auto clear = [=, &on = on_] {
      for (const auto& each : lists) each->clear(on.stream);
    };
    return make(role, "bounded_queue", clear, lists[0]->ref(), [=, *this](unsigned level) {
      launch(level_by_queue{}, lists[(level + 1) % 2]->ref(), lists[level % 2]->ref(), level);
    });
  }
  /// Each level has its counter, so that no kernel has to clear one.
  template <class Addition>
  contender of_array(const char* role) const {
    const auto list = [items = items_, counts = counts_, n = vertices()](unsigned level) {
      return appended<Addition>{items.data() + level % 2 * n, counts.data() + level};
    };
    const auto clear = [counts = counts_] { counts.fill_bytes(0); };
    return make(role, "array", clear, list(0), [=, *this](unsigned level) {
      launch(level_by_array<Addition>{}, list(level - 1), list(level), level);
    });
  }

 private:
  /// A graph on the device, and the distances of its vertices.
  struct known {
    explicit known(const search& in)
        : first(in.first.size()), to(in.to.size()), distances(in.distances), levels(in.levels) {
      first.upload(in.first);
      to.upload(in.to);
    }
    diatomic::device_array<unsigned> first, to;
    std::vector<unsigned> distances;
    unsigned levels;
  };

  std::size_t vertices() const { return known_->distances.size(); }

  template <class Kernel, class List>
  void launch(Kernel kernel, List now, List next, unsigned level) const {
    const adjacency edges = {known_->first.data(), known_->to.data()};
    on_.launch(on_.shape(vertices()), kernel, now, next, edges, distances_.data(), level);
  }

  template <class List>
  contender make(const char* role, const char* name, const std::function<void()>& clear, List first,
                 const std::function<void(unsigned)>& search_level) const {
    contender c{role, name, false, {}};
    c.rounds = 1;
    c.before = [=, *this] {
      clear();
      distances_.fill_bytes(0xff);
      diatomic::launch(1, 1, 0, on_.stream, start_at_vertex_0{}, first, distances_.data());
    };
    c.run = [=, levels = known_->levels](unsigned, unsigned) {
      for (unsigned level = 1; level <= levels; ++level) search_level(level);
    };
    c.check = [=, *this] {
      if (distances_.download() == known_->distances) return;
      throw std::runtime_error(std::string(role) + ": wrong distances");
    };
    return c;
  }

  context& on_;
  std::shared_ptr<known> known_;
  placed_array<unsigned> distances_;
  placed_array<unsigned> items_;
  placed_array<unsigned> counts_;
};

template <class Contenders>
std::vector<contender> all_of(const Contenders& contenders) {
  std::vector<contender> all = {contenders.of_queue("diatomic"),
                                contenders.template of_array<our_addition>("array")};
  // On the CPU both additions are the same.
  if (diatomic::properties(0).warp_size != 1) {
    all.push_back(contenders.template of_array<intrinsic_addition>("intrinsic"));
  }
  return all;
}

}  // namespace

void add_queues(std::vector<bench_case>& to, const context& on) {
  unsigned width = 2048;
  while (width * width * sizeof(unsigned) > on.bytes / 8) width /= 2;
  const unsigned n = width * width;
  for (const bool pops : {false, true}) {
    bench_case c;
    c.group = "queues";
    c.operation = pops ? "pop" : "push";
    c.n = n;
    c.prepare = [n, pops](context& where) { return all_of(flat_contenders(where, n, pops)); };
    to.push_back(std::move(c));
  }
  using graph_kind = std::pair<const char*, graph (*)(unsigned)>;
  for (const auto& [kind, make] : {graph_kind{"random", random_graph}, {"grid", grid_graph}}) {
    bench_case c;
    c.group = "queues";
    c.operation = "levels";
    c.words = binary_number(n);
    c.values = kind;
    c.n = 2 * edges_of_square(width);
    c.prepare = [width, make = make](context& where) {
      return all_of(level_contenders(where, width, make));
    };
    to.push_back(std::move(c));
  }
}

}  // namespace bench
