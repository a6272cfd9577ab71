# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Splits a compiler's assembly into functions and variables, so that they can be compared by name.

Two headers with the same contents can differ in the order of their definitions, and compilers emit
functions in an order that depends on it. Compilers also number labels and constants in that order.
`parts(text, is_ptx)` maps the name of each function and variable to its text, in which labels are
numbered from zero and local constants are written out. Lines that belong to no symbol are parts
too, so nothing that can differ is lost.
"""

import re
from itertools import zip_longest

# What a compiler numbers across the file.
LOCAL_OF_PTX = re.compile(r"(?<![\w$])(?:\$L_\w+|__local_depot\d+|prototype_\d+)(?!\w)")
LOCAL = re.compile(r"(?<![\w.])(?:\.L[\w.$]+|GCC_except_table\d+|__unnamed_\d+)")
IN_FUNCTION_OF_PTX = re.compile(r"\.(?:entry|func)\s+(?:\([^)]*\)\s*)?(?:\.\w+\s+)*([\w$]+)")
OF_THE_FILE = (".file", ".loc", ".ident")
OF_SYMBOLS = (".globl", ".weak", ".local", ".hidden", ".protected", ".internal", ".type", ".size",
              ".set", ".comm", ".addrsig", ".addrsig_sym")
ALIGNMENT = (".align", ".p2align", ".balign")


def numbered(text, local):
    """With labels numbered in the order in which they occur."""
    numbers = {}
    return local.sub(lambda m: numbers.setdefault(m.group(), f".L{len(numbers)}"), text)


def parts_of_ptx(text):
    found, declared, statement, depth = {}, {}, [], 0
    for line in text.splitlines():
        line = re.sub(r"\s*//.*", "", line).rstrip()
        if not line or line.split()[0] in OF_THE_FILE:
            continue
        statement.append(line)
        depth += line.count("{") - line.count("}")
        if depth or not re.search(r"[;}]$|^\.(?:version|target|address_size)\b", line):
            continue
        whole, statement = "\n".join(statement), []
        function = IN_FUNCTION_OF_PTX.search(whole)
        if not function:
            found[re.split(r"\s*[=;]", whole)[0]] = whole
        elif whole.endswith(";"):
            declared[function.group(1)] = whole
        else:
            found[function.group(1)] = numbered(whole, LOCAL_OF_PTX)
    found.update({f"declaration of {name}": whole for name, whole in declared.items()
                  if name not in found})  # a function called above its definition has both
    found["the rest"] = "\n".join(statement)
    return found


class Reader:
    """Attributes each line of ELF assembly to the label that it belongs to."""

    def __init__(self):
        self.items = {}  # lines by label
        self.of_symbols = []  # directives that name the symbol that they are about
        self.section = ".text"
        self.function = None  # the one that is not at its end yet, though sections may change
        self.item = None  # where lines go
        self.alignment = []  # of what comes next

    def is_in_function(self):
        return self.function is not None and self.section.startswith(".text")

    def add(self, name, line):
        self.item = name
        self.items.setdefault(name, []).extend([*self.alignment, line])
        self.alignment = []

    def enter(self, section):
        self.section = section
        self.item = self.function if self.is_in_function() else None

    def read(self, line):
        words = line.replace(",", " ").split()
        label = re.match(r"([\w.$]+):", line)
        if label and not (self.is_in_function() and label.group(1).startswith(".L")):
            name = label.group(1)
            name = name[:-len(".cold")] if name.endswith(".cold") else name
            self.add(name, line)
            if self.section.startswith(".text"):
                self.function = name
        elif words[0] == ".section" or words[0] in (".text", ".data", ".bss"):
            self.enter(words[1] if words[0] == ".section" else words[0])
        elif words[0] in OF_SYMBOLS:
            self.of_symbols.append(LOCAL.sub(".L", line))
            if words[0] == ".size" and words[1] == self.function:
                self.function = self.item = None
        elif words[0] in ALIGNMENT and not self.is_in_function():
            self.alignment.append(line)
        elif words[0] == ".amdhsa_kernel" or words[0] == ".name:":
            self.add(" ".join(words), line)
        else:
            self.add(self.item or f"section {self.section}", line)


def written_out(name, items, seen):
    """The lines of an item, and of the local ones that it refers to."""
    text = "\n".join(items[name])
    lines = [text]
    for local in dict.fromkeys(LOCAL.findall(text)):
        if local in items and local not in seen:
            seen.add(local)
            lines.append(written_out(local, items, seen))
    return "\n".join(lines)


def metadata(text):
    """That of an AMD GPU's kernels, by name."""
    found = {}
    for kernel in re.split(r"^(?=  - \.\w|\w)", text, flags=re.M):
        name = re.search(r"^    \.name: +(\S+)", kernel, re.M)
        found[f"metadata of {name.group(1) if name else kernel.split()[0]}"] = kernel
    return found


def parts_of_elf(text):
    text = re.sub(r"__hip_cuid_[0-9a-f]+", "__hip_cuid", text)  # of the command that made it
    text, *of_kernels = text.split("\t.amdgpu_metadata\n")
    reader = Reader()
    for line in text.splitlines():
        # A comment begins with "#" on x86, "//" on Arm and ";" on AMD's GPUs.
        line = line if '"' in line else re.sub(r"(?:^|\s+)(?:#|//|;).*", "", line)
        if line.strip() and line.split()[0] not in OF_THE_FILE:
            reader.read(line)
    found = {name: numbered(written_out(name, reader.items, {name}), LOCAL)
             for name in reader.items if not LOCAL.fullmatch(name)}
    found["directives"] = "\n".join(sorted(reader.of_symbols))
    for whole in of_kernels:
        found.update(metadata(whole))
    return found


def parts(text, is_ptx):
    """The text of each function and variable by its name."""
    return parts_of_ptx(text) if is_ptx else parts_of_elf(text)


def differences(tree, single):
    """One line for each function and variable that is not the same in both."""
    found = [f"only the tree has {name}" for name in tree if name not in single]
    found += [f"only the single header has {name}" for name in single if name not in tree]
    for name in tree:
        if name in single and tree[name] != single[name]:
            pairs = zip_longest(tree[name].splitlines(), single[name].splitlines())
            ours, other = next(pair for pair in pairs if pair[0] != pair[1])
            found.append(f"{name}: {ours!r} in the tree, {other!r} in the single header")
    return found
