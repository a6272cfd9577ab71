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

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <vector>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>
#include <diatomic/algorithms/scatter.hpp>
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

/// The elements of all parts, combined, in this processing element's part. They are read plainly: a
/// barrier is before, and nobody writes what this one owns.
template <op Op, class T>
struct merge_kernel {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> parts, element_range own) const {
    const std::size_t step = std::size_t{block_size()} * grid_size();
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    for (std::size_t i = own.first + thread; i < own.last; i += step) {
      T merged = parts.address(0)[i];
      for (int pe = 1; pe < parts.pes(); ++pe) {
        merged = result_of<Op>(merged, parts.address(pe)[i]);
      }
      parts.local()[i] = merged;
    }
  }
};
/// What another processing element owns, from its part.
template <class T>
struct fetch_kernel {
  DIATOMIC_DEVICE void operator()(symmetric_ptr<T> parts, int from, element_range theirs) const {
    const std::size_t step = std::size_t{block_size()} * grid_size();
    const std::size_t thread = std::size_t{block_index()} * block_size() + thread_index();
    const T* const merged = parts.address(from);
    for (std::size_t i = theirs.first + thread; i < theirs.last; i += step) {
      parts.local()[i] = merged[i];
    }
  }
};

/// Launches a kernel over the elements of a range, and waits.
template <class Kernel, class... Args>
void run_over(stream_view on, element_range range, Kernel kernel, Args... args) {
  if (range.first == range.last) return;
  constexpr std::size_t block = 256;
  const std::size_t blocks = (range.last - range.first + block - 1) / block;
  launch(static_cast<unsigned>(blocks < 2048 ? blocks : 2048), block, 0, on, kernel, args...,
         range);
  driver::synchronize(on.native_handle());
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
  const element_range own = owned_by(w.pe(), w.pes(), array.size());
  detail::driver::synchronize(on.native_handle());
  w.barrier();
  if (w.link() == remote_link::direct) {
    detail::run_over(on, own, detail::merge_kernel<Op, T>{}, array.pointer());
  } else if (own.first != own.last) {
    std::vector<T> merged = array.download(0, own.first, own.last - own.first);
    for (int pe = 1; pe < w.pes(); ++pe) {
      const std::vector<T> theirs = array.download(pe, own.first, merged.size());
      for (std::size_t i = 0; i < merged.size(); ++i) {
        merged[i] = result_of<Op>(merged[i], theirs[i]);
      }
    }
    upload(on, array.data() + own.first, merged.data(), merged.size());
    detail::driver::synchronize(on.native_handle());
  }
  w.barrier();
}

/// The same in all parts. The field's name: all-reduce.
template <op Op, class T>
void all_reduce(world& w, stream_view on, symmetric_array<T>& array) {
  reduce_scatter<Op>(w, on, array);
  for (int i = 1; i < w.pes(); ++i) {
    const int from = (w.pe() + i) % w.pes();  // Each asks another one.
    const element_range theirs = owned_by(from, w.pes(), array.size());
    if (w.link() == remote_link::direct) {
      detail::run_over(on, theirs, detail::fetch_kernel<T>{}, array.pointer(), from);
    } else {
      const std::vector<T> merged = array.download(from, theirs.first, theirs.last - theirs.first);
      upload(on, array.data() + theirs.first, merged.data(), merged.size());
      detail::driver::synchronize(on.native_handle());
    }
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
