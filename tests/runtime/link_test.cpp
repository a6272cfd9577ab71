// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Links: what the runtime says of atomics between devices, and between a device and the host, is
// free of contradictions. What is true of them depends on the machine.

#include <iterator>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include <diatomic/runtime/links.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using diatomic::link_atomics;
using diatomic::link_capability;
using diatomic::link_operation;
using diatomic::link_support;

void expect_sound(const link_atomics& link) {
  if (!link.access) {
    EXPECT_NE(link.native, link_support::all);
  }
  for (int i = 0; i < diatomic::link_operation_count; ++i) {
    const auto forms = link.native_forms(static_cast<link_operation>(i));
    EXPECT_EQ(forms.bits >> diatomic::link_capability_count, 0u) << i;
    if (!link.operations) {
      EXPECT_EQ(forms.bits, 0u) << i;
    }
  }
}

TEST(link, to_the_host_is_described) {
  for (int device = 0; device < diatomic::device_count(); ++device) {
    const link_atomics link = diatomic::host_link(device);
    expect_sound(link);
    const bool reaches_the_cpu =
        link.native == link_support::all || link.native == link_support::some;
    // With the vendor's plain yes or no; that some are native is no yes to CUDA.
    if (diatomic::properties(device).host_native_atomics) {
      EXPECT_TRUE(reaches_the_cpu) << device;
    }
    if (link.native == link_support::all) {
      EXPECT_TRUE(diatomic::properties(device).host_native_atomics) << device;
    }
  }
}

TEST(link, to_each_peer_is_described) {
  const int before = diatomic::current_device();
  for (int device = 0; device < diatomic::device_count(); ++device) {
    for (int peer = 0; peer < diatomic::device_count(); ++peer) {
      if (peer == device) continue;
      const link_atomics link = diatomic::peer_link(device, peer);
      expect_sound(link);
      if (!link.access) {
        EXPECT_EQ(link.native, link_support::none) << device << ", " << peer;
      }
    }
  }
  EXPECT_EQ(diatomic::current_device(), before);
}

// The error of a call that is asked about a device that is not there; it names that device.
template <class Call>
void expect_no_such_device(const std::string& name, int device, Call call) {
  try {
    call();
    ADD_FAILURE() << name << ": no runtime_error was thrown for device " << device;
  } catch (const diatomic::runtime_error& error) {
    EXPECT_EQ(error.call(), name);
    EXPECT_EQ(error.name(), diatomic::detail::runtime_api::invalid_device);
    EXPECT_NE(error.text().find("device " + std::to_string(device)), std::string::npos)
        << error.text();
  }
}

TEST(link, of_a_device_that_is_not_there_is_an_error) {
  for (const int wrong : {-1, diatomic::device_count(), 1000}) {
    expect_no_such_device("host_link", wrong, [&] { diatomic::host_link(wrong); });
    expect_no_such_device("peer_link", wrong, [&] { diatomic::peer_link(wrong, 0); });
    expect_no_such_device("peer_link", wrong, [&] { diatomic::peer_link(0, wrong); });
    expect_no_such_device("enable_peer_access", wrong,
                          [&] { diatomic::enable_peer_access(wrong); });
  }
  EXPECT_NO_THROW(diatomic::host_link(0));
}

TEST(link, of_a_device_to_itself_is_an_error) {
  for (int device = 0; device < diatomic::device_count(); ++device) {
    expect_no_such_device("peer_link", device, [&] { diatomic::peer_link(device, device); });
  }
  const int here = diatomic::current_device();
  expect_no_such_device("enable_peer_access", here, [&] { diatomic::enable_peer_access(here); });
}

TEST(link, can_be_enabled_twice) {
  for (int peer = 0; peer < diatomic::device_count(); ++peer) {
    const int here = diatomic::current_device();
    if (peer == here || !diatomic::peer_link(here, peer).access) continue;
    EXPECT_NO_THROW(diatomic::enable_peer_access(peer));
    EXPECT_NO_THROW(diatomic::enable_peer_access(peer));
  }
}

TEST(link_atomics, without_operations_has_no_forms) {
  link_atomics link;
  EXPECT_EQ(link.native, link_support::unknown);
  EXPECT_EQ(link.native_forms(link_operation::float_max).bits, 0u);
  link.operations.emplace();
  (*link.operations)[static_cast<int>(link_operation::exchange)] =
      diatomic::tables::any_of(link_capability::scalar_32, link_capability::scalar_128);
  EXPECT_TRUE(link.native_forms(link_operation::exchange).has(link_capability::scalar_128));
  EXPECT_FALSE(link.native_forms(link_operation::exchange).has(link_capability::scalar_64));
  EXPECT_EQ(link.native_forms(link_operation::compare_exchange).bits, 0u);
}

TEST(link_atomics, have_names) {
  using support = diatomic::link_support;
  using form = diatomic::link_capability;
  using o = link_operation;
  const std::pair<support, const char*> supports[] = {{support::unknown, "unknown"},
                                                      {support::none, "none"},
                                                      {support::some, "some"},
                                                      {support::all, "all"}};
  for (const auto& [which, name] : supports) EXPECT_STREQ(name_of(which), name);
  const std::pair<o, const char*> operations[] = {{o::integer_add, "integer_add"},
                                                  {o::integer_min, "integer_min"},
                                                  {o::integer_max, "integer_max"},
                                                  {o::integer_increment, "integer_increment"},
                                                  {o::integer_decrement, "integer_decrement"},
                                                  {o::bit_and, "and"},
                                                  {o::bit_or, "or"},
                                                  {o::bit_xor, "xor"},
                                                  {o::exchange, "exchange"},
                                                  {o::compare_exchange, "compare_exchange"},
                                                  {o::float_add, "float_add"},
                                                  {o::float_min, "float_min"},
                                                  {o::float_max, "float_max"}};
  static_assert(std::size(operations) == diatomic::link_operation_count);
  for (const auto& [which, name] : operations) EXPECT_STREQ(name_of(which), name);
  const std::pair<form, const char*> forms[] = {
      {form::signed_integer, "signed"},  {form::unsigned_integer, "unsigned"},
      {form::reduction, "reduction"},    {form::scalar_32, "scalar_32"},
      {form::scalar_64, "scalar_64"},    {form::scalar_128, "scalar_128"},
      {form::vector_32x4, "vector_32x4"}};
  static_assert(std::size(forms) == diatomic::link_capability_count);
  for (const auto& [which, name] : forms) EXPECT_STREQ(name_of(which), name);
}

}  // namespace
