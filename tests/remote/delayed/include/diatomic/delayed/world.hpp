// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Processing elements as threads, behind the slow network.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <diatomic/delayed/segment.hpp>
#include <diatomic/peer/world.hpp>

namespace diatomic::transports::delayed {
inline namespace DIATOMIC_RUNTIME_NS {

using options = peer::options;
using peer::run;

/// One processing element.
class session {
 public:
  explicit session(const options& o) : threads_(o) {}

  int pe() const { return threads_.pe(); }
  int pes() const { return threads_.pes(); }
  remote_link link() const { return is_direct() ? remote_link::direct : remote_link::network; }
  bool kernels_meet() const { return is_direct() && threads_.kernels_meet(); }
  void abandon() noexcept { threads_.abandon(); }

  void barrier(std::uint64_t what = 0) {
    network::instance().complete(true);
    threads_.barrier(what);
  }
  std::vector<unsigned char> gather(const void* value, std::size_t bytes, std::uint64_t what = 0) {
    return threads_.gather(value, bytes, what);
  }
  segment allocate(std::size_t bytes) {
    if (places() == nullptr) return {threads_.allocate(bytes)};
    note_place("array", pe(), 0, bytes);
    segment made;
    made.own = reinterpret_cast<void*>(std::uintptr_t{1} << 40);
    made.pe = pe();
    made.pes = pes();
    return made;
  }
  void release(const segment& old) noexcept {
    network::instance().complete(true);
    if (old.bases != nullptr) threads_.release(old);
  }
  void read(const segment& in, int from, std::size_t offset, void* to, std::size_t bytes) const {
    if (in.bases == nullptr) return note_place("read", from, offset, bytes);
    threads_.read(in, from, offset, to, bytes);
  }
  void write(const segment& in, int to, std::size_t offset, const void* from,
             std::size_t bytes) const {
    if (in.bases == nullptr) return note_place("write", to, offset, bytes);
    threads_.write(in, to, offset, from, bytes);
  }

 private:
  peer::session threads_;
};

}  // namespace DIATOMIC_RUNTIME_NS
}  // namespace diatomic::transports::delayed
