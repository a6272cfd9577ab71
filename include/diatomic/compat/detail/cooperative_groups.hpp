// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's cooperative groups, where no vendor has them: `<diatomic/compat/cooperative_groups.hpp>`
/// says what differs from CUDA's.

#include <diatomic/compat/cuda_names_everywhere.hpp>
#include <diatomic/compat/detail/group_lanes.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/kernel.hpp>
#include <diatomic/sync/grid_barrier.hpp>

#if !DIATOMIC_HAS_VENDOR_GROUPS

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
namespace cooperative_groups {

/// Threads that synchronize with each other: any group but a grid.
class thread_group {
 public:
  DIATOMIC_DEVICE unsigned long long size() const {
    return lanes_ == 0 ? block_size() : detail::group_lanes::count(lanes_);
  }
  DIATOMIC_DEVICE unsigned long long thread_rank() const {
    return lanes_ == 0 ? thread_index()
                       : detail::group_lanes::rank(lanes_, detail::group_lanes::own());
  }
  DIATOMIC_DEVICE void sync() const { lanes_ == 0 ? sync_block() : __syncwarp(lanes_); }

 protected:
  DIATOMIC_DEVICE explicit thread_group(unsigned lanes) : lanes_(lanes) {}
  /// The lanes of the warp; 0 for all threads of the block.
  unsigned lanes_;

  friend DIATOMIC_DEVICE inline thread_group tiled_partition(const thread_group& parent,
                                                             unsigned size);
};

class thread_block : public thread_group {
 public:
  DIATOMIC_DEVICE static void sync() { sync_block(); }
  DIATOMIC_DEVICE static unsigned size() { return block_size(); }
  DIATOMIC_DEVICE static unsigned num_threads() { return block_size(); }
  DIATOMIC_DEVICE static unsigned thread_rank() { return diatomic::thread_index(); }
  DIATOMIC_DEVICE static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  DIATOMIC_DEVICE static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  DIATOMIC_DEVICE static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  DIATOMIC_DEVICE static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }

 private:
  DIATOMIC_DEVICE thread_block() : thread_group(0) {}
  friend DIATOMIC_DEVICE inline thread_block this_thread_block();
};
DIATOMIC_DEVICE inline thread_block this_thread_block() { return {}; }

/// Lanes of one warp, in any number. Ranks count the group's lanes.
class coalesced_group : public thread_group {
 public:
  DIATOMIC_DEVICE unsigned size() const { return detail::group_lanes::count(lanes_); }
  DIATOMIC_DEVICE unsigned num_threads() const { return size(); }
  DIATOMIC_DEVICE unsigned thread_rank() const {
    return detail::group_lanes::rank(lanes_, detail::group_lanes::own());
  }
  DIATOMIC_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  DIATOMIC_DEVICE unsigned meta_group_size() const { return meta_size_; }

  /// The value of the thread of this rank modulo the size.
  template <class T>
  DIATOMIC_DEVICE T shfl(const T& v, unsigned rank) const {
    return __shfl_sync(lanes_, v, lane_of(rank % size()));
  }
  /// The value of the thread whose rank is higher, or lower, by `delta`; without such a thread, the
  /// caller's own.
  ///@{
  template <class T>
  DIATOMIC_DEVICE T shfl_down(const T& v, unsigned delta) const {
    const unsigned own = thread_rank();
    return __shfl_sync(lanes_, v, lane_of(delta < size() - own ? own + delta : own));
  }
  template <class T>
  DIATOMIC_DEVICE T shfl_up(const T& v, unsigned delta) const {
    const unsigned own = thread_rank();
    return __shfl_sync(lanes_, v, lane_of(delta <= own ? own - delta : own));
  }
  ///@}
  DIATOMIC_DEVICE int any(int predicate) const { return __any_sync(lanes_, predicate); }
  DIATOMIC_DEVICE int all(int predicate) const { return __all_sync(lanes_, predicate); }
  /// Bit `i` is of the thread of rank `i`.
  ///@{
  DIATOMIC_DEVICE unsigned ballot(int predicate) const {
    return detail::group_lanes::at_ranks(lanes_, __ballot_sync(lanes_, predicate));
  }
  template <class T>
  DIATOMIC_DEVICE unsigned match_any(const T& v) const {
    return detail::group_lanes::at_ranks(lanes_, __match_any_sync(lanes_, v));
  }
  template <class T>
  DIATOMIC_DEVICE unsigned match_all(const T& v, int& all) const {
    return detail::group_lanes::at_ranks(lanes_, __match_all_sync(lanes_, v, &all));
  }
  ///@}

 private:
  DIATOMIC_DEVICE explicit coalesced_group(unsigned lanes, unsigned meta_rank = 0,
                                           unsigned meta_size = 1)
      : thread_group(lanes), meta_rank_(meta_rank), meta_size_(meta_size) {}
  DIATOMIC_DEVICE int lane_of(unsigned rank) const {
    return static_cast<int>(detail::group_lanes::of_rank(lanes_, rank));
  }
  unsigned meta_rank_;
  unsigned meta_size_;

  friend DIATOMIC_DEVICE inline coalesced_group coalesced_threads();
  friend DIATOMIC_DEVICE inline coalesced_group tiled_partition(const coalesced_group& parent,
                                                                unsigned size);
};
/// On the CPU the caller alone.
DIATOMIC_DEVICE inline coalesced_group coalesced_threads() {
  return coalesced_group(__activemask());
}

template <unsigned Size, class Parent = void>
class thread_block_tile;

/// What tiles of all parents have: `Size` lanes next to each other.
template <unsigned Size>
class tile_lanes : public thread_group {
  static_assert(detail::group_lanes::can_be_tile(Size),
                "diatomic: a tile has 1, 2, 4, 8, 16 or 32 threads");

 public:
  DIATOMIC_DEVICE tile_lanes() : thread_group(detail::group_lanes::next_to(first(), Size)) {}
  DIATOMIC_DEVICE static constexpr unsigned size() { return Size; }
  DIATOMIC_DEVICE static constexpr unsigned num_threads() { return Size; }
  DIATOMIC_DEVICE static unsigned thread_rank() { return detail::group_lanes::own() % Size; }

  template <class T>
  DIATOMIC_DEVICE T shfl(const T& v, int rank) const {
    return __shfl_sync(lanes_, v, rank, width);
  }
  template <class T>
  DIATOMIC_DEVICE T shfl_down(const T& v, unsigned delta) const {
    return __shfl_down_sync(lanes_, v, delta, width);
  }
  template <class T>
  DIATOMIC_DEVICE T shfl_up(const T& v, unsigned delta) const {
    return __shfl_up_sync(lanes_, v, delta, width);
  }
  template <class T>
  DIATOMIC_DEVICE T shfl_xor(const T& v, unsigned bits) const {
    return __shfl_xor_sync(lanes_, v, static_cast<int>(bits), width);
  }
  DIATOMIC_DEVICE int any(int predicate) const { return __any_sync(lanes_, predicate); }
  DIATOMIC_DEVICE int all(int predicate) const { return __all_sync(lanes_, predicate); }
  /// Bit `i` is of the thread of rank `i`.
  ///@{
  DIATOMIC_DEVICE unsigned ballot(int predicate) const {
    return __ballot_sync(lanes_, predicate) >> first();
  }
  template <class T>
  DIATOMIC_DEVICE unsigned match_any(const T& v) const {
    return __match_any_sync(lanes_, v) >> first();
  }
  template <class T>
  DIATOMIC_DEVICE unsigned match_all(const T& v, int& all) const {
    return __match_all_sync(lanes_, v, &all) >> first();
  }
  ///@}

 private:
  static constexpr int width = static_cast<int>(Size);
  DIATOMIC_DEVICE static unsigned first() { return detail::group_lanes::own() & ~(Size - 1); }
};

/// A tile of any parent.
template <unsigned Size>
class thread_block_tile<Size, void> : public tile_lanes<Size> {
 public:
  template <class Parent>
  DIATOMIC_DEVICE thread_block_tile(const thread_block_tile<Size, Parent>& tile)
      : meta_rank_(tile.meta_group_rank()), meta_size_(tile.meta_group_size()) {}
  DIATOMIC_DEVICE unsigned meta_group_rank() const { return meta_rank_; }
  DIATOMIC_DEVICE unsigned meta_group_size() const { return meta_size_; }

 private:
  unsigned meta_rank_;
  unsigned meta_size_;
};
template <unsigned Size, class Parent>
class thread_block_tile : public tile_lanes<Size> {
 public:
  /// The tile's number in its parent, and the parent's number of tiles.
  ///@{
  DIATOMIC_DEVICE static unsigned meta_group_rank() { return Parent::thread_rank() / Size; }
  DIATOMIC_DEVICE static unsigned meta_group_size() { return (Parent::size() + Size - 1) / Size; }
  ///@}
};

/// The tile of `Size` threads that the caller is in.
template <unsigned Size>
DIATOMIC_DEVICE thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return {};
}
template <unsigned Size, unsigned ParentSize, class Of>
DIATOMIC_DEVICE thread_block_tile<Size, thread_block_tile<ParentSize, Of>> tiled_partition(
    const thread_block_tile<ParentSize, Of>&) {
  static_assert(Size <= ParentSize, "diatomic: a tile is not larger than the tile it is part of");
  return {};
}
/// The same with a size that is known at run time. The group's last tile may have fewer threads.
///@{
DIATOMIC_DEVICE inline coalesced_group tiled_partition(const coalesced_group& parent,
                                                       unsigned size) {
  if (!detail::group_lanes::can_be_tile(size)) detail::runtime_api::refuse_tile(size);
  const unsigned own = parent.thread_rank();
  return coalesced_group(detail::group_lanes::of_ranks(parent.lanes_, own & ~(size - 1), size),
                         own / size, (parent.size() + size - 1) / size);
}
DIATOMIC_DEVICE inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (!detail::group_lanes::can_be_tile(size)) detail::runtime_api::refuse_tile(size);
  if (parent.lanes_ != 0) {
    const auto own = static_cast<unsigned>(parent.thread_rank());
    return thread_group(detail::group_lanes::of_ranks(parent.lanes_, own & ~(size - 1), size));
  }
  const unsigned before = diatomic::thread_index() & ~(size - 1);  // threads of earlier tiles
  const unsigned left = block_size() - before;
  return thread_group(detail::group_lanes::next_to(before % detail::group_lanes::of_warp,
                                                   left < size ? left : size));
}
///@}

/// All threads of a cooperative launch.
class grid_group {
 public:
  DIATOMIC_DEVICE void sync() const {
    static_cast<grid_barrier<>*>(detail::runtime_api::grid_memory())->arrive_and_wait();
  }
  template <class Call = void>
  DIATOMIC_DEVICE bool is_valid() const {
    return detail::runtime_api::is_cooperative<Call>();
  }
  DIATOMIC_DEVICE static unsigned long long size() { return num_blocks() * block_size(); }
  DIATOMIC_DEVICE static unsigned long long num_threads() { return size(); }
  DIATOMIC_DEVICE static unsigned long long thread_rank() {
    return block_rank() * block_size() + diatomic::thread_index();
  }
  DIATOMIC_DEVICE static unsigned long long num_blocks() { return grid_size(); }
  DIATOMIC_DEVICE static unsigned long long block_rank() { return diatomic::block_index(); }
  DIATOMIC_DEVICE static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  DIATOMIC_DEVICE static dim3 group_dim() { return dim_blocks(); }
  DIATOMIC_DEVICE static dim3 dim_threads() { return thread_block::dim_threads(); }
  DIATOMIC_DEVICE static dim3 block_index() { return thread_block::group_index(); }
  DIATOMIC_DEVICE static dim3 thread_index() { return thread_block::thread_index(); }
};
DIATOMIC_DEVICE inline grid_group this_grid() { return {}; }

/// A group's members as functions.
///@{
template <class Group>
DIATOMIC_DEVICE void sync(const Group& group) {
  group.sync();
}
template <class Group>
DIATOMIC_DEVICE auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
DIATOMIC_DEVICE auto group_size(const Group& group) {
  return group.size();
}
template <class Group>
DIATOMIC_DEVICE auto num_threads(const Group& group) {
  return group.num_threads();
}
///@}

}  // namespace cooperative_groups
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic

#endif
