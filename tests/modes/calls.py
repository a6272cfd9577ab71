# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls of every function and member of the atomics, good and bad, for same_calls_test.py."""

SOURCE = """#include <atomic>
#include <complex>
#include <functional>
#include <memory>
#include <string>
#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/fixed_point.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
using namespace diatomic;
enum class colour : int { red };
enum level : unsigned { low };
struct alignas(8) pair { int a, b; };
struct alignas(8) shorts { short a, b, c, d; };
struct single { int a; };
struct base { int a; };
struct derived : base {};
struct to_int { int n; operator int() const { return n; } };
struct to_int_if_mutable { int n; operator int() { return n; } };
struct to_int_if_lvalue { int n; operator int() & { return n; } };
struct to_int_explicitly { int n; explicit operator int() const { return n; } };
struct to_float { float n; operator float() const { return n; } };
struct to_pointer { int* p; operator int*() const { return p; } };
struct to_pair { operator pair() const { return {}; } };
struct to_anything { template <class T> operator T() const { return T(); } };
struct unique { int n; unique(const unique&) = delete; operator int() const { return n; } };
struct unique_pointer { unique_pointer(unique_pointer&&) = delete; operator int*(); };
struct from_int { int n; from_int() = default; from_int(int v) : n(v) {} };
struct from_int_explicitly { int n; explicit from_int_explicitly(int v) : n(v) {} };
namespace own { struct call_site {}; struct located { int n; operator int() const { return n; } }; }
struct fields { unsigned narrow : 3; int wide : 20; bool is_set : 1; };
struct limits { static const int most = 7; static const unsigned char least = 1; };
int function(int n);
int overloaded(int n);
long overloaded(long n);
struct replace { int operator()(int n) const { return n; } };
struct replace_once { int operator()(int n) { return n; } };
struct replace_any { template <class T> T operator()(T v) const { return v; } };
struct offer { bool operator()(int& n) const { return ++n != 0; } };
struct values {
  bool flag = false;
  unsigned char byte = 0;
  int count = 0, seen = 0, bins[4] = {};
  unsigned limit = 9;
  long long wide = 0;
  float sum = 0;
  double total = 0;
  colour paint{};
  level height{};
  int* head = nullptr;
  const int* first = nullptr;
  void* untyped = nullptr;
  base* object = nullptr;
  int (*called)(int) = nullptr;
  std::complex<float> number;
  pair two{};
  shorts four{};
  single one{};
  from_int made;
  from_int_explicitly named{1};
  fixed_point<-20> units{};
  float sums[3] = {}, *places[3] = {&sum, &sum, &sum};
  lane_group group = lane_group::with_same(0);

  volatile int loose = 0;
  const int constant = 3;
  const int* to_constant = &constant;
  volatile int* to_loose = &loose;
  void** slots = nullptr;
  derived child;
  fields bits{};
  to_int as_int{};
  to_int_if_mutable as_int_if_mutable{};
  const to_int_if_mutable never_an_int{};
  to_int_if_lvalue as_int_if_lvalue{};
  to_int_explicitly as_int_explicitly{};
  to_float as_float{};
  to_pointer as_pointer{};
  to_pair as_pair;
  to_anything as_anything;
  unique& sole;
  unique_pointer& sole_pointer;
  std::atomic<int> standard{0};
  std::reference_wrapper<int> wrapped{count};
  std::unique_ptr<int> owned;
  std::string text;
  own::call_site site;
  own::located place{};
  atomic<int> a{0};
  atomic<unsigned char, relaxed_t> a_byte{0};
  atomic<float> a_float{0};
  atomic<int*> a_pointer{nullptr};
  atomic<colour> a_colour{colour::red};
  atomic<pair> a_pair{pair{}};
  atomic_ref<int> r{count};
  atomic_ref<const int> reads{count};
  atomic_ref<unsigned, acq_rel_t> r_unsigned{limit};
  atomic_ref<double> r_double{total};
  atomic_ref<int*> r_pointer{head};
  atomic_ref<std::complex<float>> r_complex{number};
  atomic_ref<pair> r_pair{two};
  atomic_flag<> marked{};
};
"""
OBJECTS = ["flag", "byte", "count", "limit", "wide", "sum", "total", "paint", "height", "head",
           "first", "untyped", "object", "called", "number", "two", "four", "one", "made", "named",
           "units"]
OPERANDS = [
    "0", "1", "-1", "'c'", "true", "2u", "3LL", "0.5", "0.5f", "0.5L", "NULL", "nullptr", '"text"',
    "{}", "{1}", "{1, 2}", "{1, 0}", "{1.5f, 2}", "{1, nullptr}", "{1, 2, 3}", "{1, 2, 3, 4}",
    "v.flag", "v.byte", "v.count", "v.wide", "v.sum", "v.paint", "v.height", "low", "v.number",
    "v.two", "v.four", "v.one", "v.made", "v.named", "v.units", "v.loose", "v.constant",
    "limits::most", "limits::least", "v.bits.narrow", "v.bits.wide", "v.bits.is_set", "v.bins",
    "&v.count", "v.to_constant", "v.to_loose", "&v.limit", "v.slots", "v.untyped", "&v.child",
    "v.object", "function", "&function", "overloaded", "[](int n) { return n; }", "replace{}",
    "v.as_int", "v.as_int_if_mutable", "v.never_an_int", "v.as_int_if_lvalue",
    "to_int_if_lvalue{}", "v.as_int_explicitly", "v.as_float", "v.as_pointer", "to_pointer{}",
    "v.as_pair", "v.as_anything", "v.sole", "static_cast<unique&&>(v.sole)", "v.sole_pointer",
    "v.standard", "v.wrapped", "v.owned", "v.text", "v.site", "v.place", "v.a", "v.a_float", "v.r",
    "v.reads", "v.a_pointer", "relaxed", "device_scope", "std::memory_order_relaxed",
    "std::memory_order(0)", "pair{1, 2}", "std::complex<float>(1, 2)"]
# For most functions, and for most members.
FEW_OPERANDS = ["0", "0.5", "nullptr", "{1, 2}", "v.count", "v.bits.narrow", "&v.limit",
                "v.as_int", "v.as_pointer", "v.sole", "v.paint", "relaxed"]
LEAST_OPERANDS = ["2u", "0.5", "v.paint", "v.sole"]
# A mode with call sites knows the values of a braced list, but not their number if it is one: the
# same constructor takes a value without braces.
KNOWN = {f"{call}(&v.{thing}, {{1}})" for call in ("store", "exchange")
         for thing in ("two", "four", "one")} | {"v.a_pair.store({1})"}
# A kernel's calls for nvcc, which has other overloads in the modes with call sites.
KERNEL = """#include <diatomic/atomics/atomic.hpp>
#include <diatomic/atomics/warp_aggregation.hpp>
#include <diatomic/diatomic.hpp>
using namespace diatomic;
struct to_pointer { int* p; __device__ operator int*() const { return p; } };
struct to_int { __device__ operator int() const { return 1; } };
struct alignas(8) pair { int a, b; };
struct fields { unsigned narrow : 3; };
struct limits { static const unsigned char least = 1; };
struct values { int i; double d; int* p; void* v; pair q; to_pointer t; atomic<int> a;
                fields bits; };
__global__ void calls(values& v) {
"""
ACCEPTED_BY_NVCC = [
    "store(&v.p, v.t)", "store(&v.p, 0)", "store(&v.q, {1, 2})", "store(&v.q, {})",
    "store(&v.i, {1})", "store(&v.i, v.bits.narrow)", "store(&v.i, limits::least)",
    "exchange(&v.p, &v.i)", "exchange(&v.v, &v.v)", "exchange(&v.v, {})", "fetch_add(&v.i, v.a)",
    "exchange(&v.p, nullptr, relaxed)", "fetch_add(&v.i, to_int{})", "v.a.store(to_int{})",
    "v.a.load(relaxed)", "v.a.fetch_add(v.a)", "load<int>(&v.i)", "claim_slot(&v.i)"]
REFUSED_BY_NVCC = [
    "store(&v.p, 5)", "store(&v.p, v.v)", "store(&v.i, {1, 0})", "fetch_add(&v.i, 0.5)",
    'store(&v.i, "7")', "exchange(&v.p, &v.d)", "claim_slot(&v.d)", "v.a.store(0.5)",
    "load(&v.i, release)", "store(&v.i, v.t)"]
# After the operands.
TAGS = ["", "relaxed", "release", "acquire", "acq_rel", "seq_cst", "std::memory_order_acq_rel",
        "block_scope, relaxed", "relaxed, std::memory_order_relaxed", "seq_cst, warp_scope",
        "in_global, in_shared", "relaxed_t()", "1", "nullptr", "__ATOMIC_RELAXED",
        "result_unused", "on_failure(acquire)", "v.site",
        "std::memory_order_release, std::memory_order_relaxed",
        "relaxed, block_scope, in_global, coarse_grained",
        "relaxed, block_scope, in_global, coarse_grained, monotone",
        "coarse_grained, monotone, in_global, block_scope, std::memory_order_relaxed",
        "relaxed, block_scope, in_global, coarse_grained, relaxed",
        "relaxed, block_scope, in_global, coarse_grained, 1"]

OPS = ("add sub mul div mod and or xor nand shl shr min max fminimum fmaximum fminimum_num "
       "fmaximum_num min_if_less max_if_greater inc_wrap dec_wrap").split()
UPDATES = [name for op in OPS for name in (f"fetch_{op}", f"{op}_fetch", f"store_{op}")]
# The members that take one operand, of each kind of object.
OF_ATOMIC = ["store", "exchange", "wait", *(f"fetch_{op}" for op in
             ("add", "sub", "and", "or", "xor", "min", "max")), "store_add", "store_min",
             "store_max"]
ATOMICS = ["a", "a_byte", "a_float", "a_pointer", "a_colour", "a_pair"]
OF_REF = ["store", "exchange", "wait", *UPDATES]
REFS = ["r", "r_unsigned", "r_double", "r_pointer", "r_complex", "r_pair", "reads"]
FUNCTIONS = ["replace{}", "replace_once{}", "replace_any{}", "offer{}", "function", "&function",
             "[](int n) { return n; }", "[](int& n) { return n != 0; }", "overloaded", "5", "{}",
             "nullptr", "[](int n) { return n * 0.5; }", "[](auto v) { return v; }",
             "std::function<int(int)>()"]


def with_operand(before, operands, after):
    return (f"{before}{operand}{after}" for operand in operands)


def free_functions():
    for thing in OBJECTS:
        at = f"&v.{thing}"
        is_rare = thing in ("limit", "wide", "sum", "total", "object", "four", "named")
        yield from with_operand(f"store({at}, ", FEW_OPERANDS if is_rare else OPERANDS, ")")
        yield from (f"{name}({at})" for name in ("load", "claim_slot", "notify_one", "notify_all"))
        yield from with_operand(f"wait({at}, ", LEAST_OPERANDS, ")")
        yield from with_operand(f"fetch_update({at}, ", ["replace{}", "replace_any{}"], ")")
        if thing not in ("count", "sum", "head", "untyped", "two", "number"):
            continue
        if thing != "head":
            yield from with_operand(f"store_add_at({at}, 0, 1, ", FEW_OPERANDS, ")")
        yield from with_operand(f"exchange({at}, ", OPERANDS, ")")
        yield from with_operand(f"fetch_add({at}, ", OPERANDS, ")")
        yield from with_operand(f"compare_exchange({at}, ", FEW_OPERANDS, f", v.{thing})")
        yield from with_operand(f"compare_exchange({at}, v.{thing}, ", FEW_OPERANDS, ", relaxed)")
        yield from with_operand(f"compare_exchange_strong({at}, v.{thing}, ", FEW_OPERANDS, ")")
        yield from with_operand(f"compare_exchange_strong({at}, ", FEW_OPERANDS, f", v.{thing})")
        yield from with_operand(f"compare_exchange_weak({at}, v.{thing}, ", FEW_OPERANDS,
                                ", std::memory_order_seq_cst, std::memory_order_relaxed)")
        for name in ("fetch_update", "try_update", "wait_until"):
            yield from with_operand(f"{name}({at}, ", FUNCTIONS, ")")
    for name in UPDATES:
        for thing in ("limit", "sum", "head"):
            yield from with_operand(f"{name}(&v.{thing}, ", LEAST_OPERANDS, ")")
    pointers = ["v.count", "&v.constant", "&v.loose", "v.bins", "&v.bins", "v.untyped", "v.owned",
                "v.as_pointer", "nullptr", "0", "&v.a", "&v.standard", "v.r", "v.text", "&v.text"]
    arguments = {"load": "", "claim_slot": "", "fetch_update": ", replace{}",
                 "try_update": ", offer{}", "wait_until": ", replace{}", "notify_one": "",
                 "store_add_at": ", 0, 1, 1", "notify_all": "", "compare_exchange": ", 1, 2",
                 "compare_exchange_strong": ", v.seen, 2", "compare_exchange_weak": ", v.seen, 2"}
    arguments.update((name, ", 1") for name in ("store", "exchange", "wait", *UPDATES))
    for name, rest in arguments.items():
        is_many = name in UPDATES and name not in ("store_add", "fetch_max")
        yield from (f"{name}({pointer}{rest})" for pointer in pointers[:3 if is_many else None])
        thing = "sum" if "fm" in name else "limit" if "wrap" in name else "count"
        for tags in TAGS[-5:-3] if is_many else TAGS:
            comma = ", " if tags else ""
            yield f"{name}(&v.{thing}{rest}{comma}{tags})"
        if is_many:
            continue
        yield f"{name}()"
        yield f"{name}<int>(&v.count{rest})"
        yield f"{name}<int>(&v.count{rest}, relaxed)"
        yield f"{name}<const int>(&v.count{rest})"
        yield f"{name}<double>(&v.count{rest})"
    for index in ("1u", "'c'", "true", "v.paint", "v.height", "0.5", "v.as_int", "v.bits.narrow",
                  "nullptr", "v.sole", "{}", "limits::most"):
        yield f"store_add_at(v.bins, {index}, 4, 1)"
        yield f"store_add_at(v.bins, 1, {index}, 1)"
    yield from (f"fence({tags})" for tags in TAGS)
    yield from (f"on_failure({tag})" for tag in TAGS[:7])
    yield "diatomic::pause()"
    yield "exchange<int*>(&v.head, nullptr)"
    yield "saturating_sum(v.units, v.units)"
    yield "saturating_sum(v.units, 1)"
    yield from with_operand("lane_group::with_same(", FEW_OPERANDS, ")")
    for tags in TAGS:
        comma = ", " if tags else ""
        yield f"store_add(&v.limit, 1, v.group{comma}{tags})"
        yield f"store_add_each(&v.sum, v.sums, v.group{comma}{tags})"
    for place in ("v.places", "&v.count", "v.bins", "nullptr", "v.untyped", "v.a"):
        for operands in ("v.sums", "v.bins", "v.sum", "{1, 2}"):
            yield f"store_add_each({place}, {operands}, v.group)"


def members():
    for things, names in ((ATOMICS, OF_ATOMIC), (REFS, OF_REF)):
        for thing in things:
            for name in names:
                if (name == "store" and thing in ("a", "r_pointer", "a_pair")
                        or name == "fetch_add" and thing in ("a", "r_pointer")):
                    yield from with_operand(f"v.{thing}.{name}(", OPERANDS, ")")
                elif names is OF_ATOMIC or thing in ("r_unsigned", "r_double"):
                    yield from with_operand(f"v.{thing}.{name}(", LEAST_OPERANDS, ")")
                else:
                    yield f"v.{thing}.{name}(1)"
            for sign in ("=", "+=", "|="):
                yield from with_operand(f"v.{thing} {sign} ", FEW_OPERANDS, "")
            yield from (f"v.{thing} {sign} 1" for sign in ("-=", "&=", "^="))
            yield from (f"++v.{thing}", f"v.{thing}++", f"--v.{thing}", f"v.{thing}--")
            yield from with_operand(f"v.{thing}.compare_exchange(1, ", FEW_OPERANDS, ")")
            for form in ("strong", "weak"):
                call = f"v.{thing}.compare_exchange_{form}"
                yield from with_operand(f"{call}(v.seen, ", FEW_OPERANDS, ")")
                orders = ", std::memory_order_release, std::memory_order_relaxed)"
                yield from with_operand(f"{call}(v.head, ", FEW_OPERANDS, orders)
            for name in ("fetch_update", "try_update"):
                yield from with_operand(f"v.{thing}.{name}(", FUNCTIONS, ")")
            yield from (f"v.{thing}.{name}()" for name in
                        ("load", "notify_one", "notify_all", "is_lock_free", "address", "ref"))
            yield from (f"double d = v.{thing}", f"auto copy = v.{thing}", f"v.{thing} = v.{thing}")
    calls = {"load": "", "store": "1", "exchange": "1", "wait": "1", "fetch_update": "replace{}",
             "try_update": "offer{}", "compare_exchange": "1, 2", "test_and_set": "", "clear": "",
             "compare_exchange_strong": "v.seen, 2", "compare_exchange_weak": "v.seen, 2",
             "test": "", "notify_one": "", "fetch_add": "1", "store_add": "1"}
    for name, rest in calls.items():
        is_of_flag = name in ("test_and_set", "clear", "test")
        for thing in ["marked"] if is_of_flag else ["a", "a_byte", "r", "r_unsigned", "reads"]:
            for tags in TAGS if thing in ("a", "r", "marked") else TAGS[:5]:
                comma = ", " if rest and tags else ""
                yield f"v.{thing}.{name}({rest}{comma}{tags})"
    yield from with_operand("v.marked.wait(", FEW_OPERANDS, ")")
    for kind in ("fixed_point<-20>", "fixed_scale", "atomic<int>", "atomic_ref<int>",
                 "atomic_ref<const int>", "atomic<pair>", "atomic<int*>", "atomic_flag<>"):
        yield from with_operand(f"{kind} made(", FEW_OPERANDS, ")")
        yield from with_operand(f"{kind} made{{", FEW_OPERANDS[:4], "}")
    yield from ("fixed_point<-20>::from_units(3)", "v.units.units()", "v.units.to<float>()",
                "v.units.to<int>()", "v.units == v.units", "v.units != 1",
                "fixed_scale(2).units(0.5)", "fixed_scale(2).value<float>(3)",
                "fixed_scale(2).exponent()")


def calls():
    """All calls, each once."""
    return [call for call in dict.fromkeys([*free_functions(), *members()]) if call not in KNOWN]
