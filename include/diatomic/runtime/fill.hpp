// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Fills memory with a value, in stream order. Copies and byte fills are in
/// `<diatomic/runtime/memory.hpp>`.

#include <diatomic/core/detail/host_code.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <diatomic/runtime/kernel.hpp>
#include <diatomic/runtime/launch.hpp>
#include <diatomic/runtime/memory.hpp>
#include <diatomic/runtime/stream.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {

/// Writes elements of `Size` bytes that are aligned to `Alignment`, with 16-byte stores where whole
/// elements fill 16 bytes.
template <std::size_t Size, std::size_t Alignment>
struct fill_kernel {
  using word =
      std::conditional_t<Size % 4 == 0 && Alignment % 4 == 0, std::uint32_t, unsigned char>;
  struct element {
    word words[Size / sizeof(word)];
  };
  struct alignas(16) vector {
    std::uint32_t words[4];
  };
  element value;
  vector values;  // as many elements as fit

  DIATOMIC_DEVICE void operator()(void* memory, std::size_t n) const {
    auto* const elements = static_cast<element*>(memory);
    std::size_t head = n;
    std::size_t vectors = 0;
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    if (16 % Size == 0 && address % Size == 0) {
      const std::size_t to_aligned = (16 - address % 16) % 16 / Size;
      head = to_aligned < n ? to_aligned : n;
      vectors = (n - head) * Size / 16;
    }
    auto* const aligned = reinterpret_cast<vector*>(elements + head);
    for (std::size_t i = global_index(); i < vectors; i += global_size()) aligned[i] = values;
    const std::size_t tail = head + vectors * 16 / Size;
    for (std::size_t i = global_index(); i < head; i += global_size()) elements[i] = value;
    for (std::size_t i = tail + global_index(); i < n; i += global_size()) elements[i] = value;
  }
};

/// Queues the kernel that fills `n` elements with the bytes at `value`.
template <std::size_t Size, std::size_t Alignment>
void start_fill(stream_view stream, void* memory, std::size_t n, const void* value) {
  fill_kernel<Size, Alignment> kernel{};
  std::memcpy(__builtin_addressof(kernel.value), value, Size);
  auto* const bytes = reinterpret_cast<unsigned char*>(__builtin_addressof(kernel.values));
  for (std::size_t i = 0; i + Size <= 16; i += Size) std::memcpy(bytes + i, value, Size);
  constexpr std::size_t block = 256;
  constexpr std::size_t bytes_a_block = block * 16 * 4;
  const std::size_t grid = std::clamp<std::size_t>(n / (bytes_a_block / Size + 1), 1, 65536);
  diatomic::launch(static_cast<unsigned>(grid), static_cast<unsigned>(block), 0, stream, kernel,
                   memory, n);
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {

/// Queues on `stream` a fill of the `n` elements at `memory`, in the device's memory, with
/// `value`.
///
/// T is any trivially copyable type. If all bytes of the value are equal, as for 0, the vendor's
/// fill is used, else a kernel. Throws `std::invalid_argument` if `memory` is null or not aligned
/// for T; `n` may be 0.
template <class T>
void fill(stream_view stream, T* memory, std::size_t n,
          const typename detail::identity<T>::type& value) {
  static_assert(detail::is_copied_by_bytes<T>, "fill: T must be trivially copyable");
  detail::check_array("fill", memory, n, "the device's memory");
  if (reinterpret_cast<std::uintptr_t>(memory) % alignof(T) != 0) {
    throw std::invalid_argument("fill: the device's memory is not aligned to " +
                                std::to_string(alignof(T)) + " bytes");
  }
  if (n == 0) return;
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, __builtin_addressof(value), sizeof(T));
  if (std::count(bytes, bytes + sizeof(T), bytes[0]) == sizeof(T)) {
    diatomic::fill_bytes(stream, memory, n, bytes[0]);
  } else if constexpr (detail::runtime_api::threads_yield) {  // The host, which has no queue.
    auto* const to = reinterpret_cast<unsigned char*>(memory);
    for (std::size_t i = 0; i < n; ++i) std::memcpy(to + i * sizeof(T), bytes, sizeof(T));
  } else {
    detail::start_fill<sizeof(T), alignof(T)>(stream, memory, n, bytes);
  }
}

}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
