// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Errors: each is a runtime_error that names the call and the cause, and the runtime works after.

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

namespace {

struct mark {
  DIATOMIC_DEVICE void operator()(unsigned* value) const { *value = 1; }
};

// The error of `what()` has all three parts on one line.
template <class Call>
diatomic::runtime_error error_of(Call call) {
  try {
    call();
  } catch (const diatomic::runtime_error& error) {
    const std::string line = error.what();
    EXPECT_NE(error.call(), "");
    EXPECT_NE(error.name(), "");
    EXPECT_NE(error.text(), "");
    EXPECT_NE(line.find(error.call()), std::string::npos) << line;
    EXPECT_NE(line.find(error.name()), std::string::npos) << line;
    EXPECT_NE(line.find(error.text()), std::string::npos) << line;
    EXPECT_EQ(line.find('\n'), std::string::npos) << line;
    return error;
  }
  ADD_FAILURE() << "no runtime_error was thrown";
  return diatomic::runtime_error("", "", "");
}

void expect_launches_work() {
  diatomic::device_array<unsigned> value(1);
  value.fill_bytes(0);
  diatomic::stream stream;
  diatomic::launch(1, 1, 0, stream, mark{}, value.data());
  stream.synchronize();
  EXPECT_EQ(value.download().at(0), 1u);
}

TEST(device, is_described) {
  ASSERT_GT(diatomic::device_count(), 0);
  EXPECT_EQ(diatomic::no_device_reason(), "");
  for (int device = 0; device < diatomic::device_count(); ++device) {
    const auto found = diatomic::properties(device);
    EXPECT_NE(found.name, "");
    EXPECT_NE(found.architecture, "");
    EXPECT_EQ(found.architecture.find_first_of(": "), std::string::npos) << found.architecture;
    EXPECT_GT(found.compute_units, 0);
    EXPECT_GT(found.warp_size, 0);
    EXPECT_GE(found.max_threads_per_block, 256);
    EXPECT_GE(found.shared_bytes_per_block, 32u * 1024);
    EXPECT_GT(found.memory_bytes, std::size_t{64} << 20);
  }
}

TEST(device, can_be_chosen) {
  const int before = diatomic::current_device();
  for (int device = 0; device < diatomic::device_count(); ++device) {
    diatomic::use_device(device);
    EXPECT_EQ(diatomic::current_device(), device);
    expect_launches_work();
  }
  diatomic::use_device(before);
}

TEST(device, out_of_range_is_an_error) {
  const int before = diatomic::current_device();
  for (const int device : {-1, diatomic::device_count(), 1000}) {
    error_of([&] { diatomic::use_device(device); });
    error_of([&] { diatomic::properties(device); });
  }
  EXPECT_EQ(diatomic::current_device(), before);
  expect_launches_work();
}

TEST(memory, that_the_device_lacks_is_an_error) {
  const auto found = diatomic::properties(diatomic::current_device());
  const std::size_t some = found.memory_bytes / sizeof(double);
  const auto error = error_of([&] { diatomic::device_array<double> array(1000 * some); });
  EXPECT_NE(error.name().find("emory"), std::string::npos) << error.name();
  expect_launches_work();
}

TEST(memory, of_more_bytes_than_can_be_counted_is_an_error) {
  constexpr auto most = std::numeric_limits<std::size_t>::max();
  error_of([&] { diatomic::device_array<char> array(most); });
  error_of([&] { diatomic::device_array<double> array(most); });
  // Eight times this is 16, modulo 2^64.
  error_of([&] { diatomic::device_array<double> array(most / 8 + 3); });
  expect_launches_work();
}

class bad_launch : public testing::Test {
 protected:
  // What the runtime says of such a launch; none of it may run.
  std::string refused(unsigned grid, unsigned block, std::size_t shared_bytes) {
    value_.fill_bytes(0);
    const auto error = error_of(
        [&] { diatomic::launch(grid, block, shared_bytes, stream_, mark{}, value_.data()); });
    stream_.synchronize();
    EXPECT_EQ(value_.download().at(0), 0u);
    expect_launches_work();
    EXPECT_EQ(error.call(), "launch");
    return error.text();
  }

  diatomic::device_properties device_ = diatomic::properties(diatomic::current_device());
  diatomic::device_array<unsigned> value_{1};
  diatomic::stream stream_;
};

TEST_F(bad_launch, without_blocks) { EXPECT_NE(refused(0, 1, 0).find("block"), std::string::npos); }

TEST_F(bad_launch, without_threads) {
  EXPECT_NE(refused(1, 0, 0).find("thread"), std::string::npos);
}

TEST_F(bad_launch, with_too_large_a_block) {
  const auto most = static_cast<unsigned>(device_.max_threads_per_block);
  const std::string text = refused(1, most + 1, 0);
  EXPECT_NE(text.find(std::to_string(most + 1)), std::string::npos) << text;
  EXPECT_NE(text.find(std::to_string(most)), std::string::npos) << text;
  refused(1, std::numeric_limits<unsigned>::max(), 0);
}

TEST_F(bad_launch, with_too_much_shared_memory) {
  const std::string text = refused(1, 1, device_.shared_bytes_per_block + 1);
  EXPECT_NE(text.find(std::to_string(device_.shared_bytes_per_block)), std::string::npos) << text;
  refused(1, 1, std::numeric_limits<std::size_t>::max());
}

TEST(runtime_error, says_everything_in_one_line) {
  const diatomic::runtime_error error("take", "no_more", "nothing is left");
  EXPECT_STREQ(error.what(), "take failed: nothing is left (no_more)");
  const std::runtime_error& base = error;
  EXPECT_STREQ(base.what(), "take failed: nothing is left (no_more)");
}

}  // namespace
