# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which measured changes are valid for a site, and what to write.

A method of the rate table that has no entry here is never advised: nobody has said when it is
valid.
"""

import re
from typing import List, NamedTuple

import calls
import placement

LEAST = 1.1  # times the rate: what is worth a change
FEW_WORDS = 8
COMBINING = ("same_address", "few_addresses")
FEWEST_SHARING = 1.1  # lanes per address; with fewer, there is nothing to combine
NOTHING = "Nothing measured would help."


class Change(NamedTuple):
    write: str
    condition: str
    always: bool  # valid, whatever the program does; the condition is then about speed


CHANGES = {
    "as_is": Change("Remove the hint.", "Valid always.", True),
    "same_address": Change(
        "Add the hint same_address.",
        "Only if all lanes that make the call together pass one address, as in this run: a lane "
        "that passes another address loses its update.", False),
    "few_addresses": Change(
        "Add the hint few_addresses.", "Valid always; floats may be rounded in another order.",
        True),
    "check_first": Change(
        "Add the hint check_first.",
        "Valid always; faster only if most calls leave the object unchanged. A skipped update "
        "publishes nothing.", True),
    "monotone": Change(
        "Add the hint monotone.",
        "Only if nothing moves the object in the other direction while such calls run; resets "
        "must happen before or after them. Otherwise updates are lost. Faster only if most calls "
        "leave the object unchanged; else slower.", False),
    "in_array": Change(
        "Use store_add_at(base, index, length, v), or add the hint in_array.",
        "in_array only if the aligned 4 bytes that contain the float contain elements of its "
        "array and nothing else; store_add_at checks that.", False),
    "block_update": Change(
        "Use block_update of <diatomic/collectives/block_update.hpp>.",
        "Only if all threads of the block reach the call with one address.", False),
    "ticket_mutex": Change(
        "Use a ticket_mutex.",
        "Only if it is a spin_mutex now. It takes 8 bytes, and serves first come, first served.",
        False),
    "spread_array": Change(
        "Make the table a spread_array of <diatomic/containers/spread_array.hpp>.",
        "Only if the table is the program's own, and its code uses indices, not pointers. It takes "
        "up to 64 KiB; plain stores and sequential reads become slower.", False),
    "alignment": Change(
        "Allocate the table at a multiple of 64 KiB. On CUDA a device_array above 8 KiB, up to 512 "
        "KiB, is at a multiple of its size.",
        "Valid always.", True),
}
OF_LOAD = Change("Add the hint monotone.", "Only if an old value costs work, but no correctness; "
                 "do not poll with it.", False)
CALL = re.compile(r"(fetch|store)_\w+$")


class Advised(NamedTuple):
    method: str
    times: float
    beyond: bool
    of: str  # the call and the type whose rates these are
    change: Change


def change_of(site, method):
    """What to write for this method; None if nobody has said when it is valid."""
    if method == "monotone" and site.call == "load":
        return OF_LOAD
    if method in CHANGES:
        return CHANGES[method]
    if not CALL.match(method):
        return None
    if site.call.startswith("with_"):
        condition = "Only if the lock protects this operation alone"
    elif calls.call_of(site.call) in calls.UPDATES:
        condition = "Only if the function of the loop is this operation"
    else:
        condition = "Only if this is the operation of the call"
    unused = ", and nobody uses the old value" if method.startswith("store_") else ""
    return Change(f"Call {method}.", f"{condition}{unused}.", False)


def one_address_per_call(site):
    return site.addresses == site.calls


def is_valid(site, method):
    """Whether the profile and the call allow the method; the condition is the reader's to check."""
    if method == "as_is":
        return bool(calls.hints_in_effect(site))
    if method in calls.HINTS:
        if not calls.takes(site, method) or method in site.hints:
            return False
        if method in COMBINING and site.lanes_per_address() < FEWEST_SHARING:
            return False
        return method != "same_address" or one_address_per_call(site)
    if method in placement.METHODS:  # A call with a base and an index needs neighbouring words.
        return method == "alignment" or not site.call.endswith("_at")
    op = calls.operation(site.call)
    if method == "block_update":  # Only nearly full warps can be whole blocks.
        full = site.lanes >= 0.9 * site.calls * site.warp_lanes
        return op in calls.COMBINED and one_address_per_call(site) and full
    if method == "ticket_mutex":
        return site.call.startswith("with_")
    if CALL.match(method):
        same = calls.call_of(site.call) == f"fetch_{calls.operation(method)}"
        replaced = calls.call_of(site.call) in calls.UPDATES or site.call.startswith("with_")
        return replaced or (same and method.startswith("store_"))
    return False


def advised(site, estimate) -> List[Advised]:
    """The best valid change that is worth it, and the best one that is valid in all programs."""
    if estimate is None or site.in_library():
        return []
    changes = [Advised(*f, change_of(site, f.method))
               for f in estimate.forecasts if f.times >= LEAST and is_valid(site, f.method)]
    best = changes[:1]
    if best and not best[0].change.always:
        best += [c for c in changes if c.change.always][:1]
    return best


def number(value):
    """With three digits, or without a fraction."""
    return f"{value:.0f}" if value >= 99.95 else f"{value:.3g}"


def seen(site):
    """What the profile says of the lanes."""
    if site.warp_lanes == 1:
        return "On the CPU a call has one lane: its lanes per address on a GPU are unknown."
    lanes, together = site.lanes_per_call(), site.lanes_per_address()
    if together >= 1.05:
        said = f"{number(together)} of {number(lanes)} lanes share an address"
    elif lanes < 1.05:
        said = "one lane makes the call"
    elif site.addresses == site.lanes:
        said = f"the {number(lanes)} lanes of a call pass different addresses"
    else:
        said = f"of the {number(lanes)} lanes of a call, hardly any share an address"
    retries = site.per_lane(site.retries)
    said += f", {number(retries)} retries per lane." if retries >= 0.05 else "."
    return f"a CAS loop: {said}" if site.method == "cas_loop" else said


def span_of(site):
    size = site.highest - site.lowest
    said = f"{number(size)} bytes" if size < 1024 else f"{number(size / 1024)} KiB"
    return f"Its addresses span {said} from {site.lowest:#x}."


def words_of(site):
    return "one word" if site.words < 1.5 else f"{number(site.words)} words"


def on_gpu(site):
    """For a profile of the CPU: what few words mean for a GPU."""
    op = calls.operation(site.call)
    if site.words <= FEW_WORDS and op in ("update", "try_update", "compare_exchange"):
        return (f"All calls update {words_of(site)}: on a GPU, a CAS loop retries there; use a "
                "ready-made call, such as store_add, if the function is one.")
    if site.words > FEW_WORDS or op not in calls.COMBINED:
        return "Profile a run on a GPU for advice."
    if {"same_address", "few_addresses"} & set(site.hints):
        return "On a GPU, its hint combines the lanes."
    if site.words < 1.5:
        return ("All calls update one word: on a GPU, same_address if all lanes that make the call "
                "together pass it, else few_addresses.")
    return f"All calls update {words_of(site)}: on a GPU, try few_addresses."


def lines_of(site, estimate, card):
    """The advice in sentences: what was seen, then one line per change."""
    if site.warp_lanes == 1:
        return [seen(site), on_gpu(site)] if not site.in_library() else [seen(site)]
    lines = [seen(site)]
    if site.in_library():
        return lines + ["The call is inside Diatomic: no advice."]
    if estimate is None:
        where = "in shared memory" if site.space == "shared" else "of this call"
        return lines + [f"No rates {where}: no forecast."]
    changes = advised(site, estimate)
    if any(change.method in placement.METHODS for change in changes):
        lines.append(span_of(site))
    lines += [times_of(change, site, card) for change in changes]
    return lines if changes else lines + [NOTHING]


def times_of(change, site, card):
    notes = [card.upper()]
    if change.of != site.name():
        notes.append(f"rates of {change.of}")
    if change.beyond:
        notes.append("beyond the table")
    times = f"{change.times:.0f}" if change.times >= 9.5 else f"{change.times:.1f}"
    label = "without the hint" if change.method == "as_is" else change.method
    return (f"{label}: {times} times the rate of this call ({', '.join(notes)}). "
            f"{change.change.write} {change.change.condition}")
