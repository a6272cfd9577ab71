// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <string>

#include <fmt/format.h>

#include "bench/report.hpp"

#if __has_include(<cub/version.cuh>) && __has_include(<cuda/version>)
#define DIATOMIC_BENCH_CCCL 1
#include <cub/version.cuh>
#include <cuda/version>
#endif

namespace bench {

std::string library_versions() {
#if defined(DIATOMIC_BENCH_CCCL)
  return fmt::format("CUB {}.{}.{}, libcu++ {}.{}.{}", CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                     CUB_SUBMINOR_VERSION, CCCL_MAJOR_VERSION, CCCL_MINOR_VERSION,
                     CCCL_PATCH_VERSION);
#else
  return {};
#endif
}

}  // namespace bench
