# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts/race-check says of the programs in programs.cpp.

usage: programs_test.py COMPILER [OPTION...]

Exit status 77 if the compiler's runtime of ThreadSanitizer is not installed.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests/race_check/programs.cpp"
COMPILER = sys.argv[1:]
del sys.argv[1:]
FOLDER = Path(tempfile.mkdtemp())
LINES = SOURCE.read_text().splitlines()
CHECKED = ("-fsanitize=thread", "-DDIATOMIC_RACE_CHECK=1")
LIBRARIES = ("-lboost_context", "-pthread")
OTHER = """
#include <diatomic/diatomic.hpp>
#include <diatomic/runtime/runtime.hpp>
void of_another_object() {
  diatomic::stream on;
  diatomic::device_array<unsigned> w(1);
  diatomic::launch(1, 2, 0, on, [](unsigned* p) { diatomic::store_add(p, 1u); }, w.data());
  on.synchronize();
}
"""
CUDA = """#include <cstdio>
__global__ void sum(float* out) {
  extern __shared__ float part[];
  part[threadIdx.x] = 1;
  __syncthreads();
  for (int d = blockDim.x / 2; d > 0; d /= 2) {
    if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    BARRIER;
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
int main(int argc, char** argv) {
  float* out;
  if (argc != 2 || cudaMalloc(&out, sizeof(float)) != cudaSuccess) return 1;
  cudaMemset(out, 0, sizeof(float));
  sum<<<2, 128, 128 * sizeof(float)>>>(out);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
"""


def compile_to(name, *options):
    libraries = () if "-c" in options else LIBRARIES
    subprocess.run([*COMPILER, *options, "-o", FOLDER / name, *libraries], check=True)
    return FOLDER / name


def race_check(*arguments, script=ROOT / "scripts/race-check"):
    run = subprocess.run([script, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         text=True, check=False)
    return run.returncode, run.stdout, run.stderr


def check(name, *options):
    return race_check(*options, FOLDER / "programs", name)


def line_of(text):
    return next(i for i, line in enumerate(LINES, 1) if text in line)


def peak_memory(program, name):
    with subprocess.Popen([program, name]) as run:
        _, status, usage = os.wait4(run.pid, 0)
        run.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss if run.returncode == 0 else None


@unittest.skipUnless("clang" in COMPILER[0], "g++ 12 takes 0.8 MB for each thread of a block")
class memory_test(unittest.TestCase):
    def test_words_that_one_block_updates(self):
        alone = compile_to("alone", SOURCE, "-fsanitize=thread", "-w")
        self.assertLess(peak_memory(FOLDER / "programs", "updates_many_words"),
                        3 * peak_memory(alone, "updates_many_words"))


class endings_test(unittest.TestCase):
    """A run counts only if it came to its end and launched a kernel."""

    def test_a_right_program(self):
        status, said, _ = check("right", "--seeds", "3")
        self.assertEqual((status, said), (0, "\nraces: 0, failed runs: 0 of 3; checked: seeds 0 "
                                             "to 2, 1 launch in each run\n"))

    def test_four_launches_at_once(self):
        status, said, _ = check("launches_at_once", "--seeds", "2")
        self.assertEqual((status, said), (0, "\nraces: 0, failed runs: 0 of 2; checked: seeds 0 "
                                             "to 1, 4 launches in each run\n"))

    def test_what_is_not_clean(self):
        for name, why in (("no_kernel", "it launched no kernel"),
                          ("leaves_early", "it ended early, without exit() and"),
                          ("exits_in_a_kernel", "it ended while a kernel ran"),
                          ("is_killed", "status SIGABRT"),
                          ("ignores_a_failure", "1 of 1 launches failed: the kernel's failure")):
            status, said, _ = check(name, "--seeds", "2")
            self.assertEqual(status, 1, name)
            self.assertIn(f"\nseeds 0, 1: {why}", said)
            self.assertIn("\nraces: 0, failed runs: 2 of 2; checked: seeds 0 to 1, ", said)

    def test_a_run_without_an_end(self):
        status, said, _ = check("never_ends", "--seeds", "1", "--timeout", "3")
        self.assertEqual(status, 1)
        self.assertIn("\nseed 0: status unknown: no end in 3 s\n", said)

    def test_runs_without_an_end_are_two(self):
        status, said, _ = check("never_ends", "--timeout", "3")
        self.assertEqual(status, 1)
        self.assertIn("\nseeds 0, 1: status unknown: no end in 3 s\n\nseeds from 2 on: not run, "
                      "because two runs had no end\n", said)
        self.assertIn("failed runs: 2 of 2; checked: seeds 0 to 1, ", said)

    def test_an_error_of_the_system_has_its_line(self):
        said = check("reads_no_memory", "--seeds", "2")[1]
        self.assertRegex(said, rf"\nseeds 0, 1: \S*programs.cpp:{line_of('// no memory')}: SEGV on "
                               "unknown address 0x0*8\n")

    def test_a_program_is_not_run_without_the_sanitizer(self):
        (FOLDER / "writes.cpp").write_text("#include <cstdio>\nint main(int, char** v) "
                                           "{ return std::fopen(v[1], \"w\") == nullptr; }\n")
        plain = compile_to("writes", FOLDER / "writes.cpp")
        self.assertEqual(race_check(plain, FOLDER / "written")[0], 2)
        self.assertFalse((FOLDER / "written").exists())

    def test_arguments_after_two_dashes(self):
        self.assertEqual(race_check("--seeds", "1", FOLDER / "programs", "--", "right")[0], 0)

    def test_the_output_is_shown_once(self):
        self.assertEqual(check("no_kernel", "--seeds", "3")[1].count("no device"), 1)

    def test_programs_without_the_race_check(self):
        plain = compile_to("plain", SOURCE)
        sanitized = compile_to("sanitized", SOURCE, "-fsanitize=thread", "-w")
        for program in (plain, sanitized, shutil.which("true")):
            status, said, why = race_check(program, "right")
            self.assertEqual((status, said), (2, ""))
            self.assertIn(f"race-check: {program}: nothing is checked: it was not compiled with "
                          "the race check", why)

    def test_a_program_in_parts(self):
        """One object of it without the race check, or with another mode of it."""
        (FOLDER / "other.cpp").write_text(OTHER)
        for name, options in (("plain_part", ()), ("mode_2",
                              ("-fsanitize=thread", "-DDIATOMIC_RACE_CHECK=2"))):
            other = compile_to("other.o", FOLDER / "other.cpp", "-c", *options)
            mixed = compile_to(name, SOURCE, *CHECKED, "-DWITH_ANOTHER_OBJECT", other)
            status, said, why = race_check(mixed, "right")
            self.assertEqual((status, said), (2, ""))
            self.assertIn("parts of it were compiled without the race check, or in another", why)


class reports_test(unittest.TestCase):
    def test_each_kernel_of_a_word(self):
        """Each launch's races are found, also after an earlier launch's report of the word."""
        status, said, _ = check("one_word_in_two_kernels", "--seeds", "2")
        self.assertEqual(status, 1)
        for text, access in (("the first kernel", "write"), ("the second kernel", "write"),
                             ("its read", "read")):
            self.assertRegex(said, rf"programs.cpp:{line_of(text)}: plain {access} of 8 bytes")
        self.assertIn("\nraces: 2, failed runs: 0 of 2; checked: seeds 0 to 1, 2 launches", said)

    def test_many_words_are_one_race(self):
        status, said, _ = check("many_words", "--seeds", "2")
        self.assertEqual(status, 1)
        self.assertIn("in 2 of 2 runs, 64 words of 8 bytes; repeat", said)
        self.assertIn("races: 1,", said)

    def test_names_of_shared_memory(self):
        for name, object_ in (("shared_memory_of_many_threads",
                               "0 bytes into 800 bytes of the block's shared memory"),
                              ("fixed_shared_memory", "a __shared__ variable ")):
            self.assertIn(f"\n  object: {object_}", check(name, "--seeds", "1")[1])

    def test_an_access_long_ago(self):
        said = check("long_history", "--seeds", "2")[1]
        self.assertRegex(said, rf"programs.cpp:{line_of('long ago')}: plain write of 8 bytes")
        self.assertRegex(said, rf"programs.cpp:{line_of('much later')}: plain read of 8 bytes")

    def test_names_of_operations(self):
        """As the program writes them; of each word ThreadSanitizer reports the first one."""
        said = check("names", "--seeds", "1")[1]
        found = re.findall(r"programs.cpp:(\d+): (.*), (\w+), (\w+) scope, by block 0, th", said)
        orders = {"store": "release", "fetch_sub": "seq_cst"}
        first = line_of("atomicAdd(&w[0]")
        expected = {}
        for number, line in enumerate(LINES[first - 1:line_of("store(&w[19]")], first):
            name = re.match(r" *(?:objects.*\.)?(\w+)\(", line)
            if name:
                scope = {"block": "block", "system": "system"}.get(name[1].split("_")[-1], "device")
                expected[str(number)] = (name[1], orders.get(name[1], "relaxed"), scope)
        for text, name in (("++counter", "operator++"), ("[15] += 2", "operator+="),
                           ("[16] = 3", "operator="), ("[17];", "operator unsigned long long")):
            expected[str(line_of(text))] = (name, "seq_cst", "device")
        self.assertEqual({at: tuple(rest) for at, *rest in found}, expected)


class hints_test(unittest.TestCase):
    def hint_of(self, name, seeds="4"):
        status, said, _ = check(name, "--seeds", seeds)
        self.assertEqual(status, 1)
        hints = re.findall("hint: (.*)", said)
        self.assertEqual(len(hints), 1, said)
        return hints[0]

    def test_barriers(self):
        self.assertEqual(self.hint_of("a_barrier_is_missing"),
                         "order the two: a barrier, sync_block() or __syncthreads()")
        self.assertEqual(self.hint_of("a_barrier_of_a_warp_is_missing"),
                         "order the two: __syncwarp(), or for several warps sync_block() or "
                         "__syncthreads()")

    def test_between_blocks(self):
        self.assertEqual(self.hint_of("two_blocks_write"), "order the two: release and acquire at "
                         "device scope; or make both atomic")

    def test_scopes_under_the_names_of_cuda(self):
        self.assertEqual(self.hint_of("a_scope_of_cuda_is_narrow", "2"),
                         "use device_scope for both: CUDA's name without _block")

    def test_experiments(self):
        self.assertIn("gone if all atomic operations release and acquire",
                      self.hint_of("an_order_is_missing"))
        self.assertIn("gone if all scopes are device_scope", self.hint_of("a_fence_is_narrow"))

    def test_no_experiment_with_one_run(self):
        self.assertNotIn("gone if", self.hint_of("an_order_is_missing", "1"))

    def test_a_race_of_some_runs(self):
        for _ in range(3):
            self.assertNotIn("gone if", self.hint_of("a_lock_is_missing", "8"))


class cuda_test(unittest.TestCase):
    def test_a_cuda_program(self):
        for barrier, expected in (("__syncthreads()", 0), ("", 1)):
            source = FOLDER / "sum.cu"
            source.write_text(CUDA)
            status, said, why = race_check("--seeds", "2", source, f"-DBARRIER={barrier}", "--",
                                           "1")
            if "the parser of CUDA sources is missing" in why:
                self.skipTest(why)
            self.assertEqual(status, expected, said + why)
        for access in ("read", "write"):
            self.assertIn(f"sum.cu:7: plain {access} of 4 bytes, by block ", said)
        self.assertIn("of the block's shared memory\n  hint: order the two: a barrier, ", said)
        self.assertEqual(said.count("sum.cu:"), 2)  # one race


class sources_test(unittest.TestCase):
    """The form with sources, with a stand-in for the script that compiles them."""

    STAND_IN = """#!/usr/bin/env python3
import shutil, sys
print(sys.argv[1:])
if "wrong.cu" in sys.argv:
    print("cuda-on-cpu: wrong.cu:3: a reason", file=sys.stderr)
    sys.exit(2)
shutil.copy({program!r}, sys.argv[sys.argv.index("-o") + 1])
"""

    def setUp(self):
        self.folder = FOLDER / "scripts"
        self.folder.mkdir(exist_ok=True)
        self.script = shutil.copy(ROOT / "scripts/race-check", self.folder)
        (self.folder / "cuda-on-cpu").write_text(
            self.STAND_IN.format(program=str(FOLDER / "programs")))

    def test_compiles_and_runs(self):
        status, said, _ = race_check("--seeds", "2", "a.cu", "b.cpp", "-I", "folder", "-DN=1", "--",
                                     "two_blocks_write", script=self.script)
        self.assertEqual(status, 1)
        self.assertRegex(said, r"^\['--race-check=1', '-o', '/[^']*/a', 'a.cu', 'b.cpp', '-I', "
                               r"'folder', '-DN=1'\]\n\ndata race:\n")
        self.assertRegex(said, "repeat: .*/race-check --seed 0 a.cu b.cpp -I folder -DN=1 -- "
                               "two_blocks_write\n")

    def test_options_before_the_sources(self):
        status, said, _ = race_check("--seeds", "1", "-O2", "-I", "folder", "a.cu", "--", "right",
                                     script=self.script)
        self.assertEqual(status, 0)
        self.assertRegex(said, r"^\['--race-check=1', '-o', '/[^']*/a', '-O2', '-I', 'folder', "
                               r"'a.cu'\]\n")

    def test_one_seed_in_another_mode(self):
        status, said, _ = race_check("--seed", "5", "--mode", "2", "a.cu", "--", "right",
                                     script=self.script)
        self.assertEqual(status, 0)
        self.assertIn("['--race-check=2', ", said)
        self.assertIn("failed runs: 0 of 1; checked: seed 5, 1 launch in each run\n", said)

    def test_what_does_not_compile(self):
        status, _, why = race_check("wrong.cu", script=self.script)
        self.assertEqual((status, why), (2, "cuda-on-cpu: wrong.cu:3: a reason\n"))

    def test_without_the_compiler(self):
        (self.folder / "cuda-on-cpu").unlink()
        status, _, why = race_check("a.cu", script=self.script)
        self.assertEqual(status, 2)
        self.assertIn("race-check: a.cu: cuda-on-cpu, which compiles sources, is not beside", why)


def main():
    compiler = [word for word in COMPILER if not word.startswith("-")]
    empty = subprocess.run([*compiler, "-fsanitize=thread", "-x", "c++", "-o", FOLDER / "empty",
                            "-"], input=b"int main() {}", stderr=subprocess.DEVNULL, check=False)
    if empty.returncode != 0:
        sys.exit(77)
    try:
        compile_to("programs", SOURCE, *CHECKED)
        unittest.main()
    finally:
        shutil.rmtree(FOLDER)


if __name__ == "__main__":
    main()
