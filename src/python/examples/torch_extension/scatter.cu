// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A PyTorch extension on the current stream: the sum and the largest value per index, by a custom
// kernel, and the count of each index, by one library call.

#include <c10/cuda/CUDAException.h>
#include <c10/cuda/CUDAGuard.h>
#include <c10/cuda/CUDAStream.h>
#include <torch/extension.h>

#include <cstdint>
#include <limits>
#include <utility>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/diatomic.hpp>

namespace {

__global__ void scatter(const float* values, const std::int64_t* index, std::int64_t n, float* sums,
                        float* peaks) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads) {
    diatomic::store_add(&sums[index[i]], values[i], diatomic::coarse_grained);
    diatomic::store_max(&peaks[index[i]], values[i]);
  }
}

/// The sum and the largest value per index below `bins`.
std::pair<at::Tensor, at::Tensor> sums_and_peaks(const at::Tensor& values, const at::Tensor& index,
                                                 std::int64_t bins) {
  TORCH_CHECK(values.is_cuda() && index.is_cuda(), "both tensors must be on the GPU");
  TORCH_CHECK(values.scalar_type() == at::kFloat && index.scalar_type() == at::kLong,
              "values must be float32, and indices int64");
  TORCH_CHECK(values.is_contiguous() && index.is_contiguous() && values.numel() == index.numel(),
              "both tensors must be contiguous and of one size");
  const at::Tensor sums = at::zeros({bins}, values.options());
  const at::Tensor peaks =
      at::full({bins}, -std::numeric_limits<float>::infinity(), values.options());
  if (values.numel() != 0) {
    scatter<<<1024, 256, 0, c10::cuda::getCurrentCUDAStream()>>>(
        values.data_ptr<float>(), index.data_ptr<std::int64_t>(), values.numel(),
        sums.data_ptr<float>(), peaks.data_ptr<float>());
    C10_CUDA_KERNEL_LAUNCH_CHECK();
  }
  return {sums, peaks};
}

/// The number of elements of `index` with each value below `bins`.
at::Tensor counts(const at::Tensor& index, std::int64_t bins) {
  TORCH_CHECK(index.is_cuda() && index.scalar_type() == at::kLong && index.is_contiguous(),
              "the indices must be int64, contiguous and on the GPU");
  TORCH_CHECK(bins > 0 && bins <= std::numeric_limits<int>::max(), "bins must be from 1 to 2^31-1");
  const c10::cuda::CUDAGuard on_device(index.device());
  const at::Tensor found = at::zeros({bins}, index.options());
  // PyTorch's stream class converts to cudaStream_t, and thus to a stream_view.
  diatomic::histogram(c10::cuda::getCurrentCUDAStream(), index.data_ptr<std::int64_t>(),
                      static_cast<std::size_t>(index.numel()), found.data_ptr<std::int64_t>(),
                      static_cast<unsigned>(bins), diatomic::value_bin{});
  return found;
}

}  // namespace

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.def("sums_and_peaks", &sums_and_peaks);
  m.def("counts", &counts);
}
