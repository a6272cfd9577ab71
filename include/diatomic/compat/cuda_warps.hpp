// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// CUDA's names for what the threads of a block and of a warp do together, on every backend:
/// `diatomic::cuda_names::__shfl_sync`. For kernels.
///
/// A mask of 32 bits names lanes of a warp of 32, on every chip. On AMD chips with waves of 64
/// lanes such a warp is one half of a wave, so that a CUDA source is right as it is. On the host 32
/// consecutive threads of a block are a warp. A mask of 64 bits, as HIP has it, names lanes of the
/// chip's own warp or wave, and `width` is then 64 on AMD chips with waves of 64 lanes.
///
/// As in CUDA: each lane of the mask that has not ended must make the call, with the same mask, the
/// caller among them; `width` is a power of two; and of a lane outside the mask nothing is known.
/// All threads of a block must make the same calls of those that are barriers. The host throws
/// `runtime_error` where a mask leaves out the caller, where a lane of the mask waits at the
/// block's barrier, and where a thread has ended that others wait for there.

#include <cstdint>
#include <type_traits>

#include <diatomic/core/detail/backend_select.hpp>
#include <diatomic/dispatch/lanes.hpp>
#include <diatomic/runtime/kernel.hpp>

// clang-format off: a blank beside a slash would become part of the name.
#include DIATOMIC_BACKEND_HEADER(compat/warps.hpp)
// clang-format on

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
// The functions' types.
namespace cuda_calls {

/// A mask of any integer type, as an unsigned one of its size.
template <class Mask>
using mask_of = std::conditional_t<sizeof(Mask) == 8, unsigned long long, unsigned>;
template <class Mask>
DIATOMIC_DEVICE inline mask_of<Mask> as_mask(Mask mask) {
  static_assert(std::is_integral_v<Mask> && (sizeof(Mask) == 4 || sizeof(Mask) == 8),
                "diatomic: a mask is an integer of 32 bits (lanes of CUDA's warp) or of 64 bits "
                "(lanes of the chip's warp or wave)");
  return static_cast<mask_of<Mask>>(mask);
}

/// `v` after `exchange_word` of each of its words of 4 bytes; of a smaller one, of its bits.
template <class T, class ExchangeWord>
DIATOMIC_DEVICE inline T exchanged(DIATOMIC_PERHAPS_UNSET T v, ExchangeWord exchange_word) {
  if constexpr (sizeof(T) < 4) {
    const std::uint32_t bits = bits_as<unsigned_of<T>>(v);
    return bits_as<T>(static_cast<unsigned_of<T>>(exchange_word(bits)));
  } else {
    return word_by_word(v, exchange_word);
  }
}

/// The bits of a value that lanes compare, as an integer that CUDA's instruction takes.
template <class T>
DIATOMIC_DEVICE inline auto bits_to_match(DIATOMIC_PERHAPS_UNSET T v) {
  constexpr bool is_right = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;
  static_assert(is_right,
                "diatomic: lanes match values of 1, 2, 4 or 8 bytes, by their bits; match "
                "the parts of larger ones");
  if constexpr (sizeof(T) == 8) {
    return bits_as<unsigned long long>(v);
  } else if constexpr (is_right) {
    return static_cast<unsigned>(bits_as<unsigned_of<T>>(v));
  } else {
    return 0u;
  }
}

struct syncthreads_call {
  DIATOMIC_DEVICE void operator()() const { sync_block(); }
};
// What threads pass is taken by reference, since clang 19 to 22 ignore DIATOMIC_PERHAPS_UNSET in
// member functions.
struct syncthreads_count_call {
  DIATOMIC_DEVICE int operator()(const int& predicate) const {
    return driver::block_count(predicate);
  }
};
struct syncthreads_and_call {
  DIATOMIC_DEVICE int operator()(const int& predicate) const {
    return driver::block_all(predicate);
  }
};
struct syncthreads_or_call {
  DIATOMIC_DEVICE int operator()(const int& predicate) const {
    return driver::block_any(predicate);
  }
};
struct nanosleep_call {
  DIATOMIC_DEVICE void operator()(unsigned nanoseconds) const { driver::sleep_for(nanoseconds); }
};
struct syncwarp_call {
  template <class Mask = unsigned>
  DIATOMIC_DEVICE void operator()(Mask mask = static_cast<Mask>(~0u)) const {
    driver::warp_sync(as_mask(mask));
  }
};
struct activemask_call {
  DIATOMIC_DEVICE unsigned operator()() const { return driver::warp_active(); }
};
struct ballot_call {
  template <class Mask>
  DIATOMIC_DEVICE mask_of<Mask> operator()(Mask mask, const int& predicate) const {
    return driver::warp_ballot(as_mask(mask), predicate != 0);
  }
};
struct any_call {
  template <class Mask>
  DIATOMIC_DEVICE int operator()(Mask mask, const int& predicate) const {
    return driver::warp_any(as_mask(mask), predicate != 0) ? 1 : 0;
  }
};
struct all_call {
  template <class Mask>
  DIATOMIC_DEVICE int operator()(Mask mask, const int& predicate) const {
    return driver::warp_all(as_mask(mask), predicate != 0) ? 1 : 0;
  }
};
struct shuffle_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE std::remove_cv_t<T> operator()(
      Mask mask, const T& v, int lane, int width = driver::lanes_of<mask_of<Mask>>) const {
    return exchanged<std::remove_cv_t<T>>(v, [=](std::uint32_t word) {
      return driver::warp_shuffle(as_mask(mask), word, lane, width);
    });
  }
};
struct shuffle_up_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE std::remove_cv_t<T> operator()(
      Mask mask, const T& v, unsigned delta, int width = driver::lanes_of<mask_of<Mask>>) const {
    return exchanged<std::remove_cv_t<T>>(v, [=](std::uint32_t word) {
      return driver::warp_shuffle_up(as_mask(mask), word, delta, width);
    });
  }
};
struct shuffle_down_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE std::remove_cv_t<T> operator()(
      Mask mask, const T& v, unsigned delta, int width = driver::lanes_of<mask_of<Mask>>) const {
    return exchanged<std::remove_cv_t<T>>(v, [=](std::uint32_t word) {
      return driver::warp_shuffle_down(as_mask(mask), word, delta, width);
    });
  }
};
struct shuffle_xor_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE std::remove_cv_t<T> operator()(
      Mask mask, const T& v, int bits, int width = driver::lanes_of<mask_of<Mask>>) const {
    return exchanged<std::remove_cv_t<T>>(v, [=](std::uint32_t word) {
      return driver::warp_shuffle_xor(as_mask(mask), word, bits, width);
    });
  }
};
struct match_any_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE mask_of<Mask> operator()(Mask mask, const T& v) const {
    return driver::warp_match_any(as_mask(mask), bits_to_match(v));
  }
};
struct match_all_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE mask_of<Mask> operator()(Mask mask, const T& v, int* all) const {
    return driver::warp_match_all(as_mask(mask), bits_to_match(v), all);
  }
};
template <op Op>
struct reduce_call {
  template <class Mask, class T>
  DIATOMIC_DEVICE auto operator()(Mask mask, const T& v) const {
    static_assert((std::is_integral_v<T> || std::is_enum_v<T>) && sizeof(T) <= 8,
                  "diatomic: lanes reduce integers of up to 64 bits; combine other values by "
                  "__shfl_xor_sync");
    constexpr bool is_bitwise = Op == op::bit_and || Op == op::bit_or || Op == op::bit_xor;
    using promoted = decltype(+v);
    using operand = std::conditional_t<is_bitwise, unsigned_of<promoted>, promoted>;
    return driver::template warp_reduce<Op>(as_mask(mask), static_cast<operand>(v));
  }
};

}  // namespace cuda_calls
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {

/// Lanes of a warp that masks of 32 bits speak of.
inline constexpr int warpSize = 32;

/// `__syncthreads()`: the block's barrier, as `sync_block`.
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_call __syncthreads{};

/// `__syncthreads_count(predicate)`: the block's barrier, which returns for how many of the block's
/// threads the predicate is not 0; `__syncthreads_and`, `__syncthreads_or`: whether for all of
/// them, and whether for one, as a number that is not 0 if so. On AMD they take 4 bytes of static
/// shared memory, and in blocks of more than one wave three barriers.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_count_call __syncthreads_count{};
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_and_call __syncthreads_and{};
DIATOMIC_CALLABLE detail::cuda_calls::syncthreads_or_call __syncthreads_or{};
///@}

/// `__syncwarp(mask = all lanes)`: what the lanes did before, all of them see after.
DIATOMIC_CALLABLE detail::cuda_calls::syncwarp_call __syncwarp{};

/// `__activemask()`: lanes of the warp of 32 that are here now, the caller's among them. The
/// compiler may part lanes that the source does not, and the host parts them all: the others of the
/// warp may come later.
DIATOMIC_CALLABLE detail::cuda_calls::activemask_call __activemask{};

/// `__ballot_sync(mask, predicate)`: the lanes of the mask whose predicate is not 0, in the mask's
/// size; `__any_sync`, `__all_sync`: whether there is one, and whether it is all of them.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::ballot_call __ballot_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::any_call __any_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::all_call __all_sync{};
///@}

/// `__shfl_sync(mask, v, lane, width = all)`: the value of another lane: of the number `lane` in
/// the caller's group of `width` lanes, modulo `width`; of the lane that is `delta` lower or higher
/// in the group; of the lane whose number differs in given bits, if its group is not a later one.
/// Where there is no such lane, the caller's own value. `delta` is below the number of lanes that
/// the mask can name: of a larger one NVIDIA's instruction uses the lower 5 bits (PTX ISA,
/// `shfl.sync`), and AMD and the host return the caller's own value. T is any trivially copyable
/// type of 1, 2, or 4 bytes, or a whole number of times 4.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_call __shfl_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_up_call __shfl_up_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_down_call __shfl_down_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::shuffle_xor_call __shfl_xor_sync{};
///@}

/// `__match_any_sync(mask, v)`: the lanes of the mask whose value has the same bits as the
/// caller's, in the mask's size. So +0 and -0 do not match, and NaNs of the same bits do. T is any
/// trivially copyable type of 1, 2, 4 or 8 bytes. On AMD it takes a step for each value that there
/// is.
DIATOMIC_CALLABLE detail::cuda_calls::match_any_call __match_any_sync{};

/// `__match_all_sync(mask, v, all)`: the lanes of the mask that have not ended, and 1 in `*all`, if
/// all their values have the same bits; else 0, and 0 in `*all`. T as for `__match_any_sync`.
DIATOMIC_CALLABLE detail::cuda_calls::match_all_call __match_all_sync{};

/// `__reduce_add_sync(mask, v)`: the sum of the values of the mask's lanes that have not ended, in
/// each of these lanes; their minimum, maximum, bitwise and, or, xor. T is an integer of up to 64
/// bits, which is promoted as in an expression; `and`, `or` and `xor` return it unsigned. Sums
/// wrap. On NVIDIA 32 bits are one instruction from sm_80 on; all else there, and all on AMD, is
/// shuffles, in a logarithmic number of steps.
///@{
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::add> __reduce_add_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::min> __reduce_min_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::max> __reduce_max_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::bit_and> __reduce_and_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::bit_or> __reduce_or_sync{};
DIATOMIC_CALLABLE detail::cuda_calls::reduce_call<op::bit_xor> __reduce_xor_sync{};
///@}

/// `__nanosleep(nanoseconds)`: what a loop calls between its polls; suspends the thread for about
/// so long, at most for a millisecond. On AMD by steps of 64 clocks. On the host it does not depend
/// on the number: the other threads of the block run meanwhile, as with `pause`.
DIATOMIC_CALLABLE detail::cuda_calls::nanosleep_call __nanosleep{};

}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
