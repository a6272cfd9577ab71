// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Kernels of `kernels.hpp`, compiled by NVRTC when the test runs, and run on the GPU. With the
/// name of a file in DIATOMIC_RTC_MODULE, the PTX in that file runs instead, which another NVRTC
/// may have written, for an older chip.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <cuda_runtime.h>
#include <gtest/gtest.h>
#include <nvrtc.h>

#include <diatomic/runtime/runtime.hpp>

namespace {

using diatomic::device_array;

const std::string root = DIATOMIC_ROOT;

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), {}};
}

/// NVRTC's options: those of backends/rtc/nvrtc.flags, the folders of headers, and the GPU at hand.
std::vector<std::string> options() {
  std::vector<std::string> all;
  std::istringstream flags(text_of(root + "/backends/rtc/nvrtc.flags"));
  for (std::string flag; flags >> flag;) all.push_back(flag);
  for (const char* folder :
       {"/include", "/backends/cuda/include", "/backends/host/include", "/backends/rtc/include"}) {
    all.push_back("-I" + root + folder);
  }
  cudaDeviceProp found{};
  EXPECT_EQ(cudaGetDeviceProperties(&found, 0), cudaSuccess);
  all.push_back("--gpu-architecture=sm_" + std::to_string(found.major * 10 + found.minor));
  return all;
}

/// The machine code of `source`.
std::vector<char> compiled(const std::string& source) {
  nvrtcProgram program{};
  EXPECT_EQ(nvrtcCreateProgram(&program, source.c_str(), "kernels.cu", 0, nullptr, nullptr),
            NVRTC_SUCCESS);
  const std::vector<std::string> words = options();
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const nvrtcResult result =
      nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
  std::size_t size = 0;
  EXPECT_EQ(nvrtcGetProgramLogSize(program, &size), NVRTC_SUCCESS);
  std::string log(size, '\0');
  EXPECT_EQ(nvrtcGetProgramLog(program, log.data()), NVRTC_SUCCESS);
  EXPECT_EQ(result, NVRTC_SUCCESS) << log;
  std::vector<char> code;
  if (result == NVRTC_SUCCESS) {
    EXPECT_EQ(nvrtcGetCUBINSize(program, &size), NVRTC_SUCCESS);
    code.resize(size);
    EXPECT_EQ(nvrtcGetCUBIN(program, code.data()), NVRTC_SUCCESS);
  }
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  return code;
}

/// The machine code of the kernels, or the PTX that was given, which the driver compiles.
std::vector<char> module_code() {
  if (const char* const file = std::getenv("DIATOMIC_RTC_MODULE")) {
    const std::string ptx = text_of(file);
    return {ptx.c_str(), ptx.c_str() + ptx.size() + 1};
  }
  return compiled("#include \"" + root + "/tests/rtc/kernels.hpp\"\n");
}

/// The compiled kernels, loaded once for all tests.
class kernels {
 public:
  kernels() : code_(module_code()) {
    EXPECT_EQ(
        cudaLibraryLoadData(&library_, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
        cudaSuccess);
  }
  kernels(const kernels&) = delete;
  kernels& operator=(const kernels&) = delete;
  ~kernels() { EXPECT_EQ(cudaLibraryUnload(library_), cudaSuccess); }

  template <class... Args>
  void launch(const char* name, unsigned grid, unsigned block, std::size_t shared_bytes,
              Args... args) {
    cudaKernel_t kernel{};
    ASSERT_EQ(cudaLibraryGetKernel(&kernel, library_, name), cudaSuccess);
    void* pointers[] = {&args...};
    ASSERT_EQ(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(grid), dim3(block),
                               pointers, shared_bytes, nullptr),
              cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }

 private:
  std::vector<char> code_;
  cudaLibrary_t library_{};
};

TEST(rtc, histogram_and_largest_weight) {
  constexpr unsigned n = 1'000'003;
  std::vector<unsigned char> values(n);
  std::vector<float> weights(n);
  std::vector<unsigned> expected(256);
  for (unsigned i = 0; i < n; ++i) {
    values[i] = static_cast<unsigned char>(i * 2654435761u >> 24);
    weights[i] = static_cast<float>(i * 40503u % 65521u) - 32760.0f;
    ++expected[values[i]];
  }
  device_array<unsigned char> device_values(n);
  device_array<float> device_weights(n);
  device_values.upload(values);
  device_weights.upload(weights);
  device_array<unsigned> bins(256);
  bins.fill_bytes(0);
  device_array<float> peak(1);
  peak.upload(std::vector<float>{-1e30f});
  kernels compiled_now;
  compiled_now.launch("count_and_peak", 64, 256, 0, device_values.data(), device_weights.data(), n,
                      bins.data(), peak.data());
  EXPECT_EQ(bins.download(), expected);
  EXPECT_EQ(peak.download()[0], *std::max_element(weights.begin(), weights.end()));
}

TEST(rtc, updates_locks_and_slots) {
  constexpr unsigned grid = 32;
  constexpr unsigned block = 128;
  device_array<unsigned long long> word(1);
  device_array<unsigned> mutex(1);  // a spin_mutex, which is unlocked if its 4 bytes are 0
  device_array<unsigned> locked(1);
  device_array<unsigned> next(1);
  device_array<unsigned> slots(grid * block);
  word.fill_bytes(0);
  mutex.fill_bytes(0);
  locked.fill_bytes(0);
  next.fill_bytes(0);
  kernels compiled_now;
  compiled_now.launch("update_and_lock", grid, block, sizeof(unsigned) * (block + 1), word.data(),
                      mutex.data(), locked.data(), next.data(), slots.data());
  unsigned long long expected = 0;
  for (unsigned i = 0; i < grid * block; ++i) expected = expected * 3 + 1;
  EXPECT_EQ(word.download()[0], expected);
  EXPECT_EQ(locked.download()[0], grid * block);
  EXPECT_EQ(next.download()[0], grid * block);
  std::vector<unsigned> found = slots.download();
  std::sort(found.begin(), found.end());
  std::vector<unsigned> all(grid * block);
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(found, all);
}

}  // namespace
