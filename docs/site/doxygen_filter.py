#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a header as a caller sees it, for Doxygen; every line keeps its number.

- the inline namespaces of the backend and the release are left out, since no caller names them;
- namespaces `detail` and macros `DIATOMIC_DETAIL_...` are left out;
- the last parameter of checked mode, `detail::call_site at = {}`, is left out;
- what only refuses mistakes is left out: the `strict_` of operands, the base `without_lock`,
  the conditions of members;
- using-declarations become aliases, which Doxygen knows;
- members that references inherit from `detail::ref_updates` stand in the references themselves;
- what the header declares is a group of the header's name, `atomics_sums` for
  atomics/sums.hpp, which is described by the header's own comment.
"""

import re
import sys
from pathlib import Path

HEADERS = Path("include/diatomic")
UPDATES = HEADERS / "atomics" / "detail" / "atomic_ref_updates.hpp"
DETAIL = re.compile(r"^namespace ((?:diatomic::)?detail) \{$.*?^\}  // namespace \1$", re.M | re.S)
DETAIL_MACRO = re.compile(r"^#define DIATOMIC_DETAIL_(?:.*\\\n)*.*$", re.M)
BACKEND = re.compile(r"^(inline namespace DIATOMIC_(?:BACKEND|RUNTIME|REMOTE|VERSION)_NS \{"
                     r"|\}  // namespace DIATOMIC_(?:BACKEND|RUNTIME|REMOTE|VERSION)_NS)$", re.M)
PUBLIC = re.compile(r"\nnamespace (diatomic(?:::tables|::tags|::desul_names)?) \{")
PUBLIC_END = re.compile(r"\n\}  // namespace diatomic(?:::tables|::tags|::desul_names)?\n")
NESTED = re.compile(r"^namespace (tables|tags|Impl|profile) \{(.*?)^\}  // namespace \1$",
                    re.M | re.S)
# Declared ahead, a type would belong to the groups of two headers.
FORWARD = re.compile(r"^(?:template <.*>\n)?(?:struct|class) \w+;$", re.M)
CALL_SITE = re.compile(r"(?:,\s*)?detail::call_site at = \{\}")
REFUSALS = re.compile(r"\b(?:detail::)?strict_(?=(?:value|difference)<)"
                      r"| : public detail::without_lock"
                      r"|,\s*class = typename (?:base::template )?accept\w*<[^;{}]*?>::type(?=>)"
                     r"|,\s*class = detail::code(?=>)")


def blank(match):
    return "\n" * match[0].count("\n")


def without_machinery(text):
    for pattern in (DETAIL, DETAIL_MACRO, BACKEND, FORWARD, CALL_SITE, REFUSALS):
        text = pattern.sub(blank, text)
    # Doxygen has nothing to say of using-declarations.
    return re.sub(r"^using ([\w:]+)::(\w+);$", r"using \2 = \1::\2;", text, flags=re.M)


def with_inherited_members(text):
    """The members go behind the last line, so that all lines above keep their numbers."""
    members = re.search(r" public:\n(.*?)\n protected:", UPDATES.read_text(encoding="utf-8"), re.S)
    own = re.search(r" : public detail::(?:ref|remote)_updates<.*(?=[ ][{]$)", text, re.M)[0]
    end = text.index("\n};", text.index(own)) + 1 - len(own)
    text = text.replace(own, "")
    return text[:end] + members[1] + "\n" + text[end:]


def as_group(path, text):
    name = "_".join(path.relative_to(HEADERS.absolute()).with_suffix("").parts)
    begin, end = f"/** \\addtogroup {name} */ /**@{{*/", "/**@}*/"
    before, _, after = text.partition("/// \\file\n")
    if PUBLIC.search(after):
        # A namespace in a group would stand there with all that other headers have in it.
        after = NESTED.sub(
            lambda m: f"{end} namespace {m[1]} {{ {begin}{m[2]}{end} }} {begin}", after)
        after = PUBLIC.sub(lambda m: f"{m[0]} {begin}", after)
        after = PUBLIC_END.sub(f"\n{end} }}\n", after)
    else:  # macros alone
        after = after.replace("\n\n", f"\n{begin}\n", 1) + end
    return f"{before}/// \\defgroup {name} {path.name}\n{after}\n"


def main():
    path = Path(sys.argv[1]).absolute()
    text = path.read_text(encoding="utf-8")
    if path.name in ("atomic_ref.hpp", "remote_ref.hpp"):
        text = with_inherited_members(text)
    sys.stdout.write(as_group(path, without_machinery(text)))


if __name__ == "__main__":
    main()
