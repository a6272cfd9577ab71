// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

/// \file
/// Kernels that have a name of their own in a backend's `sequences.txt`: what the threads of a
/// block and the lanes of a warp tell each other, and releases with nothing else around them, which
/// compilers shorten. README.md says how the table is written.

#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "expectations.hpp"

namespace codegen {

/// A kernel. `target` is the backend's namespace; masks are parameters, so that the instruction
/// must have the caller's.
struct sequence {
  const char* name;
  const char* parameters;
  const char* body;
};

inline constexpr sequence sequences[] = {
    {"block_barrier", "unsigned* data, unsigned v, unsigned* out",
     "data[lane()] = v;\n"
     "  shared_words<unsigned>()[lane()] = v;\n"
     "  block_barrier();\n"
     "  out[lane()] = data[lane() + 96] + shared_words<unsigned>()[lane() + 96];"},
    // Its wave has loaded before, and waits for that: nothing is left but the write-back itself.
    {"release_store", "unsigned* p", "store(p, 1u, release, in_global);"},
    {"release_store_system", "unsigned* p", "store(p, 1u, release, system_scope, in_global);"},
    {"release_store_block", "unsigned* data, unsigned v, unsigned* p",
     "data[lane()] = v;\n  store(p, 1u, release, block_scope, in_global);"},
    {"release_store_shared", "unsigned* data, unsigned v",
     "data[lane()] = v;\n  store(shared_words<unsigned>(), 1u, release, in_shared);"},
    {"release_update", "unsigned* p", "store_add(p + lane(), 1u, release, in_global);"},
    {"release_exchange", "unsigned* p, unsigned* out",
     "out[lane()] = exchange(p + lane(), 1u, acq_rel, in_global);"},
    {"seq_cst_store", "unsigned* p", "store(p, 1u, seq_cst, in_global);"},
    {"release_fence", "unsigned* p", "fence(release);\n  store(p, 1u, in_global);"},
    {"acq_rel_fence", "unsigned* p", "fence(acq_rel);\n  store(p, 1u, in_global);"},
    {"added_negative", "int* p, int* data",
     "store_add(p + lane(), -data[lane()], system_scope, in_global);"},
    {"added_negative_on_device", "long long* p, long long* data",
     "store_add(p + lane(), -data[lane()], in_global);"},

    // A check before the update, and loads that any cache may serve. Calls with an order have
    // neither, nor have waits.
    {"seldom_maximum", "unsigned* p, unsigned v",
     "store_max(p + lane(), v, check_first, in_global);"},
    {"monotone_load", "unsigned* p, unsigned* out",
     "out[lane()] = load(p + lane(), monotone, in_global);"},
    {"monotone_member", "unsigned* p, unsigned* out",
     "out[lane()] = atomic_ref<unsigned, relaxed_t, in_global_t>(p[lane()]).load(monotone);"},
    {"monotone_acquire", "unsigned* p, unsigned* out",
     "out[lane()] = load(p + lane(), monotone, acquire, in_global);"},
    {"monotone_wait", "unsigned* p", "wait(p, 0u, monotone, warp_scope, in_global);"},
    {"monotone_maximum", "unsigned* p, unsigned v",
     "store_max(p + lane(), v, monotone, in_global);"},
    {"monotone_fetched", "unsigned* p, unsigned v, unsigned* out",
     "out[lane()] = fetch_min(p + lane(), v, monotone, in_global);"},
    {"monotone_float", "float* p, float v", "store_max(p + lane(), v, monotone, in_global);"},
    {"monotone_half", "float16<kind::f16>* p, float16<kind::f16> v",
     "store_max(p + lane(), v, monotone, in_global);"},
    {"monotone_bits", "unsigned short* p, unsigned short v",
     "store_or(p + lane(), v, monotone, in_global);"},
    {"monotone_sum", "unsigned* p, unsigned v", "store_add(p + lane(), v, monotone, in_global);"},
    {"monotone_release", "unsigned* p, unsigned v",
     "store_max(p + lane(), v, monotone, release, in_global);"},
    {"monotone_acq_rel", "unsigned* p, unsigned v, unsigned* out",
     "out[lane()] = fetch_or(p + lane(), v, monotone, acq_rel, in_global);"},

    // A loop that always stores starts with any value, and shifts nothing in its rounds.
    {"half_maximum", "float16<kind::f16>* p, float16<kind::f16> v",
     "store_max(p + lane(), v, in_global);"},
    {"narrow_product", "short* p, short v", "store_mul(p + lane(), v, in_global);"},
    {"fetched_update", "unsigned* p, unsigned* out",
     "out[lane()] = fetch_update(p + lane(), [](unsigned v) { return v * v; }, in_global);"},
    // One that may decline leaves at once: no branches meet between its compare-exchange and the
    // check.
    {"tried_update", "unsigned* p",
     "try_update(p + lane(), [](unsigned& v) { return v++ < 9u; }, in_global);"},
    // An exchange is left out by a hint alone; a narrow one is a loop.
    {"narrow_exchange", "unsigned short* p, unsigned short v, unsigned short* out",
     "out[lane()] = exchange(p + lane(), v, in_global);"},
    {"seldom_exchange", "unsigned* p, unsigned v, unsigned* out",
     "out[lane()] = exchange(p + lane(), v, check_first, in_global);"},
    {"seldom_narrow_exchange", "unsigned short* p, unsigned short v, unsigned short* out",
     "out[lane()] = exchange(p + lane(), v, check_first, in_global);"},
    {"monotone_exchange", "unsigned* p, unsigned v, unsigned* out",
     "out[lane()] = exchange(p + lane(), v, monotone, in_global);"},
    {"monotone_exchange_release", "unsigned* p, unsigned v, unsigned* out",
     "out[lane()] = exchange(p + lane(), v, monotone, release, in_global);"},

    {"sync_lanes", "unsigned* data, unsigned v, device_ops::lane_mask mask, unsigned* out",
     "data[lane()] = v;\n  device_ops::sync_lanes(mask);\n  out[lane()] = data[lane() + 96];"},
    {"combined_update", "unsigned* p, unsigned* data, unsigned* out",
     "data[lane()] = 1;\n"
     "  out[lane() + 32] = fetch_add(p, data[lane() + 32], acq_rel, same_address, in_global);\n"
     "  out[lane()] = data[lane() + 96];"},
    {"combined_masks", "unsigned* p", "store_add(p, 1u, release, same_address, in_global);"},
    // One lane acquires or releases for all.
    {"claimed_slots", "unsigned* p, unsigned* data, unsigned* out",
     "data[lane()] = 1;\n"
     "  out[lane() + 32] = claim_slot(p, acq_rel, in_global);\n"
     "  out[lane()] = data[lane() + 96];"},
    {"group_sums", "unsigned* p, unsigned* data, unsigned* keys",
     "data[lane()] = 1;\n"
     "  const unsigned v[] = {keys[lane()], 2};\n"
     "  store_add_each(p + 64, v, lane_group::with_same(p), release, in_global);"},
    {"permits", "semaphore<in_global_t>* s, unsigned* data, unsigned* out",
     "s->acquire();\n  out[lane()] = data[lane() + 96];"},
    {"tried_permits", "semaphore<in_global_t>* s, unsigned* data, unsigned* out",
     "out[lane() + 32] = s->try_acquire() ? 1 : 0;\n  out[lane()] = data[lane() + 96];"},
    {"permitted", "semaphore<in_global_t>* s, unsigned* data, unsigned* out",
     "with_permit(*s, [=] { out[lane()] = data[lane() + 96]; });"},
    // The lanes of a warp hand on the lock.
    {"handed_on", "spin_mutex<in_global_t>* m, unsigned* data",
     "with_lock(*m, [=] { data[0] += data[1]; });"},
    // Grouped or not, the update stays what its hints make of it.
    {"grouped_update", "float* p, unsigned* where, float v",
     "store_add(p + where[lane()], v, few_addresses, in_global, coarse_grained, "
     "ignore_denormals);"},
    {"grouped_in_shared", "unsigned* where",
     "store_add(shared_words<unsigned>() + where[lane()], 1u, few_addresses);"},
    // Sums that keep subnormals, where the plain instruction may flush them.
    {"kept_sum", "float* p, float v",
     "store_add(p + lane(), v, keep_denormals, coarse_grained, in_global);"},
    {"kept_pair", "pack<float, 2>* p, pack<float, 2> v, pack<float, 2>* out",
     "out[lane()] = fetch_add(p + lane(), v, keep_denormals, in_global);"},
    {"kept_four", "pack<float, 4>* p, pack<float, 4> v",
     "store_sub(p + lane(), v, keep_denormals, release, in_global);"},
    {"kept_in_shared", "float v", "store_add(shared_words<float>() + lane(), v, keep_denormals);"},
    {"active_lanes", "device_ops::lane_mask* out", "out[lane()] = device_ops::active_lanes();"},
    {"ballot", "unsigned* data, device_ops::lane_mask mask, device_ops::lane_mask* out",
     "out[lane()] = device_ops::ballot(mask, data[lane()] == 7);"},
    {"match", "unsigned long long* data, device_ops::lane_mask mask, device_ops::lane_mask* out",
     "out[lane()] = device_ops::match(mask, data[lane()]);"},
    {"agree", "unsigned long long* data, device_ops::lane_mask mask, unsigned* out",
     "out[lane()] = device_ops::agree(mask, data[lane()]) ? 1 : 0;"},
    {"shuffle", "unsigned* data, device_ops::lane_mask mask, unsigned* out",
     "out[lane()] = device_ops::shuffle32(mask, data[lane()], data[lane() + 32]);"},
    {"shuffle_down", "unsigned* data, device_ops::lane_mask mask, unsigned* out",
     "out[lane()] = device_ops::shuffle_down32(mask, data[lane()], 3);"},
    {"shuffle_xor", "unsigned* data, device_ops::lane_mask mask, unsigned* out",
     "out[lane()] = device_ops::shuffle_xor32(mask, data[lane()], 5);"},
    {"reduced", "unsigned* data, device_ops::lane_mask mask, unsigned* out",
     "out[lane()] = device_ops::reduced<op::max>(mask, data[lane()]);"},

    // One lane waits for a lock, without a limit.
    {"wait_for_lock", "unsigned* p, unsigned* out",
     "struct {\n"
     "    unsigned* at;\n"
     "    DIATOMIC_FUNCTION bool enter() const { return load(at, in_global) == 0; }\n"
     "    DIATOMIC_FUNCTION bool poll() const { return enter(); }\n"
     "    DIATOMIC_FUNCTION void release() const {}\n"
     "  } way{p};\n"
     "  auto run = [=] { *out = 1; };\n"
     "  run_locked_alone(0, way, run);"},
};

/// `sequences.txt`: name | architectures | text. The first line for a name holds; `-` says that
/// there is nothing to look for.
class sequence_table {
 public:
  sequence_table(const std::string& path, const std::vector<std::string>& architectures,
                 const std::string& architecture, const std::string& compiler)
      : file_(path, 3, 1, architectures, architecture, compiler) {}

  /// Writes the kernels and the lines for FileCheck.
  /// \return the names without a line, and the lines without a name.
  std::vector<std::string> write(std::ostream& out, form_table& forms) {
    std::vector<std::string> mistakes;
    out << "\nusing namespace diatomic;\nusing namespace diatomic::detail;\n";
    std::set<std::string> names;
    for (const sequence& s : sequences) {
      names.insert(s.name);
      const std::string* const text = text_of(s.name);
      if (text == nullptr) {
        mistakes.push_back(std::string("sequences.txt has no line for ") + s.name);
      } else if (*text != "-") {
        write(out, forms, s, *text);
      }
    }
    for (const row& r : file_.rows) {
      if (names.count(r.fields[0]) == 0) mistakes.push_back(r.where + ": no such kernel");
    }
    return mistakes;
  }

 private:
  const std::string* text_of(const std::string& name) const {
    for (const row& r : file_.rows) {
      if (r.fields[0] == name) return &r.fields[2];
    }
    return nullptr;
  }

  static void write(std::ostream& out, form_table& forms, const sequence& s,
                    const std::string& text) {
    const subject any{"global", "load", "relaxed", "device", ""};
    const std::string name = std::string("sequence_") + s.name;
    out << "\n// CHECK-LABEL: " << forms.filled(forms.text("label", any), any, name) << '\n';
    for (const std::string& item : split(text, " ; ")) {
      const char* const suffix = item[0] == '!' ? "-NOT" : item[0] == '~' ? "-DAG" : "";
      out << "// CHECK" << suffix << ": "
          << forms.filled(*suffix != '\0' ? trimmed(item.substr(1)) : item, any, name) << '\n';
    }
    out << "// CHECK: " << forms.text("end", any) << '\n'
        << "KERNEL " << name << "(" << s.parameters << ") {\n  " << s.body << "\n}\n";
  }

  table_file file_;
};

}  // namespace codegen
