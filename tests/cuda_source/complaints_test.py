# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sentence of scripts/cuda-on-cpu for what compilers and linkers say, and its file and line."""

import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/cuda_source"))

import complaints  # noqa: E402  pylint: disable=wrong-import-position

UNKNOWN = "'cudaNew' is not in Diatomic's CUDA runtime for the CPU; docs/tools/cuda_on_cpu.md " \
          "lists what is"
MORE = "; --verbose prints all that the compiler says"
# What is said, and the sentence.
SAID = {
    "clang":
        ("./a.cu:3:7: error: use of undeclared identifier 'cudaNew'; did you mean 'cudaOld'?\n"
         "a.cu:4:7: error: another\n", f"a.cu:3: {UNKNOWN}"),
    "clang, a member that a class of CUDA does not have":
        ("a.cu:3:7: error: no member named 'newer' in 'diatomic::cuda_names::cudaDeviceProp'\n",
         f"a.cu:3: {UNKNOWN.replace('cudaNew', 'newer')}"),
    "g++, a member that a class of CUDA does not have":
        ("a.cu:3:7: error: \u2018struct diatomic::cuda_names::cudaDeviceProp\u2019 has no member "
         "named \u2018newer\u2019\n", f"a.cu:3: {UNKNOWN.replace('cudaNew', 'newer')}"),
    "clang, a type of CUDA's driver":
        ("a.cu:3:7: error: unknown type name 'CUdevice'\n",
         f"a.cu:3: {UNKNOWN.replace('cudaNew', 'CUdevice')}"),
    "g++, a name that begins as CUDA's":
        ("a.cu:3:7: error: \u2018cube\u2019 was not declared in this scope\n",
         f"a.cu:3: 'cube' was not declared in this scope{MORE}"),
    "clang, a name that begins as CUDA's textures":
        ("a.cu:3:7: error: use of undeclared identifier 'texture_size'\n",
         f"a.cu:3: use of undeclared identifier 'texture_size'{MORE}"),
    "clang, a name that is not CUDA's":
        ("a.cu:3:7: error: use of undeclared identifier 'blocks'; did you mean 'block'?\n",
         f"a.cu:3: use of undeclared identifier 'blocks'{MORE}"),
    "g++":
        ("a.cu: In function \u2018int main()\u2019:\na.cu:3:7: error: \u2018cudaNew\u2019 was not "
         "declared in this scope; did you mean \u2018x\u2019?\n", f"a.cu:3: {UNKNOWN}"),
    "clang, in a template of the library":
        ("/lib/x.hpp:9:1: error: no match\n/lib/y.hpp:2:1: note: in instantiation of function "
         "template 'f' requested here\na.cu:5:2: note: in instantiation of function template 'g' "
         "requested here\nb.cu:1:1: error: another\n", f"a.cu:5: no match{MORE}"),
    "g++, in a template of the library":
        ("In file included from /lib/z.hpp:1,\n                 from <command-line>:\n"
         "/lib/x.hpp: In instantiation of \u2018f\u2019:\n/lib/y.hpp:2:1:   required from "
         "\u2018g\u2019\na.cu:5:2:   required from here\n/lib/x.hpp:9:1: error: no match\n",
         f"a.cu:5: no match{MORE}"),
    "clang, in an included header of the library":
        ("In file included from a.cu:2:\nIn file included from /lib/x.hpp:3:\n/lib/y.hpp:1:2: "
         "error: wrong [-Wsome]\n", f"a.cu:2: wrong{MORE}"),
    "g++, in an included header of the library":
        ("In file included from /lib/x.hpp:3,\n                 from a.cu:2:\n/lib/y.hpp:1:2: "
         "error: wrong\n", f"a.cu:2: wrong{MORE}"),
    "clang, a static assertion":
        ("/lib/x.hpp:9:1: error: static assertion failed due to requirement 'sizeof(int) == 0': "
         "diatomic: call another\na.cu:5:2: note: in instantiation of function template 'g' "
         "requested here\n", "a.cu:5: call another"),
    "clang, an #error of the library":
        ("In file included from a.cu:2:\n/lib/x.hpp:9:2: error: \"diatomic: call another\"\n",
         "a.cu:2: call another"),
    "g++, an #error of the library":
        ("In file included from a.cu:2:\n/lib/x.hpp:9:2: error: #error \"diatomic: call "
         "another\"\n",
         "a.cu:2: call another"),
    "g++, a missing header":
        ("a.cu:1:10: fatal error: cub/cub.cuh: No such file or directory\n",
         "a.cu:1: <cub/cub.cuh> belongs to a library of CUDA that Diatomic does not have for the "
         "CPU; replace its calls"),
    "Boost is missing":
        ("In file included from a.cu:1:\n/lib/x.hpp:1:2: fatal error: 'boost/context/fiber.hpp' "
         "file not found\n", "a.cu:1: Boost.Context is missing: apt-get install "
                             "libboost-context-dev"),
    "ld, the library of Boost":
        ("/usr/bin/ld: cannot find -lboost_context: No such file or directory\n",
         "Boost.Context is missing: apt-get install libboost-context-dev"),
    "ld, another library":
        ("/usr/bin/ld: cannot find -lother: No such file or directory\ncollect2: error: ld "
         "returned 1 exit status\n", "the library other is not found; name its folder with -L"),
    "lld, a library of CUDA":
        ("ld.lld: error: unable to find library -lcudart\n",
         "-lcudart is a library of CUDA, which a program for the CPU cannot use; leave it out"),
    "a library whose name begins like CUDA's":
        ("/usr/bin/ld: cannot find -lcurl\n",
         "the library curl is not found; name its folder with -L"),
    "clang, asm":
        ("a.cu:3:20: error: invalid instruction mnemonic 'ret.uni'\n",
         "a.cu:3: asm with 'ret.uni', which is no instruction of this CPU; use a function of CUDA "
         "in its place"),
    "as":
        ("a.cu: Assembler messages:\na.cu:3: Error: no such instruction: `foo %eax,1'\n",
         "a.cu:3: asm with 'foo', which is no instruction of this CPU; use a function of CUDA in "
         "its place"),
    "a kernel in a file of C++":
        ("a.cpp:3:1: error: unknown type name '__global__'\n",
         "a.cpp:3: '__global__' in a file that is compiled as C++; give it a name that ends in "
         ".cu"),
    "lld":
        ("ld.lld: error: undefined symbol: f(int)\n>>> referenced by 0.o\n",
         "the program does not link: f(int) is not defined; give all of its sources and -l "
         "options"),
    "ld, a function that is defined twice":
        ("/usr/bin/ld: 1.o: in function `f(int)':\n-:(.text+0x0): multiple definition of `f(int)'; "
         "0.o:-:(.text+0x0): first defined here\n",
         "the program does not link: f(int) is defined twice; leave out sources that another one "
         "includes"),
    "anything else":
        ("clang++: error: cannot write\n", "the compiler fails: cannot write"),
    "nothing": ("", "the compiler fails: without a message"),
}


class complaints_test(unittest.TestCase):
    def test_sentences(self):
        for name, (said, sentence) in SAID.items():
            with self.subTest(name):
                refusal = complaints.refusal(said, ["/lib"])
                self.assertEqual(str(refusal), sentence)
                self.assertEqual(refusal.output, said)

    def test_headers_of_an_installed_toolkit(self):
        with tempfile.TemporaryDirectory() as folder:
            header = Path(folder, "vector_types.h")
            said = f"In file included from a.cu:2:\n{header}:5:1: error: 'char1' is ambiguous\n"
            header.write_text("/* Copyright NVIDIA Corporation */")
            self.assertEqual(str(complaints.refusal(said, [folder])),
                             "a.cu:2: <vector_types.h> is a header of CUDA that Diatomic does not "
                             "have for the CPU; replace its calls")
            nested = said.replace("2:", f"2:\nIn file included from {folder}/cublas_v2.h:69:", 1)
            self.assertEqual(str(complaints.refusal(nested, [folder])),
                             "a.cu:2: <cublas_v2.h> belongs to a library of CUDA that Diatomic "
                             "does not have for the CPU; replace its calls")
            header.write_text("/* of somebody else */")
            self.assertEqual(str(complaints.refusal(said, [folder])),
                             f"a.cu:2: 'char1' is ambiguous{MORE}")


if __name__ == "__main__":
    unittest.main()
