// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The source of both shared libraries: one is compiled with the headers of the tree, the other with
// those that make_release.cmake writes.

#include "part.hpp"

#include <exception>

#include <diatomic/compat/desul_names.hpp>
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

struct meet {
  DIATOMIC_DEVICE void operator()(unsigned* wrong) const {
    auto* const numbers = diatomic::shared_array<unsigned>();
    const auto* const fresh = reinterpret_cast<const unsigned char*>(numbers);
    const unsigned own = diatomic::thread_index(), next = (own + 1) % diatomic::block_size();
    bool is_right = fresh[own * sizeof(unsigned)] == diatomic::backends::host::uninitialised;
    numbers[own] = own;
    diatomic::sync_block();
    is_right = is_right && numbers[next] == next && diatomic::thread_index() == own;
    if (!is_right) diatomic::store_add(wrong, 1u);
  }
};
unsigned wrong_threads(unsigned blocks, unsigned threads) {
  diatomic::stream on;
  diatomic::device_array<unsigned> wrong(1);
  wrong.fill_bytes(0);
  diatomic::launch(blocks, threads, threads * sizeof(unsigned), on, meet{}, wrong.data());
  return wrong.download()[0];
}

struct call {
  DIATOMIC_DEVICE void operator()(void (*f)(void*), void* data) const {
    diatomic::sync_block();
    f(data);
    diatomic::sync_block();
  }
};
void call_in_kernel(unsigned threads, void (*f)(void*), void* data) {
  diatomic::stream on;
  diatomic::launch(1, threads, 0, on, call{}, f, data);
}

bool is_in_host_code() {
  try {
    diatomic::sync_block();
  } catch (const diatomic::runtime_error&) {
    return diatomic::thread_index() == 0;
  }
  return false;
}

void refuse() { throw diatomic::runtime_error("refuse", "refused", "for a test"); }
bool catches(void (*f)()) {
  try {
    f();
  } catch (const diatomic::runtime_error& error) {
    return error.name() == "refused";
  } catch (const std::exception&) {
    return false;
  }
  return false;
}

}  // namespace

#if defined(DIATOMIC_TEST_CHANGED)
constexpr bool is_changed = true;
#else
constexpr bool is_changed = false;
#endif

extern "C" __attribute__((visibility("default"))) release_part release_part_of_library() {
  namespace host = diatomic::backends::host;
  return {DIATOMIC_DETAIL_TEXT(DIATOMIC_VERSION_NS),
          is_changed,
          &host::here,
          &host::thread_pool::instance(),
          diatomic::detail::host_lock_words,
          wrong_threads,
          call_in_kernel,
          is_in_host_code,
          refuse,
          catches};
}
