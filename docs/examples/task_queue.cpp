// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Work that makes more work: an integral by halves, with a queue that all threads push to and pop
// from.
//
// A thread takes an interval. If Simpson's rule is not near enough there, it halves the interval,
// pushes one half to the queue for an idle thread, and goes on with the other. Where the function
// is steep the intervals get small, and nobody knows beforehand where that is. `drain` returns when
// no interval is left.

#include <cmath>
#include <cstdio>
#include <vector>

#include <diatomic/containers/bounded_queue.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

struct interval {
  double from;
  double width;
};

struct result {
  double integral;
  double covered;      // the widths of all intervals that are done: 1 at the end
  unsigned intervals;  // done
};

// Its integral from 0 to 1 is 10 atan(1000).
DIATOMIC_FUNCTION double peak(double x) { return 1e4 / (1 + 1e6 * x * x); }

DIATOMIC_FUNCTION double simpson(interval i) {
  return i.width / 6 * (peak(i.from) + 4 * peak(i.from + i.width / 2) + peak(i.from + i.width));
}

struct integrate {
  static constexpr unsigned deepest = 40;

  DIATOMIC_DEVICE void operator()(diatomic::bounded_queue_ref<interval> queue, double tolerance,
                                  result* r, unsigned* done_by_block) const {
    queue.drain([&](interval first) {
      interval own[deepest];  // Intervals that found no room in the queue.
      own[0] = first;
      for (unsigned count = 1; count != 0;) {
        const interval now = own[--count];
        const interval left = {now.from, now.width / 2};
        const interval right = {now.from + now.width / 2, now.width / 2};
        const double halves = simpson(left) + simpson(right);
        const double error = halves - simpson(now);
        const double allowed = tolerance * now.width;
        if ((error < allowed && -error < allowed) || count + 2 > deepest) {
          diatomic::store_add(&r->integral, halves);
          diatomic::store_add(&r->covered, now.width);
          diatomic::store_add(&r->intervals, 1u);
          diatomic::store_add(done_by_block + diatomic::block_index(), 1u);
        } else {
          own[count++] = left;
          if (!queue.try_push(right)) own[count++] = right;
        }
      }
    });
  }
};

int main() {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }
  constexpr unsigned grid = 8;
  diatomic::stream stream;
  diatomic::bounded_queue<interval> queue(256);
  diatomic::device_array<result> on_device(1);
  diatomic::device_array<unsigned> done_by_block(grid);
  diatomic::device_array<interval> all(1);
  on_device.fill_bytes(0);
  done_by_block.fill_bytes(0);
  all.upload({{0, 1}});
  queue.push(stream, all.data(), 1);
  diatomic::launch(grid, 64, 0, stream, integrate{}, queue.ref(), 1e-9, on_device.data(),
                   done_by_block.data());
  stream.synchronize();
  const result r = on_device.download()[0];
  const double expected = 10 * std::atan(1000.0);
  // Widths are powers of 2, and their sum is exact: no interval is lost, none is counted twice.
  const bool is_right = r.covered == 1 && std::fabs(r.integral - expected) < 1e-8;
  std::printf("The integral of a peak on %s: %.9f, should be %.9f\n",
              diatomic::properties(0).name.c_str(), r.integral, expected);
  std::printf("%u intervals, which cover %.17g of the range; by blocks:", r.intervals, r.covered);
  for (const unsigned n : done_by_block.download()) std::printf(" %u", n);
  std::printf("\n");
  return is_right ? 0 : 1;
}
