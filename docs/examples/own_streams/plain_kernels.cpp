// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program of plain CUDA, or HIP, that has its own kernels, memory and stream, and calls two
// functions of the library between them. Nothing else of it changes: the functions take its stream
// and its pointers.
//
// The program simulates a camera. For each frame it computes the histogram of the brightness and
// the brightest pixel. It captures the work of one frame in a graph, and launches the graph for
// each frame.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <diatomic/algorithms/histogram.hpp>
#include <diatomic/algorithms/reduce.hpp>

// A macro maps CUDA's names to HIP's, as in many programs for both.
#if defined(__HIP__)
#define GPU(name) hip##name
#else
#define GPU(name) cuda##name
#endif

constexpr unsigned pixels = 640 * 480;
constexpr unsigned levels = 64;

void check(GPU(Error_t) status) {
  if (status == GPU(Success)) return;
  std::fprintf(stderr, "%s\n", GPU(GetErrorString)(status));
  std::exit(1);
}

template <class T>
T* allocate(std::size_t n) {
  void* memory = nullptr;
  check(GPU(Malloc)(&memory, n * sizeof(T)));
  return static_cast<T*>(memory);
}

__host__ __device__ unsigned brightness(unsigned pixel, unsigned frame) {
  unsigned h = pixel * 2654435761u + frame * 40503u;
  h = (h ^ (h >> 15)) * 2246822519u;
  h ^= h >> 13;
  return (h & 0xffffu) % (1000 + 100 * frame);
}

__global__ void simulate(const unsigned* frame, unsigned* image) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) image[i] = brightness(i, *frame);
}
__global__ void next_frame(unsigned* frame) { *frame += 1; }

/// The distribution of the brightness in a frame, and the brightest pixel.
struct summary {
  unsigned counts[levels];
  unsigned brightest;
};

summary expected_of(unsigned frame) {
  summary all{};
  for (unsigned i = 0; i < pixels; ++i) {
    const unsigned v = brightness(i, frame);
    ++all.counts[v / 32];
    all.brightest = std::max(all.brightest, v);
  }
  return all;
}

/// Which of `levels` counters a pixel belongs to.
struct level_of {
  DIATOMIC_FUNCTION unsigned operator()(unsigned v) const { return v / 32; }
};

int main() {
  int devices = 0;
  if (GPU(GetDeviceCount)(&devices) != GPU(Success) || devices == 0) {
    std::printf("No GPU to run on\n");
    return 77;
  }
  GPU(Stream_t) stream = nullptr;
  check(GPU(StreamCreateWithFlags)(&stream, GPU(StreamNonBlocking)));
  auto* const frame = allocate<unsigned>(1);
  auto* const image = allocate<unsigned>(pixels);
  auto* const found = allocate<summary>(1);
  const std::size_t temp_bytes = diatomic::reduce_temp_bytes(pixels);
  auto* const temp = allocate<unsigned char>(temp_bytes);
  check(GPU(MemsetAsync)(frame, 0, sizeof(unsigned), stream));
  check(GPU(StreamSynchronize)(stream));

  check(GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeThreadLocal)));
  simulate<<<(pixels + 255) / 256, 256, 0, stream>>>(frame, image);
  check(GPU(MemsetAsync)(found, 0, sizeof(summary), stream));
  diatomic::histogram(stream, image, pixels, found->counts, levels, level_of{});
  diatomic::reduce<diatomic::op::max>(stream, image, pixels, &found->brightest, temp, temp_bytes);
  next_frame<<<1, 1, 0, stream>>>(frame);
  GPU(Graph_t) graph = nullptr;
  check(GPU(StreamEndCapture)(stream, &graph));
  GPU(GraphExec_t) executable = nullptr;
  check(GPU(GraphInstantiate)(&executable, graph, nullptr, nullptr, 0));

  bool right = true;
  for (unsigned i = 0; i < 5; ++i) {
    summary result{};
    check(GPU(GraphLaunch)(executable, stream));
    check(GPU(MemcpyAsync)(&result, found, sizeof result, GPU(MemcpyDeviceToHost), stream));
    check(GPU(StreamSynchronize)(stream));
    const summary expected = expected_of(i);
    right = right && result.brightest == expected.brightest &&
            std::equal(result.counts, result.counts + levels, expected.counts);
    std::printf("frame %u: %u dark pixels, the brightest has %u\n", i, result.counts[0],
                result.brightest);
  }

  check(GPU(GraphExecDestroy)(executable));
  check(GPU(GraphDestroy)(graph));
  check(GPU(StreamDestroy)(stream));
  for (void* memory : {static_cast<void*>(frame), static_cast<void*>(image),
                       static_cast<void*>(found), static_cast<void*>(temp)}) {
    check(GPU(Free)(memory));
  }
  std::printf("%s\n", right ? "A serial count gives the same." : "WRONG");
  return right ? 0 : 1;
}
