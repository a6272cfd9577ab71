# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where mutants come from: universalmutator's rules, or the list of tests/mutation/named.toml."""

import contextlib
import difflib
import hashlib
import io
import random
import re
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from fnmatch import fnmatch

RULES = ["universal.rules", "c_like.rules", "cpp.rules"]

# Comments, strings and characters. A quote after a digit or letter separates digits.
TOKEN = re.compile(r"(?P<comment>//[^\n]*|/\*.*?\*/)"
                   r'|(?P<string>R"(\w*)\(.*?\)\3"|"(?:\\.|[^"\\\n])*")'
                   r"|(?<![0-9A-Za-z])'(?:\\.|[^'\\\n])+'", re.S)


class MutationError(Exception):
    """The request cannot be done; the text gives the reason."""


@dataclass
class Mutant:
    """One changed file. `text` is all of it; `file` is relative to the repository's root."""

    file: str
    line: int
    text: str
    note: str = ""
    name: str = ""
    by: str = ""  # the test that is to kill it, without its backend: the first that is asked

    def __post_init__(self):
        self.id = hashlib.sha1(f"{self.file}\0{self.text}".encode()).hexdigest()

    def old_line(self, root):
        return (root / self.file).read_text().splitlines()[self.line - 1]

    def is_in_function(self, root):
        """Whether only code of the line's function can be another: none that is constexpr."""
        lines = (root / self.file).read_text().splitlines()[:self.line]
        start = max((i for i, line in enumerate(lines) if not line.strip()), default=0)
        return not any("constexpr" in line for line in lines[start:])

    def diff(self, root):
        old = (root / self.file).read_text().splitlines(keepends=True)
        new = self.text.splitlines(keepends=True)
        return "".join(difflib.unified_diff(old, new, self.file, self.file, n=2))


def universalmutator(work):
    """The module `universalmutator.mutator`; installed below `work` if Python does not find it."""
    try:
        from universalmutator import mutator
        return mutator
    except ImportError:
        pass
    place = work / "python"
    if not (place / "universalmutator").is_dir():
        subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
        subprocess.run([work / "venv/bin/python", "-m", "pip", "install", "--quiet", "--no-deps",
                        "--target", place, "universalmutator"], check=True)
    sys.path.append(str(place))
    from universalmutator import mutator
    return mutator


def source_files(root, paths, only):
    """The .hpp and .cpp files of `paths`, relative to the root, sorted."""
    found = set()
    for path in paths:
        path = root / path
        if not path.exists():
            raise MutationError(f"{path}: no such file or folder")
        for file in [path] if path.is_file() else path.rglob("*.?pp"):
            found.add(str(file.resolve().relative_to(root)))
    chosen = sorted(f for f in found if only is None or fnmatch(f, only))
    if not chosen:
        raise MutationError("no source file there")
    return chosen


def silent_spans(text):
    """The parts of a source that affect no program: comments and texts of static_assert."""
    tokens = list(TOKEN.finditer(text))
    strings = [match for match in tokens if match["string"] is not None]
    comments = [match.span() for match in tokens if match["comment"] is not None]
    blank = list(text)
    for match in tokens:
        blank[match.start():match.end()] = " " * (match.end() - match.start())
    blank = "".join(blank)
    spans = list(comments)
    for match in re.finditer(r"static_assert\s*\(", blank):
        end = closing_parenthesis(blank, match.end())
        spans += [s.span() for s in strings if match.start() < s.start() < end]
    return spans


def closing_parenthesis(text, position):
    depth = 1
    while depth and position < len(text):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
    return position


def changed_region(old, new):
    """The first and last position in `old` between which the two differ."""
    shorter = min(len(old), len(new))
    first = next((i for i in range(shorter) if old[i] != new[i]), shorter)
    back = next((i for i in range(shorter - first) if old[-1 - i] != new[-1 - i]),
                shorter - first)
    return first, len(old) - back


def is_within(part, spans):
    """Whether one span contains all of the part; text inserted before a span is outside it."""
    first, last = part
    return any(a <= first and last <= b and a < last for a, b in spans)


def mutants_of(root, file, mutator):
    """All mutants of a file except in comments, #include, #pragma and static_assert's texts."""
    text = (root / file).read_text()
    lines = text.splitlines(keepends=True)
    with contextlib.redirect_stdout(io.StringIO()):
        made = mutator.mutants_regexp(lines, RULES, ignorePatterns=[r"^\s*#\s*(include|pragma)"])
    spans = silent_spans(text)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    mutants = []
    for number, new_line, (rule, _), _ in made:
        line = lines[number - 1]
        start = starts[number - 1]
        all_of_it = (start + len(line) - len(line.lstrip()), start + len(line.rstrip()))
        region = tuple(start + place for place in changed_region(line, new_line))
        if is_within(all_of_it, spans) or is_within(region, spans):
            continue
        mutated = "".join(lines[:number - 1]) + new_line + "".join(lines[number:])
        mutants.append(Mutant(file, number, mutated, rule))
    return mutants


def shuffled_mutants(root, work, options):
    """All mutants in an order that sources and seed determine; of these the shard."""
    mutator = universalmutator(work)
    files = source_files(root, options.paths, options.only)
    everything = [m for file in files for m in mutants_of(root, file, mutator)]
    random.Random(options.seed).shuffle(everything)
    index, shards = options.shard
    print(f"mutate: {options.count} that compile of {len(everything)} mutants of {len(files)} "
          f"files, seed {options.seed}, part {index} of {shards}", flush=True)
    return everything[index - 1::shards]


def named_mutants(root, list_file, only, backend="host"):
    """The mutants of the list that the backend's tests can see, and how many are left out."""
    mutants = []
    left_out = 0
    for entry in tomllib.loads(list_file.read_text())["mutation"]:
        if only is not None and not (fnmatch(entry["file"], only) or fnmatch(entry["name"], only)):
            continue
        text = (root / entry["file"]).read_text()
        if text.count(entry["find"]) != 1:
            raise MutationError(f"{list_file.name}: \"{entry['name']}\": {entry['file']} has its "
                                f"text {text.count(entry['find'])} times, not once:\n"
                                f"{entry['find']}")
        if entry.get("backend", "host") != backend or "by" not in entry:
            left_out += 1
            continue
        at = text.index(entry["find"])
        first, _ = changed_region(entry["find"], entry["replace"])
        line = text.count("\n", 0, at + first) + 1
        text = text.replace(entry["find"], entry["replace"])
        mutants.append(Mutant(entry["file"], line, text, entry["why"], entry["name"],
                              entry["by"]))
    return mutants, left_out
