// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which elements to keep, and where to put them: a prefix sum in one launch, whose blocks wait for
// earlier ones.
//
// A kernel marks the numbers to keep with 1, the others with 0. The sum of the marks before a
// number is its place in the result. A block of the scan gets its tile from a counter, so that the
// tiles that it waits for belong to blocks that already run: the wait ends.

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#include "kernels/scan.hpp"

using diatomic::kernels::tile_record;
using scan = diatomic::kernels::scan_by_look_back<diatomic::kernels::scan_kind::exclusive>;

// Whether the decimal digits of `i` add up to a multiple of 9.
DIATOMIC_FUNCTION bool is_kept(unsigned i) {
  unsigned sum = 0;
  for (; i != 0; i /= 10) sum += i % 10;
  return sum % 9 == 0;
}

struct mark {
  DIATOMIC_DEVICE void operator()(unsigned* marks, unsigned n) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      marks[i] = is_kept(i) ? 1 : 0;
    }
  }
};

struct place {
  DIATOMIC_DEVICE void operator()(const unsigned* marks, const unsigned* places, unsigned n,
                                  unsigned* kept) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (marks[i] != 0) kept[places[i]] = i;
    }
  }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  constexpr unsigned n = 300000;
  constexpr unsigned grid = 16;
  constexpr unsigned block = 128;
  const std::size_t tiles = scan::tiles(n, block);
  diatomic::stream stream;
  diatomic::device_array<unsigned> marks(n);
  diatomic::device_array<unsigned> places(n);
  diatomic::device_array<tile_record<unsigned>> records(tiles);
  diatomic::device_array<unsigned> next_tile(1);
  records.fill_bytes(0);  // nothing known of any tile
  next_tile.fill_bytes(0);
  diatomic::launch(grid, block, 0, stream, mark{}, marks.data(), n);
  diatomic::launch(grid, block, scan::shared_bytes<unsigned>(block), stream, scan{},
                   static_cast<const unsigned*>(marks.data()), std::size_t{n}, places.data(),
                   records.data(), next_tile.data());

  // How many there are: a reduction, which the last block completes.
  diatomic::device_array<unsigned> total(1);
  diatomic::device_array<unsigned char> temp(diatomic::reduce_temp_bytes(n));
  diatomic::reduce<diatomic::op::add>(stream, marks.data(), n, total.data(), temp.data(),
                                      temp.size());
  stream.synchronize();
  diatomic::device_array<unsigned> kept(total.download()[0]);
  diatomic::launch(grid, block, 0, stream, place{}, static_cast<const unsigned*>(marks.data()),
                   static_cast<const unsigned*>(places.data()), n, kept.data());
  stream.synchronize();

  const std::vector<unsigned> found = kept.download();
  std::vector<unsigned> expected;
  for (unsigned i = 0; i < n; ++i) {
    if (is_kept(i)) expected.push_back(i);
  }
  std::printf("%zu of %u numbers are kept, by a scan of %zu tiles on %s:\n", found.size(), n, tiles,
              diatomic::properties(0).name.c_str());
  for (std::size_t i = 0; i < 6 && i < found.size(); ++i) std::printf("%u ", found[i]);
  std::printf("... %u\n", found.back());
  const bool is_right = found == expected;
  std::printf("%s\n", is_right ? "In order, and none is missing." : "WRONG");
  return is_right ? 0 : 1;
}
