# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tree-sitter with its CUDA grammar."""

import sys
from pathlib import Path

from refusal import Refusal

# Where scripts/setup installs the parser, in the source tree.
SETUP = Path(__file__).resolve().parents[2] / "build/cuda_parser"
EXTRA = "cuda-on-cpu"


class Parser:
    def __init__(self):
        sys.path += [str(folder) for folder in SETUP.glob("lib/python3*/site-packages")]
        try:
            # pylint: disable=import-outside-toplevel
            import tree_sitter
            import tree_sitter_cuda
        except ImportError as error:
            remedy = "run scripts/setup" if (SETUP.parents[1] / "scripts/setup").is_file() else \
                "python3 -m pip install tree-sitter tree-sitter-cuda, which the wheel brings as " \
                f"its extra 'diatomic[{EXTRA}]'"
            raise Refusal(f"the parser of CUDA sources is missing: {remedy}") from error
        self._library = tree_sitter
        self._language = tree_sitter.Language(tree_sitter_cuda.language())
        self._parser = tree_sitter.Parser(self._language)
        self._queries = {}

    def tree(self, source):
        return self._parser.parse(source)

    def find(self, tree, pattern):
        """The nodes that the pattern names `found`, in the order of the source."""
        if pattern not in self._queries:  # takes a tenth of a second
            self._queries[pattern] = self._library.Query(self._language, pattern)
        cursor = self._library.QueryCursor(self._queries[pattern])
        nodes = cursor.captures(tree.root_node).get("found", [])
        return sorted(nodes, key=lambda node: node.start_byte)
