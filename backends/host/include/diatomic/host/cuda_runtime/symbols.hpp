// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// The CUDA runtime's access to `__device__` and `__constant__` variables on the CPU, where they
/// are variables as any other.

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>

#include <dlfcn.h>

#include <diatomic/host/cuda_runtime/copies.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_compat {

template <class T>
unsigned char* bytes_of_symbol(const T& symbol) {
  return reinterpret_cast<unsigned char*>(const_cast<std::remove_cv_t<T>*>(std::addressof(symbol)));
}
/// Whether it is a variable of the program, rather than a local one or a value such as `&variable`.
template <class T>
bool is_symbol(const T& symbol) {
  Dl_info module{};
  return ::dladdr(cuda_compat::bytes_of_symbol(symbol), &module) != 0;
}
/// The check of a copy of `bytes` bytes between `offset` in a variable and `memory`.
template <class T>
cudaError_t check_symbol(const T& symbol, const void* memory, std::size_t bytes, std::size_t offset,
                         bool is_valid_kind, bool is_host) {
  if (!cuda_compat::is_symbol(symbol)) return cudaErrorInvalidSymbol;
  if (!is_valid_kind) return cudaErrorInvalidMemcpyDirection;
  if (offset > sizeof(T) || bytes > sizeof(T) - offset) return cudaErrorInvalidValue;
  const bool fits = cuda_compat::is_range(memory, bytes, is_host ? place::host : place::any);
  return fits || bytes == 0 ? cudaSuccess : cudaErrorInvalidValue;
}

}  // namespace cuda_compat
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic::detail

namespace diatomic {
inline namespace DIATOMIC_BACKEND_NS {
namespace cuda_names {
inline namespace at_file_scope {

template <class T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, std::size_t bytes,
                                    std::size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    const cudaError_t e = detail::cuda_compat::check_symbol(symbol, from, bytes, offset,
                                                            kind == cudaMemcpyHostToDevice ||
                                                                kind == cudaMemcpyDeviceToDevice ||
                                                                kind == cudaMemcpyDefault,
                                                            kind == cudaMemcpyHostToDevice);
    if (e == cudaSuccess && bytes != 0) {
      std::memmove(detail::cuda_compat::bytes_of_symbol(symbol) + offset, from, bytes);
    }
    return e;
  });
}
template <class T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, std::size_t bytes,
                               std::size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cuda_names::cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, std::size_t bytes,
                                      std::size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream = nullptr) {
  return detail::cuda_compat::on_stream(stream, [&] {
    const cudaError_t e = detail::cuda_compat::check_symbol(symbol, to, bytes, offset,
                                                            kind == cudaMemcpyDeviceToHost ||
                                                                kind == cudaMemcpyDeviceToDevice ||
                                                                kind == cudaMemcpyDefault,
                                                            kind == cudaMemcpyDeviceToHost);
    if (e == cudaSuccess && bytes != 0) {
      std::memmove(to, detail::cuda_compat::bytes_of_symbol(symbol) + offset, bytes);
    }
    return e;
  });
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes,
                                 std::size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cuda_names::cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind);
}

template <class T>
cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return detail::cuda_compat::call([&] {
    if (address == nullptr) return cudaErrorInvalidValue;
    if (!detail::cuda_compat::is_symbol(symbol)) return cudaErrorInvalidSymbol;
    *address = detail::cuda_compat::bytes_of_symbol(symbol);
    return cudaSuccess;
  });
}
template <class T>
cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T& symbol) {
  return detail::cuda_compat::call([&] {
    if (bytes == nullptr) return cudaErrorInvalidValue;
    if (!detail::cuda_compat::is_symbol(symbol)) return cudaErrorInvalidSymbol;
    *bytes = sizeof(T);
    return cudaSuccess;
  });
}

}  // namespace at_file_scope
}  // namespace cuda_names
}  // namespace DIATOMIC_BACKEND_NS
}  // namespace diatomic
