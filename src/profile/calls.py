# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the names of calls and types say: the operation, the hints that have an effect, and the
calls with similar rates.

docs/semantics.md defines the calls and the hints.
"""

import re
from collections import OrderedDict

COMBINED = {"add", "sub", "mul", "min", "max", "and", "or", "xor"}  # by lanes and by blocks
SKIPPED = {"min", "max", "and", "or", "exchange"}  # if the object already has the value
HINTS = ("same_address", "few_addresses", "check_first", "monotone", "in_array")
UPDATES = {"fetch_update", "try_update", "compare_exchange"}  # loops by the caller's function
GROUPS = (("add", "sub"), ("min", "max"), ("and", "or", "xor"), ("inc_wrap", "dec_wrap"))
SIGNS = {"i": "u", "u": "i"}
FORMATS = {"f16": "bf16", "bf16": "f16", "f16x2": "bf16x2", "bf16x2": "f16x2",
           "f16x4": "bf16x4", "bf16x4": "f16x4"}


def call_of(name):
    """The call with the same rate: `fetch_add` for `add_fetch`."""
    name = re.sub(r"_(?:at|strong|weak)$", "", name)
    return re.sub(r"^(\w+)_fetch$", r"fetch_\1", name)


def operation(name):
    return re.sub(r"^(?:fetch|store)_", "", call_of(name))


def takes(site, hint):
    """Whether the hint changes anything in this call."""
    op = operation(site.call)
    if hint in ("same_address", "few_addresses"):
        return op in COMBINED and site.warp_lanes > 1
    if hint == "check_first":
        return op in SKIPPED and site.order == "relaxed"
    if hint == "monotone":
        return (op in SKIPPED or op == "load") and site.order == "relaxed"
    return op in ("add", "sub") and site.type in ("f16", "bf16")


def hints_in_effect(site):
    return [hint for hint in HINTS if hint in site.hints and takes(site, hint)]


def similar_types(name, loop):
    """The type itself first. A loop has the rate of the word that it exchanges."""
    types = [name]
    if name in FORMATS:
        types.append(FORMATS[name])
    elif re.fullmatch(r"[iu]\d+", name):
        types.append(SIGNS[name[0]] + name[1:])
        if not loop and name[1:] != "128":
            types += ["u32", "i32"]
    return types


def similar_calls(site):
    call, loop = call_of(site.call), site.method == "cas_loop"
    op, form = operation(call), call.split("_")[0]
    if call in ("wait", "wait_until"):
        return [call, "load"]
    if form not in ("fetch", "store") or op in ("store", "update"):
        return [call, "fetch_update"] if call == "try_update" else [call]
    ops = [op] + [other for group in GROUPS if op in group for other in group if other != op]
    if not loop and re.fullmatch(r"[iu]\d+", site.type):
        ops.append("add")
    forms = (form, "store" if form == "fetch" else "fetch")
    return [f"{f}_{o}" for f in forms for o in ops] + (["fetch_update"] if loop else [])


def relatives(site):
    """Calls and types whose rates the site may have, the nearest first."""
    types = similar_types(site.type, site.method == "cas_loop")
    pairs = [(call, kind) for call in similar_calls(site) for kind in types]
    if site.method == "cas_loop":
        bits = re.fullmatch(r"[fiu](32|64)|(?:f|bf)16x2", site.type)
        words = "u" + (bits[1] or "32") if bits else "u32"
        pairs += [("fetch_update", kind) for kind in (words, "i" + words[1:], "u32")]
    if ("compare_exchange", "u32") in pairs:
        pairs.append(("compare_exchange", "u64"))
    return list(OrderedDict.fromkeys(pairs))
