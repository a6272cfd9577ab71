# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The C++ compiler: which one, its command lines, and what it says."""

import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import complaints
from lines import Preprocessed
from refusal import Refusal
from rewrite import Rewriter

NEWEST_CLANG = 40
OLDEST_CLANG = 14
# CUDA programs read objects as other types and let integers overflow, and nvcc only warns of a
# narrowing.
OPTIONS = ["-std=gnu++17", "-w", "-Wno-narrowing", "-fno-strict-aliasing", "-fwrapv",
           "-fno-diagnostics-color", "-fno-caret-diagnostics"]
# qualifiers.hpp undefines these, so that the parser sees them.
QUALIFIERS = (b"#define __global__\n#define __device__\n#define __host__\n"
              b"#define __shared__ static thread_local\n")
HERE = Path(__file__).resolve().parent
PREPROCESSED = ("-D", "-U", "-include")  # have no effect after it
# Macros that headers of the system or of Diatomic ask for. All others are the program's.
FOR_HEADERS = re.compile(r"_|NDEBUG|DIATOMIC_")


def said_by(command, text=None):
    run = subprocess.run(command, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                         check=False)
    return run.returncode, run.stdout, run.stderr.decode(errors="replace")


def can_check_races(command):
    return said_by([*command, "-fsanitize=thread", "-x", "c++", "-", "-o", "/dev/null"],
                   b"int main() {}")[0] == 0


def candidates():
    yield from (f"clang++-{version}" for version in range(NEWEST_CLANG, OLDEST_CLANG - 1, -1))
    yield from ("clang++", "g++")


def find(race_check):
    """The words of the compiler's command: $CXX, or the newest clang, or g++."""
    chosen = shlex.split(os.environ.get("CXX", ""))
    if chosen:
        if not shutil.which(chosen[0]):
            raise Refusal(f"the compiler {chosen[0]} of the variable CXX is not installed")
        return chosen
    found = [name for name in candidates() if shutil.which(name)]
    if not found:
        raise Refusal("no C++ compiler is installed; install clang (apt-get install clang) or "
                      "g++, or name one in the variable CXX")
    if not race_check:
        return found[:1]
    for name in found:
        if can_check_races([name]):
            return [name]
    version = found[0].rpartition("-")[2] if "-" in found[0] else ""
    package = f"libclang-rt-{version}-dev" if version else "libclang-rt-dev"
    raise Refusal(f"{found[0]} has no ThreadSanitizer; install it (apt-get install {package})")


def directive(option):
    """The line that does the same as an option -D or -U."""
    name, _, value = option[2:].partition("=")
    if option.startswith("-U"):
        return f"#undef {name}"
    return f"#define {name} {value if '=' in option else 1}"


class Compiler:
    def __init__(self, command, folders, parser, given, race_check):
        self._parser, self._library = parser, [str(folder) for folder in (*folders, HERE)]
        self._command = [*command, *OPTIONS, *(f"-I{folder}" for folder in folders)]
        if race_check:
            self._command += ["-g", "-O1", "-fsanitize=thread",
                              f"-DDIATOMIC_RACE_CHECK={race_check}"]
        elif not any(option.startswith("-O") for option in given):
            self._command.append("-O2")
        is_clang = b"clang" in said_by([*command, "--version"])[1]
        if not is_clang:
            self._command.remove("-fno-caret-diagnostics")
            self._command += ["-fdiagnostics-color=never", "-fno-diagnostics-show-caret"]
        self._links = [option for option in given if re.match(r"-(?:l|L|Wl,)", option)]
        self._given = [option for option in given if option not in self._links]
        self._ptx = []

    def _run(self, arguments, given=(), text=None):
        status, out, errors = said_by([*self._command, *given, *arguments], text)
        if status == 0:
            return out
        # With ThreadSanitizer clang leaves it to the linker to find calls of this function.
        if self._ptx and re.search(r"undefined.*ptx_in_asm", errors):
            used = (place for place in self._ptx
                    if re.search(re.escape(os.path.abspath(place)) + r"\b", errors))
            raise Refusal(complaints.PTX, next(used, self._ptx[0]), errors)
        raise complaints.refusal(errors, self._library)

    def object_of(self, path, target):
        """Compiles a source into an object file."""
        if path.suffix != ".cu":
            language = ["-x", "c", "-std=gnu17"] if path.suffix == ".c" else []
            self._run([*language, "-c", str(path), "-o", str(target)], self._given)
            return
        text = self._run(["-x", "c++", "-E", str(path)], self._given_to_preprocess(target.parent))
        source = Preprocessed(text, self._library)
        # The compiler names the files in its messages as in the text's marks of lines.
        rewriter = Rewriter(source, self._parser)
        new = rewriter.text()
        self._ptx += rewriter.ptx
        given = [option for option in self._given if not option.startswith(PREPROCESSED)]
        self._run(["-x", "c++", "-c", "-", "-o", str(target)], given, QUALIFIERS + new)

    def _given_to_preprocess(self, folder):
        """The given options. Diatomic's headers see no macro and no header of the program."""
        own = [option for option in self._given
               if option.startswith(("-D", "-U")) and not FOR_HEADERS.match(option[2:])]
        macros = folder / "macros.hpp"
        macros.write_text("\n".join(['# 1 "<command line>"', *map(directive, own), ""]))
        return ["-include", "diatomic/host/cuda_runtime/rewritten.hpp", "-include", str(macros),
                "-include", str(HERE / "qualifiers.hpp"),
                *(option for option in self._given if option not in own)]

    def link(self, objects, target):
        """Links object files into a program, which appears whole or not at all."""
        new = objects[0].with_name("program")
        self._run([*map(str, objects), "-o", str(new), *self._links, "-lboost_context",
                   "-pthread"], self._given)
        beside = Path(f"{target}.{os.getpid()}.new")
        try:
            shutil.copy(new, beside)
            os.replace(beside, target)
        except OSError as error:
            raise Refusal(error.strerror, str(target)) from error
        finally:
            beside.unlink(missing_ok=True)
