// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Lanes that combine their operands before one of them goes to memory: every lane must be told
/// what some order of all the operations would have told it, whichever lanes take part.

#include <algorithm>
#include <numeric>

#include "conformance.hpp"

namespace {

using namespace conformance_tests;

using half = diatomic::detail::float16<kind::f16>;

/// Not known before the run, so that branches are taken by some lanes of a warp only.
DIATOMIC_DEVICE bool takes_first_branch(unsigned i) { return (i * 2654435761u >> 13) % 5 < 3; }

template <op Op, class T, class... Tags>
DIATOMIC_DEVICE void perform_all(T* words, const T* operands, const job* jobs, T* returned,
                                 unsigned n, Tags... tags) {
  for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
    T* const p = words + jobs[i].word;
    if (i % 1024 < 512) {  // whole warps
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], tags...);
    } else if (takes_first_branch(i)) {
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], tags...);
    } else {
      returned[i] = perform<Op>(jobs[i].how, p, operands[i], diatomic::release, tags...);
    }
  }
}

template <op Op, class T>
struct by_groups {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    perform_all<Op>(words, operands, jobs, returned, n, diatomic::few_addresses);
  }
};

template <op Op, class T>
struct at_one_address {
  DIATOMIC_DEVICE void operator()(T* words, const T* operands, const job* jobs, T* returned,
                                  unsigned n) const {
    perform_all<Op>(words, operands, jobs, returned, n, diatomic::same_address, diatomic::in_global,
                    diatomic::coarse_grained);
  }
};

unsigned first_word(spread, unsigned) { return 0; }

struct combining_cell {
  std::string name;
  void (*by_groups)();
  void (*at_one_address)();
};

constexpr std::size_t operations() { return 1 << 14; }

template <op Op, class T>
combining_cell make_combining_cell(const std::string& type) {
  return {type + "_" + diatomic::name_of(Op),
          [] {
            run<T>(launch<T, by_groups<Op, T>>, meaning_of<Op, T>(), meaning_of<Op, judged_t<T>>(),
                   4, scaled(operations(), 2048), most_words, in_one_space);
          },
          [] {
            run<T>(launch<T, at_one_address<Op, T>>, meaning_of<Op, T>(),
                   meaning_of<Op, judged_t<T>>(), 4, scaled(operations(), 2048), 4, first_word);
          }};
}

template <class T, op... Ops>
void add_combining(std::vector<combining_cell>& cells, const std::string& type) {
  (cells.push_back(make_combining_cell<Ops, T>(type)), ...);
}

std::vector<combining_cell> combining_cells() {
  std::vector<combining_cell> cells;
  add_combining<int, op::add, op::sub, op::mul, op::min, op::max, op::bit_and, op::bit_or,
                op::bit_xor>(cells, "int");
  add_combining<unsigned, op::add, op::min, op::max>(cells, "unsigned");
  add_combining<unsigned long long, op::add, op::max, op::bit_xor>(cells, "unsigned_long_long");
  add_combining<unsigned char, op::add, op::bit_or>(cells, "unsigned_char");
  add_combining<float, op::add, op::sub, op::min, op::max>(cells, "float");
  add_combining<double, op::add, op::max>(cells, "double");
  add_combining<half, op::add, op::max>(cells, "half");
  add_combining<diatomic::detail::pack<half, 2>, op::add>(cells, "half2");
  add_combining<diatomic::detail::pack<float, 4>, op::add>(cells, "float4");
  return cells;
}

class lanes : public testing::TestWithParam<combining_cell> {};

TEST_P(lanes, combine_by_groups) { GetParam().by_groups(); }
TEST_P(lanes, combine_at_one_address) { GetParam().at_one_address(); }

INSTANTIATE_TEST_SUITE_P(cells, lanes, testing::ValuesIn(combining_cells()),
                         [](const auto& info) { return info.param.name; });

/// Every thread that keeps its number puts it into a slot; others come later, and take two.
struct compact {
  DIATOMIC_DEVICE void operator()(unsigned* slots, unsigned* count, unsigned n) const {
    for (unsigned i = diatomic::global_index(); i < n; i += diatomic::global_size()) {
      if (takes_first_branch(i)) {
        slots[diatomic::claim_slot(count)] = i;
      } else {
        slots[diatomic::claim_slot(count, diatomic::acq_rel, diatomic::system_scope)] = i;
      }
    }
  }
};

TEST(slots, go_to_one_caller_each) {
  const auto n = static_cast<unsigned>(scaled(1 << 16, 2048));
  diatomic::stream stream;
  diatomic::device_array<unsigned> slots(n);
  diatomic::device_array<unsigned> count(1);
  slots.fill_bytes(0xff);
  count.fill_bytes(0);
  diatomic::launch(8, 256, 0, stream, compact{}, slots.data(), count.data(), n);
  stream.synchronize();
  EXPECT_EQ(count.download()[0], n);
  std::vector<unsigned> got = slots.download();
  std::sort(got.begin(), got.end());
  std::vector<unsigned> all(n);
  std::iota(all.begin(), all.end(), 0u);
  EXPECT_EQ(got, all);
}

}  // namespace
