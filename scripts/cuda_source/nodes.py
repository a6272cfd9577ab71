# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What nodes of a parsed source say."""


def has_error(node):
    """Whether text was skipped. A type that is missing before a brace is no error."""
    if node.is_error:
        return True
    return node.has_error and any(has_error(child) for child in node.children)


def child(node, kind):
    return next((each for each in node.children if each.type == kind), None)


def enclosing(node, *kinds):
    while node is not None and node.type not in kinds:
        node = node.parent
    return node


def function_declarator(function):
    """A function's name and parameters, also behind the * or & of what it returns."""
    node = function.child_by_field_name("declarator")
    while node is not None and node.type in ("pointer_declarator", "reference_declarator"):
        node = node.child_by_field_name("declarator") or node.named_children[-1]
    return node


def runs_on_the_device(node):
    function = enclosing(node, "function_definition")
    if function is None:
        return False
    words = {each.type for each in function.children}
    return "__global__" in words or ("__device__" in words and "__host__" not in words)


def declared_names(node):
    """The identifiers that a declaration declares, as nodes."""
    if node.type == "identifier":
        return [node]
    kinds = ("parameter_declaration", "optional_parameter_declaration")
    inner = [each for each in node.named_children
             if each.type in kinds or each.type.endswith("declarator") or each.type == "identifier"]
    if node.type not in ("parameter_list", "declaration"):
        inner = [node.child_by_field_name("declarator")] if node.type != "reference_declarator" \
            else node.named_children[:1]
    return [name for each in inner if each is not None for name in declared_names(each)]
