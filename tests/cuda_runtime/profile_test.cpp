// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// The contention profile's copies of CUDA devices' tables: of which devices, and what is written
/// of a device that does not answer. On a substitute for CUDA's runtime.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <cuda_runtime.h>

#define __CUDACC__ 1
#define DIATOMIC_BACKEND cuda
#define DIATOMIC_PROFILED 1

#include <diatomic/cuda/modes/profiled.hpp>

namespace {

namespace cuda = diatomic::backends::cuda;
using diatomic::detail::profile_table;
using lines = std::vector<std::string>;

// At its end the program writes its own profile.
[[maybe_unused]] const int is_written_nowhere = setenv("DIATOMIC_PROFILE_FILE", "/dev/null", 1);

class cuda_profile : public testing::Test {
 protected:
  cuda_profile() {
    substitute = {};
    substitute.devices = 4;
    substitute.current = 1;
    substitute.devices_in_use = {0, 2, 3};
    std::strcpy(substitute.properties.name, "a chip");
    for (int device = 0; device < 4; ++device) {
      tables_.push_back(std::make_unique<profile_table>());
      tables_.back()->dropped_lanes = 10u + static_cast<unsigned>(device);
      substitute.symbols[device] = tables_.back().get();
      substitute.attributes[{cudaDevAttrWarpSize, device}] = 32 + device;
    }
  }

  /// What the tables of kernels, written `times` times, add to a profile.
  static std::string written(int times = 1) {
    const std::string path = testing::TempDir() + "cuda_profile.json";
    std::FILE* const file = std::fopen(path.c_str(), "w");
    EXPECT_NE(file, nullptr);
    {
      diatomic::detail::profile_writer to(file);
      for (int i = 0; i < times; ++i) cuda::write_own_profile_counts(to);
    }
    std::fclose(file);
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    std::remove(path.c_str());
    const std::string all = text.str();
    return all.substr(all.find("tables") + 10);
  }
  static std::string table_of(int device, bool is_lost = false) {
    return "\n {\"device\": \"a chip\", \"backend\": \"cuda\", \"warp_lanes\": " +
           std::to_string(32 + device) + ", \"is_lost\": " + (is_lost ? "true" : "false") +
           ", \"dropped_lanes\": " + (is_lost ? "0" : std::to_string(10 + device)) +
           ", \"sites\": []}";
  }
  static lines switches() {
    lines found;
    for (const std::string& line : substitute.calls) {
      if (line.rfind("cudaSetDevice", 0) == 0) found.push_back(line);
    }
    return found;
  }

  std::vector<std::unique_ptr<profile_table>> tables_;
};

TEST_F(cuda_profile, has_the_tables_of_the_devices_in_use) {
  EXPECT_EQ(written(), table_of(0) + "," + table_of(2) + "," + table_of(3) + "\n]}\n");
  EXPECT_EQ(switches(),
            (lines{"cudaSetDevice 0", "cudaSetDevice 2", "cudaSetDevice 3", "cudaSetDevice 1"}));
  EXPECT_EQ(substitute.current, 1);
}

TEST_F(cuda_profile, touches_no_other_device) {
  for (const bool has_driver_query : {true, false}) {
    substitute.devices_in_use = {};
    if (!has_driver_query) substitute.devices_in_use = {0, 1};
    substitute.has_driver_query = has_driver_query;
    EXPECT_EQ(written(), "\n]}\n");
    EXPECT_EQ(switches(), lines{});
  }
  for (const char* const fails : {"cudaGetDeviceCount", "cudaGetDevice"}) {
    substitute.has_driver_query = true;
    substitute.failures = {{fails, cudaErrorNoDevice}};
    EXPECT_EQ(written(), "\n]}\n");
    EXPECT_EQ(switches(), lines{});
  }
}

TEST_F(cuda_profile, writes_a_shared_table_once) {
  EXPECT_EQ(written(3), table_of(0) + "," + table_of(2) + "," + table_of(3) + "\n]}\n");
}

TEST_F(cuda_profile, says_which_devices_do_not_answer) {
  substitute.devices_in_use = {2};
  for (const char* const fails :
       {"cudaDeviceSynchronize", "cudaGetSymbolAddress", "cudaMemcpy", "cudaSetDevice"}) {
    substitute.failures = {{fails, cudaErrorInvalidValue}};
    EXPECT_EQ(written(), table_of(2, true) + "\n]}\n") << fails;
    // Each time, although no address tells that it was there before.
    if (std::string(fails) != "cudaMemcpy") {
      EXPECT_EQ(written(2), table_of(2, true) + "," + table_of(2, true) + "\n]}\n") << fails;
    }
  }
  substitute.failures = {{"cudaGetDeviceProperties", cudaErrorInvalidValue}};
  std::string unknown = table_of(2);
  unknown.replace(unknown.find("a chip"), 6, "?");
  EXPECT_EQ(written(), unknown + "\n]}\n");
}

TEST_F(cuda_profile, clears_the_tables_of_the_devices_in_use) {
  cuda::clear_own_profile_counts();
  const auto lanes_of = [&](std::size_t device) { return tables_[device]->dropped_lanes; };
  EXPECT_EQ(lanes_of(0), 0u);
  EXPECT_EQ(lanes_of(1), 11u);
  EXPECT_EQ(lanes_of(2), 0u);
  EXPECT_EQ(lanes_of(3), 0u);
  EXPECT_EQ(substitute.current, 1);
  tables_[2]->dropped_lanes = 5;
  substitute.failures = {{"cudaDeviceSynchronize", cudaErrorInvalidValue}};
  cuda::clear_own_profile_counts();
  EXPECT_EQ(lanes_of(2), 5u);
}

}  // namespace
