// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Loops that spin without a pause, as ported kernels have them, for what another warp of the block
/// does. That the tests end is what they prove: on the host a block's threads take turns.

#include <atomic>

#include <gtest/gtest.h>

#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>

namespace {

using diatomic::acquire;
using diatomic::release;

// Each form spins until the word is 1, or takes it by making it 0.
struct by_load {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::load(word, acquire) == 0) {
    }
  }
};
struct by_std_order {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::load(word, std::memory_order_acquire) == 0) {
    }
  }
};
struct by_reference {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    const diatomic::atomic_ref<unsigned> ref(*word);
    while (ref == 0) {
    }
  }
};
struct by_member_load {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    const diatomic::atomic_ref<unsigned> ref(*word);
    while (ref.load(acquire) == 0) {
    }
  }
};
struct by_member_exchange {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    const diatomic::atomic_ref<unsigned> lock(word[1]);
    while (lock.exchange(1u, acquire) != 0) {
    }
    lock.store(0u, release);
  }
};
struct by_member_compare_exchange {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    const diatomic::atomic_ref<unsigned> ref(*word);
    while (ref.compare_exchange(1u, 1u, acquire) != 1) {
    }
  }
};
struct by_member_fetch_or {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    const diatomic::atomic_ref<unsigned> ref(*word);
    while (ref.fetch_or(0u, acquire) == 0) {
    }
  }
};
struct by_operator {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    const diatomic::atomic_ref<unsigned> ref(*word);
    while ((ref |= 0u) == 0) {
    }
  }
};
struct by_compare_exchange {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::compare_exchange(word, 1u, 1u, acquire) != 1) {
    }
  }
};
struct by_compare_exchange_weak {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    unsigned expected = 1;
    while (!diatomic::compare_exchange_weak(word, expected, 1u, acquire)) expected = 1;
  }
};
struct by_exchange {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::exchange(word + 1, 1u, acquire) != 0) {
    }
    diatomic::store(word + 1, 0u, release);
  }
};
struct by_fetch_or {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::fetch_or(word, 0u, acquire) == 0) {
    }
  }
};
struct by_fetch_add {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::fetch_add(word, 0u, acquire) == 0) {
    }
  }
};
struct by_try_update {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (!diatomic::try_update(word, [](unsigned& v) { return v == 1; })) {
    }
  }
};
// Between two words: no call is on the object of the one before.
struct by_two_words {
  DIATOMIC_DEVICE static void spin(unsigned* word) {
    while (diatomic::load(word, acquire) == 0 && diatomic::load(word + 1, acquire) != 0) {
    }
  }
};

/// The first thread of each warp but the last spins; the last thread of the block sets what they
/// wait for. words: 0, then 1 (a lock that is held), then the number of those that have passed.
template <class Form>
struct spin_in_block {
  DIATOMIC_DEVICE void operator()(unsigned* words) const {
    const unsigned warp = diatomic::thread_index() / diatomic::warp_size();
    const unsigned last = (diatomic::block_size() - 1) / diatomic::warp_size();
    if (diatomic::thread_index() == diatomic::block_size() - 1) {
      diatomic::store(words, 1u, release);
      diatomic::store(words + 1, 0u, release);
    } else if (warp != last && diatomic::thread_index() % diatomic::warp_size() == 0) {
      Form::spin(words);
      diatomic::store_add(words + 2, 1u);
    }
  }
};

template <class Form>
class spins : public testing::Test {};
using forms = testing::Types<by_load, by_std_order, by_reference, by_member_load,
                             by_member_exchange, by_member_compare_exchange, by_member_fetch_or,
                             by_operator, by_compare_exchange, by_compare_exchange_weak,
                             by_exchange, by_fetch_or, by_fetch_add, by_try_update, by_two_words>;
TYPED_TEST_SUITE(spins, forms, );

TYPED_TEST(spins, end_within_a_block) {
  diatomic::device_array<unsigned> words(3);
  words.upload({0, 1, 0});
  diatomic::stream stream;
  const unsigned block = 256;
  diatomic::launch(1, block, 0, stream, spin_in_block<TypeParam>{}, words.data());
  stream.synchronize();
  const auto warp = static_cast<unsigned>(diatomic::properties(0).warp_size);
  EXPECT_EQ(words.download()[2], block / warp - 1);
}

}  // namespace
