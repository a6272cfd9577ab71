# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runs of runs.toml, and what GenMC says of each."""

import os
import re
import shutil
import subprocess
import tempfile
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Every execution that the model allows, up to the order of what is independent. Loops wait by
# pauses alone (model.hpp), so GenMC has not to guess which ones do.
OPTIONS = ["-check-liveness", "-disable-spin-assume", "-disable-estimation",
           "-input-from-bitcode-file"]
FLAGS = ["-std=c++17", "-O2", "-Xclang", "-disable-llvm-passes", "-fno-exceptions", "-fno-rtti",
         "-g", "-S", "-emit-llvm"]
# Little is optimised: calls become their bodies, local objects registers. What reads memory earlier
# than the source says, or in other sizes, would be a race that the source has not.
SIMPLIFY = "instsimplify,jump-threading,simplifycfg<no-speculate-blocks>"
PASSES = ("always-inline,cgscc(inline),function(sroa,simplifycfg<no-speculate-blocks>,"
          "loop(loop-rotate,indvars,loop-unroll-full),sroa,simplifycfg<no-speculate-blocks>,"
          f"{SIMPLIFY},{SIMPLIFY},adce)")
# GenMC executes no `freeze`, which changes nothing about a value that is known.
FREEZE = re.compile(r"= freeze (i\d+) ([^,\n]*)")
# GenMC gives some declared functions, as `fprintf`, a body, which may not have such a note.
DECLARED = re.compile(r"^declare !dbg !\d+ ", re.MULTILINE)


class ModelError(Exception):
    pass


@dataclass(frozen=True)
class Run:
    program: str
    case: str
    threads: int
    block: int
    lanes: int
    define: tuple
    expect: str   # of GenMC's error; empty: none
    model: str    # rc11 or imm

    @property
    def name(self):
        blocks = self.threads // self.block
        shape = f"{self.threads}" if self.block == 1 else f"{blocks}x{self.block}"
        shape += f" in warps of {self.lanes}" if self.lanes != 1 else ""
        under = [] if self.model == "rc11" else [f"under {self.model.upper()}"]
        return " ".join([f"{self.program}.{self.case}", shape, *self.define, *under])


@dataclass(frozen=True)
class Verdict:
    complete: int   # executions that came to their end
    blocked: int    # those in which a thread waits for what comes in another one
    seconds: float
    problem: str    # empty if nothing is wrong


def all_runs(words=()):
    """Those whose program, or program.case, is among the words; of no words all."""
    with open(HERE / "runs.toml", "rb") as file:
        table = tomllib.load(file)
    runs = [Run(program, case, shape["threads"], shape.get("block", 1), shape.get("lanes", 1),
                tuple(shape.get("define", ())), shape.get("expect", ""), shape.get("model", "rc11"))
            for program, cases in table.items()
            for case, shapes in cases.items()
            for shape in shapes]
    known = {run.program for run in runs} | {f"{run.program}.{run.case}" for run in runs}
    for word in words:
        if word not in known:
            raise ModelError(f"{word}: there is no such program or case in runs.toml")
    return [run for run in runs
            if not words or run.program in words or f"{run.program}.{run.case}" in words]


def problem_in(output):
    """GenMC's own words, in one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    for i, line in enumerate(lines):
        if line.startswith("Error:"):
            return " ".join(lines[i:i + 2])[:200]
    errors = [line for line in lines if "error" in line.lower() or "BUG" in line]
    return (errors or lines[-1:] or ["no output"])[0][:200]


@dataclass(frozen=True)
class Tools:
    """GenMC, and the compiler of the LLVM that it was built with."""

    genmc: str
    clang: str
    opt: str

    def missing(self):
        return [tool for tool in (self.genmc, self.clang, self.opt) if shutil.which(tool) is None]


def add_tools(parser):
    add = parser.add_argument
    add("--genmc", default=os.environ.get("GENMC", "genmc"), metavar="FILE",
        help="the program genmc (default: $GENMC, or the one on PATH)")
    add("--clang", metavar="FILE", help="the C++ compiler of the LLVM that genmc was built with "
        "(default: clang++-N of version N)")
    add("--opt", metavar="FILE", help="opt of the same LLVM (default: opt-N)")
    add("--limit", type=float, default=600, metavar="S",
        help="seconds for a run (default: 600)")


def tools_of(options, needs_genmc=True):
    version = "19"
    if shutil.which(options.genmc):
        answer = subprocess.run([options.genmc, "--version"], stdout=subprocess.PIPE, text=True)
        found = re.search(r"Built with LLVM (\d+)", answer.stdout)
        version = found[1] if found else version
    tools = Tools(options.genmc, options.clang or f"clang++-{version}",
                  options.opt or f"opt-{version}")
    missing = [tool for tool in tools.missing() if needs_genmc or tool != tools.genmc]
    if missing:
        raise ModelError(f"there is no program {', '.join(missing)}; scripts/setup --model "
                         "and scripts/genmc make them")
    return tools


def text_of(command, what):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace")
    if done.returncode != 0:
        raise ModelError(f"{what}: {problem_in(done.stdout)}")


def source_of(program):
    """Its file: programs/ has a folder for each layer."""
    return next((HERE / "programs").glob(f"*/{program}.cpp"))


def compile_to(file, tools, run, include):
    """LLVM's code of the program, as GenMC can execute it."""
    folders = ([include] if include else []) + [
        HERE / "include", HERE, ROOT / "include", ROOT / "backends/host/include",
        ROOT / "backends/transports/peer/include", ROOT / "src"]
    macros = [f"THREADS={run.threads}", f"BLOCK={run.block}", f"LANES={run.lanes}",
              *run.define]
    text_of([tools.clang, *FLAGS, *(f"-I{folder}" for folder in folders),
             *(f"-D{macro}" for macro in macros), str(source_of(run.program)),
             "-o", str(file)], run.name)
    text_of([tools.opt, "-S", "-inline-threshold=100000", f"-passes={PASSES}", str(file), "-o",
             str(file)], run.name)
    text = FREEZE.sub(r"= or \1 \2, 0", file.read_text(encoding="utf-8"))
    file.write_text(DECLARED.sub("declare ", text), encoding="utf-8")


def check(tools, run, include=None, limit=600):
    """`include`: a folder whose headers come before the library's."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "program.ll"
        compile_to(code, tools, run, include)
        command = [tools.genmc, f"-{run.model}", *OPTIONS, f"-program-entry-function={run.case}",
                   str(code)]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, errors="replace", timeout=limit)
        except subprocess.TimeoutExpired:
            return Verdict(0, 0, time.monotonic() - start, f"not done after {limit:.0f} s")
    seconds = time.monotonic() - start

    def number_of(text):
        found = re.search(rf"Number of {text}.*?: (\d+)", done.stdout)
        return int(found[1]) if found else 0

    complete = number_of("complete executions")
    if done.returncode != 0 or "No errors were detected" not in done.stdout:
        problem = problem_in(done.stdout)
        if run.expect and run.expect in problem:
            return Verdict(complete, number_of("blocked executions"), seconds, "")
    elif run.expect:
        problem = f"no {run.expect}, which is there"
    else:
        problem = "" if complete else "no execution came to its end: nothing was checked"
    return Verdict(complete, number_of("blocked executions"), seconds, problem)
