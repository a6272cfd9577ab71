// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Links to other devices and processes, on CUDA. The public functions are documented in
/// `<diatomic/runtime/links.hpp>`.

#include <cstddef>
#include <cstring>

#include <cuda_runtime_api.h>

#include <diatomic/gpu/links.hpp>
#include <diatomic/runtime/detail/link_types.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_RUNTIME_NS {
namespace runtime_api {

#if CUDART_VERSION >= 13000
/// In the order of `link_operation`.
inline constexpr cudaAtomicOperation link_operations[] = {
    cudaAtomicOperationIntegerAdd,
    cudaAtomicOperationIntegerMin,
    cudaAtomicOperationIntegerMax,
    cudaAtomicOperationIntegerIncrement,
    cudaAtomicOperationIntegerDecrement,
    cudaAtomicOperationAnd,
    cudaAtomicOperationOr,
    cudaAtomicOperationXOR,
    cudaAtomicOperationExchange,
    cudaAtomicOperationCAS,
    cudaAtomicOperationFloatAdd,
    cudaAtomicOperationFloatMin,
    cudaAtomicOperationFloatMax,
};
static_assert(sizeof link_operations / sizeof *link_operations == link_operation_count);
/// The bits are in the order of `link_capability`.
inline constexpr auto link_capabilities = tables::any_of(
    link_capability::signed_integer, link_capability::unsigned_integer, link_capability::reduction,
    link_capability::scalar_32, link_capability::scalar_64, link_capability::scalar_128,
    link_capability::vector_32x4);
static_assert(tables::any_of(link_capability::signed_integer).bits == cudaAtomicCapabilitySigned &&
              tables::any_of(link_capability::unsigned_integer).bits ==
                  cudaAtomicCapabilityUnsigned &&
              tables::any_of(link_capability::reduction).bits == cudaAtomicCapabilityReduction &&
              tables::any_of(link_capability::scalar_32).bits == cudaAtomicCapabilityScalar32 &&
              tables::any_of(link_capability::scalar_64).bits == cudaAtomicCapabilityScalar64 &&
              tables::any_of(link_capability::scalar_128).bits == cudaAtomicCapabilityScalar128 &&
              tables::any_of(link_capability::vector_32x4).bits == cudaAtomicCapabilityVector32x4);

/// Fills in the operations of a link from `query(masks, operations, count)`.
template <class Query>
void ask_operations(link_atomics& link, Query query) {
  unsigned masks[link_operation_count] = {};
  if (!runtime_api::is_answered(query(masks, link_operations, link_operation_count))) return;
  link.operations.emplace();
  for (std::size_t i = 0; i < link_operation_count; ++i) {
    (*link.operations)[i].bits = masks[i] & link_capabilities.bits;
  }
}
#endif

inline link_atomics host_link(int device) {
  link_atomics link;
  link.access = attribute(cudaDevAttrCanMapHostMemory, device) != 0;
  const bool all = attribute(cudaDevAttrHostNativeAtomicSupported, device) != 0;
  link.native = all ? link_support::all : link_support::none;
#if CUDART_VERSION >= 13000
  int some = 0;
  if (!all &&
      runtime_api::is_answered(
          cudaDeviceGetAttribute(&some, cudaDevAttrOnlyPartialHostNativeAtomicSupported, device)) &&
      some != 0) {
    link.native = link_support::some;
  }
  runtime_api::ask_operations(
      link, [&](unsigned* masks, const cudaAtomicOperation* which, unsigned count) {
        return cudaDeviceGetHostAtomicCapabilities(masks, which, count, device);
      });
#endif
  return link;
}

inline link_atomics peer_link(int device, int peer) {
  link_atomics link;
  int access = 0;
  runtime_api::check(cudaDeviceCanAccessPeer(&access, device, peer), "cudaDeviceCanAccessPeer");
  link.access = access != 0;
  link.native = link_support::none;
  if (!link.access) return link;
  int all = 0;
  runtime_api::check(
      cudaDeviceGetP2PAttribute(&all, cudaDevP2PAttrNativeAtomicSupported, device, peer),
      "cudaDeviceGetP2PAttribute");
  if (all != 0) link.native = link_support::all;
#if CUDART_VERSION >= 13000
  int some = 0;
  if (all == 0 &&
      runtime_api::is_answered(cudaDeviceGetP2PAttribute(
          &some, cudaDevP2PAttrOnlyPartialNativeAtomicSupported, device, peer)) &&
      some != 0) {
    link.native = link_support::some;
  }
  runtime_api::ask_operations(
      link, [&](unsigned* masks, const cudaAtomicOperation* which, unsigned count) {
        return cudaDeviceGetP2PAtomicCapabilities(masks, which, count, device, peer);
      });
#endif
  return link;
}

/// The UUID, because processes may number devices differently (CUDA_VISIBLE_DEVICES).
inline device_id identify(int device) {
  cudaDeviceProp found;
  runtime_api::check(cudaGetDeviceProperties(&found, device), "cudaGetDeviceProperties");
  device_id id{};
  static_assert(sizeof(found.uuid) <= sizeof(id));
  std::memcpy(id.data(), &found.uuid, sizeof(found.uuid));
  return id;
}

}  // namespace runtime_api
}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::detail
