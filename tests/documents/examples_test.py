# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each C++ block of the main pages has a test of its result, or one that is skipped with a reason:
`TEST(page, heading)` in examples/page_test.cpp. Prints how many blocks run.
"""

import re
import unittest
from pathlib import Path

from blocks import blocks_of

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PAGES = ("README", "docs/quickstart", "docs/quick_reference", "docs/containers", "docs/semantics",
         "docs/porting")
# A test, after the code between the previous test and this one.
TEST = re.compile(r"(.*?^TEST\((\w+), (\w+)\) \{.*?\n\})", re.S | re.M)


def skipped_or_faults(page, text, tests):
    """The blocks of a page that do not run, and what is wrong with the page's tests."""
    code = {(suite, name): body for body, suite, name in TEST.findall(tests)}
    blocks = {(page, block.name): block for block in blocks_of(text)}
    skipped = []
    faults = [f"{page}: no block for TEST{test}" for test in code if test not in blocks]
    for key, block in blocks.items():
        where = f"{page}.md:{block.line}"
        body = code.get(key, "")
        if re.search(r'GTEST_SKIP\(\) << "\w', body):
            skipped.append(where)
        elif not body:
            faults.append(f"{where}: no TEST({page}, {block.name})")
        elif f"{page}_{block.name}" not in body and not block.is_global():
            faults.append(f"{where}: its test does not use {page}_{block.name}")
        elif not re.search(r"(EXPECT|ASSERT)_|expect_", body[body.rindex("\nTEST("):]):
            faults.append(f"{where}: its test expects nothing")
    return skipped, faults


class examples_test(unittest.TestCase):
    maxDiff = None

    def test_each_block_has_a_test(self):
        blocks, skipped = 0, []
        for path in PAGES:
            page = path.rpartition("/")[2].lower()
            text = (ROOT / f"{path}.md").read_text(encoding="utf-8")
            tests = (HERE / "examples" / f"{page}_test.cpp").read_text(encoding="utf-8")
            of_page, faults = skipped_or_faults(page, text, tests)
            self.assertEqual(faults, [])
            blocks += len(blocks_of(text))
            skipped += of_page
        print(f"{blocks - len(skipped)} of {blocks} blocks run; not:", *skipped)
        self.assertLessEqual(len(skipped), 0.2 * blocks)

    def test_what_is_missing_is_seen(self):
        text = "# A\n\n```cpp\nint f();\n```\n\n```sh\n# B\n```\n\n```cpp\nint g();\n```\n"
        first = "\nTEST(page, a) {\n  EXPECT_EQ(page_a::f(), 1);\n}\n"
        second = "\nTEST(page, a_2) {\n  EXPECT_EQ(page_a_2::g(), 1);\n}\n"
        reason = '\nTEST(page, a_2) {\n  GTEST_SKIP() << "needs two devices";\n}\n'
        self.assertEqual(skipped_or_faults("page", text, first + second), ([], []))
        self.assertEqual(skipped_or_faults("page", text, first + reason), (["page.md:12"], []))
        for tests, fault in (
                (first, "page.md:12: no TEST(page, a_2)"),
                (first + second + second.replace("a_2", "c"),
                 "page: no block for TEST('page', 'c')"),
                (first + second.replace("a_2::", "a::"),
                 "page.md:12: its test does not use page_a_2"),
                (first + second.replace("EXPECT_EQ", "call"),
                 "page.md:12: its test expects nothing"),
                (first + reason.replace("needs two devices", ""),
                 "page.md:12: its test does not use page_a_2")):
            with self.subTest(fault=fault):
                self.assertEqual(skipped_or_faults("page", text, tests), ([], [fault]))


if __name__ == "__main__":
    unittest.main()
