# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of assembly.py, on short texts in the compilers' formats."""

import re
import unittest

from assembly import differences, parts

PTX = """.version 9.0
.func first(
\t.param .b32 first_param_0
)
;
.visible .entry second()
{
\t.local .align 8 .b8 \t__local_depot0[8];
$L__BB0_1:
\t{ // callseq 0, 0
\tcall.uni first, (param0);
\t} // callseq 0
\tbra.uni $L__BB0_1;
}
.func first(
\t.param .b32 first_param_0
)
{
\t.local .align 8 .b8 \t__local_depot1[8];
\tret;
}
"""
ELF = """\t.file\t"source.cpp"
\t.text
\t.globl\tsecond
\t.type\tsecond, @function
second:
.LFB1:
\tleaq\t.LC0(%rip), %rdi
\tcall\tfirst
.LFE1:
\t.size\tsecond, .-second
\t.section\t.rodata.str1.1,"aMS",@progbits,1
.LC0:
\t.string\t"zero"
\t.text
\t.type\tfirst, @function
first:
.LFB2:
\tret
.LFE2:
\t.size\tfirst, .-first
"""


class assembly_test(unittest.TestCase):
    def differences(self, one, other, is_ptx):
        return differences(parts(one, is_ptx), parts(other, is_ptx))

    def test_order_and_numbers_do_not_count(self):
        version, declaration, second, first = re.split(r"^(?=\.func|\.visible)", PTX, flags=re.M)
        other = version + first.replace("depot1", "depot0") + second.replace("BB0", "BB1").replace(
            "depot0", "depot1").replace("callseq 0", "callseq 7")
        self.assertEqual(self.differences(PTX, other, True), [])
        declared_too = version + declaration + other[len(version):]
        self.assertEqual(self.differences(PTX, declared_too, True), [])
        file, second, first = re.split(r"^(?=\t\.text)", ELF, flags=re.M)
        other = file + first.replace("B2", "B1") + second.replace("LC0", "LC5").replace("B1", "B4")
        self.assertEqual(self.differences(ELF, other, False), [])

    def test_each_difference_is_found(self):
        bodies = [("\tret", "\tnop"), ("\tret", "\tret;\n\tret"), ("first", "third")]
        of_ptx = [PTX[PTX.rindex(".func"):], "[8]", "__BB0_1:"]
        of_elf = [ELF[ELF.rindex("\t.type"):], "zero", "\t.globl\tsecond\n", ".LC0:"]
        for is_ptx, text, removed in ((True, PTX, of_ptx), (False, ELF, of_elf)):
            for old, new in [*bodies, *((each, "") for each in removed)]:
                with self.subTest(is_ptx=is_ptx, old=old, new=new):
                    changed = text.replace(old, new)
                    self.assertNotEqual(self.differences(text, changed, is_ptx), [])
                    self.assertNotEqual(self.differences(changed, text, is_ptx), [])


if __name__ == "__main__":
    unittest.main()
