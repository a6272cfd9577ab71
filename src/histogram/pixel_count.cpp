// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "histogram/pixel_count.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

#include <diatomic/runtime/runtime.hpp>

#include "kernels/histogram.hpp"
#include "kernels/launch_shape.hpp"

namespace program {
namespace {

namespace kernels = diatomic::kernels;
using kernels::rgb8;

diatomic::device_array<rgb8> on_device(const std::vector<rgb8>& image, const std::string& device) {
  try {
    diatomic::device_array<rgb8> copy(image.size());
    copy.upload(image);
    return copy;
  } catch (const diatomic::runtime_error& error) {
    throw std::runtime_error(fmt::format("image of {} MiB cannot be copied to {}: {}",
                                         (image.size() * sizeof(rgb8) >> 20U) + 1, device,
                                         error.what()));
  }
}

template <class Bin>
pixel_count count(const std::vector<rgb8>& image, Bin bin_of) {
  const diatomic::device_properties device = diatomic::properties(diatomic::current_device());
  const unsigned bins = bin_of.bins;
  const diatomic::device_array<rgb8> input = on_device(image, device.name);
  diatomic::device_array<unsigned> counts(bins);
  counts.fill_bytes(0);

  const std::size_t shared_bytes = kernels::histogram_shared::shared_bytes(bins);
  const kernels::launch_shape shape = kernels::shape_for(image.size(), device);
  pixel_count result;
  result.in_shared_memory = shared_bytes <= device.shared_bytes_per_block;
  diatomic::stream stream;
  diatomic::event start;
  diatomic::event stop;
  start.record(stream);
  if (result.in_shared_memory) {
    diatomic::launch(shape.grid, shape.block, shared_bytes, stream, kernels::histogram_shared{},
                     input.data(), image.size(), bin_of, counts.data(), bins);
  } else {
    diatomic::launch(shape.grid, shape.block, 0, stream, kernels::histogram_global{}, input.data(),
                     image.size(), bin_of, counts.data(), bins);
  }
  stop.record(stream);
  stream.synchronize();
  result.ms = diatomic::elapsed_ms(start, stop);
  result.counts = counts.download();

  std::vector<unsigned> expected(bins);
  for (const rgb8 pixel : image) ++expected[bin_of(pixel)];
  for (unsigned bin = 0; bin < bins; ++bin) {
    if (result.counts[bin] != expected[bin]) {
      throw std::runtime_error(
          fmt::format("{} counted {} pixels in bin {}, expected {}: a defect of the device or "
                      "of this program",
                      device.name, result.counts[bin], bin, expected[bin]));
    }
  }
  return result;
}

}  // namespace

pixel_count count_pixels(const pixels& image, channel of, unsigned bins) {
  std::vector<rgb8> colours(image.bytes.size() / sizeof(rgb8));
  static_assert(sizeof(rgb8) == 3, "a pixel is its three bytes");
  std::memcpy(colours.data(), image.bytes.data(), colours.size() * sizeof(rgb8));
  if (of == channel::brightness) return count(colours, kernels::brightness_bin{bins});
  const unsigned number = of == channel::red ? 0 : of == channel::green ? 1 : 2;
  return count(colours, kernels::channel_bin{bins, number});
}

}  // namespace program
