# SPDX-FileCopyrightText: 2026 The Diatomic authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The results of a run: as lines while it goes on, as text at its end, as JSON for --merge."""

import json
import os
import threading
from pathlib import Path

WORDS = ("killed", "survived", "equivalent", "indistinct", "unreached", "invalid", "unfinished")
SHOWN = ("survived", "indistinct", "unreached", "unfinished")


class Report:
    """Entries with id, file, line, name, note, verdict, by, how, seconds and diff."""

    def __init__(self, about, path=None):
        self.about, self.path, self.entries = about, path, {}
        self.lock = threading.Lock()

    def add(self, entry):
        """May be called by several threads."""
        with self.lock:
            self.entries[entry["id"]] = entry
            self.write()

    def count(self, word):
        return sum(e["verdict"] == word for e in self.entries.values())

    def line(self, entry):
        how = f" by {entry['by']}" if entry["by"] else ""
        how += f": {entry['how']}" if entry["how"] else ""
        name = f" \"{entry['name']}\"" if entry["name"] else ""
        rule = "" if entry["name"] else f" [{entry['note']}]"
        return (f"{entry['verdict']:10} {entry['file']}:{entry['line']}{name}{rule}"
                f"{how} ({entry['seconds']:.0f} s)")

    def text(self):
        killed, survived = self.count("killed"), self.count("survived")
        lines = [self.about, ""]
        lines += [f"{word:10} {self.count(word):5}" for word in WORDS]
        if killed + survived:
            lines.append(f"score      {100 * killed / (killed + survived):5.1f} % of "
                         f"{killed + survived} (killed + survived)")
        for word in SHOWN:
            for entry in self.sorted(word):
                lines += ["", self.line(entry), entry["diff"].rstrip()]
        return "\n".join(lines) + "\n"

    def sorted(self, word):
        return sorted((e for e in self.entries.values() if e["verdict"] == word),
                      key=lambda e: (e["file"], e["line"]))

    def write(self):
        """Writes the results so far, which remain if the run is ended."""
        if self.path is None:
            return
        data = self.text() if self.path.suffix != ".json" else json.dumps(
            {"about": self.about, "mutants": list(self.entries.values())}, indent=1)
        beside = self.path.with_name(self.path.name + ".new")
        beside.write_text(data)
        os.replace(beside, self.path)


def merge(files, path):
    """Merges reports. If several contain a mutant, the finished verdict counts."""
    merged = Report("", path)
    abouts = []
    for file in files:
        data = json.loads(Path(file).read_text())
        if data["about"] not in abouts:
            abouts.append(data["about"])
        for entry in data["mutants"]:
            old = merged.entries.get(entry["id"])
            if old is None or old["verdict"] == "unfinished":
                merged.entries[entry["id"]] = entry
    merged.about = "\n".join(abouts)
    merged.write()
    return merged
