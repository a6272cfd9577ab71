# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the parts of scripts/mutate that need no compiler."""

import json
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from mutation.mutants import (Mutant, MutationError, changed_region, mutants_of,  # noqa: E402
                              named_mutants, silent_spans, source_files)
from mutation.report import Report, merge  # noqa: E402


class folder(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.root = Path(self.holder.name).resolve()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class silent_spans_test(unittest.TestCase):
    def silent_text(self, source):
        return [source[a:b] for a, b in silent_spans(source)]

    def test_what_no_program_can_tell(self):
        for source, expected in [
            ("int a; // b\nint c;", ["// b"]),
            ("int a; /* b\nc */ int d;", ["/* b\nc */"]),
            ('f("// no comment");', []),
            ("char c = '\"'; // b", ["// b"]),
            ("int n = 1'000; // b's", ["// b's"]),
            ('static_assert(a(1) < 2, "text");', ['"text"']),
            ('static_assert(a,\n  "one "\n  "two");\nf("three");', ['"one "', '"two"']),
            ('static_assert(a, ")"); f("b");', ['")"']),
        ]:
            with self.subTest(source):
                self.assertEqual(self.silent_text(source), expected)


class changed_region_test(unittest.TestCase):
    def test_between_the_first_and_the_last_difference(self):
        for old, new, expected in [
            ("a + b", "a - b", (2, 3)),
            ("a b", "a", (1, 3)),
            ("ab", "axb", (1, 1)),
            ("aa", "aaa", (2, 2)),
            ("same", "same", (4, 4)),
        ]:
            with self.subTest(f"{old} -> {new}"):
                self.assertEqual(changed_region(old, new), expected)


class rules:
    """Stands for universalmutator: each line with `1` gets a mutant with `2`, and one behind it."""

    @staticmethod
    def mutants_regexp(lines, _, ignorePatterns):
        made = []
        for number, line in enumerate(lines, start=1):
            if "1" in line:
                made.append((number, line.replace("1", "2"), ("rule", "file"), None))
                made.append((number, line + "break;\n", ("rule", "file"), None))
        return made


class mutants_test(folder):
    def test_comments_and_messages_have_none(self):
        self.write("a.hpp", "int a = 1;\n// 1\nint b = 0;  // 1\nstatic_assert(b, \"1\");\n")
        found = [(m.line, m.text.splitlines()[m.line - 1]) for m in
                 mutants_of(self.root, "a.hpp", rules)]
        self.assertEqual(found, [(1, "int a = 2;"), (1, "int a = 1;"), (3, "int b = 0;  // 1"),
                                 (4, 'static_assert(b, "1");')])

    def test_a_line_of_a_function_that_is_not_constexpr(self):
        text = "int f() {\n  return 1;\n}\n\nconstexpr int g() {\n  return 1;\n}\n"
        self.write("a.hpp", text)
        self.assertTrue(Mutant("a.hpp", 2, text).is_in_function(self.root))
        self.assertFalse(Mutant("a.hpp", 6, text).is_in_function(self.root))

    def test_files(self):
        for name in ("src/b.cpp", "src/a.hpp", "src/deep/c.hpp", "src/d.txt"):
            self.write(name, "")
        self.assertEqual(source_files(self.root, ["src"], None),
                         ["src/a.hpp", "src/b.cpp", "src/deep/c.hpp"])
        self.assertEqual(source_files(self.root, ["src"], "*/deep/*"), ["src/deep/c.hpp"])
        with self.assertRaises(MutationError):
            source_files(self.root, ["include"], None)
        with self.assertRaises(MutationError):
            source_files(self.root, ["src"], "*.py")


class named_test(folder):
    def named(self, source, entry, backend="host"):
        self.write("a.hpp", source)
        list_file = self.write("named.toml", "[[mutation]]\nname = \"n\"\nfile = \"a.hpp\"\n"
                               "why = \"w\"\nby = \"t\"\n" + entry)
        return named_mutants(self.root, list_file, None, backend)

    def test_replaces_the_text(self):
        mutants, left_out = self.named("a\nb c\n", 'find = "a\\nb c"\nreplace = "a\\nb d"\n')
        self.assertEqual([(m.text, m.line, m.name, m.by) for m in mutants],
                         [("a\nb d\n", 2, "n", "t")])
        self.assertEqual(left_out, 0)

    def test_a_text_must_be_there_once(self):
        for source in ("a a\n", "b\n"):
            with self.subTest(source), self.assertRaisesRegex(MutationError, "a.hpp has its text"):
                self.named(source, 'find = "a"\nreplace = "b"\n')

    def test_code_of_another_backend_is_looked_up_and_left_out(self):
        entry = 'find = "a"\nreplace = "b"\nbackend = "cuda"\n'
        self.assertEqual(self.named("a\n", entry), ([], 1))
        mutants, left_out = self.named("a\n", entry, "cuda")
        self.assertEqual(([m.text for m in mutants], left_out), (["b\n"], 0))
        with self.assertRaises(MutationError):
            self.named("b\n", entry)


class report_test(folder):
    def entry(self, name, verdict):
        return {"id": name, "file": "a.hpp", "line": 1, "name": "", "note": "rule",
                "diff": "-a\n+b\n", "verdict": verdict, "by": "", "how": "", "seconds": 1}

    def part(self, name, *entries):
        report = Report("about", self.root / name)
        for entry in entries:
            report.add(entry)
        return report

    def test_score_and_survivors(self):
        text = self.part("a.txt", self.entry("1", "killed"), self.entry("2", "killed"),
                         self.entry("3", "killed"), self.entry("4", "survived"),
                         self.entry("5", "equivalent"), self.entry("6", "invalid")).text()
        self.assertIn("75.0 % of 4", text)
        self.assertEqual(text.count("-a\n+b"), 1)
        self.assertEqual((self.root / "a.txt").read_text(), text)

    def test_several_threads_add_to_it(self):
        report = self.part("a.json")
        with ThreadPoolExecutor(16) as pool:
            for added in [pool.submit(report.add, self.entry(str(i), "killed"))
                          for i in range(300)]:
                added.result()
        self.assertEqual(len(json.loads((self.root / "a.json").read_text())["mutants"]), 300)

    def test_merge(self):
        self.part("a.json", self.entry("1", "unfinished"), self.entry("2", "survived"))
        self.part("b.json", self.entry("1", "killed"), self.entry("3", "killed"))
        self.part("c.json", self.entry("1", "unfinished"))
        names = [self.root / name for name in ("a.json", "b.json", "c.json")]
        merged = merge(names, self.root / "all.json")
        self.assertEqual({e["id"]: e["verdict"] for e in merged.entries.values()},
                         {"1": "killed", "2": "survived", "3": "killed"})
        self.assertEqual(len(json.loads((self.root / "all.json").read_text())["mutants"]), 3)


if __name__ == "__main__":
    unittest.main()
