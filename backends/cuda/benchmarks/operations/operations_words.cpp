// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "operations.hpp"

namespace measured_operations {
namespace {

const std::string group = "words/";

/// Counts up to where a fence stands in the kernel: CUDA's function then becomes the slower,
/// returning instruction.
template <class Contender>
struct add_beside_fence {
  DIATOMIC_DEVICE void operator()(unsigned* words, unsigned* results, unsigned round) const {
    update_all<Contender, op::add, unsigned, access::coalesced, false>{}(words, results, round);
    __threadfence();
    if (words[0] == 0) results[0] = round;
  }
};

/// Additions in one total order.
struct libcuxx_seq_cst {
  static constexpr const char* name = "libcu++";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return cuda::atomic_ref<T, cuda::thread_scope_device>(*p).fetch_add(v);
  }
};
struct ours_seq_cst {
  static constexpr const char* name = "diatomic";
  template <op, class T>
  static DIATOMIC_DEVICE T call(T* p, T v) {
    return diatomic::fetch_add(p, v, diatomic::seq_cst);
  }
};

template <op Op, class T, access Access>
void add_updates(const std::string& type) {
  const std::string name = diatomic::name_of(Op);
  const std::string fetch = (Op == op::exchange ? "" : "fetch_") + name;
  add_updates_of<Op, T, Access, true, operands::constant, ours, intrinsic, libcuxx>(
      group + fetch + " " + type + where<Access>);
  if constexpr (Op != op::exchange) {
    add_updates_of<Op, T, Access, false, operands::constant, ours_storing, intrinsic, libcuxx>(
        group + "store_" + name + " " + type + where<Access>);
  }
}

template <op Op, class T>
void add_both(const std::string& type) {
  add_updates<Op, T, access::coalesced>(type);
  add_updates<Op, T, access::random>(type);
}

template <op Op, class T, bool LibcuxxHasIt = true>
void add_shared(const std::string& type) {
  const std::string name = diatomic::name_of(Op);
  const std::string fetch =
      group + (Op == op::exchange ? "" : "fetch_") + name + " " + type + " shared";
  add<T>(fetch, ours::name, update_shared<ours, Op, T, true>{});
  add<T>(fetch, intrinsic::name, update_shared<intrinsic, Op, T, true>{});
  if constexpr (LibcuxxHasIt) add<T>(fetch, libcuxx::name, update_shared<libcuxx, Op, T, true>{});
  if constexpr (Op != op::exchange) {
    const std::string store = group + "store_" + name + " " + type + " shared";
    add<T>(store, ours::name, update_shared<ours_storing, Op, T, false>{});
    add<T>(store, intrinsic::name, update_shared<intrinsic, Op, T, false>{});
    if constexpr (LibcuxxHasIt) {
      add<T>(store, libcuxx::name, update_shared<libcuxx, Op, T, false>{});
    }
  }
}

template <class T>
void add_shared_integer(const std::string& type) {
  add_shared<op::add, T>(type);
  add_shared<op::sub, T>(type);
  add_shared<op::bit_and, T>(type);
  add_shared<op::bit_or, T>(type);
  add_shared<op::bit_xor, T>(type);
  add_shared<op::min, T>(type);
  add_shared<op::max, T>(type);
  add_shared<op::exchange, T>(type);
}

/// Counters that wrap, which libcu++ does not have.
template <op Op>
void add_counts() {
  const std::string name = diatomic::name_of(Op);
  add_updates_of<Op, unsigned, access::random, true, operands::constant, ours, intrinsic>(
      group + "fetch_" + name + " unsigned 64 Ki random");
  add_updates_of<Op, unsigned, access::coalesced, false, operands::constant, ours_storing,
                 intrinsic>(group + "store_" + name + " unsigned coalesced");
  add_shared<Op, unsigned, false>("unsigned");
}

template <class T>
void add_integer(const std::string& type) {
  add_both<op::add, T>(type);
  add_both<op::bit_and, T>(type);
  add_both<op::bit_or, T>(type);
  add_both<op::bit_xor, T>(type);
  add_both<op::min, T>(type);
  add_both<op::max, T>(type);
  add_both<op::exchange, T>(type);
}

}  // namespace

void add_words() {
  add_integer<int>("int");
  add_integer<unsigned>("unsigned");
  add_integer<long>("long");
  add_integer<unsigned long>("unsigned long");
  add_integer<long long>("long long");
  add_integer<unsigned long long>("unsigned long long");
  add_both<op::sub, int>("int");
  add_both<op::sub, unsigned>("unsigned");
  add_counts<op::inc_wrap>();
  add_counts<op::dec_wrap>();
  add_shared_integer<int>("int");
  add_shared_integer<unsigned>("unsigned");
  add_both<op::add, float>("float");
  add_both<op::add, double>("double");
  add_both<op::exchange, float>("float");
  add_both<op::exchange, double>("double");
  add_swings<unsigned>(group + "compare_exchange unsigned");
  add_swings<unsigned long long>(group + "compare_exchange unsigned long long");

  const std::string beside = group + "store_add unsigned coalesced, a fence in the kernel";
  add<unsigned>(beside, ours::name, add_beside_fence<ours_storing>{});
  add<unsigned>(beside, intrinsic::name, add_beside_fence<intrinsic>{});
  add<unsigned>(beside, libcuxx::name, add_beside_fence<libcuxx>{});

  add_updates_of<op::add, unsigned, access::random, true, operands::constant, ours_seq_cst,
                 libcuxx_seq_cst>(group + "fetch_add unsigned 64 Ki random, seq_cst");
}

}  // namespace measured_operations
