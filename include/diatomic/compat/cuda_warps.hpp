// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's names for block- and warp-wide functions, on every backend:
/// `diatomic::cuda_names::__shfl_sync`. For kernels.
///
/// A 32-bit mask names the lanes of a 32-lane warp, on every chip. On AMD chips with 64-lane waves
/// such a warp is half a wave, so an unmodified CUDA source is correct. On the host 32 consecutive
/// threads of a block are a warp. A 64-bit mask, as in HIP, names lanes of the chip's native warp
/// or wave, and `width` is then 64 on AMD chips with 64-lane waves.
///
/// As in CUDA, each lane of the mask that has not ended must make the call with the same mask,
/// which includes the caller; not one call in each of two branches, whose lanes meet on the host
/// and on some NVIDIA chips, but not on AMD; `width` is a power of two; and a value from a lane
/// outside the mask is undefined. All threads of a block must make the same barrier calls. The host
/// throws `runtime_error` if a mask excludes the caller, if a lane of the mask waits at the block's
/// barrier, and if a thread that others wait for at the barrier has ended.

#include <cstdint>
#include <type_traits>

#include <diatomic/atomics/detail/lanes.hpp>
#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/runtime/kernel.hpp>

// clang-format off: a blank beside a slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(compat/warps.hpp)
// clang-format on

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
// The functions' types.
namespace cuda_calls {

/// A mask of any integer type, as an unsigned integer of the same size.
template <class Mask>
using mask_of = std::conditional_t<sizeof(Mask) == 8, unsigned long long, unsigned>;
template <class Mask>
DIATOMIC_DEVICE inline mask_of<Mask> as_mask(Mask mask) {
  static_assert(std::is_integral_v<Mask> && (sizeof(Mask) == 4 || sizeof(Mask) == 8),
                "diatomic: a lane mask must be a 32-bit integer (CUDA's warp) or a 64-bit integer "
                "(the chip's warp or wave)");
  return static_cast<mask_of<Mask>>(mask);
}

/// Applies `exchange_word` to each 4-byte word of `v`, or to the bits of a smaller `v`.
template <class T, class ExchangeWord>
DIATOMIC_DEVICE inline T exchanged(DIATOMIC_PERHAPS_UNSET T v, ExchangeWord exchange_word) {
  if constexpr (sizeof(T) < 4) {
    const std::uint32_t bits = detail::bits_as<unsigned_of<T>>(v);
    return detail::bits_as<T>(static_cast<unsigned_of<T>>(exchange_word(bits)));
  } else {
    return detail::word_by_word(v, exchange_word);
  }
}

/// The bits of a value to match, as an integer type that CUDA's instruction takes.
template <class T>
DIATOMIC_DEVICE inline auto bits_to_match(DIATOMIC_PERHAPS_UNSET T v) {
  constexpr bool is_right = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;
  static_assert(is_right,
                "diatomic: a match compares the bits of 1, 2, 4 or 8 bytes: split a larger value");
  if constexpr (sizeof(T) == 8) {
    return detail::bits_as<unsigned long long>(v);
  } else if constexpr (is_right) {
    return static_cast<unsigned>(detail::bits_as<unsigned_of<T>>(v));
  } else {
    return 0u;
  }
}

struct syncthreads_call {
  DIATOMIC_DEVICE void operator()() const { sync_block(); }
};
// Operands are passed by reference, since clang 19 to 22 ignore DIATOMIC_PERHAPS_UNSET in member
// functions.
struct syncthreads_count_call {
  DIATOMIC_DEVICE int operator()(const int& predicate) const {
    return runtime_api::block_count(predicate);
  }
};
struct syncthreads_and_call {
  DIATOMIC_DEVICE int operator()(const int& predicate) const {
    return runtime_api::block_all(predicate);
  }
};
struct syncthreads_or_call {
  DIATOMIC_DEVICE int operator()(const int& predicate) const {
    return runtime_api::block_any(predicate);
  }
};
struct nanosleep_call {
  DIATOMIC_DEVICE void operator()(unsigned nanoseconds) const {
    runtime_api::sleep_for(nanoseconds);
  }
};
struct syncwarp_call {
  template <class Mask = unsigned>
  DIATOMIC_DEVICE void operator()(Mask mask = static_cast<Mask>(~0u)) const {
    runtime_api::warp_sync(cuda_calls::as_mask(mask));
  }
};
struct activemask_call {
  DIATOMIC_DEVICE unsigned operator()() const { return runtime_api::warp_active(); }
};
struct ballot_call {
  template <class Mask>
  DIATOMIC_DEVICE mask_of<Mask> operator()(Mask mask, const int& predicate) const {
    return runtime_api::warp_ballot(cuda_calls::as_mask(mask), predicate != 0);
  }
};
struct any_call {
  template <class Mask>
  DIATOMIC_DEVICE int operator()(Mask mask, const int& predicate) const {
    return runtime_api::warp_any(cuda_calls::as_mask(mask), predicate != 0) ? 1 : 0;
  }
};
struct all_call {
  template <class Mask>
  DIATOMIC_DEVICE int operator()(Mask mask, const int& predicate) const {
    return runtime_api::warp_all(cuda_calls::as_mask(mask), predicate != 0) ? 1 : 0;
  }
};
template <source_lane Source>
struct shuffle_call {
  using operand = std::conditional_t<Source == source_lane::below || Source == source_lane::above,
                                     unsigned, int>;
  template <class Mask, class T>
  DIATOMIC_DEVICE argument_value_t<T> operator()(
      Mask mask, const T& v, operand by, int width = (runtime_api::lanes_of<mask_of<Mask>>)) const {
    return cuda_calls::exchanged<argument_value_t<T>>(v, [=](std::uint32_t word) {
      return runtime_api::template warp_shuffle<Source>(cuda_calls::as_mask(mask), word,
                                                        static_cast<unsigned>(by), width);
    });
  }
};
struct match_any_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE mask_of<Mask> operator()(Mask mask, const T& v) const {
    return runtime_api::warp_match_any(cuda_calls::as_mask(mask),
                                       cuda_calls::bits_to_match<argument_value_t<T>>(v));
  }
};
struct match_all_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE mask_of<Mask> operator()(Mask mask, const T& v, int* all) const {
    return runtime_api::warp_match_all(cuda_calls::as_mask(mask),
                                       cuda_calls::bits_to_match<argument_value_t<T>>(v), all);
  }
};
template <op Op>
struct reduce_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE auto operator()(Mask mask, const T& v) const {
    using value = argument_value_t<T>;
    static_assert((std::is_integral_v<value> || std::is_enum_v<value>) && sizeof(value) <= 8,
                  "diatomic: a warp reduction needs an integer of up to 64 bits: combine other "
                  "values with __shfl_xor_sync");
    constexpr bool is_bitwise = Op == op::bit_and || Op == op::bit_or || Op == op::bit_xor;
    using promoted = decltype(+v);
    using operand = std::conditional_t<is_bitwise, unsigned_of<promoted>, promoted>;
    return runtime_api::template warp_reduce<Op>(cuda_calls::as_mask(mask),
                                                 static_cast<operand>(v));
  }
};

}  // namespace cuda_calls
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// Lanes of the warp that 32-bit masks refer to.
inline constexpr int warpSize = 32;

/// `__syncthreads()`: the block's barrier, like `sync_block`.
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_call __syncthreads{};

/// `__syncthreads_count(predicate)`: the block's barrier, which returns the number of the block's
/// threads whose predicate is not 0; `__syncthreads_and`, `__syncthreads_or`: nonzero if it is not
/// 0 for all of them, or for any. On AMD they take 4 bytes of static shared memory, and three
/// barriers in blocks of more than one wave.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_count_call __syncthreads_count{};
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_and_call __syncthreads_and{};
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_or_call __syncthreads_or{};
///@}

/// `__syncwarp(mask = all lanes)`: a barrier for the lanes, which afterwards see each other's
/// earlier writes.
DIATOMIC_CALLABLE detail::cuda_calls::syncwarp_call __syncwarp{};

/// `__activemask()`: the lanes of the 32-lane warp that execute this call together, including the
/// caller. The compiler may split lanes that the source keeps together, and the host splits all of
/// them: other lanes of the warp may make the call later.
DIATOMIC_CALLABLE detail::cuda_calls::activemask_call __activemask{};

/// `__ballot_sync(mask, predicate)`: the lanes of the mask whose predicate is not 0, as a mask of
/// the same size; `__any_sync`, `__all_sync`: whether it is not 0 for any lane, or for all.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::ballot_call __ballot_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::any_call __any_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::all_call __all_sync{};
///@}

/// `__shfl_sync(mask, v, lane, width = all)`: the value of another lane: lane `lane` modulo `width`
/// in the caller's group of `width` lanes; the lane `delta` lower or higher in the group; or the
/// lane whose number differs in the given bits, unless its group is a later one. Without such a
/// lane, the caller's own value. `delta` must be below the number of lanes that the mask can name:
/// NVIDIA's instruction uses only the lower 5 bits of a larger one (PTX ISA, `shfl.sync`), and AMD
/// and the host return the caller's own value. T is any trivially copyable type of 1 or 2 bytes, or
/// of a multiple of 4 bytes.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_call<detail::source_lane::at> __shfl_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_call<detail::source_lane::below> __shfl_up_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_call<detail::source_lane::above> __shfl_down_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_call<detail::source_lane::across> __shfl_xor_sync{};
///@}

/// `__match_any_sync(mask, v)`: the lanes of the mask whose value has the same bits as the
/// caller's, as a mask of the same size. So +0 and -0 do not match, but NaNs with the same bits do.
/// T is any trivially copyable type of 1, 2, 4 or 8 bytes. On AMD it takes one step per distinct
/// value.
DIATOMIC_CALLABLE detail::cuda_calls::match_any_call __match_any_sync{};

/// `__match_all_sync(mask, v, all)`: the lanes of the mask that have not ended, and 1 in `*all`, if
/// all their values have the same bits; else 0, and 0 in `*all`. T as for `__match_any_sync`.
DIATOMIC_CALLABLE detail::cuda_calls::match_all_call __match_all_sync{};

/// `__reduce_add_sync(mask, v)`: the sum, minimum, maximum, bitwise and, or, or xor of the values
/// of the mask's lanes that have not ended, returned in each of these lanes. T is an integer of up
/// to 64 bits, which is promoted as in an expression; `and`, `or` and `xor` return it unsigned.
/// Sums wrap. On NVIDIA a 32-bit reduction is one instruction from sm_80 on; all others, and all on
/// AMD, use shuffles in a logarithmic number of steps.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::add> __reduce_add_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::min> __reduce_min_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::max> __reduce_max_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::bit_and> __reduce_and_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::bit_or> __reduce_or_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::bit_xor> __reduce_xor_sync{};
///@}

/// `__nanosleep(nanoseconds)`: suspends the thread for about this long, at most one millisecond,
/// for polling loops. On AMD in steps of 64 clocks. On the host it ignores the number and lets the
/// other threads of the block run, like `pause`.
DIATOMIC_CALLABLE detail::cuda_calls::nanosleep_call __nanosleep{};

}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
