// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// What all processing elements compute together: reductions of an array that each has a part of,
/// and histograms, sums at indices and reductions of inputs that are spread over them.
///
/// Each works on its own part first, in its own memory; then each owner merges its share of the
/// results. Processing elements are combined in the order of their numbers: results are the same in
/// every run on as many of them, and on any number where the operation is associative, as on
/// integers and `fixed_point`.
///
/// All processing elements of the world `w` make each call together. It returns when the result is
/// there, on all; `on` is a stream of this one's device, and `temp` has `temp_bytes` bytes. On AMD
/// GPUs `distributed_histogram` and `distributed_scatter_add` allocate as much device memory as a
/// part of their result takes, and release it again.

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

/// Elements of an array, from `first` on, without `last`.
struct element_range {
  /// The number of the first.
  std::size_t first;
  /// One more than the number of the last.
  std::size_t last;
};

/// The elements of an array of `n` that `pe` owns, one of `pes` processing elements: equal shares
/// but for one element, in the order of the numbers.
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

/// Combines the elements of all parts that this processing element owns, and writes them to its
/// part or to all. No other processing element accesses these elements in the meantime, so the
/// accesses are plain. With `meets` the kernels of all processing elements run at the same time and
/// signal to each other that their parts are complete, and that they have written; without it host
/// code does so.
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
      T merged = parts.address(0)[i];
      for (int pe = 1; pe < parts.pes(); ++pe) {
        merged = result_of<Op>(merged, parts.address(pe)[i]);
      }
      if (!to_all) parts.local()[i] = merged;
      for (int pe = 0; to_all && pe < parts.pes(); ++pe) parts.address(pe)[i] = merged;
    }
    if (!meets) return;
    if (signals.is_last_block()) {
      signals.send(peer_signals::done);
      signals.wait_alone(peer_signals::done);
    }
  }
};

/// The same where no instruction reaches the other parts, in this processing element's own.
template <op Op, class T>
void merge_by_copies(int pes, stream_view on, element_range own, symmetric_array<T>& array) {
  if (own.first == own.last) return;
  std::vector<T> merged = array.download(0, own.first, own.last - own.first);
  for (int pe = 1; pe < pes; ++pe) {
    const std::vector<T> theirs = array.download(pe, own.first, merged.size());
    for (std::size_t i = 0; i < merged.size(); ++i) {
      merged[i] = result_of<Op>(merged[i], theirs[i]);
    }
  }
  upload(on, array.data() + own.first, merged.data(), merged.size());
  driver::synchronize(on.native_handle());
}

/// `reduce_scatter`, or with `to_all` on a direct link `all_reduce`.
template <op Op, class T>
void merge_parts(world& w, stream_view on, symmetric_array<T>& array, bool to_all) {
  const element_range own = owned_by(w.pe(), w.pes(), array.size());
  driver::check_stream(on.native_handle(), to_all ? "all_reduce" : "reduce_scatter");
  const std::uint64_t number =
      call_number(joint_merge + 2 * static_cast<std::uint64_t>(Op) + (to_all ? 1 : 0),
                  peer_signals::number_of(array));
  // No kernel waits for one whose host is not yet in this call.
  const bool meets = world_access::agree(w, number, 0, true).meets != 0;
  const peer_signals signals = peer_signals::next_of(array);
  if (!meets) {
    driver::synchronize(on.native_handle());
    world_access::barrier(w, number);
  }
  if (w.link() == remote_link::network) {
    merge_by_copies<Op>(w.pes(), on, own, array);
  } else if (meets || own.first != own.last) {
    with_others(w, meets, [&] {
      constexpr std::size_t block = 256;
      const std::size_t blocks = (own.last - own.first + block - 1) / block;
      launch(static_cast<unsigned>(std::clamp<std::size_t>(blocks, 1, 512)), block, 0, on,
             merge_kernel<Op, T>{}, array.pointer(), own, to_all, meets, signals);
      driver::synchronize(on.native_handle());
    });
  }
  if (!meets) world_access::barrier(w, number);
}

/// `add(p)` queues additions to the elements at p, which start as zeros: this part of `array`, or
/// temporary memory that is then copied to it. AMD chips ignore native float atomics on the
/// fine-grained memory of `array`, and CAS loops there cost more than the copy.
template <class T, class Add>
void sum_in_ordinary_memory(stream_view on, symmetric_array<T>& array, Add add) {
  if constexpr (driver::peer_memory_is_fine_grained) {
    device_array<T> sums(array.size());
    fill(on, sums.data(), sums.size(), T{});
    add(sums.data());
    driver::synchronize(on.native_handle());
    driver::copy_on_device(array.data(), sums.data(), sums.size() * sizeof(T));
  } else {
    fill(on, array.data(), array.size(), T{});
    add(array.data());
  }
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_REMOTE_NS {

/// Each element of `array` becomes, in the part of its owner (`owned_by`), the `Op` of that element
/// in all parts: a sum, minimum, maximum, and, or, xor. In the other parts it stays as it is. Waits
/// for the stream `on` first.
///
/// T is a type that `result_of<Op>` takes. The field's name: reduce-scatter.
template <op Op, class T>
void reduce_scatter(world& w, stream_view on, symmetric_array<T>& array) {
  detail::merge_parts<Op>(w, on, array, false);
}

/// The same in all parts. The field's name: all-reduce.
template <op Op, class T>
void all_reduce(world& w, stream_view on, symmetric_array<T>& array) {
  detail::merge_parts<Op>(w, on, array, true);
  if (w.link() == remote_link::direct) return;
  for (int i = 1; i < w.pes(); ++i) {
    const int from = (w.pe() + i) % w.pes();  // Each asks another one.
    const element_range theirs = owned_by(from, w.pes(), array.size());
    const std::vector<T> merged = array.download(from, theirs.first, theirs.last - theirs.first);
    upload(on, array.data() + theirs.first, merged.data(), merged.size());
    detail::driver::synchronize(on.native_handle());
  }
  w.barrier();
}

/// `counts[b]` becomes, in all parts, the number of values of all processing elements of which
/// `bin_of` says b. `input`, of `n` values, is this processing element's own; `counts` has one
/// element for each bin. Arguments and errors as of `histogram`.
template <class Elements, class Count, class Bin>
void distributed_histogram(world& w, stream_view on, Elements input, std::size_t n,
                           symmetric_array<Count>& counts, Bin bin_of) {
  if (counts.size() > std::numeric_limits<unsigned>::max()) {
    throw std::invalid_argument("distributed_histogram: more than 2^32 - 1 bins");
  }
  detail::sum_in_ordinary_memory(on, counts, [&](Count* to) {
    histogram(on, input, n, to, static_cast<unsigned>(counts.size()), bin_of);
  });
  all_reduce<op::add>(w, on, counts);
}

/// `words[k]` becomes, in all parts, the sum of those values of all processing elements whose index
/// is k. `indices` and `values`, of `n` elements each, are this processing element's own. Arguments
/// and errors as of `scatter_add`. With `fixed_point` words the sums have the same bits on any
/// number of processing elements.
///
/// Each has a copy of all words. For a table that is larger than a device's memory add to the words
/// of `remote_ref`.
template <class Indices, class Values, class T>
void distributed_scatter_add(world& w, stream_view on, Indices indices, Values values,
                             std::size_t n, symmetric_array<T>& words) {
  detail::sum_in_ordinary_memory(
      on, words, [&](T* to) { scatter_add(on, indices, values, n, to, words.size()); });
  all_reduce<op::add>(w, on, words);
}

/// `result`, of one element, becomes in all parts the `Op` of the values of all processing
/// elements: `op::add`, `op::min` or `op::max`. `input`, of `n` values, is this processing
/// element's own. Arguments, `temp` too, and errors as of `reduce`.
template <op Op, class Elements, class T>
void distributed_reduce(world& w, stream_view on, Elements input, std::size_t n,
                        symmetric_array<T>& result, void* temp, std::size_t temp_bytes) {
  reduce<Op>(on, input, n, result.data(), temp, temp_bytes);
  all_reduce<Op>(w, on, result);
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic
