// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Cooperative groups: each member of each group, at every width, against serial results. Where
/// CUDA is the backend the groups are CUDA's own.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#include "warp_launches.hpp"

#include <diatomic/compat/cooperative_groups.hpp>
#include <diatomic/compat/cuda_names_everywhere.hpp>

namespace {

namespace cg = cooperative_groups;

// 80 threads: the last warp has 16 lanes.
constexpr unsigned x = 20, y = 2, z = 2, threads = x * y * z, blocks = 3;

/// What each thread writes down, for `fields` questions.
template <class Kernel>
std::vector<unsigned> answers(unsigned fields, Kernel kernel) {
  diatomic::device_array<unsigned> out(std::size_t{fields} * threads * blocks);
  out.fill_bytes(0xee);
  test::run_blocks(diatomic::extent3{1, blocks}, diatomic::extent3{x, y, z}, kernel, out.data());
  return out.download();
}
struct notes {
  unsigned* next;
  DIATOMIC_DEVICE notes(unsigned* out, unsigned fields)
      : next(out + fields * diatomic::global_index()) {}
  template <class T>
  DIATOMIC_DEVICE void add(T v) {
    *next++ = static_cast<unsigned>(v);
  }
};

// --- Blocks

constexpr unsigned of_blocks = 14;
struct ask_blocks {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    __shared__ unsigned sum;
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_group group = block;
    notes to(out, of_blocks);
    if (block.thread_rank() == 0) sum = 0;
    block.sync();
    atomicAdd(&sum, 1u);
    cg::sync(block);
    to.add(sum);
    group.sync();
    if (group.thread_rank() == threads - 1) sum = 7;
    cg::thread_block::sync();
    to.add(sum);
    to.add(block.thread_rank()), to.add(block.size()), to.add(block.num_threads());
    to.add(block.thread_index().x), to.add(block.thread_index().y), to.add(block.thread_index().z);
    to.add(block.group_index().y), to.add(block.group_dim().x), to.add(block.dim_threads().z);
    to.add(group.size()), to.add(cg::group_size(block)), to.add(cg::thread_rank(group));
  }
};
TEST(cooperative_groups, blocks) {
  const auto found = answers(of_blocks, ask_blocks{});
  for (unsigned i = 0; i < threads * blocks; ++i) {
    const unsigned t = i % threads;
    const unsigned want[of_blocks] = {
        threads,     7,           t, threads, threads, t % x,   t / x % y,
        t / (x * y), i / threads, x, z,       threads, threads, t};
    for (unsigned k = 0; k < of_blocks; ++k) {
      ASSERT_EQ(found[i * of_blocks + k], want[k]) << "thread " << i << ", field " << k;
    }
  }
}

// --- Tiles

constexpr unsigned of_tiles = 21;
DIATOMIC_FUNCTION unsigned value_of(unsigned thread) { return thread * 3 + 5; }

template <unsigned Size>
struct ask_tiles {
  DIATOMIC_DEVICE static void ask_any(const cg::thread_block_tile<Size>& any, notes& to) {
    to.add(any.meta_group_rank()), to.add(any.meta_group_size());
  }
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const unsigned t = diatomic::thread_index(), v = value_of(t);
    notes to(out, of_tiles);
    tile.sync();
    to.add(tile.thread_rank()), to.add(tile.size()), to.add(tile.num_threads());
    to.add(tile.meta_group_rank()), to.add(tile.meta_group_size());
    ask_any(tile, to);
    to.add(tile.shfl(v, 1)), to.add(tile.shfl_down(v, 1)), to.add(tile.shfl_up(v, 1));
    to.add(tile.shfl_xor(v, Size / 2));
    to.add(tile.shfl(static_cast<double>(v), 0));
    to.add(tile.ballot(t % 3 == 0));
    to.add(tile.any(t == 17)), to.add(tile.all(t != 17));
    to.add(tile.match_any(t % 2));
    int all = 2;
    to.add(tile.match_all(t / 16, all)), to.add(all);
    to.add(cg::reduce(tile, v, cg::plus<unsigned>()));
    to.add(cg::exclusive_scan(tile, v)), to.add(cg::inclusive_scan(tile, v));
  }
};
template <unsigned Size>
void expect_tiles() {
  const auto found = answers(of_tiles, ask_tiles<Size>{});
  for (unsigned i = 0; i < threads * blocks; ++i) {
    const unsigned t = i % threads, first = t / Size * Size, rank = t % Size;
    const unsigned end = std::min(first + Size, threads),
                   n = threads / Size + (threads % Size != 0);
    const bool is_whole = end == first + Size;
    unsigned ballot = 0, alike = 0, all_alike = 0, sum = 0, before = 0, one_16 = 1;
    for (unsigned other = first; other < end; ++other) {
      if (other % 3 == 0) ballot |= 1u << (other - first);
      if (other % 2 == t % 2) alike |= 1u << (other - first);
      all_alike |= 1u << (other - first);
      if (other / 16 != t / 16) one_16 = 0;
      if (other < t) before += value_of(other);
      sum += value_of(other);
    }
    const unsigned one = Size == 1 ? t : first + 1, none = 0xffffffff;
    const bool has_17 = first <= 17 && 17 < end;
    const unsigned want[of_tiles] = {
        rank,
        Size,
        Size,
        t / Size,
        n,
        t / Size,
        n,
        value_of(one),
        rank + 1 < Size ? (t + 1 < end ? value_of(t + 1) : none) : value_of(t),
        rank == 0 ? value_of(t) : value_of(t - 1),
        (t ^ (Size / 2)) < end ? value_of(t ^ (Size / 2)) : none,
        value_of(first),
        ballot,
        has_17,
        is_whole ? !has_17 : none,
        alike,
        one_16 ? all_alike : 0,
        one_16,
        is_whole ? sum : none,
        before,
        before + value_of(t)};
    for (unsigned k = 0; k < of_tiles; ++k) {
      if (want[k] == none) continue;  // depends on a lane that does not exist
      ASSERT_EQ(found[i * of_tiles + k], want[k])
          << "size " << Size << ", thread " << i << ", field " << k;
    }
  }
}
TEST(cooperative_groups, tiles) {
  expect_tiles<1>();
  expect_tiles<2>();
  expect_tiles<4>();
  expect_tiles<8>();
  expect_tiles<16>();
  expect_tiles<32>();
}

struct ask_tiles_of_tiles {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    const auto parent = cg::tiled_partition<16>(cg::this_thread_block());
    const auto tile = cg::tiled_partition<4>(parent);
    const cg::thread_block_tile<4> any = tile;
    notes to(out, 4);
    to.add(tile.meta_group_rank()), to.add(tile.meta_group_size()), to.add(any.meta_group_rank());
    to.add(tile.shfl(diatomic::thread_index(), 2));
  }
};
TEST(cooperative_groups, tiles_of_tiles) {
  const auto found = answers(4, ask_tiles_of_tiles{});
  for (unsigned i = 0; i < threads * blocks; ++i) {
    const unsigned t = i % threads, want[4] = {t % 16 / 4, 4, t % 16 / 4, t / 4 * 4 + 2};
    for (unsigned k = 0; k < 4; ++k) ASSERT_EQ(found[i * 4 + k], want[k]) << i << ' ' << k;
  }
}

// --- Tiles of a size that is known at run time; they are thread_groups

struct ask_sized_tiles {
  unsigned size;
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_group tile = cg::tiled_partition(block, size);
    const cg::thread_group half = cg::tiled_partition(tile, size > 1 ? size / 2 : 1);
    tile.sync(), half.sync();
    notes to(out, 4);
    to.add(tile.size()), to.add(tile.thread_rank()), to.add(half.size());
    to.add(half.thread_rank());
  }
};
TEST(cooperative_groups, sized_tiles) {
  for (unsigned size = 1; size <= 32; size *= 2) {
    const auto found = answers(4, ask_sized_tiles{size});
    for (unsigned i = 0; i < threads * blocks; ++i) {
      const unsigned t = i % threads, half = size > 1 ? size / 2 : 1;
      const unsigned want[4] = {std::min(size, threads - t / size * size), t % size, half,
                                t % half};
      for (unsigned k = 0; k < 4; ++k) {
        ASSERT_EQ(found[i * 4 + k], want[k]) << "size " << size << ", thread " << i << ' ' << k;
      }
    }
  }
}

// --- Coalesced threads, in each of which any number of lanes may be

constexpr unsigned of_coalesced = 15;
struct ask_coalesced {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    notes to(out, of_coalesced);
    const unsigned t = diatomic::thread_index();
    if (t % 3 != 1) return;
    const cg::coalesced_group group = cg::coalesced_threads();
    const unsigned size = group.size(), v = value_of(t);
    group.sync();
    to.add(size), to.add(group.thread_rank()), to.add(group.num_threads());
    to.add(group.shfl(t, size - 1)), to.add(group.shfl_down(t, 1)), to.add(group.shfl_up(t, 1));
    to.add(group.ballot(t % 2)), to.add(group.any(t % 2)), to.add(group.all(t % 2));
    to.add(group.match_any(t % 2));
    int all = 2;
    to.add(group.match_all(t % 2, all)), to.add(all);
    to.add(cg::reduce(group, v, cg::plus<unsigned>()));
    to.add(cg::inclusive_scan(group, v, cg::plus<unsigned>())),
        to.add(cg::exclusive_scan(group, v));
  }
};
/// The lanes of a group are found from its size and ranks: lanes of a warp, in order.
TEST(cooperative_groups, coalesced_threads) {
  const auto found = answers(of_coalesced, ask_coalesced{});
  for (unsigned warp = 0; warp < threads; warp += 32) {
    std::vector<unsigned> members;
    for (unsigned t = warp; t < std::min(warp + 32, threads); ++t) {
      if (t % 3 != 1) {
        EXPECT_EQ(found[t * of_coalesced], 0xeeeeeeeeu);
        continue;
      }
      members.push_back(t);
      if (members.size() != found[t * of_coalesced]) continue;  // until all of its group are known
      const unsigned n = static_cast<unsigned>(members.size());
      unsigned odd = 0, sum = 0;
      for (unsigned r = 0; r < n; ++r) odd |= members[r] % 2 << r, sum += value_of(members[r]);
      const unsigned whole = n < 32 ? (1u << n) - 1 : ~0u;
      unsigned before = 0;
      for (unsigned r = 0; r < n; ++r) {
        const unsigned own = members[r], alike = own % 2 != 0 ? odd : whole & ~odd;
        const unsigned want[of_coalesced] = {n,
                                             r,
                                             n,
                                             members[n - 1],
                                             members[std::min(r + 1, n - 1)],
                                             members[r == 0 ? 0 : r - 1],
                                             odd,
                                             odd != 0,
                                             odd == whole,
                                             alike,
                                             alike == whole ? whole : 0,
                                             alike == whole,
                                             sum,
                                             before + value_of(own),
                                             before};
        for (unsigned k = 0; k < of_coalesced; ++k) {
          ASSERT_EQ(found[own * of_coalesced + k], want[k]) << "thread " << own << ", field " << k;
        }
        before += value_of(own);
      }
      members.clear();
    }
    EXPECT_TRUE(members.empty());
  }
}

// --- Groups with holes, on every backend: parts of a dynamic tile are lanes in any number

struct ask_parts {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    const cg::coalesced_group warp = cg::coalesced_threads();
    const cg::coalesced_group part = cg::tiled_partition(warp, 2);
    notes to(out, 4);
    to.add(part.size()), to.add(part.thread_rank() + 2 * part.meta_group_rank());
    to.add(part.meta_group_size() - (warp.size() + 1) / 2);
    to.add(warp.thread_rank());
  }
};
TEST(cooperative_groups, parts_of_coalesced_threads) {
  const auto found = answers(4, ask_parts{});
  for (unsigned i = 0; i < threads * blocks; ++i) {
    EXPECT_LE(found[4 * i], 2u);
    EXPECT_EQ(found[4 * i + 1], found[4 * i + 3]);
    EXPECT_EQ(found[4 * i + 2], 0u);
  }
}

// --- Operations

constexpr unsigned of_operations = 7;
/// Associative, but not commutative.
struct first_set {
  DIATOMIC_DEVICE unsigned operator()(unsigned a, unsigned b) const { return a != 0 ? a : b; }
};
struct ask_operations {
  DIATOMIC_DEVICE void operator()(unsigned* out) const {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const unsigned v = value_of(diatomic::thread_index());
    notes to(out, of_operations);
    to.add(cg::reduce(tile, static_cast<int>(v) - 100, cg::less<int>()));
    to.add(cg::reduce(tile, static_cast<int>(v) - 100, cg::greater<int>()));
    to.add(cg::reduce(tile, v, cg::bit_and<unsigned>()));
    to.add(cg::reduce(tile, v, cg::bit_or<unsigned>()));
    to.add(cg::reduce(tile, v, cg::bit_xor<unsigned>()));
    to.add(cg::reduce(tile, static_cast<double>(v) / 2, cg::plus<double>()) * 2);
    to.add(cg::inclusive_scan(tile, v % 4, first_set{}));
  }
};
TEST(cooperative_groups, operations) {
  const auto found = answers(of_operations, ask_operations{});
  for (unsigned i = 0; i < threads * blocks; ++i) {
    const unsigned t = i % threads, first = t / 8 * 8;
    unsigned both = ~0u, either = 0, odd = 0, sum = 0, set = 0;
    for (unsigned other = first; other < first + 8; ++other) {
      const unsigned v = value_of(other);
      both &= v, either |= v, odd ^= v, sum += v;
      if (other <= t && v % 4 != 0) set = v % 4;
    }
    const unsigned want[of_operations] = {
        value_of(first) - 100, value_of(first + 7) - 100, both, either, odd, sum, set};
    for (unsigned k = 0; k < of_operations; ++k) {
      ASSERT_EQ(found[i * of_operations + k], want[k]) << "thread " << i << ", field " << k;
    }
  }
}

// --- Copies

struct copy_to_shared {
  std::size_t bytes;
  DIATOMIC_DEVICE void operator()(const unsigned short* from, unsigned short* to) const {
    __shared__ unsigned short part[200];
    const auto block = cg::this_thread_block();
    for (unsigned i = block.thread_rank(); i < 200; i += block.size()) part[i] = 9;
    block.sync();
    cg::memcpy_async(block, part, from, bytes);
    cg::wait(block);
    for (unsigned i = block.thread_rank(); i < 200; i += block.size()) {
      to[i] = part[(i + 1) % 200];  // by another thread
    }
  }
};
TEST(cooperative_groups, copies) {
  std::vector<unsigned short> values(200);
  for (unsigned i = 0; i < 200; ++i) values[i] = static_cast<unsigned short>(0x1234 + 0x101 * i);
  for (const std::size_t bytes : {std::size_t{400}, std::size_t{2}, std::size_t{199}}) {
    diatomic::device_array<unsigned short> from(200), to(200);
    from.upload(values);
    test::run_blocks(1, threads, copy_to_shared{bytes}, from.data(), to.data());
    const auto found = to.download();
    for (unsigned i = 0; i < 200; ++i) {
      const unsigned at = (i + 1) % 200, whole = static_cast<unsigned>(bytes / 2);
      unsigned want = at < whole ? values[at] : 9u;
      if (bytes % 2 != 0 && at == whole) want = values[at] & 0xffu;  // one byte of two
      ASSERT_EQ(found[i], want) << bytes << " bytes, at " << i;
    }
  }
}

// --- Grids

constexpr unsigned of_grids = 13;
struct ask_grids {
  DIATOMIC_DEVICE void operator()(unsigned* counts, unsigned* out) const {
    const cg::grid_group grid = cg::this_grid();
    notes to(out, of_grids);
    for (unsigned round = 0; round < 3; ++round) {
      atomicAdd(&counts[round], 1u);
      if (round == 1) {
        cg::sync(grid);
      } else {
        grid.sync();
      }
      to.add(diatomic::load(&counts[round]));
    }
    to.add(grid.thread_rank()), to.add(grid.size()), to.add(grid.num_threads());
    to.add(grid.num_blocks()), to.add(grid.block_rank());
    to.add(grid.block_index().y), to.add(grid.thread_index().x), to.add(grid.dim_blocks().y);
    to.add(grid.group_dim().y), to.add(grid.dim_threads().z);
  }
};
TEST(cooperative_groups, grids) {
  constexpr unsigned grid = 2, all = grid * threads;
  for (int launch = 0; launch < 2; ++launch) {
    diatomic::device_array<unsigned> counts(3), out(of_grids * all);
    counts.fill_bytes(0);
    diatomic::stream stream;
    diatomic::launch_cooperative(diatomic::extent3{1, grid}, diatomic::extent3{x, y, z}, 0, stream,
                                 ask_grids{}, counts.data(), out.data());
    const auto found = out.download();
    for (unsigned i = 0; i < all; ++i) {
      const unsigned b = i / threads,
                     want[of_grids] = {all,  all,  all, i, all, all, grid, b, b, i % threads % x,
                                       grid, grid, z};
      for (unsigned k = 0; k < of_grids; ++k) {
        ASSERT_EQ(found[i * of_grids + k], want[k]) << "thread " << i << ", field " << k;
      }
    }
  }
}

}  // namespace
