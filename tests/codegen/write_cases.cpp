// SPDX-FileCopyrightText: 2026 The Diatomic authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

/// \file
/// Writes one source file for a backend and an architecture: a kernel for each entry that the
/// support table calls native or a loop of the library's, and for each order and scope of each
/// kind of operation. Each kernel has FileCheck lines from the tables in `backends/<name>/codegen`.
/// Fails if these tables and the support table disagree about what is native. COMPILER is a name
/// such as clang-19, for the lines that are for one compiler.
///
/// Usage: write_cases ARCHITECTURE COMPILER TABLES_DIRECTORY OUTPUT [OPTION]...
/// --force-loop, --coarse-grained: for kernels compiled with DIATOMIC_FORCE_LOOP=1 or
/// DIATOMIC_COARSE_GRAINED=1. Without the cases of orders, which do not depend on these macros.
/// --few: in a space that no tag names, only u32 and f32. A compiler infers the space of every type
/// in the same way.
/// Built once for each backend, with DIATOMIC_CASES_OF.

#include <algorithm>
#include <fstream>
#include <memory>
#include <set>

#include "expectations.hpp"
#include "sequences.hpp"
#include "spellings.hpp"

#define TEXT_OF(text) #text
#define TEXT(text) TEXT_OF(text)
// clang-format off: a blank next to a slash would become part of the name.
#include TEXT(diatomic/DIATOMIC_CASES_OF/support.hpp)
// clang-format on

namespace {

using namespace diatomic;
using namespace diatomic::tables;
namespace backend = ::diatomic::backends::DIATOMIC_CASES_OF;

constexpr memory_order orders[] = {memory_order::relaxed, memory_order::acquire,
                                   memory_order::release, memory_order::acq_rel,
                                   memory_order::seq_cst};
constexpr memory_scope scopes[] = {memory_scope::warp, memory_scope::block, memory_scope::cluster,
                                   memory_scope::device, memory_scope::system};
/// The hints with which a call may get another instruction.
constexpr hint all_hints = hint::coarse_grained | hint::ignore_denormals | hint::in_array;

/// Where a case's word comes from.
struct place {
  const char* name;
  memory_space space;  ///< where it is
  bool said;           ///< by a tag
};
/// Before the instructions of an entry that the support table calls a loop in an instruction.
const std::string loop_mark = "loop* ";
constexpr place places[] = {
    {"global", memory_space::global, true},
    {"shared", memory_space::shared, true},
    {"parameter", memory_space::global, false},  // a pointer that the kernel is given
    {"array", memory_space::shared, false},      // the block's shared array
};

/// The parts that a vector is updated by.
int part_count(kind k) { return static_cast<int>(size_of(k) / size_of(part_of(k))); }

const char* type_of(kind k) {
  constexpr const char* names[kind_count] = {"",
                                             "signed char",
                                             "unsigned char",
                                             "short",
                                             "unsigned short",
                                             "int",
                                             "unsigned",
                                             "long long",
                                             "unsigned long long",
                                             "diatomic::detail::int128",
                                             "diatomic::detail::uint128",
                                             "f16",
                                             "bf16",
                                             "float",
                                             "double",
                                             "pack<f16, 2>",
                                             "pack<bf16, 2>",
                                             "pack<float, 2>",
                                             "pack<float, 4>",
                                             "pack<double, 2>",
                                             "pack<int, 2>",
                                             "pack<int, 4>",
                                             "pack<f16, 4>",
                                             "pack<bf16, 4>"};
  return names[static_cast<int>(k)];
}
/// The words behind those names: the library's own, so that no vendor's header is needed.
constexpr const char* type_names =
    "using diatomic::detail::pack;\n"
    "using f16 = diatomic::detail::float16<diatomic::kind::f16>;\n"
    "using bf16 = diatomic::detail::float16<diatomic::kind::bf16>;\n";

/// How the tables of forms name an operation.
const char* class_of(op o, result_use result) {
  if (!updates.has(o)) return name_of(o);
  return result == result_use::used ? "update" : "reduce";
}

/// The class of an entry: a load by compare-exchange writes, and has separate lines.
std::string class_of(op o, result_use result, table_entry c) {
  return o == op::load && c == loop_in_instruction ? "wide_load" : class_of(o, result);
}

std::string function_of(op o, result_use result) {
  if (!updates.has(o)) return name_of(o);
  return std::string(result == result_use::used ? "fetch_" : "store_") + name_of(o);
}

/// The tags that say `how`, each after a comma.
std::string tags_of(const access_properties& how, bool space_said) {
  std::string tags = std::string(", diatomic::") + name_of(how.order) +
                     ", diatomic::" + name_of(how.scope) + "_scope";
  if (space_said) tags += std::string(", diatomic::in_") + name_of(how.space);
  if (includes(how.hints, hint::coarse_grained)) tags += ", diatomic::coarse_grained";
  if (includes(how.hints, hint::ignore_denormals)) tags += ", diatomic::ignore_denormals";
  if (includes(how.hints, hint::in_array)) tags += ", diatomic::in_array";
  return tags;
}

/// The words that a kernel works on.
std::string word_of(memory_space space, kind k) {
  return space == memory_space::global ? "p" : std::string("shared_words<") + type_of(k) + ">()";
}

/// The call of an operation on `w`, and whether it has a result.
std::string call_of(op o, const access_properties& how, const std::string& tags) {
  const char* const operands = o == op::load ? "w" : o == op::compare_exchange ? "w, e, v" : "w, v";
  return "diatomic::" + function_of(o, how.result) + "(" + operands + tags + ")";
}
bool returns(op o, result_use result) { return o != op::store && result == result_use::used; }

class writer {
 public:
  writer(const std::string& architecture, const std::string& compiler, const std::string& directory,
         std::ostream& out, const std::set<std::string>& options)
      : out_(out),
        force_loop_(options.count("--force-loop") != 0),
        coarse_grained_(options.count("--coarse-grained") != 0),
        few_(options.count("--few") != 0) {
    for (const diatomic::tables::architecture& a : backend::architectures) {
      names_.push_back(a.name);
      if (architecture == a.name) number_ = a.number;
    }
    if (number_ < 0) throw std::runtime_error("no architecture " + architecture);
    toolkit_ = codegen::toolkit_of(compiler);
    entries_ = std::make_unique<codegen::entry_table>(directory + "/entries.txt", names_,
                                                      architecture, compiler);
    forms_ = std::make_unique<codegen::form_table>(directory + "/forms.txt", names_, architecture,
                                                   compiler);
    // A backend whose warps are one lane has none.
    if (std::ifstream(directory + "/sequences.txt")) {
      sequences_ = std::make_unique<codegen::sequence_table>(directory + "/sequences.txt", names_,
                                                             architecture, compiler);
    }
  }

  /// \return the number of mistakes in the tables.
  int write() {
    out_ << "#include <atomic>\n#include <diatomic/atomics/warp_aggregation.hpp>\n#include "
            "<diatomic/diatomic.hpp>\n"
            "#include <diatomic/sync/mutex.hpp>\n#include <diatomic/sync/semaphore.hpp>\n"
            "#include \"kernel.hpp\"\n"
         << type_names;
    const std::string& spaces =
        forms_->text("spaces", {"global", "load", "relaxed", "device", "", ""});
    for (const place& where : places) {
      if (!codegen::lists(spaces, where.name)) continue;
      const bool is_main = where.said || !codegen::lists(spaces, "global");
      for (int o = 0; o < op_count; ++o) {
        for (int k = 1; k < kind_count; ++k) {
          const auto type = static_cast<kind>(k);
          if (few_ && !is_main && type != kind::u32 && type != kind::f32) continue;
          write_entry(where, static_cast<op>(o), type);
        }
      }
      if (is_main) write_orders(where);
    }
    if (!force_loop_ && !coarse_grained_) {
      if (sequences_) {
        for (const std::string& what : sequences_->write(out_, *forms_)) mistake(what);
      }
      report_unused(entries_->rows(), false);
      report_unused(forms_->rows(), true);
    }
    std::cout << native_ << " native entries in " << native_cases_ << " kernels, " << loop_cases_
              << " kernels with loops, " << order_cases_ << " orders and scopes\n";
    return mistakes_;
  }

 private:
  table_entry answer(op o, kind k, const access_properties& how) const {
    return find(backend::table, question{o, k, granted(how), number_, toolkit_});
  }

  /// The properties of a call with the tags of `how`. A program for ordinary memory adds a hint to
  /// each call below system scope.
  access_properties granted(access_properties how) const {
    if (coarse_grained_ && how.scope < memory_scope::system) {
      how.hints = how.hints | hint::coarse_grained;
    }
    return how;
  }

  /// Whether the operation is native here in the same space, with all hints.
  bool can_be_native(op o, kind k, access_properties how) const {
    how.scope = memory_scope::device;
    how.hints = all_hints;
    return answer(o, k, how).level == support::native;
  }

  void mistake(const std::string& what) {
    std::cerr << "write_cases: " << what << '\n';
    ++mistakes_;
  }

  /// A line that no case needed is a mistake, but if a compiler's own lines went before it. Whether
  /// there are loops, the support table says.
  void report_unused(const std::vector<codegen::row>& rows, bool are_forms) {
    std::set<std::string> replaced{"loop", "never_in_loop"};
    for (const codegen::row& r : rows) {
      const std::string& what = r.fields[0];
      if (are_forms && r.used && r.fields[1].find_first_of("@<") != std::string::npos)
        replaced.insert(what);
      if (r.used || (are_forms && replaced.count(what) != 0)) continue;
      mistake(r.where + ": no case here matches this line");
    }
  }

  void write_entry(const place& where, op o, kind k) {
    for (result_use result : {result_use::used, result_use::unused}) {
      if (!updates.has(o) && result == result_use::unused) continue;
      for (memory_scope scope : {memory_scope::device, memory_scope::system}) {
        std::set<entry_key> seen;
        for (unsigned bits = 0; bits <= static_cast<unsigned>(all_hints); ++bits) {
          const auto given = static_cast<hint>(bits);
          const access_properties how{memory_order::relaxed, scope, where.space, given, result};
          const table_entry c = answer(o, k, how);
          // One kernel for each answer, with the fewest hints; and one with all of them.
          const bool all = given == all_hints && scope == memory_scope::device;
          compare(o, k, how, c);
          if (!seen.insert({static_cast<int>(c.level), static_cast<int>(c.implementation)})
                   .second &&
              !all) {
            continue;
          }
          write_entry_case(where, o, k, how, c);
        }
      }
    }
  }
  using entry_key = std::pair<int, int>;

  /// The instructions of the entry in entries.txt; for a vector updated by element, those of the
  /// element.
  const std::string* expected_of(op o, kind k, const access_properties& how, table_entry c) {
    const kind described = c.implementation == method::by_element ? part_of(k) : k;
    return entries_->instructions(name_of(o), name_of(described), granted(how));
  }

  /// Both tables must call the entry native, or neither. An entry that the compiler or the
  /// assembler expands to a loop may have a line, which must state that; a vector has its part's.
  void compare(op o, kind k, const access_properties& how, table_entry c) {
    const std::string* const expected = expected_of(o, k, how, c);
    const bool native = c.level == support::native;
    if (native) ++native_;
    const bool is_loop = expected && expected->rfind(loop_mark, 0) == 0;
    const bool may_have_line = c == loop_in_instruction || c.implementation == method::by_element;
    if (native ? expected && !is_loop : !expected || (is_loop && may_have_line)) return;
    mistake(case_name(o, k, name_of(how.space), how) + ": " +
            (!expected ? "the support table says native, and entries.txt has no instruction"
                       : "entries.txt has `" + *expected + "`, and the support table says " +
                             std::string(name_of(c.level))));
  }

  static std::string case_name(op o, kind k, const std::string& where,
                               const access_properties& how) {
    std::string name = function_of(o, how.result) + "_" + name_of(k) + "_" + where + "_" +
                       name_of(how.order) + "_" + name_of(how.scope);
    if (includes(how.hints, hint::coarse_grained)) name += "_coarse";
    if (includes(how.hints, hint::ignore_denormals)) name += "_flushing";
    if (includes(how.hints, hint::in_array)) name += "_array";
    return name;
  }

  void write_entry_case(const place& where, op o, kind k, const access_properties& how,
                        table_entry c) {
    const std::string name = case_name(o, k, where.name, how);
    const codegen::subject s{name_of(how.space), class_of(o, how.result, c),
                             name_of(how.order), name_of(how.scope),
                             name_of(o),         where.name};
    // A loop is of interest where another access_properties of the same operation would be native.
    const bool loops = c == loop_of_cas || (force_loop_ && updates.has(o));
    if (loops && !can_be_native(o, k, how)) return;
    if (loops) {
      begin(name);
      check("CHECK", "LABEL", "label", s, name);
      check("CHECK", "", "loop", s, name);
      check("CHECK", "", "end", s, name);
      check("NEVER", "LABEL", "label", s, name);
      check("NEVER", "NOT", "never_in_loop", s, name);
      check("NEVER", "", "end", s, name);
      ++loop_cases_;
    } else {
      const std::string* const expected = expected_of(o, k, how, c);
      if (!expected) return;  // a loop that the assembler writes, or a mistake that is reported
      begin(name);
      write_checks(name, s, codegen::split(*expected, " + "),
                   c.implementation == method::by_element ? part_count(k) : 1, "");
      ++(c.level == support::native ? native_cases_ : loop_cases_);
    }
    out_ << "KERNEL " << name << "(" << type_of(k) << "* p, " << type_of(k) << " v, " << type_of(k)
         << " e, " << type_of(k) << "* out) {\n"
         << "  auto* const w = " << word_of(where.space, k) << " + lane();\n  ";
    if (returns(o, how.result)) out_ << "out[lane()] = ";
    out_ << call_of(o, how, tags_of(how, where.said)) << ";\n}\n";
  }

  void begin(const std::string& name) {
    if (!written_.insert(name).second) throw std::runtime_error("two cases named " + name);
    out_ << '\n';
  }

  void line(const std::string& prefix, const std::string& suffix, const std::string& text) {
    out_ << "// " << prefix << (suffix.empty() ? "" : "-") << suffix << ": " << text << '\n';
  }
  void check(const std::string& prefix, const std::string& suffix, const std::string& what,
             const codegen::subject& s, const std::string& name) {
    const std::string text = forms_->filled(forms_->text(what, s), s, name);
    if (text != "-") line(prefix, suffix, text);
  }

  /// CHECK: the expected instructions, in order. COUNT: no other instructions of their kind. NEVER:
  /// instructions that the kernel must not have. The instructions occur `times` times.
  void write_checks(const std::string& name, const codegen::subject& s,
                    const std::vector<std::string>& instructions, int times,
                    const std::string& of) {
    int count = 0;
    check("CHECK", "LABEL", "label", s, name);
    if (!of.empty()) count += write_sequence("before", s);
    const bool in_any_order = times > 1 || instructions.size() > 1;
    for (int n = 0; n < times; ++n) {
      for (const std::string& i : instructions) {
        if (i == "-") continue;
        const bool is_loop = i.rfind(loop_mark, 0) == 0;
        for (const std::string& one :
             codegen::split(is_loop ? i.substr(loop_mark.size()) : i, " ; ")) {
          line("CHECK", in_any_order ? "DAG" : "", forms_->filled(one, s, name));
          ++count;
        }
      }
    }
    if (!of.empty()) count += write_sequence("after", s);
    check("CHECK", "", "end", s, name);

    const std::string counted = forms_->text(of + "counted", s);
    if (counted != "-") {
      check("COUNT", "LABEL", "label", s, name);
      if (count > 0) line("COUNT", "COUNT-" + std::to_string(count), counted);
      line("COUNT", "NOT", counted);
      check("COUNT", "", "end", s, name);
    }
    check("NEVER", "LABEL", "label", s, name);
    check("NEVER", "NOT", instructions.size() > 1 ? "never_in_pair" : of + "never", s, name);
    check("NEVER", "", "end", s, name);
  }

  /// The items of a sequence: `!` what must not come here, `~` in any order with its neighbours,
  /// `*` one of the counted sort.
  int write_sequence(const char* what, const codegen::subject& s) {
    int counted = 0;
    const std::string text = forms_->text(what, s);
    if (text == "-") return 0;
    for (std::string item : codegen::split(text, " ; ")) {
      std::string suffix;
      if (item[0] == '!') suffix = "NOT";
      if (item[0] == '~') suffix = "DAG";
      if (item[0] == '*') ++counted;
      if (item.find_first_of("!~*") == 0) item = codegen::trimmed(item.substr(1));
      line("CHECK", suffix, forms_->filled(item, s));
    }
    return counted;
  }

  void write_orders(const place& where) {
    struct form {
      op operation;
      result_use result;
    };
    constexpr form forms[] = {
        {op::load, result_use::used},     {op::store, result_use::used},
        {op::exchange, result_use::used}, {op::add, result_use::used},
        {op::add, result_use::unused},    {op::compare_exchange, result_use::used}};
    if (force_loop_ || coarse_grained_) return;
    for (memory_order order : orders) {
      for (memory_scope scope : scopes) {
        for (const form& f : forms) {
          const access_properties how{order, scope, where.space, hint::none, f.result};
          if (!can_have_order(f.operation, how)) continue;
          write_order_case(where, f.operation, kind::u32, how);
          write_spellings(where, f.operation, how);
          if (f.operation == op::add) write_aggregated(where, how);
          // The order of an addition of pairs may stand elsewhere.
          if (f.operation == op::add) write_order_case(where, f.operation, kind::f16x2, how);
          write_other_sizes(where, f.operation, how);
        }
        if (order == memory_order::relaxed || where.space == memory_space::shared) continue;
        const access_properties how{order, scope, where.space};
        if (can_have_order(op::exchange, how)) write_fence_case(how);
      }
    }
  }

  /// The orders of types other than u32, where the table of forms names them: processors have
  /// separate instructions for each size.
  void write_other_sizes(const place& where, op o, const access_properties& how) {
    if (how.scope != memory_scope::device) return;
    const codegen::subject s{name_of(how.space), class_of(o, how.result), name_of(how.order),
                             name_of(how.scope), name_of(o)};
    const std::string kinds = forms_->text("order_kinds", s);
    for (int k = 1; k < kind_count; ++k) {
      const auto other = static_cast<kind>(k);
      if (kinds == "-" || !codegen::lists(kinds, name_of(other))) continue;
      if (entries_->instructions(name_of(o), name_of(other), how)) {
        write_order_case(where, o, other, how);
      }
    }
  }

  /// Other spellings of the same call, in the scopes that all chips distinguish. (Shared memory is
  /// left out.)
  void write_spellings(const place& where, op o, const access_properties& how) {
    const bool is_told_apart =
        how.scope == memory_scope::block || how.scope == memory_scope::device;
    if (where.space == memory_space::shared || !is_told_apart) return;
    const codegen::subject s{name_of(how.space), class_of(o, how.result), name_of(how.order),
                             name_of(how.scope), name_of(o)};
    const std::string* const expected = entries_->instructions(name_of(o), name_of(kind::u32), how);
    if (!expected) return;  // reported already
    const bool has_old = o != op::store && how.result == result_use::used;
    for (const codegen::spelling& form : codegen::spellings_of(o, how)) {
      const std::string name =
          "order_" + case_name(o, kind::u32, where.name, how) + "_" + form.name;
      begin(name);
      write_checks(name, s, {*expected}, 1, "order_");
      write_order_kernel(name, where.space, kind::u32,
                         (has_old ? "const auto old = " : "const auto old = v;\n  ") + form.call);
      ++order_cases_;
    }
  }

  /// An addition for all lanes of a warp, of which one acquires for all: they meet before and
  /// after.
  void write_aggregated(const place& where, const access_properties& how) {
    const bool is_of_interest = how.order == memory_order::acq_rel &&
                                how.scope == memory_scope::device && where.said &&
                                where.space == memory_space::global;
    const codegen::subject s{name_of(how.space), class_of(op::add, how.result), name_of(how.order),
                             name_of(how.scope), name_of(op::add)};
    if (!is_of_interest) return;
    const std::string meeting = forms_->text("lanes_meet", s);
    if (meeting == "-") return;
    const std::string* const one = entries_->instructions("add", name_of(kind::u32), how);
    if (!one) return;  // reported already
    const std::string name = "aggregated_" + case_name(op::add, kind::u32, where.name, how);
    begin(name);
    check("CHECK", "LABEL", "label", s, name);
    line("CHECK", "", meeting);
    line("CHECK", "", forms_->filled(*one, s, name));
    line("CHECK", "", meeting);
    check("CHECK", "", "end", s, name);
    const std::string tags = tags_of(how, where.said) + ", diatomic::same_address";
    write_order_kernel(name, where.space, kind::u32,
                       "const auto old = " + call_of(op::add, how, tags));
    ++order_cases_;
  }

  void write_order_case(const place& where, op o, kind k, access_properties how) {
    const bool is_pair = element_count(k) > 1;
    if (is_pair) {
      how.hints = all_hints;
      if (answer(o, k, how).level != support::native) return;
    }
    const std::string name = "order_" + case_name(o, k, where.name, how);
    const codegen::subject s{name_of(how.space), class_of(o, how.result, answer(o, k, how)),
                             name_of(how.order), name_of(how.scope), name_of(o)};
    if (is_pair && forms_->text("pair_orders", s) == "-") return;
    const std::string* const expected = entries_->instructions(name_of(o), name_of(k), how);
    if (!expected) return mistake(name + ": no instruction in entries.txt");
    begin(name);
    write_checks(name, s, {*expected}, 1, "order_");
    const char* const old =
        returns(o, how.result) ? "const auto old = " : "const auto old = v;\n  ";
    write_order_kernel(name, where.space, k, old + call_of(o, how, tags_of(how, where.said)));
    ++order_cases_;
  }

  void write_fence_case(const access_properties& how) {
    const std::string name =
        std::string("order_fence_") + name_of(how.order) + "_" + name_of(how.scope);
    const codegen::subject s{"global", "fence", name_of(how.order), name_of(how.scope), "", ""};
    begin(name);
    write_checks(name, s, {forms_->text("fence", s)}, 1, "order_");
    write_order_kernel(
        name, memory_space::global, kind::u32,
        "const auto old = v;\n  diatomic::fence(" + tags_of(how, false).substr(2) + ")");
    ++order_cases_;
  }

  /// Plain accesses of both spaces before and after the operation, so that what orders them shows.
  void write_order_kernel(const std::string& name, memory_space space, kind k,
                          const std::string& call) {
    const std::string type = type_of(k);
    const std::string word =
        element_count(k) > 1 ? "diatomic::detail::bits_as<unsigned>" : "static_cast<unsigned>";
    out_ << "KERNEL " << name << "(" << type << "* p, " << type << " v, " << type
         << " e, unsigned* data, unsigned* out) {\n"
            "  auto* const w = "
         << word_of(space, k)
         << " + lane();\n"
            "  const auto n = "
         << word
         << "(v);\n"
            "  unsigned* const room = shared_words<unsigned>() + lane();\n"
            "  const unsigned early = data[lane() + 32];\n"
            "  data[lane() + 64] = n;\n"
            "  room[64] = n;\n  "
         << call
         << ";\n"
            "  out[lane() + 32] = data[lane() + 96];\n"
            "  out[lane() + 64] = room[96];\n"
            "  out[lane() + 96] = "
         << word
         << "(old);\n"
            "  out[lane() + 128] = early;\n}\n";
  }

  std::ostream& out_;
  bool force_loop_, coarse_grained_, few_;
  std::vector<std::string> names_;
  int number_ = -1;
  int toolkit_ = 0;  ///< the compiler's release, 1204 for nvrtc-12.4
  std::unique_ptr<codegen::entry_table> entries_;
  std::unique_ptr<codegen::form_table> forms_;
  std::unique_ptr<codegen::sequence_table> sequences_;
  std::set<std::string> written_;
  int native_ = 0, native_cases_ = 0, loop_cases_ = 0, order_cases_ = 0, mistakes_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::set<std::string> options(argv + std::min(argc, 5), argv + argc);
  const std::set<std::string> known{"--force-loop", "--coarse-grained", "--few"};
  if (argc < 5 || !std::includes(known.begin(), known.end(), options.begin(), options.end())) {
    std::cerr << "usage: write_cases ARCHITECTURE COMPILER TABLES_DIRECTORY OUTPUT"
                 " [--force-loop] [--coarse-grained] [--few]\n";
    return 2;
  }
  try {
    std::ofstream out(argv[4]);
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[4]);
    const int mistakes = writer(argv[1], argv[2], argv[3], out, options).write();
    out.close();
    if (!out) throw std::runtime_error(std::string("cannot write ") + argv[4]);
    return mistakes == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "write_cases: " << error.what() << '\n';
    return 2;
  }
}
