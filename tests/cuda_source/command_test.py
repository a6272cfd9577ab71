# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/cuda-on-cpu compiles programs, and says in one sentence what it cannot compile.

usage: command_test.py CXX [TEST...]

The exit status is 77, which counts as skipped, if the parser is not installed.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = HERE.parents[1] / "scripts/cuda-on-cpu"
CXX = sys.argv.pop(1)

KERNEL = "__global__ void k(int* p) { *p = 1; }\n"
# Each ends in one sentence: the program, and what the sentence says after `cuda-on-cpu: `.
REFUSED = {
    "a launch in a kernel":
        (KERNEL + "__global__ void l(int* p) {\n  k<<<1, 1>>>(p);\n}\nint main() {}\n",
         "a.cu:3: a kernel launches a kernel, which a CPU cannot (dynamic parallelism); launch "
         "from host code"),
    "PTX":
        ("__global__ void k(int* p) {\n  int i;\n  asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(i));\n"
         "  *p = i;\n}\nint main() { k<<<1, 1>>>(nullptr); }\n",
         "a.cu:3: PTX in asm, which a CPU cannot run; use a function of CUDA in its place"),
    "PTX of a macro in a header":
        ({"a.cu": "#include \"b.cuh\"\n__device__ void k() {\n  FENCE();\n}\n"
                   "__global__ void l() { k(); }\n"
                   "int main() { l<<<1, 1>>>(); }\n",
          "b.cuh": "#define FENCE() asm volatile(\"membar.gl;\" ::: \"memory\")\n"},
         "a.cu:3: PTX in asm, which a CPU cannot run; use a function of CUDA in its place"),
    "an unknown function of CUDA":
        ("int main() {\n  cudaGraphCreate(nullptr, 0);\n}\n",
         "a.cu:2: 'cudaGraphCreate' is not in Diatomic's CUDA runtime for the CPU; "
         "docs/tools/cuda_on_cpu.md lists what is"),
    "an unknown function of CUDA in a kernel":
        ("__global__ void k(int* p) {\n  *p = __vibmax_s32(1, 2, nullptr);\n}\nint main() {}\n",
         "a.cu:2: '__vibmax_s32' is not in Diatomic's CUDA runtime for the CPU; "
         "docs/tools/cuda_on_cpu.md lists what is"),
    "a texture":
        ("\ncudaTextureObject_t t;\nint main() {}\n",
         "a.cu:2: 'cudaTextureObject_t': textures and surfaces are not in Diatomic's CUDA runtime "
         "for the CPU; read the memory through a pointer"),
    "a texture reference":
        ("texture<float, 1> t;\nint main() {}\n",
         "a.cu:1: 'texture': textures and surfaces are not in Diatomic's CUDA runtime for the CPU; "
         "read the memory through a pointer"),
    "a function that CUDA removed":
        ("\n__global__ void k(int* p) {\n  *p = __shfl(*p, 0);\n}\nint main() {}\n",
         "a.cu:3: CUDA removed __shfl; call __shfl_sync, whose first argument is the mask of the "
         "lanes"),
    "a library of CUDA":
        ("\n#include <thrust/device_vector.h>\nint main() {}\n",
         "a.cu:2: <thrust/device_vector.h> belongs to a library of CUDA that Diatomic does not "
         "have for the CPU; replace its calls"),
    "a missing header":
        ("#include \"of_my_own.h\"\nint main() {}\n",
         "a.cu:1: the header of_my_own.h is not found; name its folder with -I"),
    "a header that cannot be compiled":
        ({"a.cu": "#include \"b.cuh\"\nint main() {}\n", "b.cuh": "\n\nint f() { return g; }\n"},
         r"b.cuh:3: .*'g'.*; --verbose prints all that the compiler says"),
    "a launch without arguments in brackets":
        (KERNEL + "int main() {\n  k<<<1, 1>>>;\n}\n",
         "a.cu:3: this launch cannot be parsed; write it as kernel<<<grid, block>>>(arguments) in "
         "a statement of its own"),
    "a launch of too many arguments":
        (KERNEL + "int main() {\n  k<<<1, 1>>>(nullptr, 2);\n}\n",
         r"a.cu:3: (no match|too many arguments).*; --verbose prints all that the compiler says"),
    "shared memory that is no array":
        ("\n__global__ void k() { extern __shared__ float s; }\nint main() {}\n",
         "a.cu:2: this declaration of shared memory cannot be parsed; write it as extern "
         "__shared__ type name[];"),
    "a function without a definition":
        ("void elsewhere();\nint main() { elsewhere(); }\n",
         r"the program does not link: elsewhere\(\) is not defined; give all of its sources and -l "
         "options"),
    "text that is no CUDA":
        ("\nThis is a poem of two lines\nand no program.\n",
         r"a.cu:2: .*'?This'?.*; --verbose prints all that the compiler says"),
    "a file that is no text": ("int main() {}\0", "a.cu: not a source of a CUDA program: "
                                                  "it is no text"),
}
# Options that end in one sentence.
REFUSED_OPTIONS = {
    ("-arch=sm_70",): "only nvcc knows the option -arch=sm_70; leave it out",
    ("-arch", "sm_70"): "only nvcc knows the option -arch; leave it out",
    ("--expt-relaxed-constexpr",):
        "only nvcc knows the option --expt-relaxed-constexpr; leave it out",
    ("-G",): "only nvcc knows the option -G; leave it out",
    ("-lineinfo",): "only nvcc knows the option -lineinfo; leave it out",
    ("-std=c++11",):
        "-std=c++11 is older than C++17, which Diatomic needs; leave it out",
    ("-std", "gnu++14"):
        "-std=gnu++14 is older than C++17, which Diatomic needs; leave it out",
    ("-c",): "-c makes no program; leave it out",
    ("-o",): "argument -o: expected one argument",
    ("-o", "a.cu"): "-o a.cu would overwrite a source; name a program behind -o",
    ("-new-in-nvcc",): "the compiler does not know the option -new-in-nvcc; leave out "
                       "what only nvcc knows",
    ("-lnowhere", "-O0"): "the library nowhere is not found; name its folder with -L",
}


class command_test(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.folder = Path(self._folder.name)
        self.addCleanup(self._folder.cleanup)

    def write(self, texts):
        for name, text in ({"a.cu": texts} if isinstance(texts, str) else texts).items():
            (self.folder / name).write_text(text)

    def call(self, *arguments, command=(COMMAND,), **environment):
        run = subprocess.run([*command, *arguments], cwd=self.folder, check=False, text=True,
                             env={**os.environ, "CXX": CXX, **environment},
                             stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.assertEqual(run.stdout, "")
        return run.returncode, run.stderr

    def run_program(self, *arguments, **environment):
        return subprocess.run([self.folder / "a.out", *arguments], check=False, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, **environment})

    def test_every_form(self):
        self.assertEqual(self.call(HERE / "every_form.cu", "-O0"), (0, ""))
        run = self.run_program()
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "failures: 0\n", ""))

    def test_what_is_refused(self):
        for name, (texts, sentence) in REFUSED.items():
            with self.subTest(name):
                self.write(texts)
                (self.folder / "a.out").write_text("old")
                status, said = self.call("a.cu")
                self.assertEqual(status, 2)
                if not re.search(r"\.\*|\\", sentence):
                    sentence = re.escape(sentence)
                self.assertRegex(said, rf"\Acuda-on-cpu: {sentence}\n\Z")
                self.assertEqual((self.folder / "a.out").read_text(), "old")
                self.assertEqual({path.suffix for path in self.folder.iterdir()}
                                 - {".cu", ".cuh", ".out"}, set())

    def test_verbose_prints_what_the_compiler_says(self):
        self.write("int main() {\n  cudaGraphCreate(nullptr, 0);\n}\n")
        status, said = self.call("a.cu", "--verbose")
        self.assertEqual(status, 2)
        self.assertRegex(said, r"(?s)a.cu:2:\d+: error: .*\ncuda-on-cpu: a.cu:2: 'cudaGraphCreate'")

    def test_integers_wrap(self):
        self.write("int main() {\n  for (int i = 0; i < 100000; ++i) {\n"
                   "    if (i * i < 0) return 0;\n  }\n  return 1;\n}\n")
        self.assertEqual(self.call("a.cu", "-O2"), (0, ""))
        self.assertEqual(self.run_program().returncode, 0)

    def test_unused_ptx_is_no_error(self):
        asm = 'int i; asm("mov.u32 %0, %%laneid;" : "=r"(i));'
        self.write(f"__device__ int lane() {{ {asm} return i; }}\n"
                   f"__global__ void kernel() {{ {asm} }}\n"
                   f"__device__ __forceinline__ int is_inline() {{ {asm} return i; }}\n"
                   f'extern "C" __device__ int of_c() {{ {asm} return i; }}\n'
                   f"struct a {{ __device__ int lane() const; }};\n"
                   f"__device__ int a::lane() const {{ {asm} return i; }}\nint main() {{}}\n")
        self.assertEqual(self.call("a.cu", "-O0"), (0, ""))

    def test_the_line_of_ptx_that_is_used(self):
        self.write("__device__ void unused() { asm(\"trap;\"); }\n"
                   "__device__ void used() { asm(\"trap;\"); }\n"
                   "__global__ void k() { used(); }\nint main() { k<<<1, 1>>>(); }\n")
        for option in ("-O0", "--race-check"):
            self.assertEqual(self.call("a.cu", option),
                             (2, "cuda-on-cpu: a.cu:2: PTX in asm, which a CPU cannot run; use a "
                                 "function of CUDA in its place\n"))

    def test_several_sources_and_options(self):
        (self.folder / "include").mkdir()
        self.write({"a.cu": "#include <n.h>\nint f(int);\nextern \"C\" int g(void);\n"
                            "int main() { return f(N) + g() + EXTRA; }\n",
                    "b.cpp": "int f(int n) { return n; }\n", "c.c": "int g(void) { return 2; }\n",
                    "include/n.h": "#define N 1\n"})
        self.assertEqual(self.call("a.cu", "b.cpp", "-o", "a.out", "c.c", "-I", "include",
                                   "-DEXTRA=4", "-O1", "-lm"), (0, ""))
        self.assertEqual(self.run_program().returncode, 7)

    def test_macros_and_headers_of_the_command_line(self):
        self.write({"a.cu": "T value = N + sum(1, 2) + ONE + header::one;\n#ifdef T2\n#error\n"
                            "#endif\n#undef size\n"
                            "static_assert(__CUDA_ARCH__ == 700);\nint size;\n"
                            "int main() { return value; }\n",
                    "b.h": "namespace header { enum { one = 1 }; }\n"})
        self.assertEqual(self.call("a.cu", "-DT=int", "-D", "N=4", "-Dsum(a,b)=(a+b)", "-DONE",
                                   "-D__CUDA_ARCH__=700",
                                   "-DT2", "-UT2", "-Dsize=x", "-DArgs=x", "-include", "b.h",
                                   "-std", "c++17", "-O0"), (0, ""))
        self.assertEqual(self.run_program().returncode, 9)

    def test_the_line_of_a_race(self):
        self.write("\n__global__ void k(int* p) {\n  extern __shared__ int s[];\n"
                   "  s[threadIdx.x] = 1;\n  p[threadIdx.x] = s[1 - threadIdx.x];\n}\n"
                   "int main() {\n  int* p;\n  cudaMalloc(&p, 8);\n  k<<<1, 2, 8>>>(p);\n"
                   "  return cudaDeviceSynchronize();\n}\n")
        for mode in ("--race-check", "--race-check=2"):
            self.assertEqual(self.call("a.cu", mode), (0, ""))
            said = self.run_program(TSAN_OPTIONS="exitcode=66").stderr
            self.assertRegex(said, r"k\(int\*\) (\S*/)?a\.cu:5")
            self.assertRegex(said, r"k\(int\*\) (\S*/)?a\.cu:4")

    def test_files_that_are_no_sources(self):
        self.assertEqual(self.call("missing.cu"),
                         (2, "cuda-on-cpu: missing.cu: No such file or directory\n"))
        self.write({"a.py": ""})
        self.assertEqual(self.call("a.py"),
                         (2, "cuda-on-cpu: a.py: not a source of a CUDA program: its name ends in "
                             "none of .cu, .cpp, .cc, .cxx, .c\n"))
        self.assertEqual(self.call(), (2, "cuda-on-cpu: no source is named; cuda-on-cpu --help "
                                          "prints the usage\n"))

    def test_a_folder_that_cannot_be_written(self):
        self.write("int main() {}\n")
        self.assertEqual(self.call("a.cu", "-o", "nowhere/a"),
                         (2, "cuda-on-cpu: nowhere/a: No such file or directory\n"))
        (self.folder / "b").mkdir()
        self.assertEqual(self.call("a.cu", "-o", "b"), (2, "cuda-on-cpu: b: Is a directory\n"))
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"a.cu", "b"})

    def test_options_that_are_refused(self):
        self.write("int main() {}\n")
        for options, sentence in REFUSED_OPTIONS.items():
            with self.subTest(options):
                self.assertEqual(self.call("a.cu", *options), (2, f"cuda-on-cpu: {sentence}\n"))
                self.assertEqual((self.folder / "a.cu").read_text(), "int main() {}\n")

    def test_no_compiler(self):
        self.write("int main() {}\n")
        self.assertEqual(self.call("a.cu", CXX="no-such-compiler"),
                         (2, "cuda-on-cpu: the compiler no-such-compiler of the variable CXX is "
                             "not installed\n"))
        self.assertEqual(self.call("a.cu", CXX="", PATH="/nowhere",
                                   command=(sys.executable, COMMAND)),
                         (2, "cuda-on-cpu: no C++ compiler is installed; install clang (apt-get "
                             "install clang) or g++, or name one in the variable CXX\n"))

    def test_no_parser(self):
        self.write({"a.cu": "int main() {}\n", "tree_sitter.py": "raise ImportError\n"})
        self.assertEqual(self.call("a.cu", PYTHONPATH=str(self.folder)),
                         (2, "cuda-on-cpu: the parser of CUDA sources is missing: run "
                             "scripts/setup\n"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as empty:
        Path(empty, "a.cu").write_text("no source\n")
        asked = subprocess.run([COMMAND, Path(empty, "a.cu")], stderr=subprocess.PIPE, text=True,
                               check=False)
    if "parser" in asked.stderr:
        print(f"skipped: {asked.stderr}")
        sys.exit(77)
    unittest.main()
