// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Where `histogram` and `scatter_add` keep their counters, chosen by the task and the device.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/collectives/block_histogram.hpp>
#include <diatomic/runtime/device.hpp>
#include <diatomic/runtime/launch.hpp>

namespace diatomic {
inline namespace DIATOMIC_VERSION_NS {

/// Where a histogram's blocks count; see `<diatomic/collectives/block_histogram.hpp>`. On the host,
/// `private_copies`: on the heap of each thread.
enum class counter_layout : std::uint8_t { per_lane_copies, packed_16, global, private_copies };

/// The name of the layout `l`.
constexpr const char* name_of(counter_layout l) {
  constexpr const char* names[] = {"per_lane_copies", "packed_16", "global", "private_copies"};
  return names[static_cast<int>(l)];
}

/// How a histogram or a scatter-add is launched.
struct counting_plan {
  /// Where the counters are.
  counter_layout layout = counter_layout::global;
  unsigned copies = 1;  ///< counters per bin in a block: `per_lane_copies`, `private_copies`
  /// Parts of the bins. A block counts one part, so `parts` blocks read the same input.
  unsigned parts = 1;
  unsigned part_bins = 0;  ///< bins of a part
  /// Blocks of the launch.
  unsigned grid = 1;
  /// Threads of a block.
  unsigned block = 1;
  std::size_t shared_bytes = 0;  ///< of a block
  bool spread = false;           ///< whether a block's weights are spread over the input
};

}  // namespace DIATOMIC_VERSION_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The task for which a plan is made.
struct counting_task {
  std::size_t n;
  unsigned bins;
  unsigned result_bytes;   ///< of a counter in global memory
  bool by_value;           ///< 256 values are counted, whatever their bins
  unsigned element_bytes;  ///< of input and weight
  unsigned counter_bytes;  ///< of a counter in shared memory; 0 where there can be none
  bool weighted;
  bool adds_in_one_step;  ///< in shared memory, on all chips
};

/// A safe limit for a 32-bit counter, and for the length of a thread's run of equal values.
inline constexpr std::size_t max_counted = std::size_t{1} << 31;

/// On the host: private counters, if they fit in a cache and there are enough values for each.
inline counting_plan plan_private_counting(const counting_task& task, unsigned units) {
  counting_plan plan;
  plan.part_bins = task.bins;
  constexpr std::size_t cached = std::size_t{4} << 20;
  // Clearing and merging a thread's counters costs about as much as counting a few values for each.
  constexpr std::size_t enough = 4;
  const bool fits = task.counter_bytes != 0 && task.bins <= cached / task.counter_bytes;
  const std::size_t worth = std::max<std::size_t>(task.bins * enough, 4096);
  std::size_t slices = std::min<std::size_t>(task.n / 4096, units);
  if (fits && task.n >= worth) {
    plan.layout = counter_layout::private_copies;
    plan.copies = task.bins <= 4096 ? 4 : 1;
    // Large inputs get more slices than there are processors, since some may be busy.
    slices = std::max(std::min<std::size_t>(task.n / worth, units),
                      std::min<std::size_t>(task.n / worth / 16, std::size_t{units} * 4));
  }
  plan.grid = static_cast<unsigned>(std::max(slices, task.n / max_counted + 1));
  return plan;
}

/// Chooses a shared-memory layout if one fits, but not the numbers of blocks and threads. Returns
/// the number of blocks that share a compute unit; 0 if no layout fits.
inline unsigned choose_layout(counting_plan& plan, const counting_task& task,
                              const device_properties& device) {
  const std::size_t most_bytes = device.shared_bytes_per_block;
  const std::size_t part_bins = task.by_value ? 256 : task.bins;
  // One column per lane, so that no lanes collide, or as many as fit.
  const auto lanes = static_cast<unsigned>(std::min(device.warp_size, int{max_lanes}));
  if (task.counter_bytes == 0) return 0;
  for (const unsigned resident : {4u, 2u, 1u}) {
    constexpr std::size_t reserved = 1024;  // per block, by the system
    const std::size_t bytes = (most_bytes + reserved) / resident - reserved;
    const auto bytes_of = [&](std::size_t copies) {
      return task.counter_bytes * (part_bins * copies + max_lanes);
    };
    unsigned copies = lanes;
    while (copies > 0 && bytes_of(copies) > bytes) copies /= 2;
    // Small blocks balance small tasks and reduce contention for floats; large ones merge less.
    const bool is_small = task.weighted || task.n * task.element_bytes < std::size_t{1} << 26;
    if (copies == 0 || (resident == 4 && (!is_small || copies < std::min(16u, lanes)))) continue;
    plan.layout = counter_layout::per_lane_copies;
    plan.copies = copies;
    plan.part_bins = static_cast<unsigned>(part_bins);
    plan.shared_bytes = bytes_of(copies);
    return resident;
  }
  // Split the bins into parts: the blocks of all parts read the input, and each skips the values of
  // other parts. Measured: this pays off for counters that add in one step.
  const unsigned max_parts = !task.weighted || task.adds_in_one_step ? 8 : 1;
  const std::size_t counter_bytes = task.weighted ? task.counter_bytes : 2;
  const std::size_t max_part_bins = most_bytes / counter_bytes - 2 * (max_lanes + 1);
  if (part_bins > max_part_bins * max_parts) return 0;
  plan.parts = static_cast<unsigned>((part_bins - 1) / max_part_bins + 1);
  plan.part_bins = static_cast<unsigned>((part_bins - 1) / plan.parts + 1);
  plan.layout = task.weighted ? counter_layout::per_lane_copies : counter_layout::packed_16;
  plan.shared_bytes =
      task.weighted ? task.counter_bytes * (plan.part_bins + max_lanes)
                    : block_histogram<packed_counters<16>, unsigned>::shared_bytes(plan.part_bins);
  return 1;
}

inline counting_plan plan_counting(const counting_task& task, const device_properties& device) {
  if (device.warp_size == 1) {
    return plan_private_counting(task, static_cast<unsigned>(device.compute_units));
  }
  counting_plan plan;
  const auto most_threads = static_cast<unsigned>(device.max_threads_per_block);
  const auto units = static_cast<unsigned>(device.compute_units);
  const auto up = [](std::size_t n, std::size_t by) { return n / by + (n % by != 0); };

  // With fewer values per bin, clearing and merging would cost more than they save.
  constexpr unsigned enough = 32;
  constexpr std::size_t most_blocks = std::size_t{1} << 30;
  const unsigned worth = task.by_value ? 16 : task.bins;
  const unsigned resident = task.n / enough < worth ? 0 : choose_layout(plan, task, device);
  if (resident == 0) {
    plan = {};
    plan.part_bins = task.bins;
    plan.block = std::min(256u, most_threads);
    // If the results are larger than the caches, reading the input in order is a little faster.
    constexpr std::size_t cached = std::size_t{16} << 20;
    plan.spread = task.bins <= cached / task.result_bytes;
    const std::size_t blocks = task.weighted && !plan.spread
                                   ? std::min(up(task.n, std::size_t{plan.block} * 4), most_blocks)
                                   : std::min(up(task.n, plan.block), std::size_t{units} * 8);
    plan.grid = static_cast<unsigned>(std::max(blocks, task.n / max_counted / plan.block + 1));
    return plan;
  }
  plan.block = std::min(resident == 4 ? 512u : 1024u, most_threads);
  // Enough elements per block to pay for its merge, but fewer than its counters can count.
  const std::size_t min_slice = std::max<std::size_t>(
      std::size_t{plan.block} * 2 * std::max(1u, 16 / task.element_bytes), plan.part_bins);
  const std::size_t room = std::max(1u, units * resident / plan.parts);
  const std::size_t slices =
      std::max(std::min(up(task.n, min_slice), room), up(task.n, max_counted));
  plan.grid = static_cast<unsigned>(slices * plan.parts);
  return plan;
}

/// The properties of the current device, queried once.
inline const device_properties& current_properties() {
  static const std::vector<device_properties> all = [] {
    std::vector<device_properties> found;
    for (int device = 0; device < device_count(); ++device) found.push_back(properties(device));
    return found;
  }();
  return all.at(static_cast<std::size_t>(current_device()));
}

/// Checks of the arguments that all calls share.
class argument_checks {
 public:
  explicit argument_checks(const char* call) : call_(call) {}

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::invalid_argument("diatomic::" + std::string(call_) + ": " + why);
  }

  template <class T>
  void array(const T* at, std::size_t n, const char* name) const {
    if (n > static_cast<std::size_t>(-1) / 2 / sizeof(T)) {
      refuse(std::string(name) + ": " + std::to_string(n) + " elements are more than any memory");
    }
    if (n == 0) return;
    if (at == nullptr) refuse(std::string(name) + " is null");
    if (reinterpret_cast<std::uintptr_t>(at) % alignof(T) != 0) {
      refuse(std::string(name) + " is not aligned to " + std::to_string(alignof(T)) + " bytes");
    }
  }

  /// Elements that come from an array, or from a function.
  template <class Elements>
  void elements(const Elements& from, std::size_t n, const char* name) const {
    if constexpr (has_data_v<Elements>) {
      array(detail::data_of(from), n, name);
    } else {
      function(from, name);
    }
  }

  /// A caller's function, which may be a function pointer.
  template <class Function>
  void function(const Function& function, const char* name) const {
    detail::check_function(function, ("diatomic::" + std::string(call_)).c_str(), name);
  }

  /// Temporary memory.
  void temporary(const void* temp, std::size_t bytes, std::size_t needed) const {
    if (temp == nullptr) refuse("temp is null");
    if (reinterpret_cast<std::uintptr_t>(temp) % 16 != 0) refuse("temp is not aligned to 16 bytes");
    if (bytes < needed) {
      refuse("temp_bytes is " + std::to_string(bytes) + ", and " + std::to_string(needed) +
             " are needed");
    }
  }

  /// A table of `count` elements, which must fit in the device's memory.
  template <class T>
  void table(const T* at, std::size_t count, const device_properties& device, const char* name,
             const char* count_name) const {
    if (count == 0) refuse(std::string(count_name) + " is 0");
    if (count > device.memory_bytes / sizeof(T)) {
      refuse(std::string(count_name) + ": " + std::to_string(count) + " elements of " +
             std::to_string(sizeof(T)) + " bytes are more than the device's memory");
    }
    array(at, count, name);
  }

 private:
  const char* call_;
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
