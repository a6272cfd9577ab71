# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the tree itself: layers, inline namespaces, the sizes of folders and headers, the
backends' file names.

docs/decisions/project/0018-layers.md says what the layers are, 0007-inline-namespaces.md in
docs/decisions/core what the inline namespaces are for.
"""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# From the bottom to the top. A header includes headers of its own layer and of those before it.
LAYERS = ["core", "backends", "dispatch", "atomics", "modes", "runtime", "sync", "collectives",
          "algorithms", "containers", "remote", "compat"]
AT_THE_ROOT = {"diatomic.hpp": "atomics", "fwd.hpp": "core"}
# A backend's tables and instructions are the layer "backends". Its other headers are of the layer
# that includes them; the compiler's keywords are all that the core takes from a backend.
OF_BACKENDS = {"platform": "core", "modes": "modes", "number_types": "atomics",
               "detail": "runtime", "fibers": "runtime", "kernel": "runtime", "launch": "runtime",
               "links": "runtime", "named": "runtime", "runtime": "runtime", "compat": "compat",
               "cuda_runtime": "compat"}
BACKENDS = sorted(p.parent.name for p in ROOT.glob("backends/*/backend.cmake"))
TRANSPORTS = sorted(p.parent.name for p in ROOT.glob("backends/transports/*/transport.cmake"))
# The backends, and what some of them share.
FOLDERS = sorted(p.parents[1].name for p in ROOT.glob("backends/*/include/diatomic"))
# What only these backends have to bring along: the vendor's runtime by the names of backends/gpu;
# CUDA's asm statements; and a GPU runs the threads of a block by itself, its compiler has vectors
# and intrinsics, and no ThreadSanitizer. HIP renames CUDA's runtime, name by name.
ONLY_IN = {"cuda": {"detail", "profile_api.hpp", "ptx"},
           "hip": {"detail", "profile_api.hpp", "runtime_names.hpp"},
           "host": {"cuda_runtime", "fibers", "floats.hpp", "functions.hpp", "halves.hpp",
                    "integers.hpp", "race", "shared_range.hpp", "vectors.hpp"}}
# How processing elements start and meet: by MPI, for other transports too, by a library, as
# threads.
ONLY_IN_TRANSPORT = {"mpi": {"library.hpp", "processes.hpp"}, "nvshmem": {"library.hpp"},
                     "openshmem": {"meeting.hpp"}, "peer": {"group.hpp"}}
INCLUDE = re.compile(r"^#include <(diatomic/[^>]+)>|"
                     r"^#include DIATOMIC_(?:BACKEND|RUNTIME)_HEADER\(([\w/]+\.hpp)\)", re.M)
# A mode's headers are read only if its macro is set.
OF_A_MODE = re.compile(r"(^#if DIATOMIC_(?:CHECKED|HAS_CALL_SITES|PROFILED)\b[^\n]*\n(?:(?!#endif)"
                       r"[^\n]*\n)*?)#include <diatomic/modes/\w+\.hpp>\n", re.M)
# Names outside of these would be the same in every release.
OF_A_RELEASE = re.compile(r"inline namespace DIATOMIC_(?:BACKEND|REMOTE|RUNTIME|VERSION)_NS \{$")
NAMESPACE = re.compile(r"(?:inline )?namespace\b[^={]*\{$")
PARTS = ("backends", "cmake", "docs", "include", "scripts", "src", "tests")
MOST_FILES = 15  # in a folder
MOST_LINES = 300  # of a header


def layer_of(header):
    """The layer of a header that is named as in `#include <...>`."""
    _, first, *rest = Path(header).parts
    if first in AT_THE_ROOT:
        return AT_THE_ROOT[first]
    if first in LAYERS:
        return first
    if first in FOLDERS:
        return OF_BACKENDS.get(Path(rest[0]).stem, "backends")
    if first in TRANSPORTS:
        return "remote"
    raise ValueError(f"{header} is in no layer")


def headers():
    """Each header as it is included, and its file."""
    for root in [ROOT / "include", *(ROOT / "backends" / f / "include" for f in FOLDERS),
                 *(ROOT / "backends" / "transports" / e / "include" for e in TRANSPORTS)]:
        for path in sorted(root.rglob("*.hpp")):
            yield path.relative_to(root).as_posix(), path


def included_by(text):
    """The headers that are included, a mode's only if every mode reads it."""
    while OF_A_MODE.search(text):
        text = OF_A_MODE.sub(r"\1", text)
    for own, of_backend in INCLUDE.findall(text):
        yield own or f"diatomic/{BACKENDS[0]}/{of_backend}"


def upward(header, text):
    """The headers of higher layers that the header `header` with this text includes."""
    rank = LAYERS.index(layer_of(header))
    return [other for other in included_by(text) if LAYERS.index(layer_of(other)) > rank]


class layers_test(unittest.TestCase):
    def test_no_include_runs_upwards(self):
        seen = 0
        for header, path in headers():
            seen += 1
            with self.subTest(header=header):
                self.assertEqual(upward(header, path.read_text(encoding="utf-8")), [])
        self.assertGreater(seen, 100)

    def test_upward_includes_are_seen(self):
        self.assertEqual(upward("diatomic/core/types.hpp", "#include <diatomic/sync/once.hpp>\n"),
                         ["diatomic/sync/once.hpp"])
        self.assertEqual(upward("diatomic/core/types.hpp",
                                "#include DIATOMIC_BACKEND_HEADER(platform.hpp)\n"
                                "#include DIATOMIC_BACKEND_HEADER(backend.hpp)\n"),
                         [f"diatomic/{BACKENDS[0]}/backend.hpp"])
        self.assertEqual(upward("diatomic/atomics/sums.hpp",
                                "#include DIATOMIC_BACKEND_HEADER(kernel.hpp)\n"),
                         [f"diatomic/{BACKENDS[0]}/kernel.hpp"])
        self.assertEqual(upward("diatomic/atomics/sums.hpp",
                                "#include DIATOMIC_RUNTIME_HEADER(runtime.hpp)\n"),
                         [f"diatomic/{BACKENDS[0]}/runtime.hpp"])
        self.assertEqual(upward("diatomic/host/native.hpp", "#include <diatomic/diatomic.hpp>\n"),
                         ["diatomic/diatomic.hpp"])
        self.assertEqual(upward("diatomic/sync/once.hpp",
                                "#include <diatomic/core/types.hpp>\n#include <vector>\n"), [])
        self.assertEqual(upward("diatomic/algorithms/reduce.hpp",
                                "#include <diatomic/containers/static_map_ref.hpp>\n"),
                         ["diatomic/containers/static_map_ref.hpp"])
        self.assertEqual(upward("diatomic/collectives/warp.hpp",
                                "#include DIATOMIC_BACKEND_HEADER(compat/warps.hpp)\n"),
                         [f"diatomic/{BACKENDS[0]}/compat/warps.hpp"])
        with self.assertRaises(ValueError):
            layer_of("diatomic/types.hpp")

    def test_declarations_include_only_the_choice_of_a_backend(self):
        text = (ROOT / "include/diatomic/fwd.hpp").read_text(encoding="utf-8")
        self.assertEqual(re.findall(r"^#include <(.*)>", text, re.M),
                         ["diatomic/core/detail/backend_select.hpp"])

    def test_a_layer_has_headers_and_folders_of_details(self):
        for header, _ in headers():
            parts = Path(header).parts
            with self.subTest(header=header):
                self.assertLessEqual(len(parts), 4)
                if len(parts) == 4 and parts[1] != "algorithms":  # which has one of each family
                    self.assertIn(parts[2], ("detail", "fibers", "race", "modes", "compat", "ptx",
                                             "cuda_runtime"))


def without_release(text):
    """The lines that declare names of `diatomic` outside the inline namespaces of a release."""
    found, opened = [], []
    for line in re.sub(r"\\\n", "", text).splitlines():  # Macros of several lines are one.
        if NAMESPACE.match(line):
            opened.append(line)
        elif line.startswith("}  // namespace"):
            opened.pop()
        elif opened and not re.match(r" *(?://|#|$)", line):
            if not any(OF_A_RELEASE.match(outer) for outer in opened):
                found.append(line)
    return found


class namespaces_test(unittest.TestCase):
    def test_every_name_is_in_a_namespace_of_the_release(self):
        for header, path in headers():
            with self.subTest(header=header):
                self.assertEqual(without_release(path.read_text(encoding="utf-8")), [])

    def test_names_outside_are_seen(self):
        outside = ("namespace diatomic::detail {\nint f();  // once\n"
                   "}  // namespace diatomic::detail\n")
        self.assertEqual(without_release(outside), ["int f();  // once"])
        self.assertEqual(without_release(outside.replace(
            "{\n", "{\ninline namespace DIATOMIC_VERSION_NS {\n").replace(
            "}  //", "}  // namespace DIATOMIC_VERSION_NS\n}  //")), [])
        self.assertEqual(without_release(
            "namespace diatomic {\ninline namespace DIATOMIC_BACKEND_NS {\nstruct s {\n};\n"
            "}  // namespace DIATOMIC_BACKEND_NS\nnamespace {\nstruct t {\n};\n}  // namespace\n"
            "}  // namespace diatomic\n"), ["struct t {", "};"])


class sizes_test(unittest.TestCase):
    def folders(self):
        for part in PARTS:
            yield ROOT / part
            yield from (p for p in (ROOT / part).rglob("*") if p.is_dir())

    def test_folders(self):
        for folder in self.folders():
            if "__pycache__" in folder.parts:
                continue
            with self.subTest(folder=str(folder.relative_to(ROOT))):
                self.assertLessEqual(sum(p.is_file() for p in folder.iterdir()), MOST_FILES)

    def test_headers(self):
        for part in PARTS:
            for path in (ROOT / part).rglob("*.hpp"):
                with self.subTest(header=str(path.relative_to(ROOT))):
                    lines = path.read_text(encoding="utf-8").count("\n")
                    self.assertLessEqual(lines, MOST_LINES)


class cost_test(unittest.TestCase):
    def test_diatomic_reads_no_costly_header(self):
        """Nor the headers of warp aggregation and of modes, in sources that use none of them."""
        for backend in BACKENDS:
            read, todo = set(), ["diatomic/diatomic.hpp"]
            while todo:
                header = todo.pop()
                paths = [p for p in (ROOT / "include" / header, *ROOT.glob(
                    f"backends/*/include/{header}")) if p.is_file()]
                if header in read or not paths or "/modes/" in header or "/race/" in header:
                    continue
                read.add(header)
                text = paths[0].read_text(encoding="utf-8")
                costly = "atomic|cmath|array|string|cstdio"
                if not header.startswith("diatomic/cuda/"):  # nvcc always reads <utility>
                    costly += "|utility"
                with self.subTest(backend=backend, header=header):
                    self.assertNotRegex(text, f"#include <({costly})>")
                todo += re.findall(r"#include <(diatomic/[^>]+)>", text)
                todo += [f"diatomic/{backend}/{name}" for name in
                         re.findall(r"#include DIATOMIC_BACKEND_HEADER\((.+)\)", text)]
            self.assertIn("diatomic/dispatch/update.hpp", read)
            self.assertIn(f"diatomic/{backend}/backend.hpp", read)
            self.assertEqual({h for h in read if "lanes" in h or "warp" in h}, set())


class backends_test(unittest.TestCase):
    def test_file_names_of_transports_are_the_same(self):
        def names(transport):
            folder = ROOT / "backends" / "transports" / transport
            return {p.relative_to(folder).as_posix().replace(f"/{transport}/", "/")
                    for p in folder.rglob("*")
                    if p.is_file() and p.name not in ONLY_IN_TRANSPORT.get(transport, set())}

        self.assertGreater(len(TRANSPORTS), 1)
        for transport in TRANSPORTS:
            with self.subTest(transport=transport):
                self.assertEqual(names(transport), names(TRANSPORTS[0]))

    def test_file_names_are_the_same(self):
        def names(backend):
            folder = ROOT / "backends" / backend / "include" / "diatomic" / backend
            return {p.relative_to(folder).as_posix() for p in folder.rglob("*.hpp")
                    if not ONLY_IN.get(backend, set()).intersection(p.relative_to(folder).parts)}

        for backend in BACKENDS:
            with self.subTest(backend=backend):
                self.assertEqual(names(backend), names(BACKENDS[0]))


if __name__ == "__main__":
    unittest.main()
