// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as in the transport `nvshmem`, but on network links too.

#include <algorithm>
#include <cstddef>

#include <diatomic/nvshmem/world.hpp>
#include <diatomic/nvshmem_network/segment.hpp>

namespace diatomic::transports::nvshmem_network {
inline namespace DIATOMIC_RUNTIME_NS {

using nvshmem::options;
using nvshmem::run;

/// Starts the half of NVSHMEM that is linked into this program, so that its kernels get the
/// library's state.
inline void start_device_library() {
  // Ends the process on failure, like all of NVSHMEM's start functions.
  static const int status = nvshmemx_init_attr(0, nullptr);
  nvshmem::check(status, "nvshmemx_init_attr");
}

/// One process of the world.
class session : public nvshmem::elements {
 public:
  explicit session(const options& o)
      : elements(o),
        link_(processes_.all_agree(!o.network_only) && why_not_direct().empty()
                  ? remote_link::direct
                  : remote_link::network) {
    start_device_library();
    if (link_ == remote_link::network) staged_ = make(most_staged);
  }
  ~session() {
    processes_.leave([this] {
      if (staged_ != nullptr) end(staged_);
    });
  }
  session(const session&) = delete;
  session& operator=(const session&) = delete;

  remote_link link() const { return link_; }
  bool kernels_meet() const { return link_ == remote_link::direct && have_own_devices(); }

  void barrier(std::uint64_t what = 0) {
    barrier_of_instructions(what);
    if (link_ == remote_link::network) processes_.in_turn([] { nvshmem_barrier_all(); });
  }

  segment allocate(std::size_t bytes) {
    segment made{{nullptr, nullptr, make_array(bytes), pe(), pes()}};
    if (link_ == remote_link::direct) find_bases(made);
    return made;
  }
  /// Copies `bytes` from `offset` in `from`'s part to the host.
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    if (const void* near = reached(in, from, offset)) {
      detail::runtime_api::copy_to_host(to, near, bytes);
      return;
    }
    for (std::size_t done = 0; done < bytes; done += most_staged) {
      const std::size_t n = std::min(most_staged, bytes - done);
      nvshmem_getmem(staged_, in.local(offset + done), n, from);
      detail::runtime_api::copy_to_host(static_cast<char*>(to) + done, staged_, n);
    }
  }
  /// Copies `bytes` from this device to `offset` in `to`'s part. The copy is complete after the
  /// next `barrier()`.
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    if (void* near = reached(in, to, offset)) {
      detail::runtime_api::copy_on_device(near, from, bytes);
      return;
    }
    for (std::size_t done = 0; done < bytes; done += most_staged) {
      const std::size_t n = std::min(most_staged, bytes - done);
      detail::runtime_api::copy_on_device(staged_, static_cast<const char*>(from) + done, n);
      nvshmem_putmem(in.local(offset + done), staged_, n, to);
    }
  }
  void release(const segment& old) noexcept { end(old); }

 private:
  void* reached(const segment& in, int to, std::size_t offset) const {
    return to == pe() ? in.local(offset) : in.direct(to, offset);
  }

  static constexpr std::size_t most_staged = std::size_t{1} << 20;
  remote_link link_;
  /// Staging buffer: NVSHMEM's transports copy only between NVSHMEM's memory.
  void* staged_ = nullptr;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::nvshmem_network
