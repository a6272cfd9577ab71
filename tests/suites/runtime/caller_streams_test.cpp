// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// All host calls on streams that the library did not make: one after the other, from eight host
// threads at once, and captured in graphs.

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <diatomic/runtime/runtime.hpp>

#include "support/streams/stream_calls.hpp"
#include "support/streams/vendor_streams.hpp"

namespace {

using diatomic::stream_view;
using native_stream = decltype(std::declval<stream_view>().native_handle());
using stream_calls = std::vector<std::unique_ptr<test::stream_call>>;

/// A stream of another library.
struct foreign_stream {
  native_stream handle;
  operator native_stream() const { return handle; }
};

TEST(stream_view, is_a_handle_and_no_more) {
  static_assert(std::is_trivially_copyable_v<stream_view>);
  static_assert(sizeof(stream_view) == sizeof(native_stream));
  static_assert(std::is_convertible_v<native_stream, stream_view>);
  static_assert(std::is_convertible_v<diatomic::stream&, stream_view>);
  static_assert(std::is_convertible_v<const diatomic::stream&, stream_view>);
  static_assert(std::is_convertible_v<foreign_stream, stream_view>);
  static_assert(std::is_convertible_v<std::nullptr_t, stream_view>);
  // A stream that is gone before the view, and numbers, which name none.
  static_assert(!std::is_convertible_v<diatomic::stream, stream_view>);
  static_assert(!std::is_convertible_v<int, stream_view>);

  const diatomic::stream stream;
  const stream_view view = stream;
  EXPECT_EQ(view.native_handle(), stream.native_handle());
  EXPECT_EQ(view, stream_view(foreign_stream{stream.native_handle()}));
  EXPECT_NE(view, stream_view(nullptr));
  EXPECT_EQ(stream_view(), stream_view(nullptr));
  EXPECT_EQ(stream_view().native_handle(), nullptr);
}

TEST(callers_streams, take_every_host_call) {
  const test::vendor_stream stream;
  const stream_calls calls = test::all_stream_calls();
  for (const auto& call : calls) {
    call->prepare(0);
    call->queue(stream.get());
    stream.synchronize();
    call->expect(0);
  }
}

TEST(callers_streams, may_be_the_default_stream) {
  const stream_calls calls = test::all_stream_calls();
  for (const auto& call : calls) {
    call->prepare(1);
    call->queue(nullptr);
    stream_view(nullptr).synchronize();
    call->expect(1);
  }
}

TEST(callers_streams, may_be_another_librarys) {
  const test::vendor_stream stream;
  const stream_calls calls = test::all_stream_calls();
  for (const auto& call : calls) {
    call->prepare(2);
    call->queue(foreign_stream{stream.get()});
    stream_view(stream.get()).synchronize();
    call->expect(2);
  }
}

/// Each call says so, before anything of it is queued.
TEST(callers_streams, of_another_device_are_refused) {
  if (diatomic::device_count() < 2) GTEST_SKIP() << "there is only one device";
  const int before = diatomic::current_device();
  diatomic::use_device(before == 0 ? 1 : 0);
  const test::vendor_stream foreign;
  diatomic::use_device(before);
  const stream_calls calls = test::all_stream_calls();
  for (const auto& call : calls) {
    call->prepare(0);
    try {
      call->queue(foreign.get());
      ADD_FAILURE() << call->name();
    } catch (const diatomic::runtime_error& error) {
      EXPECT_NE(error.text().find("current device"), std::string::npos) << error.text();
    }
  }
}

TEST(callers_streams, have_events) {
  const test::vendor_stream stream;
  diatomic::event start;
  diatomic::event stop;
  start.record(stream.get());
  stop.record(stream.get());
  EXPECT_GE(diatomic::elapsed_ms(start, stop), 0.0f);
}

/// Eight host threads, each with a stream of its own, on which all calls are in flight at once.
TEST(callers_streams, of_eight_threads_are_independent) {
  const std::size_t rounds = scaled(10, 1);
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 8; ++number) {
    threads.emplace_back([number, rounds] {
      const test::vendor_stream stream;
      const stream_calls calls = test::all_stream_calls();
      for (unsigned round = number; round < number + rounds; ++round) {
        for (const auto& call : calls) call->prepare(round);
        for (const auto& call : calls) call->queue(stream.get());
        stream.synchronize();
        for (const auto& call : calls) call->expect(round);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

class graphs : public testing::Test {
 protected:
  void SetUp() override {
    const std::string why = test::why_no_graphs();
    if (!why.empty()) GTEST_SKIP() << why;
  }
};

TEST_F(graphs, replay_every_host_call) {
  const stream_calls calls = test::all_stream_calls();
  for (const auto& call : calls) {
    const test::vendor_stream stream;
    call->prepare(0);
    test::graph graph(stream.get());
    call->queue(stream.get());
    ASSERT_TRUE(graph.is_going_on()) << call->name();
    graph.end();
    for (unsigned round = 0; round < 4; ++round) {
      call->prepare(round);
      graph.replay();
      stream.synchronize();
      call->expect(round);
    }
  }
}

/// Graphs of several host threads run at once, captured while the others capture or run theirs.
TEST_F(graphs, of_eight_threads_are_independent) {
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < 8; ++number) {
    threads.emplace_back([number] {
      const test::vendor_stream stream;
      const stream_calls calls = test::all_stream_calls();
      test::graph graph(stream.get());
      for (const auto& call : calls) call->queue(stream.get());
      graph.end();
      for (unsigned round = number; round < number + 2; ++round) {
        for (const auto& call : calls) call->prepare(round);
        graph.replay();
        stream.synchronize();
        for (const auto& call : calls) call->expect(round);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

/// A call of another host thread on a stream that is being captured is a part of the graph.
TEST_F(graphs, hold_what_another_thread_queues) {
  const test::vendor_stream stream;
  const stream_calls calls = test::all_stream_calls();
  test::graph graph(stream.get());
  std::thread([&] {
    for (const auto& call : calls) call->queue(stream.get());
  }).join();
  ASSERT_TRUE(graph.is_going_on());
  graph.end();
  for (const auto& call : calls) call->prepare(3);
  graph.replay();
  stream.synchronize();
  for (const auto& call : calls) call->expect(3);
}

template <class Call>
std::string refusal_of(Call call) {
  try {
    call();
  } catch (const diatomic::runtime_error& error) {
    return error.what();
  }
  return "";
}

/// What waits for a stream that is being captured, by this thread or another one, is refused, and
/// the capture goes on.
TEST_F(graphs, outlast_calls_that_would_wait_for_them) {
  diatomic::stream stream;  // a blocking one
  diatomic::device_array<unsigned> array(100);
  diatomic::device_array<unsigned> other(1);
  const auto refuse_all = [&] {
    const std::string why = "being captured in a graph";
    EXPECT_NE(refusal_of([&] { stream.synchronize(); }).find(why), std::string::npos);
    EXPECT_NE(refusal_of([&] { stream_view(stream).synchronize(); }).find(why), std::string::npos);
    EXPECT_NE(refusal_of([&] { stream_view().synchronize(); }).find(why), std::string::npos);
    EXPECT_NE(refusal_of([&] { other.upload({1}); }).find(why), std::string::npos);
    EXPECT_NE(refusal_of([&] { (void)other.download(); }).find(why), std::string::npos);
    EXPECT_NE(refusal_of([&] { other.fill_bytes(0); }).find(why), std::string::npos);
    EXPECT_NE(refusal_of([&] {
                diatomic::launch(1, 1, 0, nullptr, test::mark_places{}, other.data(), other.data());
              }).find(why),
              std::string::npos);
    EXPECT_NE(refusal_of([&] { diatomic::fill(nullptr, other.data(), 1, 7u); }).find(why),
              std::string::npos);
    EXPECT_NE(refusal_of([&] { diatomic::fill_bytes(nullptr, other.data(), 1, 7); }).find(why),
              std::string::npos);
    diatomic::event event;
    EXPECT_NE(refusal_of([&] { event.record(nullptr); }).find(why), std::string::npos);
  };
  test::graph graph(stream.native_handle());
  diatomic::fill(stream, array.data(), array.size(), 12345u);
  refuse_all();
  std::thread(refuse_all).join();
  ASSERT_TRUE(graph.is_going_on());
  graph.end();
  array.fill_bytes(0);
  graph.replay();
  EXPECT_EQ(array.download(), std::vector<unsigned>(100, 12345u));
}

/// The default stream waits for no non-blocking stream, so both may be used at the same time.
TEST_F(graphs, of_non_blocking_streams_leave_the_default_stream_free) {
  const test::vendor_stream stream;
  diatomic::device_array<unsigned> array(100);
  diatomic::device_array<unsigned> other(100);
  test::graph graph(stream.get());
  diatomic::fill(stream.get(), array.data(), array.size(), 54321u);
  std::thread([&other] {  // In the thread that captures, what CUDA allows depends on the call.
    other.upload(std::vector<unsigned>(100, 7));
    diatomic::fill(nullptr, other.data(), 50, 8u);
    std::vector<unsigned> expected(100, 7);
    std::fill_n(expected.begin(), 50, 8u);
    EXPECT_EQ(other.download(), expected);
  })
      .join();
  ASSERT_TRUE(graph.is_going_on());
  graph.end();
  graph.replay();
  stream.synchronize();
  EXPECT_EQ(array.download(), std::vector<unsigned>(100, 54321u));
}

}  // namespace
