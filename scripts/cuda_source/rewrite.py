# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites what a C++ compiler cannot parse in a preprocessed CUDA source, line by line.

The qualifiers `__global__`, `__device__`, `__host__` and `__shared__` are still words of the
source. diatomic/host/cuda_runtime/rewritten.hpp has the names that the new text uses.
"""

import re

from nodes import child, declared_names, enclosing, function_declarator, has_error, \
    runs_on_the_device
from refusal import Refusal

NAMES = "::diatomic::detail::rewritten::"
LAUNCHES = "(kernel_call_syntax) @found"
SHARED = '"__shared__" @found'
ASSEMBLY = "(gnu_asm_expression) @found"
# A type or another word behind a mnemonic, or an instruction without one. x86's have neither.
PTX = re.compile(rb"\.(?:[usbf](?:8|16|32|64|128)|pred|reg)\b|\b(?:trap|brkpt|exit);|\w\.(?:sync"
                 rb"|aligned|gl|cta|sys|gpu|global|shared|uni|lo|hi|wide|volatile)\b|\b(?:cp|fence"
                 rb"|bar|barrier|mbarrier|wgmma|tcgen05|griddepcontrol|setmaxnreg|elect"
                 rb"|discard)\.\w")
CONSTANTS = {"number_literal", "null", "true", "false", "char_literal", "nullptr"}
INLINE = {b"inline", b"__inline", b"__inline__"}
NULLS = {b"NULL", b"__null", b"nullptr"}
# What the parser need not see: the first of these words is unknown to the grammar, and the others
# lead it astray in front of a type.
ALIGNMENTS = (b"__align__", b"__attribute__", b"alignas")
LEXEMES = re.compile(rb'R"([^()\\\s]{0,16})\(.*?\)\1"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/'
                     rb"|^#[^\n]*"
                     rb"|\b[0-9](?:'?[0-9a-zA-Z_.])*|'(?:[^'\\\n]|\\.)*'"
                     rb"|\b(?:__align__|__attribute__|alignas)\s*(?=\()"
                     rb"|\boperator\s*<<|<<<(?:\s*\{)?", re.S | re.M)


def begin_of(text):
    """Behind the blanks in place of the library's headers."""
    return len(text) - len(text.lstrip())


def end_of(brackets, text, start):
    """Behind the bracket that closes the one at `start`."""
    depth = 0
    for found in re.finditer(brackets, text[start:start + 10000]):
        depth += 1 if found[0] in b"({" else -1
        if depth == 0:
            return start + found.end()
    return start


def for_parser(text):
    """The same text without what the grammar does not know. All other places stay."""
    new, at = bytearray(text), begin_of(text)
    while True:
        found = LEXEMES.search(text, at)
        if not found:
            return bytes(new)
        at = found.end()
        if found[0].startswith(ALIGNMENTS):
            at = end_of(rb"[()]", text, at)
            new[found.start():at] = re.sub(rb"[^\n]", b" ", text[found.start():at])
        elif found[0].endswith(b"{"):  # as the first argument of <<<
            new[at - 1] = ord("(")
            new[end_of(rb"[{}]", text, at - 1) - 1] = ord(")")


def left_launch(text):
    """Where a `<<<` is, except in strings and comments."""
    return next((found.start() for found in LEXEMES.finditer(text, begin_of(text))
                 if found[0].startswith(b"<<<")), None)


class Rewriter:
    def __init__(self, source, parser):
        self._source, self._parser = source, parser
        self._parsed = for_parser(source.own)
        self._edits = []
        self.ptx = []  # the places of PTX

    def text(self):
        """The new text, with as many lines up to each word that stays. Refuses what it cannot."""
        tree = self._parser.tree(self._parsed)
        for node in self._parser.find(tree, LAUNCHES):
            self._rewrite_launch(node)
        self._refuse_left_launches()
        self._rewrite_shared_arrays(tree)
        self._refuse_ptx_if_used(tree)
        return self._edited()

    def _refuse_ptx_if_used(self, tree):
        """Functions of device code become inline, so that the compiler omits the unused ones."""
        qualifiers = set()
        for node in self._parser.find(tree, ASSEMBLY):
            if not PTX.search(self._words(node)):
                continue
            self.ptx.append(self._source.place(node.start_byte))
            self._edit(node.start_byte, node.end_byte, NAMES + "ptx_in_asm()")
            function = enclosing(node, "function_definition")
            word = function and (child(function, "__device__") or child(function, "__global__"))
            if word and not any(self._words(each) in INLINE for each in function.children):
                qualifiers.add(word.start_byte)
        for place in qualifiers:
            self._edit(place, place, "inline ")

    def _words(self, node):
        return self._parsed[node.start_byte:node.end_byte]

    def _refuse(self, node, sentence):
        raise Refusal(sentence, self._source.place(node.start_byte))

    def _edit(self, start, end, text):
        """Replaces a part. The lines that it had stay."""
        lines = self._source.text.count(b"\n", start, end)
        self._edits.append((start, end, text.encode() if isinstance(text, str) else text, lines))

    def _edited(self):
        text, parts, at = self._source.text, [], 0
        for start, end, new, lines in sorted(self._edits, key=lambda edit: edit[:2]):
            parts += [text[at:start], new, b"\n" * lines]
            at = end
        return b"".join([*parts, text[at:]])

    def _refuse_left_launches(self):
        rest = bytearray(self._parsed)
        for start, end, *_ in self._edits:
            rest[start:end] = b" " * (end - start)
        place = left_launch(rest)
        if place is not None:
            self._refuse_launch(place)

    def _refuse_launch(self, place):
        raise Refusal("this launch cannot be parsed; write it as kernel<<<grid, block>>>(arguments)"
                      " in a statement of its own", self._source.place(place))

    def _rewrite_launch(self, config):
        """kernel<<<config>>>(arguments) becomes kernel(...).with(config)(arguments)."""
        call = config.parent
        callee = call.child_by_field_name("function") if call.type == "call_expression" else None
        arguments = child(call, "argument_list")
        if (callee is None or callee.start_byte == callee.end_byte or arguments is None
                or has_error(callee) or has_error(config)
                or any(each.is_error for each in call.children)):
            self._refuse_launch(config.start_byte)
        if runs_on_the_device(call):
            self._refuse(config, "a kernel launches a kernel, which a CPU cannot (dynamic "
                                 "parallelism); launch from host code")
        name = b" ".join(self._words(callee).split()).decode(errors="surrogateescape")
        self._edit(callee.start_byte, callee.end_byte,
                   f"{NAMES}kernel([&](auto diatomic_use) -> decltype(diatomic_use({name})) "
                   f"{{ return diatomic_use({name}); }}, "
                   f"{self._call_of_template(name, arguments)})")
        self._edit(config.start_byte, config.start_byte + 3, ".with(")
        self._edit(config.end_byte - 3, config.end_byte, ")")

    def _call_of_template(self, name, arguments):
        """A lambda that calls a kernel template. 0 and NULL stay, to convert to a pointer."""
        given = [each for each in arguments.named_children if each.type != "comment"]
        constants = [each.type in CONSTANTS or self._words(each) in NULLS for each in given]
        if has_error(arguments) or not any(constants):
            return f"[&](auto&&... diatomic_a) {{ {name}(diatomic_a...); }}"
        parameters, values = [], []
        for number, (each, constant) in enumerate(zip(given, constants)):
            parameters.append("auto&&" if constant else f"auto&& diatomic_a{number}")
            values.append(self._words(each).decode() if constant
                          else f"diatomic_a{number}")
        return f"[&]({', '.join(parameters)}) {{ {name}({', '.join(values)}); }}"

    def _rewrite_shared_arrays(self, tree):
        at_file_scope = {}
        for word in self._parser.find(tree, SHARED):
            declaration = enclosing(word, "declaration", "field_declaration",
                                    "parameter_declaration", "ERROR")
            storage = child(declaration, "storage_class_specifier") if declaration else None
            if storage is None:
                continue
            if self._words(storage) == b"static":  # __shared__ itself stands for it
                self._edit(storage.start_byte, storage.end_byte, "")
            elif self._words(storage) == b"extern":
                function = enclosing(declaration, "function_definition", "lambda_expression")
                self._rewrite_array(declaration, storage, word, at_file_scope, function)
        if at_file_scope:
            self._declare_in_functions(tree, at_file_scope)

    def _rewrite_array(self, declaration, storage, word, at_file_scope, function):
        """`extern __shared__ T s[];` becomes a pointer to the block's shared memory."""
        arrays = [each for each in declaration.named_children
                  if each.type.endswith("_declarator") and not each.type.startswith("init")]
        names = [self._name_of_array(each) for each in arrays]
        if declaration.type == "ERROR" or not arrays or None in names or has_error(declaration):
            self._refuse(storage, "this declaration of shared memory cannot be parsed; write it as "
                                  "extern __shared__ type name[];")
        if function is None:
            words = [self._words(each) for each in declaration.children if each.start_byte <
                     arrays[0].start_byte and self._words(each) not in (b"extern", b"__shared__")]
            self._keep_for_functions(declaration, arrays, names, words, at_file_scope)
            self._edit(declaration.start_byte, declaration.end_byte, ";")
            return
        self._edit(storage.start_byte, storage.end_byte, "")
        self._edit(word.start_byte, word.end_byte, "")
        for array, (name, brackets) in zip(arrays, names):
            self._edit(name.start_byte, brackets, f"(*{self._words(name).decode()})")
            self._edit(array.end_byte, array.end_byte, f" = {NAMES}shared_memory()")

    def _name_of_array(self, declarator):
        """The name in NAME[], and where the brackets end; None if it is another declarator."""
        while declarator is not None and declarator.type != "array_declarator":
            declarator = declarator.child_by_field_name("declarator")
        if declarator is None:
            return None
        inner = declarator.child_by_field_name("declarator")
        if inner.type == "array_declarator":  # s[][N] nests: its first dimension is the innermost
            return self._name_of_array(inner)
        return (inner, declarator.end_byte) if inner.type == "identifier" else None

    def _keep_for_functions(self, declaration, arrays, names, words, kept):
        if self._words(declaration).count(b"{"):
            self._refuse(declaration, "declare the type of this shared memory by itself")
        for array, (name, brackets) in zip(arrays, names):
            before = self._parsed[array.start_byte:name.start_byte]
            after = self._parsed[brackets:array.end_byte]
            text = b" ".join([*words, before, b"(*" + self._words(name) + b")", after, b"=",
                              NAMES.encode() + b"shared_memory();"])
            kept[self._words(name)] = b" ".join(text.split())

    def _declare_in_functions(self, tree, kept):
        """A pointer at the begin of each function that uses shared memory of file scope."""
        users = {}
        for name in self._parser.find(tree, "(identifier) @found"):
            word = self._words(name)
            if word in kept:
                function = enclosing(name, "function_definition")
                body = function and child(function, "compound_statement")
                if body is not None and runs_on_the_device(name) \
                        and not self._may_be_member(tree, function, word):
                    users.setdefault((body.start_byte + 1, word), function)
        for (place, word), function in users.items():
            if not self._declares(function, word):
                self._edit(place, place, b" " + kept[word])

    def _may_be_member(self, tree, function, word):
        """Whether the word in a member function is the name of a class's variable."""
        declarator = function_declarator(function)
        name = declarator.child_by_field_name("declarator") if declarator else None
        if not enclosing(function, "field_declaration_list") \
                and (name is None or name.type != "qualified_identifier"):
            return False
        return any(self._words(field) == word and enclosing(field, "field_declaration")
                   for field in self._parser.find(tree, "(field_identifier) @found"))

    def _declares(self, function, word):
        """Whether a parameter or a variable of the whole body has that name."""
        body = child(function, "compound_statement")
        declarator = function_declarator(function)
        parameters = child(declarator, "parameter_list") if declarator else None
        found = [parameters, *body.children]
        return any(self._words(name) == word for part in found if part is not None
                   and part.type in ("parameter_list", "declaration")
                   for name in declared_names(part))
