# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same mistakes in calls of each function, by name, with the remedy that each error names."""

POINTER = "pass_a_pointer_to_the_object"
OPERANDS = "pass_operands_that_convert_to_the_type_of_the_object_then_only_tags"
EXPECTED = "pass_expected_as_a_variable_of_the_type_of_the_object"
FUNCTION = "pass_a_function_that_takes_the_old_and_returns_the_new_value_of_the_same_type"
FRACTION = "convert_the_floating_point_value_which_would_lose_its_fraction"
ORDER = "use_another_order_loads_do_not_release_and_stores_do_not_acquire"
FETCHED = {"add": "count", "sub": "count", "mul": "count", "div": "count", "mod": "count",
           "and": "count", "or": "count", "xor": "count", "nand": "count", "shl": "count",
           "shr": "count", "min": "count", "max": "count", "fminimum": "sum", "fmaximum": "sum",
           "fminimum_num": "sum", "fmaximum_num": "sum", "min_if_less": "sum",
           "max_if_greater": "sum", "inc_wrap": "limit", "dec_wrap": "limit"}
TWO_ORDERS = "remove_one_of_two_orders"
TWO_SCOPES = "remove_one_of_two_scopes_or_spaces_or_equal_or_contradicting_tags"
WARPS = "pass_block_scope_or_wider_with_seq_cst"
MISSING = "pass_the_missing_operand_before_the_tags"
VOID = "cast_the_void_pointer_to_a_pointer_to_the_type_of_the_object"
CONSTANT = "pass_a_pointer_to_a_non_const_non_volatile_object"
ATOMIC = "declare_the_object_as_a_plain_number_not_as_an_atomic"
LARGE = "split_the_object_or_use_a_lock_table_types_are_trivially_copyable_with_1_2_4_8_or_16_bytes"
UNUSED = "call_store_OP_instead_of_passing_result_unused"
PADDED = "fill_the_padding_of_the_type_with_members_or_specialise_has_no_padding_v"
UNALIGNED = "define_the_type_with_alignas_of_its_size"
BY_LOOP = "use_fetch_update_or_cast_to_a_number_type_or_specialise_number_kind_v"
FETCH_UPDATE = "use_and_or_xor_or_fetch_update_for_this_enum_or_bool"
OF_POINTERS = "use_add_sub_or_fetch_update_for_this_pointer"
OF_COMPLEX = "use_add_or_sub_or_align_the_type_to_its_size_for_fetch_update"
OF_INTEGERS = "use_an_integer_for_bit_operations_mod_and_shifts"
OF_UNSIGNED = "use_an_unsigned_integer_for_inc_wrap_and_dec_wrap"
OF_FLOATS = "use_min_or_max_because_this_call_needs_a_float"
TO_ENUM = "convert_the_number_to_the_type_of_the_enum"


def calls_of_update(op, member):
    """Mistakes with fetch_OP, OP_fetch and store_OP."""
    for name in (f"fetch_{op}", f"{op}_fetch", f"store_{op}"):
        def call(rest, name=name):
            return f"{name}({rest});"
        yield call(f"v.{member}, 3"), POINTER
        yield call(f"&v.{member}, \"3\""), OPERANDS
        yield call(f"&v.{member}, 3, 5"), OPERANDS
        yield call(f"&v.{member}"), OPERANDS
        yield call(f"&v.{member}, relaxed"), MISSING
        yield call(f"&v.{member}, 3, relaxed, release"), TWO_ORDERS
        yield call(f"&v.{member}, 3, in_global, in_shared"), TWO_SCOPES
        yield call(f"&v.{member}, 3, seq_cst, warp_scope"), WARPS
        if name.startswith("store"):
            yield call(f"&v.{member}, 3, acquire"), ORDER
            yield call(f"&v.{member}, 3, acq_rel, block_scope"), ORDER
        else:
            yield call(f"&v.{member}, 3, result_unused"), UNUSED
        if member != "sum":
            yield call(f"&v.{member}, 0.5"), FRACTION
        yield call("v.untyped, 3"), VOID
        yield call("&fixed_count, 3"), CONSTANT
        yield call("&v.flag, 3"), CONSTANT
        yield call("&v.owner, 3"), ATOMIC
        yield call("&v.pixel, v.pixel"), LARGE
        yield call("&v.record, v.record"), PADDED
        yield call("&v.whole, v.whole"), BY_LOOP
        is_bitwise = op in ("and", "or", "xor")
        if is_bitwise:
            yield call("&v.paint, 1"), TO_ENUM
        else:
            yield call("&v.paint, v.paint"), FETCH_UPDATE
            yield call("&v.is_set, true"), FETCH_UPDATE
        if op in ("add", "sub"):
            yield call("&v.head, 0.5"), FRACTION
            yield call("&v.untyped, 1"), "use_a_pointer_to_a_complete_type"
        else:
            yield call("&v.head, v.head"), OF_POINTERS
            yield call("&v.number, v.number"), OF_COMPLEX
        if is_bitwise or op in ("nand", "mod", "shl", "shr"):
            yield call("&v.sum, 1.0f"), OF_INTEGERS
        if op.endswith("wrap"):
            yield call("&v.count, 3"), OF_UNSIGNED
            yield call("&v.sum, 1.0f"), OF_UNSIGNED
        if op.startswith("f"):
            yield call("&v.count, 3"), OF_FLOATS


def calls_of_moves():
    """Mistakes with the other functions: the arguments after the object, and what may follow."""
    expected = "pass_expected_as_a_variable_of_the_type_of_the_object_or_use_compare_exchange"
    tried = "pass_a_function_that_changes_a_reference_to_a_copy_and_returns_bool"
    predicate = "pass_a_predicate_that_takes_the_value_and_returns_bool"
    indexed = "pass_an_integer_index_and_length_and_the_operand_then_only_tags"
    counted = "use_an_integer_counter_and_pass_only_tags"
    volatile_load = "pass_a_pointer_to_a_non_volatile_object_then_only_tags"
    named = [  # the function, its other arguments, the remedy for others, and what it cannot do
        ("load", "", volatile_load, "load"), ("store", ", 3", OPERANDS, "store"),
        ("exchange", ", 3", OPERANDS, ""), ("compare_exchange", ", 3, 4", OPERANDS, ""),
        ("compare_exchange_strong", ", v.expected, 4", expected, ""),
        ("compare_exchange_weak", ", v.expected, 4", expected, ""),
        ("fetch_update", ", [](int n) { return n; }", FUNCTION, ""),
        ("try_update", ", [](int&) { return true; }", tried, ""),
        ("wait", ", 3", OPERANDS, "load"),
        ("wait_until", ", [](int) { return true; }", predicate, "load"),
        ("claim_slot", "", counted, ""), ("store_add_at", ", 0, 1, 3", indexed, "store")]
    for name, rest, others, kind in named:
        yield f"{name}(v.count{rest});", POINTER
        yield f"{name}(&v.count{rest}, \"3\");", others
        yield f"{name}(&v.count{rest}, relaxed, seq_cst);", TWO_ORDERS
        yield f"{name}(&v.count{rest}, block_scope, device_scope);", TWO_SCOPES
        yield f"{name}(&v.count{rest}, in_global, in_global);", TWO_SCOPES
        yield f"{name}(&v.count{rest}, seq_cst, warp_scope);", WARPS
        if kind == "load":
            yield f"{name}(&v.count{rest}, release);", ORDER
            yield f"{name}(&v.count{rest}, acq_rel);", ORDER
        elif kind == "store":
            yield f"{name}(&v.count{rest}, acquire);", ORDER
            yield f"{name}(&v.count{rest}, acq_rel);", ORDER
        if name not in ("store", "store_add_at"):
            yield f"{name}(&v.count{rest}, result_unused);", UNUSED
        yield f"{name}(v.untyped{rest});", VOID
        yield f"{name}(&v.owner{rest});", ATOMIC
        yield f"{name}(&v.pixel{rest});", LARGE
        yield f"{name}(&v.bins{rest});", "pass_a_pointer_to_one_element_of_the_array"
        if kind != "load":
            yield f"{name}(&fixed_count{rest});", counted if name == "claim_slot" else CONSTANT
    for name, before, after in (("store", "", ""), ("exchange", "", ""), ("wait", "", ""),
                                ("compare_exchange", "", ", 4"), ("compare_exchange", "3, ", ""),
                                ("compare_exchange_strong", "v.expected, ", ""),
                                ("compare_exchange_weak", "v.expected, ", ""),
                                ("store_add_at", "0, 1, ", "")):
        yield f"{name}(&v.count, {before}0.5{after});", FRACTION
        if name != "store_add_at" and not name.endswith(("strong", "weak")):
            of_paint = before.replace("3", "v.paint")
            yield f"{name}(&v.paint, {of_paint}1{after and ', v.paint'});", TO_ENUM
    for order in ("std::memory_order_release, std::memory_order_relaxed",):
        for name in ("strong", "weak"):
            call = f"compare_exchange_{name}(&v.count, v.expected"
            yield f"{call}, 0.5, {order});", FRACTION
            yield f"{call}, 4, {order}, relaxed);", TWO_ORDERS
            yield f"{call}, 4, {order}, block_scope, warp_scope);", TWO_SCOPES
    yield "fetch_update(&v.count, [](int n) { return n * 0.5; });", FUNCTION
    yield "claim_slot(&v.sum);", counted
    yield "store_add_at(&v.sum, 0.5, 1, 3);", indexed
    yield "store_add_at(&v.sum, 0, 0.5, 3);", indexed
    yield "fence();", "pass_acquire_release_acq_rel_or_seq_cst"
    yield "fence(block_scope);", "pass_acquire_release_acq_rel_or_seq_cst"
    yield "fence(relaxed);", "pass_acquire_release_acq_rel_or_seq_cst"
    yield "fence(acquire, release);", TWO_ORDERS
    yield "fence(acquire, block_scope, device_scope);", TWO_SCOPES
    yield "fence(seq_cst, warp_scope);", WARPS
    for name in ("compare_exchange", "fetch_update", "try_update"):
        rest = {"compare_exchange": "v.number, v.number",
                "fetch_update": "[](auto n) { return n; }",
                "try_update": "[](auto&) { return true; }"}[name]
        yield f"{name}(&v.number, {rest});", UNALIGNED


def calls_of_names():
    """All calls, each with its remedy."""
    updates = [call for op, member in FETCHED.items() for call in calls_of_update(op, member)]
    return updates + list(calls_of_moves())
