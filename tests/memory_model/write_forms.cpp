// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Writes a kernel for each role of each litmus form, and a table of the forms.
//
//   write_forms KERNELS TABLE [every]
//
// The forms are those of tests/litmus, and each ordering of a shape at cluster scope and wider
// ones; with `every`, at each scope and in each space. The table is JSON: a shape's weak outcomes,
// as values of its registers and words; a form's kernels, the placements in which the API forbids
// these outcomes, and those in which sightings.hpp has one.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "litmus/promises.hpp"
#include "litmus/shapes/both_ways.hpp"
#include "litmus/shapes/cycles.hpp"
#include "litmus/shapes/messages.hpp"
#include "litmus/shapes/unchanged_flags.hpp"
#include "litmus/shapes/words.hpp"
#include "litmus/sightings.hpp"

namespace {

using namespace litmus;

constexpr ordering orderings[] = {ordering::relaxed,
                                  ordering::acquire_release,
                                  ordering::seq_cst,
                                  ordering::fences,
                                  ordering::seq_cst_fences,
                                  ordering::fence_to_operation,
                                  ordering::operation_to_fence,
                                  ordering::fence_to_seq_cst};
constexpr memory_scope scopes[] = {memory_scope::warp, memory_scope::block, memory_scope::cluster,
                                   memory_scope::device, memory_scope::system};
constexpr memory_space spaces[] = {memory_space::unspecified, memory_space::global,
                                   memory_space::shared};
constexpr placement placements[] = {placement::same_warp,    placement::same_block,
                                    placement::same_cluster, placement::different_blocks,
                                    placement::two_and_one,  placement::two_devices};

std::string name_of_space(memory_space s) {
  constexpr const char* names[] = {"unspecified", "global", "shared"};
  return names[static_cast<int>(s)];
}

/// The form as a type.
std::string type_of(const form_description& f) {
  const auto scope = [](memory_scope s) {
    return std::string("diatomic::memory_scope::") + diatomic::name_of(s);
  };
  return std::string("form<ordering::") + litmus::name_of(f.how) + ", " + scope(f.first) + ", " +
         scope(f.others) + ", diatomic::memory_space::" + name_of_space(f.space) + ">";
}

/// The registers and words on which an outcome depends, and their values in each weak one: as JSON.
std::string weak_outcomes(bool (*is_weak)(const outcome&)) {
  std::vector<unsigned> places;
  for (unsigned place = 0; place < most_registers + most_words; ++place) {
    for (unsigned code = 0; code < codes_of_outcomes; ++code) {
      if (is_weak(outcome(code)) != is_weak(outcome(code & ~(3u << 2 * place)))) {
        places.push_back(place);
        break;
      }
    }
  }
  std::string names, weak;
  for (unsigned place : places) {
    const bool is_register = place < most_registers;
    names += (names.empty() ? "\"" : ", \"") + std::string(is_register ? "r" : "w") +
             std::to_string(is_register ? place : place - most_registers) + "\"";
  }
  for (unsigned number = 0; number < 1u << 2 * places.size(); ++number) {
    unsigned code = 0;
    std::string values;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const unsigned value = number >> 2 * k & 3;
      code |= value << 2 * places[k];
      values += (k == 0 ? "" : ", ") + std::to_string(value);
    }
    if (is_weak(outcome(code))) weak += (weak.empty() ? "[" : ", [") + values + "]";
  }
  return "\"places\": [" + names + "], \"weak\": [" + weak + "]";
}

class writer {
 public:
  writer(const char* kernels, const char* table, bool every)
      : kernels_(kernels), table_(table), every_(every) {
    kernels_ << "#include \"litmus/shapes/both_ways.hpp\"\n"
                "#include \"litmus/shapes/cycles.hpp\"\n#include \"litmus/shapes/messages.hpp\"\n"
                "#include \"litmus/shapes/unchanged_flags.hpp\"\n"
                "#include \"litmus/shapes/words.hpp\"\n\n"
                "using namespace litmus;\n\n";
    table_ << "[";
  }

  /// All forms of a shape, whose type is called so.
  template <class Shape>
  void add(const std::string& type) {
    std::vector<form_description> forms = Shape::forms::descriptions();
    add_further_forms<Shape>(forms);
    table_ << (is_first_ ? "\n" : ",\n") << "{\"shape\": \"" << Shape::name
           << "\", \"roles\": " << Shape::roles << ", " << weak_outcomes(Shape::is_weak)
           << ", \"forms\": [";
    is_first_ = false;
    for (std::size_t k = 0; k < forms.size(); ++k) {
      table_ << (k == 0 ? "\n" : ",\n");
      add_form<Shape>(type, forms[k]);
    }
    table_ << "]}";
  }

  bool finish() {
    table_ << "]\n";
    return kernels_.flush().good() && table_.flush().good();
  }

 private:
  template <class Shape>
  void add_further_forms(std::vector<form_description>& forms) const {
    const auto has = [](const std::vector<form_description>& in, const form_description& f) {
      return std::any_of(in.begin(), in.end(),
                         [&](const form_description& other) { return other.name() == f.name(); });
    };
    // A shape that is tested relaxed only has nothing else to say.
    const bool is_ordered = std::any_of(forms.begin(), forms.end(), [](const form_description& f) {
      return f.how != ordering::relaxed;
    });
    for (const ordering how : orderings) {
      const bool is_plain = has_plain_words<Shape>;
      if (!is_ordered && how != ordering::relaxed) continue;
      if (is_plain && how != ordering::acquire_release && how != ordering::seq_cst) continue;
      for (const memory_scope scope : scopes) {
        if (scope == memory_scope::warp && is_seq_cst(how)) continue;  // does not compile
        for (const memory_space space : spaces) {
          const bool is_first = space == memory_space::global && scope >= memory_scope::cluster;
          if (!every_ && !is_first) continue;
          const form_description f{how, scope, scope, space};
          if (!has(forms, f)) forms.push_back(f);
        }
      }
    }
  }

  template <class Shape>
  void add_form(const std::string& type, const form_description& f) {
    const std::string name = f.name();
    table_ << "{\"form\": \"" << name << "\", \"space\": \"" << name_of_space(f.space)
           << "\", \"forbidden\": [";
    list([&](placement where) { return Shape::forbids(f.how) && is_within(f, where); });
    table_ << "], \"seen\": [";
    list([&](placement where) { return shows("sm_90", Shape::name, name, where); });
    table_ << "]}";
    // The compiler must not learn the space from the parameter.
    const bool is_hidden = f.space == memory_space::unspecified;
    for (unsigned role = 0; role < Shape::roles; ++role) {
      kernels_ << "extern \"C\" __global__ void form_" << Shape::name << "__" << name << "__"
               << role << "(unsigned*" << (is_hidden ? " const*" : "")
               << " words, unsigned* registers) {\n  " << type << "::play<" << type_of(f) << ">("
               << role << ", {" << (is_hidden ? "*words" : "words") << ", 64}, registers);\n}\n";
    }
  }

  template <class Condition>
  void list(Condition holds) {
    const char* separator = "";
    for (const placement where : placements) {
      if (!holds(where)) continue;
      table_ << separator << '"' << litmus::name_of(where) << '"';
      separator = ", ";
    }
  }

  std::ofstream kernels_;
  std::ofstream table_;
  bool every_;
  bool is_first_ = true;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::cerr << "usage: write_forms KERNELS TABLE [every]\n";
    return 2;
  }
  writer out(argv[1], argv[2], argc > 3);
  out.add<message_passing>("message_passing");
  out.add<message_of_plain_data>("message_of_plain_data");
  out.add<message_to_monotone>("message_to_monotone");
  out.add<message_by_updates>("message_by_updates");
  out.add<message_by_exchanges>("message_by_exchanges");
  out.add<message_by_compare_exchanges>("message_by_compare_exchanges");
  out.add<message_by_idle_exchange>("message_by_idle_exchange");
  out.add<message_by_idle_maximum>("message_by_idle_maximum");
  out.add<message_by_idle_or>("message_by_idle_or");
  out.add<message_by_seldom_exchange>("message_by_seldom_exchange");
  out.add<message_both_ways>("message_both_ways");
  out.add<release_sequence>("release_sequence");
  out.add<message_handed_on>("message_handed_on");
  out.add<store_after_message>("store_after_message");
  out.add<load_buffering>("load_buffering");
  out.add<store_buffering>("store_buffering");
  out.add<store_buffering_of_updates>("store_buffering_of_updates");
  out.add<store_buffering_of_exchanges>("store_buffering_of_exchanges");
  out.add<independent_reads>("independent_reads");
  out.add<store_against_load>("store_against_load");
  out.add<reduction_against_load>("reduction_against_load");
  out.add<two_stores_each>("two_stores_each");
  out.add<coherence_of_reads>("coherence_of_reads");
  out.add<coherence_of_monotone_reads>("coherence_of_monotone_reads");
  out.add<coherence_of_read_after_write>("coherence_of_read_after_write");
  out.add<coherence_of_write_after_read>("coherence_of_write_after_read");
  out.add<atomicity_of_updates>("atomicity_of_updates");
  out.add<atomicity_against_stores>("atomicity_against_stores");
  out.add<atomicity_of_compare_exchange>("atomicity_of_compare_exchange");
  out.add<additions_in_two_steps>("additions_in_two_steps");
  return out.finish() ? 0 : 1;
}
