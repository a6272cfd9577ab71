// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Steps that fail on all processing elements if they fail on some.

#include <diatomic/core/detail/host_code.hpp>

#include <array>
#include <cstddef>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <diatomic/remote/detail/collective_call.hpp>
#include <diatomic/remote/world.hpp>
#include <diatomic/runtime/error.hpp>

namespace diatomic::detail {
inline namespace DIATOMIC_REMOTE_NS {

/// The result of `f()`. If `f` throws on some processing elements, all throw: the others throw
/// `runtime_error` with the text of the first failure. A collective call, named `call` in errors.
template <class F>
auto together(world& w, const char* call, F f) {
  std::optional<decltype(f())> result;
  std::exception_ptr thrown;
  // Empty after success; after a failure '!' and the message, which may be empty.
  std::array<char, 200> text{};
  const auto fail = [&](const std::string& message) {
    thrown = std::current_exception();
    text[0] = '!';
    message.copy(text.data() + 1, text.size() - 2);
  };
  try {
    result.emplace(f());
  } catch (const std::exception& error) {
    fail(error.what());
  } catch (...) {
    fail("an exception that is not a std::exception");
  }
  const std::vector<std::array<char, 200>> texts = w.gather(&text, 1);
  if (thrown != nullptr) std::rethrow_exception(thrown);
  for (std::size_t pe = 0; pe < texts.size(); ++pe) {
    if (texts[pe][0] == '\0') continue;
    throw runtime_error(call, pe_failed,
                        "processing element " + std::to_string(pe) + ": " + (texts[pe].data() + 1));
  }
  return std::move(*result);
}

}  // namespace DIATOMIC_REMOTE_NS
}  // namespace diatomic::detail
