// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// How bright is a photograph? A histogram of its pixels, drawn in the terminal.
//
//     image_histogram [IMAGE.png]
//
// The histogram is privatised: each block counts its share of the pixels in a private copy in
// shared memory, with little contention, and then adds this copy to the result in global memory.

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

#define STBI_ONLY_PNG
#define STB_IMAGE_IMPLEMENTATION
#include <stb_image.h>

constexpr unsigned bins = 24;

struct pixel {
  unsigned char red, green, blue;
};

// Brightness goes from 0 to 2550000, white, which belongs to the last bin and not past it. Integers
// give the same bin on every device.
DIATOMIC_FUNCTION unsigned bin_of(pixel p) {
  const unsigned brightness = 2126u * p.red + 7152u * p.green + 722u * p.blue;
  const unsigned bin = brightness / (2550000 / bins);
  return bin < bins ? bin : bins - 1;
}

struct brightness_histogram {
  DIATOMIC_DEVICE void operator()(const pixel* pixels, unsigned n, unsigned* counts) const {
    unsigned* own = diatomic::shared_array<unsigned>();
    for (unsigned b = diatomic::thread_index(); b < bins; b += diatomic::block_size()) own[b] = 0;
    diatomic::sync_block();

    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      diatomic::store_add(own + bin_of(pixels[i]), 1u, diatomic::in_shared, diatomic::block_scope);
    }
    diatomic::sync_block();

    for (unsigned b = diatomic::thread_index(); b < bins; b += diatomic::block_size()) {
      diatomic::store_add(counts + b, own[b], diatomic::in_global);
    }
  }
};

int main(int argc, char** argv) {
  if (diatomic::device_count() == 0) {
    std::printf("No GPU to run on: %s\n", diatomic::no_device_reason().c_str());
    return 77;
  }

  const char* file = argc > 1 ? argv[1] : "docs/images/astronaut.png";
  int width = 0;
  int height = 0;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> image(
      stbi_load(file, &width, &height, nullptr, 3), &stbi_image_free);
  if (image == nullptr) {
    std::fprintf(stderr, "cannot read %s: %s\n", file, stbi_failure_reason());
    return 1;
  }
  const auto* first = reinterpret_cast<const pixel*>(image.get());
  const std::vector<pixel> pixels(first, first + std::size_t(width) * std::size_t(height));

  diatomic::device_array<pixel> input(pixels.size());
  diatomic::device_array<unsigned> counts(bins);
  input.upload(pixels);
  counts.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(32, 256, bins * sizeof(unsigned), stream, brightness_histogram{}, input.data(),
                   static_cast<unsigned>(pixels.size()), counts.data());
  const std::vector<unsigned> found = counts.download();

  std::printf("%s, %d x %d, on %s\n\n", file, width, height, diatomic::properties(0).name.c_str());
  const unsigned most = *std::max_element(found.begin(), found.end());
  for (unsigned b = 0; b < bins; ++b) {
    const std::string bar(found[b] * std::size_t{60} / most, '#');
    std::printf("%5.2f |%s %u\n", static_cast<double>(b) / bins, bar.c_str(), found[b]);
  }

  std::vector<unsigned> expected(bins, 0);
  for (const pixel p : pixels) ++expected[bin_of(p)];
  return found == expected ? 0 : 1;
}
