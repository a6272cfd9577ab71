// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The kernel behind `histogram` and `scatter_add`: reads the input and adds to a block's counters.

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <diatomic/algorithms/elements.hpp>
#include <diatomic/collectives/binning.hpp>
#include <diatomic/collectives/block_histogram.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// The weights of an unweighted histogram: each value counts 1.
struct no_weight {};

/// Whether a histogram counts the 256 values of a byte, and maps them to bins when it merges.
template <class Input, class Weight>
inline constexpr bool counts_values = sizeof(Input) == 1 && std::is_same_v<Weight, no_weight>;

/// 16 bytes of input.
struct alignas(16) [[gnu::may_alias]] packet {
  unsigned words[4];
};

template <class Input>
inline constexpr unsigned packet_size =
    16 % sizeof(Input) == 0 ? static_cast<unsigned>(16 / sizeof(Input)) : 0;

DIATOMIC_DEVICE inline packet read_packet(const void* from) {
  return *static_cast<const packet*>(from);
}

/// Element `At` of a packet.
template <class Input, std::size_t At>
DIATOMIC_DEVICE Input element_of(const packet& of) {
  if constexpr (sizeof(Input) < 4) {
    constexpr std::size_t in_word = 4 / sizeof(Input);
    using bits = std::conditional_t<sizeof(Input) == 1, std::uint8_t, std::uint16_t>;
    const unsigned word = of.words[At / in_word];
    return detail::bits_as<Input>(static_cast<bits>(word >> (At % in_word * 8 * sizeof(Input))));
  } else {
    constexpr int words = sizeof(Input) / 4;
    pack<unsigned, words> raw{};
    for (int k = 0; k < words; ++k) raw.at[k] = of.words[At * words + static_cast<std::size_t>(k)];
    return detail::bits_as<Input>(raw);
  }
}

/// Counts each value immediately.
template <class Own, class Bin>
struct counting_singly {
  template <class Input>
  static constexpr unsigned packets_at_once = 4;
  Own& own;
  Bin bin_of;

  template <class Input, std::size_t... At>
  DIATOMIC_DEVICE void count(const packet& of, std::index_sequence<At...>) {
    (count(detail::element_of<Input, At>(of)), ...);
  }
  template <class Input>
  DIATOMIC_DEVICE void count(Input value) {
    own.add(bin_of(value));
  }
  DIATOMIC_DEVICE void finish() {}
};

/// Counts byte values, whatever their bins.
template <class Own>
struct counting_values {
  template <class Input>
  static constexpr unsigned packets_at_once = 4;
  Own& own;

  template <class Input, std::size_t... At>
  DIATOMIC_DEVICE void count(const packet& of, std::index_sequence<At...>) {
    (own.add_own(of.words[At / 4] >> (At % 4 * 8) & 255), ...);
  }
  template <class Input>
  DIATOMIC_DEVICE void count(Input value) {
    unsigned char own_bin;
    __builtin_memcpy(&own_bin, __builtin_addressof(value), 1);
    own.add_own(own_bin);
  }
  DIATOMIC_DEVICE void finish() {}
};

/// Sums packets whose values share one bin, for counters on which lanes would otherwise serialize.
template <class Own, class Bin>
struct counting_runs {
  template <class Input>
  static constexpr unsigned packets_at_once = sizeof(Input) < 4 ? 2 : 4;
  Own& own;
  Bin bin_of;
  unsigned bin = no_bin;
  unsigned run = 0;

  template <class Input, std::size_t... At>
  DIATOMIC_DEVICE void count(const packet& of, std::index_sequence<At...>) {
    const unsigned bins[] = {bin_of(detail::element_of<Input, At>(of))...};
    if ((... && (bins[At] == bins[0]))) {
      add_to_run(bins[0], sizeof...(At));
    } else {
      own.add_all(bins);
    }
  }
  template <class Input>
  DIATOMIC_DEVICE void count(Input value) {
    add_to_run(bin_of(value), 1);
  }
  DIATOMIC_DEVICE void add_to_run(unsigned next, unsigned times) {
    if (next != bin) {
      finish();
      bin = next;
    }
    run += times;
  }
  DIATOMIC_DEVICE void finish() {
    if (run != 0) own.add(bin, run);
    run = 0;
  }
};

/// Slice `slice` of `slices`. All slices but the last begin and end with a memory line.
struct slice_bounds {
  std::size_t begin;
  std::size_t end;

  DIATOMIC_DEVICE slice_bounds(std::size_t n, unsigned slice, unsigned slices) {
    const std::size_t length = ((n + slices - 1) / slices + 31) / 32 * 32;
    begin = slice * length;
    end = n < begin + length ? n : begin + length;
  }
};

/// Reads some packets, then counts them. A pack expansion, since a loop cannot index registers.
template <class Input, class Counting, class Elements, std::size_t... K>
DIATOMIC_DEVICE void count_packets(const char* from, std::size_t stride, Counting& counting,
                                   Elements all, std::index_sequence<K...>) {
  const packet some[] = {read_packet(from + K * stride)...};
  (counting.template count<Input>(some[K], all), ...);
}

/// Four elements from number i on, with a stride of `stride`: four loads in flight.
template <class Elements>
struct four_elements {
  element_t<Elements> at[4];

  DIATOMIC_DEVICE four_elements(const Elements& elements, std::size_t i, std::size_t stride)
      : at{detail::element_at(elements, i), detail::element_at(elements, i + stride),
           detail::element_at(elements, i + 2 * stride),
           detail::element_at(elements, i + 3 * stride)} {}
};

/// Counts slice `slice` of `slices` of the `n` elements, one by one.
template <class Elements, class Counting>
DIATOMIC_DEVICE void count_singly(const Elements& input, std::size_t n, unsigned slice,
                                  unsigned slices, Counting& counting) {
  const std::size_t stride = std::size_t{slices} * block_size();
  std::size_t i = std::size_t{slice} * block_size() + thread_index();
  for (; i + 3 * stride < n; i += 4 * stride) {
    const four_elements<Elements> values(input, i, stride);
    for (const auto& value : values.at) counting.count(value);
  }
  for (; i < n; i += stride) counting.count(detail::element_at(input, i));
}

/// Counts slice `slice` of `slices` of the `n` elements. A slice of an array is consecutive, and
/// read in 16-byte loads where possible; the first slice also takes the unaligned ends.
template <class Elements, class Counting>
DIATOMIC_DEVICE void count_slice(const Elements& input, std::size_t n, unsigned slice,
                                 unsigned slices, Counting counting) {
  using Input = element_t<Elements>;
  constexpr unsigned size = is_contiguous_v<Elements> ? packet_size<Input> : 0;
  if constexpr (size == 0) {
    detail::count_singly(input, n, slice, slices, counting);
  } else if (reinterpret_cast<std::uintptr_t>(input) % sizeof(Input) != 0) {
    // For example a four-byte struct at any address.
    detail::count_singly(input, n, slice, slices, counting);
  } else {
    constexpr std::make_index_sequence<size> all{};
    const auto address = reinterpret_cast<std::uintptr_t>(input);
    const std::size_t ahead = (0 - address) % 16 / sizeof(Input);
    const std::size_t head = ahead < n ? ahead : n;
    const std::size_t packets = (n - head) / size;
    const slice_bounds part(packets, slice, slices);
    const char* const body = reinterpret_cast<const char*>(input + head);
    const unsigned stride = block_size();
    std::size_t i = part.begin + thread_index();
    constexpr unsigned at_once = Counting::template packets_at_once<Input>;
    constexpr std::make_index_sequence<at_once> each{};
    for (; i + (at_once - 1) * stride < part.end; i += at_once * stride) {
      detail::count_packets<Input>(body + i * 16, stride * 16, counting, all, each);
    }
    for (; i < part.end; i += stride) {
      counting.template count<Input>(read_packet(body + i * 16), all);
    }
    const std::size_t tail = head + packets * size;
    if (slice == 0) {
      for (std::size_t k = thread_index(); k < head + (n - tail); k += stride) {
        counting.count(input[k < head ? k : tail + (k - head)]);
      }
    }
  }
  counting.finish();
}

/// Adds the weights of slice `slice` of `slices`, with four elements in flight. A spread slice
/// consists of pieces, one in each round of all blocks, so that values sorted by bin collide less.
/// A weight is converted to Count before it is added.
template <class Count, class Elements, class Weights, class Own, class Bin>
DIATOMIC_DEVICE void add_slice(const Elements& input, const Weights& weights, std::size_t n,
                               bool spread, unsigned slice, unsigned slices, Own& own, Bin bin_of) {
  const slice_bounds part(n, slice, slices);
  const std::size_t stride = spread ? std::size_t{slices} * block_size() : block_size();
  const std::size_t end = spread ? n : part.end;
  std::size_t i = (spread ? std::size_t{slice} * block_size() : part.begin) + thread_index();
  for (; i + 3 * stride < end; i += 4 * stride) {
    const four_elements<Elements> values(input, i, stride);
    const four_elements<Weights> with(weights, i, stride);
    for (unsigned k = 0; k < 4; ++k) {
      own.add(bin_of(values.at[k]), static_cast<Count>(with.at[k]));
    }
  }
  for (; i < end; i += stride) {
    own.add(bin_of(detail::element_at(input, i)),
            static_cast<Count>(detail::element_at(weights, i)));
  }
}

/// The arguments of a launch. Block b counts the bins of part b % `parts`.
struct counting_job {
  std::size_t n;
  unsigned bins;
  unsigned part_bins;  ///< bins of a part
  unsigned copies;
  unsigned parts;
  bool spread;
};

template <class Layout>
struct counting_kernel {
  template <class Elements, class Weights, class Bin, class Count>
  DIATOMIC_DEVICE void operator()(Elements input, [[maybe_unused]] Weights weights, Bin bin_of,
                                  Count* counts, counting_job job) const {
    using Input = element_t<Elements>;
    using Weight = element_t<Weights>;
    constexpr bool in_columns =
        !std::is_same_v<Layout, packed_counters<16>> && !std::is_same_v<Layout, global_counters>;
    constexpr bool by_value = in_columns && counts_values<Input, Weight>;
    const unsigned part = block_index() % job.parts;
    const unsigned slice = block_index() / job.parts;
    const unsigned slices = grid_size() / job.parts;
    const unsigned first = part * job.part_bins;
    const unsigned part_bins =
        by_value || job.part_bins < job.bins - first ? job.part_bins : job.bins - first;
    block_histogram<Layout, Count> own(shared_array<packet>(), {first, part_bins, job.copies},
                                       counts);
    own.clear();
    if constexpr (!std::is_same_v<Weight, no_weight>) {
      detail::add_slice<Count>(input, weights, job.n, job.spread, slice, slices, own, bin_of);
    } else if constexpr (by_value) {
      detail::count_slice(input, job.n, slice, slices, counting_values<decltype(own)>{own});
    } else if constexpr (in_columns) {
      detail::count_slice(input, job.n, slice, slices,
                          counting_singly<decltype(own), Bin>{own, bin_of});
    } else {
      detail::count_slice(input, job.n, slice, slices,
                          counting_runs<decltype(own), Bin>{own, bin_of});
    }
    if constexpr (by_value) {
      const auto bin_of_own = [bin_of](unsigned own_bin) {
        return bin_of(detail::bits_as<Input>(static_cast<unsigned char>(own_bin)));
      };
      own.merge_by(bin_of_own, job.bins);
    } else {
      own.merge();
    }
  }
};

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail
