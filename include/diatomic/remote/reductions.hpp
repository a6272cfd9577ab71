// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Distributed algorithms: reductions of symmetric arrays, and histograms, sums at indices and
/// reductions of inputs that are distributed over the processing elements.
///
/// Each processing element first works on its own part, in its own memory; then each owner merges
/// its share of the results. Processing elements are combined in the order of their numbers. So
/// results are reproducible for a given number of processing elements, and for any number if the
/// operation is associative, as on integers and `fixed_point`.
///
/// All processing elements of the world `w` make each call together, and it returns on all when the
/// result is complete. `stream` is a stream of this processing element's device, and `temp` has
/// `temp_bytes` bytes. On AMD GPUs `distributed_histogram` and `distributed_scatter_add`
/// temporarily allocate device memory of the size of a part of their result.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/scatter.hpp>
#include <diatomic/remote/detail/joint_call.hpp>
#include <diatomic/remote/detail/peer_signals.hpp>
#include <diatomic/remote/symmetric_array.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/device_array.hpp>
#include <diatomic/runtime/fill.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// The elements of an array from `first` up to, but excluding, `last`.
struct element_range {
  /// The index of the first element.
  std::size_t first;
  /// One past the index of the last element.
  std::size_t last;
};

/// The elements that `pe`, one of `pes` processing elements, owns in an array of `n`: shares that
/// differ by at most one element, in the order of the processing elements.
inline element_range owned_by(int pe, int pes, std::size_t n) {
  const auto part = static_cast<std::size_t>(pe);
  const auto parts = static_cast<std::size_t>(pes);
  const auto before = [&](std::size_t p) {
    return n / parts * p + (p < n % parts ? p : n % parts);
  };
  return {before(part), before(part + 1)};
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// Combines the elements that this processing element owns over all parts, and writes the results
/// to its part or to all parts. No other processing element accesses these elements meanwhile, so
/// the accesses are plain. With `meets` the kernels of all processing elements run at the same time
/// and signal to each other that their parts are complete, and that their results are written;
/// without it the host synchronises.
template <op Op, class T>
struct merge_kernel {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> parts, element_range own, bool to_all,
                                  bool meets, peer_signals signals) const {
    if (meets) {
      if (block_index() == 0 && thread_index() == 0) signals.send(peer_signals::ready);
      signals.wait(peer_signals::ready);
    }
    const std::size_t step = std::size_t{block_size()} * grid_size();
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    for (std::size_t i = own.first + thread; i < own.last; i += step) {
      const T merged = merge(parts, i);
      if (!to_all) parts.local()[i] = merged;
      for (int pe = 0; to_all && pe < parts.pes(); ++pe) parts.address(pe)[i] = merged;
    }
    if (!meets) return;
    if (signals.is_last_block()) {
      signals.send(peer_signals::done);
      signals.wait_alone(peer_signals::done);
    }
  }

 private:
  /// Element `i` of all parts. A read from another processing element takes as long as many reads,
  /// so several are under way at a time.
  static DIATOMIC_DEVICE T merge(const symmetric_ptr<T>& parts, std::size_t i) {
    constexpr int together = 8;
    T merged = parts.address(0)[i];
    for (int first = 1; first < parts.pes(); first += together) {
      T others[together] = {};
      for (int k = 0; k < together; ++k) {
        if (first + k < parts.pes()) others[k] = parts.address(first + k)[i];
      }
      for (int k = 0; k < together; ++k) {
        if (first + k < parts.pes()) merged = diatomic::result_of<Op>(merged, others[k]);
      }
    }
    return merged;
  }
};

/// The same on a network link, with copies of the other parts; writes to this processing element's
/// part.
template <op Op, class T>
void merge_by_copies(int pes, stream_view stream, element_range own, symmetric_array<T>& array) {
  if (own.first == own.last) return;
  std::vector<T> merged = array.download(0, own.first, own.last - own.first);
  for (int pe = 1; pe < pes; ++pe) {
    const std::vector<T> theirs = array.download(pe, own.first, merged.size());
    for (std::size_t i = 0; i < merged.size(); ++i) {
      merged[i] = diatomic::result_of<Op>(merged[i], theirs[i]);
    }
  }
  diatomic::upload(stream, array.data() + own.first, merged.data(), merged.size());
  runtime_api::synchronize(stream.native_handle());
}

/// `reduce_scatter`, or with `to_all` on a direct link `all_reduce`.
template <op Op, class T>
void merge_parts(world& w, stream_view stream, symmetric_array<T>& array, bool to_all) {
  const element_range own = diatomic::owned_by(w.pe(), w.pes(), array.size());
  runtime_api::check_stream(stream.native_handle(), to_all ? "all_reduce" : "reduce_scatter");
  const std::uint64_t number =
      detail::call_number(joint_merge + 2 * static_cast<std::uint64_t>(Op) + (to_all ? 1 : 0),
                          peer_signals::number_of(array));
  // No kernel may wait for a kernel whose host has not entered this call.
  const bool meets = world_access::agree(w, number, 0, true).meets != 0;
  if (w.pes() == 1) return runtime_api::synchronize(stream.native_handle());
  const peer_signals signals = peer_signals::next_of(array);
  if (!meets) {
    runtime_api::synchronize(stream.native_handle());
    world_access::barrier(w, number);
  }
  if (w.link() == remote_link::network) {
    detail::merge_by_copies<Op>(w.pes(), stream, own, array);
  } else if (meets || own.first != own.last) {
    detail::with_others(w, meets, [&] {
      constexpr std::size_t block = 256;
      const std::size_t blocks = (own.last - own.first + block - 1) / block;
      diatomic::launch(static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, 512)), block, 0,
                       stream, merge_kernel<Op, T>{}, array.pointer(), own, to_all, meets, signals);
      runtime_api::synchronize(stream.native_handle());
    });
  }
  if (!meets) world_access::barrier(w, number);
}

/// `add(p)` queues additions to the zeroed elements at p: this part of `array`, or temporary memory
/// that is then copied to it. AMD chips ignore native float atomics on the fine-grained memory of
/// `array`, and CAS loops there cost more than the copy.
template <class T, class Add>
void sum_in_ordinary_memory(stream_view stream, symmetric_array<T>& array, Add add) {
  if constexpr (runtime_api::peer_memory_is_fine_grained) {
    device_array<T> sums(array.size());
    diatomic::fill(stream, sums.data(), sums.size(), T{});
    add(sums.data());
    runtime_api::synchronize(stream.native_handle());
    runtime_api::copy_on_device(array.data(), sums.data(), sums.size() * sizeof(T));
  } else {
    diatomic::fill(stream, array.data(), array.size(), T{});
    add(array.data());
  }
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// Reduce-scatter. Each element of `array` becomes, in its owner's part (`owned_by`), the `Op` of
/// that element over all parts: a sum, minimum, maximum, and, or, xor. Other parts are unchanged.
/// Waits for `stream` first.
///
/// T is a type that `result_of<Op>` supports.
template <op Op, class T>
void reduce_scatter(world& w, stream_view stream, symmetric_array<T>& array) {
  detail::merge_parts<Op>(w, stream, array, false);
}

/// All-reduce: the same, with the results in all parts of `array`.
template <op Op, class T>
void all_reduce(world& w, stream_view stream, symmetric_array<T>& array) {
  detail::merge_parts<Op>(w, stream, array, true);
  if (w.link() == remote_link::direct) return;
  for (int i = 1; i < w.pes(); ++i) {
    const int from = (w.pe() + i) % w.pes();  // Each reads from a different one.
    const element_range theirs = diatomic::owned_by(from, w.pes(), array.size());
    const std::vector<T> merged = array.download(from, theirs.first, theirs.last - theirs.first);
    diatomic::upload(stream, array.data() + theirs.first, merged.data(), merged.size());
    detail::runtime_api::synchronize(stream.native_handle());
  }
  w.barrier();
}

/// `counts[b]` becomes, in all parts, the number of values of all processing elements that `bin_of`
/// maps to b. `input` holds the `n` values of this processing element; `counts` has one element per
/// bin. Arguments and errors as for `histogram`.
template <class Elements, class Count, class Bin>
void distributed_histogram(world& w, stream_view stream, Elements input, std::size_t n,
                           symmetric_array<Count>& counts, Bin bin_of) {
  if (counts.size() > std::numeric_limits<unsigned>::max()) {
    throw std::invalid_argument("distributed_histogram: more than 2^32 - 1 bins");
  }
  detail::sum_in_ordinary_memory(stream, counts, [&](Count* to) {
    diatomic::histogram(stream, input, n, to, static_cast<unsigned>(counts.size()), bin_of);
  });
  diatomic::all_reduce<op::add>(w, stream, counts);
}

/// `table[k]` becomes, in all parts, the sum of the values of all processing elements with index k.
/// `indices` and `values` are the `n` updates of this processing element. Arguments and errors as
/// for `scatter_add`. With `fixed_point` elements the sums are bitwise the same on any number of
/// processing elements.
///
/// Each processing element holds the whole table. For a table larger than a device's memory, add
/// through `remote_ref`.
template <class Indices, class Values, class T>
void distributed_scatter_add(world& w, stream_view stream, Indices indices, Values values,
                             std::size_t n, symmetric_array<T>& table) {
  detail::sum_in_ordinary_memory(stream, table, [&](T* to) {
    diatomic::scatter_add(stream, indices, values, n, to, table.size());
  });
  diatomic::all_reduce<op::add>(w, stream, table);
}

/// `result`, of one element, becomes in all parts the `Op` of the values of all processing
/// elements: `op::add`, `op::min` or `op::max`. `input` holds the `n` values of this processing
/// element. Arguments, including `temp`, and errors as for `reduce`.
template <op Op, class Elements, class T>
void distributed_reduce(world& w, stream_view stream, Elements input, std::size_t n,
                        symmetric_array<T>& result, void* temp, std::size_t temp_bytes) {
  diatomic::reduce<Op>(stream, input, n, result.data(), temp, temp_bytes);
  diatomic::all_reduce<Op>(w, stream, result);
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
