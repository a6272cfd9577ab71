# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts/cuda-on-cpu makes of each spelling of a launch and of shared memory.

The exit status is 77, which counts as skipped, if the parser is not installed.
"""

import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/cuda_source"))

from grammar import Parser  # noqa: E402  pylint: disable=wrong-import-position
from lines import Preprocessed  # noqa: E402  pylint: disable=wrong-import-position
from refusal import Refusal  # noqa: E402  pylint: disable=wrong-import-position
from rewrite import NAMES, Rewriter  # noqa: E402  pylint: disable=wrong-import-position

try:
    PARSER = Parser()
except Refusal as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


def rewritten(text):
    return Rewriter(Preprocessed(text.encode()), PARSER).text().decode()


def launch(name, config, arguments, call=None):
    """The text that a launch becomes."""
    call = call or f"[&](auto&&... diatomic_a) {{ {name}(diatomic_a...); }}"
    return (f"{NAMES}kernel([&](auto diatomic_use) -> decltype(diatomic_use({name})) "
            f"{{ return diatomic_use({name}); }}, {call}).with({config})({arguments})")


# Statements: a launch in each, its kernel, its configuration, its arguments, what is around it.
LAUNCHES = {
    "plain": ("", "k", "1, 2", "p", ";"),
    "no argument": ("", "k", "1, 2", "", ";"),
    "template arguments": ("", "k<float, 3>", "1, 2", "p", ";"),
    "nested template arguments": ("", "k<A<B<int>>>", "1, 2", "p", ";"),
    "a comparison among the template arguments": ("", "k<(1 > 2)>", "1, 2", "p", ";"),
    "a kernel of a namespace": ("", "a::b::k<float>", "1, 2", "p", ";"),
    "a global kernel": ("", "::k", "1, 2", "p", ";"),
    "a member": ("", "it.k", "1, 2", "p", ";"),
    "a member of this": ("", "this->k<int>", "1, 2", "p", ";"),
    "a member of a class that depends on a type": ("", "C<T>::template k<T>", "1, 2", "p", ";"),
    "an element of a table": ("", "table[i]", "1, 2", "p", ";"),
    "a choice": ("", "(is ? k : other)", "1, 2", "p", ";"),
    "a pointer": ("", "(*pointer)", "1, 2", "p", ";"),
    "braces": ("", "k", "{1, 2, 3}, {4}", "p", ";"),
    "dim3": ("", "k", "dim3(n / 32, 2), dim3(32)", "p", ";"),
    "shared memory and a stream": ("", "k", "1, 2, n * sizeof(float), stream", "p", ";"),
    "shifts": ("", "k", "n >> 5, 1 << 5", "p", ";"),
    "comparisons": ("", "k", "a < b ? a : b, c > d ? c : d", "p", ";"),
    "blanks": ("", "k", " 1, 2 ", " p ", ";"),
    "if": ("if (x) ", "k", "1, 2", "p", "; else return;"),
    "else": ("if (x) return; else ", "k", "1, 2", "p", ";"),
    "for": ("for (int i = 0; i < 2; ++i) ", "k", "1, i", "p", ";"),
    "lambda": ("auto f = [&] { ", "k", "1, 2", "p", "; };"),
    "an argument of a macro": ("CHECK((", "k", "1, 2", "p", "));"),
    "a lambda as an argument": ("", "k", "1, 2", "p, [=] __device__(int i) { return i; }", ";"),
    "two in a line": ("k2(1); ", "k", "1, 2", "p", "; return;"),
}
CONSTANTS = {"0": "0", "NULL": "NULL", "nullptr": "nullptr", "1.5f": "1.5f", "true": "true",
             "'c'": "'c'", "__null": "__null"}
# What an extern __shared__ array becomes.
ARRAYS = {
    "extern __shared__ float s[];": "float (*s) =",
    "extern float __shared__ s[];": "float (*s) =",
    "__shared__ extern float s[];": "float (*s) =",
    "extern __shared__ __align__(16) float s[];": "float (*s) =",
    "extern __align__(16) __shared__ float s[];": "float (*s) =",
    "extern __shared__ float __align__(16) s[];": "float (*s) =",
    "extern __shared__ alignas(16) float s[];": "float (*s) =",
    "extern alignas(double) __shared__ float s[];": "float (*s) =",
    "extern __shared__ __attribute__((aligned(16))) float s[];": "float (*s) =",
    "extern __attribute__((aligned(16))) __shared__ float s[];": "float (*s) =",
    "extern __shared__ volatile float s[];": "volatile float (*s) =",
    "extern volatile __shared__ float s[];": "volatile float (*s) =",
    "volatile extern __shared__ float s[];": "volatile float (*s) =",
    "extern __shared__ unsigned long long int s[];": "unsigned long long int (*s) =",
    "extern __shared__ a::b<c> s[];": "a::b<c> (*s) =",
    "extern __shared__ typename T::type s[];": "typename T::type (*s) =",
    "extern __shared__ struct pair s[];": "struct pair (*s) =",
    "extern __shared__ float* s[];": "float* (*s) =",
    "extern __shared__ float s[][32];": "float (*s)[32] =",
    "extern __shared__ float s[64];": "float (*s) =",
}
ALIGNMENTS = ("__align__(16)", "alignas(16)", "alignas(double)", "__attribute__((aligned(16)))")
STAYS = [
    "const char* s = \"k<<<1, 2>>>(p)\";",
    "const char* s = R\"x(k<<<1, 2>>>(p))\" )x\";",
    "// k<<<1, 2>>>(p)\nint i;",
    "/* extern __shared__ float s[];\n k<<<1, 2>>>(p) */ int i;",
    "std::cout << \"<<<\" << (1 << 3);",
    "to.operator<<<int>(1);",
    "A<B<C<int>>> x = y >> 3 >> 1;",
    "__shared__ float s[32];",
    "extern float s[];",
    "asm volatile(\"\" ::: \"memory\");",
    "asm volatile(\"rdtsc\" : \"=a\"(low), \"=d\"(high));",
    "asm(\"movl %1, %0\" : \"=r\"(a) : \"r\"(b));",
    "asm(\"b.eq 1f; add v0.4s, v1.4s, v2.4s; .byte 0\");",
    "char quote = '\"'; char other = '\\''; int n = 1'000;",
]
PTX = ["mov.u32 %0, %%laneid;", "membar.gl;", "trap;", "bar.sync 0;", "prefetch.global.L1 [%0];",
       "bar.arrive 0, 64;", "cp.async.commit_group;", "fence.proxy.async;", "griddepcontrol.wait;",
       "add.s32 %0, %1, %2;", "{ .reg .pred p; }", "ld.relaxed.gpu.global.u32 %0, [%1];"]


class launches(unittest.TestCase):
    def test_each_spelling(self):
        for name, (before, kernel, config, arguments, after) in LAUNCHES.items():
            with self.subTest(name):
                text = "void f() {{ {} }}"
                given = f"{before}{kernel}<<<{config}>>>({arguments}){after}"
                expected = before + launch(kernel, config, arguments) + after
                self.assertEqual(rewritten(text.format(given)), text.format(expected))

    def test_in_a_template(self):
        text = "template <class T> void f(T* p) {{ {} }}"
        self.assertEqual(rewritten(text.format("k<T><<<1, 2>>>(p);")),
                         text.format(launch("k<T>", "1, 2", "p") + ";"))

    def test_constants_stay_for_templates(self):
        for given, value in CONSTANTS.items():
            with self.subTest(given):
                call = f"[&](auto&& diatomic_a0, auto&&) {{ k(diatomic_a0, {value}); }}"
                self.assertEqual(rewritten(f"void f() {{ k<<<1, 2>>>(p, {given}); }}"),
                                 f"void f() {{ {launch('k', '1, 2', f'p, {given}', call)}; }}")

    def test_constants_among_what_the_grammar_does_not_know(self):
        for given in ("p, @, 0", "p, 0 @"):
            with self.subTest(given):
                self.assertEqual(rewritten(f"void f() {{ k<<<1, 2>>>({given}); }}"),
                                 f"void f() {{ {launch('k', '1, 2', given)}; }}")
        call = "[&](auto&& diatomic_a0, auto&&) { k(diatomic_a0, 0); }"
        self.assertEqual(rewritten("void f() { k<<<1, 2>>>(p, /* none */ 0); }"),
                         f"void f() {{ {launch('k', '1, 2', 'p, /* none */ 0', call)}; }}")

    def test_lines_stay(self):
        text = "void f() {\n  k<A,\n    B>\n  <<<1,\n\n2>>>(\np, // one\n\n  q);\n  after();\n}\n"
        new = rewritten(text)
        self.assertEqual(new.count("\n"), text.count("\n"))
        for word in ("after", "q)", "2)", "p,"):
            self.assertEqual(new[:new.index(word)].count("\n"),
                             text[:text.index(word.replace("2)", "2>>>"))].count("\n"), word)

    def test_several_in_a_file(self):
        text = "void f() { k<<<1, 2>>>(p); }\nvoid g() { l<<<3, 4>>>(q, [] { m<<<5, 6>>>(); }); }\n"
        self.assertEqual(rewritten(text).count(".with("), 3)
        self.assertNotIn("<<<", rewritten(text))

    def test_in_a_kernel_is_refused(self):
        for function in ("__global__ void f()", "__device__ void f()",
                         "template <class T> __global__ static void f(T t)"):
            with self.assertRaisesRegex(Refusal, "^a.cu:8: a kernel launches a kernel, .*host"):
                rewritten(f'# 7 "a.cu"\n{function} {{\n  k<<<1, 2>>>(p);\n}}\n')
        rewritten("__host__ __device__ void f() { k<<<1, 2>>>(p); }")

    def test_what_cannot_be_parsed_is_refused(self):
        for statement in ("k<<<1, 2>>>;", "k<<<1, 2>>(p);", "k<<<>>>(p);", "<<<1, 2>>>(p);",
                          "k<<<1, +>>>(p);", "k<<<1, 2 @>>>(p);",
                          "int a = 1'000; k<<<>>>(p); int b = 1'000;", "k<<<1, 2>>> + (p);",
                          "k @ <<<1, 2>>>(p);"):
            with self.subTest(statement), self.assertRaisesRegex(Refusal, "^a.cu:3: this launch"):
                rewritten(f'# 2 "a.cu"\nvoid f() {{\n  {statement}\n}}\n')


class shared_memory(unittest.TestCase):
    def test_each_spelling(self):
        for given, expected in ARRAYS.items():
            with self.subTest(given):
                new = rewritten(f"__global__ void k() {{ {given} s[0] = 1; }}")
                for alignment in ALIGNMENTS:
                    new = new.replace(alignment, "")
                expected = f"__global__ void k() {{ {expected} {NAMES}shared_memory(); s[0] = 1; }}"
                self.assertEqual(" ".join(new.split()), expected)

    def test_one_name_with_several_types(self):
        new = rewritten("__global__ void k() { extern __shared__ float s[]; }\n"
                        "template <class T> __global__ void l() { extern __shared__ T s[]; }\n")
        self.assertIn("float (*s)", new)
        self.assertIn("T (*s)", new)

    def test_at_file_scope(self):
        new = rewritten("extern __shared__ volatile float s[];\n"
                        "__global__ void k() { s[0] = 1; }\n"
                        "__device__ float l(float* s) { return s[0]; }\n"
                        "__device__ float m() { int s = 0; return s; }\n"
                        "__device__ void n() { int t; }\n"
                        "void o() { { int s = 0; t(s); } }\n")
        declared = f"volatile float (*s) = {NAMES}shared_memory();"
        self.assertEqual([" ".join(line.split()) for line in new.splitlines()],
                         [";", f"__global__ void k() {{ {declared} s[0] = 1; }}",
                          "__device__ float l(float* s) { return s[0]; }",
                          "__device__ float m() { int s = 0; return s; }",
                          "__device__ void n() { int t; }",
                          "void o() { { int s = 0; t(s); } }"])

    def test_a_name_that_a_function_has_itself(self):
        for function in ("__device__ float* f(float* s) { return s; }",
                         "__device__ void f(float* s = nullptr) { s[0] = 1; }",
                         "__device__ void f(float a) { float& s = a; s = 1; }",
                         "__device__ T& f(T& a, int n, float* s[]) { return s[n]; }",
                         "struct A { float* s; __device__ void f() { s[0] = 1; } };",
                         "struct A { float s[2]; __device__ float& f(); };\n"
                         "__device__ float& A::f() { return s[0]; }",
                         "struct A { float* s; }; struct B : A { __device__ B() { s[0] = 1; } };"):
            with self.subTest(function):
                self.assertEqual(rewritten(f"extern __shared__ float s[];\n{function}"),
                                 f";\n{function}")
        new = rewritten("extern __shared__ float s[];\nstruct A { int t; __device__ float f() "
                        "{ return s[0]; } };")
        self.assertIn("{ float (*s) =", new)

    def test_two_arrays_at_file_scope(self):
        new = rewritten("namespace a { extern __shared__ float s[], t[][4]; }\n"
                        "__global__ void k() { a::s[0] = t[0][0]; }\n")
        self.assertIn(f"float (*t) [4] = {NAMES}shared_memory();", new)

    def test_a_static_array_is_not_static_twice(self):
        new = rewritten("__global__ void k() { static __shared__ int s[2]; }")
        self.assertEqual(new, "__global__ void k() {  __shared__ int s[2]; }")

    def test_what_cannot_be_parsed_is_refused(self):
        for declaration in ("extern __shared__ float s;", "extern __shared__ float (s[]);",
                            "extern __shared__ MACRO(float) s[];"):
            with self.subTest(declaration), \
                    self.assertRaisesRegex(Refusal, "^a.cu:3: this declaration of shared memory"):
                rewritten(f'# 2 "a.cu"\n__global__ void k() {{\n  {declaration}\n}}\n')
        with self.assertRaisesRegex(Refusal, '^a"b.cu:2: declare the type of this shared memory'):
            rewritten('# 1 "a\\"b.cu"\n\nextern __shared__ struct { int a; } s[];\n')

    def test_in_a_lambda_of_file_scope(self):
        new = rewritten("auto f = [] __device__ { extern __shared__ float s[]; return s[0]; };")
        self.assertIn(f"float (*s) = {NAMES}shared_memory(); return s[0];", " ".join(new.split()))


class other_text(unittest.TestCase):
    def test_stays(self):
        for text in STAYS:
            with self.subTest(text):
                self.assertEqual(rewritten(f"void f() {{ {text} }}"), f"void f() {{ {text} }}")

    def test_ptx(self):
        for text in PTX:
            with self.subTest(text):
                self.assertEqual(rewritten(f'void f() {{\n  asm volatile("{text}"\n: "=r"(a)); }}'),
                                 f"void f() {{\n  {NAMES}ptx_in_asm()\n; }}")

    def test_device_functions_with_ptx_are_inline(self):
        asm = 'asm("trap;"); '
        for words in ("{}__device__ void f()", 'extern "C" {}__global__ void f()',
                      "static {}__device__ __noinline__ int* A::f(int a)",
                      "template <> void __host__ {}__device__ f<int>()"):
            with self.subTest(words):
                self.assertEqual(rewritten(words.format("") + " { " + asm + "}"),
                                 words.format("inline ") + f" {{ {NAMES}ptx_in_asm(); }}")
        for word in ("inline", "__inline__", "inline __attribute__((always_inline))"):
            for words in ("__device__ {} int f()", "static {} __device__ int A::f() const"):
                words = words.format(word)
                with self.subTest(words):
                    self.assertEqual(rewritten(words + " { " + asm + "}"),
                                     words + f" {{ {NAMES}ptx_in_asm(); }}")
        self.assertEqual(rewritten(f"__device__ void f() {{ {asm}{asm}}}").count("inline"), 1)
        self.assertNotIn("inline", rewritten("__device__ void f() {} void g() { " + asm + "}"))

    def test_of_the_library_stays(self):
        text = ('# 1 "/lib/diatomic/x.hpp" 1\nvoid f() { k<<<1, 2>>>(p); }\n'
                '# 1 "/usr/include/y.h" 1 3 4\nvoid g() { k<<<1, 2>>>(p); }\n')
        self.assertEqual(Rewriter(Preprocessed(text.encode(), ["/lib"]), PARSER).text(),
                         text.encode())

    def test_an_include_inside_a_launch(self):
        text = ('# 1 "a.cu"\nvoid f() { k<<<1,\n# 1 "sizes.inc" 1\n2\n# 3 "a.cu" 2\n>>>(p); }\n')
        self.assertEqual(rewritten(text), text.replace(
            "k<<<", launch("k", "", "").split(".with(")[0] + ".with(").replace(">>>", ")"))


if __name__ == "__main__":
    unittest.main()
